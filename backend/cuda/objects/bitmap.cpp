/// \file bitmap.cpp
#include "bitmap.hpp"

#include "matrix.hpp"
#include "objects/copy_arrays.hpp"

#include <string>

namespace mergus::cuda {

bool LazyCount::known() const noexcept {
    if (!known_ && runs_once_) known_ = device_->posted_already(post_);
    return known_.has_value();
}

std::uint64_t LazyCount::get() const {
    if (!known_) known_ = device_->keeps(post_) ? device_->posted(post_, 1)[0] : device_->read(word_);
    return *known_;
}

StorageChoice StorageChoice::parse(std::string_view text) {
    if (text.empty()) return {};
    if (text == "bitmap") return {Storage::bitmap};
    if (text == "csr") return {Storage::csr};
    if (text == "hypersparse") return {Storage::hypersparse};
    throw Error(Code::invalid_value,
                "MERGUS_CUDA_STORAGE: '" + std::string(text) + "' is none of bitmap, csr, hypersparse");
}

bool may_be_bitmap(const Context& context, const MatrixShape& shape) {
    constexpr std::uint64_t max_rows = 64;                          // sources of a search
    constexpr std::uint64_t max_positions = std::uint64_t{1} << 23; // 1 MiB of bits
    constexpr std::uint64_t max_bytes = std::uint64_t{1} << 26;
    if (forced<StorageChoice>(context).form == Storage::csr || shape.nrows > max_rows ||
        shape.ncols > max_positions)
        return false;
    const std::uint64_t cells = shape.nrows * shape.ncols;
    return cells <= max_positions && cells * shape.type->size <= max_bytes;
}

Array<std::uint32_t> raw_bits(Context& context, std::uint64_t cells) {
    return {context.device, bits_size(cells)};
}

Bitmap raw_bitmap(Context& context, const MatrixShape& shape) {
    const std::uint64_t cells = shape.nrows * shape.ncols;
    Bitmap made;
    made.bits = raw_bits(context, cells);
    made.val = Buffer(context.device, cells * shape.type->size);
    return made;
}

Bitmap empty_bitmap(Context& context, const MatrixShape& shape) {
    Bitmap made = raw_bitmap(context, shape);
    context.device.fill(made.bits.data(), 0, made.bits.size() * sizeof(std::uint32_t));
    made.count = 0;
    return made;
}

Bitmap copy_of(Context& context, const Bitmap& bitmap) {
    Device& device = context.device;
    Bitmap copy;
    copy.bits = Array<std::uint32_t>(device, bitmap.bits.size());
    copy.val = Buffer(device, bitmap.val.bytes());
    ArrayCopies copies(context);
    copies.add(copy.bits.data(), bitmap.bits.data(), bitmap.bits.size() * sizeof(std::uint32_t));
    copies.add(copy.val.data(), bitmap.val.data(), bitmap.val.bytes());
    copies.run();
    copy.count = bitmap.count.at(copy.count_word());
    return copy;
}

Matrix copy_of_bitmap(Context& context, const Matrix& matrix) {
    Matrix copy;
    static_cast<MatrixShape&>(copy) = matrix;
    copy.set_bitmap(copy_of(context, *matrix.bitmap));
    return copy;
}

void clear_bitmap(Context& context, Matrix& matrix) {
    Bitmap& bitmap = *matrix.bitmap;
    context.device.fill(bitmap.bits.data(), 0, bitmap.bits.size() * sizeof(std::uint32_t));
    bitmap.count = 0;
    matrix.changed_bitmap();
}

std::uint64_t nvals_of(const Matrix& matrix) {
    return matrix.has_rows() || matrix.is_blank() ? matrix.nvals : matrix.bitmap->count.get();
}

} // namespace mergus::cuda
