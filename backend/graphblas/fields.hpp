/// \file fields.hpp
/// The fields of objects that GrB_get and GrB_set share.
#pragma once

#include "call.hpp"

#include <atomic>
#include <string_view>

namespace mergus::grb {

/// MAJOR, MINOR and PATCH of Mergus.
extern const std::int32_t library_version[3];

/// The orientation hint of GrB_GLOBAL, which new matrices take over.
[[nodiscard]] std::int32_t default_orientation() noexcept;
void set_default_orientation(std::int32_t orientation) noexcept;

/// Settings of GrB_GLOBAL that do not change how Mergus stores or computes.
struct Hints {
    std::atomic<std::int32_t> threads{0};
    std::atomic<double> chunk{65536};
    std::atomic<bool> burble{false}, from_one{false}, with_cmake{false};
    std::atomic<std::int32_t> jit{GxB_JIT_ON};
    std::atomic<double> hyper_switch{default_hyper_switch};
    std::atomic<double> bitmap_switch[GxB_NBITMAP_SWITCH];
};
Hints& hints() noexcept;

/// New objects are of this backend. Those that exist keep theirs; a call needs objects of one backend.
void choose_backend(std::string_view name);
void choose_context(Context context);

void set_field(mergus_grb_descriptor& descriptor, GrB_Desc_Field field, GrB_Desc_Value value);

} // namespace mergus::grb
