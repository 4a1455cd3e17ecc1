/// \file scheduler.cpp
/// Blocks, fibers and the switches between them. collectives.cpp has barriers and collectives.
#include "scheduler.hpp"

#include "sanitizer.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <numeric>

namespace mergus::cuda::emulated {
namespace {

constexpr std::size_t guard_bytes = 4096;

std::string text(mergus_uint3 v) {
    return std::string("(") + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) +
           ")";
}

/// Fills memory with a pattern that is implausible as an index, count or number: a NaN with bits that depend
/// on the block. Not memset, because under AddressSanitizer the range contains red zones.
void poison(char* begin, const char* end, std::uint64_t pattern) {
    pattern |= 0xfff7000180000001u;
    for (; begin < end; ++begin) {
        *static_cast<volatile char*>(begin) = static_cast<char>(pattern);
        pattern = (pattern >> 8) | (pattern << 56);
    }
}

mergus_uint3 nth_block(std::uint64_t n, mergus_uint3 grid) {
    return {static_cast<unsigned>(n % grid.x), static_cast<unsigned>(n / grid.x % grid.y),
            static_cast<unsigned>(n / grid.x / grid.y)};
}

} // namespace

Stacks::~Stacks() {
    for (char* stack : stacks_) munmap(stack - guard_bytes, bytes + guard_bytes);
}

void Stacks::reserve(std::size_t count) {
    stacks_.reserve(count);
    while (stacks_.size() < count) {
        void* const base = mmap(nullptr, bytes + guard_bytes, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
        if (base == MAP_FAILED) throw std::bad_alloc();
        mprotect(base, guard_bytes, PROT_NONE);
        stacks_.push_back(static_cast<char*>(base) + guard_bytes);
        // The address may have been the stack of an abandoned fiber, whose frames were never left.
        if (sanitizer().address) sanitizer().unpoison(stacks_.back(), bytes);
    }
}

Scheduler::Scheduler(std::uint64_t seed, std::uint64_t budget) : seed_(seed), budget_(budget) {
    hooks_.owner = this;
    hooks_.runtime.collective = [](mergus_runtime* r, const mergus_collective_call* call) {
        return of(r).collective(*call);
    };
    hooks_.runtime.yield = [](mergus_runtime* r) {
        Scheduler& s = of(r);
        s.draw_yield();
        s.ready_.push_back(s.current_);
        s.suspend();
    };
    hooks_.runtime.trap = [](mergus_runtime* r, const char* file, int line) {
        Scheduler& s = of(r);
        s.failure_ = std::string("__trap at ") + file + ":" + std::to_string(line) + " by thread " +
                     text(s.current_->thread.thread_idx);
        s.abandon_block();
    };
}

std::string Scheduler::position() const {
    if (launch_ == nullptr) return "no kernel";
    std::string where = "kernel '" + std::string(launch_->name) + "', block " + text(block_idx_);
    if (current_ != nullptr) where += ", thread " + text(current_->thread.thread_idx);
    return where;
}

void Scheduler::run(const Launch& launch) {
    launch_ = &launch;
    const std::size_t threads = std::size_t{launch.block.x} * launch.block.y * launch.block.z;
    stacks_.reserve(threads);
    fibers_ = std::vector<Fiber>(threads);
    ready_.reserve(threads);
    hooks_.runtime.block_dim = launch.block;
    hooks_.runtime.grid_dim = launch.grid;

    // Exactly the requested size, so that AddressSanitizer finds the first access beyond it.
    void* shared = nullptr;
    if (launch.dynamic_shared != 0 && posix_memalign(&shared, 1024, launch.dynamic_shared) != 0)
        throw std::bad_alloc();
    const std::unique_ptr<void, void (*)(void*)> holder(shared, std::free);
    hooks_.runtime.dynamic_shared = shared;

    // Seed 0: blocks in ascending order. Other seeds: an affine permutation of the blocks.
    const std::uint64_t blocks = std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
    Random order(seed_);
    std::uint64_t step = 1;
    std::uint64_t block = 0;
    if (seed_ != 0) {
        block = order.next() % blocks;
        do step = order.next() % blocks;
        while (std::gcd(step, blocks) != 1);
    }
    for (std::uint64_t done = 0; done < blocks; ++done) {
        char* const bytes = static_cast<char*>(shared);
        const std::uint64_t seed = Random(seed_ + 0x100000001u * block).next();
        poison(launch.kernel.shared_begin, launch.kernel.shared_end, seed);
        poison(bytes, bytes + launch.dynamic_shared, seed);
        run_block(nth_block(block, launch.grid), seed);
        block = (block + step) % blocks;
    }
    launch_ = nullptr;
}

void Scheduler::run_block(mergus_uint3 block_idx, std::uint64_t seed) {
    block_idx_ = block_idx;
    random_ = Random(seed);
    spent_ = 0;
    at_barrier_ = 0;
    live_ = fibers_.size();
    ready_.clear();
    failure_.clear();
    draw_yield();
    for (std::size_t i = 0; i < fibers_.size(); ++i) {
        Fiber& f = fibers_[i];
        const auto rank = static_cast<unsigned>(i);
        f.rank = rank;
        f.thread = {nth_block(rank, launch_->block), block_idx};
        f.state = State::ready;
        f.context = boost::context::detail::make_fcontext(stacks_.bottom(i) + Stacks::bytes, Stacks::bytes,
                                                          &Scheduler::fiber_main);
        ready_.push_back(&f);
    }
    while (!ready_.empty()) {
        const std::size_t pick = random_.below(ready_.size());
        Fiber& next = *ready_[pick];
        ready_[pick] = ready_.back();
        ready_.pop_back();
        if (++spent_ > budget_)
            failure_ = "did not end after " + std::to_string(budget_) + " switches (livelock?); " +
                       waiting_threads();
        else
            resume(next);
        if (!failure_.empty()) break;
    }
    current_ = nullptr;
    if (failure_.empty() && live_ != 0) failure_ = "deadlock; " + waiting_threads();
    if (!failure_.empty()) {
        const std::string where = position();
        launch_ = nullptr;
        throw Fault(where + ": " + failure_ + " (order of threads: seed " + std::to_string(seed_) + ")");
    }
}

void Scheduler::resume(Fiber& fiber) {
    current_ = &fiber;
    hooks_.runtime.self = &fiber.thread;
    const Sanitizer& asan = sanitizer();
    if (asan.address) asan.start_switch(&main_fake_stack_, stacks_.bottom(fiber.rank), Stacks::bytes);
    const auto from = boost::context::detail::jump_fcontext(fiber.context, this);
    if (asan.address) asan.finish_switch(main_fake_stack_, nullptr, nullptr);
    fiber.context = from.fctx;
}

void Scheduler::suspend() {
    Fiber& fiber = *current_;
    const Sanitizer& asan = sanitizer();
    if (asan.address) asan.start_switch(&fiber.fake_stack, main_bottom_, main_size_);
    const auto from = boost::context::detail::jump_fcontext(main_context_, nullptr);
    if (asan.address) asan.finish_switch(fiber.fake_stack, &main_bottom_, &main_size_);
    main_context_ = from.fctx;
}

void Scheduler::fiber_main(boost::context::detail::transfer_t from) {
    Scheduler& s = *static_cast<Scheduler*>(from.data);
    const Sanitizer& asan = sanitizer();
    if (asan.address) asan.finish_switch(nullptr, &s.main_bottom_, &s.main_size_);
    s.main_context_ = from.fctx;
    Fiber& self = *s.current_;
    s.launch_->kernel.run(s.launch_->args);
    s.exited(self);
    if (asan.address) asan.start_switch(nullptr, s.main_bottom_, s.main_size_);
    boost::context::detail::jump_fcontext(s.main_context_, nullptr);
}

void Scheduler::abandon_block() {
    suspend();
    std::abort(); // unreachable: fibers of a failed block are not resumed
}

} // namespace mergus::cuda::emulated
