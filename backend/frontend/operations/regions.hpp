/// \file regions.hpp
/// Regions of matrices and vectors: the index lists of assign and extract.
#pragma once

#include "checks.hpp"

#include <mergus/indices.hpp>
#include <mergus/plugin.h>

#include <cstdint>
#include <vector>

namespace mergus::core {

/// The shape of the region that index lists select from a matrix.
inline Shape region(Shape whole, const Indices& rows, const Indices& cols) {
    return {rows.all() ? whole.nrows : rows.list().size(), cols.all() ? whole.ncols : cols.list().size(),
            whole.is_vector};
}

/// Whether the lists are the same array, of indices below the same limit: then one check is enough.
inline bool is_one_list(const Indices& rows, const Indices& cols, Shape whole) {
    return rows.list().data() == cols.list().data() && rows.list().size() == cols.list().size() &&
           whole.nrows == whole.ncols;
}

/// A list of one index.
inline Indices single(std::uint64_t index) {
    return std::vector<std::uint64_t>{index};
}

/// Index lists as arguments of a backend. A null list means all indices, so an empty list needs an address.
inline void put_indices(mergus_call& call, const Indices& rows, const Indices& cols) {
    static constexpr std::uint64_t none = 0;
    const auto address = [](const Indices& list) {
        return list.all() ? nullptr : list.list().empty() ? &none : list.list().data();
    };
    call.rows = address(rows);
    call.nrows = rows.list().size();
    call.cols = address(cols);
    call.ncols = cols.list().size();
}

} // namespace mergus::core
