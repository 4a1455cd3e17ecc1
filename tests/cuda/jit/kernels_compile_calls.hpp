/// \file kernels_compile_calls.hpp
/// Calls on the recording plugin: cases of the covering set, products with rows of many lengths, and products
/// with columns that need 64 bits.
#pragma once

#include "conformance/execute.hpp"
#include "conformance/pairwise.hpp"
#include "kernels_compilation.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::cuda::testing {

inline constexpr const char* recording = "cuda-recording";

/// The first cases of the operation's covering set, which have most words, on tiny matrices; with `each` also
/// one case of every other semiring or operator. Unsupported cases are left out.
inline void run_cases(const Context& context, Compilation& compilation, std::string_view operation,
                      std::size_t front, bool each = false) {
    const conformance::CoveringSet set = conformance::covering_set(conformance::find_operation(operation), 1);
    std::set<const conformance::Word*> seen;
    for (std::size_t c = 0; c < set.cases.size(); ++c) {
        const bool is_new = seen.insert(set.cases[c][conformance::Axis::algebra]).second;
        if (c >= front && !(each && is_new)) continue;
        INFO(to_text(set.cases[c]));
        const auto instance = conformance::make_instance(set.cases[c], conformance::Size::smoke);
        try {
            static_cast<void>(conformance::execute(instance, context));
        } catch (const Error& error) {
            INFO(std::string(error.what()));
            CHECK(error.code() == Code::not_implemented);
        }
        compilation.add();
    }
}

/// Rows of 1 to `longest` entries in the product, so that every accumulator is used.
template <class T>
void run_lengths(const Context& context, const AnySemiring& semiring, std::uint64_t longest) {
    const auto shape = [](std::uint64_t nrows, std::uint64_t ncols, auto width) {
        Csr csr;
        csr.nrows = nrows;
        csr.ncols = ncols;
        for (std::uint64_t i = 0; i < nrows; ++i) {
            for (std::uint64_t j = 0; j < width(i); ++j) csr.cols.push_back(j);
            csr.row_ptr.push_back(csr.cols.size());
        }
        return csr;
    };
    const std::uint64_t inner = 8, nrows = 4;
    const auto A = Matrix<T>::from_csr(context,
                                       shape(nrows, inner, [](std::uint64_t i) { return 1 + 2 * i; })),
               B = Matrix<T>::from_csr(
                   context,
                   shape(inner, longest, [=](std::uint64_t k) { return longest >> (2 * (inner - 1 - k)); })),
               M = Matrix<T>::from_csr(context,
                                       shape(nrows, longest, [=](std::uint64_t) { return longest; }));
    Matrix<T> C(context, nrows, longest);
    mxm(C, no_mask, no_accum, semiring, A, B);
    mxm(C, structure(M), no_accum, semiring, A, B);
    mxm(C, complement(structure(M)), no_accum, semiring, A, B, DESC_R);
}

/// Columns that need 64 bits.
template <class T>
void run_wide(const Context& context, const AnySemiring& semiring) {
    const std::uint64_t far = std::uint64_t{1} << 33;
    const std::vector<std::uint64_t> rows{0, 0, 1}, cols{1, far - 1, 5}, inner{0, 1, 1};
    const auto values = std::make_unique<T[]>(3);
    const auto A =
        Matrix<T>::from_tuples(context, 2, 2, rows, inner, std::span(values.get(), 3), ops::any<T>);
    const auto B =
        Matrix<T>::from_tuples(context, 2, far, rows, cols, std::span(values.get(), 3), ops::any<T>);
    Matrix<T> C(context, 2, far);
    mxm(C, no_mask, no_accum, semiring, A, B);
    mxm(C, structure(B), ops::any<T>, semiring, A, B);
    mxm(C, complement(B), no_accum, semiring, A, B);
    CHECK(C.nvals() > 0);
}

} // namespace mergus::cuda::testing
