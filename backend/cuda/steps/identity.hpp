/// \file identity.hpp
/// The columns of full vectors: 0, 1, 2, …, one array for all full vectors of a context. It is freed with the
/// last of them.
#pragma once

#include "objects/matrix.hpp"

namespace mergus::cuda {

/// Writes 0, 1, 2, … to device memory. Does not wait.
void write_identity(Context& context, std::uint64_t count, std::uint64_t* to);

/// The step that makes the columns of full vectors of one size.
class IdentityColumns {
public:
    IdentityColumns(Context& context, std::uint64_t size);

    void kernels(KernelRequests& requests) const;
    [[nodiscard]] ColumnArray run() const;
    /// A full vector of these values.
    [[nodiscard]] Matrix vector(const mergus_type* type, Buffer&& values) const;

private:
    [[nodiscard]] std::shared_ptr<const Buffer> known() const;

    Context& context_;
    std::uint64_t size_;
    std::size_t width_; ///< bytes of an index
    KernelRequest kernel_;
};

} // namespace mergus::cuda
