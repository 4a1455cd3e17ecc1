/// \file cells.cpp
#include "cells.hpp"

#include "matrix.hpp"
#include "objects/copy_arrays.hpp"

#include <string>

namespace mergus::cuda {

std::uint64_t LazyCount::get() const {
    if (!known_) known_ = device_->keeps(post_) ? device_->posted(post_, 1)[0] : device_->read(word_);
    return *known_;
}

StorageChoice StorageChoice::parse(std::string_view text) {
    if (text.empty()) return {};
    if (text == "cells") return {Storage::cells};
    if (text == "csr") return {Storage::csr};
    throw Error(Code::invalid_value,
                "MERGUS_CUDA_STORAGE: '" + std::string(text) + "' is none of cells, csr");
}

bool may_be_cells(const Context& context, const MatrixShape& shape) {
    constexpr std::uint64_t max_rows = 64;                      // sources of a search
    constexpr std::uint64_t max_cells = std::uint64_t{1} << 23; // 1 MiB of bits
    constexpr std::uint64_t max_bytes = std::uint64_t{1} << 26;
    if (forced<StorageChoice>(context).form == Storage::csr || shape.nrows > max_rows ||
        shape.ncols > max_cells)
        return false;
    const std::uint64_t cells = shape.nrows * shape.ncols;
    return cells <= max_cells && cells * shape.type->size <= max_bytes;
}

Array<std::uint32_t> raw_bits(Context& context, std::uint64_t cells) {
    return {context.device, bits_size(cells)};
}

Cells raw_cells(Context& context, const MatrixShape& shape) {
    const std::uint64_t cells = shape.nrows * shape.ncols;
    Cells made;
    made.bits = raw_bits(context, cells);
    made.val = Buffer(context.device, cells * shape.type->size);
    return made;
}

Cells empty_cells(Context& context, const MatrixShape& shape) {
    Cells made = raw_cells(context, shape);
    context.device.fill(made.bits.data(), 0, made.bits.size() * sizeof(std::uint32_t));
    made.count = 0;
    return made;
}

Cells copy_of(Context& context, const Cells& cells) {
    Device& device = context.device;
    Cells copy;
    copy.bits = Array<std::uint32_t>(device, cells.bits.size());
    copy.val = Buffer(device, cells.val.bytes());
    ArrayCopies copies(context);
    copies.add(copy.bits.data(), cells.bits.data(), cells.bits.size() * sizeof(std::uint32_t));
    copies.add(copy.val.data(), cells.val.data(), cells.val.bytes());
    copies.run();
    copy.count = cells.count.at(copy.count_word());
    return copy;
}

Matrix copy_of_cells(Context& context, const Matrix& matrix) {
    Matrix copy;
    static_cast<MatrixShape&>(copy) = matrix;
    copy.set_cells(copy_of(context, *matrix.cells));
    return copy;
}

void clear_cells(Context& context, Matrix& matrix) {
    Cells& cells = *matrix.cells;
    context.device.fill(cells.bits.data(), 0, cells.bits.size() * sizeof(std::uint32_t));
    cells.count = 0;
    matrix.changed_cells();
}

std::uint64_t nvals_of(const Matrix& matrix) {
    return matrix.has_rows() || matrix.is_blank() ? matrix.nvals : matrix.cells->count.get();
}

} // namespace mergus::cuda
