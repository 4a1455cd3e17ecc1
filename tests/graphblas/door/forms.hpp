/// \file forms.hpp
/// The functions of the C API that have a form for each type of values, such as GrB_Matrix_assign_FP64,
/// chosen by a type at run time.
#pragma once

#include <mergus_graphblas/mergus_graphblas.h>

#include <mergus/error.hpp>
#include <mergus/types.hpp>

#include <cstring>
#include <string>

namespace mergus::tests {

/// \throws Error with the code and the message of a call that failed
inline void check(GrB_Info info) {
    if (info == GrB_SUCCESS) return;
    std::string message = mergus_graphblas_last_error();
    throw Error(static_cast<Code>(info), message);
}

/// The case has something that the C API cannot express. \throws Error not_implemented
[[noreturn]] inline void inexpressible(const std::string& what) {
    throw Error(Code::not_implemented, "the C API has no " + what);
}

inline bool is_complex(const mergus_type* type) {
    return type->code == MERGUS_FC32 || type->code == MERGUS_FC64;
}

inline void refuse_complex(const mergus_type* type) {
    if (is_complex(type)) inexpressible("complex types");
}

#define MERGUS_VALUE_CASE(F, P, S, V, E)                                                                     \
    case MERGUS_##S: {                                                                                       \
        V x;                                                                                                 \
        std::memcpy(&x, data, sizeof x);                                                                     \
        return use(&F##_##S, x);                                                                             \
    }
#define MERGUS_ARRAY_CASE(F, P, S, V, E)                                                                     \
    case MERGUS_##S:                                                                                         \
        return use(&F##_##S, static_cast<E*>(data));

/// with_value: calls use(function, value) with the function that takes a value of that type.
#define MERGUS_VALUE_FORM(F)                                                                                 \
    struct F##_of {                                                                                          \
        template <class Use>                                                                                 \
        static void with_value(const mergus_type* type, const void* data, Use use) {                         \
            refuse_complex(type);                                                                            \
            check([&]() -> GrB_Info {                                                                        \
                switch (type->code) {                                                                        \
                    GB_FOR_BUILTIN(MERGUS_VALUE_CASE, F)                                                     \
                default:                                                                                     \
                    return use(&F##_UDT, data);                                                              \
                }                                                                                            \
            }());                                                                                            \
        }                                                                                                    \
    };
/// Also with a GrB_Scalar.
#define MERGUS_SCALAR_FORM(F)                                                                                \
    struct F : F##_of {                                                                                      \
        template <class Use>                                                                                 \
        static void with_object(GrB_Scalar s, Use use) {                                                     \
            check(use(&F##_Scalar, s));                                                                      \
        }                                                                                                    \
    };
/// with_array: calls use(function, elements) with the function for elements of that type.
#define MERGUS_ARRAY_FORM(F)                                                                                 \
    struct F {                                                                                               \
        template <class Use>                                                                                 \
        static void with_array(const mergus_type* type, void* data, Use use) {                               \
            refuse_complex(type);                                                                            \
            check([&]() -> GrB_Info {                                                                        \
                switch (type->code) {                                                                        \
                    GB_FOR_BUILTIN(MERGUS_ARRAY_CASE, F)                                                     \
                default:                                                                                     \
                    return use(&F##_UDT, data);                                                              \
                }                                                                                            \
            }());                                                                                            \
        }                                                                                                    \
    };

namespace forms {

MERGUS_VALUE_FORM(GrB_Monoid_new)
MERGUS_VALUE_FORM(GrB_Scalar_setElement)
#define MERGUS_BOTH_FORMS(F) MERGUS_VALUE_FORM(F) MERGUS_SCALAR_FORM(F)
MERGUS_BOTH_FORMS(GrB_Vector_setElement)
MERGUS_BOTH_FORMS(GrB_Matrix_setElement)
MERGUS_BOTH_FORMS(GrB_Vector_assign)
MERGUS_BOTH_FORMS(GrB_Matrix_assign)
MERGUS_BOTH_FORMS(GrB_Vector_apply_BinaryOp1st)
MERGUS_BOTH_FORMS(GrB_Vector_apply_BinaryOp2nd)
MERGUS_BOTH_FORMS(GrB_Vector_apply_IndexOp)
MERGUS_BOTH_FORMS(GrB_Vector_select)
MERGUS_BOTH_FORMS(GrB_Matrix_apply_BinaryOp1st)
MERGUS_BOTH_FORMS(GrB_Matrix_apply_BinaryOp2nd)
MERGUS_BOTH_FORMS(GrB_Matrix_apply_IndexOp)
MERGUS_BOTH_FORMS(GrB_Matrix_select)
MERGUS_ARRAY_FORM(GrB_Scalar_extractElement)
MERGUS_ARRAY_FORM(GrB_Vector_build)
MERGUS_ARRAY_FORM(GrB_Vector_extractElement)
MERGUS_ARRAY_FORM(GrB_Vector_extractTuples)
MERGUS_ARRAY_FORM(GrB_Vector_reduce)
MERGUS_ARRAY_FORM(GrB_Matrix_build)
MERGUS_ARRAY_FORM(GrB_Matrix_extractElement)
MERGUS_ARRAY_FORM(GrB_Matrix_extractTuples)
MERGUS_ARRAY_FORM(GrB_Matrix_reduce)
MERGUS_ARRAY_FORM(GrB_Matrix_import)
MERGUS_ARRAY_FORM(GrB_Matrix_export)
#undef MERGUS_BOTH_FORMS

} // namespace forms

#undef MERGUS_VALUE_FORM
#undef MERGUS_SCALAR_FORM
#undef MERGUS_ARRAY_FORM
#undef MERGUS_VALUE_CASE
#undef MERGUS_ARRAY_CASE

} // namespace mergus::tests
