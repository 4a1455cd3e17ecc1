/// \file space.cpp
/// Lists of words.
#include "conformance/space.hpp"

#include "conformance/user_algebra.hpp"

#include <mergus/operator_list.hpp>
#include <mergus/semirings/all.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

namespace mergus::conformance {

using Words = std::vector<std::string>;

std::span<const std::string_view> operations() {
    static constexpr std::array<std::string_view, 15> all = {
        "mxm",           "transpose",   "select",        "apply",      "apply_first",
        "apply_second",  "apply_index", "ewise_add",     "ewise_mult", "reduce_rows",
        "reduce_scalar", "assign",      "assign_scalar", "extract",    "build"};
    return all;
}

AlgebraKind algebra_kind(std::string_view operation) {
    if (operation == "mxm") return AlgebraKind::semiring;
    if (operation == "reduce_rows" || operation == "reduce_scalar") return AlgebraKind::monoid;
    if (operation == "transpose" || operation == "assign" || operation == "assign_scalar" ||
        operation == "extract")
        return AlgebraKind::none;
    return AlgebraKind::op;
}

bool takes_kind(std::string_view operation, int kind) {
    if (operation == "apply") return kind == MERGUS_UNARY;
    if (operation == "select" || operation == "apply_index") return kind == MERGUS_INDEX_UNARY;
    return kind == MERGUS_BINARY;
}

namespace {

/// The names of the operators in operators.def that belong.
template <class Belongs>
Words op_names(Belongs belongs) {
    Words names;
    for (const BuiltinOp& op : builtin_ops)
        if (belongs(op)) names.emplace_back(op.name);
    return names;
}
Words names_of_kind(mergus_op_kind kind) {
    return op_names([&](const BuiltinOp& op) { return op.kind == kind; });
}
Words index_unary_names(ResultType result) {
    return op_names(
        [&](const BuiltinOp& op) { return op.kind == MERGUS_INDEX_UNARY && op.result == result; });
}
Words monoid_names() {
    Words names;
    for (const BuiltinMonoid& monoid : builtin_monoids) names.emplace_back(monoid.name);
    return names;
}

const Words type_names = {"bool",   "int8",   "int16", "int32", "int64", "uint8", "uint16",
                          "uint32", "uint64", "fp32",  "fp64",  "fc32",  "fc64"};
const Words flags = {"no", "yes"};

Words joined(Words a, const Words& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

Words user_type_names() {
    Words names;
    for (const UserType& user : user_types()) names.emplace_back(type_name(user.type));
    return names;
}

Words algebra_words(std::string_view operation) {
    Words names;
    switch (algebra_kind(operation)) {
    case AlgebraKind::none:
        return {"-"};
    case AlgebraKind::semiring:
        for (const NamedSemiring& known : builtin_semirings())
            if (std::find(names.begin(), names.end(), known.name) == names.end())
                names.emplace_back(known.name);
        for (const UserSemiring& user : user_semirings()) names.emplace_back(user.name);
        return names;
    case AlgebraKind::monoid:
        names = monoid_names();
        for (const UserMonoid& user : user_monoids()) names.emplace_back(user.name);
        return names;
    case AlgebraKind::op:
        break;
    }
    if (operation == "build") return {"first", "second", "plus", "min", "max", "times", "lor", "best"};
    if (operation == "apply")
        names = names_of_kind(MERGUS_UNARY);
    else if (operation == "select")
        names = index_unary_names(ResultType::boolean);
    else if (operation == "apply_index")
        names = joined(index_unary_names(ResultType::same), index_unary_names(ResultType::boolean));
    else
        names = names_of_kind(MERGUS_BINARY);
    for (const UserOp& user : user_ops())
        if (takes_kind(operation, user.handle->kind)) names.emplace_back(user.name);
    return names;
}

Levels make_levels(std::string_view operation) {
    const Words none = {"-"};
    const bool is_mxm = operation == "mxm";
    const bool two_inputs = is_mxm || operation == "ewise_add" || operation == "ewise_mult";
    const bool scalar_first = operation == "apply_first";
    const bool has_scalar =
        operation == "select" || scalar_first || operation == "apply_second" || operation == "apply_index";
    const bool writes = operation != "reduce_scalar" && operation != "build"; // through mask and descriptor
    const bool has_algebra = algebra_kind(operation) != AlgebraKind::none;
    const bool has_A = operation != "assign_scalar" && operation != "build";
    const Words cast_types = joined({"same"}, type_names);
    std::map<std::string_view, Words> words;
    words["algebra"] = algebra_words(operation);
    words["type"] = has_algebra ? joined(type_names, {"own"}) : joined(type_names, user_type_names());
    words["c_type"] = cast_types;
    words["a_type"] =
        has_algebra ? joined(cast_types, operation == "build" ? Words{} : Words{"poly3", "block4"}) : none;
    words["b_type"] = two_inputs ? words["a_type"] : has_scalar ? cast_types : none;
    words["alias"] = {"none"};
    if (writes) {
        words["alias"].emplace_back("C=M");
        if (has_A) words["alias"] = joined(words["alias"], {"C=A", "M=A", "C=M=A"});
        if (two_inputs) words["alias"] = joined(words["alias"], {"C=B", "A=B", "M=B", "C=A=B", "C=M=A=B"});
    }
    words["shape"] = {"no_entries",  "zero_rows", "zero_cols", "one_row", "one_col",
                      "dense_row",   "dense_col", "diagonal",  "banded",  "rmat",
                      "rectangular", "zeros",     "dense"};
    if (is_mxm) words["shape"] = joined(words["shape"], {"zero_inner", "one_inner"});
    words["indices"] = none;
    if (algebra_kind(operation) == AlgebraKind::none && operation != "transpose") {
        words["indices"] = {"all", "permutation", "subset", "rows_only", "empty"};
        if (operation == "extract") words["indices"].emplace_back("repeated");
    }
    words["tran_a"] = writes && has_A && !scalar_first ? flags : none;
    words["tran_b"] = two_inputs || scalar_first ? flags : none;
    words["mask"] = writes ? Words{"none",
                                   "value",
                                   "structural",
                                   "complement-none",
                                   "complement-value",
                                   "complement-structural"}
                           : none;
    words["values"] = {"small", "real", "edge"};
    words["accum"] = operation == "build"
                         ? none
                         : Words{"none", "plus", "minus",     "times",    "min",       "second",    "first",
                                 "any",  "lor",  "plus:int8", "max:fp32", "land:bool", "rdiv:int32"};
    const AlgebraKind kind = algebra_kind(operation);
    if (kind == AlgebraKind::semiring || kind == AlgebraKind::monoid) words["accum"].emplace_back("own");
    words["replace"] = writes ? flags : none;
    Levels result;
    for (const Factor& factor : factors()) result.push_back(words.at(factor.name));
    return result;
}

} // namespace

Restriction::Restriction(const std::vector<std::string>& words) : words_(factors().size()) {
    for (const std::string& text : words) {
        const std::size_t equals = std::min(text.find('='), text.size());
        const std::string name = text.substr(0, equals);
        const std::string word = text.substr(std::min(equals + 1, text.size()));
        const auto all = factors();
        const auto factor =
            std::find_if(all.begin(), all.end(), [&](const Factor& f) { return f.name == name; });
        if (factor == all.end()) {
            std::string known;
            for (const Factor& f : all) known += (known.empty() ? "" : ", ") + std::string(f.name);
            throw std::invalid_argument(text + ": there is no such factor; there are " + known);
        }
        const auto place = static_cast<std::size_t>(factor - all.begin());
        const auto here = operations();
        if (std::none_of(here.begin(), here.end(), [&](std::string_view operation) {
                const Words& known = levels(operation)[place];
                return word != "-" && std::find(known.begin(), known.end(), word) != known.end();
            }))
            throw std::invalid_argument(text + ": no operation has that word");
        words_[place].push_back(word);
    }
}

bool Restriction::admits(std::size_t factor, const std::string& word) const {
    if (words_.empty() || words_[factor].empty() || word == "-") return true;
    return std::find(words_[factor].begin(), words_[factor].end(), word) != words_[factor].end();
}

const Levels& levels(std::string_view operation) {
    static const std::map<std::string_view, Levels> all = [] {
        std::map<std::string_view, Levels> made;
        for (const std::string_view name : operations()) made[name] = make_levels(name);
        return made;
    }();
    const auto found = all.find(operation);
    if (found == all.end()) throw std::invalid_argument("there is no operation " + std::string(operation));
    return found->second;
}

} // namespace mergus::conformance
