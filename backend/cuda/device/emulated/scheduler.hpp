/// \file scheduler.hpp
/// Runs the threads of a block as fibers on one thread of the operating system, one block after the other.
/// The blocks of a cooperative launch take turns: each runs until all its threads wait in grid_barrier().
///
/// A fiber runs until it calls a barrier or collective, yields, or ends. The next of the ready fibers and the
/// order of blocks are random and depend on a seed. Static shared memory is filled with a pattern before each
/// block.
///
/// Invariant: the same seed gives the same run. Barriers and collectives that CUDA does not allow (deadlock,
/// divergent barrier, lane outside its mask) end in a Fault with kernel, block, threads and lines.
///
/// Not detected: effects of concurrency between blocks, memory ordering, and races within the code between
/// two collectives.
#pragma once

#include "abi.h"

#include <boost/context/detail/fcontext.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace mergus::cuda::emulated {

struct Fault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// splitmix64: sufficient to shuffle fibers, and independent of the C++ library.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    /// By a product, because a division takes longer than a switch of fibers. n < 2^32.
    std::size_t below(std::size_t n) { return static_cast<std::size_t>((next() >> 32) * n >> 32); }

private:
    std::uint64_t state_;
};

/// Stacks of fibers, each with a guard page below it. Reused by later launches.
class Stacks {
public:
    static constexpr std::size_t bytes = 256 * 1024;
    /// Stacks begin at different offsets in their pages: with one offset all would share a few sets of the
    /// cache.
    static constexpr std::size_t offset = 192, offsets = 16;
    Stacks() = default;
    Stacks(const Stacks&) = delete;
    Stacks& operator=(const Stacks&) = delete;
    ~Stacks();
    void reserve(std::size_t count);
    [[nodiscard]] char* bottom(std::size_t i) const { return stacks_[i]; }
    [[nodiscard]] char* top(std::size_t i) const { return stacks_[i] + bytes - i % offsets * offset; }

private:
    std::vector<char*> stacks_;
};

enum class State : unsigned char { ready, waiting, exited };

struct Fiber {
    mergus_thread thread{};
    unsigned rank = 0; ///< In the block: lane is rank % 32, warp rank / 32.
    State state = State::ready;
    const mergus_collective_call* call = nullptr; ///< The call in which it waits, on its stack.
    unsigned long long result = 0;                ///< Of the last call.
    boost::context::detail::fcontext_t context = nullptr;
    // For AddressSanitizer.
    const void* stack = nullptr; ///< The lowest address.
    std::size_t stack_bytes = 0;
    void* fake_stack = nullptr;
};

/// Sets of lanes, as in the masks of collectives.
struct Warp {
    unsigned live = 0;    ///< Lanes that have not exited.
    unsigned waiting = 0; ///< Lanes that wait in a collective of the warp, with any mask.
};

struct Launch {
    const char* name;
    mergus_kernel kernel;
    mergus_uint3 grid;
    mergus_uint3 block;
    std::size_t dynamic_shared;
    void** args;
    bool cooperative;
};

/// A block that has begun. Its fibers are not resized while it runs.
struct Block {
    mergus_uint3 index{};
    std::vector<Fiber> fibers;
    std::vector<Warp> warps;
    std::vector<Fiber*> ready;
    std::size_t live = 0;
    std::size_t at_barrier = 0;
    bool at_grid_barrier = false; ///< All its threads wait in grid_barrier().
    std::size_t first_stack = 0;
    std::uint64_t spent = 0; ///< Switches.
    Random random{0};
    std::vector<char> static_shared; ///< While another block runs.
    std::unique_ptr<void, void (*)(void*)> dynamic_shared{nullptr, std::free};
};

class Scheduler {
public:
    Scheduler(std::uint64_t seed, std::uint64_t budget);
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;

    [[nodiscard]] mergus_runtime* runtime() noexcept { return &hooks_.runtime; }
    /// \throws Fault; memory that the kernel writes is undefined then
    void run(const Launch& launch);
    /// The running kernel, for example "kernel 'x', block (0,0,0), thread (3,0,0)".
    [[nodiscard]] std::string position() const;

private:
    /// `runtime` is the first member, so that of() can find the Scheduler from its address.
    struct Hooks {
        mergus_runtime runtime{};
        Scheduler* owner = nullptr;
    };
    static Scheduler& of(mergus_runtime* runtime) { return *reinterpret_cast<Hooks*>(runtime)->owner; }
    static void fiber_main(boost::context::detail::transfer_t from);

    void run_each(const Launch& launch, std::uint64_t blocks);
    void run_cooperative(const Launch& launch, std::uint64_t blocks);
    /// Makes fibers and poisons the shared memory, which belongs to this block until the next one begins.
    void begin_block(Block& block, std::uint64_t number);
    /// Runs until the block has ended or waits in grid_barrier().
    void run_block(Block& block);
    void end_grid_barrier(std::vector<Block>& blocks);
    [[noreturn]] void fail();
    /// Takes a ready fiber out of the list; null if there is none or the block has failed.
    Fiber* next_fiber();
    /// Switches from the running fiber, or the scheduler, to the fiber. Returns when another switches back.
    void switch_to(Fiber& fiber);
    /// A switch has arrived here.
    void arrived(boost::context::detail::fcontext_t from, void* fake_stack);
    /// Switches to another fiber, without a detour through the scheduler, or to the scheduler if none is
    /// ready.
    void suspend();
    void draw_yield() { hooks_.runtime.until_yield = static_cast<unsigned>(block_->random.below(16)); }
    unsigned long long collective(const mergus_collective_call& call);
    /// Ends the block; called by a fiber after failure_ is set. No destructors of the fiber's frames run, so
    /// no local object may own memory.
    [[noreturn]] void abandon_block();

    /// Sets failure_ if the call is wrong for the thread.
    void check_lane(const mergus_collective_call& call, unsigned rank);
    void release_block();
    void release_warp(const Fiber& member);
    void exited(Fiber& fiber);
    void make_ready(Fiber& fiber, unsigned long long result);
    [[nodiscard]] std::string waiting_threads() const;

    Hooks hooks_;
    std::uint64_t seed_;
    std::uint64_t budget_;
    const Launch* launch_ = nullptr;
    Stacks stacks_;
    Block* block_ = nullptr;   ///< The running block.
    Fiber* current_ = nullptr; ///< The running fiber.
    std::string failure_;
    Fiber main_;            ///< The scheduler itself: the thread that called run().
    Fiber* left_ = nullptr; ///< The fiber from which the last switch was.
};

} // namespace mergus::cuda::emulated
