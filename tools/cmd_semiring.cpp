/// \file cmd_semiring.cpp
/// mergus semiring: computes a product over a semiring from the command line on several backends, and
/// compares the results.
#include "../backend/frontend/support/diagnostics.hpp"
#include "command.hpp"
#include "compare.hpp"
#include "graph_io.hpp"
#include "semiring_text.hpp"
#include "subprocess.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <vector>

namespace mergus::tools {

namespace {

struct Options {
    CommonOptions common;
    InputOptions input;
    SemiringText semiring;
    std::vector<std::string> backends;
    std::string a;
    std::string b;
    std::string output;
    std::string to;
    double time_limit = 300;
    bool list = false;
};

/// The selected backends; else all usable backends except emulated devices, best first.
std::vector<std::string> chosen_backends(const Options& options) {
    if (!options.backends.empty()) return options.backends;
    std::vector<std::string> names;
    for (const BackendInfo& backend : backends())
        if (backend.score > 0 && backend.name.find("emulated") == std::string::npos)
            names.push_back(backend.name);
    if (names.empty()) names.emplace_back(); // the error message of the default backend explains it
    return names;
}

/// A text of the user for messages: one line, truncated.
std::string quoted(const std::string& text) {
    std::string shown;
    for (const char c : text.substr(0, 60)) shown += c >= ' ' ? c : ' ';
    return fmt::format("'{}{}'", shown, text.size() > 60 ? "..." : "");
}

/// Registers the user's operators, so that faults in their code are reported with their names.
void watch_operators(const JobReport& report, const AnySemiring& semiring) {
    const mergus_op* const add = semiring.get()->add->op;
    const mergus_op* const mul = semiring.get()->mul;
    const auto code = [](auto* function) { return reinterpret_cast<const void*>(function); };
    if (add->code == MERGUS_OP_USER) report.watch(add->name, code(add->function.binary));
    if (mul->code != MERGUS_OP_USER) return;
    report.watch(mul->name,
                 mul->kind == MERGUS_BINARY ? code(mul->function.binary) : code(mul->function.index_binary));
}

/// The broken laws. Without --json each is printed as a warning.
Record check_semiring(const AnySemiring& semiring, bool json) {
    Record rows = Record::array();
    for (const BrokenLaw& broken : check_laws(semiring)) {
        rows.push_back({{"law", law_name(broken.law)},
                        {"counter_example", broken.counter_example},
                        {"only_special_values", broken.only_special}});
        if (json) continue;
        const std::string_view law = law_name(broken.law);
        const bool value = broken.law == MonoidLaw::identity || broken.law == MonoidLaw::terminal;
        core::print_stderr("mergus: warning: {}{}: {}\n",
                           value ? fmt::format("the {} of --add is not one", law)
                                 : fmt::format("--add is not {}", law),
                           broken.only_special ? " for special values" : "", broken.counter_example);
    }
    return rows;
}

/// The product on one backend, computed twice, because the first call compiles kernels.
struct Run {
    std::unique_ptr<Session> session;
    AnyMatrix A, B, C;
    double load_seconds = 0, first_seconds = 0, mxm_seconds = 0;

    void multiply(const AnySemiring& semiring) {
        const AnyMatrix& right = B.state() != nullptr ? B : A;
        C = AnyMatrix(session->context(), semiring.get()->add->op->z_type, A.nrows(), right.ncols());
        for (double* seconds : {&first_seconds, &mxm_seconds}) {
            const Stopwatch stopwatch;
            mxm(C, semiring, A, right);
            session->context().wait();
            *seconds = stopwatch.seconds();
        }
    }
};

Run make_run(const Options& options, const std::string& backend, const Run* loaded, const mergus_type* type) {
    Run run;
    CommonOptions common = options.common;
    common.backend = backend;
    run.session = std::make_unique<Session>(common);
    const Stopwatch stopwatch;
    if (loaded == nullptr) {
        run.A = load_matrix(*run.session, options.a, options.input, type);
        if (!options.b.empty()) run.B = load_matrix(*run.session, options.b, options.input, type);
    } else {
        run.A = loaded->A.to(run.session->context());
        if (!options.b.empty()) run.B = loaded->B.to(run.session->context());
    }
    run.session->context().wait();
    run.load_seconds = stopwatch.seconds();
    return run;
}

void run(const Options& options, const JobReport& report) {
    const mergus_type* const type = parse_type(options.semiring.type);
    const Format format =
        options.output.empty() ? Format::matrix_market : output_format(options.output, options.to);
    const Stopwatch compile;
    report.phase("the compilation of the operators and the evaluation of --identity and --terminal");
    const AnySemiring semiring = make_semiring(options.semiring);
    const double compile_seconds = compile.seconds();
    watch_operators(report, semiring);
    report.phase("the test of the laws of --add");
    const Record laws = check_semiring(semiring, options.common.json);

    std::vector<Run> runs;
    Record rows = Record::array();
    bool all_agree = true;
    const std::vector<std::string> chosen = chosen_backends(options);
    for (const std::string& backend : chosen) {
        report.phase("the product on " + (backend.empty() ? "the best backend" : backend));
        runs.push_back(make_run(options, backend, runs.empty() ? nullptr : &runs.front(), type));
        Run& run = runs.back();
        run.multiply(semiring);
        const bool first = runs.size() == 1; // the reference for the others
        const Comparison comparison =
            first ? Comparison{true, chosen.size() == 1 ? "nothing to compare with" : "reference"}
                  : compare(runs.front().C, run.C);
        all_agree = all_agree && comparison.equal;
        rows.push_back({{"backend", run.session->context().backend()},
                        {"entries", run.C.nvals()},
                        {"load_seconds", run.load_seconds},
                        {"first_seconds", run.first_seconds},
                        {"mxm_seconds", run.mxm_seconds},
                        {"agrees", comparison.text}});
    }
    const AnyMatrix& C = runs.front().C;
    Record record = {{"semiring", semiring.get()->name},
                     {"type", type_name(type)},
                     {"result_type", type_name(C.type())},
                     {"rows", C.nrows()},
                     {"columns", C.ncols()},
                     {"entries", C.nvals()},
                     {"compile_seconds", compile_seconds},
                     {"agree", all_agree}};
    report.phase("the output of the result");
    if (chosen.size() == 1) record["agree"] = nullptr;
    if (!options.output.empty()) {
        save(options.output, format, C.to_tuples());
        record["output"] = options.output;
    }
    record["backends"] = rows;
    if (options.common.json) record["broken_laws"] = laws; // else printed as warnings
    runs.front().session->print(std::move(record), results_stream(options.output));
    if (all_agree) return;
    core::print_stderr("mergus: DISAGREEMENT: the results of the backends differ\n");
    throw Exit{1};
}

void print_list(const Options& options) {
    Record rows = Record::array();
    for (const NamedSemiring& known : builtin_semirings()) {
        if (!rows.empty() && rows.back().at("semiring") == known.name)
            rows.back()["types"] =
                rows.back()["types"].get<std::string>() + " " + std::string(type_name(known.type));
        else
            rows.push_back({{"semiring", known.name}, {"types", type_name(known.type)}});
    }
    print_record({{"built_in_semirings", rows}}, options.common.json);
}

void start(const Options& options) {
    if (options.list) return print_list(options);
    if (options.a.empty() || options.semiring.add.empty() || options.semiring.mul.empty())
        throw UsageError("a matrix, --add and --mul are required (see mergus semiring --help)");
    if (std::isnan(options.time_limit)) throw UsageError("--time-limit: expected a number of seconds");
    run_in_subprocess(
        [&options](const JobReport& report) { run(options, report); }, options.time_limit,
        fmt::format("--add {}, --mul {}", quoted(options.semiring.add), quoted(options.semiring.mul)));
}

} // namespace

void add_semiring(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command =
        program.add_subcommand("semiring", "Multiply over a semiring of your own, on several backends");
    command.add_option("A", options->a, input_help);
    command.add_option("B", options->b, "The same (default: A)");
    SemiringText& semiring = options->semiring;
    command
        .add_option("--add", semiring.add, "An expression of x and y, a built-in operator, or a C function")
        .type_name("TEXT");
    command
        .add_option("--mul", semiring.mul,
                    "The same; an expression may also use i, j and k of A(i,k) times B(k,j)")
        .type_name("TEXT");
    command
        .add_option("--identity", semiring.identity,
                    "The identity of --add: an expression, such as 0, INT64_MAX, inf, -inf or nan")
        .type_name("V");
    command.add_option("--terminal", semiring.terminal, "A value t for which 'x add t' is t for all x")
        .type_name("V");
    command.add_flag(
        "--not-associative", semiring.not_associative,
        "--add is not associative: terms are added from left to right in the order of k (slower)");
    command.add_flag("--not-commutative", semiring.not_commutative,
                     "--add is not commutative: the same order");
    command
        .add_option("--type", semiring.type,
                    "Type of A and B: bool, int8 ... int64, uint8 ... uint64, fp32, fp64 (the default)")
        .type_name("T");
    command.add_option("--result-type", semiring.result_type, "Type of C (default: that of A and B)")
        .type_name("T");
    command
        .add_option("--backend", options->backends,
                    "Backend to run on; may be repeated (default: all except emulated ones)")
        .type_name("NAME")
        .repeatable();
    command.add_option("--threads", options->common.threads, "CPU threads (default: all)")
        .type_name("N")
        .check(whole_number(1, 65536));
    command.add_flag("--deterministic", options->common.deterministic, "Get the same bits in every run");
    command.add_option("--time-limit", options->time_limit, "Time limit of the run (default: 300; 0: none)")
        .type_name("SECONDS")
        .check(real_number(0, 1e9));
    command.add_option("-o,--output", options->output, "Write C to this file").type_name("C");
    add_to_option(command, options->to, "C");
    command.add_flag("--list", options->list, "List the built-in semirings");
    add_input_options(command, options->input);
    add_json_option(command, options->common);
    command.footer(
        "The text is compiled for the CPU by $MERGUS_CC (or c++) and runs with your rights. If --add breaks "
        "a law that\n"
        "it was not declared to break, a warning gives a counter-example. Exit codes: 1 also if the "
        "backends\n"
        "disagree; 3 if the operators crashed, ended the program or exceeded the time limit.\n"
        "\nExamples:\n"
        "  mergus semiring rmat:scale=10 --add 'fmin(x, y)' --mul 'x + y' --identity INFINITY -o c.mtx\n"
        "  mergus semiring a.mtx b.mtx --add max --mul 'x * (y > 0)' --type int32 --backend suitesparse "
        "--backend cuda\n"
        "  mergus semiring a.mtx --add 'x != 0 ? x : y' --not-commutative --identity 0 --mul 'x * y'\n"
        "  mergus semiring a.mtx --add 'x < y ? x : y' --identity INT64_MAX --mul k --result-type int64 "
        "--type bool\n");
    command.callback([options] { start(*options); });
}

} // namespace mergus::tools
