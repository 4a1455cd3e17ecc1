/// \file push_workspace.hpp
/// What a context keeps between pushes: memory, and the kernels of built-in semirings.
#pragma once

#include "device/buffer.hpp"
#include "objects/context.hpp"
#include "push_input.h"
#include "steps/slot_format.hpp"

#include <array>
#include <cstdint>
#include <unordered_map>

namespace mergus::cuda {

/// The kernels of a push and what they need.
struct PushKernels {
    const Kernel* expand = nullptr;
    const Kernel* write = nullptr;
    const Kernel* empty = nullptr;
    const Kernel* at_once = nullptr;
    std::uint32_t resident = 0;         ///< blocks of `expand` on the device at a time
    std::uint32_t resident_at_once = 0; ///< the same of `at_once`
    SlotFormat slots{};                 ///< no bytes: the product needs no slots
    bool keeps_slots = false;           ///< slots are empty before and after the product
};

/// What decides the kernels where all types and operators are built in.
struct PushKey {
    std::array<std::uint64_t, 5> words;
    bool operator==(const PushKey&) const = default;
};
struct PushKeyHasher {
    std::size_t operator()(const PushKey& key) const noexcept {
        std::size_t hash = 0;
        for (const std::uint64_t word : key.words) hash = (hash ^ word) * 0x9e3779b97f4a7c15U;
        return hash ^ hash >> 32U;
    }
};

/// Memory for the result of a push before it is written. Invariant between products: the bits are zero and,
/// if there is a format, the slots are empty.
class PushWorkspace : public State {
public:
    /// While it exists, release() gives nothing back.
    class Hold {
    public:
        explicit Hold(PushWorkspace& workspace) noexcept : workspace_(workspace) { workspace_.held_ = true; }
        Hold(const Hold&) = delete;
        Hold& operator=(const Hold&) = delete;
        ~Hold() { workspace_.held_ = false; }

    private:
        PushWorkspace& workspace_;
    };

    /// Makes the workspace large enough. If that fails, it is as before. \param kernels of the product
    void prepare(Device& device, std::uint64_t cells, const PushKernels& kernels);
    /// The same for a product in one launch, whose result has `words` words of bits.
    void prepare_at_once(Device& device, std::size_t words);
    /// The cleared bits of that product, after prepare_at_once().
    [[nodiscard]] Array<std::uint32_t> take_cleared() noexcept { return std::move(cleared_); }
    /// After its launch, which has cleared the retired bits. \param old the bits of C before
    void launched_at_once(Array<std::uint32_t>&& old) noexcept;

    /// Before and after the launches of a product: if one fails, the next prepare() clears everything.
    void begin() noexcept {
        dirty_ = true;
        counters_.begin();
    }
    void end() noexcept {
        dirty_ = false;
        counters_.end();
    }

    [[nodiscard]] std::uint64_t bytes() const noexcept override {
        return (bits_.size() + cleared_.size() + retired_.size()) * sizeof(std::uint32_t) + slots_.bytes();
    }
    std::uint64_t release() noexcept override;

    [[nodiscard]] std::uint32_t* bits() const noexcept { return bits_.data(); }
    [[nodiscard]] void* slots() const noexcept { return slots_.data(); }
    [[nodiscard]] PushCounters* counters() const noexcept { return counters_.data(); }
    [[nodiscard]] const Array<std::uint32_t>& retired() const noexcept { return retired_; }
    /// Of this product in one launch, and of the next.
    [[nodiscard]] PushCounters* counters_at_once() const noexcept { return counters_.data() + 1 + turn_; }
    [[nodiscard]] PushCounters* next_counters() const noexcept { return counters_.data() + 2 - turn_; }

    std::unordered_map<PushKey, PushKernels, PushKeyHasher> kernels;

private:
    Array<std::uint32_t> bits_;
    Buffer slots_;
    /// Bits for the next result of a product in one launch, which are 0, and bits of an earlier result, which
    /// this product clears. Both have the size of the last result.
    Array<std::uint32_t> cleared_, retired_;
    unsigned turn_ = 0;   ///< 0 or 1
    SlotFormat format_{}; ///< of the slots; no bytes: their content is undefined
    bool dirty_ = false;
    bool held_ = false;
    ZeroedBuffer<PushCounters, 3> counters_;
};

} // namespace mergus::cuda
