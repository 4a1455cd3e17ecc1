/// \file layout.cpp
/// Shapes from words.
#include "conformance/layout.hpp"

namespace mergus::conformance {

namespace {

bool is_square(const std::string& shape) {
    return shape == "no_entries" || shape == "dense_row" || shape == "dense_col" || shape == "diagonal" ||
           shape == "banded" || shape == "rmat" || shape == "zeros" || shape == "dense";
}

/// The dimension that the shape's name fixes, in place of the general one.
Dimensions narrowed(const std::string& shape, Dimensions d) {
    if (is_square(shape)) d.k = d.n = d.m;
    if (shape == "zero_rows") d.m = 0;
    if (shape == "zero_cols") d.n = 0;
    if (shape == "zero_inner") d.k = 0;
    if (shape == "one_row") d.m = 1;
    if (shape == "one_col") d.n = 1;
    if (shape == "one_inner") d.k = 1;
    return d;
}

} // namespace

Dimensions nominal_dimensions(const std::string& shape) {
    return narrowed(shape, {8, 13, 21});
}

Dimensions choose_dimensions(const Case& test_case, Size size, Random& random) {
    const std::string& shape = test_case.shape;
    std::uint64_t least = 2, greatest = 18;
    if (size == Size::normal) greatest = 40;
    if (size == Size::large) least = 50, greatest = 300;
    const bool dense = shape == "dense";
    const bool skewed = shape == "dense_row" || shape == "dense_col" || shape == "rmat";
    if (dense) greatest = size == Size::smoke ? 9 : size == Size::normal ? 18 : 70;
    if (skewed && size != Size::smoke && random.chance(0.2)) {
        least = greatest;
        greatest *= size == Size::normal ? 4 : 10;
    }
    if (!skewed && !dense && size == Size::normal && random.chance(0.1)) greatest = 90;
    const auto one = [&] { return least + random.below(greatest - least + 1); };
    return narrowed(shape, {one(), one(), one()});
}

bool has_mask(const Case& test_case) {
    return test_case.mask != "none" && test_case.mask != "complement-none" && test_case.mask != "-";
}

namespace {

/// Lists of assign (into C) and extract (from A).
void lay_out_lists(const Case& test_case, Layout& layout) {
    const std::string& indices = test_case.indices;
    const Dimensions& d = layout.dimensions;
    Extent region{d.m, d.n}, whole{d.m, d.n};
    layout.all_rows = indices == "all";
    layout.all_cols = indices == "all" || indices == "rows_only";
    if (indices == "subset") whole = {2 * d.m + 1, 2 * d.n + 1};
    if (indices == "rows_only") whole = {2 * d.m + 1, d.n};
    if (indices == "empty") region = {0, 0};
    if (indices == "repeated") whole = {d.m / 2 + 1, d.n / 2 + 1};
    layout.row_count = region.nrows;
    layout.col_count = region.ncols;
    const bool extracts = test_case.operation == "extract";
    layout.extents[role_C] = extracts ? region : whole;
    if (test_case.operation != "assign_scalar") layout.extents[role_A] = extracts ? whole : region;
}

} // namespace

Layout make_layout(const Case& test_case, const Dimensions& d) {
    const std::string& operation = test_case.operation;
    Layout layout;
    layout.dimensions = d;
    layout.extents[role_C] = Extent{d.m, d.n};
    if (operation == "mxm") {
        layout.extents[role_A] = Extent{d.m, d.k};
        layout.extents[role_B] = Extent{d.k, d.n};
    } else if (operation == "transpose") {
        layout.extents[role_A] = Extent{d.n, d.m};
    } else if (operation == "ewise_add" || operation == "ewise_mult") {
        layout.extents[role_A] = layout.extents[role_B] = Extent{d.m, d.n};
    } else if (operation == "reduce_rows") {
        layout.extents[role_A] = Extent{d.m, d.n};
        layout.extents[role_C] = Extent{d.m, 1};
    } else if (operation == "assign" || operation == "assign_scalar" || operation == "extract") {
        lay_out_lists(test_case, layout);
    } else if (operation != "build") {
        layout.extents[role_A] = Extent{d.m, d.n};
        if (operation == "reduce_scalar") layout.extents[role_C].reset();
    }
    if (has_mask(test_case)) layout.extents[role_M] = layout.extents[role_C];
    const auto turn = [&](Role role, const std::string& word) {
        if (word == "yes" && layout.extents[role].has_value())
            layout.extents[role] = Extent{layout.extents[role]->ncols, layout.extents[role]->nrows};
    };
    turn(role_A, test_case.tran_a);
    turn(operation == "apply_first" ? role_A : role_B, test_case.tran_b);
    return layout;
}

std::array<Role, role_count> holders(const std::string& alias) {
    std::array<Role, role_count> result = {role_C, role_M, role_A, role_B};
    if (alias.find('=') == std::string::npos) return result;
    constexpr std::array<char, role_count> names = {'C', 'M', 'A', 'B'};
    std::optional<Role> first;
    for (const Role role : {role_A, role_B, role_M, role_C}) { // an input's values and pattern win
        if (alias.find(names[role]) == std::string::npos) continue;
        if (!first.has_value()) first = role;
        result[role] = *first;
    }
    return result;
}

} // namespace mergus::conformance
