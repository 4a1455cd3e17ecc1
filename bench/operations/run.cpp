/// \file run.cpp
#include "run.hpp"

#include <mergus/error.hpp>
#include <mergus/types.hpp>

#include <new>

namespace mergus::bench {

namespace {

class Runner {
public:
    Runner(const OperationRun& run, const std::string& name, const std::string& source)
        : run_(run), name_(name), inputs_(source), nvals_(inputs_.nvals()), clock_(make_clock()) {
        for (const auto& competitor : run.competitors) trials_.push_back(competitor->operations(inputs_));
    }

    void run(const Operation& operation, const std::function<void(const Row&)>& report) {
        if (operation.on_vectors != inputs_.on_vectors()) return;
        expected_.reset();
        Baselines baselines;
        bool has_reference = false;
        for (std::size_t c = 0; c < trials_.size(); ++c) {
            if (trials_[c] == nullptr) continue;
            const Competitor& competitor = *run_.competitors[c];
            std::optional<Row> row = measured(operation, competitor, *trials_[c]);
            if (!row) continue;
            baselines.compare(*row, competitor.is_reference());
            has_reference = has_reference || competitor.is_reference();
            row->has_reference = has_reference;
            report(*row);
        }
    }

private:
    /// Empty if the competitor lacks the operation.
    std::optional<Row> measured(const Operation& operation, const Competitor& competitor,
                                OperationTrials& trials) {
        Row row;
        row.op = operation.name;
        row.matrix = name_;
        row.backend = competitor.name();
        row.is_mergus = !competitor.is_reference();
        row.nvals = nvals_;
        const Algebra algebra = parse_algebra(operation.semiring, operation.type);
        row.type = type_name(algebra.type);
        try {
            const std::unique_ptr<OperationTrial> trial = trials.prepare(operation);
            if (trial == nullptr) return std::nullopt;
            // The host's clock, as a program sees the call; the wait is part of it.
            row.measured = measure(*trial, *clock_, run_.measure);
            const CallBytes bytes = trial->bytes();
            row.input_bytes = static_cast<std::uint64_t>(bytes.read);
            row.output_bytes = static_cast<std::uint64_t>(bytes.written);
            row.bytes = static_cast<double>(row.input_bytes + row.output_bytes);
            row.bandwidth = !competitor.on_gpu()  ? 0
                            : operation.over_link ? run_.link_bandwidth
                                                  : run_.bandwidth;
            row.verdict = check(operation, competitor, *trial);
        } catch (const Error& error) {
            (row.measured ? row.verdict.detail : row.failure) = error.what();
        } catch (const std::bad_alloc&) {
            (row.measured ? row.verdict.detail : row.failure) = "not enough memory on this machine";
        }
        return row;
    }

    Verdict check(const Operation& operation, const Competitor& competitor, Trial& trial) {
        Verdict verdict;
        if (run_.check.mode == CheckMode::none) return verdict;
        if (run_.check.mode == CheckMode::automatic && nvals_ > run_.check.oracle_entries) {
            verdict.detail = "too large for a comparison";
            return verdict;
        }
        if (competitor.name() == cpu_backend) {
            expected_ = trial.answer();
            return verdict;
        }
        verdict.detail = fault_of_result(trial.answer(), expected(operation), tolerance(operation));
        verdict.kind = verdict.detail.empty() ? Verdict::Kind::right : Verdict::Kind::wrong;
        if (verdict.detail.empty()) verdict.detail = "as suitesparse";
        return verdict;
    }
    static double tolerance(const Operation& operation) {
        if (!operation.rounds) return 0;
        return operation.type == "fp32" ? 1e-4 : 1e-10;
    }

    /// SuiteSparse's result, computed once for all competitors.
    const Answer& expected(const Operation& operation) {
        if (!expected_) {
            if (oracle_ == nullptr) {
                ContextOptions options;
                options.backend = cpu_backend;
                oracle_ = mergus_operations(Context(options), inputs_);
            }
            const std::unique_ptr<OperationTrial> trial = oracle_->prepare(operation);
            trial->drop();
            trial->call();
            trial->wait();
            static_cast<void>(trial->nvals()); // finishes the result
            expected_ = trial->answer();
        }
        return *expected_;
    }

    const OperationRun& run_;
    const std::string& name_;
    OperationInputs inputs_;
    std::uint64_t nvals_;
    std::unique_ptr<Timer> clock_;
    std::vector<std::unique_ptr<OperationTrials>> trials_; ///< of each competitor; may be null
    std::unique_ptr<OperationTrials> oracle_;
    std::optional<Answer> expected_;
};

} // namespace

void run_operations(const OperationRun& run, const std::vector<const Operation*>& operations,
                    const std::string& name, const std::string& source,
                    const std::function<void(const Row&)>& report) {
    Runner runner(run, name, source);
    for (const Operation* operation : operations) runner.run(*operation, report);
}

} // namespace mergus::bench
