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

/// Entries of a part of a matrix or vector.
class Block {
public:
    /// \param caches of all devices of the context; \param local on one of them
    Block(std::vector<Cache>& caches, LocalPtr local);
    /// In host memory.
    Block(std::vector<Cache>& caches, HostArrays arrays);
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;
    ~Block();

    [[nodiscard]] const Shape& shape() const noexcept { return shape_; }
    [[nodiscard]] const mergus_type* type() const noexcept { return type_; }
    [[nodiscard]] std::uint64_t nvals() const noexcept { return nvals_; }
    [[nodiscard]] std::uint64_t bytes() const;

    /// The copy on that device, which is made if there is none. It stays while the caller holds it, and must
    /// not be changed.
    [[nodiscard]] LocalPtr on(Cache& cache) const;

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

    std::vector<Cache>& caches_;
    Shape shape_;
    const mergus_type* type_;
    std::uint64_t nvals_;
    mutable std::vector<Copy> copies_; ///< by device
    mutable std::optional<HostArrays> host_;
};
using BlockPtr = std::shared_ptr<const Block>;

} // namespace mergus::blocks
