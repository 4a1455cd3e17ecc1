/// \file host_csr.cpp
#include "host_csr.hpp"

#include "collective.hpp"
#include "operations.hpp"

#include "parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <optional>

namespace mergus::blocks {

namespace {

/// The arrays with indices of any width.
class Rows {
public:
    explicit Rows(const mergus_csr& csr)
        : csr_(csr), wide_offsets_(csr.pointer_bits == 64), wide_cols_(csr.index_bits == 64) {}

    [[nodiscard]] std::uint64_t begin(std::uint64_t row) const {
        return wide_offsets_ ? static_cast<const std::uint64_t*>(csr_.row_ptr)[row]
                             : static_cast<const std::uint32_t*>(csr_.row_ptr)[row];
    }
    [[nodiscard]] std::uint64_t col(std::uint64_t e) const {
        return wide_cols_ ? static_cast<const std::uint64_t*>(csr_.cols)[e]
                          : static_cast<const std::uint32_t*>(csr_.cols)[e];
    }
    [[nodiscard]] const unsigned char* value(std::uint64_t e) const {
        return static_cast<const unsigned char*>(csr_.values) + (csr_.iso != 0 ? 0 : e) * csr_.type->size;
    }

private:
    const mergus_csr& csr_;
    bool wide_offsets_, wide_cols_;
};

void check(const mergus_csr& csr, const Rows& rows) {
    if (rows.begin(0) != 0) throw Error(Code::invalid_value, "row_ptr[0] is not 0");
    for (std::uint64_t i = 0; i < csr.nrows; ++i)
        if (rows.begin(i + 1) < rows.begin(i) || rows.begin(i + 1) > csr.nvals)
            throw Error(Code::invalid_value,
                        fmt::format("row_ptr[{}] = {} is less than row_ptr[{}] = {} or more than nvals = {}",
                                    i + 1, rows.begin(i + 1), i, rows.begin(i), csr.nvals));
    if (rows.begin(csr.nrows) != csr.nvals)
        throw Error(Code::invalid_value,
                    fmt::format("row_ptr[nrows] = {} is not nvals = {}", rows.begin(csr.nrows), csr.nvals));
    constexpr std::uint64_t grain = 1 << 12;
    std::atomic<std::uint64_t> wrong = csr.nrows; // the first row that is
    const auto fault_of = [&](std::uint64_t i) -> std::optional<Error> {
        for (std::uint64_t e = rows.begin(i); e < rows.begin(i + 1); ++e) {
            if (rows.col(e) >= csr.ncols)
                return Error(Code::invalid_index,
                             fmt::format("column {} in row {} of a matrix with {} columns", rows.col(e), i,
                                         csr.ncols));
            if (e > rows.begin(i) && rows.col(e) <= rows.col(e - 1))
                return Error(Code::invalid_value,
                             fmt::format("the columns of row {} do not increase: {} then {}", i,
                                         rows.col(e - 1), rows.col(e)));
        }
        return std::nullopt;
    };
    core::parallel_for(csr.nrows, grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t i = begin; i < end && i < wrong; ++i)
            if (fault_of(i))
                for (std::uint64_t known = wrong; i < known && !wrong.compare_exchange_weak(known, i);) {
                }
    });
    if (wrong < csr.nrows) throw Error(*fault_of(wrong));
    if (csr.type->code != MERGUS_BOOL || csr.nvals == 0)
        return; // other bytes are invalid bool objects in C++
    if (!std::all_of(rows.value(0), rows.value(0) + (csr.iso != 0 ? 1 : csr.nvals),
                     [](unsigned char byte) { return byte <= 1; }))
        throw Error(Code::invalid_value, "a bool value is neither 0 nor 1");
}

Cuts column_cuts(const mergus_csr& csr, const Rows& rows, std::uint64_t parts) {
    if (parts == 1) return Cuts(csr.ncols);
    if (is_long(csr.ncols, csr.nvals)) {
        std::vector<std::uint64_t> cols(csr.nvals);
        for (std::uint64_t e = 0; e < csr.nvals; ++e) cols[e] = rows.col(e);
        return Cuts::by_entries(csr.ncols, parts, cols);
    }
    std::vector<std::uint64_t> before(csr.ncols + 1);
    for (std::uint64_t e = 0; e < csr.nvals; ++e) ++before[rows.col(e) + 1];
    for (std::uint64_t j = 0; j < csr.ncols; ++j) before[j + 1] += before[j];
    return Cuts::by_prefix(csr.ncols, parts, [&](std::uint64_t j) { return before[j]; });
}

/// The entries in a range of rows, with all columns.
HostArrays copy_rows(HostMemory& memory, const mergus_csr& csr, const Rows& rows, const Range& range) {
    constexpr std::uint64_t grain = 1 << 16;
    const auto first = rows.begin(range.first), count = rows.begin(range.end()) - first;
    const std::uint64_t size = csr.type->size;
    HostArrays part;
    part.type = csr.type;
    part.shape = {range.count, csr.ncols, false};
    if (count == 0) return part;
    part.nvals = count;
    part.rows.resize(range.count + 1, &memory);
    part.is_narrow() ? part.narrow_cols.resize(count, &memory) : part.cols.resize(count, &memory);
    part.values.resize(count * size, &memory);
    core::parallel_for(range.count + 1, grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t i = begin; i < end; ++i) part.rows.data()[i] = rows.begin(range.first + i) - first;
    });
    core::parallel_for(count, grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t e = begin; e < end; ++e) {
            const std::uint64_t col = rows.col(first + e);
            if (part.is_narrow())
                part.narrow_cols.data()[e] = static_cast<std::uint32_t>(col);
            else
                part.cols.data()[e] = col;
        }
        if (csr.iso == 0)
            std::memcpy(part.values.data() + begin * size, rows.value(first + begin), (end - begin) * size);
        else
            for (std::uint64_t e = begin; e < end; ++e)
                std::memcpy(part.values.data() + e * size, rows.value(0), size);
    });
    return part;
}

/// The entries in a range of rows, by parts of columns.
std::vector<HostArrays> cut_rows(HostMemory& memory, const mergus_csr& csr, const Rows& rows,
                                 const Range& range, const Cuts& cols) {
    std::vector<HostArrays> parts(cols.parts());
    if (cols.parts() == 1) {
        parts[0] = copy_rows(memory, csr, rows, range);
        return parts;
    }
    const auto first = rows.begin(range.first), end = rows.begin(range.end());
    // Each part's count, so that nothing is allocated twice.
    std::vector<std::uint64_t> ends, counts(cols.parts());
    for (std::uint64_t j = 0; j < cols.parts(); ++j) ends.push_back(cols[j].end());
    const auto part_of = [&](std::uint64_t col) {
        return static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), col) - ends.begin());
    };
    for (std::uint64_t e = first; e < end; ++e) ++counts[part_of(rows.col(e))];
    for (std::uint64_t j = 0; j < cols.parts(); ++j) {
        HostArrays& part = parts[j];
        part.type = csr.type;
        part.shape = {range.count, cols[j].count, false};
        if (counts[j] == 0) continue;
        part.rows.reserve(range.count + 1, &memory);
        part.rows.push_back(0);
        part.is_narrow() ? part.narrow_cols.reserve(counts[j], &memory)
                         : part.cols.reserve(counts[j], &memory);
        part.values.resize(counts[j] * csr.type->size, &memory);
    }
    for (std::uint64_t i = range.first; i < range.end(); ++i) {
        for (std::uint64_t e = rows.begin(i); e < rows.begin(i + 1); ++e) {
            const std::size_t j = part_of(rows.col(e));
            HostArrays& part = parts[j];
            const std::uint64_t col = rows.col(e) - cols[j].first;
            part.is_narrow() ? part.narrow_cols.push_back(static_cast<std::uint32_t>(col))
                             : part.cols.push_back(col);
            std::memcpy(part.values.data() + part.nvals * csr.type->size, rows.value(e), csr.type->size);
            ++part.nvals;
        }
        for (HostArrays& part : parts)
            if (!part.rows.empty()) part.rows.push_back(part.nvals);
    }
    return parts;
}

} // namespace

std::unique_ptr<mergus_matrix> cut_on_host(mergus_context& context, const mergus_csr& csr) {
    const Rows rows(csr);
    const std::uint64_t bytes = csr.nrows * sizeof(std::uint64_t) + csr.nvals * (csr.type->size + 4);
    const std::uint64_t p = context.row_parts(false, bytes), q = context.col_parts(false);
    std::unique_ptr<mergus_matrix> made;
    NewBlocks blocks(context, csr.type, p * q);
    std::vector<BlockPtr> all = blocks.make(
        fmt::format("an import of {} x {} into {} x {}", csr.nrows, csr.ncols, p, q),
        [&] {
            require_type(context, csr.type, false);
            if ((csr.flags & MERGUS_CSR_TRUSTED) == 0) check(csr, rows);
            made = std::make_unique<mergus_matrix>(
                csr.type, Cuts::by_prefix(csr.nrows, p, [&](std::uint64_t i) { return rows.begin(i); }),
                column_cuts(csr, rows, q), false);
            blocks.resize(made->blocks.size());
            for (std::uint64_t i = 0; i < made->rows.parts(); ++i) {
                std::vector<HostArrays> parts =
                    cut_rows(context.host_memory, csr, rows, made->rows[i], made->cols);
                for (std::uint64_t j = 0; j < parts.size(); ++j)
                    if (blocks.is_own(i * parts.size() + j))
                        blocks.set(i * parts.size() + j, std::move(parts[j]));
            }
        },
        [&](std::uint64_t b) { return made->block_shape(b); });
    made->blocks = std::move(all);
    context.remember_cuts(made->rows);
    return made;
}

} // namespace mergus::blocks
