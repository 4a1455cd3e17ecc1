/// \file arrays.cpp
/// Arrays of NumPy and of devices as matrices and vectors, and back, with and without a copy.
///
/// Invariant: an array that the library uses without a copy is kept alive by a reference to its Python owner,
/// which the library gives back by the release function; an array that Python uses without a copy keeps the
/// library's owner alive.
#include "core.hpp"

#include <nanobind/ndarray.h>

namespace mergus::python {

namespace {

/// The arrays that a matrix or vector has given up.
class Released {
public:
    explicit Released(CsrArrays&& arrays) : csr_(std::move(arrays)) {}
    explicit Released(std::shared_ptr<CsrArrays> arrays) : csr_(std::move(arrays)) {}
    explicit Released(VectorArrays&& arrays) : vector_(std::move(arrays)) {}
    [[nodiscard]] const mergus_csr& csr() const { return csr_.get("the arrays")->csr(); }
    [[nodiscard]] const mergus_vector_arrays& vector() const { return vector_.get("the arrays")->arrays(); }

private:
    Owned<CsrArrays> csr_;
    Owned<VectorArrays> vector_;
};

/// Hands `owner` over with the arrays, unless it is None: then they are copied.
template <class Arrays>
void lend(Arrays& arrays, nb::handle owner) {
    if (owner.is_none()) return;
    Py_INCREF(owner.ptr());
    arrays.release = &release_reference;
    arrays.release_arg = owner.ptr();
}

/// Imports; after an error the reference that lend() made is given back.
template <class Arrays, class Import>
Object* import(Arrays& arrays, nb::handle owner, const Import& function) {
    lend(arrays, owner);
    try {
        const nb::gil_scoped_release unlocked;
        return new Object(function());
    } catch (...) {
        if (arrays.release != nullptr) Py_DECREF(owner.ptr());
        throw;
    }
}

Object* import_csr(const ContextHandle& context, const mergus_type& type,
                   const std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>& shape,
                   const std::tuple<std::uintptr_t, int>& row_ptr,
                   const std::tuple<std::uintptr_t, int>& cols, std::uintptr_t values, bool iso,
                   bool on_device, std::uintptr_t stream, bool trusted, nb::handle owner) {
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = &type;
    std::tie(csr.nrows, csr.ncols, csr.nvals) = shape;
    csr.row_ptr = pointer(std::get<0>(row_ptr));
    csr.pointer_bits = std::get<1>(row_ptr);
    csr.cols = pointer(std::get<0>(cols));
    csr.index_bits = std::get<1>(cols);
    csr.values = pointer(values);
    csr.iso = iso ? 1 : 0;
    csr.capacity = csr.nvals;
    csr.memory = on_device ? MERGUS_MEMORY_DEVICE : MERGUS_MEMORY_HOST;
    csr.stream = pointer(stream);
    csr.flags = trusted ? std::uint32_t{MERGUS_CSR_TRUSTED} : 0;
    return import(csr, owner, [&] { return AnyMatrix::import_csr(context.get(), csr); });
}

void export_csr(const Object& A, const std::tuple<std::uintptr_t, int>& row_ptr,
                const std::tuple<std::uintptr_t, int>& cols, std::uintptr_t values, std::uint64_t capacity,
                bool on_device, std::uintptr_t stream) {
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = A.matrix().type();
    csr.row_ptr = pointer(std::get<0>(row_ptr));
    csr.pointer_bits = std::get<1>(row_ptr);
    csr.cols = pointer(std::get<0>(cols));
    csr.index_bits = std::get<1>(cols);
    csr.values = pointer(values);
    csr.capacity = capacity;
    csr.memory = on_device ? MERGUS_MEMORY_DEVICE : MERGUS_MEMORY_HOST;
    csr.stream = pointer(stream);
    const nb::gil_scoped_release unlocked;
    A.matrix().export_csr(csr);
}

Object* import_vector(const ContextHandle& context, const mergus_type& type, std::uint64_t size,
                      std::uint64_t nvals, int format, const std::tuple<std::uintptr_t, int>& indices,
                      std::uintptr_t present, std::uintptr_t values, bool iso, bool on_device,
                      std::uintptr_t stream, nb::handle owner) {
    mergus_vector_arrays arrays{};
    arrays.struct_size = sizeof arrays;
    arrays.type = &type;
    arrays.size = size;
    arrays.nvals = arrays.capacity = nvals;
    arrays.format = format;
    arrays.indices = pointer(std::get<0>(indices));
    arrays.index_bits = std::get<1>(indices);
    arrays.present = pointer<std::uint8_t>(present);
    arrays.values = pointer(values);
    arrays.iso = iso ? 1 : 0;
    arrays.memory = on_device ? MERGUS_MEMORY_DEVICE : MERGUS_MEMORY_HOST;
    arrays.stream = pointer(stream);
    return import(arrays, owner, [&] { return AnyVector::import_arrays(context.get(), arrays); });
}

void export_vector(const Object& u, int format, const std::tuple<std::uintptr_t, int>& indices,
                   std::uintptr_t present, std::uintptr_t values, std::uint64_t capacity, bool on_device,
                   std::uintptr_t stream) {
    mergus_vector_arrays arrays{};
    arrays.struct_size = sizeof arrays;
    arrays.type = u.vector().type();
    arrays.format = format;
    arrays.indices = pointer(std::get<0>(indices));
    arrays.index_bits = std::get<1>(indices);
    arrays.present = pointer<std::uint8_t>(present);
    arrays.values = pointer(values);
    arrays.capacity = capacity;
    arrays.memory = on_device ? MERGUS_MEMORY_DEVICE : MERGUS_MEMORY_HOST;
    arrays.stream = pointer(stream);
    const nb::gil_scoped_release unlocked;
    u.vector().export_arrays(arrays);
}

std::uintptr_t address(const void* memory) {
    return reinterpret_cast<std::uintptr_t>(memory);
}

/// The members as a dict, and the owner of the memory as "owner".
nb::dict members_of(std::unique_ptr<Released> released) {
    const mergus_csr& csr = released->csr();
    nb::dict members;
    members["nvals"] = csr.nvals;
    members["row_ptr"] = address(csr.row_ptr);
    members["pointer_bits"] = csr.pointer_bits;
    members["cols"] = address(csr.cols);
    members["index_bits"] = csr.index_bits;
    members["values"] = address(csr.values);
    members["iso"] = csr.iso != 0;
    members["on_device"] = csr.memory == MERGUS_MEMORY_DEVICE;
    members["owner"] = nb::cast(released.release(), nb::rv_policy::take_ownership);
    return members;
}

nb::dict release_csr(const Object& A) {
    (void)A.output();
    std::unique_ptr<Released> released;
    {
        const nb::gil_scoped_release unlocked;
        released = std::make_unique<Released>(A.matrix().release_csr());
    }
    return members_of(std::move(released));
}

bool same_arrays(const mergus_csr& a, const mergus_csr& b) {
    return a.row_ptr == b.row_ptr && a.cols == b.cols && a.values == b.values && a.nvals == b.nvals;
}

/// The arrays of a matrix that keeps them: they leave it and are lent to it, so that it never changes them.
nb::dict view_csr(const Object& A) {
    using Shared = std::shared_ptr<CsrArrays>;
    (void)A.output();
    AnyMatrix& matrix = A.matrix();
    std::unique_ptr<Released> released;
    {
        const nb::gil_scoped_release unlocked;
        const Context context = matrix.context();
        auto lender = std::make_unique<Shared>(std::make_shared<CsrArrays>(matrix.release_csr()));
        // Arrays that an earlier view has lent come back from the matrix: their first owner lends them again,
        // so that owners form no chain.
        if (Shared earlier = A.viewed().lock();
            earlier != nullptr && same_arrays(earlier->csr(), (*lender)->csr()))
            *lender = std::move(earlier);
        A.viewed() = *lender;
        released = std::make_unique<Released>(*lender);
        mergus_csr csr = (*lender)->csr();
        csr.release = [](void* arg) { delete static_cast<Shared*>(arg); };
        csr.release_arg = lender.get();
        csr.flags = MERGUS_CSR_TRUSTED;
        matrix = AnyMatrix::import_csr(context, csr);
        (void)lender.release();
    }
    return members_of(std::move(released));
}

nb::dict release_vector(const Object& u, int format) {
    (void)u.output();
    std::unique_ptr<Released> released;
    {
        const nb::gil_scoped_release unlocked;
        released = std::make_unique<Released>(u.vector().release_arrays(format));
    }
    const mergus_vector_arrays& arrays = released->vector();
    nb::dict members;
    members["nvals"] = arrays.nvals;
    members["format"] = arrays.format;
    members["indices"] = address(arrays.indices);
    members["index_bits"] = arrays.index_bits;
    members["present"] = address(arrays.present);
    members["values"] = address(arrays.values);
    members["iso"] = arrays.iso != 0;
    members["on_device"] = arrays.memory == MERGUS_MEMORY_DEVICE;
    members["owner"] = nb::cast(released.release(), nb::rv_policy::take_ownership);
    return members;
}

/// One-dimensional memory as an object with DLPack (nanobind's), which keeps `owner` alive.
nb::object as_dlpack(std::uintptr_t data, std::uint64_t count, int code, int bits, nb::handle owner,
                     int device_type, int device_id) {
    const std::size_t shape[1] = {static_cast<std::size_t>(count)};
    const nb::dlpack::dtype dtype{static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(bits), 1};
    return nb::cast(nb::ndarray<>(pointer(data), 1, shape, owner, nullptr, dtype, device_type, device_id),
                    nb::rv_policy::reference);
}

/// What DLPack says of an array. The result holds the array ("owner") and so its memory.
nb::dict from_dlpack(nb::ndarray<nb::ro> array) {
    nb::dict members;
    members["data"] = address(array.data());
    nb::list shape, strides;
    for (std::size_t n = 0; n < array.ndim(); ++n) {
        shape.append(array.shape(n));
        strides.append(array.stride(n));
    }
    members["shape"] = shape;
    members["strides"] = strides;
    members["code"] = static_cast<int>(array.dtype().code);
    members["bits"] = static_cast<int>(array.dtype().bits);
    members["device_type"] = array.device_type();
    members["device_id"] = array.device_id();
    members["owner"] = nb::cast(std::move(array), nb::rv_policy::reference);
    return members;
}

} // namespace

void add_arrays(nb::module_& module) {
    nb::class_<Released>(module, "Released");
    module.def("import_csr", &import_csr, nb::arg("context"), nb::arg("type"), nb::arg("shape"),
               nb::arg("row_ptr"), nb::arg("cols"), nb::arg("values"), nb::arg("iso"), nb::arg("on_device"),
               nb::arg("stream"), nb::arg("trusted"), nb::arg("owner").none(), nb::rv_policy::take_ownership);
    module.def("export_csr", &export_csr);
    module.def("import_vector", &import_vector, nb::arg("context"), nb::arg("type"), nb::arg("size"),
               nb::arg("nvals"), nb::arg("format"), nb::arg("indices"), nb::arg("present"), nb::arg("values"),
               nb::arg("iso"), nb::arg("on_device"), nb::arg("stream"), nb::arg("owner").none(),
               nb::rv_policy::take_ownership);
    module.def("export_vector", &export_vector);
    module.def("release_csr", &release_csr);
    module.def("view_csr", &view_csr);
    module.def("release_vector", &release_vector);
    module.def("as_dlpack", &as_dlpack);
    module.def("from_dlpack", &from_dlpack);
}

} // namespace mergus::python
