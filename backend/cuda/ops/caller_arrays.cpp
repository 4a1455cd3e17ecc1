/// \file caller_arrays.cpp
#include "caller_arrays.hpp"

#include "check_csr.hpp"

#include <algorithm>
#include <memory>

namespace mergus::cuda {

void fill_with_one(Context& context, const OneValue& one, const FillValues& fill, const Buffer& values,
                   std::uint64_t count) {
    const std::size_t size = one.type->size;
    const auto value = std::make_unique<unsigned char[]>(size);
    if (one.on_device)
        context.device.copy_to_host(value.get(), one.value, size);
    else
        std::copy_n(static_cast<const unsigned char*>(one.value), size, value.get());
    if (one.type->code == MERGUS_BOOL && one.checked && value[0] > 1) throw_bad_bool(0, value[0]);
    fill.run(value.get(), values, count);
}

} // namespace mergus::cuda
