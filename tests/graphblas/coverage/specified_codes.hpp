/// \file specified_codes.hpp
/// Which codes the GraphBLAS C API 2.1 specifies for which functions (the lists "Return values" of its
/// chapter 4), and where this library deviates. GrB_SUCCESS and GrB_PANIC belong to every line.
#pragma once

#include <mergus_graphblas/GraphBLAS.h>

#include <cstdint>
#include <string_view>

namespace mergus::tests {

/// A set of codes, a bit each.
enum Codes : std::uint32_t {
    no_value = 1u << 0,
    uninitialized_object = 1u << 1,
    null_pointer = 1u << 2,
    invalid_value = 1u << 3,
    invalid_index = 1u << 4,
    domain_mismatch = 1u << 5,
    dimension_mismatch = 1u << 6,
    output_not_empty = 1u << 7,
    already_set = 1u << 8,
    panic = 1u << 9,
    out_of_memory = 1u << 10,
    insufficient_space = 1u << 11,
    invalid_object = 1u << 12,
    index_out_of_bounds = 1u << 13,
    empty_object = 1u << 14
};

inline constexpr struct {
    Codes bit;
    GrB_Info info;
    const char* name;
} all_codes[] = {{no_value, GrB_NO_VALUE, "GrB_NO_VALUE"},
                 {uninitialized_object, GrB_UNINITIALIZED_OBJECT, "GrB_UNINITIALIZED_OBJECT"},
                 {null_pointer, GrB_NULL_POINTER, "GrB_NULL_POINTER"},
                 {invalid_value, GrB_INVALID_VALUE, "GrB_INVALID_VALUE"},
                 {invalid_index, GrB_INVALID_INDEX, "GrB_INVALID_INDEX"},
                 {domain_mismatch, GrB_DOMAIN_MISMATCH, "GrB_DOMAIN_MISMATCH"},
                 {dimension_mismatch, GrB_DIMENSION_MISMATCH, "GrB_DIMENSION_MISMATCH"},
                 {output_not_empty, GrB_OUTPUT_NOT_EMPTY, "GrB_OUTPUT_NOT_EMPTY"},
                 {already_set, GrB_ALREADY_SET, "GrB_ALREADY_SET"},
                 {panic, GrB_PANIC, "GrB_PANIC"},
                 {out_of_memory, GrB_OUT_OF_MEMORY, "GrB_OUT_OF_MEMORY"},
                 {insufficient_space, GrB_INSUFFICIENT_SPACE, "GrB_INSUFFICIENT_SPACE"},
                 {invalid_object, GrB_INVALID_OBJECT, "GrB_INVALID_OBJECT"},
                 {index_out_of_bounds, GrB_INDEX_OUT_OF_BOUNDS, "GrB_INDEX_OUT_OF_BOUNDS"},
                 {empty_object, GrB_EMPTY_OBJECT, "GrB_EMPTY_OBJECT"}};

/// A line of the table. `functions` is a name in which * stands for any text; the first line that fits
/// counts.
struct Specified {
    std::string_view functions;
    std::uint32_t codes;
};

namespace codes {

constexpr std::uint32_t constructor = out_of_memory | uninitialized_object | null_pointer;
constexpr std::uint32_t method = out_of_memory | uninitialized_object | invalid_object;
constexpr std::uint32_t query = uninitialized_object | invalid_object | null_pointer;
constexpr std::uint32_t operation = method | dimension_mismatch | domain_mismatch;
constexpr std::uint32_t indexed = operation | index_out_of_bounds | null_pointer;
constexpr std::uint32_t accessor = out_of_memory | invalid_value;

} // namespace codes

inline constexpr Specified specified[] = {
    // 4.1 context
    {"GrB_init", invalid_value},
    {"GrB_finalize", 0},
    {"GrB_getVersion", 0},
    // 4.2.1 algebra; the extensions of SuiteSparse:GraphBLAS have the codes of the functions that they extend
    {"G?B_Type_new", out_of_memory | null_pointer},
    {"G?B_*Op_new", codes::constructor},
    {"GrB_Monoid_new_*", codes::constructor | domain_mismatch},
    {"GrB_Semiring_new", codes::constructor | domain_mismatch},
    // 4.2.2 scalars
    {"GrB_Scalar_new", codes::constructor | invalid_object},
    {"GrB_Scalar_dup", codes::constructor | invalid_object},
    {"GrB_Scalar_clear", codes::method},
    {"GrB_Scalar_nvals", codes::method | null_pointer},
    {"GrB_Scalar_setElement_*", codes::method | domain_mismatch},
    {"GrB_Scalar_extractElement_*", codes::method | null_pointer | domain_mismatch | no_value},
    // 4.2.3 vectors, 4.2.4 matrices
    {"GrB_Vector_new", codes::constructor | invalid_object | invalid_value},
    {"GrB_Matrix_new", codes::constructor | invalid_object | invalid_value},
    {"GrB_*_dup", codes::constructor | invalid_object},
    {"GrB_Matrix_diag", codes::constructor | invalid_object},
    {"GrB_*_resize", out_of_memory | invalid_object | null_pointer | invalid_value},
    {"GrB_*_clear", codes::method},
    {"GrB_Vector_size", codes::query},
    {"GrB_Matrix_nrows", codes::query},
    {"GrB_Matrix_ncols", codes::query},
    {"GrB_*_nvals", codes::method | null_pointer},
    {"GrB_*_build_*",
     codes::method | null_pointer | index_out_of_bounds | domain_mismatch | output_not_empty | invalid_value},
    {"GrB_*_setElement_*", codes::method | invalid_index | domain_mismatch},
    {"GrB_*_removeElement", codes::method | invalid_index},
    {"GrB_*_extractElement_Scalar", codes::method | invalid_index | domain_mismatch},
    {"GrB_*_extractElement_*", codes::method | no_value | null_pointer | invalid_index | domain_mismatch},
    {"GrB_*_extractTuples_*", codes::method | insufficient_space | null_pointer | domain_mismatch},
    {"GrB_Matrix_exportHint", codes::method | null_pointer | no_value},
    {"GrB_Matrix_exportSize", codes::method | null_pointer},
    {"GrB_Matrix_export_*", codes::method | insufficient_space | null_pointer | domain_mismatch},
    {"GrB_Matrix_import_*", codes::constructor | index_out_of_bounds | invalid_value | domain_mismatch},
    {"GrB_Matrix_serializeSize", out_of_memory | null_pointer},
    {"GrB_Matrix_serialize", codes::method | null_pointer | insufficient_space},
    {"GrB_Matrix_deserialize", codes::constructor | invalid_object | domain_mismatch},
    // 4.2.5 descriptors, 4.2.6 to 4.2.8 all objects
    {"GrB_Descriptor_new", out_of_memory | null_pointer},
    {"GrB_Descriptor_set", out_of_memory | uninitialized_object | invalid_value},
    {"GrB_*_free", 0},
    {"GrB_*_wait", out_of_memory | uninitialized_object | index_out_of_bounds | invalid_value},
    {"GrB_*_error", uninitialized_object},
    {"GrB_*_get_Scalar", codes::accessor | uninitialized_object},
    {"GrB_*_get_*", codes::accessor},
    {"GrB_*_set_Scalar", codes::accessor | uninitialized_object | empty_object},
    {"GrB_Descriptor_set_String", codes::accessor}, // names of these objects may be set again
    {"GrB_Scalar_set_String", codes::accessor},
    {"GrB_Vector_set_String", codes::accessor},
    {"GrB_Matrix_set_String", codes::accessor},
    {"GrB_Global_set_String", codes::accessor},
    {"GrB_*_set_String", codes::accessor | already_set},
    {"GrB_*_set_*", codes::accessor},
    // 4.3 operations
    {"GrB_mxm", codes::operation},
    {"GrB_vxm", codes::operation},
    {"GrB_mxv", codes::operation},
    {"GrB_*_eWise*", codes::operation},
    {"GrB_Matrix_kronecker_*", codes::operation},
    {"GrB_Col_extract", codes::indexed | invalid_index},
    {"GrB_*_extract", codes::indexed},
    {"GrB_Col_assign", codes::indexed | invalid_index},
    {"GrB_Row_assign", codes::indexed | invalid_index},
    {"GrB_*_assign", codes::indexed},
    {"GrB_*_assign_*", codes::indexed},
    {"GrB_Vector_apply", codes::operation},
    {"GrB_Matrix_apply", codes::operation},
    {"GrB_Matrix_apply_BinaryOp???_Scalar", codes::operation | empty_object | index_out_of_bounds},
    {"GrB_Matrix_apply_BinaryOp*", codes::operation | index_out_of_bounds},
    {"GrB_*_apply_*_Scalar", codes::operation | empty_object},
    {"GrB_*_apply_*", codes::operation},
    {"GrB_*_select_Scalar", codes::operation | empty_object},
    {"GrB_*_select_*", codes::operation},
    {"GrB_*_reduce_*_Scalar", codes::method | domain_mismatch},
    {"GrB_Matrix_reduce_Monoid", codes::operation},
    {"GrB_Matrix_reduce_BinaryOp", codes::operation},
    {"GrB_*_reduce_*", codes::method | null_pointer | domain_mismatch},
    {"GrB_transpose", codes::operation},
};

/// Pairs that no call can provoke here.
struct Unreachable {
    std::string_view functions;
    std::uint32_t codes;
    const char* reason;
};
inline constexpr Unreachable unreachable[] = {
    {"GrB_init", panic, "only if no backend can be started"},
    {"GrB_getVersion", panic, "it needs no state"},
    {"GrB_*_free", panic, "programs free objects in their exit handlers, after GrB_finalize"},
    {"GrB_*_wait", out_of_memory | index_out_of_bounds,
     "errors are not deferred: the call itself returns them"},
    {"GrB_Matrix_apply_BinaryOp*", index_out_of_bounds, "the function has no list of indices"},
    {"GrB_Matrix_exportHint", no_value, "there is always a preferred format"},
};

[[nodiscard]] inline bool fits(std::string_view pattern, std::string_view name) {
    if (pattern.empty()) return name.empty();
    if (pattern[0] == '*')
        return fits(pattern.substr(1), name) || (!name.empty() && fits(pattern, name.substr(1)));
    return !name.empty() && (pattern[0] == '?' || pattern[0] == name[0]) &&
           fits(pattern.substr(1), name.substr(1));
}

/// The codes that the specification has for the function, or null if it is not in the table.
[[nodiscard]] inline const Specified* find_specified(std::string_view function) {
    for (const Specified& line : specified)
        if (fits(line.functions, function)) return &line;
    return nullptr;
}

} // namespace mergus::tests
