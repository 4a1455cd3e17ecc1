/// \file used_rows.cpp
#include "used_rows.hpp"

#include <algorithm>
#include <vector>

namespace mergus::blocks {

namespace {

/// Which columns of a matrix have entries, or which places of a vector.
std::vector<bool> columns_with_entries(const Local& A) {
    const Shape shape = A.shape();
    std::vector<bool> has(shape.is_vector ? shape.nrows : shape.ncols);
    const HostArrays arrays = to_host(A);
    const auto mark = [&](const auto& indices) {
        for (const auto index : indices) has[index] = true;
    };
    if (shape.is_vector)
        mark(arrays.rows);
    else if (arrays.is_narrow())
        mark(arrays.narrow_cols);
    else
        mark(arrays.cols);
    return has;
}

/// A block of another rank, and its rows.
struct Place {
    const Block* block;
    Range rows;
};

/// Those that the product reads and this rank does not have, first those of the next rank.
std::vector<Place> missing_blocks(const mergus_context& context, Cache& cache, const mergus_matrix& B,
                                  const Range& k, const Range& cols) {
    const int own = context.peers.rank();
    std::vector<Place> places;
    const auto meets = [](const Range& a, const Range& b) { return a.first < b.end() && b.first < a.end(); };
    for (std::uint64_t i = 0; i < B.rows.parts(); ++i)
        for (std::uint64_t j = 0; j < B.cols.parts(); ++j) {
            const BlockPtr& block = B.block(i, j);
            if (block == nullptr || block->owner() == own || !meets(B.rows[i], k) ||
                !meets(B.cols[j], cols) || is_long(block->shape().nrows, block->nvals()) ||
                block->present_on(cache) != nullptr)
                continue;
            places.push_back({block.get(), B.rows[i]});
        }
    const auto next = std::find_if(places.begin(), places.end(),
                                   [&](const Place& place) { return place.block->owner() > own; });
    std::rotate(places.begin(), next, places.end());
    return places;
}

/// Whether B is there, or will be: from the second product of two matrices on all of it is fetched and kept.
bool has_all(mergus_context& context, Cache& cache, const Product& product, const Part& part) {
    if (cache.kept(part) != nullptr) return true;
    if (!keeps_wholes(context, cache)) return false;
    if (product.A.is_vector) return true; // each call has another one
    if (is_whole(part) && known_whole_on(context, cache, product.B) != nullptr) return true;
    const std::lock_guard lock(context.residency);
    if (const auto known = product.A.multiplied_by.of(product.A.blocks))
        if (const auto first_call = known->of(product.B.blocks)) return *first_call != context.peers.calls();
    Finding<std::uint64_t> of_B;
    of_B.set(product.B.blocks, context.peers.calls());
    product.A.multiplied_by.set(product.A.blocks, std::move(of_B));
    return false;
}

} // namespace

bool may_use_rows(const mergus_context& context, const Product& product) {
    const mergus_matrix& B = product.B;
    return context.peers.size() > 1 && context.links == nullptr && !B.is_vector && !product.b_transposed &&
           !product.a_transposed && !is_long(B.rows.size(), B.nvals());
}

Substitutes used_rows(mergus_context& context, Cache& cache, const Product& product, const LocalPtr& A,
                      const Range& k, const Range& cols, std::uint64_t parts) {
    Substitutes substitutes;
    if (!may_use_rows(context, product)) return substitutes;
    const mergus_matrix& B = product.B;
    const std::vector<Place> places = missing_blocks(context, cache, B, k, cols);
    if (places.empty() || has_all(context, cache, product, product.part_of_B(k, cols))) return substitutes;
    const std::vector<bool> used = columns_with_entries(*A);
    for (const Place& place : places) {
        std::vector<std::uint64_t> rows;
        const std::uint64_t first = std::max(place.rows.first, k.first),
                            end = std::min(place.rows.end(), k.end());
        for (std::uint64_t row = first; row < end; ++row)
            if (used[row - k.first]) rows.push_back(row - place.rows.first);
        // Half, because the request has as many bytes as the offsets of the rows. The rank that has the block
        // knows how long the rows are.
        if (parts * rows.size() > place.rows.count / 2) continue;
        const Block& block = *place.block;
        substitutes[&block] =
            rows.empty() ? cache.device().make(B.type, block.shape()) : block.rows_on(cache, rows, parts);
    }
    return substitutes;
}

} // namespace mergus::blocks
