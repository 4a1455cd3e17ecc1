/// \file test_registry_calls.cpp
/// Operations that a backend does not have, the fallback to the CPU, extensions.
#include "registry_testing.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

using namespace mergus;
using namespace mergus::tests;

TEST_SUITE_BEGIN("registry");

TEST_CASE("an operation that a backend does not have is not_implemented and names the backend") {
    const Variable path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    const Context context{"hostile_minimal"};
    const Matrix<double> A(context, 2, 2);
    Matrix<double> C(context, 2, 2);
    try {
        mxm(C, no_mask, no_accum, plus_times<double>, A, A);
        FAIL("no error");
    } catch (const Error& error) {
        CHECK(error.code() == Code::not_implemented);
        CHECK(says(error, "mxm"));
        CHECK(says(error, "hostile_minimal"));
    }
}

TEST_CASE("with fallback_to_cpu an unsupported operation runs on the CPU, says so, and keeps aliases") {
    const Variable path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    std::vector<std::string> lines;
    ContextOptions options;
    options.backend = "storage_only";
    options.fallback_to_cpu = true;
    options.explain = [&](const Explanation& e) {
        lines.push_back(std::string(e.operation) + " " + std::string(e.backend) +
                        (e.fallback ? " fallback" : ""));
    };
    const Context context(options);
    const std::vector<std::uint64_t> rows{0, 1, 2};
    const std::vector<std::uint64_t> cols{1, 2, 0};
    const std::vector<double> values{2, 3, 5};
    Csr csr;
    csr.nrows = csr.ncols = 3;
    csr.field = Field::real;
    csr.row_ptr = {0, 1, 2, 3};
    csr.cols = cols;
    csr.reals = values;
    auto A = Matrix<double>::from_csr(context, csr);
    mxm(A, no_mask, no_accum, plus_times<double>, A, A); // A is its own output
    REQUIRE(lines.size() == 1);
    CHECK(lines.front() == "mxm suitesparse fallback");
    const Tuples squared = A.to(Context{"suitesparse"}).to_tuples();
    CHECK(squared.rows == rows);
    CHECK(squared.cols == std::vector<std::uint64_t>{2, 0, 1});
    CHECK(squared.reals == std::vector<double>{6, 15, 10});
    CHECK(reduce(plus_monoid<double>, A) == 31.0);
}

TEST_CASE("with fallback_to_cpu operations on vectors run on the CPU too, full and sparse ones") {
    const Variable path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    const Context context(ContextOptions{.backend = "storage_only", .fallback_to_cpu = true});
    Csr csr; // a cycle
    csr.nrows = csr.ncols = 3;
    csr.row_ptr = {0, 1, 2, 3};
    csr.cols = {1, 2, 0};
    const auto A = Matrix<double>::from_csr(context, csr);
    const auto u = Vector<double>::from_dense(context, std::vector<double>{2, 3, 5});
    const auto on_cpu = [](const Vector<double>& w) { return w.to(Context{"suitesparse"}).to_dense(-1); };
    auto w = mxv(plus_times<double>, A, u);
    CHECK(on_cpu(w) == std::vector<double>{3, 5, 2});
    vxm(w, plus_times<double>, w, A, {.accum = ops::plus<double>}); // w is input and output
    CHECK(on_cpu(w) == std::vector<double>{5, 8, 7});
    const auto large = select(ops::valuegt<double>, w, 6);
    CHECK(on_cpu(large) == std::vector<double>{-1, 8, 7});
    assign(w, 0, {.mask = complement(structure(large)), .replace = true});
    CHECK(on_cpu(w) == std::vector<double>{0, -1, -1});
    CHECK(reduce(plus_monoid<double>, u) == 10);
    CHECK(on_cpu(w.dup()) == std::vector<double>{0, -1, -1});
    CHECK(w.release_arrays().nvals() == 1);
    CHECK(w.nvals() == 0);
}

TEST_CASE("a table that ends after the required functions: the others are missing") {
    const Variable path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    CHECK(probe_backend("storage_short").devices.empty());
    const Context context{"storage_short"};
    context.wait();
    CHECK(context.counters().launches == 0);
    Matrix<double> A(context, 2, 3);
    CHECK(A.dup().ncols() == 3);
    A.clear();
    CHECK(A.release_csr().nvals() == 0);
    const std::vector<std::uint64_t> none;
    for (const auto& call : std::vector<std::function<void()>>{
             [&] { A.build(none, none, std::vector<double>{}); },
             [&] { transpose(A, no_mask, no_accum, A, DESC_T0); }, [&] { A.resize(1, 1); },
             [&] { (void)Vector<double>(context, 3); }}) {
        try {
            call();
            FAIL("no error");
        } catch (const Error& error) {
            CHECK(error.code() == Code::not_implemented);
            CHECK(says(error, "storage_short"));
        }
    }
}

TEST_CASE("operations that a backend made by the adapter does not have are missing") {
    const Variable path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    const Context context{"only_transpose"};
    const std::vector<std::uint64_t> rows{0, 1}, cols{2, 0};
    const auto A = Matrix<double>::from_tuples(context, 2, 3, rows, cols, std::vector<double>{4, 5});
    CHECK(transpose(A).to_tuples().rows == std::vector<std::uint64_t>{0, 2});
    try {
        static_cast<void>(select(ops::tril, A, 0));
        FAIL("no error");
    } catch (const Error& error) {
        CHECK(error.code() == Code::not_implemented);
        CHECK(says(error, "only_transpose"));
    }
}

TEST_CASE("supports() is asked before a call that may fall back, and the explanation has the reason") {
    const Variable path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    std::vector<std::string> reasons, lines;
    ContextOptions options;
    options.backend = "storage_asks";
    options.explain = [&](const Explanation& e) {
        reasons.push_back(e.fallback_reason);
        lines.push_back(to_string(e));
    };
    options.fallback_to_cpu = true;
    const Context context(options);
    Matrix<double> A(context, 2, 2);
    mxm(A, no_mask, ops::plus<double>, plus_times<double>, A, A); // the backend's mxm would panic
    mxm(A, no_mask, no_accum, plus_times<double>, A, A);
    transpose(A, no_mask, no_accum, A);
    CHECK(reasons == std::vector<std::string>{
                         "mxm: accumulators (backend storage_asks)",
                         "mxm: found while it ran (backend storage_asks)",
                         "transpose: the backend storage_asks does not support it",
                     });
    CHECK(lines.front().find("; fallback because mxm: accumulators (backend storage_asks);") !=
          std::string::npos);

    // Without the fallback the call is made at once.
    options.fallback_to_cpu = false;
    options.explain = nullptr;
    Matrix<double> B(Context(options), 2, 2);
    try {
        mxm(B, no_mask, ops::plus<double>, plus_times<double>, B, B);
        FAIL("no error");
    } catch (const Error& error) {
        CHECK(error.code() == Code::panic);
    }
}

TEST_CASE("extensions are used if the backend has them, whatever their length") {
    const Variable path("MERGUS_BACKEND_PATH", MERGUS_TEST_PLUGIN_DIR);
    const Context context(ContextOptions{.backend = "storage_asks", .fallback_to_cpu = true});
    Csr csr;
    csr.nrows = csr.ncols = 2;
    csr.field = Field::real;
    csr.row_ptr = {0, 1, 2};
    csr.cols = {1, 0};
    csr.reals = {1, 1};
    CHECK(triangle_count(Matrix<double>::from_csr(context, csr)) == 2); // this one counts rows
    // Without entries the extension refuses the call. The generic method needs bool, which the backend
    // refuses.
    try {
        static_cast<void>(triangle_count(Matrix<double>(context, 2, 2)));
        FAIL("no error");
    } catch (const Error& error) {
        CHECK(error.code() == Code::not_implemented);
        CHECK(says(error, "only fp64"));
    }
    // Its segmented_merge has no function: the library merges.
    const std::vector<std::uint64_t> segments{0, 2}, subsegments{0, 2, 4};
    std::vector<std::uint32_t> keys{3, 5, 1, 4};
    segmented_merge(context, {segments, subsegments}, keys.size(), keys.data(), keys.data());
    CHECK(keys == std::vector<std::uint32_t>{1, 3, 4, 5});
}

TEST_SUITE_END();
