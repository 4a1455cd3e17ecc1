/* plus_times.c: a backend in one file, as a start for others (docs/WRITING-A-BACKEND.md is the guide).
 *
 * It holds matrices of doubles in compressed sparse rows on the host, and multiplies them over plus_times: no
 * mask, no accumulator, no transposes. Everything else is refused as not implemented: operations by a null
 * function, calls of mxm by supports(), types and layouts by the code of the function. */
#include <mergus/plugin.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef MERGUS_BACKEND_NAME              /* set by the build to the name in the file's name: */
#define MERGUS_BACKEND_NAME "plus_times" /* libmergus_backend_plus_times.so */
#endif

/* Both are opaque to the library. A context of this backend has no content. */
struct mergus_context {
    int unused;
};
/* Row i holds entries row_ptr[i] … row_ptr[i+1]-1, columns strictly increasing. */
struct mergus_matrix {
    uint64_t nrows, ncols;
    uint64_t* row_ptr;
    uint64_t* cols;
    double* values;
};

/* ---- errors: a code, and a message for the user in the caller's status ---- */

static int32_t fail(mergus_status* status, int32_t code, const char* message) {
    snprintf(status->message, sizeof status->message, "%s", message);
    return code;
}
static int32_t no_memory(mergus_status* status) {
    return fail(status, MERGUS_OUT_OF_MEMORY, "malloc failed");
}
static int32_t unsupported(mergus_status* status, const char* why) {
    return fail(status, MERGUS_NOT_IMPLEMENTED, why);
}
static int is_double(const mergus_type* type) {
    return type->code == MERGUS_FP64;
}

/* ---- the backend and its contexts ---- */

static int32_t score(char* reason, size_t size) {
    snprintf(reason, size, "runs everywhere");
    return 1; /* below MERGUS_SCORE_DEFAULT: used only by name */
}
static int32_t context_new(const mergus_context_options* options, mergus_context** context,
                           mergus_status* status) {
    (void)options;
    *context = calloc(1, sizeof **context);
    return *context ? MERGUS_SUCCESS : no_memory(status);
}
static void context_free(mergus_context* context) {
    free(context);
}

static void matrix_free(mergus_context* context, mergus_matrix* m) {
    (void)context;
    if (!m) return;
    free(m->row_ptr);
    free(m->cols);
    free(m->values);
    free(m);
}

/* All offsets 0, room for nvals entries; NULL if malloc fails. */
static mergus_matrix* allocate(uint64_t nrows, uint64_t ncols, uint64_t nvals) {
    mergus_matrix* m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->nrows = nrows;
    m->ncols = ncols;
    m->row_ptr = calloc(nrows + 1, sizeof *m->row_ptr);
    m->cols = calloc(nvals + 1, sizeof *m->cols);
    m->values = calloc(nvals + 1, sizeof *m->values);
    if (m->row_ptr && m->cols && m->values) return m;
    matrix_free(NULL, m);
    return NULL;
}

static int32_t matrix_new(mergus_context* context, mergus_matrix_new_args* args, mergus_status* status) {
    (void)context;
    if (!is_double(args->type)) return unsupported(status, "matrices of fp64 only");
    args->matrix = allocate(args->nrows, args->ncols, 0);
    return args->matrix ? MERGUS_SUCCESS : no_memory(status);
}

static int32_t matrix_info(mergus_context* context, const mergus_matrix* m, mergus_matrix_info* info,
                           mergus_status* status) {
    (void)context;
    (void)status;
    info->nrows = m->nrows;
    info->ncols = m->ncols;
    info->nvals = m->row_ptr[m->nrows];
    info->bytes = (m->nrows + 1) * sizeof *m->row_ptr + info->nvals * (sizeof *m->cols + sizeof *m->values);
    return MERGUS_SUCCESS;
}

/* The layout of arrays that can be imported and exported. */
static int is_own_layout(const mergus_csr* csr) {
    return csr->memory == MERGUS_MEMORY_HOST && csr->pointer_bits == 64 && csr->index_bits == 64;
}

/* The backend checks imported arrays: the library does not read them. */
static int32_t matrix_import_csr(mergus_context* context, mergus_matrix_import_csr_args* args,
                                 mergus_status* status) {
    const mergus_csr* csr = args->csr;
    if (!is_double(csr->type)) return unsupported(status, "matrices of fp64 only");
    if (!is_own_layout(csr)) return unsupported(status, "indices of 64 bits in host memory only");
    const uint64_t* row_ptr = csr->row_ptr;
    const uint64_t* cols = csr->cols;
    int rising = row_ptr[0] == 0 && row_ptr[csr->nrows] == csr->nvals;
    for (uint64_t i = 0; i < csr->nrows; ++i) rising = rising && row_ptr[i] <= row_ptr[i + 1];
    if (!rising) return fail(status, MERGUS_INVALID_VALUE, "the row offsets do not rise from 0 to nvals");
    mergus_matrix* m = allocate(csr->nrows, csr->ncols, csr->nvals);
    if (!m) return no_memory(status);
    memcpy(m->row_ptr, row_ptr, (csr->nrows + 1) * sizeof *row_ptr);
    for (uint64_t i = 0; i < csr->nrows; ++i)
        for (uint64_t e = m->row_ptr[i]; e < m->row_ptr[i + 1]; ++e) {
            m->cols[e] = cols[e];
            m->values[e] = ((const double*)csr->values)[csr->iso ? 0 : e];
            if (m->cols[e] >= m->ncols || (e > m->row_ptr[i] && m->cols[e] <= m->cols[e - 1])) {
                matrix_free(context, m);
                return fail(status, MERGUS_INVALID_INDEX,
                            "columns are not strictly increasing within the shape");
            }
        }
    if (csr->release) csr->release(csr->release_arg); /* the arrays were handed over, and are copied */
    args->matrix = m;
    return MERGUS_SUCCESS;
}

/* The library has checked that the arrays have room. */
static int32_t matrix_export_csr(mergus_context* context, const mergus_matrix_export_csr_args* args,
                                 mergus_status* status) {
    const mergus_matrix* m = args->matrix;
    mergus_csr* csr = args->csr;
    (void)context;
    const uint64_t nvals = m->row_ptr[m->nrows];
    if (!is_own_layout(csr)) return unsupported(status, "indices of 64 bits in host memory only");
    if (csr->row_ptr) memcpy(csr->row_ptr, m->row_ptr, (m->nrows + 1) * sizeof *m->row_ptr);
    if (csr->cols) memcpy(csr->cols, m->cols, nvals * sizeof *m->cols);
    if (csr->values) memcpy(csr->values, m->values, nvals * sizeof *m->values);
    csr->nvals = nvals;
    csr->iso = 0;
    return MERGUS_SUCCESS;
}

struct entry {
    uint64_t row, col;
    double value;
};
static int by_position(const void* a, const void* b) {
    const struct entry *x = a, *y = b;
    if (x->row != y->row) return x->row < y->row ? -1 : 1;
    return x->col < y->col ? -1 : x->col > y->col;
}

/* The content of `made` replaces that of the matrix. Nothing can fail after this. */
static void replace_by(mergus_matrix* matrix, mergus_matrix* made) {
    const mergus_matrix old = *matrix;
    *matrix = *made;
    *made = old;
    matrix_free(NULL, made);
}

/* Optional, but most programs need it. The library has checked that the indices are in range. */
static int32_t matrix_build(mergus_context* context, const mergus_matrix_build_args* args,
                            mergus_status* status) {
    mergus_matrix* matrix = args->matrix;
    const uint64_t nvals = args->nvals;
    (void)context;
    if (!is_double(args->value_type)) return unsupported(status, "values of fp64 only");
    if (args->dup) return unsupported(status, "build with an operator for duplicates");
    struct entry* entries = malloc((nvals + 1) * sizeof *entries);
    mergus_matrix* made = entries ? allocate(matrix->nrows, matrix->ncols, nvals) : NULL;
    if (!made) {
        free(entries);
        return no_memory(status);
    }
    for (uint64_t e = 0; e < nvals; ++e) {
        entries[e].row = args->rows[e];
        entries[e].col = args->cols[e];
        entries[e].value = ((const double*)args->values)[e];
        ++made->row_ptr[args->rows[e] + 1];
    }
    qsort(entries, nvals, sizeof *entries, by_position);
    int duplicate = 0;
    for (uint64_t e = 0; e < nvals; ++e) {
        duplicate = duplicate || (e > 0 && by_position(&entries[e - 1], &entries[e]) == 0);
        made->cols[e] = entries[e].col;
        made->values[e] = entries[e].value;
    }
    for (uint64_t i = 0; i < made->nrows; ++i) made->row_ptr[i + 1] += made->row_ptr[i];
    free(entries);
    if (duplicate) {
        matrix_free(NULL, made);
        return fail(status, MERGUS_INVALID_VALUE,
                    "two entries at one position and no operator to combine them");
    }
    replace_by(matrix, made);
    return MERGUS_SUCCESS;
}

static int32_t matrix_extract_tuples(mergus_context* context, const mergus_matrix_extract_tuples_args* args,
                                     mergus_status* status) {
    const mergus_matrix* m = args->matrix;
    (void)context;
    if (!is_double(args->value_type)) return unsupported(status, "values of fp64 only");
    for (uint64_t i = 0; args->rows && i < m->nrows; ++i)
        for (uint64_t e = m->row_ptr[i]; e < m->row_ptr[i + 1]; ++e) args->rows[e] = i;
    const uint64_t nvals = m->row_ptr[m->nrows];
    if (args->cols) memcpy(args->cols, m->cols, nvals * sizeof *m->cols);
    if (args->values) memcpy(args->values, m->values, nvals * sizeof *m->values);
    return MERGUS_SUCCESS;
}

/* ---- C = A ⊕.⊗ B over plus_times ---- */

static int is_plus_times(const mergus_semiring* semiring) {
    return semiring->add->op->code == MERGUS_OP_PLUS && semiring->mul->code == MERGUS_OP_TIMES &&
           is_double(semiring->mul->z_type);
}

static int by_value(const void* a, const void* b) {
    const uint64_t x = *(const uint64_t*)a, y = *(const uint64_t*)b;
    return x < y ? -1 : x > y;
}

/* Gustavson (1978): row i of T is the sum of the rows of B that row i of A names. T is computed in memory of
 * its own, so C may be A or B, and C is unchanged if memory runs out. */
static int32_t multiply(mergus_matrix* C, const mergus_matrix* A, const mergus_matrix* B, uint64_t* products,
                        mergus_status* status) {
    *products = 0;
    for (uint64_t a = 0; a < A->row_ptr[A->nrows]; ++a)
        *products += B->row_ptr[A->cols[a] + 1] - B->row_ptr[A->cols[a]];
    mergus_matrix* T = allocate(A->nrows, B->ncols, *products); /* more room than needed */
    double* sum = calloc(B->ncols + 1, sizeof *sum);
    char* there = calloc(B->ncols + 1, 1);
    if (!T || !sum || !there) {
        matrix_free(NULL, T);
        free(sum);
        free(there);
        return no_memory(status);
    }
    uint64_t end = 0;
    for (uint64_t i = 0; i < A->nrows; ++i) {
        const uint64_t begin = end;
        for (uint64_t a = A->row_ptr[i]; a < A->row_ptr[i + 1]; ++a)
            for (uint64_t b = B->row_ptr[A->cols[a]]; b < B->row_ptr[A->cols[a] + 1]; ++b) {
                const uint64_t j = B->cols[b];
                const double product = A->values[a] * B->values[b];
                sum[j] = there[j] ? sum[j] + product : product;
                if (!there[j]) T->cols[end++] = j;
                there[j] = 1;
            }
        qsort(T->cols + begin, end - begin, sizeof *T->cols, by_value);
#ifdef PLUS_TIMES_DROPS_AN_ENTRY
        if (end - begin > 1) there[T->cols[--end]] = 0; /* a fault on purpose: the tests must find it */
#endif
        for (uint64_t e = begin; e < end; ++e) {
            T->values[e] = sum[T->cols[e]];
            there[T->cols[e]] = 0;
        }
        T->row_ptr[i + 1] = end;
    }
    free(sum);
    free(there);
    replace_by(C, T);
    return MERGUS_SUCCESS;
}

/* Which calls of mxm this backend can run. The library asks before it copies operands to another backend; mxm
 * asks too, because without a fallback the library calls it at once. */
static int32_t supports(mergus_context* context, const mergus_call* call, mergus_status* status) {
    (void)context;
    if (call->operation != MERGUS_OPERATION_MXM) return unsupported(status, "operations but mxm");
    if (!is_plus_times(call->semiring)) return unsupported(status, "semirings but plus_times of fp64");
    if (call->mask || call->accum) return unsupported(status, "masks and accumulators");
    if (call->descriptor & (MERGUS_DESC_TRAN0 | MERGUS_DESC_TRAN1))
        return unsupported(status, "transposed inputs");
    return MERGUS_SUCCESS;
}

static int32_t mxm(mergus_context* context, const mergus_call* call, mergus_status* status) {
    uint64_t products = 0;
    int32_t code = supports(context, call, status);
    if (code == MERGUS_SUCCESS) code = multiply(call->C, call->A, call->B, &products, status);
    if (code == MERGUS_SUCCESS && call->report) {
        snprintf(call->report->method, sizeof call->report->method, "row by row, dense sums");
        snprintf(call->report->reason, sizeof call->report->reason, "the only method");
        call->report->work = products;
    }
    return code;
}

/* ---- the table: a NULL function is not supported ---- */

const mergus_backend* mergus_backend_entry(uint32_t abi_major, uint32_t abi_minor);
const mergus_backend* mergus_backend_entry(uint32_t abi_major, uint32_t abi_minor) {
    static const mergus_backend table = {
        .struct_size = sizeof table,
        .abi_major = MERGUS_ABI_MAJOR, /* of the header; the library compares them with its own */
        .abi_minor = MERGUS_ABI_MINOR,
        .name = MERGUS_BACKEND_NAME,
        .description = "example: plus_times of fp64 on the CPU, nothing else",
        .score = score,
        .context_new = context_new,
        .context_free = context_free,
        .matrix_new = matrix_new,
        .matrix_free = matrix_free,
        .matrix_info = matrix_info,
        .matrix_import_csr = matrix_import_csr,
        .matrix_export_csr = matrix_export_csr,
        .matrix_build = matrix_build,
        .matrix_extract_tuples = matrix_extract_tuples,
        .supports = supports,
        .mxm = mxm,
    };
    (void)abi_major, (void)abi_minor;
    return &table;
}
