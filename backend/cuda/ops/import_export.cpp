/// \file import_export.cpp
/// Import and export of compressed rows and of tuples, host and device.
#include "import_export.hpp"

#include "apply.hpp"
#include "check_csr.hpp"
#include "coordinates.hpp"
#include "device/launch.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace mergus::cuda {

namespace {

/// Host or device bytes into device memory.
void copy_in(Device& device, void* to, const void* from, std::size_t bytes, bool from_device) {
    if (from_device)
        device.copy(to, from, bytes);
    else
        device.copy_to_device(to, from, bytes);
}

/// An index array of the caller's on the device, as it is.
Buffer copy_in_index(Context& context, const void* from, int bits, std::uint64_t count, bool from_device) {
    Buffer same(context.device, count * static_cast<std::size_t>(bits / 8));
    copy_in(context.device, same.data(), from, same.bytes(), from_device);
    return same;
}

/// The same in the width that the matrix uses.
Buffer in_width(Context& context, Buffer&& index, int bits, std::uint64_t count, bool wide) {
    if (wide == (bits == 64)) return std::move(index);
    const Buffer other = std::move(index);
    return convert_index(context, other.data(), bits == 64, count, wide);
}

bool is_trusted(const mergus_csr& csr) {
    return (csr.flags & MERGUS_CSR_TRUSTED) != 0;
}

/// The caller's device arrays while a call uses them: in the order of the caller's stream, or else the call
/// waits for its own work. Also after an error, when copies may still be under way.
class CallerArrays {
public:
    CallerArrays(Device& device, const mergus_csr& csr)
        : device_(device), stream_(csr.stream), pending_(csr.memory == MERGUS_MEMORY_DEVICE) {
        if (pending_ && stream_ != nullptr) device_.follow(stream_);
    }
    CallerArrays(const CallerArrays&) = delete;
    CallerArrays& operator=(const CallerArrays&) = delete;
    ~CallerArrays() {
        try {
            give_back();
        } catch (const Error&) { // the device is lost: it does nothing any more
        }
    }
    /// \param waited whether the work on them has been waited for already.
    void give_back(bool waited = false) {
        if (!std::exchange(pending_, false)) return;
        if (stream_ != nullptr)
            device_.precede(stream_);
        else if (!waited)
            device_.synchronize();
    }

private:
    Device& device_;
    void* stream_;
    bool pending_;
};

KernelRequest fill_kernel(const mergus_type* type) {
    Bindings bindings;
    bindings.type("Value", type).index("Place", true);
    return {"ops/fill.cuh", "fill_value", std::move(bindings)};
}

void fill_values(Context& context, const mergus_type* type, const void* value, Buffer& values,
                 std::uint64_t count) {
    const void* out = values.data();
    launch(context.device, context.jit.kernel(fill_kernel(type)), grid_for(context, count, block_threads),
           {block_threads}, 0, {Parameter(value, type->size), count, out});
}

/// Device bytes out to where the caller wants them.
void copy_out(Device& device, void* to, const void* from, std::size_t bytes, bool to_device) {
    if (to == nullptr || bytes == 0) return;
    if (to_device)
        device.copy(to, from, bytes);
    else
        device.copy_to_host(to, from, bytes);
}

void copy_out_index(Context& context, void* to, const void* from, bool wide, std::uint64_t count, int bits,
                    bool to_device) {
    if (to == nullptr || count == 0) return;
    const bool as_is = wide == (bits == 64);
    const Buffer converted = as_is ? Buffer() : convert_index(context, from, wide, count, bits == 64);
    copy_out(context.device, to, as_is ? from : converted.data(), count * static_cast<std::size_t>(bits / 8),
             to_device);
}

} // namespace

Matrix import_csr(Context& context, const mergus_csr& csr) {
    Device& device = context.device;
    const bool on_device = csr.memory == MERGUS_MEMORY_DEVICE, trusted = is_trusted(csr);
    if (!on_device && !trusted) check_csr(csr);
    Matrix matrix;
    matrix.type = context.intern(csr.type);
    matrix.nrows = csr.nrows;
    matrix.ncols = csr.ncols;
    matrix.nvals = csr.nvals;
    std::vector<KernelRequest> requests;
    if (on_device && !trusted) want_check_csr(requests, csr);
    if (csr.pointer_bits != 64) request_index(requests, false, true);
    if (matrix.wide() != (csr.index_bits == 64)) request_index(requests, csr.index_bits == 64, matrix.wide());
    if (csr.iso != 0 && csr.nvals > 0) requests.push_back(fill_kernel(matrix.type));
    const Jit::Expectation expected(context.jit, std::move(requests));
    CallerArrays arrays(device, csr);
    matrix.ptr.buffer() =
        in_width(context, copy_in_index(context, csr.row_ptr, csr.pointer_bits, csr.nrows + 1, on_device),
                 csr.pointer_bits, csr.nrows + 1, true);
    Buffer cols = copy_in_index(context, csr.cols, csr.index_bits, csr.nvals, on_device);
    matrix.val = Buffer(device, csr.nvals * matrix.type->size);
    const bool is_bool = csr.type->code == MERGUS_BOOL;
    if (csr.iso == 0) {
        copy_in(device, matrix.val.data(), csr.values, csr.nvals * matrix.type->size, on_device);
    } else if (csr.nvals > 0) {
        const auto value = std::make_unique<unsigned char[]>(matrix.type->size);
        if (on_device)
            device.copy_to_host(value.get(), csr.values, matrix.type->size);
        else
            std::copy_n(static_cast<const unsigned char*>(csr.values), matrix.type->size, value.get());
        if (is_bool && !trusted && value[0] > 1) throw_bad_bool(0, value[0]);
        fill_values(context, matrix.type, value.get(), matrix.val, csr.nvals);
    }
    // What is checked are the copies, in the caller's width: the caller's memory may be another device's.
    if (on_device && !trusted)
        check_csr_on_device(context, csr, matrix.ptr.data(), cols.data(),
                            is_bool && csr.iso == 0 ? matrix.val.data() : nullptr);
    matrix.col = in_width(context, std::move(cols), csr.index_bits, csr.nvals, matrix.wide());
    if (csr.release != nullptr) {
        // Handed over: what release does with the arrays is in no stream's order.
        if (on_device && trusted) device.synchronize();
        arrays.give_back(true);
        csr.release(csr.release_arg);
        return matrix;
    }
    arrays.give_back(!trusted);
    return matrix;
}

void export_csr(Context& context, const Matrix& matrix, mergus_csr& csr) {
    Device& device = context.device;
    const bool to_device = csr.memory == MERGUS_MEMORY_DEVICE;
    CallerArrays arrays(device, csr);
    copy_out_index(context, csr.row_ptr, matrix.ptr.data(), true, matrix.nrows + 1, csr.pointer_bits,
                   to_device);
    copy_out_index(context, csr.cols, matrix.col.data(), matrix.wide(), matrix.nvals, csr.index_bits,
                   to_device);
    copy_out(device, csr.values, matrix.val.data(), matrix.nvals * matrix.type->size, to_device);
    arrays.give_back();
    csr.nvals = matrix.nvals;
    csr.iso = 0;
}

void move_csr(Context& context, Matrix& matrix, mergus_csr& csr) {
    Matrix left = empty_matrix(context, matrix.type, matrix.nrows, matrix.ncols);
    auto moved = std::make_unique<Matrix>();
    context.device.synchronize(); // the arrays may be read on any stream
    // From here on nothing fails: the arrays are the matrix's until they are the caller's.
    *moved = std::exchange(matrix, std::move(left));
    csr.type = moved->type;
    csr.nrows = moved->nrows;
    csr.ncols = moved->ncols;
    csr.nvals = csr.capacity = moved->nvals;
    csr.row_ptr = moved->ptr.data();
    csr.cols = moved->col.data();
    csr.values = moved->val.data();
    csr.pointer_bits = 64;
    csr.index_bits = moved->wide() ? 64 : 32;
    csr.iso = 0;
    csr.memory = MERGUS_MEMORY_DEVICE;
    csr.release = [](void* arrays) { delete static_cast<Matrix*>(arrays); };
    csr.release_arg = moved.release();
}

void build(Context& context, Matrix& matrix, const std::uint64_t* rows, const std::uint64_t* cols,
           const void* values, const mergus_type* value_type, std::uint64_t nvals, const mergus_op* dup) {
    Device& device = context.device;
    Coordinates triples;
    triples.count = nvals;
    triples.wide = needs_wide(matrix.nrows) || needs_wide(matrix.ncols);
    // Values are combined in dup's domain: cast before, and cast to the matrix's type afterwards.
    const mergus_type* domain = dup != nullptr ? context.intern(dup->z_type) : matrix.type;
    const mergus_type* given = context.intern(value_type);
    std::vector<KernelRequest> requests;
    request_coordinates(requests, domain, matrix.ncols, nvals, triples.wide, dup);
    if (!triples.wide) request_index(requests, true, false);
    if (given != domain) request_cast(requests, false, given, domain);
    if (domain != matrix.type) request_cast(requests, matrix.wide(), domain, matrix.type);
    context.jit.prepare(requests);
    triples.rows = in_width(context, copy_in_index(context, rows, 64, nvals, false), 64, nvals, triples.wide);
    triples.cols = in_width(context, copy_in_index(context, cols, 64, nvals, false), 64, nvals, triples.wide);
    triples.values = Buffer(device, nvals * value_type->size);
    device.copy_to_device(triples.values.data(), values, nvals * value_type->size);
    Matrix unsorted;
    unsorted.type = given;
    unsorted.nvals = nvals;
    unsorted.val = std::move(triples.values);
    unsorted = cast_matrix(context, std::move(unsorted), domain);
    triples.values = std::move(unsorted.val);
    Matrix built = from_coordinates(context, domain, matrix.nrows, matrix.ncols, std::move(triples), dup);
    matrix = cast_matrix(context, std::move(built), matrix.type);
}

void extract_tuples(Context& context, const Matrix& matrix, std::uint64_t* rows, std::uint64_t* cols,
                    void* values, const mergus_type* value_type) {
    Device& device = context.device;
    std::vector<KernelRequest> requests;
    if (rows != nullptr) request_index(requests, false, true);
    if (cols != nullptr && matrix.nvals > 0 && !matrix.wide()) request_index(requests, false, true);
    if (values != nullptr && context.intern(value_type) != matrix.type)
        request_cast(requests, matrix.wide(), matrix.type, context.intern(value_type));
    const Jit::Expectation expected(context.jit, std::move(requests));
    if (rows != nullptr) {
        const Buffer expanded = expand_rows(context, matrix, true);
        copy_out(device, rows, expanded.data(), expanded.bytes(), false);
    }
    copy_out_index(context, cols, matrix.col.data(), matrix.wide(), matrix.nvals, 64, false);
    if (values == nullptr) return;
    if (context.intern(value_type) == matrix.type) {
        copy_out(device, values, matrix.val.data(), matrix.val.bytes(), false);
        return;
    }
    const Matrix cast = cast_matrix(context, copy_of(context, matrix), value_type);
    copy_out(device, values, cast.val.data(), cast.val.bytes(), false);
}

} // namespace mergus::cuda
