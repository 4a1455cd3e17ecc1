/// \file context_state.hpp
/// The state behind Context. Every call into a plugin goes through here, under the context's lock.
#pragma once

#include "../plugins/registry_impl.hpp"
#include "host_copies.hpp"
#include "lent_arrays.hpp"
#include "struct_size.hpp"

#include <mergus/context.hpp>
#include <mergus/error.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

namespace mergus::detail {

/// Whether the memory of a device has ended, not that of the host: OUT_OF_MEMORY is the code of both.
[[nodiscard]] bool is_of_device_memory(const Error& error) noexcept;

/// While one is alive, calls of this thread that run out of device memory fail: they do not go on in blocks.
/// For objects that other threads may read meanwhile, because their context must not change.
class StaysInContext {
public:
    StaysInContext() noexcept;
    ~StaysInContext();
    StaysInContext(const StaysInContext&) = delete;
    StaysInContext& operator=(const StaysInContext&) = delete;

private:
    bool outer_;
};

class ContextState : public std::enable_shared_from_this<ContextState> {
public:
    ContextState(const core::Plugin& plugin, ContextOptions options);
    /// On `plugin`, a composite backend, in place of a context that has run out of memory. \param memory for
    /// matrices, bytes of its device \param device the ordinal of the full context's device, or -1
    ContextState(const core::Plugin& plugin, const ContextState& full, std::uint64_t memory,
                 std::int32_t device);
    ~ContextState();
    ContextState(const ContextState&) = delete;
    ContextState& operator=(const ContextState&) = delete;

    [[nodiscard]] const mergus_backend& table() const noexcept { return plugin_.table; }
    [[nodiscard]] const core::Plugin& plugin() const noexcept { return plugin_; }
    [[nodiscard]] mergus_context* handle() const noexcept { return handle_; }
    [[nodiscard]] const ContextOptions& options() const noexcept { return options_; }
    /// Whether calls are reported on standard error: MERGUS_LOG=explain when the context was made.
    [[nodiscard]] bool logs() const noexcept { return logs_; }

    /// Calls a function of the plugin under the lock and turns its status into an Error that begins with
    /// `what`. \throws not_implemented if the function is null.
    template <class Function, class... Arguments>
    void call(std::string_view what, Function function, Arguments... arguments) {
        if (function == nullptr) throw unsupported(what);
        mergus_status status; // NOLINT(*-member-init): clearing the message would be a tenth of a short call
        status.struct_size = sizeof status;
        status.code = MERGUS_SUCCESS;
        status.message[0] = '\0';
        const int32_t code = locked([&] { return function(handle_, arguments..., &status); });
        if (code != MERGUS_SUCCESS) throw failure(what, code, status);
    }

    template <class Function>
    auto locked(Function function) {
        const AfterUnlock after{*this};
        const std::lock_guard lock(mutex_);
        return function();
    }

    [[nodiscard]] Error unsupported(std::string_view what) const;

    /// Whether the backend answers beforehand that it does not support the call. \param reason receives the
    /// message of the Error that the call would throw
    bool refuses(std::string_view what, const mergus_call& call, std::string& reason);

    /// The CPU context that runs what this backend does not support; made on first use.
    const std::shared_ptr<ContextState>& fallback();
    /// The context of a composite backend that goes on after this error, if device memory has ended; made on
    /// first use. Null for other errors, and if there is none: for other backends, with memory of the
    /// caller's, or by MERGUS_BLOCKS_FALLBACK. Gives back what matrices of this context keep.
    std::shared_ptr<ContextState> in_blocks(const Error& error) noexcept;
    /// That context if it has been made, or null.
    std::shared_ptr<ContextState> made_in_blocks() {
        const std::lock_guard lock(in_blocks_mutex_);
        return in_blocks_;
    }
    /// The result of body(context in blocks). \throws Error `error` if nothing goes on after it, or if blocks
    /// do not support what the body does
    template <class Body>
    auto in_blocks_or_rethrow(const Error& error, Body body) {
        const std::shared_ptr<ContextState> blocks = in_blocks(error);
        if (blocks == nullptr) throw error;
        try {
            return body(blocks);
        } catch (const Error& second) {
            if (second.code() == Code::not_implemented) throw error;
            throw;
        }
    }
    /// Whether objects of both may be in one call: one of them goes on for the other.
    [[nodiscard]] bool is_related_to(const ContextState& other) const noexcept {
        return family_ == other.family_;
    }
    [[nodiscard]] bool goes_on_for_another() const noexcept { return goes_on_for_another_; }
    /// Calls that ran there.
    void count_fallback() noexcept { fallbacks_.fetch_add(1, std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t fallbacks() const noexcept {
        return fallbacks_.load(std::memory_order_relaxed);
    }
    [[nodiscard]] core::HostCopies& host_copies() noexcept { return host_copies_; }

private:
    friend class LentArrays;
    /// Calls the release functions of arrays that a plugin has returned.
    struct AfterUnlock {
        ContextState& context;
        ~AfterUnlock() { context.release_returned(); }
    };
    void release_returned() noexcept;

    /// \throws Error invalid_value
    void check_options() const;
    mergus_context_options wanted();
    std::uint64_t free_memory();
    [[nodiscard]] Error failure(std::string_view what, int32_t code, const mergus_status& status) const;

    const core::Plugin& plugin_;
    ContextOptions options_;
    bool logs_;
    mergus_context* handle_ = nullptr;
    std::mutex mutex_;
    std::atomic<LentArrays*> returned_{nullptr};
    std::once_flag fallback_once_;
    std::shared_ptr<ContextState> fallback_;
    std::mutex in_blocks_mutex_;
    std::shared_ptr<ContextState> in_blocks_;
    std::shared_ptr<const char> family_; ///< its address identifies related contexts
    bool goes_on_for_another_ = false;
    std::atomic<std::uint64_t> fallbacks_{0};
    core::HostCopies host_copies_;
};

} // namespace mergus::detail
