/// \file cmd_show.cpp
/// mergus show: the shape and structure of a matrix or graph, with pictures.
#include "command.hpp"
#include "graph_io.hpp"
#include "picture.hpp"
#include "progress.hpp"

#include <mergus/plot.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

namespace mergus::tools {

namespace {

struct Options {
    CommonOptions common;
    InputOptions input;
    std::string matrix;
    std::string svg;
    std::uint64_t cells = 32;
    bool no_pictures = false;
};

Record degrees_of(const std::vector<std::uint64_t>& degrees) {
    std::uint64_t least = degrees.empty() ? 0 : degrees.front(), most = least, sum = 0, empty = 0;
    for (const std::uint64_t degree : degrees) {
        least = std::min(least, degree);
        most = std::max(most, degree);
        sum += degree;
        empty += degree == 0 ? 1 : 0;
    }
    const double mean = degrees.empty() ? 0 : static_cast<double>(sum) / static_cast<double>(degrees.size());
    return {{"least", least}, {"mean", mean}, {"most", most}, {"empty", empty}};
}

void add_degrees(const Csr& matrix, Record& record) {
    std::vector<std::uint64_t> of_rows(matrix.nrows), of_cols(matrix.ncols);
    for (std::uint64_t i = 0; i < matrix.nrows; ++i) of_rows[i] = matrix.row_ptr[i + 1] - matrix.row_ptr[i];
    for (const std::uint64_t col : matrix.cols) ++of_cols[col];
    Record& table = record["entries_per_row_and_column"] = Record::array();
    for (const auto& [name, degrees] : {std::pair{"rows", &of_rows}, {"columns", &of_cols}}) {
        Record row = {{"of", name}};
        row.update(degrees_of(*degrees));
        table.push_back(row);
    }
}

/// Distances of entries from the diagonal, and entries on it.
void add_bandwidth(const Csr& matrix, Record& record) {
    std::uint64_t below = 0, above = 0, diagonal = 0;
    for (std::uint64_t i = 0; i < matrix.nrows; ++i)
        for (std::uint64_t e = matrix.row_ptr[i]; e < matrix.row_ptr[i + 1]; ++e) {
            const std::uint64_t j = matrix.cols[e];
            if (i == j) ++diagonal;
            if (i > j) below = std::max(below, i - j);
            if (j > i) above = std::max(above, j - i);
        }
    record["diagonal_entries"] = diagonal;
    record["lower_bandwidth"] = below;
    record["upper_bandwidth"] = above;
}

/// The share of entries off the diagonal whose mirror position has an entry too.
double symmetry_of(const Csr& matrix) {
    std::uint64_t off_diagonal = 0, mirrored = 0;
    for (std::uint64_t i = 0; i < matrix.nrows; ++i)
        for (std::uint64_t e = matrix.row_ptr[i]; e < matrix.row_ptr[i + 1]; ++e) {
            const std::uint64_t j = matrix.cols[e];
            if (i == j) continue;
            ++off_diagonal;
            const auto row = matrix.cols.begin();
            mirrored += std::binary_search(row + static_cast<std::ptrdiff_t>(matrix.row_ptr[j]),
                                           row + static_cast<std::ptrdiff_t>(matrix.row_ptr[j + 1]), i)
                            ? 1
                            : 0;
        }
    return off_diagonal == 0 ? 1 : static_cast<double>(mirrored) / static_cast<double>(off_diagonal);
}

Matrix<bool> pattern_on_backend(const Session& session, Csr matrix) {
    matrix.field = Field::pattern;
    matrix.integers.clear();
    matrix.reals.clear();
    matrix.complexes.clear();
    return Matrix<bool>::from_csr(session.context(), matrix);
}

void add_components(const Session& session, const Matrix<bool>& graph, Record& record) {
    ProgressBar bar("components");
    const ProgressScope scope(session.options().explain ? ProgressCallback() : bar.steps());
    const auto labels = connected_components(graph);
    std::vector<std::uint64_t> vertices;
    std::vector<std::int64_t> values;
    labels.extract_tuples(vertices, values);
    record["components"] = std::set<std::int64_t>(values.begin(), values.end()).size();
}

void run(const Options& options) {
    const Session session(options.common);
    const Csr matrix = to_csr(combine(load_tuples(options.matrix, options.input, options.common.threads),
                                      options.matrix, options.input, options.common),
                              Duplicates::keep_one, options.common.threads);
    static constexpr const char* fields[] = {"pattern", "integer", "real", "complex"};
    const double positions = static_cast<double>(matrix.nrows) * static_cast<double>(matrix.ncols);
    Record record = {{"matrix", options.matrix},
                     {"rows", matrix.nrows},
                     {"columns", matrix.ncols},
                     {"entries", matrix.nvals()},
                     {"values", fields[static_cast<std::size_t>(matrix.field)]},
                     {"density", positions == 0 ? 0 : static_cast<double>(matrix.nvals()) / positions}};
    add_bandwidth(matrix, record);
    if (matrix.nrows == matrix.ncols) {
        record["symmetry"] = symmetry_of(matrix);
        add_components(session, pattern_on_backend(session, matrix), record);
    }
    add_degrees(matrix, record);
    const std::vector<std::uint64_t> bins = degree_histogram(matrix);
    Record& table = record["rows_by_entries"] = Record::array();
    for (std::size_t bin = 0; bin < bins.size(); ++bin)
        table.push_back({{"entries", bin_label(bin)}, {"rows", bins[bin]}});
    if (!options.svg.empty()) {
        mergus::write_text(options.svg,
                           plot_matrix(pattern_on_backend(session, matrix),
                                       {.title = fmt::format("{}: {} x {}, {} entries", options.matrix,
                                                             matrix.nrows, matrix.ncols, matrix.nvals())}));
        record["svg"] = options.svg;
    }
    const bool pictures = !options.common.json && !options.no_pictures;
    if (pictures) record.erase("rows_by_entries"); // the histogram shows it
    session.print(record);
    if (pictures) {
        constexpr std::size_t histogram_width = 72;
        write_text(stdout, "\n" + spy_text(spy_plot(matrix, options.cells)));
        write_text(stdout, "\nrows by entries\n" + histogram_text(bins, histogram_width));
    }
}

} // namespace

void add_show(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command = program.add_subcommand("show", "Show the structure of a matrix or graph");
    command.add_option("MATRIX", options->matrix, input_help).required();
    command.add_option("--svg", options->svg, "Write the pictures to this file, as SVG").type_name("FILE");
    command.add_option("--cells", options->cells, "Cells of the picture along the longer side (default: 32)")
        .type_name("N")
        .check(whole_number(1, 1000));
    command.add_flag("--no-pictures", options->no_pictures, "Print the numbers alone");
    add_input_options(command, options->input);
    add_common_options(command, options->common);
    command.footer(
        "The picture is darker where more of the positions have an entry. \"symmetry\" is the share "
        "of\nentries off the diagonal whose mirror position has an entry.\n"
        "\nExamples:\n"
        "  mergus show graph.mtx.gz\n"
        "  mergus show rmat:scale=12 --svg rmat.svg\n"
        "  mergus show matrix.mtx --json\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
