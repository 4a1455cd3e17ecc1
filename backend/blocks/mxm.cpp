/// \file mxm.cpp
/// C<mask> ⊙= A ⊕.⊗ B, where A or B may be a vector.
///
/// A block of C is the product of a row of blocks of A and a column of blocks of B, which are put together
/// and kept for the other blocks of C. Where the device has no room for them, and in a product of a vector
/// and a matrix that is cut along k, it is a sum over the blocks of k, each added by the local product with
/// the monoid as accumulator, if parts of the sum may be folded by themselves. A deterministic product is not
/// cut at all, unless the local backend promises its order: another backend may choose another order for
/// another shape.
#include "product.hpp"
#include "turns.hpp"
#include "used_rows.hpp"

#include "../frontend/plugins/registry_impl.hpp"

#include <array>
#include <utility>
#include <vector>

namespace mergus::blocks {

namespace {

/// A region's rows and columns of the product. A vector C is a row of vxm, a column of mxv.
Range rows_of(const Product& product, const Region& region) {
    return product.A.is_vector ? Range{0, 1} : region.rows;
}
Range cols_of(const Product& product, const Region& region) {
    return product.A.is_vector ? region.rows : region.cols;
}

/// The part of an operand, kept if other blocks of C need it too; all of a matrix also for later products.
LocalPtr make(Region& region, const Part& part, bool keep) {
    if (keep && is_whole(part) && keeps_wholes(region.context, region.cache))
        return whole_on(region.context, region.cache, *part.matrix);
    return keep ? gather_and_keep(region.context, region.cache, part)
                : gather(region.context, region.cache, *part.matrix, part.rows, part.cols);
}

/// The part of B for a product with this part of A: rows that A does not use may be missing.
LocalPtr rows_for(Region& region, const Product& product, const LocalPtr& A, const Range& k,
                  const Range& cols, std::uint64_t parts, bool keep = false) {
    const Substitutes substitutes = used_rows(region.context, region.cache, product, A, k, cols, parts);
    return substitutes.empty() ? make(region, product.part_of_B(k, cols), keep)
                               : gather(region.context, region.cache, product.B, k, cols, substitutes);
}

/// The operand that is a vector, kept for the other blocks of C; null if both are matrices.
LocalPtr whole_vector(Region& region, const Product& product) {
    if (!product.A.is_vector && !product.B.is_vector) return nullptr;
    const mergus_matrix& vector = product.A.is_vector ? product.A : product.B;
    return gather_and_keep(region.context, region.cache, {&vector, {0, vector.rows.size()}, {0, 1}});
}

/// The vector on each device, before any of them multiplies: the copies take the locks of all devices, so
/// they would wait for products.
void gather_vector(mergus_context& context, const Product& product) {
    if (!context.concurrent || context.peers.size() > 1) return;
    const mergus_matrix& vector = product.A.is_vector ? product.A : product.B;
    for_each_device(context, [&](std::size_t, Cache& cache) {
        const Part part{&vector, {0, vector.rows.size()}, {0, 1}};
        static_cast<void>(gather_and_keep(context, cache, part));
    });
}

/// One product over all of k. \param parts of C that this rank computes
void multiply(Region& region, const mergus_call& call, const Product& product, bool in_fixed_storage,
              std::uint64_t parts) {
    const Range k{0, product.inner().size()};
    const Range rows = rows_of(product, region), cols = cols_of(product, region);
    LocalPtr A = make(region, product.part_of_A(rows, k), cols.count < product.cols().size());
    const bool keep = rows.count < product.rows().size();
    LocalPtr B = in_fixed_storage ? make(region, product.part_of_B(k, cols), keep)
                                  : rows_for(region, product, A, k, cols, parts, keep);
    if (in_fixed_storage) {
        A = as_imported(A);
        B = as_imported(B);
    }
    mergus_call inputs = inputs_of(call);
    inputs.A = A->handle();
    inputs.B = B->handle();
    region.run(product.entry, product.name, inputs);
}

void remember_rows(const mergus_call& call, const Product& product, const Cuts& rows) {
    if (product.a_transposed) return; // C may have another number of rows
    Finding<Cuts> of_B;
    of_B.set(product.B.blocks, rows);
    product.A.product_rows[call.mask != nullptr].set(product.A.blocks, std::move(of_B));
}

/// The rows of C that each block has. Those of an earlier product of the same matrices are used again: a
/// block that had become too large would be computed for nothing.
Cuts rows_of_blocks(mergus_context& context, const mergus_call& call, const Product& product,
                    const Cuts& rows) {
    if (product.a_transposed) return rows;
    if (const auto of_A = product.A.product_rows[call.mask != nullptr].of(product.A.blocks))
        if (const auto known = of_A->of(product.B.blocks)) return *known;
    if (!is_cut_by_work(context, product)) return rows;
    Cuts by_work = cut_by_work(context, product);
    remember_rows(call, product, by_work);
    return by_work;
}

/// Whether the operands over all of k are put together: the device has room for them, beside the blocks of
/// which they are made. Blocks of a matrix serve a vector one by one.
bool joins_k(const Region& region, const Product& product) {
    if (product.entry != &mergus_backend::mxm && product.inner_of_matrix().parts() > 1) return false;
    const Range k{0, product.inner().size()};
    const std::uint64_t bytes = bytes_of_part(product.part_of_A(rows_of(product, region), k)) +
                                bytes_of_part(product.part_of_B(k, cols_of(product, region)));
    return region.cache.limit() == 0 || bytes <= region.cache.limit() / 2;
}

/// Ranges of k, of whole blocks, as long as the part of B takes a quarter of the memory for blocks at most.
/// In a product with a vector each block of the matrix by itself, which needs no copy.
std::vector<Range> ranges_of_k(const Region& region, const Product& product) {
    const bool by_blocks = product.entry != &mergus_backend::mxm;
    const Cuts& inner = by_blocks ? product.inner_of_matrix() : product.inner();
    std::vector<Range> ranges;
    for (std::uint64_t part = 0; part < inner.parts(); ++part) {
        if (!ranges.empty() && !by_blocks) {
            const Range longer{ranges.back().first, inner[part].end() - ranges.back().first};
            const Part of_B = product.part_of_B(longer, cols_of(product, region));
            if (bytes_of_part(of_B) <= region.cache.limit() / 4) {
                ranges.back() = longer;
                continue;
            }
        }
        ranges.push_back(inner[part]);
    }
    return ranges;
}

/// A sum over ranges of k. Where rows of B can stay at their places, the columns of A need not be cut.
void multiply_by_parts(Region& region, const mergus_call& call, const Product& product, std::uint64_t parts) {
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
    const bool asks_for_B = in_place || !may_use_rows(region.context, product);
    std::function<void()> next_block = std::exchange(region.ahead, nullptr);
    const LocalPtr T = region.cache.device().make(intern(call.semiring->mul->z_type), region.shape());
    const LocalPtr mask = region.mask();
    const LocalPtr vector = whole_vector(region, product);
    for (std::size_t n = 0; n < ranges.size(); ++n) {
        const auto [part_of_A, part_of_B] = parts_of(ranges[n]);
        const LocalPtr part_of_vector =
            vector != nullptr ? blocks::part_of(vector, ranges[n], {0, 1}) : nullptr;
        if (part_of_vector != nullptr && part_of_vector->nvals() == 0) continue;
        const LocalPtr A = product.A.is_vector ? part_of_vector : make(region, part_of_A, in_place);
        if (A->nvals() == 0) continue;
        const LocalPtr B = product.B.is_vector ? part_of_vector
                           : in_place
                               ? rows_in_place(region.cache, product.B, ranges[n])
                               : rows_for(region, product, A, ranges[n], cols_of(product, region), parts);
        if (B->nvals() == 0) continue;
        if (next_block && n + 1 == ranges.size())
            region.ahead = std::exchange(next_block, nullptr);
        else if (next_block)
            region.ahead = [&, n] {
                const auto [next_of_A, next_of_B] = parts_of(ranges[n + 1]);
                start(region.cache, next_of_A);
                if (asks_for_B) start(region.cache, next_of_B);
            };
        mergus_call inputs = inputs_of(call);
        inputs.A = A->handle();
        inputs.B = B->handle();
        inputs.accum = call.semiring->add->op;
        inputs.mask = mask != nullptr ? mask->handle() : nullptr;
        inputs.descriptor |= call.descriptor & (MERGUS_DESC_STRUCTURE | MERGUS_DESC_COMPLEMENT);
        region.run_into(T, product.entry, product.name, inputs);
    }
    if (next_block) next_block(); // the last ranges had no entries
    region.write(T);
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

void product(mergus_context& context, const mergus_call& call) {
    const Product product(call);
    const bool splits = may_split_fold(context, call, *call.semiring->add);
    if (splits && sums_by_device(context, call, product)) return multiply_by_devices(context, call, product);
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
    const bool by_parts = splits && !positional && product.inner().parts() > 1;
    const auto parts_of_rank = [&] {
        const auto ranks = static_cast<std::uint64_t>(context.peers.size());
        return (cuts.rows.parts() * cuts.cols.parts() + ranks - 1) / ranks;
    };
    const auto multiply_region = [&](Region& region) {
        if (positional && (region.rows.first != 0 || region.cols.first != 0))
            return multiply_at_place(region, call, product);
        if (by_parts && !joins_k(region, product))
            return multiply_by_parts(region, call, product, parts_of_rank());
        try {
            multiply(region, call, product, ordered && bits_depend_on_storage(context), parts_of_rank());
        } catch (const Error& error) {
            if (!by_parts || error.code() != Code::out_of_memory) throw;
            region.cache.drop_kept();
            multiply_by_parts(region, call, product, parts_of_rank());
        }
    };
    const auto parts_of = [&](const Region& region, bool all) {
        const bool whole = all || !by_parts || joins_k(region, product);
        const Range k = whole ? Range{0, product.inner().size()} : ranges_of_k(region, product).front();
        std::vector<Part> parts{product.part_of_A(rows_of(product, region), k)};
        if (all || !may_use_rows(context, product))
            parts.push_back(product.part_of_B(k, cols_of(product, region)));
        return parts;
    };
    // Nothing is known of the size of C, which may be many times that of A.
    const bool may_refine = context.options.p == 0 && !cuts.recut && product.entry == &mergus_backend::mxm;
    if (may_refine) {
        cuts.largest = context.largest_block();
        cuts.rows = rows_of_blocks(context, call, product, cuts.rows);
    }
    if (call.C->is_vector && !cuts.recut && !positional) gather_vector(context, product);
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
        remember_rows(call, product, cuts.rows);
    }
}

} // namespace mergus::blocks
