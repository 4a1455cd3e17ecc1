/// \file structure.cpp
/// Rows of transpose, assign and extract.
#include "operands.hpp"

namespace mergus::bench {

namespace {

using List = std::vector<std::uint64_t>;

double list_bytes(std::uint64_t count) {
    return 8.0 * static_cast<double>(count);
}
List first_half(Operands& x) {
    return stride(0, 1, x.n() / 2);
}
/// Of a block that gets an entry everywhere.
List short_list(Operands& x) {
    return stride(x.n() / 4, 1, std::min<std::uint64_t>(1000, x.n() / 8));
}

/// C = A(list, list).
Call extracting(Operands& x, List list) {
    const double bytes = list_bytes(list.size());
    AnyMatrix C(x.context, type_of<double>(), list.size(), list.size());
    return copying(call_into(std::move(C), bytes, [&A = x.A(), list = std::move(list)](AnyMatrix& to) {
        extract(to, A, list, list);
    }));
}

} // namespace

void add_structure(OperationTable& rows) {
    rows.add("transpose-into", [](Operands& x, const Algebra&) {
        return call_into(x.new_matrix(), bytes(x.A()), [&A = x.A()](AnyMatrix& C) { transpose(C, A); });
    });

    // C⟨M⟩ = A
    rows.add("assign-masked", [](Operands& x, const Algebra&) {
        return call_on_copy(
            x.twin(), 2 * bytes(x.A()) + pattern_bytes(x.At()),
            [&A = x.A(), &M = x.At()](AnyMatrix& C) { assign(C, A, {.mask = structure(M)}); });
    });
    rows.add("assign-masked-replace", [](Operands& x, const Algebra&) {
        return call_into(x.new_matrix(), bytes(x.A()) + pattern_bytes(x.At()),
                         [&A = x.A(), &M = x.At()](AnyMatrix& C) {
                             assign(C, A, {.mask = structure(M), .replace = true});
                         });
    });
    rows.add("assign-accum", [](Operands& x, const Algebra&) {
        return call_on_copy(x.At(), bytes(x.A()) + bytes(x.At()),
                            [&A = x.A()](AnyMatrix& C) { assign(C, A, {.accum = ops::plus<double>}); });
    });
    // The pattern of C stays. The accumulator gives the same values however often it is applied.
    rows.add("assign-accum-same", [](Operands& x, const Algebra&) {
        Call call = call_into(x.twin().dup(), bytes(x.A()) + bytes(x.twin()),
                              [&A = x.A()](AnyMatrix& C) { assign(C, A, {.accum = ops::min<double>}); });
        call.written = 8.0 * static_cast<double>(x.A().nvals());
        return call;
    });
    rows.add("assign-block", [](Operands& x, const Algebra&) {
        const List half = first_half(x);
        const auto D = std::make_shared<AnyMatrix>(extract(x.At(), half, half));
        return call_on_copy(x.A(), bytes(x.A()) + bytes(*D) + list_bytes(2 * half.size()),
                            [D, half](AnyMatrix& C) { assign(C, *D, half, half); });
    });
    rows.add("assign-row", [](Operands& x, const Algebra&) {
        const auto u = std::make_shared<AnyVector>(extract(x.A(), x.n() / 2, all));
        return call_on_copy(x.A(), bytes(x.A()) + bytes(*u),
                            [u, row = x.n() / 3](AnyMatrix& C) { assign(C, *u, row, all); });
    });
    rows.add("assign-scalar-masked", [](Operands& x, const Algebra&) {
        return call_on_copy(x.A(), bytes(x.A()) + pattern_bytes(x.At()),
                            [&M = x.At()](AnyMatrix& C) { assign(C, 1.0, {.mask = structure(M)}); });
    });
    rows.add("assign-scalar-block", [](Operands& x, const Algebra&) {
        return call_on_copy(x.A(), bytes(x.A()),
                            [list = short_list(x)](AnyMatrix& C) { assign(C, 1.0, list, list); });
    });

    rows.add("extract-permuted",
             [](Operands& x, const Algebra&) { return extracting(x, x.host.permutation()); });
    rows.add("extract-half", [](Operands& x, const Algebra&) { return extracting(x, first_half(x)); });
    rows.add("extract-rows", [](Operands& x, const Algebra&) {
        const List& list = x.host.repeated();
        AnyMatrix C(x.context, type_of<double>(), list.size(), x.n());
        return copying(call_into(std::move(C), list_bytes(list.size()),
                                 [&A = x.A(), &list](AnyMatrix& to) { extract(to, A, list, all); }));
    });
    rows.add("extract-columns", [](Operands& x, const Algebra&) {
        const List even = stride(0, 2, x.n() / 2);
        AnyMatrix C(x.context, type_of<double>(), x.n(), even.size());
        return call_into(std::move(C), pattern_bytes(x.A()) + list_bytes(even.size()),
                         [&A = x.A(), even](AnyMatrix& to) { extract(to, A, all, even); });
    });
    rows.add("extract-column", [](Operands& x, const Algebra&) {
        return copying(call_into(x.new_vector(), list_bytes(x.n() + 1),
                                 [&A = x.A(), col = x.n() / 2](AnyVector& w) { extract(w, A, all, col); }));
    });
    rows.add("extract-row", [](Operands& x, const Algebra&) {
        return copying(call_into(x.new_vector(), 16,
                                 [&A = x.A(), row = x.n() / 2](AnyVector& w) { extract(w, A, row, all); }));
    });
}

} // namespace mergus::bench
