/// \file tuning.hpp
/// Products of stencils, fitted by hand on an H200 to the matrices of bench/matrices.txt
/// (docs/laboratory/pattern-classes.md).
#pragma once

#include <cstddef>

#include <cstdint>

namespace mergus::cuda::tuning {

/// Products whose rows repeat a few patterns (pattern_classes.hpp): for at least `classes_min_rows` rows, of
/// at least `classes_products` products on average, that are of at most `most_classes` classes of up to
/// `recipe_products` products.
inline constexpr std::uint64_t classes_min_rows = 8192;
inline constexpr double classes_products = 64;
inline constexpr double reuse_class_products = 4; ///< of a plan
inline constexpr std::uint32_t most_classes = 1024;
inline constexpr std::uint64_t class_rows = 16;        ///< rows for each class at least: recipes take memory
inline constexpr std::uint64_t recipe_products = 8192; ///< words in shared memory; slots have 15 bits
/// Words of a table of classes, and threads that look up a row.
inline constexpr std::uint32_t class_words = 4096;
inline constexpr std::uint32_t class_threads = 8;
/// From this number of rows on a group fills in four rows at a time, which still leaves enough blocks;
/// with fewer rows, two.
inline constexpr std::uint64_t classes_many_rows = std::uint64_t{1} << 17;
/// Warps of a block and the bytes of its sums, at most. Where the sums take more, a group has fewer rows at a
/// time, then a block has fewer warps.
inline constexpr std::uint32_t classes_warps = 4;
inline constexpr std::size_t classes_shared = 24 << 10;
/// Plans order the sums of a class of at most `spread_entries` entries for fewer conflicts of banks
/// (numeric_reuse/spread_slots.cuh), if its products come in at most `spread_waves` waves and a block of a
/// run then needs at most `spread_shared` bytes of shared memory.
inline constexpr std::uint32_t spread_entries = 1024;
inline constexpr std::uint32_t spread_waves = 768;
inline constexpr std::size_t spread_shared = 40 << 10;
/// The most bytes of a warp's sums for which a run of a plan has a thread for each row.
inline constexpr std::size_t reuse_thread_rows = 12 << 10;

/// Products of an average row at least, for values of more than `word_loads` bytes.
inline constexpr double wide_classes_products = 16;

} // namespace mergus::cuda::tuning
