/// \file listing_driver.cpp
/// A device that lists the kernels of calls and runs nothing. Its memory is reserved addresses without pages.
#include "listing.hpp"

#include "compiler/nvrtc.hpp"
#include "device/driver.hpp"
#include "steps/row_profile.h"

#include <array>
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace mergus::cuda {
namespace {

KernelListing& listing() {
    static KernelListing all;
    return all;
}

/// The shared memory of a block at most, in bytes: CUDA programming guide, "Technical specifications per
/// compute capability".
std::size_t shared_memory_of(int architecture) {
    switch (architecture) {
    case 75:
        return 64 << 10;
    case 80:
    case 87:
        return 163 << 10;
    case 86:
    case 89:
    case 120:
    case 121:
        return 99 << 10;
    default:
        return 227 << 10;
    }
}

class ListingDriver final : public Driver {
public:
    Properties properties() const override { return properties_; }
    std::size_t free_memory() override { return properties_.memory; }
    void* stream() const noexcept override { return nullptr; }
    const std::string& lost_reason() const noexcept override { return lost_; }

    void* allocate(std::size_t bytes) override {
        void* const at = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        return at == MAP_FAILED ? nullptr : at;
    }
    void release(void* pointer, std::size_t bytes) noexcept override { munmap(pointer, bytes); }
    void* allocate_persistent(std::size_t bytes) override { return allocate(bytes); }
    void copy_to_host(void* to, const void*, std::size_t bytes) override {
        const std::uint64_t word = listing().word;
        for (std::size_t at = 0; at < bytes; at += sizeof word)
            std::memcpy(static_cast<char*>(to) + at, &word, std::min(sizeof word, bytes - at));
    }
    void copy(void*, const void*, std::size_t) override {}
    std::byte* ring(std::size_t) override { return nullptr; }
    void submit_copy(void*, const void*, std::size_t, bool) override {}
    void mark_copies(unsigned) override {}
    bool copied(unsigned) override { return true; }
    bool reaches(const void*) override { return false; }
    bool pageable(const void*) override { return false; }
    bool reads_late(const void*) override { return false; }
    void fill(void*, unsigned char, std::size_t) override {}
    void synchronize() override {}
    bool idle() override { return true; }
    /// Device::next_post() asks once for the words of a launch.
    std::uint64_t* posted_words() noexcept override {
        ++next_posts_;
        return posted_.data();
    }
    void follow(void*) override {}
    void precede(void*) override {}

    std::string compiler_id() override { return "none"; }
    std::string target() override { return "none"; }
    std::string full_text(const KernelSource& source) override {
        std::string text = Nvrtc::full_text(source);
        const Hash128 key = kernel_key("", "", source, text);
        if (listing().seen.insert(key.hex()).second) listing().kernels.push_back(source);
        return text;
    }
    std::string compile(const KernelSource&, const std::string&) override { return "none"; }
    std::unique_ptr<Kernel> load(const KernelSource& source, const std::string&) override {
        auto kernel = std::make_unique<Kernel>(source.entry);
        kernel->max_threads_per_block = properties_.max_threads_per_block;
        return kernel;
    }
    /// The numbers that kernels would post are there at once.
    void launch(const Kernel& kernel, Dim3, Dim3, std::size_t, const void* const*, const std::size_t*,
                std::size_t, Start) override {
        if (answered_ == next_posts_) return;
        constexpr int value_bits = 48; // as in Device::posted()
        std::array<std::uint64_t, Device::posts> words;
        if (kernel.name() == "profile_rows")
            words = listed_profile();
        else
            words.fill(listing().word & ((std::uint64_t{1} << value_bits) - 1));
        for (; answered_ < next_posts_; ++answered_)
            std::ranges::transform(
                words, posted_.data() + answered_ % Device::post_slots * Device::posts,
                [&](std::uint64_t word) { return (answered_ % 0xffffu + 1) << value_bits | word; });
    }
    int blocks_per_sm(const Kernel&, std::uint32_t, std::size_t) override { return 1; }

    void exclusive_scan(Temporary& t, Word, const void*, void*, std::size_t) override { t.bytes = 1; }
    void sort_pairs(Temporary& t, Word, Word, void* [2], void* [2], std::size_t, int, int) override {
        t.bytes = 1;
    }
    void reduce(Temporary& t, Word, bool, const void*, std::uint64_t*, std::size_t) override { t.bytes = 1; }
    void select_flagged(Temporary& t, Word, const std::uint8_t*, void*, std::uint64_t*,
                        std::size_t) override {
        t.bytes = 1;
    }

private:
    /// As steps/row_profile.cpp reads it.
    static std::array<std::uint64_t, Device::posts> listed_profile() {
        const std::uint64_t word = listing().word;
        RowProfile profile{};
        profile.longest = profile.longest_short = profile.span = profile.blocks = word;
        profile.filled_rows = UINT32_MAX; // no row is empty, and they are enough for a thread each
        profile.long_rows = listing().long_rows;
        profile.long_entries = profile.long_rows * (long_row_entries + 1);
        if (profile.long_rows != 0) profile.longest = long_row_entries + 1;
        profile.diagonal = listing().diagonal_rows;
        constexpr std::uint64_t sampled = 8;
        std::array<std::uint64_t, Device::posts> words{};
        std::memcpy(words.data(), &profile, posted_counts * sizeof words[0]);
        words[posted_sample] = sampled | (listing().rows_are_local ? sampled : 0) << sample_bits |
                               sampled << 2 * sample_bits |
                               (listing().rows_repeat ? sampled : 0) << 3 * sample_bits;
        return words;
    }

    static Properties make_properties() {
        Properties p;
        p.name = "none";
        p.architecture = listing().architecture;
        p.sm_count = 128;
        p.max_threads_per_block = 1024;
        p.shared_per_block_optin = shared_memory_of(p.architecture);
        p.shared_per_block = 48 << 10;
        p.l2_bytes = std::size_t{50} << 20;
        p.memory = std::size_t{80} << 30;
        return p;
    }

    Properties properties_ = make_properties();
    std::array<std::uint64_t, std::size_t{Device::posts} * Device::post_slots> posted_{};
    std::uint64_t next_posts_ = 0, answered_ = 0; ///< numbers of posts, as Device counts
    std::string lost_;
};

} // namespace

int device_count() {
    return 1;
}
int current_device() {
    return 0;
}
int stream_device(void*, int) {
    return 0;
}
Probe probe(int) {
    Probe result;
    result.score = 1;
    result.reason = "lists kernels for the build and runs nothing";
    return result;
}
std::unique_ptr<Driver> open_driver(const DeviceOptions&) {
    return std::make_unique<ListingDriver>();
}

} // namespace mergus::cuda

extern "C" __attribute__((visibility("default"))) mergus::cuda::KernelListing* mergus_kernel_listing() {
    return &mergus::cuda::listing();
}
