/// \file check_csr.hpp
/// Compressed rows of the caller's, checked before they become a matrix.
#pragma once

#include "context.hpp"

#include <vector>

namespace mergus::cuda {

/// Checks host arrays before they go to the device: offsets from 0 to nvals that do not fall, columns in
/// range and strictly increasing in each row, truth values 0 or 1. \throws Error invalid_value, invalid_index
/// with the row.
void check_csr(const mergus_csr& csr);

/// The same for arrays in device memory: the offsets as 64-bit numbers, the columns in the caller's width.
/// `values` is null where they need no check. Launches, then waits once. \throws Error as above.
void check_csr_on_device(Context& context, const mergus_csr& csr, const std::uint64_t* ptr, const void* cols,
                         const void* values);
/// Adds the kernels of that.
void want_check_csr(std::vector<KernelRequest>& requests, const mergus_csr& csr);

/// A truth value that is neither 0 nor 1. \param entry its number.
[[noreturn]] void throw_bad_bool(std::uint64_t entry, unsigned value);

} // namespace mergus::cuda
