/**
 * \file caller_stream.h
 * The emulated device's type for a caller's stream (mergus_context_options::stream, mergus_csr::stream).
 *
 * The emulated device runs all work synchronously, so its own work needs no ordering. A caller that defers
 * work, as programs on a GPU do, runs it in finish(). The device calls finish() where its work must start
 * after the stream's.
 */
#ifndef MERGUS_EMULATED_CALLER_STREAM_H
#define MERGUS_EMULATED_CALLER_STREAM_H

typedef struct mergus_emulated_stream {
    void (*finish)(void* arg); /* runs all deferred work; does not throw */
    void* arg;
    int device; /* its ordinal */
} mergus_emulated_stream;

#endif
