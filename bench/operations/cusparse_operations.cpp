/// \file cusparse_operations.cpp
/// The output and the buffers are allocated once, and the calls write into them.
#include "cusparse_operations.hpp"

#include <mergus/error.hpp>

#include <algorithm>

namespace mergus::bench {

namespace {

constexpr double one = 1, zero = 0;

double csr_bytes(const DeviceCsr& matrix) {
    return 8.0 * static_cast<double>(matrix.nrows + 1) + 12.0 * static_cast<double>(matrix.nvals);
}

class CusparseOperationTrial : public OperationTrial {
public:
    CusparseOperationTrial(const Cusparse& use, DeviceCsr A) : use_(use), A_(std::move(A)) {}

    void wait() override { check(cudaStreamSynchronize(use_.pool.stream()), "waiting for the device"); }
    void drop() override {}
    void reset_usage() override {
        use_.pool.reset_peak();
        before_ = use_.pool.used();
    }
    Usage usage() override {
        Usage usage;
        usage.peak_bytes = use_.pool.peak() - before_;
        return usage;
    }

protected:
    [[nodiscard]] const Cusparse& use() const { return use_; }
    [[nodiscard]] const DeviceCsr& A() const { return A_; }

private:
    Cusparse use_;
    DeviceCsr A_;
    std::uint64_t before_ = 0;
};

class SpMvTrial final : public CusparseOperationTrial {
public:
    /// \param matrix A on the host
    SpMvTrial(const Cusparse& use, const HostCsr& matrix, const Array<double>& u, bool transposed)
        : CusparseOperationTrial(use, upload(use, matrix)), host_(matrix),
          operation_(transposed ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE),
          u_(upload(use, u)), w_(use.pool, u.size() * sizeof(double)) {
        const auto size = static_cast<std::int64_t>(u.size());
        check(cusparseCreateCsr(&matrix_, A().nrows, A().ncols, A().nvals, A().ptr.data(), A().cols.data(),
                                A().values.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F),
              "cusparseCreateCsr");
        check(cusparseCreateDnVec(&in_, size, u_.data(), CUDA_R_64F), "cusparseCreateDnVec");
        check(cusparseCreateDnVec(&out_, size, w_.data(), CUDA_R_64F), "cusparseCreateDnVec");
        std::size_t bytes = 0;
        check(cusparseSpMV_bufferSize(use.handle, operation_, &one, matrix_, in_, &zero, out_, CUDA_R_64F,
                                      CUSPARSE_SPMV_ALG_DEFAULT, &bytes),
              "cusparseSpMV_bufferSize");
        buffer_ = DeviceBuffer(use.pool, bytes);
#if CUSPARSE_VERSION >= 12300
        check(cusparseSpMV_preprocess(use.handle, operation_, &one, matrix_, in_, &zero, out_, CUDA_R_64F,
                                      CUSPARSE_SPMV_ALG_DEFAULT, buffer_.data()),
              "cusparseSpMV_preprocess");
#endif
    }
    ~SpMvTrial() override {
        cusparseDestroyDnVec(out_);
        cusparseDestroyDnVec(in_);
        cusparseDestroySpMat(matrix_);
    }
    SpMvTrial(const SpMvTrial&) = delete;
    SpMvTrial& operator=(const SpMvTrial&) = delete;

    void call() override {
        check(cusparseSpMV(use().handle, operation_, &one, matrix_, in_, &zero, out_, CUDA_R_64F,
                           CUSPARSE_SPMV_ALG_DEFAULT, buffer_.data()),
              "cusparseSpMV");
    }
    /// Without the zeros of empty rows (columns), which are no entries in GraphBLAS.
    Answer answer() override {
        Array<std::uint8_t> present(host_.nrows);
        for (std::uint64_t i = 0; i < host_.nrows; ++i) present[i] = host_.ptr[i] < host_.ptr[i + 1] ? 1 : 0;
        if (operation_ == CUSPARSE_OPERATION_TRANSPOSE) {
            std::fill(present.begin(), present.end(), std::uint8_t{0});
            for (const std::uint32_t col : host_.cols) present[col] = 1;
        }
        const Array<double> values = download(use(), w_, host_.nrows);
        HostCsr w;
        w.nrows = host_.nrows;
        w.ncols = 1;
        for (std::uint64_t i = 0; i < host_.nrows; ++i) {
            if (present[i] != 0) {
                w.cols.push_back(0);
                w.values.push_back(values[i]);
            }
            w.ptr.push_back(w.cols.size());
        }
        Answer answer;
        answer.matrices.push_back(std::move(w));
        return answer;
    }
    std::uint64_t nvals() override {
        return host_.nrows;
    }
    [[nodiscard]] CallBytes bytes() const override {
        const double vector = 8.0 * static_cast<double>(host_.nrows);
        return {csr_bytes(A()) + vector, vector};
    }

private:
    const HostCsr& host_;
    cusparseOperation_t operation_;
    DeviceBuffer u_, w_, buffer_;
    cusparseSpMatDescr_t matrix_ = nullptr;
    cusparseDnVecDescr_t in_ = nullptr, out_ = nullptr;
};

/// A result that is a matrix.
class MatrixTrial : public CusparseOperationTrial {
public:
    using CusparseOperationTrial::CusparseOperationTrial;
    Answer answer() override {
        Answer answer;
        answer.matrices.push_back(download(use(), C()));
        sort_rows(answer.matrices.back());
        return answer;
    }
    std::uint64_t nvals() override { return static_cast<std::uint64_t>(C().nvals); }

protected:
    DeviceCsr& C() { return C_; }
    [[nodiscard]] const DeviceCsr& C() const { return C_; }

private:
    DeviceCsr C_;
};

class GeamTrial final : public MatrixTrial {
public:
    GeamTrial(const Cusparse& use, DeviceCsr A, DeviceCsr B)
        : MatrixTrial(use, std::move(A)), B_(std::move(B)) {
        C().nrows = this->A().nrows;
        C().ncols = this->A().ncols;
        C().ptr = DeviceBuffer(use.pool, static_cast<std::size_t>(C().nrows + 1) * sizeof(int));
        check(cusparseCreateMatDescr(&general_), "cusparseCreateMatDescr");
    }
    ~GeamTrial() override { cusparseDestroyMatDescr(general_); }
    GeamTrial(const GeamTrial&) = delete;
    GeamTrial& operator=(const GeamTrial&) = delete;

    void call() override {
        const auto m = static_cast<int>(A().nrows), n = static_cast<int>(A().ncols);
        const auto a = static_cast<int>(A().nvals), b = static_cast<int>(B_.nvals);
        const auto *values_a = A().values.data<double>(), *values_b = B_.values.data<double>();
        const auto *ptr_a = A().ptr.data<int>(), *ptr_b = B_.ptr.data<int>();
        const auto *cols_a = A().cols.data<int>(), *cols_b = B_.cols.data<int>();
        if (buffer_.data() == nullptr) {
            std::size_t bytes = 0;
            check(cusparseDcsrgeam2_bufferSizeExt(use().handle, m, n, &one, general_, a, values_a, ptr_a,
                                                  cols_a, &one, general_, b, values_b, ptr_b, cols_b,
                                                  general_, C().values.data<double>(), C().ptr.data<int>(),
                                                  C().cols.data<int>(), &bytes),
                  "cusparseDcsrgeam2_bufferSizeExt");
            buffer_ = DeviceBuffer(use().pool, bytes);
        }
        int count = 0;
        check(cusparseXcsrgeam2Nnz(use().handle, m, n, general_, a, ptr_a, cols_a, general_, b, ptr_b, cols_b,
                                   general_, C().ptr.data<int>(), &count, buffer_.data()),
              "cusparseXcsrgeam2Nnz");
        if (C().cols.data() == nullptr) {
            C().nvals = count;
            C().cols = DeviceBuffer(use().pool, static_cast<std::size_t>(count) * sizeof(int));
            C().values = DeviceBuffer(use().pool, static_cast<std::size_t>(count) * sizeof(double));
        }
        check(cusparseDcsrgeam2(use().handle, m, n, &one, general_, a, values_a, ptr_a, cols_a, &one,
                                general_, b, values_b, ptr_b, cols_b, general_, C().values.data<double>(),
                                C().ptr.data<int>(), C().cols.data<int>(), buffer_.data()),
              "cusparseDcsrgeam2");
    }
    [[nodiscard]] CallBytes bytes() const override {
        return {csr_bytes(A()) + csr_bytes(B_), csr_bytes(C())};
    }

private:
    DeviceCsr B_;
    DeviceBuffer buffer_;
    cusparseMatDescr_t general_ = nullptr;
};

/// Allocates its output, from the pool.
class Csr2CscTrial final : public MatrixTrial {
public:
    using MatrixTrial::MatrixTrial;
    void call() override { C() = csr2csc(use(), A()); }
    [[nodiscard]] CallBytes bytes() const override { return {csr_bytes(A()), csr_bytes(C())}; }
};

class CusparseOperations final : public OperationTrials {
public:
    CusparseOperations(DevicePool& pool, OperationInputs& inputs, CusparseRoutine routine)
        : pool_(pool), handle_(pool.stream()), use_{handle_.get(), pool, CUDA_R_64F}, inputs_(inputs),
          routine_(routine) {}
    ~CusparseOperations() override {
        cudaStreamSynchronize(pool_.stream());
        try {
            pool_.trim();        // the next competitor has its own pool
        } catch (const Error&) { // the next call reports a lost device
        }
    }
    CusparseOperations(const CusparseOperations&) = delete;
    CusparseOperations& operator=(const CusparseOperations&) = delete;

    std::unique_ptr<OperationTrial> prepare(const Operation& operation) override {
        const std::string& name = operation.name;
        switch (routine_) {
        case CusparseRoutine::spmv: {
            const bool sums = name == "reduce-rows" || name == "reduce-columns";
            if (!sums && name != "mxv" && name != "vxm") return nullptr;
            Array<double> u = random_vector(inputs_.size(), 1, operand_seed).values;
            if (sums) std::fill(u.begin(), u.end(), 1.0);
            return std::make_unique<SpMvTrial>(use_, inputs_.matrix(), u,
                                               name == "vxm" || name == "reduce-columns");
        }
        case CusparseRoutine::geam: {
            if (name != "ewise-add" && name != "ewise-add-same") return nullptr;
            DeviceCsr A = matrix();
            if (name == "ewise-add") {
                DeviceCsr B = csr2csc(use_, A);
                return std::make_unique<GeamTrial>(use_, std::move(A), std::move(B));
            }
            DeviceCsr B = matrix();
            Array<double> halves = inputs_.matrix().values;
            for (double& value : halves) value *= 0.5;
            B.values = upload(use_, halves);
            return std::make_unique<GeamTrial>(use_, std::move(A), std::move(B));
        }
        case CusparseRoutine::csr2csc:
            if (name != "transpose-into") return nullptr;
            return std::make_unique<Csr2CscTrial>(use_, matrix());
        }
        return nullptr;
    }

private:
    DeviceCsr matrix() { return upload(use_, inputs_.matrix()); }

    DevicePool& pool_;
    CusparseHandle handle_;
    Cusparse use_;
    OperationInputs& inputs_;
    CusparseRoutine routine_;
};

} // namespace

std::unique_ptr<OperationTrials> cusparse_operations(DevicePool& pool, OperationInputs& inputs,
                                                     CusparseRoutine routine) {
    return std::make_unique<CusparseOperations>(pool, inputs, routine);
}

} // namespace mergus::bench
