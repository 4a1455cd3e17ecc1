/// \file regions.cpp
/// Parts of matrices and vectors: assign, extract, diagonals, tiles.
#include "write.hpp"

#include <mergus/tiles.hpp>

namespace mergus::python {

namespace {

namespace call = detail::call;
using Output = detail::Output;

Tiles tiles_of(const std::vector<std::vector<const Object*>>& grid) {
    Tiles tiles;
    for (const auto& row : grid) {
        auto& line = tiles.emplace_back();
        for (const Object* tile : row) line.push_back(&tile->matrix());
    }
    return tiles;
}

} // namespace

void add_regions(nb::module_& module) {
    const auto mask = nb::arg("mask").none();
    const auto accum = nb::arg("accum").none();
    module.def(
        "assign_object",
        [](const Object& C, const Object& A, const IndexArray& rows, const IndexArray& cols,
           const Object* mask_object, const Operator* accumulator, std::uint32_t flags) {
            write({&C, nullptr, false}, Write(mask_object, accumulator, flags), [&](const Output& out) {
                call::assign_object(out, A.any(), indices_of(rows), indices_of(cols));
            });
        },
        nb::arg("C"), nb::arg("A"), nb::arg("rows").none(), nb::arg("cols").none(), mask, accum,
        nb::arg("flags"));
    module.def(
        "assign_scalar",
        [](const Object& C, nb::handle value, const IndexArray& rows, const IndexArray& cols,
           const Object* mask_object, const Operator* accumulator, std::uint32_t flags) {
            const Scalar scalar = scalar_of(value);
            write({&C, nullptr, false}, Write(mask_object, accumulator, flags), [&](const Output& out) {
                call::assign_scalar(out, scalar, indices_of(rows), indices_of(cols));
            });
        },
        nb::arg("C"), nb::arg("value"), nb::arg("rows").none(), nb::arg("cols").none(), mask, accum,
        nb::arg("flags"));
    module.def(
        "assign_line",
        [](const Object& C, const Object& u, bool is_row, std::uint64_t line, const IndexArray& indices,
           const Object* mask_object, const Operator* accumulator, std::uint32_t flags) {
            write({&C, nullptr, false}, Write(mask_object, accumulator, flags), [&](const Output& out) {
                is_row ? call::assign_row(out, u.vector(), line, indices_of(indices))
                       : call::assign_column(out, u.vector(), indices_of(indices), line);
            });
        },
        nb::arg("C"), nb::arg("u"), nb::arg("is_row"), nb::arg("line"), nb::arg("indices").none(), mask,
        accum, nb::arg("flags"));
    module.def(
        "extract_region",
        [](const Object& A, const IndexArray& rows, const IndexArray& cols, const Object* out,
           const mergus_type* type, const Object* mask_object, const Operator* accumulator,
           std::uint32_t flags) {
            return write({out, type, A.is_vector()}, Write(mask_object, accumulator, flags),
                         [&](const Output& C) {
                             call::extract_region(C, A.any(), indices_of(rows), indices_of(cols));
                         });
        },
        nb::arg("A"), nb::arg("rows").none(), nb::arg("cols").none(), nb::arg("out").none(),
        nb::arg("type").none(), mask, accum, nb::arg("flags"), nb::rv_policy::take_ownership);
    module.def(
        "extract_line",
        [](const Object& A, bool is_row, std::uint64_t line, const IndexArray& indices, const Object* out,
           const mergus_type* type, const Object* mask_object, const Operator* accumulator,
           std::uint32_t flags) {
            return write({out, type, true}, Write(mask_object, accumulator, flags), [&](const Output& w) {
                is_row ? call::extract_row(w, A.matrix(), line, indices_of(indices))
                       : call::extract_column(w, A.matrix(), indices_of(indices), line);
            });
        },
        nb::arg("A"), nb::arg("is_row"), nb::arg("line"), nb::arg("indices").none(), nb::arg("out").none(),
        nb::arg("type").none(), mask, accum, nb::arg("flags"), nb::rv_policy::take_ownership);
    module.def(
        "diag",
        [](const Object& A, std::int64_t k) {
            return write(
                {nullptr, nullptr, !A.is_vector()}, Write(nullptr, nullptr, 0), [&](const Output& C) {
                    A.is_vector() ? call::diag_matrix(C, A.vector(), k) : call::diag_vector(C, A.matrix(), k);
                });
        },
        nb::rv_policy::take_ownership);
    module.def(
        "concat",
        [](const std::vector<std::vector<const Object*>>& grid, const mergus_type* type) {
            const Tiles tiles = tiles_of(grid);
            const nb::gil_scoped_release unlocked;
            return new Object(concat(tiles, type));
        },
        nb::arg("grid"), nb::arg("type").none(), nb::rv_policy::take_ownership);
    module.def("split", [](const Object& A, const std::vector<std::uint64_t>& rows,
                           const std::vector<std::uint64_t>& cols) {
        nb::list grid;
        for (auto& row : split(A.matrix(), rows, cols)) {
            nb::list line;
            for (AnyMatrix& tile : row)
                line.append(nb::cast(new Object(std::move(tile)), nb::rv_policy::take_ownership));
            grid.append(line);
        }
        return grid;
    });
}

} // namespace mergus::python
