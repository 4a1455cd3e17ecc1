/// \file csv.hpp
/// Edge lists as people have them: CSV and TSV files, plain, gzipped or packed by zstd, whose vertices have
/// names. read_graph (graph.hpp) makes a graph of one.
#pragma once

#include <mergus/export.hpp>
#include <mergus/host_data.hpp>
#include <mergus/io.hpp>
#include <mergus/vertex_names.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mergus {

/// How a CSV file is read. Without options the form of the file is detected in its first 64 KiB.
struct CsvOptions {
    /// Whether the first record has the names of the columns. Not set: it has if a field is a name that
    /// `source`, `target` or `weight` gives, or two are those of `source` and `target` below, or if none of
    /// its fields is a number and a field of the second record is.
    std::optional<bool> header{};
    /// The character between fields; ' ' stands for any number of blanks and tabs. 0: the first of tab,
    /// comma, semicolon and bar that is in the first record, otherwise ' '.
    char separator = 0;
    /// Columns, by their name in the header or by number from 1. Empty: the columns named "source", "src" or
    /// "from" and "target", "dst" or "to", in any case, if there are both; otherwise the columns 1 and 2.
    std::string source{};
    std::string target{}; ///< as `source`
    /// The column of the weights, or "none". Empty: the column named "weight"; without a header, of a file of
    /// three columns, the third one if it is a number in the first record; otherwise there are no weights.
    std::string weight{};
    std::optional<double> blank_weight{}; ///< the weight of a blank field; not set: that is an error
    /// Lines that begin with this character are comments. 0: there are comments at the top of the file only,
    /// lines of '#' or '%' before a blank, another mark or the end of the line.
    char comment = 0;
    /// ids or strings. Not set: ids if all names in the file are 64-bit integers without plus sign and
    /// leading zeros, else strings.
    std::optional<NameKind> names{};
    unsigned threads = 0; ///< as in ReadOptions
    Progress progress{};  ///< called while reading
};

/// The edges of a file between named vertices.
struct NamedEdges {
    Tuples edges;      ///< square, in the order of the file, with its duplicates and loops
    VertexNames names; ///< a name for each vertex, in the order in which they first appear in the file
    std::optional<bool> directed{}; ///< whether edges have a direction, if the file says so
};

/// Reads an edge list of records as in RFC 4180: a field may stand in quotes and then contain separators,
/// ends of lines, and quotes, each of them doubled. Lines end with LF or CR LF. Blank lines are skipped, and
/// so is a byte order mark of UTF-8. Blanks around a field without quotes are dropped. All records have as
/// many fields as the first one. Names are compared byte by byte.
///
/// Weights are integers if all of them are 64-bit integers, else reals. The result does not depend on the
/// number of threads. A record has at most 2^20 bytes, the header 2^16.
///
/// \throws Error io_error; parse_error "FILE:LINE: expected …, found … (column N)", whose column counts bytes
/// from 1; invalid_value for options that contradict each other; out_of_memory.
MERGUS_API NamedEdges read_csv(const std::filesystem::path& file, const CsvOptions& options = {});

/// Writes the entries of a matrix as CSV with the header "source,target,value", or, if `vector` is true,
/// those of its first column with "vertex,value"; without the value for a pattern, and with "real,imaginary"
/// in its place for complex ones. Rows, and columns, are written by their `names` if there are as many names,
/// otherwise by their numbers. Names that need it are put in quotes. A name of the file that ends in .gz is
/// gzipped; the file appears when it is complete, as by write_matrix_market. \throws Error io_error,
/// invalid_index; dimension_mismatch if neither rows nor columns have as many names.
MERGUS_API void write_csv(const std::filesystem::path& file, const Tuples& tuples, const VertexNames& names,
                          bool vector = false);

} // namespace mergus
