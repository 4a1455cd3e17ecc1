/// \file device.cpp
/// The part of Device that is the same for every driver: counters, injected faults, the lost state, launches.
/// kernel_cache.cpp has the functions that find and compile kernels.
#include "device.hpp"

#include "driver.hpp"
#include "environment.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <new>
#include <numeric>

namespace mergus::cuda {
namespace {

double seconds_now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string dimensions(Dim3 d) {
    return std::string("(") + std::to_string(d.x) + "," + std::to_string(d.y) + "," + std::to_string(d.z) +
           ")";
}

/// The options with their ordinal resolved to a device.
DeviceOptions with_ordinal(DeviceOptions options) {
    if (options.lend_stream && options.stream != nullptr) {
        const int home = stream_device(options.stream, options.ordinal);
        if (options.ordinal >= 0 && options.ordinal != home)
            throw Error(Code::invalid_value, "the stream belongs to device " + std::to_string(home) +
                                                 ", but the options name device " +
                                                 std::to_string(options.ordinal));
        options.ordinal = home;
    } else if (options.ordinal < 0 && device_count() < 2) {
        options.ordinal = 0;
    } else if (options.ordinal < 0) {
        const Probe chosen = probe();
        if (chosen.score == 0) throw Error(Code::no_backend, chosen.reason);
        options.ordinal = chosen.ordinal;
    }
    return options;
}

/// What post_to_host() sent with this ticket, which is above the value's 48 bits.
std::optional<std::uint64_t> value_of_word(std::uint64_t& word, std::uint32_t ticket) noexcept {
    constexpr int value_bits = 48;
    const std::uint64_t found = std::atomic_ref(word).load(std::memory_order_acquire);
    if (found >> value_bits != ticket) return std::nullopt;
    return found & ((std::uint64_t{1} << value_bits) - 1);
}

} // namespace

Probe probe() {
    const int count = device_count();
    if (count < 2) return probe(0);
    const int current = current_device();
    std::vector<int> order{current};
    for (int ordinal = 0; ordinal < count; ++ordinal)
        if (ordinal != current) order.push_back(ordinal);
    std::string reasons;
    for (const int ordinal : order) {
        Probe found = probe(ordinal);
        if (found.score > 0) return found;
        reasons +=
            (reasons.empty() ? "device " : "; device ") + std::to_string(ordinal) + ": " + found.reason;
    }
    Probe none;
    none.reason = reasons;
    return none;
}

Device::Device(const DeviceOptions& options)
    : archive_(options.archive), cache_(options.cache), driver_(open_driver(with_ordinal(options))) {
    properties_ = driver_->properties();
    kept_.reserve(most_kept);
    log_ = core::log_has("kernels");
}

Device::~Device() {
    // Kernels are unloaded before the driver closes, and only after all launches have finished.
    try {
        if (!lost()) driver_->synchronize();
    } catch (const Error&) { // the device is lost, so nothing runs
    }
    images_.clear();
    release_kept();
    release_retired();
}

Driver& Device::driver() {
    if (!driver_->lost_reason().empty())
        throw Error(Code::device_lost, "the device failed earlier and this context must be replaced (" +
                                           driver_->lost_reason() + ")");
    return *driver_;
}

bool Device::lost() const noexcept {
    return !driver_->lost_reason().empty();
}
std::size_t Device::free_memory() {
    return driver().free_memory();
}
void* Device::stream() const noexcept {
    return driver_->stream();
}
bool Device::capturing() const noexcept {
    return driver_->capturing();
}

void* Device::allocate(std::size_t bytes) {
    Driver& d = driver();
    if (bytes == 0) return nullptr;
    if (!retired_.empty() && !d.capturing()) release_retired();
    const bool injected = fail_in_ != 0 && --fail_in_ == 0;
    void* pointer = injected ? nullptr : d.allocate(bytes);
    if (pointer == nullptr && give_back_ && give_back_()) pointer = d.allocate(bytes);
    if (pointer == nullptr)
        throw Error(Code::out_of_memory,
                    std::string(injected ? "(injected by a test) " : "") + "cannot allocate " +
                        std::to_string(bytes) + " bytes on the device '" + properties_.name + "'; " +
                        std::to_string(d.free_memory()) + " of " + std::to_string(properties_.memory) +
                        " bytes are free, this context uses " + std::to_string(memory_.current));
    ++counters_.allocations;
    memory_.current += bytes;
    memory_.peak = std::max(memory_.peak, memory_.current);
    return pointer;
}

void* Device::allocate_persistent(std::size_t bytes) {
    Driver& d = driver();
    // A new block would make the capture invalid. In an old one too, the first content would be written by
    // launches of the graph only, and calls before them would read what was there.
    if (d.capturing()) throw Error(Code::invalid_value, no_memory_in_capture);
    const bool injected = fail_in_ != 0 && --fail_in_ == 0;
    void* pointer = injected ? nullptr : d.allocate_persistent(bytes);
    if (pointer == nullptr && give_back_ && give_back_()) pointer = d.allocate_persistent(bytes);
    if (pointer == nullptr)
        throw Error(Code::out_of_memory, std::string(injected ? "(injected by a test) " : "") +
                                             "cannot allocate " + std::to_string(bytes) +
                                             " bytes for the context on the device '" + properties_.name +
                                             "'");
    return pointer;
}

void Device::release(void* pointer, std::size_t bytes) noexcept {
    if (pointer == nullptr) return;
    if (driver_->capturing()) {
        try {
            retired_.push_back({pointer, bytes, nullptr});
        } catch (const std::bad_alloc&) { // not released before the driver closes its pool
        }
        return;
    }
    memory_.current -= bytes;
    driver_->release(pointer, bytes);
}

void Device::give_back(std::shared_ptr<Lender> lender) noexcept {
    if (driver_->capturing()) {
        try {
            retired_.push_back({nullptr, 0, lender});
        } catch (const std::bad_alloc&) { // never given back, because launches of the graph may read it
            (void)new (std::nothrow) std::shared_ptr<Lender>(std::move(lender));
        }
        return;
    }
    if (lender.use_count() > 1 || lender->release == nullptr) return;
    try {
        if (!lost() && !driver_->idle()) {
            std::size_t bytes = lender->bytes;
            for (const auto& kept : kept_) bytes += kept->bytes;
            if (lender->may_be_late && bytes <= most_kept_bytes && kept_.size() < kept_.capacity())
                return kept_.push_back(std::move(lender));
            driver_->synchronize();
            ++counters_.synchronizations;
        }
    } catch (const Error&) { // the device is lost, so nothing runs
    }
    release_kept();
    lender->release(lender->arg);
}

void Device::release_kept() noexcept {
    while (!kept_.empty()) {
        const std::shared_ptr<Lender> lender = std::move(kept_.back());
        kept_.pop_back();
        lender->release(lender->arg);
    }
}

bool Device::reaches(const void* pointer) {
    return driver().reaches(pointer);
}

void Device::release_retired() noexcept {
    for (Retired& retired : std::exchange(retired_, {})) {
        if (retired.lender != nullptr) {
            give_back(std::move(retired.lender));
            continue;
        }
        memory_.current -= retired.bytes;
        driver_->release(retired.pointer, retired.bytes);
    }
}

namespace {

/// A launch of the graph would read the memory of the host as it is then.
void require_no_capture(Driver& driver) {
    if (driver.capturing())
        throw Error(Code::invalid_value,
                    "data of the host cannot be copied to the device while the stream is captured");
}

} // namespace

void Device::copy_to_device(void* to, const void* from, std::size_t bytes) {
    Driver& d = driver();
    if (bytes == 0) return;
    require_no_capture(d);
    if (!staged_.to_device(d, to, from, bytes)) {
        d.submit_copy(to, from, bytes, false);
        if (d.reads_late(from)) d.synchronize();
    }
    counters_.bytes_to_device += bytes;
}

void Device::copy_to_host(void* to, const void* from, std::size_t bytes) {
    Driver& d = driver();
    if (bytes == 0) return;
    if (!staged_.to_host(d, to, from, bytes)) d.copy_to_host(to, from, bytes);
    counters_.bytes_to_host += bytes;
    counters_.largest_to_host = std::max<std::uint64_t>(counters_.largest_to_host, bytes);
    ++counters_.copies_to_host;
    ++counters_.synchronizations;
    release_kept(); // the copy came after all work
}

void Device::count_up(std::uint64_t* to, std::uint64_t count) {
    staged_.for_parts(
        count, [to](std::uint64_t begin, std::uint64_t end) { std::iota(to + begin, to + end, begin); });
}

void Device::read_pieces(std::span<const PiecedArray> arrays, std::uint64_t count,
                         const std::function<void(const Piece&)>& body) {
    if (!staged_.read(driver(), arrays, count, body))
        throw Error(Code::out_of_memory, "there is no page-locked memory to read arrays of the device");
    std::uint64_t bytes = 0;
    for (const PiecedArray& array : arrays) bytes += count * array.size;
    counters_.bytes_to_host += bytes;
    counters_.largest_to_host = std::max(counters_.largest_to_host, bytes);
    ++counters_.copies_to_host;
    ++counters_.synchronizations;
}

void Device::write_pieces(std::span<const PiecedTarget> arrays, std::uint64_t count,
                          const std::function<void(const Piece&)>& body) {
    Driver& d = driver();
    if (count == 0) return;
    require_no_capture(d);
    std::size_t size = 0;
    for (const PiecedTarget& array : arrays) size += array.size;
    if (count * size >= StagedCopies::least && staged_.write(d, arrays, count, body)) {
        counters_.bytes_to_device += count * size;
        return;
    }
    // One piece after the other, in memory that need not be page-locked.
    const std::uint64_t most = std::max<std::uint64_t>(StagedCopies::slot_bytes / size, 1),
                        piece = std::min(count, most);
    const auto memory = std::make_unique_for_overwrite<std::byte[]>(piece * size);
    for (std::uint64_t begin = 0; begin < count; begin += piece) {
        Piece part{begin, std::min(begin + piece, count), {}};
        std::byte* next = memory.get();
        for (std::size_t a = 0; a < arrays.size(); next += piece * arrays[a++].size) part.data[a] = next;
        body(part);
        for (std::size_t a = 0; a < arrays.size(); ++a)
            copy_to_device(static_cast<std::byte*>(arrays[a].data) + begin * arrays[a].size, part.data[a],
                           (part.end - begin) * arrays[a].size);
    }
}

void Device::copy(void* to, const void* from, std::size_t bytes) {
    Driver& d = driver();
    if (bytes != 0) d.copy(to, from, bytes);
}

void Device::fill(void* to, unsigned char byte, std::size_t bytes) {
    Driver& d = driver();
    if (bytes != 0) d.fill(to, byte, bytes);
}

void Device::synchronize() {
    driver().synchronize();
    ++counters_.synchronizations;
    release_kept();
}

Device::Message Device::next_post() {
    std::uint64_t* const words = driver().posted_words();
    const std::uint64_t number = post_number_++;
    const auto ticket = static_cast<std::uint32_t>(number % 0xffffu + 1); // never 0
    // Tickets repeat, so words that only a much earlier launch posted here must not stay.
    std::uint64_t* const slot = words + number % post_slots * posts;
    std::fill_n(slot, posts, 0);
    return {slot, ticket, number};
}

std::optional<std::uint64_t> Device::posted_already(const Message& post) const noexcept {
    return keeps(post) ? value_of_word(*post.words, post.ticket) : std::nullopt;
}

std::array<std::uint64_t, Device::posts> Device::posted(const Message& post, unsigned count) {
    constexpr int polls = 1 << 12;
    Driver& d = driver();
    std::array<std::uint64_t, posts> values{};
    unsigned found = 0;
    for (bool ended = false;; ended = d.idle()) {
        for (int poll = 0; poll < polls && found < count; ++poll) {
            if (const auto value = value_of_word(post.words[found], post.ticket)) values[found++] = *value;
        }
        if (found == count) break;
        if (ended) throw Error(Code::panic, "a kernel ended without the numbers that it posts to the host");
    }
    ++counters_.synchronizations;
    counters_.bytes_to_host += count * sizeof(std::uint64_t);
    return values;
}

void Device::follow(void* stream) {
    Driver& d = driver();
    if (!kept_.empty() && !d.capturing() && d.idle()) release_kept();
    d.follow(stream);
}
void Device::precede(void* stream) {
    driver().precede(stream);
}

void Device::launch_raw(const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t shared,
                        const void* const* args, const std::size_t* sizes, std::size_t count, Start start) {
    Driver& d = driver();
    if (grid.x == 0 || grid.y == 0 || grid.z == 0) return;
    const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
    const auto most =
        static_cast<std::uint64_t>(std::min(kernel.max_threads_per_block, properties_.max_threads_per_block));
    // Static memory alone has its limit, 48 KiB, in the compiler. (That of an image in the emulation is the
    // sum of all its kernels'.)
    const bool fits = shared == 0 || kernel.static_shared + shared <= properties_.shared_per_block_optin;
    if (grid.x > 0x7fffffffu || grid.y > 65535 || grid.z > 65535 || threads == 0 || threads > most || !fits)
        throw Error(Code::invalid_value,
                    "kernel '" + kernel.name() + "' cannot be launched with grid " + dimensions(grid) +
                        ", block " + dimensions(block) + " and " + std::to_string(shared) + " dynamic and " +
                        std::to_string(kernel.static_shared) +
                        " static bytes of shared memory: the limits are " + std::to_string(most) +
                        " threads and " + std::to_string(properties_.shared_per_block_optin) + " bytes");
    timed(kernel.name(), [&] { d.launch(kernel, grid, block, shared, args, sizes, count, start); });
    ++counters_.launches;
}

double Device::begin_step() {
    driver().synchronize();
    return seconds_now();
}

void Device::end_step(std::string_view what, double start) {
    driver().synchronize();
    std::fprintf(stderr, "mergus: %10.1f us  %.*s\n", (seconds_now() - start) * 1e6,
                 static_cast<int>(what.size()), what.data());
}

int Device::blocks_per_sm(const Kernel& kernel, std::uint32_t threads, std::size_t shared) {
    return driver().blocks_per_sm(kernel, threads, shared);
}

std::uint32_t Device::resident_blocks(const Kernel& kernel, std::uint32_t threads, std::size_t shared) {
    return static_cast<std::uint32_t>(std::max(0, blocks_per_sm(kernel, threads, shared))) *
           static_cast<std::uint32_t>(std::max(1, properties_.sm_count));
}

std::uint32_t* Device::grid_barrier_word() {
    if (grid_barrier_ == nullptr) {
        auto* const word = static_cast<std::uint32_t*>(allocate_persistent(sizeof(std::uint32_t)));
        fill(word, 0, sizeof(std::uint32_t));
        grid_barrier_ = word;
    }
    return grid_barrier_;
}

} // namespace mergus::cuda
