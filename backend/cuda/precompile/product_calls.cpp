/// \file product_calls.cpp
/// Calls of mxm, mxv, vxm and mxm_plan, of sizes that lead to every method.
#include "call_groups.hpp"
#include "mxm/accumulators/tuning.hpp"
#include "mxm/pattern_classes/tuning.hpp"
#include "mxm/two_launch/tuning.hpp"

#include <mergus/mxm_plan.hpp>

#include <cstdlib>
#include <span>
#include <vector>

namespace mergus::cuda {

void Calls::multiply(const AnySemiring& semiring, std::uint64_t nrows, std::uint64_t ncols,
                     std::uint64_t average) {
    const mergus_op& mul = *semiring.get()->mul;
    const AnyMatrix A = make(mul.x_type != nullptr ? mul.x_type : mul.z_type, nrows, side, nrows * average),
                    B = make(mul.y_type != nullptr ? mul.y_type : mul.z_type, side, ncols, side * average),
                    M = make(type_of<bool>(), nrows, ncols, nrows * average);
    AnyMatrix C(context_, mul.z_type, nrows, ncols);
    mxm(C, no_mask, no_accum, semiring, A, B);
    mxm(C, structure(M), no_accum, semiring, A, B, DESC_R);
    mxm(C, complement(structure(M)), no_accum, semiring, A, B, DESC_R);
}

void Calls::products(const AnySemiring& semiring) {
    const mergus_op& mul = *semiring.get()->mul;
    const auto operand = [&](const mergus_type* type) { return type != nullptr ? type : mul.z_type; };
    listing_.word = side; // rows of every bin
    for (const std::uint64_t ncols :
         {std::uint64_t{4096}, std::uint64_t{1} << 20}) // bitmaps, and hash tables
        for (const std::uint64_t average : {12, 40})    // a warp takes several rows of B at a time, or one
            multiply(semiring, 2 * tuning::two_launch_rows, ncols, average);
    // With this number of columns bitmaps of all columns, and two_level_bitmap, are set from the blocks of B.
    constexpr std::uint64_t many_columns = std::uint64_t{1} << 17;
    static_assert(tuning::two_level_bitmap_plausible(many_columns));
    multiply(semiring, 2 * tuning::two_launch_rows, many_columns, 40);
    // Tiles of rows: 40 rows of every second class, since the high half of a word, heavy rows, is 0. They are
    // too long for the methods of short rows. With few rows, blocks of columns do not pay.
    listing_.word = 40;
    for (const std::uint64_t ncols :
         {std::uint64_t{4096}, tuning::two_launch_columns}) { // ranks of 16 and 32 bits
        for (const std::uint64_t average : {12, 40}) multiply(semiring, side, ncols, average);
        multiply(semiring, side / 5, ncols, 40);
    }
    listing_.word = side;
    multiply(semiring, 64, side, 12); // few rows
    // Whole products.
    listing_.diagonal_rows = side;
    {
        const AnyMatrix D = make(operand(mul.x_type), side, side, side),
                        A = make(operand(mul.x_type), side, side, 8 * side),
                        B = make(operand(mul.y_type), side, side, 8 * side),
                        E = make(operand(mul.y_type), side, side, side);
        AnyMatrix C(context_, mul.z_type, side, side);
        mxm(C, no_mask, no_accum, semiring, D, B);
        mxm(C, no_mask, no_accum, semiring, A, E);
    }
    listing_.diagonal_rows = 0;
    { // dense rows of few columns
        constexpr std::uint64_t columns = 2048, average = 256;
        listing_.word = columns * average * average; // products
        const AnyMatrix A = make(operand(mul.x_type), columns, columns, columns * average),
                        B = make(operand(mul.y_type), columns, columns, columns * average);
        AnyMatrix C(context_, mul.z_type, columns, columns);
        mxm(C, no_mask, no_accum, semiring, A, B);
    }
    listing_.rows_are_local = true;
    for (const std::uint64_t longest : {4, 5, 7, 9, 12, 16, 24}) { // short rows, a thread a row
        listing_.word = longest;
        multiply(semiring, side, side, 3);
    }
    for (const std::uint64_t blocks : {2, 3, 5, 8}) { // groups of rows, by the blocks of columns they span
        listing_.word = blocks;
        multiply(semiring, side, side, 33);
    }
    listing_.rows_are_local = false;
    listing_.rows_repeat = true;
    for (const std::uint64_t longest : {8, 16, 27}) // rows that repeat patterns, by the length of a row of B
        for (const std::uint64_t nrows : {side, tuning::classes_many_rows}) {
            listing_.word = longest;
            const AnyMatrix A = make(operand(mul.x_type), nrows, side, nrows * 27),
                            B = make(operand(mul.y_type), side, side, side * 27);
            AnyMatrix C(context_, mul.z_type, nrows, side);
            mxm(C, no_mask, no_accum, semiring, A, B);
        }
    listing_.rows_repeat = false;
    for (const std::uint64_t longest : {4, 5, 8, 11, 16}) // short rows without locality, sorted
        for (const std::uint64_t long_rows : {0, 4}) {    // and a few long ones beside them
            listing_.word = longest;
            listing_.long_rows = long_rows;
            multiply(semiring, side, side, longest);
        }
    listing_.long_rows = 0;
}

void Calls::products_of_patterns(const AnySemiring& semiring) {
    const mergus_op& mul = *semiring.get()->mul;
    if (mul.x_type == nullptr && mul.y_type == nullptr) return; // no kernel reads values
    iso_ = true;
    products(semiring);
    masked_products(semiring);
    vector_products(semiring);
    iso_ = false;
}

void Calls::masked_products(const AnySemiring& semiring) {
    const mergus_op& mul = *semiring.get()->mul;
    // Without an estimate of the work, whose words would also be differences between A and its transpose.
    setenv("MERGUS_CUDA_MXM", "masked_dot", 1);
    const Context dots("cuda-listing");
    unsetenv("MERGUS_CUDA_MXM");
    const auto operand = [&](const mergus_type* type) {
        return device_matrix(dots, type != nullptr ? type : mul.z_type, side, side, std::uint64_t{1} << 20,
                             iso_);
    };
    AnyMatrix C(dots, mul.z_type, side, side);
    // A is symmetric, or is not; its blocks of columns are few, or as many as its entries.
    for (const std::uint64_t word : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 20}) {
        listing_.word = word;
        const AnyMatrix A = operand(mul.x_type), B = operand(mul.y_type);
        mxm(C, structure(A), no_accum, semiring, A, A, DESC_R);
        mxm(C, structure(A), no_accum, semiring, A, A, DESC_R | DESC_T1);
        mxm(C, structure(A), no_accum, semiring, A, B, DESC_R);
    }
}

void Calls::vector_products(const AnySemiring& semiring) {
    const mergus_op& mul = *semiring.get()->mul;
    const mergus_type* const type = mul.z_type;
    const std::vector<unsigned char> nothing(side * type->size);
    listing_.word = UINT64_MAX; // no fault in truth values
    const AnyVector full = AnyVector::from_dense(context_, nothing.data(), type, side);
    const std::vector<std::uint64_t> some{3, 1, 2};
    listing_.word = some.size(); // no duplicates
    AnyVector list(context_, type, side), mask(context_, type_of<bool>(), side);
    list.build(some, nothing.data(), type);
    mask.build(some, nothing.data(), type_of<bool>());
    const Mask masks[] = {Mask(no_mask), Mask(structure(mask)), Mask(complement(structure(mask)))};
    for (const std::uint64_t average : {3, 8, 16, 32}) { // lanes that share a row of a pull: 1, 2, 4, 8
        const AnyMatrix A = make(mul.y_type != nullptr ? mul.y_type : type, side, side, average * side);
        for (const std::uint64_t word : {some.size(), std::size_t{side}}) {
            listing_.word = word;
            for (const AnyVector* u : {&static_cast<const AnyVector&>(list), &full})
                for (const Mask& under : std::span(masks).first(average == 8 || average == 16 ? 3 : 1))
                    for (const Descriptor transposed : {Descriptor{}, DESC_T0}) {
                        AnyVector w(context_, type, side);
                        mxv(w, under, no_accum, semiring, A, *u, DESC_R | transposed);
                        vxm(w, under, no_accum, semiring, *u, A, DESC_R);
                    }
        }
    }
}

void Calls::plans(const AnySemiring& semiring) {
    const mergus_op& mul = *semiring.get()->mul;
    for (const std::uint64_t average : {4, 8, 16, 32}) { // products of an entry of A: threads of a row
        const std::uint64_t nvals = 8 * side;
        listing_.word = average * nvals;
        const AnyMatrix A = make(mul.x_type, side, side, nvals), B = make(mul.y_type, side, side, nvals);
        MxmPlan plan = mxm_plan(semiring, A, B);
        plan.run(A, B);
    }
}

} // namespace mergus::cuda
