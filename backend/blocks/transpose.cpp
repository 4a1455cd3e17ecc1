/// \file transpose.cpp
/// C<mask> ⊙= A'. A block of C is the transpose of one of A; or, without a grid of the user's, each device
/// transposes its rows of A, which are columns of A', and rows of them pass to the device of these rows: so C
/// has rows of blocks as A has.
#include "operations.hpp"
#include "turns.hpp"

#include <optional>
#include <vector>

namespace mergus::blocks {

namespace {

/// The cuts of A' into rows, if its columns can pass between devices.
std::optional<Cuts> rows_of_transpose(const mergus_context& context, const mergus_matrix& A) {
    const mergus_transfers* const transfers = context.devices.front()->transfers();
    if (context.options.p != 0 || context.peers.size() > 1 || context.devices.size() == 1 ||
        A.cols.parts() != 1 || A.rows.parts() == 1 || is_long(A.rows.size(), A.nvals()) ||
        is_long(A.cols.size(), A.nvals()) || transfers == nullptr || transfers->join_columns == nullptr)
        return std::nullopt;
    if (A.rows.size() == A.cols.size()) return A.rows;
    return Cuts::by_count(A.cols.size(), context.row_parts(false));
}

/// Each device's columns of A', by rows of C. A device without rows of A has none.
std::vector<std::vector<LocalPtr>> columns_by_device(mergus_context& context, const mergus_call& call,
                                                     const Cuts& rows) {
    const mergus_matrix& A = *call.A;
    std::vector<std::vector<LocalPtr>> columns(context.devices.size());
    for_each_device(context, [&](std::size_t device, Cache& cache) {
        Range own{0, 0};
        for (std::uint64_t i = 0; i < A.rows.parts(); ++i)
            if (&context.home(i, A.rows.parts()) == &cache)
                own = {own.count == 0 ? A.rows[i].first : own.first, own.count + A.rows[i].count};
        if (own.count == 0) return;
        const Range all{0, A.cols.size()};
        Region region(context, cache, call, all, own);
        const LocalPtr part = gather(context, cache, A, own, all);
        const LocalPtr T = cache.device().make(A.type, {A.cols.size(), own.count, false});
        mergus_call inputs = inputs_of(call);
        inputs.A = part->handle();
        region.run_into(T, &mergus_backend::transpose, "transpose", inputs);
        for (std::uint64_t i = 0; i < rows.parts(); ++i)
            columns[device].push_back(part_of(T, rows[i], {0, own.count}));
    });
    return columns;
}

} // namespace

void transpose(mergus_context& context, const mergus_call& call) {
    const bool straight = has(call, MERGUS_DESC_TRAN0); // A' transposed is A
    if (const auto rows = straight ? std::nullopt : rows_of_transpose(context, *call.A)) {
        const auto columns = columns_by_device(context, call, *rows);
        compute(context, call, {*rows, Cuts(call.C->cols.size())}, false, [&](Region& region) {
            std::uint64_t part = 0;
            while ((*rows)[part] != region.rows) ++part;
            std::vector<LocalPtr> parts;
            for (const std::vector<LocalPtr>& of_device : columns) {
                if (of_device.empty()) continue;
                const LocalPtr& one = of_device[part];
                Device& device = region.cache.device();
                parts.push_back(&one->device() == &device ? one : copy_from(device, *one));
            }
            region.write(join_columns(region.cache.device(), call.A->type, region.rows.count, parts));
        });
        return;
    }
    compute(context, call, cuts_like({{call.A, !straight}}), false, [&](Region& region) {
        const LocalPtr A = region.operand(*call.A, !straight);
        mergus_call inputs = inputs_of(call);
        inputs.A = A->handle();
        region.run(&mergus_backend::transpose, "transpose", inputs);
    });
}

} // namespace mergus::blocks
