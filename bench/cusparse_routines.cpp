/// \file cusparse_routines.cpp
/// The call sequences of cuSPARSE's generic SpGEMM, as documented, and csr2csc.
#include "cusparse.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <limits>

namespace mergus::bench {

namespace {

constexpr auto plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
/// The fraction of the products that ALG3 computes at a time, as in NVIDIA's sample.
constexpr float chunk_fraction = 0.2F;

class MatrixDescriptor {
public:
    MatrixDescriptor(const Cusparse& use, const DeviceCsr& matrix) {
        check(cusparseCreateCsr(&descriptor_, matrix.nrows, matrix.ncols, matrix.nvals, matrix.ptr.data(),
                                matrix.cols.data(), matrix.values.data(), CUSPARSE_INDEX_32I,
                                CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, use.type),
              "cusparseCreateCsr");
    }
    ~MatrixDescriptor() { cusparseDestroySpMat(descriptor_); }
    MatrixDescriptor(const MatrixDescriptor&) = delete;
    MatrixDescriptor& operator=(const MatrixDescriptor&) = delete;
    [[nodiscard]] cusparseSpMatDescr_t get() const { return descriptor_; }

private:
    cusparseSpMatDescr_t descriptor_ = nullptr;
};

class SpGemmDescriptor {
public:
    SpGemmDescriptor() { check(cusparseSpGEMM_createDescr(&descriptor_), "cusparseSpGEMM_createDescr"); }
    ~SpGemmDescriptor() { cusparseSpGEMM_destroyDescr(descriptor_); }
    SpGemmDescriptor(const SpGemmDescriptor&) = delete;
    SpGemmDescriptor& operator=(const SpGemmDescriptor&) = delete;
    [[nodiscard]] cusparseSpGEMMDescr_t get() const { return descriptor_; }

private:
    cusparseSpGEMMDescr_t descriptor_ = nullptr;
};

/// The state of one product.
class Product {
public:
    Product(const Cusparse& use, const DeviceCsr& A, const DeviceCsr& B)
        : use_(use), C_(with_offsets(use, A.nrows, B.ncols)), a_(use, A), b_(use, B), c_(use, C_) {}

    DeviceCsr standard(cusparseSpGEMMAlg_t algorithm) {
        estimate_work(algorithm);
        const auto compute = [&](std::size_t* bytes, void* buffer) {
            check(cusparseSpGEMM_compute(use_.handle, plain, plain, one(), a_.get(), b_.get(), zero(),
                                         c_.get(), use_.type, algorithm, state_.get(), bytes, buffer),
                  "cusparseSpGEMM_compute");
        };
        std::size_t bytes = 0;
        if (algorithm == CUSPARSE_SPGEMM_DEFAULT)
            compute(&bytes, nullptr);
        else
            bytes = estimate_memory(algorithm);
        const DeviceBuffer buffer(use_.pool, bytes);
        compute(&bytes, buffer.data());
        allocate_entries();
        check(cusparseSpGEMM_copy(use_.handle, plain, plain, one(), a_.get(), b_.get(), zero(), c_.get(),
                                  use_.type, algorithm, state_.get()),
              "cusparseSpGEMM_copy");
        return std::move(C_);
    }

    /// All steps but the last.
    void prepare_reuse() {
        constexpr auto algorithm = CUSPARSE_SPGEMM_DEFAULT;
        const auto estimate = [&](std::size_t* bytes, void* buffer) {
            check(cusparseSpGEMMreuse_workEstimation(use_.handle, plain, plain, a_.get(), b_.get(), c_.get(),
                                                     algorithm, state_.get(), bytes, buffer),
                  "cusparseSpGEMMreuse_workEstimation");
        };
        std::size_t bytes1 = 0;
        estimate(&bytes1, nullptr);
        DeviceBuffer buffer1(use_.pool, bytes1);
        estimate(&bytes1, buffer1.data());

        std::size_t bytes2 = 0;
        std::size_t bytes3 = 0;
        std::size_t bytes4 = 0;
        const auto count = [&](void* second, void* third, void* fourth) {
            check(cusparseSpGEMMreuse_nnz(use_.handle, plain, plain, a_.get(), b_.get(), c_.get(), algorithm,
                                          state_.get(), &bytes2, second, &bytes3, third, &bytes4, fourth),
                  "cusparseSpGEMMreuse_nnz");
        };
        count(nullptr, nullptr, nullptr);
        DeviceBuffer buffer2(use_.pool, bytes2);
        DeviceBuffer buffer3(use_.pool, bytes3);
        work_ = DeviceBuffer(use_.pool, bytes4);
        count(buffer2.data(), buffer3.data(), work_.data());
        buffer1.reset();
        buffer2.reset();
        allocate_entries();

        std::size_t bytes5 = 0;
        const auto copy = [&](void* buffer) {
            check(cusparseSpGEMMreuse_copy(use_.handle, plain, plain, a_.get(), b_.get(), c_.get(), algorithm,
                                           state_.get(), &bytes5, buffer),
                  "cusparseSpGEMMreuse_copy");
        };
        copy(nullptr);
        copy_ = DeviceBuffer(use_.pool, bytes5);
        copy(copy_.data());
    }
    void compute_reuse() {
        check(cusparseSpGEMMreuse_compute(use_.handle, plain, plain, one(), a_.get(), b_.get(), zero(),
                                          c_.get(), use_.type, CUSPARSE_SPGEMM_DEFAULT, state_.get()),
              "cusparseSpGEMMreuse_compute");
    }
    [[nodiscard]] const DeviceCsr& result() const { return C_; }
    DeviceCsr take() { return std::move(C_); }

private:
    static DeviceCsr with_offsets(const Cusparse& use, std::int64_t nrows, std::int64_t ncols) {
        DeviceCsr C;
        C.nrows = nrows;
        C.ncols = ncols;
        C.ptr = DeviceBuffer(use.pool, static_cast<std::size_t>(nrows + 1) * sizeof(std::int32_t));
        return C;
    }

    // Scalars are on the host, cuSPARSE's default.
    [[nodiscard]] const void* one() const {
        static constexpr float float_one = 1;
        static constexpr double double_one = 1;
        return use_.type == CUDA_R_32F ? static_cast<const void*>(&float_one) : &double_one;
    }
    [[nodiscard]] const void* zero() const {
        static constexpr double zero = 0; // also the bits of a float's zero
        return &zero;
    }

    void estimate_work(cusparseSpGEMMAlg_t algorithm) {
        const auto estimate = [&](std::size_t* bytes, void* buffer) {
            check(cusparseSpGEMM_workEstimation(use_.handle, plain, plain, one(), a_.get(), b_.get(), zero(),
                                                c_.get(), use_.type, algorithm, state_.get(), bytes, buffer),
                  "cusparseSpGEMM_workEstimation");
        };
        std::size_t bytes = 0;
        estimate(&bytes, nullptr);
        work_ = DeviceBuffer(use_.pool, bytes);
        estimate(&bytes, work_.data());
    }

    std::size_t estimate_memory(cusparseSpGEMMAlg_t algorithm) {
        std::size_t bytes3 = 0;
        std::size_t bytes2 = 0;
        const auto estimate = [&](void* buffer, std::size_t* result) {
            check(cusparseSpGEMM_estimateMemory(use_.handle, plain, plain, one(), a_.get(), b_.get(), zero(),
                                                c_.get(), use_.type, algorithm, state_.get(), chunk_fraction,
                                                &bytes3, buffer, result),
                  "cusparseSpGEMM_estimateMemory");
        };
        estimate(nullptr, nullptr);
        const DeviceBuffer buffer(use_.pool, bytes3);
        estimate(buffer.data(), &bytes2);
        return bytes2;
    }

    void allocate_entries() {
        check(cusparseSpMatGetSize(c_.get(), &C_.nrows, &C_.ncols, &C_.nvals), "cusparseSpMatGetSize");
        if (C_.nvals < 0 || C_.nvals > std::numeric_limits<std::int32_t>::max())
            throw Error(
                Code::not_implemented,
                fmt::format("cuSPARSE: the product's {} entries do not fit 32-bit offsets", C_.nvals));
        const auto entries = static_cast<std::size_t>(C_.nvals);
        C_.cols = DeviceBuffer(use_.pool, entries * sizeof(std::int32_t));
        C_.values = DeviceBuffer(use_.pool, entries * use_.value_bytes());
        check(cusparseCsrSetPointers(c_.get(), C_.ptr.data(), C_.cols.data(), C_.values.data()),
              "cusparseCsrSetPointers");
    }

    const Cusparse& use_;
    DeviceCsr C_;
    MatrixDescriptor a_, b_, c_;
    DeviceBuffer work_; // used until cusparseSpGEMM_copy, or by all computations of a reuse
    DeviceBuffer copy_; // the same
    SpGemmDescriptor state_;
};

} // namespace

DeviceCsr spgemm(const Cusparse& use, SpGemm algorithm, const DeviceCsr& A, const DeviceCsr& B) {
    Product product(use, A, B);
    switch (algorithm) {
    case SpGemm::standard:
        return product.standard(CUSPARSE_SPGEMM_DEFAULT);
    case SpGemm::alg2:
        return product.standard(CUSPARSE_SPGEMM_ALG2);
    case SpGemm::alg3:
        return product.standard(CUSPARSE_SPGEMM_ALG3);
    case SpGemm::reuse:
        break;
    }
    product.prepare_reuse();
    product.compute_reuse();
    return product.take();
}

class SpGemmValues::State : public Product {
public:
    using Product::Product;
};

SpGemmValues::SpGemmValues(const Cusparse& use, const DeviceCsr& A, const DeviceCsr& B)
    : state_(std::make_unique<State>(use, A, B)) {
    state_->prepare_reuse();
}
SpGemmValues::~SpGemmValues() = default;
void SpGemmValues::compute() {
    state_->compute_reuse();
}
const DeviceCsr& SpGemmValues::product() const {
    return state_->result();
}

DeviceCsr csr2csc(const Cusparse& use, const DeviceCsr& A) {
    DeviceCsr C;
    C.nrows = A.ncols;
    C.ncols = A.nrows;
    C.nvals = A.nvals;
    const auto entries = static_cast<std::size_t>(A.nvals);
    C.ptr = DeviceBuffer(use.pool, static_cast<std::size_t>(C.nrows + 1) * sizeof(std::int32_t));
    C.cols = DeviceBuffer(use.pool, entries * sizeof(std::int32_t));
    C.values = DeviceBuffer(use.pool, entries * use.value_bytes());
    const auto rows = static_cast<int>(A.nrows); // checked by the upload
    const auto cols = static_cast<int>(A.ncols);
    const auto count = static_cast<int>(A.nvals);
    std::size_t bytes = 0;
    check(cusparseCsr2cscEx2_bufferSize(use.handle, rows, cols, count, A.values.data(), A.ptr.data<int>(),
                                        A.cols.data<int>(), C.values.data(), C.ptr.data<int>(),
                                        C.cols.data<int>(), use.type, CUSPARSE_ACTION_NUMERIC,
                                        CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG1, &bytes),
          "cusparseCsr2cscEx2_bufferSize");
    const DeviceBuffer buffer(use.pool, bytes);
    check(cusparseCsr2cscEx2(use.handle, rows, cols, count, A.values.data(), A.ptr.data<int>(),
                             A.cols.data<int>(), C.values.data(), C.ptr.data<int>(), C.cols.data<int>(),
                             use.type, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO,
                             CUSPARSE_CSR2CSC_ALG1, buffer.data()),
          "cusparseCsr2cscEx2");
    return C;
}

} // namespace mergus::bench
