/// \file movement.cpp
/// Rows of entries that come from the host or go there, and of copies, imports and exports on the device.
#include "operands.hpp"

namespace mergus::bench {

namespace {

/// Bytes of an entry as a tuple on the host.
constexpr double tuple_bytes = 24;

/// Builds C, which is empty before each call, from tuples that outlive the call.
Call building(Operands& x, std::shared_ptr<const HostTuples> tuples, const BinaryOp& dup) {
    Call call = call_into(
        x.new_matrix(), tuple_bytes * static_cast<double>(tuples->rows.size()), [tuples, dup](AnyMatrix& C) {
            C.build(tuples->rows, tuples->cols, tuples->values.data(), type_of<double>(), dup);
        });
    call.reset = [&x](Call::Result& result) { result = x.new_matrix(); };
    call.written = 0;
    return call;
}

/// A copy of A as arrays where its context keeps them, described for a copying import or export.
std::pair<std::shared_ptr<CsrArrays>, mergus_csr> arrays_of(const AnyMatrix& A) {
    auto arrays = std::make_shared<CsrArrays>(A.dup().release_csr());
    mergus_csr csr = arrays->csr();
    csr.release = nullptr;
    csr.release_arg = nullptr;
    csr.capacity = csr.nvals;
    return {arrays, csr};
}

Call importing(Operands& x, std::uint32_t flags) {
    auto [arrays, csr] = arrays_of(x.A());
    csr.flags = flags;
    return copying(call_into(AnyMatrix(), 0, [context = x.context, arrays = arrays, csr = csr](AnyMatrix& C) {
        C = AnyMatrix::import_csr(context, csr);
    }));
}

} // namespace

void add_movement(OperationTable& rows) {
    rows.add("build", {.over_link = true}, [](Operands& x, const Algebra&) {
        // The inputs own the tuples.
        return building(x, {std::shared_ptr<void>(), &x.host.shuffled()}, no_accum);
    });
    rows.add("build-duplicates", {.rounds = true, .over_link = true}, [](Operands& x, const Algebra&) {
        HostTuples tuples = x.host.shuffled();
        for (std::uint64_t& i : tuples.rows) i &= ~std::uint64_t{1};
        for (std::uint64_t& j : tuples.cols) j &= ~std::uint64_t{1};
        return building(x, std::make_shared<HostTuples>(std::move(tuples)), ops::plus<double>);
    });
    rows.add("extract-tuples", {.over_link = true}, [](Operands& x, const Algebra&) {
        const std::uint64_t count = x.A().nvals();
        Call call;
        call.result = HostTuples{std::vector<std::uint64_t>(count), std::vector<std::uint64_t>(count),
                                 std::vector<double>(count)};
        call.read = tuple_bytes * static_cast<double>(count);
        call.written = 0;
        call.run = [&A = x.A()](Call::Result& result) {
            auto& host = std::get<HostTuples>(result);
            A.extract_tuples(host.rows.data(), host.cols.data(), host.values.data(), type_of<double>());
        };
        return call;
    });

    rows.add("dup", [](Operands& x, const Algebra&) {
        return copying(call_into(AnyMatrix(), 0, [&A = x.A()](AnyMatrix& C) { C = A.dup(); }));
    });
    rows.add("import", {}, [](Operands& x, const Algebra&) { return importing(x, 0); });
    rows.add("import-trusted", [](Operands& x, const Algebra&) { return importing(x, MERGUS_CSR_TRUSTED); });
    rows.add("export", [](Operands& x, const Algebra&) {
        const auto [arrays, csr] = arrays_of(x.twin());
        Call call = copying(call_into(AnyMatrix(), 0, [&A = x.A(), csr = csr](AnyMatrix&) {
            mergus_csr to = csr;
            A.export_csr(to);
        }));
        call.finish = [context = x.context, arrays = arrays, csr = csr](Call::Result& result) {
            result = AnyMatrix::import_csr(context, csr);
        };
        return call;
    });
    // Moves the arrays out and in again: nothing is copied.
    rows.add("move", [](Operands& x, const Algebra&) {
        Call call = call_into(x.A().dup(), 0, [context = x.context](AnyMatrix& C) {
            C = AnyMatrix::import_csr(context, C.release_csr());
        });
        call.written = 0;
        return call;
    });
}

} // namespace mergus::bench
