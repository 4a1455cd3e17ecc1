/// \file diag.cpp
/// The diagonal matrix of a vector, and the vector of a diagonal.
#include "operations.hpp"

#include "struct_size.hpp"

#include <algorithm>

namespace mergus::blocks {

namespace {

/// Entry v of diagonal k is at row v + down, column v + right.
struct Diagonal {
    explicit Diagonal(std::int64_t k)
        : down(k < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(k) : 0),
          right(k > 0 ? static_cast<std::uint64_t>(k) : 0) {}
    std::uint64_t down, right;
};

/// The numbers of those of `size` entries on the diagonal that are in rows × cols.
Range entries_in(const Diagonal& diagonal, std::uint64_t size, const Range& rows, const Range& cols) {
    const auto minus = [](std::uint64_t a, std::uint64_t b) { return a > b ? a - b : 0; };
    const std::uint64_t first = std::max(minus(rows.first, diagonal.down), minus(cols.first, diagonal.right));
    const std::uint64_t end =
        std::min({size, minus(rows.end(), diagonal.down), minus(cols.end(), diagonal.right)});
    return {first, minus(end, first)};
}

void resize(const Local& matrix, const Shape& shape) {
    Device& device = matrix.device();
    const auto function = device.require(device.table().matrix_resize, "resize");
    auto args = core::defaults<mergus_matrix_resize_args>();
    args.matrix = matrix.handle();
    args.nrows = shape.nrows;
    args.ncols = shape.ncols;
    device.call([&](mergus_status* status) { return function(device.handle(), &args, status); });
}

} // namespace

void diag(mergus_context& context, const mergus_call& call) {
    const Diagonal diagonal(call.diagonal);
    const mergus_matrix& v = *call.A;
    const OutputCuts cuts{Cuts::by_count(call.C->rows.size(), context.row_parts(false)),
                          Cuts::by_count(call.C->cols.size(), context.col_parts(false))};
    compute(context, call, cuts, false, [&](Region& region) {
        const Range entries = entries_in(diagonal, v.rows.size(), region.rows, region.cols);
        LocalPtr T;
        if (entries.count > 0) {
            // The diagonal enters a block at its first row or column, so it is one of a square matrix, of
            // which the block is a corner.
            const std::uint64_t row = entries.first + diagonal.down - region.rows.first,
                                col = entries.first + diagonal.right - region.cols.first;
            const LocalPtr part = gather(context, region.cache, v, entries, Range{0, 1});
            const std::uint64_t side = entries.count + std::max(row, col);
            T = region.cache.device().make(v.type, {side, side, false});
            mergus_call inputs = inputs_of(call);
            inputs.A = part->handle();
            inputs.diagonal = static_cast<std::int64_t>(col) - static_cast<std::int64_t>(row);
            region.run_into(T, &mergus_backend::diag, "diag", inputs);
            if (T->shape() != region.shape()) resize(*T, region.shape());
        } else {
            T = region.cache.device().make(v.type, region.shape());
        }
        region.write(T);
    });
}

void extract_diag(mergus_context& context, const mergus_call& call) {
    const Diagonal diagonal(call.diagonal);
    const mergus_matrix& A = *call.A;
    const OutputCuts cuts{context.vector_cuts(call.C->rows.size()), Cuts(1)};
    compute(context, call, cuts, false, [&](Region& region) {
        const LocalPtr part =
            gather(context, region.cache, A, Range{region.rows.first + diagonal.down, region.rows.count},
                   Range{region.rows.first + diagonal.right, region.rows.count});
        mergus_call inputs = inputs_of(call);
        inputs.A = part->handle();
        inputs.diagonal = 0;
        region.run(&mergus_backend::extract_diag, "extract_diag", inputs);
    });
}

} // namespace mergus::blocks
