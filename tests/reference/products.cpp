/// \file products.cpp
/// Products of matrices and vectors, and reductions.
#include "reference/operations.hpp"
#include "reference/operators.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace mergus::reference {

namespace {

std::int64_t index(std::uint64_t i) {
    return static_cast<std::int64_t>(i);
}

/// Whether the product of two factors, as the operator takes them, is 0 though neither of them is.
bool underflows(const mergus_op& mul, const Value& a, const Value& b, const Value& product) {
    const auto is_zero = [](const Value& value) { return to_complex(value) == 0.0; };
    return mul.code == MERGUS_OP_TIMES && is_float(product.type) && is_zero(product) &&
           !is_zero(cast(a, mul.x_type)) && !is_zero(cast(b, mul.y_type));
}

double denorm_min(const mergus_type* type) {
    return epsilon(type) > std::ldexp(1.0, -53) ? double{std::numeric_limits<float>::denorm_min()}
                                                : std::numeric_limits<double>::denorm_min();
}

Matrix fold_all(const mergus_monoid& monoid, std::uint64_t nrows, std::uint64_t ncols,
                const std::map<Index, std::vector<Value>>& terms) {
    Matrix T{monoid.op->z_type, nrows, ncols, {}};
    for (const auto& [place, values] : terms) T.entries[place] = fold(monoid, values);
    return T;
}

/// T(i,j) = ⊕ of A(i,k) ⊗ B(k,j) over all k at which both have an entry; without such a k there is no entry.
Matrix product(const mergus_semiring& semiring, const Matrix& A, const Matrix& B) {
    if (A.ncols != B.nrows) throw std::logic_error("reference: mxm: inner dimensions differ");
    std::map<Index, std::vector<Value>> terms;
    std::set<Index> underflowed, either_zero;
    for (const auto& [ik, a] : A.entries) {
        const auto [i, k] = ik;
        for (auto b = B.entries.lower_bound({k, 0}); b != B.entries.end() && b->first.first == k; ++b) {
            const std::uint64_t j = b->first.second;
            std::vector<Value>& list = terms[{i, j}];
            list.push_back(
                call_multiply(*semiring.mul, a.value, b->second.value, index(i), index(k), index(j)));
            if (underflows(*semiring.mul, a.value, b->second.value, list.back())) underflowed.insert({i, j});
            if (gives_either_zero(*semiring.mul, a.value, b->second.value)) either_zero.insert({i, j});
        }
    }
    Matrix T = fold_all(*semiring.add, A.nrows, B.ncols, terms);
    // A product that underflows to 0 gives the sum its sign if it is added without being rounded (fused).
    if (semiring.add->op->code == MERGUS_OP_PLUS)
        for (const Index& place : underflowed)
            T.entries[place].slack = std::max(T.entries[place].slack, denorm_min(T.type));
    for (const Index& place : either_zero) allow_either_zero(T.entries[place]);
    return T;
}

} // namespace

Matrix mxm(const Matrix& C, const Output& output, const mergus_semiring& semiring, const Matrix& A,
           const Matrix& B) {
    return write(C, output,
                 product(semiring, input(A, output.descriptor, MERGUS_DESC_TRAN0),
                         input(B, output.descriptor, MERGUS_DESC_TRAN1)));
}

Matrix vxm(const Matrix& C, const Output& output, const mergus_semiring& semiring, const Matrix& A,
           const Matrix& B) {
    const Matrix T = product(semiring, input(A, 1, 1), input(B, output.descriptor, MERGUS_DESC_TRAN1));
    return write(C, output, input(T, 1, 1));
}

Matrix reduce_rows(const Matrix& C, const Output& output, const mergus_monoid& monoid,
                   const Matrix& A_given) {
    const Matrix A = input(A_given, output.descriptor, MERGUS_DESC_TRAN0);
    std::map<Index, std::vector<Value>> terms;
    for (const auto& [place, entry] : A.entries)
        terms[{place.first, 0}].push_back(cast(entry.value, monoid.op->z_type));
    return write(C, output, fold_all(monoid, A.nrows, 1, terms));
}

Entry reduce_scalar(const Value& result, const mergus_op* accum, const mergus_monoid& monoid,
                    const Matrix& A) {
    std::vector<Value> terms;
    for (const auto& [place, entry] : A.entries) terms.push_back(cast(entry.value, monoid.op->z_type));
    Entry total;
    if (terms.empty())
        total.value = identity_of(monoid);
    else
        total = fold(monoid, terms);
    if (accum != nullptr) {
        Entry before;
        before.value = result;
        total = combine(*accum, before, total);
    }
    return cast_entry(total, result.type);
}

} // namespace mergus::reference
