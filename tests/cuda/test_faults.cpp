/// \file test_faults.cpp
/// Fault injection on the emulated device, whose memory is host memory. A caller-supplied allocator fails
/// every allocation of every operation in turn: the call returns out_of_memory, operands are unchanged,
/// nothing leaks, and the next call succeeds. Then every wait reports a lost device in turn: device_lost, no
/// leak.
#include "testing/device_operations.hpp"
#include "testing/faulty_allocator.hpp"
#include "testing/scratch.hpp"

#include <optional>

using namespace mergus;
using namespace mergus::tests;

namespace {

/// The operands' content after the operation without a fault.
Content undisturbed(const DeviceOperation& operation) {
    DeviceOperands operands{Context("cuda-emulated")};
    operation.run(operands);
    return Content(operands);
}

/// Of all operands. Part of a call may succeed and leave an operand in a second storage form.
std::uint64_t bytes_of(const DeviceOperands& o) {
    std::uint64_t bytes = 0;
    for (const AnyObject* object : std::initializer_list<const AnyObject*>{&o.A, &o.B, &o.M, &o.C, &o.column,
                                                                           &o.empty, &o.u, &o.v, &o.m, &o.w})
        bytes += object->bytes();
    return bytes;
}

struct Faults {
    std::uint64_t all = 0;
    std::uint64_t recovered = 0; ///< faults after which the operation succeeded by a fallback
};

/// Fails the first, second, … allocation in turn, until a call runs without a fault.
Faults fail_each(const DeviceOperation& operation, FaultyAllocator& allocator, const Context& context) {
    std::optional<DeviceOperands> operands(std::in_place, context);
    const Content before(*operands);
    const Content after = undisturbed(operation);
    Faults faults;
    const std::uint64_t others = allocator.live - bytes_of(*operands);
    for (std::uint64_t nth = 1;; ++nth) {
        CAPTURE(nth);
        allocator.refused = 0;
        allocator.fail(nth);
        Code thrown{};
        try {
            operation.run(*operands);
        } catch (const Error& error) {
            thrown = error.code();
        }
        allocator.fail(0);
        static_cast<void>(context.release_derived()); // else the next fault is met by giving it back
        if (thrown == Code{}) {
            CHECK(Content(*operands) == after);
            if (allocator.refused == 0) return faults;
            operands.emplace(context);
            ++faults.recovered;
        } else {
            CHECK(thrown == Code::out_of_memory);
            CHECK(allocator.live - bytes_of(*operands) == others);
            CHECK(context.counters().allocated_bytes == allocator.live);
            const bool unchanged = Content(*operands) == before;
            REQUIRE(unchanged);
        }
        ++faults.all;
    }
}

Faults check(const DeviceOperation& operation) {
    CAPTURE(operation.name);
    FaultyAllocator allocator("cuda-emulated");
    const Faults faults = fail_each(operation, allocator, allocator.context());
    const bool allocates = operation.name != "new" && operation.name != "clear";
    CHECK((faults.all > 0) == allocates);
    MESSAGE(operation.name << ": " << faults.all << " faults, " << faults.recovered
                           << " of them recovered from");
    return faults;
}

} // namespace

TEST_SUITE_BEGIN("faults-emulated");

TEST_CASE("faults: every allocation of mxm fails in turn") {
    for (const DeviceOperation& operation : device_products()) check(operation);
}

TEST_CASE("faults: every allocation of the other operations fails in turn") {
    for (const DeviceOperation& operation : device_operations())
        if (!operation.name.starts_with("mxm")) check(operation);
}

TEST_CASE("faults: every allocation of a transpose fails in turn, by every method") {
    for (const char* method : {"sort", "partition", "partition:6", "banded"}) {
        CAPTURE(method);
        const cuda::testing::Variable forced("MERGUS_CUDA_TRANSPOSE", method);
        for (const DeviceOperation& operation : device_operations())
            if (operation.name.starts_with("transpose")) check(operation);
    }
}

TEST_CASE("faults: every allocation of a triangle count with hubs fails in turn") {
    const cuda::testing::Variable forced("MERGUS_CUDA_TRIANGLES", "hubs:50,50");
    for (const DeviceOperation& operation : device_operations())
        if (operation.name == "triangle_count") check(operation);
}

TEST_CASE("faults: every allocation of mxm by column tiles fails in turn") {
    const cuda::testing::Variable hardly_any("MERGUS_EMULATION_SHARED", "3200"); // of shared memory
    for (const DeviceOperation& operation : device_products())
        if (operation.name == "mxm" || operation.name == "mxm, structural mask") check(operation);
}

TEST_CASE("faults: dot products under a mask fall back to rows") {
    const cuda::testing::Variable forced("MERGUS_CUDA_MXM", "masked_dot");
    for (const DeviceOperation& operation : device_products())
        if (operation.name == "mxm, structural mask") CHECK(check(operation).recovered > 0);
}

TEST_CASE("faults: a product of heavy or few rows falls back to a method without the extra memory") {
    const auto hub = [](DeviceOperands& o, bool few) {
        // Either one row with most of the flops, or (`few`) few rows in all.
        const std::uint64_t rows = few ? 3 : o.n;
        const Matrix<double> H = o.in(csr_where(
            rows, o.n, [](std::uint64_t i, std::uint64_t j) { return i == 1 || (i + j) % 40 == 0; }));
        Matrix<double> P(o.context, rows, o.n);
        mxm(P, no_mask, no_accum, plus_times<double>, H, o.B);
        o.scalar = reduce(plus_monoid<double>, P);
    };
    const DeviceOperation few{"few rows", [=](DeviceOperands& o) { hub(o, true); }};
    CHECK(check(few).recovered > 0);
    const cuda::testing::Variable dense("MERGUS_CUDA_MXM", "dense_accumulator,ranked_bitmap,hash");
    const DeviceOperation heavy{"a heavy row", [=](DeviceOperands& o) { hub(o, false); }};
    CHECK(check(heavy).recovered > 0);
}

TEST_CASE("faults: making, importing, exporting and reading matrices") {
    using List = std::vector<std::uint64_t>;
    const Csr csr = csr_every(100, 100, 7);
    const std::vector<DeviceOperation> operations = {
        {"new", [](DeviceOperands& o) { Matrix<double>(o.context, 300, 300).clear(); }},
        {"import", [&](DeviceOperands& o) { static_cast<void>(o.in(csr)); }},
        {"import, another type",
         [&](DeviceOperands& o) { static_cast<void>(Matrix<bool>::from_csr(o.context, csr)); }},
        {"export",
         [](DeviceOperands& o) {
             List row_ptr(o.A.nrows() + 1), cols(o.A.nvals());
             std::vector<double> values(cols.size());
             mergus_csr csr{};
             csr.struct_size = sizeof csr;
             csr.row_ptr = row_ptr.data();
             csr.cols = cols.data();
             csr.values = values.data();
             csr.pointer_bits = csr.index_bits = 64;
             csr.capacity = cols.size();
             o.A.export_csr(csr);
             o.scalar = values.front();
         }},
        {"extract_tuples",
         [](DeviceOperands& o) {
             List rows, cols;
             std::vector<double> values;
             o.A.extract_tuples(rows, cols, values);
             o.scalar = values.back();
         }},
        {"extract_tuples, another type",
         [](DeviceOperands& o) {
             List rows(o.A.nvals()), cols(rows), values(rows);
             o.A.extract_tuples(rows.data(), cols.data(), values.data(), type_of<std::uint64_t>());
         }},
        {"release_csr", [](DeviceOperands& o) { const CsrArrays out = o.A.dup().release_csr(); }},
    };
    for (const DeviceOperation& operation : operations) check(operation);
}

TEST_CASE("faults: a device lost during an export of arrays leaks none of them") {
    std::uint64_t losses = 0;
    for (bool lost = true; lost; ++losses) {
        CAPTURE(losses);
        const cuda::testing::Variable at("MERGUS_EMULATION_LOST_AT", std::to_string(losses + 1).c_str());
        FaultyAllocator allocator("cuda-emulated");
        lost = false;
        const Context context = allocator.context();
        Matrix<double> A;
        try {
            A = Matrix<double>::from_csr(context, csr_every(100, 100, 7));
            const std::uint64_t entries = A.nvals(), held = allocator.live;
            try {
                const CsrArrays out = A.release_csr();
                CHECK(A.nvals() == 0);
            } catch (const Error&) { // A still owns its arrays
                CHECK(A.nvals() == entries);
                CHECK(allocator.live == held);
                throw;
            }
        } catch (const Error& error) {
            lost = true;
            CHECK(error.code() == Code::device_lost);
        }
    }
    CHECK(losses > 1); // at least the wait before the caller owns the arrays
}

TEST_SUITE_END();
