/// \file fields.hpp
/// The fields of objects that GrB_get and GrB_set share.
#pragma once

#include "call.hpp"

#include <atomic>
#include <string>
#include <string_view>
#include <variant>

namespace mergus::grb {

/// MAJOR, MINOR and PATCH of Mergus.
extern const std::int32_t library_version[3];

/// The orientation hint of GrB_GLOBAL, which new matrices take over.
[[nodiscard]] std::int32_t default_orientation() noexcept;
void set_default_orientation(std::int32_t orientation) noexcept;

/// Settings of GrB_GLOBAL that do not change how Mergus stores or computes.
struct Hints {
    std::atomic<std::int32_t> threads{0};
    std::atomic<double> chunk{65536};
    std::atomic<bool> burble{false}, from_one{false}, with_cmake{false};
    std::atomic<std::int32_t> jit{GxB_JIT_ON};
    std::atomic<double> hyper_switch{default_hyper_switch};
    std::atomic<double> bitmap_switch[GxB_NBITMAP_SWITCH];
};
Hints& hints() noexcept;

/// New objects are of this backend. Those that exist keep theirs; a call needs objects of one backend.
void choose_backend(std::string_view name);
void choose_context(Context context);

void set_field(mergus_grb_descriptor& descriptor, GrB_Desc_Field field, GrB_Desc_Value value);

[[noreturn]] void unknown_field();
[[noreturn]] void cannot_set();

struct NoValue {};
using FieldValue = std::variant<NoValue, std::int32_t, std::size_t, std::string>;
/// Writes a value in the form that a getter has. \throws Failure GrB_INVALID_VALUE for a value of another
/// form
GrB_Info give(const FieldValue& value, GrB_Scalar to);
GrB_Info give(const FieldValue& value, char* to);
GrB_Info give(const FieldValue& value, std::int32_t* to);
/// A size, or the bytes that a text needs with the zero at its end.
GrB_Info give(const FieldValue& value, std::size_t* to);
/// No value has this form.
GrB_Info give(const FieldValue& value, void* to);

/// The fields of types. A null type stands for an input that there is not.
FieldValue code_value(const mergus_type* type);
FieldValue name_value(const mergus_type* type, const UserType& user);

struct Domains {
    const mergus_type *z, *x, *y;
};
/// The fields that operators have in common.
FieldValue get_domain(const Object& object, const Domains& of, const UserTypes& user, GrB_Field field);

} // namespace mergus::grb
