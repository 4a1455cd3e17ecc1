/// \file context.cpp
/// Contexts: choice of the backend, creation and destruction.
#include <mergus/context.hpp>

#include "context_state.hpp"
#include "environment.hpp"
#include "struct_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace mergus {

namespace {

std::shared_ptr<detail::ContextState> make_state(ContextOptions options) {
    detail::check_environment();
    if (const char* const wanted = core::value_of(core::Variable::deterministic))
        options.deterministic |= std::string_view(wanted) == "1";
    std::string name = options.backend;
    if (name.empty())
        if (const char* const wanted = core::value_of(core::Variable::backend)) name = wanted;
    const core::Plugin& plugin = name.empty() ? core::best_backend() : core::load_backend(name);
    return std::make_shared<detail::ContextState>(plugin, std::move(options));
}

} // namespace

namespace detail {

ContextState::ContextState(const core::Plugin& plugin, ContextOptions options)
    : plugin_(plugin), options_(std::move(options)), logs_(core::log_has("explain")),
      family_(std::make_shared<const char>()) {
    if (const core::Score score = core::score_of(plugin_); score.value <= 0) {
        if (score.value == MERGUS_OUT_OF_MEMORY)
            throw Error(Code::out_of_memory, fmt::format("backend {} cannot tell whether it can run here: {}",
                                                         plugin_.table.name, score.reason));
        throw Error(Code::no_backend,
                    fmt::format("backend {} cannot run here: {}", plugin_.table.name, score.reason));
    }
    check_options();
    const mergus_context_options options_of_plugin = wanted();
    auto status = core::defaults<mergus_status>();
    const int32_t code = plugin_.table.context_new(&options_of_plugin, &handle_, &status);
    if (code != MERGUS_SUCCESS) throw failure("context", code, status);
}

ContextState::ContextState(const core::Plugin& plugin, const ContextState& full, std::uint64_t memory,
                           std::int32_t device)
    : plugin_(plugin), options_(full.options_), logs_(full.logs_), family_(full.family_),
      goes_on_for_another_(true) {
    options_.backend = plugin_.table.name;
    options_.device = device;
    const mergus_context_options options_of_plugin = wanted();
    auto status = core::defaults<mergus_status>();
    const int32_t code =
        plugin_.composite.context_new(full.plugin_.table.name, memory, &options_of_plugin, &handle_, &status);
    if (code != MERGUS_SUCCESS) throw failure("context", code, status);
}

mergus_context_options ContextState::wanted() {
    auto wanted = core::defaults<mergus_context_options>();
    wanted.device = options_.device;
    wanted.deterministic = options_.deterministic ? 1 : 0;
    wanted.caches_nothing = options_.cache_derived ? 0 : 1;
    wanted.stream = options_.stream;
    wanted.threads = options_.threads;
    if (options_.allocate) {
        wanted.allocator_arg = this;
        // The hooks are the user's; an exception must not cross the C boundary.
        wanted.allocate = [](std::size_t bytes, void* stream, void* self) -> void* {
            try {
                return static_cast<ContextState*>(self)->options_.allocate(bytes, stream);
            } catch (...) {
                return nullptr;
            }
        };
        wanted.deallocate = [](void* pointer, std::size_t bytes, void* stream, void* self) {
            try {
                static_cast<ContextState*>(self)->options_.deallocate(pointer, bytes, stream);
            } catch (...) { // the memory is lost: there is no way to report it
            }
        };
    }
    return wanted;
}

void ContextState::check_options() const {
    if (static_cast<bool>(options_.allocate) != static_cast<bool>(options_.deallocate))
        throw Error(Code::invalid_value, "context: set both allocate and deallocate, or neither");
    const int device = options_.device;
    if (device == -1) return;
    const std::uint64_t count = core::device_count(plugin_).value_or(1);
    if (device < 0 || static_cast<std::uint64_t>(device) >= count)
        throw Error(
            Code::invalid_value,
            fmt::format("context: device is {}; the backend {} has {}", device, plugin_.table.name,
                        count == 1 ? "one device, 0" : fmt::format("the devices 0 to {}", count - 1)));
}

bool ContextState::refuses(std::string_view what, const mergus_call& call, std::string& reason) {
    if (table().supports == nullptr) return false;
    mergus_call question = call;
    question.result = nullptr;
    question.report = nullptr;
    auto status = core::defaults<mergus_status>();
    const int32_t code = locked([&] { return table().supports(handle_, &question, &status); });
    if (code != MERGUS_NOT_IMPLEMENTED) return false;
    reason = failure(what, code, status).what();
    return true;
}

ContextState::~ContextState() {
    plugin_.table.context_free(handle_);
    release_returned();
}

Error ContextState::unsupported(std::string_view what) const {
    return {Code::not_implemented,
            fmt::format("{}: the backend {} does not support it", what, plugin_.table.name)};
}

Error ContextState::failure(std::string_view what, int32_t code, const mergus_status& status) const {
    std::string message(status.message, strnlen(status.message, sizeof status.message));
    if (message.empty()) message = "no message";
    if (code == MERGUS_OUT_OF_MEMORY && plugin_.transfers.begin_import != nullptr &&
        core::find_file("blocks"))
        message +=
            fmt::format("; with MERGUS_BACKEND=blocks and MERGUS_BLOCKS_LOCAL={} what does not fit is in "
                        "host memory",
                        plugin_.table.name);
    return {static_cast<Code>(code), fmt::format("{}: {} (backend {})", what, message, plugin_.table.name)};
}

const std::shared_ptr<ContextState>& ContextState::fallback() {
    std::call_once(fallback_once_, [this] {
        ContextOptions cpu;
        cpu.backend = "suitesparse";
        cpu.threads = options_.threads;
        cpu.deterministic = options_.deterministic;
        fallback_ = make_state(cpu);
    });
    return fallback_;
}

/// Bytes; 0 if unknown.
std::uint64_t ContextState::free_memory() {
    std::uint64_t bytes = 0;
    if (plugin_.transfers.free_memory != nullptr) call("free memory", plugin_.transfers.free_memory, &bytes);
    return bytes;
}

namespace {
thread_local bool stays_in_context = false;
}

StaysInContext::StaysInContext() noexcept : outer_(std::exchange(stays_in_context, true)) {}
StaysInContext::~StaysInContext() {
    stays_in_context = outer_;
}

bool is_of_device_memory(const Error& error) noexcept {
    // One code for both kinds of memory; plugin_status.hpp has this text.
    constexpr std::string_view of_host = "out of host memory";
    return error.code() == Code::out_of_memory &&
           std::string_view(error.what()).find(of_host) == std::string_view::npos;
}

std::shared_ptr<ContextState> ContextState::in_blocks(const Error& error) noexcept try {
    if (!is_of_device_memory(error)) return nullptr;
    const char* const setting = core::value_of(core::Variable::blocks_fallback);
    if (plugin_.transfers.begin_import == nullptr || goes_on_for_another_ || options_.allocate ||
        stays_in_context || (setting != nullptr && std::string_view(setting) == "off"))
        return nullptr;
    std::uint64_t released = 0;
    if (table().context_release_derived != nullptr)
        call("release_derived", table().context_release_derived, &released);
    // Calls need the other half. 0 would be no limit, and very little too many blocks.
    constexpr std::uint64_t least = std::uint64_t{1} << 14;
    const std::uint64_t memory =
        plugin_.transfers.free_memory != nullptr ? std::max(free_memory() / 2, least) : 0; // 0: unknown
    const std::lock_guard lock(in_blocks_mutex_);
    if (in_blocks_ != nullptr) {
        // Other objects may have left the device since.
        if (const auto raise = in_blocks_->plugin_.composite.raise_memory; raise != nullptr)
            in_blocks_->call("memory of blocks", raise, memory);
    } else {
        const core::Plugin& blocks = core::load_backend("blocks");
        if (blocks.composite.context_new == nullptr) return nullptr;
        std::int32_t device = options_.device; // the thread may have another current device by now
        if (plugin_.transfers.device != nullptr) call("device", plugin_.transfers.device, &device);
        in_blocks_ = std::make_shared<ContextState>(blocks, *this, memory, device);
    }
    return in_blocks_;
} catch (const std::exception&) { // the caller reports that memory has ended
    return nullptr;
}

} // namespace detail

Context::Context() : Context(ContextOptions{}) {}

Context::Context(std::string_view backend)
    : Context([&] {
          ContextOptions options;
          options.backend = backend;
          return options;
      }()) {}

Context::Context(const ContextOptions& options) : state_(make_state(options)) {}

const std::shared_ptr<detail::ContextState>& Context::state() const {
    if (state_ == nullptr) throw Error(Code::uninitialized_object, "the context is empty: it was moved from");
    return state_;
}

std::string_view Context::backend() const {
    return state()->table().name;
}

std::string_view Context::description() const {
    const char* text = state()->table().description;
    return text != nullptr ? text : "";
}

bool Context::deterministic() const {
    return state()->options().deterministic;
}

void Context::wait() const {
    const auto wait_for = [](detail::ContextState& context) {
        if (context.table().context_wait != nullptr) context.call("wait", context.table().context_wait);
    };
    wait_for(*state());
    if (const auto blocks = state_->made_in_blocks()) wait_for(*blocks);
}

std::uint64_t Context::release_derived() const {
    const auto release = [](detail::ContextState& context) {
        std::uint64_t bytes = 0;
        if (context.table().context_release_derived != nullptr)
            context.call("release_derived", context.table().context_release_derived, &bytes);
        return bytes + context.host_copies().release();
    };
    std::uint64_t bytes = release(*state());
    if (const auto blocks = state_->made_in_blocks()) bytes += release(*blocks);
    return bytes;
}

Counters Context::counters(bool reset_high_water) const {
    auto c = core::defaults<mergus_counters>();
    if (const auto read = state()->table().context_counters)
        state_->locked([&] { return read(state_->handle(), &c, reset_high_water ? 1 : 0); });
    return {c.bytes_to_host,    c.bytes_to_device,     c.largest_copy_to_host,
            c.launches,         c.synchronizations,    c.allocated_bytes,
            c.high_water_bytes, c.compiled_kernels,    c.cached_kernels,
            c.compile_seconds,  c.precompiled_kernels, c.derived_bytes + state_->host_copies().bytes(),
            state_->fallbacks()};
}

} // namespace mergus
