/// \file test_sorts.cpp
/// GxB_Vector_sort and GxB_Matrix_sort.
#include "contents.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

using namespace mergus::tests;

TEST_SUITE_BEGIN("graphblas");

TEST_CASE("sorted vectors") {
    initialise();
    const Content content{{{1, 0}, 5}, {{2, 0}, -1}, {{5, 0}, 5}, {{6, 0}, 9}};
    Vector u, w, p;
    put_content(u.put(), 8, content);
    OK(GrB_Vector_new(w.put(), GrB_FP64, 8));
    OK(GrB_Vector_new(p.put(), GrB_INT64, 8));
    OK(GxB_Vector_sort(w, p, GrB_LT_FP64, u, nullptr));
    CHECK(content_of(w) == Content{{{0, 0}, -1}, {{1, 0}, 5}, {{2, 0}, 5}, {{3, 0}, 9}});
    CHECK(content_of(p) == Content{{{0, 0}, 2}, {{1, 0}, 1}, {{2, 0}, 5}, {{3, 0}, 6}});
    OK(GxB_Vector_sort(nullptr, p, GrB_GT_FP64, u, nullptr));
    CHECK(content_of(p) == Content{{{0, 0}, 6}, {{1, 0}, 1}, {{2, 0}, 5}, {{3, 0}, 2}});
    OK(GxB_Vector_sort(u, nullptr, GrB_GT_FP64, u, nullptr)); // in place
    CHECK(content_of(u) == Content{{{0, 0}, 9}, {{1, 0}, 5}, {{2, 0}, 5}, {{3, 0}, -1}});
    OK(GxB_Vector_sort(nullptr, p, GrB_ONEB_BOOL, u,
                       nullptr)); // reads no value, and each entry is before the others
    CHECK(content_of(p).size() == 4);
    CHECK(GxB_Vector_sort(nullptr, nullptr, GrB_GT_FP64, u, nullptr) == GrB_NULL_POINTER);
    CHECK(GxB_Vector_sort(w, p, GrB_PLUS_FP64, u, nullptr) == GrB_DOMAIN_MISMATCH);
    Vector other;
    OK(GrB_Vector_new(other.put(), GrB_FP64, 7));
    CHECK(GxB_Vector_sort(other, p, GrB_GT_FP64, u, nullptr) == GrB_DIMENSION_MISMATCH);
}

TEST_CASE("vectors sorted by a function of the user") {
    initialise();
    Vector u, w;
    put_content(u.put(), 6, {{{0, 0}, 14}, {{1, 0}, 21}, {{4, 0}, 13}});
    OK(GrB_Vector_new(w.put(), GrB_FP64, 6));
    Binary last_digit;
    OK(GrB_BinaryOp_new(
        last_digit.put(),
        [](void* z, const void* x, const void* y) {
            *static_cast<bool*>(z) =
                *static_cast<const std::int32_t*>(x) % 10 < *static_cast<const std::int32_t*>(y) % 10;
        },
        GrB_BOOL, GrB_INT32, GrB_INT32));
    OK(GxB_Vector_sort(w, nullptr, last_digit, u, nullptr));
    CHECK(content_of(w) == Content{{{0, 0}, 21}, {{1, 0}, 13}, {{2, 0}, 14}});
}

TEST_CASE("sorted rows and columns") {
    initialise();
    constexpr GrB_Index n = 11;
    Content content = pattern(n, 1, n);
    for (auto& [at, x] : content) x = std::fmod(x * 7, 13); // in no order, with repeated values
    for (const bool by_columns : {false, true}) {
        CAPTURE(by_columns);
        Matrix A, C, P;
        put_content(A.put(), n, content);
        OK(GrB_Matrix_new(C.put(), GrB_FP64, n, n));
        OK(GrB_Matrix_new(P.put(), GrB_INT64, n, n));
        OK(GxB_Matrix_sort(C, P, GrB_LT_FP64, A, by_columns ? GrB_DESC_T0 : nullptr));
        std::map<GrB_Index, std::vector<std::pair<double, GrB_Index>>> lines;
        for (const auto& [at, x] : content)
            lines[by_columns ? at.second : at.first].emplace_back(x, by_columns ? at.first : at.second);
        Content values, indices;
        for (auto& [line, entries] : lines) {
            std::ranges::sort(entries);
            for (GrB_Index k = 0; k < entries.size(); ++k) {
                const Position at = by_columns ? Position{k, line} : Position{line, k};
                values[at] = entries[k].first;
                indices[at] = static_cast<double>(entries[k].second);
            }
        }
        CHECK(content_of(C) == values);
        CHECK(content_of(P) == indices);
        OK(GxB_Matrix_sort(A, nullptr, GrB_LT_FP64, A, by_columns ? GrB_DESC_T0 : nullptr));
        CHECK(content_of(A) == values);
    }
}

TEST_CASE("an output that does not fit leaves the other one as it was") {
    initialise();
    Type pair;
    OK(GrB_Type_new(pair.put(), 16));
    Matrix A, C, P;
    put_content(A.put(), 3, {{{0, 1}, 2}, {{0, 2}, 1}});
    const Content before{{{2, 2}, 9}};
    put_content(C.put(), 3, before);
    OK(GrB_Matrix_new(P.put(), pair, 3, 3)); // indices cannot be cast to its type
    CHECK(GxB_Matrix_sort(C, P, GrB_LT_FP64, A, nullptr) == GrB_DOMAIN_MISMATCH);
    CHECK(content_of(C) == before);
    Vector u, w, p;
    put_content(u.put(), 3, {{{0, 0}, 2}, {{1, 0}, 1}});
    const Content vector_before{{{2, 0}, 9}};
    put_content(w.put(), 3, vector_before);
    OK(GrB_Vector_new(p.put(), pair, 3));
    CHECK(GxB_Vector_sort(w, p, GrB_LT_FP64, u, nullptr) == GrB_DOMAIN_MISMATCH);
    CHECK(content_of(w) == vector_before);
}

TEST_CASE("many sorted values") {
    initialise();
    constexpr GrB_Index n = 50000;
    Vector u, w, p;
    OK(GrB_Vector_new(u.put(), GrB_INT64, n));
    OK(GrB_Vector_new(w.put(), GrB_INT64, n));
    OK(GrB_Vector_new(p.put(), GrB_UINT64, n));
    std::vector<GrB_Index> indices(n), places(n);
    std::vector<std::int64_t> values(n), sorted(n);
    std::vector<std::pair<std::int64_t, GrB_Index>> expected(n);
    for (GrB_Index i = 0; i < n; ++i) {
        indices[i] = i;
        values[i] = static_cast<std::int64_t>(i * 48271 % 9973) - 5000;
        expected[i] = {values[i], i};
    }
    std::ranges::sort(expected);
    OK(GrB_Vector_build_INT64(u, indices.data(), values.data(), n, nullptr));
    OK(GxB_Vector_sort(w, p, GrB_LT_INT64, u, nullptr));
    GrB_Index count = n;
    OK(GrB_Vector_extractTuples_INT64(indices.data(), sorted.data(), &count, w));
    OK(GrB_Vector_extractTuples_UINT64(indices.data(), places.data(), &count, p));
    bool right = count == n;
    for (GrB_Index k = 0; k < n; ++k) right = right && expected[k] == std::pair(sorted[k], places[k]);
    CHECK(right);
}

TEST_SUITE_END();
