/// \file kept.hpp
/// What a matrix keeps beside its arrays because an operation needed it: its transpose, the degrees of its
/// rows, and the values of an iso matrix for kernels that read one value for each entry. Kept until the
/// matrix changes.
///
/// Invariant: Matrix::kept is reset by everything that changes the matrix; an operation that replaces the
/// matrix replaces it too. What the running call uses is never given back, so its addresses stay valid until
/// the call ends. Of a matrix whose values change at launches of a captured graph (changes_unseen), what
/// depends on values is given up when the next call begins (forget_unseen() in matrix.hpp).
#pragma once

#include "device/buffer.hpp"

#include <cstdint>
#include <memory>
#include <set>

struct mergus_matrix;

namespace mergus::cuda {

class KeptList;

/// The kept arrays of one matrix. Not copied with it.
class Kept {
public:
    explicit Kept(KeptList& list);
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;
    ~Kept();

    /// Without what the transpose keeps itself.
    [[nodiscard]] std::uint64_t bytes() const noexcept;
    /// Gives the memory back. What others share stays with them.
    void drop() noexcept;

    std::shared_ptr<const mergus_matrix> transpose; ///< null: not known
    bool transpose_has_values = false;              ///< false: the pattern alone
    Buffer values;                                  ///< nvals equal values of an iso matrix, or null
    std::shared_ptr<const mergus_matrix> degrees;   ///< of the rows (vectors/degrees.cpp), or null
    std::uint64_t degrees_call = 0;                 ///< the last call that used them
    std::uint64_t last_call = 0;                    ///< the last call that used one of them

private:
    KeptList& list_;
};

/// The kept arrays of all matrices of a context.
class KeptList {
public:
    /// A call begins. What it uses stays until the next one begins.
    void begin_call() noexcept { ++call_; }
    [[nodiscard]] std::uint64_t call() const noexcept { return call_; }
    [[nodiscard]] std::uint64_t bytes() const noexcept;
    /// Gives back what the running call has not used. \return bytes that were given back.
    std::uint64_t release() noexcept;

private:
    friend Kept;
    std::set<Kept*> all_;
    std::uint64_t call_ = 0;
};

} // namespace mergus::cuda
