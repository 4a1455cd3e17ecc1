/// \file vector_product.cpp
/// Products of a vector and a matrix that is cut along k alone.
#include "product.hpp"
#include "turns.hpp"

#include <vector>

namespace mergus::blocks {

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

/// The sum of each device, by parts of C.
using Sums = std::vector<std::vector<LocalPtr>>;

/// Of products.
const mergus_type* type_of(const mergus_call& call) {
    return intern(call.semiring->mul->z_type);
}

Sums sums_of_devices(mergus_context& context, const mergus_call& call, const Product& product,
                     const Cuts& parts) {
    const Cuts& inner = product.inner();
    const Range one{0, 1}, all{0, call.C->rows.size()};
    const bool is_row = product.A.is_vector;
    Sums sums(context.devices.size(), std::vector<LocalPtr>(parts.parts()));
    for_each_device(context, [&](std::size_t device, Cache& cache) {
        const auto part_of_operand = [&](const Part& part) {
            return gather(context, cache, *part.matrix, part.rows, part.cols);
        };
        Region region(context, cache, call, all, one);
        LocalPtr T;
        for (std::uint64_t k = 0; k < inner.parts(); ++k) {
            if (&context.home(k, inner.parts()) != &cache) continue;
            const LocalPtr A = part_of_operand(product.part_of_A(is_row ? one : all, inner[k]));
            const LocalPtr B = part_of_operand(product.part_of_B(inner[k], is_row ? all : one));
            if (A->nvals() == 0 || B->nvals() == 0) continue;
            if (T == nullptr) T = cache.device().make(type_of(call), region.shape());
            mergus_call inputs = inputs_of(call);
            inputs.A = A->handle();
            inputs.B = B->handle();
            inputs.accum = call.semiring->add->op;
            region.run_into(T, product.entry, product.name, inputs);
        }
        for (std::uint64_t part = 0; T != nullptr && part < parts.parts(); ++part)
            sums[device][part] = part_of(T, parts[part], one);
    });
    return sums;
}

LocalPtr sum_of(Region& region, const mergus_call& call, const LocalPtr& a, const LocalPtr& b) {
    mergus_call add = empty_call();
    add.operation = MERGUS_OPERATION_EWISE_ADD;
    add.op = call.semiring->add->op;
    add.A = a->handle();
    add.B = b->handle();
    LocalPtr sum = region.cache.device().make(type_of(call), region.shape());
    region.run_into(sum, &mergus_backend::ewise_add, "ewise_add", add);
    return sum;
}
} // namespace

bool sums_by_device(const mergus_context& context, const mergus_call& call, const Product& product) {
    if (!call.C->is_vector || call.semiring->mul->kind == MERGUS_INDEX_BINARY) return false;
    const Cuts& result = product.A.is_vector ? product.cols() : product.rows();
    return context.peers.size() == 1 && context.devices.size() > 1 &&
           context.devices.front()->transfers() != nullptr && result.parts() == 1 &&
           product.inner().parts() > 1;
}

void multiply_by_devices(mergus_context& context, const mergus_call& call, const Product& product) {
    if (const auto A = product.B.is_vector && !product.a_transposed ? in_rows(context, product.A) : nullptr) {
        mergus_call same = call;
        same.A = A.get();
        return blocks::product(context, same);
    }
    const OutputCuts cuts{context.vector_cuts(call.C->rows.size()), Cuts(1)};
    const Sums sums = sums_of_devices(context, call, product, cuts.rows);
    compute(context, call, cuts, false, [&](Region& region) {
        std::uint64_t part = 0;
        while (cuts.rows[part] != region.rows) ++part;
        LocalPtr T;
        for (const std::vector<LocalPtr>& of_device : sums) {
            LocalPtr sum = of_device[part];
            if (sum == nullptr) continue;
            Device& device = region.cache.device();
            if (&sum->device() != &device) sum = copy_from(device, *sum);
            T = T == nullptr ? sum : sum_of(region, call, T, sum);
        }
        region.write(T != nullptr ? T : region.cache.device().make(type_of(call), region.shape()));
    });
}

} // namespace mergus::blocks
