/// \file hypersparse.hpp
/// The storage form "hypersparse" of matrices with far more rows or columns than entries: doubly compressed
/// rows (Buluç and Gilbert, On the representation and multiplication of hypersparse matrices, IPDPS 2008). A
/// mergus_matrix has the stored rows and columns, numbered from 0, and the lists here have their ids.
///
/// Invariant: the ids of a list increase and are below the dimension. Every entry is in a stored row and
/// column; a stored row or column may have no entries, so that matrices can share a list. Lists do not
/// change.
#pragma once

#include "device/buffer.hpp"

#include <cstdint>
#include <memory>
#include <utility>

namespace mergus::cuda {

/// Increasing ids, on the device. At least one: an operation on no rows needs no case of its own then.
struct IdList {
    explicit IdList(Array<std::uint64_t>&& list) : ids(std::move(list)) {}
    Array<std::uint64_t> ids;

    [[nodiscard]] std::uint64_t size() const noexcept { return ids.size(); }
    [[nodiscard]] const std::uint64_t* data() const noexcept { return ids.data(); }
};
using Ids = std::shared_ptr<const IdList>; ///< null: row i is stored as row i

/// The shape of a hypersparse matrix, and the ids of its stored rows and columns.
struct Hypersparse {
    std::uint64_t nrows = 0, ncols = 0;
    Ids rows, cols;

    [[nodiscard]] std::uint64_t bytes() const noexcept {
        return ((rows ? rows->size() : 0) + (cols && cols != rows ? cols->size() : 0)) *
               sizeof(std::uint64_t);
    }
};

} // namespace mergus::cuda
