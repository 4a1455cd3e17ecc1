/// \file every_call.hpp
/// A valid call of every function. every_call(visit) calls visit(fixture, expected code, function,
/// arguments…).
#pragma once

#include "fixture.hpp"

#include <cstdint>
#include <type_traits>

namespace mergus::tests {

/// A function with its name.
template <class... A>
struct Function {
    const char* name;
    GrB_Info (*call)(A...);
};
template <class... A>
Function(const char*, GrB_Info (*)(A...)) -> Function<A...>;
#define MERGUS_F(name)                                                                                       \
    ::mergus::tests::Function {                                                                              \
#name, &name                                                                                         \
    }

namespace detail {

/// The functions that set, get, make and change objects.
template <class Visit>
void method_calls(const Visit& visit) {
    Fixture f(1.0);
    GrB_Type new_type = nullptr;
    GrB_UnaryOp new_unary = nullptr;
    GrB_BinaryOp new_binary = nullptr;
    GrB_IndexUnaryOp new_index = nullptr;
    GrB_Semiring new_semiring = nullptr;
    GrB_Descriptor new_descriptor = nullptr;
    GrB_Scalar new_scalar = nullptr;
    GrB_Vector new_vector = nullptr;
    GrB_Matrix new_matrix = nullptr;
    GrB_Index number = 0;
    DescriptorObject descriptor;
    OK(GrB_Descriptor_new(descriptor.put()));
    unsigned version = 0, subversion = 0;
    constexpr auto unary = +[](void*, const void*) {};
    constexpr auto binary = +[](void*, const void*, const void*) {};
    constexpr auto index = +[](void*, const void*, GrB_Index, GrB_Index, const void*) {};
    const auto ok = GrB_SUCCESS;
    visit(f, ok, MERGUS_F(GrB_getVersion), &version, &subversion);
    visit(f, ok, MERGUS_F(GrB_Type_new), &new_type, sizeof(Pair));
    visit(f, ok, MERGUS_F(GrB_UnaryOp_new), &new_unary, unary, GrB_FP64, GrB_FP64);
    visit(f, ok, MERGUS_F(GrB_BinaryOp_new), &new_binary, binary, GrB_FP64, GrB_FP64, GrB_FP64);
    visit(f, ok, MERGUS_F(GrB_IndexUnaryOp_new), &new_index, index, GrB_FP64, GrB_FP64, GrB_FP64);
    visit(f, ok, MERGUS_F(GxB_Type_new), &new_type, sizeof(Pair), nullptr, nullptr);
    visit(f, ok, MERGUS_F(GxB_UnaryOp_new), &new_unary, unary, GrB_FP64, GrB_FP64, nullptr, nullptr);
    visit(f, ok, MERGUS_F(GxB_BinaryOp_new), &new_binary, binary, GrB_FP64, GrB_FP64, GrB_FP64, nullptr,
          nullptr);
    visit(f, ok, MERGUS_F(GxB_IndexUnaryOp_new), &new_index, index, GrB_FP64, GrB_FP64, GrB_FP64, nullptr,
          nullptr);
    visit(f, ok, MERGUS_F(GrB_Semiring_new), &new_semiring, f.monoid, GrB_TIMES_FP64);
    visit(f, ok, MERGUS_F(GrB_Descriptor_new), &new_descriptor);
    visit(f, ok, MERGUS_F(GrB_Descriptor_set), descriptor, GrB_OUTP, GrB_REPLACE);
    visit(f, ok, MERGUS_F(GrB_Scalar_new), &new_scalar, GrB_FP64);
    visit(f, ok, MERGUS_F(GrB_Scalar_dup), &new_scalar, f.s);
    visit(f, ok, MERGUS_F(GrB_Scalar_nvals), &number, f.s);
    visit(f, ok, MERGUS_F(GrB_Scalar_clear), f.s);
    visit(f, ok, MERGUS_F(GrB_Vector_new), &new_vector, GrB_FP64, 3);
    visit(f, ok, MERGUS_F(GrB_Vector_dup), &new_vector, f.u);
    visit(f, ok, MERGUS_F(GrB_Vector_size), &number, f.u);
    visit(f, ok, MERGUS_F(GrB_Vector_nvals), &number, f.u);
    visit(f, ok, MERGUS_F(GrB_Vector_resize), f.u, 4);
    visit(f, ok, MERGUS_F(GrB_Vector_removeElement), f.u, 0);
    visit(f, ok, MERGUS_F(GrB_Vector_extractElement_Scalar), f.s, f.u, 0);
    visit(f, ok, MERGUS_F(GrB_Vector_clear), f.u);
    visit(f, ok, MERGUS_F(GrB_Matrix_new), &new_matrix, GrB_FP64, 3, 3);
    visit(f, ok, MERGUS_F(GrB_Matrix_dup), &new_matrix, f.A);
    visit(f, ok, MERGUS_F(GrB_Matrix_diag), &new_matrix, f.w, std::int64_t{1});
    visit(f, ok, MERGUS_F(GrB_Matrix_nrows), &number, f.A);
    visit(f, ok, MERGUS_F(GrB_Matrix_ncols), &number, f.A);
    visit(f, ok, MERGUS_F(GrB_Matrix_nvals), &number, f.A);
    visit(f, ok, MERGUS_F(GrB_Matrix_resize), f.A, 4, 4);
    visit(f, ok, MERGUS_F(GrB_Matrix_removeElement), f.A, 0, 0);
    visit(f, ok, MERGUS_F(GrB_Matrix_extractElement_Scalar), f.s, f.A, 0, 0);
    visit(f, ok, MERGUS_F(GrB_Matrix_clear), f.A);
}

template <class Visit>
void exchange_calls(const Visit& visit) {
    Fixture f(1.0);
    GrB_Matrix new_matrix = nullptr;
    GrB_Index a = 0, b = 0, c = 0;
    GrB_Format hint = GrB_CSR_FORMAT;
    std::array<unsigned char, 1024> data{};
    GrB_Index size = data.size();
    const auto ok = GrB_SUCCESS;
    visit(f, ok, MERGUS_F(GrB_Matrix_exportSize), &a, &b, &c, GrB_CSR_FORMAT, f.A);
    visit(f, ok, MERGUS_F(GrB_Matrix_exportHint), &hint, f.A);
    visit(f, ok, MERGUS_F(GrB_Matrix_serializeSize), &a, f.A);
    visit(f, ok, MERGUS_F(GrB_Matrix_serialize), data.data(), &size, f.A);
    size = data.size();
    OK(GrB_Matrix_serialize(data.data(), &size, f.A));
    visit(f, ok, MERGUS_F(GrB_Matrix_deserialize), &new_matrix, GrB_FP64, data.data(), size);
}

template <class Visit>
void operation_calls(const Visit& visit) {
    Fixture f(1.0);
    const auto ok = GrB_SUCCESS;
    const GrB_BinaryOp none = nullptr;
    const GrB_Matrix no_matrix = nullptr;
    const GrB_Vector no_vector = nullptr;
    const GrB_Descriptor plain = nullptr;
    const GrB_Index *const rows = three.data(), *const cols = three.data();
    const auto to_matrix = [&](auto function, auto... arguments) {
        visit(f, ok, function, f.C, no_matrix, none, arguments..., plain);
    };
    const auto to_vector = [&](auto function, auto... arguments) {
        visit(f, ok, function, f.w, no_vector, none, arguments..., plain);
    };
    const GrB_Matrix A = f.A;
    const GrB_Vector u = f.u;
    const GrB_Semiring semiring = f.semiring;
    const GrB_Monoid monoid = f.monoid;
    to_matrix(MERGUS_F(GrB_mxm), semiring, A, A);
    to_vector(MERGUS_F(GrB_vxm), semiring, u, A);
    to_vector(MERGUS_F(GrB_mxv), semiring, A, u);
#define MERGUS_EWISE_CALLS(Kind, op)                                                                         \
    to_vector(MERGUS_F(GrB_Vector_eWiseMult_##Kind), op, u, u);                                              \
    to_matrix(MERGUS_F(GrB_Matrix_eWiseMult_##Kind), op, A, A);                                              \
    to_vector(MERGUS_F(GrB_Vector_eWiseAdd_##Kind), op, u, u);                                               \
    to_matrix(MERGUS_F(GrB_Matrix_eWiseAdd_##Kind), op, A, A);                                               \
    visit(f, ok, MERGUS_F(GrB_Matrix_kronecker_##Kind), f.C9, no_matrix, none, op, A, A, plain);
    MERGUS_EWISE_CALLS(Semiring, semiring)
    MERGUS_EWISE_CALLS(Monoid, monoid)
    MERGUS_EWISE_CALLS(BinaryOp, GrB_PLUS_FP64)
#undef MERGUS_EWISE_CALLS
    to_vector(MERGUS_F(GrB_Vector_extract), u, rows, 3);
    to_matrix(MERGUS_F(GrB_Matrix_extract), A, rows, 3, cols, 3);
    to_vector(MERGUS_F(GrB_Col_extract), A, rows, 3, 1);
    to_vector(MERGUS_F(GrB_Vector_assign), u, rows, 3);
    to_matrix(MERGUS_F(GrB_Matrix_assign), A, rows, 3, cols, 3);
    visit(f, ok, MERGUS_F(GrB_Col_assign), f.C, no_vector, none, u, rows, 3, 1, plain);
    visit(f, ok, MERGUS_F(GrB_Row_assign), f.C, no_vector, none, u, 1, cols, 3, plain);
    to_vector(MERGUS_F(GrB_Vector_apply), GrB_AINV_FP64, u);
    to_matrix(MERGUS_F(GrB_Matrix_apply), GrB_AINV_FP64, A);
    to_vector(MERGUS_F(GrB_Matrix_reduce_Monoid), monoid, A);
    to_vector(MERGUS_F(GrB_Matrix_reduce_BinaryOp), GrB_PLUS_FP64, A);
    visit(f, ok, MERGUS_F(GrB_Vector_reduce_Monoid_Scalar), f.s, none, monoid, u, plain);
    visit(f, ok, MERGUS_F(GrB_Vector_reduce_BinaryOp_Scalar), f.s, none, GrB_PLUS_FP64, u, plain);
    visit(f, ok, MERGUS_F(GrB_Matrix_reduce_Monoid_Scalar), f.s, none, monoid, A, plain);
    visit(f, ok, MERGUS_F(GrB_Matrix_reduce_BinaryOp_Scalar), f.s, none, GrB_PLUS_FP64, A, plain);
    to_matrix(MERGUS_F(GrB_transpose), A);
}

/// The functions of one type S that build, import, extract, export and reduce.
#define MERGUS_ARRAY_CALLS(F, P, S, V, E)                                                                    \
    template <class Visit>                                                                                   \
    void array_calls_##S(const Visit& visit) {                                                               \
        const auto value = OperatorsOf<V>::value();                                                          \
        Fixture f(value);                                                                                    \
        const auto ok = GrB_SUCCESS;                                                                         \
        E* const room = reinterpret_cast<E*>(f.values.data());                                               \
        const E* const values = room;                                                                        \
        std::array<GrB_Index, 4> rows{}, cols{};                                                             \
        GrB_Index four = 4, other_four = 4, another_four = 4;                                                \
        GrB_Monoid new_monoid = nullptr;                                                                     \
        GrB_Matrix new_matrix = nullptr;                                                                     \
        visit(f, ok, MERGUS_F(GrB_Monoid_new_##S), &new_monoid, f.op, value);                                \
        visit(f, ok, MERGUS_F(GrB_Scalar_extractElement_##S), room, f.s);                                    \
        visit(f, ok, MERGUS_F(GrB_Scalar_setElement_##S), f.s, value);                                       \
        visit(f, ok, MERGUS_F(GrB_Vector_build_##S), f.blank_w, three.data(), values, 3, nullptr);           \
        visit(f, ok, MERGUS_F(GrB_Vector_extractElement_##S), room, f.u, 0);                                 \
        visit(f, ok, MERGUS_F(GrB_Vector_extractTuples_##S), rows.data(), room, &four, f.u);                 \
        visit(f, ok, MERGUS_F(GrB_Vector_reduce_##S), room, nullptr, f.monoid, f.u, nullptr);                \
        visit(f, ok, MERGUS_F(GrB_Matrix_build_##S), f.blank, three.data(), three.data(), values, 3,         \
              nullptr);                                                                                      \
        visit(f, ok, MERGUS_F(GrB_Matrix_extractElement_##S), room, f.A, 0, 0);                              \
        four = 4;                                                                                            \
        visit(f, ok, MERGUS_F(GrB_Matrix_extractTuples_##S), rows.data(), cols.data(), room, &four, f.A);    \
        visit(f, ok, MERGUS_F(GrB_Matrix_reduce_##S), room, nullptr, f.monoid, f.A, nullptr);                \
        visit(f, ok, MERGUS_F(GrB_Matrix_import_##S), &new_matrix, f.type, 3, 3, pointers.data(),            \
              three.data(), values, 4, 3, 3, GrB_CSR_FORMAT);                                                \
        four = 4;                                                                                            \
        visit(f, ok, MERGUS_F(GrB_Matrix_export_##S), rows.data(), cols.data(), room, &four, &other_four,    \
              &another_four, GrB_CSR_FORMAT, f.A);                                                           \
    }
GB_FOR_VALUES(MERGUS_ARRAY_CALLS, )
#undef MERGUS_ARRAY_CALLS

/// The functions of one type S that take a value.
#define MERGUS_VALUE_CALLS(F, P, S, V, E)                                                                    \
    template <class Visit>                                                                                   \
    void value_calls_##S(const Visit& visit) {                                                               \
        constexpr bool of_scalar = std::is_same_v<V, GrB_Scalar>;                                            \
        using Plain = std::conditional_t<of_scalar, double, V>;                                              \
        Fixture f(OperatorsOf<Plain>::value());                                                              \
        const auto ok = GrB_SUCCESS;                                                                         \
        V x{};                                                                                               \
        if constexpr (of_scalar)                                                                             \
            x = f.s;                                                                                         \
        else                                                                                                 \
            x = OperatorsOf<Plain>::value();                                                                 \
        const GrB_Index* const list = three.data();                                                          \
        const auto to_matrix = [&](auto function, auto... arguments) {                                       \
            visit(f, ok, function, f.C, nullptr, nullptr, arguments..., nullptr);                            \
        };                                                                                                   \
        const auto to_vector = [&](auto function, auto... arguments) {                                       \
            visit(f, ok, function, f.w, nullptr, nullptr, arguments..., nullptr);                            \
        };                                                                                                   \
        const GrB_Matrix A = f.A;                                                                            \
        const GrB_Vector u = f.u;                                                                            \
        const GrB_BinaryOp op = f.op;                                                                        \
        const GrB_IndexUnaryOp index = f.index;                                                              \
        to_vector(MERGUS_F(GrB_Vector_apply_BinaryOp1st_##S), op, x, u);                                     \
        to_vector(MERGUS_F(GrB_Vector_apply_BinaryOp2nd_##S), op, u, x);                                     \
        to_matrix(MERGUS_F(GrB_Matrix_apply_BinaryOp1st_##S), op, x, A);                                     \
        to_matrix(MERGUS_F(GrB_Matrix_apply_BinaryOp2nd_##S), op, A, x);                                     \
        to_vector(MERGUS_F(GrB_Vector_select_##S), index, u, x);                                             \
        to_matrix(MERGUS_F(GrB_Matrix_select_##S), index, A, x);                                             \
        to_vector(MERGUS_F(GrB_Vector_assign_##S), x, list, 3);                                              \
        to_matrix(MERGUS_F(GrB_Matrix_assign_##S), x, list, 3, list, 3);                                     \
        visit(f, ok, MERGUS_F(GrB_Vector_setElement_##S), f.w, x, 2);                                        \
        visit(f, ok, MERGUS_F(GrB_Matrix_setElement_##S), f.C, x, 2, 2);                                     \
        Matrix truth;                                                                                        \
        Vector truth_w;                                                                                      \
        OK(GrB_Matrix_new(truth.put(), GrB_BOOL, 3, 3));                                                     \
        OK(GrB_Vector_new(truth_w.put(), GrB_BOOL, 3));                                                      \
        visit(f, ok, MERGUS_F(GrB_Vector_apply_IndexOp_##S), truth_w, nullptr, nullptr, index, u, x,         \
              nullptr);                                                                                      \
        visit(f, ok, MERGUS_F(GrB_Matrix_apply_IndexOp_##S), truth, nullptr, nullptr, index, A, x, nullptr); \
    }
GB_FOR_SCALARS(MERGUS_VALUE_CALLS, )
#undef MERGUS_VALUE_CALLS

/// The functions that every kind of object has. `number` is a field with a number.
#define MERGUS_OBJECT_CALLS(Kind, make, number, set_number)                                                  \
    {                                                                                                        \
        GrB_##Kind object = nullptr;                                                                         \
        OK(make);                                                                                            \
        const auto no = GrB_INVALID_VALUE;                                                                   \
        const auto set = (set_number) ? GrB_SUCCESS : no;                                                    \
        visit(f, ok, MERGUS_F(GrB_##Kind##_wait), object, GrB_MATERIALIZE);                                  \
        visit(f, ok, MERGUS_F(GrB_##Kind##_error), &message, object);                                        \
        visit(f, ok, MERGUS_F(GrB_##Kind##_get_Scalar), object, f.s, number);                                \
        visit(f, ok, MERGUS_F(GrB_##Kind##_get_String), object, text.data(), GrB_NAME);                      \
        visit(f, ok, MERGUS_F(GrB_##Kind##_get_INT32), object, &int32, number);                              \
        visit(f, ok, MERGUS_F(GrB_##Kind##_get_SIZE), object, &size, GrB_NAME);                              \
        visit(f, no, MERGUS_F(GrB_##Kind##_get_VOID), object, text.data(), GrB_NAME);                        \
        visit(f, set, MERGUS_F(GrB_##Kind##_set_Scalar), object, zero, (set_number) ? (number) : GrB_NAME);  \
        visit(f, ok, MERGUS_F(GrB_##Kind##_set_String), object, "a name", GrB_NAME);                         \
        visit(f, set, MERGUS_F(GrB_##Kind##_set_INT32), object, 0, (set_number) ? (number) : GrB_NAME);      \
        visit(f, no, MERGUS_F(GrB_##Kind##_set_VOID), object, text.data(), GrB_NAME, 8);                     \
        visit(f, ok, MERGUS_F(GrB_##Kind##_free), &object);                                                  \
        OK(GrB_##Kind##_free(&object));                                                                      \
    }

template <class Visit>
void accessor_calls(const Visit& visit) {
    Fixture f(1.0);
    const auto ok = GrB_SUCCESS, no = GrB_INVALID_VALUE;
    const char* message = nullptr;
    std::array<char, 256> text{};
    std::int32_t int32 = 0;
    std::size_t size = 0;
    ScalarObject zero;
    OK(GrB_Scalar_new(zero.put(), GrB_INT32));
    OK(GrB_Scalar_setElement_INT32(zero, 0));
    constexpr auto hint = GrB_STORAGE_ORIENTATION_HINT;
    MERGUS_OBJECT_CALLS(Type, GrB_Type_new(&object, 8), GrB_EL_TYPE_CODE, false)
    MERGUS_OBJECT_CALLS(UnaryOp, GrB_UnaryOp_new(&object, &negate_pair, GrB_FP64, GrB_FP64),
                        GrB_OUTP_TYPE_CODE, false)
    MERGUS_OBJECT_CALLS(BinaryOp, GrB_BinaryOp_new(&object, &add_pairs, GrB_FP64, GrB_FP64, GrB_FP64),
                        GrB_OUTP_TYPE_CODE, false)
    MERGUS_OBJECT_CALLS(IndexUnaryOp,
                        GrB_IndexUnaryOp_new(&object, &greater_pair, GrB_BOOL, GrB_FP64, GrB_FP64),
                        GrB_OUTP_TYPE_CODE, false)
    MERGUS_OBJECT_CALLS(Monoid, GrB_Monoid_new_FP64(&object, GrB_PLUS_FP64, 0), GrB_OUTP_TYPE_CODE, false)
    MERGUS_OBJECT_CALLS(Semiring, GrB_Semiring_new(&object, f.monoid, GrB_TIMES_FP64), GrB_OUTP_TYPE_CODE,
                        false)
    MERGUS_OBJECT_CALLS(Descriptor, GrB_Descriptor_new(&object), GrB_OUTP_FIELD, true)
    MERGUS_OBJECT_CALLS(Scalar, GrB_Scalar_new(&object, GrB_FP64), hint, true)
    MERGUS_OBJECT_CALLS(Vector, GrB_Vector_new(&object, GrB_FP64, 3), hint, true)
    MERGUS_OBJECT_CALLS(Matrix, GrB_Matrix_new(&object, GrB_FP64, 3, 3), hint, true)

    visit(f, ok, MERGUS_F(GrB_Global_get_Scalar), GrB_GLOBAL, f.s, GrB_API_VER_MAJOR);
    visit(f, ok, MERGUS_F(GrB_Global_get_String), GrB_GLOBAL, text.data(), GrB_NAME);
    visit(f, ok, MERGUS_F(GrB_Global_get_INT32), GrB_GLOBAL, &int32, GrB_API_VER_MAJOR);
    visit(f, ok, MERGUS_F(GrB_Global_get_SIZE), GrB_GLOBAL, &size, GrB_NAME);
    visit(f, no, MERGUS_F(GrB_Global_get_VOID), GrB_GLOBAL, text.data(), GrB_NAME);
    visit(f, ok, MERGUS_F(GrB_Global_set_Scalar), GrB_GLOBAL, zero, hint);
    visit(f, no, MERGUS_F(GrB_Global_set_String), GrB_GLOBAL, "a name", GrB_NAME); // read-only
    visit(f, ok, MERGUS_F(GrB_Global_set_INT32), GrB_GLOBAL, 0, hint);
    visit(f, no, MERGUS_F(GrB_Global_set_VOID), GrB_GLOBAL, text.data(), GrB_NAME, 8);
}
#undef MERGUS_OBJECT_CALLS

} // namespace detail

/// A valid call of every function except GrB_init and GrB_finalize.
template <class Visit>
void every_call(const Visit& visit) {
    detail::method_calls(visit);
    detail::exchange_calls(visit);
    detail::operation_calls(visit);
    detail::accessor_calls(visit);
#define MERGUS_ARRAYS(F, P, S, V, E) detail::array_calls_##S(visit);
    GB_FOR_VALUES(MERGUS_ARRAYS, )
#undef MERGUS_ARRAYS
#define MERGUS_VALUES(F, P, S, V, E) detail::value_calls_##S(visit);
    GB_FOR_SCALARS(MERGUS_VALUES, )
#undef MERGUS_VALUES
}

} // namespace mergus::tests
