/// \file cached_options.hpp
/// Options of a device that keeps its kernels in a directory of the test's own.
#pragma once

#include "device/device.hpp"
#include "testing/scratch.hpp"

namespace mergus::cuda::testing {

class CachedOptions {
public:
    DeviceOptions operator()(const char* directory = "cache") const {
        DeviceOptions options;
        options.cache = JitCache(scratch_.path() / directory);
        return options;
    }

private:
    ScratchDirectory scratch_;
};

} // namespace mergus::cuda::testing
