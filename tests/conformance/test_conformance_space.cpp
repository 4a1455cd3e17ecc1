/// \file test_conformance_space.cpp
/// The space of the conformance suite's cases: operations, axes and words, covering sets, variants, the
/// schedule.
#include "coverage.hpp"
#include "instance.hpp"
#include "schedule.hpp"
#include "space.hpp"
#include "user_algebra.hpp"

#include <mergus/semirings/all.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

using namespace mergus;
using namespace mergus::conformance;

namespace {

const Operation& product = main_operation();

} // namespace

TEST_SUITE_BEGIN("conformance-machinery");

TEST_CASE("every operation has a unique name, a call and a reference") {
    std::set<std::string_view> names;
    for (const Operation* operation : operations()) {
        CAPTURE(operation->name);
        CHECK(names.insert(operation->name).second);
        CHECK(&find_operation(operation->name) == operation);
        CHECK((operation->call != nullptr));
        CHECK((operation->reference != nullptr));
        CHECK((contains(operation->operands, role_C) || operation->scalar == ScalarUse::result));
    }
    CHECK_THROWS_AS((void)find_operation("multiply"), std::invalid_argument);
    CHECK_THROWS_AS((void)find_operation(""), std::invalid_argument);
}

TEST_CASE("every word that an operation offers is read back from its text") {
    for (const Operation* operation : operations())
        for (const Axis axis : all_axes()) {
            CAPTURE(operation->name);
            CAPTURE(axis_name(axis));
            CHECK(find_axis(axis_name(axis)) == axis);
            const auto& words = levels(*operation)[static_cast<std::size_t>(axis)];
            REQUIRE_FALSE(words.empty());
            if (!has_axis(*operation, axis)) {
                CHECK(words == std::vector<const Word*>{absent_word(axis)});
                continue;
            }
            for (const Word* word : words) {
                CAPTURE(word->name);
                CHECK(find_word(axis, word->name) == word);
                CHECK(word != absent_word(axis));
            }
            CHECK(std::set<const Word*>(words.begin(), words.end()).size() == words.size());
        }
    for (const Axis axis : all_axes()) CHECK_THROWS_AS((void)find_word(axis, "-"), std::invalid_argument);
    CHECK_THROWS_AS((void)find_word(Axis::mask, "red"), std::invalid_argument);
    CHECK_THROWS_AS((void)find_word(Axis::accum, "plus:colour"), std::invalid_argument);
    CHECK_THROWS_AS((void)find_axis("colour"), std::invalid_argument);
}

TEST_CASE(
    "a restriction leaves out the operations without the axis, except where its neutral word is admitted") {
    const auto cases_of = [](const char* operation, const std::vector<std::string>& words) {
        return covering_set(find_operation(operation), 1, Restriction(words)).cases.size();
    };
    CHECK(cases_of("transpose", {"algebra=plus"}) == 0);
    CHECK(cases_of("ewise_add", {"algebra=plus"}) > 0);
    CHECK(cases_of("reduce_scalar", {"mask=value"}) == 0);
    CHECK(cases_of("reduce_scalar", {"mask=none"}) > 0);
    CHECK(cases_of("reduce_scalar", {"mask=value", "mask=none"}) > 0);
    CHECK(cases_of("apply_first", {"tran_a=yes"}) == 0);
    CHECK(cases_of("apply_first", {"tran_a=no"}) > 0);
    CHECK(cases_of("build", {"accum=plus"}) == 0);
    CHECK(cases_of("mxm", {"indices=subset"}) == 0);
    CHECK(cases_of("transpose", {"b_type=fp32"}) == 0);
    CHECK(cases_of("transpose", {"b_type=same"}) > 0);
}

TEST_CASE("the covering sets have every pair that any random case has") {
    Random random(99);
    for (const Operation* operation : operations()) {
        CAPTURE(operation->name);
        const CoveringSet set = covering_set(*operation, 5);
        CHECK(set.pairs.with(PairTable::Mark::open).empty());
        // The set marks its own pairs: count them again, and check that no random case has an "impossible"
        // pair.
        PairTable recount(*operation);
        for (const Case& test_case : set.cases) {
            CHECK(is_allowed(test_case));
            recount.cover(test_case);
        }
        CHECK(recount.with(PairTable::Mark::covered).size() ==
              set.pairs.with(PairTable::Mark::covered).size());
        for (int sample = 0; sample < 100; ++sample) recount.cover(random_case(*operation, random));
        CHECK(recount.with(PairTable::Mark::covered).size() ==
              set.pairs.with(PairTable::Mark::covered).size());
    }
}

TEST_CASE("mxm's covering set has every semiring on every type that it is defined on") {
    std::set<std::pair<std::string, std::string>> seen;
    for (const Case& test_case : covering_set(product, 1).cases)
        seen.insert({std::string(test_case.text(Axis::algebra)), std::string(test_case.text(Axis::type))});
    for (const NamedSemiring& semiring : builtin_semirings())
        CHECK(seen.count({std::string(semiring.name), std::string(type_name(semiring.type))}) == 1);
    for (const UserSemiring& user : user_semirings()) CHECK(seen.count({user.name, "own"}) == 1);
}

TEST_CASE("a pair without a case is reported") {
    const Operation& transpose = find_operation("transpose");
    const CoveringSet set = covering_set(transpose, 1);
    Coverage coverage;
    for (const Case& test_case : set.cases)
        if (test_case.text(Axis::mask) != "value" || !test_case.is_set(Axis::replace))
            coverage.record(test_case, Verdict::passed);
    const auto missing = coverage.missing(transpose, set);
    CHECK(std::find(missing.begin(), missing.end(), "transpose: mask=value with replace=yes") !=
          missing.end());
}

TEST_CASE("a restricted covering set has every pair of the admitted words, and no other word") {
    const Restriction where(
        {"algebra=plus_times", "type=fp64", "type=int32", "mask=none", "mask=value", "indices=all"});
    const CoveringSet set = covering_set(product, 3, where); // mxm has no index lists, which is "all"
    REQUIRE(set.cases.size() > 10);
    std::set<std::pair<std::string, std::string>> pairs;
    for (const Case& test_case : set.cases) {
        CHECK(is_allowed(test_case));
        CHECK(test_case.text(Axis::algebra) == "plus_times");
        CHECK(test_case[Axis::indices] == absent_word(Axis::indices));
        pairs.insert({std::string(test_case.text(Axis::type)), std::string(test_case.text(Axis::mask))});
    }
    using Pairs = std::set<std::pair<std::string, std::string>>;
    CHECK(pairs == Pairs{{"fp64", "none"}, {"fp64", "value"}, {"int32", "none"}, {"int32", "value"}});
    CHECK(set.pairs.with(PairTable::Mark::open).empty());
    Random random(1);
    for (int sample = 0; sample < 50; ++sample) {
        const auto test_case = random_case(product, random, where);
        REQUIRE(test_case.has_value());
        CHECK(test_case->text(Axis::algebra) == "plus_times");
        CHECK((test_case->text(Axis::mask) == "none" || test_case->text(Axis::mask) == "value"));
    }
    // plus_times is not a unary operator.
    CHECK_FALSE(random_case(find_operation("apply"), random, where).has_value());
    for (const char* wrong : {"colour=red", "mask=red", "mask", "", "mask=-"})
        CHECK_THROWS_AS(Restriction({wrong}), std::invalid_argument);
}

TEST_CASE("variants of a case have the same kernels and other data") {
    Random random(11);
    unsigned shapes = 0, data = 0, masks = 0;
    for (const Operation* operation : operations())
        for (int sample = 0; sample < 20; ++sample) {
            const Case first = random_case(*operation, random);
            const Instance one = make_instance(first, Size::smoke);
            for (const std::uint64_t number : {1, 2, 77, 65535}) {
                const Case other = variant(first, number, {});
                CAPTURE(to_text(other));
                CHECK(is_allowed(other));
                CHECK(other.seed != first.seed);
                Case same = other; // except for the words that do not affect the kernels
                same[Axis::shape] = first[Axis::shape];
                same[Axis::values] = first[Axis::values];
                same.seed = first.seed;
                CHECK(to_text(same) == to_text(first));
                const Instance two = make_instance(other, Size::smoke);
                for (const Role role : {role_C, role_M, role_A, role_B})
                    CHECK(two.matrix(role).type == one.matrix(role).type);
                if (one.has(role_M)) ++masks;
                if (other[Axis::shape] != first[Axis::shape]) ++shapes;
                if (to_text(two) != to_text(one)) ++data;
            }
        }
    CHECK(shapes > 500);
    CHECK(data > 1000);
    CHECK(masks > 300);
    const Restriction where({"shape=banded", "values=real"});
    for (int sample = 0; sample < 20; ++sample) {
        const Case other = variant(*random_case(product, random, where), 5, where);
        CHECK(other.text(Axis::shape) == "banded");
        CHECK(other.text(Axis::values) == "real");
    }
}

TEST_CASE(
    "a schedule gives every member of the covering sets first, then their variants, then random kernels") {
    Options options;
    options.seed = 3;
    options.cases = 10000;
    options.variants = 0;
    const Operation &transpose = find_operation("transpose"), &reduce = find_operation("reduce_scalar");
    Schedule schedule(options, {&transpose, &reduce});
    REQUIRE(schedule.members() > 100);
    CHECK(schedule.planned() == 10000);
    std::set<std::string> members, all;
    for (std::uint64_t c = 0; c < schedule.members(); ++c) members.insert(to_text(schedule.next()));
    for (const Operation* operation : {&transpose, &reduce})
        for (const Case& test_case : covering_set(*operation, 3).cases)
            CHECK(members.count(to_text(test_case)) == 1);
    all = members;
    for (std::uint64_t c = schedule.members(); c < 10000; ++c) all.insert(to_text(schedule.next()));
    CHECK(all.size() == 10000);
    CHECK(schedule.kernel_sets() == schedule.members());

    // One variant of each; the cases after those are random.
    options.variants = 1;
    Schedule thin(options, {&transpose});
    for (std::uint64_t c = 0; c < thin.members() + 50; ++c) (void)thin.next();
    CHECK(thin.kernel_sets() == thin.members() + 50);
}

TEST_CASE("shards divide the cases without gaps and overlaps") {
    Options options;
    options.variants = 3;
    const std::vector<const Operation*> chosen{&find_operation("transpose"), &find_operation("build")};
    const auto cases_of = [&](std::size_t shard, std::size_t shards, std::multiset<std::string>& into) {
        options.shard = shard;
        options.shards = shards;
        Schedule schedule(options, chosen);
        for (std::uint64_t c = 0; c < schedule.planned(); ++c) into.insert(to_text(schedule.next()));
    };
    std::multiset<std::string> alone, shared;
    cases_of(0, 1, alone);
    for (std::size_t shard = 0; shard < 7; ++shard) cases_of(shard, 7, shared);
    CHECK(alone == shared);

    options.cases = 100;
    std::uint64_t planned = 0;
    for (options.shard = 0; options.shard < 7; ++options.shard)
        planned += Schedule(options, chosen).planned();
    CHECK(planned == 100);
    CHECK_THROWS_AS(Schedule(options, chosen), std::invalid_argument); // shard 7 of 7
}

TEST_SUITE_END();
