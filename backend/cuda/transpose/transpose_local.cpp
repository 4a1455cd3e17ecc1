/// \file transpose_local.cpp
/// The transpose of a large matrix with locality (a band, a stencil): one look at the columns says which
/// tiles of entries touch which bucket of columns (transpose_touch.cuh), and then each bucket collects its
/// entries and orders them on chip (transpose_pull.cuh). Entries move once.
#include "transpose_methods.hpp"
#include "transpose_plan.hpp"
#include "transpose_values.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <utility>

namespace mergus::cuda {

namespace {

/// As in transpose_touch.cuh.
struct TouchStatus {
    std::uint64_t rows;
    std::uint32_t pairs, gave_up;
};
struct Rows {
    std::uint32_t first, last;
};

/// All temporary arrays.
struct Workspace {
    TouchStatus* status;
    std::uint32_t* list_lengths; ///< tiles that touch a bucket, below 12 bits of transpose_touch.cuh's own
    std::uint32_t* starts;       ///< sizes of the buckets, then where they begin
    std::size_t zeroed;          ///< bytes of these three, which are neighbours
    std::uint64_t* lists;
    Rows* tile_rows;
    std::uint32_t* places; ///< of wide values, in the transpose's order

    /// Cuts memory that begins there; from 0, to learn how much is needed. \return bytes.
    std::size_t cut(std::uintptr_t memory, std::uint32_t buckets, std::uint32_t tiles,
                    std::uint64_t wide_values) {
        ArrayCutter cutter(memory);
        cutter.take(status, 1);
        cutter.take(list_lengths, buckets);
        cutter.take(starts, std::size_t{buckets} + 1);
        zeroed = cutter.bytes();
        cutter.take(lists, std::size_t{buckets} * plan::longest_list);
        cutter.take(tile_rows, tiles);
        cutter.take(places, wide_values);
        return cutter.bytes();
    }
};

Bindings touch_bindings() {
    Bindings names;
    names.constant("threads", plan::touch_tile.threads)
        .constant("items", plan::touch_tile.items)
        .constant("longest_list", plan::longest_list)
        .constant("most_places", plan::most_places);
    return names;
}

} // namespace

std::optional<LocalTranspose> LocalTranspose::planned(Context& context, const Matrix& A) {
    const std::size_t most = context.device.properties().shared_per_block_optin;
    const auto [forced, row] = context.transposes;
    const auto plan = plan::pull({A.nrows, A.ncols, A.nvals, moved_size(A.type)},
                                 most - std::min(most, plan::transpose_static_shared),
                                 forced == plan::Transpose::local ? row : std::nullopt);
    if (!plan) return std::nullopt;
    return LocalTranspose(context, A, *plan);
}

KernelRequest LocalTranspose::touch_request() const {
    return {"transpose/transpose_touch.cuh", "transpose_touch", KernelKey{}, [] { return touch_bindings(); }};
}

KernelRequest LocalTranspose::pull_request() const {
    const std::uint64_t number = std::uint64_t{plan_.piece.threads} << 32 | plan_.piece.items << 8 |
                                 plan_.piece.blocks << 1 | unsigned(moves_places(A_.type));
    return {"transpose/transpose_pull.cuh", "transpose_pull", KernelKey{A_.type, number}, [this] {
                Bindings names;
                names.constant("threads", plan_.piece.threads)
                    .constant("items", plan_.piece.items)
                    .constant("resident", plan_.piece.blocks)
                    .constant("touch_tile", plan::touch_tile.size())
                    .constant("longest_list", plan::longest_list)
                    .constant("most_places", plan::most_places);
                bind_moved(names, A_.type);
                return names;
            }};
}

void LocalTranspose::kernels(KernelRequests& list) const {
    context_.jit.add_unknown(list, touch_request());
    context_.jit.add_unknown(list, pull_request());
    if (moves_places(A_.type)) context_.jit.add_unknown(list, gather_kernel(A_.type));
}

std::optional<Matrix> LocalTranspose::run() const {
    Context& context = context_;
    Device& device = context.device;
    const Matrix& A = A_;
    const bool places = moves_places(A.type);

    const auto tiles =
        static_cast<std::uint32_t>((A.nvals + plan::touch_tile.size() - 1) / plan::touch_tile.size());
    Workspace work{};
    const Buffer memory(device, work.cut(0, plan_.buckets, tiles, places ? A.nvals : 0));
    work.cut(reinterpret_cast<std::uintptr_t>(memory.data()), plan_.buckets, tiles, places ? A.nvals : 0);

    const std::uint64_t* const ptr = A.ptr.data();
    const auto* const col = static_cast<const std::uint32_t*>(A.col.data());
    device.fill(work.status, 0, work.zeroed);
    device.launch(context.jit.kernel(touch_request()), Dim3{tiles}, Dim3{plan::touch_tile.threads}, 0, ptr,
                  A.nrows, col, A.nvals, plan_.magic, plan_.piece.size(), work.tile_rows, work.list_lengths,
                  work.starts, work.lists, work.status);
    exclusive_scan(device, work.starts, work.starts, plan_.buckets);
    const TouchStatus status = device.read(work.status);
    if (status.gave_up != 0 || status.pairs > std::uint64_t{tiles} * plan::mean_touched ||
        status.rows > plan::most_searched * std::max<std::uint64_t>(A.nvals, plan::touch_tile.size()))
        return std::nullopt;

    Matrix T = raw_matrix(context, A.type, A.ncols, A.nrows, A.nvals);
    void* const values = places ? work.places : T.val.data();
    device.launch(context.jit.kernel(pull_request()), Dim3{plan_.buckets}, Dim3{plan_.piece.threads},
                  plan::pull_shared(plan_, moved_size(A.type)), ptr, A.nrows, col,
                  static_cast<const void*>(A.val.data()), A.nvals, plan_.width, A.ncols,
                  static_cast<const std::uint32_t*>(work.starts),
                  static_cast<const std::uint32_t*>(work.list_lengths),
                  static_cast<const std::uint64_t*>(work.lists), static_cast<const Rows*>(work.tile_rows),
                  T.ptr.data(), T.col.data(), values);
    if (places) gather_values(context, A, work.places, T);
    return T;
}

void LocalTranspose::explain(mergus_report& report) const {
    std::snprintf(report.reason, sizeof report.reason,
                  "tiles of %u entries, %u buckets of %u columns, ordered up to %u entries at a time",
                  plan::touch_tile.size(), plan_.buckets, plan_.width, plan_.piece.size());
}

} // namespace mergus::cuda
