/// \file products.cpp
/// Products: the code of docs/reference/mxm.md, mxm_blocks.md, mxv.md and mxm_plan.md.
#include "expect.hpp"

#include <cstdint>
#include <vector>

namespace {

using mergus::Matrix;
using mergus::Vector;

void products_of_matrices(const mergus::Context& context) {
    {
        // A = [1 2; 0 3]
        const auto A = Matrix<double>::from_tuples(context, 2, 2, std::vector{0, 0, 1}, std::vector{0, 1, 1},
                                                   std::vector{1.0, 2.0, 3.0});
        const auto C = mergus::mxm(mergus::plus_times<double>, A, A); // C = A·A = [1 8; 0 9]
        expect(C.extract_element(0, 1) == 8.0 && !C.extract_element(1, 0));

        // The same pattern over min.plus: lengths of shortest paths of two edges.
        const auto D = mergus::mxm(mergus::min_plus<double>, A, A);
        expect(D.extract_element(0, 1) == 3.0);
    }
    {
        const auto A = Matrix<bool>::from_csr(context, mergus::generate::rmat({.scale = 8}));
        // Only where A has entries; the products elsewhere are not computed.
        const auto C =
            mergus::mxm(mergus::plus_pair<std::int64_t>, A, A, {.mask = structure(A), .transpose_b = true});
        // The same into a given matrix, added to what it has: S⟨A⟩ += A plus.pair A'.
        Matrix<std::int64_t> S(context, A.nrows(), A.ncols());
        mergus::mxm(S, mergus::plus_pair<std::int64_t>, A, A,
                    {.mask = structure(A), .accum = mergus::ops::plus<std::int64_t>, .transpose_b = true});
        expect(isequal(S, C));
    }
}

void product_by_blocks(const mergus::Context& context) {
    const auto A = Matrix<double>::from_csr(context, mergus::generate::poisson2d5(10));
    std::uint64_t entries = 0;
    const auto count = [&](const mergus::ProductBlock& block) {
        entries += block.rows.nvals();
        return block.number != 1; // stops in block 1
    };
    const std::uint64_t next =
        mergus::mxm_blocks(mergus::plus_times<double>, A, A, count, {.products = 1000});
    expect(next == 1);
}

/// docs/design/frontend.md shows the two forms of a call.
void two_forms(Matrix<double>& C, const mergus::Semiring<double>& semiring, const Matrix<double>& A,
               const Matrix<double>& B, const Matrix<bool>& M) {
    namespace ops = mergus::ops;
    mxm(C, semiring, A, B, {.mask = structure(M), .accum = ops::plus<double>, .replace = true});
    auto D = mxm(semiring, A, B, {.mask = structure(M)});
    expect(isequal(C, D));
}

void products_with_vectors(const mergus::Context& context) {
    const auto A = Matrix<double>::from_tuples(context, 3, 3, std::vector{0, 0, 1, 2},
                                               std::vector{0, 2, 1, 0}, std::vector{1.0, 2.0, 3.0, 4.0});
    const auto u = Vector<double>::from_dense(context, std::vector{1.0, 1.0, 1.0});
    const auto w = mergus::mxv(mergus::plus_times<double>, A, u); // w = A·u: sums of the rows
    expect(w.to_dense() == std::vector{3.0, 3.0, 4.0});
    const auto v = mergus::vxm(mergus::plus_times<double>, u, A); // v' = u'·A: sums of the columns
    expect(v.to_dense() == std::vector{5.0, 3.0, 2.0});

    // One step of a search: the vertices that the frontier reaches and that were not visited.
    Vector<bool> frontier(context, 3), visited(context, 3);
    frontier.set_element(0, true);
    visited.set_element(0, true);
    mergus::vxm(frontier, mergus::any_pair<bool>, frontier, A,
                {.mask = complement(structure(visited)), .replace = true});
    expect(frontier.nvals() == 1 && frontier.extract_element(2) == true);
}

void plans(const mergus::Context& context) {
    auto A = Matrix<double>::from_csr(context, mergus::generate::poisson2d5(10));
    mergus::MxmPlan plan = mergus::mxm_plan(mergus::plus_times<double>, A, A); // pattern and values
    mergus::set_values(A, std::vector<double>(A.nvals(), 2.0));                // the same pattern
    plan.run(A, A);                                                            // values alone
    expect(isequal(plan.result(), mergus::mxm(mergus::plus_times<double>, A, A)));

    // The result may be a factor of another plan, which runs after it.
    mergus::MxmPlan next = mergus::mxm_plan(mergus::plus_times<double>, A, plan.result());
    mergus::set_values(A, std::vector<double>(A.nvals(), 3.0));
    plan.run(A, A);
    next.run(A, plan.result());

    A.set_element(0, 99, 1.0); // another pattern: the plan does not fit any more
    expect(throws(mergus::Code::invalid_value, [&] { plan.run(A, A); }));
}

} // namespace

int main() {
    const mergus::Context context;
    products_of_matrices(context);
    const auto A = Matrix<double>::from_csr(context, mergus::generate::poisson2d5(3));
    Matrix<double> C(context, 9, 9);
    two_forms(C, mergus::plus_times<double>, A, A, Matrix<bool>(apply<bool>(mergus::ops::one<double>, A)));
    products_with_vectors(context);
    product_by_blocks(context);
    plans(context);
}
