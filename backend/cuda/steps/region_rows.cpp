/// \file region_rows.cpp
#include "region_rows.hpp"

#include "device/primitives.hpp"
#include "scan_at_once.hpp"

#include <utility>

namespace mergus::cuda {

RegionRows::RegionRows(Context& context, const Matrix& A, const MatrixShape& T, const IndexList& rows,
                       const IndexList& cols, RegionUse use)
    : context_(context), T_{A.type, T.nrows, T.ncols}, rows_(rows), cols_(cols), use_(use),
      copy_(context, A, T_, "steps/region_rows.cuh"), sort_(context, A, T_) {}

void RegionRows::kernels(KernelRequests& requests) const {
    if ((rows_.all() && cols_.all()) || rows_.size() == 0 || cols_.size() == 0) return;
    copy_.kernels(requests);
    if (cols_.order() == IndexOrder::none) sort_.kernels(requests);
}

RegionRows::Parts RegionRows::parts_of(const Matrix& A) const {
    Device& device = context_.device;
    const bool is_extract = use_ == RegionUse::extract;
    const bool slice = is_extract && !cols_.all() && cols_.order() == IndexOrder::consecutive;
    if (is_extract && rows_.all() && !slice)
        return {Array<std::uint64_t>::view(A.ptr), Array<std::uint64_t>::view(A.ptr), A.nvals};
    RegionSource from{};
    from.rows = is_extract ? rows_.given() : rows_.sorted();
    from.positions = is_extract ? nullptr : rows_.positions();
    if (slice) from.cols = cols_.given();
    from.inverse = !is_extract;
    from.element = use_ == RegionUse::assign_column;
    from.slice = slice;
    Parts parts{Array<std::uint64_t>(device, T_.nrows), Array<std::uint64_t>(device, T_.nrows + 1), A.nvals};
    const Device::Message post =
        launch_scan(context_, copy_.kernel("region_parts"), T_.nrows, parts.offset.data(), from,
                    static_cast<const std::uint64_t*>(A.ptr.data()), static_cast<const void*>(A.col.data()),
                    T_.nrows, parts.begins.data());
    if (is_extract) parts.count = scanned_sum(device, post);
    return parts;
}

/// The position of each column in a list that has every column once, in no order; nothing for other lists. A
/// list that is as long as A is wide is tested, with a wait.
Array<std::uint32_t> RegionRows::permutation(const Matrix& A) const {
    if (cols_.order() != IndexOrder::none || cols_.size() != A.ncols || A.wide()) return {};
    Device& device = context_.device;
    const auto launch = [&](const char* entry, const auto&... arguments) {
        device.launch(copy_.kernel(entry), grid_for(context_, A.ncols, block_threads), {block_threads}, 0,
                      cols_.given().list, A.ncols, arguments...);
    };
    Array<std::uint32_t> position(device, A.ncols);
    launch("invert_columns", position.data());
    const Device::Message post = device.next_post();
    launch("find_repetitions", static_cast<const std::uint32_t*>(position.data()),
           context_.zeroed<Repetitions>(), post.words, post.ticket);
    if (device.posted(post, 1)[0] != 0) return {};
    return position;
}

/// The entries of the parts whose columns are listed, as often as they are.
Matrix RegionRows::matching(const Matrix& A, const Parts& parts) const {
    Device& device = context_.device;
    ColumnLookup look{cols_.sorted(), cols_.positions(), nullptr};
    Array<std::uint32_t> starts;
    // A table of the columns saves searches where it costs less than the entries do.
    if (A.ncols <= parts.count && look.cols.count <= UINT32_MAX) {
        starts = Array<std::uint32_t>(device, A.ncols + 1);
        device.launch(copy_.kernel("column_starts"), grid_for(context_, A.ncols + 1, block_threads),
                      {block_threads}, 0, look.cols.list, look.cols.count, A.ncols, starts.data());
        look.starts = starts.data();
    }
    const std::uint64_t* const begins = parts.begins.data();
    const std::uint64_t* const offset = parts.offset.data();
    const RowTiles tiles = split_rows(context_, offset, T_.nrows, parts.count);
    const RowTileList tile = tiles.list();
    const void* const col = A.col.data();
    Array<std::uint64_t> base(device, tiles.count + 1);
    device.launch(copy_.kernel("count_copies"), tiles.grid(), {tile_threads}, 0, tile, begins, offset, look,
                  col, base.data());
    exclusive_scan(device, base.data(), base.data(), tiles.count);
    Matrix T =
        copy_.result(A, Array<std::uint64_t>(device, T_.nrows + 1), device.read(base.data() + tiles.count));
    device.launch(copy_.kernel("write_copies"), tiles.grid(), {tile_threads}, 0, tile, begins, offset, look,
                  col, static_cast<const void*>(A.val.data()), static_cast<const std::uint64_t*>(base.data()),
                  T.ptr.data(), static_cast<const void*>(T.col.data()),
                  static_cast<const void*>(T.val.data()));
    return T;
}

/// A copy of the parts with their new columns, sorted.
Matrix RegionRows::sorted(const Matrix& A, const std::uint64_t* begins, Array<std::uint64_t>&& ptr,
                          std::uint64_t count, const ColumnMap& map) const {
    Matrix T = copy_.result(A, std::move(ptr), count);
    if (count == 0) return T;
    const SortTiles tiles = sort_.split(T);
    if (sort_.copy_parts(T, tiles, A, begins, map)) return T;
    copy_.copy(T, A, begins, map);
    sort_.run(T, tiles);
    return T;
}

Matrix RegionRows::run(const Matrix& A) const {
    if (rows_.all() && cols_.all()) return copy_of(context_, A);
    if (rows_.size() == 0 || cols_.size() == 0 || A.nvals == 0)
        return empty_matrix(context_, A.type, T_.nrows, T_.ncols);
    const bool is_extract = use_ == RegionUse::extract;
    const IndexOrder order = cols_.order();
    Parts parts = parts_of(A);
    const Array<std::uint32_t> position = is_extract ? permutation(A) : Array<std::uint32_t>();
    if (is_extract && order != IndexOrder::consecutive && position.size() == 0) {
        Matrix T = matching(A, parts);
        if (order == IndexOrder::none && T.nvals != 0) sort_.run(T, sort_.split(T));
        return T;
    }
    ColumnMap map{nullptr, position.data(), ~std::uint64_t{0}, 0};
    const IndexSet cols = cols_.given();
    if (!is_extract && order != IndexOrder::consecutive)
        map.list = cols.list;
    else if (use_ == RegionUse::assign_column)
        map = {nullptr, nullptr, 0, cols.first};
    else
        map.shift = is_extract ? 0 - cols.first : cols.first;
    Array<std::uint64_t> ptr = std::move(parts.offset);
    if (ptr.data() == A.ptr.data()) { // a view
        ptr = Array<std::uint64_t>(context_.device, A.nrows + 1);
        context_.device.copy(ptr.data(), A.ptr.data(), (A.nrows + 1) * sizeof(std::uint64_t));
    }
    const std::uint64_t* const begins = parts.begins.data();
    return order == IndexOrder::none ? sorted(A, begins, std::move(ptr), parts.count, map)
                                     : copy_.copied(A, begins, std::move(ptr), parts.count, map);
}

} // namespace mergus::cuda
