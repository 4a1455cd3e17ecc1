/// \file used_rows.cpp
#include "used_rows.hpp"

#include <algorithm>

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

/// Bytes of messages for rows of a block, if all rows have the same length.
double bytes_of_rows(const Block& block, std::uint64_t rows) {
    const auto share = static_cast<double>(rows) / static_cast<double>(block.shape().nrows);
    const std::uint64_t entry = block.type()->size + (block.shape().ncols > UINT32_MAX ? 8 : 4);
    const auto request = static_cast<double>(rows * sizeof(std::uint64_t));
    return request + static_cast<double>(rows * sizeof(std::uint64_t)) +
           share * static_cast<double>(block.nvals() * entry);
}

} // namespace

Substitutes used_rows(mergus_context& context, Cache& cache, const Product& product, const LocalPtr& A,
                      std::uint64_t parts) {
    Substitutes substitutes;
    const mergus_matrix& B = product.B;
    const int own = context.peers.rank();
    const auto is_elsewhere = [&](const BlockPtr& block) {
        return block != nullptr && block->owner() != own && block->present_on(cache) == nullptr &&
               !is_long(block->shape().nrows, block->nvals());
    };
    if (context.peers.size() == 1 || context.links != nullptr || B.is_vector || product.b_transposed ||
        product.a_transposed || is_long(B.rows.size(), B.nvals()) ||
        std::none_of(B.blocks.begin(), B.blocks.end(), is_elsewhere))
        return substitutes;
    const std::vector<bool> used = columns_with_entries(*A);
    for (std::uint64_t i = 0; i < B.rows.parts(); ++i) {
        std::vector<std::uint64_t> rows;
        for (std::uint64_t k = B.rows[i].first; k < B.rows[i].end(); ++k)
            if (used[k]) rows.push_back(k - B.rows[i].first);
        for (std::uint64_t j = 0; j < B.cols.parts(); ++j) {
            const BlockPtr& block = B.block(i, j);
            if (!is_elsewhere(block)) continue;
            const double all = bytes_of_rows(*block, block->shape().nrows) / 2;
            if (static_cast<double>(parts) * bytes_of_rows(*block, rows.size()) > all) continue;
            substitutes[block.get()] =
                to_device(cache.device(), context.peers.fetch_rows(*block, rows, context.host_memory));
        }
    }
    return substitutes;
}

} // namespace mergus::blocks
