/// \file matrix.cpp
/// Matrices and vectors without operations; tuples.
#include "collective.hpp"
#include "operations.hpp"

#include "struct_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace mergus::blocks {

void require_type(mergus_context& context, const mergus_type* type, bool is_vector) {
    if (type->code == MERGUS_USER_TYPE) context.devices.front()->make(intern(type), {1, 1, is_vector});
}

namespace {

/// Cuts and lists of indices have no form for more rows.
void require_size(bool is_vector, std::uint64_t nrows, std::uint64_t ncols) {
    constexpr std::uint64_t most = std::uint64_t{1} << 36;
    if (!is_vector && (nrows > most || ncols > most))
        throw Error(
            Code::not_implemented,
            fmt::format("{} x {}: matrices in blocks have at most 2^36 rows and columns", nrows, ncols));
}

} // namespace

mergus_matrix* matrix_new(mergus_context& context, const mergus_type* type, const Shape& shape) {
    require_size(shape.is_vector, shape.nrows, shape.ncols);
    const mergus_type* const own = intern(type);
    require_type(context, own, shape.is_vector);
    if (shape.is_vector) return new mergus_matrix(own, context.vector_cuts(shape.nrows), Cuts(1), true);
    return new mergus_matrix(own, Cuts::by_count(shape.nrows, context.row_parts(false)),
                             Cuts::by_count(shape.ncols, context.col_parts(false)), false);
}

void matrix_info(const mergus_matrix& matrix, mergus_matrix_info& info) {
    info.nrows = matrix.rows.size();
    info.ncols = matrix.cols.size();
    info.nvals = matrix.nvals();
    info.is_vector = matrix.is_vector ? 1 : 0;
    info.bytes = 0;
    for (const BlockPtr& block : matrix.blocks) info.bytes += block != nullptr ? block->bytes() : 0;
}

void matrix_clear(mergus_matrix& matrix) {
    for (BlockPtr& block : matrix.blocks) block.reset();
}

void matrix_resize(mergus_context& context, mergus_matrix& matrix, std::uint64_t nrows, std::uint64_t ncols) {
    require_size(matrix.is_vector, nrows, ncols);
    mergus_matrix made(matrix.type, matrix.rows.resized(nrows), matrix.cols.resized(ncols), matrix.is_vector);
    NewBlocks blocks(context, matrix.type, made.blocks.size());
    const auto resize_all = [&] {
        for (std::uint64_t b = 0; b < made.blocks.size(); ++b) {
            if (!blocks.is_own(b)) continue;
            const Range rows = made.rows[b / made.cols.parts()], cols = made.cols[b % made.cols.parts()];
            const auto clipped = [](const Range& range, std::uint64_t size) {
                return Range{range.first, std::min(range.end(), size) - std::min(range.first, size)};
            };
            const Range old_rows = clipped(rows, matrix.rows.size()),
                        old_cols = clipped(cols, matrix.cols.size());
            if (old_rows.count == 0 || old_cols.count == 0) continue;
            Cache& cache = context.home(b, made.blocks.size());
            LocalPtr part = gather(context, cache, matrix, old_rows, old_cols);
            if (part->nvals() == 0) continue;
            if (rows != old_rows || cols != old_cols) {
                if (part.use_count() > 1) part = cache.device().dup(*part);
                const auto function = cache.device().require(cache.device().table().matrix_resize, "resize");
                auto args = core::defaults<mergus_matrix_resize_args>();
                args.matrix = part->handle();
                args.nrows = rows.count;
                args.ncols = cols.count;
                cache.device().call(
                    [&](mergus_status* status) { return function(cache.device().handle(), &args, status); });
            }
            blocks.set(b, std::move(part));
        }
    };
    made.blocks = blocks.make(fmt::format("resize to {} x {}", nrows, ncols), resize_all,
                              [&](std::uint64_t b) { return made.block_shape(b); });
    matrix = std::move(made);
}

void matrix_build(mergus_context& context, const mergus_matrix_build_args& given) {
    mergus_matrix& matrix = *given.matrix;
    if (matrix.nvals() != 0) throw Error(Code::output_not_empty, "the matrix has entries");
    if (given.nvals == 0) return;
    const std::uint64_t bytes = given.nvals * (matrix.type->size + 4);
    const std::uint64_t p = context.row_parts(matrix.is_vector, bytes),
                        q = context.col_parts(matrix.is_vector);
    std::unique_ptr<mergus_matrix> made;
    const std::uint64_t size = given.value_type->size;
    const auto* const values = static_cast<const unsigned char*>(given.values);
    NewBlocks blocks(context, matrix.type, std::max(p * q, matrix.blocks.size()));
    const auto build_all = [&] {
        std::vector<std::uint64_t> rows, cols;
        if (matrix.is_vector) { // keeps its cuts
            made = std::make_unique<mergus_matrix>(matrix.type, matrix.rows, Cuts(1), true);
        } else {
            rows.assign(given.rows, given.rows + given.nvals);
            cols.assign(given.cols, given.cols + given.nvals);
            made = std::make_unique<mergus_matrix>(matrix.type, Cuts::by_entries(matrix.rows.size(), p, rows),
                                                   Cuts::by_entries(matrix.cols.size(), q, cols), false);
        }
        blocks.resize(made->blocks.size());
        for (std::uint64_t b = 0; b < made->blocks.size(); ++b) {
            if (!blocks.is_own(b)) continue;
            const Range row_range = made->rows[b / made->cols.parts()],
                        col_range = made->cols[b % made->cols.parts()];
            const auto inside = [](std::uint64_t index, const Range& range) {
                return index >= range.first && index < range.end();
            };
            rows.clear();
            cols.clear();
            const auto own_values = value_room(given.value_type, given.nvals);
            auto* const to = reinterpret_cast<unsigned char*>(own_values.get());
            for (std::uint64_t e = 0; e < given.nvals; ++e) {
                const std::uint64_t col = given.cols != nullptr ? given.cols[e] : 0;
                if (!inside(given.rows[e], row_range) || !inside(col, col_range)) continue;
                std::memcpy(to + rows.size() * size, values + e * size, size);
                rows.push_back(given.rows[e] - row_range.first);
                cols.push_back(col - col_range.first);
            }
            if (rows.empty()) continue;
            Device& device = context.home(b, made->blocks.size()).device();
            LocalPtr block = device.make(matrix.type, {row_range.count, col_range.count, matrix.is_vector});
            const auto function = device.require(device.table().matrix_build, "build");
            mergus_matrix_build_args args = given;
            args.matrix = block->handle();
            args.rows = rows.data();
            args.cols = given.cols != nullptr ? cols.data() : nullptr;
            args.values = to;
            args.nvals = rows.size();
            device.call([&](mergus_status* status) { return function(device.handle(), &args, status); });
            blocks.set(b, std::move(block));
        }
    };
    std::vector<BlockPtr> all =
        blocks.make(fmt::format("build of {} entries into {} x {}", given.nvals, p, q), build_all,
                    [&](std::uint64_t b) { return made->block_shape(b); });
    made->blocks = std::move(all);
    matrix = std::move(*made);
}

namespace {

/// Writes the entries of a local matrix to the caller's arrays, from position `done` on.
void extract_local(const LocalPtr& local, const mergus_matrix_extract_tuples_args& given,
                   std::uint64_t done) {
    Device& device = local->device();
    const auto function = device.require(device.table().matrix_extract_tuples, "extract_tuples");
    mergus_matrix_extract_tuples_args args = given;
    args.matrix = local->handle();
    if (given.rows != nullptr) args.rows = given.rows + done;
    if (given.cols != nullptr) args.cols = given.cols + done;
    if (given.values != nullptr)
        args.values = static_cast<unsigned char*>(given.values) + done * given.value_type->size;
    device.call([&](mergus_status* status) { return function(device.handle(), &args, status); });
}

} // namespace

std::uint64_t matrix_extract_own(mergus_context& context, const mergus_matrix_extract_tuples_args& given) {
    const mergus_matrix& matrix = *given.matrix;
    std::uint64_t done = 0;
    for (std::uint64_t b = 0; b < matrix.blocks.size(); ++b) {
        const BlockPtr& block = matrix.blocks[b];
        if (block == nullptr || block->owner() != context.peers.rank()) continue;
        const std::uint64_t nvals = block->nvals();
        if (given.rows != nullptr || given.cols != nullptr || given.values != nullptr) {
            const LocalPtr local = block->on(context.home(b, matrix.blocks.size()));
            extract_local(local, given, done);
            const Range rows = matrix.rows[b / matrix.cols.parts()],
                        cols = matrix.cols[b % matrix.cols.parts()];
            for (std::uint64_t e = done; e < done + nvals; ++e) {
                if (given.rows != nullptr) given.rows[e] += rows.first;
                if (given.cols != nullptr) given.cols[e] += cols.first;
            }
        }
        done += nvals;
    }
    return done;
}

void matrix_extract_tuples(mergus_context& context, const mergus_matrix_extract_tuples_args& given) {
    const mergus_matrix& matrix = *given.matrix;
    std::uint64_t done = 0;
    const auto extract_rows = [&](std::uint64_t i) {
        Cache& cache = context.home(i * matrix.cols.parts(), matrix.blocks.size());
        const LocalPtr panel = gather(context, cache, matrix, matrix.rows[i], Range{0, matrix.cols.size()});
        const std::uint64_t nvals = panel->nvals();
        if (nvals == 0) return;
        extract_local(panel, given, done);
        if (given.rows != nullptr)
            for (std::uint64_t e = done; e < done + nvals; ++e) given.rows[e] += matrix.rows[i].first;
        done += nvals;
    };
    collectively(context, "extract_tuples", [&] {
        for (std::uint64_t i = 0; i < matrix.rows.parts(); ++i) extract_rows(i);
    });
}

} // namespace mergus::blocks
