/// \file truss_numbers.cpp
/// The extension truss_numbers. The host waits for the test of symmetry only. Memory: 24 bytes an entry
/// beside the result.
#include "bfs_tuning.hpp"
#include "objects/copy_arrays.hpp"
#include "objects/matrix.hpp"
#include "operations.hpp"
#include "steps/symmetry.hpp"

#include <algorithm>

#include "truss_numbers.h"

namespace mergus::cuda {

namespace {

constexpr const char* text = "graphs/truss_numbers.cuh";

class TrussNumbers {
public:
    TrussNumbers(Context& context, const Matrix& A, const mergus_type* type)
        : context_(context), A_(A), copies_(context), numbers_(copy_of_pattern(A, type, copies_)),
          threads_(tuning::bfs_threads(context.device.properties().sm_count).queue) {
        bindings_.constant("block_threads", threads_);
    }

    void kernels(KernelRequests& list) const {
        list.emplace_back(text, "truss_numbers", bindings_);
        copies_.kernels(list);
    }

    [[nodiscard]] Matrix run() {
        Device& device = context_.device;
        const std::uint64_t nvals = A_.nvals;
        copies_.run();
        numbers_.val = Buffer(device, nvals * sizeof(std::int64_t));
        const Array<std::uint32_t> row(device, nvals), edge(device, nvals), triangles(device, nvals),
            round(device, nvals), queue(device, nvals / 2), other_queue(device, nvals / 2);
        const Array<TrussCounts> counts(device, 1);
        device.fill(counts.data(), 0, sizeof(TrussCounts));
        const TrussMemory memory{A_.ptr.data(),
                                 static_cast<const std::uint32_t*>(A_.col.data()),
                                 A_.nrows,
                                 nvals,
                                 row.data(),
                                 edge.data(),
                                 triangles.data(),
                                 round.data(),
                                 {queue.data(), other_queue.data()},
                                 counts.data(),
                                 device.grid_barrier_word()};
        const Kernel& kernel = context_.jit.kernel(text, "truss_numbers", bindings_);
        const std::uint64_t useful =
            nvals / 2 * device.properties().warp_size / threads_ + 1; // a warp an edge
        const std::uint64_t resident = device.resident_blocks(kernel, threads_, 0);
        const void* const to = numbers_.val.data();
        device.launch_cooperative(kernel, {static_cast<std::uint32_t>(std::min(useful, resident))},
                                  {threads_}, 0, memory, to);
        return std::move(numbers_);
    }

private:
    Context& context_;
    const Matrix& A_;
    ArrayCopies copies_;
    Matrix numbers_; ///< the pattern
    std::uint32_t threads_;
    Bindings bindings_;
};

} // namespace

void truss_numbers(Context& context, const mergus_call& call) {
    const Matrix& A = *call.A;
    if (call.C->type->code != MERGUS_INT64 || A.wide() || A.nvals > UINT32_MAX)
        throw Error(Code::not_implemented,
                    "truss_numbers: numbers of a type other than int64, or indices of 64 bits");
    if (A.nvals == 0) {
        *call.C = empty_matrix(context, call.C->type, A.nrows, A.ncols);
        return;
    }
    if (!has_symmetric_pattern(context, A))
        throw Error(Code::not_implemented, "truss_numbers: the pattern is not symmetric");
    TrussNumbers numbers(context, A, call.C->type);
    compile_kernels(context, numbers);
    *call.C = numbers.run();
}

} // namespace mergus::cuda
