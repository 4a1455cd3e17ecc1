/// \file staged_copies.hpp
/// Large copies between pageable host memory and a device, by way of a ring of page-locked chunks: a thread
/// submits the transfers of chunks, a team of threads copies between chunks and the caller's memory. On an
/// H200 the driver's own copy of 2 MiB takes 0.15 ms, and of 32 MiB 2.1 ms.
///
/// Invariant: when a call returns or throws, the team is idle. Transfers to the device may still be running;
/// a chunk is overwritten only after its own transfer.
#pragma once

#include "host_team.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace mergus::cuda {

class Driver;

/// An array in device memory that is read in pieces together with others.
struct PiecedArray {
    const void* data;
    std::size_t size; ///< bytes of an element
};

/// An array in device memory that is written in pieces together with others.
struct PiecedTarget {
    void* data;
    std::size_t size; ///< bytes of an element
};

/// The most arrays that are read or written together.
inline constexpr std::size_t max_pieced_arrays = 3;

/// A part of the arrays on the host.
struct Piece {
    std::uint64_t begin, end;                       ///< elements
    std::array<std::byte*, max_pieced_arrays> data; ///< of element `begin`, in each array
};

class StagedCopies {
public:
    static constexpr unsigned slots = 8;
    static constexpr std::size_t slot_bytes = std::size_t{1} << 20;
    /// Smaller copies take less time in the driver.
    static constexpr std::size_t least = std::size_t{256} << 10;

    /// \return false, and nothing has been copied, if the driver's own copy is at least as fast.
    bool to_host(Driver& driver, void* to, const void* from, std::size_t bytes);
    bool to_device(Driver& driver, void* to, const void* from, std::size_t bytes);

    /// Whether a team copies `count` elements of `size` bytes between this host memory and the device in less
    /// time than the driver.
    [[nodiscard]] bool worthwhile(Driver& driver, const void* host, std::uint64_t count,
                                  std::size_t size) const;

    /// Calls body(piece) for pieces of the arrays, of `count` elements each, in any order and in several
    /// threads; must not throw. Pieces begin at multiples of 64 elements. \return false if there is no
    /// page-locked memory
    bool read(Driver& driver, std::span<const PiecedArray> arrays, std::uint64_t count,
              const std::function<void(const Piece&)>& body);
    /// The same for arrays that are written: body(piece) writes the piece, which then goes to the device.
    bool write(Driver& driver, std::span<const PiecedTarget> arrays, std::uint64_t count,
               const std::function<void(const Piece&)>& body);

    /// Calls body(begin, end) for parts of [0, count), in any order, in several threads if there are many;
    /// must not throw.
    void for_parts(std::uint64_t count, const std::function<void(std::uint64_t, std::uint64_t)>& body);

private:
    /// A range of `total` elements in chunks, one in a slot, and pieces, one for a thread.
    struct Layout {
        std::uint64_t total, chunk, piece; ///< elements; `chunk` is a multiple of `piece`
        [[nodiscard]] std::uint64_t chunks() const noexcept { return (total + chunk - 1) / chunk; }
        [[nodiscard]] std::uint64_t chunk_end(std::uint64_t c) const noexcept {
            return std::min(total, (c + 1) * chunk);
        }
        /// The pieces of the chunks below `c`.
        [[nodiscard]] std::uint64_t pieces_before(std::uint64_t c) const noexcept {
            return (std::min(total, c * chunk) + piece - 1) / piece;
        }
    };
    class Progress;
    class Slots;
    /// \return no elements in a chunk if so few elements do not fit into a slot
    [[nodiscard]] static Layout layout_of(std::uint64_t count, std::size_t size);

    void read_chunks(Driver& driver, std::byte* ring, std::span<const PiecedArray> arrays,
                     const Layout& layout, const std::function<void(const Piece&)>& body);
    void write_chunks(Driver& driver, std::byte* ring, std::span<const PiecedTarget> arrays,
                      const Layout& layout, const std::function<void(const Piece&)>& body);

    HostTeam team_;
    std::uint64_t first_ = 0; ///< slot of the next chunk
};

} // namespace mergus::cuda
