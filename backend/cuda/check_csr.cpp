/// \file check_csr.cpp
#include "check_csr.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <cstdint>

namespace mergus::cuda {

namespace {

template <class Pointer, class Index> void check(const mergus_csr& csr) {
    const auto* ptr = static_cast<const Pointer*>(csr.row_ptr);
    const auto* col = static_cast<const Index*>(csr.cols);
    if (ptr[0] != 0) throw Error(Code::invalid_value, fmt::format("row_ptr[0] is {}, not 0", ptr[0]));
    for (std::uint64_t i = 0; i < csr.nrows; ++i) {
        if (ptr[i + 1] < ptr[i] || ptr[i + 1] > csr.nvals)
            throw Error(Code::invalid_value, fmt::format("row_ptr[{}] is {}, not between {} and nvals, {}", i + 1,
                                                         ptr[i + 1], ptr[i], csr.nvals));
        for (std::uint64_t e = ptr[i]; e < ptr[i + 1]; ++e) {
            if (col[e] >= csr.ncols)
                throw Error(Code::invalid_index,
                            fmt::format("row {} has column {}, not below {}", i, col[e], csr.ncols));
            if (e > ptr[i] && col[e] <= col[e - 1])
                throw Error(Code::invalid_value, fmt::format("row {}: column {} comes after {}; columns must strictly "
                                                             "increase",
                                                             i, col[e], col[e - 1]));
        }
    }
    if (ptr[csr.nrows] != csr.nvals)
        throw Error(Code::invalid_value,
                    fmt::format("row_ptr ends with {}, but there are {} entries", ptr[csr.nrows], csr.nvals));
}

} // namespace

void check_csr(const mergus_csr& csr) {
    if (csr.pointer_bits == 64)
        csr.index_bits == 64 ? check<std::uint64_t, std::uint64_t>(csr) : check<std::uint64_t, std::uint32_t>(csr);
    else
        csr.index_bits == 64 ? check<std::uint32_t, std::uint64_t>(csr) : check<std::uint32_t, std::uint32_t>(csr);
    if (csr.type->code != MERGUS_BOOL) return;
    const auto* values = static_cast<const unsigned char*>(csr.values);
    const std::uint64_t count = csr.iso != 0 ? (csr.nvals > 0 ? 1 : 0) : csr.nvals;
    for (std::uint64_t e = 0; e < count; ++e)
        if (values[e] > 1)
            throw Error(Code::invalid_value, fmt::format("entry {} of a bool matrix is {}, not 0 or 1", e, values[e]));
}

} // namespace mergus::cuda
