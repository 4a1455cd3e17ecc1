/// \file search.cpp
/// Breadth-first search. By one device, which has all of the graph; or level by level by all of them, each
/// with its rows, with the extension bfs_parts of the local backend: sets of visited and found vertices, a
/// bit each, are on all devices, and pass between them after each level.
#include "graphs.hpp"
#include "operations.hpp"
#include "turns.hpp"

#include "../frontend/plugins/registry_impl.hpp"
#include "struct_size.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <vector>

namespace mergus::blocks {

namespace {

/// What one device has of a search.
struct Searcher {
    std::vector<std::uint64_t> rows; ///< numbers of its blocks of rows
    Range vertices;                  ///< of them
    LocalPtr frontier, visited, found, levels;
    std::uint64_t count = 0; ///< vertices of the frontier of all devices
};

class LevelSearch {
public:
    LevelSearch(mergus_context& context, const mergus_call& call)
        : context_(context), functions_(context.devices.front()->plugin().bfs_parts), A_(*call.A),
          n_(call.A->rows.size()), type_(call.C->type), devices_(context.caches.size()) {
        for (std::uint64_t i = 0; i < A_.rows.parts(); ++i) {
            Searcher& device = devices_[context.home(i, A_.rows.parts()).ordinal()];
            const Range rows = A_.rows[i];
            if (device.rows.empty()) device.vertices.first = rows.first;
            device.vertices.count += rows.count;
            device.rows.push_back(i);
        }
    }

    /// The level of each vertex: a row, cut as the devices' vertices are.
    void run(std::uint64_t source, const mergus_call& call) {
        const bool symmetric = is_symmetric();
        std::barrier<> all(static_cast<std::ptrdiff_t>(devices_.size()));
        std::atomic<bool> failed = false;
        for_each_device(context_, [&](std::size_t d, Cache& cache) {
            try {
                begin(devices_[d], cache, d == 0 ? source : n_);
                for (std::int32_t level = 0;; ++level) {
                    all.arrive_and_wait(); // all have searched
                    if (failed) return all.arrive_and_drop();
                    exchange_found(devices_[d], cache, level);
                    all.arrive_and_wait(); // all have read the sets of the others
                    if (failed || devices_[d].count == 0) return all.arrive_and_drop();
                    clear(devices_[d], cache);
                    search(devices_[d], cache, symmetric && devices_[d].count > n_ / few);
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
    /// A frontier with fewer than n / 64 vertices is pushed. A pull reads the rows of all other vertices.
    static constexpr std::uint64_t few = 64;

    template <class Function, class... Arguments>
    void call(Device& device, Function function, Arguments... arguments) {
        device.call([&](mergus_status* status) { return function(device.handle(), arguments..., status); });
    }
    LocalPtr vector(Device& device, std::uint64_t size, std::uint8_t byte) {
        mergus_matrix* made = nullptr;
        call(device, functions_.vector, type_, size, byte, &made);
        return device.own(made, type_);
    }
    /// Found once for a matrix, until its blocks change.
    bool is_symmetric() {
        if (const auto known = A_.symmetric.of(A_.blocks)) return *known;
        std::vector<std::array<std::uint64_t, 2>> sums(devices_.size());
        for_each_device(context_, [&](std::size_t d, Cache& cache) {
            for (const std::uint64_t i : devices_[d].rows) {
                if (A_.block(i, 0) == nullptr) continue;
                std::uint64_t more[2] = {};
                const LocalPtr block = A_.block(i, 0)->on(cache);
                call(cache.device(), functions_.asymmetry, block->handle(), A_.rows[i].first, &more[0]);
                for (std::size_t s = 0; s < 2; ++s) sums[d][s] += more[s];
            }
        });
        std::array<std::uint64_t, 2> total{};
        for (const auto& of_device : sums)
            for (std::size_t s = 0; s < 2; ++s) total[s] += of_device[s];
        A_.symmetric.set(A_.blocks, total[0] == 0 && total[1] == 0);
        return total[0] == 0 && total[1] == 0;
    }

    void begin(Searcher& own, Cache& cache, std::uint64_t source) {
        Device& device = cache.device();
        const std::uint64_t words = (n_ + 31) / 32;
        own.frontier = vector(device, words, 0);
        own.visited = vector(device, words, 0);
        clear(own, cache);
        own.levels = vector(device, own.vertices.count, 0xff); // −1
        if (source < n_) call(device, functions_.insert, own.found->handle(), source);
    }
    /// A new set for each level: other devices may still read the old one.
    void clear(Searcher& own, Cache& cache) { own.found = vector(cache.device(), (n_ + 31) / 32, 0); }

    void search(Searcher& own, Cache& cache, bool pull) {
        auto part = core::defaults<mergus_bfs_part>();
        part.frontier = own.frontier->handle();
        part.visited = own.visited->handle();
        part.found = own.found->handle();
        for (const std::uint64_t i : own.rows) {
            if (A_.block(i, 0) == nullptr) continue;
            const LocalPtr block = A_.block(i, 0)->on(cache);
            part.A = block->handle();
            part.first = A_.rows[i].first;
            call(cache.device(), pull ? functions_.pull : functions_.push, &part);
        }
    }
    /// The others' sets are copied before the own one changes.
    void exchange_found(Searcher& own, Cache& cache, std::int32_t level) {
        Device& device = cache.device();
        const LocalPtr found = devices_.size() > 1 ? device.dup(*own.found) : own.found;
        for (Searcher& other : devices_)
            if (&other != &own) {
                const LocalPtr theirs = copy_from(device, *other.found);
                call(device, functions_.unite, found->handle(), theirs->handle());
            }
        call(device, functions_.next_level, found->handle(), own.frontier->handle(), own.visited->handle(),
             own.levels->handle(), own.vertices.first, level, &own.count);
    }

    void write(const mergus_call& call) {
        const Cuts cols = context_.vector_cuts(A_.rows);
        compute(
            context_, call, {Cuts(1), cols}, false,
            [&](Region& region) {
                const auto own = std::find_if(devices_.begin(), devices_.end(), [&](const Searcher& one) {
                    return one.vertices == region.cols && one.levels != nullptr;
                });
                Device& device = region.cache.device();
                const LocalPtr levels =
                    &own->levels->device() == &device ? own->levels : copy_from(device, *own->levels);
                mergus_matrix* row = nullptr;
                this->call(device, functions_.row, levels->handle(), &row);
                region.C = device.own(row, type_);
            },
            [](const Region&, bool) { return std::vector<Part>{}; });
    }

    mergus_context& context_;
    const mergus_bfs_parts& functions_;
    const mergus_matrix& A_;
    std::uint64_t n_;
    const mergus_type* type_;
    std::vector<Searcher> devices_;
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

/// From one source in rows of blocks on several devices, none of which has room for all of the graph: the
/// levels of several devices take longer than the search of one.
bool by_levels(mergus_context& context, const mergus_call& call) {
    const mergus_matrix& A = *call.A;
    const mergus_bfs_parts& functions = context.devices.front()->plugin().bfs_parts;
    return !has_room_for_all(context, A) && functions.row != nullptr &&
           context.devices.front()->transfers() != nullptr && context.peers.size() == 1 &&
           context.concurrent && call.nrows == 1 && call.C->type->size == 4 && A.cols.parts() == 1 &&
           context.workers.reserve(context.devices.size());
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
