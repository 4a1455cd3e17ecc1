/// \file gather.cpp
/// Parts are copied by `extract` and `assign` of the local backend. Where a part is much longer than its
/// number of entries (is_long), its entries pass through lists in host memory, since a list of indices as
/// long as the part would not fit.
#include "gather.hpp"

#include "join_rows.hpp"

#include <algorithm>
#include <cstring>

namespace mergus::blocks {

namespace {

/// The list with the entries of `part` that are in rows × cols, counted from there, moved by an offset.
void append(HostArrays& to, const HostArrays& part, const Range& rows, const Range& cols,
            std::uint64_t row_offset, std::uint64_t col_offset) {
    const std::uint64_t size = to.type->size;
    const auto* from = part.values.data();
    auto* values = to.values.data();
    for (std::uint64_t e = 0; e < part.nvals; ++e) {
        if (part.rows[e] < rows.first || part.rows[e] >= rows.end()) continue;
        if (!part.shape.is_vector && (part.cols[e] < cols.first || part.cols[e] >= cols.end())) continue;
        to.rows.push_back(part.rows[e] - rows.first + row_offset);
        if (!to.shape.is_vector) to.cols.push_back(part.cols[e] - cols.first + col_offset);
        std::memcpy(values + to.nvals * size, from + e * size, size);
        ++to.nvals;
    }
}

HostArrays empty_list(const mergus_type* type, const Shape& shape, std::uint64_t room) {
    HostArrays list;
    list.type = type;
    list.shape = shape;
    list.is_list = true;
    list.values.resize(room * type->size);
    return list;
}

/// A(rows, cols) of a matrix of a device.
LocalPtr extract(const Local& A, const Indices& rows, const Indices& cols) {
    const Shape shape = A.shape();
    LocalPtr T = A.device().make(A.type(), {rows.size(), shape.is_vector ? 1 : cols.size(), shape.is_vector});
    const IndexList row_list(rows, shape.nrows), col_list(cols, shape.ncols);
    mergus_call call = empty_call();
    call.operation = MERGUS_OPERATION_EXTRACT;
    call.C = T->handle();
    call.A = A.handle();
    call.rows = row_list.data();
    call.nrows = row_list.size();
    if (!shape.is_vector) {
        call.cols = col_list.data();
        call.ncols = col_list.size();
    }
    A.device().run(&mergus_backend::extract, "extract", call);
    return T;
}

/// Blocks of M that have entries at chosen rows and columns.
struct Piece {
    const Block* block;
    const Chosen* rows;
    const Chosen* cols;
};

/// Brings the blocks of other ranks, first those of the next rank: ranks that need the same blocks would
/// otherwise all wait for one of them. While a block is brought the next one is on its way.
void fetch(int own, Cache& cache, const std::vector<Piece>& pieces, const Substitutes& substitutes,
           const std::function<void(const Block&)>& bring) {
    std::vector<const Block*> blocks;
    for (const Piece& piece : pieces)
        if (piece.block->owner() != own && !substitutes.contains(piece.block)) blocks.push_back(piece.block);
    const auto next =
        std::find_if(blocks.begin(), blocks.end(), [&](const Block* block) { return block->owner() > own; });
    std::rotate(blocks.begin(), next, blocks.end());
    for (std::size_t n = 0; n < blocks.size(); ++n) {
        if (n == 0) blocks[n]->start(cache);
        if (n + 1 < blocks.size()) blocks[n + 1]->start(cache);
        bring(*blocks[n]);
    }
}

bool is_all(const Indices& list, const Cuts& cuts) {
    return list.is_range() && list.size() == cuts.size();
}

/// Whether rows of the matrix can be put together by one copy.
bool takes_rows(const Cache& cache, const mergus_matrix& M, std::uint64_t nvals) {
    return cache.device().transfers() != nullptr && M.cols.parts() == 1 &&
           (M.is_vector || !is_long(M.rows.size(), nvals));
}

/// Blocks of all of a part's columns, if the part is to be joined from them in host memory. \param rows of
/// the part
std::vector<PlacedBlock> joined(const mergus_context& context, const Cache& cache, const mergus_matrix& M,
                                std::uint64_t rows, const std::vector<Piece>& pieces) {
    std::vector<PlacedBlock> blocks;
    std::uint64_t nvals = 0;
    if (context.peers.size() == 1 || cache.device().transfers() != nullptr || M.is_vector ||
        M.cols.parts() > 1 || pieces.size() < 2)
        return {};
    for (const Piece& piece : pieces) {
        if (piece.rows->size() != piece.block->shape().nrows) return {};
        blocks.push_back({piece.block, piece.rows->place_range.first});
        nvals += piece.block->nvals();
    }
    if (is_long(rows, nvals) || !can_join_rows(blocks)) blocks.clear();
    return blocks;
}

} // namespace

LocalPtr part_of(const LocalPtr& matrix, const Range& rows, const Range& cols) {
    const mergus_matrix_info info = matrix->info();
    if (rows == Range{0, info.nrows} && cols == Range{0, info.ncols}) return matrix;
    const bool whole_rows =
        info.is_vector != 0 || (cols == Range{0, info.ncols} && !is_long(info.nrows, info.nvals));
    if (whole_rows && matrix->device().transfers() != nullptr)
        return concatenate(matrix->device(), matrix->type(), {rows.count, info.ncols, info.is_vector != 0},
                           {{matrix, rows.first, rows.count, 0}});
    if (is_long(rows.count, info.nvals) || is_long(cols.count, info.nvals)) {
        const HostArrays all = tuples_of(*matrix);
        HostArrays list =
            empty_list(matrix->type(), {rows.count, cols.count, info.is_vector != 0}, all.nvals);
        append(list, all, rows, cols, 0, 0);
        return from_tuples(matrix->device(), list);
    }
    return extract(*matrix, rows, cols);
}

void put(const LocalPtr& to, const Local& part, const Indices& rows, const Indices& cols) {
    const Shape shape = to->shape();
    const IndexList row_list(rows, shape.nrows), col_list(cols, shape.ncols);
    mergus_call call = empty_call();
    call.operation = MERGUS_OPERATION_ASSIGN;
    call.C = to->handle();
    call.A = part.handle();
    call.rows = row_list.data();
    call.nrows = row_list.size();
    if (!shape.is_vector) {
        call.cols = col_list.data();
        call.ncols = col_list.size();
    }
    to->device().run(&mergus_backend::assign, "assign", call);
}

LocalPtr gather(mergus_context& context, Cache& cache, const mergus_matrix& M, const Indices& rows,
                const Indices& cols, const Substitutes& substitutes) {
    if (!M.is_vector && is_all(rows, M.rows) && is_all(cols, M.cols) && substitutes.empty())
        if (LocalPtr whole = known_whole_on(context, cache, M)) return whole;
    std::vector<Chosen> row_parts, col_parts;
    for (std::uint64_t i = 0; i < M.rows.parts(); ++i) row_parts.push_back(choose(rows, M.rows[i]));
    for (std::uint64_t j = 0; j < M.cols.parts(); ++j) col_parts.push_back(choose(cols, M.cols[j]));
    std::vector<Piece> pieces;
    std::uint64_t nvals = 0;
    for (std::uint64_t i = 0; i < M.rows.parts(); ++i)
        for (std::uint64_t j = 0; j < M.cols.parts(); ++j) {
            if (M.block(i, j) == nullptr || row_parts[i].size() == 0 || col_parts[j].size() == 0) continue;
            pieces.push_back({M.block(i, j).get(), &row_parts[i], &col_parts[j]});
            nvals += M.block(i, j)->nvals();
        }
    const Shape shape{rows.size(), M.is_vector ? 1 : cols.size(), M.is_vector};
    if (pieces.empty()) return cache.device().make(M.type, shape);
    const bool ranges = rows.is_range() && (M.is_vector || cols.is_range());
    const int own = context.peers.rank();
    if (ranges && cols.size() == M.cols.size() && substitutes.empty())
        if (const auto blocks = joined(context, cache, M, shape.nrows, pieces); !blocks.empty()) {
            fetch(own, cache, pieces, {}, [](const Block& block) { static_cast<void>(block.on_host()); });
            return join_rows(context, cache, M.type, shape, blocks);
        }
    // If not all fit, each is brought when it is used.
    if (cache.limit() == 0 || nvals * (M.type->size + sizeof(std::uint64_t)) <= cache.limit() / 2)
        fetch(own, cache, pieces, substitutes,
              [&](const Block& block) { static_cast<void>(block.on(cache)); });
    const auto local = [&](const Block& block) {
        const auto found = substitutes.find(&block);
        return found != substitutes.end() ? found->second : block.on(cache);
    };
    const bool one_block = ranges && pieces.size() == 1 && pieces[0].rows->size() == shape.nrows &&
                           pieces[0].cols->size() == shape.ncols;
    if (one_block && pieces[0].block->shape() == shape) return local(*pieces[0].block);
    if (ranges && takes_rows(cache, M, nvals) && cols.size() == M.cols.size()) {
        std::vector<RowsOf> parts;
        for (const Piece& piece : pieces)
            parts.push_back({M.is_vector ? piece.block->near(cache) : local(*piece.block),
                             piece.rows->index_range.first, piece.rows->size(),
                             piece.rows->place_range.first});
        return concatenate(cache.device(), M.type, shape, parts);
    }
    if (one_block)
        return part_of(local(*pieces[0].block), pieces[0].rows->index_range, pieces[0].cols->index_range);
    if (ranges && (is_long(shape.nrows, nvals) || is_long(shape.ncols, nvals))) {
        HostArrays list = empty_list(M.type, shape, nvals);
        for (const Piece& piece : pieces)
            append(list, tuples_of(*local(*piece.block)), piece.rows->index_range, piece.cols->index_range,
                   piece.rows->place_range.first, piece.cols->place_range.first);
        return from_tuples(cache.device(), list);
    }
    LocalPtr T;
    for (const Piece& piece : pieces) {
        const LocalPtr block = local(*piece.block);
        const LocalPtr part = ranges ? part_of(block, piece.rows->index_range, piece.cols->index_range)
                                     : extract(*block, piece.rows->index_set(), piece.cols->index_set());
        if (pieces.size() == 1 && part->shape() == shape) return part;
        if (T == nullptr) T = cache.device().make(M.type, shape);
        put(T, *part, piece.rows->place_set(), piece.cols->place_set());
    }
    return T;
}

bool can_keep_place(const Cache& cache, const mergus_matrix& M) {
    return !M.is_vector && takes_rows(cache, M, M.nvals());
}

LocalPtr rows_in_place(Cache& cache, const mergus_matrix& M, const Range& rows) {
    std::vector<RowsOf> parts;
    for (std::uint64_t i = 0; i < M.rows.parts(); ++i) {
        const Chosen chosen = choose(rows, M.rows[i]);
        if (chosen.size() > 0 && M.block(i, 0) != nullptr)
            parts.push_back({M.block(i, 0)->on(cache), chosen.index_range.first, chosen.size(),
                             rows.first + chosen.place_range.first});
    }
    return concatenate(cache.device(), M.type, M.shape(), parts);
}

LocalPtr gather_and_keep(mergus_context& context, Cache& cache, const Part& part) {
    if (LocalPtr kept = cache.kept(part)) return kept;
    LocalPtr made = gather(context, cache, *part.matrix, part.rows, part.cols);
    if (made.use_count() == 1) cache.keep(part, made); // otherwise it is a block
    return made;
}

void start(Cache& cache, const Part& part) {
    if (cache.kept(part) == nullptr) for_each_block(part, [&](const Block& block) { block.start(cache); });
}

std::uint64_t bytes_of_part(const Part& part) {
    std::uint64_t blocks = 0;
    double bytes = 0;
    bool whole = true;
    for_each_block(part, [&](const Block& block) {
        ++blocks;
        const Shape& shape = block.shape();
        whole = whole && shape.nrows == part.rows.count && shape.ncols == part.cols.count;
        const std::uint64_t entry = block.type()->size + (shape.ncols > UINT32_MAX ? 8 : 4);
        const auto share = [](std::uint64_t part_of_it, std::uint64_t all) {
            return std::min(1.0, static_cast<double>(part_of_it) / static_cast<double>(all));
        };
        bytes += static_cast<double>(block.nvals() * entry) * share(part.rows.count, shape.nrows) *
                 share(part.cols.count, shape.ncols);
    });
    if (blocks == 1 && whole) return 0;
    return static_cast<std::uint64_t>(bytes) + part.rows.count * sizeof(std::uint64_t);
}

LocalPtr gather_in_place(mergus_context& context, Cache& cache, const mergus_matrix& M, const Range& rows,
                         const Range& cols) {
    LocalPtr part = gather(context, cache, M, rows, cols);
    if (rows.first == 0 && cols.first == 0) return part;
    const Shape shape{rows.end(), cols.end(), M.is_vector};
    const std::uint64_t nvals = part->nvals();
    if (is_long(rows.count, nvals) || is_long(cols.count, nvals)) {
        const HostArrays all = tuples_of(*part);
        HostArrays list = empty_list(M.type, shape, all.nvals);
        append(list, all, {0, rows.count}, {0, cols.count}, rows.first, cols.first);
        return from_tuples(cache.device(), list);
    }
    LocalPtr T = cache.device().make(M.type, shape);
    put(T, *part, rows, cols);
    return T;
}

LocalPtr known_whole_on(mergus_context& context, const Cache& cache, const mergus_matrix& M) {
    const std::lock_guard lock(context.residency);
    if (M.wholes.empty()) return nullptr;
    const auto known = M.wholes[cache.ordinal()].of(M.blocks);
    return known ? known->lock() : nullptr;
}

bool keeps_wholes(const mergus_context& context, const Cache& cache) {
    return context.peers.size() > 1 ? cache.limit() != 0 : context.concurrent;
}

LocalPtr whole_on(mergus_context& context, Cache& cache, const mergus_matrix& M) {
    LocalPtr made = gather(context, cache, M, Range{0, M.rows.size()}, Range{0, M.cols.size()});
    if (made.use_count() > 1) return made; // a block
    const std::lock_guard lock(context.residency);
    const auto block =
        std::find_if(M.blocks.begin(), M.blocks.end(), [](const BlockPtr& one) { return one != nullptr; });
    if (block != M.blocks.end()) cache.keep_beyond_call(made, *block);
    M.wholes.resize(context.caches.size());
    M.wholes[cache.ordinal()].set(M.blocks, made);
    return made;
}

LocalPtr whole_of(mergus_context& context, const mergus_matrix& M) {
    return gather(context, context.caches.front(), M, Range{0, M.rows.size()}, Range{0, M.cols.size()});
}

} // namespace mergus::blocks
