/// \file test_runtime_compiler.cpp
/// Run-time operators where the compiler or the cache is not as it should be, or is wanted by many at once.
#include "runtime_testing.hpp"
#include "testing/scratch.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace mergus;
using namespace mergus::tests;
using mergus::cuda::testing::in_child;
using mergus::cuda::testing::ScratchDirectory;
using mergus::cuda::testing::Variable;
namespace fs = std::filesystem;

namespace {

/// Whether the action is true in a process of its own: a process loads a text once.
bool in_process(const std::function<bool()>& action) {
    const auto outcome = in_child([&] {
        if (!action()) throw std::runtime_error("a wrong result");
    });
    CAPTURE(outcome.output);
    CHECK(outcome.status == 0);
    return outcome.status == 0;
}

} // namespace

TEST_SUITE_BEGIN("runtime");

TEST_CASE("runtime: no compiler is an error that says so") {
    const Variable compiler("MERGUS_CC", "/nonexistent/compiler");
    const Error error = binary_failure("lonely", "x + y + 0.125");
    INFO(std::string(error.what()));
    CHECK(error.code() == Code::compile_error);
    CHECK(says(error, "'lonely'"));
    CHECK(says(error, "/nonexistent/compiler"));
    CHECK(says(error, "MERGUS_CC"));
    const Variable useless("MERGUS_CC", "/bin/false");
    CHECK(binary_failure("lonely", "x + y + 0.125").code() == Code::compile_error);
    const Variable cut("MERGUS_CC", "/bin/echo"); // tells a version, and makes nothing
    CHECK(binary_failure("lonely", "x + y + 0.125").code() == Code::compile_error);
}

TEST_CASE("runtime: damaged, read-only, missing and switched-off caches do no harm") {
    const ScratchDirectory scratch;
    const fs::path cache = scratch.path() / "cache";
    bool as_nobody = false; // root writes anywhere, and so stops being root where that matters
    const auto works = [&](double constant) {
        return in_process([&, constant] {
            if (as_nobody && geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) return false;
            return call(define_binary_op("f", "x + y + " + std::to_string(constant), fp64, fp64, fp64), 1,
                        2) == 3 + constant;
        });
    };
    const Variable directory("MERGUS_CACHE_DIR", cache.c_str());
    CHECK(works(0.5));
    std::size_t entries = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(cache)) {
        ++entries;
        std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(5000);
        file << "damaged";
    }
    CHECK(entries == 1);
    CHECK(works(0.5));
    for (const fs::directory_entry& entry : fs::directory_iterator(cache)) fs::resize_file(entry.path(), 100);
    CHECK(works(0.5));
    fs::permissions(scratch.path(), fs::perms(0755));
    fs::permissions(cache, fs::perms(0555));
    for (const fs::directory_entry& entry : fs::directory_iterator(cache))
        fs::permissions(entry.path(), fs::perms(0755));
    as_nobody = true;
    CHECK(works(0.5));
    CHECK(works(1.5));
    as_nobody = false;
    CHECK(std::distance(fs::directory_iterator(cache), fs::directory_iterator()) ==
          1); // what was there, and nothing new
    fs::permissions(cache, fs::perms::owner_all);
    {
        const Variable unusable("MERGUS_CACHE_DIR", "/dev/null/cache");
        CHECK(works(2.5));
        const Variable off("MERGUS_CACHE_DIR", "off");
        CHECK(works(2.5));
    }
}

TEST_CASE("runtime: what is in the cache is not compiled again") {
    const ScratchDirectory scratch;
    const Variable directory("MERGUS_CACHE_DIR", (scratch.path() / "cache").c_str());
    // A compiler that counts, and hands on.
    const std::string counting = scratch.path() / "counting";
    const std::string log = scratch.path() / "log";
    std::ofstream(counting) << "#!/bin/sh\necho run >> " << log << "\nexec c++ \"$@\"\n";
    fs::permissions(counting, fs::perms::owner_all);
    const Variable compiler("MERGUS_CC", counting.c_str());
    const auto lines = [&] {
        std::ifstream file(log);
        int count = 0;
        for (std::string line; std::getline(file, line);) ++count;
        return count;
    };
    const auto works = [](const char* text) {
        return in_process([text] { return call(define_binary_op("f", text, fp64, fp64, fp64), 1, 2) == 10; });
    };
    CHECK(works("x + y + 7"));
    CHECK(lines() == 2); // its version, and the text
    CHECK(works("x + y + 7"));
    CHECK(lines() == 3);
    CHECK(works("x + y + 6 + 1"));
    CHECK(lines() == 5);
}

TEST_CASE("runtime: operators compile in a host that ignores SIGCHLD or waits for all children itself") {
    const Variable off("MERGUS_CACHE_DIR", "off");
    const auto compiles = [](const char* text) {
        return call(define_binary_op("f", text, fp64, fp64, fp64), 1, 2) == 15;
    };
    // A compiler that leaves no object is an error in such hosts too.
    const auto fails = [] { return binary_failure("f", "x + y + w").code() == Code::compile_error; };
    CHECK(in_process([&] {
        std::signal(SIGCHLD, SIG_IGN);
        return compiles("x + y + 12") && fails();
    }));
    CHECK(in_process([&] {
        std::signal(SIGCHLD, [](int) {
            while (waitpid(-1, nullptr, WNOHANG) > 0) {
            }
        });
        return compiles("x + y + 11 + 1") && fails();
    }));
    CHECK(in_process([&] {
        std::atomic<bool> done{false};
        std::thread reaper([&] {
            while (!done)
                if (waitpid(-1, nullptr, 0) < 0) std::this_thread::yield();
        });
        const bool well = compiles("x + y + 10 + 2") && fails();
        done = true;
        reaper.join();
        return well;
    }));
}

TEST_CASE("runtime: a host sees neither the compiler's process nor its end") {
    const Variable off("MERGUS_CACHE_DIR", "off");
    static std::atomic<int> children{0};
    CHECK(in_process([] {
        std::signal(SIGCHLD, [](int) { ++children; });
        sigset_t before, after;
        pthread_sigmask(SIG_BLOCK, nullptr, &before);
        const bool well = call(define_binary_op("f", "x + y + 9 + 3", fp64, fp64, fp64), 1, 2) == 15;
        pthread_sigmask(SIG_BLOCK, nullptr, &after);
        const bool same = sigismember(&before, SIGINT) == sigismember(&after, SIGINT);
        return well && same && children == 0 && waitpid(-1, nullptr, WNOHANG) < 0;
    }));
}

TEST_CASE("runtime: many threads and processes compile the same text at once") {
    const ScratchDirectory scratch;
    const Variable directory("MERGUS_CACHE_DIR", (scratch.path() / "cache").c_str());
    const auto work = [] {
        std::atomic<int> wrong{0};
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&wrong, t] {
                for (int text = 0; text < 2; ++text)
                    if (call(define_binary_op("f", "x * y + " + std::to_string(text), fp64, fp64, fp64), 3,
                             t) != 3 * t + text)
                        ++wrong;
            });
        threads.clear();
        return wrong == 0;
    };
    CHECK(in_process([&] {
        const pid_t other = fork();
        const bool well = work();
        if (other == 0) _exit(well ? 0 : 1);
        int status = 1;
        waitpid(other, &status, 0);
        return well && status == 0;
    }));
    CHECK(std::distance(fs::directory_iterator(scratch.path() / "cache"), fs::directory_iterator()) == 2);
}

TEST_SUITE_END();
