/// \file host_test.cpp
#include "host_test.hpp"

#include "steps/iso.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

namespace mergus::cuda {

namespace {

/// Room for one value of any type.
std::unique_ptr<std::max_align_t[]> room_for(const mergus_type* type) {
    return std::make_unique<std::max_align_t[]>(type->size / sizeof(std::max_align_t) + 1);
}

template <class T>
bool differs_from_zero(const void* value) {
    T x;
    std::memcpy(&x, value, sizeof x);
    return x != T(0);
}

/// The cast of a predefined type's value to bool.
bool truth(const mergus_type* type, const void* value) {
    switch (type->code) {
    case MERGUS_FP32:
        return differs_from_zero<float>(value);
    case MERGUS_FP64:
        return differs_from_zero<double>(value);
    default: {
        const auto* const bytes = static_cast<const unsigned char*>(value);
        return std::any_of(bytes, bytes + type->size, [](unsigned char byte) { return byte != 0; });
    }
    }
}

/// What the threads share.
struct Entries {
    const std::uint64_t* ptr; ///< row offsets; null for a vector, whose columns are the function's rows
    std::uint64_t nrows;
    bool wide;              ///< columns have 64 bits
    const void* value;      ///< of all entries; null: each has its own, or the function gets none
    std::size_t value_size; ///< of an entry's own value
    const mergus_op& op;
    const void* y;
    std::uint64_t* bits;

    [[nodiscard]] std::uint64_t column(const Piece& piece, std::uint64_t e) const {
        const std::uint64_t at = e - piece.begin;
        return wide ? reinterpret_cast<const std::uint64_t*>(piece.data[0])[at]
                    : reinterpret_cast<const std::uint32_t*>(piece.data[0])[at];
    }

    void test(const Piece& piece) const {
        std::array<std::max_align_t, 8> result;
        std::uint64_t row = 0, row_end = piece.end, word = 0;
        if (ptr != nullptr) {
            row = static_cast<std::uint64_t>(std::upper_bound(ptr, ptr + nrows + 1, piece.begin) - ptr) - 1;
            row_end = ptr[row + 1];
        }
        const bool is_bool = op.z_type->code == MERGUS_BOOL;
        const auto function = op.function.index_unary;
        const std::byte* const values = value == nullptr ? piece.data[1] : nullptr;
        for (std::uint64_t e = piece.begin; e < piece.end; ++e) {
            while (e >= row_end) row_end = ptr[++row + 1];
            const auto col = static_cast<std::int64_t>(column(piece, e));
            const void* const x = values != nullptr ? values + (e - piece.begin) * value_size : value;
            function(result.data(), x, ptr == nullptr ? col : static_cast<std::int64_t>(row),
                     ptr == nullptr ? 0 : col, y);
            const bool passes = is_bool ? *reinterpret_cast<const unsigned char*>(result.data()) != 0
                                        : truth(op.z_type, result.data());
            word |= std::uint64_t{passes} << (e % 64);
            if (e % 64 != 63 && e + 1 != piece.end) continue;
            bits[e / 64] = word;
            word = 0;
        }
    }
};

} // namespace

HostTest::HostTest(Context& context, const Matrix& A, const mergus_op& op, const void* y)
    : context_(context), op_(op), y_(y), x_type_(op.x_type == nullptr ? nullptr : context.intern(op.x_type)),
      cast_(context, A.type, x_type_ == nullptr ? A.type : x_type_) {
    constexpr std::size_t most = 4096; // bytes
    if (x_type_ != nullptr && x_type_->size > most)
        throw Error(Code::not_implemented,
                    "select: a function of the host gets values of at most 4096 bytes");
}

void HostTest::kernels(KernelRequests& requests) const {
    cast_.kernels(requests);
}

Array<std::uint64_t> HostTest::run(const Matrix& A) const {
    Device& device = context_.device;
    const std::uint64_t words = A.nvals / 64 + 1;
    // Memory that is not cleared first.
    const auto bits = std::make_unique_for_overwrite<std::uint64_t[]>(words);
    const auto ptr = std::make_unique_for_overwrite<std::uint64_t[]>(A.nrows + 1);
    bits[words - 1] = 0;
    if (!A.is_vector) device.copy_to_host(ptr.get(), A.ptr.data(), (A.nrows + 1) * sizeof(std::uint64_t));
    const bool own = x_type_ != nullptr && !A.iso;
    const Buffer cast =
        x_type_ != nullptr && x_type_ != A.type ? cast_.run(A.val.data(), stored_values(A)) : Buffer();
    const void* const values = cast.data() != nullptr ? cast.data() : A.val.data();
    const auto one = room_for(x_type_ == nullptr ? A.type : x_type_);
    if (x_type_ != nullptr && A.iso) device.copy_to_host(one.get(), values, x_type_->size);
    const Entries entries{A.is_vector ? nullptr : ptr.get(), A.nrows, A.wide(), own ? nullptr : one.get(),
                          own ? x_type_->size : 0,           op_,     y_,       bits.get()};
    const std::array<PiecedArray, 2> arrays{
        {{A.col.data(), A.index_size()}, {values, own ? x_type_->size : 0}}};
    device.read_pieces({arrays.data(), own ? std::size_t{2} : std::size_t{1}}, A.nvals,
                       [&entries](const Piece& piece) { entries.test(piece); });
    Array<std::uint64_t> marks(device, words);
    device.copy_to_device(marks.data(), bits.get(), words * sizeof(std::uint64_t));
    return marks;
}

} // namespace mergus::cuda
