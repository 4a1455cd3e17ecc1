/// \file list.cpp
/// The order of the operations.
#include "conformance/operations/list.hpp"

#include <array>
#include <stdexcept>
#include <string>

namespace mergus::conformance {

std::span<const Operation* const> operations() {
    static constexpr std::array all = {
        &mxm_row,           &transpose_row,   &select_row,        &apply_row,      &apply_first_row,
        &apply_second_row,  &apply_index_row, &ewise_add_row,     &ewise_mult_row, &reduce_rows_row,
        &reduce_scalar_row, &assign_row,      &assign_scalar_row, &extract_row,    &build_row,
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

const Operation& main_operation() {
    return mxm_row;
}

} // namespace mergus::conformance
