/// \file iterator.cpp
/// Iterators, on a copy of the arrays on the host.
#include "shown_format.hpp"

#include <algorithm>
#include <cstring>

namespace mergus::grb {

namespace {

/// How an iterator was attached.
enum class Way : std::uint8_t { nothing, rows, columns, matrix, vector };

/// The entries of a matrix by lines, which are its rows or columns. A vector has one line.
struct Lines {
    const mergus_type* type = nullptr;
    bool columns = false; ///< of a matrix iterator: lines are columns
    GrB_Index bitmap_line =
        0; ///< of a bitmap (shown_format.hpp): the length of a line, by which positions count; or 0
    std::vector<GrB_Index> offsets{0};
    std::vector<GrB_Index> indices{};
    std::vector<std::max_align_t> values{};
};

} // namespace

} // namespace mergus::grb

/// Entry `p` of line `line`.
struct mergus_grb_iterator : mergus::grb::Object, mergus::grb::Lines {
    static constexpr auto kind = mergus::grb::Kind::iterator;
    mergus::grb::Way way = mergus::grb::Way::nothing;
    GrB_Index line = 0, p = 0;

    mergus_grb_iterator() noexcept : Object(kind, nullptr) {}
    [[nodiscard]] GrB_Index lines() const noexcept { return offsets.size() - 1; }
    [[nodiscard]] GrB_Index nvals() const noexcept { return offsets.back(); }
    [[nodiscard]] const unsigned char* value() const noexcept {
        return reinterpret_cast<const unsigned char*>(values.data()) + p * type->size;
    }
};

namespace mergus::grb {

namespace {

Lines copy_of(const AnyMatrix& A) {
    Lines made;
    const std::uint64_t nvals = A.nvals();
    made.type = A.type();
    made.offsets.resize(A.nrows() + 1);
    made.indices.resize(nvals);
    made.values.resize(nvals * A.type()->size / sizeof(std::max_align_t) + 1);
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = A.type();
    csr.row_ptr = made.offsets.data();
    csr.cols = made.indices.data();
    csr.values = made.values.data();
    csr.pointer_bits = csr.index_bits = 64;
    csr.memory = MERGUS_MEMORY_HOST;
    csr.capacity = nvals;
    A.export_csr(csr);
    return made;
}

Lines copy_of(const AnyVector& u) {
    Lines made;
    const std::uint64_t nvals = u.nvals();
    made.type = u.type();
    made.offsets = {0, nvals};
    made.indices.resize(nvals);
    made.values.resize(nvals * u.type()->size / sizeof(std::max_align_t) + 1);
    u.extract_tuples(made.indices.data(), made.values.data(), u.type());
    return made;
}

void attach(mergus_grb_iterator& it, Lines&& copy, Way way) {
    it.way = way;
    static_cast<Lines&>(it) = std::move(copy);
    it.line = it.p = 0;
}

bool attached(GxB_Iterator it, Way way) noexcept {
    return it != nullptr && it->mark == Object::alive(mergus_grb_iterator::kind) && it->way == way;
}

GrB_Info seek_line(mergus_grb_iterator& it, GrB_Index line) noexcept {
    it.line = std::min(line, it.lines());
    it.p = it.offsets[it.line];
    if (it.line == it.lines()) return GxB_EXHAUSTED;
    return it.p < it.offsets[it.line + 1] ? GrB_SUCCESS : GrB_NO_VALUE;
}

GrB_Info next_in_line(mergus_grb_iterator& it) noexcept {
    if (it.line == it.lines()) return GxB_EXHAUSTED;
    const GrB_Index end = it.offsets[it.line + 1];
    if (it.p < end) ++it.p;
    return it.p < end ? GrB_SUCCESS : GrB_NO_VALUE;
}

GrB_Info seek_entry(mergus_grb_iterator& it, GrB_Index p) noexcept {
    it.p = std::min(p, it.nvals());
    if (it.p == it.nvals()) {
        it.line = it.lines();
        return GxB_EXHAUSTED;
    }
    it.line = static_cast<GrB_Index>(std::ranges::upper_bound(it.offsets, it.p) - it.offsets.begin()) - 1;
    return GrB_SUCCESS;
}

GrB_Info next_entry(mergus_grb_iterator& it) noexcept {
    if (it.p + 1 >= it.nvals()) return seek_entry(it, it.nvals());
    ++it.p;
    while (it.offsets[it.line + 1] <= it.p) ++it.line;
    return GrB_SUCCESS;
}

/// Positions of a bitmap are those of all its elements, otherwise of the entries.
GrB_Index last_position(const mergus_grb_iterator& it) noexcept {
    return it.bitmap_line != 0 ? it.lines() * it.bitmap_line : it.nvals();
}

/// The first entry from that position on.
GrB_Info seek_position(mergus_grb_iterator& it, GrB_Index position) noexcept {
    if (it.bitmap_line == 0) return seek_entry(it, position);
    if (position >= last_position(it)) return seek_entry(it, it.nvals());
    const GrB_Index line = position / it.bitmap_line;
    const auto index = [&](GrB_Index e) { return it.indices.begin() + static_cast<std::ptrdiff_t>(e); };
    const auto found =
        std::lower_bound(index(it.offsets[line]), index(it.offsets[line + 1]), position % it.bitmap_line);
    return seek_entry(it, static_cast<GrB_Index>(found - it.indices.begin()));
}

/// The index of the entry in its line; 0 behind the last entry.
GrB_Index index_of(const mergus_grb_iterator& it) noexcept {
    return it.p < it.indices.size() ? it.indices[it.p] : 0;
}

GrB_Index position_of(const mergus_grb_iterator& it) noexcept {
    if (it.bitmap_line == 0) return it.p;
    return it.p == it.nvals() ? last_position(it) : it.line * it.bitmap_line + index_of(it);
}

template <class T>
T value_of(GxB_Iterator it) noexcept {
    T value{};
    if (it->p < it->indices.size() && it->type->size == sizeof(T))
        std::memcpy(&value, it->value(), sizeof(T));
    return value;
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GxB_Iterator_new(GxB_Iterator* it) {
    return construct(it, __func__, [&] { make(it); });
}
GrB_Info GxB_Iterator_free(GxB_Iterator* it) {
    return destroy(it);
}

#define MERGUS_LINE_ITERATOR(prefix, Line, Other, ways, source)                                              \
    GrB_Info prefix##_attach(GxB_Iterator it, GrB_Matrix A, GB_HOW) {                                        \
        return call(output_of(A), __func__, [&] {                                                            \
            static_cast<void>(flags_of(descriptor));                                                         \
            attach(live(it, "the iterator"), copy_of(source), Way::ways);                                    \
        });                                                                                                  \
    }                                                                                                        \
    GrB_Index prefix##_kount(GxB_Iterator it) {                                                              \
        return attached(it, Way::ways) ? it->lines() : 0;                                                    \
    }                                                                                                        \
    GrB_Info prefix##_seek##Line(GxB_Iterator it, GrB_Index line) {                                          \
        return attached(it, Way::ways) ? seek_line(*it, line) : GrB_INVALID_OBJECT;                          \
    }                                                                                                        \
    GrB_Info prefix##_kseek(GxB_Iterator it, GrB_Index k) {                                                  \
        return attached(it, Way::ways) ? seek_line(*it, k) : GrB_INVALID_OBJECT;                             \
    }                                                                                                        \
    GrB_Info prefix##_next##Line(GxB_Iterator it) {                                                          \
        if (!attached(it, Way::ways)) return GrB_INVALID_OBJECT;                                             \
        return seek_line(*it, std::min(it->line, it->lines() - 1) + 1);                                      \
    }                                                                                                        \
    GrB_Info prefix##_next##Other(GxB_Iterator it) {                                                         \
        return attached(it, Way::ways) ? next_in_line(*it) : GrB_INVALID_OBJECT;                             \
    }                                                                                                        \
    GrB_Index prefix##_get##Line##Index(GxB_Iterator it) {                                                   \
        return attached(it, Way::ways) ? it->line : 0;                                                       \
    }                                                                                                        \
    GrB_Index prefix##_get##Other##Index(GxB_Iterator it) {                                                  \
        return attached(it, Way::ways) ? index_of(*it) : 0;                                                  \
    }

namespace {

mergus::AnyMatrix transpose_of(GrB_Matrix A) {
    return mergus::transpose(live(A, "A").value);
}

/// All entries in the order of the matrix's format.
Lines entries_of(const mergus_grb_matrix& A) {
    const bool columns = A.orientation == GrB_COLMAJOR;
    Lines made = columns ? copy_of(mergus::transpose(A.value)) : copy_of(A.value);
    made.columns = columns;
    if (shown_format(A) == GxB_BITMAP) made.bitmap_line = columns ? A.value.nrows() : A.value.ncols();
    return made;
}
Lines entries_of(const mergus_grb_vector& u) {
    Lines made = copy_of(u.value);
    if (shown_format(u) == GxB_BITMAP) made.bitmap_line = u.value.size();
    return made;
}

} // namespace

MERGUS_LINE_ITERATOR(GxB_rowIterator, Row, Col, rows, live(A, "A").value)
MERGUS_LINE_ITERATOR(GxB_colIterator, Col, Row, columns, transpose_of(A))

#define MERGUS_ENTRY_ITERATOR(Object, ways)                                                                  \
    GrB_Info GxB_##Object##_Iterator_attach(GxB_Iterator it, GrB_##Object object, GB_HOW) {                  \
        return call(output_of(object), __func__, [&] {                                                       \
            static_cast<void>(flags_of(descriptor));                                                         \
            attach(live(it, "the iterator"), entries_of(live(object, "the object")), Way::ways);             \
            static_cast<void>(seek_entry(*it, 0));                                                           \
        });                                                                                                  \
    }                                                                                                        \
    GrB_Index GxB_##Object##_Iterator_getpmax(GxB_Iterator it) {                                             \
        return attached(it, Way::ways) ? last_position(*it) : 0;                                             \
    }                                                                                                        \
    GrB_Info GxB_##Object##_Iterator_seek(GxB_Iterator it, GrB_Index p) {                                    \
        return attached(it, Way::ways) ? seek_position(*it, p) : GrB_INVALID_OBJECT;                         \
    }                                                                                                        \
    GrB_Info GxB_##Object##_Iterator_next(GxB_Iterator it) {                                                 \
        return attached(it, Way::ways) ? next_entry(*it) : GrB_INVALID_OBJECT;                               \
    }                                                                                                        \
    GrB_Index GxB_##Object##_Iterator_getp(GxB_Iterator it) {                                                \
        return attached(it, Way::ways) ? position_of(*it) : 0;                                               \
    }
MERGUS_ENTRY_ITERATOR(Matrix, matrix)
MERGUS_ENTRY_ITERATOR(Vector, vector)

void GxB_Matrix_Iterator_getIndex(GxB_Iterator it, GrB_Index* row, GrB_Index* col) {
    if (!attached(it, Way::matrix)) return;
    *(it->columns ? col : row) = it->line;
    *(it->columns ? row : col) = index_of(*it);
}
GrB_Index GxB_Vector_Iterator_getIndex(GxB_Iterator it) {
    return attached(it, Way::vector) ? index_of(*it) : 0;
}

#define MERGUS_ITERATOR_VALUE(F, P, S, V, E)                                                                 \
    E GxB_Iterator_get_##S(GxB_Iterator it) {                                                                \
        return value_of<E>(it);                                                                              \
    }
GB_FOR_BUILTIN(MERGUS_ITERATOR_VALUE, )
GB_FOR_COMPLEX(MERGUS_ITERATOR_VALUE, )

void GxB_Iterator_get_UDT(GxB_Iterator it, void* value) {
    if (it->p < it->indices.size()) std::memcpy(value, it->value(), it->type->size);
}
