/// \file check_csr.cpp
#include "check_csr.hpp"

#include "objects/matrix.hpp"
#include "steps/csr_verdict.h"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace mergus::cuda {

namespace {

/// \param offset row_ptr[i], the end of row i - 1. \param before row_ptr[i - 1].
[[noreturn]] void throw_bad_offset(const mergus_csr& csr, std::uint64_t i, std::uint64_t offset,
                                   std::uint64_t before) {
    if (i == 0 && offset != 0)
        throw Error(Code::invalid_value, fmt::format("row_ptr[0] is {}, not 0", offset));
    if (i > 0 && (offset < before || offset > csr.nvals))
        throw Error(Code::invalid_value,
                    fmt::format("row {}: row_ptr[{}] is {}, not between {} and nvals, {}", i - 1, i, offset,
                                before, csr.nvals));
    throw Error(Code::invalid_value,
                fmt::format("row_ptr[{}], the end of the last row, is {}, but there are {} entries", i,
                            offset, csr.nvals));
}

[[noreturn]] void throw_bad_column(const mergus_csr& csr, std::uint64_t row, std::uint64_t column,
                                   std::uint64_t before) {
    if (column >= csr.ncols)
        throw Error(Code::invalid_index,
                    fmt::format("row {} has column {}, not below {}", row, column, csr.ncols));
    throw Error(
        Code::invalid_value,
        fmt::format("row {}: column {} comes after {}; columns must strictly increase", row, column, before));
}

template <class Pointer, class Index>
void check(const mergus_csr& csr) {
    const auto* ptr = static_cast<const Pointer*>(csr.row_ptr);
    const auto* col = static_cast<const Index*>(csr.cols);
    if (ptr[0] != 0) throw_bad_offset(csr, 0, ptr[0], 0);
    for (std::uint64_t i = 0; i < csr.nrows; ++i) {
        if (ptr[i + 1] < ptr[i] || ptr[i + 1] > csr.nvals) throw_bad_offset(csr, i + 1, ptr[i + 1], ptr[i]);
        for (std::uint64_t e = ptr[i]; e < ptr[i + 1]; ++e)
            if (col[e] >= csr.ncols || (e > ptr[i] && col[e] <= col[e - 1]))
                throw_bad_column(csr, i, col[e], e > ptr[i] ? col[e - 1] : 0);
    }
    if (ptr[csr.nrows] != csr.nvals) throw_bad_offset(csr, csr.nrows, ptr[csr.nrows], 0);
}

} // namespace

void check_csr(const mergus_csr& csr) {
    if (csr.pointer_bits == 64)
        csr.index_bits == 64 ? check<std::uint64_t, std::uint64_t>(csr)
                             : check<std::uint64_t, std::uint32_t>(csr);
    else
        csr.index_bits == 64 ? check<std::uint32_t, std::uint64_t>(csr)
                             : check<std::uint32_t, std::uint32_t>(csr);
    if (csr.type->code != MERGUS_BOOL) return;
    const auto* values = static_cast<const unsigned char*>(csr.values);
    const std::uint64_t count = csr.iso != 0 ? (csr.nvals > 0 ? 1 : 0) : csr.nvals;
    for (std::uint64_t e = 0; e < count; ++e)
        if (values[e] > 1) throw_bad_bool(e, values[e]);
}

void throw_bad_bool(std::uint64_t entry, unsigned value) {
    throw Error(Code::invalid_value,
                fmt::format("entry {} of a bool matrix is {}, not 0 or 1", entry, value));
}

KernelRequest CheckCsr::kernel(const char* entry) const {
    Bindings bindings;
    bindings.index("Index", csr_.index_bits == 64);
    bindings.index("Pointer", csr_.pointer_bits == 64);
    return {"steps/check_csr.cuh", entry, std::move(bindings)};
}

void CheckCsr::kernels(KernelRequests& requests) const {
    requests.push_back(kernel("find_faults"));
}

Device::Message CheckCsr::begin(const void* narrow_ptr, std::uint64_t* ptr, const void* cols,
                                const void* values) const {
    // A single block posts without the counts of all blocks, which take longer than so few items.
    constexpr std::uint64_t few_items = 2048;
    const std::uint64_t items = std::max(csr_.nrows + 1, csr_.nvals);
    Device& device = context_.device;
    const Device::Message post = device.next_post();
    device.launch(context_.jit.kernel(kernel("find_faults")),
                  items <= few_items ? Dim3{1} : grid_for(context_, items, block_threads), {block_threads}, 0,
                  narrow_ptr != nullptr ? narrow_ptr : static_cast<const void*>(ptr),
                  narrow_ptr != nullptr ? ptr : nullptr, cols, values, csr_.nrows, csr_.ncols, csr_.nvals,
                  context_.zeroed<CsrFaults>(), post.words, post.ticket);
    return post;
}

void CheckCsr::end(const Device::Message& begun, const std::uint64_t* ptr, const void* cols,
                   const void* values) const {
    if (context_.device.posted(begun, 1)[0] != 0) throw_first(ptr, cols, values);
}

void CheckCsr::throw_first(const std::uint64_t* ptr, const void* cols, const void* values) const {
    Device& device = context_.device;
    const mergus_csr& csr = csr_;
    const Array<CsrVerdict> verdict(device, 1);
    device.fill(verdict.data(), 0xff, sizeof(CsrVerdict));
    const auto launch = [&](const char* entry, std::uint64_t n, auto... arguments) {
        device.launch(context_.jit.kernel(kernel(entry)), grid_for(context_, n, block_threads),
                      {block_threads}, 0, arguments..., verdict.data());
    };
    launch("check_offsets", csr.nrows + 1, ptr, csr.nrows, csr.nvals);
    launch("check_columns", csr.nvals, ptr, cols, csr.nrows, csr.ncols, csr.nvals);
    if (values != nullptr) launch("check_bools", csr.nvals / 8 + 1, values, csr.nvals);
    device.launch(context_.jit.kernel(kernel("describe_csr")), {1}, {1}, 0, ptr, cols, csr.nrows,
                  verdict.data());
    const CsrVerdict found = device.read(static_cast<const CsrVerdict*>(verdict.data()));
    if (found.offset != no_fault) throw_bad_offset(csr, found.offset, found.found, found.before);
    if (found.entry != no_fault) throw_bad_column(csr, found.row, found.found, found.before);
    if (found.value == no_fault)
        throw Error(Code::invalid_value, "the arrays changed while they were checked");
    unsigned char value = 0;
    device.copy_to_host(&value, static_cast<const unsigned char*>(values) + found.value, 1);
    throw_bad_bool(found.value, value);
}

namespace {

struct DeferredCheck : Derived {
    Context* context = nullptr;
    Device::Message begun;
};

} // namespace

void defer_check(Context& context, const Matrix& matrix, const Device::Message& begun) {
    auto& check = derive<DeferredCheck>(context, matrix);
    check.context = &context;
    check.begun = begun;
}

void settle_check(const Matrix& matrix) {
    const auto* const deferred = derived<DeferredCheck>(matrix);
    if (deferred == nullptr) return;
    mergus_csr csr{};
    csr.type = matrix.type;
    csr.nrows = matrix.nrows;
    csr.ncols = matrix.ncols;
    csr.nvals = matrix.nvals;
    csr.pointer_bits = 64;
    csr.index_bits = matrix.wide() ? 64 : 32;
    Context& context = *deferred->context;
    const CheckCsr check(context, csr);
    const void* const cols = matrix.col.data();
    const void* const values = csr.type->code == MERGUS_BOOL ? matrix.val.data() : nullptr;
    try {
        // Later posts have taken the place of an old one.
        const bool is_kept = context.device.keeps(deferred->begun);
        check.end(is_kept ? deferred->begun : check.begin(nullptr, matrix.ptr.data(), cols, values),
                  matrix.ptr.data(), cols, values);
    } catch (const Error& error) {
        if (error.code() != Code::invalid_value && error.code() != Code::invalid_index) throw;
        const std::string_view message = error.what();
        throw Error(error.code(), fmt::format("an operand's import_csr: {}",
                                              message.substr(code_name(error.code()).size() + 2)));
    }
    matrix.derived->objects.erase<DeferredCheck>();
}

} // namespace mergus::cuda
