/// \file transpose_banded.cpp
/// The transpose of a large matrix with locality (a band, a stencil). The first pass reads the columns and
/// finds which tiles of entries overlap which bucket of columns (transpose_overlap.cuh); in the second each
/// bucket gathers its entries and orders them on chip (transpose_gather.cuh). Entries move once.
#include "transpose_methods.hpp"
#include "transpose_tuning.hpp"
#include "transpose_values.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include "transpose_overlap.h"

namespace mergus::cuda {

namespace transpose_methods {
extern const TransposeMethod banded;
}

namespace {

/// Temporary arrays of one allocation.
struct Workspace {
    OverlapStatus* status;
    std::uint32_t* list_lengths; ///< tiles that overlap a bucket, and a count of transpose_overlap.cuh's own
    std::uint32_t* starts;       ///< sizes of the buckets, then their offsets
    std::size_t zeroed;          ///< bytes of these three, which are neighbours
    std::uint64_t* lists;
    TileRows* tile_rows;
    std::uint32_t* indices; ///< numbers of entries, in the order of the transpose, of values that do not move

    /// Cuts the memory at an address, or with address 0 only computes its size. \return bytes.
    std::size_t cut(std::uintptr_t memory, std::uint32_t buckets, std::uint32_t tiles,
                    std::uint64_t wide_values) {
        ArrayCutter cutter(memory);
        cutter.take(status, 1);
        cutter.take(list_lengths, buckets);
        cutter.take(starts, std::size_t{buckets} + 1);
        zeroed = cutter.bytes();
        cutter.take(lists, std::size_t{buckets} * tuning::max_overlaps);
        cutter.take(tile_rows, tiles);
        cutter.take(indices, wide_values);
        return cutter.bytes();
    }
};

Bindings overlap_bindings() {
    Bindings names;
    names.constant("threads", tuning::overlap_tile.threads)
        .constant("items", tuning::overlap_tile.items)
        .constant("max_overlaps", tuning::max_overlaps)
        .constant("max_ranges", tuning::max_ranges);
    return names;
}

class BandedTranspose : public TransposeRun {
public:
    BandedTranspose(const TransposeProblem& problem, const tuning::Banded& plan)
        : TransposeRun(problem), plan_(plan) {}
    void kernels(KernelRequests& list) const override;
    /// Waits, to learn how tiles overlap buckets. Nothing if a tile overlaps too many buckets, a bucket too
    /// many tiles, or buckets are too uneven.
    [[nodiscard]] std::optional<Matrix> run() const override;
    void explain(mergus_report& report) const override;

private:
    [[nodiscard]] KernelRequest overlap_request() const;
    [[nodiscard]] KernelRequest gather_request() const;

    tuning::Banded plan_;
};

KernelRequest BandedTranspose::overlap_request() const {
    return {"transpose/transpose_overlap.cuh", "transpose_overlap", KernelKey{},
            [] { return overlap_bindings(); }};
}

KernelRequest BandedTranspose::gather_request() const {
    const std::uint64_t number = std::uint64_t{plan_.chunk.threads} << 32 | plan_.chunk.items << 8 |
                                 plan_.chunk.blocks << 1 | unsigned(moves_indices(moved_));
    return {"transpose/transpose_gather.cuh", "transpose_gather", KernelKey{moved_, number}, [this] {
                Bindings names;
                names.constant("threads", plan_.chunk.threads)
                    .constant("items", plan_.chunk.items)
                    .constant("resident", plan_.chunk.blocks)
                    .constant("overlap_tile", tuning::overlap_tile.size())
                    .constant("max_overlaps", tuning::max_overlaps)
                    .constant("max_ranges", tuning::max_ranges);
                bind_moved(names, moved_);
                return names;
            }};
}

void BandedTranspose::kernels(KernelRequests& list) const {
    list.push_back(overlap_request());
    list.push_back(gather_request());
    if (moves_indices(moved_)) list.push_back(values_request(moved_));
}

std::optional<Matrix> BandedTranspose::run() const {
    Context& context = context_;
    Device& device = context.device;
    const Matrix& A = A_;
    const bool indices = moves_indices(moved_);

    const auto tiles =
        static_cast<std::uint32_t>((A.nvals + tuning::overlap_tile.size() - 1) / tuning::overlap_tile.size());
    Workspace work{};
    const Buffer memory(device, work.cut(0, plan_.buckets, tiles, indices ? A.nvals : 0));
    work.cut(reinterpret_cast<std::uintptr_t>(memory.data()), plan_.buckets, tiles, indices ? A.nvals : 0);

    const std::uint64_t* const ptr = A.ptr.data();
    const auto* const col = static_cast<const std::uint32_t*>(A.col.data());
    device.fill(work.status, 0, work.zeroed);
    device.launch(context.jit.kernel(overlap_request()), Dim3{tiles}, Dim3{tuning::overlap_tile.threads}, 0,
                  ptr, A.nrows, col, A.nvals, plan_.magic, plan_.chunk.size(), work.tile_rows,
                  work.list_lengths, work.starts, work.lists, work.status);
    exclusive_scan(device, work.starts, work.starts, plan_.buckets);
    const OverlapStatus status = device.read(work.status);
    if (status.overflowed != 0 || status.overlaps > std::uint64_t{tiles} * tuning::max_mean_overlap ||
        status.rows >
            tuning::max_searched_per_entry * std::max<std::uint64_t>(A.nvals, tuning::overlap_tile.size()))
        return std::nullopt;

    Matrix T = raw_transpose(context, A, moved_);
    void* const values = indices ? work.indices : address_of_values(T);
    device.launch(context.jit.kernel(gather_request()), Dim3{plan_.buckets}, Dim3{plan_.chunk.threads},
                  tuning::banded_shared(plan_, moved_size(moved_)), ptr, A.nrows, col,
                  static_cast<const void*>(A.val.data()), A.nvals, plan_.width, A.ncols,
                  static_cast<const std::uint32_t*>(work.starts),
                  static_cast<const std::uint32_t*>(work.list_lengths),
                  static_cast<const std::uint64_t*>(work.lists), static_cast<const TileRows*>(work.tile_rows),
                  T.ptr.data(), T.col.data(), values);
    if (indices) gather_values(context, A, work.indices, T);
    return T;
}

void BandedTranspose::explain(mergus_report& report) const {
    std::snprintf(report.reason, sizeof report.reason,
                  "tiles of %u entries, %u buckets of %u columns, ordered up to %u entries at a time",
                  tuning::overlap_tile.size(), plan_.buckets, plan_.width, plan_.chunk.size());
}

std::unique_ptr<TransposeRun> start_banded(const TransposeProblem& problem) {
    const auto& [context, A, moved] = problem;
    const auto& choice = forced<TransposeChoice>(context);
    const bool is_named = choice.named == &transpose_methods::banded;
    if (!is_named && A.nvals < tuning::banded_nvals) return nullptr;
    const std::size_t most = context.device.properties().shared_per_block_optin;
    const auto plan = tuning::banded({A.nrows, A.ncols, A.nvals, moved_size(moved)},
                                     most - std::min(most, tuning::transpose_static_shared),
                                     is_named ? choice.size : std::nullopt);
    return plan ? std::make_unique<BandedTranspose>(problem, *plan) : nullptr;
}

} // namespace

namespace transpose_methods {
constinit const TransposeMethod banded{.name = "banded",
                                       .summary = "10 M entries and more with locality (bands, stencils): "
                                                  "each bucket of columns gathers its entries from the "
                                                  "tiles that overlap it",
                                       .evidence = "docs/laboratory/transpose.md",
                                       .sizes = tuning::banded_rows,
                                       .start = start_banded};
} // namespace transpose_methods

} // namespace mergus::cuda
