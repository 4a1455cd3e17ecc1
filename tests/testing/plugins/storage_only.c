/* A correct backend that only stores fp64 matrices and vectors on the host: every operation is unsupported,
 * so that the library must say so or fall back to the CPU. Variants:
 *
 * STORAGE_SHORT  of a version whose table ended after the required functions; memory behind it cannot be
 * read. STORAGE_ASKS   has two devices, an mxm with `supports`, and extensions, one of them without members.
 */
#define _DEFAULT_SOURCE
#include <mergus/plugin.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct mergus_matrix {
    uint64_t nrows, ncols, nvals;
    int32_t is_vector; /* cols are its indices, and row_ptr is NULL */
    uint64_t* row_ptr;
    uint64_t* cols;
    double* values;
};

static int32_t score(char* reason, size_t size) {
    snprintf(reason, size, "stores matrices, computes nothing");
    return 1;
}
static int32_t context_new(const mergus_context_options* options, mergus_context** context,
                           mergus_status* status) {
    (void)options;
    (void)status;
    *context = malloc(1);
    return *context ? MERGUS_SUCCESS : MERGUS_OUT_OF_MEMORY;
}
static void context_free(mergus_context* context) {
    free(context);
}

static void matrix_free(mergus_context* context, mergus_matrix* m) {
    (void)context;
    free(m->row_ptr);
    free(m->cols);
    free(m->values);
    free(m);
}

static int32_t import_csr(mergus_context* context, mergus_matrix_import_csr_args* args,
                          mergus_status* status) {
    const mergus_csr* csr = args->csr;
    if (csr->type->code != MERGUS_FP64 || csr->pointer_bits != 64 || csr->index_bits != 64 ||
        csr->memory != MERGUS_MEMORY_HOST) {
        strcpy(status->message, "only fp64 with 64-bit indices on the host");
        return MERGUS_NOT_IMPLEMENTED;
    }
    mergus_matrix* m = calloc(1, sizeof *m);
    if (!m) return MERGUS_OUT_OF_MEMORY;
    m->nrows = csr->nrows;
    m->ncols = csr->ncols;
    m->nvals = csr->nvals;
    m->row_ptr = malloc((csr->nrows + 1) * 8);
    m->cols = malloc(csr->nvals * 8 + 1);
    m->values = malloc(csr->nvals * 8 + 1);
    if (!m->row_ptr || !m->cols || !m->values) {
        matrix_free(context, m);
        return MERGUS_OUT_OF_MEMORY;
    }
    memcpy(m->row_ptr, csr->row_ptr, (csr->nrows + 1) * 8);
    for (uint64_t e = 0; e < csr->nvals; ++e) {
        m->cols[e] = ((const uint64_t*)csr->cols)[e];
        m->values[e] = ((const double*)csr->values)[csr->iso ? 0 : e];
    }
    if (csr->release) csr->release(csr->release_arg);
    args->matrix = m;
    return MERGUS_SUCCESS;
}

static int32_t matrix_new(mergus_context* context, mergus_matrix_new_args* args, mergus_status* status) {
    uint64_t* row_ptr = calloc(args->nrows + 1, 8);
    uint64_t no_cols = 0;
    double no_values = 0;
    mergus_csr csr;
    memset(&csr, 0, sizeof csr);
    csr.struct_size = sizeof csr;
    csr.type = args->type;
    csr.nrows = args->nrows;
    csr.ncols = args->ncols;
    csr.row_ptr = row_ptr;
    csr.cols = &no_cols;
    csr.values = &no_values;
    csr.pointer_bits = csr.index_bits = 64;
    mergus_matrix_import_csr_args import = {sizeof import, &csr, NULL};
    int32_t code = row_ptr ? import_csr(context, &import, status) : MERGUS_OUT_OF_MEMORY;
    if (code == MERGUS_SUCCESS) args->matrix = import.matrix;
    free(row_ptr);
    return code;
}

static int32_t matrix_info(mergus_context* context, const mergus_matrix* m, mergus_matrix_info* info,
                           mergus_status* status) {
    (void)context;
    (void)status;
    info->nrows = m->nrows;
    info->ncols = m->ncols;
    info->nvals = m->nvals;
    info->bytes = (m->nrows + 1) * 8 + m->nvals * 16;
    info->is_vector = m->is_vector;
    return MERGUS_SUCCESS;
}

static int32_t export_csr(mergus_context* context, const mergus_matrix_export_csr_args* args,
                          mergus_status* status) {
    const mergus_matrix* m = args->matrix;
    mergus_csr* csr = args->csr;
    (void)context;
    (void)status;
    memcpy(csr->row_ptr, m->row_ptr, (m->nrows + 1) * 8);
    memcpy(csr->cols, m->cols, m->nvals * 8);
    memcpy(csr->values, m->values, m->nvals * 8);
    csr->nvals = m->nvals;
    csr->iso = 0;
    return MERGUS_SUCCESS;
}

static int32_t vector_import(mergus_context* context, mergus_vector_import_args* args,
                             mergus_status* status) {
    const mergus_vector_arrays* from = args->arrays;
    if (from->type->code != MERGUS_FP64 || from->format == MERGUS_VECTOR_BITMAP ||
        from->memory != MERGUS_MEMORY_HOST) {
        strcpy(status->message, "only fp64 as lists or full vectors on the host");
        return MERGUS_NOT_IMPLEMENTED;
    }
    mergus_matrix* v = calloc(1, sizeof *v);
    if (!v) return MERGUS_OUT_OF_MEMORY;
    v->is_vector = 1;
    v->nrows = from->size;
    v->ncols = 1;
    v->nvals = from->nvals;
    v->cols = malloc(from->nvals * 8 + 1);
    v->values = malloc(from->nvals * 8 + 1);
    if (!v->cols || !v->values) {
        matrix_free(context, v);
        return MERGUS_OUT_OF_MEMORY;
    }
    for (uint64_t e = 0; e < from->nvals; ++e) {
        v->cols[e] = from->format == MERGUS_VECTOR_FULL ? e : ((const uint64_t*)from->indices)[e];
        v->values[e] = ((const double*)from->values)[from->iso ? 0 : e];
    }
    if (from->release) from->release(from->release_arg);
    args->vector = v;
    return MERGUS_SUCCESS;
}

static int32_t vector_new(mergus_context* context, mergus_vector_new_args* args, mergus_status* status) {
    mergus_vector_arrays none;
    memset(&none, 0, sizeof none);
    none.struct_size = sizeof none;
    none.type = args->type;
    none.size = args->size;
    none.format = MERGUS_VECTOR_LIST;
    mergus_vector_import_args import = {sizeof import, &none, NULL};
    const int32_t code = vector_import(context, &import, status);
    if (code == MERGUS_SUCCESS) args->vector = import.vector;
    return code;
}

static int32_t vector_export(mergus_context* context, const mergus_vector_export_args* args,
                             mergus_status* status) {
    const mergus_matrix* v = args->vector;
    (void)context;
    (void)status;
    if (args->arrays->format == MERGUS_VECTOR_LIST) memcpy(args->arrays->indices, v->cols, v->nvals * 8);
    memcpy(args->arrays->values, v->values, v->nvals * 8);
    args->arrays->nvals = v->nvals;
    args->arrays->iso = 0;
    return MERGUS_SUCCESS;
}

/* A copy of `bytes` bytes that ends where memory ends that can be read. */
static const void* at_the_end(const void* from, size_t bytes) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char* pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE) != 0) abort();
    return memcpy(pages + page - bytes, from, bytes);
}

#ifdef STORAGE_ASKS

static int32_t device_count(uint64_t* count, mergus_status* status) {
    (void)status;
    *count = 2;
    return MERGUS_SUCCESS;
}
static int32_t device_info(uint64_t ordinal, mergus_device_info* info, mergus_status* status) {
    (void)status;
    snprintf(info->name, sizeof info->name, "store %d", (int)ordinal);
    info->memory = 4096 * (ordinal + 1);
    info->score = ordinal == 0;
    snprintf(info->reason, sizeof info->reason, "%s", ordinal == 0 ? "open" : "closed");
    if (ordinal == 1) memset(info->reason, 'x', sizeof info->reason); /* without a NUL */
    return MERGUS_SUCCESS;
}

static int32_t supports(mergus_context* context, const mergus_call* call, mergus_status* status) {
    (void)context;
    if (call->operation != MERGUS_OPERATION_MXM || !call->accum || call->report || call->result)
        return MERGUS_SUCCESS;
    strcpy(status->message, "accumulators");
    return MERGUS_NOT_IMPLEMENTED;
}
static int32_t mxm(mergus_context* context, const mergus_call* call, mergus_status* status) {
    (void)context;
    strcpy(status->message, call->accum ? "called although supports() refuses it" : "found while it ran");
    return call->accum ? MERGUS_PANIC : MERGUS_NOT_IMPLEMENTED;
}

/* Counts the rows. */
static int32_t count_triangles(mergus_context* context, const mergus_call* call, mergus_status* status) {
    (void)context;
    if (call->A->nvals == 0) {
        strcpy(status->message, "no entries");
        return MERGUS_NOT_IMPLEMENTED;
    }
    *(uint64_t*)call->result = call->A->nrows;
    return MERGUS_SUCCESS;
}
static const void* extension(const char* name) {
    static const mergus_count_triangles triangles = {sizeof triangles, count_triangles, NULL};
    static const size_t no_members = sizeof no_members;
    static const void* merge;
    if (!merge) merge = at_the_end(&no_members, sizeof no_members);
    if (strcmp(name, MERGUS_EXTENSION_COUNT_TRIANGLES) == 0) return &triangles;
    if (strcmp(name, MERGUS_EXTENSION_SEGMENTED_MERGE) == 0) return merge;
    return NULL;
}

#endif

static mergus_backend table;

const mergus_backend* mergus_backend_entry(uint32_t major, uint32_t minor);
const mergus_backend* mergus_backend_entry(uint32_t major, uint32_t minor) {
    (void)major;
    (void)minor;
    table.struct_size = sizeof table;
    table.abi_major = MERGUS_ABI_MAJOR;
    table.abi_minor = MERGUS_ABI_MINOR;
    table.name = STORAGE_NAME;
    table.description = "test backend without operations";
    table.score = score;
    table.context_new = context_new;
    table.context_free = context_free;
    table.matrix_new = matrix_new;
    table.matrix_free = matrix_free;
    table.matrix_info = matrix_info;
    table.matrix_import_csr = import_csr;
    table.matrix_export_csr = export_csr;
    table.vector_new = vector_new;
    table.vector_import = vector_import;
    table.vector_export = vector_export;
#ifdef STORAGE_ASKS
    table.device_count = device_count;
    table.device_info = device_info;
    table.supports = supports;
    table.mxm = mxm;
    table.extension = extension;
#endif
#ifdef STORAGE_SHORT
    table.struct_size = offsetof(mergus_backend, matrix_move_csr);
#endif
    return at_the_end(&table, table.struct_size);
}
