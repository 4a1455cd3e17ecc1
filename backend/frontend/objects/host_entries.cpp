/// \file host_entries.cpp
#include "host_entries.hpp"

#include "matrix_state.hpp"

#include <mergus/error.hpp>

#include <algorithm>
#include <cstring>
#include <new>

namespace mergus::core {

namespace {

/// Of a copy from a device to memory that is not pinned.
constexpr double bytes_per_second = 5e9;

} // namespace

void HostEntries::start(const MatrixState& state) {
    pattern_ = 0;
    spent_ = {};
    nvals_ = info_of(state, "extract_element").nvals;
    pattern_ = state.pattern;
}

/// Whether the entries are in order. Without memory, on the host or for the tuples on the device, the reads
/// go on one at a time, and the copy is tried again after as much time as before.
bool HostEntries::copy(const MatrixState& state) {
    free_arrays();
    try {
        values_.resize(nvals_ * state.type->size);
        const bool is_full = state.is_vector && nvals_ == state.nrows;
        if (!is_full) rows_.resize(nvals_);
        if (!state.is_vector) cols_.resize(nvals_);
        extract_tuples(state, is_full ? nullptr : rows_.data(), state.is_vector ? nullptr : cols_.data(),
                       values_.data(), state.type);
        if (!in_order()) {
            free_arrays();
            return false;
        }
        // At least 1, by which HostCopies knows that there is a copy.
        const std::uint64_t bytes = (rows_.size() + cols_.size()) * sizeof(std::uint64_t) +
                                    std::max<std::uint64_t>(values_.size(), 1);
        state.context->host_copies().add(*this, bytes);
        listed_ = true;
        bytes_ = bytes;
    } catch (const std::bad_alloc&) {
        free_arrays();
        return false;
    } catch (const Error& error) {
        free_arrays();
        if (error.code() != Code::out_of_memory) throw;
        return false;
    }
    return true;
}

bool HostEntries::in_order() const noexcept {
    for (std::uint64_t e = 1; e < rows_.size(); ++e)
        if (rows_[e] < rows_[e - 1] ||
            (rows_[e] == rows_[e - 1] && !cols_.empty() && cols_[e] <= cols_[e - 1]))
            return false;
    return true;
}

bool HostEntries::ready(const MatrixState& state) {
    if (repeated_ == state.pattern || !state.context->options().cache_derived) return false;
    if (pattern_ != state.pattern) start(state);
    if (copied_) return true;
    const std::uint64_t entry = state.type->size + (state.is_vector ? 1 : 2) * sizeof(std::uint64_t);
    if (spent_ <= std::chrono::duration<double>(static_cast<double>(nvals_ * entry) / bytes_per_second))
        return false;
    return copied_ = copy(state);
}

void HostEntries::spent(std::chrono::duration<double> time) noexcept {
    const std::lock_guard lock(mutex_);
    spent_ += time;
}

HostEntries::Found HostEntries::find(const MatrixState& state, Position p, void* value) {
    const std::lock_guard lock(mutex_);
    if (!ready(state)) return Found::unknown;
    const std::uint64_t size = state.type->size;
    std::uint64_t e = p.i;
    if (!rows_.empty() || nvals_ == 0) {
        const auto begin = std::ranges::lower_bound(rows_, p.i);
        const auto end = std::ranges::upper_bound(begin, rows_.end(), p.i);
        if (begin == end) return Found::absent;
        e = static_cast<std::uint64_t>(begin - rows_.begin());
        if (!cols_.empty()) {
            const auto from = cols_.begin() + (begin - rows_.begin()),
                       to = cols_.begin() + (end - rows_.begin());
            const auto at = std::lower_bound(from, to, p.j);
            if (at == to || *at != p.j) return Found::absent;
            e = static_cast<std::uint64_t>(at - cols_.begin());
        }
    }
    std::memcpy(value, values_.data() + e * size, size);
    return Found::present;
}

std::optional<VectorEntries> HostEntries::row(const MatrixState& state, std::uint64_t i) {
    const std::lock_guard lock(mutex_);
    if (!ready(state)) return std::nullopt;
    const auto [first, last] = std::equal_range(rows_.begin(), rows_.end(), i);
    const auto begin = first - rows_.begin(), end = last - rows_.begin();
    const auto size = static_cast<std::ptrdiff_t>(state.type->size);
    try {
        return VectorEntries{{cols_.begin() + begin, cols_.begin() + end},
                             {values_.begin() + begin * size, values_.begin() + end * size}};
    } catch (const std::bad_alloc&) {
        return std::nullopt;
    }
}

std::shared_ptr<RowReads> HostEntries::row_reads() {
    const std::lock_guard lock(mutex_);
    if (row_reads_ == nullptr) row_reads_ = std::make_shared<RowReads>();
    return row_reads_;
}

void HostEntries::forget(const MatrixState& state) noexcept {
    if (!listed_) return; // no other thread may use an object that changes
    const std::lock_guard lock(mutex_);
    // Also after HostCopies has freed the copy: it may still be in try_release(), and remove() waits for it.
    state.context->host_copies().remove(*this, bytes());
    listed_ = false;
    free_arrays();
}

void HostEntries::forget_values(const MatrixState& state, bool repeats) noexcept {
    forget(state);
    const std::lock_guard lock(mutex_);
    pattern_ = 0;
    if (repeats) repeated_ = state.pattern;
}

} // namespace mergus::core
