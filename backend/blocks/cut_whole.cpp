/// \file cut_whole.cpp
/// A matrix or vector of one device, cut into blocks.
#include "collective.hpp"
#include "gather.hpp"

#include <fmt/format.h>

namespace mergus::blocks {

std::unique_ptr<mergus_matrix> cut_vector(mergus_context& context, const mergus_type* type,
                                          std::uint64_t size, const std::function<LocalPtr()>& make) {
    auto made = std::make_unique<mergus_matrix>(type, context.vector_cuts(size), Cuts(1), true);
    NewBlocks blocks(context, type, made->blocks.size());
    made->blocks = blocks.make(
        fmt::format("a vector cut into {}", made->blocks.size()),
        [&] {
            const LocalPtr whole = make();
            for (std::uint64_t b = 0; b < made->blocks.size(); ++b)
                if (blocks.is_own(b)) blocks.set(b, part_of(whole, made->rows[b], {0, 1}));
        },
        [&](std::uint64_t b) { return made->block_shape(b); });
    return made;
}

std::unique_ptr<mergus_matrix> cut_by_entries(mergus_context& context, const mergus_type* type,
                                              const std::function<LocalPtr()>& make) {
    const std::uint64_t p = context.row_parts(false), q = context.col_parts(false);
    std::unique_ptr<mergus_matrix> made;
    NewBlocks blocks(context, type, p * q);
    std::vector<BlockPtr> parts = blocks.make(
        fmt::format("a cut into {} x {}", p, q),
        [&] {
            const LocalPtr whole = make();
            const Shape shape = whole->shape();
            HostArrays list;
            if (p > 1 || q > 1) list = tuples_of(*whole);
            std::vector<std::uint64_t> rows(list.rows.begin(), list.rows.end()),
                cols(list.cols.begin(), list.cols.end());
            made = std::make_unique<mergus_matrix>(type, Cuts::by_entries(shape.nrows, p, rows),
                                                   Cuts::by_entries(shape.ncols, q, cols), false);
            const std::uint64_t columns = made->cols.parts(), count = made->blocks.size();
            blocks.resize(count);
            for (std::uint64_t b = 0; b < count; ++b)
                if (blocks.is_own(b))
                    blocks.set(b, part_of(whole, made->rows[b / columns], made->cols[b % columns]));
        },
        [&](std::uint64_t b) { return made->block_shape(b); });
    made->blocks = std::move(parts);
    context.remember_cuts(made->rows);
    return made;
}

} // namespace mergus::blocks
