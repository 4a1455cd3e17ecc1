/// \file semiring_text.cpp
#include "semiring_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

namespace mergus::tools {

namespace {

/// The value of "inf", "infinity" or "nan" with an optional sign, in upper or lower case.
std::optional<double> special_value(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    std::string name;
    for (const char c : text.substr(0, 9))
        name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    using Limits = std::numeric_limits<double>;
    if (name == "nan") return negative ? -Limits::quiet_NaN() : Limits::quiet_NaN();
    if (name == "inf" || name == "infinity") return negative ? -Limits::infinity() : Limits::infinity();
    return {};
}

/// A value of a type, from an expression such as -1 or INT64_MAX, or from a special value.
class Constant {
public:
    /// \param name the option without dashes
    Constant(const char* name, const std::string& expression, const mergus_type* type)
        : type_(type), bytes_(type->size / sizeof(std::max_align_t) + 1) {
        if (const std::optional<double> special = special_value(expression)) {
            store_special(name, expression, *special);
            return;
        }
        const UnaryOp function = define_unary_op(name, expression, type, type);
        const std::vector<std::max_align_t> zero(bytes_.size());
        function.get()->function.unary(bytes_.data(), zero.data());
    }
    [[nodiscard]] Scalar value() const { return {bytes_.data(), type_}; }

private:
    template <class T>
    void store(T value) {
        std::memcpy(bytes_.data(), &value, sizeof value);
    }
    void store_special(const char* name, const std::string& text, double value) {
        if (type_->code == MERGUS_FP64) return store(value);
        if (type_->code == MERGUS_FP32) return store(static_cast<float>(value));
        std::string upper; // prefix of the macros for the limits of an integer type
        for (const char c : type_name(type_))
            upper += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        const bool integer = type_->code > MERGUS_BOOL && type_->code < MERGUS_FP32;
        const std::string least = upper.starts_with('U') ? "0" : upper + "_MIN";
        throw UsageError(
            fmt::format("--{}: {} is not a value of {}{}", name, text, type_name(type_),
                        integer ? fmt::format(", whose limits are {} and {}_MAX", least, upper) : ""));
    }

    const mergus_type* type_;
    std::vector<std::max_align_t> bytes_;
};

bool in_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_name(const std::string& text) {
    return std::all_of(text.begin(), text.end(), in_name);
}

bool is_definition(const std::string& text) {
    return text.find('{') != text.npos;
}

/// Whether the text contains the word as a whole identifier.
bool has_word(const std::string& text, std::string_view word) {
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !in_name(text[at - 1])) && (end == text.size() || !in_name(text[end]))) return true;
    }
    return false;
}

bool uses_indices(const std::string& text) {
    if (is_definition(text)) return has_word(text, "GrB_Index");
    return has_word(text, "i") || has_word(text, "j") || has_word(text, "k");
}

/// The built-in operator of that name, if the text is one.
const mergus_op* built_in(const std::string& text, const mergus_type* type) {
    const mergus_op* const op = is_name(text) ? find_op(text, type) : nullptr;
    return op != nullptr && (op->kind == MERGUS_BINARY || op->kind == MERGUS_INDEX_BINARY) ? op : nullptr;
}

/// A definition names its operator itself.
std::string name_for(const char* usual, const std::string& text) {
    return is_definition(text) ? "" : usual;
}

/// A built-in monoid, or one like it whose order of terms counts.
AnyMonoid declared(const AnyMonoid& known, MonoidProperties properties) {
    if (properties.associative && properties.commutative) return known;
    const mergus_monoid& monoid = *known.get();
    const mergus_type* const type = monoid.op->z_type;
    const Scalar identity(monoid.identity, type);
    if (monoid.terminal == nullptr) return make_monoid(BinaryOp(monoid.op), identity, {}, properties);
    return make_monoid(BinaryOp(monoid.op), identity, Scalar(monoid.terminal, type), properties);
}

AnyMonoid make_add(const SemiringText& text, const mergus_type* type) {
    const mergus_op* const known = built_in(text.add, type);
    const MonoidProperties properties{!text.not_associative, !text.not_commutative};
    if (known != nullptr && text.identity.empty() && text.terminal.empty()) {
        if (const mergus_monoid* const monoid = find_monoid(text.add, type))
            return declared(AnyMonoid(monoid), properties);
        throw UsageError(fmt::format("the operator {} on {} is not a monoid: --identity is needed", text.add,
                                     type_name(type)));
    }
    if (text.identity.empty()) throw UsageError("--identity is needed: the value e for which 'x add e' is x");
    const BinaryOp op = known != nullptr
                            ? BinaryOp(known)
                            : define_binary_op(name_for("add", text.add), text.add, type, type, type);
    const Constant identity("identity", text.identity, type);
    if (text.terminal.empty()) return make_monoid(op, identity.value(), {}, properties);
    const Constant terminal("terminal", text.terminal, type);
    return make_monoid(op, identity.value(), terminal.value(), properties);
}

} // namespace

AnySemiring make_semiring(const SemiringText& text) {
    const mergus_type* const type = parse_type(text.type);
    const mergus_op* const known = built_in(text.mul, type);
    const mergus_type* result = known != nullptr ? known->z_type : type;
    if (!text.result_type.empty()) result = parse_type(text.result_type);
    const AnyMonoid add = make_add(text, result);
    if (known != nullptr)
        return known->kind == MERGUS_BINARY ? mergus::make_semiring(add, BinaryOp(known))
                                            : mergus::make_semiring(add, IndexBinaryOp(known));
    const std::string name = name_for("mul", text.mul);
    if (uses_indices(text.mul))
        return mergus::make_semiring(add, define_index_binary_op(name, text.mul, result, type, type));
    return mergus::make_semiring(add, define_binary_op(name, text.mul, result, type, type));
}

} // namespace mergus::tools
