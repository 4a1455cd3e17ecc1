/// \file grb.cpp
/// The exception for a GrB_Info.
#include "grb.hpp"

#include <fmt/format.h>

namespace mergus::suitesparse {

void check(GrB_Info info, const char* function, Collection object) {
    if (info == GrB_SUCCESS) return;
    const char* text = nullptr;
    if (object.is_vector())
        (void)GrB_Vector_error(&text, object.vector());
    else if (!object.is_null())
        (void)GrB_Matrix_error(&text, object.matrix());
    // GraphBLAS's codes are mergus_code's, but for its own extensions.
    const auto within = [info](int most, int least) { return info <= most && info >= least; };
    const std::int32_t code = within(MERGUS_UNINITIALIZED_OBJECT, MERGUS_NOT_IMPLEMENTED) ||
                                      within(MERGUS_PANIC, MERGUS_EMPTY_OBJECT)
                                  ? std::int32_t{info}
                                  : std::int32_t{MERGUS_PANIC};
    if (text != nullptr && *text != '\0') throw Failure{code, fmt::format("{}: {}", function, text)};
    throw Failure{code, fmt::format("{} failed with {} ({})", function, code_name(static_cast<Code>(info)),
                                    static_cast<int>(info))};
}

} // namespace mergus::suitesparse
