/// \file transpose_partition.cpp
/// The transpose in two passes: the entries of each tile put in the order of buckets of columns, in place of the tile (transpose_tiles.cuh),
/// and each bucket, which is a run of every tile, put in the order of columns on chip (transpose_order.cuh). Both keep the order of entries,
/// which is the order of rows, so nothing is sorted by row; and nobody has to know where an entry goes before the second pass.
#include "transpose_methods.hpp"
#include "transpose_plan.hpp"
#include "transpose_values.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace mergus::cuda {

namespace {

/// The same members, in the same order, as Cut of transpose_tiles.cuh.
struct Cut {
    std::uint32_t magic, width, buckets, row_bits;
};
/// As Totals there.
struct Totals {
    std::uint32_t *sizes, *extra, *cleared;
    std::uint32_t clear_count, piece;
};
/// As Runs of transpose_piece.cuh.
struct Runs {
    const std::uint16_t* table;
    const std::uint32_t* runs;
    const std::uint32_t* sizes;
    const std::uint32_t* extra;
    std::uint32_t tiles, buckets;
};

/// All temporary arrays.
struct Workspace {
    std::byte* keys;
    std::byte* values;
    std::uint16_t* table;
    std::uint32_t* places; ///< of wide values, in the transpose's order
    std::uint32_t* runs;   ///< unless the plan is direct
    // of buckets of several pieces
    std::uint32_t* arrived;
    std::uint32_t* piece_columns;
    std::uint32_t* column_sizes;

    /// Cuts memory that begins there; from 0, to learn how much is needed. \return bytes.
    std::size_t cut(std::uintptr_t memory, const plan::Partition& plan, const Matrix& A, std::size_t extra) {
        ArrayCutter cutter(memory);
        const std::size_t buckets = plan.buckets;
        cutter.take(keys, A.nvals, plan.key_size());
        cutter.take(values, A.nvals, moved_size(A.type));
        cutter.take(table, plan.tiles * (buckets + 1));
        cutter.take(places, moves_places(A.type) ? A.nvals : 0);
        cutter.take(runs, plan.direct ? 0 : plan.tiles * buckets);
        cutter.take(arrived, buckets);
        cutter.take(piece_columns, plan.counted ? extra * plan.width : 0);
        cutter.take(column_sizes, plan.counted ? buckets * plan.width : 0);
        return cutter.bytes();
    }
};

/// The two passes over a matrix, one after the other.
class Passes {
public:
    Passes(Context& context, const Matrix& A, const plan::Partition& plan)
        : context_(context), device_(context.device), A_(A), plan_(plan),
          extra_(static_cast<std::uint32_t>(A.nvals / plan.piece.size())), memory_(device_, work_.cut(0, plan, A, extra_)) {
        work_.cut(reinterpret_cast<std::uintptr_t>(memory_.data()), plan, A, extra_);
        runs_ = {work_.table, work_.runs, nullptr, nullptr, plan.tiles, plan.buckets};
        prepare();
    }

    void tiles();
    void turn();
    void count_pieces();
    void order(Matrix& T);

    /// Whether a bucket can have several pieces, and they are to be counted first.
    [[nodiscard]] bool counts_pieces() const noexcept { return plan_.counted && extra_ > 0; }

private:
    /// A kernel file has the kernel of its name. Of a pass: it moves values.
    struct File {
        const char *name, *entry;
        bool pass;
    };
    static constexpr File tiles_file{"transpose_tiles.cuh", "transpose_tiles", true}, order_file{"transpose_order.cuh", "transpose_order", true},
        turn_file{"transpose_turn.cuh", "transpose_turn", false}, pieces_file{"transpose_pieces.cuh", "transpose_pieces", false};

    [[nodiscard]] Jit::Shortcut shortcut(const File& file, plan::Tile tile) const;
    [[nodiscard]] Bindings bindings(const File& file, plan::Tile tile) const;
    const Kernel& kernel(const File& file, plan::Tile tile);
    void prepare();

    Context& context_;
    Device& device_;
    const Matrix& A_;
    const plan::Partition& plan_;
    std::uint32_t extra_; ///< pieces beside the first ones of buckets, at most
    Workspace work_{};
    Buffer memory_;
    Runs runs_{};
};

Jit::Shortcut Passes::shortcut(const File& file, plan::Tile tile) const {
    const std::uint64_t shape = std::uint64_t{plan_.tile.size()} << 40 | std::uint64_t{tile.threads} << 24 | tile.blocks << 16 |
                                tile.items << 4 | unsigned(plan_.counted) << 2 | unsigned(plan_.direct) << 1 | unsigned(plan_.wide_keys);
    return {file.name, file.entry, file.pass ? A_.type : nullptr, shape};
}

Bindings Passes::bindings(const File& file, plan::Tile tile) const {
    Bindings names;
    names.index("Key", plan_.wide_keys)
        .constant("threads", tile.threads)
        .constant("items", tile.items)
        .constant("resident", tile.blocks)
        .constant("run_tile", plan_.tile.size())
        .constant("direct", plan_.direct)
        .constant("counted_first", plan_.counted);
    if (file.pass) bind_moved(names, A_.type);
    return names;
}

const Kernel& Passes::kernel(const File& file, plan::Tile tile) {
    return context_.jit.kernel(shortcut(file, tile), [&] { return bindings(file, tile); });
}

/// All texts at once.
void Passes::prepare() {
    std::vector<Wanted> wanted;
    const auto add = [&](const File& file, plan::Tile tile) {
        if (!context_.jit.knows(shortcut(file, tile))) wanted.push_back({file.name, file.entry, bindings(file, tile)});
    };
    add(tiles_file, plan_.tile);
    if (!plan_.direct) add(turn_file, plan_.piece);
    if (counts_pieces()) add(pieces_file, plan_.piece);
    add(order_file, plan_.piece);
    if (!wanted.empty() && moves_places(A_.type)) wanted.push_back(gather_kernel(A_.type));
    context_.jit.prepare(wanted);
}

void Passes::tiles() {
    const Cut cut{plan_.magic, plan_.width, plan_.buckets, plan_.row_bits};
    const auto sets = context_.bucket_sizes.take(device_);
    const Totals totals{sets.zero, sets.zero + plan::most_buckets, sets.cleared, plan::most_buckets + 1, plan_.piece.size()};
    runs_.sizes = totals.sizes;
    runs_.extra = totals.extra;
    device_.launch(kernel(tiles_file, plan_.tile), Dim3{plan_.tiles}, Dim3{plan_.tile.threads},
                   plan::tiles_shared(plan_, moved_size(A_.type)), static_cast<const std::uint64_t*>(A_.ptr.data()), A_.nrows,
                   static_cast<const std::uint32_t*>(A_.col.data()), static_cast<const void*>(A_.val.data()), A_.nvals, cut, work_.table,
                   totals, work_.arrived, work_.keys, work_.values);
    context_.bucket_sizes.launched();
}

void Passes::turn() {
    const std::uint32_t share = (plan_.tiles + 511) / 512; // of the tiles, by a block
    device_.launch_early(kernel(turn_file, plan_.piece), Dim3{(plan_.buckets + 31) / 32, share}, Dim3{512},
                         plan::turn_shared, static_cast<const std::uint16_t*>(work_.table), plan_.tiles, plan_.buckets, work_.runs);
}

void Passes::count_pieces() {
    device_.launch_early(kernel(pieces_file, plan_.piece), Dim3{extra_}, Dim3{plan_.piece.threads},
                         plan::order_shared(plan_, moved_size(A_.type)), runs_, static_cast<const std::byte*>(work_.keys), plan_.width, plan_.row_bits,
                         work_.arrived, work_.piece_columns, work_.column_sizes);
}

void Passes::order(Matrix& T) {
    const bool places = moves_places(A_.type);
    void* const values = places ? work_.places : T.val.data();
    device_.launch_early(kernel(order_file, plan_.piece), Dim3{plan_.buckets + extra_}, Dim3{plan_.piece.threads},
                         plan::order_shared(plan_, moved_size(A_.type)), runs_, static_cast<const std::byte*>(work_.keys),
                         static_cast<const std::byte*>(work_.values), plan_.width, A_.ncols, plan_.row_bits,
                         static_cast<const std::uint32_t*>(work_.piece_columns), static_cast<const std::uint32_t*>(work_.column_sizes), T.ptr.data(),
                         T.col.data(), values);
    if (places) gather_values(context_, A_, work_.places, T);
}

} // namespace

std::optional<Matrix> transposed_by_partition(Context& context, const Matrix& A, TransposeMethod& used) {
    const std::size_t most = context.device.properties().shared_per_block_optin;
    const std::size_t shared = most - std::min(most, plan::transpose_static_shared);
    const auto [wanted, row] = context.transposes;
    const auto cut = plan::partition({A.nrows, A.ncols, A.nvals, moved_size(A.type)}, shared,
                                     wanted == plan::Transpose::partition ? row : std::nullopt);
    if (!cut) return std::nullopt;
    used = {plan::Transpose::partition, cut};
    Passes passes(context, A, *cut);
    passes.tiles();
    if (!cut->direct) passes.turn();
    if (passes.counts_pieces()) passes.count_pieces();
    Matrix T = raw_matrix(context, A.type, A.ncols, A.nrows, A.nvals);
    passes.order(T);
    return T;
}

} // namespace mergus::cuda
