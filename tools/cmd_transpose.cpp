/// \file cmd_transpose.cpp
/// mergus transpose: transposes a matrix.
#include "command.hpp"
#include "graph_io.hpp"

#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    CommonOptions common;
    InputOptions input;
    std::string a;
    std::string output;
    std::string to;
};

void run(const Options& options) {
    const Format format = output_format(options.output, options.to);
    Session session(options.common);
    const Stopwatch load;
    const AnyMatrix A = load_matrix(session, options.a, options.input, nullptr);
    AnyMatrix C(session.context(), A.type(), A.ncols(), A.nrows());
    session.context().wait();
    const double load_seconds = load.seconds();

    const Stopwatch exchange;
    transpose(C, A);
    session.context().wait();
    const double transpose_seconds = exchange.seconds();

    save(options.output, format, C.to_tuples());
    session.print({{"backend", session.context().backend()},
                   {"type", type_name(C.type())},
                   {"rows", C.nrows()},
                   {"columns", C.ncols()},
                   {"entries", C.nvals()},
                   {"load_seconds", load_seconds},
                   {"transpose_seconds", transpose_seconds},
                   {"output", options.output}},
                  results_stream(options.output));
}

} // namespace

void add_transpose(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command = program.add_subcommand("transpose", "Transpose a matrix");
    command.add_option("A", options->a, input_help).required();
    command.add_option("-o,--output", options->output, "File to write (- for standard output)")
        .type_name("FILE")
        .required();
    add_to_option(command, options->to, "the output");
    add_input_options(command, options->input);
    add_common_options(command, options->common);
    command.footer("Examples:\n"
                   "  mergus transpose a.mtx -o at.mtx\n"
                   "  mergus transpose web.txt.gz -o reversed.txt.gz\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
