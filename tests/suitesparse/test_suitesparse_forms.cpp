/// \file test_suitesparse_forms.cpp
/// Operators of the user on operands in every storage form of GraphBLAS: hypersparse, sparse, bitmap and
/// full, with a value for each entry and with one value for all (iso). The forms are set through GraphBLAS
/// itself. Expected results are those of the naive reference.
#include "conformance/compare.hpp"
#include "conformance/random.hpp"
#include "reference/operations.hpp"
#include "suitesparse_testing.hpp"

#include <array>

using namespace mergus;
using namespace mergus::tests;
using conformance::Random;

namespace {

// Neither is commutative. The second has three domains.
MERGUS_BINARY_OP(
    less_thrice, static double apply(double x, double y) { return x - 3 * y; })
MERGUS_BINARY_OP(
    mixed_domains, static double apply(float x, int16_t y) { return 10 * static_cast<double>(x) + y; })
MERGUS_MONOID(
    sum_from_1000,
    static double identity() { return 1000; } static double add(double x, double y) { return x + y; })
MERGUS_SEMIRING(
    sum_less_thrice, static double identity() { return 1000; } static double add(double x, double y) {
        return x + y;
    } static double mul(double x, double y) { return x - 3 * y; })

struct Form {
    std::string name;
    std::int32_t sparsity;
    bool iso;
};
const std::array forms = {Form{"hypersparse", GxB_HYPERSPARSE, false},
                          Form{"sparse", GxB_SPARSE, false},
                          Form{"bitmap", GxB_BITMAP, false},
                          Form{"full", GxB_FULL, false},
                          Form{"iso hypersparse", GxB_HYPERSPARSE, true},
                          Form{"iso sparse", GxB_SPARSE, true},
                          Form{"iso bitmap", GxB_BITMAP, true},
                          Form{"iso full", GxB_FULL, true}};

/// Random entries for a form: all of them if it is full, else about every second or every ninth.
reference::Matrix random_entries(Random& random, const Form& form, std::uint64_t nrows, std::uint64_t ncols) {
    reference::Matrix A{type_of<double>(), nrows, ncols, {}};
    const double density = random.chance(0.5) ? 0.5 : 0.11;
    const auto one = static_cast<double>(random.between(1, 9));
    for (std::uint64_t i = 0; i < nrows; ++i)
        for (std::uint64_t j = 0; j < ncols; ++j)
            if (form.sparsity == GxB_FULL || random.chance(density))
                A.set(i, j,
                      reference::make(A.type, form.iso ? one : static_cast<double>(random.between(-9, 9))));
    return A;
}

struct Tuples {
    explicit Tuples(const reference::Matrix& A) {
        // Of no entries, too, GraphBLAS refuses null pointers.
        for (auto* list : {&rows, &cols}) list->reserve(A.entries.size() + 1);
        values.reserve(A.entries.size() + 1);
        for (const auto& [place, entry] : A.entries) {
            rows.push_back(place.first);
            cols.push_back(place.second);
            values.push_back(entry.value.as<double>());
        }
    }
    std::vector<std::uint64_t> rows, cols;
    std::vector<double> values;
};

AnyMatrix in_form(const reference::Matrix& from, const Form& form) {
    (void)context(); // GraphBLAS has been initialised
    const Tuples tuples(from);
    GrB_Matrix native = nullptr;
    REQUIRE(GrB_Matrix_new(&native, GrB_FP64, from.nrows, from.ncols) == GrB_SUCCESS);
    REQUIRE(GxB_Matrix_Option_set_INT32(native, GxB_FORMAT, GxB_BY_ROW) == GrB_SUCCESS);
    const GrB_Index count = tuples.values.size();
    if (form.iso && count > 0) {
        GrB_Scalar value = nullptr;
        REQUIRE(GrB_Scalar_new(&value, GrB_FP64) == GrB_SUCCESS);
        REQUIRE(GrB_Scalar_setElement_FP64(value, tuples.values[0]) == GrB_SUCCESS);
        REQUIRE(GxB_Matrix_build_Scalar(native, tuples.rows.data(), tuples.cols.data(), value, count) ==
                GrB_SUCCESS);
        GrB_Scalar_free(&value);
    } else {
        REQUIRE(GrB_Matrix_build_FP64(native, tuples.rows.data(), tuples.cols.data(), tuples.values.data(),
                                      count, nullptr) == GrB_SUCCESS);
    }
    REQUIRE(GxB_Matrix_Option_set_INT32(native, GxB_SPARSITY_CONTROL, form.sparsity) == GrB_SUCCESS);
    REQUIRE(GrB_Matrix_wait(native, GrB_MATERIALIZE) == GrB_SUCCESS);
    return adopt_grb_matrix(context(), native, type_of<double>());
}

/// A vector in the format of the form; sparse for hypersparse, which vectors are not.
AnyVector vector_in_form(const reference::Matrix& from, const Form& form) {
    Tuples tuples(from);
    mergus_vector_arrays arrays{};
    arrays.struct_size = sizeof arrays;
    arrays.type = type_of<double>();
    arrays.size = from.nrows;
    arrays.nvals = tuples.values.size();
    arrays.index_bits = 64;
    arrays.iso = form.iso && arrays.nvals > 0 ? 1 : 0;
    arrays.format = form.sparsity == GxB_FULL     ? MERGUS_VECTOR_FULL
                    : form.sparsity == GxB_BITMAP ? MERGUS_VECTOR_BITMAP
                                                  : MERGUS_VECTOR_LIST;
    std::vector<std::uint8_t> present(from.nrows, 0);
    std::vector<double> slots(from.nrows, 0);
    for (std::size_t e = 0; e < tuples.values.size(); ++e) {
        present[tuples.rows[e]] = 1;
        slots[tuples.rows[e]] = tuples.values[e];
    }
    arrays.indices = tuples.rows.data();
    arrays.present = present.data();
    arrays.values =
        arrays.format == MERGUS_VECTOR_LIST || arrays.iso != 0 ? tuples.values.data() : slots.data();
    return AnyVector::import_arrays(context(), arrays);
}

template <class Extract>
reference::Matrix read(const reference::Matrix& like, std::uint64_t count, Extract extract) {
    std::vector<std::uint64_t> rows(count), cols(count, 0);
    std::vector<double> values(count);
    extract(rows.data(), cols.data(), values.data());
    reference::Matrix result{like.type, like.nrows, like.ncols, {}};
    for (std::size_t e = 0; e < count; ++e)
        result.set(rows[e], cols[e], reference::make(like.type, values[e]));
    return result;
}
reference::Matrix contents(const AnyMatrix& A, const reference::Matrix& like) {
    return read(like, A.nvals(), [&](auto* rows, auto* cols, auto* values) {
        A.extract_tuples(rows, cols, values, type_of<double>());
    });
}
reference::Matrix contents(const AnyVector& u, const reference::Matrix& like) {
    return read(like, u.nvals(),
                [&](auto* rows, auto*, auto* values) { u.extract_tuples(rows, values, type_of<double>()); });
}

/// One random choice of mask, accumulator and output, with operands in the given forms.
struct Setting {
    Setting(Random& random, std::uint64_t nrows, std::uint64_t ncols)
        : mask_form(random.pick(forms)), c_form(random.pick(forms)), masked(random.chance(0.6)),
          accumulated(random.chance(0.6)), M(random_entries(random, mask_form, nrows, ncols)),
          C(random_entries(random, c_form, nrows, ncols)) {
        if (masked && random.chance(0.5)) flags = flags | DESC_S;
        if (masked && random.chance(0.5)) flags = flags | DESC_C;
        if (random.chance(0.3)) flags = flags | DESC_R;
    }
    [[nodiscard]] reference::Output output(Descriptor more = {}) const {
        return {masked ? &M : nullptr, accumulated ? less_thrice.get() : nullptr, (flags | more).bits};
    }
    [[nodiscard]] BinaryOp accum() const { return accumulated ? BinaryOp(less_thrice) : BinaryOp(no_accum); }

    Form mask_form, c_form;
    bool masked, accumulated;
    reference::Matrix M, C;
    Descriptor flags;
};

std::string difference(const reference::Matrix& expected, const reference::Matrix& seen) {
    return conformance::compare(expected, seen).difference;
}

constexpr std::uint64_t nrows = 11, ncols = 7;

/// Calls test(random, form of A, form of B) for every pair, several times.
template <class Test>
void for_all_pairs(std::uint64_t seed, Test test) {
    Random random(seed);
    for (const Form& a : forms)
        for (const Form& b : forms)
            for (int round = 0; round < 12; ++round) {
                CAPTURE(a.name);
                CAPTURE(b.name);
                CAPTURE(round);
                test(random, a, b);
            }
}

} // namespace

TEST_SUITE_BEGIN("suitesparse");

TEST_CASE("a user's operator of ewise_mult and ewise_add gets its arguments in order in every storage form") {
    for_all_pairs(1, [](Random& random, const Form& a, const Form& b) {
        const Setting setting(random, nrows, ncols);
        CAPTURE(setting.mask_form.name);
        CAPTURE(setting.masked);
        CAPTURE(setting.accumulated);
        const bool tran_a = random.chance(0.3), tran_b = random.chance(0.3);
        const auto A =
            tran_a ? random_entries(random, a, ncols, nrows) : random_entries(random, a, nrows, ncols);
        const auto B =
            tran_b ? random_entries(random, b, ncols, nrows) : random_entries(random, b, nrows, ncols);
        Descriptor flags = setting.flags;
        if (tran_a) flags = flags | DESC_T0;
        if (tran_b) flags = flags | DESC_T1;
        const reference::Output output = setting.output(flags);
        const AnyMatrix M = in_form(setting.M, setting.mask_form);
        const Mask mask = setting.masked ? Mask(M) : Mask(no_mask);
        const AnyMatrix given_a = in_form(A, a), given_b = in_form(B, b);
        for (const BinaryOp& op : {BinaryOp(less_thrice), BinaryOp(mixed_domains)}) {
            AnyMatrix C = in_form(setting.C, setting.c_form);
            ewise_mult(C, mask, setting.accum(), op, given_a, given_b, flags);
            CHECK(difference(reference::ewise_mult(setting.C, output, *op.get(), A, B),
                             contents(C, setting.C)) == "");
            C = in_form(setting.C, setting.c_form);
            ewise_add(C, mask, setting.accum(), op, given_a, given_b, flags);
            CHECK(difference(reference::ewise_add(setting.C, output, *op.get(), A, B),
                             contents(C, setting.C)) == "");
        }
    });
}

TEST_CASE("a user's operator on vectors gets its arguments in order in every format") {
    for_all_pairs(2, [](Random& random, const Form& a, const Form& b) {
        const Setting setting(random, nrows, 1);
        CAPTURE(setting.masked);
        CAPTURE(setting.accumulated);
        const auto u = random_entries(random, a, nrows, 1), v = random_entries(random, b, nrows, 1);
        const AnyVector m = vector_in_form(setting.M, setting.mask_form);
        const Mask mask = setting.masked ? Mask(m) : Mask(no_mask);
        const AnyVector given_u = vector_in_form(u, a), given_v = vector_in_form(v, b);
        for (const BinaryOp& op : {BinaryOp(less_thrice), BinaryOp(mixed_domains)}) {
            AnyVector w = vector_in_form(setting.C, setting.c_form);
            ewise_mult(w, mask, setting.accum(), op, given_u, given_v, setting.flags);
            CHECK(difference(reference::ewise_mult(setting.C, setting.output(), *op.get(), u, v),
                             contents(w, setting.C)) == "");
            w = vector_in_form(setting.C, setting.c_form);
            ewise_add(w, mask, setting.accum(), op, given_u, given_v, setting.flags);
            CHECK(difference(reference::ewise_add(setting.C, setting.output(), *op.get(), u, v),
                             contents(w, setting.C)) == "");
        }
    });
}

TEST_CASE("a user's semiring in every storage form: the multiplication in order, the identity in no sum") {
    for_all_pairs(3, [](Random& random, const Form& a, const Form& b) {
        constexpr std::uint64_t inner = 5;
        const Setting setting(random, nrows, ncols);
        CAPTURE(setting.masked);
        CAPTURE(setting.accumulated);
        const bool tran_a = random.chance(0.5), tran_b = random.chance(0.5);
        const auto A =
            tran_a ? random_entries(random, a, inner, nrows) : random_entries(random, a, nrows, inner);
        const auto B =
            tran_b ? random_entries(random, b, ncols, inner) : random_entries(random, b, inner, ncols);
        Descriptor flags = setting.flags;
        if (tran_a) flags = flags | DESC_T0;
        if (tran_b) flags = flags | DESC_T1;
        const AnyMatrix M = in_form(setting.M, setting.mask_form);
        const AnyMatrix given_a = in_form(A, a), given_b = in_form(B, b);
        AnyMatrix C = in_form(setting.C, setting.c_form);
        mxm(C, setting.masked ? Mask(M) : Mask(no_mask), setting.accum(), sum_less_thrice, given_a, given_b,
            flags);
        CHECK(difference(reference::mxm(setting.C, setting.output(flags), *sum_less_thrice.get(), A, B),
                         contents(C, setting.C)) == "");
        AnyMatrix K(context(), type_of<double>(), A.nrows * B.nrows, A.ncols * B.ncols);
        const reference::Matrix empty{type_of<double>(), K.nrows(), K.ncols(), {}};
        kronecker(K, no_mask, no_accum, less_thrice, given_a, given_b);
        CHECK(difference(reference::kronecker(empty, {}, *less_thrice.get(), A, B), contents(K, empty)) ==
              "");
    });
}

TEST_CASE("a user's monoid: the identity is no term of a reduction of entries in any storage form") {
    Random random(4);
    for (const Form& a : forms)
        for (int round = 0; round < 6; ++round) {
            CAPTURE(a.name);
            const auto A = random_entries(random, a, nrows, ncols), u = random_entries(random, a, nrows, 1);
            const AnyMatrix given = in_form(A, a);
            const AnyVector vector = vector_in_form(u, a);
            const auto expected = [&](const reference::Matrix& from) {
                return reference::reduce_scalar(reference::zero(from.type), nullptr, *sum_from_1000.get(),
                                                from)
                    .value.as<double>();
            };
            CHECK(reduce(sum_from_1000, Matrix<double>(given.dup())) == expected(A));
            CHECK(reduce(sum_from_1000, Vector<double>(vector.dup())) == expected(u));
            for (const Descriptor flags : {Descriptor{}, DESC_T0}) {
                const std::uint64_t size = flags.has(DESC_T0) ? ncols : nrows;
                AnyVector w(context(), type_of<double>(), size);
                const reference::Matrix empty{type_of<double>(), size, 1, {}};
                reduce(w, no_mask, no_accum, sum_from_1000, given, flags);
                CHECK(difference(reference::reduce_rows(empty, {nullptr, nullptr, flags.bits},
                                                        *sum_from_1000.get(), A),
                                 contents(w, empty)) == "");
            }
        }
}

TEST_SUITE_END();
