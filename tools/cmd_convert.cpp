/// \file cmd_convert.cpp
/// mergus convert: converts between file formats; optionally symmetrizes and removes loops.
#include "command.hpp"
#include "graph_io.hpp"

#include <fmt/format.h>

#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    CommonOptions common;
    InputOptions input;
    std::string in;
    std::string out;
    std::string to;
    bool symmetrize = false;
    bool no_loops = false;
};

/// Appends entry e of `from` to `to`, at another row and column.
void copy_entry(const Tuples& from, std::size_t e, std::uint64_t row, std::uint64_t col, Tuples& to) {
    to.rows.push_back(row);
    to.cols.push_back(col);
    if (from.field == Field::integer) to.integers.push_back(from.integers[e]);
    if (from.field == Field::real) to.reals.push_back(from.reals[e]);
    if (from.field == Field::complex) to.complexes.push_back(from.complexes[e]);
}

Tuples like(const Tuples& model) {
    Tuples result;
    result.nrows = model.nrows;
    result.ncols = model.ncols;
    result.field = model.field;
    return result;
}

Tuples without_loops(const Tuples& tuples) {
    Tuples result = like(tuples);
    for (std::size_t e = 0; e < tuples.nvals(); ++e)
        if (tuples.rows[e] != tuples.cols[e]) copy_entry(tuples, e, tuples.rows[e], tuples.cols[e], result);
    return result;
}

/// The union of A and its transpose. Of two different values, that from above the diagonal stays: those
/// entries are copied last, and to_csr() keeps the last of duplicates.
Tuples symmetrized(const Tuples& tuples) {
    if (tuples.nrows != tuples.ncols)
        throw Error(Code::dimension_mismatch,
                    fmt::format("--symmetrize needs a square matrix; this one is {} x {}", tuples.nrows,
                                tuples.ncols));
    Tuples both = like(tuples);
    for (const bool above : {false, true}) {
        for (std::size_t e = 0; e < tuples.nvals(); ++e) {
            const std::uint64_t row = tuples.rows[e];
            const std::uint64_t col = tuples.cols[e];
            if ((col > row) != above) continue;
            copy_entry(tuples, e, row, col, both);
            if (row != col) copy_entry(tuples, e, col, row, both);
        }
    }
    return to_tuples(to_csr(both, Duplicates::keep_one));
}

void run(const Options& options) {
    const Format format = output_format(options.out, options.to);
    VertexNames names;
    Tuples tuples =
        combine(load_tuples(options.in, options.input, 0, &names), options.in, options.input, options.common);
    if (options.no_loops) tuples = without_loops(tuples);
    if (options.symmetrize) tuples = symmetrized(tuples);
    save(options.out, format, tuples, names);
    print_record({{"input", options.in},
                  {"rows", tuples.nrows},
                  {"columns", tuples.ncols},
                  {"entries", tuples.nvals()},
                  {"output", options.out}},
                 options.common.json, results_stream(options.out));
}

} // namespace

void add_convert(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command = program.add_subcommand(
        "convert", "Convert between MatrixMarket files, edge lists, CSV, GraphML and GML");
    command.add_option("IN", options->in, input_help).required();
    command
        .add_option("OUT", options->out,
                    "File to write (- for standard output); gzipped if its name ends in .gz")
        .required();
    add_to_option(command, options->to, "OUT");
    command.add_flag(
        "--symmetrize", options->symmetrize,
        "Add the opposite of each edge; of two opposite edges, the one above the diagonal stays");
    command.add_flag("--no-loops", options->no_loops, "Drop the diagonal");
    add_input_options(command, options->input);
    add_json_option(command, options->common);
    command.footer(
        "An edge list states its number of vertices in its first line (\"# Nodes: N Edges: M\"), which "
        "is\nread back. For a list without such a line, --vertices says how many there are.\n"
        "\nExamples:\n"
        "  mergus convert graph.mtx.gz graph.txt\n"
        "  mergus convert snap.txt graph.mtx --symmetrize --no-loops\n"
        "  mergus convert links.txt graph.mtx --vertices 1000\n"
        "  mergus convert log.tsv counts.mtx.gz --duplicates plus\n"
        "  zstd -dc graph.mtx.zst | mergus convert - graph.mtx.gz\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
