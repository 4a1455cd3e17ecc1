/// \file compact.cpp
#include "compact.hpp"

#include "device/launch.hpp"
#include "device/primitives.hpp"
#include "iso.hpp"
#include "jit/unused_type.hpp"

#include <utility>

namespace mergus::cuda {

namespace {

/// The numbers are those of ops/compact.cuh.
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
        .line(line_values(iso, "X_value", "X_values"))
        .type("Z_value", z_type);
    if (!has_fill) bindings.cast("convert", A.type, z_type);
    if (test != TestKind::region) bindings.constant("has_row_list", 0).constant("has_col_list", 0);
    return bindings;
}

/// Replaces the flags of a pattern's entries by their scan. \return the number of flagged entries
template <class Offset>
std::uint64_t scan_flags(Device& device, const Matrix& pattern, Array<Offset>& flags) {
    exclusive_scan(device, flags.data(), flags.data(), pattern.nvals);
    return device.read(flags.data() + pattern.nvals);
}

/// Copies the flagged entries. \param flags scanned. \param count their number. \param vals of the entries,
/// or null: `fill` for all. \param has_values false: the result gets no values.
template <class Offset>
Matrix copy_flagged(Context& context, const Matrix& pattern, const Array<Offset>& flags, std::uint64_t count,
                    const void* vals, const mergus_type* type, const void* fill, bool has_values,
                    const Bindings& bindings) {
    Device& device = context.device;
    const auto kernel = [&](const char* entry) -> const Kernel& {
        return context.jit.kernel("ops/compact.cuh", entry, bindings);
    };
    Matrix T = raw_pattern(context, type, pattern.nrows, pattern.ncols, count,
                           Array<std::uint64_t>(device, pattern.nrows + 1));
    if (has_values) T.val = Buffer(device, T.nvals * type->size);
    const Dim3 grid = grid_for(context, pattern.nvals, block_threads);
    const Dim3 block{block_threads};
    const std::uint64_t* ptr = pattern.ptr.data();
    const void* col = pattern.col.data();
    const Offset* offset = flags.data();
    const std::uint64_t* ptr_out = T.ptr.data();
    const void* col_out = T.col.data();
    const void* val_out = T.val.data();
    launch(device, kernel("compact_offsets"), grid_for(context, pattern.nrows + 1, block_threads), block, 0,
           {ptr, pattern.nrows, offset, ptr_out});
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
    requests.push_back({"ops/compact.cuh", "flag_entries", bindings_});
}

template <class Offset>
Matrix SelectEntries::run_as(const Matrix& A) const {
    const std::uint64_t* ptr = A.ptr.data();
    const void* col = A.col.data();
    const void* val = A.val.data();
    Array<Offset> flags(context_.device, A.nvals + 1);
    const Offset* flag = flags.data();
    launch(context_.device, context_.jit.kernel("ops/compact.cuh", "flag_entries", bindings_),
           grid_for(context_, A.nvals, block_threads), {block_threads}, 0,
           {ptr, A.nrows, col, val, A.nvals, Parameter(y_, y_size_), flag});
    const std::uint64_t count = scan_flags(context_.device, A, flags);
    Matrix T = copy_flagged(context_, A, flags, count, val, z_type_, fill_, !to_iso_, bindings_);
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
    requests.push_back({"ops/compact.cuh", "compact_offsets", bindings_});
}

template <class Offset>
Matrix CompactPresent::run(const Matrix& pattern, Array<Offset>& present, Buffer&& vals) const {
    Device& device = context_.device;
    const std::uint64_t count = scan_flags(device, pattern, present);
    if (count < pattern.nvals)
        return copy_flagged(context_, pattern, present, count, vals.data(), type_, nullptr, true, bindings_);
    Matrix T = raw_pattern(context_, type_, pattern.nrows, pattern.ncols, count,
                           Array<std::uint64_t>(device, pattern.nrows + 1));
    device.copy(T.ptr.data(), pattern.ptr.data(), (pattern.nrows + 1) * sizeof(std::uint64_t));
    device.copy(T.col.data(), pattern.col.data(), count * pattern.index_size());
    T.val = std::move(vals);
    return T;
}
template Matrix CompactPresent::run(const Matrix&, Array<std::uint32_t>&, Buffer&&) const;
template Matrix CompactPresent::run(const Matrix&, Array<std::uint64_t>&, Buffer&&) const;

} // namespace mergus::cuda
