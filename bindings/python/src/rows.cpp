/// \file rows.cpp
/// What one asks of each row: degrees, argmax, argmin, sorted rows, the first k.
#include "core.hpp"

#include <mergus/row_ops.hpp>
#include <mergus/sort.hpp>

namespace mergus::python {

namespace {

using OfRows = Vector<std::int64_t> (*)(const AnyMatrix&, const RowOptions&);

void add(nb::module_& module, const char* name, OfRows function) {
    module.def(
        name,
        [function](const Object& A, bool columns) {
            const nb::gil_scoped_release unlocked;
            return new Object(AnyVector(function(A.matrix(), {.columns = columns})));
        },
        nb::rv_policy::take_ownership);
}

nb::tuple pair_of(Object* values, Object* positions) {
    return nb::make_tuple(nb::cast(values, nb::rv_policy::take_ownership),
                          nb::cast(positions, nb::rv_policy::take_ownership));
}

nb::tuple sorted(const Object& A, const Operator& before, bool columns) {
    const mergus_type* const positions = type_of<std::int64_t>();
    if (A.is_vector()) {
        const AnyVector& u = A.vector();
        AnyVector values(u.context(), u.type(), u.size()), order(u.context(), positions, u.size());
        {
            const nb::gil_scoped_release unlocked;
            sort(&values, &order, before.binary(), u);
        }
        return pair_of(new Object(std::move(values)), new Object(std::move(order)));
    }
    const AnyMatrix& M = A.matrix();
    AnyMatrix values(M.context(), M.type(), M.nrows(), M.ncols()),
        order(M.context(), positions, M.nrows(), M.ncols());
    {
        const nb::gil_scoped_release unlocked;
        sort(&values, &order, before.binary(), M, {.columns = columns});
    }
    return pair_of(new Object(std::move(values)), new Object(std::move(order)));
}

nb::tuple first_k(const Object& A, std::uint64_t k, bool smallest) {
    const AnyMatrix& M = A.matrix();
    AnyMatrix values(M.context(), M.type(), M.nrows(), k),
        order(M.context(), type_of<std::int64_t>(), M.nrows(), k);
    {
        const nb::gil_scoped_release unlocked;
        detail::top_k(values, order, M, k, {.smallest = smallest});
    }
    return pair_of(new Object(std::move(values)), new Object(std::move(order)));
}

} // namespace

void add_rows(nb::module_& module) {
    add(module, "degrees", &degrees);
    add(module, "argmax", &argmax);
    add(module, "argmin", &argmin);
    module.def("sort", &sorted);
    module.def("top_k", &first_k);
}

} // namespace mergus::python
