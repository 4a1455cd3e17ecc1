/// \file main.cpp
/// mergus_bench: the command line. Exit status: 0: success, 1: a result was wrong or a matrix could not be
/// loaded, 2: wrong usage.
#include "../backend/frontend/support/diagnostics.hpp"
#include "data_movement.hpp"
#include "generators.hpp"
#include "hypersparse_report.hpp"
#include "methods_report.hpp"
#include "runner.hpp"

#include "../tools/numbers.hpp"

#include <mergus/error.hpp>
#include <mergus/generate.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <map>
#include <string>
#include <utility>

namespace {

// A check of CLI11.
CLI::Validator valid(mergus::tools::Check check) {
    return {std::move(check), ""};
}

using mergus::bench::CheckMode;
using mergus::bench::Options;

void add_options(CLI::App& program, Options& options) {
    program.add_option("MATRIX", options.matrices,
                       "Names of the list (matrices.txt, wide.txt), files (.mtx, .mtx.gz, edge lists), or "
                       "generators such as "
                       "rmat:scale=16,ef=8, stencil:x=1000,y=1000,drop=10");
    program
        .add_option("--set", options.sets,
                    "Matrices of the list: mxm, transpose, rap, tc, bfs, small, operations, wide, "
                    "wide-fit, wide-report, ablation, all")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false) // what follows may be a matrix
        ->type_name("SET");
    program
        .add_option("--op", options.ops,
                    "mxm, mxm-masked, mxm-plan (the values of a product whose pattern is kept), transpose, "
                    "rap, or an algorithm: tc, bfs, bfs64, bfs-algebra, pagerank (time of an "
                    "iteration), components, scc, mst, leiden, sssp, betweenness, betweenness-all, truss, "
                    "truss-numbers, clustering, cores, mis, jaccard, mcl, motifs, graphlets, cliques, "
                    "partition, cover, dominating, a-star, walks, lfr; a row of the set operations, or "
                    "operations for all of them (default: those of the sets, "
                    "else mxm)")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false) // what follows may be a matrix
        ->type_name("NAME");
    program
        .add_option("--backend", options.backends,
                    "A backend of Mergus, cusparse-default, -alg2, -alg3, -reuse, -csr2csc, -spmv, -geam, or "
                    "cusparse for all of "
                    "these (default: all that can run on this machine except cuda-emulated)")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false) // what follows may be a matrix
        ->type_name("NAME");
    program
        .add_option("--without", options.without,
                    "Also times each chosen device backend without this method or accumulator of mxm, or "
                    "each in turn (all), and once more with everything (BACKEND-nothing). Matrices whose "
                    "calls are the same without it are left out")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false) // what follows may be a matrix
        ->type_name("NAME");
    program
        .add_option("--semiring", options.semirings, "Semiring of mxm and mxm-masked (default: plus_times)")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false) // what follows may be a matrix
        ->check(CLI::IsMember(mergus::bench::semiring_names()));
    program.add_option("--type", options.type, "Type of A and B (default: fp64)")
        ->check(CLI::IsMember({"fp64", "fp32"}));
    program.add_option("--data", options.data, "Folder of the list's files (default: MERGUS_DATA)")
        ->envname("MERGUS_DATA")
        ->type_name("DIR");
    program.add_option("--warmup", options.measure.warmup, "Warm-up calls (default: 2)")
        ->check(valid(mergus::tools::whole_number(1, 1000)));
    program.add_option("--repeat", options.measure.repeat, "Timed calls (default: 9)")
        ->check(valid(mergus::tools::whole_number(mergus::bench::min_repeats, 1000000)));
    program
        .add_option("--budget", options.measure.budget_seconds,
                    "Seconds of timed calls for a row; at least 3 calls are timed (default: 2)")
        ->check(valid(mergus::tools::real_number(1e-9, 1e9)));
    program
        .add_option("--longest", options.measure.longest_seconds,
                    "A first call of more seconds, compiling apart, is the only one, and its time counts "
                    "(default: 20)")
        ->check(valid(mergus::tools::real_number(1e-9, 1e9)));
    program
        .add_option("--bandwidth", options.bandwidth_gb_s,
                    "Memory bandwidth for the floors in GB/s (default: that of a copy on the GPU)")
        ->check(valid(mergus::tools::real_number(1e-9, 1e9)));
    program
        .add_option("--link", options.link_gb_s,
                    "Bandwidth between host and GPU for floors of the set operations, in GB/s (default: 55)")
        ->check(valid(mergus::tools::real_number(1e-9, 1e9)));
    program.add_option("--check", options.check.mode, "none, auto or oracle (default: auto)")
        ->transform(CLI::CheckedTransformer(std::map<std::string, CheckMode>{
            {"none", CheckMode::none}, {"auto", CheckMode::automatic}, {"oracle", CheckMode::oracle}}));
    program.add_flag_callback(
        "--no-check", [&options] { options.check.mode = CheckMode::none; }, "The same as --check none");
    program.add_option("--check-products", options.check.oracle_products,
                       "Maximum of products for a comparison with SuiteSparse (default: 30000000)");
    program.add_option("--check-pattern", options.check.pattern_products,
                       "Maximum of products for a comparison of row lengths (default: 2000000000)");
    program.add_option("--check-entries", options.check.oracle_entries,
                       "Maximum of entries for a comparison with SuiteSparse in the set operations (default: "
                       "5000000)");
    program
        .add_option(
            "--report", options.report,
            "memory: the columns about memory, from a few calls. data-movement: bytes that A*A must "
            "move and bytes that schedules move, by a model. methods: the method and accumulators of "
            "each product, from one call. These two measure nothing. hypersparse: times of operations on "
            "the matrix, and on the same entries in 2^60 rows and columns")
        ->check(CLI::IsMember({"memory", "data-movement", "methods", "hypersparse"}));
    program.add_option("--cache", options.cache_bytes, "Bytes of the cache of that report (default: 60 MiB)")
        ->check(valid(mergus::tools::whole_number(4096, 1'000'000'000'000)));
    program.add_option("--csv", options.files.csv, "Append each row to this file as soon as it is measured")
        ->type_name("FILE");
    program.add_option("--json", options.files.json, "Write everything to this file at the end")
        ->type_name("FILE");
    program.add_option("--markdown", options.files.markdown, "Write a report to this file at the end")
        ->type_name("FILE");
    program.footer("Generators:\n" + mergus::generate::spec_help() + mergus::bench::bench_spec_help() +
                   "\nExamples:\n"
                   "  mergus_bench --set small\n"
                   "  mergus_bench --set mxm --csv mxm.csv --markdown mxm.md\n"
                   "  mergus_bench --op tc --op bfs rmat:scale=16,ef=16 --backend suitesparse\n");
}

int fail(const std::string& message, int status) {
    mergus::core::print_stderr("mergus_bench: {}\n", message);
    return status;
}

} // namespace

int main(int argc, char** argv) {
    CLI::App program("Times Mergus beside cuSPARSE and SuiteSparse:GraphBLAS, and checks every result.",
                     "mergus_bench");
    Options options;
    add_options(program, options);
    try {
        program.parse(argc, argv);
        if (options.matrices.empty() && options.sets.empty())
            return fail("USAGE: name a matrix or a --set (see mergus_bench --help)", 2);
        for (int a = 0; a < argc; ++a) options.command_line += (a == 0 ? "" : " ") + std::string(argv[a]);
        // Many rows of short calls: less time for each.
        if (!options.sets.empty() && std::all_of(options.sets.begin(), options.sets.end(),
                                                 [](const auto& set) { return set == "operations"; })) {
            if (program.count("--repeat") == 0) options.measure.repeat = 7;
            if (program.count("--budget") == 0) options.measure.budget_seconds = 0.1;
        }
        if (options.report == "memory") {
            options.measure.warmup = 1;
            options.measure.repeat = mergus::bench::min_repeats;
        }
        if (options.report == "data-movement") return mergus::bench::report_data_movement(options);
        if (options.report == "methods") return mergus::bench::report_methods(options);
        if (options.report == "hypersparse") return mergus::bench::report_hypersparse(options);
        return mergus::bench::run(options);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return program.exit(error);
        return fail(fmt::format("USAGE: {} (see mergus_bench --help)", error.what()), 2);
    } catch (const mergus::Error& error) {
        return fail(error.what(), error.code() == mergus::Code::invalid_value ? 2 : 1);
    } catch (const std::exception& error) {
        return fail(error.what(), 1);
    }
}
