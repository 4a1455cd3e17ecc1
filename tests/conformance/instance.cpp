/// \file instance.cpp
/// Makes the data of a case.
#include "conformance/instance.hpp"

#include "conformance/operation.hpp"
#include "conformance/space.hpp"
#include "conformance/user_algebra.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace mergus::conformance {

namespace {

using reference::Value;

/// Types of a case's matrices; the mask's own type is drawn.
std::array<const mergus_type*, role_count> matrix_types(const Instance& instance) {
    Random random(mix_seed(instance.words.seed >> data_bits, "mask type"));
    const OperandTypes types = operand_types(instance.words, instance.algebra);
    const mergus_type* mask = detail::builtin_type(static_cast<mergus_type_code>(1 + random.below(13)));
    if (instance.words.mask().structural && random.chance(0.2)) mask = random.pick(user_types()).type;
    // Where no input is the mask too, it is C.
    if (instance.words.alias().roles == roles(role_C, role_M)) mask = types.C;
    return {types.C, mask, types.A, types.B};
}

ValueStyle value_style(const Instance& instance) {
    const Algebra& algebra = instance.algebra;
    ValueStyle style;
    style.kind = instance.words.values();
    style.zeros = instance.words.shape().zeros;
    style.narrow = algebra.z->code == MERGUS_FP32 || algebra.z->code == MERGUS_FC32;
    style.factors = algebra.monoid != nullptr && algebra.monoid->op->code == MERGUS_OP_TIMES;
    style.sums = algebra.semiring != nullptr;
    return style;
}

/// Whether the operator compares or adds indices: y is a small number then, because sums near the ends of
/// int64 overflow.
bool by_index(const mergus_op* op) {
    for (const UserOp& user : user_ops())
        if (user.handle == op) return user.adds_to_indices;
    return op != nullptr && op->code != MERGUS_OP_USER && op->kind == MERGUS_INDEX_UNARY &&
           op->x_type == nullptr;
}

Value make_scalar(const Instance& instance, const ValueStyle& style, Random& random) {
    const OperandTypes types = operand_types(instance.words, instance.algebra);
    const ScalarUse use = instance.words.operation->scalar;
    // Drawn also where the operation has none: the data of a seed must not change.
    const mergus_type* type = use == ScalarUse::result     ? types.C
                              : use == ScalarUse::assigned ? types.A
                                                           : types.B;
    if (by_index(instance.algebra.op)) {
        const std::int64_t y = random.between(-4, 12);
        const Value small = reference::make(type_of<std::int64_t>(), y);
        return reference::cast(small, type);
    }
    return random_value(type, style, random);
}

std::vector<std::uint64_t> make_list(bool repeated, std::uint64_t count, std::uint64_t limit,
                                     Random& random) {
    std::vector<std::uint64_t> list;
    if (repeated) {
        for (std::uint64_t e = 0; e < count; ++e) list.push_back(random.below(limit));
        return list;
    }
    list.resize(limit);
    std::iota(list.begin(), list.end(), std::uint64_t{0});
    for (std::uint64_t e = limit; e > 1; --e) std::swap(list[e - 1], list[random.below(e)]);
    list.resize(count);
    return list;
}

void make_lists(Instance& instance, Random& random) {
    const Layout& layout = instance.layout;
    const ListUse use = instance.words.operation->lists;
    if (use == ListUse::none) return;
    const Role whole = use == ListUse::from_A ? role_A : role_C;
    Extent extent = *layout.extents[whole];
    if (whole == role_A && instance.words.is_set(Axis::tran_a)) std::swap(extent.nrows, extent.ncols);
    const bool repeated = instance.words.indices().repeated;
    if (!layout.all_rows) instance.rows = make_list(repeated, layout.row_count, extent.nrows, random);
    if (!layout.all_cols) instance.cols = make_list(repeated, layout.col_count, extent.ncols, random);
}

/// The entries of an operation that takes tuples: positions of the shape, some of them several times, in
/// random order.
void make_tuples(Instance& instance, const ValueStyle& style, Random& random) {
    const mergus_type* type = operand_types(instance.words, instance.algebra).A;
    std::vector<reference::Index> places =
        random_pattern(instance.words.shape().pattern, *instance.layout.extents[role_C], random);
    const std::size_t distinct = places.size();
    for (std::size_t e = 0; e < distinct; ++e)
        for (std::uint64_t copies = random.chance(0.3) ? random.below(4) : 0; copies > 0; --copies)
            places.push_back(places[e]);
    for (std::size_t e = places.size(); e > 1; --e) std::swap(places[e - 1], places[random.below(e)]);
    for (const auto& [i, j] : places) {
        instance.tuple_rows.push_back(i);
        instance.tuple_cols.push_back(j);
        instance.tuple_values.push_back(random_value(type, style, random));
    }
}

std::uint32_t descriptor_of(const Case& words) {
    std::uint32_t bits = 0;
    if (words.is_set(Axis::replace)) bits |= MERGUS_DESC_REPLACE;
    if (words.is_set(Axis::tran_a)) bits |= MERGUS_DESC_TRAN0;
    if (words.is_set(Axis::tran_b)) bits |= MERGUS_DESC_TRAN1;
    if (words.mask().structural) bits |= MERGUS_DESC_STRUCTURE;
    if (words.mask().complement) bits |= MERGUS_DESC_COMPLEMENT;
    return bits;
}

/// Some matrices have one value for all entries, which a backend may store once. Drawn apart from the rest.
void make_some_equal(Instance& instance) {
    Random random(mix_seed(instance.words.seed, "equal values"));
    for (const Role role : {role_C, role_M, role_A, role_B}) {
        if (!random.chance(0.2) || !instance.has(role) || instance.holder[role] != role) continue;
        auto& entries = instance.matrices[role].entries;
        for (auto& [position, entry] : entries) entry.value = entries.begin()->second.value;
    }
}

} // namespace

Instance make_instance(const Case& words, Size size) {
    Random random(mix_seed(words.seed, words.operation->name));
    Instance instance;
    instance.words = words;
    const auto algebra = find_algebra(words);
    if (!algebra.has_value() || !is_allowed(words))
        throw std::invalid_argument("these words do not go together: " + to_text(words));
    instance.algebra = *algebra;
    instance.layout = make_layout(words, choose_dimensions(words, size, random));
    instance.holder = holders(words.alias());
    instance.descriptor = descriptor_of(words);
    const auto types = matrix_types(instance);
    instance.accum = find_accum(words, instance.algebra, types[role_C]);
    const ValueStyle style = value_style(instance);
    for (const Role role : {role_C, role_M, role_A, role_B}) {
        if (!instance.has(role) || instance.holder[role] != role) continue;
        reference::Matrix& matrix = instance.matrices[role];
        const Extent extent = *instance.layout.extents[role];
        matrix = {types[role], extent.nrows, extent.ncols, {}};
        const bool input = role == role_A || role == role_B;
        const Pattern pattern = input                 ? words.shape().pattern
                                : random.chance(0.15) ? full_pattern
                                                      : scattered_pattern;
        ValueStyle own = style;
        if (role == role_M) own = {.zeros = true};
        for (const auto& [i, j] : random_pattern(pattern, extent, random))
            matrix.set(i, j, random_value(matrix.type, own, random));
    }
    make_some_equal(instance);
    if (!words.operation->reads_C) instance.matrices[role_C].entries.clear();
    if (words.operation->tuples) {
        make_tuples(instance, style, random);
    } else {
        instance.scalar = make_scalar(instance, style, random);
    }
    make_lists(instance, random);
    instance.by_csr = random.chance(0.5);
    return instance;
}

} // namespace mergus::conformance
