/// \file objects.cpp
/// Matrices and vectors: shape, entries, elements, copies, bytes.
#include "core.hpp"

#include <mergus/serialize.hpp>

namespace mergus::python {

AnyMatrix& Object::matrix() const {
    if (is_vector()) throw nb::type_error("a vector where a matrix is needed");
    return *matrix_.get("the matrix");
}

AnyVector& Object::vector() const {
    if (!is_vector()) throw nb::type_error("a matrix where a vector is needed");
    return *vector_.get("the vector");
}

AnyObject& Object::any() const {
    if (is_vector()) return vector();
    return matrix();
}

AnyObject& Object::output() const {
    if (read_only_ != nullptr) throw Error(Code::invalid_object, read_only_);
    return any();
}

namespace {

template <class Function>
auto with_kind(const Object& object, Function function) {
    return object.is_vector() ? function(object.vector()) : function(object.matrix());
}

Object* new_object(const ContextHandle& context, const mergus_type& type, std::uint64_t nrows,
                   std::optional<std::uint64_t> ncols) {
    return ncols ? new Object(AnyMatrix(context.get(), &type, nrows, *ncols))
                 : new Object(AnyVector(context.get(), &type, nrows));
}

void build(const Object& object, std::uint64_t count, std::uintptr_t rows, std::uintptr_t cols,
           std::uintptr_t values, const mergus_type& type, const Operator* dup) {
    const IndexList row_list = span_of({rows, count});
    const BinaryOp combine = dup == nullptr ? no_accum : dup->binary();
    (void)object.output();
    const nb::gil_scoped_release unlocked;
    if (object.is_vector())
        object.vector().build(row_list, pointer(values), &type, combine);
    else
        object.matrix().build(row_list, span_of({cols, count}), pointer(values), &type, combine);
}

void extract_tuples(const Object& object, std::uintptr_t rows, std::uintptr_t cols, std::uintptr_t values,
                    const mergus_type& type) {
    const nb::gil_scoped_release unlocked;
    auto* const row_array = pointer<std::uint64_t>(rows);
    if (object.is_vector())
        object.vector().extract_tuples(row_array, pointer(values), &type);
    else
        object.matrix().extract_tuples(row_array, pointer<std::uint64_t>(cols), pointer(values), &type);
}

nb::object extract_element(const Object& object, std::uint64_t i, std::uint64_t j) {
    const mergus_type& type = *object.any().type();
    std::vector<std::max_align_t> value = room_for(type);
    bool found = false;
    {
        const nb::gil_scoped_release unlocked;
        found = object.is_vector() ? object.vector().extract_element(i, value.data(), &type)
                                   : object.matrix().extract_element(i, j, value.data(), &type);
    }
    return found ? python_value(type, value.data()) : nb::none();
}

nb::bytes as_bytes(const Object& object) {
    std::vector<std::byte> bytes;
    {
        const nb::gil_scoped_release unlocked;
        bytes = with_kind(object, [](const auto& kind) { return serialize(kind); });
    }
    return nb::bytes(bytes.data(), bytes.size());
}

Object* from_bytes(const ContextHandle& context, nb::bytes data, const mergus_type* type, bool is_vector) {
    const std::span<const std::byte> bytes(static_cast<const std::byte*>(data.data()), data.size());
    if (is_vector) return new Object(deserialize_vector(context.get(), bytes, type));
    return new Object(deserialize_matrix(context.get(), bytes, type));
}

bool is_equal(const Object& a, const Object& b) {
    if (a.is_vector() != b.is_vector()) return false;
    const nb::gil_scoped_release unlocked;
    return a.is_vector() ? isequal(a.vector(), b.vector()) : isequal(a.matrix(), b.matrix());
}

} // namespace

void add_objects(nb::module_& module) {
    nb::class_<Object>(module, "Object")
        .def_prop_ro("is_vector", &Object::is_vector)
        .def_prop_ro("nrows",
                     [](const Object& self) {
                         return self.is_vector() ? self.vector().size() : self.matrix().nrows();
                     })
        .def_prop_ro("ncols", [](const Object& self) { return self.matrix().ncols(); })
        .def_prop_ro("nvals", [](const Object& self) { return self.any().nvals(); })
        .def_prop_ro("nbytes", [](const Object& self) { return self.any().bytes(); })
        .def_prop_ro(
            "type", [](const Object& self) { return self.any().type(); }, nb::rv_policy::reference)
        .def_prop_ro(
            "context", [](const Object& self) { return new ContextHandle(self.any().context()); },
            nb::rv_policy::take_ownership)
        .def("in_context", [](const Object& self,
                              const ContextHandle& context) { return self.any().context() == context.get(); })
        .def("clear", [](const Object& self) { self.output().clear(); })
        .def("dup",
             [](const Object& self) {
                 const nb::gil_scoped_release unlocked;
                 return with_kind(self, [](const auto& kind) { return new Object(kind.dup()); });
             })
        .def("to",
             [](const Object& self, const ContextHandle& context) {
                 const Context& to = context.get();
                 const nb::gil_scoped_release unlocked;
                 return with_kind(self, [&](const auto& kind) { return new Object(kind.to(to)); });
             })
        .def(
            "resize",
            [](const Object& self, std::uint64_t nrows, std::optional<std::uint64_t> ncols) {
                (void)self.output();
                if (ncols)
                    self.matrix().resize(nrows, *ncols);
                else
                    self.vector().resize(nrows);
            },
            nb::arg("nrows"), nb::arg("ncols").none())
        .def("build", &build, nb::arg("count"), nb::arg("rows"), nb::arg("cols"), nb::arg("values"),
             nb::arg("type"), nb::arg("dup").none())
        .def("extract_tuples", &extract_tuples)
        .def("set_element",
             [](const Object& self, std::uint64_t i, std::uint64_t j, nb::handle value) {
                 (void)self.output();
                 const Scalar scalar = scalar_of(value);
                 self.is_vector() ? self.vector().set_element(i, scalar)
                                  : self.matrix().set_element(i, j, scalar);
             })
        .def("remove_element",
             [](const Object& self, std::uint64_t i, std::uint64_t j) {
                 (void)self.output();
                 self.is_vector() ? self.vector().remove_element(i) : self.matrix().remove_element(i, j);
             })
        .def("extract_element", &extract_element)
        .def("text",
             [](const Object& self, std::uint64_t entries) {
                 const nb::gil_scoped_release unlocked;
                 return with_kind(self, [&](const auto& kind) { return to_string(kind, entries); });
             })
        .def("serialize", &as_bytes)
        .def("is_equal", &is_equal);
    module.def("new_object", &new_object, nb::arg("context"), nb::arg("type"), nb::arg("nrows"),
               nb::arg("ncols").none());
    module.def("deserialize", &from_bytes, nb::arg("context"), nb::arg("data"), nb::arg("type").none(),
               nb::arg("is_vector"));
    module.attr("max_dimension") = max_dimension;
    module.attr("max_vector_size") = max_vector_size;
}

} // namespace mergus::python
