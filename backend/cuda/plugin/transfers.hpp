/// \file plugin/transfers.hpp
/// The functions of the extension transfers.
#pragma once

#include <mergus/plugin/transfers.h>

namespace mergus::cuda {

[[nodiscard]] const mergus_transfers& transfers() noexcept;

} // namespace mergus::cuda
