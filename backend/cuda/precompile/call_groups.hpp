/// \file call_groups.hpp
/// The groups of calls whose kernels are compiled with the library. Matrices have a shape and no content;
/// `KernelListing::word` decides what the host reads about them.
#pragma once

#include "listing.hpp"

#include <mergus/mergus.hpp>

#include <cstdint>

namespace mergus::cuda {

/// A matrix of that shape in device memory. Its arrays are addresses that nothing reads.
inline AnyMatrix device_matrix(const Context& context, const mergus_type* type, std::uint64_t nrows,
                               std::uint64_t ncols, std::uint64_t nvals, bool iso = false,
                               std::int32_t index_bits = 32) {
    static std::uint64_t nothing = 0;
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = type;
    csr.nrows = nrows;
    csr.ncols = ncols;
    csr.nvals = csr.capacity = nvals;
    csr.row_ptr = csr.cols = csr.values = &nothing;
    csr.pointer_bits = 64;
    csr.index_bits = index_bits;
    csr.iso = iso ? 1 : 0;
    csr.memory = MERGUS_MEMORY_DEVICE;
    csr.flags = MERGUS_CSR_TRUSTED;
    return AnyMatrix::import_csr(context, csr);
}
class Calls {
public:
    Calls(KernelListing& listing, const Context& context) : listing_(listing), context_(context) {}

    // product_calls.cpp
    void products(const AnySemiring& semiring);
    /// The same of graphs without weights, which are iso.
    void products_of_patterns(const AnySemiring& semiring);
    /// Under a mask with as many entries as A and B: dot products.
    void masked_products(const AnySemiring& semiring);
    /// mxv and vxm: pull and push, under no mask, under a mask, and under its complement.
    void vector_products(const AnySemiring& semiring);
    void plans(const AnySemiring& semiring);

    // calls.cpp
    void transposes(const mergus_type* type, bool iso = false);
    void values(const mergus_type* type);
    void structure_changes(const mergus_type* type);

    // graph_calls.cpp
    void algorithms();
    void graph_programs();

private:
    [[nodiscard]] AnyMatrix make(const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                                 std::uint64_t nvals) const {
        return device_matrix(context_, type, nrows, ncols, nvals, iso_);
    }
    [[nodiscard]] AnyMatrix square(const mergus_type* type) const { return make(type, side, side, 8 * side); }
    /// Under no mask, under a mask, and under its complement.
    void multiply(const AnySemiring& semiring, std::uint64_t nrows, std::uint64_t ncols,
                  std::uint64_t average);

    static constexpr std::uint64_t side = 20000; ///< rows of most matrices: enough for every method

    KernelListing& listing_;
    const Context& context_;
    bool iso_ = false; ///< the matrices that make() makes
};

} // namespace mergus::cuda
