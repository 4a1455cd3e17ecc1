/// \file test_new_objects.cpp
/// New matrices and vectors have no device memory until a call needs their arrays; in every call they are
/// objects without entries. Copies of small objects are one launch.
#include "testing/device_testing.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using namespace mergus;
using namespace mergus::tests;

namespace {

using I32 = std::int32_t;
constexpr std::uint64_t n = 70; // too many rows for bitmaps

Matrix<I32> some(const Context& context) {
    Entries<I32> entries;
    for (std::uint64_t i = 0; i < n; ++i)
        entries.push_back({i, (i * 13 + 5) % n, static_cast<I32>(i % 5) - 2});
    return make<I32>(context, n, n, entries);
}

Vector<I32> some_of_vector(const Context& context) {
    Items<I32> items;
    for (std::uint64_t i = 0; i < n; i += 3) items[i] = static_cast<I32>(i % 5) - 2;
    return make_vector<I32>(context, n, items);
}

/// Calls with a new matrix in every position.
std::vector<Entries<I32>> matrix_calls(const Context& context) {
    std::vector<Entries<I32>> all;
    const auto fresh = [&] { return Matrix<I32>(context, n, n); };
    const auto keep = [&](const auto& call) {
        for (const bool with_entries : {false, true}) {
            Matrix<I32> C = with_entries ? some(context) : fresh();
            call(C);
            all.push_back(read<I32>(C));
        }
    };
    const Matrix<I32> A = some(context);
    const std::vector<std::uint64_t> list{3, 60, 7};
    const auto plus = ops::plus<I32>;
    const auto times = plus_times<I32>;
    keep([&](auto& C) { mxm(C, times, A, fresh()); });
    keep([&](auto& C) { mxm(C, times, fresh(), A, {.mask = structure(A), .accum = plus}); });
    keep([&](auto& C) { mxm(C, times, A, A); });
    keep([&](auto& C) { mxm(C, times, A, A, {.mask = structure(fresh())}); });
    keep([&](auto& C) { mxm(C, times, A, A, {.mask = complement(structure(fresh())), .accum = plus}); });
    keep([&](auto& C) { mxm(C, times, C, C, {.mask = C, .replace = true}); });
    keep([&](auto& C) { ewise_add(C, plus, A, fresh(), {.mask = A}); });
    keep([&](auto& C) { ewise_add(C, plus, fresh(), A, {.accum = plus}); });
    keep([&](auto& C) { ewise_mult(C, plus, A, fresh()); });
    keep([&](auto& C) { apply(C, ops::ainv<I32>, A, {.mask = complement(A), .accum = plus}); });
    keep([&](auto& C) { apply(C, ops::ainv<I32>, fresh(), {.transpose_a = true}); });
    keep([&](auto& C) { select(C, ops::tril, A, 0); });
    keep([&](auto& C) { select(C, ops::valuegt<I32>, fresh(), 0, {.mask = structure(A)}); });
    keep([&](auto& C) { transpose(C, A, {.mask = structure(A), .replace = true}); });
    keep([&](auto& C) { transpose(C, fresh()); });
    keep([&](auto& C) { assign(C, Matrix<I32>(context, 3, 3), list, list); });
    keep([&](auto& C) { assign(C, 7, list, list, {.accum = plus}); });
    keep([&](auto& C) { assign(C, 7, {.mask = structure(A)}); });
    keep([&](auto& C) { C.resize(n + 9, n - 9), C.resize(n, n); });
    keep([&](auto& C) { C = C.dup(); });
    keep([&](auto& C) { C.clear(); });
    keep([&](auto& C) { C.set_element(3, 4, 5), C.remove_element(0, 5); });
    Matrix<I32> part(context, 3, 3);
    extract(part, fresh(), list, list);
    all.push_back(read<I32>(part));
    all.push_back({{0, 0, reduce(plus_monoid<I32>, fresh())}});
    return all;
}

/// The same with vectors.
std::vector<Entries<I32>> vector_calls(const Context& context) {
    std::vector<Entries<I32>> all;
    const auto fresh = [&] { return Vector<I32>(context, n); };
    const auto keep = [&](const auto& call) {
        for (const bool with_entries : {false, true}) {
            Vector<I32> w = with_entries ? some_of_vector(context) : fresh();
            call(w);
            Entries<I32>& entries = all.emplace_back();
            for (const auto& [index, value] : items<I32>(w)) entries.push_back({index, 0, value});
        }
    };
    const Matrix<I32> A = some(context);
    const Vector<I32> u = some_of_vector(context);
    const std::vector<std::uint64_t> list{3, 60, 7};
    const auto plus = ops::plus<I32>;
    const auto times = plus_times<I32>;
    keep([&](auto& w) { mxv(w, times, A, fresh()); });
    keep([&](auto& w) { mxv(w, times, Matrix<I32>(context, n, n), u, {.accum = plus}); });
    keep([&](auto& w) { mxv(w, times, A, u, {.mask = complement(structure(fresh()))}); });
    keep([&](auto& w) { vxm(w, times, fresh(), A, {.mask = u, .replace = true}); });
    keep([&](auto& w) { vxm(w, times, w, A); });
    keep([&](auto& w) { mxv(w, plus_pair<I32>, A, fresh()); });
    keep([&](auto& w) { ewise_add(w, plus, u, fresh()); });
    keep([&](auto& w) { ewise_mult(w, plus, fresh(), u, {.accum = plus}); });
    keep([&](auto& w) { apply(w, ops::rowindex<I32>, fresh(), 1); });
    keep([&](auto& w) { assign(w, fresh(), {.mask = structure(u)}); });
    keep([&](auto& w) { assign(w, 7, list, {.accum = plus}); });
    keep([&](auto& w) { reduce(w, plus_monoid<I32>, Matrix<I32>(context, n, n)); });
    keep([&](auto& w) { w = w.dup(); });
    keep([&](auto& w) { w.resize(n + 9), w.resize(n); });
    keep([&](auto& w) { w.clear(); });
    all.push_back({{0, 0, reduce(plus_monoid<I32>, fresh())}});
    return all;
}

} // namespace

TEST_SUITE_BEGIN("memory");

TEST_CASE("memory: new objects take none, and are without entries in every call") {
    const Context oracle("suitesparse");
    const std::vector<Entries<I32>> matrices = matrix_calls(oracle), vectors = vector_calls(oracle);
    on_devices([&](const Context& context) {
        const std::uint64_t before = context.counters().allocated_bytes;
        const Matrix<I32> A(context, n, n);
        const Vector<I32> u(context, n);
        CHECK(context.counters().allocated_bytes == before);
        CHECK(A.bytes() == 0);
        CHECK(A.nvals() == 0);
        CHECK(u.nvals() == 0);
        CHECK(matrix_calls(context) == matrices);
        CHECK(vector_calls(context) == vectors);
    });
}

TEST_CASE("memory: copies of small objects do not wait") {
    on_devices([&](const Context& context) {
        Matrix<bool> A(context, 5, 90);
        A.build(std::vector<std::uint64_t>{0, 2, 4}, std::vector<std::uint64_t>{80, 7, 0},
                std::vector<std::uint8_t>{1, 0, 1}.data(), type_of<bool>()); // 3 bytes of values
        const Matrix<I32> B = some(context);
        static_cast<void>(B.dup()); // compiles the kernel
        const Counters before = context.counters();
        const Matrix<I32> copy = B.dup();
        const Counters after = context.counters();
        CHECK(after.synchronizations == before.synchronizations);
        CHECK(read<I32>(copy) == read<I32>(B));
        CHECK(isequal(A.dup(), A));
    });
}
