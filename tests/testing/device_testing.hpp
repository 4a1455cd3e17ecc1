/// \file device_testing.hpp
/// Helpers for the tests of device backends: the list of backends, and matrices made by import_csr, which
/// copies to the device only.
#pragma once

#include "matrices.hpp"

#include <mergus/host_data.hpp>

#include <functional>
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

/// Compressed rows of small integers, as real values: sums of them are exact.
inline Csr csr_where(std::uint64_t nrows, std::uint64_t ncols,
                     const std::function<bool(std::uint64_t row, std::uint64_t col)>& has) {
    Csr csr;
    csr.nrows = nrows;
    csr.ncols = ncols;
    csr.field = Field::real;
    for (std::uint64_t i = 0; i < nrows; ++i) {
        for (std::uint64_t j = 0; j < ncols; ++j)
            if (has(i, j)) {
                csr.cols.push_back(j);
                csr.reals.push_back(static_cast<double>(1 + (3 * i + 5 * j) % 7));
            }
        csr.row_ptr.push_back(csr.cols.size());
    }
    return csr;
}

/// Every `step`th position in row-major order, starting at `from`.
inline Csr csr_every(std::uint64_t nrows, std::uint64_t ncols, std::uint64_t step, std::uint64_t from = 0) {
    return csr_where(nrows, ncols, [=](std::uint64_t i, std::uint64_t j) {
        return i * ncols + j >= from && (i * ncols + j - from) % step == 0;
    });
}

} // namespace mergus::tests
