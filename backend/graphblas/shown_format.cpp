/// \file shown_format.cpp
#include "shown_format.hpp"

#include "fields.hpp"

#include <algorithm>
#include <bit>

namespace mergus::grb {

namespace {

/// The lines of an object are its rows, or with GxB_BY_COL its columns.
struct Shape {
    std::uint64_t lines, length;
};

/// \param used_lines the number of lines with entries
template <class Count>
std::int32_t format_of(const Shape& shape, std::uint64_t nvals, std::int32_t control, double bitmap_switch,
                       double hyper_switch, Count used_lines) {
    // As floating-point numbers: the product may be above 2^64.
    const double size = static_cast<double>(shape.lines) * static_cast<double>(shape.length);
    const auto entries = static_cast<double>(nvals);
    const bool full = nvals != 0 && entries == size;
    if (shape.lines <= 1 && (control & GxB_HYPERSPARSE) != 0)
        control = (control & ~GxB_HYPERSPARSE) | GxB_SPARSE;
    if (full && (control & GxB_FULL) != 0) return GxB_FULL;
    const std::int32_t sparse = control & (GxB_HYPERSPARSE | GxB_SPARSE);
    if (sparse == 0) return GxB_BITMAP;
    if ((control & GxB_BITMAP) != 0 && entries > bitmap_switch * size) return GxB_BITMAP;
    if (sparse != (GxB_HYPERSPARSE | GxB_SPARSE)) return sparse;
    const double most = hyper_switch * static_cast<double>(shape.lines);
    return entries <= most || static_cast<double>(used_lines()) <= most ? GxB_HYPERSPARSE : GxB_SPARSE;
}

std::uint64_t count_lines(const AnyMatrix& A, bool columns) {
    constexpr std::uint64_t most_counted = 1U << 16U;
    const std::uint64_t nvals = A.nvals();
    if (nvals > most_counted) return nvals;
    std::vector<std::uint64_t> lines(nvals);
    A.extract_tuples(columns ? nullptr : lines.data(), columns ? lines.data() : nullptr, nullptr, nullptr);
    std::ranges::sort(lines);
    return static_cast<std::uint64_t>(std::unique(lines.begin(), lines.end()) - lines.begin());
}

template <class Entries>
bool still_packed(const Entries& object) {
    return object.packed.format != 0 && object.packed.nvals == object.value.nvals() &&
           object.sparsity == GxB_AUTO_SPARSITY;
}

} // namespace

std::int32_t shown_format(const mergus_grb_matrix& A) {
    if (still_packed(A)) return A.packed.format;
    const std::uint64_t nrows = A.value.nrows(), ncols = A.value.ncols();
    const bool columns = A.orientation == GrB_COLMAJOR;
    return format_of(columns ? Shape{ncols, nrows} : Shape{nrows, ncols}, A.value.nvals(), A.sparsity,
                     A.bitmap_switch, A.hyper_switch, [&] { return count_lines(A.value, columns); });
}

std::int32_t shown_format(const mergus_grb_vector& u) {
    if (still_packed(u)) return u.packed.format;
    return format_of({1, u.value.size()}, u.value.nvals(), u.sparsity, u.bitmap_switch, 0, [] { return 1; });
}

void shows(mergus_grb_matrix& A, std::int32_t format, bool by_rows) {
    A.orientation = by_rows ? GrB_ROWMAJOR : GrB_COLMAJOR;
    A.packed = {format, A.value.nvals()};
}
void shows(mergus_grb_vector& u, std::int32_t format) {
    u.packed = {format, u.value.nvals()};
}

std::int32_t new_orientation(std::uint64_t nrows, std::uint64_t ncols) noexcept {
    if (ncols == 1) return GrB_COLMAJOR;
    return nrows == 1 ? std::int32_t{GrB_ROWMAJOR} : default_orientation();
}

double new_bitmap_switch(std::uint64_t nrows, std::uint64_t ncols) noexcept {
    const std::uint64_t least = std::max<std::uint64_t>(std::min(nrows, ncols), 1);
    const auto k = static_cast<std::size_t>(std::bit_width(least - 1)); // 1: 0, 2: 1, up to 4: 2
    return hints().bitmap_switch[std::min<std::size_t>(k, GxB_NBITMAP_SWITCH - 1)];
}

double default_bitmap_switch(std::size_t k) noexcept {
    static constexpr double switches[GxB_NBITMAP_SWITCH] = {0.04, 0.05, 0.06, 0.08, 0.1, 0.2, 0.3, 0.4};
    return switches[k];
}

} // namespace mergus::grb
