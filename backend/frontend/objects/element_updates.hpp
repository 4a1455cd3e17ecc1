/// \file element_updates.hpp
/// Element updates of a matrix or vector that its backend does not have yet. The last update of a position
/// counts.
#pragma once

#include <mergus/plugin.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace mergus::core {

struct Position {
    std::uint64_t i, j;
    bool operator==(const Position&) const = default;
};

/// What the updates say about a position.
enum class Pending { nothing, set, removed };

/// Entries of a vector, with ascending indices and values of the vector's type.
struct VectorEntries {
    std::vector<std::uint64_t> indices;
    std::vector<unsigned char> values;
};

/// Updates are added while no other thread uses the object. Several threads may read the object, and then one
/// of them applies the updates, so `mutex` guards everything but any().
class ElementUpdates {
public:
    [[nodiscard]] bool any() const noexcept { return any_.load(std::memory_order_acquire); }

    /// \param value of the object's type, `size` bytes. After an exception nothing has changed.
    void set(Position position, const void* value, std::uint64_t size);
    void remove(Position position);
    /// The object is a vector whose handle is empty, and these are all of its entries. They are applied
    /// before the next update.
    void replace(VectorEntries&& entries) noexcept;
    /// The entries of the last replace() until they are applied, or null.
    [[nodiscard]] const VectorEntries* whole() const noexcept { return whole_ ? &*whole_ : nullptr; }
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
    static constexpr std::uint64_t none = ~std::uint64_t{0};
    struct Entry {
        Position position;
        std::uint64_t value; ///< index in values_, or none
        bool removed;
    };

    /// The index in table_ of a position, or of the free slot where it would be.
    [[nodiscard]] std::size_t slot_of(Position position) const noexcept;
    [[nodiscard]] const Entry* find(Position position) const noexcept;
    /// After an exception nothing has changed.
    void add(const Entry& entry);

    // An open hash table over a list: a new update costs one random access to memory, not several.
    std::vector<Entry> entries_;         ///< in the order of their first updates
    std::vector<std::uint64_t> table_;   ///< indices in entries_, or none; at most half of the slots are used
    std::vector<unsigned char> values_;  ///< of the object's type
    std::optional<VectorEntries> whole_; ///< then there are no other updates
    std::atomic<bool> any_{false};
};

} // namespace mergus::core
