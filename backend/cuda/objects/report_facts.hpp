/// \file report_facts.hpp
/// What programs and tests read in reports beside the names of methods (report.hpp): facts, in the method or
/// the reason. It includes nothing, so that tests can include it.
#pragma once

namespace mergus::cuda::facts {

// How the products of an entry are added.
inline constexpr const char *k_in_order = "k in order", *by_atomics = "atomics",
                            *lanes_in_order = "lanes in order", *counted = "counted";

// What a method of products did beside its ordinary work.
inline constexpr const char *blocks_of_B = "B in blocks of columns",
                            *long_rows_by_grid = "long rows by the grid", *one_pass = "one pass";

// Transposes by `partition` (tuning::Partition).
inline constexpr const char *wide_keys = "wide keys", *grouped = "groups of buckets first",
                            *counted_chunks = "chunks counted first";

/// A push that writes the result in one launch, without the workspace.
inline constexpr const char* one_launch = "one launch";

// In place of the name of a method: products in little memory, and operations that have one way on bitmaps.
inline constexpr const char *row_ranges = "row_ranges", *bitmaps = "bitmaps";

/// How a reason begins that describes the storage of operands.
inline constexpr const char* storage = "storage: ";

} // namespace mergus::cuda::facts
