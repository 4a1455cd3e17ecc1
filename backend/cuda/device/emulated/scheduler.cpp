/// \file scheduler.cpp
/// Blocks, fibers and the switches between them. collectives.cpp has barriers and collectives.
#include "scheduler.hpp"

#include "sanitizer.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
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

/// Not memcpy, for the same reason.
void copy_bytes(char* to, const char* from, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i)
        static_cast<volatile char*>(to)[i] = static_cast<const volatile char*>(from)[i];
}

Block new_block(const Launch& launch) {
    Block block;
    const std::size_t threads = std::size_t{launch.block.x} * launch.block.y * launch.block.z;
    block.fibers.resize(threads);
    block.warps.resize((threads + 31) / 32);
    block.ready.reserve(threads);
    // Exactly the requested size, so that AddressSanitizer finds the first access beyond it.
    void* shared = nullptr;
    if (launch.dynamic_shared != 0 && posix_memalign(&shared, 1024, launch.dynamic_shared) != 0)
        throw std::bad_alloc();
    block.dynamic_shared.reset(shared);
    return block;
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
        s.block_->ready.push_back(s.current_);
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
    if (launch_ == nullptr || block_ == nullptr) return "no kernel";
    std::string where = "kernel '" + std::string(launch_->name) + "', block " + text(block_->index);
    if (current_ != nullptr) where += ", thread " + text(current_->thread.thread_idx);
    return where;
}

void Scheduler::run(const Launch& launch) {
    launch_ = &launch;
    hooks_.runtime.block_dim = launch.block;
    hooks_.runtime.grid_dim = launch.grid;
    const std::uint64_t blocks = std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
    if (launch.cooperative)
        run_cooperative(launch, blocks);
    else
        run_each(launch, blocks);
    launch_ = nullptr;
    block_ = nullptr;
}

void Scheduler::run_each(const Launch& launch, std::uint64_t blocks) {
    // Seed 0: blocks in ascending order. Other seeds: an affine permutation of the blocks.
    Random order(seed_);
    std::uint64_t step = 1;
    std::uint64_t number = 0;
    if (seed_ != 0) {
        number = order.next() % blocks;
        do step = order.next() % blocks;
        while (std::gcd(step, blocks) != 1);
    }
    Block block = new_block(launch);
    for (std::uint64_t done = 0; done < blocks; ++done) {
        begin_block(block, number);
        run_block(block);
        number = (number + step) % blocks;
    }
}

/// Between two barriers of the grid the blocks run one after the other, in another order each time.
void Scheduler::run_cooperative(const Launch& launch, std::uint64_t count) {
    char* const shared = launch.kernel.shared_begin;
    const std::size_t shared_bytes = static_cast<std::size_t>(launch.kernel.shared_end - shared);
    std::vector<Block> blocks;
    for (std::uint64_t number = 0; number < count; ++number) {
        Block& block = blocks.emplace_back(new_block(launch));
        block.first_stack = number * block.fibers.size();
    }
    for (std::uint64_t number = 0; number < count; ++number) {
        begin_block(blocks[number], number);
        blocks[number].static_shared.resize(shared_bytes);
        copy_bytes(blocks[number].static_shared.data(), shared, shared_bytes);
    }
    Random order(seed_);
    std::vector<Block*> turns;
    for (Block& block : blocks) turns.push_back(&block);
    while (true) {
        for (std::size_t i = turns.size(); seed_ != 0 && i > 1; --i)
            std::swap(turns[i - 1], turns[order.below(i)]);
        for (Block* const block : turns) {
            copy_bytes(shared, block->static_shared.data(), shared_bytes);
            run_block(*block);
            copy_bytes(block->static_shared.data(), shared, shared_bytes);
        }
        if (std::none_of(blocks.begin(), blocks.end(), [](const Block& b) { return b.at_grid_barrier; }))
            return;
        end_grid_barrier(blocks);
    }
}

void Scheduler::begin_block(Block& block, std::uint64_t number) {
    const std::uint64_t seed = Random(seed_ + 0x100000001u * number).next();
    block_ = &block;
    block.index = nth_block(number, launch_->grid);
    block.random = Random(seed);
    block.spent = 0;
    block.at_barrier = 0;
    block.live = block.fibers.size();
    block.ready.clear();
    std::fill(block.warps.begin(), block.warps.end(), Warp{});
    failure_.clear();
    stacks_.reserve(block.first_stack + block.fibers.size());
    char* const bytes = static_cast<char*>(block.dynamic_shared.get());
    poison(launch_->kernel.shared_begin, launch_->kernel.shared_end, seed);
    poison(bytes, bytes + launch_->dynamic_shared, seed);
    for (std::size_t i = 0; i < block.fibers.size(); ++i) {
        Fiber& f = block.fibers[i];
        const auto rank = static_cast<unsigned>(i);
        f.rank = rank;
        f.thread = {nth_block(rank, launch_->block), block.index};
        f.state = State::ready;
        f.stack = stacks_.bottom(block.first_stack + i);
        f.stack_bytes = Stacks::bytes;
        f.context = boost::context::detail::make_fcontext(stacks_.top(block.first_stack + i), Stacks::bytes,
                                                          &Scheduler::fiber_main);
        block.warps[rank / 32].live |= 1u << rank % 32;
        block.ready.push_back(&f);
    }
}

void Scheduler::run_block(Block& block) {
    block_ = &block;
    hooks_.runtime.dynamic_shared = block.dynamic_shared.get();
    draw_yield();
    current_ = &main_;
    if (Fiber* const first = next_fiber()) switch_to(*first);
    current_ = nullptr;
    if (failure_.empty() && block.live != 0 && !block.at_grid_barrier)
        failure_ = "deadlock; " + waiting_threads();
    if (!failure_.empty()) fail();
}

void Scheduler::fail() {
    const std::string where = position();
    launch_ = nullptr;
    block_ = nullptr;
    throw Fault(where + ": " + failure_ + " (order of threads: seed " + std::to_string(seed_) + ")");
}

Fiber* Scheduler::next_fiber() {
    std::vector<Fiber*>& ready = block_->ready;
    if (ready.empty() || !failure_.empty()) return nullptr;
    if (++block_->spent > budget_) {
        failure_ =
            "did not end after " + std::to_string(budget_) + " switches (livelock?); " + waiting_threads();
        return nullptr;
    }
    Fiber*& pick = ready[block_->random.below(ready.size())];
    Fiber* const next = pick;
    pick = ready.back();
    ready.pop_back();
    return next;
}

void Scheduler::switch_to(Fiber& fiber) {
    Fiber& self = *current_;
    left_ = &self;
    current_ = &fiber;
    hooks_.runtime.self = &fiber.thread;
    const Sanitizer& asan = sanitizer();
    if (asan.address)
        asan.start_switch(self.state == State::exited ? nullptr : &self.fake_stack, fiber.stack,
                          fiber.stack_bytes);
    arrived(boost::context::detail::jump_fcontext(fiber.context, this).fctx, self.fake_stack);
}

void Scheduler::arrived(boost::context::detail::fcontext_t from, void* fake_stack) {
    // The bounds of the scheduler's own stack are known from the first switch.
    const Sanitizer& asan = sanitizer();
    if (asan.address) asan.finish_switch(fake_stack, &left_->stack, &left_->stack_bytes);
    left_->context = from;
}

void Scheduler::suspend() {
    Fiber* const next = next_fiber();
    if (next != current_) switch_to(next != nullptr ? *next : main_);
}

void Scheduler::fiber_main(boost::context::detail::transfer_t from) {
    Scheduler& s = *static_cast<Scheduler*>(from.data);
    s.arrived(from.fctx, nullptr);
    s.launch_->kernel.run(s.launch_->args);
    s.exited(*s.current_);
    s.suspend();
}

void Scheduler::abandon_block() {
    suspend();
    std::abort(); // unreachable: fibers of a failed block are not resumed
}

} // namespace mergus::cuda::emulated
