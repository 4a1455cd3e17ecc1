/// \file derived.hpp
/// What was derived from a matrix because an operation needed it, and is kept with the matrix until it
/// changes: an object of each type, which the folder that makes it defines. An object depends on the pattern
/// alone, or on values as well.
///
/// Invariant: Matrix::derived is reset by everything that changes the pattern; an operation that replaces the
/// matrix replaces it too. A change of values gives up what depends on them (values_changed()). What the
/// running call uses is never given back, so its addresses stay valid until the call ends. Of a matrix whose
/// values change at launches of a captured graph (changed_by_capture), what depends on values is given up
/// when the next call begins (invalidate_captured() in matrix.hpp).
#pragma once

#include "typed_set.hpp"

#include <cstdint>
#include <set>

namespace mergus::cuda {

/// Base of derived objects.
struct Derived {
    Derived() = default;
    Derived(const Derived&) = delete;
    Derived& operator=(const Derived&) = delete;
    virtual ~Derived() = default;
    /// Whether the object depends on values, not on the pattern alone.
    [[nodiscard]] virtual bool depends_on_values() const noexcept { return false; }
    /// Memory on the device, which is given back where memory is short; 0: the object stays.
    [[nodiscard]] virtual std::uint64_t bytes() const noexcept { return 0; }
    /// The same with what is derived from the object itself.
    [[nodiscard]] virtual std::uint64_t all_bytes() const noexcept { return bytes(); }
};

/// Base of derived objects that have memory.
struct DerivedArrays : Derived {
    [[nodiscard]] std::uint64_t bytes() const noexcept override = 0;
};

class DerivedCaches;

/// The derived objects of one matrix. Not copied with it.
class DerivedCache {
public:
    explicit DerivedCache(DerivedCaches& caches);
    DerivedCache(const DerivedCache&) = delete;
    DerivedCache& operator=(const DerivedCache&) = delete;
    ~DerivedCache();

    TypedSet<Derived> objects;
    std::uint64_t last_call = 0; ///< the last call that used an object with memory

    /// Without what is derived from the objects.
    [[nodiscard]] std::uint64_t bytes() const noexcept;
    /// The same with it.
    [[nodiscard]] std::uint64_t all_bytes() const noexcept;

private:
    DerivedCaches& caches_;
};

/// The caches of all matrices of a context.
class DerivedCaches {
public:
    /// A call begins. What it uses stays until the next one begins.
    void begin_call() noexcept { ++call_; }
    [[nodiscard]] std::uint64_t call() const noexcept { return call_; }
    [[nodiscard]] std::uint64_t bytes() const noexcept;
    /// Gives back what the running call has not used. What others share stays with them.
    /// \return bytes that were given back
    std::uint64_t release() noexcept;

private:
    friend DerivedCache;
    std::set<DerivedCache*> all_;
    std::uint64_t call_ = 0;
};

} // namespace mergus::cuda
