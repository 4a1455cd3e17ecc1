/// \file test_codes.cpp
/// Every function with every code that the specification has for it (specified_codes.hpp), provoked by a
/// call. A pair without such a call fails the last check; so does a function that is missing in the table or
/// in every_call.hpp.
#include "probe.hpp"
#include "specified_codes.hpp"

#include <cstdint>

using namespace mergus::tests;

namespace {

std::set<std::string> names_of_header() {
    std::set<std::string> names;
#define MERGUS_NAME(name, parameters) names.insert(#name);
    GB_FUNCTIONS(MERGUS_NAME)
#undef MERGUS_NAME
    return names;
}

bool is_unreachable(std::string_view function, std::uint32_t code) {
    for (const Unreachable& line : unreachable)
        if (fits(line.functions, function) && (line.codes & code) != 0) return true;
    return false;
}

/// The calls after GrB_finalize, which give GrB_PANIC.
void panic_everywhere() {
    Provoked& provoked = Provoked::in_process();
    // The calls are valid but for the library, so that their fixtures are made before.
    for_every_call([&](Fixture&, GrB_Info, const Call& call) {
        OK(GrB_finalize());
        const GrB_Info info = call.run();
        provoked.add(call.name, info);
        OK(GrB_init(GrB_NONBLOCKING));
        call.release();
        CAPTURE(call.name);
        if (!is_unreachable(call.name, panic)) CHECK(info == GrB_PANIC);
    });
    OK(GrB_finalize());
    PROVOKE(GrB_PANIC, GrB_finalize);
    OK(GrB_init(GrB_NONBLOCKING));
}

/// \return the functions that need memory
std::set<std::string> fail_allocations_everywhere() {
    std::vector<AllocationFailures> failures; // of each call
    std::set<std::string> with_memory;
    std::size_t rounds = 0;
    for (bool left = true; left; ++rounds) {
        left = false;
        std::size_t at = 0;
        for_every_call([&](Fixture&, GrB_Info expected, const Call& call) {
            if (at == failures.size()) failures.emplace_back();
            AllocationFailures& mine = failures[at++];
            mine.run(call, expected);
            call.release();
            if (mine.refused()) with_memory.emplace(call.name);
            left = left || !mine.done();
        });
        CHECK(at == failures.size());
        REQUIRE(rounds < 100);
    }
    MESSAGE(failures.size(), " calls, ", rounds, " rounds of failing allocations");
    return with_memory;
}

} // namespace

TEST_SUITE_BEGIN("graphblas-codes");

TEST_CASE("the table has every function of the header, and each line fits one") {
    const std::set<std::string> names = names_of_header();
    std::set<const Specified*> used;
    for (const std::string& name : names) {
        const Specified* const line = find_specified(name);
        CHECK_MESSAGE(line != nullptr, name, " is not in specified_codes.hpp");
        used.insert(line);
    }
    for (const Specified& line : specified)
        CHECK_MESSAGE(used.contains(&line), std::string(line.functions), " fits no function");
    for (const Unreachable& line : unreachable) {
        bool fits_one = false;
        for (const std::string& name : names) fits_one = fits_one || fits(line.functions, name);
        CHECK_MESSAGE(fits_one, std::string(line.functions));
    }
}

TEST_CASE("every specified code of every function is provoked") {
    initialise();
    Provoked& provoked = Provoked::in_process();
    std::set<std::string> called{"GrB_init", "GrB_finalize"};
    for_every_call([&](Fixture& fixture, GrB_Info expected, const Call& call) {
        called.emplace(call.name);
        replace_arguments(fixture, call);
        if (expected != GrB_SUCCESS) provoked.add(call.name, expected);
        static_cast<void>(call.run());
        call.release();
    });
    CHECK(called == names_of_header());
    const std::set<std::string> with_memory = fail_allocations_everywhere();
    provoke_special_codes();
    panic_everywhere();

    std::size_t pairs = 0, without = 0;
    for (const std::string& name : names_of_header())
        for (const auto& code : all_codes) {
            if (((find_specified(name)->codes | panic) & code.bit) == 0) continue;
            if (is_unreachable(name, code.bit)) continue;
            if (code.bit == out_of_memory && !with_memory.contains(name)) {
                ++without; // a call that allocates nothing
                continue;
            }
            ++pairs;
            CHECK_MESSAGE(provoked.has(name, code.info), name, " has not given ", std::string(code.name));
        }
    MESSAGE(names_of_header().size(), " functions, ", pairs, " pairs of function and code provoked, ",
            without, " functions that allocate nothing");
}

TEST_CASE("deviations: dimensions of 0 and null arrays of extractTuples are allowed") {
    initialise();
    Fixture f(1.0);
    Matrix none;
    Vector empty;
    OK(GrB_Matrix_new(none.put(), GrB_FP64, 0, 0));
    OK(GrB_Matrix_resize(none, 3, 0));
    OK(GrB_Vector_new(empty.put(), GrB_FP64, 0));
    OK(GrB_Vector_resize(empty, 0));
    GrB_Index count = 3;
    std::array<double, 3> values{};
    OK(GrB_Vector_extractTuples_FP64(nullptr, values.data(), &count, f.u));
    CHECK(count == 2);
    CHECK(values[1] == 1);
    OK(GrB_Matrix_extractTuples_FP64(nullptr, nullptr, values.data(), &count, f.A));
}

TEST_SUITE_END();
