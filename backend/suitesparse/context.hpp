/// \file context.hpp
/// Contexts, matrices and vectors of this backend.
///
/// Invariant: a mergus_matrix has a by-row GrB_Matrix or a GrB_Vector, without pending work. Operations write
/// a new object, which Output then swaps in, or (in_place.hpp) the arrays of an object that owns them, after
/// all that can fail. So a failed call leaves the output unchanged, and an object with the caller's arrays
/// never writes, frees or moves them.
#pragma once

#include "operators.hpp"
#include "store.hpp"

#include <array>

namespace mergus::suitesparse {

/// Calls GrB_init in blocking mode once, unless the program has called it. GraphBLAS is never finalised here,
/// because the program may still use it.
void initialise();

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
    mergus::suitesparse::Scalars scalars;
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

} // namespace mergus::suitesparse
