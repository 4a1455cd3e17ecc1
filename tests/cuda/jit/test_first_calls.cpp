/// \file test_first_calls.cpp
/// Kernels that a call is known to need are compiled concurrently. The compiler of the emulated device is a
/// slow script that logs its start and end, so that concurrent compilations overlap in the log.
#include "testing/device_testing.hpp"
#include "testing/scratch.hpp"

#include <mergus/mergus.hpp>

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <numeric>
#include <string>

using namespace mergus;
using namespace mergus::tests;
using cuda::testing::Variable;

namespace {

/// Counts of a call's compilations. A round is a set of concurrent compilations.
struct Compiled {
    int kernels = 0, rounds = 0;
};

/// Replaces the compiler during its lifetime, with an empty disk cache.
class SlowCompiler {
public:
    SlowCompiler()
        : script_((directory_.path() / "compiler").string()), log_((directory_.path() / "log").string()) {
        // The shim's precompiled header is no kernel.
        std::ofstream(script_) << "#!/bin/sh\ncase \"$*\" in --version|*c++-header*) exec c++ \"$@\";; esac\n"
                                  "echo begin >>"
                               << log_ << "\nsleep 0.4\nc++ \"$@\"\ncode=$?\necho end >>" << log_
                               << "\nexit $code\n";
        chmod(script_.c_str(), 0700);
        compiler_.emplace("MERGUS_HOST_CXX", script_.c_str());
    }

    [[nodiscard]] Compiled during(const std::function<void()>& call) const {
        std::ofstream(log_, std::ios::trunc).close(); // drops the compilations for the operands
        call();
        Compiled compiled;
        int running = 0;
        std::ifstream lines(log_);
        for (std::string line; std::getline(lines, line);) {
            if (line == "begin" && running == 0) ++compiled.rounds;
            if (line == "begin") ++compiled.kernels;
            running += line == "begin" ? 1 : -1;
        }
        return compiled;
    }

private:
    cuda::testing::ScratchDirectory directory_;
    std::string script_, log_;
    std::optional<Variable> compiler_;
    Variable cache_{"MERGUS_CACHE_DIR", "off"};
    Variable threads_{"MERGUS_THREADS", "8"};
};

template <class T>
Matrix<T> small(const Context& context) {
    return Matrix<T>::from_csr(context, csr_where(80, 80, [](auto i, auto j) { return j <= i || i == 70; }));
}

const std::vector<std::uint64_t> places{2, 0, 5};

} // namespace

TEST_SUITE_BEGIN("first-calls-emulated");

TEST_CASE("first calls: a product's analysis, then both phases") {
    const SlowCompiler compiler;
    const Context context("cuda-emulated");
    const auto A = small<double>(context);
    Matrix<double> C(context, 80, 80);
    const std::uint64_t before = context.counters().compiled_kernels;
    const Compiled compiled = compiler.during([&] { mxm(C, no_mask, no_accum, plus_times<double>, A, A); });
    CHECK(static_cast<std::uint64_t>(compiled.kernels) == context.counters().compiled_kernels - before);
    CHECK(compiled.kernels >= 4);
    CHECK(compiled.rounds == 2);
    CHECK(compiler.during([&] { mxm(C, no_mask, no_accum, plus_times<double>, A, A); }).kernels == 0);
}

TEST_CASE("first calls: a product of few rows") {
    const SlowCompiler compiler;
    const Context context("cuda-emulated");
    const auto A = Matrix<double>::from_csr(context, csr_every(2, 80, 3)), B = small<double>(context);
    Matrix<double> C = Matrix<double>::from_csr(context, csr_every(2, 80, 2));
    const Compiled compiled =
        compiler.during([&] { mxm(C, no_mask, ops::plus<double>, plus_times<double>, A, B); });
    CHECK(compiled.kernels >= 3);
    CHECK(compiled.rounds == 1);
}

TEST_CASE("first calls: a transpose, by every method, and the write-back of its result") {
    for (const auto& [method, kernels] :
         {std::pair<std::string, int>{"partition", 3}, {"partition:6", 5}, {"banded", 3}, {"sort", 3}}) {
        CAPTURE(method);
        const SlowCompiler compiler;
        const Variable forced("MERGUS_CUDA_TRANSPOSE", method.c_str());
        const Context context("cuda-emulated");
        const auto band = csr_where(400, 400, [](auto i, auto j) { return i <= j + 1 && j <= i + 1; });
        const auto A = Matrix<float>::from_csr(context, band);
        auto T = Matrix<float>::from_csr(context, band);
        const Compiled compiled = compiler.during([&] { transpose(T, no_mask, ops::plus<float>, A); });
        CHECK(compiled.kernels == kernels);
        CHECK(compiled.rounds == 1);
    }
}

TEST_CASE("first calls: transposed inputs are compiled with the operation that uses them") {
    const SlowCompiler compiler;
    const Context context("cuda-emulated");
    const auto A = small<std::int16_t>(context);
    auto C = small<std::int16_t>(context);
    const Compiled compiled = compiler.during(
        [&] { apply(C, no_mask, ops::plus<std::int16_t>, ops::ainv<std::int16_t>, A, DESC_T0); });
    CHECK(compiled.kernels == 5); // two passes of the transpose, the operator, the pattern, the accumulator
    CHECK(compiled.rounds == 1);
}

TEST_CASE("first calls: matrices in and out") {
    const SlowCompiler compiler;
    const Context context("cuda-emulated");
    Matrix<float> C(context, 9, 9);
    const Compiled built = compiler.during([&] {
        AnyMatrix(context, type_of<float>(), 9, 9)
            .build(places, places, std::vector<std::int16_t>{1, 2, 3}.data(), type_of<std::int16_t>(),
                   ops::plus<double>);
    });
    CHECK(built.kernels == 3); // two casts, the sorted triples
    CHECK(built.rounds == 1);
    C.build(places, places, std::vector<float>{1, 2, 3});
    std::vector<std::uint64_t> rows(3), cols(3);
    std::vector<double> values(3);
    const Compiled taken = compiler.during(
        [&] { C.extract_tuples(rows.data(), cols.data(), values.data(), type_of<double>()); });
    CHECK(taken.kernels == 2);
    CHECK(taken.rounds == 1);
}

TEST_CASE("first calls: compressed rows in other widths") {
    const SlowCompiler compiler;
    const Context context("cuda-emulated");
    std::vector<std::uint64_t> wide{0, 1, 2, 3};
    std::vector<std::uint32_t> narrow{0, 1, 2, 3};
    std::vector<float> values{1, 2, 3};
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = type_of<float>();
    csr.nrows = csr.ncols = csr.nvals = csr.capacity = 3;
    csr.values = values.data();
    csr.memory = MERGUS_MEMORY_HOST;
    const auto set_widths = [&](bool wide_offsets) {
        csr.row_ptr = wide_offsets ? static_cast<void*>(wide.data()) : narrow.data();
        csr.cols = wide_offsets ? static_cast<void*>(narrow.data()) : wide.data();
        csr.pointer_bits = wide_offsets ? 64 : 32;
        csr.index_bits = wide_offsets ? 32 : 64;
    };
    set_widths(true);
    const AnyMatrix A = AnyMatrix::import_csr(context, csr); // the backend's own widths need no kernel
    set_widths(false);
    const Compiled copied_out = compiler.during([&] { A.export_csr(csr); });
    CHECK(copied_out.kernels == 2); // offsets to 32 bits, columns to 64
    CHECK(copied_out.rounds == 1);
    CHECK(narrow == std::vector<std::uint32_t>{0, 1, 2, 3});
    CHECK(wide == std::vector<std::uint64_t>{0, 1, 2, 3});
}

TEST_CASE("first calls: operations that make their result in several steps") {
    const SlowCompiler compiler;
    const Context context("cuda-emulated");
    const auto one_round = [&](const std::string& what, int least, const std::function<void()>& call) {
        CAPTURE(what);
        const Compiled compiled = compiler.during(call);
        CHECK(compiled.kernels >= least);
        CHECK(compiled.rounds == 1);
    };
    // Each operation has its own type, and so its own kernels, except for kernels without values.
    {
        const auto A = Matrix<std::int8_t>::from_csr(context, csr_every(3, 3, 2));
        auto C = small<std::int8_t>(context);
        one_round("assign", 3, [&] { assign(C, no_mask, ops::plus<std::int8_t>, A, places, places); });
    }
    {
        auto C = small<std::int16_t>(context);
        one_round("assign a scalar", 3, [&] {
            assign(C, no_mask, ops::plus<std::int16_t>, Scalar(std::int16_t{1}), places, places);
        });
    }
    {
        auto C = small<std::int32_t>(context);
        const auto M = small<std::int32_t>(context);
        one_round("assign a scalar under a mask", 2,
                  [&] { assign(C, M, ops::plus<std::int32_t>, Scalar(std::int32_t{1}), places, places); });
    }
    {
        const auto A = small<std::int64_t>(context);
        auto C = Matrix<std::int64_t>::from_csr(context, csr_every(3, 3, 2));
        one_round("extract", 3, [&] { extract(C, no_mask, ops::plus<std::int64_t>, A, places, places); });
    }
    {
        const auto A = small<std::uint8_t>(context);
        auto C = Matrix<double>::from_csr(context, csr_where(80, 1, [](auto i, auto) { return i % 2 == 0; }));
        one_round("reduce to a column", 3,
                  [&] { reduce(C, no_mask, ops::plus<double>, AnyMonoid(plus_monoid<std::uint64_t>), A); });
    }
    {
        const auto A = small<std::uint16_t>(context);
        double sum = 0;
        one_round("reduce to a scalar", 2,
                  [&] { reduce(&sum, type_of<double>(), no_accum, AnyMonoid(plus_monoid<double>), A); });
    }
    {
        const auto A = small<std::uint32_t>(context);
        auto C = small<std::uint32_t>(context);
        one_round("ewise_add", 2,
                  [&] { ewise_add(C, A, ops::plus<std::uint32_t>, ops::times<std::uint32_t>, A, A); });
        one_round("apply", 2, [&] { apply(C, A, ops::max<std::uint32_t>, ops::ainv<std::uint32_t>, A); });
        one_round("select", 2,
                  [&] { select(C, A, ops::min<std::uint32_t>, ops::tril, A, Scalar(std::int64_t{0})); });
    }
    {
        const auto A = small<std::uint64_t>(context);
        one_round("triangles", 3, [&] { static_cast<void>(triangle_count(A)); });
    }
    {
        const Variable forced("MERGUS_CUDA_TRIANGLES", "hubs");
        const Context other(context.backend());
        const auto A = small<std::uint64_t>(other);
        one_round("triangles with hubs", 2, [&] { static_cast<void>(triangle_count(A)); });
    }
    {
        std::vector<std::uint32_t> keys(5000);
        std::iota(keys.begin(), keys.end(), 0);
        std::vector<double> values(keys.size());
        const std::vector<std::uint64_t> segments{0, 2}, parts{0, 2500, 5000};
        std::vector<std::uint64_t> ends(2);
        one_round("segmented merge", 4, [&] {
            segmented_merge(context, {segments, parts}, keys.size(), plus_monoid<double>, keys.data(),
                            values.data(), ends.data(), keys.data(), values.data());
        });
    }
}

TEST_SUITE_END();
