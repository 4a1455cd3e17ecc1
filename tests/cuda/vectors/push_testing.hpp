/// \file push_testing.hpp
/// Random products C<M> ⊙= U·B of vectors and of matrices of few rows, stored as bitmaps.
#pragma once

#include "testing/device_testing.hpp"
#include "testing/scratch.hpp"

#include <mergus/mergus.hpp>

#include <random>
#include <string>
#include <vector>

namespace mergus::tests::pushes {

using I64 = std::int64_t;

using cuda::testing::Variable;

/// Contexts that are made meanwhile store as bitmaps whatever may be stored so.
struct BitmapsEverywhere : Variable {
    BitmapsEverywhere() : Variable("MERGUS_CUDA_STORAGE", "bitmap") {}
};
/// Contexts that are made meanwhile keep transposes from the first use on.
struct KeepAll : Variable {
    KeepAll() : Variable("MERGUS_CUDA_DERIVED", "all") {}
};

inline Context with_bitmap(const std::string& backend) {
    const BitmapsEverywhere bitmaps;
    return Context(backend);
}

/// Everything is stored as compressed rows.
inline Context with_rows(const std::string& backend) {
    const Variable rows("MERGUS_CUDA_STORAGE", "csr");
    return Context(backend);
}

inline std::mt19937_64 random_bits(7);
inline std::uint64_t below(std::uint64_t n) {
    return random_bits() % n;
}

/// Entries in about `share` eighths of the positions.
inline Entries<I64> some_entries(std::uint64_t nrows, std::uint64_t ncols, std::uint64_t share) {
    Entries<I64> entries;
    for (std::uint64_t i = 0; i < nrows; ++i)
        for (std::uint64_t j = 0; j < ncols; ++j)
            if (below(8) < share) entries.push_back({i, j, static_cast<I64>(below(9)) - 3});
    return entries;
}

/// How a product is written.
struct How {
    unsigned mask; ///< 0: none, 1: by value, 2: by structure, 3 and 4: their complements
    bool accum, replace;

    template <class Object>
    [[nodiscard]] Mask of(const Object& M) const {
        switch (mask) {
        case 1:
            return Mask(M);
        case 2:
            return structure(M);
        case 3:
            return complement(M);
        case 4:
            return complement(structure(M));
        default:
            return no_mask;
        }
    }
    template <class Object>
    [[nodiscard]] WriteOptionsAB with(const Object& M, bool transpose_b) const {
        return {.mask = of(M),
                .accum = accum ? BinaryOp(ops::minus<I64>) : no_accum,
                .replace = replace,
                .transpose_b = transpose_b};
    }
};

inline constexpr How hows[] = {{0, false, false}, {4, false, true}, {2, true, false}, {3, false, false},
                               {1, true, true},   {0, true, false}, {2, false, true}, {1, false, false},
                               {3, true, false},  {4, true, true}};

/// Operands of C<M> ⊙= U·B. `same`: 1: C is U, 2: C is M, 3: C is U and M
struct Problem {
    std::uint64_t k, m, n;
    Entries<I64> U, B, M, C;
    How how;
    unsigned same;

    Problem(std::uint64_t k, std::uint64_t m, std::uint64_t n, const How& how, unsigned same)
        : k(k), m(m), n(n), U(some_entries(k, m, 1 + below(4))), B(some_entries(m, n, 1 + below(2))),
          M(some_entries(k, n, 4)), C(some_entries(k, n, below(3) * 3)), how(how), same(same) {}

    /// The product twice: the second finds the workspace that the first has left. \param transposed the
    /// factor is stored as its transpose
    [[nodiscard]] Entries<I64> rows(const Context& context, const AnySemiring& semiring,
                                    bool transposed = false) const {
        Matrix<I64> output = make<I64>(context, k, n, same % 2 == 1 ? U : C);
        const Matrix<I64> input = make<I64>(context, k, m, U), mask = make<I64>(context, k, n, M);
        Matrix<I64> factor = make<I64>(context, m, n, B);
        if (transposed) factor = transpose(factor);
        for (int round = 0; round < 2; ++round)
            mxm(output, semiring, same % 2 == 1 ? output : input, factor,
                how.with(same >= 2 ? output : mask, transposed));
        return read<I64>(output);
    }
    /// The same with vectors, k = 1: w' = u'·B, or with B'·u, by columns or by rows of B.
    [[nodiscard]] Entries<I64> vectors(const Context& context, const AnySemiring& semiring, bool by_vxm,
                                       bool transposed) const {
        const auto vector = [&](std::uint64_t size, const Entries<I64>& entries) {
            Vector<I64> v(context, size);
            for (const auto& e : entries) v.set_element(e.col, e.value);
            return v;
        };
        Vector<I64> output = vector(n, same % 2 == 1 ? U : C);
        const Vector<I64> input = vector(m, U), mask = vector(n, M);
        Matrix<I64> factor = make<I64>(context, m, n, B);
        if (transposed == by_vxm) factor = transpose(factor);
        for (int round = 0; round < 2; ++round) {
            const Vector<I64>& u = same % 2 == 1 ? output : input;
            const WriteOptionsAB how_written = how.with(same >= 2 ? output : mask, false);
            const WriteOptionsA o{.mask = how_written.mask,
                                  .accum = how_written.accum,
                                  .replace = how_written.replace,
                                  .transpose_a = transposed};
            if (by_vxm)
                vxm(output, semiring, u, factor, o);
            else
                mxv(output, semiring, factor, u, o);
        }
        std::vector<std::uint64_t> indices(output.nvals());
        std::vector<I64> values(indices.size());
        output.extract_tuples(indices, values);
        Entries<I64> entries;
        for (std::size_t e = 0; e < indices.size(); ++e) entries.push_back({0, indices[e], values[e]});
        return entries;
    }
};

/// Runs test(device context, SuiteSparse context) on each device under test.
template <class Test>
void beside_suitesparse(const Test& test) {
    const Context oracle("suitesparse");
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        test(with_bitmap(backend), oracle);
    }
}

} // namespace mergus::tests::pushes
