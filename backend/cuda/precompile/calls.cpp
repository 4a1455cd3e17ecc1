/// \file calls.cpp
/// The list of calls: operations × semirings and operators × types, on matrices of sizes that lead to every
/// method. Matrices have a shape and no content; `word` decides what the host reads about them.
#include "calls.hpp"

#include "graph_programs.hpp"
#include "mxm/tuning.hpp"

#include <mergus/mergus.hpp>
#include <mergus/mxm_plan.hpp>
#include <mergus/semirings/all.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace mergus::cuda {

namespace {

/// The semirings that are compiled by default.
struct Common {
    std::string_view semiring;
    std::vector<mergus_type_code> types;
};
const std::array common = {
    Common{"plus_times", {MERGUS_INT64, MERGUS_FP32, MERGUS_FP64}},
    Common{"min_plus", {MERGUS_INT64, MERGUS_FP32, MERGUS_FP64}},
    Common{"plus_pair", {MERGUS_INT64}},
    Common{"any_pair", {MERGUS_BOOL}},
    Common{"lor_land", {MERGUS_BOOL}},
};
constexpr std::array types = {MERGUS_BOOL, MERGUS_INT64, MERGUS_FP32, MERGUS_FP64};

bool is_common(const NamedSemiring& semiring) {
    return std::any_of(common.begin(), common.end(), [&](const Common& c) {
        return c.semiring == semiring.name &&
               std::find(c.types.begin(), c.types.end(), semiring.type->code) != c.types.end();
    });
}

/// A matrix of that shape. Its arrays are addresses that nothing reads.
AnyMatrix matrix(const Context& context, const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                 std::uint64_t nvals, bool iso = false) {
    static std::uint64_t nothing = 0;
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = type;
    csr.nrows = nrows;
    csr.ncols = ncols;
    csr.nvals = csr.capacity = nvals;
    csr.row_ptr = csr.cols = csr.values = &nothing;
    csr.pointer_bits = 64;
    csr.index_bits = 32;
    csr.iso = iso ? 1 : 0;
    csr.memory = MERGUS_MEMORY_DEVICE;
    csr.flags = MERGUS_CSR_TRUSTED;
    return AnyMatrix::import_csr(context, csr);
}

class Calls {
public:
    Calls(KernelListing& listing, const Context& context) : listing_(listing), context_(context) {}

    void products(const AnySemiring& semiring);
    /// The same of graphs without weights, which are iso.
    void products_of_patterns(const AnySemiring& semiring);
    /// Under a mask with as many entries as A and B: dot products.
    void masked_products(const AnySemiring& semiring);
    /// mxv and vxm: pull and push, under no mask, under a mask, and under its complement.
    void vector_products(const AnySemiring& semiring);
    void plans(const AnySemiring& semiring);
    void transposes(const mergus_type* type, bool iso = false);
    void values(const mergus_type* type);
    void structure_changes(const mergus_type* type);
    void algorithms();
    void graph_programs();

private:
    [[nodiscard]] AnyMatrix make(const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                                 std::uint64_t nvals) const {
        return matrix(context_, type, nrows, ncols, nvals, iso_);
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
            multiply(semiring, 2 * plan::tile_rows, ncols, average);
    // Bitmaps of all columns that are set from blocks of B, as block_rank is with so many columns.
    constexpr std::uint64_t many_columns = std::uint64_t{1} << 17;
    static_assert(plan::block_rank_plausible(many_columns));
    multiply(semiring, 2 * plan::tile_rows, many_columns, 40);
    // Tiles of rows: 40 rows of every second class, since the high half of a word, heavy rows, is 0. They are
    // too long for the methods of short rows. With few rows, blocks of columns do not pay.
    listing_.word = 40;
    for (const std::uint64_t ncols : {std::uint64_t{4096}, plan::tile_columns}) { // ranks of 16 and 32 bits
        for (const std::uint64_t average : {12, 40}) multiply(semiring, side, ncols, average);
        multiply(semiring, side / 5, ncols, 40);
    }
    listing_.word = side;
    multiply(semiring, 64, side, 12); // few rows
    // Whole products. All sampled entries are near the next row's: the counts of a profile are both 1.
    constexpr std::uint64_t local = std::uint64_t{1} << 32 | 1;
    listing_.third_word = local;
    for (const std::uint64_t longest : {4, 5, 7, 9, 12, 16, 24}) { // short rows, a thread a row
        listing_.word = longest;
        multiply(semiring, side, side, 3);
    }
    for (const std::uint64_t blocks : {2, 3, 5, 8}) { // groups of rows, by the blocks of columns they span
        listing_.word = blocks;
        multiply(semiring, side, side, 33);
    }
    listing_.third_word = 0;
    listing_.fourth_word = local;
    for (const std::uint64_t longest : {8, 16, 27}) // rows that repeat patterns, by the length of a row of B
        for (const std::uint64_t nrows : {side, plan::repeated_many_rows}) {
            listing_.word = longest;
            const AnyMatrix A = make(operand(mul.x_type), nrows, side, nrows * 27),
                            B = make(operand(mul.y_type), side, side, side * 27);
            AnyMatrix C(context_, mul.z_type, nrows, side);
            mxm(C, no_mask, no_accum, semiring, A, B);
        }
    listing_.fourth_word = 0;
    for (const std::uint64_t longest : {4, 5, 8, 11, 16}) { // short rows without locality, sorted
        listing_.word = longest;
        multiply(semiring, side, side, longest);
    }
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
    setenv("MERGUS_CUDA_ACCUMULATORS", "masked_dot", 1);
    const Context dots("cuda-listing");
    unsetenv("MERGUS_CUDA_ACCUMULATORS");
    const auto operand = [&](const mergus_type* type) {
        return matrix(dots, type != nullptr ? type : mul.z_type, side, side, std::uint64_t{1} << 20, iso_);
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

void Calls::transposes(const mergus_type* type, bool iso) {
    iso_ = iso;
    // The sizes between those where the plan of a transpose changes. The answer to the test for locality is
    // a number: both methods are tried.
    for (const std::uint64_t nvals :
         {100'000, 500'000, 1'000'000, 3'000'000, 5'000'000, 10'000'000, 100'000'000})
        for (const std::uint64_t word : {0, 1}) {
            listing_.word = word;
            AnyMatrix C(context_, type, nvals / 8, nvals / 8);
            transpose(C, no_mask, no_accum, make(type, nvals / 8, nvals / 8, nvals));
        }
    iso_ = false;
}

/// Operations that compute values.
void Calls::values(const mergus_type* type) {
    listing_.word = 2000;
    const AnyMatrix A = square(type), M = square(type_of<bool>());
    for (const char* name : {"identity", "ainv", "abs", "minv", "lnot", "one"})
        if (const mergus_op* op = find_op(name, type)) {
            AnyMatrix C(context_, op->z_type, side, side);
            apply(C, no_mask, no_accum, UnaryOp(op), A);
        }
    for (const char* name :
         {"plus", "minus", "times", "div", "min", "max", "first", "second", "pair", "lor", "land", "lxor"}) {
        const mergus_op* op = find_op(name, type);
        if (op == nullptr) continue;
        AnyMatrix C(context_, op->z_type, side, side);
        ewise_add(C, no_mask, no_accum, BinaryOp(op), A, A);
        ewise_mult(C, no_mask, no_accum, BinaryOp(op), A, A);
    }
    for (const char* name : {"plus", "times", "min", "max", "lor", "land"})
        if (const mergus_monoid* monoid = find_monoid(name, type)) {
            AnyMatrix column(context_, type, side, 1);
            reduce(column, no_mask, no_accum, AnyMonoid(monoid), A);
            alignas(16) unsigned char result[16];
            reduce(result, type, no_accum, AnyMonoid(monoid), A);
            AnyMatrix C = square(type); // C ⊙= T
            transpose(C, no_mask, BinaryOp(monoid->op), A, DESC_T0);
        }
    for (const Mask& mask : {Mask(structure(M)), Mask(complement(structure(M)))})
        for (const Descriptor replace : {Descriptor{}, DESC_R}) {
            AnyMatrix C = square(type);
            transpose(C, mask, no_accum, A, Descriptor(DESC_T0) | replace);
        }
    for (const mergus_type_code code : types) { // casts
        AnyMatrix C(context_, detail::builtin_type(code), side, side);
        transpose(C, no_mask, no_accum, A, DESC_T0);
    }
}

/// Operations that choose or move entries.
void Calls::structure_changes(const mergus_type* type) {
    listing_.word = 9; // no duplicates among the entries of `small`
    const AnyMatrix A = square(type), M = square(type_of<bool>());
    static_cast<void>(A.dup());
    const std::array<unsigned char, 16> zero{};
    for (const char* name : {"tril", "triu", "diag", "offdiag", "valuene", "valueeq", "valuelt", "valuegt",
                             "valuele", "valuege"})
        if (const mergus_op* op = find_op(name, type)) {
            AnyMatrix C(context_, type, side, side);
            select(C, no_mask, no_accum, IndexUnaryOp(op), A, Scalar(zero.data(), op->y_type));
        }
    const std::vector<std::uint64_t> some{2, 0, 5};
    AnyMatrix part(context_, type, 3, 3);
    extract(part, no_mask, no_accum, A, some, some);
    const AnyMatrix small = make(type, 3, 3, 9);
    AnyMatrix C = square(type);
    assign(C, no_mask, no_accum, small, some, some);
    const Scalar scalar(zero.data(), type);
    assign(C, no_mask, no_accum, scalar, some, some);
    for (const bool empty : {true, false}) {
        AnyMatrix to = empty ? AnyMatrix(context_, type, side, side) : square(type);
        assign(to, structure(M), no_accum, scalar, all, all);
    }
    AnyVector w(context_, type, side);
    assign(w, no_mask, no_accum, scalar, all);
    const std::vector<std::uint64_t> places{0, 1, 2};
    const std::vector<std::array<unsigned char, 16>> taken(2000);
    AnyMatrix built(context_, type, side, side);
    built.build(places, places, taken.data(), type, BinaryOp(find_op("first", type)));
}

void Calls::algorithms() {
    listing_.word = side;
    const AnyMatrix A = square(type_of<bool>());
    static_cast<void>(triangle_count(A));
    static_cast<void>(undirected(A));
    static_cast<void>(connected_components(A));
    const std::vector<std::uint64_t> one{0}, many(64, 0);
    for (const auto& sources : {one, many}) static_cast<void>(bfs_levels(A, sources));
    static_cast<void>(bfs_parents(A, one));
    // A skewed graph: its longest row, which the host reads, is much longer than the average.
    constexpr std::uint64_t vertices = 50'000, entries = 2'000'000;
    // Small graphs of several sizes, and one with too many vertices for a sweep.
    for (const auto& [n, nvals] :
         {std::pair{vertices, entries / 2}, {vertices, entries}, {vertices * 4, entries}})
        static_cast<void>(bfs_levels(matrix(context_, type_of<bool>(), n, n, nvals), one));
    listing_.word = vertices / 10;
    static_cast<void>(triangle_count(matrix(context_, type_of<bool>(), vertices, vertices, entries)));
    listing_.word = side;
    // The steps of a search by products, which ends after as many levels as the results say.
    Matrix<std::int32_t> levels(context_, 64, side);
    Matrix<bool> frontier(context_, 64, side);
    const std::vector<std::uint64_t> places{0, 1, 2};
    const std::vector<std::uint8_t> ones(3, 1);
    listing_.word = places.size(); // no duplicates
    frontier.build(places, places, ones.data(), type_of<std::uint8_t>());
    listing_.word = side;
    for (int level = 0; level < 2; ++level) {
        assign(levels, level, {.mask = structure(frontier)});
        mxm(frontier, any_pair<bool>, frontier, A, {.mask = complement(structure(levels)), .replace = true});
    }
}

void Calls::graph_programs() {
    const auto run = [&](std::uint64_t n, std::uint64_t average) {
        iso_ = true;
        const Matrix<bool> graph(make(type_of<bool>(), n, n, average * n));
        iso_ = false;
        const Matrix<std::int32_t> weighted(make(type_of<std::int32_t>(), n, n, average * n));
        for (const std::uint64_t word : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{3}, n}) {
            listing_.word = word; // entries of results
            run_graph_programs(graph, weighted);
            static_cast<void>(pagerank(make(type_of<bool>(), n, n, average * n), {.max_iterations = 3}));
        }
    };
    for (const std::uint64_t average : {2, 4, 8, 16, 32, 64}) run(side, average); // lanes of a row
    run(500, 8);
}

} // namespace

void list_calls(KernelListing& listing, bool all) {
    const Context context("cuda-listing");
    Calls calls(listing, context);
    for (const NamedSemiring& semiring : builtin_semirings()) {
        const bool wanted = std::find(types.begin(), types.end(), semiring.type->code) != types.end();
        if (!wanted || !(all || is_common(semiring))) continue;
        const AnySemiring handle(semiring.handle);
        calls.products(handle);
        calls.masked_products(handle);
        calls.vector_products(handle);
        if (semiring.name == std::string_view("plus_times")) calls.plans(handle);
        if (all || semiring.name == std::string_view("plus_times") ||
            semiring.name == std::string_view("lor_land"))
            calls.products_of_patterns(handle);
    }
    for (const mergus_type_code code : types) {
        const mergus_type* const type = detail::builtin_type(code);
        calls.transposes(type);
        calls.values(type);
        calls.structure_changes(type);
    }
    calls.transposes(type_of<bool>(), true);
    calls.transposes(type_of<std::uint32_t>()); // numbers of a mask's entries
    calls.algorithms();
    calls.graph_programs();
}

} // namespace mergus::cuda
