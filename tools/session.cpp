/// \file session.cpp
/// Sessions, and the types, operators and semirings of names on the command line.
#include "session.hpp"

#include "../backend/frontend/support/diagnostics.hpp"

#include <mergus/operator_list.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

namespace mergus::tools {

namespace {

constexpr std::array type_names = {"bool",   "int8",   "int16", "int32", "int64", "uint8", "uint16",
                                   "uint32", "uint64", "fp32",  "fp64",  "fc32",  "fc64"};

/// Whether an operator has the type T × T → T. The library knows on which T.
bool combines(const BuiltinOp& op) {
    return op.kind == MERGUS_BINARY && op.result == ResultType::same;
}

const mergus_op* find_combining_op(std::string_view name, const mergus_type* type) {
    const auto* const known = std::find_if(std::begin(builtin_ops), std::end(builtin_ops),
                                           [&](const BuiltinOp& op) { return op.name == name; });
    return known == std::end(builtin_ops) || !combines(*known) ? nullptr : find_op(name, type);
}

ContextOptions context_options(const CommonOptions& options) {
    ContextOptions wanted;
    wanted.backend = options.backend;
    wanted.threads = options.threads;
    wanted.deterministic = options.deterministic;
    wanted.fallback_to_cpu = options.fallback;
    return wanted;
}

} // namespace

Session::Session(const CommonOptions& options)
    : options_(options), context_([this] {
          ContextOptions wanted = context_options(options_);
          if (options_.explain)
              wanted.explain = [this](const Explanation& explanation) { explain(explanation); };
          return wanted;
      }()) {}

void Session::explain(const Explanation& e) {
    if (options_.json) {
        operations_.push_back({{"operation", e.operation},
                               {"backend", e.backend},
                               {"output", e.output},
                               {"inputs", e.inputs},
                               {"algebra", e.algebra},
                               {"mask", e.mask},
                               {"accum", e.accum},
                               {"method", e.method},
                               {"reason", e.reason},
                               {"bytes", e.bytes},
                               {"work", e.work},
                               {"seconds", e.seconds},
                               {"compile_seconds", e.compile_seconds},
                               {"fallback", e.fallback},
                               {"fallback_reason", e.fallback_reason}});
        return;
    }
    core::print_stderr("mergus: {}\n", to_string(e));
}

void Session::print(Record record, std::FILE* to) const {
    if (options_.json && options_.explain) record["operations"] = operations_;
    print_record(record, options_.json, to);
}

const mergus_type* parse_type(std::string_view name) {
    if (const mergus_type* type = type_from_name(name)) return type;
    throw UsageError(fmt::format("unknown type '{}'; known: {}", name, fmt::join(type_names, ", ")));
}

AnySemiring parse_semiring(std::string_view name, const mergus_type* type) {
    if (const NamedSemiring found = find_semiring(name, type); found.handle != nullptr)
        return AnySemiring(found.handle);
    std::vector<std::string_view> names;
    std::vector<std::string_view> types;
    for (const NamedSemiring& known : builtin_semirings()) {
        if (known.name == name) types.push_back(type_name(known.type));
        if (known.type == type) names.push_back(known.name);
    }
    if (types.empty())
        throw UsageError(fmt::format("unknown semiring '{}'; known on {}: {}", name, type_name(type),
                                     fmt::join(names, ", ")));
    throw UsageError(fmt::format("the semiring {} is not defined on {} (--type); it is on {}", name,
                                 type_name(type), fmt::join(types, ", ")));
}

BinaryOp parse_binary_op(std::string_view name, const mergus_type* type) {
    if (const mergus_op* found = find_combining_op(name, type)) return BinaryOp(found);
    std::vector<std::string_view> names;
    for (const BuiltinOp& known : builtin_ops)
        if (find_combining_op(known.name, type) != nullptr) names.push_back(known.name);
    throw UsageError(
        fmt::format("unknown operator '{}'; known on {}: {}", name, type_name(type), fmt::join(names, ", ")));
}

} // namespace mergus::tools
