/// \file fill.cpp
#include "fill.hpp"

#include "device/launch.hpp"

#include <utility>

namespace mergus::cuda {

namespace {

KernelRequest value_kernel(const char* entry, const mergus_type* type) {
    Bindings bindings;
    bindings.type("Value", type).index("Position", true);
    return {"steps/fill.cuh", entry, std::move(bindings)};
}

} // namespace

FillValues::FillValues(Context& context, const mergus_type* type)
    : context_(context), size_(type->size), kernel_(value_kernel("fill_values", type)) {}

void FillValues::run(const void* value, const Buffer& out, std::uint64_t count) const {
    const void* const values = out.data();
    launch(context_.device, context_.jit.kernel(kernel_), grid_for(context_, count, block_threads),
           {block_threads}, 0, {Parameter(value, size_), count, values});
}

GatherValues::GatherValues(Context& context, const mergus_type* type)
    : context_(context), kernel_(value_kernel("gather_values", type)) {}

void GatherValues::run(const Buffer& in, const Array<std::uint64_t>& from, const Buffer& out) const {
    context_.device.launch(context_.jit.kernel(kernel_), grid_for(context_, from.size(), block_threads),
                           {block_threads}, 0, static_cast<const void*>(in.data()),
                           static_cast<const std::uint64_t*>(from.data()), from.size(),
                           static_cast<const void*>(out.data()));
}

} // namespace mergus::cuda
