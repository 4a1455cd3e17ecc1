/// \file cusparse.hpp
/// cuSPARSE's products and transpose as competitors. Each call allocates its output and buffers from the
/// pool.
#pragma once

#include "competitor.hpp"
#include "device_pool.hpp"

#include <cusparse.h>

#include <memory>
#include <string>
#include <vector>

namespace mergus::bench {

std::string cusparse_version();

/// \param pool must outlive the competitors
std::vector<std::unique_ptr<Competitor>> make_cusparse(DevicePool& pool);

/// \throws Error with cuSPARSE's message
void check(cusparseStatus_t status, std::string_view what);

/// A matrix on the device with 32-bit offsets and columns.
struct DeviceCsr {
    std::int64_t nrows = 0;
    std::int64_t ncols = 0;
    std::int64_t nvals = 0;
    DeviceBuffer ptr, cols, values;
};

class CusparseHandle {
public:
    explicit CusparseHandle(cudaStream_t stream);
    ~CusparseHandle();
    CusparseHandle(const CusparseHandle&) = delete;
    CusparseHandle& operator=(const CusparseHandle&) = delete;
    [[nodiscard]] cusparseHandle_t get() const { return handle_; }

private:
    cusparseHandle_t handle_ = nullptr;
};

/// Handle, memory and value type of the routines.
struct Cusparse {
    cusparseHandle_t handle;
    DevicePool& pool;
    cudaDataType type; ///< CUDA_R_32F or CUDA_R_64F
    [[nodiscard]] std::size_t value_bytes() const { return type == CUDA_R_32F ? 4 : 8; }
};

enum class SpGemm { standard, alg2, alg3, reuse };

/// A·B. \throws Error also for results with 2^31 entries and more
DeviceCsr spgemm(const Cusparse& use, SpGemm algorithm, const DeviceCsr& A, const DeviceCsr& B);

/// The values of A·B many times: cusparseSpGEMMreuse_compute after its other steps.
class SpGemmValues {
public:
    /// All steps but the last. \throws Error as spgemm(). `use` must outlive the object.
    SpGemmValues(const Cusparse& use, const DeviceCsr& A, const DeviceCsr& B);
    ~SpGemmValues();
    SpGemmValues(const SpGemmValues&) = delete;
    SpGemmValues& operator=(const SpGemmValues&) = delete;
    void compute();
    [[nodiscard]] const DeviceCsr& product() const;

private:
    class State;
    std::unique_ptr<State> state_;
};

/// A'.
DeviceCsr csr2csc(const Cusparse& use, const DeviceCsr& A);

} // namespace mergus::bench
