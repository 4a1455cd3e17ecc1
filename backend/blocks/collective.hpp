/// \file collective.hpp
/// Calls that all ranks make together. Without other ranks they only run.
#pragma once

#include "context.hpp"

#include <functional>
#include <string>

namespace mergus::blocks {

/// Appends the bytes of a number.
void append(Bytes& to, std::uint64_t number);

/// Runs `body` and exchanges its result with those of the other ranks, in the order of ranks. Copies of
/// blocks that were fetched for it are dropped as by forget_fetched(). `call` must be the same on all ranks.
/// \throws Error the same on all ranks, if `body` throws on one; device_lost
std::vector<Bytes> exchange(mergus_context& context, const std::string& call,
                            const std::function<Bytes()>& body);
/// Without results.
void collectively(mergus_context& context, const std::string& call, const std::function<void()>& body);

/// New blocks, of which each rank makes its own.
class NewBlocks {
public:
    /// \param count of the blocks, or a greater number, the same on all ranks
    NewBlocks(mergus_context& context, const mergus_type* type, std::uint64_t count) noexcept;
    /// At most `count` blocks, if `make` does not know their number before.
    void resize(std::uint64_t count) { blocks_.resize(count); }

    [[nodiscard]] bool is_own(std::uint64_t block) const noexcept;
    /// A block of this rank with entries; without this call it has none. Different threads may set different
    /// blocks.
    void set(std::uint64_t block, LocalPtr local);
    void set(std::uint64_t block, HostArrays arrays);

    /// All blocks, after `make` has set those of this rank. What can fail on one rank only, for want of
    /// memory, belongs into `make`. \throws Error as collectively()
    std::vector<BlockPtr> make(const std::string& call, const std::function<void()>& make,
                               const std::function<Shape(std::uint64_t)>& shape_of);

private:
    /// The blocks of the other ranks, by what they say of them.
    void add_others(const std::vector<Bytes>& all, const std::function<Shape(std::uint64_t)>& shape_of);

    mergus_context& context_;
    const mergus_type* type_;
    std::uint64_t first_number_, count_;
    std::vector<BlockPtr> blocks_;
};

} // namespace mergus::blocks
