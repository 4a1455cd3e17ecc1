/// \file components.cpp
/// The extension connected_components, and that of communities: labels by union-find.
#include "objects/matrix.hpp"
#include "operations.hpp"
#include "steps/identity.hpp"
#include "steps/symmetry.hpp"

#include <cstdint>

#include "communities.h"
#include "components.h"

namespace mergus::cuda {

namespace {

class ConnectedComponents {
public:
    /// \param n vertices \param label_type int64 \param within a full vector, or null: edges between other
    /// labels are left out
    ConnectedComponents(Context& context, std::uint64_t n, const mergus_type* label_type,
                        const Matrix* within = nullptr)
        : context_(context), n_(n), label_type_(label_type), columns_(context, n) {
        if (within != nullptr)
            within_ = {static_cast<const std::int64_t*>(within->val.data()), within->iso ? 0U : 1U};
        bindings_.index("Index", needs_wide(n));
    }

    void kernels(KernelRequests& list) const {
        list.emplace_back(text, "first_parents", bindings_);
        columns_.kernels(list);
    }

    /// Begins with these labels.
    void begin(const Matrix& labels) {
        make_parents();
        launch("parents_of_labels", n_, static_cast<const std::int64_t*>(labels.val.data()), n_, parents());
    }
    /// Begins with the edges of A's rows, which are those of vertices from `first` on; or adds them.
    void add(const Matrix& A, std::uint64_t first) {
        const std::uint64_t* const ptr = A.ptr.data();
        const void* const col = A.col.data();
        if (parents_.bytes() == 0) {
            make_parents();
            launch("first_parents", n_ + 1, ptr, col, A.nrows, first, n_, within_, parents());
            launch("flatten_trees", n_ + 1, parents(), n_);
        }
        const ComponentsRest* rest = nullptr;
        if (skips_the_largest(A)) {
            rest_ = Array<ComponentsRest>(context_.device, 1);
            rest = rest_.data();
            launch("unite_sampled", n_, ptr, col, n_, parents());
            launch("flatten_trees", n_, parents(), n_);
            launch("find_largest", 1, parents(), n_, rest_.data());
            launch("unite_rest", n_, ptr, col, n_, rest_.data(), parents());
        }
        launch("unite_entries", A.nvals / 8 + 1, ptr, col, A.nrows, first, A.nvals, within_, rest, parents());
    }
    /// An edge from each vertex to its label.
    void add(const Matrix& labels) {
        launch("unite_labels", n_, static_cast<const std::int64_t*>(labels.val.data()), n_, parents());
    }
    /// A full vector with the least vertex of each vertex's component.
    [[nodiscard]] Matrix labels() {
        Buffer labels(context_.device, n_ * sizeof(std::int64_t));
        launch("write_labels", n_ + 1, parents(), n_, static_cast<const void*>(labels.data()));
        return columns_.vector(label_type_, std::move(labels));
    }

private:
    static constexpr const char* text = "graphs/components.cuh";

    /// Whether the largest component is found by a few neighbours of each vertex, so that most entries need
    /// not be read. May wait for the device.
    [[nodiscard]] bool skips_the_largest(const Matrix& A) const {
        constexpr std::uint64_t least_degree = 8;
        return n_ != 0 && A.nrows == n_ && A.nvals / least_degree >= n_ && within_.labels == nullptr &&
               has_symmetric_pattern(context_, A);
    }
    void make_parents() { parents_ = Buffer(context_.device, n_ * (needs_wide(n_) ? 8 : 4)); }
    [[nodiscard]] const void* parents() const { return parents_.data(); }
    template <class... Arguments>
    void launch(const char* entry, std::uint64_t items, const Arguments&... arguments) {
        context_.device.launch(context_.jit.kernel(text, entry, bindings_),
                               grid_for(context_, items, block_threads), {block_threads}, 0, arguments...);
    }

    Context& context_;
    std::uint64_t n_;
    const mergus_type* label_type_;
    IdentityColumns columns_;
    Bindings bindings_;
    Buffer parents_;
    Array<ComponentsRest> rest_;
    Communities within_{};
};

void require_labels(const mergus_type& type) {
    if (type.code != MERGUS_INT64)
        throw Error(Code::not_implemented, "connected_components: labels of a type other than int64");
}

} // namespace

void connected_components(Context& context, const mergus_call& call) {
    require_labels(*call.C->type);
    ConnectedComponents components(context, call.A->nrows, call.C->type);
    compile_kernels(context, components);
    components.add(*call.A, 0);
    *call.C = components.labels();
}

void add_edges_to_components(Context& context, const mergus_call& call) {
    const Matrix &C = *call.C, &A = *call.A;
    const std::uint64_t n = C.ncols;
    require_labels(*C.type);
    if (A.is_vector) require_labels(*A.type);
    const bool has_labels = C.nvals != 0;
    const bool fits = A.is_vector ? A.ncols == n && A.full() && has_labels
                                  : A.ncols == n && call.nrows == 1 && call.rows[0] + A.nrows <= n;
    if (!fits || (has_labels && !C.full()))
        throw Error(Code::invalid_value, "edges of components: shapes do not fit, or there are no labels");
    ConnectedComponents components(context, n, C.type);
    compile_kernels(context, components);
    if (has_labels) components.begin(C);
    A.is_vector ? components.add(A) : components.add(A, call.rows[0]);
    *call.C = components.labels();
}

void connect_communities(Context& context, const mergus_call& call) {
    if (!call.B->full())
        throw Error(Code::not_implemented, "connect_communities: labels of some of the vertices");
    ConnectedComponents components(context, call.A->nrows, call.C->type, call.B);
    compile_kernels(context, components);
    components.add(*call.A, 0);
    *call.C = components.labels();
}

} // namespace mergus::cuda
