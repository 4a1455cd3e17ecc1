/// \file suitesparse_faults.cpp
/// A program of its own, because it starts GraphBLAS itself, with memory functions that can fail: every
/// allocation of an operation, GraphBLAS's and the backend's, fails in turn. Each failure must
/// report an error, leave the output unchanged, and leak nothing.
#include "suitesparse_faults.hpp"

// GraphBLAS.h includes these, and newer versions do so between extern "C" braces.
#include <cmath>
#include <complex.h>
#include <complex>
extern "C" {
#include <GraphBLAS.h>
}
#undef I

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <new>
#include <stdexcept>
#include <utility>

namespace suitesparse_faults {

std::atomic<long> countdown{-1};

void give_up(const std::string& message) {
    throw std::runtime_error(message);
}

} // namespace suitesparse_faults

namespace {

using namespace suitesparse_faults;

std::atomic<bool> failed{false};
std::atomic<long> live{0}; ///< allocations of GraphBLAS that were not freed

bool fails_now() {
    if (countdown.load() < 0) return false;
    if (countdown.fetch_sub(1) != 0) return false;
    failed = true;
    return true;
}

void* grb_malloc(std::size_t size) {
    if (fails_now()) return nullptr;
    void* const p = std::malloc(size);
    if (p != nullptr) ++live;
    return p;
}
void* grb_calloc(std::size_t count, std::size_t size) {
    if (fails_now()) return nullptr;
    void* const p = std::calloc(count, size);
    if (p != nullptr) ++live;
    return p;
}
void* grb_realloc(void* old, std::size_t size) {
    return fails_now() ? nullptr : std::realloc(old, size);
}
void grb_free(void* p) {
    if (p != nullptr) --live;
    std::free(p);
}

} // namespace

// The backend's own allocations. GraphBLAS calls malloc through the functions above.
void* operator new(std::size_t size) {
    void* const p = fails_now() ? nullptr : std::malloc(size == 0 ? 1 : size);
    if (p == nullptr) throw std::bad_alloc();
    return p;
}
void operator delete(void* p) noexcept {
    std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
    std::free(p);
}

namespace {

/// Runs the case with its nth allocation failing; false if it has fewer. \param expected result of a run
/// without faults
bool run_with_fault(const Case& one, long n, const State& expected) {
    Setting setting;
    const State before(setting, one.output);
    failed = false;
    countdown = n;
    bool threw = false;
    try {
        one.run(setting);
    } catch (const Error& error) {
        countdown = -1;
        threw = true;
        if (error.code() != Code::out_of_memory) give_up(std::string(one.name) + " reported " + error.what());
    } catch (const std::bad_alloc&) { // from the front end
        countdown = -1;
        threw = true;
    }
    countdown = -1;
    if (failed && threw && State(setting, one.output) != before)
        give_up(std::string(one.name) + ": something changed when allocation " + std::to_string(n) +
                " failed");
    if (!failed && threw) give_up(std::string(one.name) + " failed without a fault");
    if (threw) one.run(setting); // the context is still usable
    if (State(setting, one.output) != expected)
        give_up(std::string(one.name) + ": a wrong result after allocation " + std::to_string(n) + " failed");
    return failed;
}
} // namespace

int main() {
    if (GxB_init(GrB_NONBLOCKING, grb_malloc, grb_calloc, grb_realloc, grb_free) != GrB_SUCCESS) {
        std::puts("GxB_init failed");
        return 1;
    }
    // GraphBLAS keeps small blocks for reuse, which would hide allocations. Versions without the pool refuse.
    std::int64_t no_pool[64] = {};
    (void)GxB_Global_Option_set_INT64_ARRAY(GxB_MEMORY_POOL, no_pool);
    long total = 0;
    try {
        std::vector<Case> all_cases = matrix_cases(), with_vectors = vector_cases();
        std::move(with_vectors.begin(), with_vectors.end(), std::back_inserter(all_cases));
        for (const Case& one : all_cases) {
            const State expected = [&] { // also creates per-process objects
                Setting undisturbed;
                one.run(undisturbed);
                return State(undisturbed, one.output);
            }();
            run_with_fault(one, 1L << 40, expected);
            const long before = live;
            long n = 0;
            while (run_with_fault(one, n, expected)) ++n;
            total += n;
            std::printf("%-40s %4ld faults\n", one.name, n);
            if (n == 0) give_up(std::string(one.name) + " allocated nothing");
            if (given_back != lent) give_up(std::string(one.name) + " did not give every array back once");
            if (live != before)
                give_up(std::string(one.name) + " left " + std::to_string(live - before) +
                        " allocations behind");
        }
    } catch (const std::exception& error) {
        std::puts(error.what());
        return 1;
    }
    std::printf("%ld faults\n", total);
    return 0;
}
