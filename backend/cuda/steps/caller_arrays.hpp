/// \file caller_arrays.hpp
/// Copies between the caller's arrays, in host or device memory, and those of matrices and vectors.
#pragma once

#include "index_arrays.hpp"
#include "objects/matrix.hpp"

#include <cstdint>
#include <memory>
#include <utility>

namespace mergus::cuda {

/// Copies host or device memory to device memory.
inline void copy_in(Device& device, void* to, const void* from, std::size_t bytes, bool from_device) {
    if (from_device)
        device.copy(to, from, bytes);
    else
        device.copy_to_device(to, from, bytes);
}

/// The arrays of an import with a release function. The matrix uses those that it could have made itself
/// without a copy: in this device's memory, of its own width (the caller asks for no others), aligned.
///
/// Invariant: the release function is called once, and only after keep().
class AdoptedArrays {
public:
    /// Kernels read at most this many bytes at once.
    static constexpr std::size_t alignment = 16;

    /// \param arrays a mergus_csr or mergus_vector_arrays
    template <class Arrays>
    AdoptedArrays(Device& device, const Arrays& arrays)
        : device_(device), release_(arrays.release), arg_(arrays.release_arg),
          on_device_(arrays.memory == MERGUS_MEMORY_DEVICE), has_stream_(arrays.stream != nullptr) {}

    /// The array as a buffer without a copy, or a copy.
    [[nodiscard]] Buffer take(void* array, std::size_t bytes) {
        bytes_ += bytes;
        if (release_ != nullptr && bytes != 0 && is_usable(array)) {
            if (lender_ == nullptr) lender_ = std::make_shared<Lender>();
            return Buffer::lent(device_, array, bytes, lender_);
        }
        has_read_ = true;
        Buffer copy(device_, bytes);
        copy_in(device_, copy.data(), array, bytes, on_device_);
        return copy;
    }
    /// The array for steps of the import alone: itself where kernels can read it, else a copy.
    [[nodiscard]] Buffer look_at(const void* array, std::size_t bytes) {
        has_read_ = true;
        bytes_ += bytes;
        if (bytes != 0 && is_usable(array)) return Buffer::view(array, bytes);
        Buffer copy(device_, bytes);
        copy_in(device_, copy.data(), array, bytes, on_device_);
        return copy;
    }
    /// Whether there is work that reads the arrays: copies, and steps that look at them.
    [[nodiscard]] bool has_read() const noexcept { return has_read_; }
    /// Whether copies of arrays that are handed over are still to be waited for, before release() at once.
    [[nodiscard]] bool must_wait() const noexcept { return release_ != nullptr && lender_ == nullptr; }
    /// After the last step that can fail: the arrays belong to the buffers. Without a buffer they are
    /// released here, so copies must have been waited for.
    void keep() noexcept {
        if (release_ == nullptr) return;
        if (lender_ == nullptr) return release_(arg_);
        lender_->arg = arg_;
        lender_->release = release_;
        lender_->bytes = bytes_;
        lender_->may_be_late = has_stream_; // arrays that matrices have given away have none
        lender_.reset();
    }

private:
    [[nodiscard]] bool is_usable(const void* array) const {
        return on_device_ && reinterpret_cast<std::uintptr_t>(array) % alignment == 0 &&
               device_.reaches(array);
    }

    Device& device_;
    void (*release_)(void*);
    void* arg_;
    bool on_device_, has_stream_, has_read_ = false;
    std::size_t bytes_ = 0;
    std::shared_ptr<Lender> lender_; ///< of the buffers so far; null: none
};

/// Orders the use of the caller's device arrays: after the work on the caller's stream and before the work
/// that follows there. Without a stream the call waits for its own work. The destructor does so after an
/// error, when copies may still be running.
class CallerArrays {
public:
    /// \param memory a MERGUS_MEMORY_… \param stream null: none
    CallerArrays(Device& device, std::int32_t memory, void* stream)
        : device_(device), stream_(stream), pending_(memory == MERGUS_MEMORY_DEVICE) {
        if (pending_ && stream_ != nullptr) device_.follow(stream_);
    }
    CallerArrays(const CallerArrays&) = delete;
    CallerArrays& operator=(const CallerArrays&) = delete;
    ~CallerArrays() {
        try {
            give_back();
        } catch (const Error&) { // the device is lost, so no work is left that uses the arrays
        }
    }
    /// \param ended no work on the arrays is left to be waited for.
    void give_back(bool ended = false) {
        if (!std::exchange(pending_, false) || ended) return;
        if (stream_ != nullptr)
            device_.precede(stream_);
        else
            device_.synchronize();
    }

private:
    Device& device_;
    void* stream_;
    bool pending_;
};

/// Copies device memory to the caller's host or device memory.
inline void copy_out(Device& device, void* to, const void* from, std::size_t bytes, bool to_device) {
    if (to == nullptr || bytes == 0) return;
    if (to_device)
        device.copy(to, from, bytes);
    else
        device.copy_to_host(to, from, bytes);
}

/// The step that copies an index array of a matrix to the caller.
class CopyOutIndex {
public:
    /// \param to null: nothing is copied.
    CopyOutIndex(Context& context, void* to, bool wide, std::uint64_t count, bool wide_out, bool to_device)
        : context_(context), to_(to), count_(count), wide_out_(wide_out), to_device_(to_device),
          copies_(to != nullptr && count != 0), converts_(wide != wide_out),
          convert_(context, wide, wide_out) {}

    void kernels(KernelRequests& requests) const {
        if (copies_) convert_.kernels(requests);
    }
    void run(const void* from) const {
        if (!copies_) return;
        const Buffer converted = converts_ ? convert_.run(from, count_) : Buffer();
        copy_out(context_.device, to_, converts_ ? converted.data() : from, count_ * (wide_out_ ? 8 : 4),
                 to_device_);
    }

private:
    Context& context_;
    void* to_;
    std::uint64_t count_;
    bool wide_out_, to_device_, copies_, converts_;
    ConvertIndex convert_;
};

/// The one value of an import.
struct OneValue {
    const mergus_type* type;
    const void* value;
    bool on_device;
    bool checked; ///< truth values must be 0 or 1
};

/// The value on the host. \throws Error invalid_value
[[nodiscard]] std::unique_ptr<unsigned char[]> value_of(Context& context, const OneValue& one);

} // namespace mergus::cuda
