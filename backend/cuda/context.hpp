/// \file context.hpp
/// A context of the CUDA backend: its device, its domains, its compiled kernels, and its counters.
#pragma once

#include "cells/cells.hpp"
#include "device/buffer.hpp"
#include "device/device.hpp"
#include "device/zeroed_counters.hpp"
#include "graphs/bfs_plan.hpp"
#include "graphs/triangle_plan.hpp"
#include "jit/jit.hpp"
#include "kept.hpp"
#include "mxm/plan.hpp"
#include "mxm/row_tiles.h"
#include "mxm/short_rows_size.h"
#include "transpose/transpose_plan.hpp"
#include "vectors/push_workspace.hpp"

#include <mergus/plugin.h>

#include <deque>
#include <memory>
#include <string>

struct mergus_context {
private:
    /// The caller's allocator, for the device's hooks. Declared before the device, which it must outlive.
    struct CallerAllocator {
        void* (*allocate)(std::size_t bytes, void* stream, void* arg);
        void (*deallocate)(void* pointer, std::size_t bytes, void* stream, void* arg);
        void* arg;
    } allocator_;

public:
    explicit mergus_context(const mergus_context_options& options);

    /// The context's own copy of a type. Types with equal content have one copy, so pointers can be compared.
    const mergus_type* intern(const mergus_type* type);

    mergus::cuda::KeptList kept; ///< declared before the device, whose allocations give it back
    mergus::cuda::Device device;
    mergus::cuda::Jit jit;
    bool deterministic = false; ///< of the running call; see CallMode
    bool keeps = true;          ///< matrices keep arrays after a call (kept.hpp)
    bool keeps_all = false;   ///< for tests: small matrices too keep all that they may, from the first use on
    std::string storage_note; ///< of the running call's operands, for its report (ops/explained.hpp)
    mergus::cuda::plan::Choice accumulators;                          ///< from MERGUS_CUDA_ACCUMULATORS
    mergus::cuda::plan::TransposeChoice transposes;                   ///< from MERGUS_CUDA_TRANSPOSE
    mergus::cuda::plan::TriangleChoice triangles;                     ///< from MERGUS_CUDA_TRIANGLES
    mergus::cuda::plan::Bfs searches = mergus::cuda::plan::Bfs::best; ///< from MERGUS_CUDA_BFS
    mergus::cuda::ZeroedCounters<mergus::cuda::plan::max_buckets + 1>
        bucket_sizes; ///< entries in each bucket of a transpose, and in all
    /// The columns of full vectors, of 32 and of 64 bits, while there are such vectors (vectors/full.hpp).
    std::weak_ptr<const mergus::cuda::Buffer> identity_columns[2];
    /// Zero between products (mxm/short_rows_size.h).
    mergus::ShortRowsSize* short_rows_size();
    /// Zero between products (mxm/row_tiles.h).
    mergus::RowTilesCounts* row_tiles_counts();
    /// Zero between launches (cells/cells.h).
    mergus::CellsCounter* cells_counter();
    mergus::cuda::Storage storage = mergus::cuda::Storage::automatic; ///< from MERGUS_CUDA_STORAGE
    mergus::cuda::PushWorkspace push;
    void* bfs_control = nullptr;       ///< owned by the device; zero between searches (graphs/bfs.cpp)
    std::uint32_t* bfs_bits = nullptr; ///< owned by the device; zero between searches (graphs/bfs_sweep.cpp)

private:
    struct OwnType {
        std::string name, definition;
        mergus_type type;
    };
    std::deque<OwnType> types_;
    mergus::ShortRowsSize* short_rows_size_ = nullptr;   ///< owned by the device
    mergus::RowTilesCounts* row_tiles_counts_ = nullptr; ///< owned by the device
    mergus::CellsCounter* cells_counter_ = nullptr;      ///< owned by the device
};

namespace mergus::cuda {

using Context = ::mergus_context;

/// A call into a context: deterministic if its descriptor or its context asks for it. Where matrices keep
/// nothing, what they kept for the call is given back at its end.
class CallMode {
public:
    CallMode(Context& context, std::uint32_t descriptor) noexcept
        : context_(context), before_(context.deterministic) {
        context.deterministic = before_ || (descriptor & MERGUS_DESC_DETERMINISTIC) != 0;
        context.kept.begin_call();
    }
    CallMode(const CallMode&) = delete;
    CallMode& operator=(const CallMode&) = delete;
    ~CallMode() {
        context_.deterministic = before_;
        if (context_.keeps) return;
        context_.kept.begin_call();
        context_.kept.release();
        context_.push.release();
    }

private:
    Context& context_;
    bool before_;
};

/// Compiles the kernels of an operation's steps, in one round, before the first step runs. A step has
/// `void kernels(KernelRequests&) const`.
template <class... Steps>
void compile_kernels(Context& context, const Steps&... steps) {
    KernelRequests requests(context.jit);
    (steps.kernels(requests), ...);
    context.jit.compile(requests);
}

} // namespace mergus::cuda
