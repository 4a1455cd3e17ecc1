/// \file tiled_product.cpp
/// The product of a matrix and a full vector by equal parts of the matrix's rows and entries (fold_rows.hpp).
#include "bitmap/convert.hpp"
#include "direction.hpp"
#include "fold_rows.hpp"
#include "objects/report.hpp"
#include "pull.hpp"
#include "vector_method.hpp"

#include <algorithm>

namespace mergus::cuda {

namespace vector_methods {
extern const VectorMethod tiles_bitmap, tiles;
}

namespace {

/// Rows of more entries on average are read by the lanes of a pull without waste, if none is much longer.
constexpr std::uint64_t most_average = 32;

/// Whether u has a value for each index, as far as the host knows.
bool has_all_values(const Matrix& u) {
    if (u.nrows != 1 || u.iso) return false;
    if (u.has_rows() || u.is_blank()) return u.full();
    return u.bitmap->count.known() && u.bitmap->count.get() == u.ncols;
}

/// Whether the product may be made so. A deterministic one is pulled, because how much the host knows about u
/// depends on earlier calls. A fold that may stop early, and one that visits the few rows of a mask, reads
/// less in a pull; one that is not associative needs one thread for a row.
bool suits(const VectorProduct& product) {
    const mergus_call& call = product.call;
    const PullShape shape(product.A, *call.semiring->add);
    return !product.context.deterministic && call.C->is_vector && admits_most(call) && shape.stops == 0 &&
           !shape.left && call.semiring->mul->kind != MERGUS_INDEX_BINARY && has_all_values(product.u);
}

bool run(VectorProduct& product, const VectorMethod& method) {
    Context& context = product.context;
    const mergus_call& call = product.call;
    if (!product.pulls()) return false;
    const Matrix& A = csr(context, product.matrix());
    if (A.nvals == 0 || (context.device.capturing() && known_matrix_tiles(context, A) == nullptr))
        return false;
    const FoldRows fold(context, {.A = A,
                                  .monoid = *call.semiring->add,
                                  .u = &product.u,
                                  .mul = call.semiring->mul,
                                  .u_first = product.u_first});
    compile_kernels(context, fold);
    if (A.nvals / A.nrows > most_average && !matrix_tiles(context, A).has_split) return false;
    report_method(call.report, method.name);
    if (call.report != nullptr) call.report->work = A.nvals;
    write_vector(context, call, fold.run());
    return true;
}

} // namespace

namespace vector_methods {
constinit const VectorMethod tiles_bitmap{
    .name = "tiles_bitmap",
    .summary = "a full vector: equal parts of the matrix's rows and entries, where rows are short or of very "
               "different lengths; on bitmaps",
    .evidence = "docs/laboratory/graphs.md",
    .on_bitmap = true,
    .run = [](VectorProduct& product) {
        return suits(product) && product.on_bitmap() && run(product, tiles_bitmap);
    }};

constinit const VectorMethod tiles{
    .name = "tiles",
    .summary = "equal parts on compressed rows",
    .evidence = "docs/laboratory/graphs.md",
    .on_bitmap = false,
    .run = [](VectorProduct& product) { return suits(product) && run(product, tiles); }};
} // namespace vector_methods

} // namespace mergus::cuda
