/// \file plugin/bfs_parts.cpp
#include "bfs_parts.hpp"

#include "graphs/bfs_parts.hpp"
#include "hypersparse/renumber.hpp"
#include "plugin_status.hpp"

#include <algorithm>

namespace mergus::cuda {

namespace {

using core::guarded;
using core::whole;

std::int32_t vector(Context* context, const mergus_type* type, std::uint64_t size, std::uint8_t byte,
                    Matrix** vector, mergus_status* status) {
    return guarded(status, [&] {
        const CallMode call(*context, 0);
        *vector = new Matrix(bfs_vector(*context, type, size, byte));
    });
}

std::int32_t insert(Context* context, Matrix* set, std::uint64_t vertex, mergus_status* status) {
    return guarded(status, [&] {
        const CallMode call(*context, 0);
        bfs_insert(*context, *set, vertex);
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

template <bool pull>
std::int32_t search(Context* context, const mergus_bfs_part* part, mergus_status* status) {
    return guarded(status, [&] {
        const CallMode call(*context, 0);
        const auto given = whole(part);
        make_ordinary(*context, *given.A);
        bfs_search_part(*context, given, pull);
    });
}

std::int32_t unite(Context* context, Matrix* set, const Matrix* other, mergus_status* status) {
    return guarded(status, [&] {
        const CallMode call(*context, 0);
        bfs_unite(*context, *set, *other);
    });
}

std::int32_t next_level(Context* context, Matrix* found, Matrix* frontier, Matrix* visited, Matrix* levels,
                        std::uint64_t first, std::int32_t level, std::uint64_t* count,
                        mergus_status* status) {
    return guarded(status, [&] {
        const CallMode call(*context, 0);
        *count = bfs_next_level(*context, *found, *frontier, *visited, *levels, first, level);
    });
}

std::int32_t row(Context* context, const Matrix* levels, Matrix** row, mergus_status* status) {
    return guarded(status, [&] {
        const CallMode call(*context, 0);
        *row = new Matrix(bfs_row(*context, *levels));
    });
}

} // namespace

const mergus_bfs_parts& bfs_parts() noexcept {
    static constexpr mergus_bfs_parts functions{
        sizeof functions, vector, insert, asymmetry, search<false>, search<true>, unite, next_level, row};
    return functions;
}

} // namespace mergus::cuda
