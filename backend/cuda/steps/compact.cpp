/// \file compact.cpp
#include "compact.hpp"

#include "device/launch.hpp"
#include "device/primitives.hpp"
#include "iso.hpp"
#include "jit/unused_type.hpp"

#include <utility>

namespace mergus::cuda {

namespace {

/// The numbers are those of steps/compact.cuh.
enum class TestKind : int { none = 0, operation = 1, region = 2 };

/// \param iso A is iso. \param z_type unused_type(): the result gets no values.
Bindings bind_compaction(Bindings bindings, const MatrixShape& A, bool iso, TestKind test,
                         const mergus_type* z_type, bool has_fill, bool wide_offsets) {
    bindings.constant("entry_test", static_cast<int>(test))
        .constant("has_fill", has_fill)
        .constant("is_vector", A.is_vector && test == TestKind::operation)
        .index("Index", A.wide())
        .index("Offset", wide_offsets)
        .type("X_value", A.type)
        .line(line_values(iso, 'X'))
        .type("Z_value", z_type);
    if (!has_fill) bindings.cast("convert", A.type, z_type);
    if (test != TestKind::region) bindings.constant("has_row_list", 0).constant("has_col_list", 0);
    return bindings;
}

/// The entries of a pattern that stay.
struct Flagged {
    Array<std::uint64_t> ptr; ///< row offsets of the result
    std::uint64_t count;
};

/// Replaces the flags of a pattern's entries by their scan. Waits for the count alone, which the kernel of
/// the row offsets posts.
template <class Offset>
Flagged scan_flags(Context& context, const Matrix& pattern, Array<Offset>& flags, const Bindings& bindings) {
    Device& device = context.device;
    exclusive_scan(device, flags.data(), flags.data(), pattern.nvals);
    Flagged flagged{Array<std::uint64_t>(device, pattern.nrows + 1), 0};
    const std::uint64_t *const ptr = pattern.ptr.data(), *const ptr_out = flagged.ptr.data();
    const Offset* const offset = flags.data();
    const Kernel& kernel = context.jit.kernel("steps/compact.cuh", "compact_offsets", bindings);
    const Device::Message post = device.next_post();
    device.launch(kernel, grid_for(context, pattern.nrows + 1, block_threads), {block_threads}, 0, ptr,
                  pattern.nrows, offset, ptr_out, post.words, post.ticket);
    flagged.count = device.posted(post, 1)[0];
    return flagged;
}

/// Copies the flagged entries. \param flags scanned. \param vals of the entries, or null: `fill` for all.
/// \param has_values false: the result gets no values.
template <class Offset>
Matrix copy_flagged(Context& context, const Matrix& pattern, const Array<Offset>& flags, Flagged&& flagged,
                    const void* vals, const mergus_type* type, const void* fill, bool has_values,
                    const Bindings& bindings) {
    Device& device = context.device;
    const auto kernel = [&](const char* entry) -> const Kernel& {
        return context.jit.kernel("steps/compact.cuh", entry, bindings);
    };
    Matrix T =
        raw_pattern(context, type, pattern.nrows, pattern.ncols, flagged.count, std::move(flagged.ptr));
    if (T.nvals == 0) return T;
    if (has_values) T.val = Buffer(device, T.nvals * type->size);
    const Dim3 grid = grid_for(context, pattern.nvals, block_threads);
    const Dim3 block{block_threads};
    const void* col = pattern.col.data();
    const Offset* offset = flags.data();
    const void* col_out = T.col.data();
    const void* val_out = T.val.data();
    if (fill == nullptr || !has_values)
        launch(device, kernel("compact_entries"), grid, block, 0,
               {col, vals, pattern.nvals, offset, col_out, val_out});
    else
        launch(device, kernel("compact_scalar"), grid, block, 0,
               {col, pattern.nvals, offset, Parameter(fill, T.type->size), col_out, val_out});
    return T;
}

} // namespace

SelectEntries::SelectEntries(Context& context, const Matrix& A, const EntryTest& test,
                             const mergus_type* z_type, const void* fill, bool iso)
    : context_(context), y_(test.y), y_size_(test.y_size), z_type_(z_type), fill_(fill),
      to_iso_(iso && may_be_iso(A) && (A.iso || fill != nullptr)) {
    bindings_ =
        bind_compaction(test.bindings, A, A.iso, test.in_region ? TestKind::region : TestKind::operation,
                        to_iso_ ? unused_type() : z_type, to_iso_ || fill != nullptr, needs_wide(A.nvals));
    bindings_.constant("needs_row", test.needs_row);
}

void SelectEntries::kernels(KernelRequests& requests) const {
    requests.push_back({"steps/compact.cuh", "flag_entries", bindings_});
}

template <class Offset>
Matrix SelectEntries::run_as(const Matrix& A) const {
    const std::uint64_t* ptr = A.ptr.data();
    const void* col = A.col.data();
    const void* val = A.val.data();
    Array<Offset> flags(context_.device, A.nvals + 1);
    const Offset* flag = flags.data();
    launch(context_.device, context_.jit.kernel("steps/compact.cuh", "flag_entries", bindings_),
           grid_for(context_, A.nvals, block_threads), {block_threads}, 0,
           {ptr, A.nrows, col, val, A.nvals, Parameter(y_, y_size_), flag});
    Flagged flagged = scan_flags(context_, A, flags, bindings_);
    Matrix T = copy_flagged(context_, A, flags, std::move(flagged), val, z_type_, fill_, !to_iso_, bindings_);
    if (!to_iso_ || T.nvals == 0) return T;
    if (fill_ != nullptr)
        set_one_value_of_host(context_, T, fill_);
    else
        set_one_value(context_, T, val);
    return T;
}

Matrix SelectEntries::run(const Matrix& A) const {
    return needs_wide(A.nvals) ? run_as<std::uint64_t>(A) : run_as<std::uint32_t>(A);
}

SelectMarked::SelectMarked(Context& context, const Matrix& A)
    : context_(context), to_iso_(may_be_iso(A) && A.iso) {
    Bindings bindings;
    bindings.line("typedef uint8_t Y_value;").constant("needs_row", 0);
    bindings_ = bind_compaction(std::move(bindings), A, A.iso, TestKind::none,
                                to_iso_ ? unused_type() : A.type, to_iso_, needs_wide(A.nvals));
}

void SelectMarked::kernels(KernelRequests& requests) const {
    requests.push_back({"steps/compact.cuh", "flag_marked", bindings_});
}

template <class Offset>
Matrix SelectMarked::run_as(const Matrix& A, const Array<std::uint64_t>& bits) const {
    Array<Offset> flags(context_.device, A.nvals + 1);
    const std::uint64_t* const words = bits.data();
    const Offset* const flag = flags.data();
    context_.device.launch(context_.jit.kernel("steps/compact.cuh", "flag_marked", bindings_),
                           grid_for(context_, A.nvals, block_threads), {block_threads}, 0, words, A.nvals,
                           flag);
    Flagged flagged = scan_flags(context_, A, flags, bindings_);
    Matrix T = copy_flagged(context_, A, flags, std::move(flagged), A.val.data(), A.type, nullptr, !to_iso_,
                            bindings_);
    if (to_iso_ && T.nvals != 0) set_one_value(context_, T, A.val.data());
    return T;
}

Matrix SelectMarked::run(const Matrix& A, const Array<std::uint64_t>& bits) const {
    return needs_wide(A.nvals) ? run_as<std::uint64_t>(A, bits) : run_as<std::uint32_t>(A, bits);
}

CompactPresent::CompactPresent(Context& context, const MatrixShape& pattern, const mergus_type* type)
    : context_(context), type_(type) {
    Bindings bindings;
    bindings.line("typedef uint8_t Y_value;").constant("needs_row", 0);
    // The pattern's own values have no part: the given ones are of the result's type.
    MatrixShape shape = pattern;
    shape.type = type;
    bindings_ = bind_compaction(std::move(bindings), shape, false, TestKind::none, type, false,
                                needs_wide(pattern.nvals));
}

void CompactPresent::kernels(KernelRequests& requests) const {
    requests.push_back({"steps/compact.cuh", "compact_offsets", bindings_});
}

template <class Offset>
Matrix CompactPresent::run(const Matrix& pattern, Array<Offset>& present, Buffer&& vals) const {
    Device& device = context_.device;
    Flagged flagged = scan_flags(context_, pattern, present, bindings_);
    if (flagged.count < pattern.nvals)
        return copy_flagged(context_, pattern, present, std::move(flagged), vals.data(), type_, nullptr, true,
                            bindings_);
    Matrix T =
        raw_pattern(context_, type_, pattern.nrows, pattern.ncols, flagged.count, std::move(flagged.ptr));
    device.copy(T.col.data(), pattern.col.data(), T.nvals * pattern.index_size());
    T.val = std::move(vals);
    return T;
}
template Matrix CompactPresent::run(const Matrix&, Array<std::uint32_t>&, Buffer&&) const;
template Matrix CompactPresent::run(const Matrix&, Array<std::uint64_t>&, Buffer&&) const;

} // namespace mergus::cuda
