/// \file changing_values.cpp
/// Products of matrices whose values change and whose patterns stay, as in a simulation: the pattern of
/// C = A·A is computed once, and each step computes its values.
#include <mergus/mergus.hpp>

#include <iostream>
#include <vector>

int main() {
    const mergus::Context context; // the best backend on this machine
    auto A = mergus::Matrix<double>::from_csr(context, mergus::generate::poisson2d5(50));
    mergus::MxmPlan plan = mergus::mxm_plan(mergus::plus_times<double>, A, A);
    for (int step = 1; step <= 3; ++step) {
        mergus::set_values(A, std::vector<double>(A.nvals(), step)); // one value for each entry
        plan.run(A, A);

        const double sum = mergus::reduce(mergus::plus_monoid<double>, plan.result());
        std::cout << "step " << step << ": the entries of C add up to " << sum << '\n';
        const auto again = mergus::mxm(mergus::plus_times<double>, A, A);
        if (sum != mergus::reduce(mergus::plus_monoid<double>, again)) return 1;
    }
}
