/// \file host_blocks.hpp
/// The blocks of a context in host memory, the least recently used first, and their files.
///
/// Invariant: without a directory nothing is counted and nothing is moved. With one, blocks exceed the limit
/// only by those that are being copied. Used under the context's `residency`.
#pragma once

#include "block_file.hpp"

#include <list>
#include <memory>
#include <optional>
#include <string>

namespace mergus::blocks {

class Block;

class HostBlocks {
public:
    using Place = std::list<const Block*>::iterator;

    /// Blocks beyond `limit` bytes go to files in that directory. \throws FileError
    void use(const std::string& directory, std::uint64_t limit, HostMemory& memory);

    /// Moves blocks to files until there is room for that many bytes more, or all others are in use.
    /// \throws FileError
    void make_room(std::uint64_t bytes);
    /// A block that has got arrays. Without a directory there is no place.
    [[nodiscard]] std::optional<Place> add(const Block& block, std::uint64_t bytes);
    void remove(Place place, std::uint64_t bytes) noexcept;
    void touch(Place place) noexcept { used_.splice(used_.end(), used_, place); }
    [[nodiscard]] std::string new_file() { return directory_->new_name(); }

    std::uint64_t written = 0, read = 0; ///< bytes of files since the context was made

private:
    std::unique_ptr<BlockDirectory> directory_;
    HostMemory* memory_ = nullptr;
    std::uint64_t limit_ = 0, bytes_ = 0;
    std::list<const Block*> used_;
};

} // namespace mergus::blocks
