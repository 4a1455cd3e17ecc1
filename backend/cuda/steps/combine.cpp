/// \file combine.cpp
#include "combine.hpp"

#include "device/primitives.hpp"
#include "steps/entry.hpp"
#include "steps/iso.hpp"

#include <algorithm>
#include <utility>

namespace mergus::cuda {

namespace {

constexpr const char* text = "steps/combine.cuh";
constexpr std::uint32_t split_threads = 64; // few, so that all multiprocessors search
// Tiles, at most, for which no scan is launched: each block adds up the counts of the tiles before its own,
// eight for each thread.
constexpr std::uint64_t few_tiles = 2048;
// Patterns of fewer entries are combined as unequal ones: a comparison is a launch and a wait.
constexpr std::uint64_t fewest_compared = 1 << 17;
// Bytes of a result's memory without entries that stay with it: copies to less memory would be launches.
constexpr std::uint64_t most_unused = 1 << 16;
// Bytes of the upper bound of a result's entries, at most, that is allocated before their number is known.
constexpr std::uint64_t most_bound = std::uint64_t{64} << 20;

} // namespace

CombineMatrices::CombineMatrices(Context& context, const MatrixShape& X, bool x_iso,
                                 const mergus_type* y_type, bool y_iso, const Combination& how)
    : context_(context), how_(how), x_iso_(x_iso), y_iso_(y_iso) {
    // Where X stays whole, and Y has admitted entries only, nothing asks the mask.
    if (how_.keeps_x && how_.y_is_masked) how_.mask = nullptr;
    bindings_.index("Index", X.wide())
        .type("X_value", X.type)
        .type("Y_value", y_type)
        .type("Z_value", how_.z_type);
    bind_combination(bindings_, how_.both, X.type, y_type, how_.z_type, !how_.intersection);
    bind_mask(bindings_, how_.mask, how_.structure, how_.complement);
    bindings_.line(line_values(x_iso, 'X'))
        .line(line_values(y_iso, 'Y'))
        .line(line_values(how_.mask != nullptr && how_.mask->iso && !how_.structure, 'M'))
        .constant("intersection", how_.intersection)
        .constant("y_is_masked", how_.y_is_masked)
        .constant("replace", how_.replace)
        .constant("has_accum", how_.both != nullptr)
        .constant("has_row_list", how_.region.rows.has_value())
        .constant("has_col_list", how_.region.cols.has_value())
        .constant("keeps_x", how_.keeps_x);
    if (context.deterministic) bindings_.no_contraction();
}

CombineMatrices::CombineInput CombineMatrices::input(const Matrix& X, const Matrix& Y) const {
    CombineInput in{};
    in.x_ptr = X.ptr.data();
    in.x_col = X.col.data();
    in.x_val = x_iso_ ? X.val.data() : values_of(context_, X);
    in.y_ptr = Y.ptr.data();
    in.y_col = Y.col.data();
    in.y_val = y_iso_ ? Y.val.data() : values_of(context_, Y);
    if (how_.mask != nullptr) {
        in.m_ptr = how_.mask->ptr.data();
        in.m_col = how_.mask->col.data();
        // Values that are not read have an address too: a reference to one must not be null.
        in.m_val = how_.structure ? static_cast<const void*>(how_.mask->ptr.data()) : how_.mask->val.data();
    }
    in.region = {how_.region.rows.value_or(IndexSet{}), how_.region.cols.value_or(IndexSet{})};
    in.nrows = X.nrows;
    in.x_full = X.full() ? 1 : 0;
    in.y_full = Y.full() ? 1 : 0;
    in.m_full = how_.mask != nullptr && how_.mask->full() ? 1 : 0;
    return in;
}

void CombineMatrices::kernels(KernelRequests& requests) const {
    requests.push_back({text, "combine_count", bindings_});
}

const Kernel& CombineMatrices::kernel(const char* entry) const {
    return context_.jit.kernel(text, entry, bindings_);
}

/// The tiles of X, Y and the mask.
struct CombineMatrices::Tiles {
    Array<CombineTile> begin;
    Array<std::uint64_t>
        entries; ///< of the result in each tile, or of more than few_tiles in those before it
    std::uint32_t count;
    std::uint64_t nvals;
};

std::uint64_t CombineMatrices::tiles_of(const Matrix& X, const Matrix& Y) const noexcept {
    const std::uint64_t items = X.nrows + X.nvals + Y.nvals + (how_.mask != nullptr ? how_.mask->nvals : 0);
    return std::max<std::uint64_t>((items + combine_items - 1) / combine_items, 1);
}

CombineMatrices::Tiles CombineMatrices::count(const Matrix& X, const Matrix& Y) const {
    Device& device = context_.device;
    const std::uint64_t tiles = tiles_of(X, Y);
    Tiles result{Array<CombineTile>(device, tiles + 1), Array<std::uint64_t>(device, tiles + 1),
                 static_cast<std::uint32_t>(tiles), 0};
    const CombineInput in = input(X, Y);
    const Device::Message post = device.next_post();
    device.launch(kernel("combine_split"), grid_for(context_, tiles + 1, split_threads), {split_threads}, 0,
                  in, tiles, result.begin.data());
    device.launch_dependent(kernel("combine_count"), {result.count}, {combine_threads}, 0, in,
                            static_cast<const CombineTile*>(result.begin.data()), result.entries.data(),
                            context_.zeroed<CombineCounts>(), post.words, post.ticket);
    if (tiles > few_tiles) exclusive_scan(device, result.entries.data(), result.entries.data(), tiles);
    result.nvals = device.posted(post, 1)[0];
    return result;
}

Matrix CombineMatrices::write(const Matrix& X, const Matrix& Y, const Tiles& tiles) const {
    Matrix Z = raw_matrix(context_, how_.z_type, X.nrows, X.ncols, tiles.nvals);
    context_.device.launch(kernel("combine_write"), {tiles.count}, {combine_threads}, 0, input(X, Y),
                           tiles.begin.data(), tiles.entries.data(), tiles.count > few_tiles, Z.ptr.data(),
                           static_cast<const void*>(Z.col.data()), static_cast<const void*>(Z.val.data()));
    return Z;
}

bool CombineMatrices::is_small(const Matrix& X, const Matrix& Y) const {
    const std::uint64_t tiles = tiles_of(X, Y),
                        sms = static_cast<std::uint64_t>(context_.device.properties().sm_count);
    if (tiles > sms * combine_resident) return false;
    if ((X.nvals + Y.nvals) * (X.index_size() + how_.z_type->size) > most_bound) return false;
    // A block fits on each multiprocessor; asking about more takes host time.
    return tiles <= sms ||
           tiles <= context_.device.resident_blocks(kernel("combine_at_once"), combine_threads, 0);
}

Matrix CombineMatrices::at_once(const Matrix& X, const Matrix& Y) const {
    Device& device = context_.device;
    const std::uint64_t most = how_.intersection ? std::min(X.nvals, Y.nvals) : X.nvals + Y.nvals;
    Matrix Z = raw_matrix(context_, how_.z_type, X.nrows, X.ncols, most);
    const auto tiles = static_cast<std::uint32_t>(tiles_of(X, Y));
    const Array<std::uint64_t> entries(device, tiles);
    const CombineInput in = input(X, Y);
    const Device::Message post = device.next_post();
    device.launch_cooperative(kernel("combine_at_once"), {tiles}, {combine_threads}, 0, in, entries.data(),
                              device.grid_barrier_word(), post.words, post.ticket, Z.ptr.data(),
                              static_cast<const void*>(Z.col.data()), static_cast<const void*>(Z.val.data()));
    Z.nvals = device.posted(post, 1)[0];
    const std::uint64_t used = Z.nvals * (Z.index_size() + Z.type->size),
                        unused = (most - Z.nvals) * (Z.index_size() + Z.type->size);
    if (unused > most_unused && unused > used / 2) {
        Matrix smaller = raw_matrix(context_, Z.type, Z.nrows, Z.ncols, Z.nvals, std::move(Z.ptr));
        device.copy(smaller.col.data(), Z.col.data(), smaller.col.bytes());
        device.copy(smaller.val.data(), Z.val.data(), smaller.val.bytes());
        return smaller;
    }
    Z.col.shrink(Z.nvals * Z.index_size());
    Z.val.shrink(Z.nvals * Z.type->size);
    return Z;
}

bool CombineMatrices::equal_patterns(const Matrix& X, const Matrix& Y) const {
    const Matrix& M = how_.mask != nullptr ? *how_.mask : X;
    const bool admits_all = how_.mask == nullptr || (how_.structure && !how_.complement);
    if (!admits_all || X.nvals != Y.nvals || X.nvals != M.nvals) return false;
    // One matrix, or full vectors. Lent columns may be those of two matrices with different offsets.
    const bool one = !X.col.is_lent() || (X.ptr.data() == Y.ptr.data() && X.ptr.data() == M.ptr.data());
    if (one && X.col.data() == Y.col.data() && X.col.data() == M.col.data()) return true;
    return X.nvals >= fewest_compared && compare(kernel("combine_compare"), X, Y);
}

bool CombineMatrices::all_equal(const Matrix& X, const Matrix& Y) const {
    if (X.nvals == 0) return true;
    return compare(context_.jit.kernel("steps/combine_compare.cuh", "combine_compare_values", bindings_), X,
                   Y);
}

bool CombineMatrices::compare(const Kernel& kernel, const Matrix& X, const Matrix& Y) const {
    Device& device = context_.device;
    const CombineInput in = input(X, Y);
    const Device::Message post = device.next_post();
    device.launch(kernel, grid_for(context_, X.nvals / compared_at_once + 1, block_threads), {block_threads},
                  0, in, X.nvals, context_.zeroed<CombineCounts>(), post.words, post.ticket);
    return device.posted(post, 1)[0] == 0;
}

void CombineMatrices::write_equal(const Matrix& X, const Matrix& Y, const void* values) const {
    context_.device.launch(kernel("combine_equal"), grid_for(context_, X.nvals, block_threads),
                           {block_threads}, 0, input(X, Y), X.nvals, values);
}

bool CombineMatrices::full_by_x(const Matrix& X, const Matrix& Y) const noexcept {
    return X.full() && !how_.intersection && (how_.keeps_x || (Y.full() && !how_.replace));
}

bool CombineMatrices::full_by_y(const Matrix& Y) const noexcept {
    return Y.full() && !how_.intersection && how_.mask == nullptr;
}

void CombineMatrices::write_full(const Matrix& X, const Matrix& Y, const void* values) const {
    Device& device = context_.device;
    const CombineInput in = input(X, Y);
    const Dim3 block{block_threads};
    const bool both_full = X.full() && Y.full(), in_place = values == X.val.data();
    if (!in_place || both_full)
        device.launch(kernel("combine_full"), grid_for(context_, X.ncols, block_threads), block, 0, in,
                      X.ncols, values);
    if (both_full) return;
    const std::uint64_t others = X.full() ? Y.nvals : X.nvals;
    device.launch(kernel("combine_scatter"), grid_for(context_, others, block_threads), block, 0, in, others,
                  values);
}

Matrix CombineMatrices::with_pattern_of(const Matrix& pattern) const {
    Matrix Z = copy_of_pattern(context_, pattern, how_.z_type);
    Z.val = Buffer(context_.device, Z.nvals * Z.type->size);
    return Z;
}

Matrix CombineMatrices::run(const Matrix& X, const Matrix& Y) const {
    if (full_by_x(X, Y) || full_by_y(Y)) {
        Matrix Z = with_pattern_of(X.full() ? X : Y);
        write_full(X, Y, Z.val.data());
        return Z;
    }
    if (how_.intersection && (X.full() || Y.full())) {
        Matrix Z = with_pattern_of(X.full() ? Y : X);
        context_.device.launch(kernel("combine_intersect_full"), grid_for(context_, Z.nvals, block_threads),
                               {block_threads}, 0, input(X, Y), Z.nvals,
                               static_cast<const void*>(Z.val.data()));
        return Z;
    }
    if (equal_patterns(X, Y)) {
        Matrix Z = with_pattern_of(X);
        write_equal(X, Y, Z.val.data());
        return Z;
    }
    return is_small(X, Y) ? at_once(X, Y) : write(X, Y, count(X, Y));
}

void CombineMatrices::run_into(Matrix& X, const Matrix& Y) const {
    const auto replace = [&X](Matrix&& Z) {
        Z.is_vector = X.is_vector;
        X = std::move(Z);
    };
    if (X.type != how_.z_type || X.iso || full_by_y(Y)) {
        replace(run(X, Y));
    } else if (full_by_x(X, Y)) {
        unlend_values(context_, X);
        values_changed(X);
        write_full(X, Y, X.val.data());
    } else if (equal_patterns(X, Y)) {
        unlend_values(context_, X);
        values_changed(X);
        write_equal(X, Y, X.val.data());
    } else if (is_small(X, Y)) {
        Matrix Z = at_once(X, Y);
        if (!how_.keeps_x || Z.nvals != X.nvals) return replace(std::move(Z));
        values_changed(X);        // what is derived from the pattern stays
        if (X.changed_by_capture) // launches of a graph write there
            context_.device.copy(X.val.data(), Z.val.data(), X.val.bytes());
        else
            X.val = std::move(Z.val);
    } else if (const Tiles tiles = count(X, Y); how_.keeps_x && tiles.nvals == X.nvals) {
        unlend_values(context_, X);
        values_changed(X);
        context_.device.launch(kernel("combine_update"), {tiles.count}, {combine_threads}, 0, input(X, Y),
                               static_cast<const CombineTile*>(tiles.begin.data()),
                               static_cast<const void*>(X.val.data()));
    } else {
        replace(write(X, Y, tiles));
    }
}

} // namespace mergus::cuda
