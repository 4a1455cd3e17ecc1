/// \file definitions.cpp
/// Operators, monoids and semirings from texts (runtime.hpp), and tests of their laws.
#include "core.hpp"

#include <mergus/laws.hpp>
#include <mergus/runtime.hpp>

namespace mergus::python {

namespace {

/// \param identity and terminal as scalar_of reads them
AnyMonoid monoid_of(const Operator& op, nb::handle identity, nb::handle terminal, bool associative,
                    bool commutative) {
    const std::optional<Scalar> end =
        terminal.is_none() ? std::nullopt : std::optional<Scalar>(scalar_of(terminal));
    return make_monoid(op.binary(), scalar_of(identity), end,
                       {.associative = associative, .commutative = commutative});
}

std::vector<std::tuple<std::string, std::string, bool>> broken_laws(const AnyMonoid& monoid,
                                                                    std::uint64_t seed, unsigned trials) {
    std::vector<std::tuple<std::string, std::string, bool>> rows;
    for (BrokenLaw& broken : check_laws(monoid, {.seed = seed, .trials = trials}))
        rows.emplace_back(law_name(broken.law), std::move(broken.counter_example), broken.only_special);
    return rows;
}

} // namespace

void add_definitions(nb::module_& module) {
    using Unlocked = nb::call_guard<nb::gil_scoped_release>;
    module.def(
        "define_unary_op",
        [](std::string_view name, std::string_view text, const mergus_type& z, const mergus_type& x) {
            return Operator(define_unary_op(name, text, &z, &x));
        },
        Unlocked());
    module.def(
        "define_binary_op",
        [](std::string_view name, std::string_view text, const mergus_type& z, const mergus_type& x,
           const mergus_type& y) { return Operator(define_binary_op(name, text, &z, &x, &y)); },
        Unlocked());
    module.def(
        "define_index_unary_op",
        [](std::string_view name, std::string_view text, const mergus_type& z, const mergus_type& x,
           const mergus_type& y) { return Operator(define_index_unary_op(name, text, &z, &x, &y)); },
        Unlocked());
    module.def(
        "define_index_binary_op",
        [](std::string_view name, std::string_view text, const mergus_type& z, const mergus_type& x,
           const mergus_type& y) { return Operator(define_index_binary_op(name, text, &z, &x, &y)); },
        Unlocked());
    module.def("make_monoid", &monoid_of, nb::arg("op"), nb::arg("identity"), nb::arg("terminal").none(),
               nb::arg("associative"), nb::arg("commutative"));
    module.def("make_semiring", [](const AnyMonoid& add, const Operator& mul) {
        return mul.is_index_binary() ? make_semiring(add, mul.as<IndexBinaryOp>(""))
                                     : make_semiring(add, mul.binary());
    });
    module.def("check_laws", &broken_laws);
}

} // namespace mergus::python
