/// \file test_suitesparse_arrays.cpp
/// The caller's arrays in the SuiteSparse backend: used in place where they can be, copied where not, given
/// back once.
#include "suitesparse_testing.hpp"

using namespace mergus;
using namespace mergus::tests;

namespace {

/// A CSR matrix of int64 that counts how often it was given back.
struct Lent {
    std::vector<std::uint64_t> row_ptr{0, 2, 2, 5}, cols{0, 3, 1, 2, 3};
    std::vector<std::int64_t> values{1, 2, 3, 4, 5};
    int released = 0;

    mergus_csr csr() {
        mergus_csr out{};
        out.struct_size = sizeof out;
        out.type = type_of<std::int64_t>();
        out.nrows = 3;
        out.ncols = 4;
        out.nvals = out.capacity = cols.size();
        out.row_ptr = row_ptr.data();
        out.cols = cols.data();
        out.values = values.data();
        out.pointer_bits = out.index_bits = 64;
        out.release = [](void* self) { ++static_cast<Lent*>(self)->released; };
        out.release_arg = this;
        return out;
    }
    AnyMatrix import() { return AnyMatrix::import_csr(context(), csr()); }
    [[nodiscard]] bool unchanged() const {
        const Lent fresh;
        return row_ptr == fresh.row_ptr && cols == fresh.cols && values == fresh.values;
    }
};

} // namespace

TEST_SUITE_BEGIN("suitesparse");

TEST_CASE("an import with release uses the caller's arrays in place") {
    Lent lent;
    {
        AnyMatrix A = lent.import();
        Matrix<std::int64_t> C(context(), 3, 3);
        mxm(C, no_mask, no_accum, plus_times<std::int64_t>, A, A, DESC_T1);
        Matrix<std::int64_t> D(context(), 3, 4);
        transpose(D, structure(A), ops::plus<std::int64_t>, A, DESC_T0);
        CHECK(entries_in(D) == entries_in(A));
        (void)reduce(plus_monoid<std::int64_t>, A);
        CHECK(lent.released == 0);

        CsrArrays back = A.release_csr();
        CHECK(back.csr().row_ptr == lent.row_ptr.data());
        CHECK(back.csr().cols == lent.cols.data());
        CHECK(back.csr().values == lent.values.data());
        CHECK(A.nvals() == 0);
        CHECK(lent.released == 0);
        back = {};
        CHECK(lent.released == 1);
    }
    CHECK(lent.released == 1);
    CHECK(lent.unchanged());
}

TEST_CASE("a matrix around the caller's arrays may be an output, and gives them back once") {
    const Entries before{{{0, 0}, 1}, {{0, 3}, 2}, {{2, 1}, 3}, {{2, 2}, 4}, {{2, 3}, 5}};
    Lent lent;
    AnyMatrix A = lent.import();
    CHECK(entries_in(A) == before);
    SUBCASE("accumulated into") {
        ewise_add(A, no_mask, ops::plus<std::int64_t>, ops::plus<std::int64_t>, A, A);
        CHECK(entries_in(A)[{2, 3}] == 15);
    }
    SUBCASE("its own mask and input") {
        apply(A, A, no_accum, ops::ainv<std::int64_t>, A);
        CHECK(entries_in(A)[{0, 3}] == -2);
    }
    SUBCASE("a part of it assigned") {
        const std::vector<std::uint64_t> rows{1}, cols{0, 2};
        assign(A, no_mask, no_accum, Scalar(std::int64_t{7}), Indices(rows), Indices(cols));
        CHECK(A.nvals() == 7);
        CHECK(entries_in(A)[{1, 2}] == 7);
        CHECK(entries_in(A)[{2, 3}] == 5);
    }
    SUBCASE("cleared") {
        A.clear();
        CHECK(A.nvals() == 0);
    }
    SUBCASE("given to the program as a GrB_Matrix") {
        GrB_Matrix native = release_grb_matrix(std::move(A));
        GrB_Index nvals = 0;
        CHECK(GrB_Matrix_nvals(&nvals, native) == GrB_SUCCESS);
        CHECK(nvals == 5);
        GrB_Matrix_free(&native);
    }
    CHECK(lent.released == 1);
    A = AnyMatrix();
    CHECK(lent.released == 1);
    CHECK(lent.unchanged());
}

TEST_CASE("what cannot be used in place is copied and given back at once") {
    Lent lent;
    mergus_csr csr = lent.csr();
    SUBCASE("columns of 32 bits") {
        const std::vector<std::uint32_t> narrow{0, 3, 1, 2, 3};
        csr.cols = const_cast<std::uint32_t*>(narrow.data());
        csr.index_bits = 32;
        const AnyMatrix A = AnyMatrix::import_csr(context(), csr);
        CHECK(lent.released == 1);
        CHECK(entries_in(A) == entries_in(Lent().import()));
    }
    SUBCASE("no entries") {
        std::fill(lent.row_ptr.begin(), lent.row_ptr.end(), 0);
        csr.nvals = csr.capacity = 0;
        const AnyMatrix A = AnyMatrix::import_csr(context(), csr);
        CHECK(lent.released == 1);
        CHECK(A.nvals() == 0);
    }
    CHECK(lent.released == 1);
}

TEST_CASE("one value for all entries stays one value in memory and is written out on export") {
    Lent lent;
    mergus_csr csr = lent.csr();
    csr.iso = 1;
    lent.values = {7};
    csr.values = lent.values.data();
    const AnyMatrix A = AnyMatrix::import_csr(context(), csr);
    CHECK(reduce(plus_monoid<std::int64_t>, A) == 35);
    std::vector<std::int64_t> values(5);
    std::vector<std::uint32_t> cols(5);
    mergus_csr out = csr;
    out.values = values.data();
    out.cols = cols.data();
    out.index_bits = 32;
    out.row_ptr = nullptr;
    A.export_csr(out);
    CHECK(values == std::vector<std::int64_t>(5, 7));
    CHECK(cols == std::vector<std::uint32_t>{0, 3, 1, 2, 3});
}

TEST_CASE("arrays that are no matrix are refused and stay the caller's") {
    Lent lent;
    mergus_csr csr = lent.csr();
    Code expected = Code::invalid_value;
    std::vector<unsigned char> bytes{1, 0, 1, 2, 1};
    SUBCASE("first offset") {
        lent.row_ptr[0] = 1;
    }
    SUBCASE("offsets that decrease") {
        lent.row_ptr[2] = 1;
    }
    SUBCASE("last offset") {
        lent.row_ptr[3] = 4;
    }
    SUBCASE("an offset past the end") {
        lent.row_ptr[1] = 1000;
    }
    SUBCASE("columns out of order") {
        std::swap(lent.cols[0], lent.cols[1]);
    }
    SUBCASE("a column twice") {
        lent.cols[0] = 3;
    }
    SUBCASE("a column out of range") {
        lent.cols[4] = 4;
        expected = Code::invalid_index;
    }
    SUBCASE("a bool that is 2") {
        csr.type = type_of<bool>();
        csr.values = bytes.data();
    }
    SUBCASE("device memory") {
        csr.memory = MERGUS_MEMORY_DEVICE;
    }
    CHECK(code_of([&] { (void)AnyMatrix::import_csr(context(), csr); }) == expected);
    CHECK(lent.released == 0);
}

TEST_CASE("arrays of GraphBLAS's own can be moved out, from any form") {
    Matrix<double> A(context(), 2, 2);
    assign(A, no_mask, no_accum, Scalar(2.5)); // full and of one value
    CHECK(A.nvals() == 4);
    const CsrArrays arrays = A.release_csr();
    const mergus_csr& csr = arrays.csr();
    CHECK(A.nvals() == 0);
    CHECK(csr.nvals == 4);
    CHECK(static_cast<const std::uint64_t*>(csr.row_ptr)[2] == 4);
    CHECK(static_cast<const std::uint64_t*>(csr.cols)[3] == 1);
    CHECK(static_cast<const double*>(csr.values)[0] == 2.5);
}

TEST_SUITE_END();
