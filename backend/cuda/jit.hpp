/// \file jit.hpp
/// From operators to kernels: a kernel's text is its file from kernels/ behind a few generated lines that
/// give the file's free names (types, operators, constants) their meaning for one call.
#pragma once

#include "device.hpp"

#include <mergus/plugin.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mergus::cuda {

/// The free names of a kernel file, being given their meaning. Everything is appended in order.
class Bindings {
public:
    /// typedef TYPE alias;
    Bindings& type(std::string_view alias, const mergus_type* type);
    /// typedef uint32_t or uint64_t alias;
    Bindings& index(std::string_view alias, bool wide);
    /// constexpr long long name = value;
    Bindings& constant(std::string_view name, std::int64_t value);

    /// z_to alias(x_from, y_from): the operator between casts. Null op: the first argument cast, "take x".
    Bindings& binary(std::string_view alias, const mergus_op* op, const mergus_type* x_from,
                     const mergus_type* y_from, const mergus_type* z_to);
    /// z_to alias(x_from)
    Bindings& unary(std::string_view alias, const mergus_op* op, const mergus_type* x_from,
                    const mergus_type* z_to);
    /// z_to alias(x_from, i, j, y): y already of the operator's type.
    Bindings& index_unary(std::string_view alias, const mergus_op* op, const mergus_type* x_from,
                          const mergus_type* z_to);
    /// z alias(a, b, i, k, j) of a semiring's multiply, index aware or not.
    Bindings& multiply(std::string_view alias, const mergus_op* op, const mergus_type* a_from,
                       const mergus_type* b_from);
    /// to alias(from): the typecast.
    Bindings& cast(std::string_view alias, const mergus_type* from, const mergus_type* to);
    /// bool alias(mask value): the cast to bool, or true if only the structure counts.
    Bindings& truth(std::string_view alias, const mergus_type* mask, bool structure);
    /// T alias(): these bytes.
    Bindings& value(std::string_view alias, const mergus_type* type, const void* bytes);
    /// A line of text.
    Bindings& line(std::string_view text);

    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    [[nodiscard]] bool contract() const noexcept { return contract_; }
    /// C++17, or C++20 where a text needs that.
    [[nodiscard]] int standard() const noexcept { return standard_; }
    /// No contraction of products and sums.
    Bindings& no_contraction() {
        contract_ = false;
        return *this;
    }

private:
    void define(const mergus_type* type);
    /// Also the operator's types. \return what to call it by.
    std::string define(const mergus_op* op);
    void call(const mergus_op* op, const std::vector<std::string>& arguments, const mergus_type* z_to);
    void use_types(std::vector<std::string>& names);
    [[nodiscard]] std::string name_of(const mergus_type* type) const;
    [[nodiscard]] std::string argument(std::string_view variable, const mergus_type* from, const mergus_type* wanted,
                                       const mergus_type* z) const;

    struct Type {
        std::string name, text;
    };
    struct Op {
        std::string types, text;
    };
    std::string text_;
    // User texts that stand in text_ already, each in a namespace of its own with its index here, so that names in them
    // clash neither with each other nor with a kernel's.
    std::vector<Type> types_;
    std::vector<Op> ops_;
    bool contract_ = true;
    int standard_ = 17;
};

/// The compiled kernels of a context, found by their bindings without hashing the long texts again.
class Jit {
public:
    explicit Jit(Device& device) : device_(device) {}
    /// \param file of kernels/, \param entry its `extern "C"` function.
    const Kernel& kernel(std::string_view file, std::string_view entry, const Bindings& bindings);

    /// What decides the bindings of a kernel, for those who know it: a text is written only when the kernel is first needed.
    struct Shortcut {
        const char* file;       ///< a literal
        const char* entry;      ///< a literal
        const mergus_type* type; ///< interned
        std::uint64_t shape;    ///< all else
        bool operator==(const Shortcut&) const = default;
    };
    /// \param bindings a function that returns them.
    template <class Make>
    const Kernel& kernel(const Shortcut& shortcut, Make bindings) {
        const Kernel*& known = shortcuts_[shortcut];
        if (known == nullptr) known = &kernel(shortcut.file, shortcut.entry, bindings());
        return *known;
    }

private:
    struct ShortcutHasher {
        std::size_t operator()(const Shortcut& s) const noexcept {
            std::size_t hash = std::hash<const void*>()(s.entry);
            hash = hash * 31 + std::hash<const void*>()(s.type);
            return hash * 31 + std::hash<std::uint64_t>()(s.shape);
        }
    };

    Device& device_;
    std::unordered_map<std::string, const Kernel*> known_;
    std::unordered_map<Shortcut, const Kernel*, ShortcutHasher> shortcuts_;
};

} // namespace mergus::cuda
