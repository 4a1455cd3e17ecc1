/// \file device_emulated.cpp
/// The Driver without a GPU: device memory is host memory, threads are fibers (scheduler.hpp), primitives are
/// standard algorithms. All calls are synchronous.
///
/// Each allocation has exactly the requested size, so that AddressSanitizer finds overruns and use after
/// release. It is filled with a pattern; copying eight bytes with the pattern to the host is an error (a read
/// of uninitialised memory).
///
/// Environment: MERGUS_EMULATION_SEED (order of threads and blocks; 0 takes blocks in ascending order),
/// MERGUS_EMULATION_SHARED (shared bytes a block may have), MERGUS_EMULATION_MEMORY (total bytes),
/// MERGUS_EMULATION_DEVICES (number of devices, 1), MERGUS_EMULATION_UNUSABLE (n: devices 0 to n-1 cannot
/// be used), MERGUS_EMULATION_ARCH (e.g. 75), MERGUS_EMULATION_BUDGET (switches of a block until it is
/// reported as livelock), MERGUS_EMULATION_LOST_AT (n: the nth wait of a driver for its device reports that
/// the device is lost; 0: never), MERGUS_EMULATION_REFUSED (the first launch of the kernel of this name
/// fails), MERGUS_EMULATION_LATE_COPIES (1: copies to the device read host memory when other work is
/// submitted, or at a wait, as those from page-locked memory do on a GPU).
#include "caller_stream.h"
#include "compiler.hpp"
#include "copy_streams.hpp"
#include "device/driver.hpp"
#include "device_group.hpp"
#include "environment.hpp"
#include "sanitizer.hpp"
#include "scheduler.hpp"
#include "signals.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace mergus::cuda {
namespace emulated {
namespace {

using core::Variable;

/// The number in the environment variable, else `fallback`.
std::uint64_t setting(Variable variable, std::uint64_t fallback) {
    const char* const text = core::value_of(variable);
    if (text == nullptr) return fallback;
    std::uint64_t value = 0;
    const char* const end = text + std::strlen(text);
    if (const auto [stop, failed] = std::from_chars(text, end, value); failed != std::errc{} || stop != end)
        throw Error(Code::invalid_value,
                    std::string(name_of(variable)) + "='" + text + "' is not a whole number");
    return value;
}

/// The environment variable; empty if it is not set.
std::string name_in(Variable variable) {
    const char* const text = core::value_of(variable);
    return text != nullptr ? text : "";
}

/// The content of new memory at multiples of 8 bytes: unlikely as a value, an index or a NaN.
constexpr std::uint64_t uninitialized = 0xa5d1b7939f8e6c35;

/// The number of blocks that live at once in a cooperative launch.
constexpr unsigned resident = 3;

class EmulatedDriver final : public Driver {
public:
    explicit EmulatedDriver(int ordinal, const DeviceOptions& options = {})
        : hooks_(options.allocator),
          stream_(options.lend_stream ? static_cast<const mergus_emulated_stream*>(options.stream) : nullptr),
          compiler_(static_cast<int>(setting(Variable::emulation_arch, 90))),
          scheduler_(setting(Variable::emulation_seed, 1), setting(Variable::emulation_budget, 1u << 26)) {
        properties_.name = "emulated device";
        properties_.ordinal = ordinal;
        properties_.architecture = static_cast<int>(setting(Variable::emulation_arch, 90));
        properties_.sm_count = 1;
        properties_.max_threads_per_block = 1024;
        properties_.shared_per_block_optin = setting(Variable::emulation_shared, 227 * 1024);
        properties_.shared_per_block = std::min<std::size_t>(48 * 1024, properties_.shared_per_block_optin);
        properties_.l2_bytes = 1 << 20;
        properties_.memory = setting(Variable::emulation_memory, std::uint64_t{4} << 30);
        properties_.emulated = true;
    }

    Properties properties() const override { return properties_; }
    std::size_t free_memory() override {
        const std::size_t used = used_;
        return properties_.memory - std::min(used, properties_.memory);
    }
    void* stream() const noexcept override {
        return const_cast<mergus_emulated_stream*>(stream_); // NOLINT(cppcoreguidelines-pro-type-const-cast)
    }
    const std::string& lost_reason() const noexcept override { return lost_; }

    void* allocate(std::size_t bytes) override {
        if (hooks_.allocate != nullptr) return hooks_.allocate(hooks_.user, bytes, nullptr);
        if (capturing()) throw Error(Code::invalid_value, no_memory_in_capture);
        void* pointer = nullptr;
        if (used_.fetch_add(bytes) + bytes > properties_.memory ||
            posix_memalign(&pointer, 256, bytes) != 0) {
            used_ -= bytes;
            return nullptr;
        }
        for (std::size_t b = 0; b < bytes; b += sizeof uninitialized)
            std::memcpy(static_cast<std::byte*>(pointer) + b, &uninitialized,
                        std::min(sizeof uninitialized, bytes - b));
        return pointer;
    }
    void release(void* pointer, std::size_t bytes) noexcept override {
        if (capturing()) lost_ = "memory was released while the stream was captured";
        if (copy_streams_.uses(pointer, bytes))
            lost_ = "memory was released before a copy beside the stream ended";
        end_copies();
        if (hooks_.release != nullptr) return hooks_.release(hooks_.user, pointer, bytes, nullptr);
        std::free(pointer);
        used_ -= bytes;
    }
    void* allocate_persistent(std::size_t bytes) override {
        persistent_.push_back(std::make_unique<std::byte[]>(bytes));
        return persistent_.back().get();
    }
    void copy_to_host(void* to, const void* from, std::size_t bytes) override {
        wait();
        check_written(from, bytes);
        std::memcpy(to, from, bytes);
    }
    void copy(void* to, const void* from, std::size_t bytes) override {
        submit([=] { std::memcpy(to, from, bytes); });
    }
    std::byte* ring(std::size_t bytes) override {
        if (!ring_) ring_ = std::make_unique<std::byte[]>(bytes);
        return ring_.get();
    }
    void submit_copy(void* to, const void* from, std::size_t bytes, bool to_host) override {
        if (to_host) return copy_to_host(to, from, bytes);
        end_copies();
        if (copies_late_)
            late_copies_.push_back({to, from, bytes});
        else
            std::memcpy(to, from, bytes);
    }
    void mark_copies(unsigned) override {}
    bool copied(unsigned) override {
        end_copies();
        return true;
    }
    bool reaches(const void* pointer) override { return pointer != nullptr; }
    bool pageable(const void*) override { return true; }
    CopyStreams* copy_streams() override { return &copy_streams_; }
    void name_group(void* id) override { emulated::name_group(id); }
    std::unique_ptr<DeviceGroup> join_group(const void* id, int member, int count) override {
        return emulated::join_group(*this, id, member, count);
    }
    bool reads_late(const void*) override { return copies_late_; }
    void fill(void* to, unsigned char byte, std::size_t bytes) override {
        submit([=] { std::memset(to, byte, bytes); });
    }
    void synchronize() override { wait(); }
    /// Work counts as running until the host has asked or waited.
    bool idle() override {
        const bool was_busy = busy_;
        wait();
        return !was_busy;
    }
    std::uint64_t* posted_words() noexcept override { return posted_.data(); }
    bool capturing() noexcept override { return stream_ != nullptr && stream_->record != nullptr; }
    void follow(void* stream) override {
        const auto* const callers = static_cast<const mergus_emulated_stream*>(stream);
        callers->finish(callers->arg);
    }
    void precede(void*) override {} // all work has completed

    std::string compiler_id() override { return compiler_.id(); }
    std::string target() override { return compiler_.id(); } // libraries of the host's compiler
    std::string full_text(const KernelSource& source) override { return compiler_.full_text(source); }
    std::string compile(const KernelSource& source, const std::string& text) override {
        return compiler_.compile(source, text);
    }
    std::unique_ptr<Kernel> load(const KernelSource& source, const std::string& image) override {
        return std::make_unique<LoadedKernel>(source.entry, image, scheduler_.runtime());
    }

    void launch(const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t shared, const void* const* args,
                const std::size_t* sizes, std::size_t count, Start start) override {
        if (kernel.name() == refused_) {
            refused_.clear();
            throw Error(Code::panic, "the launch of kernel '" + kernel.name() + "' failed");
        }
        const mergus_kernel& code = static_cast<const LoadedKernel&>(kernel).code();
        if (count != code.parameter_count || !std::equal(sizes, sizes + count, code.parameter_sizes))
            throw Error(Code::invalid_value, "kernel '" + kernel.name() + "' has parameters " +
                                                 describe(code.parameter_sizes, code.parameter_count) +
                                                 "; the arguments are " + describe(sizes, count));
        const bool cooperative = start == Start::cooperative;
        if (cooperative && std::uint64_t{grid.x} * grid.y * grid.z > resident)
            throw Error(Code::invalid_value, "kernel '" + kernel.name() + "' is launched with more than " +
                                                 std::to_string(resident) + " cooperative blocks");
        const auto launch_with = [&, grid, block, shared, cooperative](void** arguments) {
            return Launch{kernel.name().c_str(),
                          code,
                          {grid.x, grid.y, grid.z},
                          {block.x, block.y, block.z},
                          shared,
                          arguments,
                          cooperative};
        };
        if (!capturing()) return run(launch_with(const_cast<void**>(args)));
        std::vector<std::vector<std::byte>> values(count);
        for (std::size_t i = 0; i < count; ++i) {
            const auto* const value = static_cast<const std::byte*>(args[i]);
            values[i].assign(value, value + sizes[i]);
        }
        submit([this, launch = launch_with(nullptr), values = std::move(values)]() mutable {
            std::vector<void*> arguments;
            for (std::vector<std::byte>& value : values) arguments.push_back(value.data());
            launch.args = arguments.data();
            run(launch);
        });
    }
    int blocks_per_sm(const Kernel&, std::uint32_t, std::size_t) override {
        return static_cast<int>(resident);
    }

    void exclusive_scan(Temporary& t, Word word, const void* in, void* out, std::size_t n) override {
        if (is_size_query(t)) return;
        end_copies();
        if (word == Word::u32)
            scan<std::uint32_t>(in, out, n);
        else
            scan<std::uint64_t>(in, out, n); // two's complement: the same for i64
    }
    void sort_pairs(Temporary& t, Word key, Word value, void* keys[2], void* values[2], std::size_t n,
                    int begin_bit, int end_bit) override {
        if (is_size_query(t)) return;
        end_copies();
        std::vector<std::size_t> order(n);
        std::iota(order.begin(), order.end(), std::size_t{0});
        const int width = end_bit - begin_bit;
        const std::uint64_t mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return ((at(key, keys[0], a) >> begin_bit) & mask) < ((at(key, keys[0], b) >> begin_bit) & mask);
        });
        permute(key, keys, order);
        permute(value, values, order);
    }
    void reduce(Temporary& t, Word word, bool maximum, const void* in, std::uint64_t* out,
                std::size_t n) override {
        if (is_size_query(t)) return;
        end_copies();
        std::uint64_t result = 0;
        for (std::size_t i = 0; i < n; ++i)
            result = maximum ? std::max(result, at(word, in, i)) : result + at(word, in, i);
        *out = result;
    }
    void select_flagged(Temporary& t, Word word, const std::uint8_t* flags, void* indices,
                        std::uint64_t* count, std::size_t n) override {
        if (is_size_query(t)) return;
        end_copies();
        std::uint64_t found = 0;
        for (std::size_t i = 0; i < n; ++i) {
            if (flags[i] == 0) continue;
            if (word == Word::u32)
                static_cast<std::uint32_t*>(indices)[found] = static_cast<std::uint32_t>(i);
            else
                static_cast<std::uint64_t*>(indices)[found] = i;
            ++found;
        }
        *count = found;
    }

private:
    /// Runs the work, or records it while the stream is captured.
    template <class Work>
    void submit(Work work) {
        end_copies();
        if (!capturing()) return work();
        stream_->record(stream_->arg,
                        {[](void* w) { (*static_cast<Work*>(w))(); },
                         [](void* w) { delete static_cast<Work*>(w); }, new Work(std::move(work))});
    }
    void run(const Launch& launch) {
        end_copies();
        busy_ = true;
        const FaultReporter reporter(scheduler_);
        try {
            scheduler_.run(launch);
        } catch (const Fault& fault) {
            lost_ = fault.what();
            throw Error(Code::device_lost, lost_);
        }
    }
    /// Does the late copies.
    void end_copies() noexcept {
        for (const LateCopy& copy : std::exchange(late_copies_, {}))
            std::memcpy(copy.to, copy.from, copy.bytes);
    }
    /// All work has completed. A lost GPU is often reported only at a wait, which MERGUS_EMULATION_LOST_AT
    /// imitates.
    void wait() {
        end_copies();
        busy_ = false;
        if (lost_at_ == 0 || --lost_at_ != 0) return;
        lost_ = "MERGUS_EMULATION_LOST_AT";
        throw Error(Code::device_lost, lost_);
    }
    /// The equivalent of compute-sanitizer's initcheck for copies to the host.
    void check_written(const void* from, std::size_t bytes) const {
        if (hooks_.allocate != nullptr) return; // the caller's memory is not filled
        const auto address = reinterpret_cast<std::uintptr_t>(from);
        for (std::size_t b = (sizeof uninitialized - address % sizeof uninitialized) % sizeof uninitialized;
             b + sizeof uninitialized <= bytes; b += sizeof uninitialized)
            if (std::memcmp(static_cast<const std::byte*>(from) + b, &uninitialized, sizeof uninitialized) ==
                0)
                throw Error(Code::panic, "byte " + std::to_string(b) + " of a copy of " +
                                             std::to_string(bytes) + " bytes to the host was never written");
    }
    /// Whether the call only queries the size of the scratch memory.
    static bool is_size_query(Temporary& t) {
        if (t.data != nullptr) return false;
        t.bytes = 1;
        return true;
    }
    static std::uint64_t at(Word word, const void* data, std::size_t i) {
        return word == Word::u32 ? static_cast<const std::uint32_t*>(data)[i]
                                 : static_cast<const std::uint64_t*>(data)[i];
    }
    template <class T>
    static void scan(const void* in, void* out, std::size_t n) {
        T sum = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const T value = static_cast<const T*>(in)[i];
            static_cast<T*>(out)[i] = sum;
            sum += value;
        }
        static_cast<T*>(out)[n] = sum;
    }
    static void permute(Word word, void* pair[2], const std::vector<std::size_t>& order) {
        for (std::size_t i = 0; i < order.size(); ++i)
            if (word == Word::u32)
                static_cast<std::uint32_t*>(pair[1])[i] = static_cast<std::uint32_t*>(pair[0])[order[i]];
            else
                static_cast<std::uint64_t*>(pair[1])[i] = static_cast<std::uint64_t*>(pair[0])[order[i]];
        std::swap(pair[0], pair[1]);
    }
    static std::string describe(const std::size_t* sizes, std::size_t count) {
        std::string text = "(";
        for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + std::to_string(sizes[i]);
        return text + ") bytes";
    }

    struct LateCopy {
        void* to;
        const void* from;
        std::size_t bytes;
    };

    AllocatorHooks hooks_;
    const mergus_emulated_stream* stream_; ///< The caller's, or null.
    Properties properties_;
    /// Bytes used by all devices of the process, which share the host's memory.
    static inline std::atomic<std::size_t> used_ = 0;
    std::uint64_t lost_at_ = setting(Variable::emulation_lost_at, 0);
    bool busy_ = false; ///< a kernel was launched after the last wait
    bool copies_late_ = setting(Variable::emulation_late_copies, 0) != 0;
    std::vector<LateCopy> late_copies_;
    EmulatedCopyStreams copy_streams_{*this};
    std::string refused_ = name_in(Variable::emulation_refused);
    std::unique_ptr<std::byte[]> ring_;
    std::vector<std::unique_ptr<std::byte[]>> persistent_; ///< Results of allocate_persistent().
    std::array<std::uint64_t, std::size_t{Device::posts} * Device::post_slots> posted_{};
    std::string lost_;
    HostCompiler compiler_;
    Scheduler scheduler_;
};

} // namespace
} // namespace emulated

int device_count() {
    return static_cast<int>(emulated::setting(emulated::Variable::emulation_devices, 1));
}
int current_device() {
    return 0;
}
int stream_device(void* stream, int) {
    return static_cast<const mergus_emulated_stream*>(stream)->device;
}

Probe probe(int ordinal) {
    Probe result;
    result.ordinal = ordinal;
    try {
        if (const int count = device_count(); ordinal < 0 || ordinal >= count) {
            result.reason = "no device " + std::to_string(ordinal) + ": the number of devices is " +
                            std::to_string(count);
            return result;
        }
        if (static_cast<std::uint64_t>(ordinal) <
            emulated::setting(emulated::Variable::emulation_unusable, 0)) {
            result.reason = "disabled by MERGUS_EMULATION_UNUSABLE";
            return result;
        }
        const Properties p = emulated::EmulatedDriver(ordinal).properties();
        result.score = 1; // the lowest score: for tests, selected by name
        result.reason = "an emulation for tests";
        result.name = p.name;
        result.compute_major = p.architecture / 10;
        result.compute_minor = p.architecture % 10;
        result.memory = p.memory;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        result.reason = error.what();
    }
    return result;
}

std::unique_ptr<Driver> open_driver(const DeviceOptions& options) {
    if (options.ordinal >= device_count() || static_cast<std::uint64_t>(options.ordinal) <
                                                 emulated::setting(emulated::Variable::emulation_unusable, 0))
        throw Error(Code::no_backend, probe(options.ordinal).reason);
    return std::make_unique<emulated::EmulatedDriver>(options.ordinal, options);
}

} // namespace mergus::cuda
