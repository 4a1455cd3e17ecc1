/// \file test_bench.cpp
/// The bench's statistics, and its checks: each check must detect a wrong result.
#include "checker.hpp"
#include "data_movement.hpp"
#include "generators.hpp"
#include "load.hpp"
#include "matrix_list.hpp"
#include "measure.hpp"
#include "methods_report.hpp"
#include "report.hpp"
#include "runner.hpp"
#include "statistics.hpp"
#include "symbolic.hpp"

#include <mergus/error.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <set>

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
            for (const Op op : {Op::tc, Op::bfs, Op::bfs64, Op::bfs_algebra, Op::components, Op::sssp}) {
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

    TEST_CASE("results of the other algorithms are compared with the oracle") {
        Inputs inputs({"graph", "rmat:scale=6,ef=6", {}}, false);
        for (const Op op : {Op::pagerank, Op::betweenness, Op::truss, Op::clustering, Op::cores, Op::mis,
                            Op::jaccard, Op::mcl}) {
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

    TEST_CASE("the committed list: names once, sources that exist") {
        std::set<std::string> names;
        for (const MatrixEntry& entry : known_matrices("data")) {
            CAPTURE(entry.name);
            CHECK(names.insert(entry.name).second);
            CHECK((is_generated(entry.source) || entry.source == "data/" + entry.name + ".mtx.gz"));
        }
        CHECK(choose_matrices(known_matrices(""), {"mxm", "mxm"}, {"p5_256"}).size() == 36);
        CHECK_THROWS_AS(choose_matrices(known_matrices(""), {"nothing"}, {}), mergus::Error);
    }

    TEST_CASE("the wide list: two halves of generated matrices, small ones for the ablation") {
        std::set<std::string> sources;
        std::size_t fit = 0, report = 0, ablation = 0;
        for (const MatrixEntry& entry : choose_matrices(known_matrices(""), {"wide"}, {})) {
            CAPTURE(entry.name);
            const auto in = [&](const char* set) {
                return std::find(entry.sets.begin(), entry.sets.end(), set) != entry.sets.end();
            };
            CHECK(is_generated(entry.source));
            CHECK(sources.insert(entry.source).second);
            CHECK(in("wide-fit") != in("wide-report"));
            (in("wide-fit") ? fit : report) += 1;
            if (!in("ablation")) continue;
            ++ablation;
            if (!is_bench_spec(entry.source)) continue; // others take long
            const HostCsr matrix = load(entry.source);
            const HostCsr other = matrix.square() ? HostCsr() : transposed(matrix);
            const std::uint64_t products = products_of(matrix, matrix.square() ? matrix : other);
            CHECK(products >= 100'000);
            CHECK(products <= 60'000'000);
        }
        CHECK(sources.size() >= 120);
        CHECK(fit + 2 >= report);
        CHECK(report + 2 >= fit);
        CHECK(ablation == 60);
    }

    TEST_CASE("generators of the bench") {
        const auto same_pattern = [](const char* a, const char* b) {
            const HostCsr first = load(a), second = load(b);
            return first.ptr == second.ptr && first.cols == second.cols;
        };
        CHECK(same_pattern("stencil:x=6,y=6", "poisson2d5:n=6"));
        CHECK(same_pattern("stencil:x=5,y=5,z=5,box=1", "poisson3d27:n=5"));
        CHECK(same_pattern("holes:n=50,half=4,keep=100", "banded:n=50,half=4"));
        CHECK(same_pattern("stencil:x=50,reach=4", "banded:n=50,half=4"));
        CHECK(same_pattern("blocks:n=50,size=50", "banded:n=50,half=49"));
        CHECK(same_pattern("kronecker:side=2,power=5,each=2", "blocks:n=32,size=32"));
        CHECK_FALSE(same_pattern("holes:n=500,half=4,seed=1", "holes:n=500,half=4,seed=2"));
        CHECK(load("stencil:x=100,y=100,drop=50").nvals() < load("stencil:x=100,y=100").nvals() * 7 / 10);
        CHECK(load("diagonals:n=100,count=1,span=10").nvals() == 100);
        CHECK(load("bipartite:rows=30,cols=7,degree=3,groups=2").ncols == 7);
        CHECK(load("small-world:n=30,near=2,rewire=0").nvals() == 120);
        const auto lengths = [](const HostCsr& matrix) {
            std::vector<std::uint64_t> found;
            for (std::uint64_t row = 0; row < matrix.nrows; ++row)
                found.push_back(matrix.ptr[row + 1] - matrix.ptr[row]);
            return found;
        };
        const auto hyper = lengths(load("hypersparse:rows=1000,cols=1000,every=10,degree=3,match=1"));
        CHECK(std::count(hyper.begin(), hyper.end(), 0) == 900);
        const auto spikes = lengths(load("spikes:n=1000,degree=2,rows=3,cols=0,length=500"));
        CHECK(std::count_if(spikes.begin(), spikes.end(), [](auto n) { return n > 300; }) == 3);
        const auto columns = lengths(transposed(load("spikes:n=1000,degree=2,cols=3,length=500")));
        CHECK(std::count_if(columns.begin(), columns.end(), [](auto n) { return n > 300; }) == 3);
        for (const char* spec :
             {"holes:n=20000,half=40", "diagonals:n=9000,count=5,span=400", "blocks:n=9000,size=30,random=1",
              "bipartite:rows=9000,cols=500,degree=9,groups=4", "small-world:n=9000,near=5",
              "kronecker:side=5,power=4,each=3,star=1", "runs:n=9000,count=3,length=7",
              "hypersparse:rows=9000,cols=800,every=9,degree=5", "stencil:x=50,y=50,z=4,drop=30,reach=2"}) {
            CAPTURE(spec);
            const HostCsr matrix = load(spec);
            REQUIRE(matrix.ptr.size() == matrix.nrows + 1);
            REQUIRE(matrix.ptr.back() == matrix.cols.size());
            std::uint64_t wrong = 0;
            for (std::uint64_t row = 0; row < matrix.nrows; ++row)
                for (std::uint64_t e = matrix.ptr[row]; e < matrix.ptr[row + 1]; ++e)
                    wrong += matrix.cols[e] >= matrix.ncols ||
                             (e > matrix.ptr[row] && matrix.cols[e - 1] >= matrix.cols[e]);
            CHECK(wrong == 0);
        }
        for (const char* spec :
             {"stencil:", "stencil:x=0", "stencil:x=9,colour=1", "holes:n=9,half=2,keep=101",
              "blocks:n=9,size=x", "kronecker:side=10,power=20,each=2", "stencil:x=9,y=0",
              "bipartite:rows=9,cols=2,degree=1,groups=3"}) {
            CAPTURE(spec);
            CHECK_THROWS_AS(static_cast<void>(load(spec)), mergus::Error);
        }
    }

    TEST_CASE("what the report of a product names") {
        mergus::BackendInfo backend;
        backend.methods = {{"mxm", "short_rows", "short rows", ""},
                           {"mxm", "binned", "any product", ""},
                           {"mxm_plan", "others", "short rows of plans", ""}};
        const auto read = [&](const char* reason) {
            return read_choice(backend, {"mxm", "Gustavson, any", reason});
        };
        CHECK(read("short rows; A iso").method == "short_rows");
        CHECK(read("short rows").symbolic.empty());
        CHECK(read("something else").method.empty());
        const ProductChoice both = read("rows in esc:0,1 hash:2, then esc:0, B in blocks of columns; A iso");
        CHECK(both.method == "binned");
        CHECK(both.symbolic == "esc:0,1 hash:2");
        CHECK(both.numeric == "esc:0");
        CHECK(both.blocks);
        const ProductChoice again = read("rows in esc:0, then esc:1, then hash:0, then hash:1");
        CHECK(again.symbolic == "hash:0");
        CHECK(again.numeric == "hash:1");
        CHECK_FALSE(again.blocks);
        CHECK_FALSE(again.truncated);
        CHECK(read(std::string(sizeof(mergus_report::reason) - 1, 'x').c_str()).truncated);
    }

    TEST_CASE("data movement: every entry once, no cache, and a band in three orders") {
        const HostCsr band = load("banded:n=300,half=3");
        constexpr std::uint64_t entry = 12, all = 1 << 20;
        const Array<std::uint64_t> lengths = row_lengths(band, band);
        const auto a = static_cast<double>(band.nvals()),
                   c = static_cast<double>(std::accumulate(lengths.begin(), lengths.end(), std::uint64_t{0})),
                   products = static_cast<double>(products_of(band, band));
        const DataMovement cached = data_movement(band, entry, all);
        CHECK(cached.bandwidth == 3);
        CHECK(cached.products == products_of(band, band));
        CHECK(cached.lower == 12 * (2 * a + c));
        CHECK(cached.blocks == cached.lower);
        CHECK(cached.kernels == cached.lower + 4 * 2 * a);
        CHECK(cached.uncached == 12 * (a + c + products) + 4 * (a + products));
        const DataMovement tiny = data_movement(band, entry, entry); // no row of B fits
        CHECK(tiny.lower == cached.lower);
        CHECK(tiny.blocks == 12 * (a + c + products));
        CHECK(tiny.kernels == tiny.uncached);
        // Rows of B that the cache keeps: those of seven rows of A, then one less.
        CHECK(data_movement(band, entry, 49 * entry).kernels <
              data_movement(band, entry, 30 * entry).kernels);

        const HostCsr shuffled = permuted(band, random_order(300, 5));
        const DataMovement random = data_movement(shuffled, entry, 300 * entry),
                           given = data_movement(band, entry, 300 * entry);
        CHECK(random.bandwidth > 100);
        CHECK(random.lower == given.lower);
        CHECK(random.products == given.products);
        CHECK(random.uncached == given.uncached);
        CHECK(random.blocks > 1.5 * given.blocks);
        CHECK(random.kernels > 1.5 * given.kernels);
        if (const std::optional<Order> rcm = rcm_order(shuffled)) {
            const DataMovement restored = data_movement(permuted(shuffled, *rcm), entry, 300 * entry);
            CHECK(restored.bandwidth <= 6);
            CHECK(restored.blocks < 1.1 * given.blocks);
        }
        if (random.hypergraph) CHECK(*random.hypergraph < 0.8 * random.blocks);
        if (const std::optional<Order> parts = partitioned_rows(shuffled, shuffled, 4)) {
            Order sorted = *parts;
            std::sort(sorted.begin(), sorted.end());
            for (std::uint32_t row = 0; row < 300; ++row) CHECK(sorted[row] == row);
        }
    }

} // TEST_SUITE
