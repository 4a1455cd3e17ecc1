/// \file lent_arrays.hpp
/// Arrays in the caller's device memory that imports hand over.
#pragma once

#include "testing/caller_device.hpp"
#include "testing/device_testing.hpp"
#include "testing/matrices.hpp"

#include <mergus/mergus.hpp>

#include <memory>
#include <string>
#include <vector>

namespace mergus::tests {

using Columns = std::vector<std::uint32_t>;
using Values = std::vector<double>;

/// The matrix (1 2; 0 3) with a fourth column that is empty, in the caller's device memory.
template <class Pointer = std::uint64_t>
struct Lent {
    DeviceArray<Pointer> row_ptr;
    DeviceArray<std::uint32_t> cols;
    DeviceArray<double> values;
    int returned = 0;

    explicit Lent(CallerDevice& device)
        : row_ptr(device, std::vector<Pointer>{0, 2, 3}), cols(device, Columns{0, 1, 1}),
          values(device, Values{1, 2, 3}) {}

    [[nodiscard]] mergus_csr csr() {
        mergus_csr csr{};
        csr.struct_size = sizeof csr;
        csr.type = type_of<double>();
        csr.nrows = 2;
        csr.ncols = 4;
        csr.nvals = csr.capacity = 3;
        csr.row_ptr = row_ptr.data();
        csr.cols = cols.data();
        csr.values = values.data();
        csr.pointer_bits = 8 * sizeof(Pointer);
        csr.index_bits = 32;
        csr.memory = MERGUS_MEMORY_DEVICE;
        csr.release = [](void* self) { ++static_cast<Lent*>(self)->returned; };
        csr.release_arg = this;
        return csr;
    }
    [[nodiscard]] bool is_unchanged() const {
        return row_ptr.download() == std::vector<Pointer>{0, 2, 3} && cols.download() == Columns{0, 1, 1} &&
               values.download() == Values{1, 2, 3};
    }
};

template <class Test>
void on_each_device(Test test) {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const std::unique_ptr<CallerDevice> device = CallerDevice::of(backend);
        test(Context(backend), *device);
    }
}

/// What Lent holds.
inline const Entries<double> lent_content{{0, 0, 1}, {0, 1, 2}, {1, 1, 3}};

} // namespace mergus::tests
