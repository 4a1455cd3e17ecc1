// entry.cuh: the functions through which the emulation finds and starts a kernel; inserted after its text.
//
// MERGUS_ENTRY(kernel) defines mergus_bind_<kernel>, which connects a loaded kernel with a scheduler.

template <class T, T... i>
struct mergus_sequence {};
template <class... P, unsigned... i>
static void mergus_apply(void (*kernel)(P...), void** args, mergus_sequence<unsigned, i...>) {
    kernel(*static_cast<P*>(args[i])...);
}
template <class... P>
static void mergus_unpack(void (*kernel)(P...), void** args) {
    mergus_apply(kernel, args, mergus_sequence<unsigned, __integer_pack(sizeof...(P))...>{});
}
template <class... P>
static void mergus_sizes(void (*)(P...), mergus_kernel* out) {
    static const unsigned long sizes[] = {sizeof(P)..., 0};
    out->parameter_sizes = sizes;
    out->parameter_count = sizeof...(P);
}

// Defined by shared_memory.ld.
extern "C" __attribute__((visibility("hidden"))) char mergus_shared_begin[], mergus_shared_end[];

#define MERGUS_ENTRY(kernel)                                                                                 \
    static void mergus_run_##kernel(void** args) {                                                           \
        mergus_unpack(&kernel, args);                                                                        \
    }                                                                                                        \
    extern "C" __attribute__((visibility("default"))) void mergus_bind_##kernel(mergus_runtime* runtime,     \
                                                                                mergus_kernel* out) {        \
        mergus_rt = runtime;                                                                                 \
        out->run = &mergus_run_##kernel;                                                                     \
        out->shared_begin = mergus_shared_begin;                                                             \
        out->shared_end = mergus_shared_end;                                                                 \
        mergus_sizes(&kernel, out);                                                                          \
    }
