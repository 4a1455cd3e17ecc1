/// \file transfer.cpp
#include "transfer.hpp"

#include "convert.hpp"
#include "wide_values.hpp"

#include <algorithm>
#include <concepts>
#include <numeric>
#include <vector>

namespace mergus::bench {

namespace {

template <class T>
Array<double> export_values(const AnyMatrix& matrix, mergus_csr& csr) {
    Array<T> values(csr.capacity);
    csr.values = values.data();
    matrix.export_csr(csr);
    if constexpr (std::same_as<T, double>)
        return values;
    else
        return cast<double>(values);
}

} // namespace

mergus_csr describe(const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols) {
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = type;
    csr.nrows = nrows;
    csr.ncols = ncols;
    csr.pointer_bits = 64;
    csr.index_bits = 32;
    csr.memory = MERGUS_MEMORY_HOST;
    return csr;
}

AnyMatrix upload(const Context& context, const HostCsr& host, const mergus_type* type) {
    static constexpr bool true_value = true;
    mergus_csr csr = describe(type, host.nrows, host.ncols);
    csr.nvals = host.nvals();
    // The import copies (release is null), so the arrays are only read.
    csr.row_ptr = const_cast<std::uint64_t*>(host.ptr.data());
    csr.cols = const_cast<std::uint32_t*>(host.cols.data());
    if (type->code == MERGUS_BOOL) {
        csr.iso = 1; // no value is 0
        csr.values = const_cast<bool*>(&true_value);
        return AnyMatrix::import_csr(context, csr);
    }
    if (type->code == MERGUS_FP64) {
        csr.values = const_cast<double*>(host.values.data());
        return AnyMatrix::import_csr(context, csr);
    }
    if (type->code == MERGUS_USER_TYPE) {
        Array<double> components = widened(host.values, type->size);
        csr.values = components.data();
        return AnyMatrix::import_csr(context, csr);
    }
    Array<float> floats = cast<float>(host.values);
    csr.values = floats.data();
    return AnyMatrix::import_csr(context, csr);
}

HostCsr download(const AnyMatrix& matrix, unsigned factors) {
    HostCsr host;
    host.nrows = matrix.nrows();
    host.ncols = matrix.ncols();
    host.ptr.resize(host.nrows + 1);
    host.cols.resize(matrix.nvals());
    mergus_csr csr = describe(matrix.type(), host.nrows, host.ncols);
    csr.row_ptr = host.ptr.data();
    csr.cols = host.cols.data();
    csr.capacity = host.nvals();
    switch (matrix.type()->code) {
    case MERGUS_BOOL:
        host.values = export_values<std::uint8_t>(matrix, csr);
        break;
    case MERGUS_INT8:
        host.values = export_values<std::int8_t>(matrix, csr);
        break;
    case MERGUS_INT32:
        host.values = export_values<std::int32_t>(matrix, csr);
        break;
    case MERGUS_INT64:
        host.values = export_values<std::int64_t>(matrix, csr);
        break;
    case MERGUS_FP32:
        host.values = export_values<float>(matrix, csr);
        break;
    case MERGUS_USER_TYPE: {
        Array<double> components(csr.capacity * matrix.type()->size / sizeof(double));
        csr.values = components.data();
        matrix.export_csr(csr);
        host.values = narrowed(components, matrix.type()->size, factors);
        break;
    }
    default:
        host.values = export_values<double>(matrix, csr);
    }
    return host;
}

HostCsr download(const AnyVector& vector, unsigned factors) {
    HostCsr host;
    host.nrows = vector.size();
    host.ncols = 1;
    std::vector<std::uint64_t> indices(vector.nvals());
    if (vector.type()->code == MERGUS_USER_TYPE) {
        Array<double> components(indices.size() * vector.type()->size / sizeof(double));
        vector.extract_tuples(indices.data(), components.data(), vector.type());
        host.values = narrowed(components, vector.type()->size, factors);
    } else {
        host.values.resize(indices.size());
        vector.extract_tuples(indices.data(), host.values.data(), type_of<double>());
    }
    host.cols.resize(indices.size());
    std::fill(host.cols.begin(), host.cols.end(), 0U);
    host.ptr.resize(host.nrows + 1);
    std::fill(host.ptr.begin(), host.ptr.end(), 0U);
    for (const std::uint64_t i : indices) host.ptr[i + 1] = 1;
    std::partial_sum(host.ptr.begin(), host.ptr.end(), host.ptr.begin());
    return host;
}

Usage usage_between(const Counters& before, const Counters& after) {
    Usage usage;
    if (after.high_water_bytes == 0) return usage; // the backend has no counters
    usage.peak_bytes = after.high_water_bytes - before.allocated_bytes;
    usage.launches = after.launches - before.launches;
    usage.synchronizations = after.synchronizations - before.synchronizations;
    usage.compiled_kernels = after.compiled_kernels - before.compiled_kernels;
    usage.compile_seconds = after.compile_seconds - before.compile_seconds;
    return usage;
}

} // namespace mergus::bench
