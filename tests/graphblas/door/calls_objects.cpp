/// \file calls_objects.cpp
/// Reductions to a scalar, and the methods of objects: build, elements, resize, diagonals.
#include "call.hpp"

#include "conformance/execute.hpp"
#include "conformance/operations/data.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mergus::tests {

namespace {

using conformance::Extent;
using conformance::Instance;

/// \param typed with (function, elements), \param monoid and \param binary_op with a GrB_Scalar. A scalar of
/// an input without entries would be empty, so then the call is the typed one.
template <class Form, class Object, class Handle, class Monoid, class BinaryOp>
void reduce_to_scalar(Door& d, const Object& input, Handle A, Monoid monoid, BinaryOp binary_op) {
    reference::Value& result = d.call.result;
    const std::uint64_t way = input.nvals() == 0 ? 2 : d.choice.of(4);
    if (way > 1) {
        Form::with_array(result.type, result.data(), [&](auto reduce, auto* x) {
            return reduce(x, d.accum(), d.monoid(), A, d.descriptor());
        });
        return;
    }
    ScalarObject s;
    check(GrB_Scalar_new(s.put(), type_handle(result.type)));
    forms::GrB_Scalar_setElement_of::with_value(result.type, result.data(),
                                                [&](auto set, auto value) { return set(s, value); });
    if (way == 0)
        check(monoid(s, d.accum(), d.monoid(), A, d.descriptor()));
    else
        check(
            binary_op(s, d.accum(), binary_handle(d.call.algebra.monoid->op, d.function), A, d.descriptor()));
    forms::GrB_Scalar_extractElement::with_array(result.type, result.data(),
                                                 [&](auto get, auto* x) { return get(x, s); });
}

void reduce_scalar_call(Door& d) {
    const GrB_Matrix A = d.A();
    reduce_to_scalar<forms::GrB_Matrix_reduce>(d, *mergus_graphblas_matrix(A), A,
                                               &GrB_Matrix_reduce_Monoid_Scalar,
                                               &GrB_Matrix_reduce_BinaryOp_Scalar);
}
void vector_reduce_call(Door& d) {
    const GrB_Vector u = d.u();
    reduce_to_scalar<forms::GrB_Vector_reduce>(d, *mergus_graphblas_vector(u), u,
                                               &GrB_Vector_reduce_Monoid_Scalar,
                                               &GrB_Vector_reduce_BinaryOp_Scalar);
}

/// A list that is empty has a pointer too.
const GrB_Index* pointer(const std::vector<std::uint64_t>& list) {
    static const GrB_Index none = 0;
    return list.empty() ? &none : list.data();
}

void build_call(Door& d) {
    const Instance& given = d.call.instance;
    const mergus_type* type = operand_types(given.words, given.algebra).A;
    conformance::Packed values(type, given.tuple_values);
    forms::GrB_Matrix_build::with_array(type, values.data(), [&](auto build, auto* array) {
        return build(d.C(), pointer(given.tuple_rows), pointer(given.tuple_cols), array,
                     given.tuple_values.size(), d.binary());
    });
}
void vector_build_call(Door& d) {
    const Instance& given = d.call.instance;
    const mergus_type* type = operand_types(given.words, given.algebra).A;
    conformance::Packed values(type, given.tuple_values);
    forms::GrB_Vector_build::with_array(type, values.data(), [&](auto build, auto* array) {
        return build(d.w(), pointer(given.tuple_rows), array, given.tuple_values.size(), d.binary());
    });
}

/// Whether the element that `form` extracts is there.
template <class Form, class Get>
bool has_element(const mergus_type* type, Get get) {
    std::vector<std::max_align_t> value(16);
    bool present = false;
    Form::with_array(type, value.data(), [&](auto extract, auto* x) {
        const GrB_Info info = get(extract, x);
        present = info == GrB_SUCCESS;
        return info == GrB_NO_VALUE ? GrB_SUCCESS : info;
    });
    return present;
}

void elements_call(Door& d) {
    const Instance& given = d.call.instance;
    const auto &i = given.tuple_rows, &j = given.tuple_cols;
    const mergus_type* const type = d.call.C.type();
    const GrB_Matrix C = d.C();
    update_elements(
        given,
        [&](std::size_t e, const Scalar&) {
            d.with_scalar<forms::GrB_Matrix_setElement>(
                given.tuple_values[e], type, [&](auto set, auto x) { return set(C, x, i[e], j[e]); });
        },
        [&](std::size_t e) { check(GrB_Matrix_removeElement(C, i[e], j[e])); },
        [&](std::size_t e) {
            return has_element<forms::GrB_Matrix_extractElement>(
                type, [&](auto extract, auto* x) { return extract(x, C, i[e], j[e]); });
        });
}
void vector_elements_call(Door& d) {
    const Instance& given = d.call.instance;
    const auto& i = given.tuple_rows;
    const mergus_type* const type = d.call.w.type();
    const GrB_Vector w = d.w();
    update_elements(
        given,
        [&](std::size_t e, const Scalar&) {
            d.with_scalar<forms::GrB_Vector_setElement>(given.tuple_values[e], type,
                                                        [&](auto set, auto x) { return set(w, x, i[e]); });
        },
        [&](std::size_t e) { check(GrB_Vector_removeElement(w, i[e])); },
        [&](std::size_t e) {
            return has_element<forms::GrB_Vector_extractElement>(
                type, [&](auto extract, auto* x) { return extract(x, w, i[e]); });
        });
}

void resize_call(Door& d) {
    const Extent extent = conformance::resized(d.call.instance.layout.dimensions, false);
    check(GrB_Matrix_resize(d.C(), extent.nrows, extent.ncols));
}
void vector_resize_call(Door& d) {
    check(GrB_Vector_resize(d.w(), conformance::resized(d.call.instance.layout.dimensions, true).nrows));
}

/// GrB_Matrix_diag makes a new matrix, which is assigned.
void diag_call(Door& d) {
    Matrix D;
    check(GrB_Matrix_diag(D.put(), d.u(), conformance::diagonal_of(d.call.instance.layout.dimensions)));
    check(GrB_Matrix_assign(d.C(), d.M(), d.accum(), D, GrB_ALL, 0, GrB_ALL, 0, d.descriptor()));
}
void extract_diag_call(Door& d) {
    const std::int64_t k = conformance::diagonal_of(d.call.instance.layout.dimensions);
    const GrB_Type type = type_handle(d.call.A.type());
    Vector diagonal;
    check(GrB_Vector_new(diagonal.put(), type, d.call.w.size()));
    check(GxB_Vector_diag(diagonal, d.A(), k, nullptr));
    check(GrB_Vector_assign(d.w(), d.m(), d.accum(), diagonal, GrB_ALL, 0, d.descriptor()));
}

} // namespace

void add_object_calls(DoorCalls& calls) {
    calls["reduce_scalar"] = reduce_scalar_call;
    calls["vector_reduce"] = vector_reduce_call;
    calls["build"] = build_call;
    calls["vector_build"] = vector_build_call;
    calls["elements"] = elements_call;
    calls["vector_elements"] = vector_elements_call;
    calls["resize"] = resize_call;
    calls["vector_resize"] = vector_resize_call;
    calls["diag"] = diag_call;
    calls["extract_diag"] = extract_diag_call;
}

} // namespace mergus::tests
