/// \file caller_arrays.cpp
#include "caller_arrays.hpp"

#include "check_csr.hpp"

#include <algorithm>

namespace mergus::cuda {

std::unique_ptr<unsigned char[]> value_of(Context& context, const OneValue& one) {
    const std::size_t size = one.type->size;
    auto value = std::make_unique<unsigned char[]>(size);
    if (one.on_device)
        context.device.copy_to_host(value.get(), one.value, size);
    else
        std::copy_n(static_cast<const unsigned char*>(one.value), size, value.get());
    if (one.type->code == MERGUS_BOOL && one.checked && value[0] > 1) throw_bad_bool(0, value[0]);
    return value;
}

} // namespace mergus::cuda
