/// \file list.cpp
/// The order of the operations.
#include "conformance/operations/list.hpp"

#include <array>
#include <stdexcept>
#include <string>

namespace mergus::conformance {

std::span<const Operation* const> operations() {
    static constexpr std::array all = {
        &mxm_row,
        &transpose_row,
        &select_row,
        &apply_row,
        &apply_first_row,
        &apply_second_row,
        &apply_index_row,
        &ewise_add_row,
        &ewise_mult_row,
        &reduce_rows_row,
        &reduce_scalar_row,
        &assign_row,
        &assign_scalar_row,
        &extract_row,
        &build_row,
        &kronecker_row,
        &diag_row,
        &extract_diag_row,
        &elements_row,
        &resize_row,
        &mxv_row,
        &vxm_row,
        &vector_select_row,
        &vector_apply_row,
        &vector_apply_first_row,
        &vector_apply_second_row,
        &vector_apply_index_row,
        &vector_ewise_add_row,
        &vector_ewise_mult_row,
        &reduce_to_vector_row,
        &vector_reduce_row,
        &vector_assign_row,
        &vector_assign_scalar_row,
        &vector_extract_row,
        &assign_to_row_row,
        &assign_to_column_row,
        &extract_from_row_row,
        &extract_from_column_row,
        &vector_build_row,
        &vector_elements_row,
        &vector_resize_row,
    };
    return all;
}

const Operation& find_operation(std::string_view name) {
    std::string known;
    for (const Operation* operation : operations()) {
        if (operation->name == name) return *operation;
        known += (known.empty() ? "" : ", ") + std::string(operation->name);
    }
    throw std::invalid_argument("there is no operation \"" + std::string(name) + "\"; there are " + known);
}

Operation of_vectors(Operation row, std::string_view name, void (*call)(const BackendCall& call)) {
    row.name = name;
    row.vectors = row.operands;
    row.tran_a = row.tran_b = row.has_n = false;
    row.call = call;
    return row;
}

const Operation& main_operation() {
    return mxm_row;
}

} // namespace mergus::conformance
