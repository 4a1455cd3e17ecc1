/// \file layout.cpp
/// Shapes from words.
#include "conformance/layout.hpp"

#include "conformance/operation.hpp"

namespace mergus::conformance {

namespace {

/// With the dimensions that the shape fixes.
Dimensions narrowed(const Shape& shape, Dimensions d) {
    if (shape.square) d.k = d.n = d.m;
    return {shape.m.value_or(d.m), shape.k.value_or(d.k), shape.n.value_or(d.n)};
}

} // namespace

Dimensions nominal_dimensions(const Shape& shape) {
    return narrowed(shape, {8, 13, 21});
}

Dimensions choose_dimensions(const Case& test_case, Size size, Random& random) {
    const Shape& shape = test_case.shape();
    std::uint64_t least = 2, greatest = 18;
    if (size == Size::normal) greatest = 40;
    if (size == Size::large) least = 50, greatest = 300;
    if (shape.dense) greatest = size == Size::smoke ? 9 : size == Size::normal ? 18 : 70;
    if (shape.skewed && size != Size::smoke && random.chance(0.2)) {
        least = greatest;
        greatest *= size == Size::normal ? 4 : 10;
    }
    if (!shape.skewed && !shape.dense && size == Size::normal && random.chance(0.1)) greatest = 90;
    const auto one = [&] { return least + random.below(greatest - least + 1); };
    return narrowed(shape, {one(), one(), one()});
}

bool has_mask(const Case& test_case) {
    return test_case.mask().present && contains(test_case.operation->operands, role_M);
}

namespace {

bool all_vectors(const Operation& operation) {
    return operation.vectors == operation.operands;
}

/// Index lists into C (assign) or from A (extract).
void lay_out_lists(const Case& test_case, Layout& layout) {
    const Operation& operation = *test_case.operation;
    const IndexLists& indices = test_case.indices();
    const Extent nominal{layout.dimensions.m, layout.dimensions.n};
    Extent region = indices.region(nominal), whole = indices.whole(nominal);
    layout.all_rows = indices.all_rows && operation.line != Line::row;
    layout.all_cols = (indices.all_cols && operation.line != Line::column) || all_vectors(operation);
    if (all_vectors(operation)) region.ncols = whole.ncols = 1;
    if (operation.line == Line::row) region.nrows = 1;
    if (operation.line == Line::column) region.ncols = 1;
    layout.row_count = region.nrows;
    layout.col_count = region.ncols;
    const bool from_A = operation.lists == ListUse::from_A;
    layout.mask = from_A ? region : whole;
    if (operation.line == Line::row) { // the region as a vector
        region = {region.ncols, 1};
        layout.mask = {layout.mask.ncols, 1};
    }
    if (operation.line == Line::column) layout.mask.ncols = 1;
    layout.extents[role_C] = from_A ? region : whole;
    if (layout.extents[role_A].has_value()) layout.extents[role_A] = from_A ? whole : region;
}

} // namespace

Layout make_layout(const Case& test_case, const Dimensions& d) {
    const Operation& operation = *test_case.operation;
    Layout layout;
    layout.dimensions = d;
    for (const Role role : {role_C, role_A, role_B})
        if (contains(operation.operands, role))
            layout.extents[role] = Extent{d.m, all_vectors(operation) ? 1 : d.n};
    if (operation.lay_out != nullptr) operation.lay_out(layout);
    layout.mask = layout.extents[role_C].value_or(Extent{});
    if (operation.lists != ListUse::none) lay_out_lists(test_case, layout);
    if (has_mask(test_case)) layout.extents[role_M] = layout.mask;
    const auto transpose = [&](Role role, Axis flag) {
        if (test_case.is_set(flag) && layout.extents[role].has_value())
            layout.extents[role] = Extent{layout.extents[role]->ncols, layout.extents[role]->nrows};
    };
    transpose(role_A, Axis::tran_a);
    transpose(operation.scalar == ScalarUse::bound_first ? role_A : role_B, Axis::tran_b);
    return layout;
}

std::array<Role, role_count> holders(const Alias& alias) {
    std::array<Role, role_count> result = {role_C, role_M, role_A, role_B};
    std::optional<Role> first;
    for (const Role role :
         {role_A, role_B, role_M, role_C}) { // an input's values and pattern take precedence
        if (!contains(alias.roles, role)) continue;
        if (!first.has_value()) first = role;
        result[role] = *first;
    }
    return result;
}

} // namespace mergus::conformance
