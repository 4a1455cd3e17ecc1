/// \file graph_io.cpp
/// Loading and saving graphs and matrices.
#include "graph_io.hpp"
#include "named_io.hpp"
#include "progress.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cerrno>
#include <optional>
#include <system_error>
#include <utility>

namespace mergus::tools {

namespace {

namespace fs = std::filesystem;

/// How the reader treats duplicates; with an operator it keeps all.
std::optional<Duplicates> reader_duplicates(const InputOptions& options) {
    if (options.duplicates.empty()) return std::nullopt;
    if (options.duplicates == "fail") return Duplicates::fail;
    return options.duplicates == "keep" ? Duplicates::keep_one : Duplicates::keep_all;
}

/// With the default of files with names: weights of duplicates are added.
InputOptions with_default(const std::string& file_or_spec, InputOptions options) {
    if (options.duplicates.empty() && !generate::is_spec(file_or_spec) && has_names(file_or_spec, options))
        options.duplicates = "plus";
    return options;
}

bool takes_operator(const InputOptions& options) {
    return !options.duplicates.empty() && options.duplicates != "fail" && options.duplicates != "keep";
}

BinaryOp operator_of(const InputOptions& options, const mergus_type* type) {
    const std::string& name = options.duplicates;
    return parse_binary_op(name == "count" ? "plus" : name == "last" ? "second" : name, type);
}

/// Each entry is 1.
void count_entries(Tuples& tuples) {
    tuples.field = Field::integer;
    tuples.reals = {};
    tuples.complexes = {};
    tuples.integers.assign(tuples.nvals(), 1);
}

const mergus_type* field_type(Field field) {
    if (field == Field::pattern) return type_of<bool>();
    if (field == Field::complex) return type_of<complex<double>>();
    return field == Field::integer ? type_of<std::int64_t>() : type_of<double>();
}

/// --vertices is for edge lists; other inputs have a size of their own.
void require_vertices(const std::string& name, std::uint64_t nrows, std::uint64_t ncols,
                      const InputOptions& options) {
    if (options.vertices == 0 || (nrows == options.vertices && ncols == options.vertices)) return;
    throw Error(Code::dimension_mismatch,
                fmt::format("{}: the matrix is {} x {}; --vertices {} is for edge lists", name, nrows, ncols,
                            options.vertices));
}

/// \throws Error io_error. \param name not the spec of a generator
void require_exists(const std::string& name) {
    if (std::error_code ignored; name == "-" || fs::exists(name, ignored)) return;
    throw Error(Code::io_error, fmt::format("{}: no such file, and no generator of that name; generators: {}",
                                            name, fmt::join(generate::names(), ", ")));
}

bool is_standard_output(const fs::path& file) {
    return file == "-" || file == "/dev/stdout";
}

/// Whether the file is a pipe, a device or standard output, whose names have no extension.
bool is_stream(const fs::path& file) {
    if (is_standard_output(file)) return true;
    std::error_code ignored;
    const fs::file_status status = fs::status(file, ignored);
    return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

Format format_by_name(const fs::path& file) {
    const std::string extension = extension_of(file);
    if (extension == ".csv") return Format::csv;
    if (extension == ".graphml") return Format::graphml;
    if (extension == ".gml") return Format::gml;
    if (extension == ".mtx" || extension == ".mm") return Format::matrix_market;
    for (const char* known : {".txt", ".el", ".edges", ".edgelist", ".tsv", ".snap"})
        if (extension == known) return Format::edge_list;
    if (is_stream(file)) return Format::matrix_market;
    throw UsageError(fmt::format("unknown file extension: {} (.mtx, .mm: MatrixMarket; .txt, .el, .edges, "
                                 ".edgelist, .tsv, .snap: edge "
                                 "list; .csv; .graphml; .gml; each also .gz); add --to mtx or --to edges",
                                 file.string()));
}

void require_writable(const fs::path& file) {
    if (is_standard_output(file)) return;
    const auto fail = [](const fs::path& what, int error) {
        throw Error(Code::io_error, fmt::format("cannot write {}: {}", what.string(),
                                                std::generic_category().message(error)));
    };
    std::error_code ignored;
    if (fs::exists(file, ignored) && access(file.c_str(), W_OK) != 0) fail(file, errno);
    if (is_stream(file)) return;
    const fs::path target = fs::weakly_canonical(file, ignored); // of a link
    const fs::path directory = target.has_parent_path() ? target.parent_path() : ".";
    if (access(directory.c_str(), W_OK) != 0) fail(directory, errno);
}

/// Whether row offsets take more memory than the entries, because most rows are empty. Backends
/// build such a matrix from tuples, and may store it without row offsets.
bool is_hypersparse(const Tuples& tuples) {
    constexpr std::uint64_t few = std::uint64_t{1} << 24;
    return tuples.nrows > few && tuples.nrows / 16 > tuples.nvals();
}

} // namespace

Csr run_generator(const std::string& spec, const InputOptions& options) {
    try {
        Csr generated = generate::from_spec(spec);
        require_vertices(spec, generated.nrows, generated.ncols, options);
        return generated;
    } catch (const Error& error) {
        // A wrong spec is a wrong command line.
        const std::string_view message = error.what();
        if (error.code() == Code::invalid_value)
            throw UsageError(std::string(message.substr(message.find(": ") + 2)));
        throw;
    }
}

Format output_format(const fs::path& file, const std::string& name) {
    if (std::error_code ignored; fs::is_directory(file, ignored))
        throw Error(Code::io_error, fmt::format("cannot write {}: it is a directory", file.string()));
    const Format format = name == "mtx"       ? Format::matrix_market
                          : name == "edges"   ? Format::edge_list
                          : name == "csv"     ? Format::csv
                          : name == "graphml" ? Format::graphml
                          : name == "gml"     ? Format::gml
                                              : format_by_name(file);
    require_writable(file);
    return format;
}

std::FILE* results_stream(const fs::path& output) {
    return is_standard_output(output) ? stderr : stdout;
}

namespace {

Tuples load_any(const std::string& file_or_spec, const InputOptions& options, unsigned threads,
                VertexNames* names) {
    if (generate::is_spec(file_or_spec)) return to_tuples(run_generator(file_or_spec, options));
    static bool standard_input_read = false;
    if (file_or_spec == "-" && std::exchange(standard_input_read, true))
        throw UsageError("- (standard input) can be read only once; name a file for the other matrices");
    require_exists(file_or_spec);
    if (has_names(file_or_spec, options)) {
        NamedEdges named = load_named(file_or_spec, options, threads);
        if (names != nullptr) *names = std::move(named.names);
        if (const std::optional<Duplicates> duplicates = reader_duplicates(options);
            duplicates && *duplicates != Duplicates::keep_all)
            return to_tuples(to_csr(named.edges, *duplicates, threads));
        return std::move(named.edges);
    }
    const std::optional<Duplicates> duplicates = reader_duplicates(options);
    ProgressBar bar(file_or_spec, "MB", 1e6);
    if (options.format == "mtx") {
        ReadOptions how;
        how.duplicates = duplicates.value_or(how.duplicates);
        how.threads = threads;
        how.progress = bar.callback();
        Tuples tuples = read_matrix_market(file_or_spec, how);
        require_vertices(file_or_spec, tuples.nrows, tuples.ncols, options);
        return tuples;
    }
    if (options.format == "edges") {
        EdgeListOptions how;
        how.duplicates = duplicates.value_or(how.duplicates);
        how.threads = threads;
        how.progress = bar.callback();
        how.vertices = options.vertices;
        return read_edge_list(file_or_spec, how);
    }
    return read_file(file_or_spec, {duplicates, threads, bar.callback(), options.vertices});
}

} // namespace

Tuples load_tuples(const std::string& file_or_spec, const InputOptions& options, unsigned threads,
                   VertexNames* names) {
    Tuples tuples = load_any(file_or_spec, options, threads, names);
    if (options.duplicates == "count") count_entries(tuples);
    return tuples;
}

namespace {

/// The tuples have no duplicates.
AnyMatrix make_matrix(const Session& session, const Tuples& tuples, const mergus_type* type) {
    if (is_hypersparse(tuples)) return AnyMatrix::from_tuples(session.context(), tuples, type);
    return AnyMatrix::from_csr(session.context(),
                               to_csr(tuples, Duplicates::keep_one, session.options().threads), type);
}

} // namespace

Matrix<bool> load_graph(const Session& session, const std::string& file_or_spec, const InputOptions& options,
                        VertexNames* names) {
    const unsigned threads = session.options().threads;
    if (takes_operator(options)) operator_of(options, type_of<bool>()); // reports an unknown name
    Tuples edges;
    Csr generated;
    const bool is_generated = generate::is_spec(file_or_spec);
    if (is_generated)
        generated = run_generator(file_or_spec, options);
    else
        edges = load_tuples(file_or_spec, options, threads, names);
    const auto make_pattern = [&](auto& host) { // edges of weight 0 count
        if (host.nrows != host.ncols)
            throw Error(Code::dimension_mismatch,
                        fmt::format("{}: an adjacency matrix must be square, this one is {} x {}",
                                    file_or_spec, host.nrows, host.ncols));
        host.field = Field::pattern;
        host.integers.clear();
        host.reals.clear();
        host.complexes.clear();
    };
    if (is_generated) {
        make_pattern(generated);
        return Matrix<bool>::from_csr(session.context(), generated);
    }
    make_pattern(edges);
    if (is_hypersparse(edges))
        return Matrix<bool>::from_tuples(session.context(), edges, parse_binary_op("lor", type_of<bool>()));
    return Matrix<bool>::from_csr(session.context(), to_csr(edges, Duplicates::keep_one, threads));
}

AnyMatrix load_matrix(const Session& session, const std::string& file_or_spec, const InputOptions& given,
                      const mergus_type* type, VertexNames* names) {
    const InputOptions options = with_default(file_or_spec, given);
    const unsigned threads = session.options().threads;
    if (generate::is_spec(file_or_spec)) {
        const Csr generated = run_generator(file_or_spec, options);
        return AnyMatrix::from_csr(session.context(), generated,
                                   type != nullptr ? type : field_type(generated.field));
    }
    const Tuples tuples = load_tuples(file_or_spec, options, threads, names);
    if (type == nullptr) type = field_type(tuples.field);
    if (takes_operator(options))
        return AnyMatrix::from_tuples(session.context(), tuples, type, operator_of(options, type));
    return make_matrix(session, tuples, type);
}

Tuples combine(Tuples tuples, const std::string& file_or_spec, const InputOptions& given,
               const CommonOptions& common) {
    const InputOptions options = with_default(file_or_spec, given);
    if (!takes_operator(options)) return tuples;
    const mergus_type* type = field_type(tuples.field);
    const BinaryOp op = operator_of(options, type);
    const Session session(common);
    return AnyMatrix::from_tuples(session.context(), tuples, type, op).to_tuples();
}

void save(const std::filesystem::path& file, Format format, const Tuples& tuples, const VertexNames& names,
          bool vector) {
    if (format == Format::matrix_market) return write_matrix_market(file, tuples);
    if (format == Format::csv) return write_csv(file, tuples, names, vector);
    if (tuples.nrows != tuples.ncols)
        throw Error(Code::dimension_mismatch,
                    fmt::format("{}: the matrix of an edge list must be square, this one is {} x {}",
                                file.string(), tuples.nrows, tuples.ncols));
    if (format == Format::graphml) return write_graphml(file, tuples, names);
    if (format == Format::gml) return write_gml(file, tuples, names);
    write_edge_list(file, tuples);
}

void save_searches(const std::filesystem::path& file, Format format, Tuples tuples,
                   const std::vector<std::uint64_t>& sources, const VertexNames& names) {
    if (format == Format::csv) {
        for (std::uint64_t& row : tuples.rows) row = sources[row];
        tuples.nrows = tuples.ncols;
    }
    save(file, format, tuples, names);
}

} // namespace mergus::tools
