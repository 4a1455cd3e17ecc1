/// \file test_kernels_compile.cpp
/// NVRTC compiles every kernel that a covering choice of calls requests: a text that the emulation's compiler
/// accepts may be invalid for NVIDIA's. The calls run on the emulated device, whose plugin "cuda-recording"
/// keeps the texts; no GPU is needed. MERGUS_NVRTC names another NVRTC (12.4 and 12.9 are tried before a
/// release). Without NVRTC the exit code is 77, "skipped".
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "../../examples/semirings/zoo.hpp"
#include "../conformance/execute.hpp"
#include "../conformance/pairwise.hpp"
#include "../conformance/user_algebra.hpp"
#include "jit/nvrtc.hpp"
#include "kernels_compilation.hpp"
#include "scratch.hpp"

#include <mergus/mergus.hpp>

#include <array>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <utility>

using namespace mergus;
using cuda::Nvrtc;
using cuda::testing::Compilation;

namespace {

constexpr const char* backend = "cuda-recording";

/// The first cases of the operation's covering set, which have most words, on tiny matrices; with `each` also
/// one case of every other semiring or operator. Unsupported cases are left out.
void run_cases(const Context& context, Compilation& compilation, std::string_view operation,
               std::size_t front, bool each = false) {
    const conformance::CoveringSet set = conformance::covering_set(conformance::find_operation(operation), 1);
    std::set<const conformance::Word*> seen;
    for (std::size_t c = 0; c < set.cases.size(); ++c) {
        const bool is_new = seen.insert(set.cases[c][conformance::Axis::algebra]).second;
        if (c >= front && !(each && is_new)) continue;
        INFO(to_text(set.cases[c]));
        const auto instance = conformance::make_instance(set.cases[c], conformance::Size::smoke);
        try {
            static_cast<void>(conformance::execute(instance, context));
        } catch (const Error& error) {
            INFO(std::string(error.what()));
            CHECK(error.code() == Code::not_implemented);
        }
        compilation.add();
    }
}

/// Rows of 1 to `longest` entries in the product, so that every accumulator is used.
template <class T>
void run_lengths(const Context& context, const AnySemiring& semiring, std::uint64_t longest) {
    const auto shape = [](std::uint64_t nrows, std::uint64_t ncols, auto width) {
        Csr csr;
        csr.nrows = nrows;
        csr.ncols = ncols;
        for (std::uint64_t i = 0; i < nrows; ++i) {
            for (std::uint64_t j = 0; j < width(i); ++j) csr.cols.push_back(j);
            csr.row_ptr.push_back(csr.cols.size());
        }
        return csr;
    };
    const std::uint64_t inner = 8, nrows = 4;
    const auto A = Matrix<T>::from_csr(context,
                                       shape(nrows, inner, [](std::uint64_t i) { return 1 + 2 * i; })),
               B = Matrix<T>::from_csr(
                   context,
                   shape(inner, longest, [=](std::uint64_t k) { return longest >> (2 * (inner - 1 - k)); })),
               M = Matrix<T>::from_csr(context,
                                       shape(nrows, longest, [=](std::uint64_t) { return longest; }));
    Matrix<T> C(context, nrows, longest);
    mxm(C, no_mask, no_accum, semiring, A, B);
    mxm(C, structure(M), no_accum, semiring, A, B);
    mxm(C, complement(structure(M)), no_accum, semiring, A, B, DESC_R);
}

/// Columns that need 64 bits.
template <class T>
void run_wide(const Context& context, const AnySemiring& semiring) {
    const std::uint64_t far = std::uint64_t{1} << 33;
    const std::vector<std::uint64_t> rows{0, 0, 1}, cols{1, far - 1, 5}, inner{0, 1, 1};
    const auto values = std::make_unique<T[]>(3);
    const auto A =
        Matrix<T>::from_tuples(context, 2, 2, rows, inner, std::span(values.get(), 3), ops::any<T>);
    const auto B =
        Matrix<T>::from_tuples(context, 2, far, rows, cols, std::span(values.get(), 3), ops::any<T>);
    Matrix<T> C(context, 2, far);
    mxm(C, no_mask, no_accum, semiring, A, B);
    mxm(C, structure(B), ops::any<T>, semiring, A, B);
    mxm(C, complement(B), no_accum, semiring, A, B);
    CHECK(C.nvals() > 0);
}

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
    const Context context(backend);
    Compilation compilation;
    multiply_zoo(context, compilation, [&](const zoo::Exhibit& exhibit, const AnyMatrix& C) {
        AnyMatrix rows(context, C.type(), C.nrows(), 1);
        reduce(rows, no_mask, no_accum, AnyMonoid(exhibit.semiring.get()->add), C);
    });
    CHECK(compilation.finish() > 50);
}

TEST_CASE("kernels of mxm: semirings × masks × types, pairwise") {
    const Context context(backend);
    Compilation compilation;
    run_cases(context, compilation, "mxm", 30, true);
    CHECK(compilation.finish() > 60);
}

TEST_CASE("kernels of mxm: long rows, wide indices, deterministic sums, little shared memory") {
    Compilation compilation;
    for (const bool deterministic : {false, true}) {
        const Context context(ContextOptions{.backend = backend, .deterministic = deterministic});
        run_lengths<double>(context, plus_times<double>, 5000);
        run_lengths<std::int64_t>(context, min_plus<std::int64_t>, 5000);
        run_lengths<bool>(context, lor_land, 5000);
        compilation.add();
        run_wide<float>(context, plus_times<float>);
        run_wide<std::int16_t>(context, max_second<std::int16_t>);
        compilation.add();
    }
    const cuda::testing::Variable hardly_any("MERGUS_EMULATION_SHARED", "3200");
    const Context context(backend);
    run_cases(context, compilation, "mxm", 10);
    CHECK(compilation.finish() > 20);
}

TEST_CASE("kernels of mxm: dot products under a mask") {
    Compilation compilation;
    const cuda::testing::Variable forced("MERGUS_CUDA_ACCUMULATORS", "masked_dot");
    for (const bool deterministic : {false, true}) {
        const Context context(ContextOptions{.backend = backend, .deterministic = deterministic});
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
    const Context context(backend);
    run_cases(context, compilation, "mxm", 10);
    CHECK(compilation.finish() > 30);
}

TEST_CASE("kernels of mxm: a thread a row, and groups of rows, under a mask") {
    Compilation compilation;
    const auto A = generate::banded(100, 3);
    const auto run = [&](const char* method) {
        const cuda::testing::Variable forced("MERGUS_CUDA_ACCUMULATORS", method);
        const Context context(backend);
        const auto D = Matrix<double>::from_csr(context, A);
        Matrix<double> C(context, 100, 100);
        mxm(C, structure(D), no_accum, plus_times<double>, D, D);
        mxm(C, structure(D), no_accum, min_plus<double>, D, D);
        compilation.add();
    };
    run("masked_rows");
    run("row_groups");
    CHECK(compilation.finish() >= 4);
}

TEST_CASE("kernels of complex numbers: every operator, cast and way of summing up") {
    const Context context(backend);
    Compilation compilation;
    const auto run = [&]<class Z>(Z) {
        const std::vector<std::uint64_t> rows{0, 1}, cols{1, 0};
        const std::vector<Z> values{Z(1, 2), Z(-3, 0.5F)};
        const auto A = Matrix<Z>::from_tuples(context, 2, 2, rows, cols, values);
        for (const char* name :
             {"identity", "ainv", "minv", "abs", "one", "conj", "creal", "cimag", "carg"}) {
            const mergus_op* op = find_op(name, type_of<Z>());
            AnyMatrix C(context, op->z_type, 2, 2);
            apply(C, no_mask, no_accum, UnaryOp(op), A);
            CHECK(C.nvals() == 2);
        }
        for (const char* name : {"first", "plus", "minus", "rminus", "times", "div", "rdiv", "eq", "ne"}) {
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

TEST_CASE("kernels of ordered folds compile") {
    const Context context(backend);
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

TEST_CASE("kernels of the operations besides mxm compile") {
    const Context context(backend);
    Compilation compilation;
    for (const conformance::Operation* operation : conformance::operations())
        if (operation != &conformance::main_operation()) // vectors have most kernels of matrices
            run_cases(context, compilation, operation->name, operation->vectors == 0 ? 4 : 2);
    CHECK(compilation.finish() > 20);
}

TEST_CASE("kernels that check arrays of the caller's in device memory") {
    const Context context(backend);
    Compilation compilation;
    const auto import = [&]<class Pointer, class Index>(Pointer, Index, std::uint64_t ncols) {
        std::vector<Pointer> row_ptr{0, 2, 3};
        std::vector<Index> cols{0, 3, 1};
        std::vector<char> values{1, 0, 1};
        mergus_csr csr{};
        csr.struct_size = sizeof csr;
        csr.type = type_of<bool>();
        csr.nrows = 2;
        csr.ncols = ncols;
        csr.nvals = 3;
        csr.row_ptr = row_ptr.data(); // the emulated device's memory is the host's
        csr.cols = cols.data();
        csr.values = values.data();
        csr.pointer_bits = 8 * sizeof(Pointer);
        csr.index_bits = 8 * sizeof(Index);
        csr.memory = MERGUS_MEMORY_DEVICE;
        CHECK(AnyMatrix::import_csr(context, csr).nvals() == 3);
        compilation.add();
    };
    import(std::uint32_t{}, std::uint32_t{}, 4);
    import(std::uint64_t{}, std::uint64_t{}, 4);
    import(std::uint64_t{}, std::uint32_t{}, std::uint64_t{1} << 33);
    CHECK(compilation.finish() >= 2); // both widths; cases before it may have converted indices
}

TEST_CASE("kernels of the transpose: every method, block and width of keys and values") {
    Compilation compilation;
    const auto run = [&](const std::string& forced, const mergus_type* type, std::uint64_t nrows,
                         std::uint64_t ncols, std::string_view words) {
        CAPTURE(forced);
        const cuda::testing::Variable setting("MERGUS_CUDA_TRANSPOSE", forced.c_str());
        std::string said;
        ContextOptions options;
        options.backend = backend;
        options.explain = [&](const Explanation& e) {
            said = std::string(e.method) + ": " + std::string(e.reason);
        };
        const Context context(options);
        constexpr std::uint64_t entries = 5000; // more than a tile
        std::vector<std::uint64_t> rows, cols;
        for (std::uint64_t e = 0; e < entries; ++e) {
            rows.push_back(e * nrows / entries);
            cols.push_back(e % ncols);
        }
        AnyMatrix A(context, type, nrows, ncols), T(context, type, ncols, nrows);
        A.build(rows, cols, std::vector<char>(entries * type->size).data(), type);
        transpose(T, no_mask, no_accum, A);
        CHECK_MESSAGE(said.starts_with(forced.substr(0, forced.find(':'))), said);
        CHECK_MESSAGE(said.find(words) != said.npos, said);
        compilation.add();
    };
    const mergus_type* const types[] = {type_of<std::int8_t>(), type_of<complex<double>>(),
                                        type_of<conformance::poly3>()};
    for (const mergus_type* type : types) {
        for (const char* forced : {"sort", "partition:0", "partition:1", "partition:2"})
            run(forced, type, 9000, 50, "");
        for (const char* forced : {"banded", "banded:0", "banded:1", "banded:2"})
            run(forced, type, 1000, 50, "");
        for (const char* forced : {"partition:3", "partition:4", "partition:5", "partition:6"})
            run(forced, type, 9000, 50, "chunks counted first");
        run("partition", type, (std::uint64_t{1} << 22) + 1, 6000, "wide keys");
    }
    CHECK(compilation.finish() >= 31); // of each type: sort, four shapes of blocks in two passes, three that
                                       // gather, wide keys; the overlap pass
}

TEST_CASE("kernels of row degrees and of sums of equal values") {
    Compilation compilation;
    for (const char* storage : {"cells", "csr"}) {
        const cuda::testing::Variable setting("MERGUS_CUDA_STORAGE", storage);
        const Context context(backend);
        const auto pattern = Matrix<bool>::from_csr(context, generate::er(64, 64, 5));
        Matrix<std::int16_t> A(context, 64, 64);
        assign(A, std::int16_t{3}, {.mask = structure(pattern)});
        Vector<std::int64_t> ones(context, 64);
        assign(ones, std::int64_t{1});
        CHECK(mxv(plus_pair<std::int64_t>, A, ones).nvals() > 0);
        CHECK(reduce_rows(plus_monoid<std::uint32_t>, A).nvals() > 0);
        CHECK(reduce_rows(plus_monoid<double>, A).nvals() > 0);
        compilation.add();
    }
    CHECK(compilation.finish() >= 6); // degrees as cells and as a list, their copy, and two products
}

TEST_CASE("kernels of iso matrices: transposes by every method, selection, extraction, products, symmetry") {
    Compilation compilation;
    const cuda::testing::Variable keep("MERGUS_CUDA_KEEP", "all");
    const Csr graph = generate::er(2000, 3000, 4), square = generate::er(64, 64, 5);
    for (const char* forced : {"sort", "partition:0", "partition:5", "banded", "banded:1"}) {
        const cuda::testing::Variable setting("MERGUS_CUDA_TRANSPOSE", forced);
        const Context context(backend);
        const auto pattern = Matrix<bool>::from_csr(context, graph);
        Matrix<double> A(context, graph.nrows, graph.ncols);
        assign(A, 2.5, {.mask = structure(pattern)});
        CHECK(transpose(A).nvals() == A.nvals());
        compilation.add();
    }
    const Context context(backend);
    const auto pattern = Matrix<bool>::from_csr(context, square);
    Matrix<double> A(context, 64, 64);
    assign(A, 2.5, {.mask = structure(pattern)});
    const auto few = extract(A, std::vector<std::uint64_t>{3, 5}, std::vector<std::uint64_t>{5, 5, 9});
    CHECK(select(ops::offdiag, A, 0).nvals() > 0);
    CHECK(select(ops::valueeq<double>, A, 2.5).nvals() == A.nvals());
    CHECK(mxm(plus_times<double>, A, A, {.transpose_b = true}).nvals() > 0);
    Vector<double> u(context, 64);
    assign(u, 1.5);
    CHECK(mxv(plus_times<double>, A, u).nvals() > 0);
    CHECK(reduce(plus_monoid<double>, A) > 0);
    compilation.add();
    CHECK(compilation.finish() >= 10);
}

TEST_CASE("kernels of the segmented merge") {
    const Context context(backend);
    Compilation compilation;
    const auto run = [&]<class Key, class Value>(Key, Value, const Monoid<Value>& monoid) {
        std::vector<std::uint64_t> segment_ptr{0, 2, 4}, subsegment_ptr{0, 1, 2, 1500, 3000}, ptr_out(3);
        std::vector<Key> keys(3000);
        std::vector<Value> values(3000);
        const Segments segments{segment_ptr, subsegment_ptr};
        const Segments on_device{segment_ptr, subsegment_ptr,
                                 Memory::device}; // the emulated one's memory is memory as any
        segmented_merge(context, segments, 3000, keys.data(), keys.data());
        segmented_merge(context, on_device, 3000, keys.data(), values.data(), keys.data(), values.data());
        segmented_merge(context, segments, 3000, monoid, keys.data(), values.data(), ptr_out.data(),
                        keys.data(), values.data());
        std::vector<std::uint8_t> bytes(3000);
        segmented_merge(context, segments, 3000, keys.data(), bytes.data(), keys.data(), bytes.data());
        std::vector<std::array<double, 5>> wide(3000);
        segmented_merge(context, segments, 3000, keys.data(), wide.data(), keys.data(), wide.data());
        std::vector<std::array<double, 2>> pairs(3000);
        segmented_merge(context, segments, 3000, keys.data(), pairs.data(), keys.data(), pairs.data());
        compilation.add();
    };
    run(std::uint32_t{}, double{}, plus_monoid<double>);
    run(std::uint64_t{}, std::int8_t{}, max_monoid<std::int8_t>);
    CHECK(compilation.finish() >= 14);
}

TEST_CASE("kernels of the graph algorithms, by every method") {
    Compilation compilation;
    for (const char* method : {"lists", "hubs"}) {
        const cuda::testing::Variable forced("MERGUS_CUDA_TRIANGLES", method);
        const Context context(backend);
        const auto A = Matrix<double>::from_tuples(
            context, 3, 3, std::vector<std::uint64_t>{0, 0, 1, 1, 2, 2},
            std::vector<std::uint64_t>{1, 2, 0, 2, 0, 1}, std::vector<double>(6, 1.0));
        CHECK(triangle_count(A) == 1);
        CHECK(connected_components(A).nvals() == 3);
        compilation.add();
    }
    CHECK(compilation.finish() >= 6);
}

TEST_CASE("kernels of a product in ranges of rows") {
    Compilation compilation;
    bool fails = false;
    ContextOptions options;
    options.backend = backend;
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
    const cuda::testing::Variable merged("MERGUS_CUDA_ACCUMULATORS", "merge");
    const Context context(backend);
    multiply_zoo(context, compilation, [](const zoo::Exhibit&, const AnyMatrix&) {});
    run_lengths<double>(context, plus_times<double>, 1500);
    run_lengths<bool>(context, lor_land, 300);
    run_lengths<complex<double>>(context, times_plus<complex<double>>, 300);
    run_wide<std::int16_t>(context, max_second<std::int16_t>);
    compilation.add();
    run_cases(context, compilation, "mxm", 10);
    CHECK(compilation.finish() > 30);
}

TEST_CASE("kernels of graph algorithms") {
    using Sources = std::vector<std::uint64_t>;
    const Context context(backend);
    Compilation compilation;
    const auto A = Matrix<bool>::from_csr(context, generate::er(64, 64, 24));
    CHECK(bfs_levels(A, Sources{3}).nvals() > 0);
    CHECK(bfs_levels(A, Sources{0, 1, 2, 3, 4, 5, 6, 7}).nvals() > 0);
    CHECK(bfs_parents(A, Sources{5}).nvals() > 0);
    CHECK(triangle_count(undirected(A)) > 0);
    compilation.add();
    CHECK(compilation.finish() >= 6);
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
