/// \file test_vector_masks.cpp
/// Masks of vectors: the flags of mask and descriptor together, and masks without a vector, on every
/// operation.
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <functional>

using namespace mergus;
using namespace mergus::tests;

namespace {

using I32 = std::int32_t;

struct Setting {
    explicit Setting(const Context& context)
        : w(context, 3), u(Vector<I32>::from_dense(context, std::vector<I32>{2, 2, 2})), A(context, 3, 3),
          mask(make_vector<I32>(context, 3, {{0, 1}, {1, 0}})) {
        assign(A, no_mask, no_accum, 2);
    }
    Vector<I32> w, u;
    Matrix<I32> A;
    Vector<I32> mask;
};

/// An operation that gives all three entries without a mask.
struct Case {
    const char* name;
    std::function<void(Setting&, const Mask&, Descriptor)> run;
};

const std::vector<Case>& cases() {
    static const std::vector<Case> list = {
        {"mxv", [](auto& t, auto& m, auto d) { mxv(t.w, m, no_accum, plus_times<I32>, t.A, t.u, d); }},
        {"vxm", [](auto& t, auto& m, auto d) { vxm(t.w, m, no_accum, plus_times<I32>, t.u, t.A, d); }},
        {"ewise_add",
         [](auto& t, auto& m, auto d) { ewise_add(t.w, m, no_accum, ops::plus<I32>, t.u, t.u, d); }},
        {"ewise_mult",
         [](auto& t, auto& m, auto d) { ewise_mult(t.w, m, no_accum, ops::plus<I32>, t.u, t.u, d); }},
        {"select", [](auto& t, auto& m, auto d) { select(t.w, m, no_accum, ops::rowle, t.u, 9, d); }},
        {"apply", [](auto& t, auto& m, auto d) { apply(t.w, m, no_accum, ops::ainv<I32>, t.u, d); }},
        {"apply, scalar last",
         [](auto& t, auto& m, auto d) { apply(t.w, m, no_accum, ops::plus<I32>, t.u, 1, d); }},
        {"apply, scalar first",
         [](auto& t, auto& m, auto d) { apply(t.w, m, no_accum, ops::plus<I32>, 1, t.u, d); }},
        {"reduce", [](auto& t, auto& m, auto d) { reduce(t.w, m, no_accum, plus_monoid<I32>, t.A, d); }},
        {"assign", [](auto& t, auto& m, auto d) { assign(t.w, m, no_accum, t.u, all, d); }},
        {"assign of a scalar", [](auto& t, auto& m, auto d) { assign(t.w, m, no_accum, 5, all, d); }},
        {"extract", [](auto& t, auto& m, auto d) { extract(t.w, m, no_accum, t.u, all, d); }},
        {"extract a column", [](auto& t, auto& m, auto d) { extract(t.w, m, no_accum, t.A, all, 1, d); }},
        {"extract a row", [](auto& t, auto& m, auto d) { extract(t.w, m, no_accum, t.A, 1, all, d); }},
        {"diag", [](auto& t, auto& m, auto d) { diag(t.w, m, no_accum, t.A, 0, d); }},
        {"assign to a row",
         [](auto& t, auto& m, auto d) {
             Matrix<I32> C(t.A.context(), 3, 3);
             assign(C, t.w, 1, all);
             assign(C, m, no_accum, t.u, 1, all, d);
             t.w = extract(C, 1, all);
         }},
    };
    return list;
}

} // namespace

TEST_SUITE_BEGIN("vectors");

TEST_CASE("vectors, masks: complements of mask and descriptor cancel, structures do not") {
    on_each_backend([](const Context& context) {
        Setting t(context);
        for (const Case& one : cases()) {
            CAPTURE(one.name);
            const auto entries = [&](const Mask& mask, Descriptor descriptor) {
                t.w.clear();
                one.run(t, mask, descriptor);
                return t.w.nvals();
            };
            CHECK(entries(t.mask, {}) == 1);
            CHECK(entries(complement(t.mask), {}) == 2);
            CHECK(entries(t.mask, DESC_C) == 2);
            CHECK(entries(complement(t.mask), DESC_C) == 1);
            CHECK(entries(complement(t.mask), DESC_SC) == 2);
            CHECK(entries(complement(structure(t.mask)), {}) == 1);
            CHECK(entries(structure(t.mask), DESC_S) == 2);
        }
    });
}

TEST_CASE("vectors, masks: the structure of no mask is no mask, its complement admits nothing") {
    on_each_backend([](const Context& context) {
        Setting t(context);
        for (const Case& one : cases()) {
            CAPTURE(one.name);
            const auto entries = [&](const Mask& mask, Descriptor descriptor) {
                t.w = make_vector<I32>(context, 3, {{0, -7}});
                one.run(t, mask, descriptor);
                return t.w.nvals();
            };
            CHECK(entries(structure(no_mask), {}) == 3);
            CHECK(entries(complement(no_mask), {}) == 1);
            CHECK(entries(complement(no_mask), DESC_R) == 0);
            CHECK(entries(no_mask, DESC_RC) == 0);
            CHECK(entries(complement(no_mask), DESC_RC) == 3);
        }
    });
}

TEST_SUITE_END();
