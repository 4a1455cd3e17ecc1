/// \file contract.cpp
/// The function `contract` of the extension local_moving: a radix sort of the entries by the labels of their
/// ends, and sums of equal ones. As the product M'·S·M it takes two products, of which the first has a hash
/// table for rows with as many columns as entries. Memory: 24 bytes an entry.
#include "device/primitives.hpp"
#include "objects/matrix.hpp"
#include "operations.hpp"

namespace mergus::cuda {

namespace {

constexpr const char* text = "graphs/contract.cuh";
constexpr std::uint64_t edges_per_thread = 8; // of edge_list.cuh

Matrix sums_by_labels(Context& context, const Matrix& A, const Matrix& labels, const MatrixShape& result) {
    Device& device = context.device;
    const std::uint64_t count = A.nvals;
    const int bits = bits_below(result.ncols);
    const auto launch = [&](const char* entry, std::uint64_t items, const auto&... arguments) {
        device.launch(context.jit.kernel(text, entry, Bindings()), grid_for(context, items, block_threads),
                      {block_threads}, 0, arguments...);
    };
    KernelRequests requests(context.jit);
    requests.push_back({text, "keys_of_entries", Bindings()});
    context.jit.compile(requests);

    Array<std::uint64_t> keys(device, count), spare_keys(device, count);
    Array<std::uint32_t> places(device, count + 1), spare_places(device, count + 1);
    std::uint64_t *key = keys.data(), *other_key = spare_keys.data();
    std::uint32_t *place = places.data(), *runs = spare_places.data();
    launch("keys_of_entries", count / edges_per_thread + 1, A.ptr.data(),
           static_cast<const std::uint32_t*>(A.col.data()), A.nrows, count,
           static_cast<const std::int64_t*>(labels.val.data()), std::uint64_t{labels.iso ? 0U : 1U}, bits,
           key, place);
    sort_pairs(device, key, other_key, place, runs, count, 0, 2 * bits);
    launch("flag_runs", count, static_cast<const std::uint64_t*>(key), count, runs);
    exclusive_scan(device, runs, runs, count);
    const std::uint64_t distinct = device.read(runs + count);
    Matrix C = raw_matrix(context, result.type, result.nrows, result.ncols, distinct);
    device.fill(C.val.data(), 0, distinct * sizeof(double));
    launch("sum_runs", count / edges_per_thread + 1, static_cast<const std::uint64_t*>(key),
           static_cast<const std::uint32_t*>(place), static_cast<const std::uint32_t*>(runs), count,
           static_cast<const double*>(A.val.data()), std::uint64_t{A.iso ? 0U : 1U}, bits,
           static_cast<std::uint32_t*>(C.col.data()), static_cast<double*>(C.val.data()));
    launch("offsets_of_runs", result.nrows + 1, static_cast<const std::uint64_t*>(key),
           static_cast<const std::uint32_t*>(runs), count, bits, result.nrows, C.ptr.data());
    return C;
}

} // namespace

void contract_communities(Context& context, const mergus_call& call) {
    const Matrix &A = *call.A, &labels = *call.B;
    const MatrixShape result{call.C->type, call.C->nrows, call.C->ncols};
    if (context.deterministic) throw Error(Code::not_implemented, "contract: sums in a given order");
    if (!labels.full() || A.type->code != MERGUS_FP64 || result.type->code != MERGUS_FP64)
        throw Error(Code::not_implemented, "contract: labels of some of the vertices, or types");
    if (A.nvals >= UINT32_MAX || needs_wide(A.ncols) || needs_wide(result.ncols))
        throw Error(Code::not_implemented, "contract: numbers of 64 bits");
    if (A.nvals == 0) {
        *call.C = empty_matrix(context, result.type, result.nrows, result.ncols);
        return;
    }
    *call.C = sums_by_labels(context, A, labels, result);
}

} // namespace mergus::cuda
