/// \file powerlaw.cpp
/// Matrices whose row lengths and column counts follow power laws. The row of rank r (from 1) has a length
/// proportional to r^(-1/(exponent-1)), which is the rank-size form of lengths with density d^-exponent.
/// Columns are drawn with the same weights, by their own ranks. Ranks are randomly assigned to rows and
/// columns.
#include "inverse_power.hpp"
#include "memory_errors.hpp"
#include "rows.hpp"

#include <mergus/generate.hpp>

#include <algorithm>
#include <atomic>
#include <bit>

namespace mergus::generate {

namespace {

using Indices = std::vector<std::uint64_t>;

/// The product of these limits, the maximum sum of lengths, fits 64 bits.
constexpr std::uint64_t most_rows = 0xffffffffU;

Indices weights_by_rank(const InversePower& power, std::uint64_t size) {
    Indices weights(size);
    for_rows(size, [&](std::uint64_t rank) { weights[rank] = power(rank + 1); });
    return weights;
}

/// The lengths of the rows: min(scale · weight, number of columns), rounded randomly so that the mean is
/// exact. The scale is the largest for which the sum does not exceed the requested number of entries.
class RowLengths {
public:
    RowLengths(const InversePower& power, std::uint64_t rows, std::uint64_t cols, std::uint64_t entries,
               std::uint64_t seed)
        : cols_(cols), rounding_(seed, length_stream), weights_(weights_by_rank(power, rows)) {
        require(sum(~std::uint64_t{0}) >= entries, "powerlaw",
                "degree is too near to cols for this exponent: the shortest rows cannot be that long");
        for (std::uint64_t bit = std::uint64_t{1} << 63; bit != 0; bit >>= 1) {
            if (sum(scale_ | bit) <= entries) scale_ |= bit;
        }
    }

    [[nodiscard]] std::uint64_t operator()(std::uint64_t rank) const { return length(scale_, rank); }

private:
    static constexpr unsigned scale_bits = 24; // the scale is a multiple of 2^-24

    [[nodiscard]] std::uint64_t length(std::uint64_t scale, std::uint64_t rank) const {
        const Wide exact = Wide{scale} * weights_[rank] >> (scale_bits + InversePower::fraction_bits - 64);
        const Wide rounded = (exact + rounding_.at(rank)) >> 64;
        return static_cast<std::uint64_t>(std::min<Wide>(rounded, cols_));
    }

    [[nodiscard]] std::uint64_t sum(std::uint64_t scale) const {
        std::atomic<std::uint64_t> total{0};
        core::parallel_for(weights_.size(), std::uint64_t{1} << 14, 0,
                           [&](std::uint64_t begin, std::uint64_t end) {
                               std::uint64_t part = 0;
                               for (std::uint64_t rank = begin; rank < end; ++rank)
                                   part += length(scale, rank);
                               total += part;
                           });
        return total;
    }

    std::uint64_t cols_;
    Stream rounding_;
    Indices weights_;
    std::uint64_t scale_ = 0;
};

/// Draws columns by the weights of their ranks.
class SkewedColumns {
public:
    SkewedColumns(const InversePower& power, std::uint64_t cols, std::uint64_t seed)
        : ends_(weights_by_rank(power, cols)), label_(cols, Stream(seed, column_order_stream)) {
        Wide total = 0;
        for (const std::uint64_t weight : ends_) total += weight;
        unsigned shift = 0;
        while ((total >> shift >> 63) != 0) ++shift;
        Wide sum = 0;
        for (std::uint64_t& end : ends_) end = static_cast<std::uint64_t>((sum += end) >> shift);
        // guide_[k] is the rank at the fraction k / 2^guide_bits_. A finer table would shorten the search,
        // but would not fit the caches.
        guide_bits_ = std::max(5U, static_cast<unsigned>(std::bit_width(cols))) - 4;
        guide_.resize((std::size_t{1} << guide_bits_) + 1, cols - 1);
        for_rows(guide_.size() - 1, [&](std::uint64_t k) {
            guide_[k] = search(multiply_high(k << (64 - guide_bits_), ends_.back()), 0, cols - 1);
        });
    }

    /// `length` distinct columns, sorted. The k-th rank is drawn from the k-th of `length` equal parts of the
    /// distribution, so ranks are ascending. If a rank is already used, the next free rank is taken.
    void draw(const Stream& stream, std::uint64_t length, Indices& columns) const {
        columns.resize(length);
        if (length == 0) return;
        const Wide part = (Wide{1} << 64) / length;
        std::uint64_t free = 0; // the lowest free rank
        for (std::uint64_t k = 0; k < length; ++k) {
            const auto fraction = static_cast<std::uint64_t>(part * k + (part * stream.at(k) >> 64));
            // Enough ranks must remain for the remaining columns.
            const std::uint64_t most = ends_.size() - (length - k);
            const std::uint64_t rank = std::min(std::max(rank_at(fraction), free), most);
            free = rank + 1;
            columns[k] = label_(rank);
        }
        std::sort(columns.begin(), columns.end());
    }

private:
    /// The first rank in low … high whose end is greater than `point`.
    [[nodiscard]] std::uint64_t search(std::uint64_t point, std::uint64_t low, std::uint64_t high) const {
        const auto begin = ends_.begin();
        return static_cast<std::uint64_t>(std::upper_bound(begin + static_cast<std::ptrdiff_t>(low),
                                                           begin + static_cast<std::ptrdiff_t>(high), point) -
                                          begin);
    }

    [[nodiscard]] std::uint64_t rank_at(std::uint64_t fraction) const {
        const std::uint64_t k = fraction >> (64 - guide_bits_);
        return search(multiply_high(fraction, ends_.back()), guide_[k], guide_[k + 1]);
    }

    Indices ends_; ///< Inclusive prefix sums of the weights.
    Permutation label_;
    Indices guide_;
    unsigned guide_bits_ = 0;
};

Csr make_powerlaw(std::uint64_t rows, std::uint64_t cols, double degree, double exponent,
                  std::uint64_t seed) {
    require(rows != 0 && cols != 0 && rows <= most_rows && cols <= most_rows, "powerlaw",
            "rows and cols must be from 1 to 2^32 - 1");
    require(degree >= 0 && degree <= static_cast<double>(cols), "powerlaw", "degree must be from 0 to cols");
    require(exponent >= 1.5 && exponent <= 8, "powerlaw", "exponent must be from 1.5 to 8");
    const auto fixed_exponent = static_cast<std::uint64_t>(exponent * 0x1p32); // exact except for truncation
    const auto alpha =
        static_cast<std::uint64_t>((Wide{1} << 64) / (fixed_exponent - (std::uint64_t{1} << 32)));
    const InversePower power(alpha);
    const auto entries = static_cast<std::uint64_t>(static_cast<double>(rows) * degree);

    // The weights of the rows are freed before those of the columns are allocated. Rounding removes less than
    // half an entry per row.
    const std::uint64_t least = entries - std::min(entries, rows);
    require_room({"powerlaw", rows, cols, Field::real, least, Wide{cols} * 8});
    require_room({"powerlaw", rows, cols, Field::real, 0, Wide{rows} * 8});
    Csr csr = start_rows(rows, cols, Field::real);
    const Permutation rank_of_row(rows, Stream(seed, row_order_stream));
    {
        const RowLengths lengths(power, rows, cols, entries, seed);
        for_rows(rows, [&](std::uint64_t i) { csr.row_ptr[i + 1] = lengths(rank_of_row(i)); });
    }
    allocate_entries("powerlaw", csr);
    const SkewedColumns skewed(power, cols, seed);
    const Stream structure(seed, structure_stream);
    const Stream values(seed, value_stream);
    constexpr std::uint64_t grain = 64; // small, because rows can be long
    core::parallel_for(rows, grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        Indices columns;
        for (std::uint64_t i = begin; i < end; ++i) {
            std::uint64_t at = csr.row_ptr[i];
            skewed.draw(structure.sub(i), csr.row_ptr[i + 1] - at, columns);
            const Stream row_values = values.sub(i);
            for (const std::uint64_t col : columns) {
                csr.cols[at] = col;
                csr.reals[at++] = unit_real(row_values.at(col));
            }
        }
    });
    return csr;
}

} // namespace

Csr powerlaw(Natural rows, Natural cols, double degree, double exponent, Natural seed) {
    return core::with_memory_errors("generate: powerlaw",
                                    [&] { return make_powerlaw(rows, cols, degree, exponent, seed); });
}

} // namespace mergus::generate
