/// \file test_binning.cpp
/// The bins of mxm: every variant of every accumulator is reached by some product, and gives the right
/// product where it is forced on one.
#include "cuda/explained_context.hpp"
#include "mxm/accumulators/accumulator.hpp"
#include "mxm/accumulators/merge_tuning.hpp"
#include "mxm/accumulators/tuning.hpp"
#include "testing/csr.hpp"
#include "testing/variable.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tuning = mergus::cuda::tuning;
namespace accumulators = mergus::cuda::accumulators;
using mergus::cuda::Accumulator;
using mergus::tests::Explained;
using mergus::tests::Variable;
using mergus::tests::with_integers;

namespace {

constexpr std::size_t gpu_shared = 227 * 1024;
constexpr std::size_t gpu_memory = std::size_t{140} << 30;

using Row = std::pair<const Accumulator*, unsigned>; // and the variant

const Accumulator& named(std::string_view name) {
    for (const Accumulator* a : accumulators::all)
        if (a->name == name) return *a;
    throw std::logic_error("no such accumulator");
}

std::string name_of(const Row& row) {
    return std::string(row.first->name) + ":" + std::to_string(row.second);
}

/// Whether bin `a` holds every row that bin `b` holds. Then b is of no use behind a.
bool covers(const tuning::Bin& a, const tuning::Bin& b) {
    return a.capacity >= b.capacity && a.flops >= b.flops &&
           (a.per_entry == 0 || (b.per_entry != 0 && a.per_entry >= b.per_entry));
}

/// Every row of the table that some row of a product can go to on a GPU with 227 KB of shared memory: in the
/// bins of some product it holds rows that none of the bins before it holds.
std::set<Row> reachable() {
    std::set<Row> found;
    const tuning::Choice everything;
    for (const bool masked : {false, true})
        for (const std::uint64_t ncols :
             {1'000ull, 20'000ull, 70'000ull, 300'000ull, 1'000'000ull, 4'000'000ull})
            for (const auto& [value, native_add] :
                 {std::pair(std::size_t{1}, true), std::pair(std::size_t{8}, true),
                  std::pair(std::size_t{8}, false), std::pair(std::size_t{16}, false),
                  std::pair(std::size_t{64}, false)}) {
                const bool ordered_fold = value > 8;
                tuning::Sizes sizes{4, value < 4 ? 4 : value, value, value, 4, masked, false, ordered_fold};
                sizes.native_add = native_add;
                for (const auto& [symbolic, dense_blocks] : {std::pair(true, false), std::pair(false, false),
                                                             std::pair(true, true), std::pair(false, true)}) {
                    const tuning::Bins bins = tuning::make_bins(
                        {sizes, ncols, gpu_shared, gpu_memory, symbolic, dense_blocks, everything});
                    REQUIRE(bins.count <= tuning::Bins::most);
                    std::vector<tuning::Bin> before;
                    for (std::size_t b = 0; b < bins.count; ++b) {
                        const tuning::Bin& bin = bins.bin[b];
                        const bool in_order = !bin.accumulator->by_flops;
                        const auto covers_it = [&](const tuning::Bin& other) { return covers(other, bin); };
                        if (!in_order || std::none_of(before.begin(), before.end(), covers_it))
                            found.insert({bin.accumulator, bin.variant});
                        if (in_order) before.push_back(bin);
                    }
                }
            }
    return found;
}

/// The same for complex numbers, whose slots are wider than any other with atomics.
mergus::Csr with_complex_integers(mergus::Csr matrix) {
    matrix.field = mergus::Field::complex;
    matrix.reals.clear();
    for (std::size_t e = 0; e < matrix.nvals(); ++e)
        matrix.complexes.emplace_back(static_cast<double>(1 + e * 7919 % 101),
                                      static_cast<double>(e * 31 % 17) - 8);
    return matrix;
}

/// Compares A·B on the device and on the CPU. \return the number of its entries
std::uint64_t check_product(const Explained& device, const mergus::AnySemiring& semiring,
                            const mergus::Csr& a, const mergus::Csr& b) {
    const auto product = [&](const mergus::Context& context) {
        const auto A = mergus::AnyMatrix::from_csr(context, a), B = mergus::AnyMatrix::from_csr(context, b);
        mergus::AnyMatrix C(context, semiring.get()->add->op->z_type, A.nrows(), B.ncols());
        mergus::mxm(C, mergus::no_mask, mergus::no_accum, semiring, A, B);
        return C.to_tuples();
    };
    static const mergus::Context cpu("suitesparse");
    const mergus::Tuples got = product(device.context), wanted = product(cpu);
    CHECK(got.rows == wanted.rows);
    CHECK(got.cols == wanted.cols);
    CHECK(got.integers == wanted.integers);
    CHECK(got.reals == wanted.reals);
    CHECK(got.complexes == wanted.complexes);
    return wanted.nvals();
}

} // namespace

TEST_SUITE_BEGIN("plan");

TEST_CASE("every row of every table is reached by some product") {
    const std::set<Row> found = reachable();
    for (const Accumulator* accumulator : accumulators::all)
        for (unsigned row = 0; row < accumulator->variants; ++row) {
            INFO(name_of({accumulator, row}));
            CHECK(found.count({accumulator, row}) == 1);
        }
}

TEST_CASE("every row of every table gives the right product") {
    const mergus::Csr graph = with_integers(mergus::generate::from_spec("rmat:scale=7,ef=6,seed=3"));
    const mergus::Csr band = with_integers(mergus::generate::from_spec("banded:n=150,half=6"));
    const mergus::Csr complex_graph = with_complex_integers(graph),
                      complex_band = with_complex_integers(band);
    for (const Accumulator* accumulator : accumulators::all)
        for (unsigned row = 0; row < accumulator->variants; ++row) {
            const std::string name = name_of({accumulator, row});
            CAPTURE(name);
            const Variable forced("MERGUS_CUDA_MXM", name);
            const Explained device("cuda-emulated", true, "mxm");
            const std::string& said = device.reason; // the bins
            bool ran = false;
            for (const mergus::Csr* matrix : {&graph, &band, &complex_graph, &complex_band}) {
                if (matrix->field == mergus::Field::complex)
                    check_product(device, mergus::plus_times<mergus::complex<double>>, *matrix, *matrix);
                else
                    check_product(device, mergus::plus_times<double>, *matrix, *matrix);
                ran = ran || (said + " ").find(name + " ") != std::string::npos ||
                      said.find(name + ",") != std::string::npos;
            }
            INFO(said);
            CHECK(ran);
        }
}

TEST_CASE("hash tables put entries in order by blocks of columns where these are few, else by a sort") {
    const auto A = with_integers(mergus::generate::from_spec("er:rows=12,cols=100,degree=30"));
    const Variable forced("MERGUS_CUDA_MXM", "hash");
    const Explained device("cuda-emulated");
    // About 430 products a row: in 32, 94, 122 (of at most 128 that are ranked), 300 and 430 blocks.
    for (const char* cols : {"1000", "3000", "5000", "16000", "10000000"}) {
        CAPTURE(cols);
        const auto B = mergus::generate::from_spec(std::string("er:rows=100,degree=15,cols=") + cols);
        check_product(device, mergus::min_plus<double>, A, with_integers(B));
    }
}

TEST_CASE("rows that overflow the table of the optimistic pass are counted in their bins") {
    // About 900 products and nearly as many entries a row: more than the table of the optimistic pass holds.
    const auto A = with_integers(mergus::generate::from_spec("er:rows=12,cols=400,degree=30"));
    const auto B = with_integers(mergus::generate::from_spec("er:rows=400,cols=5000,degree=30"));
    REQUIRE(tuning::optimistic_size.slots < 800);
    const Variable forced("MERGUS_CUDA_MXM", "hash");
    const Explained device("cuda-emulated");
    CHECK(check_product(device, mergus::min_plus<double>, A, B) > 12 * tuning::optimistic_size.slots);
}

TEST_CASE("rows are merged where values are wide, or where the choice says so") {
    const auto bins = [](std::size_t value, bool ordered_fold, bool in_mask_order, const char* choice) {
        const tuning::Sizes sizes{4, value, value, value, 4, in_mask_order, in_mask_order, ordered_fold};
        const tuning::Choice chosen = tuning::Choice::parse(choice);
        return tuning::make_bins({sizes, 1'000'000, gpu_shared, gpu_memory, true, false, chosen});
    };
    CHECK(bins(64, true, false, "").merges);
    CHECK(bins(64, true, false, "").merge_over < bins(32, true, false, "").merge_over);
    CHECK(bins(64, true, false, "").merge_most == tuning::merge_batch);
    CHECK_FALSE(bins(8, true, false, "").merges);
    CHECK_FALSE(bins(64, false, false, "").merges);
    CHECK_FALSE(bins(64, true, true, "").merges);
    CHECK_FALSE(bins(64, true, false, "hash").merges);
    CHECK_FALSE(bins(std::size_t{16} << 10, true, false, "").merges); // 32 do not fit a block
    for (const bool ordered_fold : {false, true})
        for (const bool in_mask_order : {false, true}) {
            CHECK(bins(8, ordered_fold, in_mask_order, "merge").merge_over == 0);
            CHECK(bins(8, ordered_fold, in_mask_order, "hash,merge").merges);
            CHECK(bins(8, ordered_fold, in_mask_order, "merge>70").merge_over == 70);
            CHECK(bins(8, ordered_fold, in_mask_order, "merge<80,merge").merge_most == 80);
        }
    // A batch takes its share of memory at most.
    const tuning::Sizes wide{8, 64, 64, 72, 8, false, false, true};
    const std::size_t memory = std::size_t{1} << 30;
    const tuning::Choice everything;
    const tuning::Bins bounded = tuning::make_bins({wide, 1000, gpu_shared, memory, true, false, everything});
    CHECK(bounded.merge_most * tuning::merge_bytes(8) <= memory / tuning::merge_share);
    // What memory did not suffice for is left out.
    const std::array<const Accumulator*, 1> left_out{&accumulators::merge};
    CHECK_FALSE(
        tuning::make_bins({wide, 1000, gpu_shared, memory, true, false, everything, left_out}).merges);
}

TEST_CASE("sums without an atomic are in the result only where shared memory does not hold the values") {
    tuning::Sizes sizes{4, 8, 8, 8, 4, false, false, false};
    const tuning::Choice everything;
    const auto sizes_in_result = [&] {
        const tuning::Bins bins =
            tuning::make_bins({sizes, 60'000, gpu_shared, gpu_memory, false, false, everything});
        std::set<unsigned> found;
        for (std::size_t b = 0; b < bins.count; ++b)
            if (bins.bin[b].in_place) found.insert(bins.bin[b].variant);
        return found;
    };
    sizes.exchanges = true;
    CHECK(sizes_in_result() == std::set<unsigned>{10});
    sizes.exchanges = false;
    sizes.native_add = true;
    CHECK(sizes_in_result() == std::set<unsigned>{7, 8, 9, 10});
}

TEST_CASE("a choice of accumulators that is none is an error") {
    for (const char* text : {"heap", "rank", "ranked_bitmap:99", "hash:", "esc:x", "esc,,hash", "merge:1",
                             "merge>", "merge<1x", "esc>5"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(tuning::Choice::parse(text), mergus::Error);
    }
    CHECK(tuning::Choice::parse("").has(named("esc"), 2));
    CHECK_FALSE(tuning::Choice::parse("hash:1").has(named("hash"), 0));
    CHECK(tuning::Choice::parse("hash:1,column_tile").has(named("hash"), 1));
    const tuning::Choice limits = tuning::Choice::parse("merge>7,merge<90");
    CHECK_FALSE(limits.given());
    CHECK(limits.has(named("esc"), 2));
    CHECK(limits.merge_over == 7);
    CHECK(limits.merge_batch == 90);
    CHECK(tuning::Choice::parse("merge>7,hash").given());
}

TEST_SUITE_END();
