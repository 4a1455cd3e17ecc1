/// \file test_fields.cpp
/// GrB_get and GrB_set: every field of every kind of object, with the form of its value, its default and
/// whether it can be set (GraphBLAS C API 2.1, table 3.15); the values of the enumerations (tables 3.1
/// to 3.18).
#include "fixture.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

using namespace mergus::tests;

static_assert(GrB_NONBLOCKING == 0 && GrB_BLOCKING == 1);
static_assert(GrB_COMPLETE == 0 && GrB_MATERIALIZE == 1);
static_assert(GrB_UDT_CODE == 0 && GrB_BOOL_CODE == 1 && GrB_INT8_CODE == 2 && GrB_UINT8_CODE == 3 &&
              GrB_INT16_CODE == 4 && GrB_UINT16_CODE == 5 && GrB_INT32_CODE == 6 && GrB_UINT32_CODE == 7 &&
              GrB_INT64_CODE == 8 && GrB_UINT64_CODE == 9 && GrB_FP32_CODE == 10 && GrB_FP64_CODE == 11);
static_assert(GrB_CSR_FORMAT == 0 && GrB_CSC_FORMAT == 1 && GrB_COO_FORMAT == 2);
static_assert(GrB_OUTP == 0 && GrB_MASK == 1 && GrB_INP0 == 2 && GrB_INP1 == 3);
static_assert(GrB_DEFAULT == 0 && GrB_REPLACE == 1 && GrB_COMP == 2 && GrB_TRAN == 3 && GrB_STRUCTURE == 4 &&
              GrB_COMP_STRUCTURE == 6);
static_assert(GrB_OUTP_FIELD == 0 && GrB_MASK_FIELD == 1 && GrB_INP0_FIELD == 2 && GrB_INP1_FIELD == 3 &&
              GrB_NAME == 10 && GrB_LIBRARY_VER_MAJOR == 11 && GrB_LIBRARY_VER_MINOR == 12 &&
              GrB_LIBRARY_VER_PATCH == 13 && GrB_API_VER_MAJOR == 14 && GrB_API_VER_MINOR == 15 &&
              GrB_API_VER_PATCH == 16 && GrB_BLOCKING_MODE == 17 && GrB_STORAGE_ORIENTATION_HINT == 100 &&
              GrB_EL_TYPE_CODE == 102 && GrB_INP0_TYPE_CODE == 103 && GrB_INP1_TYPE_CODE == 104 &&
              GrB_OUTP_TYPE_CODE == 105 && GrB_EL_TYPE_STRING == 106 && GrB_INP0_TYPE_STRING == 107 &&
              GrB_INP1_TYPE_STRING == 108 && GrB_OUTP_TYPE_STRING == 109 && GrB_SIZE == 110);
static_assert(GrB_ROWMAJOR == 0 && GrB_COLMAJOR == 1 && GrB_BOTH == 2 && GrB_UNKNOWN == 3);
static_assert(GrB_SUCCESS == 0 && GrB_NO_VALUE == 1 && GrB_UNINITIALIZED_OBJECT == -1 &&
              GrB_NULL_POINTER == -2 && GrB_INVALID_VALUE == -3 && GrB_INVALID_INDEX == -4 &&
              GrB_DOMAIN_MISMATCH == -5 && GrB_DIMENSION_MISMATCH == -6 && GrB_OUTPUT_NOT_EMPTY == -7 &&
              GrB_NOT_IMPLEMENTED == -8 && GrB_ALREADY_SET == -9 && GrB_PANIC == -101 &&
              GrB_OUT_OF_MEMORY == -102 && GrB_INSUFFICIENT_SPACE == -103 && GrB_INVALID_OBJECT == -104 &&
              GrB_INDEX_OUT_OF_BOUNDS == -105 && GrB_EMPTY_OBJECT == -106);

namespace {

/// The getters and setters of one object.
struct Accessors {
    std::function<GrB_Info(GrB_Scalar, GrB_Field)> get_scalar;
    std::function<GrB_Info(char*, GrB_Field)> get_string;
    std::function<GrB_Info(std::int32_t*, GrB_Field)> get_number;
    std::function<GrB_Info(std::size_t*, GrB_Field)> get_size;
    std::function<GrB_Info(void*, GrB_Field)> get_void;
    std::function<GrB_Info(GrB_Scalar, GrB_Field)> set_scalar;
    std::function<GrB_Info(const char*, GrB_Field)> set_string;
    std::function<GrB_Info(std::int32_t, GrB_Field)> set_number;
    std::function<GrB_Info(const void*, GrB_Field, std::size_t)> set_void;
};

#define MERGUS_ACCESSORS(F, Kind)                                                                            \
    Accessors accessors_of(GrB_##Kind object) {                                                              \
        return {[=](auto... a) { return GrB_##Kind##_get_Scalar(object, a...); },                            \
                [=](auto... a) { return GrB_##Kind##_get_String(object, a...); },                            \
                [=](auto... a) { return GrB_##Kind##_get_INT32(object, a...); },                             \
                [=](auto... a) { return GrB_##Kind##_get_SIZE(object, a...); },                              \
                [=](auto... a) { return GrB_##Kind##_get_VOID(object, a...); },                              \
                [=](auto... a) { return GrB_##Kind##_set_Scalar(object, a...); },                            \
                [=](auto... a) { return GrB_##Kind##_set_String(object, a...); },                            \
                [=](auto... a) { return GrB_##Kind##_set_INT32(object, a...); },                             \
                [=](auto... a) { return GrB_##Kind##_set_VOID(object, a...); }};                             \
    }
GB_FOR_ACCESSED(MERGUS_ACCESSORS, )
#undef MERGUS_ACCESSORS

struct Missing {};
using Value = std::variant<Missing, std::int32_t, std::size_t, std::string>; ///< Missing: GrB_NO_VALUE
/// The fields of an object with their values. The others are not its fields.
using Fields = std::map<GrB_Field, Value>;

constexpr GrB_Field all_fields[] = {GrB_OUTP_FIELD,
                                    GrB_MASK_FIELD,
                                    GrB_INP0_FIELD,
                                    GrB_INP1_FIELD,
                                    GrB_NAME,
                                    GrB_LIBRARY_VER_MAJOR,
                                    GrB_LIBRARY_VER_MINOR,
                                    GrB_LIBRARY_VER_PATCH,
                                    GrB_API_VER_MAJOR,
                                    GrB_API_VER_MINOR,
                                    GrB_API_VER_PATCH,
                                    GrB_BLOCKING_MODE,
                                    GrB_STORAGE_ORIENTATION_HINT,
                                    GrB_EL_TYPE_CODE,
                                    GrB_INP0_TYPE_CODE,
                                    GrB_INP1_TYPE_CODE,
                                    GrB_OUTP_TYPE_CODE,
                                    GrB_EL_TYPE_STRING,
                                    GrB_INP0_TYPE_STRING,
                                    GrB_INP1_TYPE_STRING,
                                    GrB_OUTP_TYPE_STRING,
                                    GrB_SIZE};

std::int32_t number_in(GrB_Scalar s) {
    std::int32_t x = -1;
    OK(GrB_Scalar_extractElement_INT32(&x, s));
    return x;
}

/// Reads a field in every form; it has one, and numbers and sizes are also values of a GrB_Scalar.
void check_get(const Accessors& object, GrB_Field field, const Value* value) {
    std::array<char, 256> text{};
    std::int32_t number = -1;
    std::size_t size = 0;
    ScalarObject s;
    OK(GrB_Scalar_new(s.put(), GrB_INT32));
    const GrB_Info by_string = object.get_string(text.data(), field);
    const GrB_Info by_number = object.get_number(&number, field);
    const GrB_Info by_size = object.get_size(&size, field);
    const GrB_Info by_scalar = object.get_scalar(s, field);
    CHECK(object.get_void(text.data(), field) == GrB_INVALID_VALUE);
    if (value != nullptr && std::holds_alternative<Missing>(*value)) {
        for (const GrB_Info info : {by_string, by_number, by_size, by_scalar}) CHECK(info == GrB_NO_VALUE);
        return;
    }
    const auto* const has_number = value == nullptr ? nullptr : std::get_if<std::int32_t>(value);
    const auto* const has_size = value == nullptr ? nullptr : std::get_if<std::size_t>(value);
    const auto* const has_string = value == nullptr ? nullptr : std::get_if<std::string>(value);
    const auto expected = [](bool exists) { return exists ? GrB_SUCCESS : GrB_INVALID_VALUE; };
    CHECK(by_string == expected(has_string != nullptr));
    CHECK(by_number == expected(has_number != nullptr));
    CHECK(by_size == expected(has_string != nullptr || has_size != nullptr));
    CHECK(by_scalar == expected(has_number != nullptr || has_size != nullptr));
    if (has_string != nullptr) {
        CHECK(std::string(text.data()) == *has_string);
        CHECK(size == has_string->size() + 1);
    }
    if (has_number != nullptr) {
        CHECK(number == *has_number);
        CHECK(number_in(s) == *has_number);
    }
    if (has_size != nullptr) {
        CHECK(size == *has_size);
        CHECK(number_in(s) == static_cast<std::int32_t>(*has_size));
    }
}

/// Sets a field to values of every form but the right one.
void check_refused(const Accessors& object, GrB_Field field, bool takes_number, bool takes_string) {
    ScalarObject s;
    OK(GrB_Scalar_new(s.put(), GrB_INT32));
    OK(GrB_Scalar_setElement_INT32(s, 0));
    const int eight = 8;
    CHECK(object.set_void(&eight, field, sizeof eight) == GrB_INVALID_VALUE);
    if (!takes_number) {
        CHECK(object.set_number(0, field) == GrB_INVALID_VALUE);
        CHECK(object.set_scalar(s, field) == GrB_INVALID_VALUE);
    }
    if (!takes_string) CHECK(object.set_string("text", field) == GrB_INVALID_VALUE);
}

/// All fields of an object: those of `fields`, of which `numbers` can be set to numbers and, if `named`,
/// GrB_NAME to a text; and those that it does not have.
void check_fields(const char* kind, const Accessors& object, const Fields& fields,
                  const std::vector<GrB_Field>& numbers, bool named) {
    CAPTURE(kind);
    for (const GrB_Field field : all_fields) {
        CAPTURE(static_cast<int>(field));
        const auto found = fields.find(field);
        check_get(object, field, found == fields.end() ? nullptr : &found->second);
        const bool number = std::find(numbers.begin(), numbers.end(), field) != numbers.end();
        check_refused(object, field, number, named && field == GrB_NAME);
    }
    check_get(object, static_cast<GrB_Field>(101), nullptr);
    check_refused(object, static_cast<GrB_Field>(101), false, false);
}

const Value fp64_code = std::int32_t{GrB_FP64_CODE}, bool_code = std::int32_t{GrB_BOOL_CODE};
const Value fp64_name = std::string("GrB_FP64"), bool_name = std::string("GrB_BOOL");

Fields op_fields(const std::string& name, const Value& z, const Value& z_name, const Value& x,
                 const Value& x_name, const Value& y, const Value& y_name) {
    return {{GrB_NAME, name},
            {GrB_OUTP_TYPE_CODE, z},
            {GrB_OUTP_TYPE_STRING, z_name},
            {GrB_INP0_TYPE_CODE, x},
            {GrB_INP0_TYPE_STRING, x_name},
            {GrB_INP1_TYPE_CODE, y},
            {GrB_INP1_TYPE_STRING, y_name}};
}

Fields collection_fields(std::int32_t orientation = GrB_ROWMAJOR) {
    return {{GrB_NAME, std::string()},
            {GrB_STORAGE_ORIENTATION_HINT, orientation},
            {GrB_EL_TYPE_CODE, fp64_code},
            {GrB_EL_TYPE_STRING, fp64_name}};
}

} // namespace

TEST_SUITE_BEGIN("graphblas-fields");

TEST_CASE("fields of types, operators, monoids and semirings") {
    initialise();
    Type type;
    OK(GrB_Type_new(type.put(), 24));
    check_fields("a user's type", accessors_of(GrB_Type(type)),
                 {{GrB_NAME, std::string()},
                  {GrB_EL_TYPE_CODE, std::int32_t{GrB_UDT_CODE}},
                  {GrB_EL_TYPE_STRING, std::string()},
                  {GrB_SIZE, std::size_t{24}}},
                 {}, true);
#define MERGUS_TYPE_FIELDS(S, T)                                                                             \
    check_fields(#S, accessors_of(GrB_##S),                                                                  \
                 {{GrB_NAME, std::string("GrB_" #S)},                                                        \
                  {GrB_EL_TYPE_CODE, std::int32_t{GrB_##S##_CODE}},                                          \
                  {GrB_EL_TYPE_STRING, std::string("GrB_" #S)},                                              \
                  {GrB_SIZE, sizeof(T)}},                                                                    \
                 {}, true);
    GB_BUILTIN_TYPES(MERGUS_TYPE_FIELDS)
#undef MERGUS_TYPE_FIELDS
    const Missing none;
    check_fields("UnaryOp", accessors_of(GrB_ABS_FP64),
                 op_fields("GrB_ABS_FP64", fp64_code, fp64_name, fp64_code, fp64_name, none, none), {}, true);
    check_fields("BinaryOp", accessors_of(GrB_LT_FP64),
                 op_fields("GrB_LT_FP64", bool_code, bool_name, fp64_code, fp64_name, fp64_code, fp64_name),
                 {}, true);
    check_fields(
        "FIRST", accessors_of(GrB_FIRST_FP64),
        op_fields("GrB_FIRST_FP64", fp64_code, fp64_name, fp64_code, fp64_name, fp64_code, fp64_name), {},
        true);
    check_fields(
        "IndexUnaryOp", accessors_of(GrB_VALUELT_FP64),
        op_fields("GrB_VALUELT_FP64", bool_code, bool_name, fp64_code, fp64_name, fp64_code, fp64_name), {},
        true);
    check_fields("TRIL", accessors_of(GrB_TRIL),
                 op_fields("GrB_TRIL", bool_code, bool_name, none, none, none, none), {}, true);
    check_fields(
        "Monoid", accessors_of(GrB_MIN_MONOID_FP64),
        op_fields("GrB_MIN_MONOID_FP64", fp64_code, fp64_name, fp64_code, fp64_name, fp64_code, fp64_name),
        {}, true);
    check_fields("Semiring", accessors_of(GrB_MIN_PLUS_SEMIRING_FP64),
                 op_fields("GrB_MIN_PLUS_SEMIRING_FP64", fp64_code, fp64_name, none, none, none, none), {},
                 true);
    Binary op;
    OK(GrB_BinaryOp_new(op.put(), &add_pairs, type, GrB_FP64, type));
    const Value user = std::int32_t{GrB_UDT_CODE}, nameless = std::string();
    check_fields("a user's operator", accessors_of(GrB_BinaryOp(op)),
                 op_fields("", user, nameless, fp64_code, fp64_name, user, nameless), {}, true);
}

TEST_CASE("fields of scalars, vectors, matrices and descriptors") {
    initialise();
    ScalarObject s;
    Vector u;
    Matrix A;
    DescriptorObject descriptor;
    OK(GrB_Scalar_new(s.put(), GrB_FP64));
    OK(GrB_Vector_new(u.put(), GrB_FP64, 3));
    OK(GrB_Matrix_new(A.put(), GrB_FP64, 3, 3));
    OK(GrB_Descriptor_new(descriptor.put()));
    const std::pair<const char*, Accessors> collections[] = {{"Scalar", accessors_of(GrB_Scalar(s))},
                                                             {"Vector", accessors_of(GrB_Vector(u))},
                                                             {"Matrix", accessors_of(GrB_Matrix(A))}};
    for (const auto& [kind, object] : collections) {
        check_fields(kind, object, collection_fields(), {GrB_STORAGE_ORIENTATION_HINT}, true);
        for (const std::int32_t orientation : {GrB_COLMAJOR, GrB_BOTH, GrB_UNKNOWN, GrB_ROWMAJOR}) {
            OK(object.set_number(orientation, GrB_STORAGE_ORIENTATION_HINT));
            const Value value = orientation;
            check_get(object, GrB_STORAGE_ORIENTATION_HINT, &value);
        }
        CHECK(object.set_number(4, GrB_STORAGE_ORIENTATION_HINT) == GrB_INVALID_VALUE);
        CHECK(object.set_number(-1, GrB_STORAGE_ORIENTATION_HINT) == GrB_INVALID_VALUE);
        for (const char* name : {"one", "another", ""}) { // at any time
            OK(object.set_string(name, GrB_NAME));
            const Value value = std::string(name);
            check_get(object, GrB_NAME, &value);
        }
    }
    const Fields defaults = {{GrB_NAME, std::string()},
                             {GrB_OUTP_FIELD, std::int32_t{GrB_DEFAULT}},
                             {GrB_MASK_FIELD, std::int32_t{GrB_DEFAULT}},
                             {GrB_INP0_FIELD, std::int32_t{GrB_DEFAULT}},
                             {GrB_INP1_FIELD, std::int32_t{GrB_DEFAULT}}};
    const Accessors object = accessors_of(GrB_Descriptor(descriptor));
    check_fields("Descriptor", object, defaults,
                 {GrB_OUTP_FIELD, GrB_MASK_FIELD, GrB_INP0_FIELD, GrB_INP1_FIELD}, true);
    const std::pair<GrB_Field, std::vector<std::int32_t>> allowed[] = {
        {GrB_OUTP_FIELD, {GrB_REPLACE, GrB_DEFAULT}},
        {GrB_MASK_FIELD,
         {GrB_COMP_STRUCTURE, GrB_DEFAULT, GrB_STRUCTURE, GrB_DEFAULT, GrB_COMP, GrB_DEFAULT}},
        {GrB_INP0_FIELD, {GrB_TRAN, GrB_DEFAULT}},
        {GrB_INP1_FIELD, {GrB_TRAN, GrB_DEFAULT}}};
    for (const auto& [field, values] : allowed) {
        for (const std::int32_t number : values) {
            OK(object.set_number(number, field));
            const Value value = number;
            check_get(object, field, &value);
        }
        for (std::int32_t number = -1; number < 8; ++number)
            if (std::find(values.begin(), values.end(), number) == values.end())
                CHECK(object.set_number(number, field) == GrB_INVALID_VALUE);
    }
    CHECK(accessors_of(GrB_DESC_T0).set_number(GrB_TRAN, GrB_INP1_FIELD) == GrB_INVALID_VALUE);
#define MERGUS_DESCRIPTOR_FIELDS(object, flags)                                                              \
    check_fields(#object, accessors_of(object),                                                              \
                 {{GrB_NAME, std::string(#object)},                                                          \
                  {GrB_OUTP_FIELD, std::int32_t{((flags)&1) != 0 ? GrB_REPLACE : GrB_DEFAULT}},              \
                  {GrB_MASK_FIELD, std::int32_t{(((flags)&2) != 0 ? GrB_STRUCTURE : 0) +                     \
                                                (((flags)&4) != 0 ? GrB_COMP : 0)}},                         \
                  {GrB_INP0_FIELD, std::int32_t{((flags)&8) != 0 ? GrB_TRAN : GrB_DEFAULT}},                 \
                  {GrB_INP1_FIELD, std::int32_t{((flags)&16) != 0 ? GrB_TRAN : GrB_DEFAULT}}},               \
                 {}, true);
    GB_DESCRIPTORS(MERGUS_DESCRIPTOR_FIELDS)
#undef MERGUS_DESCRIPTOR_FIELDS
}

TEST_CASE("fields of the library") {
    initialise();
    const Accessors object = accessors_of(GrB_GLOBAL);
    std::int32_t version[3] = {-1, -1, -1};
    OK(object.get_number(&version[0], GrB_LIBRARY_VER_MAJOR));
    OK(object.get_number(&version[1], GrB_LIBRARY_VER_MINOR));
    OK(object.get_number(&version[2], GrB_LIBRARY_VER_PATCH));
    for (const std::int32_t number : version) CHECK(number >= 0);
    check_fields("Global", object,
                 {{GrB_NAME, std::string("Mergus")},
                  {GrB_LIBRARY_VER_MAJOR, version[0]},
                  {GrB_LIBRARY_VER_MINOR, version[1]},
                  {GrB_LIBRARY_VER_PATCH, version[2]},
                  {GrB_API_VER_MAJOR, std::int32_t{2}},
                  {GrB_API_VER_MINOR, std::int32_t{1}},
                  {GrB_API_VER_PATCH, std::int32_t{0}},
                  {GrB_BLOCKING_MODE, std::int32_t{GrB_NONBLOCKING}},
                  {GrB_STORAGE_ORIENTATION_HINT, std::int32_t{GrB_ROWMAJOR}}},
                 {GrB_STORAGE_ORIENTATION_HINT}, false);
    OK(object.set_number(GrB_COLMAJOR, GrB_STORAGE_ORIENTATION_HINT));
    const Value value = std::int32_t{GrB_COLMAJOR};
    check_get(object, GrB_STORAGE_ORIENTATION_HINT, &value);
    OK(object.set_number(GrB_ROWMAJOR, GrB_STORAGE_ORIENTATION_HINT));
}

TEST_CASE("names: predefined objects have theirs") {
    initialise();
    const auto check = [](const Accessors& object, const char* name) {
        CAPTURE(name);
        const Value value = std::string(name);
        check_get(object, GrB_NAME, &value);
        CHECK(object.set_string("other", GrB_NAME) == GrB_ALREADY_SET);
    };
#define MERGUS_CHECK(object, ...) check(accessors_of(object), #object);
    GB_UNARY_OPS(MERGUS_CHECK)
    GB_BINARY_OPS(MERGUS_CHECK)
    GB_INDEX_UNARY_OPS(MERGUS_CHECK)
    GB_MONOIDS(MERGUS_CHECK)
    GB_SEMIRINGS(MERGUS_CHECK)
#undef MERGUS_CHECK
}

TEST_SUITE_END();
