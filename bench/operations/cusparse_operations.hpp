/// \file cusparse_operations.hpp
/// Routines of cuSPARSE as competitors in the set `operations`.
#pragma once

#include "cusparse.hpp"
#include "operation.hpp"

namespace mergus::bench {

/// cusparseSpMV: mxv, vxm, and sums of rows and columns as products with ones. Its analysis is not timed.
/// cusparseDcsrgeam2: ewise_add, with its count of the entries. cusparseCsr2cscEx2: transpose.
enum class CusparseRoutine { spmv, geam, csr2csc };

/// \param pool outlives the trials
std::unique_ptr<OperationTrials> cusparse_operations(DevicePool& pool, OperationInputs& inputs,
                                                     CusparseRoutine routine);

/// \throws Error for more than 2^31 rows, columns or entries
DeviceCsr upload(const Cusparse& use, const HostCsr& host);
HostCsr download(const Cusparse& use, const DeviceCsr& matrix);
DeviceBuffer upload(const Cusparse& use, const Array<double>& values);
Array<double> download(const Cusparse& use, const DeviceBuffer& values, std::uint64_t count);

} // namespace mergus::bench
