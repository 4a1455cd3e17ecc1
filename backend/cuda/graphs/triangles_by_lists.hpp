/// \file triangles_by_lists.hpp
/// The number of triangles from lists of neighbours of higher degree: each list is put into a hash table,
/// which is probed with the lists of its members. For any graph.
#pragma once

#include "objects/matrix.hpp"

#include "jit/jit.hpp"

namespace mergus::cuda {

class TrianglesByLists {
public:
    /// \param A with entries
    TrianglesByLists(Context& context, const Matrix& A);
    void kernels(KernelRequests& list) const;
    [[nodiscard]] std::uint64_t run() const; ///< Waits.

private:
    template <class Position>
    [[nodiscard]] std::uint64_t count() const;
    [[nodiscard]] KernelRequest edges(const char* entry) const;

    Context& context_;
    const Matrix& A_;
    Bindings by_warp_, by_block_;
};

} // namespace mergus::cuda
