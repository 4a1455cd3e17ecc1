/// \file objects.hpp
/// Handles of the C API for the types, operators, monoids and semirings of a case, and for its matrices and
/// vectors.
#pragma once

#include "../graphblas_testing.hpp"
#include "forms.hpp"

#include <mergus_graphblas/mergus_graphblas.hpp>

#include <mergus/mask.hpp>
#include <mergus/plugin.h>

#include <cstdint>
#include <deque>

namespace mergus::tests {

/// Which of several ways to write a call is taken: a number from the seed of the case, used up bit by bit.
class Choice {
public:
    explicit Choice(std::uint64_t seed) : rest_(seed * 0x9e3779b97f4a7c15U >> 16) {}
    /// Below `ways`.
    std::uint64_t of(std::uint64_t ways) {
        const std::uint64_t way = rest_ % ways;
        rest_ /= ways;
        return way;
    }

private:
    std::uint64_t rest_;
};

/// The predefined object if there is one. Operators of a user are made from their C texts, or with `function`
/// from their host functions. Handles are kept for the whole process.
/// \throws Error not_implemented for what the C API does not have
GrB_Type type_handle(const mergus_type* type);
GrB_UnaryOp unary_handle(const mergus_op* op, bool function);
GrB_BinaryOp binary_handle(const mergus_op* op, bool function);
GrB_IndexUnaryOp index_unary_handle(const mergus_op* op, bool function);
GrB_Monoid monoid_handle(const mergus_monoid* monoid, bool function);
/// \param made from its monoid and operator, also if it is predefined
GrB_Semiring semiring_handle(const mergus_semiring* semiring, bool function, bool made);

/// Predefined objects that have the operator as their addition or multiplication, or null.
GrB_Monoid monoid_with(const mergus_op* op);
GrB_Semiring semiring_with_add(const mergus_op* op);
GrB_Semiring semiring_with_multiply(const mergus_op* op);

/// A matrix or vector of the C++ library that is the object of a handle until the end of its scope.
template <class Object, class Handle, GrB_Info (*adopt)(Handle*, Object*) noexcept,
          Object* (*inside)(Handle) noexcept, GrB_Info (*release)(Handle*)>
class Lent {
public:
    explicit Lent(Object& object) : object_(object) { check(adopt(&handle_, &object)); }
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;
    ~Lent() {
        object_ = std::move(*inside(handle_));
        release(&handle_);
    }
    [[nodiscard]] Handle handle() const { return handle_; }
    [[nodiscard]] const Object* object() const { return &object_; }

private:
    Object& object_;
    Handle handle_ = nullptr;
};
using LentMatrix =
    Lent<AnyMatrix, GrB_Matrix, mergus_graphblas_adopt_matrix, mergus_graphblas_matrix, GrB_Matrix_free>;
using LentVector =
    Lent<AnyVector, GrB_Vector, mergus_graphblas_adopt_vector, mergus_graphblas_vector, GrB_Vector_free>;

/// The operands of a call. Those that are one object have one handle.
class Operands {
public:
    GrB_Matrix matrix(const AnyMatrix& object) { return handle_of<GrB_Matrix>(matrices_, object); }
    GrB_Vector vector(const AnyVector& object) { return handle_of<GrB_Vector>(vectors_, object); }
    GrB_Matrix matrix_mask(const Mask& mask) {
        return mask.object() == nullptr ? nullptr : matrix(static_cast<const AnyMatrix&>(*mask.object()));
    }
    GrB_Vector vector_mask(const Mask& mask) {
        return mask.object() == nullptr ? nullptr : vector(static_cast<const AnyVector&>(*mask.object()));
    }

private:
    template <class Handle, class Lents, class Object>
    static Handle handle_of(Lents& lents, const Object& object) {
        for (const auto& known : lents)
            if (known.object() == &object) return known.handle();
        // Inputs come back as they were: what the executor calls const is not.
        return lents.emplace_back(const_cast<Object&>(object)).handle();
    }

    std::deque<LentMatrix> matrices_;
    std::deque<LentVector> vectors_;
};

/// Replaces the object by a copy that went through tuples, an export and import, or a serialization.
void pass_through_copy(GrB_Matrix C, Choice& choice);
void pass_through_copy(GrB_Vector w, Choice& choice);

} // namespace mergus::tests
