/// \file compare.cpp
#include "compare.hpp"

#include "../backend/frontend/support/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

namespace mergus::bench {

namespace {

constexpr std::uint64_t row_grain = 1U << 10;
constexpr double double_epsilon = std::numeric_limits<double>::epsilon();

/// The fault in the first wrong row. \param fault_in_row row → text, empty for a correct row
template <class Function>
std::string first_fault(std::uint64_t rows, const Function& fault_in_row) {
    std::mutex mutex;
    std::uint64_t first = rows;
    std::string fault;
    core::parallel_for(rows, row_grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t row = begin; row < end; ++row) {
            std::string found = fault_in_row(row);
            if (found.empty()) continue;
            const std::lock_guard lock(mutex);
            if (row < first) {
                first = row;
                fault = fmt::format("row {}: {}", row, found);
            }
            return;
        }
    });
    return fault;
}

/// y = M·x and y_scale = |M|·x_scale.
void multiply(const HostCsr& M, const Array<double>& x, const Array<double>& x_scale, Array<double>& y,
              Array<double>& y_scale) {
    y.resize(M.nrows);
    y_scale.resize(M.nrows);
    core::parallel_for(M.nrows, row_grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t row = begin; row < end; ++row) {
            double sum = 0;
            double size = 0;
            for (std::uint64_t e = M.ptr[row]; e < M.ptr[row + 1]; ++e) {
                sum += M.values[e] * x[M.cols[e]];
                size += std::abs(M.values[e]) * x_scale[M.cols[e]];
            }
            y[row] = sum;
            y_scale[row] = size;
        }
    });
}

std::uint64_t length(const HostCsr& matrix, std::uint64_t row) {
    return matrix.ptr[row + 1] - matrix.ptr[row];
}

std::uint64_t longest_row(const HostCsr& matrix) {
    std::uint64_t longest = 0;
    for (std::uint64_t row = 0; row < matrix.nrows; ++row) longest = std::max(longest, length(matrix, row));
    return longest;
}

std::string fault_of_pattern(const HostCsr& got, const HostCsr& expected, std::uint64_t row) {
    if (length(got, row) != length(expected, row))
        return fmt::format("{} entries, expected {}", length(got, row), length(expected, row));
    for (std::uint64_t e = got.ptr[row], w = expected.ptr[row]; e < got.ptr[row + 1]; ++e, ++w)
        if (got.cols[e] != expected.cols[w])
            return fmt::format("column {}, expected {}", got.cols[e], expected.cols[w]);
    return {};
}

} // namespace

std::string fault_of_form(const HostCsr& matrix, std::uint64_t nrows, std::uint64_t ncols) {
    if (matrix.nrows != nrows || matrix.ncols != ncols)
        return fmt::format("{} x {}, expected {} x {}", matrix.nrows, matrix.ncols, nrows, ncols);
    if (matrix.ptr.size() != nrows + 1 || matrix.ptr.front() != 0 || matrix.ptr.back() != matrix.nvals())
        return "the offsets do not span the entries";
    if (!std::is_sorted(matrix.ptr.begin(), matrix.ptr.end())) return "the offsets are not in order";
    return first_fault(nrows, [&](std::uint64_t row) -> std::string {
        for (std::uint64_t e = matrix.ptr[row]; e < matrix.ptr[row + 1]; ++e) {
            if (matrix.cols[e] >= ncols) return fmt::format("column {} is out of range", matrix.cols[e]);
            if (e > matrix.ptr[row] && matrix.cols[e] <= matrix.cols[e - 1])
                return fmt::format("column {} after {}", matrix.cols[e], matrix.cols[e - 1]);
        }
        return {};
    });
}

std::string fault_of_lengths(const HostCsr& matrix, const Array<std::uint64_t>& lengths) {
    return first_fault(matrix.nrows, [&](std::uint64_t row) {
        if (length(matrix, row) == lengths[row]) return std::string();
        return fmt::format("{} entries, expected {}", length(matrix, row), lengths[row]);
    });
}

std::string fault_of_subset(const HostCsr& matrix, const HostCsr& superset) {
    return first_fault(matrix.nrows, [&](std::uint64_t row) {
        const bool inside = std::includes(
            superset.cols.data() + superset.ptr[row], superset.cols.data() + superset.ptr[row + 1],
            matrix.cols.data() + matrix.ptr[row], matrix.cols.data() + matrix.ptr[row + 1]);
        return std::string(inside ? "" : "an entry outside the mask");
    });
}

std::string fault_of_equality(const HostCsr& got, const HostCsr& expected) {
    return first_fault(expected.nrows, [&](std::uint64_t row) {
        std::string fault = fault_of_pattern(got, expected, row);
        for (std::uint64_t e = got.ptr[row], w = expected.ptr[row]; fault.empty() && e < got.ptr[row + 1];
             ++e, ++w)
            if (got.values[e] != expected.values[w])
                fault =
                    fmt::format("column {}: {}, expected {}", got.cols[e], got.values[e], expected.values[w]);
        return fault;
    });
}

std::string fault_of_values(const HostCsr& got, const HostCsr& expected, const HostCsr& scale,
                            const Array<double>& bounds) {
    return first_fault(expected.nrows, [&](std::uint64_t row) {
        std::string fault = fault_of_pattern(got, expected, row);
        for (std::uint64_t e = got.ptr[row], w = expected.ptr[row]; fault.empty() && e < got.ptr[row + 1];
             ++e, ++w) {
            const double bound = bounds[row] * scale.values[w];
            if (!(std::abs(got.values[e] - expected.values[w]) <= bound)) // true for NaN
                fault = fmt::format("column {}: {:.17g}, expected {:.17g} within {:.3g}", got.cols[e],
                                    got.values[e], expected.values[w], bound);
        }
        return fault;
    });
}

Array<double> terms_of_rows(const std::vector<const HostCsr*>& factors) {
    const HostCsr& first = *factors.front();
    double inner = 0;
    for (std::size_t f = 1; f + 1 < factors.size(); ++f)
        inner += static_cast<double>(longest_row(*factors[f]));
    Array<double> terms(first.nrows);
    for (std::uint64_t row = 0; row < first.nrows; ++row)
        terms[row] = static_cast<double>(length(first, row)) + inner;
    return terms;
}

Freivalds::Freivalds(const std::vector<const HostCsr*>& factors, double epsilon)
    : terms_(terms_of_rows(factors)), epsilon_(epsilon) {
    HostCsr random; // its values are x
    random.cols.resize(factors.back()->ncols);
    fill_random(random, 31);
    x_ = std::move(random.values);
    Array<double> y = x_;
    Array<double> y_scale = x_; // x is positive
    double longest = 0;
    for (auto factor = factors.rbegin(); factor != factors.rend(); ++factor) {
        longest += static_cast<double>(longest_row(**factor));
        multiply(**factor, y, y_scale, expected_, scale_);
        y = expected_;
        y_scale = scale_;
    }
    // The sums of the reference have rounding errors, too.
    for (double& terms : terms_) terms += longest * double_epsilon / epsilon_;
}

std::string Freivalds::fault_of(const HostCsr& C) const {
    Array<double> y;
    Array<double> size;
    multiply(C, x_, x_, y, size);
    return first_fault(C.nrows, [&](std::uint64_t row) {
        const double bound = scale_[row] * (epsilon_ * (terms_[row] + 4) +
                                            double_epsilon * static_cast<double>(length(C, row)));
        if (std::abs(y[row] - expected_[row]) <= bound) return std::string();
        return fmt::format("its sum is {:.17g}, expected {:.17g} within {:.3g}", y[row], expected_[row],
                           bound);
    });
}

} // namespace mergus::bench
