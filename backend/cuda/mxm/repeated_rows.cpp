/// \file repeated_rows.cpp
#include "repeated_rows.hpp"

#include "device/primitives.hpp"
#include "result.hpp"
#include "wide_tuning.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace mergus::cuda {

namespace {

/// As RowRecipes of row_recipe.cuh.
struct RowRecipes {
    const RowRecipe* recipes;
    const void* offsets;
    const std::uint16_t* slots;
    const std::uint16_t* homes;
    std::uint64_t stride;
};

} // namespace

RepeatedRows::RepeatedRows(Context& context, const MxmProblem& problem, bool kept)
    : context_(context), problem_(problem), A_(problem.A), B_(problem.B), kept_(kept) {}

const char* RepeatedRows::refuses(const MxmProblem& problem, double products) {
    const Matrix &A = problem.A, &B = problem.B;
    if (problem.mask_kind != MaskKind::none) return "a mask";
    // Rows have 32 bits in a table's word, columns 48 in a word of make_row_recipes.
    if (A.nrows > plan::most_blocks || B.nrows > UINT32_MAX || B.ncols > std::uint64_t{1} << 48)
        return "too large";
    // Distances of 32 bits are modulo 2^32: between further columns they would not tell the order.
    if (!B.wide() && B.ncols > std::uint64_t{1} << 31) return "too many columns";
    if (problem.choice.given()) return nullptr;
    if (A.nrows < plan::repeated_min_rows) return "few rows";
    return problem.average_products() >= products ? nullptr : "rows of few products";
}

const char* RepeatedRows::refuses(const MxmProblem& problem) {
    const bool is_wide = problem.type->size > plan::word_loads;
    return refuses(problem, is_wide ? plan::wide_repeated_products : plan::repeated_products);
}

const char* RepeatedRows::refuses_plan(const MxmProblem& problem) {
    return refuses(problem, plan::kept_repeated_products);
}

KernelRequest RepeatedRows::classes_request(const char* entry) const {
    Bindings bindings;
    bindings.index("A_index", A_.wide())
        .index("Index", B_.wide())
        .constant("group_threads", plan::class_threads)
        .constant("table_words", plan::class_words)
        .constant("most_classes", plan::most_classes);
    return {"mxm/row_classes.cuh", entry, std::move(bindings)};
}

KernelRequest RepeatedRows::recipes_request(const char* entry) const {
    Bindings bindings;
    bindings.index("A_index", A_.wide()).index("Index", B_.wide()).constant("group_threads", 0);
    return {"mxm/row_recipes.cuh", entry, std::move(bindings)};
}

KernelRequest RepeatedRows::fill_request() const {
    if (form_.by_threads)
        return {"mxm/kept/short_repeated_rows.cuh", "fill_short_repeated_rows",
                problem_.bind(Phase::numeric, 1, true)};
    Bindings bindings = problem_.bind(Phase::numeric, form_.group_threads, true);
    bindings.index("Entry", needs_wide(B_.nvals))
        .constant("rows_each", form_.rows)
        .constant("writes_columns", !kept_)
        .constant("spreads_sums", form_.spreads);
    return {"mxm/repeated_rows.cuh", "fill_repeated_rows", std::move(bindings)};
}

const char* RepeatedRows::refuses() {
    if (!problem_.choice.given() &&
        (!repeats_rows(*known_row_profile(A_)) || !repeats_rows(*known_row_profile(B_))))
        return "rows that repeat no pattern";
    if (!find_classes()) return "too many patterns";
    make_recipes();
    return choose_form() ? nullptr : "too little shared memory";
}

bool RepeatedRows::find_classes() {
    Device& device = context_.device;
    const Operands& in = problem_.operands;
    const KernelRequests kernels{classes_request("find_row_patterns"), classes_request("find_row_classes"),
                                 classes_request("number_row_classes"), recipes_request("make_row_recipes"),
                                 recipes_request("size_repeated_rows")};
    context_.jit.compile(kernels);
    device_size_ = Buffer(device, sizeof(RepeatedRowsSize));
    auto* const size = static_cast<RepeatedRowsSize*>(device_size_.data());
    device.fill(size, 0, sizeof(RepeatedRowsSize));
    Array<std::uint64_t> tables(device, 2 * plan::class_words);
    device.fill(tables.data(), 0, tables.size() * sizeof(std::uint64_t));
    std::uint64_t* const class_table = tables.data() + plan::class_words;
    const Buffer patterns(device, B_.nrows * 2 * B_.index_size());
    classes_ = Buffer(device, A_.nrows * 2 * B_.index_size());
    numbers_ = Array<std::uint32_t>(device, plan::class_words);
    rows_ = Array<std::uint32_t>(device, plan::class_words);
    const Dim3 block{block_threads};
    const void* const found = patterns.data();
    const void* const classes = classes_.data();
    device.launch(context_.jit.kernel(kernels[0]),
                  grid_for(context_, B_.nrows * plan::class_threads, block_threads), block, 0, in.b_ptr,
                  in.b_col, B_.nrows, tables.data(), size, found);
    device.launch(context_.jit.kernel(kernels[1]),
                  grid_for(context_, A_.nrows * plan::class_threads, block_threads), block, 0, in.a_ptr,
                  in.a_col, found, A_.nrows, class_table, size, classes);
    device.launch(context_.jit.kernel(kernels[2]), {1}, {1024}, 0, in.a_ptr, in.a_col, in.b_ptr,
                  static_cast<const std::uint64_t*>(class_table), plan::recipe_products, size,
                  numbers_.data(), rows_.data());
    size_ = device.read(static_cast<const RepeatedRowsSize*>(size));
    if (!problem_.choice.given() && size_.classes > A_.nrows / plan::class_rows) return false;
    return size_.overflowed == 0 && size_.row_products <= plan::recipe_products &&
           size_.row_length <= plan::recipe_products &&
           recipe_memory() + plan::static_shared <= device.properties().shared_per_block_optin;
}

std::size_t RepeatedRows::recipe_memory() const noexcept {
    return std::bit_ceil(size_.row_products) * sizeof(std::uint64_t) +
           size_.row_length * sizeof(std::uint32_t);
}

void RepeatedRows::make_recipes() {
    Device& device = context_.device;
    const Operands& in = problem_.operands;
    const std::uint64_t stride = size_.row_products;
    auto* const size = static_cast<RepeatedRowsSize*>(device_size_.data());
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
    device.launch(context_.jit.kernel(recipes_request("size_repeated_rows")),
                  grid_for(context_, A_.nrows, block_threads), block, 0, A_.nrows,
                  static_cast<const std::uint32_t*>(numbers_.data()),
                  static_cast<const RowRecipe*>(recipes_.data()), classes, size, ptr_.data());
    exclusive_scan(device, ptr_.data(), ptr_.data(), A_.nrows);
    device.copy(&size->entries, ptr_.data() + A_.nrows, sizeof size->entries);
    size_ = device.read(static_cast<const RepeatedRowsSize*>(size));
}

bool RepeatedRows::use_threads() {
    const std::size_t warp = plan::aligned(std::size_t{32} * size_.row_entries * problem_.type->size);
    if (!kept_ || warp > plan::kept_thread_rows) return false;
    form_ = {.by_threads = true,
             .group_threads = 1,
             .warps = plan::repeated_warps,
             .rows = 1,
             .room = static_cast<std::uint32_t>(warp), // bytes
             .shared = plan::repeated_warps * warp};
    return true;
}

std::size_t RepeatedRows::bytes_beside_sums() const noexcept {
    const mergus_type& b = *problem_.b_type;
    if (b.size > plan::word_loads && b.alignment % 4 == 0 && !B_.iso)
        return form_.group_threads * plan::spread_bytes(b.size, b.alignment);
    return form_.group_threads == 32 ? staged_bytes(form_.rows) : 0;
}

bool RepeatedRows::choose_form() {
    if (use_threads()) return true;
    const std::size_t value = std::max(problem_.type->size, problem_.b_type->size);
    const std::uint64_t longest = known_row_profile(B_)->longest;
    form_.group_threads = longest <= 8 ? 8 : longest <= 16 ? 16 : 32;
    form_.room = std::max(1u, size_.row_entries);
    form_.rows = value > plan::word_loads ? 1 : value > 8 || A_.nrows < plan::repeated_many_rows ? 2 : 4;
    form_.warps = plan::repeated_warps;
    const std::size_t most = context_.device.properties().shared_per_block_optin;
    for (;;) {
        const std::size_t groups = form_.warps * (32 / form_.group_threads);
        const std::size_t sums = groups * form_.rows * form_.room * problem_.sizes.spread;
        form_.shared = sums + groups * bytes_beside_sums();
        if (sums <= plan::repeated_shared && form_.shared <= most) return true;
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

Product RepeatedRows::run(bool) {
    const KernelRequest fill = fill_request();
    context_.jit.compile(fill);
    Matrix T = result_matrix(context_, problem_.type, A_.nrows, B_.ncols, size_.entries, std::move(ptr_));
    launch_fill(context_.jit.kernel(fill), T);
    return {.T = std::move(T), .products = products()};
}

void RepeatedRows::spread_sums() {
    Device& device = context_.device;
    const std::size_t value = problem_.type->size;
    if (form_.by_threads || form_.group_threads != 32 || size_.classes == 0 || (value != 4 && value != 8))
        return;
    const std::uint32_t banks = value == 8 ? 16 : 32;
    Bindings bindings;
    bindings.index("A_index", A_.wide())
        .index("Index", B_.wide())
        .constant("banks", banks)
        .constant("most_entries", plan::spread_entries)
        .constant("most_waves", plan::spread_waves);
    const KernelRequest request{"mxm/kept/spread_slots.cuh", "spread_slots", std::move(bindings)};
    context_.jit.compile(request);
    Array<std::uint16_t> slots(device, slots_.size());
    homes_ = Array<std::uint16_t>(device, slots_.size());
    Array<std::uint32_t> used(device, 1);
    device.fill(used.data(), 0, sizeof(std::uint32_t));
    const Operands& in = problem_.operands;
    device.launch(context_.jit.kernel(request), {size_.classes}, {32},
                  plan::spread_waves * banks + size_.row_products * sizeof(std::uint16_t), in.a_ptr, in.a_col,
                  in.b_ptr, static_cast<const std::uint32_t*>(rows_.data()),
                  static_cast<const RowRecipe*>(recipes_.data()),
                  static_cast<const std::uint16_t*>(slots_.data()), std::uint64_t{size_.row_products},
                  slots.data(), homes_.data(), used.data());
    const std::uint32_t room = std::max(1u, device.read(static_cast<const std::uint32_t*>(used.data())));
    const std::size_t shared =
        form_.shared + std::size_t{form_.warps} * form_.rows * (room - std::min(room, form_.room)) * value;
    if (shared > plan::spread_shared) {
        homes_ = {};
        return;
    }
    form_.shared = shared;
    form_.room = std::max(form_.room, room);
    form_.spreads = true;
    slots_ = std::move(slots);
}

void RepeatedRows::keep_recipes() {
    spread_sums();
    const KernelRequest fill = fill_request();
    context_.jit.compile(fill);
    fill_ = &context_.jit.kernel(fill);
    ptr_ = {};
    numbers_ = {};
    rows_ = {};
}

void RepeatedRows::run_values(const Matrix& T) const {
    launch_fill(*fill_, T);
}

void RepeatedRows::launch_fill(const Kernel& kernel, const Matrix& T) const {
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
constinit const ProductMethod repeated_rows{
    .name = "repeated_rows",
    .text = "Gustavson, repeated rows",
    .summary = "stencils, whose rows repeat a few patterns: a recipe for each",
    .evidence = "docs/laboratory/repeated-rows.md",
    .refuses = RepeatedRows::refuses,
    .reads_profiles = true,
    .start = start_run<RepeatedRows>};
} // namespace product_methods

} // namespace mergus::cuda
