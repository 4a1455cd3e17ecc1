/// \file graphs.cpp
/// Graph algorithms that are extensions of the local backend, by all devices.
#include "graphs.hpp"

#include "collective.hpp"
#include "operations.hpp"
#include "turns.hpp"

#include "../frontend/plugins/registry_impl.hpp"

#include <array>
#include <cstring>
#include <numeric>
#include <string>

namespace mergus::blocks {

mergus_operation require_extension(mergus_operation function, const char* name) {
    if (function == nullptr)
        throw Error(Code::not_implemented, std::string("the local backend has no extension for ") + name);
    return function;
}

void run_extension(Device& device, mergus_operation function, const mergus_call& call) {
    device.call([&](mergus_status* status) { return function(device.handle(), &call, status); });
}

bool has_room_for_all(const mergus_context& context, const mergus_matrix& A) {
    const std::uint64_t limit = context.caches.front().limit();
    return limit == 0 || bytes_of_part({&A, {0, A.rows.size()}, {0, A.cols.size()}}) <= limit / 2;
}

bool is_symmetric(mergus_context& context, const mergus_matrix& A) {
    if (const auto known = A.symmetric.of(A.blocks)) return *known;
    using Sums = std::array<std::uint64_t, 2>;
    std::vector<Sums> sums(context.caches.size());
    for_each_device(context, [&](std::size_t d, Cache& cache) {
        const mergus_bfs_parts& functions = cache.device().plugin().bfs_parts;
        for (std::uint64_t i = 0; i < A.rows.parts(); ++i) {
            if (&context.home(i, A.rows.parts()) != &cache || A.block(i, 0) == nullptr) continue;
            Sums more{};
            const LocalPtr block = A.block(i, 0)->on(cache);
            cache.device().call([&](mergus_status* status) {
                return functions.asymmetry(cache.device().handle(), block->handle(), A.rows[i].first,
                                           more.data(), status);
            });
            for (std::size_t s = 0; s < more.size(); ++s) sums[d][s] += more[s];
        }
    });
    Sums total{};
    for (const Sums& of_device : sums)
        for (std::size_t s = 0; s < total.size(); ++s) total[s] += of_device[s];
    const bool symmetric = total == Sums{};
    A.symmetric.set(A.blocks, symmetric);
    return symmetric;
}

void require_room_for_all(const mergus_context& context, const mergus_matrix& A) {
    if (!has_room_for_all(context, A))
        throw Error(Code::not_implemented, "a device has no room for all of the graph");
}

namespace {

/// Labels of the components of the edges that a device has seen.
class Labels {
public:
    Labels(mergus_operation add_edges, const mergus_type* type, std::uint64_t n)
        : add_edges_(add_edges), type_(type), n_(n) {}

    /// \param A rows of the graph, or labels \param first the vertex of A's first row, if A is a matrix
    void add(const LocalPtr& A, std::uint64_t first) {
        Device& device = A->device();
        if (labels_ == nullptr) {
            const bool are_labels = A->shape().is_vector;
            labels_ = are_labels ? A : device.make(type_, {n_, 1, true});
            if (are_labels) return;
        }
        mergus_call call = empty_call();
        call.C = labels_->handle();
        call.A = A->handle();
        call.rows = &first;
        call.nrows = 1;
        run_extension(device, add_edges_, call);
    }
    /// Those of another device.
    void add(Device& device, Labels& other) {
        if (other.labels_ == nullptr) return;
        add(copy_from(device, *other.labels_), 0);
        other.labels_.reset();
    }
    [[nodiscard]] const LocalPtr& get() const { return labels_; }

private:
    mergus_operation add_edges_;
    const mergus_type* type_;
    std::uint64_t n_;
    LocalPtr labels_;
};

/// The values of a full vector.
Bytes values_of(const Local& vector) {
    const HostArrays list = tuples_of(vector);
    const auto* const values = reinterpret_cast<const std::byte*>(list.values.data());
    return {values, values + list.nvals * list.type->size};
}

LocalPtr full_vector(Device& device, const mergus_type* type, std::uint64_t n, const Bytes& values) {
    HostArrays list;
    list.type = type;
    list.shape = {n, 1, true};
    list.is_list = true;
    list.nvals = n;
    list.rows.resize(n);
    std::iota(list.rows.data(), list.rows.data() + n, std::uint64_t{0});
    list.values.resize(values.size());
    std::memcpy(list.values.data(), values.data(), values.size());
    return from_tuples(device, list);
}

} // namespace

/// Each device has all of A and counts a share.
void count_triangles(mergus_context& context, const mergus_call& call) {
    const mergus_matrix& A = *call.A;
    const mergus_operation count = require_extension(
        context.devices.front()->plugin().count_triangles.count_share, "shares of triangles");
    require_room_for_all(context, A);
    const std::uint64_t devices = context.caches.size();
    const auto ranks = static_cast<std::uint64_t>(context.peers.size()),
               rank = static_cast<std::uint64_t>(context.peers.rank());
    const std::vector<Bytes> counts = exchange(context, "count_triangles", [&] {
        std::vector<std::uint64_t> found(devices);
        for_each_device(context, [&](std::size_t device, Cache& cache) {
            const LocalPtr graph = whole_on(context, cache, A);
            const std::uint64_t share[] = {rank * devices + device, ranks * devices};
            mergus_call local = empty_call();
            local.A = graph->handle();
            local.rows = share;
            local.nrows = 2;
            local.result = &found[device];
            run_extension(cache.device(), count, local);
        });
        const std::uint64_t sum = std::accumulate(found.begin(), found.end(), std::uint64_t{0});
        Bytes own(sizeof sum);
        std::memcpy(own.data(), &sum, sizeof sum);
        return own;
    });
    std::uint64_t total = 0;
    for (const Bytes& one : counts) {
        std::uint64_t of_rank = 0;
        std::memcpy(&of_rank, one.data(), sizeof of_rank);
        total += of_rank;
    }
    std::memcpy(call.result, &total, sizeof total);
}

namespace {

/// Whether one device labels all of a graph faster than several their rows: in a symmetric pattern it reads
/// few of the entries. It needs room.
bool one_labels_all(mergus_context& context, const mergus_matrix& A) {
    return context.peers.size() == 1 && A.cols.parts() == 1 && has_room_for_all(context, A) &&
           context.devices.front()->plugin().bfs_parts.asymmetry != nullptr && is_symmetric(context, A);
}

} // namespace

/// By one device; or each device labels the components of its rows, and the labels are edges for the next
/// device.
void connected_components(mergus_context& context, const mergus_call& call) {
    const mergus_matrix& A = *call.A;
    const mergus_operation add_edges = require_extension(
        context.devices.front()->plugin().connected_components.add_edges, "edges of components");
    if (context.devices.front()->transfers() == nullptr)
        throw Error(Code::not_implemented, "the local backend copies nothing between devices");
    const mergus_type* const type = call.C->type;
    const std::uint64_t n = A.rows.size(), columns = A.cols.parts();
    std::vector<Labels> labels(context.caches.size(), Labels(add_edges, type, n));
    // Ranks take the rows whose first block they hold.
    const auto label_rows = [&] {
        if (one_labels_all(context, A)) {
            try {
                return labels.front().add(whole_on(context, context.caches.front(), A), 0);
            } catch (const Error& error) {
                if (error.code() != Code::out_of_memory) throw;
                labels.front() = Labels(add_edges, type, n);
            }
        }
        for_each_device(context, [&](std::size_t device, Cache& cache) {
            for (std::uint64_t i = 0; i < A.rows.parts(); ++i) {
                const std::uint64_t block = i * columns;
                if (context.peers.owner_of(block) != context.peers.rank() ||
                    &context.home(block, A.blocks.size()) != &cache)
                    continue;
                const LocalPtr rows = gather(context, cache, A, A.rows[i], Range{0, n});
                labels[device].add(rows, A.rows[i].first);
            }
        });
        for (std::size_t distance = 1; distance < labels.size(); distance *= 2)
            for_each_device(context, [&](std::size_t device, Cache& cache) {
                if (device % (2 * distance) == 0 && device + distance < labels.size())
                    labels[device].add(cache.device(), labels[device + distance]);
            });
    };
    Device& device = *context.devices.front();
    if (context.peers.size() > 1) {
        const std::vector<Bytes> all = exchange(context, "connected_components", [&] {
            label_rows();
            return labels.front().get() != nullptr ? values_of(*labels.front().get()) : Bytes{};
        });
        labels.front() = Labels(add_edges, type, n);
        for (const Bytes& of_rank : all)
            if (!of_rank.empty()) labels.front().add(full_vector(device, type, n, of_rank), 0);
    } else {
        label_rows();
    }
    const auto made = cut_vector(context, type, n, [&] { return labels.front().get(); });
    call.C->rows = std::move(made->rows);
    call.C->cols = std::move(made->cols);
    call.C->blocks = std::move(made->blocks);
}

} // namespace mergus::blocks
