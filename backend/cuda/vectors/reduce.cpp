/// \file reduce.cpp
/// Reductions of rows and of the whole matrix, in rounds; host side of vectors/reduce.cuh.
#include "degrees.hpp"
#include "device/primitives.hpp"
#include "operations.hpp"
#include "plugin_status.hpp"
#include "steps/accumulate.hpp"
#include "steps/iso.hpp"
#include "steps/pick.hpp"
#include "steps/write_result.hpp"
#include "transpose/transpose.hpp"

#include <algorithm>
#include <utility>

namespace mergus::cuda {

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

/// Segments [ptr[s], ptr[s+1]) of values, each to be folded to one value.
struct Segments {
    const std::uint64_t* ptr = nullptr;
    std::uint64_t count = 0;
    const void* values = nullptr;
    // What a round has computed; ptr and values then point here.
    Array<std::uint64_t> own_ptr{};
    Buffer own_values{};
};

/// The step that folds segments. Each round folds chunks of a segment's values to one value each.
class FoldSegments {
public:
    /// \param from type of the values. \param longest an upper bound of the values in a segment.
    FoldSegments(Context& context, const mergus_monoid& monoid, const mergus_type* from,
                 std::uint64_t longest)
        : context_(context), z_type_(context.intern(monoid.op->z_type)), chunk_(chunk_entries(monoid)),
          first_(bind_round(monoid, from)),
          next_(from != z_type_ && longest > chunk_ ? bind_round(monoid, z_type_) : first_) {}

    void kernels(KernelRequests& requests) const {
        requests.push_back({file, "count_chunks", first_});
        requests.push_back({file, "count_chunks", next_});
    }

    [[nodiscard]] const mergus_type* z_type() const noexcept { return z_type_; }
    /// The number of chunks of the longest segment. Waits for the device.
    [[nodiscard]] std::uint64_t most_chunks(const Segments& s) const;
    /// Rounds until every segment has at most one value. Afterwards ptr and values describe these.
    /// \param chunks of the longest segment.
    void run(Segments& s, std::uint64_t chunks) const;
    /// The fold of all `count` values, at least one, on the device. The host knows the numbers of all rounds.
    [[nodiscard]] Buffer run_all(const void* values, std::uint64_t count) const;
    [[nodiscard]] std::uint64_t chunks_of(std::uint64_t values) const noexcept {
        return (values + chunk_ - 1) / chunk_;
    }

private:
    static constexpr const char* file = "vectors/reduce.cuh";

    [[nodiscard]] Bindings bind_round(const mergus_monoid& monoid, const mergus_type* from) const;
    void round(Segments& s, const Bindings& bindings) const;
    void count_chunks(const Segments& s, const Bindings& bindings, const Array<std::uint64_t>& chunks) const;

    Context& context_;
    const mergus_type* z_type_;
    std::uint64_t chunk_;
    Bindings first_, next_; ///< of the first round, and of rounds that fold results of a round
};

Bindings FoldSegments::bind_round(const mergus_monoid& monoid, const mergus_type* from) const {
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

void FoldSegments::count_chunks(const Segments& s, const Bindings& bindings,
                                const Array<std::uint64_t>& chunks) const {
    context_.device.launch(context_.jit.kernel(file, "count_chunks", bindings),
                           grid_for(context_, s.count, block_threads), {block_threads}, 0, s.ptr, s.count,
                           chunks.data());
}

std::uint64_t FoldSegments::most_chunks(const Segments& s) const {
    Device& device = context_.device;
    const Array<std::uint64_t> chunks(device, s.count + 1);
    const Array<std::uint64_t> longest(device, 1);
    count_chunks(s, first_, chunks);
    reduce_max(device, static_cast<const std::uint64_t*>(chunks.data()), longest.data(), s.count);
    return device.read(longest.data());
}

void FoldSegments::round(Segments& s, const Bindings& bindings) const {
    Device& device = context_.device;
    Array<std::uint64_t> chunks(device, s.count + 1);
    count_chunks(s, bindings, chunks);
    exclusive_scan(device, chunks.data(), chunks.data(), s.count);
    const std::uint64_t total = device.read(chunks.data() + s.count);
    Buffer values(device, total * z_type_->size);
    device.launch(context_.jit.kernel(file, "reduce_chunks", bindings),
                  grid_for(context_, total * 32, block_threads), {block_threads}, 0, s.ptr, s.count,
                  static_cast<const std::uint64_t*>(chunks.data()), total, s.values,
                  static_cast<const void*>(values.data()));
    s.own_ptr = std::move(chunks);
    s.ptr = s.own_ptr.data();
    s.own_values = std::move(values);
    s.values = s.own_values.data();
}

void FoldSegments::run(Segments& s, std::uint64_t chunks) const {
    round(s, first_);
    for (; chunks > 1; chunks = chunks_of(chunks)) round(s, next_);
}

Buffer FoldSegments::run_all(const void* values, std::uint64_t count) const {
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

} // namespace

namespace {

/// Sums of the rows of an iso matrix, by their degrees, if C is a vector. \return whether it was such a sum
bool add_equal_values(Context& context, const mergus_call& call) {
    if (!call.C->is_vector) return false;
    const std::optional<AddEqualValues> sums =
        AddEqualValues::planned(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0, *call.monoid);
    if (!sums) return false;
    const WriteResult write(context, *call.C, context.intern(call.monoid->op->z_type), OutputSpec::of(call));
    compile_kernels(context, *sums, write);
    if (call.report != nullptr) core::write_text(call.report->method, "row degrees");
    write.run(sums->run());
    return true;
}

} // namespace

void reduce_rows(Context& context, const mergus_call& call) {
    if (add_equal_values(context, call)) return;
    Device& device = context.device;
    TransposedInput A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    const FoldSegments fold(context, *call.monoid, A->type, A->nvals);
    const WriteResult write(context, *call.C, fold.z_type(), OutputSpec::of(call));
    const RowsWithValue rows(context, needs_wide(A->nrows));
    compile_kernels(context, A, fold, write);
    if (call.C->is_vector) compile_kernels(context, rows);
    A.run();
    Segments s{.ptr = A->ptr.data(), .count = A->nrows, .values = values_of(context, *A)};
    fold.run(s, fold.most_chunks(s));

    // Every row has at most one value now: the offsets and values are those of a column.
    if (call.C->is_vector) {
        const std::uint64_t nvals = s.own_values.bytes() / fold.z_type()->size;
        return write.run(rows.run(A->nrows, nvals, s.own_ptr, fold.z_type(), std::move(s.own_values)));
    }
    Matrix T;
    T.type = fold.z_type();
    T.nrows = A->nrows;
    T.ncols = 1;
    T.nvals = s.own_values.bytes() / T.type->size;
    T.ptr = std::move(s.own_ptr);
    T.val = std::move(s.own_values);
    T.col = Buffer(device, T.nvals * T.index_size());
    device.fill(T.col.data(), 0, T.col.bytes());
    write.run(std::move(T));
}

void reduce_scalar(Context& context, const mergus_call& call) {
    Device& device = context.device;
    const Matrix& A = *call.A;
    const FoldSegments fold(context, *call.monoid, A.type, A.nvals);
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
