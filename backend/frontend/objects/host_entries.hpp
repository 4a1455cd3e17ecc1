/// \file host_entries.hpp
/// A copy on the host of the entries of an object whose elements are read one at a time, without a change
/// between the reads. Invariant: the copy is made when the reads before it have cost about as much as it
/// does, so that it at most doubles the time of all reads.
#pragma once

#include "element_updates.hpp"

#include <cstdint>
#include <mutex>
#include <vector>

namespace mergus::detail {
class MatrixState;
}

namespace mergus::core {

class HostEntries {
public:
    enum class Found {
        unknown, ///< the caller asks the backend
        absent,
        present
    };

    /// The entry at `p`, whose value, of the object's type, is copied to `value`. Several threads may read.
    Found find(const detail::MatrixState& state, Position p, void* value);
    /// For changes of values that do not change the pattern.
    void forget() noexcept;

private:
    void start(const detail::MatrixState& state);
    bool copy(const detail::MatrixState& state);

    std::mutex mutex_;
    std::uint64_t pattern_ = 0; ///< that of the object at the first read
    std::uint64_t reads_ = 0;   ///< since then
    std::uint64_t nvals_ = 0;
    bool copied_ = false;
    std::vector<std::uint64_t> rows_, cols_; ///< ascending; empty if every position of a vector has an entry
    std::vector<unsigned char> values_;
};

} // namespace mergus::core
