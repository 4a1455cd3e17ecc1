/// \file pattern_blocks.cpp
#include "pattern_blocks.hpp"

#include "device/primitives.hpp"

namespace mergus::cuda {

PatternBlocks::PatternBlocks(Context& context, const Matrix& matrix) : context_(context), matrix_(matrix) {}

KernelRequest PatternBlocks::request(const char* entry) const {
    Bindings bindings;
    bindings.index("Index", matrix_.wide());
    return {"mxm/pattern_blocks.cuh", entry, std::move(bindings)};
}

void PatternBlocks::kernels(KernelRequests& list) const {
    list.push_back(request("count_pattern_blocks"));
    list.push_back(request("fill_pattern_blocks"));
}

void PatternBlocks::count() {
    Device& device = context_.device;
    const std::uint64_t nrows = matrix_.nrows;
    offsets_ = Array<std::uint32_t>(device, nrows + 1);
    const void* const col = matrix_.col.data();
    device.launch(context_.jit.kernel(request("count_pattern_blocks")),
                  grid_for(context_, nrows, block_threads), {block_threads}, 0,
                  static_cast<const std::uint64_t*>(matrix_.ptr.data()), col, nrows, offsets_.data());
    exclusive_scan(device, offsets_.data(), offsets_.data(), nrows);
}

void PatternBlocks::fill(std::uint32_t total) {
    blocks_ = Array<PatternBlock>(context_.device, total);
    const void* const col = matrix_.col.data();
    context_.device.launch(context_.jit.kernel(request("fill_pattern_blocks")),
                           grid_for(context_, matrix_.nrows, block_threads), {block_threads}, 0,
                           static_cast<const std::uint64_t*>(matrix_.ptr.data()), col, matrix_.nrows,
                           static_cast<const std::uint32_t*>(offsets_.data()), blocks_.data());
}

} // namespace mergus::cuda
