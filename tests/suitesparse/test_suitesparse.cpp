/// \file test_suitesparse.cpp
/// What is special to the SuiteSparse backend: exchange of GrB_Matrix objects, operators that GraphBLAS does
/// not have, and life in one process with a program that uses GraphBLAS itself. For arrays used in place see
/// test_suitesparse_arrays.cpp.
#include "suitesparse_testing.hpp"
#include "testing/faulty_allocator.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

using namespace mergus;
using namespace mergus::tests;

/// As strictly aligned as a type may be.
struct alignas(16) Lane {
    double v;
};
template <>
struct mergus::type_definition<Lane> {
    static constexpr const char *name = "Lane", *text = "struct alignas(16) Lane { double v; };";
};

namespace {

MERGUS_TYPE(Point, double x; int64_t tag;);

MERGUS_SEMIRING(
    place_sum, static double identity() { return 0; } static double add(double x, double y) {
        return x + y;
    } static double mul(double a, float b, int64_t i, int64_t k, int64_t j) {
        return a * b + static_cast<double>(10000 * i + 100 * k + j);
    })

MERGUS_INDEX_UNARY_OP(
    heavier, static bool apply(Point p, int64_t i, int64_t j, double y) {
        return p.x + static_cast<double>(i - j) > y;
    })

MERGUS_INDEX_UNARY_OP(
    weight_and_place, static double apply(Point p, int64_t i, int64_t j, double y) {
        return p.x + static_cast<double>(10 * i + j) + y;
    })

bool aligned(const void* p) {
    return reinterpret_cast<std::uintptr_t>(p) % alignof(Lane) == 0;
}
std::atomic<int> misaligned{0};
void note(bool good) {
    if (!good) ++misaligned;
}

Matrix<Point> points() {
    Matrix<Point> A(context(), 3, 3);
    const std::vector<std::uint64_t> rows{0, 1, 2}, cols{1, 1, 0};
    const std::vector<Point> values{{1.5, 10}, {2.5, 11}, {3.5, 12}};
    A.build(rows, cols, values.data(), type_of<Point>());
    return A;
}

} // namespace

TEST_SUITE_BEGIN("suitesparse");

TEST_CASE("GraphBLAS may be started by the program as well") {
    (void)context();
    CHECK(GrB_init(GrB_BLOCKING) != GrB_SUCCESS); // already initialized
    CHECK(Context("suitesparse").backend() == "suitesparse");
}

TEST_CASE("a multiply of the program's that sees the indices, under all transposes") {
    const Entries a{{{0, 0}, 2}, {{0, 2}, 3}, {{1, 1}, 5}, {{2, 1}, 7}},
        b{{{0, 1}, 4}, {{1, 2}, 6}, {{2, 1}, 8}};
    const auto A = matrix<std::int32_t>(3, 3, a); // cast to double
    const auto B = matrix<float>(3, 3, b);
    for (const Descriptor flags : {Descriptor{}, DESC_T0, DESC_T1, DESC_T0T1}) {
        Entries expected;
        for (const auto& [p, x] : a)
            for (const auto& [q, y] : b) {
                const bool t0 = flags.has(DESC_T0), t1 = flags.has(DESC_T1);
                const auto i = t0 ? p.second : p.first, k = t0 ? p.first : p.second;
                const auto k2 = t1 ? q.second : q.first, j = t1 ? q.first : q.second;
                if (k == k2) expected[{i, j}] += x * y + static_cast<double>(10000 * i + 100 * k + j);
            }
        Matrix<double> C(context(), 3, 3);
        mxm(C, no_mask, no_accum, place_sum, A, B, flags);
        CHECK(entries_in(C) == expected);
    }
}

TEST_CASE("operators that do not look at a value take matrices of any type") {
    const Matrix<Point> A = points();
    Matrix<std::int64_t> C(context(), 3, 3);
    mxm(C, no_mask, no_accum, plus_pair<std::int64_t>, A, A);
    CHECK(entries_in(C) == Entries{{{0, 1}, 1}, {{1, 1}, 1}, {{2, 1}, 1}});
    mxm(C, no_mask, no_accum, any_secondi<std::int64_t>, A, A);
    CHECK(entries_in(C) == Entries{{{0, 1}, 1}, {{1, 1}, 1}, {{2, 1}, 0}});
    apply(C, no_mask, no_accum, ops::rowindex<std::int64_t>, A, std::int64_t{100});
    CHECK(entries_in(C) == Entries{{{0, 1}, 100}, {{1, 1}, 101}, {{2, 0}, 102}});
    apply(C, no_mask, no_accum, ops::second<std::int64_t>, A, Scalar(std::int64_t{6}));
    CHECK(entries_in(C) == Entries{{{0, 1}, 6}, {{1, 1}, 6}, {{2, 0}, 6}});
    CHECK(select(ops::tril, A, 0).nvals() == 2);
}

TEST_CASE("an index unary operator of the program's sees the value, the place and a scalar that is cast") {
    const Matrix<Point> A = points();
    Matrix<Point> C(context(), 3, 3);
    select(C, no_mask, no_accum, heavier, A, Scalar(std::int32_t{2}));
    REQUIRE(C.nvals() == 2); // 1.5 − 1, 2.5 + 0, 3.5 + 2
    std::vector<Point> values(2);
    C.extract_tuples(nullptr, nullptr, values.data(), type_of<Point>());
    CHECK(values[0].tag == 11);
    CHECK(values[1].tag == 12);
}

TEST_CASE(
    "where some version of GraphBLAS does something else, the backend does what the specification says") {
    SUBCASE("a mask's -0.0 is false") {
        const auto M = matrix<double>(1, 2, {{{0, 0}, -0.0}, {{0, 1}, 1}});
        const auto A = matrix<double>(1, 2, {{{0, 0}, 5}, {{0, 1}, 6}});
        Matrix<double> C(context(), 1, 2);
        transpose(C, M, no_accum, A, DESC_T0);
        CHECK(entries_in(C) == Entries{{{0, 1}, 6}});
    }
    SUBCASE("diagindex is j - i + y") {
        const auto A = matrix<double>(4, 4, {{{1, 3}, 9}});
        Matrix<std::int64_t> C(context(), 4, 4);
        apply(C, no_mask, no_accum, ops::diagindex<std::int64_t>, A, std::int64_t{10});
        CHECK(entries_in(C) == Entries{{{1, 3}, 12}});
    }
    SUBCASE("indices of a product of matrices with few non-empty rows") {
        const auto A = matrix<double>(64, 1, {{{60, 0}, 1}}), B = matrix<double>(64, 1, {{{50, 0}, 1}});
        Matrix<std::int64_t> C(context(), 64, 64);
        mxm(C, no_mask, no_accum, min_firsti1<std::int64_t>, A, B, DESC_T1);
        CHECK(entries_in(C) == Entries{{{60, 50}, 61}});
    }
    SUBCASE("a product over no indices") {
        const Matrix<double> A(context(), 81, 0), B(context(), 0, 78);
        Entries diagonal;
        for (std::uint64_t i = 0; i < 78; ++i) diagonal[{i, i}] = 1;
        auto C = matrix<double>(81, 78, diagonal);
        mxm(C, structure(C.dup()), ops::plus<double>, plus_times<double>, A, B);
        CHECK(entries_in(C) == diagonal);
        mxm(C, no_mask, no_accum, plus_times<double>, A, B);
        CHECK(C.nvals() == 0);
    }
    SUBCASE("accumulating through a full mask") {
        Matrix<double> C(context(), 40, 40);
        assign(C, no_mask, no_accum, Scalar(1.0));
        const auto A = matrix<double>(40, 40, {{{39, 39}, 5}});
        apply(C, C.dup(), ops::plus<double>, ops::ainv<double>, A);
        CHECK(entries_in(C)[{39, 39}] == -4);
        CHECK(C.nvals() == 1600);
    }
    SUBCASE("an index unary operator on a matrix of one value") {
        Matrix<Point> A(context(), 2, 2);
        assign(A, no_mask, no_accum, Scalar(Point{1.5, 3}));
        Matrix<double> C(context(), 2, 2);
        apply(C, no_mask, no_accum, weight_and_place, A, Scalar(0.0));
        CHECK(entries_in(C) == Entries{{{0, 0}, 1.5}, {{0, 1}, 2.5}, {{1, 0}, 11.5}, {{1, 1}, 12.5}});
    }
    SUBCASE("an entry of one input alone is cast to the result's type only") {
        const auto A = matrix<float>(4, 4, {{{3, 0}, -0.5}});
        const Matrix<float> none(context(), 4, 4);
        Matrix<float> C(context(), 4, 4);
        ewise_add(C, no_mask, no_accum, ops::gt<std::uint64_t>, A, none, DESC_T0); // not by way of uint64
        CHECK(entries_in(C) == Entries{{{0, 3}, 1}});
    }
    SUBCASE("mask and both inputs are one matrix") {
        const auto A = matrix<std::int32_t>(32, 32, {{{31, 30}, 4}, {{31, 31}, 0}});
        Matrix<std::int32_t> C(context(), 32, 32);
        ewise_add(C, structure(A), no_accum, ops::second<std::int64_t>, A, A);
        CHECK(entries_in(C) == entries_in(A));
    }
    SUBCASE("select compares in the operator's type, not the matrix's") {
        const auto A = matrix<std::int16_t>(1, 3, {{{0, 0}, 257}, {{0, 1}, 1}, {{0, 2}, 2}});
        const auto equal = select<std::int16_t>(ops::valueeq<std::int8_t>, A, std::int8_t{1});
        CHECK(entries_in(equal) == Entries{{{0, 0}, 257}, {{0, 1}, 1}});
        const auto B = matrix<double>(1, 2, {{{0, 0}, 1.5}, {{0, 1}, 2}});
        const auto above = select<double>(ops::valuegt<std::int8_t>, B, std::int8_t{1});
        CHECK(entries_in(above) == Entries{{{0, 1}, 2}});
    }
    SUBCASE("complex 0 by 0 is (NaN, 0)") {
        const auto zero = Vector<std::complex<double>>::from_tuples(
            context(), 1, std::vector<std::uint64_t>{0}, std::vector<std::complex<double>>{0});
        const auto quotient =
            ewise_mult<std::complex<double>>(ops::div<std::complex<double>>, zero, zero).extract_element(0);
        REQUIRE(quotient);
        CHECK(std::isnan(quotient->real()));
        CHECK(quotient->imag() == 0);
    }
    SUBCASE("a sum of -0.0 alone is a zero of either sign") {
        const auto A = matrix<double>(1, 1, {{{0, 0}, -0.0}}), one = matrix<double>(1, 1, {{{0, 0}, 1}});
        CHECK(entries_in(mxm(plus_times<double>, A, one)) == Entries{{{0, 0}, 0.0}});
        CHECK(reduce(plus_monoid<double>, A) == 0.0);
    }
}

TEST_CASE("host functions get pointers that are aligned for their types") {
    const mergus_type* type = type_of<Lane>();
    const auto op_of = [&](mergus_op_kind kind) {
        mergus_op op{};
        op.struct_size = sizeof op;
        op.kind = kind;
        op.name = op.text = op.callable = "lane";
        op.z_type = op.x_type = op.y_type = type;
        return op;
    };
    static constexpr auto value = [](const void* p) { return static_cast<const Lane*>(p)->v; };
    mergus_op plus_lane = op_of(MERGUS_BINARY), twice = op_of(MERGUS_UNARY),
              shifted = op_of(MERGUS_INDEX_UNARY), placed = op_of(MERGUS_INDEX_BINARY);
    plus_lane.function.binary = [](void* z, const void* x, const void* y) {
        note(aligned(z) && aligned(x) && aligned(y));
        static_cast<Lane*>(z)->v = value(x) + value(y);
    };
    twice.y_type = nullptr;
    twice.function.unary = [](void* z, const void* x) {
        note(aligned(z) && aligned(x));
        static_cast<Lane*>(z)->v = 2 * value(x);
    };
    shifted.function.index_unary = [](void* z, const void* x, std::int64_t i, std::int64_t, const void* y) {
        note(aligned(z) && aligned(x) && aligned(y));
        static_cast<Lane*>(z)->v = value(x) + value(y) + static_cast<double>(i);
    };
    placed.function.index_binary = [](void* z, const void* x, const void* y, std::int64_t i, std::int64_t,
                                      std::int64_t j) {
        note(aligned(z) && aligned(x) && aligned(y));
        static_cast<Lane*>(z)->v = value(x) * value(y) + static_cast<double>(i + j);
    };
    const Lane zero{0}, hundred{100};
    const mergus_monoid add{sizeof add, &plus_lane, &zero, nullptr};
    const mergus_semiring semiring{sizeof semiring, "lanes", &add, &placed};

    Matrix<Lane> A(context(), 2, 2), C(context(), 2, 2);
    const std::vector<std::uint64_t> rows{0, 1, 1}, cols{0, 0, 1};
    const std::vector<Lane> values{{1}, {2}, {3}};
    A.build(rows, cols, values.data(), type);
    const auto check = [&](std::vector<double> expected) {
        std::vector<Lane> got(C.nvals());
        C.extract_tuples(nullptr, nullptr, got.data(), type);
        REQUIRE(got.size() == expected.size());
        for (std::size_t e = 0; e < got.size(); ++e) CHECK(got[e].v == expected[e]);
    };
    mxm(C, no_mask, no_accum, AnySemiring(&semiring), A, A);
    check({1, 2 + 1 + 6 + 1, 9 + 2});
    apply(C, no_mask, BinaryOp(&plus_lane), UnaryOp(&twice), A);
    check({1 + 2, 10 + 4, 11 + 6});
    apply(C, no_mask, no_accum, IndexUnaryOp(&shifted), A, Scalar(hundred));
    check({101, 103, 104});
    Lane sum{0};
    reduce(&sum, type, no_accum, AnyMonoid(&add), A);
    CHECK(sum.v == 6);
    CHECK(misaligned == 0);
}

TEST_CASE("a GrB_Matrix is taken over and given away") {
    (void)context();
    GrB_Matrix native = nullptr;
    REQUIRE(GrB_Matrix_new(&native, GrB_FP32, 2, 3) == GrB_SUCCESS);
    REQUIRE(GrB_Matrix_setElement_FP32(native, 1.5F, 1, 2) == GrB_SUCCESS);
    REQUIRE(GrB_Matrix_setElement_FP32(native, 2.5F, 0, 1) == GrB_SUCCESS);
    CHECK(code_of([&] { (void)adopt_grb_matrix(context(), native, type_of<double>()); }) ==
          Code::domain_mismatch);
    SUBCASE("by row") {}
    SUBCASE("by column") {
        REQUIRE(GxB_Matrix_Option_set_INT32(native, GxB_FORMAT, GxB_BY_COL) == GrB_SUCCESS);
    }
    Matrix<float> A(adopt_grb_matrix(context(), native, type_of<float>()));
    CHECK(native == nullptr);
    std::vector<std::uint64_t> rows, cols;
    std::vector<float> values;
    A.extract_tuples(rows, cols, values);
    CHECK(values == std::vector<float>{2.5F, 1.5F}); // row-major

    GrB_Matrix again = release_grb_matrix(std::move(A));
    float value = 0;
    CHECK(GrB_Matrix_extractElement_FP32(&value, again, 1, 2) == GrB_SUCCESS);
    CHECK(value == 1.5F);
    GrB_Matrix_free(&again);
}

TEST_CASE("a GrB_Matrix of another type is still the program's, and one of 2^60 rows is taken over") {
    (void)context();
    constexpr GrB_Index rows = GrB_INDEX_MAX + 1;
    GrB_Matrix native = nullptr;
    REQUIRE(GrB_Matrix_new(&native, GrB_FP64, rows, 2) == GrB_SUCCESS);
    REQUIRE(GrB_Matrix_setElement_FP64(native, 1.5, rows - 1, 1) == GrB_SUCCESS);
    const auto check = [&] {
        REQUIRE(native != nullptr);
        GrB_Index nrows = 0;
        double value = 0;
        CHECK(GrB_Matrix_nrows(&nrows, native) == GrB_SUCCESS);
        CHECK(nrows == rows);
        CHECK(GrB_Matrix_extractElement_FP64(&value, native, rows - 1, 1) == GrB_SUCCESS);
        CHECK(value == 1.5);
    };
    SUBCASE("by row") {}
    SUBCASE("by column, which the backend replaces by a matrix by row") {
        REQUIRE(GxB_Matrix_Option_set_INT32(native, GxB_FORMAT, GxB_BY_COL) == GrB_SUCCESS);
    }
    CHECK(code_of([&] { (void)adopt_grb_matrix(context(), native, type_of<float>()); }) ==
          Code::domain_mismatch);
    check();
    const AnyMatrix adopted = adopt_grb_matrix(context(), native, type_of<double>());
    CHECK(native == nullptr);
    CHECK(adopted.nrows() == rows);
    CHECK(adopted.nvals() == 1);
}

TEST_CASE("a GrB_Matrix that a device has no memory for is still the program's") {
    const std::vector<BackendInfo> known = backends();
    if (std::none_of(known.begin(), known.end(),
                     [](const BackendInfo& info) { return info.name == "cuda-emulated"; }))
        return;
    (void)context();
    FaultyAllocator allocator("cuda-emulated");
    const Context device = allocator.context();
    GrB_Matrix native = nullptr;
    REQUIRE(GrB_Matrix_new(&native, GrB_FP64, 100, 100) == GrB_SUCCESS);
    REQUIRE(GxB_Matrix_Option_set_INT32(native, GxB_FORMAT, GxB_BY_COL) == GrB_SUCCESS);
    REQUIRE(GrB_Matrix_setElement_FP64(native, 1.5, 3, 4) == GrB_SUCCESS);
    allocator.fail(1);
    CHECK(code_of([&] { (void)adopt_grb_matrix(device, native, type_of<double>()); }) == Code::out_of_memory);
    REQUIRE(native != nullptr);
    double value = 0;
    CHECK(GrB_Matrix_extractElement_FP64(&value, native, 3, 4) == GrB_SUCCESS);
    CHECK(value == 1.5);
    allocator.fail(0);
    CHECK(adopt_grb_matrix(device, native, type_of<double>()).nvals() == 1);
    CHECK(native == nullptr);
}

TEST_CASE("the program's own GrB_Type of a struct is recognised by its size") {
    (void)context();
    GrB_Type type = nullptr;
    REQUIRE(GxB_Type_new(&type, sizeof(Point), "Point", nullptr) == GrB_SUCCESS);
    GrB_Matrix native = nullptr;
    REQUIRE(GrB_Matrix_new(&native, type, 3, 3) == GrB_SUCCESS);
    Point p{4.5, 40};
    REQUIRE(GrB_Matrix_setElement_UDT(native, &p, 1, 1) == GrB_SUCCESS);
    const Matrix<Point> A(adopt_grb_matrix(context(), native, type_of<Point>()));
    GrB_Type_free(&type);
    Matrix<Point> C(context(), 3, 3);
    select(C, no_mask, no_accum, heavier, A, Scalar(4.0));
    CHECK(C.nvals() == 1);
}

TEST_CASE("the explanation of a product counts its multiplications") {
    Explanation last;
    std::string method, reason;
    ContextOptions options;
    options.backend = "suitesparse";
    options.deterministic = true;
    options.explain = [&](const Explanation& explanation) {
        last = explanation;
        method = explanation.method;
        reason = explanation.reason;
    };
    const Context explained(options);
    const auto A = matrix<double>(3, 3, {{{0, 0}, 2}, {{0, 2}, 3}, {{1, 1}, 5}, {{2, 1}, 7}}).to(explained);
    Matrix<double> C(explained, 3, 3);
    mxm(C, no_mask, no_accum, plus_times<double>, A, A);
    CHECK(last.work == 5); // row 0 meets rows of 2 and 1 entries, rows 1 and 2 one of 1
    CHECK(last.bytes > 0);
    CHECK(method.find("GrB_mxm") != std::string::npos);
    CHECK(reason.find("one thread") != std::string::npos);
    mxm(C, no_mask, no_accum, plus_times<double>, A, A, DESC_T0);
    CHECK(last.work == 6); // 2 by 2, 1 by 1 and 1 by 1
}

TEST_CASE("contexts in several threads work at the same time") {
    std::vector<std::thread> threads;
    std::vector<std::uint64_t> sums(4);
    for (std::size_t t = 0; t < sums.size(); ++t)
        threads.emplace_back([&, t] {
            const Context own("suitesparse");
            for (int round = 0; round < 20; ++round) {
                Matrix<std::int64_t> A(own, 40, 40), C(own, 40, 40);
                assign(A, no_mask, no_accum, Scalar(std::int64_t{1}));
                mxm(C, no_mask, no_accum, plus_times<std::int64_t>, A, A);
                sums[t] += static_cast<std::uint64_t>(reduce(plus_monoid<std::int64_t>, C));
            }
        });
    for (std::thread& thread : threads) thread.join();
    CHECK(sums == std::vector<std::uint64_t>(4, 20 * 40 * 40 * 40));
}

TEST_SUITE_END();
