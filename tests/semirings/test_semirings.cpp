/// \file test_semirings.cpp
/// The catalogue: every built-in operator against the reference's own definition of it, and the laws of every
/// monoid and semiring, through the host functions that backends are given.
#include "conformance/compare.hpp"
#include "conformance/instance.hpp"
#include "conformance/user_algebra.hpp"
#include "reference/operations.hpp"
#include "reference/operators.hpp"
#include "reference/rounding.hpp"
#include "testing/builtin_operators.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <type_traits>

using namespace mergus;
using namespace mergus::tests;
using conformance::Random;
using conformance::ValueKind;
using reference::Value;

namespace {

constexpr int rounds = 300;

/// The operator through its host function, as a backend calls it.
Value call(const mergus_op& op, const Value& x, const Value& y, std::int64_t i = 0, std::int64_t k = 0,
           std::int64_t j = 0) {
    Value z = reference::zero(op.z_type);
    switch (op.kind) {
    case MERGUS_UNARY:
        op.function.unary(z.data(), x.data());
        break;
    case MERGUS_BINARY:
        op.function.binary(z.data(), x.data(), y.data());
        break;
    case MERGUS_INDEX_UNARY:
        op.function.index_unary(z.data(), x.data(), i, j, y.data());
        break;
    case MERGUS_INDEX_BINARY:
        op.function.index_binary(z.data(), x.data(), y.data(), i, k, j);
        break;
    default:
        FAIL("an operator of no kind");
    }
    return z;
}

Value random_of(const mergus_type* type, ValueKind kind, Random& random) {
    return conformance::random_value(type, {.kind = kind}, random);
}

const mergus_type* type_or(const mergus_type* type, const mergus_type* otherwise) {
    return type != nullptr ? type : otherwise;
}

std::vector<const mergus_op*> all_ops() {
    std::vector<const mergus_op*> ops;
    for (const BuiltinOp& line : builtin_ops)
        for_each_type([&]<class T>(T) {
            if (const mergus_op* op = catalogue_op<T>(line.code)) ops.push_back(op);
        });
    return ops;
}

/// Laws hold up to the sign of a zero: −0 + 0 is 0, and min and max of both zeros are either.
bool same_value(const Value& a, const Value& b) {
    return conformance::equal_values(a, b) || reference::same_but_for_zeros(a, b);
}

/// Monoids on values for which floating arithmetic is exact, or all values where it does not round.
std::vector<ValueKind> exact_kinds(const mergus_op& op) {
    const bool rounds_off =
        reference::is_float(op.z_type) && (op.code == MERGUS_OP_PLUS || op.code == MERGUS_OP_TIMES);
    if (rounds_off || op.code == MERGUS_OP_USER) return {ValueKind::small};
    return {ValueKind::small, ValueKind::real, ValueKind::edge};
}

void check_monoid(const mergus_monoid& monoid, Random& random) {
    const mergus_op& op = *monoid.op;
    const mergus_type* type = op.z_type;
    CAPTURE(op.name);
    CAPTURE(type->name);
    CHECK(op.x_type == type);
    CHECK(op.y_type == type);
    const Value identity = reference::from_bytes(type, monoid.identity);
    CHECK(conformance::equal_values(identity, reference::identity_of(monoid)));
    const auto terminal = reference::terminal_of(monoid);
    CHECK((monoid.terminal != nullptr) == terminal.has_value());
    // A sum of exponentials is associative only up to rounding; everything else is exact.
    const bool approximate = op.code == MERGUS_OP_USER && reference::is_float(type);
    const auto alike = [&](const Value& a, const Value& b) {
        if (!approximate) return same_value(a, b);
        return std::abs(reference::to_double(a) - reference::to_double(b)) <= 1e-13;
    };
    for (const ValueKind kind : exact_kinds(op))
        for (int round = 0; round < rounds; ++round) {
            const Value x = random_of(type, kind, random), y = random_of(type, kind, random),
                        z = random_of(type, kind, random);
            if (op.code == MERGUS_OP_ANY) {
                const Value either = call(op, x, y);
                CHECK((same_value(either, x) || same_value(either, y)));
                continue;
            }
            CHECK(alike(call(op, call(op, x, y), z), call(op, x, call(op, y, z))));
            CHECK(alike(call(op, x, y), call(op, y, x)));
            // min and max leave NaN out, so their identity does not give NaN back.
            if (reference::is_float(type) && reference::is_nan(x)) continue;
            CHECK(alike(call(op, x, identity), x));
            CHECK(alike(call(op, identity, x), x));
        }
    if (!terminal.has_value()) return;
    CHECK(conformance::equal_values(reference::from_bytes(type, monoid.terminal), *terminal));
    for (const ValueKind kind : {ValueKind::small, ValueKind::edge})
        for (int round = 0; round < rounds; ++round) {
            if (op.code == MERGUS_OP_USER && kind == ValueKind::edge) continue;
            const Value x = random_of(type, kind, random);
            CHECK(conformance::equal_values(call(op, *terminal, x), *terminal));
            CHECK(conformance::equal_values(call(op, x, *terminal), *terminal));
        }
}

struct Law {
    const char* name;
    bool left, right; ///< a(b + c) = ab + ac; (a + b)c = ac + bc
    bool non_negative = false;
};

/// Where multiplication distributes over addition on small values (that neither wrap nor round).
const std::vector<Law> laws = {
    {"plus_times", true, true},      {"min_plus", true, true},        {"max_plus", true, true},
    {"min_max", true, true},         {"max_min", true, true},         {"bor_band", true, true},
    {"bxor_band", true, true},       {"lor_land", true, true},        {"land_lor", true, true},
    {"lxor_land", true, true},       {"lxnor_lor", true, true},       {"eq_lor", true, true},
    {"min_first", true, true},       {"min_second", true, true},      {"max_first", true, true},
    {"max_second", true, true},      {"plus_first", false, true},     {"plus_second", true, false},
    {"min_times", true, true, true}, {"max_times", true, true, true},
};

void check_distributes(const mergus_semiring& semiring, const Law& law, Random& random) {
    const mergus_op& add = *semiring.add->op;
    const mergus_op& mul = *semiring.mul;
    const mergus_type* type = add.z_type;
    CAPTURE(semiring.name);
    CAPTURE(type->name);
    const auto value = [&] {
        const Value drawn = random_of(type, ValueKind::small, random);
        if (!law.non_negative || reference::to_double(drawn) >= 0) return drawn;
        return reference::zero(type);
    };
    for (int round = 0; round < rounds; ++round) {
        const Value a = value(), b = value(), c = value();
        if (law.left)
            CHECK(same_value(call(mul, a, call(add, b, c)), call(add, call(mul, a, b), call(mul, a, c))));
        if (law.right)
            CHECK(same_value(call(mul, call(add, a, b), c), call(add, call(mul, a, c), call(mul, b, c))));
    }
}

} // namespace

TEST_SUITE_BEGIN("semirings");

TEST_CASE("every built-in operator agrees with the reference, on random and edge values") {
    Random random(11);
    for (const mergus_op* op : all_ops()) {
        CAPTURE(op->name);
        CAPTURE(op->callable);
        const mergus_type* x_type = type_or(op->x_type, op->z_type);
        const mergus_type* y_type = type_or(op->y_type, op->z_type);
        const bool by_index =
            op->kind == MERGUS_INDEX_UNARY && op->z_type == type_of<bool>() && op->x_type == nullptr;
        for (const ValueKind kind : {ValueKind::small, ValueKind::real, ValueKind::edge}) {
            if (kind == ValueKind::edge && !reference::takes_extremes(*op)) continue;
            for (int round = 0; round < rounds; ++round) {
                const Value x = random_of(x_type, kind, random);
                const Value y = random_of(y_type, by_index ? ValueKind::small : kind, random);
                const std::int64_t i = random.between(0, 50), k = random.between(0, 50),
                                   j = random.between(0, 50);
                const Value found = call(*op, x, y, i, k, j);
                const Value expected = op->kind == MERGUS_UNARY ? reference::call_unary(*op, x)
                                       : op->kind == MERGUS_INDEX_UNARY
                                           ? reference::call_index_unary(*op, x, i, j, y)
                                           : reference::call_multiply(*op, x, y, i, k, j);
                INFO("x = ", conformance::value_text(x), ", y = ", conformance::value_text(y),
                     ", z = ", conformance::value_text(found), ", expected ",
                     conformance::value_text(expected));
                reference::Entry right;
                right.value = expected;
                right.slack = reference::slack_of(*op, x, y, expected);
                if (reference::gives_either_zero(*op, x, y)) reference::allow_either_zero(right);
                REQUIRE(conformance::is_admissible(right, found));
            }
        }
    }
}

TEST_CASE("casts of scalars agree with the reference, from every type to every other") {
    Random random(12);
    const Context context;
    for (int from = MERGUS_BOOL; from <= MERGUS_FC64; ++from)
        for (int to = MERGUS_BOOL; to <= MERGUS_FC64; ++to) {
            const mergus_type* from_type = detail::builtin_type(static_cast<mergus_type_code>(from));
            const mergus_type* to_type = detail::builtin_type(static_cast<mergus_type_code>(to));
            for (const ValueKind kind : {ValueKind::real, ValueKind::edge})
                for (int round = 0; round < 20; ++round) {
                    const Value x = random_of(from_type, kind, random);
                    Value found = reference::zero(to_type);
                    AnyMatrix A(context, to_type, 1, 1);
                    assign(A, no_mask, no_accum, Scalar(x.data(), from_type));
                    A.extract_tuples(nullptr, nullptr, found.data(), to_type);
                    CHECK(reference::same(found, reference::cast(x, to_type)));
                }
        }
}

TEST_CASE("every monoid is associative and commutative and has its identity and terminal") {
    Random random(13);
    for (const BuiltinOp& op : builtin_ops)
        for_each_type([&]<class T>(T) {
            const auto* const line = std::find_if(
                std::begin(builtin_monoids), std::end(builtin_monoids), [&](const BuiltinMonoid& monoid) {
                    return monoid.op == op.code && in_domain<T>(monoid.domain);
                });
            const mergus_monoid* const monoid = find_monoid(op.name, type_of<T>());
            INFO("monoid ", std::string(op.name), " on ", std::string(type_name(type_of<T>())));
            REQUIRE((monoid != nullptr) == (line != std::end(builtin_monoids)));
            if (monoid == nullptr) return;
            check_monoid(*monoid, random);
        });
    for (const conformance::UserMonoid& user : conformance::user_monoids())
        check_monoid(*user.handle, random);
    for (const conformance::UserSemiring& user : conformance::user_semirings())
        check_monoid(*user.handle->add, random);
}

TEST_CASE("the types of every semiring fit, and multiplication distributes where it is declared to") {
    Random random(14);
    for (const NamedSemiring& known : builtin_semirings()) {
        CAPTURE(known.name);
        CHECK(known.name == known.handle->name);
        CHECK(known.handle->mul->z_type == known.handle->add->op->z_type);
        CHECK(known.handle == find_semiring(known.name, known.type).handle);
        for (const Law& law : laws)
            if (known.name == law.name) check_distributes(*known.handle, law, random);
    }
    for (const conformance::UserSemiring& user : conformance::user_semirings())
        if (user.distributes) check_distributes(*user.handle, {user.name, true, true}, random);
}

namespace {

/// Every constant that semirings/ spells out, on every type that it can be had on.
std::set<const mergus_semiring*> constants() {
    std::set<const mergus_semiring*> all = {lor_land.get(), land_lor.get(), lxor_land.get(), lxnor_lor.get(),
                                            eq_lor.get()};
    const auto any = [&]<class T>(T) {
        all.insert({any_pair<T>.get(), any_first<T>.get(), any_second<T>.get()});
    };
    const auto numeric = [&]<class T>(T x) {
        any(x);
        all.insert({plus_times<T>.get(), times_plus<T>.get(), plus_pair<T>.get(), plus_first<T>.get(),
                    plus_second<T>.get()});
    };
    const auto real = [&]<class T>(T x) {
        numeric(x);
        all.insert({plus_min<T>.get(), min_plus<T>.get(), max_plus<T>.get(), min_times<T>.get(),
                    max_times<T>.get(), min_max<T>.get(), max_min<T>.get(), min_first<T>.get(),
                    min_second<T>.get(), max_first<T>.get(), max_second<T>.get()});
    };
    const auto integer = [&]<class T>(T x) {
        real(x);
        all.insert({bor_band<T>.get(), bxor_band<T>.get()});
    };
    const auto position = [&]<class T>(T) {
        all.insert({any_firsti<T>.get(), any_firsti1<T>.get(), any_firstj<T>.get(), any_firstj1<T>.get(),
                    any_secondi<T>.get(), any_secondi1<T>.get(), any_secondj<T>.get(), any_secondj1<T>.get(),
                    min_firsti<T>.get(), min_firsti1<T>.get(), min_firstj<T>.get(), min_firstj1<T>.get(),
                    min_secondi<T>.get(), min_secondi1<T>.get(), min_secondj<T>.get(),
                    min_secondj1<T>.get()});
    };
    any(bool{});
    integer(std::int8_t{}), integer(std::int16_t{}), integer(std::int32_t{}), integer(std::int64_t{});
    integer(std::uint8_t{}), integer(std::uint16_t{}), integer(std::uint32_t{}), integer(std::uint64_t{});
    real(float{}), real(double{});
    numeric(complex<float>{}), numeric(complex<double>{});
    position(std::int32_t{}), position(std::int64_t{});
    return all;
}

} // namespace

TEST_CASE("the list of built-in semirings equals the constants of the headers") {
    std::set<const mergus_semiring*> listed;
    for (const NamedSemiring& known : builtin_semirings()) listed.insert(known.handle);
    CHECK(listed == constants());
    CHECK(listed.size() == builtin_semirings().size());
}

TEST_CASE("a semiring's constant has the type of its result") {
    const auto check = []<class T>(const Semiring<T>& semiring) {
        const mergus_semiring& made = *semiring.get();
        CAPTURE(made.name);
        CHECK(made.add->op->z_type == type_of<T>());
        CHECK(made.mul->z_type == type_of<T>());
    };
    check(plus_times<complex<float>>);
    check(plus_pair<std::int64_t>);
    check(any_first<bool>);
    check(lor_land);
    check(bor_band<std::uint8_t>);
    check(min_secondi<std::int32_t>);
    static_assert(std::is_same_v<decltype(min_secondi1<std::int64_t>), const Semiring<std::int64_t>>);
    static_assert(std::is_same_v<decltype(eq_lor), const Semiring<bool>>);
    static_assert(std::is_convertible_v<Semiring<double>, AnySemiring>);
    static_assert(!std::is_convertible_v<AnySemiring, Semiring<double>>);
    for (const conformance::UserSemiring& user : conformance::user_semirings())
        CHECK(user.handle->mul->z_type == user.handle->add->op->z_type);
}

TEST_CASE("a name and a type find an operator, and wrong ones find none") {
    CHECK(find_op("plus", type_of<float>()) == ops::plus<float>.get());
    CHECK(find_op("tril", type_of<float>()) == ops::tril.get());
    CHECK(find_monoid("max", type_of<std::uint8_t>()) == max_monoid<std::uint8_t>.get());
    CHECK(find_op("carg", type_of<complex<float>>()) == ops::carg<complex<float>>.get());
    CHECK(find_op("bnot", type_of<float>()) == nullptr);
    for (const char* name : {"min", "max", "lt", "ge", "lor", "lnot", "valuelt", "bor"})
        CHECK(find_op(name, type_of<complex<double>>()) == nullptr);
    CHECK(find_op("conj", type_of<double>()) == nullptr);
    CHECK(find_op("", type_of<float>()) == nullptr);
    CHECK(find_op("plus", type_of<conformance::poly3>()) == nullptr);
    CHECK(find_op("plus", nullptr) == nullptr);
    CHECK(find_monoid("minus", type_of<float>()) == nullptr);
    CHECK(find_semiring("plus_times", type_of<bool>()).handle == nullptr);
    CHECK(find_semiring("times_times", type_of<float>()).handle == nullptr);
}

TEST_SUITE_END();
