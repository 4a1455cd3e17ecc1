/// \file test_at_exit.cpp
/// The library works until the process ends: destructors of global objects may multiply, and define
/// operators and types (at_exit_program.cpp).
#include <doctest/doctest.h>

#include <cstdio>
#include <string>
#include <sys/wait.h>

namespace {

struct Outcome {
    int status;
    std::string output; ///< standard output and standard error
};

Outcome run(const std::string& backend) {
    std::FILE* const pipe = popen((MERGUS_AT_EXIT_PROGRAM " " + backend + " 2>&1").c_str(), "r");
    REQUIRE(pipe != nullptr);
    Outcome outcome{};
    char piece[4096];
    for (std::size_t n = 0; (n = std::fread(piece, 1, sizeof piece, pipe)) > 0;)
        outcome.output.append(piece, n);
    outcome.status = pclose(pipe);
    return outcome;
}

} // namespace

TEST_SUITE_BEGIN("at-exit");

TEST_CASE("global objects multiply and define operators in their destructors") {
    for (const std::string backend : {"suitesparse", "cuda-emulated"}) {
        CAPTURE(backend);
        const Outcome outcome = run(backend);
        CHECK(outcome.status == 0);
        CHECK(outcome.output == "done\n");
    }
}

TEST_SUITE_END();
