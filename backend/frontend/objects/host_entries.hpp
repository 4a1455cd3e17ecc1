/// \file host_entries.hpp
/// A copy on the host of the entries of an object whose elements or rows are read one at a time, without a
/// change between the reads. Invariant: the copy is made when the reads before it have cost about as much as
/// it does, so that it at most doubles the time of all reads; it is in the list of the context's copies, and
/// freed when the object changes.
#pragma once

#include "element_updates.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace mergus::detail {
class MatrixState;
}

namespace mergus::core {

/// Whether rows that are extracted from a matrix are read by the host, as by LAGraph's checkers, or used on
/// the device. Shared by the matrix and the vectors with such rows.
class RowReads {
public:
    /// Before a row is extracted. \return whether the host will probably read it
    bool extracted() noexcept {
        const int before = balance_.load(std::memory_order_relaxed);
        if (before > least) balance_.store(before - 1, std::memory_order_relaxed);
        return before >= 2;
    }
    void read() noexcept {
        const int before = balance_.load(std::memory_order_relaxed);
        if (before <= most - 2) balance_.store(before + 2, std::memory_order_relaxed);
    }

private:
    static constexpr int least = -2, most = 4;
    std::atomic<int> balance_{0}; ///< rises by 1 with each row that is extracted and read
};

class HostEntries {
public:
    enum class Found {
        unknown, ///< the caller asks the backend
        absent,
        present
    };

    /// The entry at `p`, whose value, of the object's type, is copied to `value`. Several threads may read.
    Found find(const detail::MatrixState& state, Position p, void* value);
    /// The entries of row i of a matrix, with values of its type. Nothing: the caller asks the backend.
    std::optional<VectorEntries> row(const detail::MatrixState& state, std::uint64_t i);
    /// The time that the backend took for an element or row that this class did not have.
    void spent(std::chrono::duration<double> time) noexcept;
    /// What happened to the rows of this matrix.
    std::shared_ptr<RowReads> row_reads();
    /// Frees the copy: the object changes, or is destroyed.
    void forget(const detail::MatrixState& state) noexcept;
    /// For changes of values that do not change the pattern. \param repeats: launches of a captured graph may
    /// repeat the change at any time, so no copy is made until the pattern changes
    void forget_values(const detail::MatrixState& state, bool repeats) noexcept;
    /// Of the copy.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_.load(std::memory_order_relaxed); }

private:
    friend class HostCopies;
    /// Frees the copy, unless another thread uses it. \return bytes. For HostCopies, which keeps the list
    std::uint64_t try_release() noexcept;
    void free_arrays() noexcept;
    /// Whether the copy is there; makes it if it is worth its time.
    bool ready(const detail::MatrixState& state);
    void start(const detail::MatrixState& state);
    bool copy(const detail::MatrixState& state);
    [[nodiscard]] bool in_order() const noexcept;

    std::mutex mutex_;
    std::uint64_t pattern_ = 0;             ///< that of the object at the first read
    std::uint64_t repeated_ = 0;            ///< the pattern whose values may change unseen
    std::chrono::duration<double> spent_{}; ///< by reads since then
    std::uint64_t nvals_ = 0;
    std::atomic<std::uint64_t> bytes_{0}; ///< of the copy; 0: there is none
    bool copied_ = false;
    /// A copy was made since forget(), so that HostCopies may know this object. HostCopies does not write it.
    bool listed_ = false;
    std::vector<std::uint64_t> rows_, cols_; ///< ascending; empty if every position of a vector has an entry
    std::vector<unsigned char> values_;
    std::shared_ptr<RowReads> row_reads_;
};

} // namespace mergus::core
