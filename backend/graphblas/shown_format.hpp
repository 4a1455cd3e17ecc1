/// \file shown_format.hpp
/// The format of an object as GxB_SPARSITY_STATUS shows it: the one that SuiteSparse:GraphBLAS chooses for
/// the number of entries, the dimensions and the options of the object (its user guide,
/// GxB_SPARSITY_CONTROL). Programs choose an export by it; how Mergus stores an object is another matter.
#pragma once

#include "call.hpp"

namespace mergus::grb {

/// GxB_HYPERSPARSE, GxB_SPARSE, GxB_BITMAP or GxB_FULL. A row is counted as one with entries only in matrices
/// of few entries; in others each entry counts as one row.
[[nodiscard]] std::int32_t shown_format(const mergus_grb_matrix& A);
/// A vector is never hypersparse.
[[nodiscard]] std::int32_t shown_format(const mergus_grb_vector& u);

/// The object has got arrays of that format, which it shows until its number of entries changes.
void shows(mergus_grb_matrix& A, std::int32_t format, bool by_rows);
void shows(mergus_grb_vector& u, std::int32_t format);

/// The options of a new object of that shape.
[[nodiscard]] std::int32_t new_orientation(std::uint64_t nrows, std::uint64_t ncols) noexcept;
[[nodiscard]] double new_bitmap_switch(std::uint64_t nrows, std::uint64_t ncols) noexcept;

/// The default of GrB_GLOBAL for objects whose smaller dimension has the k-th of the sizes 1, 2, 4, … 64,
/// more.
[[nodiscard]] double default_bitmap_switch(std::size_t k) noexcept;

} // namespace mergus::grb
