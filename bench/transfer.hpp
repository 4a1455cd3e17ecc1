/// \file transfer.hpp
/// Matrices of the benchmark into a context of Mergus and back.
#pragma once

#include "host_csr.hpp"

#include <mergus/mergus.hpp>

#include <cstdint>

namespace mergus::bench {

/// A description without arrays, for 64-bit offsets and 32-bit columns in host memory.
mergus_csr describe(const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols);

/// \param type bool, fp32, fp64 or a struct of wide_values.hpp; all values of a bool matrix are true
AnyMatrix upload(const Context& context, const HostCsr& host, const mergus_type* type);

HostCsr download(const AnyMatrix& matrix);
/// A vector as a matrix of one column.
HostCsr download(const AnyVector& vector);

} // namespace mergus::bench
