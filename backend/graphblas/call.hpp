/// \file call.hpp
/// The frame of every function: checks of handles and pointers, and the way from exceptions to codes and
/// messages.
#pragma once

#include "call_times.hpp"
#include "objects.hpp"

#include <mergus/error.hpp>
#include <mergus/mask.hpp>
#include <mergus/ops.hpp>

#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace mergus::grb {

/// A code of the specification with its message.
class Failure : public std::exception {
public:
    Failure(GrB_Info code, std::string text) : info(code), message(std::move(text)) {}
    [[nodiscard]] const char* what() const noexcept override { return message.c_str(); }
    GrB_Info info;
    std::string message;
};

[[noreturn]] void fail(GrB_Info info, std::string message);

/// The context that new objects belong to. \throws Failure GrB_PANIC before GrB_init and after GrB_finalize
Context context();
[[nodiscard]] bool initialised() noexcept;
[[nodiscard]] GrB_Mode mode() noexcept;

/// Keeps the message of a failed function with `output` (null: only for the thread) and returns its code.
/// Called in a catch block.
GrB_Info report(Object* output, const char* function) noexcept;
/// Clears the object's message.
void forget(Object& output) noexcept;
/// The message of the last failure in this thread, or "".
[[nodiscard]] const char* last_error() noexcept;
/// GrB_error of a living object.
void get_message(const char** error, Object& object);

/// The object behind a handle. \throws Failure GrB_UNINITIALIZED_OBJECT for a null handle and for one that
/// was freed, GrB_INVALID_OBJECT for anything else that is not of this kind
template <class T>
T& live(T* handle, std::string_view argument) {
    if (handle == nullptr) fail(GrB_UNINITIALIZED_OBJECT, std::string(argument) + " is a null handle");
    if (handle->mark == freed_mark) fail(GrB_UNINITIALIZED_OBJECT, std::string(argument) + " has been freed");
    if (handle->mark != Object::alive(T::kind))
        fail(GrB_INVALID_OBJECT, std::string(argument) + " is not a handle of this kind of object");
    return *handle;
}

/// As live, for an argument that may be missing.
template <class T>
void live_or_null(T* handle, std::string_view argument) {
    if (handle != nullptr) live(handle, argument);
}

/// \throws Failure GrB_NULL_POINTER
template <class T>
T* not_null(T* pointer, std::string_view argument) {
    if (pointer == nullptr) fail(GrB_NULL_POINTER, std::string(argument) + " is null");
    return pointer;
}

/// The object that keeps the message of a failed call; null if the handle is not one of a living object.
template <class T>
Object* output_of(T* handle) noexcept {
    return handle != nullptr && handle->mark == Object::alive(T::kind) ? handle : nullptr;
}

/// Runs the body of a function, which returns nothing or a GrB_Info.
template <class Body>
GrB_Info call(Object* output, const char* function, const Body& body) noexcept {
    const CallTimer timer(function);
    try {
        if (!initialised()) fail(GrB_PANIC, "GrB_init has not been called");
        if (output != nullptr && output->message.load(std::memory_order_acquire) != nullptr) forget(*output);
        if constexpr (std::is_void_v<decltype(body())>) {
            body();
            return GrB_SUCCESS;
        } else {
            return body();
        }
    } catch (...) {
        return report(output, function);
    }
}

/// GrB_error. A handle that is null or is no living object gives the last message of the thread, which the
/// code that says so does not replace: a binding asks for the message of the object that a failed call did
/// not make.
template <class T>
GrB_Info error_of(const char** error, T* handle, const char* function) noexcept {
    Object* const object = output_of(handle);
    if (error == nullptr || object != nullptr || !initialised())
        return call(nullptr, function, [&] {
            not_null(error, "error");
            get_message(error, live(handle, "the object"));
        });
    *error = last_error();
    return handle == nullptr || handle->mark == freed_mark ? GrB_UNINITIALIZED_OBJECT : GrB_INVALID_OBJECT;
}

/// Runs the body of a function that makes an object. The handle is null if it fails.
template <class T, class Body>
GrB_Info construct(T** handle, const char* function, const Body& body) noexcept {
    if (handle != nullptr) *handle = nullptr;
    return call(nullptr, function, body);
}

/// The objects that operations have in common. Missing ones have the meaning of the specification. Only
/// handles are checked here: the front end checks domains, and refuses operators on positions, when all
/// arguments of the call exist.
inline BinaryOp accum_of(GrB_BinaryOp accum) {
    return accum == nullptr ? no_accum : live(accum, "accum").value;
}
inline Descriptor flags_of(GrB_Descriptor descriptor) {
    return descriptor == nullptr ? Descriptor{} : live(descriptor, "descriptor").value;
}
/// The conversion of an object of another kind (views.hpp); none if it is of this kind, or cannot be one.
/// \throws as live
std::optional<AnyVector> converted(GrB_Vector handle, std::string_view argument);
std::optional<AnyMatrix> converted(GrB_Matrix handle, std::string_view argument);
template <class Handle>
Mask mask_of(Handle mask) {
    if (mask == nullptr) return no_mask;
    if (output_of(mask) == nullptr)
        if (auto made = converted(mask, "mask")) return std::move(*made);
    return live(mask, "mask").value;
}

/// The list that GxB_RANGE, GxB_STRIDE or GxB_BACKWARDS stands for.
Indices range_of(const GrB_Index* list, GrB_Index count);

/// GrB_ALL or a list of indices. The list belongs to the caller.
inline Indices indices_of(const GrB_Index* list, GrB_Index count, std::string_view argument) {
    if (list == GrB_ALL) return all;
    if (count >= GxB_BACKWARDS && count <= GxB_RANGE) return range_of(not_null(list, argument), count);
    return std::span<const std::uint64_t>(not_null(list, argument), count);
}

/// A new object for `handle`.
template <class T, class... Arguments>
void make(T** handle, Arguments&&... arguments) {
    *not_null(handle, "the address of the handle") =
        Pool<T>::of_process().make(std::forward<Arguments>(arguments)...);
}

/// Frees an object and makes its handle null. Predefined objects, their handles and null handles are left as
/// they are.
template <class T>
GrB_Info destroy(T** handle) noexcept {
    if (handle == nullptr || *handle == nullptr) return GrB_SUCCESS;
    if ((*handle)->mark == Object::alive(T::kind)) {
        if ((*handle)->predefined) return GrB_SUCCESS;
        Pool<T>::of_process().destroy(*handle);
    }
    *handle = nullptr;
    return GrB_SUCCESS;
}

} // namespace mergus::grb
