/// \file tuple_positions.cpp
#include "tuple_positions.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace mergus::cuda {

namespace {

/// What a piece of the positions contains.
enum Finding : unsigned { outside = 1, equal = 2, descending = 4 };

struct Tuples {
    const std::uint64_t* rows; ///< null for a vector
    const std::uint64_t* cols;
    std::uint64_t nrows, ncols;

    [[nodiscard]] std::uint64_t row(std::uint64_t e) const { return rows == nullptr ? 0 : rows[e]; }

    /// Packs the positions of a piece. \return findings, of each position also in relation to the one before
    template <class Key, bool vector>
    unsigned pack(const Piece& piece, int col_bits) const {
        auto* const keys = reinterpret_cast<Key*>(piece.data[0]);
        const auto key = [&](std::uint64_t e) {
            return static_cast<Key>(vector ? cols[e] : rows[e] << col_bits | cols[e]);
        };
        bool is_outside = false, is_equal = false, is_descending = false;
        const std::uint64_t begin = piece.begin;
        Key before = key(begin == 0 ? 0 : begin - 1);
        for (std::uint64_t e = begin; e < piece.end; ++e) {
            const Key now = key(e);
            keys[e - begin] = now;
            is_outside |= cols[e] >= ncols;
            if constexpr (!vector) is_outside |= rows[e] >= nrows;
            is_descending |= now < before;
            is_equal |= now == before && e != 0;
            before = now;
        }
        return findings(is_outside, is_equal, is_descending);
    }

    /// Copies the positions of a piece, which have too many bits for a key.
    [[nodiscard]] unsigned copy(const Piece& piece) const {
        auto* const row_copies = reinterpret_cast<std::uint64_t*>(piece.data[0]);
        auto* const col_copies = reinterpret_cast<std::uint64_t*>(piece.data[1]);
        bool is_outside = false, is_equal = false, is_descending = false;
        for (std::uint64_t e = piece.begin; e < piece.end; ++e) {
            const std::uint64_t i = row(e), j = cols[e], at = e - piece.begin;
            row_copies[at] = i;
            col_copies[at] = j;
            is_outside |= i >= nrows || j >= ncols;
            if (e == 0) continue;
            is_descending |= i < row(e - 1) || (i == row(e - 1) && j < cols[e - 1]);
            is_equal |= i == row(e - 1) && j == cols[e - 1];
        }
        return findings(is_outside, is_equal, is_descending);
    }

    static unsigned findings(bool is_outside, bool is_equal, bool is_descending) {
        return (is_outside ? outside : 0U) | (is_equal ? equal : 0U) | (is_descending ? descending : 0U);
    }
};

} // namespace

Error position_outside() {
    return {Code::index_out_of_bounds, "a position is outside the matrix"};
}

Coordinates copy_in_positions(Context& context, const MatrixShape& shape, const std::uint64_t* rows,
                              const std::uint64_t* cols, std::uint64_t count) {
    Device& device = context.device;
    const Tuples tuples{shape.is_vector ? nullptr : rows, shape.is_vector ? rows : cols, shape.nrows,
                        shape.ncols};
    Coordinates result;
    result.count = count;
    result.format = KeyFormat(shape);
    const KeyFormat format = result.format;
    result.keys = Buffer(device, count * format.key_bytes());
    std::array<PiecedTarget, 2> targets{{{result.keys.data(), format.key_bytes()}, {nullptr, 8}}};
    if (!format.packed()) {
        result.cols = Buffer(device, count * sizeof(std::uint64_t));
        targets[1].data = result.cols.data();
    }
    std::atomic<unsigned> found{0};
    device.write_pieces({targets.data(), format.packed() ? 1U : 2U}, count, [&](const Piece& piece) {
        unsigned findings = 0;
        if (!format.packed())
            findings = tuples.copy(piece);
        else if (shape.is_vector)
            findings = format.key_bytes() == 4 ? tuples.pack<std::uint32_t, true>(piece, 0)
                                               : tuples.pack<std::uint64_t, true>(piece, 0);
        else
            findings = format.key_bytes() == 4 ? tuples.pack<std::uint32_t, false>(piece, format.col_bits)
                                               : tuples.pack<std::uint64_t, false>(piece, format.col_bits);
        found.fetch_or(findings, std::memory_order_relaxed);
    });
    if ((found & outside) != 0) throw position_outside();
    result.ascending = (found & descending) == 0;
    result.distinct = (found & (descending | equal)) == 0;
    return result;
}

void copy_out_tuples(Device& device, const std::array<TupleArray, 3>& arrays, std::uint64_t count) {
    std::array<PiecedArray, 3> sources{};
    std::array<TupleArray, 3> copied{};
    std::size_t n = 0;
    for (const TupleArray& array : arrays) {
        if (array.to == nullptr) continue;
        sources[n] = {array.from, array.size};
        copied[n++] = array;
    }
    device.read_pieces({sources.data(), n}, count, [&](const Piece& piece) {
        const std::uint64_t length = piece.end - piece.begin;
        for (std::size_t a = 0; a < n; ++a) {
            const TupleArray& array = copied[a];
            if (array.index && array.size == 4)
                std::copy_n(reinterpret_cast<const std::uint32_t*>(piece.data[a]), length,
                            static_cast<std::uint64_t*>(array.to) + piece.begin);
            else
                std::memcpy(static_cast<std::byte*>(array.to) + piece.begin * array.size, piece.data[a],
                            length * array.size);
        }
    });
}

} // namespace mergus::cuda
