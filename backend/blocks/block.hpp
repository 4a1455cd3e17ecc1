/// \file block.hpp
/// A block: entries that do not change, with copies on devices and in host memory.
///
/// Invariant: a block has at least one copy. Copies on a device are in its Cache, the least recently used
/// first; one that an operation holds is not dropped. Threads that compute on several devices share blocks:
/// copies are made and dropped under one lock, which is taken before those of devices.
#pragma once

#include "transfer.hpp"

#include <list>
#include <mutex>
#include <optional>
#include <vector>

struct mergus_context;

namespace mergus::blocks {

class Block;

/// The copies of blocks on one device.
class Cache {
public:
    /// \param limit bytes of blocks on the device; 0: until its memory ends
    Cache(Device& device, std::size_t ordinal, std::uint64_t limit, std::recursive_mutex& mutex);

    [[nodiscard]] Device& device() const noexcept { return device_; }
    [[nodiscard]] std::size_t ordinal() const noexcept { return ordinal_; }
    /// Copies of blocks from and to host memory since the context was made.
    std::uint64_t bytes_in = 0, bytes_out = 0;

    /// Drops the least recently used copy that no operation holds. False if there is none.
    bool drop_one();

private:
    friend class Block;
    void enforce_limit();
    bool copy_to_host(const Block& block);

    bool copying_ = false;
    std::recursive_mutex& mutex_; ///< of all caches of the context
    Device& device_;
    std::size_t ordinal_;
    std::uint64_t limit_, bytes_ = 0;
    std::list<const Block*> used_;
};

/// Entries of a part of a matrix or vector, held by one rank.
class Block {
public:
    /// Of this rank, on one of the context's devices. \param number as Peers::numbers gives them
    Block(mergus_context& context, LocalPtr local, std::uint64_t number);
    /// Of this rank, in host memory.
    Block(mergus_context& context, HostArrays arrays, std::uint64_t number);
    /// Of another rank, from which its entries are fetched when a call needs them.
    Block(mergus_context& context, const Shape& shape, const mergus_type* type, std::uint64_t nvals,
          int owner, std::uint64_t number);
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;
    ~Block();

    [[nodiscard]] const Shape& shape() const noexcept { return shape_; }
    [[nodiscard]] const mergus_type* type() const noexcept { return type_; }
    [[nodiscard]] std::uint64_t nvals() const noexcept { return nvals_; }
    [[nodiscard]] int owner() const noexcept { return owner_; } ///< the rank that holds it
    [[nodiscard]] std::uint64_t bytes() const;

    /// The copy on that device, which is made if there is none. It stays while the caller holds it, and must
    /// not be changed.
    [[nodiscard]] LocalPtr on(Cache& cache) const;
    /// The copy in host memory, which is made if there is none.
    [[nodiscard]] const HostArrays& on_host() const;
    /// Drops all copies of blocks of other ranks.
    static void forget_fetched(mergus_context& context);

private:
    friend class Cache;
    struct Copy {
        LocalPtr local;
        std::list<const Block*>::iterator place;
        std::uint64_t bytes = 0;
    };
    void add(Cache& cache, LocalPtr local) const;
    void drop(Cache& cache) const;
    void require_host_copy() const;
    void forget() const;

    mergus_context& context_;
    int owner_;
    std::uint64_t number_;
    Shape shape_;
    const mergus_type* type_;
    std::uint64_t nvals_;
    mutable std::vector<Copy> copies_; ///< by device
    mutable std::optional<HostArrays> host_;
};
using BlockPtr = std::shared_ptr<const Block>;

} // namespace mergus::blocks
