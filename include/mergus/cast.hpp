/// \file cast.hpp
/// Casts of single values on the host.
#pragma once

#include <mergus/export.hpp>
#include <mergus/plugin.h>

namespace mergus {

/// Casts one value between built-in types as the operations cast entries (ops.hpp), or copies one of a user's
/// type to the same type. The types are interned (type_of); of a cast that involves a user's type the result
/// is undefined.
MERGUS_API void cast_value(void* to, const mergus_type* to_type, const void* from,
                           const mergus_type* from_type);

} // namespace mergus
