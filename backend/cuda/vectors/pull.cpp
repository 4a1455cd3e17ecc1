/// \file pull.cpp
#include "pull.hpp"

#include "device/primitives.hpp"
#include "objects/report.hpp"
#include "steps/accumulate.hpp"
#include "steps/iso.hpp"
#include "steps/row_profile.hpp"
#include "steps/write_result.hpp"
#include "vector_arrays.hpp"
#include "vector_method.hpp"

#include <algorithm>
#include <bit>

namespace mergus::cuda {

namespace vector_methods {
extern const VectorMethod pull;
}

namespace {

// Measured on the H200 with rmat20_16, rmat22_16, a grid of 16 M vertices and a band of 32 diagonals: lanes
// of an eighth of the average row, and rows of more than 256 entries in chunks, are within 1.3 of the best
// choice for each (rmat20_16, fp32: 0.169 ms; with a lane for every entry of the average row 0.234; with rows
// up to 1024 entries 0.242). Folds that stop early: one lane a row, which stops soonest.
constexpr std::uint64_t entries_per_lane = 8;
constexpr std::uint64_t longest_lane = 64; ///< entries of a lane, above which a row counts as long
constexpr std::uint64_t pull_least_long = 256;
/// Where folds stop early, one lane reads a row that is not long. Measured on the H200, a level of BFS on
/// cnr-2000 that reads 3 M entries: 42 µs; rows up to 256 entries: 59 µs; up to 1024: 169 µs.
constexpr std::uint64_t least_long_that_stops = 128;

/// u has bits unless clearing them would be most of the work.
constexpr std::uint64_t sparse_columns = 256;

/// The numbers are those of vectors/pull.cuh.
enum UForm : int { full = 0, bits = 1, list = 2 };

int u_form_of(const PullProblem& p) {
    if (p.u.full()) return full;
    return p.u.ncols / sparse_columns > p.A.nvals + p.A.nrows ? list : bits;
}

/// A fold of numbers by min or max hardly ever reaches the terminal value, ±infinity or the end of a type's
/// range, so it is not tested for.
int stops_of(const mergus_monoid& monoid) {
    const mergus_op& op = *monoid.op;
    if (op.code == MERGUS_OP_ANY) return 1;
    const bool is_extreme = op.code == MERGUS_OP_MIN || op.code == MERGUS_OP_MAX;
    if (is_extreme && op.z_type->code != MERGUS_BOOL) return 0;
    return monoid.terminal != nullptr ? 2 : 0;
}

std::uint32_t lanes_of(const Matrix& A, bool stops) {
    const std::uint64_t average = A.nrows == 0 ? 0 : A.nvals / A.nrows;
    const std::uint64_t each = stops ? 8 * entries_per_lane : entries_per_lane;
    return std::uint32_t{1} << std::min(5, static_cast<int>(std::bit_width(average / each)));
}

/// Rows of more entries are folded in chunks.
std::uint64_t long_row_of(std::uint32_t lanes, bool stops) {
    return std::max(stops ? least_long_that_stops : pull_least_long, longest_lane * lanes);
}

} // namespace

PullShape::PullShape(const Matrix& A, const mergus_monoid& monoid)
    : stops(stops_of(monoid)), ordered((monoid.op->properties & MERGUS_OP_COMMUTATIVE) == 0),
      left((monoid.op->properties & MERGUS_OP_ASSOCIATIVE) == 0),
      lanes(ordered || left ? 1 : lanes_of(A, stops != 0)), long_row(long_row_of(lanes, stops != 0)) {}

bool PullShape::has_longs(Context& context, const Matrix& A) const {
    return may_have_longs(A) && row_profile(context, A).longest > long_row;
}

void bind_fold(Bindings& bindings, const PullProblem& p, const PullShape& shape, int u_form) {
    const mergus_op& mul = *p.semiring.mul;
    const bool reads_a = (p.u_first ? mul.y_type : mul.x_type) != nullptr;
    bindings.type("A_value", p.A.type)
        .type("U_value", p.u.type)
        .type("Z_value", mul.z_type)
        .line(line_values(p.A.iso && reads_a, 'A'))
        .constant("lanes", shape.lanes)
        .constant("ordered", shape.ordered || shape.left)
        .constant("stops", shape.stops)
        .constant("reads_a", reads_a)
        .constant("reads_u", (p.u_first ? mul.x_type : mul.y_type) != nullptr)
        .constant("u_form", u_form)
        .constant("one_row", p.u.nrows == 1)
        .constant("long_row", shape.left ? 0 : static_cast<std::int64_t>(shape.long_row))
        .constant("chunk", static_cast<std::int64_t>(PullShape::chunk))
        .multiply("multiply", &mul, p.u_first ? p.u.type : p.A.type, p.u_first ? p.A.type : p.u.type)
        .line(
            "__device__ __forceinline__ Z_value pull_multiply(const A_value& a, const U_value& u, int64_t s, "
            "int64_t i, int64_t k) {")
        .line(p.u_first ? Literal("    return multiply(u, a, s, k, i);\n}")
                        : Literal("    return multiply(a, u, i, k, s);\n}"));
    bind_monoid(bindings, *p.semiring.add);
}

Pull::Pull(Context& context, const PullProblem& problem)
    : context_(context), problem_(problem), type_(context.intern(problem.semiring.add->op->z_type)),
      u_form_(u_form_of(problem)), mask_kind_(problem.mask == nullptr ? 0
                                              : problem.complement    ? 2
                                                                      : 1),
      shape_(problem.A, *problem.semiring.add), identity_(context, problem.A.nrows) {
    const mergus_op& mul = *problem.semiring.mul;
    const bool reads_u = (problem.u_first ? mul.x_type : mul.y_type) != nullptr;
    if (u_form_ == bits) u_dense_.emplace(context, problem.u, false, reads_u);
    if (mask_kind_ == 2) mask_bits_.emplace(context, *problem.mask, !problem.structure, false);
    if (mask_kind_ == 1) compact_.emplace(context, *problem.mask, type_);
    bindings_ = bind();
}

Bindings Pull::bind() const {
    const PullProblem& p = problem_;
    const mergus_type* const mask_type = p.mask != nullptr ? p.mask->type : p.A.type;
    Bindings bindings;
    bindings.index("A_index", p.A.wide())
        .index("M_index", needs_wide(p.A.nrows))
        .type("M_value", mask_type)
        .truth("truth", mask_type, p.structure || p.mask == nullptr)
        .constant("mask_kind", mask_kind_);
    bind_fold(bindings, p, shape_, u_form_);
    if (context_.deterministic) bindings.no_contraction();
    return bindings;
}

void Pull::kernels(KernelRequests& requests) const {
    if (u_dense_) u_dense_->kernels(requests);
    if (mask_bits_) mask_bits_->kernels(requests);
    if (compact_) compact_->kernels(requests);
    if (mask_kind_ != 1) identity_.kernels(requests);
    if (shape_.may_have_longs(problem_.A)) requests.push_back(row_profile_kernel(problem_.A));
    requests.push_back(request("pull_rows"));
}

Pull::Input Pull::input() {
    const PullProblem& p = problem_;
    Input in{};
    in.ptr = p.A.ptr.data();
    in.col = p.A.col.data();
    in.val = p.A.val.data();
    in.u_index = p.u.col.data();
    in.u_val = p.u.val.data();
    in.u_count = p.u.nvals;
    in.count = p.A.nrows;
    if (u_dense_) {
        u_dense_->run();
        in.u_bits = u_dense_->bits();
        in.u_val = u_dense_->values();
    }
    if (mask_bits_) {
        mask_bits_->run();
        in.m_bits = mask_bits_->bits();
    }
    if (mask_kind_ == 1) {
        in.m_index = p.mask->col.data();
        in.m_val = p.mask->val.data();
        in.count = p.mask->nvals;
    }
    return in;
}

std::uint64_t Pull::launch(const Input& in, std::uint8_t* present, const Buffer& values, bool reads) {
    Device& device = context_.device;
    const Array<PullCounters> memory(device, 1);
    PullCounters* const counters = memory.data();
    device.fill(counters, 0, sizeof(PullCounters));
    // The profile is made once for a matrix, and saves two launches where no row is long.
    const bool has_longs = shape_.has_longs(context_, problem_.A);
    const std::uint64_t most_longs = has_longs ? shape_.most_longs(problem_.A) : 0;
    const std::uint64_t most_chunks = has_longs ? shape_.most_chunks(problem_.A) : 0;
    const Array<LongRow> rows(device, most_longs);
    const Buffer partial(device, most_chunks * type_->size), filled(device, most_chunks);
    const LongRowsOf<void> longs{rows.data(), partial.data(), static_cast<std::uint8_t*>(filled.data())};
    const void* const out = values.data();
    const Dim3 block{block_threads};
    device.launch(context_.jit.kernel(request("pull_rows")),
                  grid_for(context_, in.count * shape_.lanes, block_threads), block, 0, in, present, out,
                  longs, counters);
    if (most_longs != 0) {
        device.launch(context_.jit.kernel(request("pull_chunks")),
                      grid_for(context_, most_chunks * 32, block_threads), block, 0, in, longs,
                      static_cast<const PullCounters*>(counters));
        device.launch(context_.jit.kernel(request("fold_chunks")),
                      grid_for(context_, most_longs * 32, block_threads), block, 0, in, longs, present, out,
                      counters);
    }
    return reads ? device.read(static_cast<const PullCounters*>(counters)).entries : 0;
}

Matrix Pull::run_under_mask(const Input& in) {
    const Matrix& mask = *problem_.mask;
    const Array<std::uint8_t> present(context_.device, mask.nvals);
    Buffer values(context_.device, mask.nvals * type_->size);
    launch(in, present.data(), values, false);
    return compact_->run(mask, present, std::move(values));
}

Matrix Pull::run_all(const Input& in) {
    Device& device = context_.device;
    const std::uint64_t nrows = problem_.A.nrows;
    const Array<std::uint8_t> present(device, nrows);
    Buffer values(device, nrows * type_->size);
    const std::uint64_t nvals = launch(in, present.data(), values, true);
    if (nvals == nrows) return identity_.vector(type_, std::move(values));
    Matrix T = raw_vector(context_, type_, nrows, nvals);
    if (nvals == 0) return T;
    const Array<std::uint64_t> count(device, 1);
    const Buffer rows(device, nrows * T.index_size());
    const auto* const flags = static_cast<const std::uint8_t*>(present.data());
    if (T.wide())
        select_flagged(device, flags, static_cast<std::uint64_t*>(rows.data()), count.data(), nrows);
    else
        select_flagged(device, flags, static_cast<std::uint32_t*>(rows.data()), count.data(), nrows);
    device.copy(T.col.data(), rows.data(), nvals * T.index_size());
    device.launch(context_.jit.kernel(request("gather_present")), grid_for(context_, nvals, block_threads),
                  {block_threads}, 0, static_cast<const void*>(T.col.data()),
                  static_cast<const void*>(values.data()), nvals, static_cast<const void*>(T.val.data()));
    return T;
}

Matrix Pull::run() {
    const PullProblem& p = problem_;
    if (p.A.nvals == 0 || p.u.nvals == 0 || (mask_kind_ == 1 && p.mask->nvals == 0))
        return empty_vector(context_, type_, p.A.nrows);
    const Input in = input();
    if (mask_kind_ != 1) return run_all(in);
    return run_under_mask(in);
}

void Pull::explain(mergus_report& report) const {
    static constexpr const char* forms[] = {"full", "bits", "list"};
    report_method(&report, vector_methods::pull.name, {mask_facts[mask_kind_], shape_.lanes_fact()});
    core::write_text(report.reason, std::string("the vector as ") + forms[u_form_]);
    report.work = problem_.A.nvals;
}

namespace {

void run_pull(Context& context, const mergus_call& call, const Matrix& A, const Matrix& u, bool u_first) {
    Pull product(context, {.A = A,
                           .u = u,
                           .semiring = *call.semiring,
                           .u_first = u_first,
                           .mask = call.mask,
                           .structure = (call.descriptor & MERGUS_DESC_STRUCTURE) != 0,
                           .complement = (call.descriptor & MERGUS_DESC_COMPLEMENT) != 0});
    OutputSpec output = OutputSpec::of(call);
    output.t_is_masked = true;
    const WriteResult write(context, *call.C, context.intern(call.semiring->add->op->z_type), output);
    compile_kernels(context, product, write);
    if (call.report != nullptr) product.explain(*call.report);
    write.run(product.run());
}

} // namespace

namespace vector_methods {
constinit const VectorMethod pull{.name = "pull",
                                  .summary = "a pull on compressed rows",
                                  .evidence = "docs/laboratory/graphs.md",
                                  .on_bitmap = false,
                                  .run = [](VectorProduct& product) {
                                      if (!product.pulls()) return false;
                                      run_pull(product.context, product.call, product.matrix(), product.u,
                                               product.u_first);
                                      return true;
                                  }};
} // namespace vector_methods

} // namespace mergus::cuda
