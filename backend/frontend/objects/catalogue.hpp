/// \file catalogue.hpp
/// The built-in operators, monoids and semirings by their codes. Filled on first use and never freed.
#pragma once

#include <mergus/cast.hpp>
#include <mergus/operator_list.hpp>
#include <mergus/plugin.h>
#include <mergus/semirings/all.hpp>

#include <array>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::core {

inline constexpr std::size_t opcode_limit = 192;
inline constexpr std::size_t type_limit = 14; ///< codes of built-in types are below this
static_assert([] {
    for (const BuiltinOp& op : builtin_ops)
        if (op.code <= MERGUS_OP_USER || static_cast<std::size_t>(op.code) >= opcode_limit) return false;
    return true;
}());

/// Callers keep the addresses of members, so the containers are deques.
class Catalogue {
public:
    static const Catalogue& get();

    [[nodiscard]] const mergus_op* op(mergus_opcode op, mergus_type_code type) const noexcept;
    [[nodiscard]] const mergus_monoid* monoid(mergus_opcode op, mergus_type_code type) const noexcept;
    [[nodiscard]] const mergus_semiring* semiring(mergus_opcode add, mergus_opcode mul,
                                                  mergus_type_code type) const noexcept;
    [[nodiscard]] const std::vector<NamedSemiring>& semirings() const noexcept { return semirings_; }

private:
    Catalogue();
    /// All operators and monoids on T.
    template <class T>
    void add_type();
    template <class T, mergus_opcode code, auto Function>
    void add_op();
    void add_op(const BuiltinOp& line, mergus_type_code type, const mergus_op& typed);
    template <class T>
    const void* keep_value(T value);
    void add_semiring(mergus_opcode add, mergus_opcode mul, mergus_type_code type);
    void add_semirings();
    const char* keep(std::string text) { return strings_.emplace_back(std::move(text)).c_str(); }

    struct Value {
        alignas(8) std::array<unsigned char, 16> bytes{};
    };
    std::array<std::array<const mergus_op*, type_limit>, opcode_limit> op_index_{};
    std::array<std::array<const mergus_monoid*, type_limit>, opcode_limit> monoid_index_{};
    std::deque<mergus_op> ops_;
    std::deque<mergus_monoid> monoids_;
    std::deque<mergus_semiring> semiring_store_;
    std::deque<Value> values_;
    std::deque<std::string> strings_;
    const char* text_; ///< of operators.hpp
    std::vector<NamedSemiring> semirings_;
};

/// The text of a file for device compilers: "operators.hpp" with its parts.
std::string_view semirings_text(std::string_view file);

using mergus::cast_value;

} // namespace mergus::core
