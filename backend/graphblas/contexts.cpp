/// \file contexts.cpp
/// GxB_Context: numbers of threads that a thread engages. They are kept and have no effect.
#include "fields.hpp"

struct mergus_grb_context : mergus::grb::Object {
    static constexpr auto kind = mergus::grb::Kind::context;
    std::atomic<std::int32_t> threads{0};
    std::atomic<double> chunk{0};

    constexpr explicit mergus_grb_context(const char* name) noexcept : Object(kind, name) {}
    mergus_grb_context() noexcept : Object(kind, nullptr) {}
};

using namespace mergus::grb;

namespace {

constinit mergus_grb_context world{"GxB_CONTEXT_WORLD"};
thread_local mergus_grb_context* engaged = nullptr; ///< null: GxB_CONTEXT_WORLD

[[noreturn]] void unknown_setting() {
    fail(GrB_INVALID_VALUE, "a context does not have that field with that type");
}

std::atomic<std::int32_t>& threads_of(mergus_grb_context& context) {
    return &context == &world ? hints().threads : context.threads;
}
std::atomic<double>& chunk_of(mergus_grb_context& context) {
    return &context == &world ? hints().chunk : context.chunk;
}

} // namespace

GxB_Context GxB_CONTEXT_WORLD = &world;
const double GxB_HYPER_DEFAULT = default_hyper_switch;
const double GxB_ALWAYS_HYPER = 1;
const double GxB_NEVER_HYPER = -1;
const int GxB_FORMAT_DEFAULT = GxB_BY_ROW;

GrB_Info GxB_Context_new(GxB_Context* context) {
    return construct(context, __func__, [&] { make(context); });
}

GrB_Info GxB_Context_free(GxB_Context* context) {
    if (context != nullptr && *context == engaged) engaged = nullptr;
    return destroy(context);
}

GrB_Info GxB_Context_error(const char** error, const GxB_Context context) {
    return error_of(error, context, __func__);
}

GrB_Info GxB_Context_engage(GxB_Context context) {
    return call(output_of(context), __func__, [&] {
        mergus_grb_context& object = live(context, "the context");
        engaged = &object == &world ? nullptr : &object;
    });
}

GrB_Info GxB_Context_disengage(GxB_Context context) {
    return call(output_of(context), __func__, [&] {
        if (context != nullptr && &live(context, "the context") != engaged && context != &world &&
            engaged != nullptr)
            fail(GrB_INVALID_VALUE, "the thread has engaged another context");
        engaged = nullptr;
    });
}

GrB_Info GxB_Context_set_INT32(GxB_Context context, int field, int32_t value) {
    return call(output_of(context), __func__, [&] {
        mergus_grb_context& object = live(context, "the context");
        if (field != GxB_CONTEXT_NTHREADS) unknown_setting();
        threads_of(object) = value;
    });
}

GrB_Info GxB_Context_get_INT32(GxB_Context context, int field, int32_t* value) {
    return call(output_of(context), __func__, [&] {
        mergus_grb_context& object = live(context, "the context");
        if (field != GxB_CONTEXT_NTHREADS) unknown_setting();
        *not_null(value, "value") = threads_of(object);
    });
}

GrB_Info GxB_Context_set_FP64(GxB_Context context, int field, double value) {
    return call(output_of(context), __func__, [&] {
        mergus_grb_context& object = live(context, "the context");
        if (field != GxB_CONTEXT_CHUNK) unknown_setting();
        chunk_of(object) = value;
    });
}

GrB_Info GxB_Context_get_FP64(GxB_Context context, int field, double* value) {
    return call(output_of(context), __func__, [&] {
        mergus_grb_context& object = live(context, "the context");
        if (field != GxB_CONTEXT_CHUNK) unknown_setting();
        *not_null(value, "value") = chunk_of(object);
    });
}
