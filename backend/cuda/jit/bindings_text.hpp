/// \file bindings_text.hpp
/// Writes the text of Bindings (jit.hpp). Types and operators are defined before their first use.
#pragma once

#include <mergus/plugin.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::cuda {

/// Each function appends the definition that the function of the same name in Bindings describes.
class BindingsText {
public:
    void type(std::string_view alias, const mergus_type* type);
    void index(std::string_view alias, bool wide);
    void constant(std::string_view name, std::int64_t value);
    void bits(std::string_view name, std::uint64_t value);
    void binary(std::string_view alias, const mergus_op* op, const mergus_type* x_from,
                const mergus_type* y_from, const mergus_type* z_to);
    void unary(std::string_view alias, const mergus_op* op, const mergus_type* x_from,
               const mergus_type* z_to);
    void index_unary(std::string_view alias, const mergus_op* op, const mergus_type* x_from,
                     const mergus_type* z_to);
    void multiply(std::string_view alias, const mergus_op* op, const mergus_type* a_from,
                  const mergus_type* b_from);
    void cast(std::string_view alias, const mergus_type* from, const mergus_type* to);
    void truth(std::string_view alias, const mergus_type* mask, bool structure);
    void value(std::string_view alias, const mergus_type* type, const void* bytes);
    void line(std::string_view text);

    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    /// C++17, or C++20 where a text needs that.
    [[nodiscard]] int standard() const noexcept { return standard_; }

private:
    void define(const mergus_type* type);
    /// Defines the operator and its types. \return the name to call it by.
    std::string define(const mergus_op* op);
    void call(const mergus_op* op, const std::vector<std::string>& arguments, const mergus_type* z_to);
    void use_types(std::vector<std::string>& names);
    [[nodiscard]] std::string name_of(const mergus_type* type) const;
    [[nodiscard]] std::string argument(std::string_view variable, const mergus_type* from,
                                       const mergus_type* wanted, const mergus_type* z) const;

    struct Type {
        std::string name, text;
    };
    struct Op {
        std::string types, text;
    };
    std::string text_;
    // User texts that are in text_. Each has a namespace of its own, named by its index here, so that its
    // names clash neither with those of other texts nor with those of the kernel.
    std::vector<Type> types_;
    std::vector<Op> ops_;
    int standard_ = 17;
};

} // namespace mergus::cuda
