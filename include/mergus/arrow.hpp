/// \file arrow.hpp
/// Edge lists from tables of Apache Arrow, through its C stream interface: no library of Arrow is needed.
/// Graph::from_edges (graph.hpp) makes a graph of one:
///
///     const Graph graph = Graph::from_edges(context, read_arrow(stream, {.weight = "since"}));
#pragma once

#include <mergus/csv.hpp>
#include <mergus/export.hpp>
#include <mergus/io.hpp>
#include <mergus/vertex_names.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

// The binary interface of https://arrow.apache.org/docs/format/CStreamInterface.html, which every library of
// Arrow declares for itself under these guards.
// NOLINTBEGIN
/// \cond
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4
extern "C" {
/// The type of a column, or of a table, whose columns are the children.
struct ArrowSchema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    struct ArrowSchema** children;
    struct ArrowSchema* dictionary;
    void (*release)(struct ArrowSchema*);
    void* private_data;
};
/// The values of a column, or of some rows of a table.
struct ArrowArray {
    std::int64_t length;
    std::int64_t null_count;
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    const void** buffers;
    struct ArrowArray** children;
    struct ArrowArray* dictionary;
    void (*release)(struct ArrowArray*);
    void* private_data;
};
}
#endif
#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE
extern "C" {
/// A table, some rows after the other.
struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
    int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
    const char* (*get_last_error)(struct ArrowArrayStream*);
    void (*release)(struct ArrowArrayStream*);
    void* private_data;
};
}
#endif
/// \endcond
// NOLINTEND

namespace mergus {

/// How the columns of a table become edges.
struct ArrowOptions {
    /// Columns, by their name or by number from 1. Empty: the columns named "source", "src" or "from" and
    /// "target", "dst" or "to", in any case, if there are both; otherwise the columns 1 and 2.
    std::string source{};
    std::string target{}; ///< as `source`
    /// The column of the weights, or "none". Empty: the column named "weight", if there is one.
    std::string weight{};
    std::optional<double> blank_weight{}; ///< the weight of a null; not set: that is an error
    /// ids or strings. Not set: ids if both columns have integers, else strings.
    std::optional<NameKind> names{};
    unsigned threads = 0; ///< as in ReadOptions
    Progress progress{};  ///< called with the number of rows read so far and 0
};

/// Reads an edge list from a stream of tables, some rows at a time; vertices are numbered as by read_csv.
/// Names are integers of any width up to 2^63 − 1 or strings (utf8, large_utf8, utf8_view, binary, and
/// dictionaries of any of these), weights integers or floats of 32 or 64 bits; booleans are the integers 0
/// and 1. Integers become strings where the other column has strings. Weights are int64 if the column has
/// integers and `blank_weight` is one, else fp64.
///
/// The stream is released when the call ends, also by an exception. The stream is used by the calling thread
/// only, and each array of it is released there once its edges are read. The result does not depend on the
/// number of threads.
///
/// As every consumer of this interface, read_arrow trusts what the stream says of its memory: lengths, and
/// the places of strings. Only the places in a dictionary are compared with its length.
///
/// \throws Error invalid_value for a stream that is released, a column that the table does not have, a row
/// that is null, or a value that cannot be a name or weight: "read_arrow: row 7, column 'who': expected …,
/// found null", where rows count from 0; domain_mismatch for a column of another type; io_error if the stream
/// fails; out_of_memory.
MERGUS_API NamedEdges read_arrow(ArrowArrayStream& stream, const ArrowOptions& options = {});

/// Reads an edge list from a Parquet file, as read_arrow does. Of the file only the columns of the edges are
/// read, a part of them at a time. Arrow decodes them with threads of its own, as many as the machine has, or
/// as OMP_NUM_THREADS says; `threads` of the options bounds only what follows. \throws Error as read_arrow,
/// with the name of the file; parse_error for a file packed by gzip or zstd; not_implemented if Mergus was
/// built without the C++ library of Apache Arrow (MERGUS_PARQUET in CMake); io_error for a file that is
/// damaged.
MERGUS_API NamedEdges read_parquet(const std::filesystem::path& file, const ArrowOptions& options = {});

} // namespace mergus
