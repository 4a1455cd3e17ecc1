/// \file test_lent_arrays.cpp
/// Arrays in device memory that an import hands over are used without a copy: where they can be, and that
/// nothing writes to them.
#include "lent_arrays.hpp"

#include <functional>
#include <utility>

using namespace mergus;
using namespace mergus::tests;

TEST_SUITE_BEGIN("device-csr");

TEST_CASE("lent arrays: they are the matrix's own, and come back when nothing needs them any more") {
    on_each_device([](const Context& context, CallerDevice& device) {
        for (const std::uint32_t flags : {0u, std::uint32_t{MERGUS_CSR_TRUSTED}}) {
            CAPTURE(flags);
            Lent<> lent(device);
            mergus_csr csr = lent.csr();
            csr.flags = flags;
            const std::uint64_t held = context.counters().allocated_bytes;
            {
                AnyMatrix A = AnyMatrix::import_csr(context, csr);
                CHECK(context.counters().allocated_bytes == held);
                CHECK(read<double>(A) == lent_content);
                const AnyMatrix B = A.dup(); // has arrays of its own
                CHECK(read<double>(B) == lent_content);
                const CsrArrays moved = A.release_csr();
                CHECK(moved.csr().row_ptr == lent.row_ptr.data());
                CHECK(moved.csr().cols == lent.cols.data());
                CHECK(moved.csr().values == lent.values.data());
                CHECK(lent.returned == 0);
            }
            CHECK(lent.returned == 1);
        }
    });
}

TEST_CASE("lent arrays: those that the backend stores otherwise are copied, the others are not") {
    on_each_device([](const Context& context, CallerDevice& device) {
        Lent<std::uint32_t> lent(device); // offsets of 32 bits
        {
            AnyMatrix A = AnyMatrix::import_csr(context, lent.csr());
            CHECK(read<double>(A) == lent_content);
            const CsrArrays moved = A.release_csr();
            CHECK(moved.csr().row_ptr != lent.row_ptr.data());
            CHECK(moved.csr().cols == lent.cols.data());
            CHECK(moved.csr().values == lent.values.data());
            CHECK(lent.returned == 0);
        }
        CHECK(lent.returned == 1);
        // Kernels read 16 bytes at once.
        Lent<> unaligned(device);
        const DeviceArray<double> values(device, {0, 1, 2, 3});
        mergus_csr csr = unaligned.csr();
        csr.values = values.data() + 1;
        AnyMatrix A = AnyMatrix::import_csr(context, csr);
        CHECK(read<double>(A) == lent_content);
        const CsrArrays moved = A.release_csr();
        CHECK(moved.csr().cols == unaligned.cols.data());
        CHECK(moved.csr().values != csr.values);
    });
}

TEST_CASE("lent arrays: after a failed import they are the caller's") {
    on_each_device([](const Context& context, CallerDevice& device) {
        Lent<> lent(device);
        lent.cols.upload({0, 7, 1});
        CHECK_THROWS_AS((void)AnyMatrix::import_csr(context, lent.csr()), Error);
        CHECK(lent.returned == 0);
    });
}

TEST_CASE("lent arrays: operations that write the matrix leave them as they are") {
    on_each_device([](const Context& context, CallerDevice& device) {
        const auto ones = make<double>(context, 2, 4, {{0, 0, 1}, {0, 1, 1}, {1, 1, 1}});
        const auto twos = make<double>(context, 2, 2, {{0, 0, 2}, {1, 1, 2}});
        const std::vector<std::pair<const char*, std::function<void(AnyMatrix&)>>> writers{
            {"set_element", [](AnyMatrix& A) { A.set_element(0, 1, 9.0); }},
            {"new element", [](AnyMatrix& A) { A.set_element(1, 3, 9.0); }},
            {"remove_element", [](AnyMatrix& A) { A.remove_element(0, 1); }},
            {"clear", [](AnyMatrix& A) { A.clear(); }},
            {"resize", [](AnyMatrix& A) { A.resize(1, 1); }},
            {"set_values",
             [](AnyMatrix& A) {
                 set_values(A, Values{7, 8, 9}.data(), 3, type_of<double>());
             }},
            {"accumulate", [&](AnyMatrix& A) { ewise_add(A, ops::plus<double>, A, ones); }},
            {"accumulate the same pattern",
             [&](AnyMatrix& A) { assign(A, ones, {.accum = ops::plus<double>}); }},
            {"apply", [](AnyMatrix& A) { apply(A, ops::ainv<double>, A); }},
            {"scalar", [](AnyMatrix& A) { assign(A, Scalar(4.0)); }},
            {"scalar by its pattern", [](AnyMatrix& A) { assign(A, Scalar(4.0), {.mask = structure(A)}); }},
            {"product", [&](AnyMatrix& A) { mxm(A, plus_times<double>, twos, ones); }},
            {"accumulated product",
             [&](AnyMatrix& A) { mxm(A, plus_times<double>, twos, A, {.accum = ops::plus<double>}); }},
        };
        for (const auto& [name, write] : writers) {
            CAPTURE(name);
            Lent<> lent(device), other(device);
            AnyMatrix A = AnyMatrix::import_csr(context, lent.csr());
            AnyMatrix B(context, type_of<double>(), 2, 4);
            assign(B, AnyMatrix::import_csr(context, other.csr()));
            write(A);
            write(B);
            CHECK(read<double>(A) == read<double>(B));
            CHECK(lent.is_unchanged());
        }
    });
}

TEST_CASE("lent arrays: two matrices that share columns have their own rows") {
    on_each_device([](const Context& context, CallerDevice& device) {
        Lent<> lent(device);
        const DeviceArray<std::uint64_t> row_ptr(device, {0, 1, 3});
        lent.cols.upload({0, 1, 2});
        const AnyMatrix A = AnyMatrix::import_csr(context, lent.csr());
        mergus_csr csr = lent.csr();
        csr.row_ptr = row_ptr.data();
        const AnyMatrix B = AnyMatrix::import_csr(context, csr);
        AnyMatrix C(context, type_of<double>(), 2, 4);
        ewise_add(C, ops::plus<double>, A, B);
        CHECK(read<double>(C) == Entries<double>{{0, 0, 2}, {0, 1, 2}, {1, 1, 2}, {1, 2, 6}});
        ewise_mult(C, ops::plus<double>, A, B);
        CHECK(read<double>(C) == Entries<double>{{0, 0, 2}, {1, 2, 6}});
    });
}

TEST_SUITE_END();
