/// \file readers.hpp
/// Readers of each format, for open files.
#pragma once

#include "input.hpp"

#include <mergus/io.hpp>

namespace mergus::core {

/// What a reader of a part says of it.
struct PartRead {
    std::uint64_t declared = 0; ///< entries of the whole file; 0: not declared
    std::uint64_t stored = 0;   ///< entries in the part
    std::uint64_t columns = 0;  ///< of an edge list: 2 or 3; 0 without edges
};

/// \param part other than the whole: entries are not counted and duplicates are kept; what cannot be cut
/// (gzip, array files) is in part 0. Lines in messages are counted from the part. \throws Error as
/// mergus::read_matrix_market
Tuples read_matrix_market(InputFile& file, LineSource& lines, const ReadOptions& options,
                          const FilePart& part = {}, PartRead* read = nullptr);

/// The same. \throws Error as mergus::read_edge_list
Tuples read_edge_list(InputFile& file, LineSource& lines, const EdgeListOptions& options,
                      const FilePart& part = {}, PartRead* read = nullptr);

/// A part of a file of either format, by its content and name, with duplicates. \throws Error as read_file
Tuples read_part(const std::filesystem::path& path, const FileOptions& options, const FilePart& part,
                 PartRead& read);

} // namespace mergus::core
