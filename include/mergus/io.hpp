/// \file io.hpp
/// Graph and matrix files: MatrixMarket and SNAP edge lists, plain, gzipped, or packed by zstd where the
/// library was built with it (recognised by content, not by name). csv.hpp reads files with names.
/// These functions read into and write from host arrays; read_matrix (read.hpp) makes a matrix of a backend.
/// The file name "-" is standard input or standard output.
#pragma once

#include <mergus/export.hpp>
#include <mergus/host_data.hpp>
#include <mergus/natural.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

namespace mergus {

/// Called repeatedly in the reader's thread with the number of bytes read so far and the size of the file (0
/// if unknown). An exception ends the reading and is passed on to the caller.
using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// How to treat two entries with the same row and column.
enum class Duplicates {
    fail,     ///< parse_error that names the entry
    keep_one, ///< keep the last one in the order of the file
    keep_all  ///< keep all of them; the caller combines them (Matrix::build takes an operator)
};

/// Options of read_matrix_market().
struct ReadOptions {
    Duplicates duplicates = Duplicates::fail; ///< entries at one position
    unsigned threads = 0; ///< 0: MERGUS_THREADS if it is set, otherwise the number of hardware threads
    Progress progress{};  ///< called while reading
};

/// Reads a MatrixMarket file (https://math.nist.gov/MatrixMarket/formats.html): coordinate and array; real,
/// integer, complex, pattern; general, symmetric, skew-symmetric, hermitian. A file of the last three kinds
/// stores the entries on and below the diagonal (skew-symmetric: below). The result has both halves: the
/// entries of the file in its order, then the mirrored ones (skew-symmetric: negated; hermitian:
/// conjugated). The zeros of an array file are entries too.
///
/// Words in upper or lower case, 'double' for 'real', lines that end with CR LF, empty lines and comments
/// anywhere after the first line, and gzip of several members are accepted. Errors are: an entry above the
/// diagonal of a symmetric file, an imaginary part on that of a hermitian one, more or fewer entries than
/// declared, an integer beyond 64 bits, a real too large for a double, unless it is written as inf (a real
/// that is too small becomes 0), a line of more than 2^20 bytes.
///
/// \throws Error io_error; parse_error "FILE:LINE: expected …, found …" for the first fault in the file;
/// out_of_memory. Memory is a small multiple of the file's uncompressed size, whatever its header declares.
/// The result and the error do not depend on the number of threads.
MERGUS_API Tuples read_matrix_market(const std::filesystem::path& file, const ReadOptions& options = {});

/// Options of read_edge_list().
struct EdgeListOptions {
    Duplicates duplicates = Duplicates::keep_one;
    unsigned threads = 0; ///< as in ReadOptions
    Progress progress{};
    /// Vertices of the result; an edge of another vertex is then an error. 0: the number that the file states
    /// or the largest index + 1, whichever is larger.
    std::uint64_t vertices = 0;
};

/// Reads a SNAP edge list: lines "from to" or "from to weight" (all lines alike), blanks or tabs between, '#'
/// or '%' comments, zero-based vertices. A comment before the edges may state the number of vertices, as
/// "# Nodes: 10 Edges: 20" (in the first 64 KiB of the file). The result is square; directed as in the file.
/// Weights are integers if all of them are 64-bit integers, else reals. \throws Error as read_matrix_market.
/// A number of vertices above 2^36 is an error, stated or by an index, and so is a file without edges whose
/// number of vertices is unknown.
MERGUS_API Tuples read_edge_list(const std::filesystem::path& file, const EdgeListOptions& options = {});

/// Options of read_file().
struct FileOptions {
    /// Not set: fail in a MatrixMarket file, keep_one in an edge list.
    std::optional<Duplicates> duplicates{};
    unsigned threads = 0; ///< as in ReadOptions
    Progress progress{};
    /// As in EdgeListOptions. If it is not 0, a MatrixMarket file must have as many rows and columns.
    std::uint64_t vertices = 0;
};

/// Reads a MatrixMarket file or an edge list. A file that begins with "%%MatrixMarket" is a MatrixMarket
/// file. So is a file named .mtx or .mm (also .gz); without that line it is an error. Any other file is read
/// as an edge list. A file of another known format (other compression than gzip, HDF5, MATLAB, XML, Pajek, …)
/// is a parse_error that names the format, here and in the two functions above; each of those refuses the
/// files of the other. \throws Error as read_matrix_market and read_edge_list; dimension_mismatch for a
/// MatrixMarket file of another size than `vertices`
MERGUS_API Tuples read_file(const std::filesystem::path& file, const FileOptions& options = {});

/// Writes "matrix coordinate FIELD general", in the order given; reals with the fewest digits that read back
/// to the same bits (of a NaN only the sign). A name that ends in .gz is gzipped; the bytes do not depend on
/// the number of threads.
///
/// The file appears under its name only when it is complete and stored on the disk (fsync); a file that it
/// replaces keeps its mode, and its owner and group where the user has the permission (hard links, access
/// control lists and extended attributes are not kept). A symbolic link is followed. A target that is not a
/// regular file (a pipe, a device, "-") is written to directly. Where the file system has O_TMPFILE, a
/// process that is killed leaves nothing behind; see also remove_unfinished_files. \throws Error io_error;
/// invalid_index for an entry outside the shape; dimension_mismatch for arrays of different lengths.
MERGUS_API void write_matrix_market(const std::filesystem::path& file, const Tuples& tuples);

/// Writes a SNAP edge list ("from<TAB>to" or "from<TAB>to<TAB>weight"), as write_matrix_market does. Whole
/// reals get ".0", so that they are read as reals. The first line states the numbers of vertices and entries.
/// \throws Error dimension_mismatch also for a matrix that is not square; domain_mismatch for complex
/// values.
MERGUS_API void write_edge_list(const std::filesystem::path& file, const Tuples& tuples);

/// Removes the temporary files of the writers in this process. Async-signal-safe: for the
/// handler of a signal that ends the process. The library itself handles no signals.
MERGUS_API void remove_unfinished_files() noexcept;

/// Sorts by row, then by column, and treats duplicates according to `duplicates` (fail or keep_one;
/// keep_all is invalid_value). Parallel. \throws Error invalid_index for an entry outside the shape,
/// parse_error for a duplicate when told to fail, dimension_mismatch for arrays of different lengths,
/// out_of_memory, before it allocates more than the memory holds: a CSR takes 8 bytes for every row, empty
/// rows included. A matrix with far more rows than entries is better built from its tuples
/// (AnyMatrix::from_tuples).
MERGUS_API Csr to_csr(const Tuples& tuples, Duplicates duplicates = Duplicates::keep_one,
                      unsigned threads = 0);
template <class Number>
requires(!CountingType<Number>) Csr to_csr(const Tuples&, Duplicates, Number)
= delete;

/// The entries of a CSR as tuples. \throws Error dimension_mismatch, invalid_value if the arrays are not a
/// valid CSR.
MERGUS_API Tuples to_tuples(const Csr& csr);

} // namespace mergus
