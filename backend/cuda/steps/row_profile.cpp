/// \file row_profile.cpp
#include "row_profile.hpp"

#include <algorithm>

namespace mergus::cuda {

namespace {

struct DerivedProfile : Derived {
    RowProfile profile{};
};

} // namespace

KernelRequest row_profile_kernel(const Matrix& matrix) {
    Bindings bindings;
    bindings.index("Index", matrix.wide());
    return {"steps/row_profile.cuh", "profile_rows", std::move(bindings)};
}

const RowProfile* known_row_profile(const Matrix& matrix) noexcept {
    const auto* const known = derived<DerivedProfile>(matrix);
    return known != nullptr ? &known->profile : nullptr;
}

const RowProfile& row_profile(Context& context, const Matrix& matrix) {
    if (const RowProfile* const known = known_row_profile(matrix)) return *known;
    Device& device = context.device;
    const Buffer memory(device, sizeof(RowProfile));
    auto* const profile = static_cast<RowProfile*>(memory.data());
    device.fill(profile, 0, sizeof(RowProfile));
    const void* const col = matrix.col.data();
    device.launch(context.jit.kernel(row_profile_kernel(matrix)),
                  grid_for(context, std::max(matrix.nrows, matrix.nvals / 4), block_threads), {block_threads},
                  0, static_cast<const std::uint64_t*>(matrix.ptr.data()), col, matrix.nrows, profile);
    const RowProfile read = device.read(static_cast<const RowProfile*>(profile));
    return derive<DerivedProfile>(context, matrix).profile = read;
}

} // namespace mergus::cuda
