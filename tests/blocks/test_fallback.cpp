/// \file test_fallback.cpp
/// A context of a device that runs out of memory goes on in blocks by itself.
#include "blocks_testing.hpp"
#include "testing/csr.hpp"
#include "testing/matrices.hpp"
#include "testing/refuses.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

using namespace mergus;
using namespace mergus::tests;

namespace {

/// A device with room for A, but not for A·A.
class SmallDevice {
public:
    explicit SmallDevice(const char* bytes = "200000") : memory_("MERGUS_EMULATION_MEMORY", bytes) {}

private:
    Variable memory_;
};

/// A product of few entries with many.
Csr star() {
    return with_integers(
        csr_where(160, 160, [](std::uint64_t i, std::uint64_t j) { return i == j || j == 0 || i == 0; }));
}
Csr band(std::uint64_t n) {
    return with_integers(generate::banded(n, 1));
}

/// Calls that have operands in both contexts once a product has moved.
std::vector<Entries<double>> results(const Context& context) {
    const auto A = Matrix<double>::from_csr(context, star());
    auto C = Matrix<double>::from_csr(context, star());
    mxm(C, plus_times<double>, A, A, {.mask = complement(structure(A)), .accum = ops::minus<double>});
    std::vector<Entries<double>> all{read<double>(C)};
    auto D = Matrix<double>::from_csr(context, star());
    mxm(D, plus_times<double>, A, A, {.mask = structure(C), .replace = true});
    all.push_back(read<double>(D));
    all.push_back(read<double>(ewise_mult(ops::times<double>, C, A)));
    all.push_back(read<double>(ewise_add(ops::plus<double>, A, D)));
    Vector<double> ones(context, 160), sums(context, 160);
    assign(ones, 1.0);
    mxv(sums, plus_times<double>, C, ones);
    vxm(sums, plus_times<double>, sums, A, {.accum = ops::plus<double>});
    all.push_back(read<double>(diag(sums, 0)));
    all.push_back({{0, 0, reduce(plus_monoid<double>, C)}, {0, 1, isequal(C, D) ? 1.0 : 0.0}});
    C.set_element(3, 4, 5.0);
    all.push_back(read<double>(C.dup()));
    return all;
}

template <class Body>
Explanation explanation_of(const std::string& operation, const Body& body) {
    Explanation found;
    const ExplainScope scope([&](const Explanation& call) {
        if (call.operation == operation) found = call;
    });
    body();
    return found;
}

} // namespace

TEST_CASE("fallback: a product that runs out of device memory goes on in blocks") {
    const auto expected = results(Context("suitesparse"));
    const SmallDevice device;
    const Context context("cuda-emulated");
    CHECK(results(context) == expected);
    CHECK(context.backend() == "cuda-emulated");

    const auto A = Matrix<double>::from_csr(context, star());
    Matrix<double> C;
    const Explanation call = explanation_of("mxm", [&] { C = mxm(plus_times<double>, A, A); });
    CHECK(call.fallback);
    CHECK(call.backend == "blocks");
    CHECK(call.fallback_reason.find("memory") != std::string::npos);
    CHECK(context.counters().fallbacks > 0);
    CHECK(A.context().backend() == "cuda-emulated");
    CHECK(C.context().backend() == "blocks");
    // Later calls with C run there at once.
    CHECK_FALSE(explanation_of("transpose", [&] { static_cast<void>(transpose(C)); }).fallback);
    refuses(Code::invalid_object, {"another context"}, [&] {
        static_cast<void>(
            ewise_add(ops::plus<double>, C, Matrix<double>::from_csr(Context("cuda-emulated"), star())));
    });
}

TEST_CASE("fallback: off, or without room for blocks, the call fails and C is as before") {
    const SmallDevice device;
    for (const bool off : {true, false}) {
        CAPTURE(off);
        const Variable setting("MERGUS_BLOCKS_FALLBACK", off ? "off" : nullptr);
        const Variable one_block("MERGUS_BLOCKS_GRID", "1x1");
        const Context context("cuda-emulated");
        const auto A = Matrix<double>::from_csr(context, star());
        auto C = Matrix<double>::from_csr(context, star());
        const auto before = read<double>(C);
        refuses(Code::out_of_memory, {off ? "MERGUS_BACKEND=blocks" : "backend blocks"},
                [&] { mxm(C, plus_times<double>, A, A, {.accum = ops::plus<double>}); });
        CHECK(read<double>(C) == before);
        CHECK(C.context() == context);
    }
}

TEST_CASE("fallback: an import, a build and a copy that do not fit the device are in blocks") {
    const SmallDevice device;
    const Context context("cuda-emulated"), plain("suitesparse");
    auto A = Matrix<double>::from_csr(context, band(8000));
    CHECK(A.context().backend() == "blocks");
    const auto a = Matrix<double>::from_csr(plain, band(8000));
    CHECK(read<double>(A) == read<double>(a));

    std::vector<std::uint64_t> rows, cols;
    std::vector<double> values;
    a.extract_tuples(rows, cols, values);
    Matrix<double> B(context, 8000, 8000);
    B.build(rows, cols, values);
    CHECK(B.context().backend() == "blocks");
    CHECK(read<double>(B) == read<double>(a));
    A = {}; // the device is free
    B = {};

    const Context another("cuda-emulated");
    auto small = Matrix<double>::from_csr(another, band(1200));
    REQUIRE(small.context() == another);
    std::vector<Matrix<double>> copies;
    for (int n = 0; n < 8; ++n) copies.push_back(small.dup());
    CHECK(copies.back().context().backend() == "blocks");
    for (const auto& copy : copies) {
        CHECK(isequal(copy, small));
        CHECK(isequal(small, copy));
    }

    // Another thread may read an input, so its pending updates do not move it.
    const std::uint64_t before = small.nvals();
    small.set_element(5, 900, 1.0);
    refuses(Code::out_of_memory, {"memory"}, [&] { static_cast<void>(small.nvals()); });
    CHECK(small.context() == another);
    copies.clear();
    CHECK(small.nvals() == before + 1);
}

TEST_CASE("fallback: blocks are on the device of the context") {
    const SmallDevice memory;
    const Variable two("MERGUS_EMULATION_DEVICES", "2"), unusable("MERGUS_EMULATION_UNUSABLE", "1");
    const Variable first("MERGUS_BLOCKS_DEVICES", "0");
    ContextOptions options;
    options.backend = "cuda-emulated";
    options.device = 1;
    const Context context(options);
    const auto A = Matrix<double>::from_csr(context, star());
    CHECK(mxm(plus_times<double>, A, A).context().backend() == "blocks");
}

TEST_CASE("fallback: a result of the CPU that does not fit the device is in blocks") {
    const SmallDevice device("300000");
    ContextOptions options;
    options.backend = "cuda-emulated";
    options.fallback_to_cpu = true;
    const Context context(options);
    const auto A = Matrix<double>::from_csr(context, band(3600));
    REQUIRE(A.context() == context);
    const auto next = make_unary_op<double>("next", [](double x) { return x + 1; });
    const auto C = apply<double>(next, A);
    CHECK(C.context().backend() == "blocks");
    const auto difference = ewise_add(ops::minus<double>, C, A);
    CHECK(reduce(plus_monoid<double>, difference) == static_cast<double>(A.nvals()));
}

TEST_CASE("fallback: algorithms on a graph that does not fit the device") {
    const Csr csr = with_integers(generate::banded(600, 20));
    const auto all = [&](const Context& context) {
        const auto A = Matrix<double>::from_csr(context, csr);
        const auto rank = pagerank(A, {.max_iterations = 2});
        return std::tuple(read<double>(diag(rank.rank, 0)), read<std::int32_t>(bfs_levels(A, {0})),
                          triangle_count(A), read<std::int64_t>(diag(connected_components(A), 0)));
    };
    const auto expected = all(Context("suitesparse"));
    const SmallDevice device("250000");
    const auto found = all(Context("cuda-emulated"));
    REQUIRE(std::get<0>(found).size() == std::get<0>(expected).size());
    for (std::size_t n = 0; n < std::get<0>(found).size(); ++n)
        CHECK(std::abs(std::get<0>(found)[n].value - std::get<0>(expected)[n].value) < 1e-12);
    CHECK(std::get<1>(found) == std::get<1>(expected));
    CHECK(std::get<2>(found) == std::get<2>(expected));
    CHECK(std::get<3>(found) == std::get<3>(expected));
}
