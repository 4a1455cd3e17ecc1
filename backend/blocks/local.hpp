/// \file local.hpp
/// Contexts and matrices of the local backend, whose matrices are the blocks.
///
/// Invariant: pointers of the local backend stay inside Device and Local. A mergus_matrix or mergus_context
/// elsewhere in this folder is one of this backend.
#pragma once

#include <mergus/error.hpp>
#include <mergus/plugin.h>
#include <mergus/plugin/transfers.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mergus::core {
struct Plugin;
}

namespace mergus::blocks {

/// Rows and columns. A vector of size n has the shape n × 1.
struct Shape {
    std::uint64_t nrows = 0, ncols = 0;
    bool is_vector = false;
    friend bool operator==(const Shape&, const Shape&) = default;
};

class Device;
class HostMemory;

/// Owns a matrix or vector of a device.
class Local {
public:
    Local(Device& device, mergus_matrix* handle, const mergus_type* type) noexcept
        : device_(device), handle_(handle), type_(type) {}
    Local(const Local&) = delete;
    Local& operator=(const Local&) = delete;
    ~Local();

    [[nodiscard]] Device& device() const noexcept { return device_; }
    [[nodiscard]] mergus_matrix* handle() const noexcept { return handle_; }
    [[nodiscard]] const mergus_type* type() const noexcept { return type_; }
    [[nodiscard]] mergus_matrix_info info() const;
    [[nodiscard]] Shape shape() const;
    [[nodiscard]] std::uint64_t nvals() const { return info().nvals; }

private:
    Device& device_;
    mergus_matrix* handle_;
    const mergus_type* type_;
};
using LocalPtr = std::shared_ptr<Local>;

/// A context of the local backend.
class Device {
public:
    /// \throws Error as context_new of the local backend
    Device(const core::Plugin& plugin, const mergus_context_options& options);
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
    ~Device();

    [[nodiscard]] const mergus_backend& table() const noexcept { return table_; }
    [[nodiscard]] const core::Plugin& plugin() const noexcept { return plugin_; }
    [[nodiscard]] mergus_context* handle() const noexcept { return handle_; }
    /// Copies that overlap calls; null if the local backend has none.
    [[nodiscard]] const mergus_transfers* transfers() const noexcept { return transfers_; }

    LocalPtr make(const mergus_type* type, const Shape& shape);
    LocalPtr dup(const Local& matrix);
    /// Owns `handle`, which a function of the table made.
    LocalPtr own(mergus_matrix* handle, const mergus_type* type) {
        return std::make_shared<Local>(*this, handle, type);
    }

    /// Runs an operation of the table. `name` is for the message of a missing one.
    void run(mergus_operation mergus_backend::*operation, const char* name, const mergus_call& call);

    /// Calls a function of the table with this context; `body` gets the function's status.
    /// \throws Error with the code and message of the local backend
    /// \param others devices whose contexts the function uses too
    template <class Body>
    void call(const Body& body, std::initializer_list<Device*> others) {
        call(body, std::vector<Device*>(others));
    }
    template <class Body>
    void call(const Body& body, std::vector<Device*> others = {}) {
        others.push_back(this);
        std::sort(others.begin(), others.end()); // all threads lock in this order
        others.erase(std::unique(others.begin(), others.end()), others.end());
        for (bool released = false;;) {
            mergus_status status{};
            status.struct_size = sizeof status;
            const std::int32_t code = [&] { // calls into one context never overlap
                std::vector<std::unique_lock<std::mutex>> locks;
                for (Device* const device : others) locks.emplace_back(device->mutex_);
                return body(&status);
            }();
            if (code == MERGUS_SUCCESS) return;
            if (code == MERGUS_OUT_OF_MEMORY && reclaim) { // outputs are as before
                if (reclaim()) continue;
                // Only once, because the next attempt may derive the same again, and fail again.
                if (!std::exchange(released, true) && release_derived() > 0) continue;
            }
            throw Error(static_cast<Code>(code), message_of(status));
        }
    }
    /// The function, if the local backend has it. \throws Error not_implemented
    template <class Function>
    Function require(Function function, const char* name) const {
        if (function == nullptr) missing(name);
        return function;
    }

    /// Whether no call runs, as far as the caller can know.
    [[nodiscard]] bool idle() {
        const std::unique_lock lock(mutex_, std::try_to_lock);
        return lock.owns_lock();
    }

    /// Reads the counters, if the local backend has some.
    void counters(mergus_counters& counters, bool reset);

    /// Gives back what matrices keep beside their arrays. \returns bytes
    std::uint64_t release_derived();

    /// Frees device memory of blocks that no operation holds. False if there is none.
    std::function<bool()> reclaim;
    HostMemory* host_memory = nullptr; ///< for arrays that are copied from and to the device

private:
    friend class Local;
    void free(mergus_matrix* matrix) noexcept;
    [[noreturn]] void missing(const char* name) const;
    static std::string message_of(const mergus_status& status);

    const core::Plugin& plugin_;
    const mergus_backend& table_;
    const mergus_transfers* transfers_;
    mergus_context* handle_ = nullptr;
    std::mutex mutex_;
};

/// A call without operands.
mergus_call empty_call();

} // namespace mergus::blocks
