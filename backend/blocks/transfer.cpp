/// \file transfer.cpp
#include "transfer.hpp"

#include "struct_size.hpp"

#include <algorithm>

namespace mergus::blocks {

std::unique_ptr<std::max_align_t[]> value_room(const mergus_type* type, std::uint64_t count) {
    return std::make_unique_for_overwrite<std::max_align_t[]>(count * type->size / sizeof(std::max_align_t) +
                                                              1);
}

namespace {

HostArrays room_for(const Local& matrix) {
    const mergus_matrix_info info = matrix.info();
    HostArrays arrays;
    arrays.type = matrix.type();
    arrays.shape = {info.nrows, info.ncols, info.is_vector != 0};
    arrays.nvals = info.nvals;
    arrays.is_list = info.is_vector != 0 || is_long(info.nrows, info.nvals);
    return arrays;
}

/// Room for compressed rows, page-locked if there is such memory.
HostArrays rows_for(const Local& matrix) {
    HostArrays arrays = room_for(matrix);
    if (arrays.is_list) return arrays;
    HostMemory* const memory = matrix.device().host_memory;
    arrays.rows.resize(arrays.shape.nrows + 1, memory);
    arrays.is_narrow() ? arrays.narrow_cols.resize(arrays.nvals, memory)
                       : arrays.cols.resize(arrays.nvals, memory);
    arrays.values.resize(arrays.nvals * arrays.type->size, memory);
    return arrays;
}

/// The compressed rows as the plugin interface describes them.
mergus_csr csr_of(const HostArrays& arrays) {
    auto csr = core::defaults<mergus_csr>();
    csr.type = arrays.type;
    csr.nrows = arrays.shape.nrows;
    csr.ncols = arrays.shape.ncols;
    csr.nvals = csr.capacity = arrays.nvals;
    csr.row_ptr = const_cast<std::uint64_t*>(arrays.rows.data());
    csr.cols = arrays.is_narrow() ? static_cast<void*>(const_cast<std::uint32_t*>(arrays.narrow_cols.data()))
                                  : static_cast<void*>(const_cast<std::uint64_t*>(arrays.cols.data()));
    csr.values = const_cast<std::byte*>(arrays.values.data());
    csr.pointer_bits = 64;
    csr.index_bits = arrays.is_narrow() ? 32 : 64;
    csr.memory = MERGUS_MEMORY_HOST;
    csr.flags = MERGUS_CSR_TRUSTED;
    return csr;
}

} // namespace

HostArrays tuples_of(const Local& matrix) {
    Device& device = matrix.device();
    const auto function = device.require(device.table().matrix_extract_tuples, "extract_tuples");
    HostArrays arrays = room_for(matrix);
    arrays.is_list = true;
    arrays.rows.resize(arrays.nvals);
    if (!arrays.shape.is_vector) arrays.cols.resize(arrays.nvals);
    arrays.values.resize(arrays.nvals * arrays.type->size);
    if (arrays.nvals == 0) return arrays;
    auto args = core::defaults<mergus_matrix_extract_tuples_args>();
    args.matrix = matrix.handle();
    args.rows = arrays.rows.data();
    args.cols = arrays.shape.is_vector ? nullptr : arrays.cols.data();
    args.values = arrays.values.data();
    args.value_type = arrays.type;
    device.call([&](mergus_status* status) { return function(device.handle(), &args, status); });
    return arrays;
}

LocalPtr from_tuples(Device& device, const HostArrays& list) {
    LocalPtr made = device.make(list.type, list.shape);
    if (list.nvals == 0) return made;
    const auto function = device.require(device.table().matrix_build, "build");
    auto args = core::defaults<mergus_matrix_build_args>();
    args.matrix = made->handle();
    args.rows = list.rows.data();
    args.cols = list.shape.is_vector ? nullptr : list.cols.data();
    args.values = list.values.data();
    args.value_type = list.type;
    args.nvals = list.nvals;
    device.call([&](mergus_status* status) { return function(device.handle(), &args, status); });
    return made;
}

HostArrays to_host(const Local& matrix) {
    HostArrays arrays = rows_for(matrix);
    if (arrays.is_list) return tuples_of(matrix);
    mergus_csr csr = csr_of(arrays);
    auto args = core::defaults<mergus_matrix_export_csr_args>();
    args.matrix = matrix.handle();
    args.csr = &csr;
    Device& device = matrix.device();
    device.call([&](mergus_status* status) {
        return device.table().matrix_export_csr(device.handle(), &args, status);
    });
    return arrays;
}

HostArrays begin_to_host(const Local& matrix, std::uint64_t& ticket) {
    Device& device = matrix.device();
    HostArrays arrays;
    if (device.transfers() != nullptr) arrays = rows_for(matrix);
    ticket = 0;
    if (!arrays.page_locked()) return to_host(matrix);
    mergus_csr csr = csr_of(arrays);
    auto args = core::defaults<mergus_matrix_export_csr_args>();
    args.matrix = matrix.handle();
    args.csr = &csr;
    device.call([&](mergus_status* status) {
        return device.transfers()->begin_export(device.handle(), &args, &ticket, status);
    });
    return arrays;
}

LocalPtr begin_to_device(Device& device, const HostArrays& arrays, std::uint64_t& ticket) {
    const mergus_csr csr = csr_of(arrays);
    auto args = core::defaults<mergus_matrix_import_csr_args>();
    args.csr = &csr;
    device.call([&](mergus_status* status) {
        return device.transfers()->begin_import(device.handle(), &args, &ticket, status);
    });
    return device.own(args.matrix, arrays.type);
}

void follow(Device& device, std::uint64_t ticket) {
    if (ticket == 0) return;
    device.call(
        [&](mergus_status* status) { return device.transfers()->follow(device.handle(), ticket, status); });
}

void wait(Device& device, std::uint64_t ticket) {
    if (ticket == 0) return;
    device.call(
        [&](mergus_status* status) { return device.transfers()->wait(device.handle(), ticket, status); });
}

LocalPtr copy_from(Device& device, const Local& matrix) {
    mergus_matrix* copy = nullptr;
    device.call(
        [&](mergus_status* status) {
            return device.transfers()->import_from(device.handle(), matrix.device().handle(), matrix.handle(),
                                                   &copy, status);
        },
        {&matrix.device()});
    return device.own(copy, matrix.type());
}

LocalPtr concatenate(Device& device, const mergus_type* type, const Shape& shape,
                     const std::vector<RowsOf>& parts) {
    std::vector<const mergus_matrix*> handles;
    std::vector<std::uint64_t> places, firsts, counts;
    for (const RowsOf& part : parts) {
        handles.push_back(part.matrix->handle());
        places.push_back(part.place);
        firsts.push_back(part.first);
        counts.push_back(part.count);
    }
    auto args = core::defaults<mergus_concatenate_args>();
    args.type = type;
    args.nrows = shape.nrows;
    args.ncols = shape.ncols;
    args.is_vector = shape.is_vector ? 1 : 0;
    args.count = handles.size();
    args.parts = handles.data();
    args.first_rows = places.data();
    args.taken_rows = firsts.data();
    args.row_counts = counts.data();
    std::vector<mergus_context*> contexts;
    std::vector<Device*> devices;
    for (const RowsOf& part : parts) {
        devices.push_back(&part.matrix->device());
        contexts.push_back(devices.back()->handle());
    }
    const bool own = std::all_of(devices.begin(), devices.end(), [&](Device* one) { return one == &device; });
    device.call(
        [&](mergus_status* status) {
            return own ? device.transfers()->concatenate(device.handle(), &args, status)
                       : device.transfers()->concatenate_from(device.handle(), &args, contexts.data(),
                                                              status);
        },
        devices);
    return device.own(args.matrix, type);
}

LocalPtr join_columns(Device& device, const mergus_type* type, std::uint64_t nrows,
                      const std::vector<LocalPtr>& parts) {
    std::vector<const mergus_matrix*> handles;
    for (const LocalPtr& part : parts) handles.push_back(part->handle());
    auto args = core::defaults<mergus_join_columns_args>();
    args.type = type;
    args.nrows = nrows;
    args.count = handles.size();
    args.parts = handles.data();
    device.call([&](mergus_status* status) {
        return device.transfers()->join_columns(device.handle(), &args, status);
    });
    return device.own(args.matrix, type);
}

LocalPtr as_imported(const LocalPtr& matrix) {
    return to_device(matrix->device(), to_host(*matrix));
}

LocalPtr to_device(Device& device, const HostArrays& arrays) {
    if (arrays.is_list) return from_tuples(device, arrays);
    const mergus_csr csr = csr_of(arrays);
    auto args = core::defaults<mergus_matrix_import_csr_args>();
    args.csr = &csr;
    device.call([&](mergus_status* status) {
        return device.table().matrix_import_csr(device.handle(), &args, status);
    });
    return device.own(args.matrix, arrays.type);
}

} // namespace mergus::blocks
