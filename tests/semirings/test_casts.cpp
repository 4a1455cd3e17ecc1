/// \file test_casts.cpp
/// Every built-in type cast to every other one: SuiteSparse, the device backends and the library's own cast
/// of single values, each against the reference, on the values where casts differ from one another.
#include "conformance/instance.hpp"
#include "reference/value.hpp"
#include "testing/device_testing.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <numeric>
#include <set>

using namespace mergus;
using reference::make;
using reference::Value;

namespace {

std::vector<const mergus_type*> all_types() {
    std::vector<const mergus_type*> types;
    for (int code = MERGUS_BOOL; code <= MERGUS_FC64; ++code)
        types.push_back(detail::builtin_type(static_cast<mergus_type_code>(code)));
    return types;
}

/// Zeros, fractions, the ends of every integer type and what lies just inside and outside of them, huge and
/// tiny numbers, ∞, NaN.
template <class T>
std::vector<T> reals() {
    std::vector<T> values = {T(0),     T(-0.0), T(1),    T(-1), T(0.5), T(-0.5),
                             T(0.999), T(2.5),  T(-2.5), T(-5), T(300)};
    for (const int bits : {7, 8, 15, 16, 24, 31, 32, 53, 63, 64})
        for (const double sign : {1.0, -1.0})
            for (const double beside : {-1.0, -0.5, 0.0, 0.5, 1.0})
                values.push_back(static_cast<T>(sign * (std::ldexp(1.0, bits) + beside)));
    using Limits = std::numeric_limits<T>;
    for (const T value : {Limits::max(), Limits::min(), Limits::denorm_min(), Limits::infinity(), T(1e30)}) {
        values.push_back(value);
        values.push_back(-value);
    }
    values.push_back(Limits::quiet_NaN());
    if (sizeof(T) == 8) values.push_back(static_cast<T>(1e300)); // ∞ as a float
    return values;
}

std::vector<Value> values_of(const mergus_type* type) {
    std::vector<Value> list;
    reference::with_type(type->code, [&]<class T>(T) {
        if constexpr (reference::is_complex_type<T>) {
            using Part = typename T::value_type;
            const std::vector<Part> parts = reals<Part>();
            for (std::size_t p = 0; p < parts.size(); ++p) {
                list.push_back(make(type, T(parts[p], 0)));
                list.push_back(make(type, T(0, parts[p])));
                list.push_back(make(type, T(parts[p], parts[(p * 7 + 3) % parts.size()])));
            }
        } else if constexpr (std::is_floating_point_v<T>) {
            for (const T value : reals<T>()) list.push_back(make(type, value));
        } else if constexpr (std::is_same_v<T, bool>) {
            list = {make(type, false), make(type, true)};
        } else {
            for (int bit = 0; bit < std::numeric_limits<T>::digits; ++bit)
                for (const int beside : {-1, 0, 1})
                    for (const int sign : {1, -1})
                        list.push_back(make(type, static_cast<T>(static_cast<std::uint64_t>(sign) *
                                                                 ((std::uint64_t{1} << bit) +
                                                                  static_cast<std::uint64_t>(beside)))));
            list.push_back(make(type, std::numeric_limits<T>::min()));
            list.push_back(make(type, std::numeric_limits<T>::max()));
        }
    });
    return list;
}

std::vector<unsigned char> bytes_of(const std::vector<Value>& values, const mergus_type* type) {
    std::vector<unsigned char> bytes(values.size() * type->size);
    for (std::size_t v = 0; v < values.size(); ++v)
        std::memcpy(bytes.data() + v * type->size, values[v].data(), type->size);
    return bytes;
}

/// A row of these values.
AnyMatrix row_of(const Context& context, const std::vector<Value>& values, const mergus_type* type) {
    AnyMatrix row(context, type, 1, values.size());
    std::vector<std::uint64_t> rows(values.size()), cols(values.size());
    std::iota(cols.begin(), cols.end(), std::uint64_t{0});
    row.build(rows, cols, bytes_of(values, type).data(), type);
    return row;
}

void check_cast(const std::vector<Value>& values, const mergus_type* to,
                const std::vector<unsigned char>& found) {
    for (std::size_t v = 0; v < values.size(); ++v) {
        const Value expected = reference::cast(values[v], to);
        const Value seen = reference::from_bytes(to, found.data() + v * to->size);
        INFO(type_name(values[v].type), " ", conformance::value_text(values[v]), " as ", type_name(to), ": ",
             conformance::value_text(seen), ", expected ", conformance::value_text(expected));
        REQUIRE(reference::same(seen, expected));
    }
}

} // namespace

TEST_SUITE_BEGIN("casts");

TEST_CASE("the backends cast every built-in type to every other as the reference does") {
    std::set<std::string> names{"suitesparse"};
    for (const auto& list : {tests::backends_under_test(), tests::devices_under_test()})
        names.insert(list.begin(), list.end());
    for (const std::string& name : names) {
        const Context context(name);
        for (const mergus_type* from : all_types()) {
            const std::vector<Value> values = values_of(from);
            const AnyMatrix row = row_of(context, values, from);
            for (const mergus_type* to : all_types()) {
                CAPTURE(name);
                std::vector<unsigned char> found(values.size() * to->size);
                row.extract_tuples(nullptr, nullptr, found.data(), to);
                check_cast(values, to, found);
                if (tests::is_slow(name) || name.ends_with("emulated"))
                    continue; // one kernel for each pair is enough
                AnyMatrix copy(context, to, 1, values.size());
                transpose(copy, no_mask, no_accum, row, DESC_T0);
                copy.extract_tuples(nullptr, nullptr, found.data(), to);
                check_cast(values, to, found);
            }
        }
    }
}

TEST_CASE("the library's own cast of values from files") {
    const Context context("suitesparse");
    for (const Field field : {Field::integer, Field::real, Field::complex}) {
        Csr csr;
        csr.nrows = 1;
        csr.field = field;
        const mergus_type* from = field == Field::integer ? type_of<std::int64_t>()
                                  : field == Field::real  ? type_of<double>()
                                                          : type_of<complex<double>>();
        const std::vector<Value> values = values_of(from);
        for (const Value& value : values) {
            if (field == Field::integer) csr.integers.push_back(value.as<std::int64_t>());
            if (field == Field::real) csr.reals.push_back(value.as<double>());
            if (field == Field::complex) csr.complexes.push_back(value.as<complex<double>>());
            csr.cols.push_back(csr.ncols++);
        }
        csr.row_ptr = {0, values.size()};
        for (const mergus_type* to : all_types()) {
            std::vector<unsigned char> found(values.size() * to->size);
            AnyMatrix::from_csr(context, csr, to).extract_tuples(nullptr, nullptr, found.data(), to);
            check_cast(values, to, found);
        }
    }
}

TEST_CASE("casts, written out") {
    using Z = complex<double>;
    const auto cast = []<class To, class From>(To, From value) {
        return reference::cast(make(type_of<From>(), value), type_of<To>()).template as<To>();
    };
    const double infinity = std::numeric_limits<double>::infinity(),
                 nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(cast(std::int8_t{}, 300.0) == 127);
    CHECK(cast(std::int8_t{}, -infinity) == -128);
    CHECK(cast(std::uint8_t{}, -5.0) == 0);
    CHECK(cast(std::int64_t{}, nan) == 0);
    CHECK(cast(std::int16_t{}, -2.9) == -2);
    CHECK(cast(std::uint64_t{}, 1e30F) == std::numeric_limits<std::uint64_t>::max());
    CHECK(cast(std::uint8_t{}, std::int32_t{-1}) == 255);
    CHECK_FALSE(cast(bool{}, -0.0));
    CHECK(cast(bool{}, nan));
    CHECK(cast(std::int8_t{}, Z(2.9, -7)) == 2);
    CHECK(cast(std::uint32_t{}, Z(nan, 1)) == 0);
    CHECK(cast(float{}, Z(0.25, infinity)) == 0.25F);
    CHECK(cast(bool{}, Z(0, 1)));
    CHECK(cast(bool{}, Z(0, nan)));
    CHECK_FALSE(cast(bool{}, Z(0, -0.0)));
    CHECK(cast(Z{}, std::int8_t{-3}) == Z(-3, 0));
    CHECK(cast(Z{}, true) == Z(1, 0));
    CHECK(cast(complex<float>{}, Z(1e300, 0.5)) ==
          complex<float>(std::numeric_limits<float>::infinity(), 0.5F));
}

TEST_SUITE_END();
