/// \file context.cpp
#include "context.hpp"

#include <algorithm>
#include <string_view>

namespace {

mergus::cuda::DeviceOptions device_options(const mergus_context_options& options) {
    mergus::cuda::DeviceOptions device;
    device.ordinal = std::max(options.device, -1);
    device.lend_stream = options.stream != nullptr;
    device.stream = options.stream;
    return device;
}

std::string_view text_of(const char* text) {
    return text == nullptr ? std::string_view{} : text;
}

/// MERGUS_CUDA_DERIVED, for tests: what matrices keep. \throws Error invalid_value
void choose_caching(mergus_context& context, std::string_view text) {
    if (text != "on" && text != "off" && text != "all")
        throw mergus::Error(mergus::Code::invalid_value,
                            "MERGUS_CUDA_DERIVED: '" + std::string(text) + "' is none of on, off, all");
    context.keeps = text != "off";
    context.keeps_all = text == "all";
}

} // namespace

mergus_context::mergus_context(const mergus_context_options& options)
    : allocator_{options.allocate, options.deallocate, options.allocator_arg}, device([&] {
          mergus::cuda::DeviceOptions own = device_options(options);
          if (options.allocate == nullptr) return own;
          own.allocator.user = &allocator_;
          own.allocator.allocate = [](void* user, std::size_t bytes, void* stream) {
              const auto* caller = static_cast<CallerAllocator*>(user);
              return caller->allocate(bytes, stream, caller->arg);
          };
          own.allocator.release = [](void* user, void* pointer, std::size_t bytes, void* stream) {
              const auto* caller = static_cast<CallerAllocator*>(user);
              caller->deallocate(pointer, bytes, stream, caller->arg);
          };
          return own;
      }()),
      jit(device), deterministic(options.deterministic != 0), keeps(options.caches_nothing == 0) {
    device.on_shortage([this] { return release_derived() != 0; });
    if (const char* keep = mergus::core::value_of(mergus::core::Variable::cuda_derived))
        choose_caching(*this, keep);
}

std::uint64_t mergus_context::derived_bytes() const noexcept {
    std::uint64_t bytes = derived.bytes();
    states_.for_each([&](const mergus::cuda::State& state) { bytes += state.bytes(); });
    return bytes;
}

std::uint64_t mergus_context::release_derived() noexcept {
    std::uint64_t released = derived.release();
    states_.for_each([&](mergus::cuda::State& state) { released += state.release(); });
    return released;
}

const mergus_type* mergus_context::intern(const mergus_type* type) {
    for (const OwnType& known : types_)
        if (known.type.code == type->code && known.type.size == type->size &&
            known.name == text_of(type->name) && known.definition == text_of(type->definition))
            return &known.type;
    OwnType& own = types_.emplace_back(
        OwnType{std::string(text_of(type->name)), std::string(text_of(type->definition)), *type});
    own.type.name = own.name.c_str();
    own.type.definition = type->definition == nullptr ? nullptr : own.definition.c_str();
    return &own.type;
}
