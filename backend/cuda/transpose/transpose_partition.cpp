/// \file transpose_partition.cpp
/// The transpose in two passes: the entries of each tile put in the order of buckets of columns, in place of
/// the tile (transpose_tiles.cuh), and each bucket, which is a run of every tile, put in the order of columns
/// on chip (transpose_order.cuh). Both keep the order of entries, which is the order of rows, so nothing is
/// sorted by row; and nobody has to know where an entry goes before the last pass. Where there would be so
/// many buckets that runs are a few entries, tiles are ordered by groups of buckets first, and the entries of
/// each group then by buckets (transpose_groups.cuh, transpose_regroup.cuh).
#include "transpose_methods.hpp"
#include "transpose_plan.hpp"
#include "transpose_values.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace mergus::cuda {

namespace {

/// The same members, in the same order, as Cut of transpose_digits.cuh.
struct Cut {
    std::uint32_t magic, width, buckets, row_bits, shift, groups;
};
/// A piece of a bucket.
struct Extra {
    std::uint32_t bucket, index;
};
/// As Totals there.
struct Totals {
    std::uint32_t *sizes, *extra;
    Extra* pieces;
    std::uint32_t piece_bits;
};
/// As Cleared of transpose_tiles.cuh.
struct Cleared {
    std::uint32_t *counters, *arrived;
    std::uint32_t count;
};
/// As GroupStatus of transpose_groups.cuh.
struct GroupStatus {
    std::uint32_t tiles, most_tiles;
};
/// As Groups of transpose_regroup.cuh.
struct Groups {
    const std::uint32_t *runs, *begins, *first_tiles;
    const std::uint16_t* table;
    std::uint32_t tiles;
};
/// As Runs of transpose_piece.cuh.
struct Runs {
    const std::uint16_t* table;
    const std::uint32_t *begins, *first_tiles;
    const std::uint32_t* extra;
    const Extra* pieces;
    std::uint32_t most_tiles, buckets, shift;
};

/// All temporary arrays.
struct Workspace {
    std::byte* keys;
    std::byte* values;
    std::uint16_t* table;
    std::uint32_t* places; ///< of wide values, in the transpose's order
    // of buckets of several pieces
    Extra* pieces;
    std::uint32_t* arrived;
    std::uint32_t* piece_columns;
    std::uint32_t* column_sizes;
    // of groups
    std::uint32_t* sizes; ///< of buckets, and one number more; before them `arrived`
    std::size_t zeroed;   ///< bytes of these two, which are neighbours
    std::uint64_t* group_keys;
    std::uint16_t* group_table;
    std::uint32_t *runs, *begins, *first_tiles;
    GroupStatus* status;

    /// Cuts memory that begins there; from 0, to learn how much is needed. \return bytes.
    std::size_t cut(std::uintptr_t memory, const plan::Partition& plan, const Matrix& A, std::size_t extra) {
        ArrayCutter cutter(memory);
        const std::size_t buckets = plan.buckets, groups = plan.groups;
        cutter.take(arrived, buckets);
        if (plan.grouped()) {
            cutter.take(sizes, buckets + 1);
            zeroed = cutter.bytes();
            cutter.take(group_keys, A.nvals);
            cutter.take(group_table, plan.tiles * (groups + 1));
            cutter.take(runs, plan.tiles * groups + 1);
            cutter.take(begins, groups + 1);
            cutter.take(first_tiles, groups + 1);
            cutter.take(status, 1);
        }
        cutter.take(keys, A.nvals, plan.key_size());
        cutter.take(values, A.nvals, moved_size(A.type));
        cutter.take(table, plan.grouped() ? (plan.tiles + groups) * (plan.group_size() + std::size_t{1})
                                          : plan.tiles * (buckets + 1));
        cutter.take(places, moves_places(A.type) ? A.nvals : 0);
        cutter.take(pieces, extra);
        cutter.take(piece_columns, plan.counted ? extra * plan.width : 0);
        cutter.take(column_sizes, plan.counted ? buckets * plan.width : 0);
        return cutter.bytes();
    }
};

/// The passes over a matrix, one after the other.
class Passes {
public:
    Passes(Context& context, const Matrix& A, const plan::Partition& plan, std::size_t shared_limit)
        : context_(context), device_(context.device), A_(A), plan_(plan), shared_limit_(shared_limit),
          extra_(static_cast<std::uint32_t>(A.nvals / plan.piece.size())),
          memory_(device_, work_.cut(0, plan, A, extra_)) {
        work_.cut(reinterpret_cast<std::uintptr_t>(memory_.data()), plan, A, extra_);
        prepare();
    }

    /// \return nothing if the groups of buckets are too uneven.
    std::optional<Matrix> transpose() {
        Matrix T = raw_matrix(context_, A_.type, A_.ncols, A_.nrows, A_.nvals);
        void* const values = moves_places(A_.type) ? work_.places : T.val.data();
        if (!plan_.grouped())
            tiles();
        else if (!tiles_by_groups(values))
            return std::nullopt;
        if (counts_pieces()) count_pieces();
        order(T, values);
        if (moves_places(A_.type)) gather_values(context_, A_, work_.places, T);
        return T;
    }

private:
    /// A kernel file has the kernel of its name. Of a pass: it moves values.
    struct File {
        const char *name, *entry;
        bool pass;
    };
    static constexpr File tiles_file{"transpose/transpose_tiles.cuh", "transpose_tiles", true},
        order_file{"transpose/transpose_order.cuh", "transpose_order", true},
        groups_file{"transpose/transpose_groups.cuh", "transpose_groups", false},
        regroup_file{"transpose/transpose_regroup.cuh", "transpose_regroup", true},
        pieces_file{"transpose/transpose_pieces.cuh", "transpose_pieces", false};
    static constexpr plan::Tile groups_tile{1024, 1, 1};
    static_assert(plan::most_groups < groups_tile.size());

    void tiles();
    bool tiles_by_groups(void* values);
    void launch_tiles(const Totals& totals, const Cleared& cleared, void* keys, void* values,
                      std::uint16_t* table);
    void count_pieces();
    void order(Matrix& T, void* values);

    [[nodiscard]] Cut cut() const noexcept {
        return {plan_.magic, plan_.width, plan_.buckets, plan_.row_bits, plan_.shift, plan_.groups};
    }
    [[nodiscard]] Totals totals(std::uint32_t* sizes) const noexcept {
        return {sizes, sizes + plan_.buckets, work_.pieces,
                static_cast<std::uint32_t>(std::bit_width(plan_.piece.size() - 1))};
    }
    [[nodiscard]] Runs runs(const Totals& totals, std::uint32_t most_tiles) const noexcept {
        return {work_.table,  work_.begins, work_.first_tiles, totals.extra,
                work_.pieces, most_tiles,   plan_.buckets,     plan_.shift};
    }
    [[nodiscard]] std::size_t order_shared() const {
        return plan::order_shared(plan_, moved_size(A_.type), runs_.most_tiles);
    }
    /// Whether a bucket can have several pieces, and they are to be counted first.
    [[nodiscard]] bool counts_pieces() const noexcept { return plan_.counted && extra_ > 0; }

    [[nodiscard]] Jit::Shortcut shortcut(const File& file, plan::Tile tile) const;
    [[nodiscard]] Bindings bindings(const File& file, plan::Tile tile) const;
    const Kernel& kernel(const File& file, plan::Tile tile);
    void prepare();

    Context& context_;
    Device& device_;
    const Matrix& A_;
    const plan::Partition& plan_;
    std::size_t shared_limit_;
    std::uint32_t extra_; ///< pieces beside the first ones of buckets, at most
    Workspace work_{};
    Buffer memory_;
    Runs runs_{};
};

Jit::Shortcut Passes::shortcut(const File& file, plan::Tile tile) const {
    const std::uint64_t shape = std::uint64_t{plan_.tile.size()} << 40 | std::uint64_t{tile.threads} << 24 |
                                tile.blocks << 16 | tile.items << 4 | unsigned(plan_.counted) << 2 |
                                unsigned(plan_.grouped()) << 1 | unsigned(plan_.wide_keys);
    return {file.name, file.entry, file.pass ? A_.type : nullptr, shape};
}

Bindings Passes::bindings(const File& file, plan::Tile tile) const {
    const bool whole_columns = plan_.grouped() && file.name == tiles_file.name;
    Bindings names;
    names.index("Key", plan_.wide_keys || whole_columns)
        .constant("threads", tile.threads)
        .constant("items", tile.items)
        .constant("resident", tile.blocks)
        .constant("run_tile", plan_.tile.size())
        .constant("grouped", plan_.grouped())
        .constant("counted_first", plan_.counted);
    if (file.pass) bind_moved(names, A_.type);
    return names;
}

const Kernel& Passes::kernel(const File& file, plan::Tile tile) {
    return context_.jit.kernel(shortcut(file, tile), [&] { return bindings(file, tile); });
}

/// All texts at once.
void Passes::prepare() {
    std::vector<KernelRequest> requests;
    const auto add = [&](const File& file, plan::Tile tile) {
        if (!context_.jit.knows(shortcut(file, tile)))
            requests.push_back({file.name, file.entry, bindings(file, tile)});
    };
    add(tiles_file, plan_.tile);
    if (plan_.grouped()) {
        add(groups_file, groups_tile);
        add(regroup_file, plan_.tile);
    }
    if (counts_pieces()) add(pieces_file, plan_.piece);
    add(order_file, plan_.piece);
    if (!requests.empty() && moves_places(A_.type)) requests.push_back(gather_kernel(A_.type));
    context_.jit.prepare(requests);
}

void Passes::launch_tiles(const Totals& totals, const Cleared& cleared, void* keys, void* values,
                          std::uint16_t* table) {
    device_.launch(kernel(tiles_file, plan_.tile), Dim3{plan_.tiles}, Dim3{plan_.tile.threads},
                   plan::tiles_shared(plan_, moved_size(A_.type)),
                   static_cast<const std::uint64_t*>(A_.ptr.data()), A_.nrows,
                   static_cast<const std::uint32_t*>(A_.col.data()), static_cast<const void*>(A_.val.data()),
                   A_.nvals, cut(), table, totals, cleared, work_.runs, keys, values);
}

void Passes::tiles() {
    const auto sets = context_.bucket_sizes.take(device_);
    const Totals totals = this->totals(sets.zero);
    launch_tiles(totals, {sets.cleared, work_.arrived, plan::most_buckets + 1}, work_.keys, work_.values,
                 work_.table);
    context_.bucket_sizes.launched();
    runs_ = runs(totals, plan_.tiles);
}

/// What is between goes where the transpose's values will be. \return whether the last pass has room for the
/// runs of a bucket.
bool Passes::tiles_by_groups(void* values) {
    const std::size_t size = moved_size(A_.type);
    const Totals totals = this->totals(work_.sizes);
    device_.fill(work_.arrived, 0, work_.zeroed);
    launch_tiles({}, {}, work_.group_keys, values, work_.group_table);
    exclusive_scan(device_, work_.runs, work_.runs,
                   std::size_t{plan_.tiles} * plan_.groups); // and the sum behind
    device_.launch(kernel(groups_file, groups_tile), Dim3{1}, Dim3{groups_tile.threads}, 0,
                   static_cast<const std::uint32_t*>(work_.runs), plan_.tiles, plan_.groups, work_.begins,
                   work_.first_tiles, work_.status);
    const GroupStatus status = device_.read(work_.status);
    runs_ = runs(totals, status.most_tiles);
    if (order_shared() > shared_limit_) return false;
    const Groups groups{work_.runs, work_.begins, work_.first_tiles, work_.group_table, plan_.tiles};
    device_.launch(kernel(regroup_file, plan_.tile), Dim3{status.tiles}, Dim3{plan_.tile.threads},
                   plan::regroup_shared(plan_, size), groups,
                   static_cast<const std::uint64_t*>(work_.group_keys), static_cast<const void*>(values),
                   cut(), work_.table, totals, work_.keys, work_.values);
    return true;
}

void Passes::count_pieces() {
    // Blocks beside the few that find work are cheap up to some number; fewer would have too much.
    const std::uint32_t blocks =
        std::min(extra_, 16 * static_cast<std::uint32_t>(std::max(1, device_.properties().sm_count)));
    device_.launch_dependent(kernel(pieces_file, plan_.piece), Dim3{blocks}, Dim3{plan_.piece.threads},
                             order_shared(), runs_, static_cast<const std::byte*>(work_.keys), plan_.width,
                             plan_.row_bits, work_.arrived, work_.piece_columns, work_.column_sizes);
}

void Passes::order(Matrix& T, void* values) {
    device_.launch_dependent(
        kernel(order_file, plan_.piece), Dim3{plan_.buckets + extra_}, Dim3{plan_.piece.threads},
        order_shared(), runs_, static_cast<const std::byte*>(work_.keys),
        static_cast<const std::byte*>(work_.values), plan_.width, A_.ncols, plan_.row_bits,
        static_cast<const std::uint32_t*>(work_.piece_columns),
        static_cast<const std::uint32_t*>(work_.column_sizes), T.ptr.data(), T.col.data(), values);
}

} // namespace

std::optional<Matrix> transposed_by_partition(Context& context, const Matrix& A, TransposeMethod& used) {
    const std::size_t most = context.device.properties().shared_per_block_optin;
    const std::size_t shared = most - std::min(most, plan::transpose_static_shared);
    const auto [requests, row] = context.transposes;
    const auto cut = plan::partition({A.nrows, A.ncols, A.nvals, moved_size(A.type)}, shared,
                                     requests == plan::Transpose::partition ? row : std::nullopt);
    if (!cut) return std::nullopt;
    std::optional<Matrix> T = Passes(context, A, *cut, shared).transpose();
    if (T) used = {plan::Transpose::partition, cut};
    return T;
}

} // namespace mergus::cuda
