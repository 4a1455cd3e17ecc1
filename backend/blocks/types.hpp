/// \file types.hpp
/// Types of values. Invariant: there is one mergus_type for each content in the process, and it is never
/// freed, because the caller's types live only as long as a call.
#pragma once

#include <mergus/plugin.h>

namespace mergus::blocks {

/// The type of this content.
const mergus_type* intern(const mergus_type* type);

} // namespace mergus::blocks
