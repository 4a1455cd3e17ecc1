/// \file banded.cpp
/// Band matrices, optionally with permuted rows and columns.
#include "memory_errors.hpp"
#include "rows.hpp"

#include <mergus/generate.hpp>

#include <algorithm>
#include <bit>

namespace mergus::generate {

namespace {

/// The columns first … last of row i of a band.
struct Band {
    std::uint64_t n;
    std::uint64_t half;

    [[nodiscard]] std::uint64_t first(std::uint64_t i) const { return i - std::min(i, half); }
    [[nodiscard]] std::uint64_t last(std::uint64_t i) const { return i + std::min(n - 1 - i, half); }
    [[nodiscard]] std::uint64_t length(std::uint64_t i) const { return last(i) - first(i) + 1; }

    /// The number of entries: n·(2·half + 1) minus the positions before the first and after the last column.
    [[nodiscard]] Wide entries() const {
        const Wide reach = std::min(n - 1, half);
        return n * (2 * reach + 1) - reach * (reach + 1);
    }
};

Band checked_band(const char* generator, std::uint64_t n, std::uint64_t half_band) {
    require(n != 0 && n <= largest_side, generator, "n must be from 1 to 2^60");
    return {n, half_band};
}

Csr make_banded(std::uint64_t n, std::uint64_t half_band, std::uint64_t seed) {
    const Band band = checked_band("banded", n, half_band);
    require_room({"banded", n, n, Field::real, band.entries()});
    const Stream values(seed, value_stream);
    Csr csr = start_rows(n, n, Field::real);
    for_rows(n, [&](std::uint64_t i) { csr.row_ptr[i + 1] = band.length(i); });
    allocate_entries("banded", csr);
    for_rows(n, [&](std::uint64_t i) {
        const Stream row_values = values.sub(i);
        std::uint64_t at = csr.row_ptr[i];
        for (std::uint64_t j = band.first(i); j <= band.last(i); ++j, ++at) {
            csr.cols[at] = j;
            csr.reals[at] = unit_real(row_values.at(j));
        }
    });
    return csr;
}

Csr make_banded_permuted(std::uint64_t n, std::uint64_t half_band, std::uint64_t seed) {
    const Band band = checked_band("banded-permuted", n, half_band);
    require_room({"banded-permuted", n, n, Field::real, band.entries(), Wide{n} * 8});
    const Stream values(seed, value_stream);
    Csr csr = start_rows(n, n, Field::real);
    const std::vector<std::uint64_t> label =
        permutation_table(Permutation(n, Stream(seed, row_order_stream)), n);
    for_rows(n, [&](std::uint64_t i) { csr.row_ptr[label[i] + 1] = band.length(i); });
    allocate_entries("banded-permuted", csr);
    core::parallel_for(n, row_grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        // One number is sorted faster than a pair: the label in the high bits, the position in the row in the
        // low bits. It fits 64 bits, because n rows of that length fit the memory.
        std::vector<std::uint64_t> columns;
        for (std::uint64_t i = begin; i < end; ++i) {
            const std::uint64_t first = band.first(i);
            const auto place_bits = static_cast<unsigned>(std::bit_width(band.length(i) - 1));
            columns.resize(band.length(i));
            for (std::uint64_t k = 0; k < columns.size(); ++k) {
                columns[k] = label[first + k] << place_bits | k;
            }
            std::sort(columns.begin(), columns.end());
            const Stream row_values = values.sub(i); // an entry has the same value as without permutation
            const std::uint64_t places = (std::uint64_t{1} << place_bits) - 1;
            for (std::uint64_t at = csr.row_ptr[label[i]]; const std::uint64_t column : columns) {
                csr.cols[at] = column >> place_bits;
                csr.reals[at++] = unit_real(row_values.at(first + (column & places)));
            }
        }
    });
    return csr;
}

} // namespace

Csr banded(Natural n, Natural half_band, Natural seed) {
    return core::with_memory_errors("generate: banded", [&] { return make_banded(n, half_band, seed); });
}

Csr banded_permuted(Natural n, Natural half_band, Natural seed) {
    return core::with_memory_errors("generate: banded-permuted",
                                    [&] { return make_banded_permuted(n, half_band, seed); });
}

} // namespace mergus::generate
