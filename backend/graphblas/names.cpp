/// \file names.cpp
#include "names.hpp"

#include <map>

namespace mergus::grb {

namespace {

struct Names {
    std::mutex mutex;
    std::map<const mergus_type*, std::string> of_types;
};
Names& names() {
    static auto* const made = new Names; // never destroyed, like the types
    return *made;
}

} // namespace

std::string name_of_type(const mergus_type* type) {
    switch (type->code) {
#define MERGUS_CASE(S, T)                                                                                    \
    case MERGUS_##S:                                                                                         \
        return "GrB_" #S;
        GB_BUILTIN_TYPES(MERGUS_CASE)
#undef MERGUS_CASE
    default: {
        const std::lock_guard lock(names().mutex);
        const auto found = names().of_types.find(type);
        return found == names().of_types.end() ? std::string() : found->second;
    }
    }
}

void name_type(const mergus_type* type, std::string name) {
    const std::lock_guard lock(names().mutex);
    if (!names().of_types.try_emplace(type, std::move(name)).second)
        fail(GrB_ALREADY_SET, "the type has a name");
}

GrB_Type_Code code_of_type(const mergus_type* type) noexcept {
    switch (type->code) {
#define MERGUS_CASE(S, T)                                                                                    \
    case MERGUS_##S:                                                                                         \
        return GrB_##S##_CODE;
        GB_BUILTIN_TYPES(MERGUS_CASE)
#undef MERGUS_CASE
    default:
        return GrB_UDT_CODE;
    }
}

} // namespace mergus::grb
