/// \file bitmap.hpp
/// The storage form "bitmap" of vectors and of matrices of few rows: a bit for each cell says whether it has
/// an entry, and each cell has room for a value. The cell of (i, j) is i · ncols + j; rows are not padded.
/// The number of entries is counted by the kernel that writes the bitmap, and read by the host only when
/// needed. So an operation on bitmaps needs neither a size from the device nor an allocation that depends on
/// it.
#pragma once

#include "environment.hpp"

#include "device/buffer.hpp"

#include <mergus/plugin.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

struct mergus_context;

namespace mergus::cuda {

/// The number of entries of a bitmap: known, or written by a kernel that may still run.
class LazyCount {
public:
    LazyCount() = default;
    LazyCount(std::uint64_t known) : known_(known) {} // NOLINT(google-explicit-constructor): a count is known

    /// After the launch of the kernel that counts. \param word where it stores the count, on the device.
    LazyCount(Device& device, const Device::Message& post, const std::uint64_t* word)
        : device_(&device), post_(post), word_(word), runs_once_(!device.capturing()) {}

    /// Whether get() does not wait: the host has read the count, or a kernel that runs once has posted it by
    /// now.
    [[nodiscard]] bool known() const noexcept;
    /// Waits for the kernel at the first call.
    [[nodiscard]] std::uint64_t get() const;
    /// The same count, of a bitmap whose count word is a copy.
    [[nodiscard]] LazyCount at(const std::uint64_t* word) const noexcept {
        LazyCount copy = *this;
        copy.word_ = word;
        return copy;
    }

private:
    mutable std::optional<std::uint64_t> known_;
    Device* device_ = nullptr;
    Device::Message post_{};
    const std::uint64_t* word_ = nullptr;
    bool runs_once_ = false; ///< else launches of a captured graph post other counts later
};

/// The arrays of an object stored as bitmaps.
struct Bitmap {
    /// words_of() words, then the count as 64 bits at count_word(). Bits beyond the last cell are 0.
    Array<std::uint32_t> bits;
    Buffer val; ///< a value for each cell, uninitialised where the bit is 0
    LazyCount count;

    [[nodiscard]] std::uint64_t* count_word() const noexcept {
        return reinterpret_cast<std::uint64_t*>(bits.data() + bits.size() - 2);
    }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return bits.size() * sizeof(std::uint32_t) + val.bytes();
    }
    /// 32-bit words of the bits of this many cells.
    [[nodiscard]] static constexpr std::uint64_t words_of(std::uint64_t cells) noexcept {
        return (cells + 31) / 32;
    }
};

} // namespace mergus::cuda

/// Matrices are declared here only, so that matrix.hpp can include this header.
struct mergus_matrix;

namespace mergus::cuda {

struct MatrixShape;

/// The storage that MERGUS_CUDA_STORAGE prescribes.
enum class Storage : unsigned char { automatic, bitmap, csr, hypersparse };
struct StorageChoice {
    static constexpr core::Variable variable = core::Variable::cuda_storage;
    Storage form = Storage::automatic;
    /// \throws Error invalid_value for other names than "bitmap", "csr" and "hypersparse".
    static StorageChoice parse(std::string_view text);
};

/// Whether an object of this shape and type can be stored as bitmaps: vectors and matrices of at most 64 rows
/// with at most 2²³ cells and 64 MiB of values. Reading all bits then takes about 1 µs.
[[nodiscard]] bool may_be_bitmap(const mergus_context& context, const MatrixShape& shape);

/// Words of an array of the bits of this many cells, and of the count word.
[[nodiscard]] constexpr std::uint64_t bits_size(std::uint64_t cells) noexcept {
    return (Bitmap::words_of(cells) + 1) / 2 * 2 + 2;
}
/// Uninitialised bits, and the count word.
[[nodiscard]] Array<std::uint32_t> raw_bits(mergus_context& context, std::uint64_t cells);
/// An uninitialised bitmap for this shape and type.
[[nodiscard]] Bitmap raw_bitmap(mergus_context& context, const MatrixShape& shape);
/// Bitmap without entries.
[[nodiscard]] Bitmap empty_bitmap(mergus_context& context, const MatrixShape& shape);

[[nodiscard]] Bitmap copy_of(mergus_context& context, const Bitmap& bitmap);

/// The number of entries; waits for the kernel that counts them if they are stored as bitmaps.
[[nodiscard]] std::uint64_t nvals_of(const mergus_matrix& matrix);

} // namespace mergus::cuda
