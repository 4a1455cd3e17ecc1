/// \file test_precompiled.cpp
/// The archive has every kernel that first calls of common programs request, by the list of its keys. The
/// calls run on the emulated device, whose plugin "cuda-recording" keeps the texts; the keys are those of
/// NVRTC. No GPU is needed. Without NVRTC there is no archive, and the exit code is 77, "skipped".
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "compiler/kernel_source.hpp"
#include "compiler/kernel_text.hpp"
#include "compiler/nvrtc.hpp"
#include "cuda/jit/kernels_compilation.hpp"
#include "precompile/graph_programs.hpp"
#include "testing/scratch.hpp"

#include <mergus/mergus.hpp>
#include <mergus/mxm_plan.hpp>

#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <string>

using namespace mergus;
using cuda::KernelSource;
using cuda::Nvrtc;
using tests::Variable;

namespace {

/// The bindings: they tell one call from another.
std::string excerpt(const KernelSource& source) {
    const std::size_t bindings = source.text.find("#line 1 \"bindings\"");
    return source.entry + ":\n" + source.text.substr(std::min(bindings, source.text.size()), 1500) + "\n";
}

/// The keys of the archive's kernels, for each of its targets.
const std::map<std::string, std::set<std::string>>& listed_keys() {
    static const auto all = [] {
        std::map<std::string, std::set<std::string>> read;
        std::ifstream file(MERGUS_TEST_KERNEL_KEYS);
        for (std::string target, key; file >> target >> key;) read[target].insert(key);
        return read;
    }();
    REQUIRE(!all.empty());
    return all;
}

/// Checks that the archive has the kernels of some calls, for each of its targets. \return their number
std::size_t check(const std::function<void(const Context&)>& calls) {
    static_cast<void>(cuda::testing::new_kernels());
    calls(Context("cuda-recording"));
    const std::vector<KernelSource> kernels = cuda::testing::new_kernels();
    std::string missing;
    for (const KernelSource& source : kernels)
        for (const auto& [target, keys] : listed_keys()) {
            std::string text = Nvrtc::full_text(source);
            // Searches on the emulated device have smaller blocks.
            constexpr std::string_view emulated = "block_threads = 128;";
            if (const std::size_t at = text.find(emulated);
                source.entry.starts_with("bfs") && at != text.npos)
                text.replace(at, emulated.size(),
                             source.entry == "bfs_sweep" ? "block_threads = 1024;" : "block_threads = 512;");
            if (!keys.contains(cuda::kernel_key(cuda::library_version(), target, source, text).hex()))
                missing += excerpt(source);
        }
    CHECK_MESSAGE(missing.empty(), missing);
    return kernels.size();
}

template <class T>
Matrix<T> matrix(const Context& context, const Csr& shape) {
    return Matrix<T>::from_csr(context, shape);
}

/// The same with values: of a pattern all values are one.
Csr weighted(Csr shape) {
    shape.field = Field::real;
    shape.reals.resize(shape.cols.size());
    for (std::size_t e = 0; e < shape.reals.size(); ++e) shape.reals[e] = static_cast<double>(1 + e % 7);
    return shape;
}

/// Products without a mask, under one, and under its complement.
template <class T>
void multiply(const Context& context, const Csr& shape, const Semiring<T>& semiring) {
    const auto A = matrix<T>(context, weighted(shape));
    Matrix<T> C(context, shape.nrows, shape.ncols);
    mxm(C, semiring, A, A);
    mxm(C, semiring, A, A, {.mask = structure(A), .replace = true});
    mxm(C, semiring, A, A, {.mask = complement(structure(A)), .replace = true});
}

} // namespace

TEST_CASE("precompiled: the demo") {
    CHECK(check([](const Context& context) {
              const Csr graph = generate::rmat({.scale = 9});
              const auto A = Matrix<bool>::from_csr(context, graph);
              CHECK(triangle_count(A) > 0);
              std::vector<std::uint64_t> sources(64);
              for (std::size_t s = 0; s < sources.size(); ++s) sources[s] = s;
              CHECK(bfs_levels(A, sources).nvals() > 0);
              CHECK(bfs_levels(A, std::vector<std::uint64_t>{1}).nvals() > 0);
              CHECK(undirected(A).nvals() > 0);
          }) > 10);
}

TEST_CASE("precompiled: products of the common semirings") {
    for (const Csr& shape : {generate::er(300, 300, 3), generate::poisson2d5(48),
                             generate::rmat({.scale = 9}), generate::er(1500, 1500, 12)})
        check([&](const Context& context) {
            multiply<double>(context, shape, plus_times<double>);
            multiply<float>(context, shape, plus_times<float>);
            multiply<std::int64_t>(context, shape, min_plus<std::int64_t>);
            multiply<std::int64_t>(context, shape, plus_pair<std::int64_t>);
            multiply<bool>(context, shape, any_pair<bool>);
            multiply<bool>(context, shape, lor_land);
        });
}

TEST_CASE("precompiled: dense rows of few columns") {
    const Csr shape = weighted(generate::er(200, 200, 40));
    // Without it such small products are made by tiles of rows.
    const Variable forced("MERGUS_CUDA_MXM", "owned_columns");
    const auto square = [&]<class T>(const Context& context, const Semiring<T>& semiring) {
        const auto A = matrix<T>(context, shape);
        Matrix<T> C(context, shape.nrows, shape.ncols);
        mxm(C, semiring, A, A);
    };
    CHECK(check([&](const Context& context) {
              square(context, plus_times<double>);
              square(context, min_plus<std::int64_t>);
              square(context, plus_pair<std::int64_t>);
              square(context, lor_land);
          }) > 3);
}

TEST_CASE("precompiled: products of B in blocks of columns") {
    // Rows of B are runs of 40 columns. Without a mask rows have bitmaps of two levels, and under the
    // complement of one bitmaps of all columns.
    Csr left, right;
    left.nrows = 80;
    left.ncols = right.nrows = 200;
    right.ncols = 120000;
    for (std::uint64_t i = 0; i < left.nrows; ++i) {
        for (std::uint64_t k = i % 5; k < left.ncols; k += i == 7 ? 1 : 5) left.cols.push_back(k);
        left.row_ptr.push_back(left.cols.size());
    }
    for (std::uint64_t k = 0; k < right.nrows; ++k) {
        for (std::uint64_t j = 0; j < 40; ++j) right.cols.push_back(k * 577 + j);
        right.row_ptr.push_back(right.cols.size());
    }
    const auto of = [&]<class T>(const Semiring<T>& semiring) {
        check([&](const Context& context) {
            const auto A = matrix<T>(context, weighted(left)), B = matrix<T>(context, weighted(right));
            Matrix<T> C(context, left.nrows, right.ncols), D(context, left.nrows, right.ncols);
            mxm(C, semiring, A, B);
            mxm(D, semiring, A, B, {.mask = complement(structure(C)), .replace = true});
        });
    };
    of(plus_times<double>);
    of(min_plus<std::int64_t>);
}

TEST_CASE("precompiled: products under a mask as dot products") {
    const Csr pattern = generate::rmat({.scale = 9}), weights = weighted(pattern);
    // Without it such small products are made by rows.
    const Variable forced("MERGUS_CUDA_MXM", "masked_dot");
    const auto of = [&]<class T>(const Semiring<T>& semiring, const Csr& graph) {
        check([&](const Context& context) {
            const auto A = matrix<T>(context, graph), B = matrix<T>(context, graph);
            Matrix<T> C(context, graph.nrows, graph.ncols);
            mxm(C, semiring, A, A, {.mask = structure(A), .replace = true});
            mxm(C, semiring, A, B, {.mask = structure(A), .replace = true});
        });
    };
    of(plus_pair<std::int64_t>, pattern);
    of(plus_times<double>, weights);
    of(plus_times<double>, pattern);
    of(min_plus<double>, weights);
    of(lor_land, pattern);
}

TEST_CASE("precompiled: products of vectors") {
    const Csr pattern = generate::rmat({.scale = 9}), weights = weighted(pattern);
    const auto of = [&]<class T>(const Semiring<T>& semiring, const Csr& graph) {
        check([&](const Context& context) {
            const auto A = matrix<T>(context, graph);
            Vector<T> some(context, graph.nrows), all(context, graph.nrows), w(context, graph.nrows);
            some.set_element(3, T{1});
            assign(all, T{1});
            for (const Vector<T>* u : {&some, &all}) {
                mxv(w, semiring, A, *u);
                vxm(w, semiring, *u, A);
                Vector<T> next(context, graph.nrows);
                vxm(next, semiring, *u, A, {.mask = complement(structure(some)), .replace = true});
            }
        });
    };
    of(plus_times<double>, weights);
    of(plus_times<double>, pattern);
    of(plus_times<float>, weights);
    of(min_plus<std::int64_t>, weights);
    of(plus_pair<std::int64_t>, pattern);
    of(lor_land, pattern);
    of(any_pair<bool>, pattern);
}

TEST_CASE("precompiled: plans") {
    const auto of = [&]<class T>(const Semiring<T>& semiring) {
        for (const Csr& shape : {generate::poisson2d5(48), generate::er(1500, 1500, 12),
                                 generate::er(300, 300, 40), generate::rmat({.scale = 9})})
            check([&](const Context& context) {
                const auto A = matrix<T>(context, weighted(shape));
                MxmPlan plan = mxm_plan(semiring, A, A);
                plan.run(A, A);
            });
    };
    of(plus_times<double>);
    of(plus_times<float>);
}

TEST_CASE("precompiled: graph programs on the C API") {
    CHECK(check([](const Context& context) {
              const Csr pattern = generate::rmat({.scale = 9});
              const auto weighted_graph = matrix<std::int32_t>(context, weighted(pattern));
              cuda::run_graph_programs(matrix<bool>(context, pattern), weighted_graph);
          }) > 20);
}

TEST_CASE("precompiled: algorithms") {
    const Csr pattern = generate::rmat({.scale = 9});
    check([&](const Context& context) {
        static_cast<void>(pagerank(matrix<bool>(context, pattern), {.max_iterations = 3}));
    });
    check([&](const Context& context) {
        static_cast<void>(connected_components(matrix<bool>(context, pattern)));
    });
}

TEST_CASE("precompiled: other operations") {
    const auto of_type = [&]<class T>(T) {
        check([](const Context& context) {
            const Csr shape = generate::er(400, 400, 8);
            const auto A = matrix<T>(context, shape);
            CHECK(transpose(A).nvals() == A.nvals());
            CHECK(select(ops::tril, A, -1).nvals() > 0);
            static_cast<void>(select(ops::valuene<T>, A, T{}));
            CHECK(ewise_add<T>(ops::first<T>, A, A).nvals() == A.nvals());
            CHECK(ewise_mult<T>(ops::pair<T>, A, A).nvals() == A.nvals());
            Matrix<T> C(context, 400, 400);
            apply(C, ops::identity<T>, A);
            assign(C, T{1}, {.mask = structure(A)});
            Matrix<T> D(context, 400, 400);
            assign(D, T{1}, {.mask = structure(A)});
            if constexpr (!std::is_same_v<T, bool>) {
                static_cast<void>(reduce(plus_monoid<T>, A));
                transpose(C, A, {.accum = ops::plus<T>});
                C = ewise_add<T>(ops::plus<T>, A, C);
                C = apply<T>(ops::ainv<T>, A);
            }
        });
    };
    of_type(true);
    of_type(std::int64_t{});
    of_type(1.0F);
    of_type(1.0);
}

int main(int count, char** arguments) {
    if (!std::filesystem::exists(MERGUS_TEST_KERNEL_KEYS)) {
        std::printf("skipped: without NVRTC there are no keys of kernels\n");
        return 77;
    }
    setenv("MERGUS_BACKEND_PATH", MERGUS_TEST_RECORDING_DIR, 1);
    doctest::Context context(count, arguments);
    return context.run();
}
