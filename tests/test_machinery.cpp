/// \file test_machinery.cpp
/// The conformance suite's own parts: that it covers what it says, that it finds faults, that it makes them
/// small, and that what it prints can be run again.
#include "backends_under_test.hpp"
#include "conformance/compare.hpp"
#include "conformance/coverage.hpp"
#include "conformance/execute.hpp"
#include "conformance/schedule.hpp"
#include "conformance/shrink.hpp"
#include "conformance/space.hpp"
#include "conformance/user_algebra.hpp"

#include <mergus/conformance.hpp>
#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <set>
#include <stdexcept>

using namespace mergus;
using namespace mergus::conformance;

namespace {

Case case_from(const std::string& text) {
    return parse_instance(text, Size::normal).words;
}

} // namespace

TEST_SUITE_BEGIN("conformance-machinery");

TEST_CASE("the covering sets cover every pair that any random case has") {
    Random random(99);
    for (const std::string_view operation : operations()) {
        CAPTURE(operation);
        const CoveringSet set = covering_set(operation, 5);
        CHECK(set.pairs.with(PairTable::Mark::open).empty());
        // The set marks its own pairs: recount them, and look whether an "impossible" pair turns up
        // elsewhere.
        PairTable recount(operation);
        for (const Case& test_case : set.cases) {
            CHECK(is_allowed(test_case));
            recount.cover(test_case);
        }
        CHECK(recount.with(PairTable::Mark::covered).size() ==
              set.pairs.with(PairTable::Mark::covered).size());
        for (int sample = 0; sample < 100; ++sample) recount.cover(random_case(operation, random));
        CHECK(recount.with(PairTable::Mark::covered).size() ==
              set.pairs.with(PairTable::Mark::covered).size());
    }
}

TEST_CASE("mxm's covering set has every semiring on every type that it is defined on") {
    std::set<std::pair<std::string, std::string>> seen;
    for (const Case& test_case : covering_set("mxm", 1).cases)
        seen.insert({test_case.algebra, test_case.type});
    for (const NamedSemiring& semiring : builtin_semirings())
        CHECK(seen.count({std::string(semiring.name), std::string(type_name(semiring.type))}) == 1);
    for (const UserSemiring& user : user_semirings()) CHECK(seen.count({user.name, "own"}) == 1);
}

TEST_CASE("a pair that no case has is reported") {
    const CoveringSet set = covering_set("transpose", 1);
    Coverage coverage;
    for (const Case& test_case : set.cases)
        if (test_case.mask != "value" || test_case.replace != "yes")
            coverage.record(test_case, Verdict::passed);
    const auto missing = coverage.missing("transpose", set);
    CHECK(std::find(missing.begin(), missing.end(), "transpose: mask=value with replace=yes") !=
          missing.end());
}

TEST_CASE("a restricted covering set has every pair of the admitted words, and no other word") {
    const Restriction where(
        {"algebra=plus_times", "type=fp64", "type=int32", "mask=none", "mask=value", "indices=all"});
    const CoveringSet set = covering_set("mxm", 3, where); // mxm has no index lists: nothing to restrict
    REQUIRE(set.cases.size() > 10);
    std::set<std::pair<std::string, std::string>> pairs;
    for (const Case& test_case : set.cases) {
        CHECK(is_allowed(test_case));
        CHECK(test_case.algebra == "plus_times");
        CHECK(test_case.indices == "-");
        pairs.insert({test_case.type, test_case.mask});
    }
    using Pairs = std::set<std::pair<std::string, std::string>>;
    CHECK(pairs == Pairs{{"fp64", "none"}, {"fp64", "value"}, {"int32", "none"}, {"int32", "value"}});
    CHECK(set.pairs.with(PairTable::Mark::open).empty());
    Random random(1);
    for (int sample = 0; sample < 50; ++sample) {
        const auto test_case = random_case("mxm", random, where);
        REQUIRE(test_case.has_value());
        CHECK(test_case->algebra == "plus_times");
        CHECK((test_case->mask == "none" || test_case->mask == "value"));
    }
    CHECK_FALSE(random_case("apply", random, where).has_value()); // plus_times is no unary operator
    for (const char* wrong : {"colour=red", "mask=red", "mask", "", "mask=-"})
        CHECK_THROWS_AS(Restriction({wrong}), std::invalid_argument);
}

TEST_CASE("variants of a case have its kernels and other data") {
    Random random(11);
    unsigned shapes = 0, data = 0, masks = 0;
    for (const std::string_view operation : operations())
        for (int sample = 0; sample < 20; ++sample) {
            const Case first = random_case(operation, random);
            const Instance one = make_instance(first, Size::smoke);
            for (const std::uint64_t number : {1, 2, 77, 65535}) {
                const Case other = variant(first, number, {});
                CAPTURE(to_text(other));
                CHECK(is_allowed(other));
                CHECK(other.seed != first.seed);
                Case same = other; // but for what does not reach the kernels
                same.shape = first.shape;
                same.values = first.values;
                same.seed = first.seed;
                CHECK(to_text(same) == to_text(first));
                const Instance two = make_instance(other, Size::smoke);
                for (const Role role : {role_C, role_M, role_A, role_B})
                    CHECK(two.matrix(role).type == one.matrix(role).type);
                if (one.has(role_M)) ++masks;
                if (other.shape != first.shape) ++shapes;
                if (to_text(two) != to_text(one)) ++data;
            }
        }
    CHECK(shapes > 500);
    CHECK(data > 1000);
    CHECK(masks > 300);
    const Restriction where({"shape=banded", "values=real"});
    for (int sample = 0; sample < 20; ++sample) {
        const Case other = variant(*random_case("mxm", random, where), 5, where);
        CHECK(other.shape == "banded");
        CHECK(other.values == "real");
    }
}

TEST_CASE(
    "a schedule gives every member of the covering sets first, then their variants, then random kernels") {
    Options options;
    options.seed = 3;
    options.cases = 10000;
    options.variants = 0;
    Schedule schedule(options, {"transpose", "reduce_scalar"});
    REQUIRE(schedule.members() > 100);
    CHECK(schedule.planned() == 10000);
    std::set<std::string> members, all;
    for (std::uint64_t c = 0; c < schedule.members(); ++c) members.insert(to_text(schedule.next()));
    for (const std::string_view name : {"transpose", "reduce_scalar"})
        for (const Case& test_case : covering_set(name, 3).cases)
            CHECK(members.count(to_text(test_case)) == 1);
    all = members;
    for (std::uint64_t c = schedule.members(); c < 10000; ++c) all.insert(to_text(schedule.next()));
    CHECK(all.size() == 10000);
    CHECK(schedule.kernel_sets() == schedule.members());

    // One variant of each: what follows is random.
    options.variants = 1;
    Schedule thin(options, {"transpose"});
    for (std::uint64_t c = 0; c < thin.members() + 50; ++c) (void)thin.next();
    CHECK(thin.kernel_sets() == thin.members() + 50);
}

TEST_CASE("shards share the cases") {
    Options options;
    options.variants = 3;
    const std::vector<std::string> names{"transpose", "build"};
    const auto cases_of = [&](std::size_t shard, std::size_t shards, std::multiset<std::string>& into) {
        options.shard = shard;
        options.shards = shards;
        Schedule schedule(options, names);
        for (std::uint64_t c = 0; c < schedule.planned(); ++c) into.insert(to_text(schedule.next()));
    };
    std::multiset<std::string> alone, shared;
    cases_of(0, 1, alone);
    for (std::size_t shard = 0; shard < 7; ++shard) cases_of(shard, 7, shared);
    CHECK(alone == shared);

    options.cases = 100;
    std::uint64_t planned = 0;
    for (options.shard = 0; options.shard < 7; ++options.shard) planned += Schedule(options, names).planned();
    CHECK(planned == 100);
    CHECK_THROWS_AS(Schedule(options, names), std::invalid_argument); // shard 7 of 7
}

TEST_CASE("cases and instances survive being written and read") {
    Random random(3);
    for (const std::string_view operation : operations())
        for (int sample = 0; sample < 20; ++sample) {
            const Instance instance = make_instance(random_case(operation, random), Size::smoke);
            const std::string text = to_text(instance);
            CAPTURE(text);
            const Instance again = parse_instance(text, Size::smoke);
            CHECK(to_text(again) == text);
            CHECK(compare(execute_reference(instance), execute_reference(again)).difference.empty());
        }
}

TEST_CASE("lines that are no cases are refused") {
    for (const char* text :
         {"", "mxm", "op=multiply", "op=mxm algebra=plus_times", "op=mxm algebra=plus_times type=bool",
          "op=mxm algebra=plus_times type=fp64 colour=red", "op=mxm algebra=plus_times type=fp64 seed=x",
          "op=mxm algebra=plus_times type=fp64 dims=2,2,2 A=fp64[0,0:1",
          "op=mxm algebra=plus_times type=fp64 "
          "dims=2,2,2 A=fp64[5,0:1]",
          "op=extract type=fp64 indices=permutation dims=2,1,2 rows=0,1 cols=0",
          "op=mxm algebra=plus_times type=fp64 dims=2,2,2 A=fp64[0,0:one]"}) {
        CAPTURE(text);
        CHECK_THROWS_AS((void)parse_instance(text, Size::normal), std::invalid_argument);
    }
}

TEST_CASE("the judge sees every kind of wrong answer") {
    Random random(17);
    unsigned faults = 0;
    for (int round = 0; round < 300; ++round) {
        const Case words = random_case(random.chance(0.5) ? "mxm" : "ewise_add", random);
        const reference::Matrix right = execute_reference(make_instance(words, Size::smoke));
        CHECK(compare(right, right).difference.empty());
        reference::Matrix extra = right;
        for (std::uint64_t i = 0; i < right.nrows; ++i)
            if (right.find(i, 0) == nullptr && right.ncols > 0) {
                extra.set(i, 0, reference::zero(right.type));
                CHECK(compare(right, extra).difference.starts_with("pattern: "));
                break;
            }
        if (right.entries.empty()) continue;
        const auto pick = [&](reference::Matrix& of) {
            return std::next(of.entries.begin(),
                             static_cast<std::ptrdiff_t>(random.below(of.entries.size())));
        };
        reference::Matrix missing = right;
        missing.entries.erase(pick(missing));
        CHECK(compare(right, missing).difference.starts_with("pattern: "));
        if (right.type->code == MERGUS_USER_TYPE) continue;
        reference::Matrix other = right;
        reference::Entry& entry = pick(other)->second;
        // Far from the value: beyond any bound, and no choice of `any`.
        const reference::Value wrong = reference::make(type_of<std::int64_t>(), std::int64_t{77});
        const reference::Value changed = reference::cast(wrong, right.type);
        if (is_admissible(entry, changed)) continue;
        entry.value = changed;
        CHECK(compare(right, other).difference.starts_with("value: "));
        ++faults;
    }
    CHECK(faults > 50);
}

TEST_CASE("a bound is not a licence: a last digit is forgiven, the next is not") {
    reference::Entry entry;
    entry.value = reference::make(type_of<double>(), 0.5);
    entry.slack = 1e-15;
    CHECK(is_admissible(entry, reference::make(type_of<double>(), 0.5 + 5e-16)));
    CHECK_FALSE(is_admissible(entry, reference::make(type_of<double>(), 0.5 + 2e-15)));
    CHECK_FALSE(is_admissible(entry, reference::make(type_of<double>(), HUGE_VAL)));
    CHECK_FALSE(is_admissible(entry, reference::make(type_of<double>(), std::nan(""))));
    CHECK_FALSE(is_admissible(entry, reference::make(type_of<float>(), 0.5f)));
}

TEST_CASE("the judge tells -0 from 0, in each part of a complex number, where the value is exact") {
    const auto judge = [](const auto& wanted, const auto& seen, Zeros zeros) {
        using T = std::decay_t<decltype(wanted)>;
        reference::Entry entry;
        entry.value = reference::make(type_of<T>(), wanted);
        return is_admissible(entry, reference::make(type_of<T>(), seen), zeros);
    };
    using Complex = std::complex<float>;
    CHECK(judge(-0.0, -0.0, Zeros::with_sign));
    CHECK_FALSE(judge(-0.0, 0.0, Zeros::with_sign));
    CHECK_FALSE(judge(0.0f, -0.0f, Zeros::with_sign));
    CHECK_FALSE(judge(Complex(1, -0.0f), Complex(1, 0.0f), Zeros::with_sign));
    CHECK_FALSE(judge(Complex(0.0f, 1), Complex(-0.0f, 1), Zeros::with_sign));
    CHECK(judge(-0.0, 0.0, Zeros::without_sign));
    CHECK(judge(Complex(0.0f, 1), Complex(-0.0f, 1), Zeros::without_sign));
    CHECK_FALSE(judge(0.0, 1.0, Zeros::without_sign));
    CHECK_FALSE(judge(Complex(0.0f, 1), Complex(-0.0f, 2), Zeros::without_sign));

    // A sum of -0 alone is -0, x + (-x) is 0, and the least of both zeros is either.
    const auto product = [](const std::string& algebra, const std::string& a, const std::string& b) {
        return execute_reference(parse_instance("op=mxm algebra=" + algebra +
                                                    " type=fp64 dims=1,2,1 C=fp64[] A=fp64[" + a +
                                                    "] B=fp64[" + b + "]",
                                                Size::smoke));
    };
    const auto sign = [](const reference::Matrix& matrix) {
        return std::signbit(matrix.find(0, 0)->value.as<double>());
    };
    CHECK(sign(product("plus_times", "0,0:-1;0,1:-3", "0,0:0;1,0:0")));
    CHECK_FALSE(sign(product("plus_times", "0,0:-1;0,1:3", "0,0:0;1,0:0")));
    CHECK_FALSE(sign(product("plus_times", "0,0:-1;0,1:1", "0,0:2;1,0:2")));
    const reference::Matrix either = product("min_first", "0,0:-0;0,1:0", "0,0:1;1,0:1");
    for (const double zero : {0.0, -0.0})
        CHECK(is_admissible(*either.find(0, 0), reference::make(type_of<double>(), zero)));
}

TEST_CASE("the sign of a zero part is open in a product of more than two complex numbers") {
    const auto product = [](const std::string& factors) {
        return execute_reference(parse_instance("op=reduce_rows algebra=times type=fc64 a_type=fp64 "
                                                "dims=1,0,4 C=fc64[] A=fp64[" +
                                                    factors + "]",
                                                Size::smoke));
    };
    const auto accepts = [](const reference::Matrix& right, double re, double im) {
        return is_admissible(*right.find(0, 0),
                             reference::make(type_of<std::complex<double>>(), std::complex(re, im)));
    };
    const reference::Matrix four = product("0,0:1;0,1:1;0,2:-1;0,3:-1");
    CHECK(accepts(four, 1, 0.0));
    CHECK(accepts(four, 1, -0.0));
    CHECK_FALSE(accepts(four, -1, 0.0));
    CHECK_FALSE(accepts(four, 1, 1e-300));
    const reference::Matrix two = product("0,0:1;0,1:-1");
    const bool negative = std::signbit(two.find(0, 0)->value.as<std::complex<double>>().imag());
    CHECK(accepts(two, -1, negative ? -0.0 : 0.0));
    CHECK_FALSE(accepts(two, -1, negative ? 0.0 : -0.0));
}

TEST_CASE("user types are compared by members, whatever is in their padding") {
    Random random(5);
    reference::Value a = reference::zero(type_of<padded>());
    find_user_type(a.type)->random(a.data(), random);
    reference::Value b = a;
    b.bytes[1] = static_cast<unsigned char>(~b.bytes[1]); // between rank and weight
    CHECK(equal_values(a, b));
    b.bytes[0] = static_cast<unsigned char>(~b.bytes[0]); // rank
    CHECK_FALSE(equal_values(a, b));
}

TEST_CASE("shrinking keeps the fault and drops what is beside it") {
    Instance instance = make_instance(case_from("op=mxm algebra=plus_times type=int32 mask=value accum=plus "
                                                "replace=yes shape=dense values=small seed=5"),
                                      Size::normal);
    const std::size_t before = instance.matrices[role_A].entries.size();
    REQUIRE(before > 10);
    // Stands for a backend that goes wrong where C(1,1) gets an entry.
    const auto fails = [](const Instance& candidate) {
        return execute_reference(candidate).find(1, 1) != nullptr;
    };
    if (!fails(instance))
        instance.matrices[role_M].set(
            1, 1, reference::cast(reference::make(type_of<bool>(), true), instance.matrices[role_M].type));
    const Instance small = shrink(instance, [&](const Instance& candidate) { return fails(candidate); });
    CHECK(fails(small));
    CHECK(small.matrices[role_A].entries.size() + small.matrices[role_B].entries.size() +
              small.matrices[role_C].entries.size() <=
          2);
    CHECK(small.words.mask == "none");
    CHECK(small.words.replace == "no");
    CHECK(small.layout.dimensions.m == 2);
    CHECK(small.layout.dimensions.n == 2);
}

TEST_CASE("runs: limits, replay, and the report") {
    for (const std::string& backend : tests::backends_under_test()) {
        const Context context(backend);
        Options options;
        options.size = "smoke";
        options.cases = 25;
        std::size_t calls = 0;
        options.progress = [&](std::size_t done, std::size_t planned) {
            CHECK(done == ++calls);
            CHECK(planned == 25);
        };
        const Summary limited = run(context, options);
        CHECK(limited.cases + limited.unsupported == 25);
        CHECK(calls == 25);
        CHECK_FALSE(limited.complete);
        CHECK(limited.missing.empty());
        CHECK(limited.text().find("not the whole covering set") != std::string::npos);

        Options stopped;
        stopped.size = "smoke";
        std::size_t asked = 0;
        stopped.stop = [&] { return ++asked > 7; };
        const Summary early = run(context, stopped);
        CHECK(early.cases + early.unsupported == 7);
        CHECK_FALSE(early.complete);

        Options nothing;
        nothing.operations = {"apply"};
        nothing.where = {"algebra=plus_times"};
        CHECK_THROWS_AS((void)run(context, nothing), std::invalid_argument);

        Options replay;
        replay.replay = "op=mxm algebra=plus_times type=int64 dims=2,2,2 C=int64[] A=int64[0,0:3;1,1:4] "
                        "B=int64[0,1:5] csr=1";
        const Summary once = run(context, replay);
        CHECK(once.cases == 1);
        CHECK(once.failures.empty());

        Options unknown;
        unknown.size = "huge";
        CHECK_THROWS_AS((void)run(context, unknown), std::invalid_argument);
    }
}

TEST_CASE("texts of user definitions keep their macros for the device's compiler") {
    const auto semirings = user_semirings();
    const auto log_sum = std::find_if(semirings.begin(), semirings.end(), [](const UserSemiring& user) {
        return std::string_view(user.name) == "log_sum_exp";
    });
    REQUIRE(log_sum != semirings.end());
    const std::string text = log_sum->handle->add->op->text;
    CHECK(text.find("INFINITY") != std::string::npos);
    CHECK(text.find("__builtin") == std::string::npos);
}

TEST_SUITE_END();
