/// \file graph_io.cpp
/// Loading graphs and matrices, and saving them.
#include "graph_io.hpp"
#include "progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <unistd.h>

namespace mergus::tools {

namespace {

/// What the reader is to do; an operator's name means that it hands all of them on.
Duplicates reader_duplicates(const InputOptions& options, Format format) {
    if (options.duplicates.empty())
        return format == Format::edge_list ? Duplicates::keep_one : Duplicates::fail;
    if (options.duplicates == "fail") return Duplicates::fail;
    return options.duplicates == "keep" ? Duplicates::keep_one : Duplicates::keep_all;
}

bool takes_operator(const InputOptions& options) {
    return !options.duplicates.empty() && options.duplicates != "fail" && options.duplicates != "keep";
}

const mergus_type* field_type(Field field) {
    if (field == Field::pattern) return type_of<bool>();
    if (field == Field::complex) return type_of<complex<double>>();
    return field == Field::integer ? type_of<std::int64_t>() : type_of<double>();
}

Csr run_generator(const std::string& spec) {
    try {
        return generate::from_spec(spec);
    } catch (const Error& error) {
        // A spec is part of the command line, so a wrong one is wrong usage.
        const std::string_view message = error.what();
        if (error.code() == Code::invalid_value)
            throw UsageError(std::string(message.substr(message.find(": ") + 2)));
        throw;
    }
}

} // namespace

Format format_of(const std::filesystem::path& file, const std::string& name, const char* option) {
    if (name == "mtx") return Format::matrix_market;
    if (name == "edges") return Format::edge_list;
    std::filesystem::path stem = file.filename();
    if (stem.extension() == ".gz") stem = stem.stem();
    const std::string extension = stem.extension().string();
    if (extension == ".mtx" || extension == ".mm") return Format::matrix_market;
    for (const char* known : {".txt", ".el", ".edges", ".edgelist", ".tsv", ".snap"})
        if (extension == known) return Format::edge_list;
    throw UsageError(
        fmt::format("the name {} does not tell a format (.mtx, .mm: MatrixMarket; .txt, .el, .edges, "
                    ".edgelist, .tsv, .snap: edge list; each also .gz); say {} mtx or {} edges",
                    file.string(), option, option));
}

Format output_format(const std::filesystem::path& file, const std::string& name) {
    const Format format = format_of(file, name, "--to");
    const std::filesystem::path directory = file.has_parent_path() ? file.parent_path() : ".";
    if (access(directory.c_str(), W_OK) != 0)
        throw Error(Code::io_error,
                    fmt::format("{}: {}", directory.string(), std::generic_category().message(errno)));
    return format;
}

Tuples load_tuples(const std::string& file_or_spec, const InputOptions& options, unsigned threads) {
    if (generate::is_spec(file_or_spec)) return to_tuples(run_generator(file_or_spec));
    if (std::error_code ignored; !std::filesystem::exists(file_or_spec, ignored))
        throw Error(Code::io_error,
                    fmt::format("{}: there is no such file, and no generator of that name", file_or_spec));
    const Format format = format_of(file_or_spec, options.format, "--from");
    const Duplicates duplicates = reader_duplicates(options, format);
    ProgressBar bar(file_or_spec, "MB", 1e6);
    if (format == Format::matrix_market) {
        ReadOptions how;
        how.duplicates = duplicates;
        how.threads = threads;
        how.progress = bar.callback();
        return read_matrix_market(file_or_spec, how);
    }
    EdgeListOptions how;
    how.duplicates = duplicates;
    how.threads = threads;
    how.progress = bar.callback();
    return read_edge_list(file_or_spec, how);
}

Matrix<bool> load_graph(const Session& session, const std::string& file_or_spec,
                        const InputOptions& options) {
    const unsigned threads = session.options().threads;
    if (takes_operator(options))
        parse_binary_op(options.duplicates, type_of<bool>()); // a wrong name is still wrong
    Csr pattern = generate::is_spec(file_or_spec)
                      ? run_generator(file_or_spec)
                      : to_csr(load_tuples(file_or_spec, options, threads), Duplicates::keep_one, threads);
    if (pattern.nrows != pattern.ncols)
        throw Error(Code::dimension_mismatch,
                    fmt::format("{}: an adjacency matrix is square, this one is {} x {}", file_or_spec,
                                pattern.nrows, pattern.ncols));
    pattern.field = Field::pattern; // an edge of weight 0 is an edge
    pattern.integers.clear();
    pattern.reals.clear();
    pattern.complexes.clear();
    return Matrix<bool>::from_csr(session.context(), pattern);
}

AnyMatrix load_matrix(const Session& session, const std::string& file_or_spec, const InputOptions& options,
                      const mergus_type* type) {
    const unsigned threads = session.options().threads;
    if (generate::is_spec(file_or_spec)) {
        const Csr generated = run_generator(file_or_spec);
        return AnyMatrix::from_csr(session.context(), generated,
                                   type != nullptr ? type : field_type(generated.field));
    }
    const Tuples tuples = load_tuples(file_or_spec, options, threads);
    if (type == nullptr) type = field_type(tuples.field);
    if (takes_operator(options))
        return AnyMatrix::from_tuples(session.context(), tuples, type,
                                      parse_binary_op(options.duplicates, type));
    return AnyMatrix::from_csr(session.context(), to_csr(tuples, Duplicates::keep_one, threads), type);
}

Tuples combine(Tuples tuples, const InputOptions& options, const CommonOptions& common) {
    if (!takes_operator(options)) return tuples;
    const mergus_type* type = field_type(tuples.field);
    const BinaryOp op = parse_binary_op(options.duplicates, type);
    const Session session(common);
    return AnyMatrix::from_tuples(session.context(), tuples, type, op).to_tuples();
}

void save(const std::filesystem::path& file, Format format, const Tuples& tuples) {
    if (format == Format::matrix_market) return write_matrix_market(file, tuples);
    if (tuples.nrows != tuples.ncols)
        throw Error(Code::dimension_mismatch,
                    fmt::format("{}: an edge list holds a square matrix, this one is {} x {}", file.string(),
                                tuples.nrows, tuples.ncols));
    write_edge_list(file, tuples);
}

} // namespace mergus::tools
