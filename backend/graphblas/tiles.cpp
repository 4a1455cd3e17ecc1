/// \file tiles.cpp
/// GxB_Matrix_concat, GxB_Matrix_split and GxB_Matrix_reshape.
#include "matrix.hpp"
#include "views.hpp"

#include <mergus/tiles.hpp>

#include <deque>

namespace mergus::grb {

namespace {

/// The entries at their positions, by rows or by columns, in a matrix of another shape.
AnyMatrix reshaped(const AnyMatrix& A, bool by_col, std::uint64_t nrows, std::uint64_t ncols) {
    const std::uint64_t old_rows = A.nrows(), old_cols = A.ncols();
    const auto positions = [](std::uint64_t lines, std::uint64_t across) {
        if (across != 0 && lines > GrB_INDEX_MAX / across)
            fail(GrB_NOT_IMPLEMENTED, "a matrix that is reshaped has at most GrB_INDEX_MAX positions");
        return lines * across;
    };
    if (positions(old_rows, old_cols) != positions(nrows, ncols))
        fail(GrB_DIMENSION_MISMATCH, "the new shape has another number of positions");
    const std::uint64_t count = A.nvals();
    std::vector<std::uint64_t> rows(count), cols(count);
    std::vector<std::max_align_t> values(count * A.type()->size / sizeof(std::max_align_t) + 1);
    A.extract_tuples(rows.data(), cols.data(), values.data(), A.type());
    for (std::uint64_t k = 0; k < count; ++k) {
        const std::uint64_t at = by_col ? cols[k] * old_rows + rows[k] : rows[k] * old_cols + cols[k];
        rows[k] = by_col ? at % nrows : at / ncols;
        cols[k] = by_col ? at / nrows : at % ncols;
    }
    AnyMatrix made(A.context(), A.type(), nrows, ncols);
    made.build(rows, cols, values.data(), A.type());
    return made;
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GxB_Matrix_concat(GrB_Matrix C, const GrB_Matrix* tiles, GrB_Index m, GrB_Index n, GB_HOW) {
    return call(output_of(C), __func__, [&] {
        View to(C, "C");
        mergus::AnyMatrix& output = to.get();
        static_cast<void>(flags_of(descriptor));
        not_null(tiles, "the tiles");
        mergus::Tiles grid(m);
        std::deque<View<GrB_Matrix>> views;
        for (GrB_Index k = 0; k < m * n; ++k)
            grid[k / n].push_back(&views.emplace_back(tiles[k], "a tile").get());
        mergus::AnyMatrix made = mergus::concat(grid, output.type());
        if (made.nrows() != output.nrows() || made.ncols() != output.ncols())
            mergus::grb::fail(GrB_DIMENSION_MISMATCH, "the tiles do not have the shape of C");
        output = std::move(made);
        to.store();
    });
}

GrB_Info GxB_Matrix_split(GrB_Matrix* tiles, GrB_Index m, GrB_Index n, const GrB_Index* tile_nrows,
                          const GrB_Index* tile_ncols, const GrB_Matrix A, GB_HOW) {
    return call(output_of(A), __func__, [&] {
        View from(A, "A");
        const mergus::AnyMatrix& input = from.get();
        static_cast<void>(flags_of(descriptor));
        not_null(tiles, "the tiles");
        const std::span<const std::uint64_t> rows(not_null(tile_nrows, "tile_nrows"), m),
            cols(not_null(tile_ncols, "tile_ncols"), n);
        auto grid = mergus::split(input, rows, cols);
        // A user's type that has been freed: of a matrix only, whose object has it.
        const UserType user = output_of(A) != nullptr ? A->user_type : UserType{};
        for (GrB_Index k = 0; k < m * n; ++k) tiles[k] = nullptr;
        try {
            for (GrB_Index k = 0; k < m * n; ++k) make(&tiles[k], std::move(grid[k / n][k % n]), user);
        } catch (...) {
            for (GrB_Index k = 0; k < m * n; ++k) destroy(&tiles[k]);
            throw;
        }
    });
}

GrB_Info GxB_Matrix_reshape(GrB_Matrix C, bool by_col, GrB_Index nrows, GrB_Index ncols, GB_HOW) {
    return call(output_of(C), __func__, [&] {
        mergus::AnyMatrix& matrix = live(C, "C").value;
        static_cast<void>(flags_of(descriptor));
        matrix =
            reshaped(matrix, by_col, checked_dimension(nrows, "rows"), checked_dimension(ncols, "columns"));
    });
}

GrB_Info GxB_Matrix_reshapeDup(GrB_Matrix* C, GrB_Matrix A, bool by_col, GrB_Index nrows, GrB_Index ncols,
                               GB_HOW) {
    return construct(C, __func__, [&] {
        not_null(C, "the address of the handle");
        const mergus::AnyMatrix& matrix = live(A, "A").value;
        static_cast<void>(flags_of(descriptor));
        make(C,
             reshaped(matrix, by_col, checked_dimension(nrows, "rows"), checked_dimension(ncols, "columns")),
             A->user_type);
        (*C)->orientation = A->orientation;
    });
}
