/// \file library.cpp
/// GrB_init and GrB_finalize, the context, and the messages of errors.
#include "fields.hpp"
#include "memory.hpp"
#include "shown_format.hpp"

#include <mergus_graphblas/mergus_graphblas.h>

#include <atomic>
#include <cstdio>
#include <optional>

namespace mergus::grb {

namespace {

struct Library {
    std::mutex mutex;
    std::optional<Context> context;
    GrB_Mode mode = GrB_NONBLOCKING;
    std::atomic<std::int32_t> orientation{GrB_ROWMAJOR};
    std::atomic<bool> initialised{false};
};

Library& library() {
    static auto* const made = new Library; // never destroyed: programs call in their exit handlers
    return *made;
}

/// The message of the thread's last failure, or null. The objects of a thread are destroyed before the exit
/// handlers of the program run, which may make calls too. So this is a plain pointer, and a message of such a
/// call is not freed.
thread_local std::string* thread_error = nullptr;

struct FreeThreadError {
    FreeThreadError() = default;
    FreeThreadError(const FreeThreadError&) = delete;
    FreeThreadError& operator=(const FreeThreadError&) = delete;
    ~FreeThreadError() {
        delete thread_error;
        thread_error = nullptr;
    }
};

void keep_for_thread(const std::string& text) {
    if (thread_error != nullptr) {
        *thread_error = text;
        return;
    }
    thread_local const FreeThreadError at_end;
    static_cast<void>(at_end);
    thread_error = new std::string(text);
}

/// All objects share one, because messages are rare.
std::mutex& messages_mutex() {
    static std::mutex mutex;
    return mutex;
}

/// Calls that a backend does not support, such as those with operators that are functions, run on the CPU.
Context new_context(std::string_view backend) {
    ContextOptions options;
    options.backend = backend;
    options.fallback_to_cpu = true;
    return Context(options);
}

GrB_Info code_of(Code code) noexcept {
    switch (code) {
    case Code::compile_error:
        return GrB_INVALID_VALUE;
    case Code::no_backend:
    case Code::bad_plugin:
    case Code::device_lost:
    case Code::io_error:
    case Code::parse_error:
        return GrB_PANIC;
    default:
        return static_cast<GrB_Info>(code);
    }
}

void keep(Object* output, const char* function, const char* message) noexcept {
    try {
        const std::string text = std::string(function) + ": " + message;
        keep_for_thread(text);
        if (output == nullptr || output->predefined) return;
        const std::lock_guard lock(messages_mutex());
        if (std::string* const kept = output->message.load(std::memory_order_relaxed))
            *kept = text;
        else
            output->message.store(new std::string(text), std::memory_order_release);
    } catch (...) { // out of memory: the code alone must do
    }
}

} // namespace

void fail(GrB_Info info, std::string message) {
    throw Failure(info, std::move(message));
}

bool initialised() noexcept {
    return library().initialised.load(std::memory_order_acquire);
}

GrB_Mode mode() noexcept {
    return library().mode;
}

Context context() {
    const std::lock_guard lock(library().mutex);
    if (!initialised()) fail(GrB_PANIC, "GrB_init has not been called");
    return *library().context;
}

std::int32_t default_orientation() noexcept {
    return library().orientation;
}
void set_default_orientation(std::int32_t orientation) noexcept {
    library().orientation = orientation;
}

Hints& hints() noexcept {
    static Hints made;
    static const bool first = [] {
        for (std::size_t k = 0; k < GxB_NBITMAP_SWITCH; ++k) made.bitmap_switch[k] = default_bitmap_switch(k);
        return true;
    }();
    static_cast<void>(first);
    return made;
}

const std::int32_t library_version[3] = {MERGUS_GRAPHBLAS_VERSION};

void choose_context(Context chosen) {
    Library& library = grb::library();
    const std::lock_guard lock(library.mutex);
    library.context = std::move(chosen);
}

void choose_backend(std::string_view name) {
    choose_context(new_context(name));
}

void forget(Object& output) noexcept {
    const std::lock_guard lock(messages_mutex());
    output.message.load(std::memory_order_relaxed)->clear();
}

const char* last_error() noexcept {
    return thread_error == nullptr ? "" : thread_error->c_str();
}

void get_message(const char** error, Object& object) {
    const std::lock_guard lock(messages_mutex());
    const std::string* const text = object.message.load(std::memory_order_relaxed);
    *error = text != nullptr ? text->c_str() : "";
}

GrB_Info report(Object* output, const char* function) noexcept {
    try {
        throw;
    } catch (const Failure& failure) {
        keep(output, function, failure.what());
        return failure.info;
    } catch (const Error& error) {
        keep(output, function, error.what());
        return code_of(error.code());
    } catch (const std::bad_alloc&) {
        keep(output, function, "out of memory");
        return GrB_OUT_OF_MEMORY;
    } catch (const std::exception& error) {
        keep(output, function, error.what());
        return GrB_PANIC;
    } catch (...) {
        keep(output, function, "an unknown exception");
        return GrB_PANIC;
    }
}

} // namespace mergus::grb

using namespace mergus::grb;

namespace {

GrB_Info initialise(GrB_Mode mode, const Allocator& allocator, const char* function) {
    try {
        Library& library = mergus::grb::library();
        const std::lock_guard lock(library.mutex);
        if (mode != GrB_BLOCKING && mode != GrB_NONBLOCKING) fail(GrB_INVALID_VALUE, "the mode is unknown");
        if (library.initialised) fail(GrB_INVALID_VALUE, "it has been called before");
        not_null(reinterpret_cast<const void*>(allocator.allocate), "the function that allocates");
        not_null(reinterpret_cast<const void*>(allocator.release), "the function that frees");
        library.context = new_context({});
        library.mode = mode;
        set_program_allocator(allocator);
        start_call_times();
        library.initialised.store(true, std::memory_order_release);
        return GrB_SUCCESS;
    } catch (...) {
        const GrB_Info info = report(nullptr, function);
        // Few programs read the message of a call that has no object.
        if (info == GrB_PANIC) static_cast<void>(std::fprintf(stderr, "%s\n", last_error()));
        return info;
    }
}

} // namespace

GrB_Info GrB_init(GrB_Mode mode) {
    return initialise(mode, Allocator{}, __func__);
}

GrB_Info GxB_init(GrB_Mode mode, void* (*user_malloc)(size_t), void* (*)(size_t, size_t),
                  void* (*)(void*, size_t), void (*user_free)(void*)) {
    return initialise(mode, Allocator{user_malloc, user_free}, __func__);
}

GrB_Info GrB_finalize() {
    try {
        Library& library = mergus::grb::library();
        const std::lock_guard lock(library.mutex);
        if (!library.initialised) fail(GrB_PANIC, "GrB_init has not been called");
        print_call_times();
        library.initialised.store(false, std::memory_order_release);
        library.context.reset(); // objects that the program has not freed keep the context alive
        return GrB_SUCCESS;
    } catch (...) {
        return report(nullptr, __func__);
    }
}

const char* mergus_graphblas_last_error() {
    return last_error();
}

GrB_Info mergus_graphblas_counters(mergus_graphblas_totals* totals) {
    return call(nullptr, __func__, [&] {
        not_null(totals, "the totals");
        const mergus::Counters c = context().counters();
        *totals = {c.fallbacks,       c.launches,        c.synchronizations, c.bytes_to_host,
                   c.bytes_to_device, c.allocated_bytes, c.high_water_bytes, c.compiled_kernels};
    });
}

GrB_Info GrB_getVersion(unsigned int* version, unsigned int* subversion) {
    if (version == nullptr || subversion == nullptr) return GrB_NULL_POINTER;
    *version = GRB_VERSION;
    *subversion = GRB_SUBVERSION;
    return GrB_SUCCESS;
}

#define MERGUS_ERROR(F, Kind)                                                                                \
    GrB_Info GrB_##Kind##_error(const char** error, const GrB_##Kind object) {                               \
        return error_of(error, object, __func__);                                                            \
    }
GB_OBJECTS(MERGUS_ERROR, )

GrB_Info GxB_Scalar_error(const char** error, const GrB_Scalar object) {
    return error_of(error, object, __func__);
}

#define MERGUS_FREE(F, Kind)                                                                                 \
    GrB_Info GrB_##Kind##_free(GrB_##Kind* object) {                                                         \
        const CallTimer timer(__func__);                                                                     \
        return destroy(object);                                                                              \
    }
GB_OBJECTS(MERGUS_FREE, )
