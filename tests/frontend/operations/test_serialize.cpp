/// \file test_serialize.cpp
/// serialize and deserialize: every type, other contexts, and data that is cut short or damaged.
#include "conformance/user_algebra.hpp"
#include "testing/builtin_operators.hpp"
#include "testing/refuses.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

using namespace mergus;
using namespace mergus::tests;
using conformance::poly3;

TEST_SUITE_BEGIN("ops");

TEST_CASE("serialize: matrices and vectors of every type come back") {
    on_each_backend([](const Context& context) {
        const Context other("suitesparse");
        for_each_type([&]<class T>(T) {
            const auto A = make<T>(context, 3, 5, {{0, 4, T(1)}, {2, 0, T(0)}, {2, 3, T(1)}});
            const auto bytes = serialize(A);
            CHECK(bytes.size() == serialized_size(A));
            CHECK(isequal(deserialize_matrix<T>(other, bytes), A));
            const auto u = make_vector<T>(context, 7, {{0, T(1)}, {6, T(0)}});
            CHECK(isequal(deserialize_vector(context, serialize(u)), u));
        });
        const auto structs = make<poly3>(context, 1, 2, {{0, 1, {1, 2, 3}}});
        const auto bytes = serialize(structs);
        CHECK(isequal(deserialize_matrix<poly3>(context, bytes), structs));
        refuses(Code::null_pointer, {"deserialize"}, [&] { (void)deserialize_matrix(context, bytes); });
        refuses(Code::domain_mismatch, {"deserialize"},
                [&] { (void)deserialize_matrix<double>(context, bytes); });
        for (const auto& [m, n] : std::vector<std::pair<int, int>>{{0, 0}, {0, 4}, {1, 9}}) {
            const auto none = deserialize_matrix<float>(context, serialize(Matrix<float>(context, m, n)));
            CHECK(none.nrows() == static_cast<std::uint64_t>(m));
            CHECK(none.ncols() == static_cast<std::uint64_t>(n));
        }
        CHECK(deserialize_vector<float>(context, serialize(Vector<float>(context, 0))).size() == 0);
        // Pending updates belong to the object.
        Vector<double> w(context, 3);
        w.set_element(1, 2.5);
        CHECK(items<double>(deserialize_vector<double>(context, serialize(w))) == Items<double>{{1, 2.5}});
    });
}

TEST_CASE("serialize into memory of any alignment, and too little of it") {
    on_each_backend([](const Context& context) {
        const auto A = make<double>(context, 2, 2, {{0, 1, 0.5}, {1, 0, -1}});
        std::vector<std::byte> memory(serialized_size(A) + 1, std::byte{7});
        refuses(Code::insufficient_space, {"serialize"},
                [&] { (void)serialize(A, std::span(memory).first(serialized_size(A) - 1)); });
        CHECK(memory.front() == std::byte{7});
        CHECK(serialize(A, std::span(memory).subspan(1)) == memory.size() - 1);
        CHECK(isequal(deserialize_matrix<double>(context, std::span(memory).subspan(1)), A));
        AnyMatrix empty;
        refuses(Code::uninitialized_object, {"serialize"}, [&] { (void)serialize(empty); });
        refuses(Code::uninitialized_object, {"serialize"}, [&] { (void)serialized_size(empty); });
    });
}

TEST_CASE("deserialize: damaged data is refused or gives a matrix, and never anything else") {
    const Context context("suitesparse");
    const auto A = make<bool>(context, 3, 3, {{0, 1, true}, {1, 2, false}, {2, 0, true}});
    const auto bytes = serialize(A);
    for (std::size_t size = 0; size < bytes.size(); ++size)
        refuses(Code::parse_error, {"deserialize", "matrix"},
                [&] { (void)deserialize_matrix(context, std::span(bytes).first(size)); });
    refuses(Code::parse_error, {"vector"}, [&] { (void)deserialize_vector(context, bytes); });
    refuses(Code::domain_mismatch, {"deserialize"},
            [&] { (void)deserialize_matrix<std::int8_t>(context, bytes); });
    std::size_t refused = 0;
    for (std::size_t at = 0; at < bytes.size(); ++at)
        for (const unsigned flip : {0x01U, 0x02U, 0x80U}) {
            auto damaged = bytes;
            damaged[at] ^= static_cast<std::byte>(flip);
            try {
                const AnyMatrix B = deserialize_matrix(context, damaged);
                CHECK(B.nvals() <= 3);
            } catch (const Error& error) {
                ++refused;
                CAPTURE(at);
                CHECK((error.code() == Code::parse_error || error.code() == Code::null_pointer));
            }
        }
    CHECK(refused > bytes.size());
}

TEST_SUITE_END();
