/// \file recut.cpp
/// A matrix that is cut into columns, as a transpose is, cut into rows: rows of each block of columns pass to
/// the device of these rows and are put side by side.
#include "operations.hpp"
#include "turns.hpp"

#include <vector>

namespace mergus::blocks {

namespace {

/// Rows of the blocks of columns that each device has, by rows of the result.
std::vector<std::vector<LocalPtr>> rows_of_columns(mergus_context& context, const mergus_matrix& M,
                                                   const Cuts& rows) {
    std::vector<std::vector<LocalPtr>> pieces(M.cols.parts());
    for_each_device(context, [&](std::size_t, Cache& cache) {
        for (std::uint64_t j = 0; j < M.cols.parts(); ++j) {
            if (&context.home(j, M.cols.parts()) != &cache) continue;
            const LocalPtr block =
                gather(context, cache, M, Range{0, M.rows.size()}, M.cols[j]); // without entries, too
            for (std::uint64_t i = 0; i < rows.parts(); ++i)
                pieces[j].push_back(part_of(block, rows[i], {0, M.cols[j].count}));
        }
    });
    return pieces;
}

} // namespace

bool can_be_cut_into_rows(const mergus_context& context, const mergus_matrix& M) {
    const mergus_transfers* const transfers = context.devices.front()->transfers();
    return context.peers.size() == 1 && context.devices.size() > 1 && M.rows.parts() == 1 &&
           M.cols.parts() > 1 && transfers != nullptr && transfers->join_columns != nullptr &&
           !is_long(M.rows.size(), M.nvals()) && !is_long(M.cols.size(), M.nvals());
}

std::shared_ptr<const mergus_matrix> cut_into_rows(mergus_context& context, const mergus_matrix& M) {
    const Cuts rows =
        M.rows.size() == M.cols.size() ? M.cols : Cuts::by_count(M.rows.size(), context.row_parts(false));
    const auto pieces = rows_of_columns(context, M, rows);
    const auto made = std::make_shared<mergus_matrix>(M.type, rows, Cuts(M.cols.size()), false);
    mergus_call call = empty_call();
    call.operation = MERGUS_OPERATION_EXTRACT;
    call.C = made.get();
    compute(context, call, {rows, Cuts(M.cols.size())}, false, [&](Region& region) {
        std::uint64_t part = 0;
        while (rows[part] != region.rows) ++part;
        Device& device = region.cache.device();
        std::vector<LocalPtr> parts;
        for (const std::vector<LocalPtr>& of_block : pieces) {
            const LocalPtr& one = of_block[part];
            parts.push_back(&one->device() == &device ? one : copy_from(device, *one));
        }
        region.write(join_columns(device, M.type, region.rows.count, parts));
    });
    return made;
}

} // namespace mergus::blocks
