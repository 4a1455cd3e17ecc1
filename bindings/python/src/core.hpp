/// \file core.hpp
/// What the parts of the module share: objects of the library as Python holds them, values, and one function
/// for each part that adds its classes and functions.
///
/// Invariants: a handle belongs to the process that made it. A child made by fork gets an exception when it
/// uses one, and does not free it: the device and the threads behind it belong to the parent. Calls of the
/// library run without the GIL; the caller's references keep their arguments alive.
#pragma once

#include <mergus/mergus.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

namespace mergus::python {

namespace nb = nanobind;

/// How often this process was made by fork since the module was loaded.
unsigned fork_generation() noexcept;
/// Gives the library's reference to a Python object back, from any thread.
void release_reference(void* object);
/// \throws Error invalid_object
[[noreturn]] void used_after_fork(const char* what);

/// A value of the library, whose last owner frees it in the process that made it.
template <class T>
class Owned {
public:
    Owned() noexcept = default;
    explicit Owned(T&& value) : value_(std::make_shared<T>(std::move(value))) {}
    explicit Owned(std::shared_ptr<T> value) noexcept : value_(std::move(value)) {}
    Owned(Owned&&) noexcept = default;
    Owned& operator=(Owned&&) = delete;
    ~Owned() {
        if (value_ != nullptr && generation_ != fork_generation())
            (void)new std::shared_ptr<T>(std::move(value_)); // never freed
    }

    /// Null: there is none.
    [[nodiscard]] const std::shared_ptr<T>& get(const char* what) const {
        if (generation_ != fork_generation()) used_after_fork(what);
        return value_;
    }
    [[nodiscard]] bool empty() const noexcept { return value_ == nullptr; }

private:
    std::shared_ptr<T> value_;
    unsigned generation_ = fork_generation();
};

/// A matrix or a vector.
class Object {
public:
    explicit Object(AnyMatrix&& matrix) : matrix_(std::move(matrix)) {}
    explicit Object(AnyVector&& vector) : vector_(std::move(vector)) {}
    /// A matrix that belongs to another object, which may write it. \param advice why nobody else may
    Object(std::shared_ptr<AnyMatrix> shared, const char* advice)
        : matrix_(std::move(shared)), read_only_(advice) {}

    [[nodiscard]] bool is_vector() const noexcept { return !vector_.empty(); }
    /// \throws TypeError if it is of the other kind
    [[nodiscard]] AnyMatrix& matrix() const;
    [[nodiscard]] AnyVector& vector() const;
    [[nodiscard]] AnyObject& any() const;
    /// The object as an output. \throws Error invalid_object for a matrix that belongs to another object
    [[nodiscard]] AnyObject& output() const;
    /// The arrays of the last view of the matrix, as long as someone has them.
    [[nodiscard]] std::weak_ptr<CsrArrays>& viewed() const noexcept { return viewed_; }

private:
    Owned<AnyMatrix> matrix_;
    Owned<AnyVector> vector_;
    mutable std::weak_ptr<CsrArrays> viewed_;
    const char* read_only_ = nullptr; ///< Why it may not be written.
};

/// A context. Python compares them by identity of the library's context.
class ContextHandle {
public:
    explicit ContextHandle(Context&& context) : context_(std::move(context)) {}
    [[nodiscard]] const Context& get() const { return *context_.get("the context"); }

private:
    Owned<Context> context_;
};

/// An operator of any kind.
class Operator {
public:
    template <class Op>
    explicit Operator(Op op) : op_(std::move(op)) {}
    /// \param address of a built-in operator
    static Operator builtin(const mergus_op* address);

    [[nodiscard]] const mergus_op& get() const;
    /// \throws TypeError if it is of another kind
    template <class Op>
    [[nodiscard]] const Op& as(const char* kind) const {
        if (const Op* op = std::get_if<Op>(&op_)) return *op;
        throw nb::type_error(kind);
    }
    [[nodiscard]] bool is_index_binary() const noexcept { return std::holds_alternative<IndexBinaryOp>(op_); }
    [[nodiscard]] bool is_index_unary() const noexcept { return std::holds_alternative<IndexUnaryOp>(op_); }
    [[nodiscard]] const BinaryOp& binary() const { return as<BinaryOp>("a binary operator is needed"); }

private:
    std::variant<UnaryOp, BinaryOp, IndexUnaryOp, IndexBinaryOp> op_;
};

/// A bool, int, float or complex as a C++ value, or a tuple (Type, bytes) to be cast as entries are.
Scalar scalar_of(nb::handle value);
/// A built-in type: a Python number; a struct: its bytes.
nb::object python_value(const mergus_type& type, const void* value);
/// Memory for one value of any type.
std::vector<std::max_align_t> room_for(const mergus_type& type);

/// Indices as Python passes them: None for all of them, or the address and number of 64-bit unsigned
/// integers.
using IndexArray = std::optional<std::tuple<std::uintptr_t, std::uint64_t>>;
Indices indices_of(const IndexArray& array);
std::span<const std::uint64_t> span_of(const std::tuple<std::uintptr_t, std::uint64_t>& array);

template <class T = void>
T* pointer(std::uintptr_t address) {
    return reinterpret_cast<T*>(address); // NOLINT(performance-no-int-to-ptr)
}

void add_errors(nb::module_& module);
void add_types(nb::module_& module);
void add_contexts(nb::module_& module);
void add_operators(nb::module_& module);
void add_definitions(nb::module_& module);
void add_objects(nb::module_& module);
void add_arrays(nb::module_& module);
void add_device_csr(nb::module_& module);
void add_operations(nb::module_& module);
void add_regions(nb::module_& module);
void add_rows(nb::module_& module);
void add_algorithms(nb::module_& module);
void add_files(nb::module_& module);
void add_graphs(nb::module_& module);

} // namespace mergus::python
