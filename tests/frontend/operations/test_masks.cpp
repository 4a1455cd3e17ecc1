/// \file test_masks.cpp
/// How the flags of a mask and of the descriptor go together, on every operation with matrices and with
/// vectors, and masks that are not there.
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <functional>
#include <vector>

using namespace mergus;
using namespace mergus::tests;

namespace {

using I32 = std::int32_t;

/// Outputs, full inputs, and masks with values of 0.
struct Objects {
    explicit Objects(const Context& context)
        : C(context, 3, 3), A(context, 3, 3), M(make<I32>(context, 3, 3, {{0, 1, 1}, {1, 1, 0}, {2, 0, 3}})),
          column(context, 3, 1), column_mask(make<I32>(context, 3, 1, {{0, 0, 1}, {1, 0, 0}})), w(context, 3),
          u(Vector<I32>::from_dense(context, std::vector<I32>{2, 2, 2})),
          m(make_vector<I32>(context, 3, {{0, 1}, {1, 0}})) {
        assign(A, no_mask, no_accum, 2);
    }
    Matrix<I32> C, A, M, column, column_mask;
    Vector<I32> w, u, m;
};

/// An operation that gives an entry at every place without a mask.
struct Case {
    const char* name;
    std::function<void(Objects& t, const Mask& mask, Descriptor descriptor)> run;
};

const std::vector<Case> with_matrices = {
    {"mxm", [](auto& t, auto& m, auto d) { mxm(t.C, m, no_accum, plus_times<I32>, t.A, t.A, d); }},
    {"transpose", [](auto& t, auto& m, auto d) { transpose(t.C, m, no_accum, t.A, d); }},
    {"ewise_add", [](auto& t, auto& m, auto d) { ewise_add(t.C, m, no_accum, ops::plus<I32>, t.A, t.A, d); }},
    {"ewise_mult",
     [](auto& t, auto& m, auto d) { ewise_mult(t.C, m, no_accum, ops::plus<I32>, t.A, t.A, d); }},
    {"select", [](auto& t, auto& m, auto d) { select(t.C, m, no_accum, ops::triu, t.A, -9, d); }},
    {"apply", [](auto& t, auto& m, auto d) { apply(t.C, m, no_accum, ops::ainv<I32>, t.A, d); }},
    {"apply, scalar last",
     [](auto& t, auto& m, auto d) { apply(t.C, m, no_accum, ops::plus<I32>, t.A, 1, d); }},
    {"apply, scalar first",
     [](auto& t, auto& m, auto d) { apply(t.C, m, no_accum, ops::plus<I32>, 1, t.A, d); }},
    {"assign", [](auto& t, auto& m, auto d) { assign(t.C, m, no_accum, t.A, all, all, d); }},
    {"assign of a scalar", [](auto& t, auto& m, auto d) { assign(t.C, m, no_accum, 5, all, all, d); }},
    {"extract", [](auto& t, auto& m, auto d) { extract(t.C, m, no_accum, t.A, all, all, d); }},
};

const std::vector<Case> with_a_column = {
    {"reduce to a column",
     [](auto& t, auto& m, auto d) { reduce(t.column, m, no_accum, plus_monoid<I32>, t.A, d); }},
};

const std::vector<Case> with_vectors = {
    {"mxv", [](auto& t, auto& m, auto d) { mxv(t.w, m, no_accum, plus_times<I32>, t.A, t.u, d); }},
    {"vxm", [](auto& t, auto& m, auto d) { vxm(t.w, m, no_accum, plus_times<I32>, t.u, t.A, d); }},
    {"ewise_add", [](auto& t, auto& m, auto d) { ewise_add(t.w, m, no_accum, ops::plus<I32>, t.u, t.u, d); }},
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

/// Outputs without entries. \param all_places of the output, `structural` of them in the mask, `true_ones`
/// with a value that is not 0
template <class Output, class Given>
void check_flags(const std::vector<Case>& cases, Objects& t, Output& output, const Given& mask,
                 std::uint64_t all_places, std::uint64_t structural, std::uint64_t true_ones) {
    for (const Case& one : cases) {
        CAPTURE(one.name);
        const auto entries = [&](const Mask& given, Descriptor descriptor) {
            output.clear();
            one.run(t, given, descriptor);
            return output.nvals();
        };
        CHECK(entries(mask, {}) == true_ones);
        CHECK(entries(complement(mask), {}) == all_places - true_ones);
        CHECK(entries(mask, DESC_C) == all_places - true_ones);
        CHECK(entries(complement(mask), DESC_C) == true_ones);
        CHECK(entries(complement(mask), DESC_SC) == structural);
        CHECK(entries(complement(structure(mask)), {}) == all_places - structural);
        CHECK(entries(complement(structure(mask)), DESC_RC) == structural);
        CHECK(entries(complement(complement(mask)), {}) == true_ones);
        CHECK(entries(complement(complement(mask)), DESC_C) == all_places - true_ones);
        CHECK(entries(structure(mask), DESC_S) == structural);
        CHECK(entries(structure(structure(mask)), {}) == structural);
        CHECK(entries(structure(complement(mask)), {}) == all_places - structural);
    }
}

/// Outputs with one entry. \param put sets it
template <class Output, class Put>
void check_no_mask(const std::vector<Case>& cases, Objects& t, Output& output, const Put& put,
                   std::uint64_t all_places) {
    for (const Case& one : cases) {
        CAPTURE(one.name);
        const auto entries = [&](const Mask& mask, Descriptor descriptor) {
            output.clear();
            put(output);
            one.run(t, mask, descriptor);
            return output.nvals();
        };
        CHECK(entries(structure(no_mask), {}) == all_places);
        CHECK(entries(structure(no_mask), DESC_RS) == all_places);
        CHECK(entries(complement(no_mask), {}) == 1);
        CHECK(entries(complement(structure(no_mask)), {}) == 1);
        CHECK(entries(complement(no_mask), DESC_R) == 0);
        CHECK(entries(no_mask, DESC_RC) == 0);
        CHECK(entries(complement(no_mask), DESC_RC) == all_places);
        CHECK(entries(complement(complement(no_mask)), {}) == all_places);
    }
}

} // namespace

TEST_SUITE_BEGIN("ops");

TEST_CASE("masks: complements of mask and descriptor cancel, structures do not, on every operation") {
    on_each_backend([](const Context& context) {
        Objects t(context);
        check_flags(with_matrices, t, t.C, t.M, 9, 3, 2);
        check_flags(with_a_column, t, t.column, t.column_mask, 3, 2, 1);
        check_flags(with_vectors, t, t.w, t.m, 3, 2, 1);
    });
}

TEST_CASE("masks: the structure of no mask is no mask, its complement admits nothing, on every operation") {
    on_each_backend([](const Context& context) {
        Objects t(context);
        const auto put = [](Matrix<I32>& output) { output.set_element(0, 0, -7); };
        check_no_mask(with_matrices, t, t.C, put, 9);
        check_no_mask(with_a_column, t, t.column, put, 3);
        check_no_mask(
            with_vectors, t, t.w, [](Vector<I32>& w) { w.set_element(0, -7); }, 3);
    });
}

TEST_SUITE_END();
