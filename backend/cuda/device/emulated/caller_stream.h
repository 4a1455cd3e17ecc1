/**
 * \file caller_stream.h
 * What the emulated device takes for a stream of the caller's, as mergus_context_options::stream and
 * mergus_csr::stream.
 *
 * The emulated device does all work at once, so its own work needs no order. A caller that puts off work of
 * its own, as a program on a GPU does, has it done in finish(), which is called where the device's work has
 * to come after the stream's.
 */
#ifndef MERGUS_EMULATED_CALLER_STREAM_H
#define MERGUS_EMULATED_CALLER_STREAM_H

typedef struct mergus_emulated_stream {
    void (*finish)(void* arg); /* does all that the stream was asked for; does not throw */
    void* arg;
    int device; /* its ordinal */
} mergus_emulated_stream;

#endif
