/// \file transpose_partition.cpp
/// The transpose in two passes: entries to buckets of columns, tile by tile (transpose_partition.cuh), and each bucket ordered on chip
/// (transpose_finish.cuh). Both keep the order of entries, which is the order of rows, so nothing is sorted by row.
#include "primitives.hpp"
#include "transpose_methods.hpp"
#include "transpose_plan.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace mergus::cuda {

namespace {

/// The same members, in the same order, as Cut of transpose_partition.cuh.
struct Cut {
    std::uint32_t magic, width, buckets, row_bits;
    const std::uint32_t *before, *starts, *tile_rows;
    const std::uint32_t *pair_buckets, *tile_pairs, *tile_slots;
};
/// As in transpose_local.cuh.
struct LocalStatus {
    std::uint32_t pairs, gave_up, largest_size;
};

bool moves_places(const Matrix& A) { return A.type->size > plan::moved_value; }

plan::Shape shape_of(const Matrix& A) {
    return {A.nrows, A.ncols, A.nvals, moves_places(A) ? sizeof(std::uint32_t) : A.type->size};
}

/// All temporary arrays, in one allocation, since each costs the host about as much as a launch.
struct Workspace {
    std::uint32_t* starts; ///< of the buckets
    std::byte* keys;
    std::byte* values;
    std::uint32_t* places;  ///< of wide values, in the transpose's order
    std::uint32_t* tile_rows; ///< the row in which each tile begins, and the last one
    std::uint32_t* before;  ///< entries in earlier tiles, for each tile and bucket, or for each pair
    // of a matrix that is not local
    std::uint16_t* table;
    std::uint32_t* piece_starts;
    std::uint32_t* piece_columns;
    std::uint32_t* done;
    // of a local one
    LocalStatus* status;
    std::uint32_t* list_lengths;
    std::uint64_t* lists;
    std::uint32_t* tile_pairs;
    std::uint32_t* tile_slots;
    std::uint32_t* pair_buckets;
    std::size_t zeroed; ///< bytes of status and list_lengths, which are neighbours

    /// Cuts memory that begins there; from 0, to learn how much is needed. \return bytes.
    std::size_t cut(std::uintptr_t memory, const plan::Partition& plan, const Matrix& A, std::uint32_t tiles, std::uint32_t pieces) {
        std::size_t bytes = 0;
        const auto take = [&](auto*& array, std::size_t count, std::size_t size) {
            array = reinterpret_cast<std::remove_reference_t<decltype(array)>>(memory + bytes);
            bytes += (count * size + 255) / 256 * 256;
        };
        take(starts, plan.buckets + 1, sizeof *starts);
        take(keys, A.nvals, plan.key_size());
        take(values, A.nvals, shape_of(A).value_size);
        take(places, moves_places(A) ? A.nvals : 0, sizeof *places);
        take(tile_rows, tiles + 1, sizeof *tile_rows);
        if (plan.local) {
            const std::size_t pairs = std::size_t{tiles} * plan::mean_slots;
            const std::size_t begin = bytes;
            take(status, 1, sizeof *status);
            take(list_lengths, plan.buckets, sizeof *list_lengths);
            zeroed = bytes - begin;
            take(lists, std::size_t{plan.buckets} * plan::longest_list, sizeof *lists);
            take(tile_pairs, tiles, sizeof *tile_pairs);
            take(tile_slots, tiles, sizeof *tile_slots);
            take(pair_buckets, pairs, sizeof *pair_buckets);
            take(before, pairs, sizeof *before);
            return bytes;
        }
        const std::size_t cells = std::size_t{tiles} * plan.buckets;
        take(table, cells, sizeof *table);
        take(before, cells, sizeof *before);
        take(piece_starts, plan.buckets + 1, sizeof *piece_starts);
        take(done, 1, sizeof *done);
        take(piece_columns, plan.counted ? std::size_t{pieces} * plan.width : 0, sizeof *piece_columns);
        return bytes;
    }
};

/// The two passes over a matrix, one after the other.
class Passes {
public:
    Passes(Context& context, const Matrix& A, const plan::Partition& plan)
        : context_(context), device_(context.device), A_(A), plan_(plan), ptr_(A.ptr.data()),
          col_(static_cast<const std::uint32_t*>(A.col.data())),
          tiles_(static_cast<std::uint32_t>((A.nvals + plan.tile.size() - 1) / plan.tile.size())),
          pieces_(static_cast<std::uint32_t>(plan.buckets + (plan.local ? 0 : A.nvals / plan.piece.size()))),
          memory_(device_, work_.cut(0, plan, A, tiles_, pieces_)) {
        work_.cut(reinterpret_cast<std::uintptr_t>(memory_.data()), plan, A, tiles_, pieces_);
        prepare();
    }

    /// Where the buckets begin, and where each tile's share of them.
    void count();
    /// The same for a local matrix. Waits. False: A is not as local as the plan takes it to be.
    bool count_local();
    void partition();
    void finish(Matrix& T);

private:
    [[nodiscard]] Jit::Shortcut shortcut(const char* file, const char* entry, plan::Tile tile) const;
    [[nodiscard]] Bindings bindings(plan::Tile tile) const;
    [[nodiscard]] Wanted gather_kernel() const;
    const Kernel& kernel(const char* file, const char* entry, plan::Tile tile);
    void prepare();

    Context& context_;
    Device& device_;
    const Matrix& A_;
    const plan::Partition& plan_;
    const std::uint64_t* ptr_;
    const std::uint32_t* col_;
    std::uint32_t tiles_;
    std::uint32_t pieces_; ///< at most
    Workspace work_{};
    Buffer memory_;
};

Jit::Shortcut Passes::shortcut(const char* file, const char* entry, plan::Tile tile) const {
    const std::uint64_t shape = std::uint64_t{tile.threads} << 32 | tile.items << 8 | unsigned(plan_.local) << 2 |
                                unsigned(plan_.wide_keys) << 1 | unsigned(moves_places(A_));
    return {file, entry, A_.type, shape};
}

Bindings Passes::bindings(plan::Tile tile) const {
    const bool places = moves_places(A_);
    Bindings names;
    names.index("Key", plan_.wide_keys)
        .constant("threads", tile.threads)
        .constant("items", tile.items)
        .constant("resident", tile.resident())
        .constant("makes_places", places)
        .constant("local", plan_.local);
    if (places)
        names.index("Value", false);
    else
        names.type("Value", A_.type);
    return names;
}

const Kernel& Passes::kernel(const char* file, const char* entry, plan::Tile tile) {
    return context_.jit.kernel(shortcut(file, entry, tile), [&] { return bindings(tile); });
}

Wanted Passes::gather_kernel() const {
    Bindings names;
    names.type("Value", A_.type);
    return {"transpose_gather.cuh", "transpose_gather_values", std::move(names)};
}

/// Both passes' texts at once.
void Passes::prepare() {
    std::vector<Wanted> wanted;
    const auto add = [&](const char* file, const char* entry, plan::Tile tile) {
        if (!context_.jit.knows(shortcut(file, entry, tile))) wanted.push_back({file, entry, bindings(tile)});
    };
    add("transpose_partition.cuh", "transpose_partition", plan_.tile);
    add("transpose_finish.cuh", "transpose_finish", plan_.piece);
    if (!wanted.empty() && moves_places(A_)) wanted.push_back(gather_kernel());
    context_.jit.prepare(wanted);
}

void Passes::count() {
    const char* const file = "transpose_partition.cuh";
    const Dim3 block{plan_.tile.threads};
    device_.launch(kernel(file, "transpose_count", plan_.tile), Dim3{tiles_}, block, plan_.buckets * sizeof(std::uint32_t), ptr_, A_.nrows,
                   col_, A_.nvals, plan_.magic, plan_.buckets, work_.table, work_.tile_rows, work_.done);
    device_.launch(kernel(file, "transpose_starts", plan_.tile), Dim3{(plan_.buckets + 31) / 32}, Dim3{1024}, 0,
                   static_cast<const std::uint16_t*>(work_.table), tiles_, plan_.buckets, plan_.piece.size(), work_.before, work_.starts,
                   work_.piece_starts, work_.done);
}

bool Passes::count_local() {
    const char* const file = "transpose_partition.cuh";
    const Dim3 block{plan_.tile.threads};
    device_.fill(work_.status, 0, work_.zeroed);
    device_.launch(kernel(file, "transpose_touch", plan_.tile), Dim3{tiles_}, block, 0, ptr_, A_.nrows, col_, A_.nvals,
                   plan_.magic, tiles_ * plan::mean_slots, work_.tile_rows, work_.tile_pairs, work_.tile_slots, work_.pair_buckets, work_.before, work_.list_lengths,
                   work_.lists, work_.status);
    device_.launch(kernel(file, "transpose_lists", plan_.tile), Dim3{(plan_.buckets + 7) / 8}, Dim3{256}, 0, plan_.buckets,
                   static_cast<const std::uint32_t*>(work_.list_lengths), static_cast<const std::uint64_t*>(work_.lists), work_.before,
                   work_.starts, work_.status);
    const LocalStatus status = device_.read(work_.status);
    if (status.gave_up != 0 || status.largest_size > plan_.piece.size()) return false;
    exclusive_scan(device_, work_.starts, work_.starts, plan_.buckets);
    return true;
}

void Passes::partition() {
    const Cut cut{plan_.magic,  plan_.width,     plan_.buckets,      plan_.row_bits,   work_.before,
                  work_.starts, work_.tile_rows, work_.pair_buckets, work_.tile_pairs, work_.tile_slots};
    device_.launch(kernel("transpose_partition.cuh", "transpose_partition", plan_.tile), Dim3{tiles_}, Dim3{plan_.tile.threads},
                   plan::partition_shared(plan_, shape_of(A_).value_size), ptr_, col_,
                   static_cast<const void*>(A_.val.data()), A_.nvals, cut, work_.keys, work_.values);
}

void Passes::finish(Matrix& T) {
    const char* const file = "transpose_finish.cuh";
    const Dim3 block{plan_.piece.threads};
    const auto* const keys = static_cast<const std::byte*>(work_.keys);
    const auto* const starts = static_cast<const std::uint32_t*>(work_.starts);
    const auto* const piece_starts = static_cast<const std::uint32_t*>(work_.piece_starts);
    const auto* const piece_columns = plan_.counted ? static_cast<const std::uint32_t*>(work_.piece_columns) : nullptr;
    if (plan_.counted)
        device_.launch(kernel(file, "transpose_pieces", plan_.piece), Dim3{pieces_}, block, plan_.width * sizeof(std::uint32_t), keys,
                       plan_.width, plan_.buckets, plan_.row_bits, starts, piece_starts, work_.piece_columns);
    const bool places = moves_places(A_);
    void* const values = places ? work_.places : T.val.data();
    device_.launch(kernel(file, "transpose_finish", plan_.piece), Dim3{pieces_}, block,
                   plan::finish_shared(plan_, shape_of(A_).value_size), keys, static_cast<const std::byte*>(work_.values), plan_.width,
                   A_.ncols, plan_.buckets, plan_.row_bits, starts, piece_starts, piece_columns, T.ptr.data(), T.col.data(), values);
    if (!places) return;
    device_.launch(context_.jit.kernel(gather_kernel()),
                   grid_for(context_, A_.nvals, block_threads), Dim3{block_threads}, 0, static_cast<const void*>(A_.val.data()),
                   static_cast<const std::uint32_t*>(work_.places), A_.nvals, T.val.data());
}

Matrix run(Context& context, const Matrix& A, Passes& passes) {
    Matrix T = raw_matrix(context, A.type, A.ncols, A.nrows, A.nvals);
    passes.partition();
    passes.finish(T);
    return T;
}

} // namespace

std::optional<Matrix> transposed_by_partition(Context& context, const Matrix& A, TransposeMethod& used) {
    const std::size_t most = context.device.properties().shared_per_block_optin;
    const std::size_t shared = most - std::min(most, plan::transpose_static_shared);
    const auto [wanted, row] = context.transposes;
    if (wanted == plan::Transpose::local || (wanted == plan::Transpose::best && A.nvals >= plan::local_entries))
        if (const auto local = plan::local_partition(shape_of(A), shared)) {
            Passes passes(context, A, *local);
            if (passes.count_local()) {
                used = {plan::Transpose::local, local};
                return run(context, A, passes);
            }
        }
    if (const auto cut = plan::partition(shape_of(A), shared, row)) {
        Passes passes(context, A, *cut);
        used = {plan::Transpose::partition, cut};
        passes.count();
        return run(context, A, passes);
    }
    return std::nullopt;
}

} // namespace mergus::cuda
