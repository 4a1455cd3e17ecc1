/// \file fill.hpp
/// Steps that fill and gather arrays of values; host side of steps/fill.cuh.
#pragma once

#include "objects/matrix.hpp"

namespace mergus::cuda {

/// One value for all entries.
class FillValues {
public:
    FillValues(Context& context, const mergus_type* type);

    void kernels(KernelRequests& requests) const { requests.push_back(kernel_); }
    /// \param value of the type, on the host. \param out room for `count` values.
    void run(const void* value, const Buffer& out, std::uint64_t count) const;

private:
    Context& context_;
    std::size_t size_;
    KernelRequest kernel_;
};

/// out[e] = in[from[e]], with positions of 64 bits.
class GatherValues {
public:
    GatherValues(Context& context, const mergus_type* type);

    void kernels(KernelRequests& requests) const { requests.push_back(kernel_); }
    void run(const Buffer& in, const Array<std::uint64_t>& from, const Buffer& out) const;

private:
    Context& context_;
    KernelRequest kernel_;
};

} // namespace mergus::cuda
