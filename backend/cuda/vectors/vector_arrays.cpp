/// \file vector_arrays.cpp
/// Imported arrays are copied to the device, or adopted there, then checked and brought to the form of a
/// list.
#include "vector_arrays.hpp"

#include "check_indices.hpp"
#include "device/primitives.hpp"
#include "steps/caller_arrays.hpp"
#include "steps/fill.hpp"
#include "steps/identity.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

namespace mergus::cuda {

namespace {

[[noreturn]] void throw_not_full(std::uint64_t nvals, std::uint64_t size) {
    throw Error(Code::invalid_value,
                fmt::format("the vector is not full: it has {} entries of {}", nvals, size));
}

/// The indices of a bitmap's entries, and their positions with 64 bits, with which values are gathered.
struct BitmapEntries {
    std::uint64_t count = 0;
    Buffer indices;
    Array<std::uint64_t> positions;
};

template <class Index>
BitmapEntries entries_of_bitmap(Context& context, const Buffer& present, std::uint64_t size) {
    Device& device = context.device;
    Array<Index> indices(device, size);
    const Array<std::uint64_t> count(device, 1);
    device.fill(count.data(), 0, sizeof(std::uint64_t));
    select_flagged(device, static_cast<const std::uint8_t*>(present.data()), indices.data(), count.data(),
                   size);
    BitmapEntries found;
    found.count = device.read(static_cast<const std::uint64_t*>(count.data()));
    found.indices = Buffer(device, found.count * sizeof(Index));
    found.positions = Array<std::uint64_t>(device, found.count);
    device.copy(found.indices.data(), indices.data(), found.indices.bytes());
    return found;
}

/// An import, step by step.
class Import {
public:
    Import(Context& context, const mergus_vector_arrays& arrays)
        : context_(context), arrays_(arrays), on_device_(arrays.memory == MERGUS_MEMORY_DEVICE),
          trusted_((arrays.flags & MERGUS_CSR_TRUSTED) != 0), iso_(arrays.iso != 0),
          list_(arrays.format == MERGUS_VECTOR_LIST), wide_(needs_wide(arrays.size)),
          adopted_(context.device, arrays), type_(context.intern(arrays.type)),
          check_(context, list_ ? arrays.index_bits == 64 : wide_),
          convert_(context, arrays.index_bits == 64, wide_), widen_(context, wide_, true),
          fill_(context, type_), gather_(context, type_), identity_(context, arrays.size) {}

    void kernels(KernelRequests& requests) const {
        const bool has_checks = arrays_.format != MERGUS_VECTOR_FULL || type_->code == MERGUS_BOOL;
        if (!trusted_ && has_checks) check_.kernels(requests);
        if (iso_ && arrays_.nvals > 0) fill_.kernels(requests);
        if (list_) convert_.kernels(requests);
        if (arrays_.format == MERGUS_VECTOR_FULL) identity_.kernels(requests);
        if (arrays_.format != MERGUS_VECTOR_BITMAP) return;
        widen_.kernels(requests);
        gather_.kernels(requests);
    }

    /// Adopted arrays belong to the matrix after the last step that can fail: keep().
    [[nodiscard]] AdoptedArrays& adopted() noexcept { return adopted_; }

    Matrix run() {
        if (arrays_.format == MERGUS_VECTOR_FULL && arrays_.nvals != arrays_.size)
            throw_not_full(arrays_.nvals, arrays_.size);
        switch (arrays_.format) {
        case MERGUS_VECTOR_LIST:
            return from_list();
        case MERGUS_VECTOR_FULL:
            return from_full();
        case MERGUS_VECTOR_BITMAP:
            return from_bitmap();
        default:
            throw Error(Code::invalid_value, fmt::format("{} is no format of a vector", arrays_.format));
        }
    }

private:
    /// `count` of the caller's values on the device.
    [[nodiscard]] Buffer values(std::uint64_t count) {
        if (!iso_) return adopted_.take(arrays_.values, count * type_->size);
        Buffer values(context_.device, count * type_->size);
        if (count > 0)
            fill_.run(value_of(context_, {type_, arrays_.values, on_device_, !trusted_}).get(), values,
                      count);
        return values;
    }
    /// The values to check, or null.
    [[nodiscard]] const void* truth_values(const Buffer& values) const {
        return type_->code == MERGUS_BOOL && !iso_ ? values.data() : nullptr;
    }

    [[nodiscard]] Matrix from_list() {
        const std::uint64_t nvals = arrays_.nvals;
        Buffer indices = (arrays_.index_bits == 64) == wide_
                             ? adopted_.take(arrays_.indices, nvals * (wide_ ? 8 : 4))
                             : adopted_.look_at(arrays_.indices, nvals * (wide_ ? 4 : 8));
        Buffer own = values(nvals);
        if (!trusted_)
            check_.run({.indices = indices.data(),
                        .values = truth_values(own),
                        .count = nvals,
                        .size = arrays_.size});
        return list(convert_.run(std::move(indices), nvals), std::move(own), nvals);
    }

    [[nodiscard]] Matrix from_full() {
        Buffer own = values(arrays_.size);
        if (const void* const truths = truth_values(own); truths != nullptr && !trusted_)
            check_.run({.values = truths, .count = arrays_.size, .size = arrays_.size});
        return identity_.vector(type_, std::move(own));
    }

    [[nodiscard]] Matrix from_bitmap() {
        Device& device = context_.device;
        const std::uint64_t size = arrays_.size;
        const Buffer present(device, size);
        copy_in(device, present.data(), arrays_.present, size, on_device_);
        if (!trusted_) check_.run({.present = present.data(), .size = size});
        BitmapEntries found = wide_ ? entries_of_bitmap<std::uint64_t>(context_, present, size)
                                    : entries_of_bitmap<std::uint32_t>(context_, present, size);
        if (found.count != arrays_.nvals)
            throw Error(Code::invalid_value,
                        fmt::format("the bitmap has {} entries, nvals is {}", found.count, arrays_.nvals));
        if (iso_) return list(std::move(found.indices), values(found.count), found.count);
        Buffer all(device, size * type_->size);
        copy_in(device, all.data(), arrays_.values, all.bytes(), on_device_);
        Buffer own(device, found.count * type_->size);
        if (wide_) {
            device.copy(found.positions.data(), found.indices.data(), found.indices.bytes());
            gather_.run(all, found.positions, own);
        } else {
            Array<std::uint64_t> positions;
            positions.buffer() = widen_.run(found.indices.data(), found.count);
            gather_.run(all, positions, own);
        }
        if (const void* const truths = truth_values(own); truths != nullptr && !trusted_)
            check_.run({.values = truths, .count = found.count, .size = size});
        return list(std::move(found.indices), std::move(own), found.count);
    }

    [[nodiscard]] Matrix list(Buffer&& indices, Buffer&& values, std::uint64_t nvals) const {
        Matrix vector;
        vector.type = type_;
        vector.nrows = 1;
        vector.ncols = arrays_.size;
        vector.nvals = nvals;
        vector.is_vector = true;
        vector.ptr = Array<std::uint64_t>(context_.device, 2);
        const std::uint64_t ptr[2] = {0, nvals};
        context_.device.copy_to_device(vector.ptr.data(), ptr, sizeof ptr);
        vector.col = std::move(indices);
        vector.val = std::move(values);
        return vector;
    }

    Context& context_;
    const mergus_vector_arrays& arrays_;
    bool on_device_, trusted_, iso_, list_, wide_;
    AdoptedArrays adopted_;
    const mergus_type* type_;
    CheckIndices check_;
    ConvertIndex convert_, widen_;
    FillValues fill_;
    GatherValues gather_;
    IdentityColumns identity_;
};

/// A vector's entries at their indices.
class ScatterEntries {
public:
    ScatterEntries(Context& context, const Matrix& vector) : context_(context), vector_(vector) {
        if (vector.ncols > (UINT64_MAX / 2) / vector.type->size)
            throw Error(Code::out_of_memory,
                        fmt::format("{} values are more than memory can address", vector.ncols));
    }

    void kernels(KernelRequests& requests) const { requests.push_back(kernel()); }

    [[nodiscard]] Buffer present() const {
        Buffer bytes(context_.device, vector_.ncols);
        context_.device.fill(bytes.data(), vector_.full() ? 1 : 0, bytes.bytes());
        if (!vector_.full()) launch(bytes.data(), nullptr);
        return bytes;
    }
    /// Of absent entries: 0 in all bytes.
    [[nodiscard]] Buffer values() const {
        Buffer values(context_.device, vector_.ncols * vector_.type->size);
        if (vector_.full()) {
            context_.device.copy(values.data(), vector_.val.data(), values.bytes());
            return values;
        }
        context_.device.fill(values.data(), 0, values.bytes());
        launch(nullptr, values.data());
        return values;
    }

private:
    [[nodiscard]] KernelRequest kernel() const {
        Bindings bindings;
        bindings.index("Index", vector_.wide()).type("Value", vector_.type);
        return {"vectors/imported_bitmap.cuh", "scatter_entries", std::move(bindings)};
    }
    void launch(const void* present, const void* values) const {
        context_.device.launch(context_.jit.kernel(kernel()),
                               grid_for(context_, vector_.nvals, block_threads), {block_threads}, 0,
                               static_cast<const void*>(vector_.col.data()),
                               static_cast<const void*>(vector_.val.data()), vector_.nvals, present, values);
    }

    Context& context_;
    const Matrix& vector_;
};

/// Device arrays that were moved to the caller.
struct MovedArrays {
    Buffer indices, present, values;
};

} // namespace

Matrix empty_vector(Context& context, const mergus_type* type, std::uint64_t size) {
    Matrix vector = empty_matrix(context, type, 1, size);
    vector.is_vector = true;
    return vector;
}

Matrix import_vector(Context& context, const mergus_vector_arrays& arrays) {
    Import import(context, arrays);
    compile_kernels(context, import);
    CallerArrays caller(context.device, arrays.memory, arrays.stream);
    Matrix vector = import.run();
    // Handed over: release() follows no stream's order.
    if (import.adopted().must_wait() && arrays.memory == MERGUS_MEMORY_DEVICE) context.device.synchronize();
    caller.give_back(arrays.release != nullptr && arrays.stream == nullptr);
    import.adopted().keep();
    return vector;
}

void export_vector(Context& context, const Matrix& vector, mergus_vector_arrays& arrays) {
    Device& device = context.device;
    const bool to_device = arrays.memory == MERGUS_MEMORY_DEVICE;
    const bool list = arrays.format == MERGUS_VECTOR_LIST, bitmap = arrays.format == MERGUS_VECTOR_BITMAP;
    if (arrays.format == MERGUS_VECTOR_FULL && vector.nvals != vector.ncols)
        throw_not_full(vector.nvals, vector.ncols);
    const CopyOutIndex copy_indices(context, list ? arrays.indices : nullptr, vector.wide(), vector.nvals,
                                    arrays.index_bits == 64, to_device);
    std::optional<ScatterEntries> scatter;
    if (bitmap) scatter.emplace(context, vector);
    KernelRequests requests(context.jit);
    copy_indices.kernels(requests);
    if (scatter) scatter->kernels(requests);
    context.jit.compile(requests);

    CallerArrays caller(device, arrays.memory, arrays.stream);
    if (scatter) {
        const Buffer present = arrays.present != nullptr ? scatter->present() : Buffer();
        copy_out(device, arrays.present, present.data(), present.bytes(), to_device);
        const Buffer values = arrays.values != nullptr ? scatter->values() : Buffer();
        copy_out(device, arrays.values, values.data(), values.bytes(), to_device);
    } else {
        copy_indices.run(vector.col.data());
        copy_out(device, arrays.values, vector.val.data(), vector.nvals * vector.type->size, to_device);
    }
    caller.give_back();
    arrays.nvals = vector.nvals;
    arrays.iso = 0;
}

void move_vector(Context& context, Matrix& vector, mergus_vector_arrays& arrays) {
    const bool is_full = vector.nvals == vector.ncols;
    const std::int32_t format = arrays.format != 0 ? arrays.format
                                : is_full          ? MERGUS_VECTOR_FULL
                                                   : MERGUS_VECTOR_LIST;
    if (format == MERGUS_VECTOR_FULL && !is_full) throw_not_full(vector.nvals, vector.ncols);
    auto moved = std::make_unique<MovedArrays>();
    Matrix left = empty_vector(context, vector.type, vector.ncols);
    if (format == MERGUS_VECTOR_LIST) own_columns(context, vector);
    if (format == MERGUS_VECTOR_BITMAP) {
        const ScatterEntries scatter(context, vector);
        compile_kernels(context, scatter);
        moved->present = scatter.present();
        moved->values = scatter.values();
    }
    context.device.synchronize(); // the caller may read the arrays on any stream
    // Nothing below fails, so the arrays always have one owner.
    if (format != MERGUS_VECTOR_BITMAP) moved->values = std::move(vector.val);
    if (format == MERGUS_VECTOR_LIST) moved->indices = vector.col.take();
    arrays.type = vector.type;
    arrays.size = vector.ncols;
    arrays.nvals = vector.nvals;
    arrays.capacity = format == MERGUS_VECTOR_BITMAP ? vector.ncols : vector.nvals;
    arrays.format = format;
    arrays.index_bits = vector.wide() ? 64 : 32;
    vector = std::move(left);
    arrays.indices = moved->indices.data();
    arrays.present = static_cast<std::uint8_t*>(moved->present.data());
    arrays.values = moved->values.data();
    arrays.iso = 0;
    arrays.memory = MERGUS_MEMORY_DEVICE;
    arrays.release = [](void* owner) { delete static_cast<MovedArrays*>(owner); };
    arrays.release_arg = moved.release();
}

} // namespace mergus::cuda
