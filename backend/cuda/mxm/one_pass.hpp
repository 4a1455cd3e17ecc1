/// \file one_pass.hpp
/// A small product whose products are computed once: the host side of one_pass_classes.cuh, one_pass.cuh and
/// one_pass_copy.cuh. Three launches and two short waits take the place of two phases over all bins.
#pragma once

#include "problem.hpp"

#include "one_pass.h"

namespace mergus::cuda {

/// A step of mxm that makes the whole product, for rows of any lengths.
class OnePass {
public:
    OnePass(Context& context, const MxmProblem& problem);

    /// Adds the kernels of suits(). run() compiles its own.
    void kernels(KernelRequests& list) const;
    /// Whether suits() needs neither kernels nor a wait to say no.
    [[nodiscard]] bool decided() const { return !plausible(); }
    /// Whether the operands are small and their rows alike. May wait for the profiles of A and B.
    [[nodiscard]] bool is_candidate() const { return plausible() && has_even_rows(); }
    /// Whether the product is small and its rows have a form here. If the operands are small, it classifies
    /// the rows, which waits.
    [[nodiscard]] bool suits();
    /// The product, after suits(). Waits once, or twice if temporary memory did not suffice.
    [[nodiscard]] Matrix run();

    /// All products, after suits().
    [[nodiscard]] std::uint64_t products() const noexcept { return products_; }
    /// Whether the products of an entry are added in the order of k.
    [[nodiscard]] bool in_order() const noexcept { return !has_dense(); }

private:
    [[nodiscard]] bool plausible() const;
    [[nodiscard]] bool has_even_rows() const;
    [[nodiscard]] bool has_sorted() const noexcept;
    [[nodiscard]] bool has_dense() const noexcept;
    [[nodiscard]] KernelRequest classes_request(const char* entry) const;
    [[nodiscard]] KernelRequest fill_request() const;
    /// Of a rank of one_pass.cuh.
    [[nodiscard]] std::size_t rank_bytes() const noexcept;
    [[nodiscard]] KernelRequest copy_request() const;
    void classify();
    [[nodiscard]] std::size_t sorted_warp_bytes() const noexcept;
    /// Chooses the sizes of dense rows. \return bytes of shared memory of a block
    std::size_t choose_memory();
    [[nodiscard]] std::uint32_t blocks() const noexcept;

    Context& context_;
    const MxmProblem& problem_;
    const Matrix& A_;
    const Matrix& B_;
    OnePassWork work_{};
    std::uint64_t products_ = 0, dense_ = 0;
    std::uint64_t tile_count_ = 0;
    Array<std::uint64_t> ptr_;
    Array<std::uint32_t> lists_, offsets_, sizes_, tiles_;
    Buffer state_;
};

} // namespace mergus::cuda
