/// \file collectives.cpp
/// Barriers of a block and collectives of a warp: when they complete, and their results.
///
/// A barrier completes when all threads that have not exited wait at it, on the same line. A collective
/// completes when all lanes of its mask that have not exited wait in it with the same mask. The last thread
/// to arrive computes all results. Different masks of a warp are independent. The barrier of the grid
/// completes when all threads of all blocks wait at it, on the same line.
#include "scheduler.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace mergus::cuda::emulated {
namespace {

constexpr unsigned long long shuffle_poison = 0xfff7deadfff7deadu;

const char* name_of(int op) {
    static const char* const names[] = {
        "__syncthreads", "__syncthreads_count", "__syncthreads_and", "__syncthreads_or", "grid_barrier",
        "__syncwarp",    "__shfl_sync",         "__shfl_up_sync",    "__shfl_down_sync", "__shfl_xor_sync",
        "__ballot_sync", "__any_sync",          "__all_sync",        "__match_any_sync"};
    return names[op];
}

bool of_block(const mergus_collective_call& call) {
    return call.op < MERGUS_SYNC_WARP;
}

bool same_line(const mergus_collective_call& a, const mergus_collective_call& b) {
    return a.line == b.line && std::strcmp(a.file, b.file) == 0;
}

std::string describe(const mergus_collective_call& call) {
    std::string text = name_of(call.op);
    if (!of_block(call)) {
        char mask[16];
        std::snprintf(mask, sizeof mask, "%08x", call.mask);
        text += std::string(" with mask ") + mask;
    }
    return text + " at " + call.file + ":" + std::to_string(call.line);
}

/// The lane whose value a shuffle returns to `lane`; -1 if `lane` keeps its own. `width` is as in CUDA.
int shuffle_source(const mergus_collective_call& call, int lane) {
    const int first = lane / call.width * call.width;
    const int offset = lane - first;
    const unsigned distance = static_cast<unsigned>(call.operand);
    switch (call.op) {
    case MERGUS_SHFL:
        return first + (call.operand & (call.width - 1));
    case MERGUS_SHFL_UP:
        return distance <= static_cast<unsigned>(offset) ? lane - call.operand : -1;
    case MERGUS_SHFL_DOWN:
        return distance < static_cast<unsigned>(call.width - offset) ? lane + call.operand : -1;
    default: // xor: the source may be in an earlier group of lanes, but not in a later one
        return (lane ^ (call.operand & 31)) < first + call.width ? lane ^ (call.operand & 31) : -1;
    }
}

} // namespace

// Not a part of collective(), whose frame is on the stack of each waiting fiber: a switch to a fiber is as
// fast as its frames are few cache lines.
__attribute__((noinline)) void Scheduler::check_lane(const mergus_collective_call& call, unsigned rank) {
    if ((call.mask >> (rank & 31u) & 1u) == 0)
        failure_ = "lane " + std::to_string(rank & 31u) + " of warp " + std::to_string(rank / 32) +
                   " calls " + describe(call) + ", but is not in the mask";
    if (call.op >= MERGUS_SHFL && call.op <= MERGUS_SHFL_XOR &&
        (call.width < 1 || call.width > 32 || (call.width & (call.width - 1)) != 0))
        failure_ =
            describe(call) + " has width " + std::to_string(call.width) + ", not a power of two up to 32";
}

unsigned long long Scheduler::collective(const mergus_collective_call& call) {
    Fiber& self = *current_;
    self.call = &call;
    self.state = State::waiting;
    if (of_block(call)) {
        ++block_->at_barrier;
        release_block();
    } else {
        check_lane(call, self.rank);
        if (!failure_.empty()) abandon_block();
        block_->warps[self.rank / 32].waiting |= 1u << self.rank % 32;
        release_warp(self);
    }
    suspend();
    return self.result;
}

void Scheduler::make_ready(Fiber& fiber, unsigned long long result) {
    fiber.state = State::ready;
    fiber.result = result;
    block_->ready.push_back(&fiber);
}

void Scheduler::release_block() {
    if (block_->live == 0 || block_->at_barrier != block_->live) return;
    const Fiber* first = nullptr;
    unsigned long long sum = 0;
    for (const Fiber& f : block_->fibers) {
        if (f.state != State::waiting) continue;
        if (first == nullptr) first = &f;
        sum += f.call->value;
        if (f.call->op != first->call->op || !same_line(*f.call, *first->call)) {
            failure_ = "divergent barrier; " + waiting_threads();
            return;
        }
    }
    if (first->call->op == MERGUS_SYNC_GRID) {
        if (!launch_->cooperative)
            failure_ = "grid_barrier in a launch that is not cooperative; " + waiting_threads();
        else if (block_->live != block_->fibers.size())
            failure_ = "grid_barrier without all threads; " + waiting_threads();
        block_->at_grid_barrier = true; // end_grid_barrier() makes the threads ready
        return;
    }
    unsigned long long result = sum;
    if (first->call->op == MERGUS_SYNC_AND) result = sum == block_->live;
    if (first->call->op == MERGUS_SYNC_OR) result = sum != 0;
    block_->at_barrier = 0;
    for (Fiber& f : block_->fibers)
        if (f.state == State::waiting) make_ready(f, result);
}

/// Called when each block has ended or waits in the barrier.
void Scheduler::end_grid_barrier(std::vector<Block>& blocks) {
    for (Block& block : blocks) {
        block_ = &block;
        if (!block.at_grid_barrier)
            failure_ = "the block has ended, but another one is in grid_barrier";
        else if (!same_line(*block.fibers[0].call, *blocks[0].fibers[0].call))
            failure_ = "divergent barrier of the grid; " + waiting_threads() + "; the first block waits in " +
                       describe(*blocks[0].fibers[0].call);
        if (!failure_.empty()) fail();
        block.at_grid_barrier = false;
        block.at_barrier = 0;
        for (Fiber& fiber : block.fibers) make_ready(fiber, 0);
    }
}

void Scheduler::release_warp(const Fiber& member) {
    const mergus_collective_call& call = *member.call;
    const std::size_t warp_begin = member.rank / 32 * 32;
    const unsigned lanes =
        static_cast<unsigned>(std::min<std::size_t>(32, block_->fibers.size() - warp_begin));
    Fiber* const warp = block_->fibers.data() + warp_begin;
    Warp& sets = block_->warps[warp_begin / 32];

    const unsigned present = call.mask & sets.live;
    if ((sets.waiting & present) != present) return;
    unsigned votes = 0;
    for (unsigned lane = 0; lane < lanes; ++lane) {
        if ((present >> lane & 1u) == 0) continue;
        if (warp[lane].call->mask != call.mask) return;
        if (warp[lane].call->op != call.op) {
            failure_ = "different collectives with one mask; " + waiting_threads();
            return;
        }
        if (warp[lane].call->value != 0) votes |= 1u << lane;
    }
    for (unsigned lane = 0; lane < lanes; ++lane) {
        if ((present >> lane & 1u) == 0) continue;
        const mergus_collective_call& own = *warp[lane].call;
        unsigned long long result = 0;
        switch (call.op) {
        case MERGUS_BALLOT:
            result = votes;
            break;
        case MERGUS_ANY:
            result = votes != 0;
            break;
        case MERGUS_ALL:
            result = votes == present;
            break;
        case MERGUS_MATCH_ANY:
            for (unsigned other = 0; other < lanes; ++other)
                if ((present >> other & 1u) != 0 && warp[other].call->value == own.value)
                    result |= 1ull << other;
            break;
        case MERGUS_SYNC_WARP:
            break;
        default: {
            const int source = shuffle_source(own, static_cast<int>(lane));
            if (source < 0)
                result = own.value;
            else // the value of a lane outside the mask is undefined
                result = (present >> source & 1) != 0 ? warp[source].call->value : shuffle_poison;
        }
        }
        make_ready(warp[lane], result);
    }
    sets.waiting &= ~present;
}

/// The end of a thread may complete a barrier or collective.
void Scheduler::exited(Fiber& fiber) {
    fiber.state = State::exited;
    --block_->live;
    block_->warps[fiber.rank / 32].live &= ~(1u << fiber.rank % 32);
    release_block();
    const std::size_t begin = fiber.rank / 32 * 32;
    const std::size_t end = std::min(begin + 32, block_->fibers.size());
    for (std::size_t i = begin; i < end; ++i)
        if (block_->fibers[i].state == State::waiting && !of_block(*block_->fibers[i].call))
            release_warp(block_->fibers[i]);
}

/// "threads 0-15 wait in __syncthreads at k.cuh:12; threads 16-31 …", with ranks in the block.
std::string Scheduler::waiting_threads() const {
    std::string text;
    for (std::size_t i = 0; i < block_->fibers.size();) {
        const Fiber& f = block_->fibers[i];
        const auto alike = [&](const Fiber& g) {
            return g.state == f.state &&
                   (f.state != State::waiting || (g.call->op == f.call->op && g.call->mask == f.call->mask &&
                                                  same_line(*g.call, *f.call)));
        };
        std::size_t end = i + 1;
        while (end < block_->fibers.size() && alike(block_->fibers[end])) ++end;
        if (!text.empty()) text += "; ";
        if (text.size() > 1500) return text + "…";
        text += end == i + 1 ? "thread " + std::to_string(i)
                             : "threads " + std::to_string(i) + "-" + std::to_string(end - 1);
        text += f.state == State::exited    ? " exited"
                : f.state == State::waiting ? " in " + describe(*f.call)
                                            : " running";
        i = end;
    }
    return text;
}

} // namespace mergus::cuda::emulated
