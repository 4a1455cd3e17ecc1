/// \file host_memory.cpp
/// operator new with injected failures, in the thread that asks for them.
#include "probe.hpp"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

thread_local long countdown = -1; ///< allocations before the one that fails; negative: none fails
thread_local bool failed = false;

// Not inlined: GCC would warn of malloc and delete, or new and free, in one function.
[[gnu::noinline]] void* allocate(std::size_t size, std::size_t alignment) {
    if (countdown >= 0 && countdown-- == 0) {
        failed = true;
        throw std::bad_alloc();
    }
    const std::size_t rounded = (size + alignment) / alignment * alignment;
    void* const block = alignment <= alignof(std::max_align_t) ? std::malloc(rounded)
                                                               : std::aligned_alloc(alignment, rounded);
    if (block == nullptr) throw std::bad_alloc();
    return block;
}

[[gnu::noinline]] void release(void* block) {
    std::free(block);
}

} // namespace

void* operator new(std::size_t size) {
    return allocate(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* block) noexcept {
    release(block);
}
void operator delete(void* block, std::size_t) noexcept {
    release(block);
}
void operator delete(void* block, std::align_val_t) noexcept {
    release(block);
}
void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
    release(block);
}

namespace mergus::tests {

bool fail_allocations(const Call& call, GrB_Info expected) {
    const std::string before = contents(call);
    bool refused = false;
    for (long nth = 0;; ++nth) {
        CAPTURE(call.name);
        CAPTURE(nth);
        failed = false;
        countdown = nth;
        const GrB_Info info = call.run();
        countdown = -1;
        if (info != GrB_OUT_OF_MEMORY) { // nothing failed, or the call does without what failed
            CHECK_MESSAGE(info == expected, std::string(mergus_graphblas_last_error()));
            return refused;
        }
        refused = true;
        Provoked::in_process().add(call.name, info);
        CHECK(failed);
        CHECK_MESSAGE(contents(call) == before, "an argument was changed");
        REQUIRE(nth < 2000);
    }
}

} // namespace mergus::tests
