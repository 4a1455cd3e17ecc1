/// \file pattern_blocks.cpp
#include "pattern_blocks.hpp"

#include "device/primitives.hpp"

namespace mergus::cuda {

PatternBlocks::PatternBlocks(Context& context, const Matrix& matrix, bool long_rows)
    : context_(context), matrix_(matrix), long_rows_(long_rows) {}

KernelRequest PatternBlocks::request(Step step) const {
    static constexpr const char* entries[2][2] = {{"count_pattern_blocks", "fill_pattern_blocks"},
                                                  {"count_blocks_of_long_rows", "fill_blocks_of_long_rows"}};
    Bindings bindings;
    bindings.index("Index", matrix_.wide());
    return {"mxm/pattern_blocks.cuh", entries[long_rows_ ? 1 : 0][step], std::move(bindings)};
}

void PatternBlocks::kernels(KernelRequests& list) const {
    list.push_back(request(count_step));
    list.push_back(request(fill_step));
}

Dim3 PatternBlocks::grid() const {
    constexpr std::uint64_t lanes = 8; // row_lanes of pattern_blocks.cuh
    return grid_for(context_, matrix_.nrows * (long_rows_ ? lanes : 1), block_threads);
}

void PatternBlocks::count() {
    Device& device = context_.device;
    const std::uint64_t nrows = matrix_.nrows;
    offsets_ = Array<std::uint32_t>(device, nrows + 1);
    const void* const col = matrix_.col.data();
    device.launch(context_.jit.kernel(request(count_step)), grid(), {block_threads}, 0,
                  static_cast<const std::uint64_t*>(matrix_.ptr.data()), col, nrows, offsets_.data());
    exclusive_scan(device, offsets_.data(), offsets_.data(), nrows);
}

void PatternBlocks::fill(std::uint32_t total) {
    blocks_ = Array<PatternBlock>(context_.device, total);
    const void* const col = matrix_.col.data();
    context_.device.launch(context_.jit.kernel(request(fill_step)), grid(), {block_threads}, 0,
                           static_cast<const std::uint64_t*>(matrix_.ptr.data()), col, matrix_.nrows,
                           static_cast<const std::uint32_t*>(offsets_.data()), blocks_.data());
}

} // namespace mergus::cuda
