/// \file calls.cpp
/// The list of calls: operations × semirings and operators × types. Products are in product_calls.cpp, graph
/// algorithms in graph_calls.cpp.
#include "calls.hpp"

#include "call_groups.hpp"

#include <mergus/mergus.hpp>
#include <mergus/semirings/all.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace mergus::cuda {

namespace {

/// The semirings that are compiled by default.
struct Common {
    std::string_view semiring;
    std::vector<mergus_type_code> types;
};
const std::array common = {
    Common{"plus_times", {MERGUS_INT64, MERGUS_FP32, MERGUS_FP64}},
    Common{"min_plus", {MERGUS_INT64, MERGUS_FP32, MERGUS_FP64}},
    Common{"plus_pair", {MERGUS_INT64}},
    Common{"any_pair", {MERGUS_BOOL}},
    Common{"lor_land", {MERGUS_BOOL}},
};
constexpr std::array types = {MERGUS_BOOL, MERGUS_INT64, MERGUS_FP32, MERGUS_FP64};

bool is_common(const NamedSemiring& semiring) {
    return std::any_of(common.begin(), common.end(), [&](const Common& c) {
        return c.semiring == semiring.name &&
               std::find(c.types.begin(), c.types.end(), semiring.type->code) != c.types.end();
    });
}
} // namespace

void Calls::transposes(const mergus_type* type, bool iso) {
    iso_ = iso;
    // The sizes between those where the plan of a transpose changes. The answer to the test for locality is
    // a number: both methods are tried.
    for (const std::uint64_t nvals :
         {100'000, 500'000, 1'000'000, 3'000'000, 5'000'000, 10'000'000, 100'000'000})
        for (const std::uint64_t word : {0, 1}) {
            listing_.word = word;
            AnyMatrix C(context_, type, nvals / 8, nvals / 8);
            transpose(C, no_mask, no_accum, make(type, nvals / 8, nvals / 8, nvals));
        }
    iso_ = false;
}

/// Operations that compute values.
void Calls::values(const mergus_type* type) {
    listing_.word = 2000;
    const AnyMatrix A = square(type), M = square(type_of<bool>());
    for (const char* name : {"identity", "ainv", "abs", "minv", "lnot", "one"})
        if (const mergus_op* op = find_op(name, type)) {
            AnyMatrix C(context_, op->z_type, side, side);
            apply(C, no_mask, no_accum, UnaryOp(op), A);
        }
    for (const char* name :
         {"plus", "minus", "times", "div", "min", "max", "first", "second", "pair", "lor", "land", "lxor"}) {
        const mergus_op* op = find_op(name, type);
        if (op == nullptr) continue;
        AnyMatrix C(context_, op->z_type, side, side);
        ewise_add(C, no_mask, no_accum, BinaryOp(op), A, A);
        ewise_mult(C, no_mask, no_accum, BinaryOp(op), A, A);
    }
    for (const char* name : {"plus", "times", "min", "max", "lor", "land"})
        if (const mergus_monoid* monoid = find_monoid(name, type)) {
            AnyMatrix column(context_, type, side, 1);
            reduce(column, no_mask, no_accum, AnyMonoid(monoid), A);
            alignas(16) unsigned char result[16];
            reduce(result, type, no_accum, AnyMonoid(monoid), A);
            AnyMatrix C = square(type); // C ⊙= T
            transpose(C, no_mask, BinaryOp(monoid->op), A, DESC_T0);
        }
    for (const Mask& mask : {Mask(structure(M)), Mask(complement(structure(M)))})
        for (const Descriptor replace : {Descriptor{}, DESC_R}) {
            AnyMatrix C = square(type);
            transpose(C, mask, no_accum, A, Descriptor(DESC_T0) | replace);
        }
    for (const mergus_type_code code : types) { // casts
        AnyMatrix C(context_, detail::builtin_type(code), side, side);
        transpose(C, no_mask, no_accum, A, DESC_T0);
    }
}

/// Operations that choose or move entries.
void Calls::structure_changes(const mergus_type* type) {
    listing_.word = 9; // no duplicates among the entries of `small`
    const AnyMatrix A = square(type), M = square(type_of<bool>());
    static_cast<void>(A.dup());
    const std::array<unsigned char, 16> zero{};
    for (const char* name : {"tril", "triu", "diag", "offdiag", "valuene", "valueeq", "valuelt", "valuegt",
                             "valuele", "valuege"})
        if (const mergus_op* op = find_op(name, type)) {
            AnyMatrix C(context_, type, side, side);
            select(C, no_mask, no_accum, IndexUnaryOp(op), A, Scalar(zero.data(), op->y_type));
        }
    const std::vector<std::uint64_t> some{2, 0, 5};
    AnyMatrix part(context_, type, 3, 3);
    extract(part, no_mask, no_accum, A, some, some);
    const AnyMatrix small = make(type, 3, 3, 9);
    AnyMatrix C = square(type);
    assign(C, no_mask, no_accum, small, some, some);
    const Scalar scalar(zero.data(), type);
    assign(C, no_mask, no_accum, scalar, some, some);
    for (const bool empty : {true, false}) {
        AnyMatrix to = empty ? AnyMatrix(context_, type, side, side) : square(type);
        assign(to, structure(M), no_accum, scalar, all, all);
    }
    AnyVector w(context_, type, side);
    assign(w, no_mask, no_accum, scalar, all);
    const std::vector<std::uint64_t> positions{0, 1, 2};
    const std::vector<std::array<unsigned char, 16>> taken(2000);
    AnyMatrix built(context_, type, side, side);
    built.build(positions, positions, taken.data(), type, BinaryOp(find_op("first", type)));
    static_cast<void>(device_matrix(context_, type, side, side, 8 * side, false, 64)); // as Matrix::from_csr
}
void list_calls(KernelListing& listing, bool all) {
    const Context context("cuda-listing");
    Calls calls(listing, context);
    for (const NamedSemiring& semiring : builtin_semirings()) {
        const bool wanted = std::find(types.begin(), types.end(), semiring.type->code) != types.end();
        if (!wanted || !(all || is_common(semiring))) continue;
        const AnySemiring handle(semiring.handle);
        calls.products(handle);
        calls.masked_products(handle);
        calls.vector_products(handle);
        if (semiring.name == std::string_view("plus_times")) calls.plans(handle);
        if (all || semiring.name == std::string_view("plus_times") ||
            semiring.name == std::string_view("lor_land"))
            calls.products_of_patterns(handle);
    }
    for (const mergus_type_code code : types) {
        const mergus_type* const type = detail::builtin_type(code);
        calls.transposes(type);
        calls.values(type);
        calls.structure_changes(type);
    }
    calls.transposes(type_of<bool>(), true);
    calls.transposes(type_of<std::uint32_t>()); // numbers of a mask's entries
    calls.algorithms();
    calls.graph_programs();
}

} // namespace mergus::cuda
