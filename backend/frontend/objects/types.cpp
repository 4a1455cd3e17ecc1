/// \file types.cpp
/// The built-in types, interned user types, and the cast of single values.
#include <mergus/error.hpp>
#include <mergus/types.hpp>

#include "../support/builtin_types.hpp"
#include "catalogue.hpp"

#include <math.h> // NOLINT(modernize-deprecated-headers): operators.hpp names the C functions

#include <mergus/semirings/operators.hpp>

#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>

namespace mergus {

namespace {

struct NamedType {
    mergus_type type;
    std::string_view name;
};

const std::array<NamedType, 13>& builtin_types() {
    static const auto make = [](mergus_type_code code, std::uint32_t size, const char* c_name,
                                std::string_view name, std::uint32_t parts = 1) {
        return NamedType{{sizeof(mergus_type), code, size / parts, size, c_name, nullptr}, name};
    };
    static const std::array<NamedType, 13> types = {
        make(MERGUS_BOOL, 1, "bool", "bool"),
        make(MERGUS_INT8, 1, "int8_t", "int8"),
        make(MERGUS_INT16, 2, "int16_t", "int16"),
        make(MERGUS_INT32, 4, "int32_t", "int32"),
        make(MERGUS_INT64, 8, "int64_t", "int64"),
        make(MERGUS_UINT8, 1, "uint8_t", "uint8"),
        make(MERGUS_UINT16, 2, "uint16_t", "uint16"),
        make(MERGUS_UINT32, 4, "uint32_t", "uint32"),
        make(MERGUS_UINT64, 8, "uint64_t", "uint64"),
        make(MERGUS_FP32, 4, "float", "fp32"),
        make(MERGUS_FP64, 8, "double", "fp64"),
        make(MERGUS_FC32, 8, "mergus::complex<float>", "fc32", 2),
        make(MERGUS_FC64, 16, "mergus::complex<double>", "fc64", 2),
    };
    return types;
}

/// A user type that owns its strings.
struct InternedType {
    std::string name;
    std::string definition;
    mergus_type type;
};

/// The interned user types by address, as most types come, and by content. Never destroyed: callers keep
/// pointers.
struct InternedTypes {
    std::mutex mutex;
    std::unordered_set<const mergus_type*> addresses;
    std::map<std::tuple<std::string_view, std::string_view, std::uint64_t, std::uint32_t>,
             std::unique_ptr<InternedType>>
        by_content; ///< name, definition, size, alignment; the texts are those of the value
};
InternedTypes& interned_types() {
    static auto& types = *new InternedTypes;
    return types;
}

constexpr std::uint64_t greatest_type_size = 4096;

} // namespace

const mergus_type* detail::builtin_type(mergus_type_code code) {
    if (code < MERGUS_BOOL || code > MERGUS_FC64)
        throw Error(Code::invalid_value,
                    "type code " + std::to_string(code) + " is not that of a built-in type");
    return &builtin_types()[static_cast<std::size_t>(code - MERGUS_BOOL)].type;
}

const mergus_type* detail::intern_type(const mergus_type& type) {
    if (type.code != MERGUS_USER_TYPE) return builtin_type(static_cast<mergus_type_code>(type.code));
    InternedTypes& types = interned_types();
    const std::lock_guard lock(types.mutex);
    if (types.addresses.contains(&type)) return &type;
    if (type.name == nullptr || type.definition == nullptr)
        throw Error(Code::null_pointer, "a user type needs a name and a definition");
    const std::string_view name = type.name, definition = type.definition;
    if (type.size == 0 || type.size > greatest_type_size)
        throw Error(Code::invalid_value, "user type " + std::string(name) + ": size " +
                                             std::to_string(type.size) + " is not between 1 and " +
                                             std::to_string(greatest_type_size) + " bytes");
    if (type.alignment == 0 || (type.alignment & (type.alignment - 1)) != 0 || type.alignment > 16 ||
        type.size % type.alignment != 0)
        throw Error(Code::invalid_value, "user type " + std::string(name) + ": alignment " +
                                             std::to_string(type.alignment) +
                                             " is not a power of two up to 16 that divides its size");
    if (const auto known = types.by_content.find({name, definition, type.size, type.alignment});
        known != types.by_content.end())
        return &known->second->type;
    auto made =
        std::make_unique<InternedType>(InternedType{std::string(name), std::string(definition), type});
    mergus_type& own = made->type;
    own.struct_size = sizeof(mergus_type);
    own.name = made->name.c_str();
    own.definition = made->definition.c_str();
    types.addresses.insert(&own);
    try {
        types.by_content.try_emplace({made->name, made->definition, own.size, own.alignment},
                                     std::move(made));
    } catch (...) {
        types.addresses.erase(&own);
        throw;
    }
    return &own;
}

std::string_view type_name(const mergus_type* type) noexcept {
    if (type == nullptr) return "(none)";
    for (const NamedType& known : builtin_types())
        if (known.type.code == type->code) return known.name;
    return type->name;
}

const mergus_type* type_from_name(std::string_view name) noexcept {
    for (const NamedType& known : builtin_types())
        if (known.name == name || known.type.name == name) return &known.type;
    return nullptr;
}

void cast_value(void* to, const mergus_type* to_type, const void* from, const mergus_type* from_type) {
    if (to_type == from_type) {
        std::memcpy(to, from, to_type->size);
        return;
    }
    const auto refuse = [] { throw Error(Code::domain_mismatch, "a user type cannot be cast"); };
    const auto cast_from = [&](auto source) {
        std::memcpy(&source, from, sizeof source);
        const auto cast = [&](auto target) {
            target = functions::cast<decltype(target)>(source);
            std::memcpy(to, &target, sizeof target);
        };
        core::with_builtin(to_type->code, cast, refuse);
    };
    core::with_builtin(from_type->code, cast_from, refuse);
}

} // namespace mergus
