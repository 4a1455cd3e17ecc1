/// \file test_operations.cpp
/// The set `operations`: each record runs on tiny operands, and the emulated device agrees with SuiteSparse.
#include "operations/run.hpp"

#include <mergus/error.hpp>

#include <doctest/doctest.h>

#include <map>
#include <set>

namespace {

using namespace mergus::bench;

/// The rows of all records that suit the source.
std::vector<Row> rows_of(const std::string& source, const CheckOptions& check = {}) {
    std::vector<std::unique_ptr<Competitor>> competitors;
    competitors.push_back(make_mergus("suitesparse", nullptr));
    competitors.push_back(make_mergus("cuda-emulated", nullptr));
    MeasureOptions measure;
    measure.warmup = 1;
    measure.repeat = min_repeats;
    std::vector<const Operation*> all;
    for (const Operation& operation : operations()) all.push_back(&operation);
    std::vector<Row> rows;
    run_operations({competitors, measure, check, 0, 0}, all, source, source,
                   [&rows](const Row& row) { rows.push_back(row); });
    return rows;
}

Answer two_by_two(double last) {
    HostCsr matrix;
    matrix.nrows = matrix.ncols = 2;
    matrix.ptr = {0, 2, 3};
    matrix.cols = {0, 1, 1};
    matrix.values = {1, 2, last};
    Answer answer;
    answer.matrices.push_back(std::move(matrix));
    return answer;
}

/// A competitor whose operand is another matrix than that of the row.
struct OtherMatrix final : Competitor {
    std::string name() const override { return "other"; }
    bool on_gpu() const override { return false; }
    bool is_reference() const override { return false; }
    bool sorts_rows() const override { return true; }
    bool supports(const Problem&) const override { return false; }
    std::unique_ptr<Trial> prepare(const Problem&) override { return nullptr; }
    std::unique_ptr<OperationTrials> operations(OperationInputs&) override {
        mergus::ContextOptions options;
        options.backend = "suitesparse";
        return mergus_operations(mergus::Context(options), inputs);
    }
    OperationInputs inputs{"er:rows=50,degree=3,seed=2"};
};

} // namespace

TEST_SUITE("bench") {

    TEST_CASE("operations: names are unique, also among the other operations") {
        std::set<std::string> names;
        for (const Operation& operation : operations()) {
            CAPTURE(operation.name);
            CHECK(names.insert(operation.name).second);
            CHECK(find_operation(operation.name) == &operation);
            CHECK_THROWS_AS(parse_op(operation.name), mergus::Error);
        }
        CHECK(find_operation("nothing") == nullptr);
    }

    TEST_CASE("operations: each record gives SuiteSparse's result on the emulated device") {
        std::map<bool, std::size_t> records; // by on_vectors
        for (const Operation& operation : operations()) ++records[operation.on_vectors];
        for (const char* source : {"er:rows=200,degree=4", "poisson2d5:n=16", "vector:n=100,fill=1",
                                   "vector:n=2000,fill=0.05", "vector:n=200,fill=0.3"}) {
            CAPTURE(source);
            const std::vector<Row> rows = rows_of(source);
            CHECK(rows.size() == 2 * records[is_vector(source)]);
            for (const Row& row : rows) {
                CAPTURE(row.op);
                CAPTURE(row.backend);
                CAPTURE(row.verdict.detail);
                CHECK(row.failure.empty());
                REQUIRE(row.measured);
                CHECK(row.measured->nvals > 0); // so the comparison is about something
                CHECK((row.bytes > 0 || row.op == "move"));
                if (row.backend == "suitesparse") continue;
                CHECK(row.verdict.kind == Verdict::Kind::right);
                CHECK(row.measured->usage.peak_bytes);
            }
        }
    }

    TEST_CASE("operations: a wrong result is found where no competitor is SuiteSparse") {
        std::vector<std::unique_ptr<Competitor>> competitors;
        competitors.push_back(std::make_unique<OtherMatrix>());
        const MeasureOptions measure;
        const CheckOptions check;
        std::vector<Row> rows;
        run_operations({competitors, measure, check, 0, 0},
                       {find_operation("ewise-add"), find_operation("mxv"), find_operation("extract-tuples")},
                       "A", "er:rows=50,degree=3,seed=1", [&rows](const Row& row) { rows.push_back(row); });
        REQUIRE(rows.size() == 3);
        for (const Row& row : rows) CHECK(row.wrong());
    }

    TEST_CASE("operations: large operands are not compared") {
        CheckOptions check;
        check.oracle_entries = 99;
        for (const Row& row : rows_of("vector:n=100,fill=1", check))
            CHECK(row.verdict.kind == Verdict::Kind::unchecked);
    }

    TEST_CASE("operations: the comparison finds differences of values, beyond a tolerance, and of patterns") {
        CHECK(fault_of_result(two_by_two(3), two_by_two(3), 0).empty());
        CHECK_FALSE(fault_of_result(two_by_two(3 + 1e-12), two_by_two(3), 0).empty());
        CHECK(fault_of_result(two_by_two(3 + 1e-12), two_by_two(3), 1e-10).empty());
        CHECK_FALSE(fault_of_result(two_by_two(3 + 1e-8), two_by_two(3), 1e-10).empty());
        Answer other_column = two_by_two(3);
        other_column.matrices.front().cols.back() = 0;
        for (const double tolerance : {0.0, 1e-10})
            CHECK_FALSE(fault_of_result(other_column, two_by_two(3), tolerance).empty());
    }

    TEST_CASE("operations: a source that is unsuitable is refused") {
        for (const char* source : {"vector:n=100", "vector:n=100,fill=0", "vector:n=100,fill=2",
                                   "vector:n=3,fill=1", "vector:n=100,fill=1x"})
            CHECK_THROWS_AS(OperationInputs{source}, mergus::Error);
        CHECK_THROWS_AS(OperationInputs("er:rows=4,degree=2").matrix(), mergus::Error);
        CHECK_THROWS_AS(OperationInputs("powerlaw:rows=40,cols=20,degree=3").matrix(), mergus::Error);
    }

} // TEST_SUITE
