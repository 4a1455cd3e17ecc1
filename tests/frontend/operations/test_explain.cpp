/// \file test_explain.cpp
/// Explain mode and warnings: their text, and that they never change the outcome of a call.
#include "testing/device_testing.hpp"
#include "testing/scratch.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <fcntl.h>
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <vector>

using namespace mergus;
using cuda::testing::in_child;
using cuda::testing::Variable;
using mergus::tests::devices_under_test;

namespace {

Matrix<double> small(const Context& context) {
    Matrix<double> A(context, 2, 3);
    const std::vector<std::uint64_t> rows{0, 1}, cols{1, 2};
    const std::vector<double> values{2, 3};
    A.build(rows, cols, values.data(), type_of<double>());
    return A;
}

Context context_with(std::function<void(const Explanation&)> explain) {
    ContextOptions options;
    options.backend = "suitesparse";
    options.explain = std::move(explain);
    return Context(options);
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_SUITE_BEGIN("explain");

TEST_CASE("an explanation has shapes, types, operators and the kind of mask") {
    std::vector<Explanation> seen;
    std::vector<std::string> lines;
    const Context context = context_with([&](const Explanation& e) {
        seen.push_back(e);
        lines.push_back(to_string(e));
    });
    const Matrix<double> A = small(context);
    Matrix<float> C(context, 2, 2);
    const Matrix<bool> M(context, 2, 2);
    mxm(C, structure(complement(M)), ops::plus<float>, min_plus<double>, A, A, DESC_RT1);
    REQUIRE(seen.size() == 1);
    const Explanation& e = seen.front();
    CHECK(e.operation == "mxm");
    CHECK(e.output == "C 2x2 fp32");
    CHECK(e.inputs == "A 2x3 fp64, B 2x3 fp64 transposed");
    CHECK(e.algebra == "semiring min_plus on fp64");
    CHECK(e.mask == "complement of structure, replace");
    CHECK(e.accum == "plus on fp32");
    CHECK(lines.front().starts_with(
        "mxm on suitesparse: C 2x2 fp32; A 2x3 fp64, B 2x3 fp64 transposed; semiring min_plus on "
        "fp64; mask complement of structure, replace; accum plus on fp32;"));
    CHECK(contains(lines.front(), " work "));
    CHECK(lines.front().ends_with(" ms"));

    static_cast<void>(reduce(plus_monoid<double>, A));
    REQUIRE(seen.size() == 2);
    CHECK(seen.back().output.empty());
    CHECK(seen.back().algebra == "monoid plus on fp64");
    CHECK(lines.back().starts_with("reduce on suitesparse: A 2x3 fp64; monoid plus on fp64;"));
    Matrix<double> S(context, 2, 3);
    select(S, no_mask, no_accum, ops::tril, A, std::int64_t{0});
    CHECK(lines.back().starts_with("select on suitesparse: C 2x3 fp64; A 2x3 fp64; operator tril on bool;"));
}

TEST_CASE("an explain callback that throws changes nothing, and later calls are explained too") {
    int calls = 0;
    const Context context = context_with([&](const Explanation&) {
        if (++calls == 1) throw std::runtime_error("thrown by explain");
        if (calls == 2) throw 7;
    });
    const Matrix<double> A = small(context);
    Matrix<double> C(context, 2, 2);
    for (int i = 1; i <= 3; ++i) {
        CHECK_NOTHROW(mxm(C, no_mask, no_accum, plus_times<double>, A, A, DESC_T1));
        CHECK(calls == i);
        CHECK(C.nvals() == 2);
    }
    const auto outcome = in_child([&] {
        const Variable log("MERGUS_LOG", "explain"); // is read when a context is made
        const Context talking =
            context_with([](const Explanation&) { throw std::runtime_error("thrown by explain"); });
        static_cast<void>(mxm(plus_times<double>, small(talking), small(talking), {.transpose_b = true}));
    });
    CHECK(outcome.status == 0);
    CHECK(contains(outcome.output, "mergus: mxm on suitesparse: "));
    CHECK(contains(outcome.output, "mergus: explain threw: thrown by explain\n"));
}

TEST_CASE("standard error that is closed or full changes nothing") {
    const Variable log("MERGUS_LOG", "explain");
    const Variable threads("MERGUS_THREADS", "many");
    for (const bool full : {false, true}) {
        CAPTURE(full);
        const auto outcome = in_child([&] {
            close(STDERR_FILENO);
            if (full && open("/dev/full", O_WRONLY) != STDERR_FILENO) _exit(9);
            const Context context("suitesparse");
            const Matrix<double> A = small(context);
            if (reduce(plus_monoid<double>, A) != 5) _exit(8);
        });
        CHECK(outcome.status == 0);
    }
}

TEST_CASE("MERGUS_LOG is a list of words") {
    for (const char* words : {"explain", "kernels,explain", "explain,kernels"}) {
        const Variable log("MERGUS_LOG", words);
        const auto outcome = in_child([&] {
            const Context context("suitesparse");
            static_cast<void>(reduce(plus_monoid<double>, small(context)));
        });
        CHECK(contains(outcome.output, "mergus: reduce on suitesparse: "));
        CHECK_FALSE(contains(outcome.output, "warning"));
    }
}

TEST_CASE("an invalid setting is warned of once, with the accepted values") {
    struct Row {
        const char *name, *value, *expected;
    };
    for (const Row row :
         {Row{"MERGUS_LOG", "xyz", "explain, kernels"}, Row{"MERGUS_LOG", "explain,xyz", "explain, kernels"},
          Row{"MERGUS_THREADS", "abc", "a whole number from 1 up"},
          Row{"MERGUS_THREADS", "0", "a whole number from 1 up"},
          Row{"MERGUS_THREADS", "4 ", "a whole number from 1 up"},
          Row{"MERGUS_DETERMINISTIC", "yes", "0 or 1"},
          Row{"MERGUS_CACHE_BYTES", "1G", "a whole number of bytes"}}) {
        CAPTURE(row.value);
        const Variable setting(row.name, row.value);
        const auto outcome = in_child([] {
            for (int i = 0; i < 3; ++i) const Context context("suitesparse");
        });
        CHECK(outcome.status == 0);
        CHECK(outcome.output.starts_with("mergus: warning: " + std::string(row.name) + "=" + row.value +
                                         " is ignored; expected: " + row.expected));
        CHECK(outcome.output.find('\n') == outcome.output.size() - 1);
    }
    for (const Row row :
         {Row{"MERGUS_LOG", "", ""}, Row{"MERGUS_THREADS", "3", ""}, Row{"MERGUS_CACHE_BYTES", "0", ""},
          Row{"MERGUS_DETERMINISTIC", "0", ""}, Row{"MERGUS_DETERMINISTIC", "1", ""}}) {
        const Variable setting(row.name, row.value);
        CHECK(in_child([] { const Context context("suitesparse"); }).output.empty());
    }
}

TEST_CASE("MERGUS_DETERMINISTIC=1 makes all contexts deterministic") {
    for (const bool wanted : {false, true}) {
        CHECK(Context(ContextOptions{.backend = "suitesparse", .deterministic = wanted}).deterministic() ==
              wanted);
        const Variable setting("MERGUS_DETERMINISTIC", "1");
        CHECK(Context(ContextOptions{.backend = "suitesparse", .deterministic = wanted}).deterministic());
        const Variable off("MERGUS_DETERMINISTIC", "0");
        CHECK(Context(ContextOptions{.backend = "suitesparse", .deterministic = wanted}).deterministic() ==
              wanted);
    }
}

TEST_CASE("messages of the backend name the operation once, and the reason") {
    for (const std::string& backend : {std::string("suitesparse"), devices_under_test().front()}) {
        CAPTURE(backend);
        const Context context(backend);
        Matrix<double> A(context, 3, 3);
        const std::vector<std::uint64_t> rows{0, 1, 0}, cols{1, 2, 1};
        const std::vector<double> values{2, 3, 4};
        try {
            A.build(rows, cols, values.data(), type_of<double>(), no_accum);
            FAIL("no error");
        } catch (const Error& error) {
            CHECK(std::string(error.what()) == "INVALID_VALUE: build: 1 of 3 entries are duplicates, and no "
                                               "operator was given to combine them (backend " +
                                                   backend + ")");
        }
        CHECK(A.nvals() == 0);
        const std::vector<std::uint64_t> offsets{0, 1, 1, 1}, column{7};
        const double value = 1;
        mergus_csr csr{};
        csr.struct_size = sizeof csr;
        csr.type = type_of<double>();
        csr.nrows = csr.ncols = 3;
        csr.nvals = 1;
        csr.row_ptr = const_cast<std::uint64_t*>(offsets.data());
        csr.cols = const_cast<std::uint64_t*>(column.data());
        csr.values = const_cast<double*>(&value);
        csr.pointer_bits = csr.index_bits = 64;
        try {
            static_cast<void>(AnyMatrix::import_csr(context, csr));
            FAIL("no error");
        } catch (const Error& error) {
            const std::string text = error.what();
            CHECK(text.starts_with("INVALID_INDEX: import_csr: "));
            CHECK(text.find("import_csr", 27) == std::string::npos);
        }
    }
}

TEST_SUITE_END();
