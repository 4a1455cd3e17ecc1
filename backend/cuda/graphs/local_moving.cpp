/// \file local_moving.cpp
/// The extension local_moving. A sweep of four groups takes about 40 launches and one wait, for the quality.
/// Memory: about 50 bytes a vertex.
#include "bitmap/convert.hpp"
#include "device/primitives.hpp"
#include "objects/matrix.hpp"
#include "operations.hpp"
#include "steps/identity.hpp"
#include "steps/row_profile.hpp"

#include <algorithm>
#include <array>

#include "local_moving.h"

namespace mergus::cuda {

namespace {

constexpr const char* text = "graphs/local_moving.cuh";
constexpr std::uint32_t warps_per_block = 8;   // of local_moving.cuh
constexpr std::uint64_t edges_per_thread = 8;  // of edge_list.cuh
constexpr std::size_t slot_bytes = 12;         // of a table of a block
constexpr std::uint32_t small_table = 2048;    // slots, for up to block_entries entries
constexpr std::uint32_t large_table = 16384;   // slots, at most
constexpr std::uint64_t refinement_sweeps = 2; // in one, neighbours of one group do not meet

std::uint64_t stride_of(const Matrix& vector) {
    return vector.iso ? 0 : 1;
}

/// A full vector as rows, whose values are a dense array.
const Matrix& dense(Context& context, const mergus_matrix* vector) {
    const Matrix& rows = csr(context, *vector);
    if (!rows.full()) throw Error(Code::invalid_value, "local_moving: a vector is not full");
    return rows;
}

/// The graph, if a row is a vertex.
const Matrix& rows_of_all(Context& context, const mergus_matrix& S) {
    if (S.hypersparse != nullptr) throw Error(Code::not_implemented, "local_moving: a hypersparse matrix");
    return csr(context, S);
}

class LocalMoving {
public:
    LocalMoving(Context& context, const mergus_local_moving_args& args)
        : context_(context), args_(args), S_(rows_of_all(context, *args.S)), n_(S_.nrows),
          device_(context.device), labels_(device_, n_), targets_(device_, n_), columns_(context, n_) {
        for (auto& list : lists_) list = Array<std::uint32_t>(device_, n_);
        counts_ = Array<std::uint64_t>(device_, moving_classes);
        graph_.ptr = S_.ptr.data();
        graph_.col = static_cast<const std::uint32_t*>(S_.col.data());
        graph_.weights = static_cast<const double*>(S_.val.data());
        graph_.stride = S_.iso ? 0 : 1;
        graph_.n = n_;
        graph_.terms = args.terms;
        graph_.least_gain = args.least_gain;
        graph_.labels = labels_.data();
        graph_.targets = targets_.data();
        graph_.counts = counts_.data();
        for (std::size_t c = 0; c < moving_classes; ++c) graph_.lists[c] = lists_[c].data();
        for (std::size_t t = 0; t < args.terms; ++t) add_term(t);
        KernelRequests requests(context.jit);
        requests.emplace_back(text, "choose_by_warps", Bindings());
        columns_.kernels(requests);
        request_row_profiles(requests, {&S_});
        context.jit.compile(requests);
        longest_ = row_profile(context, S_).longest;
    }

    void sweep() {
        const Matrix& open = dense(context_, args_.open);
        Buffer own(device_, n_);
        graph_.open = static_cast<std::uint8_t*>(own.data());
        launch("load_open", vertices(), block_threads, 0, static_cast<const void*>(open.val.data()),
               stride_of(open), n_, static_cast<const void*>(own.data()));
        load_labels(&dense(context_, args_.labels));
        for (std::uint64_t g = 0; g < args_.groups; ++g) move_group({g, args_.groups, args_.seed});
        *args_.quality = quality();
        *args_.labels_out = labels();
        *args_.open_out = columns_.vector(args_.open_out->type, std::move(own));
    }

    void refine() {
        const Matrix& community = dense(context_, args_.labels);
        const Array<std::uint32_t> communities(device_, n_), sizes(device_, args_.label_count);
        graph_.community = communities.data();
        graph_.sizes = sizes.data();
        launch("load_communities", vertices(), block_threads, 0,
               static_cast<const void*>(community.val.data()), stride_of(community), n_, communities.data());
        load_labels(nullptr);
        for (std::uint64_t step = 0; step < refinement_sweeps * args_.groups; ++step)
            move_group({step % args_.groups, args_.groups, args_.seed + step / args_.groups});
        *args_.labels_out = labels();
    }

    void measure() {
        load_labels(&dense(context_, args_.labels));
        *args_.quality = quality();
    }

private:
    void add_term(std::size_t t) {
        const Matrix &x = dense(context_, args_.x[t]), &y = dense(context_, args_.y[t]);
        graph_.x[t] = static_cast<const double*>(x.val.data());
        graph_.y[t] = static_cast<const double*>(y.val.data());
        graph_.x_stride[t] = x.iso ? 0 : 1;
        graph_.y_stride[t] = y.iso ? 0 : 1;
        totals_[t] = Array<double>(device_, args_.label_count);
        device_.fill(totals_[t].data(), 0, args_.label_count * sizeof(double));
        graph_.totals[t] = totals_[t].data();
    }

    /// \param labels null: every vertex has its own
    void load_labels(const Matrix* labels) {
        launch("load_labels", vertices(), block_threads, 0,
               static_cast<const void*>(labels != nullptr ? labels->val.data() : nullptr),
               labels != nullptr ? stride_of(*labels) : std::uint64_t{0}, graph_);
    }

    void move_group(const MovingGroup& group) {
        device_.fill(counts_.data(), 0, counts_.size() * sizeof(std::uint64_t));
        launch("list_movers", vertices(), block_threads, 0, graph_, group);
        const Dim3 of_warps = grid_for(context_, n_ * 32, warps_per_block * 32);
        launch("choose_by_warps", of_warps, warps_per_block * 32, 0, graph_, group);
        if (has(1)) choose_by_blocks(group, 1, block_threads, small_table);
        if (has(2)) choose_by_blocks(group, 2, large_threads(), large_slots());
        if (graph_.open != nullptr) launch("close_listed", vertices(), block_threads, 0, graph_);
        launch("move_by_warps", of_warps, block_threads, 0, graph_);
        for (std::uint32_t list = 1; list < moving_classes; ++list)
            if (has(list)) launch("move_by_blocks", blocks(list), block_threads, 0, graph_, list);
    }

    void choose_by_blocks(const MovingGroup& group, std::uint32_t list, std::uint32_t threads,
                          std::uint32_t slots) const {
        launch("choose_by_blocks", blocks(list), threads, slots * slot_bytes, graph_, group, list, slots);
    }

    /// The entries of a vertex of a list are more than these.
    [[nodiscard]] static std::uint64_t bound(std::uint32_t list) {
        return list == 1 ? warp_entries : block_entries;
    }
    [[nodiscard]] bool has(std::uint32_t list) const { return longest_ > bound(list); }
    /// A block for each vertex that may be in the list.
    [[nodiscard]] Dim3 blocks(std::uint32_t list) const {
        return grid_for(context_, S_.nvals / bound(list) * block_threads, block_threads);
    }

    double quality() {
        const Dim3 grid = grid_for(context_, std::max(S_.nvals / edges_per_thread, n_) + 1, block_threads);
        const Array<double> parts(device_, grid.x + std::size_t{1});
        double* const total = parts.data() + grid.x;
        launch("measure_quality", grid, block_threads, 0, graph_, S_.nvals, parts.data());
        launch("add_parts", {1}, block_threads, 0, static_cast<const double*>(parts.data()), grid.x, total);
        return device_.read(total) / 2;
    }

    Matrix labels() {
        Buffer values(device_, n_ * sizeof(std::int64_t));
        launch("write_labels", vertices(), block_threads, 0,
               static_cast<const std::uint32_t*>(labels_.data()), n_,
               static_cast<const void*>(values.data()));
        return columns_.vector(args_.labels_out->type, std::move(values));
    }

    [[nodiscard]] Dim3 vertices() const { return grid_for(context_, n_, block_threads); }
    [[nodiscard]] std::uint32_t large_threads() const {
        return std::min<std::uint32_t>(
            1024, static_cast<std::uint32_t>(device_.properties().max_threads_per_block));
    }
    /// As many as fit into the shared memory of a block.
    [[nodiscard]] std::uint32_t large_slots() const {
        constexpr std::size_t declared = 26 << 10; // more than all kernels of the text declare
        std::uint32_t slots = large_table;
        while (slots * slot_bytes + declared > device_.properties().shared_per_block_optin) slots /= 2;
        return slots;
    }
    template <class... Arguments>
    void launch(const char* entry, Dim3 grid, std::uint32_t threads, std::size_t shared,
                const Arguments&... arguments) const {
        device_.launch(context_.jit.kernel(text, entry, Bindings()), grid, {threads}, shared, arguments...);
    }

    Context& context_;
    const mergus_local_moving_args& args_;
    const Matrix& S_;
    std::uint64_t n_;
    Device& device_;
    Array<std::uint32_t> labels_, targets_;
    std::array<Array<std::uint32_t>, moving_classes> lists_;
    Array<std::uint64_t> counts_;
    std::array<Array<double>, 2> totals_;
    IdentityColumns columns_;
    std::uint64_t longest_ = 0; ///< row, in entries
    MovingGraph graph_{};
};

void check(const Context& context, const mergus_local_moving_args& args) {
    if (context.deterministic) throw Error(Code::not_implemented, "local_moving: sums in a given order");
    if (args.label_count >= UINT32_MAX || args.labels->ncols >= UINT32_MAX || args.terms > 2)
        throw Error(Code::not_implemented, "local_moving: indices of 64 bits, or more than two terms");
}

} // namespace

void move_sweep(Context& context, const mergus_local_moving_args& args) {
    check(context, args);
    LocalMoving(context, args).sweep();
}

void refine_communities(Context& context, const mergus_local_moving_args& args) {
    check(context, args);
    LocalMoving(context, args).refine();
}

void measure_communities(Context& context, const mergus_local_moving_args& args) {
    check(context, args);
    LocalMoving(context, args).measure();
}

void renumber_communities(Context& context, const mergus_local_moving_args& args) {
    check(context, args);
    Device& device = context.device;
    const Matrix& labels = dense(context, args.labels);
    const std::uint64_t n = labels.ncols;
    const Array<std::uint32_t> numbers(device, args.label_count + 1);
    device.fill(numbers.data(), 0, args.label_count * sizeof(std::uint32_t));
    const Dim3 grid = grid_for(context, n, block_threads), block{block_threads};
    const void* const from = labels.val.data();
    const auto kernel = [&](const char* entry) -> const Kernel& {
        return context.jit.kernel(text, entry, Bindings());
    };
    device.launch(kernel("mark_labels"), grid, block, 0, from, stride_of(labels), n, numbers.data());
    exclusive_scan(device, numbers.data(), numbers.data(), args.label_count);
    Buffer to(device, n * sizeof(std::int64_t));
    device.launch(kernel("renumber_labels"), grid, block, 0, from, stride_of(labels), n,
                  static_cast<const std::uint32_t*>(numbers.data()), static_cast<const void*>(to.data()));
    *args.count = device.read(numbers.data() + args.label_count);
    const IdentityColumns columns(context, n);
    KernelRequests requests(context.jit);
    columns.kernels(requests);
    context.jit.compile(requests);
    *args.labels_out = columns.vector(args.labels_out->type, std::move(to));
}

} // namespace mergus::cuda
