/// \file index_arrays.cpp
#include "index_arrays.hpp"

#include <utility>

namespace mergus::cuda {

namespace {

KernelRequest index_kernel(const char* entry, bool wide_from, bool wide_to) {
    Bindings bindings;
    bindings.index("From", wide_from).index("To", wide_to);
    return {"steps/index_arrays.cuh", entry, std::move(bindings)};
}

} // namespace

KernelRequest ConvertIndex::kernel() const {
    return index_kernel("convert_index", wide_from_, wide_to_);
}

void ConvertIndex::kernels(KernelRequests& requests) const {
    if (wide_from_ != wide_to_) requests.push_back(kernel());
}

Buffer ConvertIndex::run(const void* from, std::uint64_t count) const {
    Buffer to(context_.device, count * (wide_to_ ? 8 : 4));
    context_.device.launch(context_.jit.kernel(kernel()), grid_for(context_, count, block_threads),
                           {block_threads}, 0, from, count, static_cast<const void*>(to.data()));
    return to;
}

Buffer ConvertIndex::run(Buffer&& from, std::uint64_t count) const {
    if (wide_from_ == wide_to_) return std::move(from);
    const Buffer source = std::move(from);
    return run(source.data(), count);
}

KernelRequest ExpandRows::kernel() const {
    return index_kernel("expand_rows", false, wide_); // the width of `From` has no meaning here
}

void ExpandRows::kernels(KernelRequests& requests) const {
    requests.push_back(kernel());
}

Buffer ExpandRows::run(const Matrix& matrix) const {
    Buffer rows(context_.device, matrix.nvals * (wide_ ? 8 : 4));
    context_.device.launch(context_.jit.kernel(kernel()),
                           grid_for(context_, matrix.nvals / 8 + 1, block_threads), {block_threads}, 0,
                           static_cast<const std::uint64_t*>(matrix.ptr.data()), matrix.nrows, matrix.nvals,
                           static_cast<const void*>(rows.data()));
    return rows;
}

} // namespace mergus::cuda
