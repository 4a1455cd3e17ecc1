/// \file test_kernels_compile.cpp
/// NVRTC compiles every kernel that a covering choice of calls requests, here those of mxm and of complex
/// numbers: a text that the emulation's compiler accepts may be invalid for NVIDIA's. The calls run on the
/// emulated device, whose plugin "cuda-recording" keeps the texts; no GPU is needed. MERGUS_NVRTC names
/// another NVRTC (12.4 and 12.9 are tried before a release). Without NVRTC the exit code is 77, "skipped".
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "../../../examples/semirings/zoo.hpp"
#include "conformance/user_algebra.hpp"
#include "kernels_compile_calls.hpp"
#include "testing/scratch.hpp"

#include <mergus/mergus.hpp>
#include <mergus/operator_list.hpp>

#include <array>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

using namespace mergus;
using cuda::Nvrtc;
using cuda::testing::Compilation;
using cuda::testing::recording;
using cuda::testing::run_cases;
using cuda::testing::run_lengths;
using cuda::testing::run_wide;

namespace {

/// A product by each semiring of the examples; then(exhibit, product).
template <class Then>
void multiply_zoo(const Context& context, Compilation& compilation, Then then) {
    const Csr graph = generate::er(24, 24, 5);
    for (const zoo::Exhibit& exhibit : zoo::exhibits()) {
        const mergus_op& mul = *exhibit.semiring.get()->mul;
        const AnyMatrix A = zoo::filled(context, graph, mul.x_type, exhibit.a);
        const AnyMatrix B = zoo::filled(context, graph, mul.y_type, exhibit.b);
        AnyMatrix C(context, mul.z_type, graph.nrows, graph.ncols);
        mxm(C, no_mask, no_accum, exhibit.semiring, A, B);
        then(exhibit, C);
        compilation.add();
    }
}

} // namespace

TEST_CASE("kernels of mxm and reduce: the zoo of the examples") {
    const Context context(recording);
    Compilation compilation;
    multiply_zoo(context, compilation, [&](const zoo::Exhibit& exhibit, const AnyMatrix& C) {
        AnyMatrix rows(context, C.type(), C.nrows(), 1);
        reduce(rows, no_mask, no_accum, AnyMonoid(exhibit.semiring.get()->add), C);
    });
    CHECK(compilation.finish() > 50);
}

TEST_CASE("kernels of mxm: semirings × masks × types, pairwise") {
    const Context context(recording);
    Compilation compilation;
    run_cases(context, compilation, "mxm", 8, true);
    CHECK(compilation.finish() > 40);
}

TEST_CASE("kernels of mxm: long rows, wide indices, deterministic sums, little shared memory") {
    Compilation compilation;
    for (const bool deterministic : {false, true}) {
        const Context context(ContextOptions{.backend = recording, .deterministic = deterministic});
        run_lengths<double>(context, plus_times<double>, 5000);
        run_lengths<std::int64_t>(context, min_plus<std::int64_t>, 5000);
        run_lengths<bool>(context, lor_land, 5000);
        compilation.add();
        run_wide<float>(context, plus_times<float>);
        run_wide<std::int16_t>(context, max_second<std::int16_t>);
        compilation.add();
    }
    const cuda::testing::Variable hardly_any("MERGUS_EMULATION_SHARED", "3200");
    const Context context(recording);
    run_cases(context, compilation, "mxm", 10);
    CHECK(compilation.finish() > 20);
}

TEST_CASE("kernels of mxm: dot products under a mask") {
    Compilation compilation;
    const cuda::testing::Variable forced("MERGUS_CUDA_MXM", "masked_dot");
    for (const bool deterministic : {false, true}) {
        const Context context(ContextOptions{.backend = recording, .deterministic = deterministic});
        run_lengths<double>(context, plus_times<double>, 300);
        run_lengths<float>(context, max_plus<float>, 300);
        run_lengths<bool>(context, lor_land, 300);
        run_lengths<complex<double>>(context, plus_times<complex<double>>, 300);
        run_wide<std::int16_t>(context, max_second<std::int16_t>);
        Matrix<std::int64_t> C(context, 24, 24);
        const auto A = Matrix<bool>::from_csr(context, generate::er(24, 24, 5));
        mxm(C, structure(A), no_accum, plus_pair<std::int64_t>, A, A, DESC_T1);
        compilation.add();
    }
    const Context context(recording);
    run_cases(context, compilation, "mxm", 3);
    CHECK(compilation.finish() > 30);
}

TEST_CASE("kernels of mxm: a thread a row, and groups of rows, under a mask") {
    Compilation compilation;
    const auto A = generate::banded(100, 3);
    const auto run = [&](const char* method) {
        const cuda::testing::Variable forced("MERGUS_CUDA_MXM", method);
        const Context context(recording);
        const auto D = Matrix<double>::from_csr(context, A);
        Matrix<double> C(context, 100, 100);
        mxm(C, structure(D), no_accum, plus_times<double>, D, D);
        mxm(C, structure(D), no_accum, min_plus<double>, D, D);
        compilation.add();
    };
    run("masked_rows");
    run("register_band");
    CHECK(compilation.finish() >= 4);
}

TEST_CASE("kernels of mxm: products with a diagonal matrix") {
    Compilation compilation;
    const Context context(recording);
    const auto run = [&]<class T>(const AnySemiring& semiring, T) {
        const auto D = Matrix<T>::from_csr(context, generate::banded(100, 0));
        const auto A = Matrix<T>::from_csr(context, generate::banded(100, 3));
        AnyMatrix C(context, semiring.get()->mul->z_type, 100, 100);
        mxm(C, no_mask, no_accum, semiring, D, A);
        mxm(C, no_mask, no_accum, semiring, A, D);
        const std::uint64_t far = std::uint64_t{1} << 33;
        Matrix<T> wide(context, 100, far);
        wide.set_element(3, far - 1, T(2));
        AnyMatrix W(context, semiring.get()->mul->z_type, 100, far);
        mxm(W, no_mask, no_accum, semiring, D, wide);
        compilation.add();
    };
    run(plus_times<double>, 1.0);
    run(plus_times<complex<double>>, complex<double>(1));
    run(min_secondi<std::int64_t>, std::int64_t{1});
    run(lor_land, true);
    run(plus_pair<std::int8_t>, std::int8_t{1});
    CHECK(compilation.finish() >= 15);
}

TEST_CASE("kernels of mxm: dense rows of few columns") {
    Compilation compilation;
    const cuda::testing::Variable forced("MERGUS_CUDA_MXM", "owned_columns");
    for (const bool deterministic : {false, true}) {
        const Context context(ContextOptions{.backend = recording, .deterministic = deterministic});
        const auto run = [&]<class T>(const AnySemiring& semiring, T) {
            const auto A = Matrix<T>::from_csr(context, generate::er(60, 60, 20));
            AnyMatrix C(context, semiring.get()->mul->z_type, 60, 60);
            mxm(C, no_mask, no_accum, semiring, A, A);
        };
        run(plus_times<double>, 1.0);
        run(plus_times<complex<double>>, complex<double>(1));
        run(min_plus<float>, 1.0F);
        run(plus_pair<std::int8_t>, std::int8_t{1});
        run(any_pair<bool>, true);
        compilation.add();
    }
    CHECK(compilation.finish() > 6);
}

TEST_CASE("kernels of complex numbers: every operator, cast and way of summing up") {
    const Context context(recording);
    Compilation compilation;
    const auto run = [&]<class Z>(Z) {
        const std::vector<std::uint64_t> rows{0, 1}, cols{1, 0};
        const std::vector<Z> values{Z(1, 2), Z(-3, 0.5F)};
        const auto A = Matrix<Z>::from_tuples(context, 2, 2, rows, cols, values);
        for (const BuiltinOp& line : builtin_ops) {
            const mergus_op* op = find_op(line.name, type_of<Z>());
            if (op == nullptr || line.kind != MERGUS_UNARY) continue;
            AnyMatrix C(context, op->z_type, 2, 2);
            apply(C, no_mask, no_accum, UnaryOp(op), A);
            CHECK(C.nvals() == 2);
        }
        for (const char* name :
             {"first", "plus", "minus", "rminus", "times", "div", "rdiv", "pow", "eq", "ne", "iseq"}) {
            const mergus_op* op = find_op(name, type_of<Z>());
            AnyMatrix C(context, op->z_type, 2, 2);
            ewise_mult(C, no_mask, no_accum, BinaryOp(op), A, A);
            CHECK(C.nvals() == 2);
        }
        for (int code = MERGUS_BOOL; code <= MERGUS_FC64; ++code) {
            const mergus_type* type = detail::builtin_type(static_cast<mergus_type_code>(code));
            std::array<Z, 2> bytes{};
            if (sizeof(Z) == 8) { // from the one, and to the other
                A.extract_tuples(nullptr, nullptr, bytes.data(), type);
            } else {
                const std::array<double, 4> zeros{};
                AnyMatrix B(context, type, 2, 2);
                B.build(rows, cols, zeros.data(), type);
                B.extract_tuples(nullptr, nullptr, bytes.data(), type_of<Z>());
            }
        }
        CHECK(reduce(plus_monoid<Z>, A) == Z(-2, 2.5F));
        run_lengths<Z>(context, plus_times<Z>, 5000);
        run_lengths<Z>(context, times_plus<Z>, 300);
        run_lengths<Z>(context, any_second<Z>, 300);
        compilation.add();
    };
    run(complex<float>{});
    run(complex<double>{});
    for (const conformance::UserOp& user : conformance::user_ops())
        if (std::string_view(user.name) == "turned") {
            AnyMatrix C(context, type_of<complex<double>>(), 2, 2);
            C.build(std::vector<std::uint64_t>{1}, std::vector<std::uint64_t>{0},
                    std::array<double, 2>{3, 4}.data(), type_of<complex<double>>());
            apply(C, no_mask, no_accum, UnaryOp(user.handle), C);
            compilation.add();
        }
    CHECK(compilation.finish() > 60);
}

TEST_CASE("kernels of functions of real numbers") {
    const Context context(recording);
    Compilation compilation;
    const auto run = [&]<class R>(R) {
        const auto A = Matrix<R>::from_tuples(context, 1, 1, std::vector<std::uint64_t>{0},
                                              std::vector<std::uint64_t>{0}, std::vector<R>{R(0.5)});
        for (const BuiltinOp& line : builtin_ops) {
            const mergus_op* op = find_op(line.name, type_of<R>());
            if (line.domain != Domain::floating && line.domain != Domain::inexact) continue;
            AnyMatrix C(context, op->z_type, 1, 1);
            if (line.kind == MERGUS_UNARY)
                apply(C, no_mask, no_accum, UnaryOp(op), A);
            else
                ewise_mult(C, no_mask, no_accum, BinaryOp(op), A, A);
            CHECK(C.nvals() == 1);
        }
        compilation.add();
    };
    run(float{});
    run(double{});
    CHECK(compilation.finish() > 60);
}

TEST_CASE("kernels of ordered folds compile") {
    const Context context(recording);
    Compilation compilation;
    for (const MonoidProperties properties :
         {MonoidProperties{.associative = false}, MonoidProperties{.commutative = false}}) {
        const AnyMonoid ordered = make_monoid(ops::plus<double>, 0.0, {}, properties);
        run_lengths<double>(context, make_semiring(ordered, ops::times<double>), 300);
        const auto A =
            Matrix<double>::from_tuples(context, 2, 2, std::vector<std::uint64_t>{0, 1},
                                        std::vector<std::uint64_t>{1, 0}, std::vector<double>{2, 3});
        double sum = 0;
        reduce(&sum, type_of<double>(), no_accum, ordered, A);
        CHECK(sum == 5);
        compilation.add();
    }
    CHECK(compilation.finish() > 5);
}

TEST_CASE("kernels of a product in ranges of rows") {
    Compilation compilation;
    bool fails = false;
    ContextOptions options;
    options.backend = recording;
    options.allocate = [&](std::size_t bytes, void*) -> void* {
        return std::exchange(fails, false) ? nullptr : std::malloc(bytes);
    };
    options.deallocate = [](void* block, std::size_t, void*) { std::free(block); };
    const Context context(options);
    const auto A = Matrix<double>::from_csr(context, generate::from_spec("er:rows=50,degree=3"));
    Matrix<double> C(context, 50, 50);
    fails = true; // the first allocation of the product
    mxm(C, structure(A), no_accum, plus_times<double>, A, A);
    CHECK(!fails);
    compilation.add();
    CHECK(compilation.finish() > 1);
}

TEST_CASE("kernels of merged rows: widths of values and indices, masks") {
    Compilation compilation;
    const cuda::testing::Variable merged("MERGUS_CUDA_MXM", "merge");
    const Context context(recording);
    multiply_zoo(context, compilation, [](const zoo::Exhibit&, const AnyMatrix&) {});
    run_lengths<double>(context, plus_times<double>, 1500);
    run_lengths<bool>(context, lor_land, 300);
    run_lengths<complex<double>>(context, times_plus<complex<double>>, 300);
    run_wide<std::int16_t>(context, max_second<std::int16_t>);
    compilation.add();
    run_cases(context, compilation, "mxm", 10);
    CHECK(compilation.finish() > 30);
}

int main(int count, char** arguments) {
    try {
        std::printf("NVRTC %s\n", Nvrtc::instance().version().c_str());
    } catch (const Error& error) {
        // Without the NVRTC of MERGUS_NVRTC the test fails instead of being skipped.
        const bool asked = std::getenv("MERGUS_NVRTC") != nullptr;
        std::printf("%s: %s\n", asked ? "failed" : "skipped, no toolkit", error.what());
        return asked ? 1 : 77;
    }
    setenv("MERGUS_BACKEND_PATH", MERGUS_TEST_RECORDING_DIR, 1);
    doctest::Context context(count, arguments);
    return context.run();
}
