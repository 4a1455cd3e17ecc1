/// \file reduce.cpp
/// Reductions of rows and of the whole matrix: ops/reduce.cuh, in rounds.
#include "operations.hpp"

#include "accumulate.hpp"
#include "device/primitives.hpp"
#include "transpose/transpose.hpp"
#include "write_result.hpp"

#include <algorithm>

namespace mergus::cuda {

namespace {

/// How far the operator lets terms be regrouped; ops/reduce.cuh says what each is.
enum class Order : int { any = 0, neighbours = 1, left = 2 };

Order order_of(const mergus_monoid& monoid) {
    const std::uint32_t properties = monoid.op->properties;
    if ((properties & MERGUS_OP_ASSOCIATIVE) == 0) return Order::left;
    return (properties & MERGUS_OP_COMMUTATIVE) == 0 ? Order::neighbours : Order::any;
}

/// Entries that a warp folds in a round: all of a segment's where they are taken from left to right.
std::uint64_t chunk_entries(const mergus_monoid& monoid) {
    return order_of(monoid) == Order::left ? std::uint64_t{1} << 62 : 1024;
}

Bindings bind_reduction(const Context& context, const mergus_monoid* monoid, const mergus_type* from) {
    const mergus_type* type = monoid->op->z_type;
    Bindings bindings;
    bindings.type("X_value", from)
        .type("Z_value", type)
        .cast("convert", from, type)
        .constant("chunk_entries", static_cast<std::int64_t>(chunk_entries(*monoid)))
        .constant("fold_order", static_cast<int>(order_of(*monoid)));
    bind_combine(bindings, "add", *monoid);
    if (context.deterministic) bindings.no_contraction();
    return bindings;
}

/// One round of segments [ptr[s], ptr[s+1]) of `from` values; afterwards ptr and values describe what is
/// left.
struct Segments {
    Array<std::uint64_t> own_ptr;
    const std::uint64_t* ptr;
    std::uint64_t count;
    Buffer own_values;
    const void* values;
    const mergus_type* type;
};

void round(Context& context, const mergus_monoid* monoid, const mergus_type* z_type, Segments& s) {
    Device& device = context.device;
    const Bindings bindings = bind_reduction(context, monoid, s.type);
    const Dim3 block{block_threads};
    Array<std::uint64_t> chunks(device, s.count + 1);
    device.launch(context.jit.kernel("ops/reduce.cuh", "count_chunks", bindings),
                  grid_for(context, s.count, block_threads), block, 0, s.ptr, s.count, chunks.data());
    exclusive_scan(device, chunks.data(), chunks.data(), s.count);
    const std::uint64_t total = device.read(chunks.data() + s.count);
    Buffer values(device, total * z_type->size);
    device.launch(context.jit.kernel("ops/reduce.cuh", "reduce_chunks", bindings),
                  grid_for(context, total * 32, block_threads), block, 0, s.ptr, s.count,
                  static_cast<const std::uint64_t*>(chunks.data()), total, s.values,
                  static_cast<const void*>(values.data()));
    s.own_ptr = std::move(chunks);
    s.ptr = s.own_ptr.data();
    s.own_values = std::move(values);
    s.values = s.own_values.data();
    s.type = z_type;
}

} // namespace

void reduce_rows(Context& context, const mergus_call& call) {
    Device& device = context.device;
    TransposedInput A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    const mergus_type* z_type = context.intern(call.monoid->op->z_type);
    const Bindings bindings = bind_reduction(context, call.monoid, A->type);
    const Dim3 block{block_threads};
    const OutputSpec how = OutputSpec::of(call);
    KernelRequests requests{{"ops/reduce.cuh", "count_chunks", bindings}};
    A.kernels(requests);
    // A row of more than a chunk takes another round.
    if (A->type != z_type && A->nvals > chunk_entries(*call.monoid))
        requests.push_back({"ops/reduce.cuh", "count_chunks", bind_reduction(context, call.monoid, z_type)});
    request_write_result(requests, context, *call.C, z_type, how);
    context.jit.compile(requests);
    A.run();

    // The longest row, in chunks, says how many rounds there are.
    Array<std::uint64_t> lengths(device, A->nrows + 1);
    Array<std::uint64_t> longest(device, 1);
    device.launch(context.jit.kernel("ops/reduce.cuh", "count_chunks", bindings),
                  grid_for(context, A->nrows, block_threads), block, 0,
                  static_cast<const std::uint64_t*>(A->ptr.data()), A->nrows, lengths.data());
    reduce_max(device, static_cast<const std::uint64_t*>(lengths.data()), longest.data(), A->nrows);
    std::uint64_t chunks = device.read(longest.data());

    Segments s{{}, A->ptr.data(), A->nrows, {}, A->val.data(), A->type};
    const std::uint64_t chunk = chunk_entries(*call.monoid);
    for (;; chunks = (chunks + chunk - 1) / chunk) {
        round(context, call.monoid, z_type, s);
        if (chunks <= 1) break; // the longest row was one chunk before this round
    }

    // What is left has at most one value a row: its offsets and values are those of the column.
    Matrix T;
    T.type = z_type;
    T.nrows = A->nrows;
    T.ncols = 1;
    T.nvals = s.own_values.bytes() / z_type->size;
    T.ptr = std::move(s.own_ptr);
    T.val = std::move(s.own_values);
    T.col = Buffer(device, T.nvals * T.index_size());
    device.fill(T.col.data(), 0, T.col.bytes());
    write_result(context, *call.C, std::move(T), how);
}

void reduce_scalar(Context& context, const mergus_call& call) {
    Device& device = context.device;
    const Matrix& A = *call.A;
    const mergus_type* z_type = context.intern(call.monoid->op->z_type);
    if (A.nvals == 0) {
        std::copy_n(static_cast<const unsigned char*>(call.monoid->identity), z_type->size,
                    static_cast<unsigned char*>(call.result));
        return;
    }
    Array<std::uint64_t> ends(device, 2);
    const std::uint64_t whole[2] = {0, A.nvals};
    device.copy_to_device(ends.data(), whole, sizeof whole);
    Segments s{{}, ends.data(), 1, {}, A.val.data(), A.type};
    const std::uint64_t chunk = chunk_entries(*call.monoid);
    std::uint64_t left = A.nvals;
    if (A.type != z_type && left > chunk)
        context.jit.prepare(
            {{"ops/reduce.cuh", "count_chunks", bind_reduction(context, call.monoid, A.type)},
             {"ops/reduce.cuh", "count_chunks", bind_reduction(context, call.monoid, z_type)}});
    do {
        round(context, call.monoid, z_type, s);
        left = (left + chunk - 1) / chunk;
    } while (left > 1);
    device.copy_to_host(call.result, s.values, z_type->size);
}

} // namespace mergus::cuda
