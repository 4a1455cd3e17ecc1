/// \file plugin.cpp
/// The table of the CUDA backend: the only file that turns errors into status. Built twice, as "cuda" and, on
/// the emulated device, as "cuda-emulated".
#include "context.hpp"
#include "ops/import_export.hpp"
#include "ops/operations.hpp"
#include "plugin_status.hpp"
#include "segmented_merge/segmented_merge.hpp"

#include <mergus/error.hpp>

#include <cstdio>
#include <new>
#include <string>

#ifndef MERGUS_BACKEND_NAME
#error "MERGUS_BACKEND_NAME is set by the build"
#endif

namespace {

using mergus::Code;
using mergus::Error;
namespace cuda = mergus::cuda;

using mergus::core::guarded;

int32_t score(char* reason, size_t size) {
    try {
        const cuda::Probe probe = cuda::probe();
        if (probe.score > 0 && probe.reason.empty())
            std::snprintf(reason, size, "%s, compute capability %d.%d", probe.name.c_str(),
                          probe.compute_major, probe.compute_minor);
        else
            std::snprintf(reason, size, "%s", probe.reason.c_str());
        return probe.score;
    } catch (const Error& error) {
        std::snprintf(reason, size, "%s", error.what());
        return error.code() == Code::out_of_memory ? MERGUS_OUT_OF_MEMORY : 0;
    } catch (const std::bad_alloc&) {
        std::snprintf(reason, size, "out of host memory");
        return MERGUS_OUT_OF_MEMORY;
    } catch (const std::exception& error) {
        std::snprintf(reason, size, "%s", error.what());
        return 0;
    } catch (...) {
        std::snprintf(reason, size, "an exception that is no std::exception");
        return 0;
    }
}

int32_t context_new(const mergus_context_options* options, mergus_context** context, mergus_status* status) {
    return guarded(status, [&] { *context = new mergus_context(*options); });
}
void context_free(mergus_context* context) {
    delete context;
}
int32_t context_wait(mergus_context* context, mergus_status* status) {
    return guarded(status, [&] { context->device.synchronize(); });
}
int32_t context_counters(mergus_context* context, mergus_counters* c, int32_t reset_high_water) {
    const cuda::Counters& seen = context->device.counters();
    c->bytes_to_host = seen.bytes_to_host;
    c->bytes_to_device = seen.bytes_to_device;
    c->largest_copy_to_host = seen.largest_to_host;
    c->launches = seen.launches;
    c->synchronizations = seen.synchronizations;
    c->allocated_bytes = context->device.memory_use().current;
    c->high_water_bytes = context->device.memory_use().peak;
    c->compiled_kernels = seen.compilations;
    c->cached_kernels = seen.disk_hits;
    c->compile_seconds = seen.compile_seconds;
    if (reset_high_water != 0) context->device.reset_peak();
    return MERGUS_SUCCESS;
}

int32_t matrix_new(mergus_context* context, const mergus_type* type, uint64_t nrows, uint64_t ncols,
                   mergus_matrix** matrix, mergus_status* status) {
    return guarded(status,
                   [&] { *matrix = new mergus_matrix(cuda::empty_matrix(*context, type, nrows, ncols)); });
}
void matrix_free(mergus_context*, mergus_matrix* matrix) {
    delete matrix;
}
int32_t matrix_dup(mergus_context* context, const mergus_matrix* matrix, mergus_matrix** copy,
                   mergus_status* status) {
    return guarded(status, [&] { *copy = new mergus_matrix(cuda::copy_of(*context, *matrix)); });
}
int32_t matrix_clear(mergus_context* context, mergus_matrix* matrix, mergus_status* status) {
    return guarded(
        status, [&] { *matrix = cuda::empty_matrix(*context, matrix->type, matrix->nrows, matrix->ncols); });
}
int32_t matrix_info(mergus_context*, const mergus_matrix* matrix, mergus_matrix_info* info, mergus_status*) {
    info->nrows = matrix->nrows;
    info->ncols = matrix->ncols;
    info->nvals = matrix->nvals;
    info->bytes = matrix->ptr.size() * sizeof(std::uint64_t) + matrix->col.bytes() + matrix->val.bytes();
    return MERGUS_SUCCESS;
}
int32_t import_csr(mergus_context* context, const mergus_csr* csr, mergus_matrix** matrix,
                   mergus_status* status) {
    return guarded(status, [&] { *matrix = new mergus_matrix(cuda::import_csr(*context, *csr)); });
}
int32_t export_csr(mergus_context* context, const mergus_matrix* matrix, mergus_csr* csr,
                   mergus_status* status) {
    return guarded(status, [&] { cuda::export_csr(*context, *matrix, *csr); });
}
int32_t move_csr(mergus_context* context, mergus_matrix* matrix, mergus_csr* csr, mergus_status* status) {
    return guarded(status, [&] { cuda::move_csr(*context, *matrix, *csr); });
}
int32_t build(mergus_context* context, mergus_matrix* matrix, const uint64_t* rows, const uint64_t* cols,
              const void* values, const mergus_type* value_type, uint64_t nvals, const mergus_op* dup,
              mergus_status* status) {
    return guarded(status,
                   [&] { cuda::build(*context, *matrix, rows, cols, values, value_type, nvals, dup); });
}
int32_t extract_tuples(mergus_context* context, const mergus_matrix* matrix, uint64_t* rows, uint64_t* cols,
                       void* values, const mergus_type* value_type, mergus_status* status) {
    return guarded(status, [&] { cuda::extract_tuples(*context, *matrix, rows, cols, values, value_type); });
}

/// An operation of operations.hpp as an entry of the table.
template <void (*Operation)(cuda::Context&, const mergus_call&)>
int32_t operation(mergus_context* context, const mergus_call* call, mergus_status* status) {
    return guarded(status, [&] {
        const cuda::Counters before = context->device.counters();
        const cuda::CallMode mode(*context, call->descriptor);
        Operation(*context, *call);
        if (call->report == nullptr) return;
        context->device.synchronize();
        const cuda::Counters& after = context->device.counters();
        call->report->compile_seconds = after.compile_seconds - before.compile_seconds;
        if (call->report->method[0] == '\0')
            std::snprintf(call->report->method, sizeof call->report->method, "device kernels");
        if (call->report->reason[0] == '\0')
            std::snprintf(call->report->reason, sizeof call->report->reason,
                          "%llu launches, %llu waits, %llu kernels compiled",
                          static_cast<unsigned long long>(after.launches - before.launches),
                          static_cast<unsigned long long>(after.synchronizations - before.synchronizations),
                          static_cast<unsigned long long>(after.compilations - before.compilations));
    });
}

int32_t segmented_merge(mergus_context* context, const mergus_segmented_merge_args* args,
                        mergus_status* status) {
    return guarded(status, [&] {
        const double before = context->device.counters().compile_seconds;
        cuda::segmented_merge(*context, *args);
        if (args->report == nullptr) return;
        context->device.synchronize();
        args->report->compile_seconds = context->device.counters().compile_seconds - before;
    });
}

mergus_backend make_table() {
    static const std::string& description = *new std::string([] {
        try {
            const cuda::Probe probe = cuda::probe();
            return probe.score == 0 ? std::string("no device") : probe.name;
        } catch (...) { // no memory, as score() will say; the description is made once
            return std::string("unknown device");
        }
    }());
    mergus_backend table{};
    table.struct_size = sizeof table;
    table.abi_major = MERGUS_ABI_MAJOR;
    table.abi_minor = MERGUS_ABI_MINOR;
    table.name = MERGUS_BACKEND_NAME;
    table.description = description.c_str();
    table.score = score;
    table.context_new = context_new;
    table.context_free = context_free;
    table.context_wait = context_wait;
    table.context_counters = context_counters;
    table.matrix_new = matrix_new;
    table.matrix_free = matrix_free;
    table.matrix_dup = matrix_dup;
    table.matrix_clear = matrix_clear;
    table.matrix_info = matrix_info;
    table.matrix_import_csr = import_csr;
    table.matrix_export_csr = export_csr;
    table.matrix_move_csr = move_csr;
    table.matrix_build = build;
    table.matrix_extract_tuples = extract_tuples;
    table.mxm = operation<cuda::mxm>;
    table.transpose = operation<cuda::transpose>;
    table.select = operation<cuda::select>;
    table.apply = operation<cuda::apply>;
    table.ewise_add = operation<cuda::ewise_add>;
    table.ewise_mult = operation<cuda::ewise_mult>;
    table.reduce_rows = operation<cuda::reduce_rows>;
    table.reduce_scalar = operation<cuda::reduce_scalar>;
    table.assign = operation<cuda::assign>;
    table.assign_scalar = operation<cuda::assign_scalar>;
    table.extract = operation<cuda::extract>;
    table.count_triangles = operation<cuda::count_triangles>;
    table.segmented_merge = segmented_merge;
    return table;
}

} // namespace

extern "C" __attribute__((visibility("default"))) const mergus_backend* mergus_backend_entry(uint32_t,
                                                                                             uint32_t) {
    static const mergus_backend table = make_table();
    return &table;
}
