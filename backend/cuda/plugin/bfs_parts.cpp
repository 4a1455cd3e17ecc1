/// \file plugin/bfs_parts.cpp
#include "bfs_parts.hpp"

#include "graphs/bfs_parts.hpp"
#include "hypersparse/renumber.hpp"
#include "ops/transfers.hpp"
#include "plugin_status.hpp"

#include <algorithm>

struct mergus_bfs_search : mergus::cuda::BfsPartSearch {
    using BfsPartSearch::BfsPartSearch;
};

namespace mergus::cuda {

namespace {

using core::guarded;
using core::whole;

std::int32_t reaches(Context* context, Context* other, std::int32_t* reaches, mergus_status* status) {
    return guarded(status, [&] {
        const CallMode call(*context, 0);
        *reaches = copy_streams(*context).reads(copy_streams(*other)) ? 1 : 0;
    });
}

std::int32_t asymmetry(Context* context, const Matrix* A, std::uint64_t first, std::uint64_t sums[2],
                       mergus_status* status) {
    return guarded(status, [&] {
        const CallMode call(*context, 0);
        const auto found = bfs_asymmetry(*context, make_ordinary(*context, *A), first);
        std::copy(found.begin(), found.end(), sums);
    });
}

std::int32_t search_new(Context* context, const mergus_bfs_part* part, mergus_bfs_search** search,
                        mergus_status* status) {
    return guarded(status, [&] {
        const CallMode call(*context, 0);
        const auto given = whole(part);
        for (std::uint64_t b = 0; b < given.count; ++b) make_ordinary(*context, *given.blocks[b]);
        *search = new mergus_bfs_search(*context, given);
    });
}

void search_free(Context*, mergus_bfs_search* search) {
    delete search;
}

std::int32_t next_level(Context* context, mergus_bfs_search* search, const mergus_bfs_search* const* all,
                        std::uint64_t count, std::uint64_t sums[2], mergus_status* status) {
    return guarded(status, [&] {
        const CallMode call(*context, 0);
        const BfsPartSums found = search->next_level({all, all + count});
        sums[0] = found.vertices;
        sums[1] = found.edges;
    });
}

std::int32_t find(Context* context, mergus_bfs_search* search, std::int32_t pull, mergus_status* status) {
    return guarded(status, [&] {
        const CallMode call(*context, 0);
        search->find(pull != 0);
    });
}

std::int32_t row(Context* context, const mergus_bfs_search* search, const mergus_type* type, Matrix** row,
                 mergus_status* status) {
    return guarded(status, [&] {
        const CallMode call(*context, 0);
        *row = new Matrix(search->row(type));
    });
}

} // namespace

const mergus_bfs_parts& bfs_parts() noexcept {
    static constexpr mergus_bfs_parts functions{sizeof functions, reaches,    asymmetry, search_new,
                                                search_free,      next_level, find,      row};
    return functions;
}

} // namespace mergus::cuda
