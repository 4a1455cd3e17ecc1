/// \file special.cpp
/// Codes that need more than a bad argument.
#include "probe.hpp"

namespace mergus::tests {

namespace {

/// Entries that do not exist, and repeated indices without an operator for them.
#define MERGUS_SPECIAL(F, P, S, V, E)                                                                        \
    {                                                                                                        \
        const auto one = OperatorsOf<V>::value();                                                            \
        Fixture f(one);                                                                                      \
        E* const room = reinterpret_cast<E*>(f.values.data());                                               \
        const E* const values = room;                                                                        \
        PROVOKE(GrB_NO_VALUE, GrB_Vector_extractElement_##S, room, f.w, 0);                                  \
        PROVOKE(GrB_NO_VALUE, GrB_Matrix_extractElement_##S, room, f.C, 0, 0);                               \
        OK(GrB_Scalar_clear(f.s));                                                                           \
        PROVOKE(GrB_NO_VALUE, GrB_Scalar_extractElement_##S, room, f.s);                                     \
        const std::array<GrB_Index, 3> twice{1, 2, 1};                                                       \
        PROVOKE(GrB_INVALID_VALUE, GrB_Vector_build_##S, f.w, twice.data(), values, 3, nullptr);             \
        PROVOKE(GrB_INVALID_VALUE, GrB_Matrix_build_##S, f.C, twice.data(), twice.data(), values, 3,         \
                nullptr);                                                                                    \
        GrB_Index count = 1;                                                                                 \
        OK(GrB_Vector_nvals(&count, f.w));                                                                   \
        CHECK(count == 0);                                                                                   \
        OK(GrB_Matrix_nvals(&count, f.C));                                                                   \
        CHECK(count == 0);                                                                                   \
    }

/// Names that can be set only once, or not at all because the object is predefined.
#define MERGUS_NAMED_ONCE(Kind, make, predefined)                                                            \
    {                                                                                                        \
        GrB_##Kind object = nullptr;                                                                         \
        OK(make);                                                                                            \
        OK(GrB_##Kind##_set_String(object, "once", GrB_NAME));                                               \
        PROVOKE(GrB_ALREADY_SET, GrB_##Kind##_set_String, object, "twice", GrB_NAME);                        \
        PROVOKE(GrB_ALREADY_SET, GrB_##Kind##_set_String, predefined, "name", GrB_NAME);                     \
        std::array<char, 64> text{};                                                                         \
        OK(GrB_##Kind##_get_String(object, text.data(), GrB_NAME));                                          \
        CHECK(std::string(text.data()) == "once");                                                           \
        OK(GrB_##Kind##_free(&object));                                                                      \
    }

} // namespace

void provoke_special_codes() {
    GB_FOR_VALUES(MERGUS_SPECIAL, )
    MERGUS_NAMED_ONCE(Type, GrB_Type_new(&object, 8), GrB_FP64)
    MERGUS_NAMED_ONCE(UnaryOp, GrB_UnaryOp_new(&object, &negate_pair, GrB_FP64, GrB_FP64), GrB_ABS_FP64)
    MERGUS_NAMED_ONCE(BinaryOp, GrB_BinaryOp_new(&object, &add_pairs, GrB_FP64, GrB_FP64, GrB_FP64),
                      GrB_PLUS_FP64)
    MERGUS_NAMED_ONCE(IndexUnaryOp,
                      GrB_IndexUnaryOp_new(&object, &greater_pair, GrB_BOOL, GrB_FP64, GrB_FP64), GrB_TRIL)
    MERGUS_NAMED_ONCE(Monoid, GrB_Monoid_new_FP64(&object, GrB_PLUS_FP64, 0), GrB_MIN_MONOID_FP64)
    MERGUS_NAMED_ONCE(Semiring, GrB_Semiring_new(&object, GrB_PLUS_MONOID_FP64, GrB_TIMES_FP64),
                      GrB_MIN_PLUS_SEMIRING_FP64)

    // Operators whose domains differ combine no duplicates, reduce nothing and make no monoid.
    Fixture f(1.0);
    const std::array<double, 3> values{1, 2, 3};
    GrB_Monoid monoid = nullptr;
    PROVOKE(GrB_DOMAIN_MISMATCH, GrB_Vector_build_FP64, f.w, three.data(), values.data(), 3, GrB_LT_FP64);
    PROVOKE(GrB_DOMAIN_MISMATCH, GrB_Matrix_build_FP64, f.C, three.data(), three.data(), values.data(), 3,
            GrB_LT_FP64);
    PROVOKE(GrB_DOMAIN_MISMATCH, GrB_Matrix_reduce_BinaryOp, f.w, nullptr, nullptr, GrB_LT_FP64, f.A,
            nullptr);
    PROVOKE(GrB_DOMAIN_MISMATCH, GrB_Monoid_new_FP64, &monoid, GrB_LT_FP64, 0);
    PROVOKE(GrB_DOMAIN_MISMATCH, GrB_Monoid_new_INT32, &monoid, GrB_PLUS_FP64, 0);
    GrB_Type type = nullptr;
    PROVOKE(GrB_INVALID_VALUE, GrB_Type_new, &type, 0);
    PROVOKE(GrB_INVALID_VALUE, GrB_init, GrB_BLOCKING);
}

} // namespace mergus::tests
