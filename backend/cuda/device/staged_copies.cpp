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

void StagedCopies::read_chunks(Driver& driver, std::byte* ring, std::span<const PiecedArray> arrays,
                               const Layout& layout, const std::function<void(const Piece&)>& body) {
    Progress progress(layout);
    const std::uint64_t chunks = layout.chunks();
    const auto slot = [this](std::uint64_t chunk) { return slot_of(chunk); };
    /// The second array of a chunk follows the first one in the slot.
    const auto memory_of = [&](std::uint64_t chunk, std::size_t array) {
        return ring + slot(chunk) * slot_bytes + (array == 0 ? 0 : layout.chunk * arrays[0].size);
    };
    const auto work = [&](std::uint64_t begin, std::uint64_t end) {
        const std::uint64_t chunk = begin / layout.chunk;
        Piece piece{begin, end, {}};
        for (std::size_t a = 0; a < arrays.size(); ++a)
            piece.data[a] = memory_of(chunk, a) + (begin - chunk * layout.chunk) * arrays[a].size;
        body(piece);
    };
    const auto submit = [&](std::uint64_t chunk) {
        const std::uint64_t begin = chunk * layout.chunk, end = layout.chunk_end(chunk);
        for (std::size_t a = 0; a < arrays.size(); ++a)
            driver.submit_copy(memory_of(chunk, a),
                               static_cast<const std::byte*>(arrays[a].data) + begin * arrays[a].size,
                               (end - begin) * arrays[a].size, true);
        driver.mark_copies(slot(chunk));
    };
    const auto lead = [&] {
        std::uint64_t submitted = 0, arrived = 0, read = 0;
        while (read < chunks) {
            if (submitted < chunks && submitted - read < slots) submit(submitted++);
            if (arrived < submitted && driver.copied(slot(arrived))) progress.open(++arrived);
            if (read < arrived && progress.finished(read, slot(read)))
                ++read;
            else if (!progress.step(work, slot))
                spin_once();
        }
    };
    team_.run(lead, [&] { return progress.step(work, slot); });
    first_ += chunks;
}

void StagedCopies::write_chunks(Driver& driver, std::byte* ring, std::byte* to, const std::byte* from,
                                const Layout& layout) {
    Progress progress(layout);
    const std::uint64_t chunks = layout.chunks();
    const auto slot = [this](std::uint64_t chunk) { return slot_of(chunk); };
    const auto work = [&](std::uint64_t begin, std::uint64_t end) {
        const std::uint64_t chunk = begin / layout.chunk;
        std::memcpy(ring + slot(chunk) * slot_bytes + (begin - chunk * layout.chunk), from + begin,
                    end - begin);
    };
    const auto lead = [&] {
        std::uint64_t opened = 0, submitted = 0;
        while (submitted < chunks) {
            if (opened < chunks && opened - submitted < slots && driver.copied(slot(opened)))
                progress.open(++opened);
            if (submitted < opened && progress.finished(submitted, slot(submitted))) {
                const std::uint64_t begin = submitted * layout.chunk;
                driver.submit_copy(to + begin, ring + slot(submitted) * slot_bytes,
                                   layout.chunk_end(submitted) - begin, false);
                driver.mark_copies(slot(submitted++));
            } else if (!progress.step(work, slot)) {
                spin_once();
            }
        }
    };
    team_.run(lead, [&] { return progress.step(work, slot); });
    first_ += chunks;
}

namespace {

/// Two threads are not faster than the driver.
bool worthwhile(const HostTeam& team, Driver& driver, const void* host, std::size_t bytes) {
    constexpr unsigned least_threads = 3;
    return bytes >= StagedCopies::least && HostTeam::size() >= least_threads && !driver.capturing() &&
           driver.pageable(host) && team.has_processors();
}

} // namespace

bool StagedCopies::to_host(Driver& driver, void* to, const void* from, std::size_t bytes) {
    if (!worthwhile(team_, driver, to, bytes)) return false;
    std::byte* const ring = driver.ring(slots * slot_bytes);
    if (ring == nullptr) return false;
    const PiecedArray array{from, 1};
    const Layout layout{bytes, chunk_bytes(bytes), piece_bytes};
    read_chunks(driver, ring, {&array, 1}, layout, [to](const Piece& piece) {
        std::memcpy(static_cast<std::byte*>(to) + piece.begin, piece.data[0], piece.end - piece.begin);
    });
    return true;
}

bool StagedCopies::to_device(Driver& driver, void* to, const void* from, std::size_t bytes) {
    // Small copies that the driver would read after its call go through a slot, so that the host need not
    // wait, except for the slot's last copy.
    constexpr std::size_t small = std::size_t{64} << 10;
    if (bytes <= small && driver.pageable(from) && driver.reads_late(from)) {
        std::byte* const ring = driver.ring(slots * slot_bytes);
        if (ring == nullptr) return false;
        const unsigned slot = slot_of(0);
        while (!driver.copied(slot)) spin_once();
        std::byte* const chunk = ring + slot * slot_bytes;
        std::memcpy(chunk, from, bytes);
        driver.submit_copy(to, chunk, bytes, false);
        driver.mark_copies(slot);
        ++first_;
        return true;
    }
    if (!worthwhile(team_, driver, from, bytes)) return false;
    std::byte* const ring = driver.ring(slots * slot_bytes);
    if (ring == nullptr) return false;
    write_chunks(driver, ring, static_cast<std::byte*>(to), static_cast<const std::byte*>(from),
                 {bytes, chunk_bytes(bytes), piece_bytes});
    return true;
}

void StagedCopies::count_up(std::uint64_t* to, std::uint64_t count) {
    constexpr std::uint64_t piece = std::uint64_t{1} << 13, least = 4 * piece;
    if (count < least) return std::iota(to, to + count, std::uint64_t{0});
    std::atomic<std::uint64_t> next{0};
    const auto step = [&] {
        const std::uint64_t begin = next.fetch_add(piece);
        if (begin >= count) return false;
        std::iota(to + begin, to + std::min(begin + piece, count), begin);
        return true;
    };
    const auto lead = [&] {
        while (step()) {
        }
    };
    team_.run(lead, step);
}

bool StagedCopies::read(Driver& driver, std::span<const PiecedArray> arrays, std::uint64_t count,
                        const std::function<void(const Piece&)>& body) {
    if (count == 0) return true;
    constexpr std::uint64_t alignment = 64; // elements, and bytes of the second array
    std::byte* const ring = driver.capturing() ? nullptr : driver.ring(slots * slot_bytes);
    if (ring == nullptr) return false;
    std::size_t size = 0;
    for (const PiecedArray& array : arrays) size += array.size;
    const std::uint64_t most = slot_bytes / size / alignment * alignment;
    if (most == 0) return false;
    const std::uint64_t piece = std::min(most, std::uint64_t{1} << 13), chunk = most / piece * piece;
    read_chunks(driver, ring, arrays, {count, chunk, piece}, body);
    return true;
}

} // namespace mergus::cuda
