/// \file device_csr.cpp
/// Matrices from arrays of a device, in one call: the attributes of CuPy's arrays, or
/// __cuda_array_interface__ of others. A call from Python for each attribute would take longer than the
/// import.
///
/// Invariant: arrays that need a conversion or a message are left to the general way (_arrays.py): the result
/// is then None.
#include "core.hpp"

#include <array>
#include <atomic>
#include <cstring>
#include <string_view>

namespace mergus::python {

namespace {

/// The names of attributes are made once.
class Name {
public:
    explicit Name(const char* text) : text_(PyUnicode_InternFromString(text)) {}
    [[nodiscard]] nb::object of(nb::handle object) const {
        return nb::steal(raise_if_null(PyObject_GetAttr(object.ptr(), text_)));
    }
    [[nodiscard]] nb::object in(nb::handle dict) const {
        return nb::borrow(PyDict_GetItemWithError(dict.ptr(), text_));
    }
    [[nodiscard]] nb::object module() const { return nb::steal(raise_if_null(PyImport_GetModule(text_))); }

private:
    static PyObject* raise_if_null(PyObject* object) {
        if (object != nullptr) return object;
        if (PyErr_Occurred() == nullptr) throw nb::import_error("the module is not loaded");
        throw nb::python_error();
    }
    PyObject* text_; ///< never freed
};

struct Names {
    Name shape{"shape"}, dtype{"dtype"}, str{"str"}, strides{"strides"}, data{"data"}, ptr{"ptr"},
        device_id{"device_id"}, typestr{"typestr"}, mask{"mask"}, stream{"stream"}, cupy{"cupy"},
        cuda{"cuda"}, current{"get_current_stream"}, interface {
        "__cuda_array_interface__"
    };
};
const Names& names() {
    static const Names made;
    return made;
}

/// cudaStreamLegacy: the stream of arrays whose interface names none.
constexpr std::uintptr_t default_stream = 1;

/// One-dimensional contiguous memory of a device.
struct Data {
    std::uintptr_t address = 0;
    std::uint64_t size = 0;
    const mergus_type* type = nullptr;
    std::uintptr_t stream = 0;
    std::int64_t device = -1; ///< unknown
};

/// The type of an array as NumPy writes it, "<f8"; null for others.
const mergus_type* type_of_text(nb::handle text) {
    if (!text.is_valid()) return nullptr;
    Py_ssize_t length = 0;
    const char* const from = PyUnicode_AsUTF8AndSize(text.ptr(), &length);
    if (from == nullptr) throw nb::python_error();
    static constexpr std::array<std::pair<std::string_view, mergus_type_code>, 13> types{
        {{"|b1", MERGUS_BOOL},
         {"|i1", MERGUS_INT8},
         {"<i2", MERGUS_INT16},
         {"<i4", MERGUS_INT32},
         {"<i8", MERGUS_INT64},
         {"|u1", MERGUS_UINT8},
         {"<u2", MERGUS_UINT16},
         {"<u4", MERGUS_UINT32},
         {"<u8", MERGUS_UINT64},
         {"<f4", MERGUS_FP32},
         {"<f8", MERGUS_FP64},
         {"<c8", MERGUS_FC32},
         {"<c16", MERGUS_FC64}}};
    for (const auto& [name, code] : types)
        if (name == std::string_view(from, static_cast<std::size_t>(length)))
            return detail::builtin_type(code);
    return nullptr;
}

/// Whether the shape has one dimension, of elements one after the other.
bool is_list(Data& data, nb::handle shape, nb::handle strides) {
    if (!PyTuple_Check(shape.ptr()) || PyTuple_Size(shape.ptr()) != 1) return false;
    data.size = nb::cast<std::uint64_t>(nb::handle(PyTuple_GetItem(shape.ptr(), 0)));
    if (data.type == nullptr) return false;
    if (!strides.is_valid() || strides.is_none() || data.size <= 1) return true;
    return nb::cast<std::int64_t>(strides[0]) == static_cast<std::int64_t>(data.type->size);
}

/// \return whether it is such memory
bool read_cupy(Data& data, nb::handle array) {
    const nb::object memory = names().data.of(array);
    data.address = nb::cast<std::uintptr_t>(names().ptr.of(memory));
    data.device = nb::cast<std::int64_t>(names().device_id.of(memory));
    data.type = type_of_text(names().str.of(names().dtype.of(array)));
    return is_list(data, names().shape.of(array), names().strides.of(array));
}

bool read_interface(Data& data, nb::handle array) {
    const nb::object interface = names().interface.of(array);
    if (!PyDict_Check(interface.ptr())) return false;
    const nb::object mask = names().mask.in(interface), memory = names().data.in(interface);
    if ((mask.is_valid() && !mask.is_none()) || !memory.is_valid()) return false;
    const nb::object address = memory[0];
    data.address = address.is_none() ? 0 : nb::cast<std::uintptr_t>(address);
    const nb::object stream = names().stream.in(interface);
    data.stream = !stream.is_valid() ? default_stream // before version 3 of the protocol nothing is said
                  : stream.is_none() ? 0
                                     : nb::cast<std::uintptr_t>(stream);
    data.type = type_of_text(names().typestr.in(interface));
    return is_list(data, names().shape.in(interface), names().strides.in(interface));
}

std::uintptr_t stream_of_cupy() {
    const nb::object current = names().current.of(names().cuda.of(names().cupy.module()))();
    const auto found = nb::cast<std::uintptr_t>(names().ptr.of(current));
    return found == 0 ? default_stream : found;
}

bool is_index(const Data& data) {
    const int code = data.type->code;
    return code == MERGUS_INT32 || code == MERGUS_INT64 || code == MERGUS_UINT32 || code == MERGUS_UINT64;
}

/// The reference to the owners of arrays that the library uses, and whether it has come back.
struct Lease {
    PyObject* owners;
    std::shared_ptr<std::atomic<bool>> returned;
    static void give_back(void* self) {
        const std::unique_ptr<Lease> lease(static_cast<Lease*>(self));
        *lease->returned = true;
        release_reference(lease->owners);
    }
};

/// Whether a backend of a device uses all of the arrays as they are (_sharing.py).
bool suits_backend(const std::array<Data, 3>& arrays, std::uint64_t ncols) {
    constexpr std::uintptr_t alignment = 16;
    const bool wide = ncols >= std::uint64_t{1} << 32U;
    if (arrays[0].type->size != 8 || (arrays[1].type->size == 8) != wide) return false;
    std::int64_t device = -1;
    for (const Data& data : arrays) {
        if (data.size == 0) continue;
        if (data.address % alignment != 0 || data.device < 0 || (device >= 0 && data.device != device))
            return false;
        device = data.device;
    }
    return true;
}

/// \param copy of from_csr \param stream of the caller, or None: that of the arrays
nb::object import_device_csr(const ContextHandle& context, nb::handle indptr, nb::handle indices,
                             nb::handle values, std::uint64_t nrows, std::uint64_t ncols, nb::handle copy,
                             nb::handle stream, bool trusted, bool of_cupy) {
    if (context.get().backend() == "suitesparse") return nb::none();
    std::array<Data, 3> arrays{};
    const std::array<nb::handle, 3> owners{indptr, indices, values};
    std::uintptr_t order = 0;
    try {
        for (std::size_t k = 0; k < arrays.size(); ++k)
            if (!(of_cupy ? read_cupy(arrays[k], owners[k]) : read_interface(arrays[k], owners[k])))
                return nb::none();
        if (!stream.is_none())
            order = nb::cast<std::uintptr_t>(stream);
        else if (of_cupy)
            order = stream_of_cupy();
        else
            for (const Data& data : arrays)
                if (order == 0) order = data.stream;
    } catch (nb::python_error& error) {
        if (!error.matches(PyExc_AttributeError) && !error.matches(PyExc_TypeError)) throw;
        return nb::none();
    } catch (const nb::cast_error&) {
        return nb::none();
    }
    const auto& [row_ptr, cols, data] = arrays;
    if (!is_index(row_ptr) || !is_index(cols) || row_ptr.size != nrows + 1 || cols.size != data.size)
        return nb::none();
    const bool no_copy = copy.ptr() == Py_False;
    if (no_copy && !suits_backend(arrays, ncols)) return nb::none();
    // Only CUDA has a stream of that name; without a stream the backend waits for its copies.
    if (order == default_stream && context.get().backend() != "cuda") order = 0;

    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = data.type;
    csr.nrows = nrows;
    csr.ncols = ncols;
    csr.nvals = csr.capacity = data.size;
    csr.row_ptr = pointer(row_ptr.address);
    csr.pointer_bits = static_cast<std::int32_t>(8 * row_ptr.type->size);
    csr.cols = pointer(cols.address);
    csr.index_bits = static_cast<std::int32_t>(8 * cols.type->size);
    csr.values = pointer(data.address);
    csr.memory = MERGUS_MEMORY_DEVICE;
    csr.stream = pointer(order);
    csr.flags = trusted ? std::uint32_t{MERGUS_CSR_TRUSTED} : 0;
    const auto returned = std::make_shared<std::atomic<bool>>(false);
    std::unique_ptr<Lease> lease;
    if (copy.ptr() != Py_True) {
        lease =
            std::make_unique<Lease>(Lease{nb::make_tuple(indptr, indices, values).release().ptr(), returned});
        csr.release = &Lease::give_back;
        csr.release_arg = lease.get();
    }
    std::unique_ptr<Object> made;
    try {
        const nb::gil_scoped_release unlocked;
        made = std::make_unique<Object>(AnyMatrix::import_csr(context.get(), csr));
        (void)lease.release(); // given back by the matrix
    } catch (...) {
        if (lease != nullptr) Py_DECREF(lease->owners);
        throw;
    }
    if (no_copy && *returned)
        throw nb::value_error(
            "the arrays are on another device than the context: copy=False is not possible");
    return nb::cast(made.release(), nb::rv_policy::take_ownership);
}

} // namespace

void add_device_csr(nb::module_& module) {
    module.def("import_device_csr", &import_device_csr, nb::arg("context"), nb::arg("indptr").none(),
               nb::arg("indices").none(), nb::arg("values").none(), nb::arg("nrows"), nb::arg("ncols"),
               nb::arg("copy").none(), nb::arg("stream").none(), nb::arg("trusted"), nb::arg("of_cupy"));
}

} // namespace mergus::python
