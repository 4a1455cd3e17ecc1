/// \file test_masks.cpp
/// How the flags of a mask and of the descriptor go together, on every operation, and masks that are not
/// there.
#include "testing/matrices.hpp"

#include <mergus/mergus.hpp>

#include <functional>
#include <string>

using namespace mergus;
using namespace mergus::tests;

namespace {

using I32 = std::int32_t;

struct Case {
    const char* name;
    /// Writes 3 x 3 entries, all places of C but for the mask.
    std::function<void(AnyMatrix& C, const Mask& mask, const AnyMatrix& A, Descriptor descriptor)> run;
};

const std::vector<Case>& cases() {
    static const std::vector<Case> list = {
        {"mxm",
         [](auto& C, auto& mask, auto& A, auto d) { mxm(C, mask, no_accum, plus_times<I32>, A, A, d); }},
        {"transpose", [](auto& C, auto& mask, auto& A, auto d) { transpose(C, mask, no_accum, A, d); }},
        {"ewise_add",
         [](auto& C, auto& mask, auto& A, auto d) { ewise_add(C, mask, no_accum, ops::plus<I32>, A, A, d); }},
        {"ewise_mult", [](auto& C, auto& mask, auto& A,
                          auto d) { ewise_mult(C, mask, no_accum, ops::plus<I32>, A, A, d); }},
        {"select",
         [](auto& C, auto& mask, auto& A, auto d) { select(C, mask, no_accum, ops::triu, A, -9, d); }},
        {"apply",
         [](auto& C, auto& mask, auto& A, auto d) { apply(C, mask, no_accum, ops::ainv<I32>, A, d); }},
        {"apply, scalar last",
         [](auto& C, auto& mask, auto& A, auto d) { apply(C, mask, no_accum, ops::plus<I32>, A, 1, d); }},
        {"apply, scalar first",
         [](auto& C, auto& mask, auto& A, auto d) { apply(C, mask, no_accum, ops::plus<I32>, 1, A, d); }},
        {"assign", [](auto& C, auto& mask, auto& A, auto d) { assign(C, mask, no_accum, A, all, all, d); }},
        {"assign of a scalar",
         [](auto& C, auto& mask, auto&, auto d) { assign(C, mask, no_accum, 5, all, all, d); }},
        {"extract", [](auto& C, auto& mask, auto& A, auto d) { extract(C, mask, no_accum, A, all, all, d); }},
    };
    return list;
}

struct Setting {
    explicit Setting(const Context& context)
        : C(context, 3, 3), A(context, 3, 3), M(make<I32>(context, 3, 3, {{0, 1, 1}, {1, 1, 0}, {2, 0, 3}})),
          column(context, 3, 1), column_mask(make<I32>(context, 3, 1, {{0, 0, 1}, {1, 0, 0}})) {
        assign(A, no_mask, no_accum, 2);
    }
    Matrix<I32> C, A, M, column, column_mask;
};

} // namespace

TEST_SUITE_BEGIN("ops");

TEST_CASE("masks: complements of mask and descriptor cancel, structures do not, on every operation") {
    on_each_backend([](const Context& context) {
        Setting t(context);
        for (const Case& one : cases()) {
            CAPTURE(one.name);
            const auto entries = [&](const Mask& mask, Descriptor descriptor) {
                t.C.clear();
                one.run(t.C, mask, t.A, descriptor);
                return t.C.nvals();
            };
            CHECK(entries(t.M, {}) == 2);
            CHECK(entries(complement(t.M), {}) == 7);
            CHECK(entries(t.M, DESC_C) == 7);
            CHECK(entries(complement(t.M), DESC_C) == 2);
            CHECK(entries(complement(t.M), DESC_SC) == 3);
            CHECK(entries(complement(structure(t.M)), DESC_RC) == 3);
            CHECK(entries(complement(complement(t.M)), {}) == 2);
            CHECK(entries(complement(complement(t.M)), DESC_C) == 7);
            CHECK(entries(structure(t.M), DESC_S) == 3);
            CHECK(entries(structure(structure(t.M)), {}) == 3);
            CHECK(entries(structure(complement(t.M)), {}) == 6);
        }
        const auto rows = [&](const Mask& mask, Descriptor descriptor) {
            t.column.clear();
            reduce(t.column, mask, no_accum, plus_monoid<I32>, t.A, descriptor);
            return t.column.nvals();
        };
        CHECK(rows(t.column_mask, {}) == 1);
        CHECK(rows(complement(t.column_mask), {}) == 2);
        CHECK(rows(complement(t.column_mask), DESC_C) == 1);
        CHECK(rows(complement(structure(t.column_mask)), DESC_C) == 2);
    });
}

TEST_CASE("masks: the structure of no mask is no mask, its complement admits nothing, on every operation") {
    on_each_backend([](const Context& context) {
        Setting t(context);
        for (const Case& one : cases()) {
            CAPTURE(one.name);
            const auto entries = [&](const Mask& mask, Descriptor descriptor) {
                t.C.clear();
                t.C.build(std::vector{0}, std::vector{0}, std::vector<I32>{-7});
                one.run(t.C, mask, t.A, descriptor);
                return t.C.nvals();
            };
            CHECK(entries(structure(no_mask), {}) == 9);
            CHECK(entries(structure(no_mask), DESC_RS) == 9);
            CHECK(entries(complement(no_mask), {}) == 1);
            CHECK(entries(complement(structure(no_mask)), {}) == 1);
            CHECK(entries(complement(no_mask), DESC_R) == 0);
            CHECK(entries(no_mask, DESC_RC) == 0);
            CHECK(entries(complement(no_mask), DESC_RC) == 9);
            CHECK(entries(complement(complement(no_mask)), {}) == 9);
        }
    });
}

TEST_SUITE_END();
