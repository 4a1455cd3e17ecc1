/// \file er.cpp
/// Uniform random matrices: the columns of each row are drawn at random.
#include "memory_errors.hpp"
#include "rows.hpp"

#include <mergus/generate.hpp>

#include <algorithm>
#include <cmath>

namespace mergus::generate {

namespace {

class UniformRows {
public:
    UniformRows(std::uint64_t cols, double degree, std::uint64_t seed)
        : cols_(cols), stream_(seed, structure_stream), whole_(static_cast<std::uint64_t>(degree)),
          // Exact, because the fraction of a double has at most 53 bits.
          part_(static_cast<std::uint64_t>((degree - std::floor(degree)) * 0x1p53)) {}

    /// The columns of a row, sorted and distinct.
    void draw(std::uint64_t row, std::vector<std::uint64_t>& columns) const {
        const Stream stream = stream_.sub(row);
        const std::uint64_t draws = whole_ + ((stream.at(0) >> 11) < part_ ? 1 : 0);
        columns.resize(draws);
        for (std::uint64_t k = 0; k < draws; ++k) columns[k] = multiply_high(stream.at(k + 1), cols_);
        std::sort(columns.begin(), columns.end());
        columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    }

private:
    std::uint64_t cols_;
    Stream stream_;
    std::uint64_t whole_; ///< Draws in each row.
    std::uint64_t part_;  ///< Probability of one more draw, times 2^53.
};

Csr make_er(std::uint64_t rows, std::uint64_t cols, double degree, std::uint64_t seed) {
    require(rows != 0 && cols != 0 && rows <= largest_side && cols <= largest_side, "er",
            "rows and cols must be from 1 to 2^60");
    require(degree >= 0 && degree <= static_cast<double>(cols), "er", "degree must be from 0 to cols");
    // If there are at most as many draws as columns, on average at least 1 - 1/e of the draws are distinct.
    const Wide draws = static_cast<std::uint64_t>(degree);
    require_room({"er", rows, cols, Field::real, rows * draws * 63 / 100, draws * 8});
    const UniformRows uniform(cols, degree, seed);
    const Stream values(seed, value_stream);
    Csr csr = start_rows(rows, cols, Field::real);
    core::parallel_for(rows, row_grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        std::vector<std::uint64_t> columns;
        for (std::uint64_t i = begin; i < end; ++i) {
            uniform.draw(i, columns);
            csr.row_ptr[i + 1] = columns.size();
        }
    });
    allocate_entries("er", csr);
    // Drawn a second time, which is faster than storing the columns of the first pass.
    core::parallel_for(rows, row_grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        std::vector<std::uint64_t> columns;
        for (std::uint64_t i = begin; i < end; ++i) {
            uniform.draw(i, columns);
            const Stream row_values = values.sub(i);
            for (std::uint64_t at = csr.row_ptr[i]; const std::uint64_t col : columns) {
                csr.cols[at] = col;
                csr.reals[at++] = unit_real(row_values.at(col));
            }
        }
    });
    return csr;
}

} // namespace

Csr er(Natural rows, Natural cols, double degree, Natural seed) {
    return core::with_memory_errors("generate: er", [&] { return make_er(rows, cols, degree, seed); });
}

} // namespace mergus::generate
