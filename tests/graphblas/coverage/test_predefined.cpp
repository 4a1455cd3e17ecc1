/// \file test_predefined.cpp
/// Every predefined operator, monoid, semiring and descriptor in a computation, compared with plain C++. A
/// device would compile kernels for all of them, so that it runs those on int32_t only.
#include "../graphblas_testing.hpp"
#include "plain_operators.hpp"

#include <mergus_graphblas/mergus_graphblas.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

using namespace mergus::tests;

namespace {

std::set<const void*> tested; ///< objects

bool is_device() {
    std::array<char, 64> name{};
    OK(GrB_Global_get_String(GrB_GLOBAL, name.data(), GxB_MERGUS_BACKEND));
    return std::string_view(name.data()) != "suitesparse";
}

/// Whether the objects on a type run on this backend.
bool runs_on(std::string_view suffix) {
    static const bool device = is_device();
    return !device || suffix == "INT32";
}

template <class T>
struct Array {
    std::unique_ptr<T[]> values;
    std::size_t size;
    explicit Array(const std::vector<T>& from) : values(new T[from.size() + 1]), size(from.size()) {
        for (std::size_t k = 0; k < size; ++k) values[k] = from[k];
    }
    explicit Array(std::size_t count) : values(new T[count + 1]()), size(count) {}
};

/// A full vector.
template <class T>
void make_vector(GrB_Vector* w, GrB_Type type, const std::vector<T>& from) {
    const Array<T> values(from);
    std::vector<std::uint64_t> indices(from.size());
    for (std::size_t k = 0; k < indices.size(); ++k) indices[k] = k;
    OK(GrB_Vector_new(w, type, from.size()));
    mergus_graphblas_vector(*w)->build(indices, values.values.get(), mergus::type_of<T>());
}

template <class T>
Array<T> values_of(GrB_Vector w, std::size_t expected) {
    GrB_Index count = 0;
    OK(GrB_Vector_nvals(&count, w));
    REQUIRE(count == expected);
    Array<T> values(expected);
    std::vector<std::uint64_t> indices(expected);
    mergus_graphblas_vector(w)->extract_tuples(indices.data(), values.values.get(), mergus::type_of<T>());
    return values;
}

template <class T>
GrB_Type handle_of() {
#define MERGUS_HANDLE(S, type)                                                                               \
    if constexpr (std::is_same_v<T, type>) return GrB_##S;
    GB_BUILTIN_TYPES(MERGUS_HANDLE)
#undef MERGUS_HANDLE
}

template <class T, class Op>
void check_binary(const char* name, GrB_BinaryOp object, Op op) {
    CAPTURE(name);
    std::vector<T> x, y;
    for (const T a : tried_values<T>())
        for (const T b : tried_values<T>())
            if (is_defined<Op>(a, b)) x.push_back(a), y.push_back(b);
    using Z = decltype(op(T{}, T{}));
    Vector u, v, w;
    make_vector(u.put(), handle_of<T>(), x);
    make_vector(v.put(), handle_of<T>(), y);
    OK(GrB_Vector_new(w.put(), handle_of<Z>(), x.size()));
    OK(GrB_Vector_eWiseMult_BinaryOp(w, nullptr, nullptr, object, u, v, nullptr));
    const Array<Z> z = values_of<Z>(w, x.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
        const T a = x[k], b = y[k];
        CAPTURE(a);
        CAPTURE(b);
        CHECK(same_value<Z>(z.values[k], op(a, b)));
    }
    tested.insert(object);
}

template <class T, class Op>
void check_unary(const char* name, GrB_UnaryOp object, Op op) {
    CAPTURE(name);
    std::vector<T> x;
    for (const T a : tried_values<T>())
        if (!std::is_same_v<Op, plain::MINV> || std::is_floating_point_v<T> || a != T{0}) x.push_back(a);
    Vector u, w;
    make_vector(u.put(), handle_of<T>(), x);
    OK(GrB_Vector_new(w.put(), handle_of<T>(), x.size()));
    OK(GrB_Vector_apply(w, nullptr, nullptr, object, u, nullptr));
    const Array<T> z = values_of<T>(w, x.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
        const T a = x[k];
        CAPTURE(a);
        CHECK(same_value<T>(z.values[k], op(a)));
    }
    tested.insert(object);
}

/// VALUEEQ and its like.
template <class T, class Op>
requires std::is_invocable_v<Op, T, T>
void check_index(const char* name, GrB_IndexUnaryOp object, Op op) {
    CAPTURE(name);
    const std::vector<T> x = tried_values<T>();
    Vector u, w;
    make_vector(u.put(), handle_of<T>(), x);
    for (const T y : x) {
        ScalarObject s;
        OK(GrB_Scalar_new(s.put(), handle_of<T>()));
#define MERGUS_SET(S, type)                                                                                  \
    if constexpr (std::is_same_v<T, type>) OK(GrB_Scalar_setElement_##S(s, y));
        GB_BUILTIN_TYPES(MERGUS_SET)
#undef MERGUS_SET
        Vector z;
        OK(GrB_Vector_new(z.put(), GrB_BOOL, x.size()));
        OK(GrB_Vector_apply_IndexOp_Scalar(z, nullptr, nullptr, object, u, s, nullptr));
        const Array<bool> result = values_of<bool>(z, x.size());
        for (std::size_t k = 0; k < x.size(); ++k) {
            const T a = x[k];
            CHECK(result.values[k] == op(a, y));
        }
    }
    tested.insert(object);
}

/// The operators on positions, on a full 4 × 5 matrix.
template <class T, class Op>
requires std::is_invocable_v<Op, plain::Position>
void check_index(const char* name, GrB_IndexUnaryOp object, Op op) {
    CAPTURE(name);
    using Z = std::conditional_t<std::is_same_v<decltype(op(plain::Position{})), bool>, bool, T>;
    Matrix A;
    OK(GrB_Matrix_new(A.put(), GrB_BOOL, 4, 5));
    OK(GrB_Matrix_assign_BOOL(A, nullptr, nullptr, true, GrB_ALL, 4, GrB_ALL, 5, nullptr));
    for (const std::int64_t s : {-2, 0, 1, 3}) {
        Matrix C;
        OK(GrB_Matrix_new(C.put(), handle_of<Z>(), 4, 5));
        OK(GrB_Matrix_apply_IndexOp_INT64(C, nullptr, nullptr, object, A, s, nullptr));
        Array<Z> values(20);
        std::vector<std::uint64_t> rows(20), cols(20);
        REQUIRE(mergus_graphblas_matrix(C)->nvals() == 20);
        mergus_graphblas_matrix(C)->extract_tuples(rows.data(), cols.data(), values.values.get(),
                                                   mergus::type_of<Z>());
        for (std::size_t k = 0; k < 20; ++k)
            CHECK(values.values[k] ==
                  static_cast<Z>(op(plain::Position{static_cast<std::int64_t>(rows[k]),
                                                    static_cast<std::int64_t>(cols[k]), s})));
    }
    tested.insert(object);
}

/// Small values, whose sums and products every type holds.
template <class T>
std::vector<T> small_values(std::initializer_list<int> from) {
    std::vector<T> values;
    for (const int x : from) values.push_back(static_cast<T>(x));
    return values;
}

template <class T>
T identity_of(std::string_view op) {
    using Limits = std::numeric_limits<T>;
    if (op == "TIMES" || op == "LAND" || op == "LXNOR") return T{1};
    if (op == "MIN") return Limits::has_infinity ? Limits::infinity() : Limits::max();
    if (op == "MAX") return Limits::has_infinity ? static_cast<T>(-Limits::infinity()) : Limits::lowest();
    return T{0};
}

template <class T, class Op>
void check_monoid(const char* name, const char* op_name, GrB_Monoid object, Op op) {
    CAPTURE(name);
    const std::vector<T> x = small_values<T>({3, 1, 5, 0, 2});
    T fold = identity_of<T>(op_name);
    for (const T a : x) fold = op(fold, a);
    Vector u, none;
    make_vector(u.put(), handle_of<T>(), x);
    OK(GrB_Vector_new(none.put(), handle_of<T>(), 3));
    T z{};
#define MERGUS_REDUCE(S, type)                                                                               \
    if constexpr (std::is_same_v<T, type>) {                                                                 \
        OK(GrB_Vector_reduce_##S(&z, nullptr, object, u, nullptr));                                          \
        CHECK(z == fold);                                                                                    \
        OK(GrB_Vector_reduce_##S(&z, nullptr, object, none, nullptr));                                       \
        CHECK(z == identity_of<T>(op_name));                                                                 \
    }
    GB_BUILTIN_TYPES(MERGUS_REDUCE)
#undef MERGUS_REDUCE
    tested.insert(object);
}

/// A row times vectors: add over k of mul(a(k), b(k)).
template <class T, class Add, class Mul>
void check_semiring(const char* name, GrB_Semiring object, Add add, Mul mul) {
    CAPTURE(name);
    const std::vector<T> a = small_values<T>({2, 3, 5}), b = small_values<T>({7, 4, 0});
    Matrix A;
    Vector u, w;
    make_vector(u.put(), handle_of<T>(), b);
    OK(GrB_Vector_new(w.put(), handle_of<T>(), 1));
    OK(GrB_Matrix_new(A.put(), handle_of<T>(), 1, 3));
    const Array<T> values(a);
    mergus_graphblas_matrix(A)->build(std::vector<std::uint64_t>{0, 0, 0},
                                      std::vector<std::uint64_t>{0, 1, 2}, values.values.get(),
                                      mergus::type_of<T>());
    OK(GrB_mxv(w, nullptr, nullptr, object, A, u, nullptr));
    std::optional<T> sum;
    for (std::size_t k = 0; k < 3; ++k) {
        const T x = a[k], y = b[k];
        const T product = mul(x, y);
        sum = sum ? add(*sum, product) : product;
    }
    CHECK(values_of<T>(w, 1).values[0] == *sum);
    tested.insert(object);
}

/// The product of 2 × 2 matrices under a descriptor, by its definition.
struct Small {
    std::optional<int> at[2][2];
};
Small expected_product(Small C, const Small& mask, const Small& A, const Small& B, unsigned flags) {
    const bool replace = flags & 1, structure = flags & 2, complement = flags & 4;
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 2; ++j) {
            const bool set = mask.at[i][j] && (structure || *mask.at[i][j] != 0);
            if (set == complement) {
                if (replace) C.at[i][j].reset();
                continue;
            }
            C.at[i][j].reset();
            for (std::size_t k = 0; k < 2; ++k) {
                const auto a = flags & 8 ? A.at[k][i] : A.at[i][k], b = flags & 16 ? B.at[j][k] : B.at[k][j];
                if (a && b) C.at[i][j] = C.at[i][j].value_or(0) + *a * *b;
            }
        }
    return C;
}
void make_small(GrB_Matrix* A, const Small& from) {
    OK(GrB_Matrix_new(A, GrB_INT32, 2, 2));
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 2; ++j)
            if (from.at[i][j]) OK(GrB_Matrix_setElement_INT32(*A, *from.at[i][j], i, j));
}

void check_descriptor(const char* name, GrB_Descriptor object, unsigned flags) {
    CAPTURE(name);
    const Small a{{{2, 3}, {std::nullopt, 5}}}, b{{{7, std::nullopt}, {11, 13}}}, c{{{1, 1}, {1, 1}}},
        m{{{1, 0}, {std::nullopt, 1}}};
    Matrix A, B, C, mask;
    make_small(A.put(), a);
    make_small(B.put(), b);
    make_small(C.put(), c);
    make_small(mask.put(), m);
    OK(GrB_mxm(C, mask, nullptr, GrB_PLUS_TIMES_SEMIRING_INT32, A, B, object));
    const Small expected = expected_product(c, m, a, b, flags);
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 2; ++j) {
            std::int32_t x = 0;
            const GrB_Info info = GrB_Matrix_extractElement_INT32(&x, C, i, j);
            CHECK(info == (expected.at[i][j] ? GrB_SUCCESS : GrB_NO_VALUE));
            if (expected.at[i][j]) CHECK(x == *expected.at[i][j]);
        }
    tested.insert(object);
}

#define MERGUS_T(S, type) using T_##S = type;
GB_BUILTIN_TYPES(MERGUS_T)
#undef MERGUS_T

} // namespace

TEST_SUITE_BEGIN("graphblas-predefined");

TEST_CASE("predefined unary and binary operators") {
    initialise();
#define MERGUS_CHECK(object, CODE, S)                                                                        \
    if (runs_on(#S)) check_unary<T_##S>(#object, object, plain::CODE{});
    GB_UNARY_OPS(MERGUS_CHECK)
#undef MERGUS_CHECK
#define MERGUS_CHECK(object, CODE, S)                                                                        \
    if (runs_on(#S)) check_binary<T_##S>(#object, object, plain::CODE{});
    GB_BINARY_OPS(MERGUS_CHECK)
#undef MERGUS_CHECK
}

TEST_CASE("predefined index unary operators") {
    initialise();
#define MERGUS_CHECK(object, CODE, S)                                                                        \
    if (runs_on(#S)) check_index<T_##S>(#object, object, plain::CODE{});
    GB_INDEX_UNARY_OPS(MERGUS_CHECK)
#undef MERGUS_CHECK
}

TEST_CASE("predefined monoids and semirings") {
    initialise();
#define MERGUS_CHECK(object, CODE, S)                                                                        \
    if (runs_on(#S)) check_monoid<T_##S>(#object, #CODE, object, plain::CODE{});
    GB_MONOIDS(MERGUS_CHECK)
#undef MERGUS_CHECK
#define MERGUS_CHECK(object, ADD, MUL, S)                                                                    \
    if (runs_on(#S)) check_semiring<T_##S>(#object, object, plain::ADD{}, plain::MUL{});
    GB_SEMIRINGS(MERGUS_CHECK)
#undef MERGUS_CHECK
}

TEST_CASE("predefined descriptors") {
    initialise();
#define MERGUS_CHECK(object, flags) check_descriptor(#object, object, flags);
    GB_DESCRIPTORS(MERGUS_CHECK)
#undef MERGUS_CHECK
    check_descriptor("NULL", nullptr, 0);
}

TEST_CASE("all predefined operators, monoids, semirings and descriptors were in a computation") {
    initialise();
    if (is_device()) return;
    std::size_t count = 0;
#define MERGUS_CHECK(object, ...)                                                                            \
    ++count;                                                                                                 \
    CHECK_MESSAGE(tested.contains(object), #object);
    GB_UNARY_OPS(MERGUS_CHECK)
    GB_BINARY_OPS(MERGUS_CHECK)
    GB_INDEX_UNARY_OPS(MERGUS_CHECK)
    GB_MONOIDS(MERGUS_CHECK)
    GB_SEMIRINGS(MERGUS_CHECK)
    GB_DESCRIPTORS(MERGUS_CHECK)
#undef MERGUS_CHECK
    CHECK(count == 533); // with 11 types, GrB_ALL and GrB_GLOBAL 546
}

TEST_SUITE_END();
