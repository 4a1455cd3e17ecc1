/* A backend that is wrong in one way, chosen when it is compiled: each must be refused with a clear message.
 */
#include <mergus/plugin.h>

#if defined(HOSTILE_NO_SYMBOL)

int mergus_hostile_something_else(void);
int mergus_hostile_something_else(void) {
    return 1;
}

#elif defined(HOSTILE_MISSING_DEPENDENCY)

/* Never defined anywhere: the loader cannot resolve it. */
extern int mergus_hostile_undefined_symbol(void);

const mergus_backend* mergus_backend_entry(uint32_t major, uint32_t minor);
const mergus_backend* mergus_backend_entry(uint32_t major, uint32_t minor) {
    (void)major;
    (void)minor;
    return (const mergus_backend*)(intptr_t)mergus_hostile_undefined_symbol();
}

#else

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int32_t score(char* reason, size_t size) {
    if (size > 0) reason[0] = '\0';
#if defined(HOSTILE_EXIT)
    exit(0);
#elif defined(HOSTILE_QUICK_EXIT)
    quick_exit(0);
#elif defined(HOSTILE_UNDERSCORE_EXIT)
    _exit(0);
#elif defined(HOSTILE_CRASH)
    abort();
#elif defined(HOSTILE_STOP)
    raise(SIGSTOP);
#endif
    return HOSTILE_SCORE;
}
static int32_t context_new(const mergus_context_options* options, mergus_context** context,
                           mergus_status* status) {
    static int made;
    (void)options;
    (void)status;
    *context = (mergus_context*)&made;
    return MERGUS_SUCCESS;
}
static void context_free(mergus_context* context) {
    (void)context;
}
static int a_matrix;
static int32_t matrix_new(mergus_context* context, mergus_matrix_new_args* args, mergus_status* status) {
    (void)context;
    (void)status;
    args->matrix = (mergus_matrix*)&a_matrix;
    return MERGUS_SUCCESS;
}
static void matrix_free(mergus_context* context, mergus_matrix* matrix) {
    (void)context;
    (void)matrix;
}
/* A failure whose message fills the buffer without a NUL. */
static int32_t matrix_info(mergus_context* context, const mergus_matrix* matrix, mergus_matrix_info* info,
                           mergus_status* status) {
    (void)context;
    (void)matrix;
    (void)info;
    for (size_t c = 0; c < sizeof status->message; ++c) status->message[c] = 'x';
    return MERGUS_PANIC;
}
static int32_t import_csr(mergus_context* context, mergus_matrix_import_csr_args* args,
                          mergus_status* status) {
    (void)context;
    (void)status;
    args->matrix = (mergus_matrix*)&a_matrix;
    return MERGUS_SUCCESS;
}
static int32_t export_csr(mergus_context* context, const mergus_matrix_export_csr_args* args,
                          mergus_status* status) {
    (void)context;
    (void)args;
    (void)status;
    return MERGUS_SUCCESS;
}

static mergus_backend table;

const mergus_backend* mergus_backend_entry(uint32_t major, uint32_t minor);
const mergus_backend* mergus_backend_entry(uint32_t major, uint32_t minor) {
    table.struct_size = sizeof table;
    table.abi_major = major;
    table.abi_minor = minor;
    table.name = HOSTILE_NAME;
    table.score = score;
    table.context_new = context_new;
    table.context_free = context_free;
    table.matrix_new = matrix_new;
    table.matrix_free = matrix_free;
    table.matrix_info = matrix_info;
    table.matrix_import_csr = import_csr;
    table.matrix_export_csr = export_csr;
#if defined(HOSTILE_MAJOR)
    table.abi_major = major + 7;
#elif defined(HOSTILE_NULL_TABLE)
    return 0;
#elif defined(HOSTILE_SHORT_HEAD)
    table.struct_size = 4;
#elif defined(HOSTILE_SHORT_TABLE)
    table.struct_size = offsetof(mergus_backend, matrix_new);
#elif defined(HOSTILE_NO_SCORE)
    table.score = 0;
#endif
    return &table;
}

#endif
