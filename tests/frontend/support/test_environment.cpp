/// \file test_environment.cpp
/// Environments that a process with more rights than its user gets, and an environment that was cleared.
///
/// This program replaces secure_getenv, because only a set-user-ID program has another one than getenv.
#include "frontend/runtime/runtime_testing.hpp"
#include "testing/scratch.hpp"

#include "../backend/frontend/support/environment.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

extern char** environ;

namespace {
bool has_more_rights = false;
}

extern "C" [[gnu::visibility("default")]] char* secure_getenv(const char* name) noexcept {
    return has_more_rights ? nullptr : std::getenv(name);
}

using namespace mergus;
using namespace mergus::tests;
using mergus::cuda::testing::in_child;
using mergus::cuda::testing::ScratchDirectory;
using mergus::cuda::testing::Variable;
namespace fs = std::filesystem;

namespace {

/// A program that leaves a mark when it is run.
void write_trap(const fs::path& file, const fs::path& mark) {
    std::ofstream(file) << "#!/bin/sh\ntouch " << mark << "\nexec /usr/bin/c++ \"$@\"\n";
    fs::permissions(file, fs::perms::owner_all);
}

/// Whether an operator that was never compiled before works, in a process of its own.
mergus::cuda::testing::Outcome compile_in_child(bool more_rights) {
    return in_child([=] {
        has_more_rights = more_rights;
        const std::string text = "x + y + " + std::to_string(getpid()) + ".0625";
        if (call(define_binary_op("f", text, fp64, fp64, fp64), 1, 2) != 3.0625 + getpid())
            throw std::runtime_error("a wrong result");
    });
}

} // namespace

TEST_SUITE_BEGIN("runtime");

TEST_CASE(
    "environment: an empty variable is not set, and a secure one is ignored with more rights than the user") {
    std::set<std::string> secure;
    for (std::size_t n = 0; n < std::size(core::variables); ++n) {
        const auto variable = static_cast<core::Variable>(n);
        CAPTURE(std::string(core::name_of(variable)));
        const auto value = [variable]() -> std::string {
            const char* const text = core::value_of(variable);
            return text != nullptr ? text : "none";
        };
        {
            const Variable empty(core::name_of(variable), "");
            CHECK(value() == "none");
        }
        const Variable set(core::name_of(variable), "x");
        CHECK(value() == "x");
        has_more_rights = true;
        if (value() == "none") secure.insert(core::name_of(variable));
        has_more_rights = false;
    }
    CHECK(secure == std::set<std::string>{"CUDA_HOME", "CUDA_PATH", "CXX", "HOME", "MERGUS_BACKEND_PATH",
                                          "MERGUS_BLOCKS_DIRECTORY", "MERGUS_BLOCKS_LOCAL",
                                          "MERGUS_BLOCKS_TRANSPORT", "MERGUS_CACHE_BYTES", "MERGUS_CACHE_DIR",
                                          "MERGUS_CC", "MERGUS_HOST_CXX", "MERGUS_NVRTC", "MERGUS_PARQUET",
                                          "MERGUS_PRECOMPILED", "XDG_CACHE_HOME"});
}

TEST_CASE("environment: a process without one compiles") {
    const auto outcome = in_child([] {
        clearenv();
        if (environ != nullptr) throw std::runtime_error("clearenv leaves an environment");
        const std::string text = "x * y + " + std::to_string(getpid()) + ".5";
        if (call(define_binary_op("f", text, fp64, fp64, fp64), 3, 2) != 6.5 + getpid())
            throw std::runtime_error("a wrong result");
    });
    INFO(outcome.output);
    CHECK(outcome.status == 0);
}

TEST_CASE("environment: with more rights than the user, its compilers, paths and caches are not used") {
    const ScratchDirectory scratch;
    const fs::path mark = scratch.path() / "mark", cache = scratch.path() / "cache";
    const fs::path trap = scratch.path() / "c++";
    write_trap(trap, mark);
    const Variable directory("MERGUS_CACHE_DIR", cache.c_str());
    const std::string search = scratch.path().string() + ":/usr/bin:/bin";
    for (const char* const variable : {"MERGUS_CC", "CXX", "PATH"}) {
        CAPTURE(std::string(variable));
        const Variable none("MERGUS_CC", nullptr), nor("CXX", nullptr);
        const Variable set(variable, variable == std::string("PATH") ? search.c_str() : trap.c_str());
        const auto trusted = compile_in_child(false);
        INFO(trusted.output);
        CHECK(trusted.status == 0);
        CHECK(fs::exists(mark));
        CHECK(fs::exists(cache));
        fs::remove(mark);
        fs::remove_all(cache);
        const auto secure = compile_in_child(true);
        INFO(secure.output);
        CHECK(secure.status == 0);
        CHECK_FALSE(fs::exists(mark));
        CHECK_FALSE(fs::exists(cache));
    }
}

TEST_CASE("environment: a compiler gets no variables of a user with fewer rights") {
    const ScratchDirectory scratch;
    const Variable directory("MERGUS_CACHE_DIR", "off");
    // GCC and clang would take their own programs from there.
    for (const char* const program : {"cc1", "cc1plus", "as", "ld", "collect2"}) {
        const fs::path file = scratch.path() / program;
        std::ofstream(file) << "#!/bin/sh\nexit 1\n";
        fs::permissions(file, fs::perms::owner_all);
    }
    const Variable programs("COMPILER_PATH", scratch.path().c_str());
    CHECK(compile_in_child(false).status != 0);
    CHECK(compile_in_child(true).status == 0);
}

TEST_CASE("environment: with more rights than the user, plugins come from the library's folder only") {
    const Variable path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    const auto has = [](const std::string& wanted) {
        const std::vector<std::string> names = backend_names();
        return std::find(names.begin(), names.end(), wanted) != names.end();
    };
    CHECK(has("storage_only"));
    has_more_rights = true;
    const bool found = has("storage_only"), own = has("suitesparse");
    has_more_rights = false;
    CHECK_FALSE(found);
    CHECK(own);
}

TEST_SUITE_END();
