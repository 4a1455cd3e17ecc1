/// \file types.cpp
/// GrB_Type_new and GxB_Type_new, and names and codes of types. Invariant: a type without a text has a
/// mergus_type of its own as long as an object of it exists; afterwards a new type of the same size uses it.
#include "types.hpp"

#include <mergus/runtime.hpp>

#include <map>

namespace mergus::grb {

namespace {

/// The greatest size of a user's type in bytes (types.hpp of the library).
constexpr std::size_t greatest_size = 4096;

/// The types without a text that no object has, by their sizes.
struct FreeTypes {
    std::mutex mutex;
    std::map<std::size_t, std::vector<const mergus_type*>> by_size;
    std::uint64_t made = 0;
};
FreeTypes& free_types() {
    static auto* const types = new FreeTypes; // never destroyed: objects are freed in exit handlers
    return *types;
}

std::mutex& names_mutex() {
    static std::mutex mutex;
    return mutex;
}

const mergus_type* make_opaque_type(std::size_t size, std::uint64_t number) {
    const std::uint32_t alignment = size % 8 == 0 ? 8 : size % 4 == 0 ? 4 : size % 2 == 0 ? 2 : 1;
    const std::string name = "mergus_grb_type_" + std::to_string(number);
    const std::string text = "typedef struct { uint" + std::to_string(8 * alignment) + "_t parts[" +
                             std::to_string(size / alignment) + "]; } " + name + ";";
    return detail::intern_type(
        {sizeof(mergus_type), MERGUS_USER_TYPE, alignment, size, name.c_str(), text.c_str()});
}

} // namespace

TypeRecord::~TypeRecord() {
    if (!opaque || type == nullptr) return;
    try {
        const std::lock_guard lock(free_types().mutex);
        free_types().by_size[type->size].push_back(type);
    } catch (...) { // out of memory: the type is not used again
    }
}

UserType new_opaque_type(std::size_t size) {
    auto made = std::make_shared<TypeRecord>();
    made->opaque = true;
    const std::lock_guard lock(free_types().mutex);
    if (const auto found = free_types().by_size.find(size);
        found != free_types().by_size.end() && !found->second.empty()) {
        made->type = found->second.back();
        found->second.pop_back();
    } else {
        made->type = make_opaque_type(size, free_types().made++);
    }
    return made;
}

UserType new_type(const mergus_type* type) {
    auto made = std::make_shared<TypeRecord>();
    made->type = type;
    return made;
}

std::string name_of_type(const mergus_type* type, const UserType& user) {
    switch (type->code) {
#define MERGUS_CASE(S, T)                                                                                    \
    case MERGUS_##S:                                                                                         \
        return "GrB_" #S;
        GB_BUILTIN_TYPES(MERGUS_CASE)
#undef MERGUS_CASE
#define MERGUS_CASE(S, T)                                                                                    \
    case MERGUS_##S:                                                                                         \
        return "GxB_" #S;
        GB_COMPLEX_TYPES(MERGUS_CASE)
#undef MERGUS_CASE
    default: {
        if (user == nullptr) return {};
        const std::lock_guard lock(names_mutex());
        return user->name;
    }
    }
}

void name_type(TypeRecord& type, std::string name) {
    const std::lock_guard lock(names_mutex());
    if (!type.name.empty()) fail(GrB_ALREADY_SET, "the type has a name");
    type.name = std::move(name);
}

GrB_Type_Code code_of_type(const mergus_type* type) noexcept {
    switch (type->code) {
#define MERGUS_CASE(S, T)                                                                                    \
    case MERGUS_##S:                                                                                         \
        return GrB_##S##_CODE;
        GB_BUILTIN_TYPES(MERGUS_CASE)
#undef MERGUS_CASE
#define MERGUS_CASE(S, T)                                                                                    \
    case MERGUS_##S:                                                                                         \
        return GxB_##S##_CODE;
        GB_COMPLEX_TYPES(MERGUS_CASE)
#undef MERGUS_CASE
    default:
        return GrB_UDT_CODE;
    }
}

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GrB_Type_new(GrB_Type* type, size_t size) {
    return construct(type, __func__, [&] {
        not_null(type, "the address of the handle");
        if (size == 0) fail(GrB_INVALID_VALUE, "the size is 0");
        if (size > greatest_size)
            fail(GrB_NOT_IMPLEMENTED, "a type has at most " + std::to_string(greatest_size) + " bytes");
        make(type, new_opaque_type(size));
    });
}

GrB_Info GxB_Type_new(GrB_Type* type, size_t size, const char* name, const char* definition) {
    if (name == nullptr || definition == nullptr) return GrB_Type_new(type, size);
    return construct(type, __func__, [&] {
        not_null(type, "the address of the handle");
        // A size of 0 stands for that of the definition.
        make(type, new_type(size == 0 ? mergus::define_type(name, definition)
                                      : mergus::define_type(name, definition, size)));
    });
}
