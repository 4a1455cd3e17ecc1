/// \file types.cpp
#include "types.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>

namespace mergus::blocks {

namespace {

/// A type with its strings.
struct Interned {
    std::string name, definition;
    mergus_type type;
};
using Content = std::tuple<std::int32_t, std::string, std::uint64_t, std::string>;

} // namespace

const mergus_type* intern(const mergus_type* type) {
    static std::mutex mutex;
    // Not destroyed at exit, because matrices may be freed after static objects.
    static auto& types = *new std::map<Content, std::unique_ptr<Interned>>;
    const char* const definition = type->definition != nullptr ? type->definition : "";
    const std::lock_guard lock(mutex);
    auto& slot = types[Content{type->code, type->name, type->size, definition}];
    if (slot == nullptr) {
        slot = std::make_unique<Interned>(Interned{type->name, definition, *type});
        slot->type.struct_size = sizeof slot->type;
        slot->type.name = slot->name.c_str();
        slot->type.definition = type->definition != nullptr ? slot->definition.c_str() : nullptr;
    }
    return &slot->type;
}

} // namespace mergus::blocks
