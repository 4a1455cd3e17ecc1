/// \file runner.cpp
#include "runner.hpp"
#include "../backend/frontend/support/diagnostics.hpp"

#include "competitors.hpp"
#include "gpu.hpp"
#include "operations/run.hpp"

#include <mergus/error.hpp>
#include <mergus/registry.hpp>
#include <mergus/types.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <new>
#include <thread>

namespace mergus::bench {

namespace {

/// Of a matrix in rows: 64-bit offsets, 32-bit columns.
std::uint64_t csr_bytes(std::uint64_t nrows, std::uint64_t nvals, std::size_t value) {
    return 8 * (nrows + 1) + nvals * (4 + value);
}

/// Bytes of columns (32 bits) and values of inputs and output; offsets are not counted.
double min_bytes(const Problem& problem, std::uint64_t output) {
    const std::uint64_t entry = problem.algebra.type->size + 4;
    if (problem.op == Op::transpose) return static_cast<double>(2 * entry * output);
    if (problem.reads_graph_once()) {
        const HostCsr& graph = *problem.factors.front();
        const std::size_t weight = problem.is_weighted() ? sizeof(double) : 0;
        return static_cast<double>(csr_bytes(graph.nrows, graph.nvals(), weight) +
                                   output * (problem.is_vector() ? 8 : 12));
    }
    if (!problem.is_product()) return 0;
    std::uint64_t entries = output;
    for (const HostCsr* factor : problem.factors) entries += factor->nvals();
    return static_cast<double>(entry * entries);
}

std::uint64_t output_rows(const Problem& problem) {
    return problem.op == Op::transpose ? problem.factors.front()->ncols : problem.factors.front()->nrows;
}
/// Bytes of a value of the result.
std::size_t result_size(const Problem& problem) {
    return problem.op == Op::transpose ? problem.algebra.type->size
                                       : problem.algebra.semiring->add->op->z_type->size;
}

class Runner {
public:
    explicit Runner(const Options& options)
        : options_(options), gpu_(open_gpu(no_gpu_)), clock_(make_clock()),
          competitors_(choose_competitors(options, gpu_.get())), chosen_(choose_ops(options)),
          report_(info(), options.files, options.report == "memory") {
        for (const std::string& semiring : options.semirings)
            algebras_.push_back(parse_algebra(semiring, options.type));
        plain_ = parse_algebra("plus_times", options.type);
        if (gpu_ != nullptr) gpu_timer_ = gpu_->make_timer();
    }

    int run() {
        for (const MatrixEntry& entry :
             choose_matrices(known_matrices(options_.data), options_.sets, options_.matrices)) {
            if (!chosen_.operations.empty()) run_operations(entry);
            if (is_vector(entry.source) && !chosen_.operations.empty()) continue; // it has no other rows
            Inputs inputs(entry, options_.type == "fp32");
            for (const Op op : chosen_.ops) run_matrix(inputs, entry, op);
        }
        report_.finish();
        return failed_ ? 1 : 0;
    }

private:
    RunInfo info() {
        RunInfo info;
        bandwidth_ = options_.bandwidth_gb_s * 1e9;
        if (bandwidth_ == 0 && gpu_ != nullptr) bandwidth_ = gpu_->bandwidth();
        info.bandwidth = bandwidth_;
        info.gpu = gpu_ != nullptr ? gpu_->description() : "no GPU (" + no_gpu_ + ")";
        info.host = fmt::format("{} CPU threads, mergus {}", std::thread::hardware_concurrency(), version());
        info.date = fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::time(nullptr)));
        info.command_line = options_.command_line;
        return info;
    }

    void run_matrix(Inputs& inputs, const MatrixEntry& entry, Op op) {
        try {
            if (const std::string refusal = inputs.refusal(op); !refusal.empty()) {
                core::print_stderr("mergus_bench: {}: {}\n", entry.name, refusal);
                return;
            }
            const bool any_algebra = op == Op::mxm || op == Op::mxm_plan || op == Op::mxm_masked;
            for (const Algebra& algebra : any_algebra ? algebras_ : std::vector<Algebra>{plain_})
                run_problem(inputs.problem(op, algebra));
            return;
        } catch (const Error& error) {
            report_failure(entry, op_name(op), error.what());
        } catch (const std::bad_alloc&) {
            report_failure(entry, op_name(op), "not enough memory on this machine");
        }
    }

    void run_operations(const MatrixEntry& entry) {
        try {
            const OperationRun run{competitors_, options_.measure, options_.check, bandwidth_,
                                   options_.link_gb_s * 1e9};
            bench::run_operations(run, chosen_.operations, entry.name, entry.source, [this](const Row& row) {
                if (row.wrong() && row.is_mergus) failed_ = true;
                report_.add(row);
            });
        } catch (const Error& error) {
            report_failure(entry, operations_set, error.what());
        } catch (const std::bad_alloc&) {
            report_failure(entry, operations_set, "not enough memory on this machine");
        }
    }

    void report_failure(const MatrixEntry& entry, std::string_view op, std::string why) {
        Row row;
        row.op = op;
        row.matrix = entry.name;
        row.failure = std::move(why);
        report_.add(row);
        failed_ = true;
    }

    void run_problem(const Problem& problem) {
        Checker checker(problem, options_.check);
        Baselines baselines;
        for (const auto& competitor : competitors_) {
            if (!competitor->supports(problem)) continue;
            Row row = run_competitor(problem, *competitor, checker);
            baselines.compare(row, competitor->is_reference());
            // Wrong results of other libraries are reported, but do not change the exit status.
            if (row.wrong() && row.is_mergus) failed_ = true;
            report_.add(row);
        }
    }

    Row run_competitor(const Problem& problem, Competitor& competitor, Checker& checker) {
        Row row;
        row.op = op_name(problem.op);
        row.matrix = problem.matrix;
        row.backend = competitor.name();
        row.is_mergus = !row.backend.starts_with("cusparse-");
        row.semiring = problem.is_graph() || problem.op == Op::transpose ? "" : problem.algebra.name;
        row.type = problem.is_graph() ? "bool" : std::string(type_name(problem.algebra.type));
        row.products = problem.products;
        row.nvals = problem.factors[problem.factors.size() == 3 ? 1 : 0]->nvals();
        const DistinctFactors factors(problem.factors);
        for (const HostCsr* matrix : factors.matrices)
            row.input_bytes += csr_bytes(matrix->nrows, matrix->nvals(), problem.algebra.type->size);
        row.parts = problem.parts();
        row.bandwidth = competitor.on_gpu() ? bandwidth_ : 0;
        try {
            std::unique_ptr<Trial> trial = competitor.prepare(problem);
            row.measured = measure(*trial, competitor.on_gpu() ? *gpu_timer_ : *clock_, options_.measure);
            row.bytes = min_bytes(problem, row.measured->nvals);
            if (!problem.is_graph())
                row.output_bytes = csr_bytes(output_rows(problem), row.measured->nvals, result_size(problem));
            if (options_.check.mode != CheckMode::none) {
                Answer answer = trial->answer();
                trial.reset(); // the oracle may need the memory
                row.verdict = checker.check(std::move(answer), competitor);
            }
        } catch (const Error& error) {
            // After the measurement, only the check has failed.
            (row.measured ? row.verdict.detail : row.failure) = error.what();
        } catch (const std::bad_alloc&) {
            (row.measured ? row.verdict.detail : row.failure) = "not enough memory on this machine";
        }
        return row;
    }

    const Options& options_;
    std::string no_gpu_;
    std::unique_ptr<Gpu> gpu_;
    std::unique_ptr<Timer> clock_, gpu_timer_;
    std::vector<std::unique_ptr<Competitor>> competitors_;
    ChosenOps chosen_;
    double bandwidth_ = 0;
    Report report_;
    std::vector<Algebra> algebras_;
    Algebra plain_;
    bool failed_ = false;
};

} // namespace

int run(const Options& options) {
    return Runner(options).run();
}

} // namespace mergus::bench
