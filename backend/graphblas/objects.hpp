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
    iterator,
    context
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

/// A type of the user, which exists as long as an object of it.
struct TypeRecord {
    const mergus_type* type = nullptr;
    bool opaque = false; ///< without a C text
    std::string name{};  ///< that GrB_set gave; accessed under a lock (types.cpp)

    TypeRecord() = default;
    TypeRecord(const TypeRecord&) = delete;
    TypeRecord& operator=(const TypeRecord&) = delete;
    ~TypeRecord();
};
/// Null for a built-in type.
using UserType = std::shared_ptr<TypeRecord>;

} // namespace mergus::grb

struct mergus_grb_type : mergus::grb::Object {
    static constexpr auto kind = mergus::grb::Kind::type;
    mergus_type_code code = MERGUS_USER_TYPE;
    mergus::grb::UserType user{};

    constexpr mergus_grb_type(const char* name, mergus_type_code builtin) noexcept
        : Object(kind, name), code(builtin) {}
    explicit mergus_grb_type(mergus::grb::UserType type) noexcept
        : Object(kind, nullptr), user(std::move(type)) {}
    [[nodiscard]] bool has_text() const noexcept { return user != nullptr && !user->opaque; }
    [[nodiscard]] const mergus_type* get() const {
        return user != nullptr ? user->type : mergus::detail::builtin_type(code);
    }
};

namespace mergus::grb {

/// The user's types among those of z, x and y.
struct UserTypes {
    UserType z, x, y;

    constexpr UserTypes() noexcept {}
    UserTypes(UserType of_z, UserType of_x, UserType of_y = {}) noexcept
        : z(std::move(of_z)), x(std::move(of_x)), y(std::move(of_y)) {}
};

/// Operators, monoids and semirings: a value of the C++ front end, and the types that it was made with.
template <Kind k, class Value>
struct Algebra : Object {
    static constexpr Kind kind = k;
    Value value;
    UserTypes types;

    constexpr Algebra(const char* name, Value builtin) noexcept
        : Object(kind, name), value(std::move(builtin)) {}
    Algebra(Value made, UserTypes of) noexcept
        : Object(kind, nullptr), value(std::move(made)), types(std::move(of)) {}
};

struct BoundIndexOp; // positions.hpp

} // namespace mergus::grb

/// GxB_POSITIONI and its like are index unary operators, whose second input is `offset`.
struct mergus_grb_unary_op : mergus::grb::Algebra<mergus::grb::Kind::unary_op, mergus::UnaryOp> {
    using Algebra::Algebra;
    constexpr mergus_grb_unary_op(const char* name, mergus::UnaryOp builtin, std::int64_t plus) noexcept
        : Algebra(name, std::move(builtin)), offset(plus) {}
    std::int64_t offset = 0;
};
/// A user's operator on positions has `positional` too, to which `value` refers, and what it was made of.
struct mergus_grb_binary_op : mergus::grb::Algebra<mergus::grb::Kind::binary_op, mergus::BinaryOp> {
    using Algebra::Algebra;
    mergus_grb_binary_op(mergus::IndexBinaryOp made, std::shared_ptr<const mergus::grb::BoundIndexOp> from,
                         mergus::grb::UserTypes of) noexcept
        : Algebra(mergus::BinaryOp(made.get()), std::move(of)), positional(std::move(made)),
          bound(std::move(from)) {}
    mergus::IndexBinaryOp positional{};
    std::shared_ptr<const mergus::grb::BoundIndexOp> bound{};
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
    std::shared_ptr<const mergus::grb::BoundIndexOp> bound{}; ///< of the multiplication
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
    mergus::grb::UserType user_type;
    std::vector<std::max_align_t> bytes; ///< room for one value
    bool present = false;
    std::int32_t orientation = GrB_ROWMAJOR; ///< the hint of GrB_set, which has no effect

    mergus_grb_scalar(const mergus_type* of, mergus::grb::UserType user)
        : Object(kind, nullptr), type(of), user_type(std::move(user)),
          bytes(of->size / sizeof(std::max_align_t) + 1) {}
    [[nodiscard]] mergus::Scalar value() const { return {bytes.data(), type}; }
};

namespace mergus::grb {

/// Options of SuiteSparse:GraphBLAS that are kept and have no effect.
constexpr double default_hyper_switch = 0.0625;
/// The format of the arrays that a program packed into an object with this number of entries; 0: none.
struct PackedFormat {
    std::int32_t format = 0;
    std::uint64_t nvals = 0;
};
// shown_format.hpp
std::int32_t new_orientation(std::uint64_t nrows, std::uint64_t ncols) noexcept;
double new_bitmap_switch(std::uint64_t nrows, std::uint64_t ncols) noexcept;

} // namespace mergus::grb

struct mergus_grb_vector : mergus::grb::Object {
    static constexpr auto kind = mergus::grb::Kind::vector;
    mergus::AnyVector value;
    mergus::grb::UserType user_type;
    std::int32_t orientation = GrB_ROWMAJOR; ///< the hint of GrB_set, which has no effect
    std::int32_t sparsity =
        GxB_AUTO_SPARSITY;              ///< GxB_SPARSITY_CONTROL: of the shown format (shown_format.hpp)
    double bitmap_switch;               ///< likewise
    mergus::grb::PackedFormat packed{}; ///< likewise
    mergus_grb_vector(mergus::AnyVector made, mergus::grb::UserType user) noexcept
        : Object(kind, nullptr), value(std::move(made)), user_type(std::move(user)),
          bitmap_switch(mergus::grb::new_bitmap_switch(1, 1)) {}
};

struct mergus_grb_matrix : mergus::grb::Object {
    static constexpr auto kind = mergus::grb::Kind::matrix;
    mergus::AnyMatrix value;
    mergus::grb::UserType user_type;
    std::int32_t orientation; ///< the hint of GrB_set: of the shown format (shown_format.hpp)
    std::int32_t sparsity = GxB_AUTO_SPARSITY; ///< GxB_SPARSITY_CONTROL, likewise
    double bitmap_switch;                      ///< likewise
    mergus::grb::PackedFormat packed{};        ///< likewise
    double hyper_switch;                       ///< likewise
    mergus_grb_matrix(mergus::AnyMatrix made, mergus::grb::UserType user);
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
            mark_freed(memory); // the constructor may have overwritten the mark of the object before
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
        mark_freed(object);
        give(object);
    }

private:
    static constexpr std::size_t waiting = 1024;

    static void mark_freed(void* memory) noexcept { new (memory) std::uint32_t(freed_mark); }

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
