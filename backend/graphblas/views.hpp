/// \file views.hpp
/// Handles that a program casts, as programs for SuiteSparse:GraphBLAS do, where all of these are one struct:
/// a scalar is a vector of size 1, a vector is a matrix with one column, and such a matrix is a vector. An
/// object of another kind is converted for the call; an output is converted back when the call has succeeded.
#pragma once

#include "call.hpp"

#include <optional>
#include <type_traits>

namespace mergus::grb {

template <class Handle>
struct EntriesOf;
template <>
struct EntriesOf<GrB_Vector> {
    using type = AnyVector;
};
template <>
struct EntriesOf<GrB_Matrix> {
    using type = AnyMatrix;
};

/// The entries of a conversion into the object that it was made from.
void convert_back(GrB_Vector handle, AnyVector&& entries);
void convert_back(GrB_Matrix handle, AnyMatrix&& entries);

/// An argument of a call. \throws Failure as live
template <class Handle>
class View {
public:
    using Entries = typename EntriesOf<std::remove_const_t<Handle>>::type;

    View(Handle handle, std::string_view argument) : handle_(handle) {
        if (output_of(handle_) == nullptr && handle_ != nullptr) made_ = converted(handle_, argument);
        if (!made_) live(handle_, argument);
    }
    View(const View&) = delete;
    View& operator=(const View&) = delete;
    ~View() = default;
    [[nodiscard]] Entries& get() { return made_ ? *made_ : handle_->value; }
    /// Of an output: behind the last step that can fail.
    void store() {
        if (made_) convert_back(handle_, std::move(*made_));
    }

private:
    std::remove_const_t<Handle> handle_;
    std::optional<Entries> made_;
};
template <class Handle>
View(Handle, std::string_view) -> View<std::remove_const_t<Handle>>;

} // namespace mergus::grb
