/// \file kernel_key.cpp
#include "kernel_source.hpp"

#ifndef MERGUS_VERSION
#error "MERGUS_VERSION is set by the build"
#endif

namespace mergus::cuda {

namespace {

/// Appends a part with its length, so that different lists of parts give different strings.
void append(std::string& key, std::string_view part) {
    key += std::to_string(part.size());
    key += ':';
    key += part;
}

} // namespace

std::string_view library_version() {
    return MERGUS_VERSION;
}

Hash128 kernel_key(std::string_view library_version, std::string_view compiler, const KernelSource& source,
                   std::string_view full_text) {
    std::string identity;
    identity.reserve(full_text.size() + 512);
    append(identity, library_version);
    append(identity, compiler);
    append(identity, std::string(source.fmad ? "fmad" : "no-fmad") + std::to_string(source.standard));
    for (const auto& [name, value] : source.defines) append(identity, name + "=" + value);
    append(identity, full_text);
    return core::siphash128(identity);
}

} // namespace mergus::cuda
