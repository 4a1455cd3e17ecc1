/// \file kept.cpp
#include "kept.hpp"

#include "matrix.hpp"

namespace mergus::cuda {

Kept::Kept(KeptList& list) : list_(list) {
    list_.all_.insert(this);
}

Kept::~Kept() {
    list_.all_.erase(this);
}

std::uint64_t Kept::bytes() const noexcept {
    return values.bytes() + (transpose ? bytes_of(*transpose) : 0) + (degrees ? bytes_of(*degrees) : 0);
}

void Kept::drop() noexcept {
    transpose.reset();
    transpose_has_values = false;
    values.reset();
    degrees.reset();
}

std::uint64_t KeptList::bytes() const noexcept {
    std::uint64_t bytes = 0;
    for (const Kept* kept : all_) bytes += kept->bytes();
    return bytes;
}

std::uint64_t KeptList::release() noexcept {
    std::uint64_t released = 0;
    for (auto next = all_.begin(); next != all_.end();) {
        Kept* const kept = *next;
        if (kept->last_call != call_) {
            released += kept->bytes();
            kept->drop(); // may erase others: what the transpose kept
        }
        next = all_.upper_bound(kept);
    }
    return released;
}

std::uint64_t kept_bytes(const Matrix& matrix) noexcept {
    if (!matrix.kept) return 0;
    const Matrix* const transpose = matrix.kept->transpose.get();
    return matrix.kept->bytes() + (transpose != nullptr ? kept_bytes(*transpose) : 0);
}

Kept& kept_of(Context& context, const Matrix& matrix) {
    if (!matrix.kept) matrix.kept = std::make_shared<Kept>(context.kept);
    matrix.kept->last_call = context.kept.call();
    return *matrix.kept;
}

} // namespace mergus::cuda
