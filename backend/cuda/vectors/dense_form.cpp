/// \file dense_form.cpp
#include "dense_form.hpp"

namespace mergus::cuda {

namespace {

KernelRequest bits_kernel(const Matrix& vector, bool by_value, bool scatters) {
    Bindings bindings;
    bindings.index("Index", vector.wide())
        .type("Value", vector.type)
        .truth("truth", vector.type, !by_value)
        .constant("scatters", scatters);
    return {"vectors/dense_form.cuh", "set_bits", std::move(bindings)};
}

} // namespace

DenseForm::DenseForm(Context& context, const Matrix& vector, bool by_value, bool scatters)
    : context_(context), vector_(vector), scatters_(scatters),
      kernel_(bits_kernel(vector, by_value, scatters)) {}

void DenseForm::run() {
    Device& device = context_.device;
    const std::uint64_t size = vector_.ncols;
    bits_ = Array<std::uint32_t>(device, size / 32 + 1);
    device.fill(bits_.data(), 0, bits_.size() * sizeof(std::uint32_t));
    if (scatters_) values_ = Buffer(device, size * vector_.type->size);
    device.launch(context_.jit.kernel(kernel_), grid_for(context_, vector_.nvals, block_threads),
                  {block_threads}, 0, static_cast<const void*>(vector_.col.data()),
                  static_cast<const void*>(vector_.val.data()), vector_.nvals, bits_.data(),
                  static_cast<const void*>(values_.data()));
}

} // namespace mergus::cuda
