/// \file search.cpp
/// Breadth-first search. By one device, which has all of the graph; or level by level by all of them, each
/// with its rows, with the extension bfs_parts of the local backend: after each level every device reads what
/// the others have found, a bit for each vertex.
#include "graphs.hpp"
#include "operations.hpp"
#include "turns.hpp"

#include "../frontend/plugins/registry_impl.hpp"
#include "struct_size.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <vector>

namespace mergus::blocks {

namespace {

/// A search of one device.
class Searcher {
public:
    Searcher() = default;
    Searcher(const Searcher&) = delete;
    Searcher& operator=(const Searcher&) = delete;
    ~Searcher() {
        if (search == nullptr) return;
        device->call([&](mergus_status*) {
            device->plugin().bfs_parts.search_free(device->handle(), search);
            return MERGUS_SUCCESS;
        });
    }

    std::vector<std::uint64_t> rows; ///< numbers of its blocks of rows
    Range vertices;                  ///< of them
    std::vector<LocalPtr> blocks;    ///< those with entries
    Device* device = nullptr;
    mergus_bfs_search* search = nullptr;
    std::array<std::uint64_t, 2> sums{}; ///< vertices of the frontier, and their edges
};

class LevelSearch {
public:
    LevelSearch(mergus_context& context, const mergus_call& call)
        : context_(context), functions_(context.devices.front()->plugin().bfs_parts), A_(*call.A),
          n_(call.A->rows.size()), type_(call.C->type), searchers_(context.caches.size()) {
        for (std::uint64_t i = 0; i < A_.rows.parts(); ++i) {
            Searcher& own = searchers_[context.home(i, A_.rows.parts()).ordinal()];
            const Range rows = A_.rows[i];
            if (own.rows.empty()) own.vertices.first = rows.first;
            own.vertices.count += rows.count;
            own.rows.push_back(i);
        }
    }

    /// The level of each vertex: a row, cut as the devices' vertices are.
    void run(std::uint64_t source, const mergus_call& call) {
        const bool symmetric = is_symmetric(context_, A_);
        Barrier all(searchers_.size());
        std::atomic<bool> failed = false;
        for_each_device(context_, [&](std::size_t d, Cache& cache) {
            try {
                begin(searchers_[d], cache, source);
                std::uint64_t left = A_.nvals(); // edges of vertices that no level has had
                for (;;) {
                    all.arrive_and_wait(); // all have found vertices
                    if (failed) return all.arrive_and_drop();
                    next_level(searchers_[d]);
                    all.arrive_and_wait(); // all have read what the others found
                    const auto [vertices, edges] = frontier();
                    if (failed || vertices == 0) return all.arrive_and_drop();
                    left -= edges;
                    find(searchers_[d], symmetric && edges > left / pull_share);
                }
            } catch (...) {
                failed = true;
                all.arrive_and_drop();
                throw;
            }
        });
        write(call);
    }

private:
    /// A pull reads about this share of the edges that are left, as in the search of one device.
    static constexpr std::uint64_t pull_share = 14;

    template <class Function, class... Arguments>
    static void call(Device& device, Function function, Arguments... arguments) {
        device.call([&](mergus_status* status) { return function(device.handle(), arguments..., status); });
    }
    void begin(Searcher& own, Cache& cache, std::uint64_t source) {
        own.device = &cache.device();
        std::vector<const mergus_matrix*> blocks;
        std::vector<std::uint64_t> first_rows;
        for (const std::uint64_t i : own.rows) {
            if (A_.block(i, 0) == nullptr) continue;
            own.blocks.push_back(A_.block(i, 0)->on(cache));
            blocks.push_back(own.blocks.back()->handle());
            first_rows.push_back(A_.rows[i].first);
        }
        auto part = core::defaults<mergus_bfs_part>();
        part.n = n_;
        part.first = own.vertices.first;
        part.vertices = own.vertices.count;
        part.count = blocks.size();
        part.blocks = blocks.data();
        part.first_rows = first_rows.data();
        part.source = source;
        call(*own.device, functions_.search_new, &part, &own.search);
    }
    void next_level(Searcher& own) {
        std::vector<const mergus_bfs_search*> all;
        for (const Searcher& one : searchers_) all.push_back(one.search);
        call(*own.device, functions_.next_level, own.search, all.data(), all.size(), own.sums.data());
    }
    /// The sums of all devices.
    [[nodiscard]] std::array<std::uint64_t, 2> frontier() const {
        std::array<std::uint64_t, 2> all{};
        for (const Searcher& one : searchers_)
            for (std::size_t s = 0; s < 2; ++s) all[s] += one.sums[s];
        return all;
    }
    void find(Searcher& own, bool pull) { call(*own.device, functions_.find, own.search, pull ? 1 : 0); }

    void write(const mergus_call& call) {
        const std::uint64_t devices = searchers_.size();
        const Cuts cols = A_.rows.coarsened((A_.rows.parts() + devices - 1) / devices); // as home()
        compute(
            context_, call, {Cuts(1), cols}, false,
            [&](Region& region) {
                Device& device = region.cache.device();
                const auto own = std::find_if(searchers_.begin(), searchers_.end(), [&](const Searcher& one) {
                    return one.vertices == region.cols && one.search != nullptr;
                });
                mergus_matrix* made = nullptr;
                this->call(*own->device, functions_.row, own->search, type_, &made);
                LocalPtr row = own->device->own(made, type_);
                region.C = own->device == &device ? row : copy_from(device, *row);
            },
            [](const Region&, bool) { return std::vector<Part>{}; });
    }

    mergus_context& context_;
    const mergus_bfs_parts& functions_;
    const mergus_matrix& A_;
    std::uint64_t n_;
    const mergus_type* type_;
    std::vector<Searcher> searchers_;
};

/// By the device that holds the result, which has all of A.
void search_on_one(mergus_context& context, const mergus_call& call, mergus_operation search) {
    require_extension(search, "searches");
    require_room_for_all(context, *call.A);
    const Part all{call.A, {0, call.A->rows.size()}, {0, call.A->cols.size()}};
    compute(
        context, call, {Cuts(call.C->rows.size()), Cuts(call.C->cols.size())}, false,
        [&](Region& region) {
            const LocalPtr graph = whole_on(context, region.cache, *call.A);
            region.C = region.cache.device().make(call.C->type, region.shape());
            mergus_call local = call;
            local.C = region.C->handle();
            local.A = graph->handle();
            local.report = nullptr;
            run_extension(region.cache.device(), search, local);
        },
        [&](const Region&, bool) { return std::vector<Part>{all}; });
}

/// Whether each device can read the memory of all others.
bool all_reach(mergus_context& context) {
    const mergus_bfs_parts& functions = context.devices.front()->plugin().bfs_parts;
    for (auto& device : context.devices)
        for (auto& other : context.devices) {
            if (device == other) continue;
            std::int32_t reaches = 0;
            device->call(
                [&](mergus_status* status) {
                    return functions.reaches(device->handle(), other->handle(), &reaches, status);
                },
                {other.get()});
            if (reaches == 0) return false;
        }
    return true;
}

/// Whether each device has room for its rows of a graph, all of which it holds during a search.
bool has_room_for_rows(const mergus_context& context, const mergus_matrix& A) {
    const std::uint64_t limit = context.caches.front().limit();
    const std::uint64_t all = bytes_of_part({&A, {0, A.rows.size()}, {0, A.cols.size()}});
    return limit == 0 || all / context.devices.size() <= limit - limit / 4;
}

/// From one source in rows of blocks on several devices, where that is faster than the search of one device,
/// or where none has room for all of the graph.
bool by_levels(mergus_context& context, const mergus_call& call) {
    constexpr std::uint64_t least_entries = std::uint64_t{1} << 28;
    const mergus_matrix& A = *call.A;
    const std::size_t devices = context.devices.size();
    return (A.nvals() >= least_entries || !has_room_for_all(context, A)) && devices > 1 &&
           devices <= MERGUS_MOST_BFS_PARTS && context.concurrent && context.peers.size() == 1 &&
           call.nrows == 1 && call.C->type->code == MERGUS_INT32 && A.cols.parts() == 1 &&
           has_room_for_rows(context, A) && context.devices.front()->plugin().bfs_parts.row != nullptr &&
           all_reach(context) && context.workers.reserve(devices);
}

} // namespace

void bfs_levels(mergus_context& context, const mergus_call& call) {
    if (by_levels(context, call)) return LevelSearch(context, call).run(call.rows[0], call);
    search_on_one(context, call, context.devices.front()->plugin().bfs.levels);
}

void bfs_parents(mergus_context& context, const mergus_call& call) {
    search_on_one(context, call, context.devices.front()->plugin().bfs.parents);
}

} // namespace mergus::blocks
