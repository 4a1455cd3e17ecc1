/// \file row_profile.cpp
#include "row_profile.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <tuple>

namespace mergus::cuda {

namespace {

static_assert(posted_profile <= Device::posts);

struct DerivedProfile : Derived {
    RowProfile profile{};
};

RowProfile profile_of(const std::array<std::uint64_t, Device::posts>& words) {
    RowProfile profile{};
    std::memcpy(&profile, words.data(), posted_counts * sizeof words[0]);
    unsigned* const sample[] = {&profile.sampled, &profile.near, &profile.sampled_rows, &profile.repeated};
    for (unsigned n = 0; n < std::size(sample); ++n)
        *sample[n] = words[posted_sample] >> sample_bits * n & ((1u << sample_bits) - 1);
    std::transform(words.begin() + posted_long_rows, words.begin() + posted_profile, profile.long_row,
                   [](std::uint64_t row) { return static_cast<unsigned>(row); });
    return profile;
}

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

bool are_profiled(const ProfiledMatrices& matrices) noexcept {
    return std::ranges::all_of(
        matrices, [](const Matrix* m) { return m == nullptr || known_row_profile(*m) != nullptr; });
}

void request_row_profiles(KernelRequests& list, const ProfiledMatrices& matrices) {
    for (const Matrix* const matrix : matrices)
        if (!are_profiled({matrix})) list.push_back(row_profile_kernel(*matrix));
}

void find_row_profiles(Context& context, const ProfiledMatrices& matrices) {
    std::array<const Matrix*, std::tuple_size_v<ProfiledMatrices>> unknown;
    const std::size_t count = static_cast<std::size_t>(
        std::ranges::copy_if(matrices, unknown.begin(), [](const Matrix* m) { return !are_profiled({m}); })
            .out -
        unknown.begin());
    Device& device = context.device;
    std::array<Device::Message, std::tuple_size_v<ProfiledMatrices>> posts;
    for (std::size_t m = 0; m < count; ++m) {
        const Matrix& matrix = *unknown[m];
        if (matrix.nvals == 0) continue;
        const void* const col = matrix.col.data();
        posts[m] = device.next_post();
        device.launch(context.jit.kernel(row_profile_kernel(matrix)),
                      grid_for(context, std::max(matrix.nrows, matrix.nvals / 4), block_threads),
                      {block_threads}, 0, static_cast<const std::uint64_t*>(matrix.ptr.data()), col,
                      matrix.nrows, context.zeroed<RowProfileSum>(), posts[m].words, posts[m].ticket);
    }
    for (std::size_t m = 0; m < count; ++m) {
        const bool is_empty = unknown[m]->nvals == 0;
        derive<DerivedProfile>(context, *unknown[m]).profile =
            is_empty ? RowProfile{} : profile_of(device.posted(posts[m], posted_profile));
    }
}

const RowProfile& row_profile(Context& context, const Matrix& matrix) {
    find_row_profiles(context, {&matrix});
    return *known_row_profile(matrix);
}

void set_diagonal_profile(Context& context, const Matrix& matrix) {
    RowProfile& profile = derive<DerivedProfile>(context, matrix).profile;
    profile = {};
    profile.longest = profile.longest_short = profile.span = matrix.nrows != 0 ? 1 : 0;
    profile.blocks = profile.diagonal = profile.filled_rows = matrix.nrows;
    if (matrix.nrows > 1) // all threads of a block have a pair of rows
        profile.sampled = profile.near = profile.sampled_rows = profile.repeated = block_threads;
}

} // namespace mergus::cuda
