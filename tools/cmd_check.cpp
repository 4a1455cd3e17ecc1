/// \file cmd_check.cpp
/// mergus check: compares a backend with the reference and SuiteSparse.
#include "command.hpp"
#include "process_guard.hpp"
#include "progress.hpp"

#include <memory>
#include <optional>

#ifdef MERGUS_WITH_CONFORMANCE
#include <mergus/conformance.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fstream>
#include <limits>
#include <system_error>
#endif

namespace mergus::tools {

namespace {

struct Options {
    CommonOptions common;
    std::optional<double> seconds;
    std::uint64_t comparisons = 0;
    std::uint64_t variants = 0;
    std::optional<std::string> shard;
    std::uint64_t seed = 1;
    std::string size = "normal";
    std::vector<std::string> operations;
    std::vector<std::string> where;
    std::string replay;
    std::string reproducers;
};

#ifdef MERGUS_WITH_CONFORMANCE

volatile std::sig_atomic_t interrupted = 0;

/// The first Ctrl-C ends the run with its summary, the second one ends the program.
void catch_interrupt() {
    struct sigaction action {};
    action.sa_handler = [](int) {
        interrupted = 1;
        clean_up_on_signals();
    };
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

Record record_of(const conformance::Summary& summary) {
    Record failures = Record::array();
    for (const conformance::Failure& failure : summary.failures)
        failures.push_back({{"case", failure.reproducer}, {"message", failure.message}});
    Record refusals = Record::array();
    for (const conformance::Refusal& refusal : summary.refusals)
        refusals.push_back({{"reason", refusal.reason}, {"count", refusal.count}});
    return {{"backend", summary.backend},
            {"passed", summary.passed()},
            {"cases", summary.cases},
            {"kernel_sets", summary.kernel_sets},
            {"cases_per_second", summary.cases_per_second()},
            {"assertions", summary.assertions},
            {"unsupported", summary.unsupported},
            {"oracle_refused", summary.oracle_refused},
            {"complete", summary.complete},
            {"failures", failures},
            {"missing", summary.missing},
            {"unsupported_words", summary.unsupported_words},
            {"refusals", refusals},
            {"check_seconds", summary.seconds}};
}

void require_known(const std::vector<std::string>& operations) {
    const std::vector<std::string> known = conformance::operation_names();
    for (const std::string& name : operations)
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw UsageError(fmt::format("unknown operation '{}'; known: {}", name, fmt::join(known, ", ")));
}

/// "I/N", with I from 1 to N.
void set_shard(conformance::Options& suite, const std::string& text) {
    std::size_t shard = 0, shards = 0;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, shard);
    const bool slash = first.ec == std::errc{} && first.ptr != end && *first.ptr == '/';
    const auto second = slash ? std::from_chars(first.ptr + 1, end, shards) : first;
    if (!slash || second.ec != std::errc{} || second.ptr != end || shard == 0 || shard > shards)
        throw UsageError(fmt::format("--shard {}: expected I/N, with I from 1 to N", text));
    suite.shard = shard - 1;
    suite.shards = shards;
}

/// Without --variants: many cases on each set of kernels if there is a time or a number of comparisons to
/// fill, because compiling takes longest.
std::size_t variants_of(const Options& options) {
    constexpr std::size_t of_random_sets = 64;
    if (options.variants != 0) return options.variants;
    if (options.comparisons != 0) return 0;
    return options.seconds ? of_random_sets : 1;
}

/// Checked before the cases run, so that no reproducer is lost.
void require_appendable(const std::string& file) {
    if (file.empty() || std::ofstream(file, std::ios::app)) return;
    throw Error(Code::io_error, fmt::format("--reproducers: cannot write {}: {}", file,
                                            std::generic_category().message(errno)));
}

int run(const Options& options) {
    require_known(options.operations);
    require_appendable(options.reproducers);
    const Session session(options.common);
    ProgressBar bar("checking " + std::string(session.context().backend()), "cases", 1);
    const Progress draw = bar.callback();

    conformance::Options suite;
    suite.seed = options.seed;
    suite.cases = options.comparisons;
    suite.variants = variants_of(options);
    if (options.shard) set_shard(suite, *options.shard);
    suite.size = options.size;
    suite.operations = options.operations;
    suite.where = options.where;
    suite.replay = options.replay;
    suite.reproducers = options.reproducers;
    suite.oracle = conformance::default_oracle(session.context());
    if (options.seconds)
        suite.seconds = *options.seconds > 0 ? *options.seconds : std::numeric_limits<double>::infinity();
    suite.progress = [&](std::size_t done, std::size_t planned) {
        if (draw) draw(done, options.seconds && options.comparisons == 0 ? 0 : planned);
    };
    suite.stop = [] { return interrupted != 0; };
    catch_interrupt();
    conformance::Summary summary;
    try {
        summary = conformance::run(session.context(), suite);
    } catch (const std::invalid_argument& error) { // unknown words in --case or --where
        throw UsageError(error.what());
    }
    bar.erase();
    if (options.common.json)
        print_record(record_of(summary), true);
    else
        write_text(stdout, (options.replay.empty() ? summary.table : "") + summary.text());
    return summary.passed() ? 0 : 1;
}

#else

int run(const Options&) {
    throw Error(Code::not_implemented,
                "check: this program was built without the conformance suite; configure with "
                "-DMERGUS_BUILD_CONFORMANCE=ON");
}

#endif

} // namespace

void add_check(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command =
        program.add_subcommand("check", "Check a backend against the reference and SuiteSparse");
    command
        .add_option("--seconds", options->seconds,
                    "Time for cases: after the covering set, run random cases until then; 0: until Ctrl-C "
                    "(default: the covering set once)")
        .type_name("N")
        .check(real_number(0, 1e9));
    command
        .add_option("--comparisons", options->comparisons,
                    "Number of cases: the covering set, then cases with the same kernels on other matrices, "
                    "then random cases")
        .type_name("N")
        .check(whole_number(1));
    command
        .add_option("--variants", options->variants,
                    "Cases for each choice of kernels (default: 1; 64 with --seconds; with --comparisons as "
                    "many as necessary)")
        .type_name("N")
        .check(whole_number(1, 65535));
    command.add_option("--shard", options->shard, "Run only part I of N; other processes run the other parts")
        .type_name("I/N");
    command.add_option("--seed", options->seed, "Seed of the random choices (default: 1)")
        .type_name("S")
        .check(whole_number(0));
    command.add_option("--size", options->size, "smoke, normal (the default) or large matrices")
        .one_of({"smoke", "normal", "large"});
    command.add_option("--operation", options->operations, "Only this operation; may be repeated")
        .type_name("OP")
        .repeatable();
    command
        .add_option(
            "--where", options->where,
            "Only cases with this word, such as type=fp64; may be repeated, on one axis for either word")
        .type_name("AXIS=WORD")
        .repeatable();
    command.add_option("--case", options->replay, "Run only this case, as printed for a failure")
        .type_name("TEXT");
    command.add_option("--reproducers", options->reproducers, "Append failing cases to this file")
        .type_name("FILE");
    add_backend_options(command, options->common);
    add_json_option(command, options->common);
    command.footer(
        "The exit code is 1 if a case fails, or if none could run. Without --seconds and --comparisons, "
        "every "
        "pair of\nfeatures is run once.\n"
        "A case compares a complete result with those of the naive reference and of SuiteSparse.\n"
        "\nExamples:\n"
        "  mergus check --backend suitesparse\n"
        "  mergus check --backend cuda --seconds 600 --seed 7 --reproducers failures.txt\n"
        "  mergus check --backend cuda --comparisons 1000000 --seconds 500 --shard 3/16\n"
        "  mergus check --backend mine --operation mxm --where type=fp64 --where mask=none\n"
        "  mergus check --backend cuda --case 'op=mxm ...'\n");
    command.callback([options] {
        if (const int exit_code = run(*options); exit_code != 0) throw Exit{exit_code};
    });
}

} // namespace mergus::tools
