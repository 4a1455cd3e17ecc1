/// \file reduce.cpp
/// Reductions of rows and to a scalar: blocks by themselves and then together, if parts of the fold may be
/// folded by themselves; otherwise in one piece.
#include "collective.hpp"
#include "operations.hpp"
#include "turns.hpp"

#include "struct_size.hpp"

#include <cstring>

namespace mergus::blocks {

void reduce_rows(mergus_context& context, const mergus_call& call) {
    const bool transposed = has(call, MERGUS_DESC_TRAN0);
    const Cuts& rows = transposed ? call.A->cols : call.A->rows;
    const Cuts& cols = transposed ? call.A->rows : call.A->cols;
    const bool splits = may_split_fold(context, call, *call.monoid);
    const bool in_fixed_storage =
        !splits && is_deterministic(context, call) && bits_depend_on_storage(context);
    const OutputCuts cuts =
        splits ? OutputCuts{.rows = context.vector_cuts(rows), .cols = Cuts(1), .finer = rows}
               : uncut(*call.C);
    compute(context, call, cuts, false, [&](Region& region) {
        const auto part_of_A = [&](const Range& range) {
            return gather(context, region.cache, *call.A, transposed ? range : region.rows,
                          transposed ? region.rows : range);
        };
        mergus_call inputs = inputs_of(call);
        if (!splits || cols.parts() == 1) {
            LocalPtr A = part_of_A({0, cols.size()});
            if (in_fixed_storage) A = as_imported(A);
            inputs.A = A->handle();
            region.run(&mergus_backend::reduce_rows, "reduce_rows", inputs);
            return;
        }
        const LocalPtr T = region.cache.device().make(intern(call.monoid->op->z_type), region.shape());
        inputs.accum = call.monoid->op;
        for (std::uint64_t part = 0; part < cols.parts(); ++part) {
            const LocalPtr A = part_of_A(cols[part]);
            if (A->nvals() == 0) continue;
            inputs.A = A->handle();
            region.run_into(T, &mergus_backend::reduce_rows, "reduce_rows", inputs);
        }
        region.write(T);
    });
}

void reduce_scalar(mergus_context& context, const mergus_call& call) {
    const mergus_op& op = *call.monoid->op;
    const auto reduce = [&](const LocalPtr& A, void* result) {
        mergus_call inputs = inputs_of(call);
        inputs.A = A->handle();
        inputs.result = result;
        A->device().run(&mergus_backend::reduce_scalar, "reduce_scalar", inputs);
    };
    const bool splits = may_split_fold(context, call, *call.monoid);
    if (!splits || call.A->nvals() == 0) {
        collectively(context, "reduce", [&] {
            LocalPtr A = whole_of(context, *call.A);
            if (!splits && is_deterministic(context, call) && bits_depend_on_storage(context))
                A = as_imported(A);
            reduce(A, call.result);
        });
        return;
    }
    // Each rank reduces its blocks; all fold the results in the order of blocks. The identity is not a term.
    const std::uint64_t size = op.z_type->size;
    const auto& blocks = call.A->blocks;
    const auto is_own = [&](std::uint64_t b) {
        return blocks[b] != nullptr && blocks[b]->owner() == context.peers.rank();
    };
    const std::vector<Bytes> terms = exchange(context, "reduce", [&] {
        std::vector<decltype(value_room(op.z_type, 1))> of_block(blocks.size());
        Turns(context, blocks.size(), false).run([&](std::uint64_t b, Cache& cache) {
            if (!is_own(b)) return;
            of_block[b] = value_room(op.z_type, 1);
            reduce(blocks[b]->on(cache), of_block[b].get());
        });
        Bytes own;
        for (std::uint64_t b = 0; b < blocks.size(); ++b) {
            if (!is_own(b)) continue;
            const auto* const bytes = reinterpret_cast<const std::byte*>(of_block[b].get());
            own.insert(own.end(), bytes, bytes + size);
        }
        return own;
    });
    const auto sum = value_room(op.z_type, 1), term = value_room(op.z_type, 1),
               next = value_room(op.z_type, 1);
    bool first = true;
    std::vector<std::uint64_t> read(terms.size());
    for (const BlockPtr& block : blocks) {
        if (block == nullptr) continue;
        const auto owner = static_cast<std::size_t>(block->owner());
        std::memcpy(first ? sum.get() : term.get(), terms[owner].data() + read[owner]++ * size, size);
        if (!first) {
            op.function.binary(next.get(), sum.get(), term.get());
            std::memcpy(sum.get(), next.get(), size);
        }
        first = false;
    }
    std::memcpy(call.result, sum.get(), size);
}

} // namespace mergus::blocks
