/// \file operation.cpp
/// The table of operations, their trials on a backend of Mergus, and the comparison of results.
#include "operation.hpp"

#include "compare.hpp"
#include "operands.hpp"
#include "transfer.hpp"

#include <cmath>

namespace mergus::bench {

namespace {

HostCsr matrix_of(double value) {
    HostCsr host;
    host.nrows = host.ncols = 1;
    host.ptr = {0, 1};
    host.cols = {0};
    host.values = {value};
    return host;
}

/// \param tuples in row-major order; otherwise the result has a fault
HostCsr matrix_of(const HostTuples& tuples, std::uint64_t size) {
    HostCsr host;
    host.nrows = host.ncols = size;
    host.ptr.assign(size + 1, 0);
    for (const std::uint64_t row : tuples.rows) ++host.ptr[row + 1];
    for (std::uint64_t i = 0; i < size; ++i) host.ptr[i + 1] += host.ptr[i];
    for (const std::uint64_t col : tuples.cols) host.cols.push_back(static_cast<std::uint32_t>(col));
    host.values.assign(tuples.values.begin(), tuples.values.end());
    return host;
}

double result_bytes(double) {
    return sizeof(double);
}
double result_bytes(const HostTuples&) {
    return 0; // Call::written says it
}
template <class Object>
double result_bytes(const Object& object) {
    return bytes(object);
}

class MergusOperationTrial final : public OperationTrial {
public:
    MergusOperationTrial(Operands& operands, const Operation& operation)
        : operands_(operands), factors_(operation.factors),
          call_(operation.prepare(operands, parse_algebra(operation.semiring, operation.type))) {}

    void call() override { call_.run(call_.result); }
    void wait() override { operands_.context.wait(); }
    void drop() override {
        if (call_.reset) call_.reset(call_.result);
    }
    Answer answer() override {
        Answer answer;
        answer.matrices.push_back(
            std::visit([this](const auto& result) { return host_copy(result); }, call_.result));
        return answer;
    }
    std::uint64_t nvals() override {
        if (call_.finish) call_.finish(call_.result);
        return std::visit(
            [](const auto& result) -> std::uint64_t {
                if constexpr (requires { result.nvals(); })
                    return result.nvals();
                else if constexpr (requires { result.rows; })
                    return result.rows.size();
                else
                    return 1;
            },
            call_.result);
    }
    [[nodiscard]] CallBytes bytes() const override {
        const double result =
            std::visit([](const auto& object) { return result_bytes(object); }, call_.result);
        return {call_.read + (call_.moves - 1) * result, call_.written.value_or(result)};
    }

    void reset_usage() override { before_ = operands_.context.counters(true); }
    Usage usage() override { return usage_between(before_, operands_.context.counters()); }

private:
    HostCsr host_copy(double value) const { return matrix_of(value); }
    HostCsr host_copy(const HostTuples& tuples) const { return matrix_of(tuples, operands_.n()); }
    template <class Object>
    HostCsr host_copy(const Object& object) const {
        return download(object, factors_);
    }

    Operands& operands_;
    unsigned factors_;
    Call call_;
    Counters before_;
};

class MergusOperationTrials final : public OperationTrials {
public:
    MergusOperationTrials(Context context, OperationInputs& inputs) : operands_(std::move(context), inputs) {}
    std::unique_ptr<OperationTrial> prepare(const Operation& operation) override {
        operands_.context.release_derived();
        auto trial = std::make_unique<MergusOperationTrial>(operands_, operation);
        trial->wait();
        return trial;
    }

private:
    Operands operands_;
};

} // namespace

std::unique_ptr<OperationTrials> Competitor::operations(OperationInputs&) {
    return nullptr;
}

const std::vector<Operation>& operations() {
    static const OperationTable table = [] {
        OperationTable rows;
        for (const auto add : {add_elementwise, add_products, add_structure, add_movement, add_vectors})
            add(rows);
        return rows;
    }();
    return table.rows();
}

const Operation* find_operation(std::string_view name) {
    for (const Operation& operation : operations())
        if (operation.name == name) return &operation;
    return nullptr;
}

std::unique_ptr<OperationTrials> mergus_operations(Context context, OperationInputs& inputs) {
    return std::make_unique<MergusOperationTrials>(std::move(context), inputs);
}

std::string fault_of_result(const Answer& got, const Answer& expected, double tolerance) {
    const HostCsr &C = got.matrices.front(), &E = expected.matrices.front();
    if (std::string fault = fault_of_form(C, E.nrows, E.ncols); !fault.empty()) return fault;
    if (tolerance == 0) return fault_of_equality(C, E);
    HostCsr scale = E;
    for (double& value : scale.values) value = 1 + std::abs(value);
    return fault_of_values(C, E, scale, Array<double>(E.nrows, tolerance));
}

} // namespace mergus::bench
