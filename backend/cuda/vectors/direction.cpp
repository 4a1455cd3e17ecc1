/// \file direction.cpp
#include "direction.hpp"

#include "transpose/transpose.hpp"

namespace mergus::cuda {

namespace {

/// Smaller matrices take a few microseconds either way.
constexpr std::uint64_t least_entries = 1 << 14;
/// A push visits the entries of u's rows, with atomics and in any order; a pull visits all, in order.
constexpr std::uint64_t pull_share = 32; ///< pull if u has more than 1/32 of its indices
/// A transpose costs about as much as so many products.
constexpr std::uint32_t missed_products = 4;

bool prefers_push(const mergus_call& call, const Matrix& u) {
    if (u.nvals > u.ncols / pull_share) return false;
    const bool normal_mask = call.mask != nullptr && (call.descriptor & MERGUS_DESC_COMPLEMENT) == 0;
    return !normal_mask || u.nvals < call.mask->nvals; // a pull visits the rows of a normal mask alone
}

} // namespace

std::shared_ptr<const Matrix> transpose_instead(Context& context, const mergus_call& call, const Matrix& A,
                                                const Matrix& u, bool reads_a, bool pulls) {
    if (context.deterministic || (!context.keeps_all && A.nvals < least_entries)) return nullptr;
    if (prefers_push(call, u) != pulls) return nullptr;
    if (std::shared_ptr<const Matrix> known = known_transpose(context, A, reads_a)) return known;
    if (!context.keeps || (!context.keeps_all && ++A.missed_transpose < missed_products)) return nullptr;
    (void)transpose_of(context, A, reads_a);
    return known_transpose(context, A, reads_a);
}

} // namespace mergus::cuda
