/// \file csr.cpp
/// Conversions between entries and compressed rows.
#include "field_values.hpp"
#include "memory.hpp"
#include "memory_errors.hpp"
#include "order.hpp"

#include "parallel.hpp"

#include <mergus/error.hpp>
#include <mergus/io.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mergus {

namespace core {

namespace {

constexpr std::uint64_t entry_grain = std::uint64_t{1} << 16;
constexpr std::uint64_t row_grain = std::uint64_t{1} << 14;

/// Builds rows of sorted entries. `order` is the order of the entries (empty: that of the tuples); of
/// duplicates only the last one is kept.
class RowBuilder {
public:
    RowBuilder(const Tuples& tuples, const std::vector<std::uint64_t>& order, unsigned threads)
        : tuples_(tuples), order_(order), threads_(threads) {}

    Csr build() const {
        const std::uint64_t count = tuples_.nvals();
        std::vector<std::uint64_t> first_kept(count / entry_grain +
                                              1); // for each chunk, its position in the result
        parallel_for(count, entry_grain, threads_, [&](std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t k = begin; k < end; ++k) first_kept[begin / entry_grain] += kept(k) ? 1 : 0;
        });
        std::uint64_t total = 0;
        for (std::uint64_t& first : first_kept) total += std::exchange(first, total);

        Csr csr;
        csr.nrows = tuples_.nrows;
        csr.ncols = tuples_.ncols;
        csr.field = tuples_.field;
        if (csr.nrows >= csr.row_ptr.max_size()) throw std::length_error("rows"); // nrows + 1 may wrap to 0
        csr.row_ptr.resize(csr.nrows + 1);
        csr.cols.resize(total);
        with_values(
            csr.field, [&](auto& values) { values.resize(total); }, csr);
        parallel_for(count, entry_grain, threads_, [&](std::uint64_t begin, std::uint64_t end) {
            fill(csr, begin, end, first_kept[begin / entry_grain]);
        });
        const std::uint64_t rows_begun = count == 0 ? 0 : tuples_.rows[entry(count - 1)] + 1;
        std::fill(csr.row_ptr.begin() + static_cast<std::ptrdiff_t>(rows_begun), csr.row_ptr.end(), total);
        return csr;
    }

private:
    [[nodiscard]] std::uint64_t entry(std::uint64_t k) const { return order_.empty() ? k : order_[k]; }

    [[nodiscard]] bool kept(std::uint64_t k) const {
        if (order_.empty() || k + 1 == order_.size()) return true; // without an order there are no duplicates
        const std::uint64_t a = order_[k];
        const std::uint64_t b = order_[k + 1];
        return tuples_.rows[a] != tuples_.rows[b] || tuples_.cols[a] != tuples_.cols[b];
    }

    void fill(Csr& csr, std::uint64_t begin, std::uint64_t end, std::uint64_t to) const {
        // The first entry of a row sets the offset of the row and of the empty rows before it.
        std::uint64_t begun = begin == 0 ? 0 : tuples_.rows[entry(begin - 1)] + 1;
        for (std::uint64_t k = begin; k < end; ++k) {
            const std::uint64_t e = entry(k);
            for (; begun <= tuples_.rows[e]; ++begun) csr.row_ptr[begun] = to;
            if (!kept(k)) continue;
            csr.cols[to] = tuples_.cols[e];
            with_values(
                csr.field, [&](auto& target, const auto& source) { target[to] = source[e]; }, csr, tuples_);
            ++to;
        }
    }

    const Tuples& tuples_;
    const std::vector<std::uint64_t>& order_;
    unsigned threads_;
};

/// \throws Error out_of_memory if row offsets and entries do not fit the available memory
void require_memory_for(const Tuples& tuples) {
    require_memory((WideBytes{tuples.nrows} + 1) * 8 +
                       WideBytes{tuples.nvals()} * (8 + value_bytes(tuples.field)),
                   fmt::format("to_csr: {} rows with {} entries", tuples.nrows, tuples.nvals()));
}

Csr make_csr(const Tuples& tuples, Duplicates duplicates, unsigned threads) {
    if (duplicates == Duplicates::keep_all) {
        throw Error(Code::invalid_value,
                    "to_csr: a row has each column at most once, so duplicates cannot all be kept");
    }
    check_tuples(tuples, "to_csr", threads);
    require_memory_for(tuples);
    std::vector<std::uint64_t> order;
    if (!is_row_major(tuples)) order = sorted_order(tuples, threads);
    if (duplicates == Duplicates::fail) {
        if (const auto pair = first_duplicate(tuples, order)) {
            throw Error(Code::parse_error,
                        fmt::format("to_csr: entries {} and {} are both at row {}, column {} (all from 0)",
                                    pair->first, pair->second, tuples.rows[pair->second],
                                    tuples.cols[pair->second]));
        }
    }
    return RowBuilder(tuples, order, threads).build();
}

void check_csr(const Csr& csr) {
    const std::uint64_t values = value_count(csr);
    if (csr.row_ptr.empty() || csr.row_ptr.size() - 1 != csr.nrows || csr.row_ptr.front() != 0 ||
        csr.row_ptr.back() != csr.cols.size() || values != csr.cols.size()) {
        throw Error(
            Code::dimension_mismatch,
            fmt::format("to_tuples: inconsistent sizes: {} rows, {} offsets, {} columns and {} values",
                        csr.nrows, csr.row_ptr.size(), csr.cols.size(), values));
    }
    for (std::uint64_t row = 0; row < csr.nrows; ++row) {
        if (csr.row_ptr[row] > csr.row_ptr[row + 1]) {
            throw Error(Code::invalid_value, fmt::format("to_tuples: the offsets of row {} decrease", row));
        }
    }
}

Tuples make_tuples(const Csr& csr) {
    check_csr(csr);
    Tuples tuples;
    tuples.nrows = csr.nrows;
    tuples.ncols = csr.ncols;
    tuples.field = csr.field;
    tuples.rows.resize(csr.cols.size());
    tuples.cols = csr.cols;
    with_values(
        csr.field, [](auto& target, const auto& source) { target = source; }, tuples, csr);
    parallel_for(csr.nrows, row_grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t row = begin; row < end; ++row) {
            for (std::uint64_t k = csr.row_ptr[row]; k < csr.row_ptr[row + 1]; ++k) tuples.rows[k] = row;
        }
    });
    return tuples;
}

} // namespace

} // namespace core

Csr to_csr(const Tuples& tuples, Duplicates duplicates, unsigned threads) {
    return core::with_memory_errors("to_csr", [&] { return core::make_csr(tuples, duplicates, threads); });
}

Tuples to_tuples(const Csr& csr) {
    return core::with_memory_errors("to_tuples", [&] { return core::make_tuples(csr); });
}

} // namespace mergus
