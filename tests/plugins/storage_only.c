/* A correct backend that only stores fp64 matrices on the host: every operation is unsupported, so that the
 * library must say so or fall back to the CPU. */
#include <mergus/plugin.h>

#include <stdlib.h>
#include <string.h>

struct mergus_matrix {
    uint64_t nrows, ncols, nvals;
    uint64_t* row_ptr;
    uint64_t* cols;
    double* values;
};

static int32_t score(char* reason, size_t size) {
    strncpy(reason, "stores matrices, computes nothing", size);
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

static int32_t import_csr(mergus_context* context, const mergus_csr* csr, mergus_matrix** matrix,
                          mergus_status* status) {
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
    *matrix = m;
    return MERGUS_SUCCESS;
}

static int32_t matrix_new(mergus_context* context, const mergus_type* type, uint64_t nrows, uint64_t ncols,
                          mergus_matrix** matrix, mergus_status* status) {
    uint64_t* row_ptr = calloc(nrows + 1, 8);
    uint64_t no_cols = 0;
    double no_values = 0;
    mergus_csr csr;
    memset(&csr, 0, sizeof csr);
    csr.struct_size = sizeof csr;
    csr.type = type;
    csr.nrows = nrows;
    csr.ncols = ncols;
    csr.row_ptr = row_ptr;
    csr.cols = &no_cols;
    csr.values = &no_values;
    csr.pointer_bits = csr.index_bits = 64;
    int32_t code = row_ptr ? import_csr(context, &csr, matrix, status) : MERGUS_OUT_OF_MEMORY;
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
    return MERGUS_SUCCESS;
}

static int32_t export_csr(mergus_context* context, const mergus_matrix* m, mergus_csr* csr,
                          mergus_status* status) {
    (void)context;
    (void)status;
    memcpy(csr->row_ptr, m->row_ptr, (m->nrows + 1) * 8);
    memcpy(csr->cols, m->cols, m->nvals * 8);
    memcpy(csr->values, m->values, m->nvals * 8);
    csr->nvals = m->nvals;
    csr->iso = 0;
    return MERGUS_SUCCESS;
}

static mergus_backend table;

const mergus_backend* mergus_backend_entry(uint32_t major, uint32_t minor);
const mergus_backend* mergus_backend_entry(uint32_t major, uint32_t minor) {
    (void)major;
    (void)minor;
    table.struct_size = sizeof table;
    table.abi_major = MERGUS_ABI_MAJOR;
    table.abi_minor = MERGUS_ABI_MINOR;
    table.name = "storage_only";
    table.description = "test backend without operations";
    table.score = score;
    table.context_new = context_new;
    table.context_free = context_free;
    table.matrix_new = matrix_new;
    table.matrix_free = matrix_free;
    table.matrix_info = matrix_info;
    table.matrix_import_csr = import_csr;
    table.matrix_export_csr = export_csr;
    return &table;
}
