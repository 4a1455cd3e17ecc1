/// \file join_rows.cpp
#include "join_rows.hpp"

#include <algorithm>
#include <cstring>

namespace mergus::blocks {

namespace {

template <class T>
void copy(HostArray<T>& to, std::uint64_t at, const HostArray<T>& from, std::uint64_t count) {
    if (count > 0) std::memcpy(to.data() + at, from.data(), count * sizeof(T));
}

} // namespace

bool can_join_rows(const std::vector<PlacedBlock>& blocks) {
    return std::none_of(blocks.begin(), blocks.end(), [](const PlacedBlock& one) {
        return is_long(one.block->shape().nrows, one.block->nvals());
    });
}

LocalPtr join_rows(mergus_context& context, Cache& cache, const mergus_type* type, const Shape& shape,
                   const std::vector<PlacedBlock>& blocks) {
    HostArrays all;
    all.type = type;
    all.shape = shape;
    for (const PlacedBlock& one : blocks) all.nvals += one.block->nvals();
    all.rows.resize(shape.nrows + 1);
    all.is_narrow() ? all.narrow_cols.resize(all.nvals) : all.cols.resize(all.nvals);
    all.values.resize(all.nvals * type->size);
    std::uint64_t* const ends = all.rows.data();
    std::uint64_t row = 0, entry = 0;
    for (const PlacedBlock& one : blocks) {
        while (row <= one.row) ends[row++] = entry;
        const std::lock_guard lock(context.residency); // the arrays may go to a file otherwise
        const HostArrays& part = one.block->on_host();
        for (std::uint64_t n = 1; n <= part.shape.nrows; ++n) ends[row++] = entry + part.rows[n];
        copy(all.narrow_cols, entry, part.narrow_cols, part.narrow_cols.size());
        copy(all.cols, entry, part.cols, part.cols.size());
        copy(all.values, entry * type->size, part.values, part.nvals * type->size);
        entry += part.nvals;
    }
    while (row <= shape.nrows) ends[row++] = entry;
    cache.traffic.in += all.bytes();
    return to_device(cache.device(), all);
}

} // namespace mergus::blocks
