/// \file element_updates.hpp
/// Element updates of a matrix or vector that its backend does not have yet. The last update of a position
/// counts.
#pragma once

#include <mergus/plugin.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace mergus::core {

struct Position {
    std::uint64_t i, j;
    bool operator==(const Position&) const = default;
};

/// What the updates say about a position.
enum class Pending { nothing, set, removed };

/// Updates are added while no other thread uses the object. Several threads may read the object, and then one
/// of them applies the updates, so `mutex` guards everything but any().
class ElementUpdates {
public:
    [[nodiscard]] bool any() const noexcept { return any_.load(std::memory_order_acquire); }

    /// \param value of the object's type, `size` bytes. After an exception nothing has changed.
    void set(Position position, const void* value, std::uint64_t size);
    void remove(Position position);
    /// Copies the value of a position that was set.
    [[nodiscard]] Pending find(Position position, void* value, std::uint64_t size) const;
    void clear() noexcept;

    /// The positions that are set, with their values, and those that are removed; as arrays for a build.
    struct Batch {
        std::vector<std::uint64_t> set_rows, set_cols, removed_rows, removed_cols;
        std::vector<unsigned char> values;
    };
    [[nodiscard]] Batch batch(std::uint64_t size) const;

    mutable std::mutex mutex;

private:
    struct Hash {
        std::size_t operator()(const Position& p) const noexcept {
            const std::uint64_t h = (p.i ^ (p.j << 32 | p.j >> 32)) * 0x9E3779B97F4A7C15u;
            return h ^ (h >> 32);
        }
    };
    struct Slot {
        static constexpr std::uint64_t none = ~std::uint64_t{0};
        std::uint64_t value = none; ///< index in values_
        bool removed = false;
    };

    std::unordered_map<Position, Slot, Hash> slots_;
    std::vector<unsigned char> values_;
    std::atomic<bool> any_{false};
};

} // namespace mergus::core
