/// \file test_attendant.cpp
/// The thread that looks for messages: when it looks, and that nothing of a look is left after pause().
#include "attendant.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <thread>

using mergus::blocks::Attendant;

namespace {

/// Waits until the condition holds, for some seconds. \return whether it does
template <class Condition>
bool becomes(const Condition& holds) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    while (!holds() && Clock::now() - start < std::chrono::seconds(20)) std::this_thread::yield();
    return holds();
}

} // namespace

TEST_CASE("attendant: pause() waits for the look, and none begins after it") {
    std::atomic<bool> looking = false;
    std::atomic<int> looks = 0;
    Attendant attendant([&] {
        looking = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        ++looks;
        looking = false;
        return true; // to be called again at once
    });
    for (int call = 0; call < 5; ++call) {
        attendant.resume();
        CHECK(becomes([&] { return looking.load(); }));
        attendant.pause();
        CHECK(!looking);
        const int before = looks;
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        CHECK(looks == before);
    }
}

TEST_CASE("attendant: looks go on after a rest, and a running one ends before the object") {
    std::atomic<int> looks = 0;
    {
        Attendant attendant([&] { return ++looks % 2 == 0; });
        attendant.resume();
        CHECK(becomes([&] { return looks >= 10; }));
    }
    const int before = looks;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    CHECK(looks == before);
    Attendant never([&] { return ++looks != 0; });
    never.pause();
    CHECK(looks == before);
}
