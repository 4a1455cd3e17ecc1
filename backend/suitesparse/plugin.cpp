/// \file plugin.cpp
/// The table of the SuiteSparse backend, and the only file that turns errors into status.
#include "../frontend/support/plugin_status.hpp"
#include "operations.hpp"

#include <algorithm>
#include <thread>

namespace {

using namespace mergus::suitesparse;

using mergus::core::guarded;

template <class Body>
std::int32_t guarded(mergus_context* context, mergus_status* status, const Body& body,
                     std::uint32_t descriptor = 0) noexcept {
    return guarded(status, [&] {
        const ThreadLimit limit(*context, descriptor);
        body();
    });
}

#define MERGUS_STRING_OF(X) #X
#define MERGUS_STRING(X) MERGUS_STRING_OF(X)
#define MERGUS_GRB_VERSION                                                                                   \
    MERGUS_STRING(GxB_IMPLEMENTATION_MAJOR)                                                                  \
    "." MERGUS_STRING(GxB_IMPLEMENTATION_MINOR) "." MERGUS_STRING(GxB_IMPLEMENTATION_SUB)

std::int32_t score(char* reason, std::size_t reason_size) {
    // GraphBLAS is not started for this: the program may still want to do that its own way.
    if (reason != nullptr && reason_size != 0)
        std::snprintf(reason, reason_size, "SuiteSparse:GraphBLAS %s on the CPU, up to %u threads",
                      MERGUS_GRB_VERSION, std::max(1U, std::thread::hardware_concurrency()));
    return 10;
}

std::int32_t context_new(const mergus_context_options* options, mergus_context** context,
                         mergus_status* status) {
    return guarded(status, [&] {
        initialise();
        *context = new mergus_context(*options);
    });
}

void context_free(mergus_context* context) {
    delete context;
}

std::int32_t context_wait(mergus_context*, mergus_status*) {
    return MERGUS_SUCCESS; // every function finishes what it does
}

std::int32_t context_counters(mergus_context*, mergus_counters* counters, std::int32_t) {
    const std::size_t size = std::min(counters->struct_size, sizeof(mergus_counters));
    std::memset(reinterpret_cast<unsigned char*>(counters) + sizeof(std::size_t), 0,
                size - sizeof(std::size_t));
    return MERGUS_SUCCESS;
}

/// An operation as the table wants it.
#define MERGUS_OPERATION(NAME)                                                                               \
    [](mergus_context* context, const mergus_call* call, mergus_status* status) -> std::int32_t {            \
        return guarded(                                                                                      \
            context, status, [&] { mergus::suitesparse::NAME(*context, *call); }, call->descriptor);         \
    }

constexpr mergus_backend make_table() {
    mergus_backend table{};
    table.struct_size = sizeof table;
    table.abi_major = MERGUS_ABI_MAJOR;
    table.abi_minor = MERGUS_ABI_MINOR;
    table.name = "suitesparse";
    table.description = "SuiteSparse:GraphBLAS " MERGUS_GRB_VERSION " on the CPU";
    table.score = &score;
    table.context_new = &context_new;
    table.context_free = &context_free;
    table.context_wait = &context_wait;
    table.context_counters = &context_counters;

    table.matrix_new = [](mergus_context* context, const mergus_type* type, std::uint64_t nrows,
                          std::uint64_t ncols, mergus_matrix** matrix, mergus_status* status) {
        return guarded(context, status, [&] { *matrix = matrix_new(type, nrows, ncols); });
    };
    table.matrix_free = [](mergus_context*, mergus_matrix* matrix) { delete matrix; };
    table.matrix_dup = [](mergus_context* context, const mergus_matrix* matrix, mergus_matrix** copy,
                          mergus_status* status) {
        return guarded(context, status, [&] { *copy = matrix_dup(*matrix); });
    };
    table.matrix_clear = [](mergus_context* context, mergus_matrix* matrix, mergus_status* status) {
        return guarded(context, status, [&] { matrix_clear(*matrix); });
    };
    table.matrix_info = [](mergus_context* context, const mergus_matrix* matrix, mergus_matrix_info* info,
                           mergus_status* status) {
        return guarded(context, status, [&] { matrix_info(*matrix, *info); });
    };
    table.matrix_import_csr = [](mergus_context* context, const mergus_csr* csr, mergus_matrix** matrix,
                                 mergus_status* status) {
        return guarded(context, status, [&] { *matrix = matrix_import_csr(*csr); });
    };
    table.matrix_export_csr = [](mergus_context* context, const mergus_matrix* matrix, mergus_csr* csr,
                                 mergus_status* status) {
        return guarded(context, status, [&] { matrix_export_csr(*matrix, *csr); });
    };
    table.matrix_move_csr = [](mergus_context* context, mergus_matrix* matrix, mergus_csr* csr,
                               mergus_status* status) {
        return guarded(context, status, [&] { matrix_move_csr(*matrix, *csr); });
    };
    table.matrix_build = [](mergus_context* context, mergus_matrix* matrix, const std::uint64_t* rows,
                            const std::uint64_t* cols, const void* values, const mergus_type* value_type,
                            std::uint64_t nvals, const mergus_op* dup, mergus_status* status) {
        return guarded(context, status,
                       [&] { matrix_build(*context, *matrix, rows, cols, values, value_type, nvals, dup); });
    };
    table.matrix_extract_tuples = [](mergus_context* context, const mergus_matrix* matrix,
                                     std::uint64_t* rows, std::uint64_t* cols, void* values,
                                     const mergus_type* value_type, mergus_status* status) {
        return guarded(context, status,
                       [&] { matrix_extract_tuples(*matrix, rows, cols, values, value_type); });
    };
    table.matrix_adopt_native = [](mergus_context* context, void* native, const mergus_type* type,
                                   mergus_matrix** matrix, mergus_status* status) {
        return guarded(context, status, [&] { *matrix = matrix_adopt_native(*context, native, type); });
    };
    table.matrix_release_native = [](mergus_context* context, mergus_matrix* matrix, void** native,
                                     mergus_status* status) {
        return guarded(context, status, [&] { *native = matrix_release_native(*matrix); });
    };

    table.mxm = MERGUS_OPERATION(mxm);
    table.transpose = MERGUS_OPERATION(transpose);
    table.select = MERGUS_OPERATION(select);
    table.apply = MERGUS_OPERATION(apply);
    table.ewise_add = MERGUS_OPERATION(ewise_add);
    table.ewise_mult = MERGUS_OPERATION(ewise_mult);
    table.reduce_rows = MERGUS_OPERATION(reduce_rows);
    table.reduce_scalar = MERGUS_OPERATION(reduce_scalar);
    table.assign = MERGUS_OPERATION(assign);
    table.assign_scalar = MERGUS_OPERATION(assign_scalar);
    table.extract = MERGUS_OPERATION(extract);
    return table;
}

constexpr mergus_backend table = make_table();

} // namespace

extern "C" __attribute__((visibility("default"))) const mergus_backend* mergus_backend_entry(std::uint32_t,
                                                                                             std::uint32_t) {
    return &table; // the library compares the versions
}
