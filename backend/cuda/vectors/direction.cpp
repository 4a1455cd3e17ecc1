/// \file direction.cpp
#include "direction.hpp"

#include "transpose/transpose.hpp"

#include <optional>

namespace mergus::cuda {

namespace {

/// Smaller matrices take a few microseconds either way.
constexpr std::uint64_t turned_entries = 1 << 14;
/// A push visits the entries of u's rows, with atomics and in any order; a pull visits all, in order.
/// Pull if more than one cell of u in `vector_share`, or in `rows_share` of a matrix of several rows, has an
/// entry.
constexpr std::uint64_t vector_share = 32, rows_share = 32;
/// The number of products that cost about as much as a transpose.
constexpr std::uint32_t missed_products = 4;

/// Entries, unless the device alone knows.
std::optional<std::uint64_t> known_nvals(const Matrix& vector) {
    if (vector.is_bitmap() && !vector.has_rows() && !vector.bitmap->count.known()) return std::nullopt;
    return nvals_of(vector);
}

bool is_many(const Matrix& u, std::uint64_t nvals) {
    return nvals > u.nrows * u.ncols / (u.nrows == 1 ? vector_share : rows_share);
}

bool prefers_push(const mergus_call& call, const Matrix& u, std::uint64_t u_nvals) {
    if (is_many(u, u_nvals)) return false;
    if (call.mask == nullptr || (call.descriptor & MERGUS_DESC_COMPLEMENT) != 0) return true;
    return u_nvals < known_nvals(*call.mask).value_or(u_nvals + 1); // a pull visits the mask's rows alone
}

} // namespace

bool has_many_entries(const Matrix& u) {
    const std::optional<std::uint64_t> nvals = known_nvals(u);
    return nvals && is_many(u, *nvals);
}

bool admits_most(const mergus_call& call) {
    if (call.mask == nullptr) return true;
    const std::optional<std::uint64_t> nvals = known_nvals(*call.mask);
    const std::uint64_t half = call.mask->ncols / 2;
    return nvals && ((call.descriptor & MERGUS_DESC_COMPLEMENT) != 0 ? *nvals < half : *nvals > half);
}

std::shared_ptr<const Matrix> transpose_instead(Context& context, const mergus_call& call, const Matrix& A,
                                                const Matrix& u, bool reads_a, bool pulls) {
    if (context.deterministic || (!context.keeps_all && A.nvals < turned_entries)) return nullptr;
    const std::optional<std::uint64_t> u_nvals = known_nvals(u);
    if (!u_nvals || prefers_push(call, u, *u_nvals) != pulls) return nullptr;
    if (std::shared_ptr<const Matrix> known = known_transpose(context, A, reads_a)) return known;
    if (!context.keeps ||
        (!context.keeps_all && ++derive<MissedTranspose>(context, A).count < missed_products))
        return nullptr;
    (void)transpose_of(context, A, reads_a);
    return known_transpose(context, A, reads_a);
}

} // namespace mergus::cuda
