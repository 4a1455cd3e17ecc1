/// \file pattern_classes.cpp
#include "pattern_classes.hpp"

#include "device/primitives.hpp"
#include "mxm/result.hpp"
#include "mxm/tuning.hpp"
#include "tuning.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace mergus::cuda {

namespace {

/// As RowRecipes of class_recipe.cuh.
struct RowRecipes {
    const RowRecipe* recipes;
    const void* offsets;
    const std::uint16_t* slots;
    const std::uint16_t* homes;
    std::uint64_t stride;
};

} // namespace

PatternClasses::PatternClasses(Context& context, const MxmProblem& problem, bool kept)
    : context_(context), problem_(problem), A_(problem.A), B_(problem.B), kept_(kept) {}

const char* PatternClasses::refuses(const MxmProblem& problem, double products) {
    const Matrix &A = problem.A, &B = problem.B;
    if (problem.mask_kind != MaskKind::none) return "a mask";
    // Rows have 32 bits in a table's word, columns 48 in a word of make_row_recipes.
    if (A.nrows > tuning::most_blocks || B.nrows > UINT32_MAX || B.ncols > std::uint64_t{1} << 48)
        return "too large";
    // Distances of 32 bits are modulo 2^32: between further columns they would not tell the order.
    if (!B.wide() && B.ncols > std::uint64_t{1} << 31) return "too many columns";
    if (problem.choice.given()) return nullptr;
    if (A.nrows < tuning::classes_min_rows) return "few rows";
    return problem.average_products() >= products ? nullptr : "rows of few products";
}

const char* PatternClasses::refuses(const MxmProblem& problem) {
    const bool is_wide = problem.type->size > tuning::word_loads;
    return refuses(problem, is_wide ? tuning::wide_classes_products : tuning::classes_products);
}

const char* PatternClasses::refuses_plan(const MxmProblem& problem) {
    return refuses(problem, tuning::reuse_class_products);
}

KernelRequest PatternClasses::classes_request(const char* entry) const {
    Bindings bindings;
    bindings.index("A_index", A_.wide())
        .index("Index", B_.wide())
        .constant("group_threads", tuning::class_threads)
        .constant("table_words", tuning::class_words)
        .constant("most_classes", tuning::most_classes);
    return {"mxm/pattern_classes/row_classes.cuh", entry, std::move(bindings)};
}

KernelRequest PatternClasses::recipes_request(const char* entry) const {
    Bindings bindings;
    bindings.index("A_index", A_.wide()).index("Index", B_.wide());
    return {"mxm/pattern_classes/class_recipes.cuh", entry, std::move(bindings)};
}

KernelRequest PatternClasses::fill_request() const {
    if (form_.by_threads)
        return {"mxm/numeric_reuse/short_classes.cuh", "fill_short_classes",
                problem_.bind(Phase::numeric, 1, true)};
    Bindings bindings = problem_.bind(Phase::numeric, form_.group_threads, true);
    bindings.index("Entry", needs_wide(B_.nvals))
        .constant("rows_each", form_.rows)
        .constant("writes_columns", !kept_)
        .constant("spreads_sums", form_.spreads);
    return {"mxm/pattern_classes/pattern_classes.cuh", "fill_pattern_classes", std::move(bindings)};
}

const char* PatternClasses::refuses() {
    if (!problem_.choice.given() &&
        (!repeats_rows(*known_row_profile(A_)) || !repeats_rows(*known_row_profile(B_))))
        return "rows that repeat no pattern";
    if (known_row_profile(A_)->longest > tuning::recipe_products) return "a long row";
    if (!find_classes()) return "too many patterns";
    make_recipes();
    return choose_form() ? nullptr : "too little shared memory";
}

bool PatternClasses::find_classes() {
    Device& device = context_.device;
    const Operands& in = problem_.operands;
    const KernelRequests kernels{classes_request("find_row_patterns"), classes_request("find_row_classes"),
                                 classes_request("number_row_classes"), recipes_request("make_row_recipes"),
                                 recipes_request("size_pattern_classes")};
    context_.jit.compile(kernels);
    device_size_ = Buffer(device, sizeof(PatternClassesSize));
    auto* const size = static_cast<PatternClassesSize*>(device_size_.data());
    device.fill(size, 0, sizeof(PatternClassesSize));
    Array<std::uint64_t> tables(device, 2 * tuning::class_words);
    device.fill(tables.data(), 0, tables.size() * sizeof(std::uint64_t));
    std::uint64_t* const class_table = tables.data() + tuning::class_words;
    const Buffer patterns(device, B_.nrows * 2 * B_.index_size());
    classes_ = Buffer(device, A_.nrows * 2 * B_.index_size());
    numbers_ = Array<std::uint32_t>(device, tuning::class_words);
    rows_ = Array<std::uint32_t>(device, tuning::class_words);
    const Dim3 block{block_threads};
    const void* const found = patterns.data();
    const void* const classes = classes_.data();
    device.launch(context_.jit.kernel(kernels[0]),
                  grid_for(context_, B_.nrows * tuning::class_threads, block_threads), block, 0, in.b_ptr,
                  in.b_col, B_.nrows, tables.data(), size, found);
    device.launch(context_.jit.kernel(kernels[1]),
                  grid_for(context_, A_.nrows * tuning::class_threads, block_threads), block, 0, in.a_ptr,
                  in.a_col, found, A_.nrows, class_table, size, classes);
    device.launch(context_.jit.kernel(kernels[2]), {1}, {1024}, 0, in.a_ptr, in.a_col, in.b_ptr,
                  static_cast<const std::uint64_t*>(class_table), tuning::recipe_products, size,
                  numbers_.data(), rows_.data());
    size_ = device.read(static_cast<const PatternClassesSize*>(size));
    if (!problem_.choice.given() && size_.classes > A_.nrows / tuning::class_rows) return false;
    return size_.overflowed == 0 && size_.row_products <= tuning::recipe_products &&
           size_.row_length <= tuning::recipe_products &&
           recipe_memory() + tuning::static_shared <= device.properties().shared_per_block_optin;
}

std::size_t PatternClasses::recipe_memory() const noexcept {
    return std::bit_ceil(size_.row_products) * sizeof(std::uint64_t) +
           size_.row_length * sizeof(std::uint32_t);
}

void PatternClasses::make_recipes() {
    Device& device = context_.device;
    const Operands& in = problem_.operands;
    const std::uint64_t stride = size_.row_products;
    auto* const size = static_cast<PatternClassesSize*>(device_size_.data());
    const void* const classes = classes_.data();
    recipes_ = Array<RowRecipe>(device, size_.classes);
    offsets_ = Buffer(device, size_.classes * stride * B_.index_size());
    slots_ = Array<std::uint16_t>(device, size_.classes * stride);
    const Dim3 block{block_threads};
    const std::uint32_t padded = std::bit_ceil(size_.row_products);
    const void* const offsets = offsets_.data();
    if (size_.classes != 0)
        device.launch(context_.jit.kernel(recipes_request("make_row_recipes")), {size_.classes}, block,
                      recipe_memory(), in.a_ptr, in.a_col, in.b_ptr, in.b_col,
                      static_cast<const std::uint32_t*>(rows_.data()), classes, padded, stride, size,
                      recipes_.data(), offsets, slots_.data());
    ptr_ = problem_.offsets(device);
    device.launch(context_.jit.kernel(recipes_request("size_pattern_classes")),
                  grid_for(context_, A_.nrows, block_threads), block, 0, A_.nrows,
                  static_cast<const std::uint32_t*>(numbers_.data()),
                  static_cast<const RowRecipe*>(recipes_.data()), classes, size, ptr_.data());
    exclusive_scan(device, ptr_.data(), ptr_.data(), A_.nrows);
    device.copy(&size->entries, ptr_.data() + A_.nrows, sizeof size->entries);
    size_ = device.read(static_cast<const PatternClassesSize*>(size));
}

bool PatternClasses::use_threads() {
    const std::size_t warp = tuning::aligned(std::size_t{32} * size_.row_entries * problem_.type->size);
    if (!kept_ || warp > tuning::reuse_thread_rows) return false;
    form_ = {.by_threads = true,
             .group_threads = 1,
             .warps = tuning::classes_warps,
             .rows = 1,
             .room = static_cast<std::uint32_t>(warp), // bytes
             .shared = tuning::classes_warps * warp};
    return true;
}

std::size_t PatternClasses::bytes_beside_sums() const noexcept {
    const mergus_type& b = *problem_.b_type;
    if (b.size > tuning::word_loads && b.alignment % 4 == 0 && !B_.iso)
        return form_.group_threads * tuning::spread_bytes(b.size, b.alignment);
    return form_.group_threads == 32 ? staged_bytes(form_.rows) : 0;
}

bool PatternClasses::choose_form() {
    if (use_threads()) return true;
    const std::size_t value = std::max(problem_.type->size, problem_.b_type->size);
    const std::uint64_t longest = known_row_profile(B_)->longest;
    form_.group_threads = longest <= 8 ? 8 : longest <= 16 ? 16 : 32;
    form_.room = std::max(1u, size_.row_entries);
    form_.rows = value > tuning::word_loads ? 1 : value > 8 || A_.nrows < tuning::classes_many_rows ? 2 : 4;
    form_.warps = tuning::classes_warps;
    const std::size_t most = context_.device.properties().shared_per_block_optin;
    for (;;) {
        const std::size_t groups = form_.warps * (32 / form_.group_threads);
        const std::size_t sums = groups * form_.rows * form_.room * problem_.sizes.spread;
        form_.shared = sums + groups * bytes_beside_sums();
        if (sums <= tuning::classes_shared && form_.shared <= most) return true;
        if (form_.rows > 1)
            form_.rows /= 2;
        else if (form_.group_threads < 32)
            form_.group_threads *= 2;
        else if (form_.warps > 1)
            form_.warps /= 2;
        else
            return form_.shared <= most;
    }
}

Product PatternClasses::run(bool) {
    const KernelRequest fill = fill_request();
    context_.jit.compile(fill);
    Matrix T = result_matrix(context_, problem_.type, A_.nrows, B_.ncols, size_.entries, std::move(ptr_));
    launch_fill(context_.jit.kernel(fill), T);
    return {.T = std::move(T), .products = products()};
}

void PatternClasses::spread_sums() {
    Device& device = context_.device;
    const std::size_t value = problem_.type->size;
    if (form_.by_threads || form_.group_threads != 32 || size_.classes == 0 || (value != 4 && value != 8))
        return;
    const std::uint32_t banks = value == 8 ? 16 : 32;
    Bindings bindings;
    bindings.index("A_index", A_.wide())
        .index("Index", B_.wide())
        .constant("banks", banks)
        .constant("most_entries", tuning::spread_entries)
        .constant("most_waves", tuning::spread_waves);
    const KernelRequest request{"mxm/numeric_reuse/spread_slots.cuh", "spread_slots", std::move(bindings)};
    context_.jit.compile(request);
    Array<std::uint16_t> slots(device, slots_.size());
    homes_ = Array<std::uint16_t>(device, slots_.size());
    Array<std::uint32_t> used(device, 1);
    device.fill(used.data(), 0, sizeof(std::uint32_t));
    const Operands& in = problem_.operands;
    device.launch(context_.jit.kernel(request), {size_.classes}, {32},
                  tuning::spread_waves * banks + size_.row_products * sizeof(std::uint16_t), in.a_ptr,
                  in.a_col, in.b_ptr, static_cast<const std::uint32_t*>(rows_.data()),
                  static_cast<const RowRecipe*>(recipes_.data()),
                  static_cast<const std::uint16_t*>(slots_.data()), std::uint64_t{size_.row_products},
                  slots.data(), homes_.data(), used.data());
    const std::uint32_t room = std::max(1u, device.read(static_cast<const std::uint32_t*>(used.data())));
    const std::size_t shared =
        form_.shared + std::size_t{form_.warps} * form_.rows * (room - std::min(room, form_.room)) * value;
    if (shared > tuning::spread_shared) {
        homes_ = {};
        return;
    }
    form_.shared = shared;
    form_.room = std::max(form_.room, room);
    form_.spreads = true;
    slots_ = std::move(slots);
}

void PatternClasses::keep_recipes() {
    spread_sums();
    const KernelRequest fill = fill_request();
    context_.jit.compile(fill);
    fill_ = &context_.jit.kernel(fill);
    ptr_ = {};
    numbers_ = {};
    rows_ = {};
}

void PatternClasses::run_values(const Matrix& T) const {
    launch_fill(*fill_, T);
}

void PatternClasses::launch_fill(const Kernel& kernel, const Matrix& T) const {
    const RowRecipes recipes{recipes_.data(), offsets_.data(), slots_.data(), homes_.data(),
                             size_.row_products};
    const std::uint64_t rows = std::uint64_t{form_.warps} * (32 / form_.group_threads) * form_.rows;
    const Dim3 grid{static_cast<std::uint32_t>((A_.nrows + rows - 1) / rows)}, block{form_.warps * 32};
    const void* const classes = classes_.data();
    const std::uint64_t* const ptr = T.ptr.data();
    void *const cols = T.col.data(), *const vals = T.val.data();
    if (form_.by_threads)
        context_.device.launch(kernel, grid, block, form_.shared, problem_.operands, recipes, classes,
                               A_.nrows, form_.room, ptr, vals);
    else
        context_.device.launch(kernel, grid, block, form_.shared, problem_.operands, recipes, classes,
                               A_.nrows, form_.room, ptr, cols, vals);
}

namespace product_methods {
constinit const ProductMethod pattern_classes{
    .name = "pattern_classes",
    .summary = "stencils, whose rows repeat a few patterns: a recipe for each",
    .evidence = "docs/laboratory/pattern-classes.md",
    .refuses = PatternClasses::refuses,
    .reads = all_operands,
    .start = start_run<PatternClasses>};
} // namespace product_methods

} // namespace mergus::cuda
