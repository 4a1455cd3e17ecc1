/// \file axes.cpp
/// The table of every axis: a new value is a line here.
#include "conformance/axes.hpp"

#include "conformance/algebra.hpp"
#include "conformance/user_algebra.hpp"

#include <mergus/types.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <stdexcept>

namespace mergus::conformance {

namespace {

template <class Meaning>
using Table = std::vector<WordOf<Meaning>>;

const Table<Alias>& aliases() {
    static const Table<Alias> table = {
        {{"none"}, {}},
        {{"C=M"}, {roles(role_C, role_M)}},
        {{"C=A"}, {roles(role_C, role_A)}},
        {{"M=A"}, {roles(role_M, role_A)}},
        {{"C=M=A"}, {roles(role_C, role_M, role_A)}},
        {{"C=B"}, {roles(role_C, role_B)}},
        {{"A=B"}, {roles(role_A, role_B)}},
        {{"M=B"}, {roles(role_M, role_B)}},
        {{"C=A=B"}, {roles(role_C, role_A, role_B)}},
        {{"C=M=A=B"}, {roles(role_C, role_M, role_A, role_B)}},
    };
    return table;
}

const Table<TypeChoice>& types() {
    static const Table<TypeChoice> table = [] {
        Table<TypeChoice> made = {{{"same"}, {}}};
        const auto add = [&](const mergus_type* type) {
            made.push_back({{std::string(type_name(type))}, {.type = type}});
        };
        for (const char* name : {"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32",
                                 "uint64", "fp32", "fp64", "fc32", "fc64"})
            add(type_from_name(name));
        made.push_back({{"own"}, {.own = true}});
        for (const UserType& user : user_types()) add(user.type);
        return made;
    }();
    return table;
}

const Table<ValueChoice>& values() {
    static const Table<ValueChoice> table = {
        {{"small"}, {ValueKind::small}},
        {{"real"}, {ValueKind::real}},
        {{"edge"}, {ValueKind::edge}},
    };
    return table;
}

/// "plus" on C's type, "plus:int8" on another, "own".
WordOf<AccumChoice> accum(std::string_view name, bool smooth) {
    const std::size_t colon = std::min(name.find(':'), name.size());
    WordOf<AccumChoice> word{{std::string(name)}, {.present = true, .smooth = smooth}};
    word.op = name.substr(0, colon);
    if (colon < name.size()) word.type = find_type(name.substr(colon + 1));
    if (colon < name.size() && word.type == nullptr)
        throw std::invalid_argument(fmt::format("accum={}: there is no such type", name));
    return word;
}

const Table<AccumChoice>& accums() {
    static const Table<AccumChoice> table = {
        {{"none"}, {}},
        accum("plus", true),
        accum("minus", true),
        accum("times", false),
        accum("min", true),
        accum("second", true),
        accum("first", true),
        accum("any", false),
        accum("lor", false),
        accum("plus:int8", false),
        accum("max:fp32", false),
        accum("land:bool", false),
        accum("rdiv:int32", false),
        {{"own"}, {.present = true, .own = true, .smooth = true}},
    };
    return table;
}

const Table<MaskChoice>& masks() {
    static const Table<MaskChoice> table = {
        {{"none"}, {}},
        {{"value"}, {.present = true}},
        {{"structural"}, {.present = true, .structural = true}},
        {{"complement-none"}, {.complement = true}},
        {{"complement-value"}, {.present = true, .complement = true}},
        {{"complement-structural"}, {.present = true, .structural = true, .complement = true}},
    };
    return table;
}

const Table<Shape>& shapes() {
    static const Table<Shape> table = {
        {{"no_entries"}, {.square = true, .pattern = no_pattern}},
        {{"zero_rows"}, {.m = 0}},
        {{"zero_cols"}, {.n = 0}},
        {{"one_row"}, {.m = 1}},
        {{"one_col"}, {.n = 1}},
        {{"dense_row"}, {.square = true, .skewed = true, .pattern = row_pattern}},
        {{"dense_col"}, {.square = true, .skewed = true, .pattern = column_pattern}},
        {{"diagonal"}, {.square = true, .pattern = diagonal_pattern}},
        {{"banded"}, {.square = true, .pattern = banded_pattern}},
        {{"rmat"}, {.square = true, .skewed = true, .pattern = rmat_pattern}},
        {{"rectangular"}, {}},
        {{"zeros"}, {.square = true, .zeros = true}},
        {{"dense"}, {.square = true, .dense = true, .pattern = full_pattern}},
        {{"zero_inner"}, {.inner = true, .k = 0}},
        {{"one_inner"}, {.inner = true, .k = 1}},
    };
    return table;
}

Extent smaller(Extent nominal) {
    return {nominal.nrows / 2 + 1, nominal.ncols / 2 + 1};
}
Extent larger(Extent nominal) {
    return {2 * nominal.nrows + 1, 2 * nominal.ncols + 1};
}
Extent higher(Extent nominal) {
    return {2 * nominal.nrows + 1, nominal.ncols};
}
Extent empty(Extent) {
    return {0, 0};
}

const Table<IndexLists>& index_lists() {
    static const Table<IndexLists> table = {
        {{"all"}, {}},
        {{"permutation"}, {.all_rows = false, .all_cols = false}},
        {{"subset"}, {.all_rows = false, .all_cols = false, .whole = larger}},
        {{"rows_only"}, {.all_rows = false, .whole = higher}},
        {{"empty"}, {.all_rows = false, .all_cols = false, .region = empty}},
        {{"repeated"}, {.all_rows = false, .all_cols = false, .repeated = true, .whole = smaller}},
    };
    return table;
}

const Table<Flag>& flags() {
    static const Table<Flag> table = {{{"no"}, {}}, {{"yes"}, {true}}};
    return table;
}

const Table<AlgebraName>& no_algebras() {
    static const Table<AlgebraName> table;
    return table;
}

struct AxisRow {
    std::string_view name;
    std::vector<const Word*> words;
    const Word* absent;
    const Word* neutral;
};

/// \param neutral whether the first word of the table is what an operation without the axis does.
template <class Meaning>
AxisRow row(std::string_view name, const Table<Meaning>& table, bool neutral = true) {
    static const WordOf<Meaning> absent{{"-"}, {}};
    AxisRow made{name, {}, &absent, neutral ? &table.front() : nullptr};
    for (const Word& word : table) made.words.push_back(&word);
    return made;
}

AxisRow make_row(Axis axis) {
    switch (axis) {
    case Axis::alias:
        return row("alias", aliases());
    case Axis::algebra:
        return row("algebra", no_algebras(), false);
    case Axis::type:
        return row("type", types(), false);
    case Axis::a_type:
        return row("a_type", types());
    case Axis::c_type:
        return row("c_type", types());
    case Axis::b_type:
        return row("b_type", types());
    case Axis::values:
        return row("values", values());
    case Axis::accum:
        return row("accum", accums());
    case Axis::mask:
        return row("mask", masks());
    case Axis::shape:
        return row("shape", shapes(), false);
    case Axis::indices:
        return row("indices", index_lists());
    case Axis::tran_a:
        return row("tran_a", flags());
    case Axis::tran_b:
        return row("tran_b", flags());
    case Axis::replace:
        return row("replace", flags());
    case Axis::count:
        break;
    }
    throw std::logic_error("conformance: an axis without a row");
}

const AxisRow& row_of(Axis axis) {
    static const std::vector<AxisRow> rows = [] {
        std::vector<AxisRow> made;
        for (const Axis each : all_axes()) made.push_back(make_row(each));
        return made;
    }();
    return rows.at(static_cast<std::size_t>(axis));
}

/// Words beside the tables, made when they are first read and kept.
template <class Meaning, class Make>
const Word* kept(std::string_view name, Make make) {
    static std::mutex mutex;
    static std::map<std::string, WordOf<Meaning>, std::less<>> words;
    const std::lock_guard lock(mutex);
    const auto found = words.find(name);
    return found != words.end() ? &found->second : &words.emplace(name, make(name)).first->second;
}

} // namespace

std::string_view axis_name(Axis axis) {
    return row_of(axis).name;
}

std::string axis_names() {
    std::string names;
    for (const Axis axis : all_axes())
        names += fmt::format("{}{}", names.empty() ? "" : ", ", axis_name(axis));
    return names;
}

Axis find_axis(std::string_view name) {
    for (const Axis axis : all_axes())
        if (axis_name(axis) == name) return axis;
    throw std::invalid_argument(fmt::format("there is no axis \"{}\"; there are {}", name, axis_names()));
}

const Word* absent_word(Axis axis) {
    return row_of(axis).absent;
}

const Word* neutral_word(Axis axis) {
    return row_of(axis).neutral;
}

std::span<const Word* const> words_on(Axis axis) {
    return row_of(axis).words;
}

const Word* find_word(Axis axis, std::string_view name) {
    std::string known;
    for (const Word* word : words_on(axis)) {
        if (word->name == name) return word;
        known += fmt::format("{}{}", known.empty() ? "" : ", ", word->name);
    }
    if (!name.empty() && name != absent_word(axis)->name) {
        if (axis == Axis::algebra)
            return kept<AlgebraName>(name, [](std::string_view any) {
                return WordOf<AlgebraName>{{std::string(any)}, {}};
            });
        if (axis == Axis::accum)
            return kept<AccumChoice>(name, [](std::string_view any) { return accum(any, false); });
    }
    throw std::invalid_argument(
        fmt::format("{}={}: there is no such word; there are {}", axis_name(axis), name, known));
}

} // namespace mergus::conformance
