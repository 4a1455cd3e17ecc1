/// \file test_kernels_compile_operations.cpp
/// NVRTC compiles the kernels of the operations besides mxm, and of the graph algorithms
/// (test_kernels_compile.cpp).
#include "kernels_compile_calls.hpp"
#include "testing/matrices.hpp"
#include "testing/scratch.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <array>
#include <complex>
#include <cstdint>
#include <vector>

using namespace mergus;
using cuda::testing::Compilation;
using cuda::testing::recording;
using cuda::testing::run_cases;

TEST_CASE("kernels of the operations besides mxm compile") {
    const Context context(recording);
    Compilation compilation;
    for (const conformance::Operation* operation : conformance::operations())
        if (operation != &conformance::main_operation()) // vectors have most kernels of matrices
            run_cases(context, compilation, operation->name, operation->vectors == 0 ? 4 : 2);
    CHECK(compilation.finish() > 20);
}

TEST_CASE("kernels that check arrays of the caller's in device memory") {
    const Context context(recording);
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
    CHECK(compilation.finish() >= 3); // each pair of widths; cases before it may have converted indices
}

TEST_CASE("kernels that compare matrices") {
    const Context context(recording);
    Compilation compilation;
    const auto compare = [&]<class T>(T value, std::uint64_t ncols) {
        const Matrix<T> A = tests::make<T>(context, 100, ncols, {{3, 4, value}});
        CHECK(isequal(A, A.dup()));
        compilation.add();
    };
    compare(2.0, 100);
    compare(true, 100);
    compare(std::complex<double>(1, 2), std::uint64_t{1} << 33);
    CHECK(compilation.finish() >= 3); // and that of the copies
}

TEST_CASE("kernels of the segmented merge") {
    const Context context(recording);
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
        const Context context(recording);
        const auto A = Matrix<double>::from_tuples(
            context, 3, 3, std::vector<std::uint64_t>{0, 0, 1, 1, 2, 2},
            std::vector<std::uint64_t>{1, 2, 0, 2, 0, 1}, std::vector<double>(6, 1.0));
        CHECK(triangle_count(A) == 1);
        CHECK(connected_components(A).nvals() == 3);
        compilation.add();
    }
    CHECK(compilation.finish() >= 6);
}

TEST_CASE("kernels of graph algorithms") {
    using Sources = std::vector<std::uint64_t>;
    const Context context(recording);
    Compilation compilation;
    const auto A = Matrix<bool>::from_csr(context, generate::er(64, 64, 24));
    CHECK(bfs_levels(A, Sources{3}).nvals() > 0);
    CHECK(bfs_levels(A, Sources{0, 1, 2, 3, 4, 5, 6, 7}).nvals() > 0);
    CHECK(bfs_parents(A, Sources{5}).nvals() > 0);
    CHECK(triangle_count(undirected(A)) > 0);
    CHECK(strongly_connected_components(A).nvals() == 64);
    CHECK(minimum_spanning_forest(A).nvals() > 0);
    CHECK(shortest_paths(A, 0).nvals() > 0);
    CHECK(betweenness(A, Sources{0, 1}).nvals() == 64);
    CHECK(truss_numbers(undirected(A)).nvals() > 0);
    CHECK(leiden(A).labels.nvals() == 64);
    compilation.add();
    CHECK(compilation.finish() >= 11);
}
