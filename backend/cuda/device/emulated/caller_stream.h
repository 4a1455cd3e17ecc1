/**
 * \file caller_stream.h
 * The emulated device's type for a caller's stream (mergus_context_options::stream, mergus_csr::stream).
 *
 * The emulated device runs all work synchronously, so its own work needs no ordering. A caller that defers
 * work, as programs on a GPU do, runs it in finish(). The device calls finish() where its work must start
 * after the stream's.
 *
 * While `record` is set, the stream of a context is captured: launches, copies and fills on the device are
 * passed to it as steps, and run when the caller runs them.
 */
#ifndef MERGUS_EMULATED_CALLER_STREAM_H
#define MERGUS_EMULATED_CALLER_STREAM_H

typedef struct mergus_emulated_step {
    void (*run)(void* work);
    void (*drop)(void* work); /* frees the work */
    void* work;
} mergus_emulated_step;

typedef struct mergus_emulated_stream {
    void (*finish)(void* arg); /* runs all deferred work; does not throw */
    void* arg;
    int device;                                           /* its ordinal */
    void (*record)(void* arg, mergus_emulated_step step); /* takes the step; null: not captured */
} mergus_emulated_stream;

#endif
