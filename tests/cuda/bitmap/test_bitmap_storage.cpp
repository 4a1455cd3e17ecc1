/// \file test_bitmap_storage.cpp
/// Vectors and matrices of few rows stored as bitmaps: the same results as on compressed rows, calls that do
/// not wait, and counts that are read only when they are asked for.
#include "cuda/explained_context.hpp"
#include "testing/device_testing.hpp"
#include "testing/faulty_allocator.hpp"
#include "testing/scratch.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <functional>

using namespace mergus;
using namespace mergus::tests;

namespace {

using I32 = std::int32_t;
using cuda::testing::Variable;

/// Every `step`th index from `from`.
Vector<I32> every(const Context& context, std::uint64_t size, std::uint64_t step, std::uint64_t from) {
    Items<I32> items;
    for (std::uint64_t i = from; i < size; i += step) items[i] = static_cast<I32>(i % 7) - 2;
    return make_vector<I32>(context, size, items);
}
Matrix<I32> every(const Context& context, std::uint64_t nrows, std::uint64_t ncols, std::uint64_t step,
                  std::uint64_t from) {
    Entries<I32> entries;
    for (std::uint64_t cell = from; cell < nrows * ncols; cell += step)
        entries.push_back({cell / ncols, cell % ncols, static_cast<I32>(cell % 7) - 2});
    return make<I32>(context, nrows, ncols, entries);
}

Entries<I32> content(const Vector<I32>& vector) {
    Entries<I32> entries;
    for (const auto& [index, value] : items<I32>(vector)) entries.push_back({index, 0, value});
    return entries;
}
Entries<I32> content(const Matrix<I32>& matrix) {
    return read<I32>(matrix);
}

/// The results of a series of operations in which outputs are inputs and masks, too.
template <class Object>
std::vector<Entries<I32>> results(Object a, Object b, Object c) {
    std::vector<Entries<I32>> all;
    const auto keep = [&](const Object& object) { all.push_back(content(object)); };
    ewise_add(c, ops::minus<I32>, a, b, {.mask = c});
    ewise_mult(c, ops::plus<I32>, c, a, {.mask = complement(structure(b)), .accum = ops::minus<I32>});
    keep(c);
    apply(b, ops::ainv<I32>, b);
    apply(b, ops::minus<I32>, 10, b, {.mask = complement(a), .replace = true});
    apply(b, ops::rowindex<I32>, b, 1, {.mask = structure(b), .accum = ops::plus<I32>});
    apply(b, ops::colindex<I32>, b, 1, {.accum = ops::plus<I32>});
    keep(b);
    select(a, ops::valuegt<I32>, a, 0, {.mask = structure(c)});
    select(a, ops::rowle, a, 40, {.mask = complement(c), .replace = true});
    keep(a);
    assign(c, 3, {.mask = complement(structure(a))});
    assign(c, b, {.mask = c, .accum = ops::plus<I32>});
    Object d = c.dup();
    assign(d, a);
    keep(d);
    keep(c);
    Entries<I32> sums{{0, 0, reduce(plus_monoid<I32>, c)}, {0, 0, reduce(min_monoid<I32>, d)}};
    all.push_back(sums);
    d.clear();
    assign(d, 1, {.mask = structure(b)});
    sums[0].value = static_cast<I32>(d.nvals());
    all.push_back(sums);
    keep(d);
    return all;
}

} // namespace

TEST_SUITE_BEGIN("bitmap-storage");

TEST_CASE("bitmap storage: the results are those of compressed rows") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Variable bitmaps("MERGUS_CUDA_STORAGE", "bitmap");
        const Context on_bitmap(backend);
        const Variable rows("MERGUS_CUDA_STORAGE", "csr");
        const Context on_rows(backend);
        for (const std::uint64_t size : {0, 1, 31, 32, 33, 64, 1000}) {
            CAPTURE(size);
            const auto run = [&](const Context& context) {
                return results(every(context, size, 3, 0), every(context, size, 2, 1),
                               every(context, size, 1, 0));
            };
            CHECK(run(on_bitmap) == run(on_rows));
        }
        // Bitmap of a row that begin and end inside of a word.
        for (const auto& [nrows, ncols] : {std::pair{3, 21}, {64, 5}, {1, 33}, {2, 0}}) {
            CAPTURE(nrows);
            CAPTURE(ncols);
            const auto run = [&](const Context& context) {
                const auto n = std::uint64_t(nrows), m = std::uint64_t(ncols);
                return results(every(context, n, m, 3, 0), every(context, n, m, 2, 1),
                               every(context, n, m, 1, 0));
            };
            CHECK(run(on_bitmap) == run(on_rows));
        }
    }
}

TEST_CASE("bitmap storage: only nvals waits, and nothing is copied") {
    on_devices([&](const Context& context) {
        constexpr std::uint64_t n = 3000;
        auto a = every(context, n, 3, 0), b = every(context, n, 2, 1), c = every(context, n, 5, 2);
        const auto level = [&] {
            assign(c, 4, {.mask = structure(a)});
            ewise_add(b, ops::plus<I32>, a, c, {.mask = complement(structure(b))});
            ewise_mult(a, ops::minus<I32>, a, c);
            apply(a, ops::ainv<I32>, a);
            select(a, ops::valuelt<I32>, a, 100);
            assign(c, b, {.mask = a});
        };
        level(); // makes the bitmaps
        const Counters before = context.counters();
        level();
        const Counters after = context.counters();
        CHECK(after.synchronizations == before.synchronizations);
        CHECK(after.bytes_to_host == before.bytes_to_host);
        CHECK(after.bytes_to_device == before.bytes_to_device);
        CHECK(a.nvals() == 1000);
        CHECK(a.nvals() == 1000);
        const Counters counted = context.counters();
        CHECK(counted.launches == after.launches);
        CHECK(counted.synchronizations - after.synchronizations == 1);

        // Copies and cleared objects stay bitmaps.
        Vector<I32> d = a.dup();
        a.clear();
        ewise_add(d, ops::plus<I32>, d, a);
        const Counters copied = context.counters();
        CHECK(copied.synchronizations == counted.synchronizations);
        CHECK(d.nvals() == 1000);
        CHECK(a.nvals() == 0);
    });
}

/// The posted count of an old operation is overwritten; then the count is read from the device.
TEST_CASE("bitmap storage: a count is right however much later it is read") {
    on_devices([&](const Context& context) {
        auto a = every(context, 100, 3, 0), b = every(context, 100, 2, 1);
        for (const int later : {0, 1, 62, 63, 64, 65, 200}) {
            CAPTURE(later);
            Vector<I32> c(context, 100);
            ewise_add(c, ops::plus<I32>, a, b);
            for (int i = 0; i < later; ++i) ewise_mult(a, ops::plus<I32>, a, a);
            const Vector<I32> copy = c.dup();
            CHECK(c.nvals() == 67);
            CHECK(copy.nvals() == 67);
        }
    });
}

TEST_CASE("bitmap storage: objects go between bitmaps and rows as operations need them") {
    on_devices([&](const Context& context) {
        const auto A = every(context, 40, 40, 3, 1);
        for (const std::uint64_t step : {1, 3, 40}) { // full, some, one entry
            CAPTURE(step);
            auto u = every(context, 40, step, 0);
            const Items<I32> given = items<I32>(u);
            ewise_mult(u, ops::second<I32>, u, u); // as bitmaps
            CHECK(items<I32>(u) == given);         // as rows
            const Items<I32> product = items<I32>(mxv(plus_times<I32>, A, u));
            ewise_mult(u, ops::second<I32>, u, u);
            CHECK(items<I32>(mxv(plus_times<I32>, A, u)) == product);
            CHECK(items<I32>(mxv(plus_times<I32>, A, make_vector<I32>(context, 40, given))) == product);
            mxv(u, plus_times<I32>, A, u, {.accum = ops::plus<I32>}); // rows again, and bitmaps no longer
            Items<I32> sum = given;
            for (const auto& [i, x] : product) sum[i] += x;
            CHECK(items<I32>(u) == sum);
            u.set_element(7, 70);
            u.remove_element(0);
            ewise_mult(u, ops::second<I32>, u, u);
            u.set_element(8, 80);
            sum[7] = 70;
            sum[8] = 80;
            sum.erase(0);
            CHECK(items<I32>(u) == sum);
            apply(u, ops::identity<I32>, u);
            u.resize(20);
            sum.erase(sum.lower_bound(20), sum.end());
            CHECK(items<I32>(u) == sum);
        }
    });
}

TEST_CASE("bitmap storage: a batch of elements is kept until a call needs it, and no call waits for it") {
    on_devices([&](const Context& context) {
        auto u = every(context, 100, 3, 0);
        Matrix<I32> sources(context, 3, 100);
        Counters before = context.counters();
        for (const auto& [i, j] : {std::pair{2, 7}, {0, 99}, {2, 5}, {0, 0}})
            sources.set_element(i, j, i + j);
        CHECK(sources.nvals() == 4);
        CHECK(context.counters().launches == before.launches);
        CHECK(content(sources) == Entries<I32>{{0, 0, 0}, {0, 99, 99}, {2, 5, 7}, {2, 7, 9}});

        const auto change = [&](I32 value) {
            u.set_element(50, value);
            u.set_element(3, value + 1);
            apply(u, ops::identity<I32>, u);
        };
        change(10);
        (void)u.nvals();
        before = context.counters();
        change(20);
        const Counters after = context.counters();
        CHECK(after.synchronizations == before.synchronizations);
        const Items<I32> found = items<I32>(u);
        CHECK(found.size() == 35);
        CHECK(found.at(50) == 20);
        CHECK(found.at(3) == 21);
    });
}

TEST_CASE("bitmap storage: a call that fails leaves the operands in the form that they had") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        FaultyAllocator allocator(backend);
        const Context context = allocator.context();
        const auto full = every(context, 100, 1, 0), list = every(context, 100, 3, 0);
        const auto bytes = [&] { return std::pair(full.bytes(), list.bytes()); };
        const auto before = bytes();
        int faults = 0;
        for (bool failed = true; failed; faults += failed ? 1 : 0) {
            CAPTURE(faults);
            CHECK(bytes() == before);
            Vector<I32> sum(context, 100);
            allocator.refused = 0;
            allocator.fail(faults + 1);
            try {
                ewise_add(sum, ops::plus<I32>, list, full, {.mask = list});
            } catch (const Error& error) {
                CHECK(error.code() == Code::out_of_memory);
            }
            allocator.fail(0);
            failed = allocator.refused != 0;
        }
        CHECK(faults >= 5); // bits and values of the result and of the list, bits of the full vector
        CHECK(bytes() != before);
    }
}

TEST_CASE(
    "bitmap storage: explain names the storage of the operands, and a forced storage is one that exists") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Explained device(backend);
        const Context& context = device.context;
        auto u = every(context, 40, 3, 0);
        const auto full = every(context, 40, 1, 0), list = every(context, 40, 2, 0);
        apply(u, ops::identity<I32>, u);
        ewise_add(u, ops::plus<I32>, full, list, {.mask = u});
        CHECK(device.method == facts::bitmaps);
        CHECK(device.reason.starts_with(std::string(facts::storage) +
                                        "C bitmap, mask bitmap, A full, B list; "));
        const Variable nonsense("MERGUS_CUDA_STORAGE", "dense");
        CHECK_THROWS_WITH_AS(Context{backend}, doctest::Contains("MERGUS_CUDA_STORAGE: 'dense'"), Error);
    }
}

TEST_SUITE_END();
