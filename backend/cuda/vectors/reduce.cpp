/// \file reduce.cpp
/// Reductions of rows (fold_rows.hpp) and of the whole matrix, in rounds; host side of vectors/reduce.cuh.
#include "bitmap/convert.hpp"
#include "bitmap/dispatch.hpp"
#include "degrees.hpp"
#include "device/primitives.hpp"
#include "fold_rows.hpp"
#include "objects/report.hpp"
#include "operations.hpp"
#include "steps/accumulate.hpp"
#include "steps/iso.hpp"
#include "steps/write_result.hpp"
#include "transpose/transpose.hpp"
#include "vector_arrays.hpp"
#include "vector_method.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace mergus::cuda {

namespace vector_methods {
extern const VectorMethod degrees;
}

namespace {

/// How far terms may be regrouped. The numbers are those of vectors/reduce.cuh.
enum class Order : int { any = 0, neighbours = 1, left = 2 };

Order order_of(const mergus_monoid& monoid) {
    const std::uint32_t properties = monoid.op->properties;
    if ((properties & MERGUS_OP_ASSOCIATIVE) == 0) return Order::left;
    return (properties & MERGUS_OP_COMMUTATIVE) == 0 ? Order::neighbours : Order::any;
}

/// Values that a warp folds in a round. A fold from left to right has all values of a segment in one chunk.
std::uint64_t chunk_entries(const mergus_monoid& monoid) {
    return order_of(monoid) == Order::left ? std::uint64_t{1} << 62 : 1024;
}

/// The step that folds values in rounds, in each of which a warp folds a chunk of them to one value.
class FoldValues {
public:
    /// \param from type of the values. \param count an upper bound of their number
    FoldValues(Context& context, const mergus_monoid& monoid, const mergus_type* from, std::uint64_t count)
        : context_(context), z_type_(context.intern(monoid.op->z_type)), chunk_(chunk_entries(monoid)),
          first_(bind_round(monoid, from)),
          next_(from != z_type_ && count > chunk_ ? bind_round(monoid, z_type_) : first_) {}

    void kernels(KernelRequests& requests) const {
        requests.push_back({file, "reduce_all", first_});
        requests.push_back({file, "reduce_all", next_});
    }

    [[nodiscard]] const mergus_type* z_type() const noexcept { return z_type_; }
    /// The fold of all `count` values, at least one, on the device. The host knows the numbers of all rounds.
    [[nodiscard]] Buffer run_all(const void* values, std::uint64_t count) const;
    /// The values of each row of A from left to right: a vector as that of FoldRows::run().
    [[nodiscard]] Matrix run_rows_in_order(const Matrix& A, const RowVector& vector) const;

private:
    static constexpr const char* file = "vectors/reduce.cuh";

    [[nodiscard]] Bindings bind_round(const mergus_monoid& monoid, const mergus_type* from) const;
    [[nodiscard]] std::uint64_t chunks_of(std::uint64_t values) const noexcept {
        return (values + chunk_ - 1) / chunk_;
    }

    Context& context_;
    const mergus_type* z_type_;
    std::uint64_t chunk_;
    Bindings first_, next_; ///< of the first round, and of rounds that fold results of a round
};

Bindings FoldValues::bind_round(const mergus_monoid& monoid, const mergus_type* from) const {
    const mergus_type* type = monoid.op->z_type;
    Bindings bindings;
    bindings.type("X_value", from)
        .type("Z_value", type)
        .cast("convert", from, type)
        .constant("chunk_entries", static_cast<std::int64_t>(chunk_))
        .constant("fold_order", static_cast<int>(order_of(monoid)));
    bind_monoid(bindings, monoid);
    if (context_.deterministic) bindings.no_contraction();
    return bindings;
}

Buffer FoldValues::run_all(const void* values, std::uint64_t count) const {
    Device& device = context_.device;
    Buffer folded;
    for (bool is_first = true; is_first || count > 1; is_first = false) {
        const std::uint64_t chunks = chunks_of(count);
        Buffer round_values(device, chunks * z_type_->size);
        device.launch_dependent(context_.jit.kernel(file, "reduce_all", is_first ? first_ : next_),
                                grid_for(context_, chunks * 32, block_threads), {block_threads}, 0,
                                is_first ? values : folded.data(), count, chunks,
                                static_cast<const void*>(round_values.data()));
        folded = std::move(round_values);
        count = chunks;
    }
    return folded;
}

Matrix FoldValues::run_rows_in_order(const Matrix& A, const RowVector& vector) const {
    Device& device = context_.device;
    const MatrixTiles& tiles = matrix_tiles(context_, A);
    Buffer values(device, A.nrows * z_type_->size);
    Array<std::uint32_t> bits(device, tiles.bits.size());
    device.copy(bits.data(), tiles.bits.data(), bits.size() * sizeof(std::uint32_t));
    device.launch(context_.jit.kernel(file, "reduce_rows", first_),
                  grid_for(context_, A.nrows * 32, block_threads), {block_threads}, 0,
                  static_cast<const std::uint64_t*>(A.ptr.data()), A.nrows, values_of(context_, A),
                  static_cast<const void*>(values.data()));
    return vector.run(tiles, std::move(values), std::move(bits));
}

/// The step that folds the rows of A, whose arrays need not exist before run(), to a vector.
class ReduceRows {
public:
    /// \param as_list of the result
    ReduceRows(Context& context, const Matrix& A, const mergus_monoid& monoid, bool as_list)
        : context_(context), A_(A), type_(context.intern(monoid.op->z_type)),
          vector_(context, type_, A.nrows, as_list) {
        if (order_of(monoid) == Order::left)
            in_order_.emplace(context, monoid, A.type, A.nvals);
        else
            tiles_.emplace(context, FoldRowsProblem{.A = A, .monoid = monoid}, as_list);
    }
    void kernels(KernelRequests& requests) const {
        if (in_order_) {
            in_order_->kernels(requests);
            requests.push_back(row_tiles_kernel());
            vector_.kernels(requests);
        } else {
            tiles_->kernels(requests);
        }
    }
    [[nodiscard]] Matrix run() const {
        if (A_.nvals == 0) return empty_vector(context_, type_, A_.nrows);
        return in_order_ ? in_order_->run_rows_in_order(A_, vector_) : tiles_->run();
    }

private:
    Context& context_;
    const Matrix& A_;
    const mergus_type* type_;
    RowVector vector_;
    std::optional<FoldValues> in_order_;
    std::optional<FoldRows> tiles_;
};

/// Sums of the rows of an iso matrix, by their degrees. \return whether it was such a sum
bool add_equal_values(Context& context, const mergus_call& call) {
    const std::optional<AddEqualValues> sums =
        AddEqualValues::planned(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0, *call.monoid);
    if (!sums) return false;
    compile_kernels(context, *sums);
    report_method(call.report, vector_methods::degrees.name);
    write_vector(context, call, sums->run());
    return true;
}

/// To a vector.
void reduce_to_vector(Context& context, const mergus_call& call) {
    const Matrix& given = csr(context, *call.A);
    if (add_equal_values(context, call)) return;
    TransposedInput A(context, given, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    const ReduceRows reduce(context, *A, *call.monoid, false);
    compile_kernels(context, A, reduce);
    A.run();
    write_vector(context, call, reduce.run());
}

/// To a matrix of one column.
void reduce_to_column(Context& context, const mergus_call& call) {
    Device& device = context.device;
    TransposedInput A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    const ReduceRows reduce(context, *A, *call.monoid, true);
    const WriteResult write(context, *call.C, context.intern(call.monoid->op->z_type), OutputSpec::of(call));
    const KernelRequest mark("vectors/degrees.cuh", "mark_rows", Bindings());
    KernelRequests requests(context.jit);
    A.kernels(requests);
    reduce.kernels(requests);
    write.kernels(requests);
    requests.push_back(mark);
    context.jit.compile(requests);
    A.run();
    Matrix vector = reduce.run();
    Matrix T;
    T.type = vector.type;
    T.nrows = A->nrows;
    T.ncols = 1;
    T.nvals = vector.nvals;
    T.ptr = Array<std::uint64_t>(device, T.nrows + 1);
    device.launch(context.jit.kernel(mark), grid_for(context, T.nrows, block_threads), {block_threads}, 0,
                  static_cast<const std::uint64_t*>(A->ptr.data()), T.nrows, T.ptr.data());
    exclusive_scan(device, T.ptr.data(), T.ptr.data(), T.nrows);
    T.val = std::move(vector.val);
    T.col = Buffer(device, T.nvals * T.index_size());
    device.fill(T.col.data(), 0, T.col.bytes());
    write.run(std::move(T));
}

} // namespace

void reduce_rows(Context& context, const mergus_call& call) {
    if (call.C->is_vector)
        reduce_to_vector(context, call);
    else
        on_rows<reduce_to_column>(context, call);
}

void reduce_scalar(Context& context, const mergus_call& call) {
    Device& device = context.device;
    const Matrix& A = *call.A;
    const FoldValues fold(context, *call.monoid, A.type, A.nvals);
    const std::size_t size = fold.z_type()->size;
    if (A.nvals == 0) {
        std::copy_n(static_cast<const unsigned char*>(call.monoid->identity), size,
                    static_cast<unsigned char*>(call.result));
        return;
    }
    compile_kernels(context, fold);
    const Buffer folded = fold.run_all(values_of(context, A), A.nvals);
    device.copy_to_host(call.result, folded.data(), size);
}

} // namespace mergus::cuda
