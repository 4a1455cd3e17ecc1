/// \file compact.cpp
/// The host side of mxm/compact.cuh.
#include "compact.hpp"

#include "device/launch.hpp"
#include "device/primitives.hpp"

#include <functional>

namespace mergus::cuda {

namespace {

using KernelOf = std::function<const Kernel&(const char* entry)>;

/// After the flags: scan, make room, move.
template <class Place>
Matrix gather(Context& context, const Matrix& pattern, Array<Place>& places, const void* vals,
              const mergus_type* type, const void* fill, const KernelOf& kernel) {
    Device& device = context.device;
    exclusive_scan(device, places.data(), places.data(), pattern.nvals);
    Matrix T = raw_matrix(context, type, pattern.nrows, pattern.ncols,
                          std::uint64_t{device.read(places.data() + pattern.nvals)});
    const Dim3 grid = grid_for(context, pattern.nvals, block_threads);
    const Dim3 block{block_threads};
    const std::uint64_t* ptr = pattern.ptr.data();
    const void* col = pattern.col.data();
    const Place* place = places.data();
    const std::uint64_t* ptr_out = T.ptr.data();
    const void* col_out = T.col.data();
    const void* val_out = T.val.data();
    launch(device, kernel("compact_offsets"), grid_for(context, pattern.nrows + 1, block_threads), block, 0,
           {ptr, pattern.nrows, place, ptr_out});
    if (fill == nullptr)
        launch(device, kernel("compact_entries"), grid, block, 0,
               {col, vals, pattern.nvals, place, col_out, val_out});
    else
        launch(device, kernel("compact_scalar"), grid, block, 0,
               {col, pattern.nvals, place, Parameter(fill, T.type->size), col_out, val_out});
    return T;
}

void bind_values(Bindings& bindings, bool wide, bool wide_places, const mergus_type* from,
                 const mergus_type* to) {
    bindings.index("Index", wide).index("Place", wide_places).type("X_value", from).type("Z_value", to);
}

void bind(Compaction& how, const Matrix& A, bool wide_places) {
    bind_values(how.bindings, A.wide(), wide_places, A.type, how.z_type);
    if (how.fill == nullptr)
        how.bindings.cast("convert", A.type, how.z_type);
    else
        how.bindings.line("__device__ __forceinline__ Z_value convert(X_value) { return Z_value(); }");
}

Bindings bind_hits(const Matrix& pattern, bool wide_places, const mergus_type* type) {
    Bindings bindings;
    bindings.line("typedef uint8_t Y_value;").constant("needs_row", 0);
    bind_values(bindings, pattern.wide(), wide_places, type, type);
    bindings.cast("convert", type, type)
        .line("template <class X> __device__ __forceinline__ bool keep(const X&, int64_t, int64_t, Y_value) "
              "{ return true; }");
    return bindings;
}

template <class Place>
Matrix run(Context& context, const Matrix& A, Compaction& how) {
    bind(how, A, sizeof(Place) == 8);
    const KernelOf kernel = [&](const char* entry) -> const Kernel& {
        return context.jit.kernel("mxm/compact.cuh", entry, how.bindings);
    };
    const std::uint64_t* ptr = A.ptr.data();
    const void* col = A.col.data();
    const void* val = A.val.data();
    Array<Place> places(context.device, A.nvals + 1);
    const Place* place = places.data();
    launch(context.device, kernel("flag_entries"), grid_for(context, A.nvals, block_threads), {block_threads},
           0, {ptr, A.nrows, col, val, A.nvals, Parameter(how.scalar, how.scalar_size), place});
    return gather(context, A, places, val, how.z_type, how.fill, kernel);
}

} // namespace

template <class Place>
Matrix compact_hits(Context& context, const Matrix& pattern, Array<Place>& hits, const Buffer& vals,
                    const mergus_type* type) {
    const Bindings bindings = bind_hits(pattern, sizeof(Place) == 8, type);
    return gather(context, pattern, hits, vals.data(), type, nullptr,
                  [&](const char* entry) -> const Kernel& {
                      return context.jit.kernel("mxm/compact.cuh", entry, bindings);
                  });
}
template Matrix compact_hits(Context&, const Matrix&, Array<std::uint32_t>&, const Buffer&,
                             const mergus_type*);
template Matrix compact_hits(Context&, const Matrix&, Array<std::uint64_t>&, const Buffer&,
                             const mergus_type*);

void request_compact_hits(std::vector<KernelRequest>& requests, const Matrix& pattern, bool wide_places,
                          const mergus_type* type) {
    requests.push_back({"mxm/compact.cuh", "compact_offsets", bind_hits(pattern, wide_places, type)});
}

void request_compact(std::vector<KernelRequest>& requests, const Matrix& A, Compaction how) {
    bind(how, A, needs_wide(A.nvals));
    requests.push_back({"mxm/compact.cuh", "flag_entries", std::move(how.bindings)});
}

Matrix compact(Context& context, const Matrix& A, Compaction& how) {
    return needs_wide(A.nvals) ? run<std::uint64_t>(context, A, how) : run<std::uint32_t>(context, A, how);
}

} // namespace mergus::cuda
