/// \file mxm.cpp
/// C<mask> ⊙= A ⊕.⊗ B, where A or B may be a vector.
///
/// A block of C is the product of a row of blocks of A and a column of blocks of B, which are put together
/// and kept for the other blocks of C. Where the device has no room for them it is a sum over the blocks of
/// k, each added by the local product with the monoid as accumulator, if parts of the sum may be folded by
/// themselves. A deterministic product is not cut at all, unless the local backend promises its order:
/// another backend may choose another order for another shape.
#include "operations.hpp"
#include "turns.hpp"

#include "../frontend/plugins/registry_impl.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

namespace mergus::blocks {

namespace {

using Entry = mergus_operation mergus_backend::*;

/// The operands with the roles of rows, k and columns.
struct Product {
    explicit Product(const mergus_call& call)
        : A(*call.A), B(*call.B), a_transposed(has(call, MERGUS_DESC_TRAN0)),
          b_transposed(has(call, MERGUS_DESC_TRAN1)), entry(A.is_vector   ? &mergus_backend::vxm
                                                            : B.is_vector ? &mergus_backend::mxv
                                                                          : &mergus_backend::mxm),
          name(A.is_vector   ? "vxm"
               : B.is_vector ? "mxv"
                             : "mxm") {}

    /// A vector A has the index k only.
    [[nodiscard]] const Cuts& rows() const { return A.is_vector ? one : a_transposed ? A.cols : A.rows; }
    [[nodiscard]] const Cuts& cols() const { return B.is_vector ? one : b_transposed ? B.rows : B.cols; }
    /// The finer ones, so that no device has to hold all of B where B is cut along k only.
    [[nodiscard]] const Cuts& inner() const {
        const Cuts& of_a = A.is_vector || a_transposed ? A.rows : A.cols;
        const Cuts& of_b = B.is_vector || !b_transposed ? B.rows : B.cols;
        return of_a.parts() >= of_b.parts() ? of_a : of_b;
    }

    [[nodiscard]] Part part_of_A(const Range& rows, const Range& k) const {
        if (A.is_vector) return {&A, k, {0, 1}};
        return a_transposed ? Part{&A, k, rows} : Part{&A, rows, k};
    }
    [[nodiscard]] Part part_of_B(const Range& k, const Range& cols) const {
        if (B.is_vector) return {&B, k, {0, 1}};
        return b_transposed ? Part{&B, cols, k} : Part{&B, k, cols};
    }

    const mergus_matrix &A, &B;
    bool a_transposed, b_transposed;
    Entry entry;
    const char* name;
    Cuts one{1};
};

/// A region's rows and columns of the product. A vector C is a row of vxm, a column of mxv.
Range rows_of(const Product& product, const Region& region) {
    return product.A.is_vector ? Range{0, 1} : region.rows;
}
Range cols_of(const Product& product, const Region& region) {
    return product.A.is_vector ? region.rows : region.cols;
}

/// The part of an operand, kept if other blocks of C need it too.
LocalPtr make(Region& region, const Part& part, bool keep) {
    return keep ? gather_and_keep(region.context, region.cache, part)
                : gather(region.context, region.cache, *part.matrix, part.rows, part.cols);
}

/// One product over all of k.
void multiply(Region& region, const mergus_call& call, const Product& product, bool in_fixed_storage) {
    const Range k{0, product.inner().size()};
    const Range rows = rows_of(product, region), cols = cols_of(product, region);
    LocalPtr A = make(region, product.part_of_A(rows, k), cols.count < product.cols().size());
    LocalPtr B = make(region, product.part_of_B(k, cols), rows.count < product.rows().size());
    if (in_fixed_storage) {
        A = as_imported(A);
        B = as_imported(B);
    }
    mergus_call inputs = inputs_of(call);
    inputs.A = A->handle();
    inputs.B = B->handle();
    region.run(product.entry, product.name, inputs);
}

/// Whether the device has room for the operands over all of k, beside the blocks of which they are made.
bool fits(const Region& region, const Product& product) {
    const Range k{0, product.inner().size()};
    const std::uint64_t bytes = bytes_of_part(product.part_of_A(rows_of(product, region), k)) +
                                bytes_of_part(product.part_of_B(k, cols_of(product, region)));
    return region.cache.limit() == 0 || bytes <= region.cache.limit() / 2;
}

/// Ranges of k, of whole blocks, as long as the part of B takes a quarter of the memory for blocks at most.
std::vector<Range> ranges_of_k(const Region& region, const Product& product) {
    const Cuts& inner = product.inner();
    std::vector<Range> ranges;
    for (std::uint64_t part = 0; part < inner.parts(); ++part) {
        if (!ranges.empty()) {
            const Range longer{ranges.back().first, inner[part].end() - ranges.back().first};
            if (bytes_of_part(product.part_of_B(longer, cols_of(product, region))) <=
                region.cache.limit() / 4) {
                ranges.back() = longer;
                continue;
            }
        }
        ranges.push_back(inner[part]);
    }
    return ranges;
}

/// A sum over ranges of k. Where rows of B can stay at their places, the columns of A need not be cut.
void multiply_by_parts(Region& region, const mergus_call& call, const Product& product) {
    const std::vector<Range> ranges = ranges_of_k(region, product);
    const bool in_place = product.entry == &mergus_backend::mxm && !product.a_transposed &&
                          !product.b_transposed && can_keep_place(region.cache, product.A) &&
                          can_keep_place(region.cache, product.B) &&
                          region.cols.count == product.B.cols.size();
    const Range all{0, product.inner().size()};
    const auto parts_of = [&](const Range& k) {
        return std::array{product.part_of_A(rows_of(product, region), in_place ? all : k),
                          product.part_of_B(k, cols_of(product, region))};
    };
    const std::function<void()> next_block = std::exchange(region.ahead, nullptr);
    const LocalPtr T = region.cache.device().make(intern(call.semiring->mul->z_type), region.shape());
    const LocalPtr mask = region.mask();
    for (std::size_t n = 0; n < ranges.size(); ++n) {
        const auto [part_of_A, part_of_B] = parts_of(ranges[n]);
        const LocalPtr A = make(region, part_of_A, in_place);
        if (A->nvals() == 0) continue;
        const LocalPtr B =
            in_place ? rows_in_place(region.cache, product.B, ranges[n]) : make(region, part_of_B, false);
        if (B->nvals() == 0) continue;
        if (next_block && n + 1 == ranges.size())
            region.ahead = next_block;
        else if (next_block)
            region.ahead = [&, n] {
                for (const Part& next : parts_of(ranges[n + 1])) start(region.cache, next);
            };
        mergus_call inputs = inputs_of(call);
        inputs.A = A->handle();
        inputs.B = B->handle();
        inputs.accum = call.semiring->add->op;
        inputs.mask = mask != nullptr ? mask->handle() : nullptr;
        inputs.descriptor |= call.descriptor & (MERGUS_DESC_STRUCTURE | MERGUS_DESC_COMPLEMENT);
        region.run_into(T, product.entry, product.name, inputs);
    }
    region.write(T);
}

/// Whether C is a vector along the dimension of the matrix that is not cut. Then each device multiplies its
/// blocks with its part of the vector, and the sums pass between devices instead of the matrix.
bool sums_by_device(const mergus_context& context, const mergus_call& call, const Product& product) {
    if (!call.C->is_vector || call.semiring->mul->kind == MERGUS_INDEX_BINARY) return false;
    const Cuts& result = product.A.is_vector ? product.cols() : product.rows();
    return context.peers.size() == 1 && context.devices.size() > 1 &&
           context.devices.front()->transfers() != nullptr && result.parts() == 1 &&
           product.inner().parts() > 1;
}

void multiply_by_devices(mergus_context& context, const mergus_call& call, const Product& product) {
    const mergus_type* const type = intern(call.semiring->mul->z_type);
    const Cuts& inner = product.inner();
    const OutputCuts cuts{context.vector_cuts(call.C->rows.size()), Cuts(1)};
    const Range one{0, 1}, all{0, call.C->rows.size()};
    // The sum of each device, by parts of C.
    std::vector<std::vector<LocalPtr>> sums(context.devices.size(), std::vector<LocalPtr>(cuts.rows.parts()));
    for_each_device(context, [&](std::size_t device, Cache& cache) {
        Region region(context, cache, call, all, one);
        LocalPtr T;
        for (std::uint64_t k = 0; k < inner.parts(); ++k) {
            if (&context.home(k, inner.parts()) != &cache) continue;
            const LocalPtr A =
                make(region, product.part_of_A(product.A.is_vector ? one : all, inner[k]), false);
            const LocalPtr B =
                make(region, product.part_of_B(inner[k], product.A.is_vector ? all : one), false);
            if (A->nvals() == 0 || B->nvals() == 0) continue;
            if (T == nullptr) T = cache.device().make(type, region.shape());
            mergus_call inputs = inputs_of(call);
            inputs.A = A->handle();
            inputs.B = B->handle();
            inputs.accum = call.semiring->add->op;
            region.run_into(T, product.entry, product.name, inputs);
        }
        for (std::uint64_t part = 0; T != nullptr && part < cuts.rows.parts(); ++part)
            sums[device][part] = part_of(T, cuts.rows[part], one);
    });
    compute(context, call, cuts, false, [&](Region& region) {
        std::uint64_t part = 0;
        while (cuts.rows[part] != region.rows) ++part;
        LocalPtr T = region.cache.device().make(type, region.shape());
        bool first = true;
        for (const std::vector<LocalPtr>& of_device : sums) {
            LocalPtr sum = of_device[part];
            if (sum == nullptr) continue;
            if (&sum->device() != &region.cache.device()) sum = copy_from(region.cache.device(), *sum);
            if (std::exchange(first, false)) {
                T = sum;
                continue;
            }
            mergus_call add = empty_call();
            add.operation = MERGUS_OPERATION_EWISE_ADD;
            add.op = call.semiring->add->op;
            add.A = T->handle();
            add.B = sum->handle();
            const LocalPtr next = region.cache.device().make(type, region.shape());
            region.run_into(next, &mergus_backend::ewise_add, "ewise_add", add);
            T = next;
        }
        region.write(T);
    });
}

/// The part of a matrix at its place, with all of k: for multiplies that read positions.
LocalPtr at_place(Region& region, const mergus_matrix& M, bool transposed, const Range& range, bool is_a) {
    const bool by_rows = is_a != transposed;
    const Range all{0, by_rows ? M.cols.size() : M.rows.size()};
    return gather_in_place(region.context, region.cache, M, by_rows ? range : all, by_rows ? all : range);
}

void multiply_at_place(Region& region, const mergus_call& call, const Product& product) {
    const Range all{0, product.inner().size()};
    const Range rows = rows_of(product, region), cols = cols_of(product, region);
    const LocalPtr A = product.A.is_vector ? make(region, product.part_of_A(rows, all), false)
                                           : at_place(region, product.A, product.a_transposed, rows, true);
    const LocalPtr B = product.B.is_vector ? make(region, product.part_of_B(all, cols), false)
                                           : at_place(region, product.B, product.b_transposed, cols, false);
    const bool is_vector = call.C->is_vector;
    const Shape shape{region.rows.end(), is_vector ? 1 : region.cols.end(), is_vector};
    const LocalPtr T = region.cache.device().make(intern(call.semiring->mul->z_type), shape);
    mergus_call inputs = inputs_of(call);
    inputs.A = A->handle();
    inputs.B = B->handle();
    region.run_into(T, product.entry, product.name, inputs);
    region.write(part_of(T, region.rows, region.cols));
}

/// Whether the rows of C are cut by the work of the product, one part for each device: each part costs what
/// is done with all of B.
bool is_cut_by_work(const mergus_context& context, const Product& product) {
    constexpr std::uint64_t least = 1 << 14; // entries, below which it takes longer than it saves
    const mergus_transfers* const transfers = context.devices.front()->transfers();
    const std::uint64_t limit = context.caches.front().limit();
    const Part all_of_B{&product.B, {0, product.B.rows.size()}, {0, product.B.cols.size()}};
    return product.entry == &mergus_backend::mxm && context.concurrent && context.options.p == 0 &&
           context.peers.size() == 1 && transfers != nullptr && transfers->product_work != nullptr &&
           !product.a_transposed && !product.b_transposed && product.A.cols.parts() == 1 &&
           product.B.cols.parts() == 1 && product.A.rows.parts() > 1 && product.A.nvals() >= least &&
           (limit == 0 || bytes_of_part(all_of_B) <= limit / 4);
}

/// Rows of C in parts of about equal numbers of multiplications.
Cuts cut_by_work(mergus_context& context, const Product& product) {
    constexpr std::uint64_t ranges = 1024; // of a block of A
    const Cuts& rows = product.A.rows;
    const Part all_of_B{&product.B, {0, product.B.rows.size()}, {0, product.B.cols.size()}};
    std::vector<std::vector<std::uint64_t>> sums(rows.parts());
    for_each_device(context, [&](std::size_t, Cache& cache) {
        for (std::uint64_t i = 0; i < rows.parts(); ++i) {
            if (&context.home(i, rows.parts()) != &cache || product.A.block(i, 0) == nullptr) continue;
            const LocalPtr A = product.A.block(i, 0)->on(cache),
                           B = gather_and_keep(context, cache, all_of_B);
            sums[i].resize(std::min(ranges, rows[i].count));
            cache.device().call([&](mergus_status* status) {
                return cache.device().transfers()->product_work(cache.device().handle(), A->handle(),
                                                                B->handle(), sums[i].size(), sums[i].data(),
                                                                status);
            });
        }
    });
    // A block as it is needs no copy.
    std::vector<std::uint64_t> of_block;
    for (const std::vector<std::uint64_t>& ranges_of_block : sums)
        of_block.push_back(std::accumulate(ranges_of_block.begin(), ranges_of_block.end(), std::uint64_t{0}));
    const std::uint64_t total = std::accumulate(of_block.begin(), of_block.end(), std::uint64_t{0}),
                        largest = *std::max_element(of_block.begin(), of_block.end());
    if (rows.parts() == context.devices.size() && largest <= (total + total / 10) / rows.parts()) return rows;
    // Where the ranges end, and the multiplications before.
    std::vector<std::uint64_t> ends{0}, before{0};
    for (std::uint64_t i = 0; i < rows.parts(); ++i) {
        if (sums[i].empty()) sums[i].push_back(0);
        for (std::uint64_t n = 1; n <= sums[i].size(); ++n) {
            ends.push_back(rows[i].first + rows[i].count * n / sums[i].size());
            before.push_back(before.back() + sums[i][n - 1]);
        }
    }
    const Cuts by_range = Cuts::by_prefix(ends.size() - 1, context.devices.size(),
                                          [&](std::uint64_t range) { return before[range]; });
    return by_range.mapped(ends);
}

} // namespace

bool may_split_fold(const mergus_context& context, const mergus_call& call, const mergus_monoid& monoid) {
    constexpr std::uint32_t any_order = MERGUS_OP_ASSOCIATIVE | MERGUS_OP_COMMUTATIVE;
    const mergus_op& op = *monoid.op;
    if ((op.properties & any_order) != any_order) return false;
    if (!is_deterministic(context, call)) return true;
    // Built-in sums of integers and truth values are exact. `any` may choose another value.
    return op.code != MERGUS_OP_USER && op.code != MERGUS_OP_ANY && op.z_type->code >= MERGUS_BOOL &&
           op.z_type->code <= MERGUS_UINT64;
}

bool bits_depend_on_storage(const mergus_context& context) {
    return context.devices.front()->plugin().deterministic.products_in_order_of_k == 0;
}

namespace {

/// A loop of products by rows of a matrix that is cut into columns: from the second one on, the matrix in
/// rows.
std::shared_ptr<const mergus_matrix> in_rows(mergus_context& context, const mergus_matrix& M) {
    const std::uint32_t uses = M.uses_of_rows.of(M.blocks).value_or(0) + 1;
    M.uses_of_rows.set(M.blocks, uses);
    if (uses < 2 || !can_be_cut_into_rows(context, M)) return nullptr;
    if (const auto known = M.in_rows.of(M.blocks)) return *known;
    auto made = cut_into_rows(context, M);
    M.in_rows.set(M.blocks, made);
    return made;
}

} // namespace

void product(mergus_context& context, const mergus_call& call) {
    const Product product(call);
    const bool splits = may_split_fold(context, call, *call.semiring->add);
    if (splits && sums_by_device(context, call, product)) {
        const bool by_rows = product.B.is_vector && !product.a_transposed;
        if (const auto A = by_rows ? in_rows(context, product.A) : nullptr) {
            mergus_call same = call;
            same.A = A.get();
            return blocks::product(context, same);
        }
        return multiply_by_devices(context, call, product);
    }
    OutputCuts cuts{product.A.is_vector ? product.cols() : product.rows(),
                    product.A.is_vector ? Cuts(1) : product.cols()};
    if (call.C->is_vector) cuts.finer = std::exchange(cuts.rows, context.vector_cuts(cuts.rows));
    const bool ordered = !splits && is_deterministic(context, call);
    const mergus_deterministic& promise = context.devices.front()->plugin().deterministic;
    const bool promised = promise.products_in_order_of_k != 0 && product.entry == &mergus_backend::mxm;
    if (ordered && !promised) cuts = uncut(*call.C);
    const bool positional = call.semiring->mul->kind == MERGUS_INDEX_BINARY;
    cuts.in_turn = product.entry == &mergus_backend::mxm;
    const KeptParts kept(context);
    if (!cuts.recut && is_cut_by_work(context, product)) cuts.rows = cut_by_work(context, product);
    const bool by_parts = splits && !positional && product.inner().parts() > 1;
    const auto multiply_region = [&](Region& region) {
        if (positional && (region.rows.first != 0 || region.cols.first != 0))
            return multiply_at_place(region, call, product);
        if (by_parts && !fits(region, product)) return multiply_by_parts(region, call, product);
        try {
            multiply(region, call, product, ordered && bits_depend_on_storage(context));
        } catch (const Error& error) {
            if (!by_parts || error.code() != Code::out_of_memory) throw;
            region.cache.drop_kept();
            multiply_by_parts(region, call, product);
        }
    };
    const auto parts_of = [&](const Region& region, bool all) {
        const bool whole = all || !by_parts || fits(region, product);
        const Range k = whole ? Range{0, product.inner().size()} : ranges_of_k(region, product).front();
        return std::vector<Part>{product.part_of_A(rows_of(product, region), k),
                                 product.part_of_B(k, cols_of(product, region))};
    };
    // Nothing is known of the size of C, which may be many times that of A.
    const bool may_refine = context.options.p == 0 && !cuts.recut && product.entry == &mergus_backend::mxm;
    if (may_refine) cuts.largest = context.largest_block();
    for (;;) {
        const std::uint64_t parts = cuts.rows.parts();
        try {
            return compute(context, call, cuts, false, multiply_region, parts_of);
        } catch (const BlockTooLarge& block) {
            cuts.rows = cuts.rows.refined(block.factor);
        } catch (const Error& error) {
            if (!may_refine || error.code() != Code::out_of_memory) throw;
            constexpr std::uint64_t most = 1 << 16;
            if (parts < most) cuts.rows = cuts.rows.refined(2);
            if (cuts.rows.parts() == parts) throw;
        }
    }
}

} // namespace mergus::blocks
