/// \file lent_arrays.hpp
/// Arrays that cross the plugin boundary with a release function, in both directions.
///
/// Invariants: a release function of the program is called without any context's lock, so it may use the
/// library. A release function of a plugin is called under its context's lock, and before the context ends.
#pragma once

#include <memory>

namespace mergus::detail {

class ContextState;

/// Arrays of the program in a matrix or vector (an import with a release function). The plugin calls
/// `returned` under the context's lock; the program's function is called after the context is unlocked.
class LentArrays {
public:
    /// Replaces the release function of `arrays`, a mergus_csr or mergus_vector_arrays.
    template <class Arrays>
    LentArrays(ContextState& context, Arrays& arrays) noexcept
        : context_(context), release_(arrays.release), arg_(arrays.release_arg) {
        arrays.release = &LentArrays::returned;
        arrays.release_arg = this;
    }

private:
    friend class ContextState;
    static void returned(void* self) noexcept;

    ContextState& context_;
    void (*release_)(void*);
    void* arg_;
    LentArrays* next_ = nullptr; ///< in the context's list of returned arrays
};

/// Arrays of a plugin in the program (release_csr, release_arrays). They keep the context alive and are freed
/// under its lock.
class HeldArrays {
public:
    explicit HeldArrays(std::shared_ptr<ContextState> context) noexcept;
    /// Replaces the release function of `arrays`, if there is one, by one that locks the context and frees
    /// `held`.
    template <class Arrays>
    static void hold(std::unique_ptr<HeldArrays> held, Arrays& arrays) noexcept {
        if (arrays.release == nullptr) return;
        held->release_ = arrays.release;
        held->arg_ = arrays.release_arg;
        arrays.release = &HeldArrays::release;
        arrays.release_arg = held.release();
    }

private:
    static void release(void* self) noexcept;

    std::shared_ptr<ContextState> context_;
    void (*release_)(void*) = nullptr;
    void* arg_ = nullptr;
};

} // namespace mergus::detail
