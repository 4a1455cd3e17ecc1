/// \file test_memory.cpp
/// What operations of a device backend take while they run, and that they give it back. The bound under test:
/// under an admitting mask of m entries the temporary memory of mxm, its result included, is O(m + rows),
/// whatever the number of products and of entries of A and B.
#include "testing/device_operations.hpp"

using namespace mergus;
using namespace mergus::tests;

namespace {

/// For each entry of the mask and each row: bins, places and sizes, the result, its place in C.
constexpr std::uint64_t bytes_for_each = 64;
/// Whatever the sizes are. A GPU's scans and sorts have a workspace.
std::uint64_t bytes_always(const std::string& backend) {
    return backend == "cuda-emulated" ? 4096 : 65536;
}

/// A GPU shall see sizes that fill it.
std::uint64_t scale_of(const std::string& backend) {
    return is_slow(backend) ? 1 : 10;
}

/// Column 0 and the first `width` columns of row 0 are full: the square has n · width entries at least, and
/// as many products.
Csr hub(std::uint64_t n, std::uint64_t width) {
    return csr_where(n, n, [=](std::uint64_t i, std::uint64_t j) { return j == 0 || (i == 0 && j < width); });
}

/// `eighths` of the entries, at places of no regularity: the square is full.
Csr scattered(std::uint64_t n, std::uint64_t eighths) {
    return csr_where(n, n, [=](std::uint64_t i, std::uint64_t j) {
        return ((i * n + j) * 2654435761u >> 16) % 8 < eighths;
    });
}

struct Used {
    std::uint64_t mark; ///< high-water mark over what was allocated before
    std::uint64_t products, result, mask, rows;
};

/// C<M> = A·A into an empty C, under a mask of `entries` entries.
template <class T>
Used masked_square(const Context& context, const AnySemiring& semiring, const Csr& graph,
                   std::uint64_t entries, Descriptor how) {
    const std::uint64_t n = graph.nrows;
    const auto A = Matrix<T>::from_csr(context, graph);
    const auto M = Matrix<T>::from_csr(context, csr_every(n, n, n * n / entries + 1));
    Matrix<T> C(context, n, n);
    const std::uint64_t empty = C.bytes();
    const std::uint64_t before = context.counters(true).allocated_bytes;
    mxm(C, M, no_accum, semiring, A, A, how);
    const Counters after = context.counters();
    CHECK(C.nvals() > 0);
    CHECK(after.allocated_bytes <= before + C.bytes() - empty); // the rest was given back
    std::uint64_t products = 0;
    for (const std::uint64_t k : graph.cols) products += graph.row_ptr[k + 1] - graph.row_ptr[k];
    return {after.high_water_bytes - before, products, C.nvals(), M.nvals(), n};
}

template <class T>
void check_bound(const Context& context, const AnySemiring& semiring, const Csr& graph, std::uint64_t entries,
                 Descriptor how) {
    const Used used = masked_square<T>(context, semiring, graph, entries, how);
    CAPTURE(used.rows);
    CAPTURE(used.mask);
    CAPTURE(used.products);
    CHECK(used.mark > 0);
    CHECK(used.mark <=
          bytes_always(std::string(context.backend())) + bytes_for_each * (used.mask + used.rows));
}

double greater_of(double x, double y) {
    return x < y ? y : x;
}
/// Right on the host; a device's compiler does not know the program's functions.
MERGUS_SEMIRING(
    memory_of_the_host, static double identity() { return 0; } static double add(double x, double y) {
        return greater_of(x, y);
    } static double mul(double x, double y) { return x + y; })

} // namespace

TEST_SUITE_BEGIN("memory");

TEST_CASE("memory: mxm under a mask takes what mask and rows are, not what the products are") {
    for (const std::string& backend : devices_under_test())
        for (const bool deterministic : {false, true}) {
            CAPTURE(backend);
            CAPTURE(deterministic);
            const Context context(ContextOptions{.backend = backend, .deterministic = deterministic});
            const std::uint64_t n = 200 * scale_of(backend);
            for (const std::uint64_t entries : {std::uint64_t{40}, 2 * n}) {
                REQUIRE(n * n >= 50 * entries);
                check_bound<double>(context, plus_times<double>, hub(n, n), entries, DESC_S);
                check_bound<std::int64_t>(context, min_plus<std::int64_t>, hub(n, n), entries, {});
                check_bound<bool>(context, lor_land, hub(n, n), entries, DESC_S);
            }
            // A's and B's own arrays are larger than the bound, too.
            const Csr full = scattered(70 * scale_of(backend), 4);
            check_bound<double>(context, plus_times<double>, full, 40, DESC_S);
            check_bound<float>(context, any_pair<float>, full, 40, DESC_S | DESC_R);
        }
}

TEST_CASE("memory: more products under the same mask take no more") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        const std::uint64_t n = 200 * scale_of(backend);
        const auto same = [&](const Csr& few, const Csr& many) {
            const Used less = masked_square<double>(context, plus_times<double>, few, 40, DESC_S);
            const Used more = masked_square<double>(context, plus_times<double>, many, 40, DESC_S);
            REQUIRE(more.result == less.result);
            CHECK(10 * more.products > 19 * less.products);
            CHECK(more.mark == less.mark);
        };
        same(hub(n, n / 2), hub(n, n));
        same(scattered(70 * scale_of(backend), 3), scattered(70 * scale_of(backend), 6));
    }
}

/// That the mark marks: without the mask there are as many entries as products.
TEST_CASE("memory: the unmasked product is over the bound") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        const std::uint64_t n = 200 * scale_of(backend);
        const auto A = Matrix<double>::from_csr(context, hub(n, n));
        Matrix<double> C(context, n, n);
        const std::uint64_t before = context.counters(true).allocated_bytes;
        mxm(C, no_mask, no_accum, plus_times<double>, A, A);
        CHECK(C.nvals() == n * n);
        CHECK(context.counters().high_water_bytes - before >= n * n * 12);
        CHECK(n * n * 12 > 5 * (bytes_always(backend) + bytes_for_each * (40 + n)));
    }
}

TEST_CASE("memory: a row of most products takes memory for its own entries of A, not for all of A's") {
    on_devices([&](const Context& context) {
        constexpr std::uint64_t n = 2000, width = 1000, few = 40;
        // Row 0 meets the full rows of B, the many entries of the others meet empty ones.
        const auto A =
            Matrix<double>::from_csr(context, csr_where(n, n, [](std::uint64_t i, std::uint64_t j) {
                                         return i == 0 ? j < few : j >= few && j < few + 180;
                                     }));
        const auto B = Matrix<double>::from_csr(
            context, csr_where(n, width, [](std::uint64_t i, std::uint64_t) { return i < few; }));
        Matrix<double> C(context, n, width);
        const std::uint64_t before = context.counters(true).allocated_bytes;
        mxm(C, no_mask, no_accum, plus_times<double>, A, B);
        CHECK(C.nvals() == width);
        CHECK(context.counters().high_water_bytes - before < 2 * A.nvals());
    });
}

TEST_CASE("memory: every operation gives back what it took") {
    for (const std::string& backend : devices_under_test()) {
        const Context context(backend);
        for (const DeviceOperation& operation : device_operations()) {
            CAPTURE(backend);
            CAPTURE(operation.name);
            {
                DeviceOperands operands(context);
                operation.run(operands);
                CHECK(context.counters().allocated_bytes > 0);
            }
            static_cast<void>(context.release_derived()); // the workspace of products
            CHECK(context.counters().allocated_bytes == 0);
        }
    }
}

TEST_CASE("memory: a call that fails gives back what it took") {
    using List = std::vector<std::uint64_t>;
    const List twice(300, 7);
    const std::vector<double> values(300, 1.0);
    const std::vector<std::pair<Code, DeviceOperation>> failures = {
        {Code::compile_error,
         {"mxm of a text that no device knows",
          [](DeviceOperands& o) { mxm(o.C, no_mask, no_accum, memory_of_the_host, o.A, o.B); }}},
        {Code::compile_error,
         {"the same masked, transposed and accumulated",
          [](DeviceOperands& o) {
              mxm(o.C, o.M, ops::plus<double>, memory_of_the_host, o.A, o.B, DESC_T0T1);
          }}},
        {Code::invalid_value,
         {"build with duplicates", [&](DeviceOperands& o) { o.empty.build(twice, twice, values); }}},
        {Code::index_out_of_bounds,
         {"build outside", [&](DeviceOperands& o) { o.empty.build(twice, List(300, o.n), values); }}},
        {Code::output_not_empty,
         {"build over entries", [&](DeviceOperands& o) { o.C.build(twice, twice, values); }}},
        {Code::dimension_mismatch,
         {"mxm of other shapes",
          [](DeviceOperands& o) { mxm(o.C, no_mask, no_accum, plus_times<double>, o.A, o.column); }}},
    };
    for (const std::string& backend : devices_under_test()) {
        const Context context(backend);
        for (const auto& [code, failure] : failures) {
            CAPTURE(backend);
            CAPTURE(failure.name);
            {
                DeviceOperands operands(context);
                const Entries<double> before = read<double>(operands.C);
                const std::uint64_t held = context.counters().allocated_bytes;
                Code thrown{};
                try {
                    failure.run(operands);
                } catch (const Error& error) {
                    thrown = error.code();
                }
                CHECK(thrown == code);
                static_cast<void>(context.release_derived()); // transposes of operands
                CHECK(context.counters().allocated_bytes == held);
                CHECK(read<double>(operands.C) == before);
                CHECK(operands.empty.nvals() == 0);
            }
            CHECK(context.counters().allocated_bytes == 0);
        }
    }
}

TEST_SUITE_END();
