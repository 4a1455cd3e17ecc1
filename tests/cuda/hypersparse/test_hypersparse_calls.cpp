/// \file test_hypersparse_calls.cpp
/// Hypersparse matrices: errors and failures change no entry, operands are renumbered once, operators of
/// programs get ids, and MERGUS_CUDA_STORAGE.
#include "cuda/explained_context.hpp"
#include "hypersparse_testing.hpp"
#include "testing/faulty_allocator.hpp"
#include "testing/refuses.hpp"

#include <functional>

using namespace mergus;
using namespace mergus::tests;
using namespace mergus::tests::hypersparse;
using cuda::testing::Variable;

TEST_SUITE_BEGIN("hypersparse");

TEST_CASE("hypersparse: tuples, and errors that change nothing") {
    on_devices([](const Context& context) {
        Matrix<I64> A(context, huge, huge);
        CHECK(A.nrows() == huge);
        CHECK(A.nvals() == 0);
        CHECK(read<I64>(A).empty());
        const Lists rows = {huge - 1, 5, huge - 1, 5}, cols = {huge - 1, huge - 2, huge - 1, 0};
        const std::vector<I64> values = {1, 2, 3, 4};
        CHECK(code_of([&] { A.build(rows, cols, values.data(), type_of<I64>()); }) == Code::invalid_value);
        CHECK(A.nvals() == 0);
        A.build(rows, cols, values.data(), type_of<I64>(), ops::plus<I64>);
        const Entries<I64> expected = {{5, 0, 4}, {5, huge - 2, 2}, {huge - 1, huge - 1, 4}};
        CHECK(read<I64>(A) == expected);
        CHECK(code_of([&] { assign(A, 1); }) == Code::out_of_memory);
        CHECK(read<I64>(A) == expected);
        CHECK(A.bytes() < 4096);
        Matrix<I64> B(context, huge, 3);
        CHECK(code_of([&] { B.build(Lists{huge}, Lists{0}, values.data(), type_of<I64>()); }) ==
              Code::index_out_of_bounds);
    });
}

TEST_CASE("hypersparse: calls with the same operands renumber them once") {
    on_devices([](const Context& context) {
        const Matrix<I64> A = random_matrix(context, huge, huge, 1),
                          B = random_matrix(context, huge, huge, 2);
        Matrix<I64> C = ewise_add(ops::plus<I64>, A, B);
        ewise_add(C, ops::plus<I64>, A, B);
        const std::uint64_t before = context.counters().launches;
        ewise_add(C, ops::plus<I64>, A, B);
        const std::uint64_t launches = context.counters().launches - before;
        const Matrix<I64> D = random_matrix(context, small, small, 1),
                          E = random_matrix(context, small, small, 2);
        Matrix<I64> F = ewise_add(ops::plus<I64>, D, E);
        const std::uint64_t ordinary = context.counters().launches;
        ewise_add(F, ops::plus<I64>, D, E);
        CHECK(launches <= context.counters().launches - ordinary);
    });
}

TEST_CASE("hypersparse: the variable of the environment forces and forbids the storage") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const auto reason = [&](const char* storage) {
            const Variable forced("MERGUS_CUDA_STORAGE", storage);
            const Explained explained(backend);
            const Matrix<I64> A = random_matrix(explained.context, small, small, 1);
            static_cast<void>(ewise_add(ops::plus<I64>, A, A));
            return explained.reason;
        };
        CHECK(reason("hypersparse").find("A hypersparse") != std::string::npos);
        CHECK(reason("csr").find("A csr") != std::string::npos);
    }
}

TEST_CASE("hypersparse: a call without memory changes no entry") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        FaultyAllocator allocator(backend);
        const Context context = allocator.context();
        using Call = std::function<void(Matrix<I64> & C, const Matrix<I64>& A, const Matrix<I64>& M)>;
        const Lists rows = {id(huge, 3), 17, id(huge, 15)}, cols = {id(huge, 5), 1};
        const std::pair<const char*, Call> calls[] = {
            {"mxm",
             [](auto& C, auto& A, auto& M) {
                 mxm(C, plus_times<I64>, A, A, {.mask = M, .accum = ops::plus<I64>, .transpose_b = true});
             }},
            {"ewise_add", [](auto& C, auto& A, auto& M) { ewise_add(C, ops::plus<I64>, C, A, {.mask = M}); }},
            {"transpose", [](auto& C, auto& A, auto&) { transpose(C, A, {.accum = ops::plus<I64>}); }},
            {"apply", [](auto& C, auto& A, auto&) { apply(C, ops::rowindex<I64>, A, 1); }},
            {"assign",
             [&](auto& C, auto& A, auto& M) { assign(C, extract(A, rows, cols), rows, cols, {.mask = M}); }},
            {"resize", [](auto& C, auto&, auto&) { C.resize(huge / 2, huge / 4); }},
        };
        for (const auto& [name, call] : calls) {
            CAPTURE(name);
            bool failed = true;
            for (std::uint64_t nth = 1; failed; ++nth) {
                const Matrix<I64> A = random_matrix(context, huge, huge, 1),
                                  M = random_matrix(context, huge, huge, 2);
                Matrix<I64> C = random_matrix(context, huge, huge, 3);
                const Entries<I64> a = read<I64>(A), m = read<I64>(M), c = read<I64>(C);
                allocator.refused = 0;
                allocator.fail(nth);
                const Code code = code_of([&] { call(C, A, M); });
                allocator.fail(0);
                failed = code != Code::success;
                if (failed) CHECK(code == Code::out_of_memory);
                if (failed) CHECK(read<I64>(C) == c);
                CHECK(read<I64>(A) == a);
                CHECK(read<I64>(M) == m);
                if (!failed && allocator.refused != 0) failed = true; // it did without that memory
            }
        }
    }
}

TEST_CASE("hypersparse: operators from texts on positions, with values of their types") {
    const mergus_type *const i64 = type_of<I64>(), *const pair = define_type(
                                                       "hyper_pair",
                                                       "typedef struct { int64_t a, b; } hyper_pair;");
    const IndexUnaryOp near = define_index_unary_op("near", "y.a < i && j < y.b", type_of<bool>(), i64, pair),
                       place = define_index_unary_op("place", "x.a + i - j + y", i64, pair, i64);
    const UnaryOp twice = define_unary_op(
        "twice", "void twice(hyper_pair *z, const int64_t *x) { z->a = *x; z->b = 2 * *x; }", pair, i64);
    const IndexBinaryOp weigh =
        define_index_binary_op("weigh", "x.a * y.b + (i % 1000) - (k % 100) + (j % 10)", i64, pair, pair);
    const AnySemiring semiring = make_semiring(plus_monoid<I64>, weigh);
    for (const std::uint64_t n : dimensions) {
        CAPTURE(n);
        agrees([&](const Context& context, Results& results) {
            const Matrix<I64> A = random_matrix(context, n, n, 1), B = random_matrix(context, n, n, 2);
            AnyMatrix P(context, pair, n, n), Q(context, pair, n, n), C(context, i64, n, n);
            apply(P, twice, A);
            apply(Q, twice, B);
            const I64 bounds[2] = {static_cast<I64>(id(n, 3)), static_cast<I64>(id(n, 12))};
            select(C, near, A, Scalar(bounds, pair));
            results.keep(C);
            apply(C, place, P, I64{5});
            results.keep(C);
        });
        on_devices([&](const Context& context) {
            const Matrix<I64> A = random_matrix(context, n, n, 1), B = random_matrix(context, n, n, 2);
            AnyMatrix P(context, pair, n, n), Q(context, pair, n, n), C(context, i64, n, n);
            apply(P, twice, A);
            apply(Q, twice, B);
            std::map<std::pair<std::uint64_t, std::uint64_t>, I64> sums, of_transposes;
            for (const auto& a : read<I64>(A))
                for (const auto& b : read<I64>(B)) {
                    const auto term = [&](std::uint64_t i, std::uint64_t k, std::uint64_t j) {
                        return a.value * 2 * b.value + static_cast<I64>(i % 1000) -
                               static_cast<I64>(k % 100) + static_cast<I64>(j % 10);
                    };
                    if (a.col == b.row) sums[{a.row, b.col}] += term(a.row, a.col, b.col);
                    if (a.row == b.col) of_transposes[{a.col, b.row}] += term(a.col, a.row, b.row);
                }
            const auto check = [&](const auto& expected) {
                Entries<I64> entries;
                for (const auto& [position, value] : expected)
                    entries.push_back({position.first, position.second, value});
                CHECK(read<I64>(C) == entries);
            };
            mxm(C, semiring, P, Q);
            check(sums);
            mxm(C, semiring, P, Q, {.transpose_a = true, .transpose_b = true});
            check(of_transposes);
        });
    }
}

TEST_CASE("hypersparse: a row that an operation has used as bitmaps") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Variable forced("MERGUS_CUDA_STORAGE", "hypersparse");
        const Context context(backend);
        // The levels of a search are the mask of its last product.
        const Csr graph = generate::er(500, 500, 5);
        const auto search = [&](const Context& in) {
            const auto A = Matrix<float>::from_csr(in, graph);
            Matrix<I64> L(in, 1, 500);
            auto F = make<bool>(in, 1, 500, {{0, 0, true}});
            for (I64 d = 0; F.nvals() != 0; ++d) {
                assign(L, d, {.mask = structure(F)});
                mxm(F, any_pair<bool>, F, A, {.mask = complement(structure(L)), .replace = true});
            }
            return L;
        };
        const Entries<I64> levels = read<I64>(search(Context("suitesparse")));
        const auto check = [&](auto read_it) { read_it(search(context)); };
        check([&](const Matrix<I64>& L) { CHECK(read<I64>(L) == levels); });
        check([&](const Matrix<I64>& L) { CHECK(read<I64>(L.dup()) == levels); });
        check([&](const Matrix<I64>& L) { CHECK(read<I64>(L.to(Context("suitesparse"))) == levels); });
        check([&](const Matrix<I64>& L) { CHECK(read<I64>(transpose(transpose(L))) == levels); });
        check([&](const Matrix<I64>& L) {
            Matrix<I64> resized = L.dup();
            resized.resize(huge, 500);
            CHECK(read<I64>(resized) == levels);
        });
    }
}
