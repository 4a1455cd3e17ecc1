/// \file result.cpp
#include "result.hpp"

#include <fmt/format.h>

#include <limits>

namespace mergus::cuda {

std::string_view reason_of(const Error& error) noexcept {
    std::string_view reason = error.what();
    if (const std::size_t end = reason.find(": "); end != std::string_view::npos)
        reason.remove_prefix(end + 2);
    return reason;
}

std::uint64_t bytes_of(const MatrixShape& shape) noexcept {
    const std::uint64_t entry = shape.index_size() + shape.type->size;
    std::uint64_t entries = 0, bytes = 0;
    if (__builtin_mul_overflow(shape.nvals, entry, &entries) ||
        __builtin_add_overflow(entries, (shape.nrows + 1) * sizeof(std::uint64_t), &bytes))
        return std::numeric_limits<std::uint64_t>::max();
    return bytes;
}

ResultTooLarge::ResultTooLarge(const MatrixShape& shape, std::string_view reason)
    : Error(Code::out_of_memory,
            fmt::format("the result takes {} bytes of device memory: {} entries of {} bytes, and 8 bytes for "
                        "each of {} rows; {}",
                        bytes_of(shape), shape.nvals, shape.index_size() + shape.type->size, shape.nrows,
                        reason)),
      bytes_(bytes_of(shape)) {}

Matrix result_matrix(Context& context, const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                     std::uint64_t nvals, Array<std::uint64_t>&& ptr) {
    try {
        return raw_matrix(context, type, nrows, ncols, nvals, std::move(ptr));
    } catch (const Error& error) {
        if (error.code() != Code::out_of_memory) throw;
        throw ResultTooLarge({context.intern(type), nrows, ncols, nvals}, reason_of(error));
    }
}

LentOffsets::LentOffsets(Context& context, const mergus_call& call, bool becomes_C)
    : context_(context), C_(*call.C) {
    const bool is_operand = call.A == call.C || call.B == call.C || call.mask == call.C;
    if (!becomes_C || C_.nvals != 0 || C_.is_vector || C_.is_bitmap() || is_operand) return;
    own_ = std::move(C_.ptr);
    C_.ptr = Array<std::uint64_t>::view(own_);
}

LentOffsets::~LentOffsets() {
    if (own_.size() == 0 || C_.ptr.data() != own_.data()) return;
    if (!written_) {
        try {
            context_.device.fill(own_.data(), 0, own_.size() * sizeof(std::uint64_t));
        } catch (const Error&) { // the device is lost, and C with it
        }
    }
    C_.ptr = std::move(own_);
}

} // namespace mergus::cuda
