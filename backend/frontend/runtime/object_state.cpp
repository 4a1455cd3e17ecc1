/// \file object_state.cpp
/// Reads the sections of an ELF file, with bounds checks of all offsets.
#include "object_state.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <elf.h>
#include <link.h>

#include <cstdint>
#include <cstring>
#include <string_view>

namespace mergus::core {

void check_stateless(const std::string& what, const std::string& image) {
    const auto at = [&](auto& out, std::uint64_t offset) {
        if (offset > image.size() || image.size() - offset < sizeof out) return false;
        std::memcpy(&out, image.data() + offset, sizeof out);
        return true;
    };
    ElfW(Ehdr) header{};
    ElfW(Shdr) names{};
    if (!at(header, 0) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return;
    const auto section = [&](std::size_t n, ElfW(Shdr) & out) {
        return n < header.e_shnum && at(out, header.e_shoff + n * header.e_shentsize);
    };
    if (!section(header.e_shstrndx, names)) return;
    for (std::size_t n = 0; n < header.e_shnum; ++n) {
        ElfW(Shdr) found{};
        if (!section(n, found) || found.sh_size == 0) continue;
        if (found.sh_type == SHT_INIT_ARRAY)
            throw Error(Code::invalid_value,
                        fmt::format("{}: a global variable is not initialised by a constant", what));
        const std::uint64_t name = names.sh_offset + found.sh_name;
        if (name >= image.size()) continue;
        const std::string_view kind(image.c_str() + name);
        const bool constant = kind.starts_with(".data.rel.ro");
        if (constant || (!kind.starts_with(".data") && !kind.starts_with(".bss") &&
                         !kind.starts_with(".tbss") && !kind.starts_with(".tdata")))
            continue;
        throw Error(
            Code::invalid_value,
            fmt::format("{}: a variable that is not const, or a static one that is not initialised by a "
                        "constant; an operator keeps nothing from one call to the next",
                        what));
    }
}

} // namespace mergus::core
