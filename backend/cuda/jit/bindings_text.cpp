/// \file bindings_text.cpp
#include "bindings_text.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace mergus::cuda {

namespace {

/// Indices are passed by value, also where values are passed by address.
bool is_index(std::string_view argument) {
    return argument == "i" || argument == "j" || argument == "k";
}

/// Names the user's text in the compiler's messages: "line 2 of max_reliability" in place of a line of the
/// kernel.
std::string place_of(std::string_view kind, std::string_view name) {
    const bool plain = std::all_of(name.begin(), name.end(),
                                   [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
    return plain ? fmt::format("\n#line 1 \"{}{}\"\n", kind, name) : "";
}

/// Follows a user's text.
constexpr std::string_view place_of_bindings = "\n#line 1 \"bindings\"\n";

} // namespace

/// The name of a user type is qualified with its namespace.
std::string BindingsText::name_of(const mergus_type* type) const {
    if (type->definition == nullptr) return type->name;
    for (std::size_t t = 0; t < types_.size(); ++t)
        if (types_[t].name == type->name && types_[t].text == type->definition)
            return fmt::format("mergus_type_{}::{}", t, type->name);
    throw Error(Code::panic, fmt::format("type {} is not defined yet", type->name));
}

/// The expression for an argument: cast to the type of the operator's parameter, or any value if it ignores
/// that parameter.
std::string BindingsText::argument(std::string_view variable, const mergus_type* from,
                                   const mergus_type* wanted, const mergus_type* z) const {
    if (wanted == nullptr) return fmt::format("{}()", name_of(z));
    return fmt::format("mergus::functions::cast<{}, {}>({})", name_of(wanted), name_of(from), variable);
}

void BindingsText::define(const mergus_type* type) {
    if (type == nullptr || type->definition == nullptr) return;
    for (const Type& known : types_)
        if (known.name == type->name && known.text == type->definition) return;
    text_ += fmt::format("namespace mergus_type_{} {{\n", types_.size());
    std::vector<std::string> names{type->name};
    use_types(names);
    text_ += fmt::format(
        "{}{}{}static_assert(sizeof({}) == {}, \"the type has another size on the device\");\n}}\n",
        place_of("type ", type->name), type->definition, place_of_bindings, type->name, type->size);
    types_.push_back({type->name, type->definition});
}

/// Brings all types into scope whose names are not in `names` yet, and adds their names.
void BindingsText::use_types(std::vector<std::string>& names) {
    for (std::size_t t = types_.size(); t-- > 0;) {
        if (std::find(names.begin(), names.end(), types_[t].name) != names.end()) continue;
        text_ += fmt::format("using mergus_type_{}::{};\n", t, types_[t].name);
        names.push_back(types_[t].name);
    }
}

std::string BindingsText::define(const mergus_op* op) {
    std::vector<std::string> own; // the operator's own types, by their qualified names
    std::vector<std::string> names;
    for (const mergus_type* type : {op->x_type, op->y_type, op->z_type}) {
        if (type == nullptr || type->definition == nullptr) continue;
        define(type);
        if (std::find(own.begin(), own.end(), name_of(type)) != own.end()) continue;
        own.push_back(name_of(type));
        names.emplace_back(type->name);
    }
    if (op->code != MERGUS_OP_USER || op->text == nullptr)
        return op->callable; // defined in operators.hpp, which every text includes
    const auto callable = [&](std::size_t o) { return fmt::format("mergus_op_{}::{}", o, op->callable); };
    for (std::size_t o = 0; o < ops_.size();
         ++o) // operators of one text share a copy if their types are the same
        if (ops_[o].text == op->text && std::all_of(own.begin(), own.end(), [&](const std::string& type) {
                return ops_[o].types.find("using " + type + ";") != std::string::npos;
            }))
            return callable(o);
    text_ += fmt::format("namespace mergus_op_{} {{\n", ops_.size());
    const std::size_t begin = text_.size();
    for (const std::string& type : own) text_ += fmt::format("using {};\n", type);
    use_types(names);
    ops_.push_back({text_.substr(begin), op->text});
    const std::string_view kind = op->convention == MERGUS_CALL_POINTERS ? "" : "definition of ";
    text_ += fmt::format("{}{}{}}}\n", place_of(kind, op->name), op->text, place_of_bindings);
    standard_ = 20; // as the text was compiled for the host
    return callable(ops_.size() - 1);
}

void BindingsText::call(const mergus_op* op, const std::vector<std::string>& arguments,
                        const mergus_type* z_to) {
    const std::string callable = define(op); // was defined before: this is inside of a function
    const std::string z = name_of(op->z_type);
    std::string expression;
    if (op->convention == MERGUS_CALL_POINTERS) {
        text_ += fmt::format("    {} z;\n", z);
        std::string pointers = "&z";
        for (std::size_t a = 0; a < arguments.size(); ++a) {
            if (is_index(arguments[a])) {
                pointers += ", " + arguments[a];
                continue;
            }
            text_ += fmt::format("    auto a{} = {};\n", a, arguments[a]); // X* or const X*
            pointers += fmt::format(", &a{}", a);
        }
        text_ += fmt::format("    {}({});\n", callable, pointers);
        expression = "z";
    } else {
        expression = fmt::format("{}({})", callable, fmt::join(arguments, ", "));
    }
    text_ +=
        fmt::format("    return mergus::functions::cast<{}, {}>({});\n}}\n", name_of(z_to), z, expression);
}

void BindingsText::type(std::string_view alias, const mergus_type* type) {
    define(type);
    line(fmt::format("typedef {} {};", name_of(type), alias));
}

void BindingsText::index(std::string_view alias, bool wide) {
    line(fmt::format("typedef {} {};", wide ? "uint64_t" : "uint32_t", alias));
}

void BindingsText::bits(std::string_view name, std::uint64_t value) {
    line(fmt::format("constexpr uint64_t {} = {}ull;", name, value));
}

void BindingsText::constant(std::string_view name, std::int64_t value) {
    line(fmt::format("constexpr long long {} = {};", name, value));
}

void BindingsText::line(std::string_view text) {
    text_ += text;
    text_ += '\n';
}

void BindingsText::binary(std::string_view alias, const mergus_op* op, const mergus_type* x_from,
                          const mergus_type* y_from, const mergus_type* z_to) {
    for (const mergus_type* type : {x_from, y_from, z_to}) define(type);
    if (op != nullptr) define(op);
    line(fmt::format("__device__ __forceinline__ {} {}({} x, {} y) {{", name_of(z_to), alias, name_of(x_from),
                     name_of(y_from)));
    if (op == nullptr) return line(fmt::format("    return {};\n}}", argument("x", x_from, z_to, z_to)));
    call(op, {argument("x", x_from, op->x_type, op->z_type), argument("y", y_from, op->y_type, op->z_type)},
         z_to);
}

void BindingsText::unary(std::string_view alias, const mergus_op* op, const mergus_type* x_from,
                         const mergus_type* z_to) {
    define(x_from);
    define(z_to);
    define(op);
    line(fmt::format("__device__ __forceinline__ {} {}({} x) {{", name_of(z_to), alias, name_of(x_from)));
    call(op, {argument("x", x_from, op->x_type, op->z_type)}, z_to);
}

void BindingsText::index_unary(std::string_view alias, const mergus_op* op, const mergus_type* x_from,
                               const mergus_type* z_to) {
    define(x_from);
    define(z_to);
    define(op);
    line(fmt::format("__device__ __forceinline__ {} {}({} x, int64_t i, int64_t j, {} y) {{", name_of(z_to),
                     alias, name_of(x_from), name_of(op->y_type)));
    call(op, {argument("x", x_from, op->x_type, op->z_type), "i", "j", "y"}, z_to);
}

void BindingsText::multiply(std::string_view alias, const mergus_op* op, const mergus_type* a_from,
                            const mergus_type* b_from) {
    define(a_from);
    define(b_from);
    define(op);
    line(fmt::format("__device__ __forceinline__ {} {}({} a, {} b, int64_t i, int64_t k, int64_t j) {{",
                     name_of(op->z_type), alias, name_of(a_from), name_of(b_from)));
    std::vector<std::string> arguments{argument("a", a_from, op->x_type, op->z_type),
                                       argument("b", b_from, op->y_type, op->z_type)};
    if (op->kind == MERGUS_INDEX_BINARY) arguments.insert(arguments.end(), {"i", "k", "j"});
    call(op, arguments, op->z_type);
}

void BindingsText::cast(std::string_view alias, const mergus_type* from, const mergus_type* to) {
    define(from);
    define(to);
    line(fmt::format("__device__ __forceinline__ {} {}({} x) {{ return {}; }}", name_of(to), alias,
                     name_of(from), argument("x", from, to, to)));
}

void BindingsText::truth(std::string_view alias, const mergus_type* mask, bool structure) {
    define(mask);
    line(
        fmt::format("__device__ __forceinline__ bool {}(const {}& x) {{ return {}; }}", alias, name_of(mask),
                    structure ? "true" : fmt::format("mergus::functions::cast<bool, {}>(x)", name_of(mask))));
}

void BindingsText::value(std::string_view alias, const mergus_type* type, const void* bytes) {
    define(type);
    const auto* b = static_cast<const unsigned char*>(bytes);
    line(fmt::format("__device__ __forceinline__ {} {}() {{\n    const unsigned char bytes[] = {{{}}};\n"
                     "    {} value;\n    memcpy(&value, bytes, sizeof value);\n    return value;\n}}",
                     name_of(type), alias, fmt::join(b, b + type->size, ", "), name_of(type)));
}

} // namespace mergus::cuda
