/// \file cusparse_competitor.cpp
/// Copies the inputs to the device once, calls cusparse_routines.cpp, and copies results back.
#include "convert.hpp"
#include "cusparse.hpp"
#include "operations/cusparse_operations.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <array>
#include <limits>
#include <optional>

namespace mergus::bench {

namespace {

/// Copies an array to the device and waits.
template <class T>
DeviceBuffer copied(DevicePool& pool, const Array<T>& array) {
    DeviceBuffer buffer(pool, array.size() * sizeof(T));
    check(cudaMemcpyAsync(buffer.data(), array.data(), array.size() * sizeof(T), cudaMemcpyHostToDevice,
                          pool.stream()),
          "copying to the device");
    check(cudaStreamSynchronize(pool.stream()), "copying to the device");
    return buffer;
}

template <class T>
Array<T> copied(DevicePool& pool, const DeviceBuffer& buffer, std::uint64_t count) {
    Array<T> array(count);
    check(cudaMemcpyAsync(array.data(), buffer.data(), count * sizeof(T), cudaMemcpyDeviceToHost,
                          pool.stream()),
          "copying to the host");
    check(cudaStreamSynchronize(pool.stream()), "copying to the host");
    return array;
}

std::int64_t checked_index(std::uint64_t number, const char* what) {
    if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max()))
        throw Error(Code::not_implemented,
                    fmt::format("cuSPARSE: {} {} do not fit 32-bit indices", number, what));
    return static_cast<std::int64_t>(number);
}

/// Returns the pool's memory to the device at the end, because the next competitor has its own pool.
struct TrimAtEnd {
    explicit TrimAtEnd(DevicePool& used) : pool(used) {}
    ~TrimAtEnd() {
        try {
            pool.trim();
        } catch (const Error&) { // the next call reports a lost device
        }
    }
    TrimAtEnd(const TrimAtEnd&) = delete;
    TrimAtEnd& operator=(const TrimAtEnd&) = delete;
    DevicePool& pool;
};

class CusparseTrial : public Trial {
public:
    CusparseTrial(DevicePool& pool, const Problem& problem)
        : trim_at_end_{pool},
          handle_(pool.stream()), use_{handle_.get(), pool,
                                       problem.algebra.type->code == MERGUS_FP32 ? CUDA_R_32F : CUDA_R_64F},
          right_first_(problem.op == Op::rap_right), factors_(problem.factors) {
        for (const HostCsr* matrix : factors_.matrices) inputs_.push_back(upload(use_, *matrix));
    }

    void wait() override { check(cudaStreamSynchronize(use_.pool.stream()), "waiting for the device"); }
    void drop() override { output_.reset(); }
    Answer answer() override {
        Answer answer;
        answer.matrices.push_back(download(use_, output()));
        return answer;
    }
    std::uint64_t nvals() override { return static_cast<std::uint64_t>(output().nvals); }

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
    /// Of the last call.
    [[nodiscard]] virtual const DeviceCsr& output() const { return *output_; }
    [[nodiscard]] const DeviceCsr& factor(std::size_t f) const { return inputs_[factors_.indices[f]]; }
    [[nodiscard]] std::size_t factor_count() const { return factors_.indices.size(); }
    [[nodiscard]] const Cusparse& use() const { return use_; }
    [[nodiscard]] bool right_first() const { return right_first_; }
    void keep(DeviceCsr&& output) { output_ = std::move(output); }

private:
    TrimAtEnd trim_at_end_; // first member, so it is destroyed last
    CusparseHandle handle_;
    Cusparse use_;
    bool right_first_;
    DistinctFactors factors_;
    std::vector<DeviceCsr> inputs_;
    std::optional<DeviceCsr> output_;
    std::uint64_t before_ = 0;
};

class SpGemmTrial final : public CusparseTrial {
public:
    SpGemmTrial(DevicePool& pool, const Problem& problem, SpGemm algorithm)
        : CusparseTrial(pool, problem), algorithm_(algorithm) {}
    void call() override {
        if (factor_count() == 2)
            keep(spgemm(use(), algorithm_, factor(0), factor(1)));
        else if (right_first())
            keep(spgemm(use(), algorithm_, factor(0), spgemm(use(), algorithm_, factor(1), factor(2))));
        else
            keep(spgemm(use(), algorithm_, spgemm(use(), algorithm_, factor(0), factor(1)), factor(2)));
    }

private:
    SpGemm algorithm_;
};

/// Only the values, in a product whose pattern is known.
class SpGemmValuesTrial final : public CusparseTrial {
public:
    SpGemmValuesTrial(DevicePool& pool, const Problem& problem) : CusparseTrial(pool, problem) {
        values_ = std::make_unique<SpGemmValues>(use(), factor(0), factor(1));
    }
    void call() override { values_->compute(); }
    void drop() override {}

private:
    [[nodiscard]] const DeviceCsr& output() const override { return values_->product(); }
    std::unique_ptr<SpGemmValues> values_;
};

class Csr2CscTrial final : public CusparseTrial {
public:
    using CusparseTrial::CusparseTrial;
    void call() override { keep(csr2csc(use(), factor(0))); }
};

class CusparseCompetitor final : public Competitor {
public:
    /// \param algorithm empty: the transpose
    CusparseCompetitor(std::string name, DevicePool& pool, std::optional<SpGemm> algorithm)
        : name_(std::move(name)), pool_(pool), algorithm_(algorithm) {}

    std::string name() const override { return name_; }
    bool on_gpu() const override { return true; }
    /// `reuse` prepares several products of one pattern, unlike the others.
    bool is_reference() const override { return algorithm_ != SpGemm::reuse; }
    bool sorts_rows() const override { return false; }
    bool supports(const Problem& problem) const override {
        if (problem.algebra.name != "plus_times") return false;
        if (!algorithm_) return problem.op == Op::transpose;
        return problem.is_product() && problem.op != Op::mxm_masked &&
               (problem.op != Op::mxm_plan || algorithm_ == SpGemm::reuse);
    }
    std::unique_ptr<Trial> prepare(const Problem& problem) override {
        if (problem.op == Op::mxm_plan) return std::make_unique<SpGemmValuesTrial>(pool_, problem);
        if (algorithm_) return std::make_unique<SpGemmTrial>(pool_, problem, *algorithm_);
        return std::make_unique<Csr2CscTrial>(pool_, problem);
    }
    std::unique_ptr<OperationTrials> operations(OperationInputs& inputs) override {
        return algorithm_ ? nullptr : cusparse_operations(pool_, inputs, CusparseRoutine::csr2csc);
    }

private:
    std::string name_;
    DevicePool& pool_;
    std::optional<SpGemm> algorithm_;
};

/// SpMV or geam, which compute rows of the set `operations` only.
class CusparseOperationCompetitor final : public Competitor {
public:
    CusparseOperationCompetitor(std::string name, DevicePool& pool, CusparseRoutine routine)
        : name_(std::move(name)), pool_(pool), routine_(routine) {}

    std::string name() const override { return name_; }
    bool on_gpu() const override { return true; }
    bool is_reference() const override { return true; }
    bool sorts_rows() const override { return false; }
    bool supports(const Problem&) const override { return false; }
    std::unique_ptr<Trial> prepare(const Problem&) override { return nullptr; }
    std::unique_ptr<OperationTrials> operations(OperationInputs& inputs) override {
        return cusparse_operations(pool_, inputs, routine_);
    }

private:
    std::string name_;
    DevicePool& pool_;
    CusparseRoutine routine_;
};

} // namespace

DeviceCsr upload(const Cusparse& use, const HostCsr& host) {
    DeviceCsr matrix;
    matrix.nrows = checked_index(host.nrows, "rows");
    matrix.ncols = checked_index(host.ncols, "columns");
    matrix.nvals = checked_index(host.nvals(), "entries");
    matrix.ptr = copied(use.pool, cast<std::int32_t>(host.ptr));
    matrix.cols = copied(use.pool, host.cols);
    matrix.values = upload(use, host.values);
    return matrix;
}

HostCsr download(const Cusparse& use, const DeviceCsr& matrix) {
    HostCsr host;
    host.nrows = static_cast<std::uint64_t>(matrix.nrows);
    host.ncols = static_cast<std::uint64_t>(matrix.ncols);
    const auto nvals = static_cast<std::uint64_t>(matrix.nvals);
    host.ptr = cast<std::uint64_t>(copied<std::int32_t>(use.pool, matrix.ptr, host.nrows + 1));
    host.cols = copied<std::uint32_t>(use.pool, matrix.cols, nvals);
    host.values = download(use, matrix.values, nvals);
    return host;
}

DeviceBuffer upload(const Cusparse& use, const Array<double>& values) {
    return use.type == CUDA_R_32F ? copied(use.pool, cast<float>(values)) : copied(use.pool, values);
}

Array<double> download(const Cusparse& use, const DeviceBuffer& values, std::uint64_t count) {
    if (use.type == CUDA_R_32F) return cast<double>(copied<float>(use.pool, values, count));
    return copied<double>(use.pool, values, count);
}

void check(cusparseStatus_t status, std::string_view what) {
    if (status == CUSPARSE_STATUS_SUCCESS) return;
    cudaGetLastError(); // the status contains the error
    throw Error(
        status == CUSPARSE_STATUS_ALLOC_FAILED ? Code::out_of_memory : Code::panic,
        fmt::format("{}: {} ({})", what, cusparseGetErrorString(status), cusparseGetErrorName(status)));
}

CusparseHandle::CusparseHandle(cudaStream_t stream) {
    check(cusparseCreate(&handle_), "cusparseCreate");
    if (const cusparseStatus_t status = cusparseSetStream(handle_, stream);
        status != CUSPARSE_STATUS_SUCCESS) {
        cusparseDestroy(handle_);
        check(status, "cusparseSetStream");
    }
}
CusparseHandle::~CusparseHandle() {
    cusparseDestroy(handle_);
}

std::string cusparse_version() {
    int major = 0;
    int minor = 0;
    int patch = 0;
    check(cusparseGetProperty(MAJOR_VERSION, &major), "cusparseGetProperty");
    check(cusparseGetProperty(MINOR_VERSION, &minor), "cusparseGetProperty");
    check(cusparseGetProperty(PATCH_LEVEL, &patch), "cusparseGetProperty");
    return fmt::format("{}.{}.{}", major, minor, patch);
}

std::vector<std::unique_ptr<Competitor>> make_cusparse(DevicePool& pool) {
    std::vector<std::unique_ptr<Competitor>> all;
    const auto add = [&](const char* name, std::optional<SpGemm> algorithm) {
        all.push_back(std::make_unique<CusparseCompetitor>(name, pool, algorithm));
    };
    add("cusparse-default", SpGemm::standard);
    add("cusparse-alg2", SpGemm::alg2);
    add("cusparse-alg3", SpGemm::alg3);
    add("cusparse-reuse", SpGemm::reuse);
    add("cusparse-csr2csc", std::nullopt);
    all.push_back(
        std::make_unique<CusparseOperationCompetitor>("cusparse-spmv", pool, CusparseRoutine::spmv));
    all.push_back(
        std::make_unique<CusparseOperationCompetitor>("cusparse-geam", pool, CusparseRoutine::geam));
    return all;
}

} // namespace mergus::bench
