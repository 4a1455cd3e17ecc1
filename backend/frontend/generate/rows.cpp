/// \file rows.cpp
/// Common steps of all generators.
#include "rows.hpp"

#include "../files/memory.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <string>

namespace mergus::generate {

namespace {

/// A number for messages; if it exceeds 64 bits, with three digits.
std::string count_text(Wide count) {
    if (count >> 64 != 0) return fmt::format("{:.2e}", static_cast<double>(count));
    return fmt::format("{}", static_cast<std::uint64_t>(count));
}

std::string matrix_text(std::string_view generator, std::uint64_t nrows, std::uint64_t ncols, Wide entries) {
    return fmt::format("generate: {}: {} by {} with {} entries", generator, nrows, ncols,
                       count_text(entries));
}

std::uint64_t entry_bytes(Field field) {
    return field == Field::pattern ? 8 : 16;
}

} // namespace

void require(bool holds, std::string_view generator, std::string_view requirement) {
    if (!holds) throw Error(Code::invalid_value, fmt::format("generate: {}: {}", generator, requirement));
}

void require_room(const Plan& plan) {
    core::require_memory((Wide{plan.nrows} + 1) * 8 + plan.entries * entry_bytes(plan.field) +
                             plan.more_bytes,
                         matrix_text(plan.generator, plan.nrows, plan.ncols, plan.entries));
}

Csr start_rows(std::uint64_t nrows, std::uint64_t ncols, Field field) {
    Csr csr;
    csr.nrows = nrows;
    csr.ncols = ncols;
    csr.field = field;
    csr.row_ptr.resize(nrows + 1);
    return csr;
}

void allocate_entries(std::string_view generator, Csr& csr) {
    Wide entries = 0;
    for (std::uint64_t i = 0; i < csr.nrows; ++i) {
        entries += csr.row_ptr[i + 1];
        csr.row_ptr[i + 1] = static_cast<std::uint64_t>(entries);
    }
    const std::string what = matrix_text(generator, csr.nrows, csr.ncols, entries);
    core::require_memory(entries * entry_bytes(csr.field), what);
    csr.cols.resize(static_cast<std::uint64_t>(entries));
    if (csr.field == Field::real) csr.reals.resize(static_cast<std::uint64_t>(entries));
}

std::vector<std::uint64_t> permutation_table(const Permutation& permutation, std::uint64_t size) {
    std::vector<std::uint64_t> table(size);
    for_rows(size, [&](std::uint64_t i) { table[i] = permutation(i); });
    return table;
}

} // namespace mergus::generate
