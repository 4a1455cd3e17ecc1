/// \file strong_components.cpp
/// The extension strong_components. The host does not wait. Memory: 16 bytes an entry and 12 a vertex.
#include "objects/matrix.hpp"
#include "operations.hpp"
#include "steps/identity.hpp"

#include <algorithm>

#include "strong_components.h"

namespace mergus::cuda {

namespace {

constexpr const char* text = "graphs/strong_components.cuh";
/// Of a block, and edges of a thread in a small graph.
constexpr std::uint32_t threads = 512;
constexpr std::uint64_t edges_per_thread = 4;

class StrongComponents {
public:
    StrongComponents(Context& context, const Matrix& A, const mergus_type* label_type)
        : context_(context), A_(A), label_type_(label_type), columns_(context, A.nrows) {
        bindings_.constant("block_threads", threads);
    }

    void kernels(KernelRequests& list) const {
        list.emplace_back(text, "strong_components", bindings_);
        columns_.kernels(list);
    }

    /// A full vector with the least vertex of each vertex's component.
    [[nodiscard]] Matrix run() const {
        Device& device = context_.device;
        const std::uint64_t n = A_.nrows, nvals = A_.nvals;
        const Array<std::uint32_t> before(device, n), behind(device, n), least(device, n);
        const Array<std::uint64_t> list(device, nvals), other_list(device, nvals);
        const Array<StrongCounts> counts(device, 1);
        Buffer labels(device, n * sizeof(std::int64_t));
        device.fill(counts.data(), 0, sizeof(StrongCounts));
        const StrongMemory memory{before.data(),
                                  behind.data(),
                                  least.data(),
                                  {list.data(), other_list.data()},
                                  counts.data(),
                                  device.grid_barrier_word(),
                                  n};
        const void *const col = A_.col.data(), *const label = labels.data();
        device.launch(kernel("list_edges"), grid_for(context_, nvals / 8 + 1, block_threads), {block_threads},
                      0, static_cast<const std::uint64_t*>(A_.ptr.data()), col, nvals, memory);
        const Kernel& divide = kernel("strong_components");
        const std::uint64_t useful = std::max(n, nvals / edges_per_thread) / threads + 1;
        const std::uint64_t resident = device.resident_blocks(divide, threads, 0);
        device.launch_cooperative(divide, {static_cast<std::uint32_t>(std::min(useful, resident))}, {threads},
                                  0, memory, label);
        return columns_.vector(label_type_, std::move(labels));
    }

private:
    [[nodiscard]] const Kernel& kernel(const char* entry) const {
        return context_.jit.kernel(text, entry, bindings_);
    }

    Context& context_;
    const Matrix& A_;
    const mergus_type* label_type_;
    IdentityColumns columns_;
    Bindings bindings_;
};

} // namespace

void strong_components(Context& context, const mergus_call& call) {
    const Matrix& A = *call.A;
    if (call.C->type->code != MERGUS_INT64 || A.wide())
        throw Error(Code::not_implemented,
                    "strong_components: labels of a type other than int64, or indices of 64 bits");
    const StrongComponents components(context, A, call.C->type);
    compile_kernels(context, components);
    *call.C = components.run();
}

} // namespace mergus::cuda
