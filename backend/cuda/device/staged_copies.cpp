/// \file staged_copies.cpp
#include "staged_copies.hpp"

#include "driver.hpp"

#include <cstring>
#include <numeric>

namespace mergus::cuda {

/// Which pieces the team may take, and how many of each chunk it has done.
class StagedCopies::Progress {
public:
    explicit Progress(const Layout& layout) : layout_(layout) {}

    /// The pieces of the chunks below `chunks` may be taken.
    void open(std::uint64_t chunks) noexcept {
        open_.store(layout_.pieces_before(chunks), std::memory_order_release);
    }
    /// Whether all pieces of a chunk have been done. True only once for a chunk.
    [[nodiscard]] bool finished(std::uint64_t chunk, unsigned slot) noexcept {
        if (done_[slot].load(std::memory_order_acquire) !=
            layout_.pieces_before(chunk + 1) - layout_.pieces_before(chunk))
            return false;
        done_[slot].store(0, std::memory_order_relaxed);
        return true;
    }
    /// Does a piece, if one is open. `work(begin, end)` \return whether there was one
    template <class Work, class SlotOf>
    bool step(const Work& work, const SlotOf& slot_of) noexcept {
        std::uint64_t piece = next_.load(std::memory_order_relaxed);
        do
            if (piece >= open_.load(std::memory_order_acquire)) return false;
        while (!next_.compare_exchange_weak(piece, piece + 1, std::memory_order_relaxed));
        const std::uint64_t begin = piece * layout_.piece,
                            end = std::min(begin + layout_.piece, layout_.total);
        work(begin, end);
        done_[slot_of(begin / layout_.chunk)].fetch_add(1, std::memory_order_release);
        return true;
    }

private:
    const Layout& layout_;
    std::atomic<std::uint64_t> open_{0}, next_{0};
    std::array<std::atomic<std::uint64_t>, slots> done_{};
};

namespace {

constexpr std::uint64_t piece_bytes = std::uint64_t{64} << 10;

std::uint64_t rounded_up(std::uint64_t n, std::uint64_t unit) {
    return (n + unit - 1) / unit * unit;
}

/// The bytes of a chunk: at least four chunks, so that transfers and copies overlap.
std::uint64_t chunk_bytes(std::uint64_t bytes) {
    constexpr std::uint64_t least = std::uint64_t{128} << 10;
    return std::clamp<std::uint64_t>(rounded_up(bytes / 4, piece_bytes), least, StagedCopies::slot_bytes);
}

} // namespace

StagedCopies::Layout StagedCopies::layout_of(std::uint64_t count, std::size_t size) {
    constexpr std::uint64_t alignment = 64; // elements, and bytes of the arrays after the first
    if (size > slot_bytes / alignment) return {count, 0, 0};
    const std::uint64_t piece = std::max(alignment, piece_bytes / size / alignment * alignment);
    return {count, std::max(piece, chunk_bytes(count * size) / size / piece * piece), piece};
}

/// The memory of chunks in the ring: the arrays of a chunk follow each other.
class StagedCopies::Slots {
public:
    template <class PiecedArrays>
    Slots(std::byte* ring, const PiecedArrays& arrays, const Layout& layout, std::uint64_t first)
        : ring_(ring), layout_(layout), first_(first) {
        for (const auto& array : arrays) sizes_[arrays_++] = array.size;
    }
    [[nodiscard]] unsigned operator()(std::uint64_t chunk) const noexcept {
        return static_cast<unsigned>((first_ + chunk) % slots);
    }
    [[nodiscard]] Piece piece(std::uint64_t begin, std::uint64_t end) const noexcept {
        const std::uint64_t chunk = begin / layout_.chunk;
        Piece piece{begin, end, {}};
        std::byte* memory = ring_ + (*this)(chunk)*slot_bytes;
        for (std::size_t a = 0; a < arrays_; memory += layout_.chunk * sizes_[a++])
            piece.data[a] = memory + (begin - chunk * layout_.chunk) * sizes_[a];
        return piece;
    }
    [[nodiscard]] Piece chunk(std::uint64_t chunk) const noexcept {
        return piece(chunk * layout_.chunk, layout_.chunk_end(chunk));
    }

private:
    std::byte* ring_;
    const Layout& layout_;
    std::uint64_t first_;
    std::size_t arrays_ = 0;
    std::array<std::size_t, max_pieced_arrays> sizes_{};
};

void StagedCopies::read_chunks(Driver& driver, std::byte* ring, std::span<const PiecedArray> arrays,
                               const Layout& layout, const std::function<void(const Piece&)>& body) {
    Progress progress(layout);
    const std::uint64_t chunks = layout.chunks();
    const Slots slot(ring, arrays, layout, first_);
    const auto work = [&](std::uint64_t begin, std::uint64_t end) { body(slot.piece(begin, end)); };
    const auto submit = [&](std::uint64_t c) {
        const Piece chunk = slot.chunk(c);
        for (std::size_t a = 0; a < arrays.size(); ++a)
            driver.submit_copy(chunk.data[a],
                               static_cast<const std::byte*>(arrays[a].data) + chunk.begin * arrays[a].size,
                               (chunk.end - chunk.begin) * arrays[a].size, true);
        driver.mark_copies(slot(c));
    };
    const auto lead = [&] {
        std::uint64_t submitted = 0, arrived = 0, read = 0;
        while (read < chunks) {
            while (submitted < chunks && submitted - read < slots) submit(submitted++);
            while (arrived < submitted && driver.copied(slot(arrived))) progress.open(++arrived);
            if (read < arrived && progress.finished(read, slot(read)))
                ++read;
            else if (!progress.step(work, slot))
                spin_once();
        }
    };
    team_.run(lead, [&] { return progress.step(work, slot); });
    first_ += chunks;
}

void StagedCopies::write_chunks(Driver& driver, std::byte* ring, std::span<const PiecedTarget> arrays,
                                const Layout& layout, const std::function<void(const Piece&)>& body) {
    Progress progress(layout);
    const std::uint64_t chunks = layout.chunks();
    const Slots slot(ring, arrays, layout, first_);
    const auto work = [&](std::uint64_t begin, std::uint64_t end) { body(slot.piece(begin, end)); };
    const auto submit = [&](std::uint64_t c) {
        const Piece chunk = slot.chunk(c);
        for (std::size_t a = 0; a < arrays.size(); ++a)
            driver.submit_copy(static_cast<std::byte*>(arrays[a].data) + chunk.begin * arrays[a].size,
                               chunk.data[a], (chunk.end - chunk.begin) * arrays[a].size, false);
        driver.mark_copies(slot(c));
    };
    const auto lead = [&] {
        std::uint64_t opened = 0, submitted = 0;
        while (submitted < chunks) {
            while (opened < chunks && opened - submitted < slots && driver.copied(slot(opened)))
                progress.open(++opened);
            if (submitted < opened && progress.finished(submitted, slot(submitted)))
                submit(submitted++);
            else if (!progress.step(work, slot))
                spin_once();
        }
    };
    team_.run(lead, [&] { return progress.step(work, slot); });
    first_ += chunks;
}

/// Two threads are not faster than the driver.
bool StagedCopies::worthwhile(Driver& driver, const void* host, std::uint64_t count, std::size_t size) const {
    constexpr unsigned least_threads = 3;
    return count * size >= least && HostTeam::size() >= least_threads && !driver.capturing() &&
           driver.pageable(host) && team_.has_processors() && layout_of(count, size).chunk != 0 &&
           driver.ring(slots * slot_bytes) != nullptr;
}

bool StagedCopies::to_host(Driver& driver, void* to, const void* from, std::size_t bytes) {
    const PiecedArray array{from, 1};
    return worthwhile(driver, to, bytes, 1) && read(driver, {&array, 1}, bytes, [to](const Piece& piece) {
               std::memcpy(static_cast<std::byte*>(to) + piece.begin, piece.data[0], piece.end - piece.begin);
           });
}

bool StagedCopies::to_device(Driver& driver, void* to, const void* from, std::size_t bytes) {
    // Small copies that the driver would read after its call go through a slot, so that the host need not
    // wait, except for the slot's last copy.
    constexpr std::size_t small = std::size_t{64} << 10;
    if (bytes <= small && driver.pageable(from) && driver.reads_late(from)) {
        std::byte* const ring = driver.ring(slots * slot_bytes);
        if (ring == nullptr) return false;
        const unsigned slot = first_ % slots;
        while (!driver.copied(slot)) spin_once();
        std::byte* const chunk = ring + slot * slot_bytes;
        std::memcpy(chunk, from, bytes);
        driver.submit_copy(to, chunk, bytes, false);
        driver.mark_copies(slot);
        ++first_;
        return true;
    }
    const PiecedTarget array{to, 1};
    return worthwhile(driver, from, bytes, 1) &&
           write(driver, {&array, 1}, bytes, [from](const Piece& piece) {
               std::memcpy(piece.data[0], static_cast<const std::byte*>(from) + piece.begin,
                           piece.end - piece.begin);
           });
}

namespace {

template <class PiecedArrays>
std::size_t size_of_all(const PiecedArrays& arrays) {
    std::size_t size = 0;
    for (const auto& array : arrays) size += array.size;
    return size;
}

} // namespace

bool StagedCopies::read(Driver& driver, std::span<const PiecedArray> arrays, std::uint64_t count,
                        const std::function<void(const Piece&)>& body) {
    if (count == 0) return true;
    const Layout layout = layout_of(count, size_of_all(arrays));
    std::byte* const ring =
        driver.capturing() || layout.chunk == 0 ? nullptr : driver.ring(slots * slot_bytes);
    if (ring != nullptr) read_chunks(driver, ring, arrays, layout, body);
    return ring != nullptr;
}

bool StagedCopies::write(Driver& driver, std::span<const PiecedTarget> arrays, std::uint64_t count,
                         const std::function<void(const Piece&)>& body) {
    if (count == 0) return true;
    const Layout layout = layout_of(count, size_of_all(arrays));
    std::byte* const ring = layout.chunk == 0 ? nullptr : driver.ring(slots * slot_bytes);
    if (ring != nullptr) write_chunks(driver, ring, arrays, layout, body);
    return ring != nullptr;
}

void StagedCopies::for_parts(std::uint64_t count,
                             const std::function<void(std::uint64_t, std::uint64_t)>& body) {
    constexpr std::uint64_t piece = std::uint64_t{1} << 13, least = 4 * piece;
    if (count < least) return body(0, count);
    std::atomic<std::uint64_t> next{0};
    const auto step = [&] {
        const std::uint64_t begin = next.fetch_add(piece);
        if (begin >= count) return false;
        body(begin, std::min(begin + piece, count));
        return true;
    };
    const auto lead = [&] {
        while (step()) {
        }
    };
    team_.run(lead, step);
}

} // namespace mergus::cuda
