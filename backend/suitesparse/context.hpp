/// \file context.hpp
/// Contexts and matrices of this backend.
///
/// Invariant: a mergus_matrix has a by-row GrB_Matrix without pending work. No operation modifies it:
/// operations write a new matrix, which Output then swaps in. So a failed call leaves the output unchanged,
/// and a matrix with the caller's arrays never writes, frees or moves them.
#pragma once

#include "grb.hpp"
#include "operators.hpp"
#include "types.hpp"

#include <array>

namespace mergus::suitesparse {

/// Calls GrB_init in blocking mode once, unless the program has called it. GraphBLAS is never finalised here,
/// because the program may still use it.
void initialise();

/// Arrays that a matrix uses but does not own; `release` is called once, when they are no longer used.
struct Lender {
    void (*release)(void* arg) = nullptr;
    void* arg = nullptr;
    GrB_Index* row_ptr = nullptr;
    GrB_Index* cols = nullptr;
    void* values = nullptr;
    bool iso = false;
    GrB_Index nvals = 0;
};

/// A GrB_Matrix and the owner of its arrays, if they are lent.
class Store {
public:
    Store() noexcept = default;
    explicit Store(MatrixHandle matrix) noexcept : matrix_(std::move(matrix)) {}
    /// Uses the lender's arrays. After an exception the caller still owns them.
    Store(MatrixHandle empty, const Lender& lender);
    Store(Store&& other) noexcept
        : matrix_(std::move(other.matrix_)), lender_(std::exchange(other.lender_, {})) {}
    Store& operator=(Store&& other) noexcept {
        std::swap(matrix_, other.matrix_);
        std::swap(lender_, other.lender_);
        return *this;
    }
    ~Store() {
        if (!lent()) return;
        const Lender lender = give_back();
        lender.release(lender.arg);
    }

    [[nodiscard]] GrB_Matrix get() const noexcept { return matrix_.get(); }
    [[nodiscard]] bool lent() const noexcept { return lender_.release != nullptr; }
    [[nodiscard]] const Lender& lender() const noexcept { return lender_; }
    /// The GrB_Matrix, which must own its arrays.
    [[nodiscard]] MatrixHandle take() noexcept { return std::move(matrix_); }
    /// Frees the matrix but not the lent arrays. \return their owner; its `release` was not called
    Lender give_back() noexcept;

private:
    MatrixHandle matrix_;
    Lender lender_;
};

} // namespace mergus::suitesparse

struct mergus_context {
    explicit mergus_context(const mergus_context_options& options);

    /// The descriptor for MERGUS_DESC_ bits, with this context's number of threads.
    [[nodiscard]] GrB_Descriptor descriptor(std::uint32_t bits) const {
        return descriptors[(bits & 31U) | (one_thread ? 32U : 0U)].get();
    }

    /// The same for products that must not be computed by dot products.
    [[nodiscard]] GrB_Descriptor saxpy_descriptor(std::uint32_t bits) const {
        return descriptors[(bits & 31U) | (one_thread ? 32U : 0U) | 64U].get();
    }

    int threads = 0; ///< 0: chosen by GraphBLAS
    bool deterministic = false;
    bool one_thread = false; ///< the running call is deterministic; see ThreadLimit
    std::array<mergus::suitesparse::DescriptorHandle, 128> descriptors;
    mergus::suitesparse::Operators operators;
#if GxB_IMPLEMENTATION >= GxB_VERSION(8, 0, 0)
    mergus::suitesparse::Handle<GxB_Context, GxB_Context_free> grb_context, one_thread_context;
#endif
};

struct mergus_matrix {
    const mergus::suitesparse::Type* type;
    mergus::suitesparse::Store store;
};

namespace mergus::suitesparse {

/// Limits GraphBLAS for calls of this thread to the number of threads of the context, or to one for
/// deterministic calls, during its lifetime. (Version 7 takes the number from the descriptor instead.)
class ThreadLimit {
public:
    /// \param descriptor MERGUS_DESC_ bits of the call
    explicit ThreadLimit(mergus_context& context, std::uint32_t descriptor = 0);
    ThreadLimit(const ThreadLimit&) = delete;
    ThreadLimit& operator=(const ThreadLimit&) = delete;
    ~ThreadLimit();

private:
#if GxB_IMPLEMENTATION >= GxB_VERSION(8, 0, 0)
    [[nodiscard]] GxB_Context engaged() const noexcept {
        return context_.one_thread ? context_.one_thread_context.get() : context_.grb_context.get();
    }
#endif
    mergus_context& context_;
};

/// Creates an empty by-row matrix.
MatrixHandle new_matrix(const Type& type, GrB_Index nrows, GrB_Index ncols);
MatrixHandle duplicate(GrB_Matrix matrix);
/// Completes pending work.
void finish(GrB_Matrix matrix);

GrB_Index nrows_of(GrB_Matrix matrix);
GrB_Index ncols_of(GrB_Matrix matrix);
GrB_Index nvals_of(GrB_Matrix matrix);
std::uint64_t bytes_of(GrB_Matrix matrix);

} // namespace mergus::suitesparse
