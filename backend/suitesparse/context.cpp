/// \file context.cpp
/// Initialisation of GraphBLAS, and thread limits of contexts.
#include "context.hpp"

#include <mutex>

namespace mergus::suitesparse {

void initialise() {
    static std::once_flag once;
    std::call_once(once, [] {
        // INVALID_VALUE means that the program has already initialised GraphBLAS.
        const GrB_Info info = GrB_init(GrB_BLOCKING);
        if (info != GrB_INVALID_VALUE) check(info, "GrB_init");
    });
}

ThreadLimit::ThreadLimit(mergus_context& context, std::uint32_t descriptor) : context_(context) {
    context.one_thread = context.deterministic || (descriptor & MERGUS_DESC_DETERMINISTIC) != 0;
#if GxB_IMPLEMENTATION >= GxB_VERSION(8, 0, 0)
    if (engaged() != nullptr) check(GxB_Context_engage(engaged()), "GxB_Context_engage");
#endif
}

ThreadLimit::~ThreadLimit() {
#if GxB_IMPLEMENTATION >= GxB_VERSION(8, 0, 0)
    if (engaged() != nullptr) (void)GxB_Context_disengage(engaged());
#endif
    context_.one_thread = false;
}

} // namespace mergus::suitesparse

mergus_context::mergus_context(const mergus_context_options& options)
    // Floating-point sums depend on their distribution over GraphBLAS's threads.
    : threads(options.deterministic != 0 ? 1 : static_cast<int>(options.threads)),
      deterministic(options.deterministic != 0) {
    using mergus::suitesparse::check;
    for (std::uint32_t bits = 0; bits < descriptors.size(); ++bits) {
        check(GrB_Descriptor_new(descriptors[bits].put()), "GrB_Descriptor_new");
        const auto set = [&](std::uint32_t flag, auto field, auto value) {
            if ((bits & flag) != 0)
                check(GrB_Descriptor_set(descriptors[bits].get(), field, value), "GrB_Descriptor_set");
        };
        set(MERGUS_DESC_REPLACE, GrB_OUTP, GrB_REPLACE);
        set(MERGUS_DESC_STRUCTURE, GrB_MASK, GrB_STRUCTURE);
        set(MERGUS_DESC_COMPLEMENT, GrB_MASK, GrB_COMP); // combines with GrB_STRUCTURE
        set(MERGUS_DESC_TRAN0, GrB_INP0, GrB_TRAN);
        set(MERGUS_DESC_TRAN1, GrB_INP1, GrB_TRAN);
        set(64, GxB_AxB_METHOD, GxB_AxB_SAXPY);
#if GxB_IMPLEMENTATION < GxB_VERSION(8, 0, 0)
        if (const int limit = (bits & MERGUS_DESC_DETERMINISTIC) != 0 ? 1 : threads; limit > 0)
            check(GxB_Desc_set_INT32(descriptors[bits].get(), GxB_DESCRIPTOR_NTHREADS, limit),
                  "GxB_Desc_set");
#endif
    }
#if GxB_IMPLEMENTATION >= GxB_VERSION(8, 0, 0)
    const auto make = [](auto& made, int limit) {
        check(GxB_Context_new(made.put()), "GxB_Context_new");
        // The type of the option is an enumeration in some versions and int in others.
        const auto set = [&]<class Field>(GrB_Info (*set_int)(GxB_Context, Field, std::int32_t)) {
            return set_int(made.get(), static_cast<Field>(GxB_NTHREADS), limit);
        };
        check(set(&GxB_Context_set_INT32), "GxB_Context_set");
    };
    if (threads > 0) make(grb_context, threads);
    make(one_thread_context, 1);
#endif
}
