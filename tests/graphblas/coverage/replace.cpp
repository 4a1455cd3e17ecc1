/// \file replace.cpp
/// Arguments replaced by bad ones.
#include "probe.hpp"
#include "specified_codes.hpp"

#include <mergus_graphblas/mergus_graphblas.hpp>

#include <mergus/matrix.hpp>
#include <mergus/vector.hpp>

#include <algorithm>
#include <cstdint>

namespace mergus::tests {

namespace {

template <class Object>
void append(std::string& text, const Object& value) {
    text.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void append_matrix(std::string& text, const AnyMatrix& A) {
    const std::size_t count = A.nvals();
    std::vector<std::uint64_t> rows(count), cols(count);
    std::vector<char> values(count * A.type()->size);
    A.extract_tuples(rows.data(), cols.data(), values.data(), A.type());
    append(text, A.nrows());
    append(text, A.ncols());
    for (std::size_t k = 0; k < count; ++k) append(text, rows[k]), append(text, cols[k]);
    text.append(values.data(), values.size());
}

void append_vector(std::string& text, const AnyVector& u) {
    const std::size_t count = u.nvals();
    std::vector<std::uint64_t> indices(count);
    std::vector<char> values(count * u.type()->size);
    u.extract_tuples(indices.data(), values.data(), u.type());
    append(text, u.size());
    for (const std::uint64_t index : indices) append(text, index);
    text.append(values.data(), values.size());
}

void append_scalar(std::string& text, GrB_Scalar s) {
    double number = 0;
    Pair pair{0, 0};
    append(text, GrB_Scalar_extractElement_FP64(&number, s));
    append(text, GrB_Scalar_extractElement_UDT(&pair, s));
    append(text, number);
    append(text, pair.a);
    append(text, pair.b);
}

/// Objects that do not fit to those of a fixture.
struct Misfits {
    Matrix other_matrix, wide_matrix, full_matrix, user_matrix;
    Vector other_vector, long_vector, full_vector, user_vector;
    ScalarObject other_scalar, no_value, user_scalar;
    std::array<void*, 11> freed{}; ///< handles of freed objects, by Role
    alignas(16) std::array<unsigned char, 256> rubbish{};

    explicit Misfits(const Fixture& f) {
        const GrB_Type user = PairAlgebra::get().type, other = f.user ? GrB_FP64 : user;
        OK(GrB_Matrix_new(other_matrix.put(), other, 3, 3));
        OK(GrB_Matrix_new(user_matrix.put(), user, 3, 3));
        OK(GrB_Matrix_new(wide_matrix.put(), f.type, 5, 4));
        OK(GrB_Matrix_dup(full_matrix.put(), f.A));
        OK(GrB_Vector_new(other_vector.put(), other, 3));
        OK(GrB_Vector_new(user_vector.put(), user, 3));
        OK(GrB_Vector_new(long_vector.put(), f.type, 7));
        OK(GrB_Vector_dup(full_vector.put(), f.u));
        OK(GrB_Scalar_new(other_scalar.put(), other));
        OK(GrB_Scalar_new(no_value.put(), f.type));
        const double one = 1;
        const Pair pair;
        OK(f.user ? GrB_Scalar_setElement_FP64(other_scalar, one)
                  : GrB_Scalar_setElement_UDT(other_scalar, &pair));
        free_one<GrB_Type>(
            Role::type, [](GrB_Type* h) { return GrB_Type_new(h, 8); }, GrB_Type_free);
        free_one<GrB_UnaryOp>(
            Role::unary_op,
            [](GrB_UnaryOp* h) { return GrB_UnaryOp_new(h, &negate_pair, GrB_FP64, GrB_FP64); },
            GrB_UnaryOp_free);
        free_one<GrB_BinaryOp>(
            Role::binary_op,
            [](GrB_BinaryOp* h) { return GrB_BinaryOp_new(h, &add_pairs, GrB_FP64, GrB_FP64, GrB_FP64); },
            GrB_BinaryOp_free);
        free_one<GrB_IndexUnaryOp>(
            Role::index_unary_op,
            [](GrB_IndexUnaryOp* h) {
                return GrB_IndexUnaryOp_new(h, &greater_pair, GrB_BOOL, GrB_FP64, GrB_FP64);
            },
            GrB_IndexUnaryOp_free);
        free_one<GrB_Monoid>(
            Role::monoid, [](GrB_Monoid* h) { return GrB_Monoid_new_FP64(h, GrB_PLUS_FP64, 0); },
            GrB_Monoid_free);
        free_one<GrB_Semiring>(
            Role::semiring,
            [](GrB_Semiring* h) { return GrB_Semiring_new(h, GrB_PLUS_MONOID_FP64, GrB_TIMES_FP64); },
            GrB_Semiring_free);
        free_one<GrB_Descriptor>(Role::descriptor, &GrB_Descriptor_new, GrB_Descriptor_free);
        free_one<GrB_Scalar>(
            Role::scalar, [](GrB_Scalar* h) { return GrB_Scalar_new(h, GrB_FP64); }, GrB_Scalar_free);
        free_one<GrB_Vector>(
            Role::vector, [](GrB_Vector* h) { return GrB_Vector_new(h, GrB_FP64, 3); }, GrB_Vector_free);
        free_one<GrB_Matrix>(
            Role::matrix, [](GrB_Matrix* h) { return GrB_Matrix_new(h, GrB_FP64, 3, 3); }, GrB_Matrix_free);
    }

private:
    template <class Handle, class Make>
    void free_one(Role role, const Make& make, GrB_Info (*release)(Handle*)) {
        Handle handle = nullptr;
        OK(make(&handle));
        freed[static_cast<std::size_t>(role)] = handle;
        OK(release(&handle));
    }
};

/// The replacements of one call.
class Replacer {
public:
    Replacer(Fixture& fixture, const Call& call)
        : f_(fixture), call_(call), misfits_(fixture), codes_(find_specified(call.name)->codes),
          before_(contents(call)) {}

    void run() {
        for (std::size_t i = 0; i < call_.arguments.size(); ++i) {
            if (is_handle(role(i))) bad_handles(i);
            if (call_.arguments[i].is_pointer() && !is_handle(role(i))) null(i);
            if (role(i) == Role::enumeration) try_with(i, int{12345}, GrB_INVALID_VALUE);
            if (codes_ & domain_mismatch) other_domain(i);
            if (codes_ & dimension_mismatch) other_dimension(i);
            if (codes_ & empty_object && i > 0 && role(i) == Role::scalar)
                try_with(i, GrB_Scalar(misfits_.no_value), GrB_EMPTY_OBJECT);
            if (codes_ & output_not_empty && i == 0) not_empty();
            if (role(i) == Role::index) bad_index(i);
            if (codes_ & index_out_of_bounds && role(i) == Role::index_list) far_indices(i);
            if (codes_ & insufficient_space && role(i) == Role::index_room) no_room(i);
        }
        if (codes_ & dimension_mismatch) order();
    }

private:
    [[nodiscard]] Role role(std::size_t i) const { return call_.arguments[i].role; }
    [[nodiscard]] bool named(std::string_view part) const {
        return call_.name.find(part) != std::string_view::npos;
    }

    template <class Value>
    void try_with(std::size_t i, const Value& value, GrB_Info expected) {
        const Argument& argument = call_.arguments[i];
        CAPTURE(call_.name);
        CAPTURE(i);
        REQUIRE(sizeof value == argument.size);
        std::array<unsigned char, 16> old{};
        std::memcpy(old.data(), argument.at, argument.size);
        std::memcpy(argument.at, &value, argument.size);
        const GrB_Info info = call_.run();
        std::memcpy(argument.at, old.data(), argument.size);
        CHECK_MESSAGE(info == expected, std::string(mergus_graphblas_last_error()));
        CHECK_MESSAGE(contents(call_) == before_, "an argument was changed");
        if (info == expected) Provoked::in_process().add(call_.name, info);
    }

    /// Null (unless null has a meaning), freed and wrong handles.
    void bad_handles(std::size_t i) {
        const bool accessor = named("_get_") || named("_set_");
        const bool pointer = i == 0 && (accessor || named("resize"));
        if (call_.arguments[i].pointer() != nullptr && !(named("deserialize") && role(i) == Role::type))
            try_with(i, static_cast<void*>(nullptr), pointer ? GrB_NULL_POINTER : GrB_UNINITIALIZED_OBJECT);
        if (role(i) != Role::global)
            try_with(i, misfits_.freed[static_cast<std::size_t>(role(i))], GrB_UNINITIALIZED_OBJECT);
        try_with(i, static_cast<void*>(misfits_.rubbish.data()), GrB_INVALID_OBJECT);
    }

    void null(std::size_t i) {
        if (call_.arguments[i].pointer() == nullptr) return;
        // The arrays of extractTuples may be null (docs/C-API.md); free accepts null.
        if (named("extractTuples") && i + 2 < call_.arguments.size()) return;
        if (named("_free")) return;
        try_with(i, static_cast<void*>(nullptr), GrB_NULL_POINTER);
    }

    void other_domain(std::size_t i) {
        const PairAlgebra& pairs = PairAlgebra::get();
        const bool given = call_.arguments[i].pointer() != nullptr;
        const auto mismatch = [&](auto handle) { try_with(i, handle, GrB_DOMAIN_MISMATCH); };
        if (f_.user && named("apply_IndexOp") && (i == 0 || i == 2)) return; // the output is boolean
        switch (role(i)) {
        case Role::matrix: // one that is not given is the mask, which must be castable to bool
            mismatch(GrB_Matrix(given ? misfits_.other_matrix : misfits_.user_matrix));
            break;
        case Role::vector:
            mismatch(GrB_Vector(given ? misfits_.other_vector : misfits_.user_vector));
            break;
        case Role::scalar:
            mismatch(GrB_Scalar(misfits_.other_scalar));
            break;
        case Role::type:
            mismatch(f_.user ? GrB_FP64 : pairs.type);
            break;
        case Role::unary_op:
            mismatch(f_.user ? GrB_AINV_FP64 : pairs.unary);
            break;
        case Role::binary_op:
            mismatch(f_.user ? GrB_PLUS_FP64 : pairs.op);
            break;
        case Role::index_unary_op:
            mismatch(f_.user ? GrB_VALUEGT_FP64 : pairs.index);
            break;
        case Role::monoid:
            mismatch(f_.user ? GrB_PLUS_MONOID_FP64 : pairs.monoid);
            break;
        case Role::semiring:
            mismatch(f_.user ? GrB_PLUS_TIMES_SEMIRING_FP64 : pairs.semiring);
            break;
        default:
            break;
        }
    }

    /// Several errors in one call: that of the domains counts before that of the dimensions, and both before
    /// indices and empty scalars.
    void order() {
        const PairAlgebra& pairs = PairAlgebra::get();
        const auto position = [&](Role wanted) {
            std::size_t i = 0;
            while (i < call_.arguments.size() && (role(i) != wanted || (i == 0 && wanted == Role::scalar)))
                ++i;
            return i;
        };
        const std::size_t mask = 1, accum = 2, list = position(Role::index_list),
                          scalar = position(Role::scalar);
        if (role(mask) != Role::matrix && role(mask) != Role::vector) return; // GrB_Vector_build
        Matrix wide;
        Vector longer;
        OK(GrB_Matrix_new(wide.put(), GrB_BOOL, 5, 4));
        OK(GrB_Vector_new(longer.put(), GrB_BOOL, 7));
        const void* const bad_mask = role(mask) == Role::matrix ? static_cast<void*>(GrB_Matrix(wide))
                                                                : static_cast<void*>(GrB_Vector(longer));
        const GrB_BinaryOp bad_accum = f_.user ? GrB_PLUS_FP64 : pairs.op;
        const bool accum_is_bad = !(f_.user && named("apply_IndexOp"));
        const auto with_bad_mask = [&] {
            if (accum_is_bad) try_with(accum, bad_accum, GrB_DOMAIN_MISMATCH);
            static const std::array<GrB_Index, 3> far{0, 99, 1};
            if (list < call_.arguments.size()) try_with(list, far.data(), GrB_DIMENSION_MISMATCH);
            if (codes_ & empty_object && scalar < call_.arguments.size())
                try_with(scalar, GrB_Scalar(misfits_.no_value), GrB_DIMENSION_MISMATCH);
        };
        std::memcpy(call_.arguments[mask].at, &bad_mask, sizeof bad_mask);
        before_ = contents(call_);
        with_bad_mask();
        const void* const none = nullptr;
        std::memcpy(call_.arguments[mask].at, &none, sizeof none);
        before_ = contents(call_);
    }

    void other_dimension(std::size_t i) {
        // The lists of indices are valid for greater objects too, which are the input of extract and the
        // output of assign.
        const bool given = call_.arguments[i].pointer() != nullptr;
        if (named("extract") && i > 0 && given) return;
        if (named("assign") && i == 0) return;
        Matrix mask;
        Vector vector_mask;
        OK(GrB_Matrix_new(mask.put(), GrB_BOOL, 5, 4));
        OK(GrB_Vector_new(vector_mask.put(), GrB_BOOL, 7));
        const bool boolean = !given || (f_.user && named("apply_IndexOp") && i == 0);
        if (role(i) == Role::matrix)
            try_with(i, GrB_Matrix(boolean ? mask : misfits_.wide_matrix), GrB_DIMENSION_MISMATCH);
        if (role(i) == Role::vector)
            try_with(i, GrB_Vector(boolean ? vector_mask : misfits_.long_vector), GrB_DIMENSION_MISMATCH);
    }

    void not_empty() {
        if (role(0) == Role::matrix) try_with(0, GrB_Matrix(misfits_.full_matrix), GrB_OUTPUT_NOT_EMPTY);
        if (role(0) == Role::vector) try_with(0, GrB_Vector(misfits_.full_vector), GrB_OUTPUT_NOT_EMPTY);
    }

    /// Indices beyond the dimensions, and dimensions that are too large.
    void bad_index(std::size_t i) {
        const bool is_value = named("setElement_UINT64") && i == 1;
        const bool is_count = i > 0 && role(i - 1) == Role::index_list;
        if (codes_ & invalid_index && !is_value && !is_count) try_with(i, GrB_Index{99}, GrB_INVALID_INDEX);
        const bool is_dimension = call_.name == "GrB_Vector_new" || call_.name == "GrB_Matrix_new" ||
                                  named("resize") || (named("import") && i < 4);
        if (is_dimension) try_with(i, GrB_INDEX_MAX + 2, GrB_INVALID_VALUE);
    }

    void far_indices(std::size_t i) {
        static const std::array<GrB_Index, 3> far{0, 99, 1};
        const std::size_t before = static_cast<std::size_t>(
            std::count_if(call_.arguments.begin(), call_.arguments.begin() + static_cast<std::ptrdiff_t>(i),
                          [](const Argument& a) { return a.role == Role::index_list; }));
        // In functions on uint64_t the values look like a list of indices. Of an import, `indices` is
        // replaced.
        if (named("Vector_build") && before == 1) return;
        if (named("Matrix_build") && before == 2) return;
        if (named("import") && before != 1) return;
        try_with(i, far.data(), GrB_INDEX_OUT_OF_BOUNDS);
    }

    void no_room(std::size_t i) {
        const std::size_t sizes = named("export") ? 3 : 1;
        const std::size_t after = static_cast<std::size_t>(
            std::count_if(call_.arguments.begin() + static_cast<std::ptrdiff_t>(i), call_.arguments.end(),
                          [](const Argument& a) { return a.role == Role::index_room; }));
        GrB_Index none = 0;
        if (after <= sizes) try_with(i, &none, GrB_INSUFFICIENT_SPACE);
    }

    Fixture& f_;
    const Call& call_;
    Misfits misfits_;
    std::uint32_t codes_;
    std::string before_;
};

} // namespace

std::string contents(const Call& call) {
    std::string text;
    for (const Argument& argument : call.arguments) {
        if (!argument.is_pointer() || argument.pointer() == nullptr) continue;
        if (argument.role == Role::matrix)
            append_matrix(text, *mergus_graphblas_matrix(static_cast<GrB_Matrix>(argument.pointer())));
        if (argument.role == Role::vector)
            append_vector(text, *mergus_graphblas_vector(static_cast<GrB_Vector>(argument.pointer())));
        if (argument.role == Role::scalar) append_scalar(text, static_cast<GrB_Scalar>(argument.pointer()));
        if (argument.role == Role::handle_address) {
            void* handle = nullptr;
            std::memcpy(&handle, argument.pointer(), sizeof handle);
            append(text, handle);
        }
    }
    return text;
}

void replace_arguments(Fixture& fixture, const Call& call) {
    Replacer(fixture, call).run();
}

} // namespace mergus::tests
