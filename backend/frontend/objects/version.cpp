/// \file version.cpp
#include <mergus/registry.hpp>

const char* mergus::version() noexcept {
    return MERGUS_VERSION;
}
