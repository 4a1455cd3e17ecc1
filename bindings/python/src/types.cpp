/// \file types.cpp
/// Domains, and single values between Python and the library.
#include "core.hpp"

#include <complex>
#include <cstring>
#include <limits>

namespace mergus::python {

namespace {

template <class T>
T read(const void* value) {
    T typed;
    std::memcpy(&typed, value, sizeof typed);
    return typed;
}

template <class R>
nb::object complex_value(const void* value) {
    const auto z = read<std::complex<R>>(value);
    return nb::steal(PyComplex_FromDoubles(static_cast<double>(z.real()), static_cast<double>(z.imag())));
}

Scalar scalar_of_int(nb::handle value) {
    int overflow = 0;
    const long long small = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (overflow == 0) {
        if (small == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
        return Scalar(static_cast<std::int64_t>(small));
    }
    const unsigned long long large = overflow > 0 ? PyLong_AsUnsignedLongLong(value.ptr()) : 0;
    if (overflow < 0 || PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        throw Error(Code::invalid_value, "an integer does not fit into 64 bits");
    }
    return Scalar(static_cast<std::uint64_t>(large));
}

} // namespace

Scalar scalar_of(nb::handle value) {
    if (PyBool_Check(value.ptr())) return Scalar(value.ptr() == Py_True);
    if (PyLong_Check(value.ptr())) return scalar_of_int(value);
    if (PyFloat_Check(value.ptr())) return Scalar(PyFloat_AsDouble(value.ptr()));
    if (PyComplex_Check(value.ptr()))
        return Scalar(
            std::complex<double>(PyComplex_RealAsDouble(value.ptr()), PyComplex_ImagAsDouble(value.ptr())));
    if (nb::isinstance<nb::tuple>(value)) {
        const auto [type, bytes] = nb::cast<std::tuple<const mergus_type*, nb::bytes>>(value);
        if (bytes.size() != type->size) throw nb::value_error("the value has not the size of its type");
        return Scalar(bytes.c_str(), type);
    }
    throw nb::type_error("a value must be a bool, an int, a float or a complex number");
}

nb::object python_value(const mergus_type& type, const void* value) {
    switch (type.code) {
    case MERGUS_BOOL:
        return nb::bool_(read<bool>(value));
    case MERGUS_INT8:
        return nb::int_(read<std::int8_t>(value));
    case MERGUS_INT16:
        return nb::int_(read<std::int16_t>(value));
    case MERGUS_INT32:
        return nb::int_(read<std::int32_t>(value));
    case MERGUS_INT64:
        return nb::int_(read<std::int64_t>(value));
    case MERGUS_UINT8:
        return nb::int_(read<std::uint8_t>(value));
    case MERGUS_UINT16:
        return nb::int_(read<std::uint16_t>(value));
    case MERGUS_UINT32:
        return nb::int_(read<std::uint32_t>(value));
    case MERGUS_UINT64:
        return nb::int_(read<std::uint64_t>(value));
    case MERGUS_FP32:
        return nb::float_(static_cast<double>(read<float>(value)));
    case MERGUS_FP64:
        return nb::float_(read<double>(value));
    case MERGUS_FC32:
        return complex_value<float>(value);
    case MERGUS_FC64:
        return complex_value<double>(value);
    default:
        return nb::bytes(value, type.size);
    }
}

std::vector<std::max_align_t> room_for(const mergus_type& type) {
    return std::vector<std::max_align_t>(type.size / sizeof(std::max_align_t) + 1);
}

std::span<const std::uint64_t> span_of(const std::tuple<std::uintptr_t, std::uint64_t>& array) {
    return {pointer<const std::uint64_t>(std::get<0>(array)), std::get<1>(array)};
}

Indices indices_of(const IndexArray& array) {
    if (!array) return all;
    return Indices(span_of(*array));
}

void add_types(nb::module_& module) {
    nb::class_<mergus_type>(module, "Type")
        .def_prop_ro("name", [](const mergus_type& type) { return std::string(type_name(&type)); })
        .def_prop_ro("text_name", [](const mergus_type& type) { return std::string(type.name); })
        .def_ro("code", &mergus_type::code)
        .def_ro("size", &mergus_type::size)
        .def_prop_ro("definition",
                     [](const mergus_type& type) {
                         return type.definition == nullptr ? std::nullopt
                                                           : std::optional<std::string>(type.definition);
                     })
        .def("__repr__",
             [](const mergus_type& type) { return "<Type " + std::string(type_name(&type)) + ">"; });
    // Types live until the process ends.
    module.def("type_from_name", &type_from_name, nb::arg("name"), nb::rv_policy::reference);
    module.def(
        "define_type",
        [](std::string_view name, std::string_view definition, std::optional<std::uint64_t> size) {
            const nb::gil_scoped_release unlocked;
            return define_type(name, definition, size ? std::optional<Natural>(*size) : std::nullopt);
        },
        nb::arg("name"), nb::arg("definition"), nb::arg("size") = nb::none(), nb::rv_policy::reference);
}

} // namespace mergus::python
