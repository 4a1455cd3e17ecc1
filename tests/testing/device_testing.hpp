/// \file device_testing.hpp
/// The device backends under test.
#pragma once

#include "csr.hpp"
#include "matrices.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace mergus::tests {

/// The backends under test that have memory of their own: "cuda", and "cuda-emulated" if it is named or
/// no other device backend is available.
inline std::vector<std::string> devices_under_test() {
    std::vector<std::string> devices;
    for (const std::string& backend : backends_under_test())
        if (backend.starts_with("cuda")) devices.push_back(backend);
    if (devices.empty()) devices.emplace_back("cuda-emulated");
    return devices;
}

/// The devices under test, and the CPU.
inline std::vector<std::string> all_backends() {
    std::vector<std::string> backends = devices_under_test();
    backends.emplace_back("suitesparse");
    return backends;
}

/// Runs test(context) on each device under test.
template <class Test>
void on_devices(Test test) {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        test(Context(backend));
    }
}

/// Runs test(context) on each backend under test and on a device, which is emulated where there is no other.
template <class Test>
void on_backends_and_devices(Test test) {
    std::vector<std::string> names = backends_under_test();
    for (const std::string& device : devices_under_test())
        if (std::find(names.begin(), names.end(), device) == names.end()) names.push_back(device);
    for (const std::string& backend : names) {
        CAPTURE(backend);
        test(Context(backend));
    }
}

} // namespace mergus::tests
