/// \file objects.hpp
/// The opaque objects behind the handles of GraphBLAS.h. Invariant: the memory of an object is never given
/// back, so that a handle of a freed object is recognised by its mark; it is used again for a new object of
/// the same kind.
#pragma once

#include <mergus_graphblas/GraphBLAS.h>

#include <mergus/algebra.hpp>
#include <mergus/descriptor.hpp>
#include <mergus/matrix.hpp>
#include <mergus/scalar.hpp>
#include <mergus/types.hpp>
#include <mergus/vector.hpp>

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace mergus::grb {

enum class Kind : std::uint32_t {
    type = 1,
    unary_op,
    binary_op,
    index_unary_op,
    monoid,
    semiring,
    descriptor,
    scalar,
    vector,
    matrix,
    global,
    index_binary_op,
    iterator
};

constexpr std::uint32_t freed_mark = 0xf7eed;

/// What few objects have: the texts given with GrB_set.
struct Notes {
    std::string name;
    std::string c_name, c_definition;
};

/// The beginning of every object.
struct Object {
    std::uint32_t mark;   ///< its Kind plus alive_mark; freed_mark
    bool predefined;      ///< static; cannot be freed or changed
    const char* constant; ///< the name of a predefined object, otherwise null
    std::unique_ptr<Notes> notes{};
    /// Of the last failed call, or null. Calls that only read an object write this too, so its text is
    /// accessed under a lock (library.cpp).
    std::atomic<std::string*> message{nullptr};

    constexpr Object(Kind kind, const char* name) noexcept
        : mark(alive(kind)), predefined(name != nullptr), constant(name) {}
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;
    ~Object() { delete message.load(std::memory_order_relaxed); }
    static constexpr std::uint32_t alive(Kind kind) noexcept {
        return 0x6d67000 + static_cast<std::uint32_t>(kind);
    }
    Notes& noted() {
        if (notes == nullptr) notes = std::make_unique<Notes>();
        return *notes;
    }
};

} // namespace mergus::grb

struct mergus_grb_type : mergus::grb::Object {
    static constexpr auto kind = mergus::grb::Kind::type;
    mergus_type_code code = MERGUS_USER_TYPE;
    const mergus_type* user = nullptr; ///< null for a built-in type
    bool text = false;                 ///< a user's type with a C definition of the user

    constexpr mergus_grb_type(const char* name, mergus_type_code builtin) noexcept
        : Object(kind, name), code(builtin) {}
    explicit mergus_grb_type(const mergus_type* type) noexcept : Object(kind, nullptr), user(type) {}
    [[nodiscard]] bool has_text() const noexcept { return text; }
    [[nodiscard]] const mergus_type* get() const {
        return user != nullptr ? user : mergus::detail::builtin_type(code);
    }
};

namespace mergus::grb {

/// Operators, monoids and semirings: a value of the C++ front end, and the GrB_Types that it was made with.
template <Kind k, class Value>
struct Algebra : Object {
    static constexpr Kind kind = k;
    Value value;

    constexpr Algebra(const char* name, Value builtin) noexcept
        : Object(kind, name), value(std::move(builtin)) {}
    explicit Algebra(Value made) noexcept : Object(kind, nullptr), value(std::move(made)) {}
};

} // namespace mergus::grb

struct mergus_grb_unary_op : mergus::grb::Algebra<mergus::grb::Kind::unary_op, mergus::UnaryOp> {
    using Algebra::Algebra;
};
/// An operator on positions has `positional` too, if it is a user's, and `value` refers to it. Only the
/// multiplication of a semiring may be one.
struct mergus_grb_binary_op : mergus::grb::Algebra<mergus::grb::Kind::binary_op, mergus::BinaryOp> {
    using Algebra::Algebra;
    explicit mergus_grb_binary_op(mergus::IndexBinaryOp made) noexcept
        : Algebra(mergus::BinaryOp(made.get())), positional(std::move(made)) {}
    mergus::IndexBinaryOp positional{};
};
struct mergus_grb_index_unary_op
    : mergus::grb::Algebra<mergus::grb::Kind::index_unary_op, mergus::IndexUnaryOp> {
    using Algebra::Algebra;
};
struct mergus_grb_monoid : mergus::grb::Algebra<mergus::grb::Kind::monoid, mergus::AnyMonoid> {
    using Algebra::Algebra;
};
struct mergus_grb_semiring : mergus::grb::Algebra<mergus::grb::Kind::semiring, mergus::AnySemiring> {
    using Algebra::Algebra;
};

struct mergus_grb_descriptor : mergus::grb::Object {
    static constexpr auto kind = mergus::grb::Kind::descriptor;
    mergus::Descriptor value{};

    constexpr mergus_grb_descriptor(const char* name, mergus::Descriptor flags) noexcept
        : Object(kind, name), value(flags) {}
    mergus_grb_descriptor() noexcept : Object(kind, nullptr) {}
};

/// A scalar lives on the host.
struct mergus_grb_scalar : mergus::grb::Object {
    static constexpr auto kind = mergus::grb::Kind::scalar;
    const mergus_type* type;
    std::vector<std::max_align_t> bytes; ///< room for one value
    bool present = false;
    std::int32_t orientation = GrB_ROWMAJOR; ///< the hint of GrB_set, which has no effect

    explicit mergus_grb_scalar(const mergus_type* of)
        : Object(kind, nullptr), type(of), bytes(of->size / sizeof(std::max_align_t) + 1) {}
    [[nodiscard]] mergus::Scalar value() const { return {bytes.data(), type}; }
};

struct mergus_grb_vector : mergus::grb::Object {
    static constexpr auto kind = mergus::grb::Kind::vector;
    mergus::AnyVector value;
    std::int32_t orientation = GrB_ROWMAJOR;   ///< the hint of GrB_set, which has no effect
    std::int32_t sparsity = GxB_AUTO_SPARSITY; ///< GxB_SPARSITY_CONTROL, likewise
    explicit mergus_grb_vector(mergus::AnyVector made) noexcept
        : Object(kind, nullptr), value(std::move(made)) {}
};

struct mergus_grb_matrix : mergus::grb::Object {
    static constexpr auto kind = mergus::grb::Kind::matrix;
    mergus::AnyMatrix value;
    std::int32_t orientation = GrB_ROWMAJOR;   ///< the hint of GrB_set
    std::int32_t sparsity = GxB_AUTO_SPARSITY; ///< GxB_SPARSITY_CONTROL, which has no effect
    explicit mergus_grb_matrix(mergus::AnyMatrix made) noexcept
        : Object(kind, nullptr), value(std::move(made)) {}
};

struct mergus_grb_global : mergus::grb::Object {
    static constexpr auto kind = mergus::grb::Kind::global;
    constexpr mergus_grb_global() noexcept : Object(kind, "GrB_GLOBAL") {}
};

namespace mergus::grb {

/// Memory for the objects of one kind. Freed objects wait in a queue, so that their handles are recognised
/// for long.
template <class T>
class Pool {
public:
    static Pool& of_process() {
        static Pool* const pool = new Pool; // never destroyed: programs free objects in their exit handlers
        return *pool;
    }

    template <class... Arguments>
    T* make(Arguments&&... arguments) {
        void* memory = take();
        try {
            return new (memory) T(std::forward<Arguments>(arguments)...);
        } catch (...) {
            give(memory);
            throw;
        }
    }

    /// Marks the object as freed, under the lock: only one of two threads that free it does so.
    void destroy(T* object) noexcept {
        {
            const std::lock_guard lock(mutex_);
            if (object->mark != Object::alive(T::kind)) return;
            object->mark = freed_mark;
        }
        object->~T();
        new (object) std::uint32_t(freed_mark);
        give(object);
    }

private:
    static constexpr std::size_t waiting = 1024;

    void* take() {
        const std::lock_guard lock(mutex_);
        if (free_.size() > waiting) {
            void* const memory = free_.front();
            free_.pop_front();
            return memory;
        }
        return ::operator new(sizeof(T), std::align_val_t(alignof(T)));
    }
    void give(void* memory) noexcept {
        try {
            const std::lock_guard lock(mutex_);
            free_.push_back(memory);
        } catch (...) { // out of memory: this object's memory is not used again
        }
    }

    std::mutex mutex_;
    std::deque<void*> free_;
};

} // namespace mergus::grb
