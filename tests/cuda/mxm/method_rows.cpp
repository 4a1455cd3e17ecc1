/// \file method_rows.cpp
#include "method_rows.hpp"

#include "product_shapes.hpp"

namespace mergus::tests {

namespace {

using Type = const mergus_type*;

void put_small_number(reference::Matrix& matrix, std::uint64_t i, std::uint64_t j) {
    switch (matrix.type->code) {
    case MERGUS_FP32:
        return put_small<float>(matrix, i, j);
    case MERGUS_FC64:
        return put_small<std::complex<double>>(matrix, i, j);
    default:
        return put_small<double>(matrix, i, j);
    }
}

/// A row of all columns among short ones.
Operands one_heavy(Type a, Type b) {
    return {uneven_matrix(a, 200, 300, [](auto i, auto k) { return i == 7 ? k % 5 != 1 : k == i; }),
            uneven_matrix(b, 300, 700, [](auto k, auto j) { return (k * 7 + j * 3) % 8 == 0; })};
}

/// Rows with several products for each column.
Operands dense_rows(Type a, Type b) {
    return {uneven_matrix(a, 90, 110, [](auto i, auto k) { return (i * 5 + k * 3) % 7 < 2; }),
            uneven_matrix(b, 110, 400, [](auto k, auto j) { return (k * 3 + j * 5) % 11 < 3; })};
}

} // namespace

Operands MethodRow::small_numbers(const mergus_type* type) const {
    Operands numbers = operands(type);
    for (reference::Matrix* const matrix : {&numbers.A, &numbers.B})
        for (auto& [place, entry] : reference::Matrix(*matrix).entries)
            put_small_number(*matrix, place.first, place.second);
    return numbers;
}

const AnySemiring& MethodRow::probe() const {
    static const AnySemiring sums(plus_times<double>), traces(mergus_tests::traces);
    return any_order ? sums : traces;
}

const std::vector<MethodRow>& method_rows() {
    static const auto short_rows = [](Type a, Type b) { return short_ones(7, a, b); };
    static const auto all_lengths = [](Type a, Type b) { return mixed(a, b); };
    static const std::vector<MethodRow> rows = {
        {.method = {"diagonal", {"diagonal"}, true},
         .make = rows_scaled,
         .masks = every_mask,
         .widest = true,
         .only_these = true},
        {.method = {"diagonal", {"diagonal"}, true},
         .make = columns_scaled,
         .masks = every_mask,
         .widest = true,
         .only_these = true},
        {.method = by("masked_dot"),
         .make = [](Type a, Type b) { return masked(70, 90, 80, 6, a, b); },
         .masks = {DESC_S, {}}},
        {.method = by("dense_accumulator"),
         .make =
             [](Type a, Type b) {
                 return Operands{
                     uneven_matrix(a, 4, 60, [](auto i, auto k) { return (i + k) % 3 != 1; }),
                     uneven_matrix(b, 60, 700, [](auto k, auto j) { return (k * 7 + j) % 9 < 2; })};
             },
         .masks = every_mask,
         .any_order = true,
         .slots = true,
         .by_column = true},
        {.method = {"masked_rows", {"masked_rows"}, true},
         .make = [](Type a, Type b) { return masked_short_rows(12, a, b); },
         .masks = {DESC_S, {}}},
        {.method = by("subwarp_esc"), .make = short_rows, .widest = true},
        {.method = by("k_way_merge"), .make = short_rows, .widest = true},
        {.method = by("register_band"),
         .make = [](Type a, Type b) { return bands(9, 14, a, b); },
         .masks = {DESC_S}},
        {.method = by("register_band"),
         .make = [](Type a, Type b) { return masked_bands(4, a, b); },
         .masks = {DESC_S}},
        {.method = by("pattern_classes"), .make = stencils},
        {.method = by("owned_columns"), .make = dense_rows, .widest = true, .slots = true, .by_column = true},
        {.method = {"two_launch", {"two_launch"}, false, 2},
         .make = all_lengths,
         .any_order = true,
         .slots = true},
        // The accumulators of `binned`, one or a few sizes each.
        {.method = by("esc"), .make = short_rows, .masks = {DESC_S | DESC_C, DESC_C}},
        {.method = {"two_level_bitmap:0,two_level_bitmap:2,blocks", {"two_level_bitmap", "binned"}, false, 2},
         .make = all_lengths,
         .slots = true,
         .by_column = true},
        {.method = {"hash", {"hash", "binned"}}, .make = all_lengths, .masks = every_mask, .slots = true},
        {.method = {"ranked_bitmap:2", {"ranked_bitmap", "binned"}},
         .make = all_lengths,
         .masks = {DESC_S, DESC_C},
         .slots = true,
         .by_column = true},
        {.method = {"column_tile", {"column_tile", "binned"}},
         .make = all_lengths,
         .masks = {DESC_S, DESC_C},
         .slots = true,
         .by_column = true},
        {.method = {"dense_accumulator,hash", {"dense_accumulator", "binned"}},
         .make = one_heavy,
         .masks = {DESC_S | DESC_C, DESC_C},
         .any_order = true,
         .by_column = true,
         .only_these = true},
        {.method = {"merge", {"merge", "binned"}}, .make = all_lengths, .masks = every_mask, .widest = true},
        {.method = {"merge,merge<2200", {"merge", "binned"}, false, 1, 20},
         .make = all_lengths,
         .masks = {DESC_S, DESC_C}},
    };
    return rows;
}

} // namespace mergus::tests
