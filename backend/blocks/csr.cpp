/// \file csr.cpp
/// Import and export of compressed rows. Arrays in host memory are cut there. Those in device memory pass
/// through one matrix of the local backend. An export to host memory goes by rows of blocks.
#include "collective.hpp"
#include "host_csr.hpp"
#include "loan.hpp"
#include "operations.hpp"

#include "struct_size.hpp"

#include <fmt/format.h>

#include <cstring>

namespace mergus::blocks {

namespace {

/// Host arrays that the caller owns after a move.
struct MovedArrays {
    std::vector<std::uint64_t> row_ptr, cols;
    std::unique_ptr<std::max_align_t[]> values;
};

void export_local(const Local& matrix, mergus_csr& csr) {
    auto args = core::defaults<mergus_matrix_export_csr_args>();
    args.matrix = matrix.handle();
    args.csr = &csr;
    Device& device = matrix.device();
    device.call([&](mergus_status* status) {
        return device.table().matrix_export_csr(device.handle(), &args, status);
    });
}

void* advanced(void* array, std::uint64_t count, std::uint64_t size) {
    return array == nullptr ? nullptr : static_cast<unsigned char*>(array) + count * size;
}

template <class Offset>
void add_base(void* row_ptr, std::uint64_t first, std::uint64_t count, std::uint64_t base) {
    auto* const offsets = static_cast<Offset*>(row_ptr);
    for (std::uint64_t row = first; row <= first + count; ++row)
        offsets[row] = static_cast<Offset>(offsets[row] + base);
}

} // namespace

mergus_matrix* matrix_import_csr(mergus_context& context, const mergus_csr& given) {
    mergus_csr csr = given;
    csr.type = intern(given.type);
    if (csr.memory == MERGUS_MEMORY_HOST) {
        auto made = cut_on_host(context, csr);
        if (csr.release != nullptr) csr.release(csr.release_arg);
        return made.release();
    }
    Device& device = *context.devices.front();
    Loan loan(csr);
    auto made = cut_by_entries(context, csr.type, [&] {
        auto args = core::defaults<mergus_matrix_import_csr_args>();
        args.csr = &csr;
        device.call([&](mergus_status* status) {
            return device.table().matrix_import_csr(device.handle(), &args, status);
        });
        loan.lent();
        return device.own(args.matrix, csr.type);
    });
    loan.keep();
    return made.release();
}

namespace {

void export_rows(mergus_context& context, const mergus_matrix& matrix, mergus_csr& csr) {
    const std::uint64_t nvals = matrix.nvals();
    // One piece: device memory, or errors of the arguments, which the local backend reports.
    if (csr.memory != MERGUS_MEMORY_HOST || matrix.rows.parts() == 1 || csr.capacity < nvals ||
        intern(csr.type) != matrix.type || (csr.pointer_bits != 64 && csr.pointer_bits != 32) ||
        (csr.pointer_bits == 32 && nvals > UINT32_MAX)) {
        export_local(*whole_of(context, matrix), csr);
        return;
    }
    std::uint64_t done = 0;
    for (std::uint64_t i = 0; i < matrix.rows.parts(); ++i) {
        const Range rows = matrix.rows[i];
        Cache& cache = context.home(i * matrix.cols.parts(), matrix.blocks.size());
        const LocalPtr panel = gather(context, cache, matrix, rows, Range{0, matrix.cols.size()});
        const auto bytes = [](std::int32_t bits) { return static_cast<std::uint64_t>(bits) / 8; };
        mergus_csr part = csr;
        part.row_ptr = advanced(csr.row_ptr, rows.first, bytes(csr.pointer_bits));
        part.cols = advanced(csr.cols, done, bytes(csr.index_bits));
        part.values = advanced(csr.values, done, matrix.type->size);
        part.nrows = rows.count;
        part.capacity = csr.capacity - done;
        export_local(*panel, part);
        if (csr.row_ptr != nullptr)
            csr.pointer_bits == 64 ? add_base<std::uint64_t>(csr.row_ptr, rows.first, rows.count, done)
                                   : add_base<std::uint32_t>(csr.row_ptr, rows.first, rows.count, done);
        done += panel->nvals();
    }
    csr.nrows = matrix.rows.size();
    csr.ncols = matrix.cols.size();
    csr.nvals = nvals;
    csr.iso = 0;
}

} // namespace

void matrix_export_csr(mergus_context& context, const mergus_matrix& matrix, mergus_csr& csr) {
    collectively(context, "export_csr", [&] { export_rows(context, matrix, csr); });
}

void matrix_move_csr(mergus_context& context, mergus_matrix& matrix, mergus_csr& csr) {
    auto out = core::defaults<mergus_csr>();
    std::unique_ptr<MovedArrays> arrays;
    collectively(context, "move_csr", [&] {
        arrays = std::make_unique<MovedArrays>();
        const std::uint64_t nvals = matrix.nvals();
        arrays->row_ptr.resize(matrix.rows.size() + 1);
        arrays->cols.resize(nvals);
        arrays->values = value_room(matrix.type, nvals);
        out.type = csr.type;
        out.row_ptr = arrays->row_ptr.data();
        out.cols = arrays->cols.data();
        out.values = arrays->values.get();
        out.pointer_bits = out.index_bits = 64;
        out.memory = MERGUS_MEMORY_HOST;
        out.capacity = nvals;
        export_rows(context, matrix, out);
    });
    matrix_clear(matrix);
    out.release = [](void* owner) { delete static_cast<MovedArrays*>(owner); };
    out.release_arg = arrays.release();
    csr = out;
}

} // namespace mergus::blocks
