/// \file mxm_plan_testing.hpp
/// Operands of plans whose values change from round to round, and the comparison of a plan's runs with
/// products.
#pragma once

#include "product_testing.hpp"

#include <mergus/mxm_plan.hpp>

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

namespace mergus::tests::plans {

/// All values that a matrix of `count` entries gets in round `round`.
inline std::vector<std::max_align_t> values_for(const mergus_type* type, std::uint64_t count,
                                                std::uint64_t round) {
    std::vector<std::max_align_t> values(count * type->size / sizeof(std::max_align_t) + 1);
    auto* to = reinterpret_cast<unsigned char*>(values.data());
    for (std::uint64_t e = 0; e < count; ++e) {
        // Sums of small integers are exact in every order.
        const double small = static_cast<double>((e * 7 + round * 3) % 5) - 1;
        if (type->code == MERGUS_FP64)
            std::memcpy(to + e * 8, &small, 8);
        else if (type->code == MERGUS_BOOL)
            to[e] = static_cast<unsigned char>((e + round) % 2);
        else
            std::memcpy(to + e * type->size, uneven_value(type, e + 1000 * round).data(), type->size);
    }
    return values;
}

inline void set_round(AnyMatrix& matrix, std::uint64_t round) {
    set_values(matrix, values_for(matrix.type(), matrix.nvals(), round).data(), matrix.nvals(),
               matrix.type());
}

/// Entries at about one position in `step`, and empty rows.
inline reference::Matrix scattered(const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                                   std::uint64_t step) {
    return uneven_matrix(type, nrows, ncols, [=](std::uint64_t i, std::uint64_t j) {
        return i % 7 != 3 && ((i * ncols + j) * 0x9e3779b97f4a7c15u >> 40) % step == 0;
    });
}

struct Case {
    const AnySemiring& semiring;
    reference::Matrix A, B;
    ResultOptionsAB options{};
};

/// Makes a plan, and compares it and two runs with products.
inline void check(const Context& context, const Case& c) {
    AnyMatrix A = upload(context, c.A), B = upload(context, c.B);
    set_round(A, 0);
    set_round(B, 1);
    MxmPlan plan = mxm_plan(c.semiring, A, B, c.options);
    for (std::uint64_t round = 1; round < 4; ++round) {
        CAPTURE(round);
        CHECK(bits_of(plan.result()) == bits_of(mxm(c.semiring, A, B, c.options)));
        set_round(A, 2 * round);
        set_round(B, 2 * round + 1);
        plan.run(A, B);
    }
    CHECK(bits_of(plan.result()) == bits_of(mxm(c.semiring, A, B, c.options)));
}

/// On the devices, and on the CPU by whole products. \param methods as MERGUS_CUDA_MXM
inline void check(const Case& c, const std::string& methods = "") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        check(shuffled(backend, methods, 3), c);
    }
    check(Context("suitesparse"), c);
}

inline Case general(const AnySemiring& semiring, const mergus_type* type, ResultOptionsAB options = {}) {
    const bool ta = options.transpose_a, tb = options.transpose_b;
    return {semiring, ta ? scattered(type, 60, 45, 5) : scattered(type, 45, 60, 5),
            tb ? scattered(type, 80, 60, 4) : scattered(type, 60, 80, 4), options};
}

} // namespace mergus::tests::plans
