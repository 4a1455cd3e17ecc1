/// \file test_row_ranges.cpp
/// Products with little memory: the caller's allocator refuses what exceeds the operands, the result and 5 %
/// of both, and every product is made all the same, by every method, masked ones too. With less memory than
/// the result takes, the error names its bytes, and nothing has changed.
#include "testing/deterministic_testing.hpp"
#include "testing/faulty_allocator.hpp"
#include "testing/reports.hpp"

#include <mergus/generate.hpp>

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::traces;
using mergus_tests::wide_traces;

namespace {

/// C<M> = A ⊕.⊗ B. Without M there is no mask.
struct Product {
    std::string name;
    std::string forced; ///< MERGUS_CUDA_MXM
    AnySemiring semiring;
    Csr A, B;
    std::optional<Csr> M{};
    Descriptor how{};
    bool complement = false;
    std::optional<Csr> C{};              ///< before the product; then it is accumulated by plus
    const mergus_type* c_type = nullptr; ///< of C, if not the semiring's
    std::string accumulator{};           ///< explain mode names it where memory suffices
};

Csr generated(const std::string& spec) {
    return with_integers(generate::from_spec(spec));
}

Product square(const std::string& name, const std::string& forced, const std::string& spec,
               const AnySemiring& semiring = plus_times<double>) {
    const Csr A = generated(spec);
    return {name, forced, semiring, A, A};
}

/// A row has `few` entries but one, which has all. The last row of B is long.
Csr heavy_row(std::uint64_t nrows, std::uint64_t ncols, std::uint64_t few) {
    return csr_where(nrows, ncols, [=](std::uint64_t i, std::uint64_t j) {
        return i == 7 || (i * 5 + j * 3) % ncols < few;
    });
}

std::vector<Product> products() {
    const std::string skewed = "rmat:scale=8,ef=6,seed=3", band = "banded:n=300,half=6";
    std::vector<Product> all = {
        square("uniform, short rows", "", "er:rows=1500,degree=3"),
        square("stencil", "", "poisson2d5:n=40"),
        square("stencil of 27 points", "", "poisson3d27:n=7"),
        square("skewed", "", skewed),
        square("band", "", band),
        square("permuted band", "", "banded-permuted:n=300,half=6"),
        square("a thread a row", "k_way_merge", "poisson2d5:n=30", traces),
        square("a group a row", "subwarp_esc", "er:rows=500,degree=4", traces),
        square("row groups", "register_band", band, traces),
        square("esc", "esc", "er:rows=500,degree=4", wide_traces),
        square("hash", "hash", skewed, traces),
        square("ranked_bitmap", "ranked_bitmap", skewed, traces),
        square("column_tile", "column_tile", skewed, traces),
        square("dense_accumulator", "dense_accumulator", skewed),
        square("merge", "merge", skewed, traces),
        square("merge, wide values", "merge", band, wide_traces),
        {"rectangular", "", plus_times<double>, generated("powerlaw:rows=400,cols=200,degree=6"),
         generated("powerlaw:rows=200,cols=500,degree=9")},
        // More than 40,000 products of row 7, so the whole grid adds them.
        {.name = "a heavy row",
         .forced = "",
         .semiring = plus_times<double>,
         .A = heavy_row(300, 400, 2),
         .B = heavy_row(400, 900, 112),
         .accumulator = "dense_accumulator"},
        {"few rows", "", plus_times<double>, heavy_row(9, 300, 40), generated("er:rows=300,degree=60")},
        {"one row", "", plus_times<double>, csr_every(1, 300, 1), generated("er:rows=300,degree=60")},
    };
    const auto masked = [&](Product p, const std::string& name, std::uint64_t step, Descriptor how,
                            bool complement) {
        p.name += ", " + name;
        p.M = csr_every(p.A.nrows, p.B.ncols, step, 2);
        p.how = how;
        p.complement = complement;
        all.push_back(std::move(p));
    };
    for (const char* const accumulator : {"", "hash", "ranked_bitmap", "column_tile", "merge"}) {
        const Product p = square(std::string("under a mask ") + accumulator, accumulator,
                                 "rmat:scale=7,ef=6,seed=3", traces);
        masked(p, "structure", 3, DESC_S, false);
        masked(p, "complement", 40, DESC_S, true);
    }
    masked(square("under a mask", "", "er:rows=500,degree=4"), "values, hardly any in common", 9, {}, false);
    masked(square("under a mask", "", band), "complement, replace", 50, DESC_R, true);
    all.push_back(square("a typecast of the result", "", skewed));
    all.back().c_type = type_of<float>();
    for (Product p : {square("accumulated", "", skewed), square("accumulated", "", band)}) {
        p.C = csr_every(p.A.nrows, p.B.ncols, 5, 1);
        all.push_back(p);
        masked(p, "masked", 4, DESC_S, false);
    }
    return all;
}

/// The operands of a product in a context.
struct Loaded {
    Matrix<double> A, B;
    std::optional<Matrix<double>> M;
    AnyMatrix C;

    Loaded(const Context& context, const Product& p)
        : A(Matrix<double>::from_csr(context, p.A)), B(Matrix<double>::from_csr(context, p.B)),
          C(p.C ? AnyMatrix(Matrix<double>::from_csr(context, *p.C))
                : AnyMatrix(context, p.c_type != nullptr ? p.c_type : p.semiring.get()->add->op->z_type,
                            p.A.nrows, p.B.ncols)) {
        if (p.M) M = Matrix<double>::from_csr(context, *p.M);
    }

    /// Bytes of C's offsets, if the product itself becomes C, which is empty: it takes them over.
    [[nodiscard]] std::uint64_t lent(const Product& p) const {
        return !p.C && p.c_type == nullptr && (!p.M || p.complement) ? C.bytes() : 0;
    }

    void multiply(const Product& p) {
        const Mask mask = !M ? Mask(no_mask) : p.complement ? mergus::complement(*M) : Mask(*M);
        mxm(C, mask, p.C ? BinaryOp(ops::plus<double>) : no_accum, p.semiring, A, B, p.how);
    }
};

/// A context of the allocator whose products go to the methods that the product names.
Context capped(FaultyAllocator& allocator, const Product& p, Report& report) {
    const Variable forced("MERGUS_CUDA_MXM", p.forced);
    return allocator.context(reporting(report, {}, "mxm"));
}

} // namespace

TEST_SUITE_BEGIN("memory");

TEST_CASE("memory: a product takes the operands, the result, and 5 % of both") {
    std::size_t in_ranges = 0;
    for (const std::string& backend : devices_under_test())
        for (const Product& p : products()) {
            CAPTURE(backend);
            CAPTURE(p.name);
            Report report;
            Loaded expected(shuffled(backend, p.forced, 1, reporting(report, {}, "mxm")), p);
            expected.multiply(p);
            CHECK_MESSAGE(report.reason.find(p.accumulator) != std::string::npos, report.reason);
            const Bits bits = bits_of(expected.C);
            const std::uint64_t result = expected.C.bytes();
            for (const bool tight : {false, true}) {
                CAPTURE(tight); // a GPU's scans take more memory
                const bool can_be_tight = backend == "cuda-emulated" && !p.C && p.c_type == nullptr;
                if (tight != can_be_tight) continue;
                FaultyAllocator allocator(backend);
                const Context context = capped(allocator, p, report);
                Loaded operands(context, p);
                const std::uint64_t inputs = allocator.live - operands.lent(p);
                // The numbers of a row under a mask: its marks, their tiles, and those of C's, a unit of
                // memory each.
                const std::uint64_t few = p.M && !p.complement ? 3600 : 1500;
                allocator.limit = inputs + result + (tight ? few : (inputs + result) / 20);
                operands.multiply(p);
                allocator.limit = std::numeric_limits<std::uint64_t>::max();
                CHECK(bits_of(operands.C) == bits);
                in_ranges += has_fact(report.method, facts::row_ranges) ? 1 : 0;
            }
        }
    CHECK(in_ranges >
          (devices_under_test().front() == "cuda-emulated" ? 15 : 6)); // tight ones: emulated only
}

TEST_CASE("memory: an error says how much a result takes that is too large") {
    for (const std::string& backend : devices_under_test())
        for (const Product& p : products()) {
            CAPTURE(backend);
            CAPTURE(p.name);
            Loaded expected(shuffled(backend, p.forced, 1), p);
            const Bits before = bits_of(expected.C);
            expected.multiply(p);
            const std::uint64_t result = expected.C.bytes();
            FaultyAllocator allocator(backend);
            Report report;
            const Context context = capped(allocator, p, report);
            Loaded operands(context, p);
            // Without memory for the last values, for most of them, and for the offsets of the rows.
            for (const std::uint64_t memory : {result - 1, result / 2, 8 * p.A.nrows}) {
                CAPTURE(memory);
                if (memory < 8000) continue; // needed to count the entries
                if (memory != result / 2 && (p.M || p.C || !p.forced.empty())) continue; // takes long
                const std::uint64_t inputs = allocator.live; // with C's offsets, once it has been read
                // Offsets of C that the result takes over are not missing, so there is memory to count.
                allocator.limit = inputs + memory - (memory >= result / 2 ? operands.lent(p) : 0);
                std::string message;
                Code code{};
                try {
                    operands.multiply(p);
                } catch (const Error& error) {
                    code = error.code();
                    message = error.what();
                }
                CHECK(allocator.live == inputs);
                allocator.limit = std::numeric_limits<std::uint64_t>::max();
                CHECK(code == Code::out_of_memory);
                CAPTURE(message);
                CHECK(message.find("the result takes " + std::to_string(result) + " bytes") !=
                      std::string::npos);
                CHECK(bits_of(operands.C) == before);
            }
        }
}

TEST_SUITE_END();
