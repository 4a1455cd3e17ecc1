/// \file inspect.cpp
/// Types of objects, and printing.
#include "types.hpp"
#include "values.hpp"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

namespace mergus::grb {

namespace {

GrB_Type handle_of(const mergus_type* type) {
    switch (code_of_type(type)) {
#define MERGUS_CASE(S, T)                                                                                    \
    case GrB_##S##_CODE:                                                                                     \
        return GrB_##S;
        GB_BUILTIN_TYPES(MERGUS_CASE)
#undef MERGUS_CASE
    case GxB_FC32_CODE:
        return GxB_FC32;
    case GxB_FC64_CODE:
        return GxB_FC64;
    default:
        fail(GrB_NOT_IMPLEMENTED, "objects do not keep the handle of a user's type");
    }
}

template <class T>
void print_value(std::FILE* file, T value, bool all_digits) {
    if constexpr (std::is_floating_point_v<T>)
        static_cast<void>(std::fprintf(file, "%.*g", all_digits ? (sizeof(T) == 4 ? 9 : 17) : 6,
                                       static_cast<double>(value)));
    else if constexpr (std::is_unsigned_v<T>)
        static_cast<void>(std::fprintf(file, "%" PRIu64, static_cast<std::uint64_t>(value)));
    else
        static_cast<void>(std::fprintf(file, "%" PRId64, static_cast<std::int64_t>(value)));
}

template <class R>
void print_value(std::FILE* file, std::complex<R> value, bool all_digits) {
    print_value(file, value.real(), all_digits);
    static_cast<void>(std::fputs(std::signbit(value.imag()) ? " - " : " + ", file));
    print_value(file, std::abs(value.imag()), all_digits);
    static_cast<void>(std::fputc('i', file));
}

bool print_any(std::FILE* file, const void* value, const mergus_type* type, bool all_digits) {
    switch (code_of_type(type)) {
#define MERGUS_CASE(S, T)                                                                                    \
    case GrB_##S##_CODE:                                                                                     \
        print_value(file, *static_cast<const T*>(value), all_digits);                                        \
        return true;
        GB_BUILTIN_TYPES(MERGUS_CASE)
#undef MERGUS_CASE
    case GxB_FC32_CODE:
        print_value(file, *static_cast<const GxB_FC32_t*>(value), all_digits);
        return true;
    case GxB_FC64_CODE:
        print_value(file, *static_cast<const GxB_FC64_t*>(value), all_digits);
        return true;
    default:
        return false;
    }
}

constexpr std::size_t short_entries = 30;

struct Printing {
    std::FILE* file;
    std::size_t most; ///< entries
    bool all_digits;
};

/// The file and the level. \throws Failure GrB_INVALID_VALUE
Printing printing(std::FILE* file, int level) {
    if (level < GxB_SILENT || level > GxB_COMPLETE_VERBOSE) fail(GrB_INVALID_VALUE, "the level is unknown");
    const bool complete = level == GxB_COMPLETE || level == GxB_COMPLETE_VERBOSE;
    return {file == nullptr ? stdout : file, level < GxB_SHORT ? 0 : (complete ? SIZE_MAX : short_entries),
            level >= GxB_SHORT_VERBOSE};
}

/// The entries, with `indices(k)` printing those of entry k.
template <class Indices>
void print_entries(const Printing& to, std::size_t count, const unsigned char* values,
                   const mergus_type* type, const Indices& indices) {
    const std::size_t shown = std::min(to.most, count);
    for (std::size_t k = 0; k < shown; ++k) {
        indices(k);
        if (!print_any(to.file, values + k * type->size, type, to.all_digits))
            static_cast<void>(std::fprintf(to.file, "(%zu bytes)", static_cast<std::size_t>(type->size)));
        static_cast<void>(std::fputc('\n', to.file));
    }
    if (to.most != 0 && shown < count) static_cast<void>(std::fputs("  ...\n", to.file));
}

const char* text_of(const char* name) {
    return name == nullptr ? "" : name;
}

std::string type_text(const mergus_type* type, const UserType& user) {
    const std::string name = name_of_type(type, user);
    return name.empty() ? "user-defined" : name;
}

void print(const mergus_grb_matrix& object, const char* name, const Printing& to) {
    const AnyMatrix& A = object.value;
    const std::size_t count = A.nvals();
    static_cast<void>(std::fprintf(to.file, "%s: %" PRIu64 " x %" PRIu64 " %s matrix, %zu entries\n",
                                   text_of(name), A.nrows(), A.ncols(),
                                   type_text(A.type(), object.user_type).c_str(), count));
    if (to.most == 0) return;
    std::vector<std::uint64_t> rows(count), cols(count);
    std::vector<unsigned char> values(count * A.type()->size);
    A.extract_tuples(rows.data(), cols.data(), values.data(), A.type());
    print_entries(to, count, values.data(), A.type(), [&](std::size_t k) {
        static_cast<void>(std::fprintf(to.file, "  (%" PRIu64 ", %" PRIu64 ")  ", rows[k], cols[k]));
    });
}

void print(const mergus_grb_vector& object, const char* name, const Printing& to) {
    const AnyVector& u = object.value;
    const std::size_t count = u.nvals();
    static_cast<void>(std::fprintf(to.file, "%s: %s vector of size %" PRIu64 ", %zu entries\n", text_of(name),
                                   type_text(u.type(), object.user_type).c_str(), u.size(), count));
    if (to.most == 0) return;
    std::vector<std::uint64_t> indices(count);
    std::vector<unsigned char> values(count * u.type()->size);
    u.extract_tuples(indices.data(), values.data(), u.type());
    print_entries(to, count, values.data(), u.type(), [&](std::size_t k) {
        static_cast<void>(std::fprintf(to.file, "  (%" PRIu64 ")  ", indices[k]));
    });
}

void print(const mergus_grb_scalar& s, const char* name, const Printing& to) {
    static_cast<void>(std::fprintf(to.file, "%s: %s scalar, %d entries\n", text_of(name),
                                   type_text(s.type, s.user_type).c_str(), s.present ? 1 : 0));
    print_entries(to, s.present ? 1 : 0, reinterpret_cast<const unsigned char*>(s.bytes.data()), s.type,
                  [&](std::size_t) { static_cast<void>(std::fputs("  ", to.file)); });
}

template <class Kind>
void print_to(const Kind& object, const char* name, int level, std::FILE* file) {
    const Printing to = printing(file, level);
    if (level == GxB_SILENT) return;
    print(object, name, to);
    if (std::fflush(to.file) != 0 || std::ferror(to.file) != 0)
        fail(GrB_INVALID_VALUE, "the file cannot be written");
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GxB_Matrix_type(GrB_Type* type, const GrB_Matrix A) {
    return call(output_of(A), __func__,
                [&] { *not_null(type, "the address of the handle") = handle_of(live(A, "A").value.type()); });
}

GrB_Info GxB_Vector_type(GrB_Type* type, const GrB_Vector u) {
    return call(output_of(u), __func__,
                [&] { *not_null(type, "the address of the handle") = handle_of(live(u, "u").value.type()); });
}

GrB_Info GxB_Scalar_type(GrB_Type* type, const GrB_Scalar s) {
    return call(output_of(s), __func__,
                [&] { *not_null(type, "the address of the handle") = handle_of(live(s, "s").type); });
}

#define MERGUS_PRINT(Kind, handle)                                                                           \
    GrB_Info GxB_##Kind##_fprint(GrB_##Kind handle, const char* name, int level, FILE* file) {               \
        return call(output_of(handle), __func__,                                                             \
                    [&] { print_to(live(handle, #handle), name, level, file); });                            \
    }
MERGUS_PRINT(Matrix, A)
MERGUS_PRINT(Vector, u)
MERGUS_PRINT(Scalar, s)
