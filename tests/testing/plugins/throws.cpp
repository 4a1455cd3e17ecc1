/// \file throws.cpp
/// A backend that lets an exception cross the boundary, from its entry, its score or its extensions.
#include <mergus/plugin.h>

#include <cstdint>
#include <stdexcept>

#ifndef THROWS_WHAT
#define THROWS_WHAT std::runtime_error("thrown by the plugin")
#endif

namespace {

enum class From { entry, score, extension };
constexpr From from = From::THROWS_FROM;

std::int32_t score(char* reason, std::size_t) {
    reason[0] = '\0';
    if (from == From::score) throw THROWS_WHAT;
    return 1;
}
std::int32_t refuse(mergus_status* status) {
    status->message[0] = '\0';
    return MERGUS_NOT_IMPLEMENTED;
}

} // namespace

extern "C" __attribute__((visibility("default"))) const mergus_backend*
mergus_backend_entry(std::uint32_t major, std::uint32_t minor) {
    if (from == From::entry) throw THROWS_WHAT;
    static mergus_backend table{};
    table.struct_size = sizeof table;
    table.abi_major = major;
    table.abi_minor = minor;
    table.name = THROWS_NAME;
    table.score = score;
    if (from == From::extension) table.extension = [](const char*) -> const void* { throw THROWS_WHAT; };
    table.context_new = [](auto, auto, mergus_status* status) { return refuse(status); };
    table.context_free = [](auto) {};
    table.matrix_new = [](auto, auto, mergus_status* status) { return refuse(status); };
    table.matrix_free = [](auto, auto) {};
    table.matrix_info = [](auto, auto, auto, mergus_status* status) { return refuse(status); };
    table.matrix_import_csr = [](auto, auto, mergus_status* status) { return refuse(status); };
    table.matrix_export_csr = [](auto, auto, mergus_status* status) { return refuse(status); };
    return &table;
}
