/// \file test_bench.cpp
/// The bench's statistics, and its checks: each check must detect a wrong result.
#include "checker.hpp"
#include "load.hpp"
#include "matrix_list.hpp"
#include "measure.hpp"
#include "report.hpp"
#include "runner.hpp"
#include "statistics.hpp"
#include "symbolic.hpp"

#include <mergus/error.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace {

using namespace mergus::bench;

/// A competitor with the given description. It is never run.
struct Nobody final : Competitor {
    std::string name() const override { return "nobody"; }
    bool on_gpu() const override { return false; }
    bool is_reference() const override { return false; }
    bool sorts_rows() const override { return sorts; }
    bool supports(const Problem&) const override { return true; }
    std::unique_ptr<Trial> prepare(const Problem&) override { return nullptr; }
    bool sorts = true;
};

Answer right_answer(const Problem& problem) {
    const auto trial = make_mergus("suitesparse", nullptr)->prepare(problem);
    trial->call();
    trial->wait();
    return trial->answer();
}

using Kind = Verdict::Kind;

/// The verdicts on the correct result and on a modified one.
Kind verdict(const Problem& problem, const CheckOptions& options,
             const std::function<void(Answer&)>& change = {}) {
    Answer answer = right_answer(problem);
    if (change) change(answer);
    Checker checker(problem, options);
    const Verdict found = checker.check(std::move(answer), Nobody());
    INFO(found.detail);
    return found.kind;
}

void change_value(Answer& answer) {
    answer.matrices.front().values[7] *= 1.001;
}
void change_first(Answer& answer) {
    answer.matrices.front().values.front() += 1;
}
void change_last(Answer& answer) {
    answer.matrices.back().values.back() += 1;
}
void change_column(Answer& answer) {
    HostCsr& C = answer.matrices.front();
    for (std::uint64_t row = 0; row < C.nrows; ++row)
        if (C.ptr[row] < C.ptr[row + 1] && C.cols[C.ptr[row + 1] - 1] + 1 < C.ncols) {
            ++C.cols[C.ptr[row + 1] - 1];
            return;
        }
}
void drop_last(Answer& answer) {
    HostCsr& C = answer.matrices.front();
    C.cols.pop_back();
    C.values.pop_back();
    for (std::uint64_t row = C.nrows; C.ptr[row] > C.nvals(); --row) --C.ptr[row];
}
void swap_columns(Answer& answer) {
    HostCsr& C = answer.matrices.front();
    for (std::uint64_t row = 0; row < C.nrows; ++row)
        if (C.ptr[row + 1] - C.ptr[row] >= 2) {
            std::swap(C.cols[C.ptr[row]], C.cols[C.ptr[row] + 1]);
            std::swap(C.values[C.ptr[row]], C.values[C.ptr[row] + 1]);
            return;
        }
}

CheckOptions without_oracle() {
    CheckOptions options;
    options.oracle_products = 0;
    return options;
}

} // namespace

TEST_SUITE("bench") {

    TEST_CASE("median and geometric mean") {
        CHECK(median({3, 1, 2}) == 2);
        CHECK(median({4, 1, 2, 3}) == 2.5);
        CHECK(geometric_mean({}) == 0);
        CHECK(geometric_mean({2, 8}) == doctest::Approx(4));
        CHECK(geometric_mean({0.1, 10, 1}) == doctest::Approx(1));
    }

    TEST_CASE("summary: failed and wrong rows count as a tenth, rows without a reference not at all") {
        Row row;
        row.op = "mxm";
        row.backend = "cuda";
        row.is_mergus = true;
        row.reference_ms = 8;
        row.measured = Measurement{};
        row.measured->median_ms = 1;
        std::vector<Row> rows = {row, row, row, row};
        rows[1].measured.reset();
        rows[2].verdict.kind = Kind::wrong;
        rows[3].reference_ms = 0;
        rows[3].matrix = "alone";
        const std::vector<Summary> summaries = summarize(rows);
        REQUIRE(summaries.size() == 1);
        CHECK(summaries[0].rows == 3);
        CHECK(summaries[0].failed == 2);
        CHECK(summaries[0].left_out == std::vector<std::string>{"alone"});
        CHECK(summaries[0].geometric_mean == doctest::Approx(std::cbrt(8 * 0.1 * 0.1)));
    }

    TEST_CASE("the checks of a product find what is wrong") {
        for (const char* source : {"er:rows=60,degree=5", "poisson2d5:n=9", "rmat:scale=6,ef=6"}) {
            for (const char* type : {"fp64", "fp32"}) {
                CAPTURE(source);
                CAPTURE(type);
                Inputs inputs({source, source, {}}, std::string_view(type) == "fp32");
                for (const Op op : {Op::mxm, Op::rap_left, Op::rap_right}) {
                    const Problem problem = inputs.problem(op, parse_algebra("plus_times", type));
                    CAPTURE(op_name(op));
                    for (const CheckOptions& options : {CheckOptions{}, without_oracle()}) {
                        CAPTURE(options.oracle_products);
                        CHECK(verdict(problem, options) == Kind::right);
                        CHECK(verdict(problem, options, change_value) == Kind::wrong);
                        CHECK(verdict(problem, options, change_column) == Kind::wrong);
                        CHECK(verdict(problem, options, drop_last) == Kind::wrong);
                        CHECK(verdict(problem, options, swap_columns) == Kind::wrong);
                    }
                }
            }
        }
    }

    TEST_CASE("the checks of other operations find what is wrong") {
        Inputs inputs({"graph", "rmat:scale=6,ef=6", {}}, false);
        const Algebra plus_times = parse_algebra("plus_times", "fp64");
        for (const Op op : {Op::mxm_masked, Op::transpose, Op::bfs, Op::bfs64, Op::bfs_algebra}) {
            CAPTURE(op_name(op));
            const Problem problem = inputs.problem(op, plus_times);
            CHECK(verdict(problem, {}) == Kind::right);
            CHECK(verdict(problem, {}, change_value) == Kind::wrong);
            CHECK(verdict(problem, {}, drop_last) == Kind::wrong);
        }
        const Problem masked = inputs.problem(Op::mxm_masked, plus_times);
        CHECK(verdict(masked, without_oracle()) == Kind::right);
        CHECK(verdict(masked, without_oracle(), drop_last) == Kind::wrong);
        const Problem triangles = inputs.problem(Op::tc, plus_times);
        CHECK(verdict(triangles, {}) == Kind::right);
        CHECK(verdict(triangles, {}, [](Answer& answer) { ++answer.count; }) == Kind::wrong);
        const Problem tropical = inputs.problem(Op::mxm, parse_algebra("min_plus", "fp64"));
        CHECK(verdict(tropical, {}) == Kind::right);
        CHECK(verdict(tropical, {}, change_value) == Kind::wrong);
        CHECK(verdict(tropical, without_oracle(), drop_last) == Kind::wrong);
        const Problem own = inputs.problem(Op::mxm, parse_algebra("user_plus_times", "fp64"));
        CHECK(verdict(own, without_oracle()) == Kind::right);
        CHECK(verdict(own, without_oracle(), change_value) == Kind::wrong);
    }

    TEST_CASE("plain code and SuiteSparse agree on graphs, and both find what is wrong") {
        CheckOptions by_oracle;
        by_oracle.mode = CheckMode::oracle;
        for (const char* source : {"rmat:scale=6,ef=6", "poisson2d5:n=9", "er:rows=60,degree=1"}) {
            CAPTURE(source);
            Inputs inputs({"graph", source, {}}, false);
            for (const Op op :
                 {Op::tc, Op::bfs, Op::bfs64, Op::bfs_algebra, Op::components, Op::scc, Op::mst, Op::sssp}) {
                CAPTURE(op_name(op));
                const Problem problem = inputs.problem(op, parse_algebra("plus_times", "fp64"));
                CHECK(verdict(problem, {}) == Kind::right);
                CHECK(verdict(problem, by_oracle) == Kind::right);
                if (op == Op::tc) {
                    CHECK(verdict(problem, {}, [](Answer& answer) { ++answer.count; }) == Kind::wrong);
                    continue;
                }
                for (const auto& change : {change_first, change_last, drop_last})
                    CHECK(verdict(problem, {}, change) == Kind::wrong);
            }
        }
    }

    TEST_CASE("labels of communities are least vertices") {
        Inputs inputs({"graph", "rmat:scale=6,ef=6", {}}, false);
        const Problem problem = inputs.problem(Op::leiden, parse_algebra("plus_times", "fp64"));
        CHECK(verdict(problem, {}) == Kind::right);
        for (const auto& change : {change_first, drop_last})
            CHECK(verdict(problem, {}, change) == Kind::wrong);
    }

    TEST_CASE("parts of a partition have labels and room") {
        Inputs inputs({"graph", "rmat:scale=6,ef=6", {}}, false);
        const Problem problem = inputs.problem(Op::partition, parse_algebra("plus_times", "fp64"));
        CHECK(verdict(problem, {}) == Kind::right);
        CHECK(verdict(problem, {}, drop_last) == Kind::wrong);
        CHECK(verdict(problem, {}, [](Answer& answer) { answer.matrices.front().values[3] = 16; }) ==
              Kind::wrong);
        CHECK(verdict(problem, {}, [](Answer& answer) {
                  for (double& label : answer.matrices.front().values) label = 2;
              }) == Kind::wrong);
    }

    TEST_CASE("results of the other algorithms are compared with the oracle") {
        Inputs inputs({"graph", "rmat:scale=6,ef=6", {}}, false);
        for (const Op op :
             {Op::pagerank, Op::betweenness, Op::betweenness_all, Op::truss, Op::truss_numbers,
              Op::clustering, Op::cores, Op::mis, Op::jaccard, Op::mcl, Op::motifs, Op::graphlets,
              Op::cliques, Op::cover, Op::dominating, Op::a_star, Op::walks, Op::lfr}) {
            CAPTURE(op_name(op));
            const Problem problem = inputs.problem(op, parse_algebra("plus_times", "fp64"));
            CHECK(verdict(problem, {}) == Kind::right);
            CHECK(verdict(problem, {}, change_last) == Kind::wrong);
            CHECK(verdict(problem, {}, drop_last) == Kind::wrong);
        }
    }

    TEST_CASE("the speed-up over the CPU") {
        Row row;
        row.measured = Measurement{};
        row.measured->median_ms = 2;
        CHECK(!row.speedup());
        row.cpu_ms = 30;
        CHECK(row.speedup() == 15);
        row.verdict.kind = Kind::wrong;
        CHECK(!row.speedup());
    }

    TEST_CASE("rows are compared with the fastest right reference and with SuiteSparse before them") {
        Baselines baselines;
        const auto compared = [&](const char* backend, double ms, bool is_reference, bool wrong = false) {
            Row row;
            row.backend = backend;
            row.is_mergus = !is_reference;
            row.measured.emplace().median_ms = ms;
            if (wrong) row.verdict.kind = Verdict::Kind::wrong;
            baselines.compare(row, is_reference);
            return row;
        };
        CHECK(compared("cusparse-default", 4, true).reference_ms == 0);
        compared("cusparse-alg2", 3, true);
        compared("cusparse-alg3", 1, true, true);
        CHECK(compared("suitesparse", 12, false).cpu_ms == 0);
        const Row row = compared("cuda", 1, false);
        CHECK(row.reference_ms == 3);
        CHECK(row.cpu_ms == 12);
    }

    TEST_CASE("rows that a competitor does not promise to sort are sorted first") {
        Inputs inputs({"graph", "rmat:scale=6,ef=6", {}}, false);
        const Problem problem = inputs.problem(Op::mxm, parse_algebra("plus_times", "fp64"));
        Answer answer = right_answer(problem);
        swap_columns(answer);
        Nobody careless;
        careless.sorts = false;
        CHECK(Checker(problem, {}).check(std::move(answer), careless).kind == Kind::right);
    }

    TEST_CASE("derived matrices") {
        const HostCsr dense = load("dense-row:n=10");
        CHECK(dense.nvals() == 19);
        CHECK(dense.ptr[6] - dense.ptr[5] == 10);
        CHECK(load("dense-col:n=10").nvals() == 19);
        const HostCsr lengths = load("all-lengths:n=5000");
        CHECK(lengths.ptr[1] == 500);
        CHECK(lengths.ptr.back() == lengths.cols.size());
        std::uint64_t longest = 0;
        for (std::uint64_t row = 0; row < 5000; ++row) {
            longest = std::max(longest, lengths.ptr[row + 1] - lengths.ptr[row]);
            for (std::uint64_t e = lengths.ptr[row] + 1; e < lengths.ptr[row + 1]; ++e)
                REQUIRE(lengths.cols[e - 1] < lengths.cols[e]);
        }
        CHECK(longest == 5000 - 141);
        CHECK_THROWS_AS(static_cast<void>(load("all-lengths:n=10")), mergus::Error);
        const HostCsr graph = undirected(load("er:rows=50,degree=3"));
        CHECK(graph.ptr == transposed(graph).ptr);
        CHECK(graph.cols == transposed(graph).cols);
        for (std::uint64_t row = 0; row < graph.nrows; ++row)
            for (std::uint64_t e = graph.ptr[row]; e < graph.ptr[row + 1]; ++e) CHECK(graph.cols[e] != row);
        CHECK(aggregation("poisson2d5:n=5", 25).ncols == 9);
        CHECK(aggregation("poisson3d7:n=4", 64).ncols == 8);
        CHECK(aggregation("er:rows=7,degree=1", 7).ncols == 4);
        const HostCsr pattern = load("rmat:scale=5");
        CHECK(pattern.values.size() == pattern.nvals());
        for (const double value : pattern.values) CHECK((value > 0 && value <= 1));
    }

    TEST_CASE("how often a trial is called, by the time of its first call") {
        struct Counted final : Trial {
            void call() override { ++calls; }
            void wait() override {}
            void drop() override {}
            Answer answer() override { return {}; }
            std::uint64_t nvals() override { return 0; }
            void reset_usage() override {}
            Usage usage() override {
                Usage usage;
                usage.compile_seconds = compile_seconds;
                return usage;
            }
            unsigned calls = 0;
            double compile_seconds = 0;
        };
        struct Stopped final : Timer { // every call takes so long
            explicit Stopped(double ms) : ms(ms) {}
            void start() override {}
            double stop(Trial&) override { return ms; }
            double ms;
        };
        const auto calls = [](double ms, double compile_seconds = 0) {
            Counted trial;
            trial.compile_seconds = compile_seconds;
            Stopped timer(ms);
            const Measurement result =
                measure(trial, timer, {.warmup = 2, .repeat = 9, .budget_seconds = 2, .longest_seconds = 20});
            CHECK(result.median_ms == ms);
            return std::pair(trial.calls, result.repeats);
        };
        CHECK(calls(1) == std::pair(11u, 9u));
        CHECK(calls(3000) == std::pair(4u, 3u));
        CHECK(calls(20001) == std::pair(1u, 1u));
        CHECK(calls(20001, 0.5) == std::pair(4u, 3u));
    }

} // TEST_SUITE
