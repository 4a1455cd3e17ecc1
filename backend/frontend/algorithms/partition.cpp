/// \file partition.cpp
#include "partition.hpp"

#include <mergus/define.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace mergus::core {

namespace {

// clang-format takes the definition for arguments of a function.
// clang-format off

/// The finalizer of SplitMix64 of index and seed.
MERGUS_INDEX_UNARY_OP(index_hash,
    static uint64_t apply(bool, int64_t i, int64_t, uint64_t seed) {
        uint64_t z = (uint64_t(i) + 1) * 0x9e3779b97f4a7c15u + seed * 0xd1342543de82ef95u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    })

/// Whether the index belongs to the group y % 256 of y / 256 groups.
MERGUS_INDEX_UNARY_OP(in_group,
    static bool apply(uint64_t hash, int64_t, int64_t, uint64_t y) { return hash % (y / 256) == y % 256; })

// clang-format on

} // namespace

Vector<std::int64_t> numbered(const Context& context, std::uint64_t size) {
    Vector<bool> everyone(context, size);
    assign(everyone, true);
    return apply<std::int64_t>(ops::rowindex<std::int64_t>, everyone, std::int64_t{0});
}

Vector<double> filled(const Context& context, std::uint64_t size, double value) {
    Vector<double> vector(context, size);
    assign(vector, value);
    return vector;
}

Matrix<double> membership(const Vector<std::int64_t>& labels, std::uint64_t columns) {
    // The arrays of three vectors become those of the matrix, in the memory where the backend has them.
    const std::uint64_t n = labels.size();
    const Context context = labels.context();
    VectorArrays offsets = numbered(context, n + 1).release_arrays(MERGUS_VECTOR_FULL);
    VectorArrays of_rows = labels.dup().release_arrays(MERGUS_VECTOR_FULL);
    VectorArrays ones = filled(context, n, 1.0).release_arrays(MERGUS_VECTOR_FULL);
    if (n == 0 || of_rows.arrays().iso != 0 || offsets.arrays().iso != 0) {
        Matrix<double> P(context, n, columns);
        if (n != 0) assign(P, 1.0, all, {static_cast<std::uint64_t>(*labels.extract_element(0))});
        return P;
    }
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = type_of<double>();
    csr.nrows = csr.nvals = csr.capacity = n;
    csr.ncols = columns;
    csr.row_ptr = offsets.arrays().values;
    csr.cols = of_rows.arrays().values;
    csr.values = ones.arrays().values;
    csr.pointer_bits = csr.index_bits = 64;
    csr.iso = ones.arrays().iso;
    csr.memory = of_rows.arrays().memory;
    csr.flags = MERGUS_CSR_TRUSTED;
    return Matrix<double>(AnyMatrix::import_csr(context, csr));
}

Vector<std::int64_t> labels_of(const Matrix<double>& P) {
    return reduce_rows(max_monoid<std::int64_t>,
                       apply<std::int64_t>(ops::colindex<std::int64_t>, P, std::int64_t{0}));
}

Matrix<double> rows_of(const Matrix<double>& A, const Vector<bool>& rows) {
    return mxm(any_second<double>, diag(rows), A);
}

Vector<std::uint64_t> hashes(const Context& context, std::uint64_t size, std::uint64_t seed) {
    Vector<bool> everyone(context, size);
    assign(everyone, true);
    return apply<std::uint64_t>(index_hash, everyone, seed);
}

std::uint64_t place_of_greatest(const Vector<std::int64_t>& values) {
    const auto greatest = reduce(max_monoid<std::int64_t>, values);
    const auto places = apply<std::int64_t>(
        ops::rowindex<std::int64_t>, select(ops::valueeq<std::int64_t>, values, greatest), std::int64_t{0});
    return static_cast<std::uint64_t>(reduce(min_monoid<std::int64_t>, places));
}

Vector<bool> group_of(const Context& context, std::uint64_t size, std::uint64_t groups, std::uint64_t group,
                      std::uint64_t seed) {
    return apply<bool>(ops::one<bool>, select(in_group, hashes(context, size, seed), groups * 256 + group));
}

Matrix<double> checked_weights(const AnyMatrix& A, std::string_view algorithm) {
    Matrix<double> weights(A.context(), A.nrows(), A.ncols());
    assign(weights, A);
    // A sum that is a number has no NaN and, of weights that are not negative, no infinity.
    if (std::isfinite(reduce(plus_monoid<double>, weights)) && reduce(min_monoid<double>, weights) >= 0)
        return weights;
    const auto finite = select(ops::valuele<double>, select(ops::valuege<double>, weights, 0.0),
                               std::numeric_limits<double>::max()); // NaN is not
    if (finite.nvals() != weights.nvals())
        throw Error(Code::invalid_value,
                    fmt::format("{}: a weight is negative or not a finite number", algorithm));
    return weights;
}

} // namespace mergus::core
