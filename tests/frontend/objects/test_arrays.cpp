/// \file test_arrays.cpp
/// Import and export of CSR arrays: lifetime of the arrays, and rejected counts and index widths.
#include "testing/matrices.hpp"
#include "testing/refuses.hpp"

#include <mergus/mergus.hpp>

#include <functional>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>

using namespace mergus;
using namespace mergus::tests;

namespace {

using I32 = std::int32_t;
using List = std::vector<std::uint64_t>;

/// . 1
/// 2 .
/// . 3
Matrix<I32> small(const Context& context) {
    return make<I32>(context, 3, 2, {{0, 1, 1}, {1, 0, 2}, {2, 1, 3}});
}

/// Arrays owned by the program, with a callback for their release.
struct Lent {
    explicit Lent(std::function<void()> when_returned) : returned(std::move(when_returned)) {}

    mergus_csr csr() {
        mergus_csr out{};
        out.struct_size = sizeof out;
        out.type = type_of<double>();
        out.nrows = out.ncols = 2;
        out.nvals = out.capacity = 2;
        out.row_ptr = row_ptr.data();
        out.cols = cols.data();
        out.values = values.data();
        out.pointer_bits = out.index_bits = 64;
        out.memory = MERGUS_MEMORY_HOST;
        out.release = [](void* self) { static_cast<Lent*>(self)->returned(); };
        out.release_arg = this;
        return out;
    }

    List row_ptr{0, 1, 2}, cols{1, 0};
    std::vector<double> values{1, 2};
    std::function<void()> returned;
};

mergus_csr export_into(List& row_ptr, List& cols, std::vector<I32>& values) {
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.row_ptr = row_ptr.data();
    csr.cols = cols.data();
    csr.values = values.data();
    csr.pointer_bits = csr.index_bits = 64;
    csr.memory = MERGUS_MEMORY_HOST;
    csr.capacity = values.size();
    return csr;
}

} // namespace

TEST_SUITE_BEGIN("ops");

TEST_CASE("arrays: those of release_csr outlive the context, and may be freed by another thread") {
    on_each_backend([](const Context& context) {
        const std::string backend(context.backend());
        CsrArrays arrays, empty;
        {
            const Context gone(backend);
            Matrix<I32> A = small(gone), B(gone, 3, 2);
            arrays = A.release_csr();
            empty = B.release_csr();
            CHECK(A.nvals() == 0);
        }
        const mergus_csr& csr = arrays.csr();
        CHECK(arrays.nvals() == 3);
        if (csr.memory == MERGUS_MEMORY_HOST && csr.index_bits == 64)
            CHECK(static_cast<const std::uint64_t*>(csr.cols)[1] == 0);
        std::thread([&] {
            arrays = {};
            empty = {};
        }).join();
    });
}

TEST_CASE("arrays: they are released while other threads use the context") {
    on_each_backend([](const Context& context) {
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&context] {
                for (int round = 0; round < 8; ++round) {
                    Matrix<I32> A = small(context), C(context, 3, 3);
                    mxm(C, no_mask, no_accum, plus_times<I32>, A, A, DESC_T1);
                    const CsrArrays freed = C.release_csr();
                }
            });
        for (std::thread& thread : threads) thread.join();
        if (backends_under_test().front() == "cuda-emulated") CHECK(context.counters().allocated_bytes == 0);
        CHECK(small(context).nvals() == 3);
    });
}

TEST_CASE("arrays: handed from matrix to matrix and context to context they come back once, unlocked") {
    on_each_backend([](const Context& context) {
        int returned = 0;
        const Context other(context.backend());
        Matrix<I32> witness = small(context);
        Lent lent([&] {
            ++returned;
            CHECK(witness.nvals() == 3); // the library may be used here
        });
        {
            AnyMatrix A = AnyMatrix::import_csr(context, lent.csr());
            AnyMatrix B =
                AnyMatrix::import_csr(context, A.release_csr()); // into the context that they came from
            CHECK(B.nvals() == 2);
            AnyMatrix C = B.to(other);
            CHECK(read<double>(C) == Entries<double>{{0, 1, 1}, {1, 0, 2}});
            B.clear();
            CHECK(returned == 1);
        }
        CHECK(returned == 1);
    });
}

TEST_CASE("arrays: CsrArrays frees once, moves, releases, and is imported without a copy") {
    static_assert(!std::is_copy_constructible_v<CsrArrays> && !std::is_copy_assignable_v<CsrArrays>);
    static_assert(std::is_nothrow_move_constructible_v<CsrArrays>);
    on_each_backend([](const Context& context) {
        int returned = 0;
        Lent lent([&] { ++returned; });
        {
            CsrArrays first(lent.csr()), second = std::move(first);
            CHECK((first.csr().release == nullptr));
            CHECK(second.nrows() == 2);
            CHECK(second.csr().cols == lent.cols.data());
            first = std::move(second);
            CHECK(returned == 0);
            first = CsrArrays();
            CHECK(returned == 1);
            CsrArrays third(lent.csr());
            const mergus_csr given = third.release();
            CHECK((third.csr().release == nullptr));
            CHECK((given.release != nullptr));
        }
        CHECK(returned == 1);

        // A failed import leaves the arrays with their owner, a successful one takes them.
        lent.cols = {1, 7};
        CsrArrays arrays(lent.csr());
        CHECK(code_of([&] { (void)AnyMatrix::import_csr(context, std::move(arrays)); }) != Code::success);
        CHECK(arrays.csr().cols == lent.cols.data());
        CHECK(returned == 1);
        lent.cols = {1, 0};
        const AnyMatrix A = AnyMatrix::import_csr(context, std::move(arrays));
        CHECK(arrays.csr().cols == nullptr);
        CHECK(read<double>(A) == Entries<double>{{0, 1, 1}, {1, 0, 2}});
    });
}

TEST_CASE("arrays: in one context released arrays become a matrix again at the same address") {
    on_each_backend([](const Context& context) {
        Matrix<I32> A = small(context);
        CsrArrays arrays = A.release_csr();
        const void* const values = arrays.csr().values;
        const bool in_place = arrays.csr().pointer_bits == 64 && arrays.csr().memory == MERGUS_MEMORY_HOST;
        AnyMatrix B = AnyMatrix::import_csr(context, std::move(arrays));
        CHECK(read<I32>(B) == Entries<I32>{{0, 1, 1}, {1, 0, 2}, {2, 1, 3}});
        if (in_place && context.backend() == "suitesparse") CHECK(B.release_csr().csr().values == values);
    });
}

TEST_CASE("arrays: more entries than the shape allows are rejected before the arrays are read") {
    on_each_backend([](const Context& context) {
        const auto import = [&](std::uint64_t nrows, std::uint64_t ncols, std::uint64_t nvals) {
            // As long as the shape allows, in separate allocations, so that sanitizers detect reads past the
            // end.
            const auto cols = std::make_unique<std::uint64_t[]>(4);
            const auto values = std::make_unique<double[]>(4);
            List row_ptr(nrows + 1, nvals);
            row_ptr[0] = 0;
            cols[1] = cols[3] = 1;
            if (nrows == 2) row_ptr[1] = 2;
            mergus_csr csr{};
            csr.struct_size = sizeof csr;
            csr.type = type_of<double>();
            csr.nrows = nrows;
            csr.ncols = ncols;
            csr.nvals = nvals;
            csr.row_ptr = row_ptr.data();
            csr.cols = cols.get();
            csr.values = values.get();
            csr.pointer_bits = csr.index_bits = 64;
            csr.memory = MERGUS_MEMORY_HOST;
            return code_of([&] { (void)AnyMatrix::import_csr(context, csr); });
        };
        CHECK(import(2, 2, 4) == Code::success);
        CHECK(import(2, 2, 5) == Code::invalid_value); // invalid_index where cols[4] was read
        CHECK(import(2, 0, 1) == Code::invalid_value);
        CHECK(import(0, 2, 1) == Code::invalid_value);
        CHECK(import(1, max_dimension, std::uint64_t{1} << 62) == Code::invalid_value);
        CHECK(import(2, 2, ~std::uint64_t{0}) == Code::invalid_value);
        mergus_csr long_one{};
        long_one.struct_size = sizeof long_one;
        long_one.type = type_of<double>();
        long_one.nrows = (std::uint64_t{1} << 36) + 1;
        std::uint64_t zero = 0;
        long_one.row_ptr = &zero;
        long_one.pointer_bits = long_one.index_bits = 64;
        long_one.memory = MERGUS_MEMORY_HOST;
        refuses(Code::invalid_value, {"rows", "2^36"},
                [&] { (void)AnyMatrix::import_csr(context, long_one); });
    });
}

TEST_CASE("arrays: an export of 32-bit indices is refused where they are too narrow, and writes nothing") {
    on_each_backend([](const Context& context) {
        const std::uint64_t places = std::uint64_t{1} << 32;
        const auto export_of = [&](std::uint64_t ncols, std::uint64_t column, int index_bits,
                                   bool with_cols) {
            const Matrix<I32> A = make<I32>(context, 1, ncols, {{0, column, 9}});
            List row_ptr(2, 77), cols(1, 77);
            std::vector<I32> values(1, 77);
            mergus_csr csr = export_into(row_ptr, cols, values);
            csr.index_bits = index_bits;
            if (!with_cols) csr.cols = nullptr;
            const Code code = code_of([&] { A.export_csr(csr); });
            if (code == Code::success) {
                CHECK(row_ptr == List{0, 1});
                CHECK(values[0] == 9);
                if (with_cols)
                    CHECK(
                        (index_bits == 64 ? cols[0] : *reinterpret_cast<const std::uint32_t*>(cols.data())) ==
                        column);
            } else {
                CHECK(row_ptr == List{77, 77});
                CHECK(cols == List{77});
                CHECK(values[0] == 77);
            }
            return code;
        };
        CHECK(export_of(places + 6, places + 5, 32, true) == Code::invalid_value);
        CHECK(export_of(places + 1, 3, 32, true) == Code::invalid_value); // whatever its entries are
        CHECK(export_of(places, places - 1, 32, true) == Code::success);
        CHECK(export_of(places + 6, places + 5, 32, false) == Code::success);
        CHECK(export_of(places + 6, places + 5, 64, true) == Code::success);
    });
}

TEST_CASE("arrays: an export of 32-bit offsets is refused where there are too many entries") {
    const Context context("suitesparse"); // where a matrix of one value takes no memory
    const std::uint64_t side = std::uint64_t{1} << 17;
    Matrix<bool> A(context, side, side);
    assign(A, no_mask, no_accum, true);
    REQUIRE(A.nvals() == side * side);
    List row_ptr(side + 1, 77), none;
    std::vector<I32> no_values;
    mergus_csr csr = export_into(row_ptr, none, no_values);
    csr.cols = csr.values = nullptr;
    csr.pointer_bits = 32;
    CHECK(code_of([&] { A.export_csr(csr); }) == Code::invalid_value);
    CHECK(row_ptr == List(side + 1, 77));
}

TEST_SUITE_END();
