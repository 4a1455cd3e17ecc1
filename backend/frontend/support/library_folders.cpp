/// \file library_folders.cpp
#include "library_folders.hpp"

#include <dlfcn.h>

namespace mergus::core {

std::vector<std::filesystem::path> library_folders() {
    Dl_info here{};
    // This function is not exported: the address of one that is may lie in the program.
    if (dladdr(reinterpret_cast<const void*>(&library_folders), &here) == 0 || here.dli_fname == nullptr)
        return {};
    std::error_code ignored;
    const auto folder = std::filesystem::weakly_canonical(here.dli_fname, ignored).parent_path();
    return {folder / "mergus", folder};
}

} // namespace mergus::core
