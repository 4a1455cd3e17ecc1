/// \file rows.cpp
/// The steps of building a CSR that all generators share.
#include "rows.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <stdexcept>

namespace mergus::generate {

void require(bool holds, std::string_view generator, std::string_view requirement) {
    if (!holds) throw Error(Code::invalid_value, fmt::format("generate: {}: {}", generator, requirement));
}

Csr start_rows(std::uint64_t nrows, std::uint64_t ncols, Field field) {
    Csr csr;
    if (nrows >= csr.row_ptr.max_size()) throw std::length_error("rows"); // nrows + 1 may be 0
    csr.nrows = nrows;
    csr.ncols = ncols;
    csr.field = field;
    csr.row_ptr.resize(nrows + 1);
    return csr;
}

void allocate_entries(Csr& csr) {
    for (std::uint64_t i = 0; i < csr.nrows; ++i) csr.row_ptr[i + 1] += csr.row_ptr[i];
    csr.cols.resize(csr.row_ptr.back());
    if (csr.field == Field::real) csr.reals.resize(csr.row_ptr.back());
}

std::vector<std::uint64_t> permutation_table(const Permutation& permutation, std::uint64_t size) {
    std::vector<std::uint64_t> table(size);
    for_rows(size, [&](std::uint64_t i) { table[i] = permutation(i); });
    return table;
}

} // namespace mergus::generate
