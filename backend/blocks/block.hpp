/// \file block.hpp
/// A block: entries that do not change, with copies on devices, in host memory and in a file.
///
/// Invariant: a block has at least one copy. Copies on a device are in its Cache, the least recently used
/// first; one that an operation holds is not dropped. Threads that compute on several devices share blocks:
/// copies are made and dropped under one lock, which is taken before those of devices.
///
/// Copies between page-locked memory and a device overlap calls. Each has a ticket until it is known to be
/// done: calls follow it before they use the copy or free the source, and the host waits before it reads,
/// or frees, the arrays.
#pragma once

#include "cuts.hpp"
#include "host_blocks.hpp"
#include "peers.hpp"
#include "transfer.hpp"

#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

struct mergus_context;
struct mergus_matrix;

namespace mergus::blocks {

class Block;

/// A range of rows and columns of a matrix.
struct Part {
    const mergus_matrix* matrix;
    Range rows, cols;
    friend bool operator==(const Part&, const Part&) = default;
};

/// The copies of blocks on one device.
class Cache {
public:
    /// \param limit bytes of blocks on the device; 0: until its memory ends
    Cache(Device& device, std::size_t ordinal, std::uint64_t limit, std::recursive_mutex& mutex);

    [[nodiscard]] Device& device() const noexcept { return device_; }
    [[nodiscard]] std::size_t ordinal() const noexcept { return ordinal_; }
    [[nodiscard]] std::uint64_t limit() const noexcept { return limit_; }
    void limit(std::uint64_t bytes) noexcept { limit_ = bytes; }
    /// Copies of blocks from host memory, to host memory, and from other devices.
    struct Traffic {
        std::uint64_t in = 0, out = 0, between_devices = 0;
    };
    Traffic traffic;    ///< bytes since the context was made
    Traffic overlapped; ///< of them those beside calls, which the local backend does not count
    double seconds = 0; ///< in operations of the local backend
    /// Waits for the copies to host memory that were started so far.
    void wait_for_copies() { wait(device_, last_written_); }

    /// Drops the least recently used copy that no operation holds. False if there is none.
    bool drop_one();
    /// Drops copies of blocks that have another one, until there is room for that many bytes more. False if
    /// there is not.
    bool make_room(std::uint64_t bytes);
    /// Starts copies to host memory, so that there is always something to drop: three quarters of the limit,
    /// beside what is kept, are for blocks without such a copy.
    void write_back() noexcept;

    // Parts made of several blocks, which other blocks of the same call need too. They are dropped before
    // blocks that have no other copy, and at the end of the call.
    [[nodiscard]] LocalPtr kept(const Part& part);
    void keep(const Part& part, const LocalPtr& local);
    void drop_kept();
    /// Of no call, but kept until its memory is needed or the block that it was made of is gone.
    void keep_beyond_call(const LocalPtr& local, const std::weak_ptr<const Block>& source);

private:
    friend class Block;
    struct Kept {
        Part part;
        LocalPtr local;
        std::uint64_t bytes;
        std::weak_ptr<const Block> source{}; ///< of a part of no call
        [[nodiscard]] bool outlives_call() const { return part.matrix == nullptr && !source.expired(); }
    };
    bool drop_kept_one(bool of_call);
    bool drop_where(bool has_other_copy);
    void enforce_limit();
    bool copy_to_host(const Block& block);

    std::uint64_t last_written_ = 0; ///< the ticket of the last copy to host memory
    bool copying_ = false;
    std::recursive_mutex& mutex_; ///< of all caches of the context
    Device& device_;
    std::size_t ordinal_;
    std::uint64_t limit_, bytes_ = 0;
    std::list<const Block*> used_;
    std::list<Kept> kept_; ///< the least recently used one first
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
    [[nodiscard]] int owner() const noexcept { return owner_; }             ///< the rank that holds it
    [[nodiscard]] std::uint64_t number() const noexcept { return number_; } ///< the same on all ranks
    [[nodiscard]] std::uint64_t bytes() const;                              ///< in memory

    /// The copy on that device, which is made if there is none. It stays while the caller holds it, and must
    /// not be changed.
    [[nodiscard]] LocalPtr on(Cache& cache) const;
    /// The copy on that device, now the most recently used one; null if there is none.
    [[nodiscard]] LocalPtr present_on(Cache& cache) const;
    /// Of a block of another rank: a matrix of its shape on that device with these rows alone, in increasing
    /// order, or the copy of all of it, if `times` as many bytes would be more than half of it.
    [[nodiscard]] LocalPtr rows_on(Cache& cache, const std::vector<std::uint64_t>& rows,
                                   std::uint64_t times) const;
    /// A copy on any device, this one if it has one; one is made there if none has.
    [[nodiscard]] LocalPtr near(Cache& cache) const;
    /// Starts to make that copy from host memory, if it takes no waiting and there is room; asks for a block
    /// of another rank. Errors are those of on(), later.
    void start(Cache& cache) const noexcept;
    /// The copy in host memory, which is made if there is none.
    [[nodiscard]] const HostArrays& on_host() const;
    /// Whether on_host() waits for no call of a device.
    [[nodiscard]] bool can_be_read() const;
    /// Moves the host copy to a file. \throws FileError, after which the copy is as before
    void move_to_file() const;
    [[nodiscard]] bool arrays_in_use() const noexcept { return uses_of_host_ != 0; }
    /// A copy of a block of another rank.
    void add_fetched(Cache& cache, LocalPtr local) const;
    /// Drops the copies of blocks of other ranks that are in host memory, or on a device without a limit.
    /// Later calls may use the others.
    static void forget_fetched(mergus_context& context);

private:
    friend class Cache;
    struct Copy {
        LocalPtr local;
        std::list<const Block*>::iterator place;
        std::uint64_t bytes = 0;
        std::uint64_t ticket = 0; ///< of the last copy from host memory, also after `local` was dropped
        bool followed = true;     ///< by the calls of the device
    };
    void add(Cache& cache, LocalPtr local) const;
    void drop(Cache& cache) const;
    void follow(Cache& cache) const;
    bool copy_from_peer(Cache& cache) const;
    void copy_from_host(Cache& cache) const;
    void require_host_copy() const;
    void ask() const;
    void fetch() const;
    [[nodiscard]] Peers::Wanted wanted() const { return {owner_, number_, type_, shape_}; }
    void read_from_file() const;
    void set_host_copy(HostArrays arrays) const;
    void drop_host_copy() const noexcept;
    /// Whether a copy on a device can be dropped without another copy.
    [[nodiscard]] bool has_other_copy() const noexcept;
    void wait_for_host_copy() const;
    void settle() const noexcept;
    void forget() const;

    mergus_context& context_;
    int owner_;
    std::uint64_t number_;
    Shape shape_;
    const mergus_type* type_;
    std::uint64_t nvals_;
    mutable std::vector<Copy> copies_; ///< by device
    mutable std::optional<HostArrays> host_;
    mutable std::optional<HostBlocks::Place> host_place_;
    mutable int uses_of_host_ = 0;                 ///< copies that read the arrays now
    mutable std::optional<std::uint64_t> request_; ///< to the owner, without an answer yet
    mutable std::unique_ptr<const BlockFile> file_;
    mutable Cache* writer_ = nullptr;  ///< the device that writes host_, while it may be doing so
    mutable std::uint64_t ticket_ = 0; ///< of that copy
};
using BlockPtr = std::shared_ptr<const Block>;

} // namespace mergus::blocks
