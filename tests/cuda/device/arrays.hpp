/// \file arrays.hpp
/// Values to a device and back, and reproducible random ones, for the tests of the seam.
#pragma once

#include "device/buffer.hpp"

#include <algorithm>
#include <random>
#include <vector>

namespace mergus::cuda::testing {

template <class T>
Array<T> upload(Device& device, const std::vector<T>& values, std::size_t room = 0) {
    Array<T> array(device, std::max(values.size(), room));
    device.copy_to_device(array.data(), values.data(), values.size() * sizeof(T));
    return array;
}

template <class T>
std::vector<T> download(Device& device, const T* data, std::size_t n) {
    std::vector<T> values(n);
    device.copy_to_host(values.data(), data, n * sizeof(T));
    return values;
}

template <class T>
std::vector<T> download(Device& device, const Array<T>& array) {
    return download(device, array.data(), array.size());
}

template <class T>
std::vector<T> random_values(std::size_t n, T bound) {
    std::mt19937_64 engine(n * 31 + sizeof(T));
    std::vector<T> values(n);
    for (T& v : values) v = static_cast<T>(engine() % static_cast<std::uint64_t>(bound));
    return values;
}

} // namespace mergus::cuda::testing
