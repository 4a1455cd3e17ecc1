/// \file local.cpp
#include "local.hpp"

#include "../frontend/plugins/registry_impl.hpp"
#include "struct_size.hpp"

#include <fmt/format.h>

namespace mergus::blocks {

Local::~Local() {
    device_.free(handle_);
}

mergus_matrix_info Local::info() const {
    auto info = core::defaults<mergus_matrix_info>();
    device_.call([&](mergus_status* status) {
        return device_.table().matrix_info(device_.handle(), handle_, &info, status);
    });
    return info;
}

Shape Local::shape() const {
    const mergus_matrix_info found = info();
    return {found.nrows, found.ncols, found.is_vector != 0};
}

Device::Device(const core::Plugin& plugin, const mergus_context_options& options)
    : plugin_(plugin), table_(plugin.table),
      transfers_(plugin.transfers.begin_import != nullptr ? &plugin.transfers : nullptr) {
    call([&](mergus_status* status) { return table_.context_new(&options, &handle_, status); });
}

Device::~Device() {
    table_.context_free(handle_);
}

void Device::free(mergus_matrix* matrix) noexcept {
    const std::lock_guard lock(mutex_);
    table_.matrix_free(handle_, matrix);
}

void Device::counters(mergus_counters& counters, bool reset) {
    const std::lock_guard lock(mutex_);
    if (table_.context_counters != nullptr) table_.context_counters(handle_, &counters, reset ? 1 : 0);
}

std::uint64_t Device::release_derived() {
    std::uint64_t bytes = 0;
    auto status = core::defaults<mergus_status>();
    const std::lock_guard lock(mutex_);
    if (table_.context_release_derived != nullptr)
        static_cast<void>(table_.context_release_derived(handle_, &bytes, &status));
    return bytes;
}

LocalPtr Device::make(const mergus_type* type, const Shape& shape) {
    if (shape.is_vector) {
        const auto function = require(table_.vector_new, "vectors");
        auto args = core::defaults<mergus_vector_new_args>();
        args.type = type;
        args.size = shape.nrows;
        call([&](mergus_status* status) { return function(handle_, &args, status); });
        return own(args.vector, type);
    }
    auto args = core::defaults<mergus_matrix_new_args>();
    args.type = type;
    args.nrows = shape.nrows;
    args.ncols = shape.ncols;
    call([&](mergus_status* status) { return table_.matrix_new(handle_, &args, status); });
    return own(args.matrix, type);
}

LocalPtr Device::dup(const Local& matrix) {
    const auto function = require(table_.matrix_dup, "matrix_dup");
    auto args = core::defaults<mergus_matrix_dup_args>();
    args.matrix = matrix.handle();
    call([&](mergus_status* status) { return function(handle_, &args, status); });
    return own(args.copy, matrix.type());
}

void Device::run(mergus_operation mergus_backend::*operation, const char* name, const mergus_call& given) {
    const mergus_operation function = require(table_.*operation, name);
    call([&](mergus_status* status) { return function(handle_, &given, status); });
}

void Device::missing(const char* name) const {
    throw Error(Code::not_implemented,
                fmt::format("the local backend {} does not support {}", table_.name, name));
}

std::string Device::message_of(const mergus_status& status) {
    std::string text(status.message, strnlen(status.message, sizeof status.message));
    return text.empty() ? "no message" : text;
}

mergus_call empty_call() {
    mergus_call call{};
    call.struct_size = sizeof call;
    return call;
}

} // namespace mergus::blocks
