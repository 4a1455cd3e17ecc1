/// \file rows_of.cpp
#include "rows_of.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <cstring>
#include <utility>

namespace mergus::blocks {

namespace {

template <class T>
void copy(HostArray<T>& to, std::uint64_t at, const HostArray<T>& from, std::uint64_t first,
          std::uint64_t count) {
    if (count > 0) std::memcpy(to.data() + at, from.data() + first, count * sizeof(T));
}

} // namespace

std::optional<HostArrays> rows_of(const HostArrays& block, std::span<const std::byte> list,
                                  std::uint64_t most_bytes) {
    if (block.is_list) return std::nullopt;
    std::vector<std::uint64_t> rows(list.size() / sizeof(std::uint64_t));
    if (!rows.empty()) std::memcpy(rows.data(), list.data(), rows.size() * sizeof rows[0]);
    HostArrays part;
    part.type = block.type;
    part.shape = {rows.size(), block.shape.ncols, false};
    part.rows.resize(rows.size() + 1);
    std::uint64_t* const ends = part.rows.data();
    ends[0] = 0;
    for (std::size_t n = 0; n < rows.size(); ++n) {
        if (rows[n] >= block.shape.nrows)
            throw Error(Code::panic, fmt::format("another rank asks for row {} of a block of {} rows",
                                                 rows[n], block.shape.nrows));
        ends[n + 1] = ends[n] + block.rows[rows[n] + 1] - block.rows[rows[n]];
    }
    part.nvals = ends[rows.size()];
    const std::uint64_t size = block.type->size, index = block.is_narrow() ? 4 : 8;
    if (part.nvals * (size + index) + 2 * rows.size() * sizeof rows[0] > most_bytes) return std::nullopt;
    block.is_narrow() ? part.narrow_cols.resize(part.nvals) : part.cols.resize(part.nvals);
    part.values.resize(part.nvals * size);
    for (std::size_t n = 0; n < rows.size(); ++n) {
        const std::uint64_t first = block.rows[rows[n]], count = ends[n + 1] - ends[n];
        block.is_narrow() ? copy(part.narrow_cols, ends[n], block.narrow_cols, first, count)
                          : copy(part.cols, ends[n], block.cols, first, count);
        copy(part.values, ends[n] * size, block.values, first * size, count * size);
    }
    return part;
}

HostArrays in_place(HostArrays part, const std::vector<std::uint64_t>& rows, const Shape& shape,
                    HostMemory& memory) {
    part.shape = shape;
    if (part.rows.size() != rows.size() + 1)
        throw Error(Code::device_lost, "another rank has sent other rows than it was asked for");
    HostArray<std::uint64_t> ends;
    ends.resize(shape.nrows + 1, &memory);
    std::uint64_t row = 0;
    for (std::size_t n = 0; n < rows.size(); ++n)
        while (row <= rows[n]) ends.data()[row++] = part.rows[n];
    while (row <= shape.nrows) ends.data()[row++] = part.nvals;
    part.rows = std::move(ends);
    return part;
}

} // namespace mergus::blocks
