/// \file dense_rows.cpp
#include "dense_rows.hpp"

#include "device/primitives.hpp"

#include <algorithm>

namespace mergus::cuda {

namespace {

constexpr std::uint64_t columns_of_chunk = 1024;

std::uint64_t words_of(const Product& product) {
    return (product.ncols + columns_of_chunk - 1) / columns_of_chunk * (columns_of_chunk / 32);
}

/// A phase's kernel.
KernelRequest kernel_of(Bindings bindings, const char* entry, bool symbolic) {
    bindings.constant("symbolic", symbolic).constant("group_threads", 0).constant("one_by_one", 0);
    return {"mxm/accumulators/acc_global.cuh", entry, std::move(bindings)};
}

} // namespace

bool DenseRows::suits(Context& context, const Product& product, const Matrix& A, const Matrix& B) {
    if (!context.accumulators.has(plan::Accumulator::global) || !product.may_be_dense) return false;
    if (product.k_order || product.nrows == 0 || product.nrows > plan::dense_rows) return false;
    if (product.ncols > plan::dense_columns) return false;
    // Clearing and counting must not cost more than reading the operands, but for what is small anyway.
    const std::uint64_t bits = product.nrows * words_of(product) * 4;
    const std::uint64_t bytes = bits + (product.value_free ? 0 : bits * 8 * product.sizes.slot);
    const std::uint64_t operands = A.nvals * 16 + B.nvals * (B.index_size() + B.type->size);
    return bytes <= std::max(plan::dense_small, 4 * operands) &&
           bytes < context.device.properties().memory / 8;
}

DenseRows::DenseRows(Context& context, const Product& product, const Matrix& A, const void* rows,
                     std::uint64_t row_count, std::vector<KernelRequest> also)
    : context_(context), product_(product), entries_(A.nvals),
      bindings_(product.bind_dense(rows != nullptr)) {
    Device& device = context.device;
    also.push_back(wanted("count_entry_products", true));
    also.push_back(wanted("multiply_global", false));
    context.jit.prepare(also);
    dense_.rows = rows;
    dense_.row_count = row_count;
    dense_.words = words_of(product);
    const std::uint64_t words = dense_.words * row_count;
    bits_ = Buffer(device, words * 4);
    dense_.bits = bits_.data();
    device.fill(bits_.data(), 0, words * 4);
    const Dim3 block{block_threads};
    dense_.begin = product.operands.a_ptr;
    if (rows != nullptr) {
        begin_ = Array<std::uint64_t>(device, row_count + 1);
        dense_.begin = begin_.data();
        device.launch(kernel("begin_rows", true), {1}, {1}, 0, product.operands, rows, row_count,
                      begin_.data());
        if (entries_ > plan::dense_entries)
            entries_ = device.read(static_cast<const std::uint64_t*>(begin_.data()) + row_count);
    }
    if (product.mask_kind != MaskKind::none) {
        masked_ = Buffer(device, words * 4);
        dense_.masked = masked_.data();
        device.fill(masked_.data(), 0, words * 4);
        Dim3 grid = grid_for(context, product.mask->nvals / row_count + 1, block_threads);
        grid.y = static_cast<std::uint32_t>(row_count);
        device.launch(kernel("mark_mask", true), grid, block, 0, product.operands, dense_);
    }
    starts_ = Array<std::uint64_t>(device, entries_ + 1);
    device.launch(kernel("count_entry_products", true), grid_for(context, entries_, block_threads), block, 0,
                  product.operands, dense_, entries_, starts_.data());
    exclusive_scan(device, starts_.data(), starts_.data(), entries_);
}

void DenseRows::want(std::vector<KernelRequest>& requests, const Product& product) {
    requests.push_back(kernel_of(product.bind_dense(true), "count_entry_products", true));
    requests.push_back(kernel_of(product.bind_dense(true), "multiply_global", false));
}

KernelRequest DenseRows::wanted(const char* entry, bool symbolic) const {
    return kernel_of(bindings_, entry, symbolic);
}

void DenseRows::multiply(bool symbolic) {
    // The number of products is known on the device only: enough blocks to fill it, which stride.
    const auto sms = static_cast<std::uint32_t>(std::max(1, context_.device.properties().sm_count));
    context_.device.launch(kernel("multiply_global", symbolic), {sms * plan::dense_blocks}, {block_threads},
                           0, product_.operands, dense_, entries_,
                           static_cast<const std::uint64_t*>(starts_.data()));
}

void DenseRows::count() {
    const std::uint64_t chunks = dense_.row_count * (dense_.words / 32);
    counts_ = Array<std::uint64_t>(context_.device, chunks + 1);
    const void* const bits = bits_.data();
    context_.device.launch(kernel("count_chunk_bits", true), grid_for(context_, chunks * 32, block_threads),
                           {block_threads}, 0, bits, chunks, counts_.data());
    exclusive_scan(context_.device, counts_.data(), counts_.data(), chunks);
}

void DenseRows::sizes(std::uint64_t* sizes) {
    multiply(true);
    count();
    std::uint64_t* const no_ptr = nullptr;
    context_.device.launch(kernel("dense_sizes", true),
                           grid_for(context_, dense_.row_count + 1, block_threads), {block_threads}, 0,
                           dense_, static_cast<const std::uint64_t*>(counts_.data()), sizes, no_ptr);
}

void DenseRows::add_values() {
    if (product_.value_free) return multiply(false);
    Device& device = context_.device;
    const std::uint64_t slots = dense_.row_count * dense_.words * 32;
    values_ = Buffer(device, slots * product_.sizes.slot);
    dense_.values = values_.data();
    device.launch(kernel("empty_values", false), grid_for(context_, slots, block_threads), {block_threads}, 0,
                  static_cast<const void*>(dense_.values), slots);
    multiply(false);
}

void DenseRows::emit(const std::uint64_t* ptr, void* cols, void* vals) {
    const std::uint64_t chunks = dense_.row_count * (dense_.words / 32);
    context_.device.launch(kernel("emit_dense", false), grid_for(context_, chunks * 32, block_threads),
                           {block_threads}, 0, dense_, static_cast<const std::uint64_t*>(counts_.data()), ptr,
                           cols, vals);
}

void DenseRows::write(const std::uint64_t* ptr, void* cols, void* vals) {
    add_values();
    count();
    emit(ptr, cols, vals);
}

Matrix DenseRows::whole() {
    Device& device = context_.device;
    add_values();
    count();
    Array<std::uint64_t> ptr(device, product_.nrows + 1);
    std::uint64_t* const no_sizes = nullptr;
    device.launch(kernel("dense_sizes", true), grid_for(context_, product_.nrows + 1, block_threads),
                  {block_threads}, 0, dense_, static_cast<const std::uint64_t*>(counts_.data()), no_sizes,
                  ptr.data());
    const std::uint64_t nvals = device.read(ptr.data() + product_.nrows);
    Matrix T = raw_matrix(context_, product_.type, product_.nrows, product_.ncols, nvals, std::move(ptr));
    emit(T.ptr.data(), T.col.data(), T.val.data());
    return T;
}

} // namespace mergus::cuda
