/// \file bindings.hpp
/// The definitions of a kernel's free names (types, operators, constants) for one call.
#pragma once

#include "bindings_text.hpp"
#include "key_words.hpp"

#include <mergus/plugin.h>

#include <array>
#include <cstdint>
#include <string_view>

namespace mergus::cuda {

/// A string literal. Names of bindings are literals, so that a key has their addresses.
struct Literal {
    template <std::size_t size>
    // NOLINTNEXTLINE(google-explicit-constructor, *-avoid-c-arrays): literals convert to names
    consteval Literal(const char (&literal)[size]) noexcept : text(literal) {}
    const char* text;
};

/// Definitions of the free names of a kernel file, in the order in which they are appended.
///
/// The text is written on demand only: most calls find their kernel by the key, which takes a few
/// instructions for each definition. The key contains the content that the text is made from: codes of
/// built-in types and operators, names and definitions of the user's, bytes of values. So equal keys mean
/// equal texts, even if operators of earlier calls no longer exist. Operators and types must live until the
/// text is written.
class Bindings {
public:
    /// typedef TYPE alias;
    Bindings& type(Literal alias, const mergus_type* type);
    /// typedef uint32_t or uint64_t alias;
    Bindings& index(Literal alias, bool wide);
    /// constexpr long long name = value;
    Bindings& constant(Literal name, std::int64_t value);
    /// constexpr uint64_t name = value;
    Bindings& bits(Literal name, std::uint64_t value);

    /// z_to alias(x_from, y_from): the operator between casts. Without op (null): the first argument, cast.
    Bindings& binary(Literal alias, const mergus_op* op, const mergus_type* x_from, const mergus_type* y_from,
                     const mergus_type* z_to);
    /// z_to alias(x_from)
    Bindings& unary(Literal alias, const mergus_op* op, const mergus_type* x_from, const mergus_type* z_to);
    /// z_to alias(x_from, i, j, y): y has the operator's type.
    Bindings& index_unary(Literal alias, const mergus_op* op, const mergus_type* x_from,
                          const mergus_type* z_to);
    /// z alias(a, b, i, k, j): a semiring's multiply, which may ignore the indices.
    Bindings& multiply(Literal alias, const mergus_op* op, const mergus_type* a_from,
                       const mergus_type* b_from);
    /// to alias(from): the typecast.
    Bindings& cast(Literal alias, const mergus_type* from, const mergus_type* to);
    /// bool alias(mask value): the value cast to bool, or true if only the structure counts.
    Bindings& truth(Literal alias, const mergus_type* mask, bool structure);
    /// T alias(): a value with these bytes.
    Bindings& value(Literal alias, const mergus_type* type, const void* bytes);
    /// A line of text.
    Bindings& line(Literal text);
    Bindings& made_line(std::string_view text); ///< the same for a text made at run time

    /// The kernel is compiled without contraction of products and sums.
    Bindings& no_contraction() {
        contract_ = false;
        return *this;
    }

    /// Bindings of equal keys have the same text.
    [[nodiscard]] bool same_key(const Bindings& other) const noexcept {
        return contract_ == other.contract_ && steps_ == other.steps_ && objects_ == other.objects_;
    }
    [[nodiscard]] std::size_t hash() const noexcept {
        return steps_.hash() ^ (objects_.hash() * 3 + (contract_ ? 1 : 0));
    }
    [[nodiscard]] bool contract() const noexcept { return contract_; }
    [[nodiscard]] BindingsText text() const;

private:
    enum class What : std::uint8_t {
        type,
        index,
        constant,
        bits,
        binary,
        unary,
        index_unary,
        multiply,
        cast,
        truth,
        value,
        line,
        made_line
    };

    /// Adds a call of one of the functions above, packed into words.
    Bindings& add(What what, Literal name, std::uint64_t number, std::uint64_t objects = 0);
    /// The types and the operator of such a call.
    std::uint64_t objects_of(const mergus_op* op, const mergus_type* first,
                             const mergus_type* second = nullptr, const mergus_type* third = nullptr);
    std::uint64_t number_of(const mergus_type* type);
    std::uint64_t number_of(const mergus_op* op);
    std::uint64_t number_of_user_type(const mergus_type* type);
    void add_content(const mergus_op& op);
    [[nodiscard]] const mergus_type* type_of(std::uint64_t number) const noexcept;

    /// The numbers of types: 0 for none, the codes of built-in types, then unused_type() and the user's.
    static constexpr std::uint64_t unused_number = 14, first_user = 15;
    static constexpr std::size_t most_objects = 16; ///< operators, and the user's types

    KeyWords<112> steps_;
    KeyWords<12>
        objects_; ///< the content of operators and of the user's types, in the order of their numbers
    std::array<const mergus_type*, first_user> builtin_{}; ///< those in use, by number
    std::array<const mergus_type*, most_objects> types_{}; ///< the user's
    std::array<const mergus_op*, most_objects> ops_{};
    std::uint32_t type_count_ = 0, op_count_ = 0;
    bool contract_ = true;
};

} // namespace mergus::cuda
