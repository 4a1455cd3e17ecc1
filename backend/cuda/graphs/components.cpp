/// \file components.cpp
/// The extension connected_components, and that of communities: labels by union-find. The host does not wait.
#include "objects/matrix.hpp"
#include "operations.hpp"
#include "steps/identity.hpp"

#include <cstdint>

#include "communities.h"

namespace mergus::cuda {

namespace {

class ConnectedComponents {
public:
    /// \param label_type int64 \param within a full vector, or null: edges between other labels are left out
    ConnectedComponents(Context& context, const Matrix& A, const mergus_type* label_type,
                        const Matrix* within = nullptr)
        : context_(context), A_(A), label_type_(label_type), columns_(context, A.nrows) {
        if (within != nullptr)
            within_ = {static_cast<const std::int64_t*>(within->val.data()), within->iso ? 0U : 1U};
        bindings_.index("Index", A.wide());
    }

    void kernels(KernelRequests& list) const {
        list.emplace_back("graphs/components.cuh", "first_parents", bindings_);
        columns_.kernels(list);
    }

    /// A full vector with the least vertex of each vertex's component.
    [[nodiscard]] Matrix run() const {
        Device& device = context_.device;
        const std::uint64_t n = A_.nrows;
        Buffer labels(device, n * sizeof(std::int64_t));
        const Buffer parents(device, n * A_.index_size());
        const std::uint64_t* const ptr = A_.ptr.data();
        const void *const col = A_.col.data(), *const parent = parents.data();
        const Dim3 of_vertices = grid_for(context_, n + 1, block_threads), block{block_threads};
        device.launch(kernel("first_parents"), of_vertices, block, 0, ptr, col, n, within_, parent);
        device.launch(kernel("flatten_trees"), of_vertices, block, 0, parent, n);
        device.launch(kernel("unite_entries"), grid_for(context_, A_.nvals / 8 + 1, block_threads), block, 0,
                      ptr, col, n, A_.nvals, within_, parent);
        const void* const label = labels.data();
        device.launch(kernel("write_labels"), of_vertices, block, 0, parent, n, label);
        return columns_.vector(label_type_, std::move(labels));
    }

private:
    [[nodiscard]] const Kernel& kernel(const char* entry) const {
        return context_.jit.kernel("graphs/components.cuh", entry, bindings_);
    }

    Context& context_;
    const Matrix& A_;
    const mergus_type* label_type_;
    IdentityColumns columns_;
    Bindings bindings_;
    Communities within_{};
};

} // namespace

void connected_components(Context& context, const mergus_call& call) {
    if (call.C->type->code != MERGUS_INT64)
        throw Error(Code::not_implemented, "connected_components: labels of a type other than int64");
    const ConnectedComponents components(context, *call.A, call.C->type);
    compile_kernels(context, components);
    *call.C = components.run();
}

void connect_communities(Context& context, const mergus_call& call) {
    if (!call.B->full())
        throw Error(Code::not_implemented, "connect_communities: labels of some of the vertices");
    const ConnectedComponents components(context, *call.A, call.C->type, call.B);
    compile_kernels(context, components);
    *call.C = components.run();
}

} // namespace mergus::cuda
