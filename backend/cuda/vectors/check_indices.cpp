/// \file check_indices.cpp
#include "check_indices.hpp"

#include "device/buffer.hpp"
#include "objects/matrix.hpp"
#include "steps/check_csr.hpp"
#include "vectors/vector_verdict.h"

#include <fmt/format.h>

namespace mergus::cuda {

namespace {

[[noreturn]] void throw_bad_index(std::uint64_t entry, std::uint64_t index, std::uint64_t before,
                                  std::uint64_t size) {
    if (index >= size)
        throw Error(Code::invalid_index,
                    fmt::format("entry {} has index {}, not below {}", entry, index, size));
    throw Error(Code::invalid_value,
                fmt::format("entry {}: index {} comes after {}; indices must strictly increase", entry, index,
                            before));
}

} // namespace

KernelRequest CheckIndices::kernel(const char* entry) const {
    Bindings bindings;
    bindings.index("Index", wide_);
    return {"vectors/check_indices.cuh", entry, std::move(bindings)};
}

void CheckIndices::run(const CheckedArrays& arrays) const {
    Device& device = context_.device;
    const Array<VectorVerdict> verdict(device, 1);
    device.fill(verdict.data(), 0xff, sizeof(VectorVerdict));
    const Dim3 block{block_threads};
    const auto check_bytes = [&](const void* bytes, std::uint64_t count, int is_value) {
        if (bytes != nullptr)
            device.launch(context_.jit.kernel(kernel("check_bytes")),
                          grid_for(context_, count / 8 + 1, block_threads), block, 0, bytes, count,
                          verdict.data(), is_value);
    };
    if (arrays.indices != nullptr)
        device.launch(context_.jit.kernel(kernel("check_indices")),
                      grid_for(context_, arrays.count, block_threads), block, 0, arrays.indices, arrays.count,
                      arrays.size, verdict.data());
    check_bytes(arrays.present, arrays.size, 0);
    check_bytes(arrays.values, arrays.count, 1);
    device.launch(context_.jit.kernel(kernel("describe_vector")), {1}, {1}, 0, arrays.indices, arrays.present,
                  arrays.values, verdict.data());
    const VectorVerdict found = device.read(static_cast<const VectorVerdict*>(verdict.data()));
    if (found.index != no_vector_fault) throw_bad_index(found.index, found.found, found.before, arrays.size);
    if (found.present != no_vector_fault)
        throw Error(Code::invalid_value,
                    fmt::format("byte {} of the bitmap is {}, neither 0 nor 1", found.present, found.found));
    if (found.value != no_vector_fault) throw_bad_bool(found.value, static_cast<unsigned>(found.found));
}

} // namespace mergus::cuda
