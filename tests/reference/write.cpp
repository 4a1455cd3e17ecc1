/// \file write.cpp
/// Mask, accumulator and replace: C<M, r> ⊙= T.
#include "reference/operations.hpp"
#include "reference/operators.hpp"

#include <set>

namespace mergus::reference {

namespace {

/// Whether the mask admits a write at (i,j). Without a mask every position is admitted; the complement of
/// that admits none.
bool admits(const Output& output, std::uint64_t i, std::uint64_t j) {
    bool admitted = true;
    if (output.mask != nullptr) {
        const Entry* entry = output.mask->find(i, j);
        const bool structural = (output.descriptor & MERGUS_DESC_STRUCTURE) != 0;
        admitted = entry != nullptr && (structural || is_true(entry->value));
    }
    const bool complemented = (output.descriptor & MERGUS_DESC_COMPLEMENT) != 0;
    return admitted != complemented;
}

std::set<Index> places(const Matrix& X, const Matrix& Y) {
    std::set<Index> all;
    for (const auto& [place, entry] : X.entries) all.insert(place);
    for (const auto& [place, entry] : Y.entries) all.insert(place);
    return all;
}

} // namespace

Matrix write_masked(const Matrix& C, const Output& output, const Matrix& Z) {
    if (output.mask != nullptr && (output.mask->nrows != C.nrows || output.mask->ncols != C.ncols))
        throw std::logic_error("reference: the mask has another shape than C");
    const bool replace = (output.descriptor & MERGUS_DESC_REPLACE) != 0;
    Matrix result{C.type, C.nrows, C.ncols, {}};
    for (const Index& place : places(C, Z)) {
        const Matrix& source = admits(output, place.first, place.second) ? Z : C;
        if (&source == &C && replace) continue;
        if (const Entry* entry = source.find(place.first, place.second))
            result.entries[place] = cast_entry(*entry, C.type);
    }
    return result;
}

Matrix write(const Matrix& C, const Output& output, const Matrix& T) {
    if (T.nrows != C.nrows || T.ncols != C.ncols)
        throw std::logic_error("reference: the result has another shape than C");
    if (output.accum == nullptr) return write_masked(C, output, T);
    Matrix Z{C.type, C.nrows, C.ncols, {}};
    for (const Index& place : places(C, T)) {
        const Entry* c = C.find(place.first, place.second);
        const Entry* t = T.find(place.first, place.second);
        if (c != nullptr && t != nullptr)
            Z.entries[place] = cast_entry(combine(*output.accum, *c, *t), C.type);
        else
            Z.entries[place] = cast_entry(c != nullptr ? *c : *t, C.type);
    }
    return write_masked(C, output, Z);
}

Matrix input(const Matrix& A, std::uint32_t descriptor, std::uint32_t transpose_bit) {
    if ((descriptor & transpose_bit) == 0) return A;
    Matrix transposed{A.type, A.ncols, A.nrows, {}};
    for (const auto& [place, entry] : A.entries) transposed.entries[{place.second, place.first}] = entry;
    return transposed;
}

} // namespace mergus::reference
