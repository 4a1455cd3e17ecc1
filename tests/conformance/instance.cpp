/// \file instance.cpp
/// Makes the data of a case.
#include "conformance/instance.hpp"

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
    const bool structural =
        instance.words.mask == "structural" || instance.words.mask == "complement-structural";
    const mergus_type* mask = detail::builtin_type(static_cast<mergus_type_code>(1 + random.below(13)));
    if (structural && random.chance(0.2)) mask = random.pick(user_types()).type;
    if (instance.words.alias == "C=M") mask = types.C;
    return {types.C, mask, types.A, types.B};
}

ValueStyle value_style(const Instance& instance) {
    const Algebra& algebra = instance.algebra;
    ValueStyle style;
    style.kind = instance.words.values;
    style.zeros = instance.words.shape == "zeros";
    style.narrow = algebra.z->code == MERGUS_FP32 || algebra.z->code == MERGUS_FC32;
    style.factors = algebra.monoid != nullptr && algebra.monoid->op->code == MERGUS_OP_TIMES;
    style.sums = algebra.semiring != nullptr;
    return style;
}

/// Small numbers where an operator compares or adds indices; y near the ends of int64 has no one meaning.
bool by_index(const mergus_op* op) {
    return op != nullptr && op->code != MERGUS_OP_USER && op->kind == MERGUS_INDEX_UNARY &&
           op->x_type == nullptr;
}

Value make_scalar(const Instance& instance, const ValueStyle& style, Random& random) {
    const OperandTypes types = operand_types(instance.words, instance.algebra);
    const std::string& operation = instance.words.operation;
    const mergus_type* type = operation == "reduce_scalar"   ? types.C
                              : operation == "assign_scalar" ? types.A
                                                             : types.B;
    if (by_index(instance.algebra.op) || instance.words.algebra == "above_line") {
        const std::int64_t y = random.between(-4, 12);
        const Value small = reference::make(type_of<std::int64_t>(), y);
        return reference::cast(small, type);
    }
    return random_value(type, style, random);
}

std::vector<std::uint64_t> make_list(const std::string& kind, std::uint64_t count, std::uint64_t limit,
                                     Random& random) {
    std::vector<std::uint64_t> list;
    if (kind == "repeated") {
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
    if (instance.words.indices == "-") return;
    const Role whole = instance.words.operation == "extract" ? role_A : role_C;
    Extent extent = *layout.extents[whole];
    if (whole == role_A && instance.words.tran_a == "yes") std::swap(extent.nrows, extent.ncols);
    if (!layout.all_rows)
        instance.rows = make_list(instance.words.indices, layout.row_count, extent.nrows, random);
    if (!layout.all_cols)
        instance.cols = make_list(instance.words.indices, layout.col_count, extent.ncols, random);
}

/// build's entries: the places of the shape, some of them several times, in no order.
void make_tuples(Instance& instance, const ValueStyle& style, Random& random) {
    const mergus_type* type = operand_types(instance.words, instance.algebra).A;
    std::vector<reference::Index> places =
        random_pattern(instance.words.shape, *instance.layout.extents[role_C], random);
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
    if (words.replace == "yes") bits |= MERGUS_DESC_REPLACE;
    if (words.tran_a == "yes") bits |= MERGUS_DESC_TRAN0;
    if (words.tran_b == "yes") bits |= MERGUS_DESC_TRAN1;
    if (words.mask == "structural" || words.mask == "complement-structural") bits |= MERGUS_DESC_STRUCTURE;
    if (words.mask.starts_with("complement-")) bits |= MERGUS_DESC_COMPLEMENT;
    return bits;
}

} // namespace

Instance make_instance(const Case& words, Size size) {
    Random random(mix_seed(words.seed, words.operation));
    Instance instance;
    instance.words = words;
    const auto algebra = find_algebra(words);
    if (!algebra.has_value() || !is_allowed(words))
        throw std::invalid_argument("these words do not go together: " + to_text(words));
    instance.algebra = *algebra;
    instance.layout = make_layout(words, choose_dimensions(words, size, random));
    instance.holder = holders(words.alias);
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
        const std::string shape = input ? words.shape : random.chance(0.15) ? "dense" : "rectangular";
        ValueStyle own = style;
        if (role == role_M) own = {"small", false, false, true, false};
        for (const auto& [i, j] : random_pattern(shape, extent, random))
            matrix.set(i, j, random_value(matrix.type, own, random));
    }
    if (words.operation == "build") {
        instance.matrices[role_C].entries.clear();
        make_tuples(instance, style, random);
    } else {
        instance.scalar = make_scalar(instance, style, random);
    }
    make_lists(instance, random);
    instance.by_csr = random.chance(0.5);
    return instance;
}

} // namespace mergus::conformance
