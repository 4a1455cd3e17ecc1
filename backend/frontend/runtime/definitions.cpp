/// \file definitions.cpp
/// Invariant: user functions receive addresses of copies of the values, so z never aliases x or y, and
/// `restrict` has the same meaning on all backends.
#include "definitions.hpp"

#include "host_compiler.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <vector>

namespace mergus::core {
namespace {

bool sees_indices(const Signature& s) {
    return s.kind == MERGUS_INDEX_UNARY || s.kind == MERGUS_INDEX_BINARY;
}

/// The parameter list of a definition, for messages and expressions.
std::string parameters(const Signature& s, std::string_view prefix) {
    const auto value = [&](const mergus_type* type, std::string_view name) {
        return fmt::format(", const {}* {}{}", type->name, prefix, name);
    };
    std::string all = fmt::format("{}* {}z{}", s.z->name, prefix, value(s.x, "x"));
    const auto indices = [&](std::string_view which) {
        for (const char i : which) all += fmt::format(", GrB_Index {}{}", prefix, i);
    };
    switch (s.kind) {
    case MERGUS_UNARY:
        break;
    case MERGUS_BINARY:
        all += value(s.y, "y");
        break;
    case MERGUS_INDEX_UNARY:
        indices("ij");
        all += value(s.y, "y");
        break;
    case MERGUS_INDEX_BINARY:
        indices("ik");
        all += value(s.y, "y");
        all += fmt::format(", GrB_Index {}, GrB_Index {}j", prefix.empty() ? "k" : "", prefix);
        all += value(s.theta, "theta");
        break;
    }
    return all;
}

/// A function that returns the expression.
std::string definition_of(std::string_view name, std::string_view expression, const Signature& s) {
    std::string body = fmt::format("const {} x = *mergus_x;", s.x->name);
    if (s.y != nullptr) body += fmt::format(" const {} y = *mergus_y;", s.y->name);
    if (sees_indices(s))
        for (const char i : std::string_view(s.kind == MERGUS_INDEX_UNARY ? "ij" : "ikj"))
            body += fmt::format(" const int64_t {0} = (int64_t)mergus_{0};", i);
    return fmt::format("void {0}({1}) {{\n{2}\n*mergus_z = (\n#line 1 \"{0}\"\n{3}\n); }}\n", name,
                       parameters(s, "mergus_"), body, expression);
}

/// A wrapper with the arguments of plugin.h around a function with those of GxB_IndexBinaryOp_new; theta is a
/// constant in it.
std::string index_binary_wrapper(std::string_view name, const Signature& s) {
    std::vector<int> bytes(s.theta_bytes.begin(), s.theta_bytes.end());
    for (int& byte : bytes) byte &= 255;
    return fmt::format(
        "\nstatic inline void mergus_{0}({1}* mergus_z, const {2}* mergus_x, const {3}* mergus_y, "
        "int64_t mergus_i, int64_t mergus_k, int64_t mergus_j) {{\n"
        "const unsigned char mergus_bytes[] = {{{5}}};\n{4} mergus_theta;\n"
        "memcpy(&mergus_theta, mergus_bytes, sizeof mergus_theta);\n"
        "{0}(mergus_z, mergus_x, (GrB_Index)mergus_i, (GrB_Index)mergus_k, mergus_y, (GrB_Index)mergus_k, "
        "(GrB_Index)mergus_j, &mergus_theta);\n}}\n",
        name, s.z->name, s.x->name, s.y->name, s.theta->name, fmt::join(bytes, ", "));
}

/// The distinct user types of a signature.
std::vector<const mergus_type*> user_types(const std::string& what, const Signature& s) {
    std::vector<const mergus_type*> all;
    for (const mergus_type* type : {s.x, s.y, s.z, s.theta}) {
        if (type == nullptr || type->definition == nullptr) continue;
        bool known = false;
        for (const mergus_type* other : all) {
            known = known || other == type;
            if (other != type && std::string_view(other->name) == type->name)
                throw Error(
                    Code::invalid_value,
                    fmt::format("{}: it takes two types that are both named {}, defined as '{}' and as '{}'",
                                what, type->name, other->definition, type->definition));
        }
        if (!known) all.push_back(type);
    }
    return all;
}

/// The exported function.
std::string entry(const Definition& definition, const Signature& s) {
    const auto copy = [](const mergus_type* type, char name) {
        if (type == nullptr) return std::string();
        // Not const: the text may have parameters of type X* as well as const X*.
        return fmt::format("{0} mergus_{1} = *static_cast<const {0}*>({1}_at);\n", type->name, name);
    };
    std::string_view parameters, arguments;
    switch (s.kind) {
    case MERGUS_UNARY:
        parameters = "const void* x_at";
        arguments = "&mergus_x";
        break;
    case MERGUS_BINARY:
        parameters = "const void* x_at, const void* y_at";
        arguments = "&mergus_x, &mergus_y";
        break;
    case MERGUS_INDEX_UNARY:
        parameters = "const void* x_at, int64_t mergus_i, int64_t mergus_j, const void* y_at";
        arguments = "&mergus_x, (GrB_Index)mergus_i, (GrB_Index)mergus_j, &mergus_y";
        break;
    case MERGUS_INDEX_BINARY:
        parameters =
            "const void* x_at, const void* y_at, int64_t mergus_i, int64_t mergus_k, int64_t mergus_j";
        arguments = "&mergus_x, &mergus_y, mergus_i, mergus_k, mergus_j";
        break;
    }
    return fmt::format(
        "{0}void {1}(void* z_at, {2}) {{\n{3} mergus_z;\n{4}{5}mergus_op::{6}(&mergus_z, {7});\n"
        "*static_cast<{3}*>(z_at) = mergus_z;\n}}\n",
        exported, entry_name, parameters, s.z->name, copy(s.x, 'x'), copy(s.y, 'y'), definition.callable,
        arguments);
}

} // namespace

Definition define(std::string_view name, std::string_view text, const Signature& signature) {
    if (!name.empty()) check_name("operator", name);
    const std::string what = name.empty() ? "the operator" : fmt::format("operator '{}'", name);
    const std::vector<CToken> tokens = check_text(what, text);
    if (tokens.empty()) throw Error(Code::compile_error, what + ": its text is empty");
    bool expression = true;
    for (const CToken& token : tokens) expression = expression && token.text != "{";

    Definition made;
    if (expression) {
        made.name = name.empty() ? "expression" : name;
        made.text = definition_of(made.name, text, signature);
    } else {
        check_no_state(what, tokens);
        made.name = name.empty() ? last_function(tokens) : name;
        if (made.name.empty()) throw Error(Code::compile_error, what + ": its text defines no function");
        if (name.empty()) check_name("operator", made.name);
        if (!defines_function(tokens, made.name))
            throw Error(Code::compile_error,
                        fmt::format("{}: its text defines no function of that name", what));
        made.text = text;
    }
    made.callable = made.name;
    if (signature.kind == MERGUS_INDEX_BINARY) {
        made.text += index_binary_wrapper(made.name, signature);
        made.callable = "mergus_" + made.name;
    }
    return made;
}

std::string host_text(const Definition& definition, const Signature& signature) {
    std::string all;
    for (const mergus_type* type : user_types(fmt::format("operator '{}'", definition.name), signature))
        all += fmt::format(
            "#line 1 \"type {0}\"\n{1}\nstatic_assert(sizeof({0}) == {2}, \"the type has another size\");\n",
            type->name, type->definition, type->size);
    all += fmt::format("namespace mergus_op {{\n#line 1 \"{}\"\n{}\n}}\n", definition.name, definition.text);
    all += fmt::format("#line 1 \"the call of {}({})\"\n", definition.name, parameters(signature, ""));
    return all + entry(definition, signature);
}

} // namespace mergus::core
