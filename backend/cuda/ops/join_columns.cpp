/// \file join_columns.cpp
#include "join_columns.hpp"

#include "bitmap/convert.hpp"
#include "steps/iso.hpp"

#include <vector>

namespace mergus::cuda {

namespace {

KernelRequest kernel(const char* entry, const Matrix& part, bool to_wide) {
    Bindings bindings;
    bindings.index("From", part.wide()).index("To", to_wide).type("Value", part.type);
    return {"ops/join_columns.cuh", entry, std::move(bindings)};
}

} // namespace

Matrix join_columns(Context& context, const mergus_join_columns_args& args) {
    Device& device = context.device;
    const mergus_type* const type = context.intern(args.type);
    std::vector<const Matrix*> parts;
    std::uint64_t nvals = 0, ncols = 0;
    for (std::uint64_t p = 0; p < args.count; ++p) {
        const Matrix& part = csr(context, *args.parts[p]);
        if (part.is_vector || part.type != type || part.nrows != args.nrows)
            throw Error(Code::invalid_value, "matrices side by side have other numbers of rows or types");
        nvals += part.nvals;
        ncols += part.ncols;
        parts.push_back(&part);
    }
    const bool wide = needs_wide(ncols);
    KernelRequests requests(context.jit);
    for (const Matrix* const part : parts) requests.push_back(kernel("copy_part", *part, wide));
    context.jit.compile(requests);
    Matrix result = raw_matrix(context, type, args.nrows, ncols, nvals);
    const std::uint64_t offsets = args.nrows + 1;
    device.fill(result.ptr.data(), 0, offsets * sizeof(std::uint64_t));
    const Dim3 grid = grid_for(context, offsets, block_threads), block{block_threads};
    const auto launch = [&](const char* entry, const Matrix& part, const Dim3& blocks,
                            const auto&... arguments) {
        device.launch(context.jit.kernel(kernel(entry, part, wide)), blocks, block, 0, arguments...);
    };
    for (const Matrix* const part : parts)
        launch("add_offsets", *part, grid, static_cast<const std::uint64_t*>(part->ptr.data()), offsets,
               result.ptr.data());
    Array<std::uint64_t> place(device, offsets);
    device.copy(place.data(), result.ptr.data(), offsets * sizeof(std::uint64_t));
    std::uint64_t first_col = 0;
    for (const Matrix* const part : parts) {
        const std::uint64_t* const ptr = part->ptr.data();
        const void *const col = part->col.data(), *const val = values_of(context, *part);
        const void *const to_col = result.col.data(), *const to_val = result.val.data();
        if (part->nvals > 0) {
            launch("copy_part", *part, grid_for(context, part->nvals / 8 + 1, block_threads), ptr, col, val,
                   part->nrows, part->nvals, first_col, static_cast<const std::uint64_t*>(place.data()),
                   to_col, to_val);
            launch("advance", *part, grid, ptr, part->nrows, place.data());
        }
        first_col += part->ncols;
    }
    return result;
}

} // namespace mergus::cuda
