/// \file message_memory.hpp
/// Memory for messages. The system fills new pages with zeros one by one, which takes longer than copying a
/// message into pages that are there; on virtual machines that grow, many times longer. So large pieces are
/// kept for later messages.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace mergus::blocks {

/// Invariant: at most `most_kept` pieces of `most_bytes` together are kept, the ones that were given back
/// last.
class MessageMemory {
public:
    /// Never destroyed, because messages may outlive other static objects.
    static MessageMemory& instance() { return *used(); }
    /// That of another library, which messages pass to and come from.
    static void use(MessageMemory& memory) { used() = &memory; }
    /// \throws std::bad_alloc
    void* take(std::size_t bytes) {
        const std::size_t size = piece_size(bytes);
        if (size >= smallest_kept) {
            const std::lock_guard lock(mutex_);
            const auto found =
                std::find_if(kept_.begin(), kept_.end(), [&](const Piece& one) { return one.size == size; });
            if (found != kept_.end()) return std::exchange(*found, Piece{}).start;
        }
        void* const made = std::malloc(size);
        if (made == nullptr) throw std::bad_alloc();
        return made;
    }
    void give(void* start, std::size_t bytes) noexcept {
        const std::size_t size = piece_size(bytes);
        if (size < smallest_kept || size > most_bytes) return std::free(start);
        const std::lock_guard lock(mutex_);
        const auto unused = std::find_if(kept_.begin(), kept_.end() - 1,
                                         [](const Piece& one) { return one.start == nullptr; });
        std::rotate(kept_.begin(), unused, unused + 1); // the unused one, or the oldest, to the front
        std::free(std::exchange(kept_.front(), Piece{start, size}).start);
        std::size_t sum = 0;
        for (Piece& one : kept_)
            if ((sum += one.size) > most_bytes) {
                sum -= one.size;
                std::free(std::exchange(one, Piece{}).start);
            }
    }

private:
    static constexpr std::size_t smallest_kept = std::size_t{1} << 20, most_bytes = std::size_t{1} << 30,
                                 most_kept = 4;
    static MessageMemory*& used() {
        static MessageMemory* memory = new MessageMemory;
        return memory;
    }
    struct Piece {
        void* start = nullptr;
        std::size_t size = 0;
    };
    /// A power of two, so that later messages find it. Pages that are never written take no memory.
    static std::size_t piece_size(std::size_t bytes) noexcept {
        return bytes < smallest_kept ? bytes : std::bit_ceil(bytes);
    }
    std::mutex mutex_;
    std::array<Piece, most_kept> kept_; ///< the latest first
};

/// Allocates from it, and leaves new elements uninitialised: the bytes of a message are written once.
template <class T>
struct MessageAllocator {
    using value_type = T;
    MessageAllocator() = default;
    template <class Other>
    MessageAllocator(const MessageAllocator<Other>& /*other*/) noexcept {} // NOLINT: as allocators are
    T* allocate(std::size_t count) {
        return static_cast<T*>(MessageMemory::instance().take(count * sizeof(T)));
    }
    void deallocate(T* place, std::size_t count) noexcept {
        MessageMemory::instance().give(place, count * sizeof(T));
    }
    template <class Other, class... Arguments>
    void construct(Other* place, Arguments&&... arguments) {
        if constexpr (sizeof...(Arguments) == 0)
            ::new (static_cast<void*>(place)) Other;
        else
            ::new (static_cast<void*>(place)) Other(std::forward<Arguments>(arguments)...);
    }
    friend bool operator==(const MessageAllocator&, const MessageAllocator&) noexcept { return true; }
};

using Bytes = std::vector<std::byte, MessageAllocator<std::byte>>;

} // namespace mergus::blocks
