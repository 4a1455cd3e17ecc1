/// \file plan.hpp
/// All tuning of mxm, in one place. A bin is a row of a table: an accumulator, the threads of a row, and what
/// they can hold.
#pragma once

#include "mxm/accumulators/merge_plan.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace mergus::cuda::plan {

/// The accumulators, each a file of kernels/.
enum class Accumulator : std::uint8_t {
    narrow,    ///< neighbouring columns, dense in shared memory (acc_narrow.cuh)
    sort,      ///< products sorted in registers (acc_sort.cuh)
    hash,      ///< a hash table in shared memory (acc_hash.cuh)
    rank,      ///< a bit for each column, and values in the order of the bits (acc_rank.cuh)
    window,    ///< windows of columns, dense, a block for each (acc_window.cuh)
    global,    ///< dense in device memory, worked on by the whole grid (acc_global.cuh)
    merge,     ///< products expanded, merged by column and folded (acc_merge.cuh)
    short_rows ///< no bin: the whole product, a thread a row (short_rows.cuh)
};

inline constexpr std::array<std::string_view, 8> accumulator_names = {
    "narrow", "sort", "hash", "rank", "window", "global", "merge", "short_rows"};

/// Which rows of which tables may be used: all, but for tests and experiments. Windows are never left out.
struct Choice {
    std::array<std::uint32_t, accumulator_names.size()> rows = {~0u, ~0u, ~0u, ~0u,
                                                                ~0u, ~0u, ~0u, ~0u}; ///< a bit for each row
    bool given = false;                   ///< then small products go to them as well
    std::uint64_t merge_over = no_limit;  ///< rows of more products are merged, whatever their values are
    std::uint64_t merge_batch = no_limit; ///< products of a batch of merged rows

    [[nodiscard]] constexpr bool has(Accumulator a) const noexcept {
        return rows[static_cast<std::size_t>(a)] != 0;
    }
    [[nodiscard]] constexpr bool has(Accumulator a, std::size_t row) const noexcept {
        return (rows[static_cast<std::size_t>(a)] >> row & 1u) != 0;
    }
    /// From text such as "hash,rank:2": whole tables, or single rows of them counted from 0; empty:
    /// everything. Two parts leave the choice as it is: "merge>1000" merges rows of more than 1000 products,
    /// "merge<5000" makes batches of up to 5000 products. \throws Error invalid_value.
    static Choice parse(std::string_view text);
};

/// Rows of the tables below. `work`: more products than this want a larger group.
struct NarrowBin {
    std::uint32_t width; ///< columns from a row's first to its last, a multiple of 32
    std::uint32_t block_threads;
};
struct SortBin {
    std::uint32_t group_threads; ///< holds twice as many products
    std::uint32_t block_threads;
    std::uint32_t count_slots;   ///< of the hash table that counts the entries in the symbolic phase
    std::uint32_t count_threads; ///< that have it
};
struct HashBin {
    std::uint32_t slots;         ///< holds half as many entries
    std::uint32_t group_threads; ///< up to 32, or the whole block
    std::uint32_t block_threads;
    std::uint64_t work;
};
struct RankBin {
    std::uint32_t block_threads;
    std::size_t shared; ///< bytes of a block, bits and values together
    std::uint64_t work;
    bool in_place = false; ///< the values are added up in the result
};

inline constexpr std::array<NarrowBin, 2> narrow_bins = {{{256, 256}, {1024, 128}}};
inline constexpr std::array<SortBin, 3> sort_bins = {{{8, 256, 32, 8}, {16, 256, 64, 8}, {32, 256, 128, 16}}};
inline constexpr std::array<HashBin, 9> hash_bins = {{
    {64, 8, 256, 64},
    {128, 16, 256, 256},
    {256, 32, 256, 4096},
    {1024, 128, 128, 32768},
    {2048, 256, 256, 131072},
    {4096, 512, 512, 262144},
    {8192, 1024, 1024, no_limit},
    {16384, 1024, 1024, no_limit},
    {32768, 1024, 1024, no_limit},
}};
/// The last two take all the shared memory that a block can have.
inline constexpr std::array<RankBin, 8> rank_bins = {{
    {32, 5 << 10, 512},
    {64, 8 << 10, 2048},
    {128, 14 << 10, 8192},
    {256, 28 << 10, 32768},
    {512, 56 << 10, 131072},
    {1024, 113 << 10, no_limit},
    {1024, std::numeric_limits<std::size_t>::max(), no_limit},
    {1024, std::numeric_limits<std::size_t>::max(), no_limit, true},
}};

/// Ranks are taken instead of a hash table where clearing and counting the bits costs less than clearing and
/// sorting the table: a word of bits for each slot and this many more.
inline constexpr std::uint64_t words_per_slot = 3;

/// Threads of a block that works on a window.
inline constexpr std::uint32_t window_threads = 1024;

/// A row is the whole grid's if it has more products than this, and more than this part of all.
inline constexpr std::uint64_t heavy_work = 32768;
inline constexpr std::uint64_t heavy_share = 64;

/// Products of up to so many rows are dense in device memory as a whole, if that takes up to `dense_small`
/// bytes, or little more than the operands.
inline constexpr std::uint64_t dense_rows = 64;
inline constexpr std::uint64_t dense_columns = std::uint64_t{1} << 31;
inline constexpr std::uint64_t dense_small = std::uint64_t{16} << 20;
/// Where A has more entries than this, the host reads how many of them are in the rows of a list (and waits
/// for that) before it asks for 8 bytes for each.
inline constexpr std::uint64_t dense_entries = std::uint64_t{1} << 18;
/// Blocks on a multiprocessor that such a product is cut for.
inline constexpr std::uint32_t dense_blocks = 8;

/// Products of short rows, a thread a row: for matrices whose rows have up to `short_average` entries on
/// average, and whose longest rows make at most `short_products` products. If B takes more than
/// `short_cached` bytes, which caches do not hold, neighbouring rows must have rows of B in common.
inline constexpr std::uint64_t short_least_rows = 2048;
inline constexpr std::uint64_t short_average = 10;
inline constexpr std::uint64_t short_products = 1024;
inline constexpr std::uint64_t short_cached = std::uint64_t{24} << 20;
/// The kernels are compiled for rows of A of up to so many entries.
inline constexpr std::array<std::uint32_t, 7> short_ways = {4, 5, 7, 9, 12, 16, 24};
inline constexpr std::uint32_t short_threads = 128;
/// Shared memory of a warp at most.
inline constexpr std::size_t short_warp_bytes = 14 << 10;

/// Triangles: lists of up to so many edges are a warp's, longer ones a block's, with a hash table of up to so
/// many slots.
inline constexpr std::uint32_t triangle_list = 128;
inline constexpr std::uint32_t triangle_slots = 8192;
inline constexpr std::uint32_t triangle_threads = 256;
inline constexpr std::uint32_t triangle_blocks = 8; ///< on a multiprocessor

/// Rows of A longer than this are analysed by the whole grid.
inline constexpr std::uint64_t long_row = 2048;

/// Bytes that a table of where rows of B cross the windows may take, for so many entries of B.
constexpr std::uint64_t most_splits(std::uint64_t entries) {
    return (std::uint64_t{64} << 20) + 64 * entries;
}

/// Blocks of one launch at most; more rows are done in several.
inline constexpr std::uint64_t most_blocks = std::uint64_t{1} << 30;

/// Products of fewer rows are not asked whether their columns lie close together.
inline constexpr std::uint64_t narrow_rows = 1024;

/// Symbolic: so many rows whose products do not fit a warp's table are tried with a larger one of a warp all
/// the same, since a row has often far fewer entries than products. If more than one in `trial_share` of the
/// first `trial_sample` fail, the others are not.
inline constexpr HashBin trial_bin = {512, 32, 256, 16384};
static_assert(trial_bin.group_threads == 32, "HashTable::may_be_bounded of acc_hash.cuh");
inline constexpr std::uint64_t trial_rows = 16384;
inline constexpr std::uint64_t trial_sample = 2048;
inline constexpr std::uint64_t trial_share = 8;

/// Shared memory that the kernels use beside what is asked for: counters, sums of warps, lists.
inline constexpr std::size_t static_shared = 2048;

/// A row of a table, as one call uses it.
struct Bin {
    Accumulator accumulator = Accumulator::window;
    std::uint32_t group_threads = 0; ///< 0: the whole block
    std::uint32_t block_threads = 0;
    std::uint32_t slots =
        0; ///< of a hash table, also sort's in the symbolic phase; rank: entries; narrow, window: columns
    std::size_t shared = 0;     ///< bytes of a block
    std::uint64_t capacity = 0; ///< entries of a row at most
    std::uint64_t work = 0;     ///< products of a row at most
    bool in_place = false;      ///< rank: the values are added up in the result
    std::uint8_t row = 0;       ///< of its table

    [[nodiscard]] constexpr std::uint32_t groups() const noexcept {
        return group_threads == 0 ? 1 : block_threads / group_threads;
    }
};

/// The bins of one phase of a call, in the order in which a row tries them; windows, which hold everything,
/// come last, and behind them, if `heavy`, the one for rows that are a large part of the product, and if
/// `merges`, the one for rows that are merged. Rows of narrow spans are tried before all others, and merging
/// before a large part.
struct Bins {
    static constexpr std::size_t most = 26;
    std::array<Bin, most> bin{};
    std::size_t count = 0;
    std::size_t fixed = 0; ///< the first so many take the same rows in both phases
    bool heavy = false;
    std::uint64_t heavy_work = no_limit;
    bool merges =
        false; ///< the very last bin is for rows of more than merge_over and up to merge_most products
    std::uint64_t merge_over = no_limit, merge_most = 0;

    constexpr void add(Bin b, std::size_t row = 0) {
        b.row = static_cast<std::uint8_t>(row);
        bin[count++] = b;
    }
    constexpr void drop_heavy() {
        if (!heavy) return;
        if (merges) bin[count - 2] = bin[count - 1];
        --count;
        heavy = false;
    }
    constexpr void drop_merge() {
        if (merges) --count;
        merges = false;
        merge_most = 0;
    }
};
static_assert(narrow_bins.size() + sort_bins.size() + hash_bins.size() + rank_bins.size() + 3 < Bins::most);

constexpr std::size_t aligned(std::size_t bytes) {
    return (bytes + 15) / 16 * 16;
}

/// What the sizes of a call's values come to.
struct Sizes {
    std::size_t index; ///< bytes of a column
    std::size_t slot;  ///< bytes of a kept value
    std::size_t value; ///< bytes of a value of the result
    std::size_t key;   ///< bytes of a sorted key; 0: a column and a place do not fit one
    bool masked;       ///< states of slots, bits of the mask
    bool admits;       ///< entries come out in the mask's order: nothing is sorted
    bool k_order;      ///< products are added one k after the other

    /// Bytes of one group's hash table: the sum in mxm/accumulators/acc_hash.cuh.
    [[nodiscard]] constexpr std::size_t table(std::uint32_t slots, bool symbolic) const noexcept {
        std::size_t bytes = slots * index;
        if (!symbolic) bytes += slots * slot;
        if (!symbolic && !admits) bytes += slots / 2 * (index + sizeof(std::uint32_t));
        if (masked) bytes += slots * sizeof(std::uint32_t);
        return aligned(bytes);
    }
    /// Bytes of the bits of acc_rank.cuh.
    [[nodiscard]] constexpr std::size_t rank_bits(std::uint64_t words, bool symbolic,
                                                  bool in_place = false) const noexcept {
        const bool second = masked || (k_order && !symbolic);
        return words * ((symbolic || in_place ? 4 : 8) + (second ? 4 : 0)) +
               (in_place ? (words + 1) / 2 * 4 : 0);
    }
    /// Columns of a window: values, and a bit or two for each.
    [[nodiscard]] constexpr std::uint64_t window(std::size_t most, std::uint64_t ncols,
                                                 bool symbolic) const noexcept {
        const std::uint64_t whole = (ncols + 31) / 32 * 32;
        const std::uint64_t fits = most / window_bytes(32, symbolic) * 32;
        return std::min(whole, fits);
    }
    [[nodiscard]] constexpr std::size_t window_bytes(std::uint64_t width, bool symbolic) const noexcept {
        return (symbolic ? 0 : width * slot) + width / 32 * (masked ? 8 : 4);
    }

    /// trial_bin, in the symbolic phase.
    [[nodiscard]] constexpr Bin trial() const {
        const HashBin& b = trial_bin;
        return {Accumulator::hash,
                b.group_threads,
                b.block_threads,
                b.slots,
                b.block_threads / b.group_threads * table(b.slots, true),
                no_limit,
                b.work};
    }
    /// The bins of a phase on a device whose blocks have up to `most_shared` bytes.
    [[nodiscard]] constexpr Bins bins(std::uint64_t ncols, std::size_t most_shared, std::size_t device_memory,
                                      bool symbolic, bool spans, const Choice& choice = {}) const {
        const std::size_t most = most_shared > static_shared ? most_shared - static_shared : 0;
        const std::uint64_t words = (ncols + 31) / 32;
        Bins chosen;
        for (std::size_t n = 0; spans && n < narrow_bins.size(); ++n) {
            const NarrowBin& b = narrow_bins[n];
            const std::size_t warps = b.block_threads / 32, values = warps * aligned(b.width * value);
            const std::size_t bits = warps * b.width / 8;
            if (values + bits <= most && choice.has(Accumulator::narrow, n))
                chosen.add({Accumulator::narrow, 32, b.block_threads, b.width, bits + (symbolic ? 0 : values),
                            b.width, no_limit},
                           n);
        }
        // Counting needs no order: there a table is cheaper. Under a mask it would have to hold the mask's
        // row too.
        const bool sorts = key != 0 && !admits && (!symbolic || !masked);
        bool sorting = false;
        for (std::size_t n = 0; sorts && n < sort_bins.size(); ++n) {
            const SortBin& b = sort_bins[n];
            const std::size_t products = 2 * b.group_threads;
            const std::size_t shared =
                b.block_threads / b.group_threads * (aligned(products * value) + products * key);
            if (shared > most || !choice.has(Accumulator::sort, n)) continue;
            sorting = true;
            if (symbolic)
                chosen.add({Accumulator::sort, b.count_threads, b.block_threads, b.count_slots,
                            b.block_threads / b.count_threads * table(b.count_slots, true), no_limit,
                            products},
                           n);
            else
                chosen.add(
                    {Accumulator::sort, b.group_threads, b.block_threads, 0, shared, no_limit, products}, n);
        }
        if (!masked) chosen.fixed = chosen.count;
        const bool ranks = choice.has(Accumulator::rank, rank_bins.size() - 2) &&
                           rank_bits(words, symbolic) + (symbolic ? 0 : 64 * slot) <= most;
        for (std::size_t n = 0; n < hash_bins.size(); ++n) {
            const HashBin& b = hash_bins[n];
            if (!choice.has(Accumulator::hash, n)) continue;
            const bool whole = b.group_threads == b.block_threads;
            if (b.group_threads >= 32 && ranks && words <= words_per_slot * b.slots) break;
            if (sorting && b.group_threads < 32) continue;
            const std::uint32_t groups = b.block_threads / b.group_threads;
            const std::size_t shared = groups * table(b.slots, symbolic);
            if (shared > most) continue; // the bins of small groups take more together than the next one
            chosen.add({Accumulator::hash, whole ? 0 : b.group_threads, b.block_threads, b.slots, shared,
                        b.slots / 2, b.work},
                       n);
        }
        add_ranks(chosen, words, most, symbolic, choice);
        const std::uint64_t width = window(most, ncols, symbolic);
        chosen.add({Accumulator::window, 0, window_threads, static_cast<std::uint32_t>(width),
                    window_bytes(width, symbolic), no_limit, no_limit});
        chosen.heavy = choice.has(Accumulator::global) && !k_order && !admits && ncols <= dense_columns &&
                       heavy_share * ncols * slot <= device_memory / 16;
        chosen.heavy_work = choice.given ? 0 : plan::heavy_work;
        if (chosen.heavy) chosen.add({Accumulator::global, 0, 0, 0, 0, no_limit, no_limit});
        add_merge(chosen, most, device_memory, choice);
        return chosen;
    }

private:
    /// Over how many products a row's are merged.
    [[nodiscard]] constexpr std::uint64_t merges_over(const Choice& choice) const {
        if (choice.merge_over != no_limit) return choice.merge_over;
        if (choice.given) return choice.has(Accumulator::merge) ? 0 : no_limit;
        std::uint64_t work = no_limit;
        for (const MergeBin& b : merge_bins)
            if (k_order && !admits && value >= b.value) work = b.work;
        return work;
    }
    constexpr void add_merge(Bins& chosen, std::size_t most, std::size_t device_memory,
                             const Choice& choice) const {
        chosen.merge_over = merges_over(choice);
        if (chosen.merge_over == no_limit || merge_block(2 * value, 32) > most) return;
        chosen.merges = true;
        chosen.merge_most = std::min(
            {plan::merge_batch, choice.merge_batch, device_memory / merge_share / merge_bytes(index)});
        chosen.add({Accumulator::merge, 0, 0, 0, 0, no_limit, no_limit});
    }
    constexpr void add_ranks(Bins& chosen, std::uint64_t words, std::size_t most, bool symbolic,
                             const Choice& choice) const {
        for (std::size_t n = 0; n < rank_bins.size(); ++n) {
            if (!choice.has(Accumulator::rank, n)) continue;
            const RankBin& b = rank_bins[n];
            const std::size_t bits = rank_bits(words, symbolic, b.in_place);
            const std::size_t budget = std::min(b.shared, most);
            if (b.in_place) {
                if (!symbolic && !k_order && !admits && slot == value && bits <= budget)
                    chosen.add({Accumulator::rank, 0, b.block_threads, 0, bits, no_limit, b.work, true}, n);
                continue;
            }
            if (bits + (symbolic ? 0 : 64 * slot) > budget) continue;
            const auto entries = static_cast<std::uint32_t>(symbolic ? 0 : (budget - bits) / slot / 2 * 2);
            chosen.add({Accumulator::rank, 0, b.block_threads, entries, aligned(entries * slot) + bits,
                        symbolic ? no_limit : entries, b.work},
                       n);
        }
    }
};

} // namespace mergus::cuda::plan
