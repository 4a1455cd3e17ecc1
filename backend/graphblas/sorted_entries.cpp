/// \file sorted_entries.cpp
#include "sorted_entries.hpp"

#include "pack.hpp"

#include <algorithm>
#include <numeric>

namespace mergus::grb {

namespace {

/// Sorts entries begin to end by their indices, and their values if `values` is not null.
void sort_entries(GrB_Index* indices, unsigned char* values, std::uint64_t size, std::uint64_t begin,
                  std::uint64_t end) {
    if (std::is_sorted(indices + begin, indices + end)) return;
    std::vector<std::uint64_t> order(end - begin);
    std::iota(order.begin(), order.end(), begin);
    std::ranges::sort(order, {}, [&](std::uint64_t entry) { return indices[entry]; });
    const std::vector<GrB_Index> old_indices(indices + begin, indices + end);
    for (std::size_t k = 0; k < order.size(); ++k) indices[begin + k] = old_indices[order[k] - begin];
    if (values == nullptr) return;
    const std::vector<unsigned char> old_values(values + begin * size, values + end * size);
    for (std::size_t k = 0; k < order.size(); ++k)
        std::memcpy(values + (begin + k) * size, old_values.data() + (order[k] - begin) * size, size);
}

} // namespace

SortedEntries::SortedEntries(std::span<const GrB_Index> offsets, GrB_Index* indices, void* values,
                             std::uint64_t size, bool jumbled)
    : given_indices_(indices), given_values_(values) {
    const std::size_t lines = offsets.size() - 1;
    const auto is_sorted = [&](std::size_t line) {
        return std::is_sorted(indices + offsets[line], indices + offsets[line + 1]);
    };
    std::size_t first = 0; // the first line that is not sorted
    while (jumbled && first < lines && is_sorted(first)) ++first;
    if (!jumbled || first == lines) return;
    const std::uint64_t nvals = offsets[lines];
    copied_indices_ = copy_indices(indices, nvals);
    if (size != 0) {
        copied_values_ = new_array(nvals, size);
        std::memcpy(copied_values_.get(), values, nvals * size);
    }
    for (std::size_t line = first; line < lines; ++line)
        sort_entries(this->indices(), static_cast<unsigned char*>(copied_values_.get()), size, offsets[line],
                     offsets[line + 1]);
}

GrB_Index* SortedEntries::indices() const noexcept {
    return copied_indices_ != nullptr ? static_cast<GrB_Index*>(copied_indices_.get()) : given_indices_;
}
void* SortedEntries::values() const noexcept {
    return copied_values_ != nullptr ? copied_values_.get() : given_values_;
}

void SortedEntries::moved() noexcept {
    if (copied_indices_ != nullptr) FreeArray{}(given_indices_);
    if (copied_values_ != nullptr) FreeArray{}(given_values_);
    static_cast<void>(copied_indices_.release());
    static_cast<void>(copied_values_.release());
}

} // namespace mergus::grb
