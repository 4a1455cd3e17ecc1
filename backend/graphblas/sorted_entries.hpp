/// \file sorted_entries.hpp
/// The order of entries that a program packs.
#pragma once

#include "memory.hpp"

#include <span>

namespace mergus::grb {

/// The arrays of entries in lines, with increasing indices in each line. The program's arrays stay as they
/// are: if the order changes, the entries are copied.
class SortedEntries {
public:
    /// Line k has the entries offsets[k] to offsets[k + 1] − 1. \param jumbled: they may come in any order.
    /// \param size: bytes of a value; 0 if one value is that of all entries
    SortedEntries(std::span<const GrB_Index> offsets, GrB_Index* indices, void* values, std::uint64_t size,
                  bool jumbled);
    [[nodiscard]] GrB_Index* indices() const noexcept;
    [[nodiscard]] void* values() const noexcept;
    /// An object has these arrays now; frees those of the program that were copied.
    void moved() noexcept;

private:
    GrB_Index* given_indices_;
    void* given_values_;
    ProgramArray copied_indices_, copied_values_; ///< or null
};

} // namespace mergus::grb
