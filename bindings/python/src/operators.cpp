/// \file operators.cpp
/// Built-in operators, monoids and semirings by name and type, and what they consist of.
#include "core.hpp"

#include <mergus/cast.hpp>
#include <mergus/operator_list.hpp>

#include <cstring>
#include <set>

namespace mergus::python {

namespace {

const char* name_of(Domain domain) {
    constexpr const char* names[] = {"all",      "numeric", "ordered",  "real",    "integer", "complex",
                                     "floating", "inexact", "position", "boolean", "untyped"};
    return names[static_cast<std::size_t>(domain)];
}

/// A value of `type` at an aligned address. Null type: the operator ignores the value.
class HostValue {
public:
    HostValue(const mergus_type* type, const mergus_type* unused, nb::handle value)
        : bytes_(room_for(type != nullptr ? *type : *unused)) {
        if (type == nullptr) return;
        const Scalar scalar = scalar_of(value);
        if (type->code == MERGUS_USER_TYPE || scalar.type()->code == MERGUS_USER_TYPE) {
            if (scalar.type() != type)
                throw Error(Code::domain_mismatch, "the value has not the operator's type");
            std::memcpy(bytes_.data(), scalar.data(), type->size);
        } else {
            cast_value(bytes_.data(), type, scalar.data(), scalar.type());
        }
    }
    [[nodiscard]] const void* data() const noexcept { return bytes_.data(); }

private:
    std::vector<std::max_align_t> bytes_;
};

/// The operator's host function, for tests of definitions.
nb::object call(const Operator& self, nb::args values) {
    const mergus_op& op = self.get();
    const std::size_t needed = op.kind == MERGUS_UNARY         ? 1
                               : op.kind == MERGUS_BINARY      ? 2
                               : op.kind == MERGUS_INDEX_UNARY ? 4
                                                               : 5;
    if (values.size() != needed)
        throw nb::type_error(("the operator takes " + std::to_string(needed) + " arguments").c_str());
    std::vector<std::max_align_t> z = room_for(*op.z_type);
    const HostValue x(op.x_type, op.z_type, values[0]);
    const auto index = [&](std::size_t n) { return nb::cast<std::int64_t>(values[n]); };
    switch (op.kind) {
    case MERGUS_UNARY:
        op.function.unary(z.data(), x.data());
        break;
    case MERGUS_BINARY:
        op.function.binary(z.data(), x.data(), HostValue(op.y_type, op.z_type, values[1]).data());
        break;
    case MERGUS_INDEX_UNARY:
        op.function.index_unary(z.data(), x.data(), index(1), index(2),
                                HostValue(op.y_type, op.z_type, values[3]).data());
        break;
    default:
        op.function.index_binary(z.data(), x.data(), HostValue(op.y_type, op.z_type, values[1]).data(),
                                 index(2), index(3), index(4));
    }
    return python_value(*op.z_type, z.data());
}

template <class Handle>
const auto& checked(const Handle& handle) {
    const auto* address = handle.get();
    if (address == nullptr) throw Error(Code::null_pointer, "an empty operator");
    return *address;
}

} // namespace

Operator Operator::builtin(const mergus_op* address) {
    switch (address->kind) {
    case MERGUS_UNARY:
        return Operator(UnaryOp(address));
    case MERGUS_BINARY:
        return Operator(BinaryOp(address));
    case MERGUS_INDEX_UNARY:
        return Operator(IndexUnaryOp(address));
    default:
        return Operator(IndexBinaryOp(address));
    }
}

const mergus_op& Operator::get() const {
    return std::visit([](const auto& op) -> const mergus_op& { return checked(op); }, op_);
}

void add_operators(nb::module_& module) {
    nb::class_<Operator>(module, "Op")
        .def_prop_ro("name", [](const Operator& self) { return std::string(self.get().name); })
        .def_prop_ro("kind", [](const Operator& self) { return self.get().kind; })
        .def_prop_ro("text",
                     [](const Operator& self) {
                         const char* text = self.get().code == MERGUS_OP_USER ? self.get().text : nullptr;
                         return text == nullptr ? std::nullopt : std::optional<std::string>(text);
                     })
        .def_prop_ro(
            "z_type", [](const Operator& self) { return self.get().z_type; }, nb::rv_policy::reference)
        .def_prop_ro(
            "x_type", [](const Operator& self) { return self.get().x_type; }, nb::rv_policy::reference)
        .def_prop_ro(
            "y_type", [](const Operator& self) { return self.get().y_type; }, nb::rv_policy::reference)
        .def("__call__", &call);
    nb::class_<AnyMonoid>(module, "Monoid")
        .def_prop_ro("name", [](const AnyMonoid& self) { return std::string(checked(self).op->name); })
        .def_prop_ro(
            "type", [](const AnyMonoid& self) { return checked(self).op->z_type; }, nb::rv_policy::reference)
        .def_prop_ro("identity",
                     [](const AnyMonoid& self) {
                         return python_value(*checked(self).op->z_type, checked(self).identity);
                     })
        .def_prop_ro("terminal", [](const AnyMonoid& self) -> nb::object {
            const mergus_monoid& monoid = checked(self);
            if (monoid.terminal == nullptr) return nb::none();
            return python_value(*monoid.op->z_type, monoid.terminal);
        });
    nb::class_<AnySemiring>(module, "Semiring")
        .def_prop_ro("name", [](const AnySemiring& self) { return std::string(checked(self).name); })
        .def_prop_ro(
            "type", [](const AnySemiring& self) { return checked(self).add->op->z_type; },
            nb::rv_policy::reference);

    module.def("operators", [] {
        nb::list rows;
        for (const BuiltinOp& op : builtin_ops)
            rows.append(nb::make_tuple(std::string(op.name), static_cast<int>(op.kind), name_of(op.domain)));
        return rows;
    });
    module.def("monoids", [] {
        nb::list rows;
        for (const BuiltinMonoid& monoid : builtin_monoids)
            rows.append(nb::make_tuple(std::string(monoid.name), name_of(monoid.domain)));
        return rows;
    });
    module.def("semirings", [] {
        std::set<std::string_view> names;
        for (const NamedSemiring& semiring : builtin_semirings()) names.insert(semiring.name);
        return std::vector<std::string>(names.begin(), names.end());
    });
    module.def("find_op", [](std::string_view name, const mergus_type& type) -> std::optional<Operator> {
        const mergus_op* found = find_op(name, &type);
        if (found == nullptr) return std::nullopt;
        return Operator::builtin(found);
    });
    module.def("find_monoid", [](std::string_view name, const mergus_type& type) -> std::optional<AnyMonoid> {
        const mergus_monoid* found = find_monoid(name, &type);
        if (found == nullptr) return std::nullopt;
        return AnyMonoid(found);
    });
    module.def("find_semiring",
               [](std::string_view name, const mergus_type& type) -> std::optional<AnySemiring> {
                   const mergus_semiring* found = find_semiring(name, &type).handle;
                   if (found == nullptr) return std::nullopt;
                   return AnySemiring(found);
               });
}

} // namespace mergus::python
