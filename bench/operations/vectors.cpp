/// \file vectors.cpp
/// Rows of operations on two vectors of one kind: full, sparse, or as bitmaps.
#include "operands.hpp"

namespace mergus::bench {

namespace {

double both(Operands& x) {
    return bytes(x.first()) + bytes(x.second());
}

} // namespace

void add_vectors(OperationTable& rows) {
    const OperationTraits vectors{.on_vectors = true};
    rows.add("vector-ewise-add", vectors, [](Operands& x, const Algebra&) {
        return call_into(x.new_vector(), both(x), [&u = x.first(), &v = x.second()](AnyVector& w) {
            ewise_add(w, ops::plus<double>, u, v);
        });
    });
    rows.add("vector-ewise-mult", vectors, [](Operands& x, const Algebra&) {
        return call_into(x.new_vector(), both(x), [&u = x.first(), &v = x.second()](AnyVector& w) {
            ewise_mult(w, ops::times<double>, u, v);
        });
    });
    rows.add("vector-apply", vectors, [](Operands& x, const Algebra&) {
        return call_into(x.new_vector(), bytes(x.first()),
                         [&u = x.first()](AnyVector& w) { apply(w, ops::times<double>, u, 2.0); });
    });
    rows.add("vector-select", vectors, [](Operands& x, const Algebra&) {
        return call_into(x.new_vector(), bytes(x.first()),
                         [&u = x.first()](AnyVector& w) { select(w, ops::valuegt<double>, u, 0.5); });
    });
    rows.add("vector-reduce", {.rounds = true, .on_vectors = true}, [](Operands& x, const Algebra&) {
        return call_for_number(8.0 * static_cast<double>(x.first().nvals()),
                               [&u = x.first()] { return reduce(plus_monoid<double>, u); });
    });
    // w⟨v⟩ = u, where w has the entries of the last call
    rows.add("vector-assign-masked", vectors, [](Operands& x, const Algebra&) {
        return call_into(x.new_vector(), both(x), [&u = x.first(), &v = x.second()](AnyVector& w) {
            assign(w, u, {.mask = structure(v)});
        });
    });
    rows.add("vector-extract", vectors, [](Operands& x, const Algebra&) {
        const std::vector<std::uint64_t>& list = x.host.repeated();
        AnyVector w(x.context, type_of<double>(), list.size());
        return copying(call_into(std::move(w), 8.0 * static_cast<double>(list.size()),
                                 [&u = x.first(), &list](AnyVector& to) { extract(to, u, list); }));
    });
}

} // namespace mergus::bench
