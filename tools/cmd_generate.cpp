/// \file cmd_generate.cpp
/// mergus generate: writes a generated matrix to a file.
#include "command.hpp"
#include "graph_io.hpp"

#include <fmt/format.h>

#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    CommonOptions common;
    std::string spec;
    std::string output;
    std::string to;
};

void run(const Options& options) {
    const Format format = output_format(options.output, options.to);
    const Stopwatch watch;
    const Tuples tuples = to_tuples(run_generator(options.spec));
    const double generate_seconds = watch.seconds();
    const Stopwatch write;
    save(options.output, format, tuples);
    print_record({{"graph", options.spec},
                  {"rows", tuples.nrows},
                  {"columns", tuples.ncols},
                  {"entries", tuples.nvals()},
                  {"generate_seconds", generate_seconds},
                  {"write_seconds", write.seconds()},
                  {"output", options.output}},
                 options.common.json, results_stream(options.output));
}

} // namespace

void add_generate(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command = program.add_subcommand("generate", "Write a generated graph or matrix to a file");
    command.add_option("SPEC", options->spec, "Generator and its parameters: NAME:KEY=VALUE,...").required();
    command.add_option("-o,--output", options->output, "File to write (- for standard output)")
        .type_name("FILE")
        .required();
    add_to_option(command, options->to, "the output");
    add_json_option(command, options->common);
    command.footer("The same spec gives the same matrix on every machine.\n\nGenerators:\n" +
                   generate::spec_help() +
                   "\n\nExamples:\n"
                   "  mergus generate rmat:scale=16,ef=16,seed=1 -o graph.mtx.gz\n"
                   "  mergus generate poisson2d5:n=256 -o poisson.mtx\n"
                   "  mergus generate er:rows=1000,degree=4 -o - | mergus tc -\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
