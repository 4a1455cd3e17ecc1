/// \file test_calls.cpp
/// The C++ calls (ops.hpp) give the same results as the calls with the C API's argument order: each
/// operation, into a given C and as a new matrix, under all combinations of mask, accumulator, replace and
/// transposes. Options that an operation does not have do not compile.
#include "testing/matrices.hpp"

#include <mergus/mergus.hpp>

#include <concepts>
#include <string>
#include <vector>

using namespace mergus;
using namespace mergus::tests;

namespace {

using I32 = std::int32_t;
using I64 = std::int64_t;
using List = std::vector<std::uint64_t>;

/// Square matrices, so that every input can be transposed.
struct Setting {
    explicit Setting(const Context& context)
        : A(make<I32>(context, 3, 3, {{0, 1, 1}, {0, 2, 2}, {1, 0, 3}, {2, 2, 4}})),
          B(make<I32>(context, 3, 3, {{0, 0, 5}, {1, 1, -6}, {1, 2, 7}, {2, 0, 8}})),
          C(make<I32>(context, 3, 3, {{0, 0, 100}, {0, 2, 200}, {1, 1, 300}, {2, 0, 400}})),
          M(make<I32>(context, 3, 3, {{0, 0, 1}, {0, 1, 0}, {0, 2, 1}, {1, 1, 1}, {1, 2, 1}, {2, 1, 2}})),
          column(make<I32>(context, 3, 1, {{0, 0, 10}, {2, 0, 20}})),
          column_mask(make<I32>(context, 3, 1, {{0, 0, 1}, {1, 0, 0}, {2, 0, 1}})) {}

    Matrix<I32> A, B, C, M, column, column_mask;
};

/// One combination of options.
struct Choice {
    int mask; ///< 0 none, 1 values, 2 structure, 3 complement, 4 complement of the structure
    bool accum, replace, transpose_a, transpose_b, deterministic;

    [[nodiscard]] std::string text() const {
        return "mask " + std::to_string(mask) + (accum ? ", accum" : "") + (replace ? ", replace" : "") +
               (transpose_a ? ", transpose_a" : "") + (transpose_b ? ", transpose_b" : "") +
               (deterministic ? ", deterministic" : "");
    }
    [[nodiscard]] Mask of(const AnyMatrix& M) const {
        switch (mask) {
        case 0:
            return no_mask;
        case 1:
            return M;
        case 2:
            return structure(M);
        case 3:
            return complement(M);
        default:
            return complement(structure(M));
        }
    }
    [[nodiscard]] BinaryOp accumulator() const { return accum ? ops::minus<I32> : no_accum; }
    [[nodiscard]] Descriptor write_flags() const {
        return (replace ? DESC_R : Descriptor{}) | (deterministic ? DESC_DETERMINISTIC : Descriptor{});
    }
    [[nodiscard]] Descriptor flags_a() const {
        return write_flags() | (transpose_a ? DESC_T0 : Descriptor{});
    }
    [[nodiscard]] Descriptor flags_ab() const { return flags_a() | (transpose_b ? DESC_T1 : Descriptor{}); }
    [[nodiscard]] WriteOptions write(const AnyMatrix& M) const {
        return {.mask = of(M), .accum = accumulator(), .replace = replace, .deterministic = deterministic};
    }
    [[nodiscard]] WriteOptionsA write_a(const AnyMatrix& M) const {
        return {.mask = of(M),
                .accum = accumulator(),
                .replace = replace,
                .transpose_a = transpose_a,
                .deterministic = deterministic};
    }
    [[nodiscard]] WriteOptionsAB write_ab(const AnyMatrix& M) const {
        return {.mask = of(M),
                .accum = accumulator(),
                .replace = replace,
                .transpose_a = transpose_a,
                .transpose_b = transpose_b,
                .deterministic = deterministic};
    }
    [[nodiscard]] ResultOptions result(const AnyMatrix& M) const {
        return {.mask = of(M), .deterministic = deterministic};
    }
    [[nodiscard]] ResultOptionsA result_a(const AnyMatrix& M) const {
        return {.mask = of(M), .transpose_a = transpose_a, .deterministic = deterministic};
    }
    [[nodiscard]] ResultOptionsAB result_ab(const AnyMatrix& M) const {
        return {.mask = of(M),
                .transpose_a = transpose_a,
                .transpose_b = transpose_b,
                .deterministic = deterministic};
    }
};

/// Runs both calls on copies of `output` and compares.
template <class CCall, class Call>
void same(const char* operation, const Matrix<I32>& output, CCall c_order, Call call) {
    CAPTURE(operation);
    Matrix<I32> expected = output.dup(), got = output.dup();
    c_order(expected);
    call(got);
    CHECK(read<I32>(got) == read<I32>(expected));
}

/// As same(), for the form that returns a matrix of type `type`.
template <class CCall>
void same_new(const char* operation, const AnyMatrix& got, const mergus_type* type, CCall c_order) {
    CAPTURE(operation);
    AnyMatrix expected(got.context(), type, got.nrows(), got.ncols());
    c_order(expected);
    CHECK(got.type() == type);
    CHECK(isequal(got, expected));
}

void check_into(const Setting& t, const Choice& o) {
    const Mask M = o.of(t.M);
    const BinaryOp accum = o.accumulator();
    const Descriptor ab = o.flags_ab(), a = o.flags_a(), none = o.write_flags();
    const List rows{2, 0, 1}, cols{1, 2, 0};
    const auto check = [&](const char* name, auto c_order, auto call) { same(name, t.C, c_order, call); };
    check(
        "mxm", [&](auto& C) { mxm(C, M, accum, plus_times<I32>, t.A, t.B, ab); },
        [&](auto& C) { mxm(C, plus_times<I32>, t.A, t.B, o.write_ab(t.M)); });
    check(
        "transpose", [&](auto& C) { transpose(C, M, accum, t.A, none); },
        [&](auto& C) { transpose(C, t.A, o.write(t.M)); });
    check(
        "ewise_add", [&](auto& C) { ewise_add(C, M, accum, ops::minus<I32>, t.A, t.B, ab); },
        [&](auto& C) { ewise_add(C, ops::minus<I32>, t.A, t.B, o.write_ab(t.M)); });
    check(
        "ewise_mult", [&](auto& C) { ewise_mult(C, M, accum, ops::minus<I32>, t.A, t.B, ab); },
        [&](auto& C) { ewise_mult(C, ops::minus<I32>, t.A, t.B, o.write_ab(t.M)); });
    check(
        "select", [&](auto& C) { select(C, M, accum, ops::tril, t.A, 0, a); },
        [&](auto& C) { select(C, ops::tril, t.A, 0, o.write_a(t.M)); });
    check(
        "apply", [&](auto& C) { apply(C, M, accum, ops::ainv<I32>, t.A, a); },
        [&](auto& C) { apply(C, ops::ainv<I32>, t.A, o.write_a(t.M)); });
    check(
        "apply, scalar first",
        [&](auto& C) {
            apply(C, M, accum, ops::minus<I32>, 9, t.A, none | (o.transpose_a ? DESC_T1 : Descriptor{}));
        },
        [&](auto& C) { apply(C, ops::minus<I32>, 9, t.A, o.write_a(t.M)); });
    check(
        "apply, scalar last", [&](auto& C) { apply(C, M, accum, ops::minus<I32>, t.A, 9, a); },
        [&](auto& C) { apply(C, ops::minus<I32>, t.A, 9, o.write_a(t.M)); });
    check(
        "apply with indices", [&](auto& C) { apply(C, M, accum, ops::rowindex<I64>, t.A, 5, a); },
        [&](auto& C) { apply(C, ops::rowindex<I64>, t.A, 5, o.write_a(t.M)); });
    check(
        "assign", [&](auto& C) { assign(C, M, accum, t.A, rows, cols, a); },
        [&](auto& C) { assign(C, t.A, rows, cols, o.write_a(t.M)); });
    check(
        "assign everywhere", [&](auto& C) { assign(C, M, accum, t.A, all, all, a); },
        [&](auto& C) { assign(C, t.A, o.write_a(t.M)); });
    check(
        "assign of a scalar", [&](auto& C) { assign(C, M, accum, 3, List{1}, cols, none); },
        [&](auto& C) { assign(C, 3, List{1}, cols, o.write(t.M)); });
    check(
        "assign of a scalar everywhere", [&](auto& C) { assign(C, M, accum, 3, all, all, none); },
        [&](auto& C) { assign(C, 3, o.write(t.M)); });
    check(
        "extract", [&](auto& C) { extract(C, M, accum, t.A, rows, cols, a); },
        [&](auto& C) { extract(C, t.A, rows, cols, o.write_a(t.M)); });
    same(
        "reduce", t.column, [&](auto& C) { reduce(C, o.of(t.column_mask), accum, plus_monoid<I32>, t.A, a); },
        [&](auto& C) { reduce(C, plus_monoid<I32>, t.A, o.write_a(t.column_mask)); });
}

void check_new(const Setting& t, const Choice& o) {
    const Mask M = o.of(t.M);
    const Descriptor ab = o.flags_ab(), a = o.flags_a(), none = o.write_flags();
    const List rows{2, 0, 1}, cols{1, 2, 0};
    const mergus_type* const i32 = type_of<I32>();
    same_new("mxm", mxm(plus_times<I32>, t.A, t.B, o.result_ab(t.M)), i32,
             [&](auto& C) { mxm(C, M, no_accum, plus_times<I32>, t.A, t.B, ab); });
    same_new("transpose", transpose(t.A, o.result(t.M)), i32,
             [&](auto& C) { transpose(C, M, no_accum, t.A, none); });
    same_new("ewise_add", ewise_add<I32>(ops::minus<I32>, t.A, t.B, o.result_ab(t.M)), i32,
             [&](auto& C) { ewise_add(C, M, no_accum, ops::minus<I32>, t.A, t.B, ab); });
    same_new("ewise_mult", ewise_mult<I32>(ops::minus<I32>, t.A, t.B, o.result_ab(t.M)), i32,
             [&](auto& C) { ewise_mult(C, M, no_accum, ops::minus<I32>, t.A, t.B, ab); });
    same_new("select", select(ops::tril, t.A, 0, o.result_a(t.M)), i32,
             [&](auto& C) { select(C, M, no_accum, ops::tril, t.A, 0, a); });
    same_new("apply", apply<I32>(ops::ainv<I32>, t.A, o.result_a(t.M)), i32,
             [&](auto& C) { apply(C, M, no_accum, ops::ainv<I32>, t.A, a); });
    same_new("apply, scalar first", apply<I32>(ops::minus<I32>, 9, t.A, o.result_a(t.M)), i32, [&](auto& C) {
        apply(C, M, no_accum, ops::minus<I32>, 9, t.A, none | (o.transpose_a ? DESC_T1 : Descriptor{}));
    });
    same_new("apply, scalar last", apply<I32>(ops::minus<I32>, t.A, 9, o.result_a(t.M)), i32,
             [&](auto& C) { apply(C, M, no_accum, ops::minus<I32>, t.A, 9, a); });
    same_new("apply with indices", apply<I64>(ops::rowindex<I64>, t.A, 5, o.result_a(t.M)), type_of<I64>(),
             [&](auto& C) { apply(C, M, no_accum, ops::rowindex<I64>, t.A, 5, a); });
    same_new("extract", extract(t.A, rows, cols, o.result_a(t.M)), i32,
             [&](auto& C) { extract(C, M, no_accum, t.A, rows, cols, a); });
}

/// All combinations, or on a device every eleventh, because each one has kernels of its own to compile.
std::vector<Choice> choices(const Context& context) {
    std::vector<Choice> list;
    for (int n = 0; n < 80; n += context.backend() == "suitesparse" ? 1 : 11) {
        const int bits = n % 16;
        list.push_back(
            {n / 16, (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0, n % 3 == 0});
    }
    return list;
}

// ---- options that must not compile, and those that must

template <class M>
concept ReplacesNew = requires(const M& A) {
    mxm(plus_times<I32>, A, A, {.replace = true});
};
template <class M>
concept AccumulatesNew = requires(const M& A) {
    ewise_add<I32>(ops::plus<I32>, A, A, {.accum = ops::plus<I32>});
};
template <class M>
concept TransposesTranspose = requires(M& C) {
    transpose(C, C, {.transpose_a = true});
};
template <class M>
concept TransposesSecondOfApply = requires(M& C) {
    apply(C, ops::ainv<I32>, C, {.transpose_b = true});
};
template <class M>
concept TransposesScalar = requires(M& C) {
    assign(C, 1, {.transpose_a = true});
};
template <class M>
concept MasksScalar = requires(const M& A) {
    reduce(plus_monoid<I32>, A, {.mask = A});
};
template <class M>
concept TakesDescriptor = requires(M& C) {
    mxm(C, plus_times<I32>, C, C, DESC_T0);
};
template <class M>
concept TakesOptionsInCOrder = requires(M& C) {
    mxm(C, no_mask, no_accum, plus_times<I32>, C, C, {.replace = true});
};
template <class M>
concept TakesAll = requires(M& C) {
    mxm(C, plus_times<I32>, C, C,
        {.mask = structure(C),
         .accum = ops::plus<I32>,
         .replace = true,
         .transpose_a = true,
         .transpose_b = true,
         .deterministic = true});
};
static_assert(!ReplacesNew<Matrix<I32>> && !AccumulatesNew<Matrix<I32>> && !MasksScalar<Matrix<I32>>);
static_assert(!TransposesTranspose<Matrix<I32>> && !TransposesScalar<Matrix<I32>> &&
              !TransposesSecondOfApply<Matrix<I32>>);
static_assert(!TakesDescriptor<Matrix<I32>> && !TakesOptionsInCOrder<Matrix<I32>>);
static_assert(TakesAll<Matrix<I32>> && TakesAll<AnyMatrix>);

// The type of a new matrix: known where the arguments have it as a template parameter.
template <class T, class Result>
inline constexpr bool gives = std::same_as<Result, T>;
using A32 = const Matrix<I32>&;
static_assert(gives<Matrix<double>, decltype(mxm(plus_times<double>, std::declval<A32>(),
                                                 std::declval<const AnyMatrix&>()))>);
static_assert(
    gives<Matrix<float>, decltype(mxm<float>(plus_times<double>, std::declval<A32>(), std::declval<A32>()))>);
static_assert(gives<AnyMatrix, decltype(mxm(std::declval<const AnySemiring&>(), std::declval<A32>(),
                                            std::declval<A32>()))>);
static_assert(
    gives<Matrix<I32>, decltype(ewise_add(ops::plus<I32>, std::declval<A32>(), std::declval<A32>()))>);
static_assert(gives<AnyMatrix, decltype(ewise_add(std::declval<const BinaryOp&>(), std::declval<A32>(),
                                                  std::declval<A32>()))>);
static_assert(gives<Matrix<I32>, decltype(select(ops::tril, std::declval<A32>(), 0))>);
static_assert(gives<AnyMatrix, decltype(transpose(std::declval<const AnyMatrix&>()))>);
static_assert(gives<Vector<I64>, decltype(reduce_rows(plus_monoid<I64>, std::declval<A32>()))>);

} // namespace

TEST_SUITE_BEGIN("ops");

TEST_CASE("calls: with options into a given matrix, as in the order of the C API") {
    on_each_backend([](const Context& context) {
        const Setting t(context);
        for (const Choice& o : choices(context)) {
            INFO(o.text());
            check_into(t, o);
        }
    });
}

TEST_CASE("calls: with options as a new matrix, as in the order of the C API") {
    on_each_backend([](const Context& context) {
        const Setting t(context);
        for (const Choice& o : choices(context)) {
            if (o.accum || o.replace) continue;
            INFO(o.text());
            check_new(t, o);
        }
    });
}

TEST_CASE("calls: without options, written in braces, and with matrices of a type known at run time") {
    on_each_backend([](const Context& context) {
        const Setting t(context);
        Matrix<I32> C = t.C.dup();
        mxm(C, plus_times<I32>, t.A, t.A, {.mask = structure(t.A), .accum = ops::plus<I32>, .replace = true});
        CHECK(read<I32>(C) == Entries<I32>{{0, 2, 208}, {2, 2, 16}});
        // A shape of its own: 2×3 times 3×1.
        const auto X = extract(t.A, List{0, 2}, all), Y = extract(t.B, all, List{0});
        const auto XY = mxm(plus_times<double>, X, Y);
        CHECK(read<double>(XY) == Entries<double>{{0, 0, 16}, {1, 0, 32}});
        CHECK(mxm(plus_times<double>, Y, X, {.transpose_a = true, .transpose_b = true}).ncols() == 2);
        CHECK(read<I32>(transpose(X)) == Entries<I32>{{1, 0, 1}, {2, 0, 2}, {2, 1, 4}});
        CHECK(select(ops::offdiag, X, 0, {.transpose_a = true}).nrows() == 3);
        CHECK(apply<I32>(ops::ainv<I32>, X, {.transpose_a = true}).nrows() == 3);
        CHECK(read<I32>(apply<I32>(ops::minus<I32>, 1, X, {.transpose_a = true})) ==
              Entries<I32>{{1, 0, 0}, {2, 0, -1}, {2, 1, -3}});
        CHECK(reduce_rows(plus_monoid<I32>, X, {.transpose_a = true}).size() == 3);
        CHECK(reduce_columns(plus_monoid<I32>, X).size() == 3);
        CHECK(extract(X, all, List{1}, {.transpose_a = true}).nrows() == 3);

        const AnyMatrix any = t.A.dup();
        const AnySemiring semiring = plus_times<float>;
        CHECK(mxm(semiring, any, any).type() == type_of<float>());
        CHECK(mxm<double>(semiring, any, any).type() == type_of<double>());
        CHECK(ewise_mult(ops::eq<I32>, any, any).type() == type_of<bool>());
        CHECK(ewise_add(ops::plus<double>, any, any).type() == type_of<double>());
        CHECK(apply(ops::rowindex<I64>, any, 0).type() == type_of<I64>());
        CHECK(apply(ops::minus<float>, any, 1).type() == type_of<float>());
        CHECK(apply(ops::minus<float>, 1, any).type() == type_of<float>());
        CHECK(apply(ops::ainv<float>, any).type() == type_of<float>());
        CHECK(transpose(any).type() == type_of<I32>());
        CHECK(transpose<double>(any).type() == type_of<double>());
        CHECK(select(ops::tril, any, 0).type() == type_of<I32>());
        CHECK(extract(any, all, all).nvals() == 4);
        const AnyMonoid monoid = plus_monoid<double>;
        CHECK(reduce_rows(monoid, any).type() == type_of<double>());
        CHECK(reduce_columns<float>(monoid, any).type() == type_of<float>());
    });
}

TEST_CASE("calls: reductions to a C++ value") {
    on_each_backend([](const Context& context) {
        const Setting t(context);
        CHECK(reduce(plus_monoid<I32>, t.A, {.deterministic = true}) == 10);
        CHECK(reduce<double>(AnyMonoid(plus_monoid<I32>), t.A) == 10.0);
        double value = 0.5;
        reduce(value, max_monoid<I32>, t.A, {.accum = ops::plus<double>});
        CHECK(value == 4.5);
        reduce(value, max_monoid<I32>, t.A);
        CHECK(value == 4);
    });
}

TEST_CASE("calls: errors name the operation, also of new matrices") {
    const Context context("suitesparse");
    const auto message = [](const auto& call) -> std::string {
        try {
            (void)call();
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    const Matrix<I32> A(context, 3, 2), empty;
    CHECK(message([&] { return mxm(plus_times<I32>, A, A); }).find("mxm: A is 3 x 2, but B is 3 x 2") !=
          std::string::npos);
    CHECK(message([&] { return mxm(plus_times<I32>, A, empty); }).find("mxm: B is an empty object") !=
          std::string::npos);
    CHECK(message([&] { return mxm(AnySemiring(), A, A); }).find("mxm: the semiring is empty") !=
          std::string::npos);
    CHECK(message([&] { return transpose(empty); }).find("transpose: A is an empty object") !=
          std::string::npos);
    CHECK(message([&] { return ewise_add(BinaryOp(), A, A); }).find("ewise_add: op is empty") !=
          std::string::npos);
}

TEST_SUITE_END();
