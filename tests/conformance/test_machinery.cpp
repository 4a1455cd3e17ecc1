/// \file test_machinery.cpp
/// The conformance suite's own parts: cases as text, shrinking of failures, limits and reports of a run.
#include "compare.hpp"
#include "execute.hpp"
#include "operation.hpp"
#include "pairwise.hpp"
#include "shrink.hpp"
#include "testing/backends_under_test.hpp"
#include "user_algebra.hpp"

#include <mergus/conformance.hpp>
#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

using namespace mergus;
using namespace mergus::conformance;

namespace {

Case case_from(const std::string& text) {
    return parse_instance(text, Size::normal).words;
}

} // namespace

TEST_SUITE_BEGIN("conformance-machinery");

TEST_CASE("a case and its data are the same after they are written and read") {
    Random random(3);
    for (const Operation* operation : operations())
        for (int sample = 0; sample < 20; ++sample) {
            const Instance instance = make_instance(random_case(*operation, random), Size::smoke);
            const std::string text = to_text(instance);
            CAPTURE(text);
            const Instance again = parse_instance(text, Size::smoke);
            CHECK(to_text(again) == text);
            CHECK(compare(execute_reference(instance), execute_reference(again)).difference.empty());
        }
}

TEST_CASE("a line that is not a valid case is refused") {
    for (const char* text :
         {"", "mxm", "op=multiply", "op=mxm algebra=plus_times", "op=mxm algebra=plus_times type=bool",
          "op=mxm algebra=plus_times type=fp64 colour=red", "op=mxm algebra=plus_times type=fp64 mask=red",
          "op=transpose type=fp64 algebra=plus", "op=build algebra=plus type=fp64 mask=none",
          "op=mxm algebra=plus_times type=fp64 seed=x",
          "op=mxm algebra=plus_times type=fp64 dims=2,2,2 A=fp64[0,0:1",
          "op=mxm algebra=plus_times type=fp64 "
          "dims=2,2,2 A=fp64[5,0:1]",
          "op=extract type=fp64 indices=permutation dims=2,1,2 rows=0,1 cols=0",
          "op=mxm algebra=plus_times type=fp64 dims=2,2,2 A=fp64[0,0:one]"}) {
        CAPTURE(text);
        CHECK_THROWS_AS((void)parse_instance(text, Size::normal), std::invalid_argument);
    }
}

TEST_CASE("shrinking keeps the fault and removes everything that it does not need") {
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
    CHECK(small.words.text(Axis::mask) == "none");
    CHECK_FALSE(small.words.is_set(Axis::replace));
    CHECK(small.layout.dimensions.m == 2);
    CHECK(small.layout.dimensions.n == 2);
}

TEST_CASE("a run obeys its limits, replays a case and reports what it did") {
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

TEST_CASE("the texts of user definitions keep macros for the device's compiler") {
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
