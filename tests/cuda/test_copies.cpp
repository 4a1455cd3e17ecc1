/// \file test_copies.cpp
/// No operation of a device backend reads whole arrays back: the largest copy to the host is a few numbers.
#include "testing/device_operations.hpp"

using namespace mergus;
using namespace mergus::tests;

namespace {

using List = std::vector<std::uint64_t>;

/// Upper limit of one Device::read(), and the row profiles of A, B and a mask.
constexpr std::uint64_t most_at_once = 3 * 192;
/// Limit for one call: a few sizes and sums. An array read in pieces would exceed it.
constexpr std::uint64_t most_in_all = 800;

/// Each in a fresh context, because counters start when the context is made.
void check(const std::vector<DeviceOperation>& operations, bool deterministic) {
    for (const std::string& backend : devices_under_test())
        for (const DeviceOperation& operation : operations) {
            CAPTURE(backend);
            CAPTURE(operation.name);
            const Context context(ContextOptions{.backend = backend, .deterministic = deterministic});
            DeviceOperands operands(context);
            // The smallest arrays are larger than what may be copied.
            REQUIRE(operands.A.nvals() * sizeof(std::uint32_t) > most_in_all);
            REQUIRE(operands.A.nrows() * sizeof(std::uint64_t) > most_in_all);
            const std::uint64_t before = context.counters().bytes_to_host;
            operation.run(operands);
            const Counters after = context.counters();
            CHECK(after.largest_copy_to_host <= most_at_once);
            CHECK(after.bytes_to_host - before <= most_in_all * operation.calls);
        }
}

} // namespace

TEST_SUITE_BEGIN("copies");

TEST_CASE("copies: no operation reads an array back") {
    check(device_operations(), false);
}

TEST_CASE("copies: no mxm of a deterministic context reads an array back") {
    check(device_products(), true);
}

/// Checks the counter itself: exports must copy.
TEST_CASE("copies: exports are counted whole") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const DeviceOperands tuples{Context(backend)}, csr{Context(backend)};
        const std::uint64_t n = tuples.A.nrows(), entries = tuples.A.nvals();
        const Counters before = tuples.context.counters(); // the vectors were built on the device
        CHECK(before.largest_copy_to_host <= sizeof(std::uint64_t));
        CHECK(read<double>(tuples.A).size() == entries);
        CHECK(tuples.context.counters().largest_copy_to_host == entries * sizeof(std::uint64_t));
        CHECK(tuples.context.counters().bytes_to_host - before.bytes_to_host ==
              3 * entries * sizeof(std::uint64_t));
        List row_ptr(n + 1);
        mergus_csr out{};
        out.struct_size = sizeof out;
        out.row_ptr = row_ptr.data();
        out.pointer_bits = out.index_bits = 64;
        out.memory = MERGUS_MEMORY_HOST;
        csr.A.export_csr(out);
        CHECK(csr.context.counters().largest_copy_to_host == (n + 1) * sizeof(std::uint64_t));
        CHECK(row_ptr.back() == entries);
    }
}

TEST_SUITE_END();
