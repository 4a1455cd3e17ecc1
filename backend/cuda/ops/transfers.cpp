/// \file transfers.cpp
#include "transfers.hpp"

#include "bitmap/convert.hpp"
#include "concatenate_vectors.hpp"
#include "device/driver.hpp"
#include "steps/identity.hpp"
#include "steps/iso.hpp"
#include "steps/row_slice.hpp"

#include <array>
#include <deque>

namespace mergus::cuda {

namespace {

/// The copies of a matrix's arrays from or to those of the host.
std::array<ArrayCopy, 3> copies_of(const MatrixShape& shape, const void* const (&from)[3],
                                   void* const (&to)[3]) {
    return {{{to[0], from[0], (shape.nrows + 1) * sizeof(std::uint64_t)},
             {to[1], from[1], shape.nvals * shape.index_size()},
             {to[2], from[2], shape.nvals * shape.type->size}}};
}

void require_layout(const mergus_csr& csr, const MatrixShape& shape) {
    if (csr.memory != MERGUS_MEMORY_HOST || csr.pointer_bits != 64 ||
        csr.index_bits != static_cast<std::int32_t>(8 * shape.index_size()) || csr.iso != 0)
        throw Error(Code::invalid_value, "a transfer needs host arrays with offsets of 64 bits, columns of "
                                         "the width of the matrix, and a value for each entry");
}

} // namespace

CopyStreams& copy_streams(Context& context) {
    if (context.device.capturing())
        throw Error(Code::invalid_value, "entries cannot be transferred while the stream is captured");
    CopyStreams* const streams = context.device.driver().copy_streams();
    if (streams == nullptr) throw Error(Code::not_implemented, "this device has no copies beside its stream");
    return *streams;
}

Matrix begin_import(Context& context, const mergus_csr& csr, std::uint64_t& ticket) {
    CopyStreams& streams = copy_streams(context);
    MatrixShape shape;
    shape.ncols = csr.ncols;
    require_layout(csr, shape);
    Matrix matrix = raw_matrix(context, context.intern(csr.type), csr.nrows, csr.ncols, csr.nvals);
    ticket = streams.submit(copies_of(matrix, {csr.row_ptr, csr.cols, csr.values},
                                      {matrix.ptr.data(), matrix.col.data(), matrix.val.data()}),
                            false);
    return matrix;
}

void begin_export(Context& context, const Matrix& stored, mergus_csr& arrays, std::uint64_t& ticket) {
    CopyStreams& streams = copy_streams(context);
    require_layout(arrays, stored);
    const Matrix& matrix = csr(context, stored);
    if (arrays.capacity < matrix.nvals)
        throw Error(Code::insufficient_space, "the arrays have no room for all entries");
    ticket =
        streams.submit(copies_of(matrix, {matrix.ptr.data(), matrix.col.data(), values_of(context, matrix)},
                                 {arrays.row_ptr, arrays.cols, arrays.values}),
                       true);
    // Arrays that the context keeps beside the matrix may be given back by any call.
    if (matrix.iso || matrix.is_bitmap() || matrix.col.shared() != nullptr) streams.follow(ticket);
    arrays.nrows = matrix.nrows;
    arrays.ncols = matrix.ncols;
    arrays.nvals = matrix.nvals;
}

Matrix import_from(Context& context, Context& from, const Matrix& stored) {
    const Matrix& source = csr(from, stored);
    CopyStreams& streams = copy_streams(context);
    if (source.is_vector && source.full()) { // its columns are known
        const IdentityColumns columns(context, source.ncols);
        compile_kernels(context, columns);
        Buffer values(context.device, source.nvals * source.type->size);
        const ArrayCopy copy[] = {{values.data(), source.val.data(), values.bytes()}};
        streams.copy_from(copy_streams(from), copy);
        return columns.vector(context.intern(source.type), std::move(values));
    }
    Matrix copy = raw_pattern(context, context.intern(source.type), source.nrows, source.ncols, source.nvals,
                              Array<std::uint64_t>(context.device, source.nrows + 1));
    copy.is_vector = source.is_vector;
    copy.iso = source.iso;
    copy.val = Buffer(context.device, (source.iso ? 1 : source.nvals) * source.type->size);
    auto copies = copies_of(source, {source.ptr.data(), source.col.data(), source.val.data()},
                            {copy.ptr.data(), copy.col.data(), copy.val.data()});
    copies[2].bytes = copy.val.bytes();
    streams.copy_from(copy_streams(from), copies);
    return copy;
}

Matrix concatenate(Context& context, const mergus_concatenate_args& args) {
    if (args.is_vector != 0) return concatenate_vectors(context, args);
    Device& device = context.device;
    const mergus_type* const type = context.intern(args.type);
    std::deque<RowSlice> slices;
    std::uint64_t nvals = 0, row = 0;
    for (std::uint64_t p = 0; p < args.count; ++p) {
        const Matrix& part = csr(context, *args.parts[p]);
        const RowSpan taken{args.taken_rows[p], args.taken_rows[p] + args.row_counts[p]};
        if (part.is_vector || part.ncols != args.ncols || part.type != type || taken.last > part.nrows ||
            args.first_rows[p] < row || args.first_rows[p] + taken.size() > args.nrows)
            throw Error(Code::invalid_value, "a part of a concatenation has another shape or type");
        row = args.first_rows[p] + taken.size();
        nvals += (*slices.emplace_back(context, part, taken)).nvals;
    }
    Matrix result = raw_matrix(context, type, args.nrows, args.ncols, nvals);
    std::uint64_t done = 0;
    row = 0;
    // Also writes the offset after the last row, which the next part repeats.
    const auto add_empty_rows = [&](std::uint64_t until) {
        Buffer zeros(device, (until - row + 1) * sizeof(std::uint64_t));
        device.fill(zeros.data(), 0, zeros.bytes());
        move_offsets(context, static_cast<const std::uint64_t*>(zeros.data()), until - row + 1, done,
                     result.ptr.data() + row);
    };
    for (std::uint64_t p = 0; p < args.count; ++p) {
        const Matrix& part = *slices[p];
        if (args.first_rows[p] > row) add_empty_rows(args.first_rows[p]);
        row = args.first_rows[p];
        move_offsets(context, part.ptr.data(), part.nrows + 1, done, result.ptr.data() + row);
        const auto append = [&](void* to, const void* from, std::uint64_t size) {
            if (part.nvals > 0)
                device.copy(static_cast<std::byte*>(to) + done * size, from, part.nvals * size);
        };
        append(result.col.data(), part.col.data(), part.index_size());
        append(result.val.data(), values_of(context, part), type->size);
        row += part.nrows;
        done += part.nvals;
    }
    if (row < args.nrows || args.count == 0) add_empty_rows(args.nrows);
    return result;
}

} // namespace mergus::cuda
