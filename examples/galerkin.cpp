/// \file galerkin.cpp
/// The coarse matrix R·A·P of multigrid, R = P', for an A whose values change and whose pattern stays: two
/// plans, the second of the first one's result.
#include <mergus/mergus.hpp>

#include <cstdint>
#include <iostream>
#include <vector>

namespace {

/// Each aggregate of `size` consecutive points is one point of the coarse grid.
mergus::Matrix<double> aggregation(const mergus::Context& context, std::uint64_t points, std::uint64_t size) {
    std::vector<std::uint64_t> rows, cols;
    for (std::uint64_t i = 0; i < points; ++i) {
        rows.push_back(i);
        cols.push_back(i / size);
    }
    const std::vector<double> ones(points, 1);
    return mergus::Matrix<double>::from_tuples(context, points, (points + size - 1) / size, rows, cols, ones);
}

} // namespace

int main() {
    const mergus::Context context; // the best backend on this machine
    const auto& semiring = mergus::plus_times<double>;
    auto A = mergus::Matrix<double>::from_csr(context, mergus::generate::poisson2d5(40));
    const auto P = aggregation(context, A.nrows(), 4);

    mergus::MxmPlan AP = mergus::mxm_plan(semiring, A, P);
    mergus::MxmPlan RAP = mergus::mxm_plan(semiring, P, AP.result(), {.transpose_a = true});
    for (int step = 1; step <= 3; ++step) {
        mergus::set_values(A, std::vector<double>(A.nvals(), step)); // one value for each entry
        AP.run(A, P);
        RAP.run(P, AP.result());

        const double sum = mergus::reduce(mergus::plus_monoid<double>, RAP.result());
        std::cout << "step " << step << ": " << RAP.result().nrows() << " rows, " << RAP.result().nvals()
                  << " entries, which add up to " << sum << '\n';
        const auto again = mergus::mxm(semiring, P, mergus::mxm(semiring, A, P), {.transpose_a = true});
        if (!mergus::isequal(RAP.result(), again)) return 1;
    }
}
