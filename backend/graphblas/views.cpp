/// \file views.cpp
/// Conversions between kinds of objects. Those of vectors and matrices stay on their device.
#include "views.hpp"

#include "scalar.hpp"

namespace mergus::grb {

namespace {

/// The object behind a handle of another kind, or null.
template <class T, class Handle>
T* as(Handle handle) noexcept {
    return handle->mark == Object::alive(T::kind) ? reinterpret_cast<T*>(handle) : nullptr;
}

AnyVector vector_of(const mergus_grb_scalar& s) {
    AnyVector made(context(), s.type, 1);
    if (s.present) made.set_element(0, s.value());
    return made;
}

void set(mergus_grb_scalar& s, const AnyVector& from) {
    s.present = from.extract_element(0, s.bytes.data(), s.type);
}

AnyMatrix matrix_of(const AnyVector& u) {
    AnyMatrix made(u.context(), u.type(), u.size(), 1);
    assign(made, no_mask, no_accum, u, all, Natural(0));
    return made;
}

AnyVector vector_of(const AnyMatrix& A, std::string_view argument) {
    if (A.ncols() != 1)
        fail(GrB_INVALID_OBJECT,
             std::string(argument) + " is a matrix of more than one column, not a vector");
    AnyVector made(A.context(), A.type(), A.nrows());
    extract(made, no_mask, no_accum, A, all, Natural(0));
    return made;
}

} // namespace

std::optional<AnyVector> converted(GrB_Vector handle, std::string_view argument) {
    if (const auto* const s = as<mergus_grb_scalar>(handle)) return vector_of(*s);
    if (const auto* const A = as<mergus_grb_matrix>(handle)) return vector_of(A->value, argument);
    return {};
}

std::optional<AnyMatrix> converted(GrB_Matrix handle, std::string_view) {
    if (const auto* const s = as<mergus_grb_scalar>(handle)) return matrix_of(vector_of(*s));
    if (const auto* const u = as<mergus_grb_vector>(handle)) return matrix_of(u->value);
    return {};
}

void convert_back(GrB_Vector handle, AnyVector&& entries) {
    if (auto* const s = as<mergus_grb_scalar>(handle)) set(*s, entries);
    if (auto* const A = as<mergus_grb_matrix>(handle)) A->value = matrix_of(entries);
}

void convert_back(GrB_Matrix handle, AnyMatrix&& entries) {
    if (auto* const s = as<mergus_grb_scalar>(handle)) set(*s, vector_of(entries, "the output"));
    if (auto* const u = as<mergus_grb_vector>(handle)) u->value = vector_of(entries, "the output");
}

} // namespace mergus::grb
