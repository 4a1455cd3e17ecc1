/// \file serialized.cpp
/// deserialize_matrix and deserialize_vector: the input is the data. What is accepted is written again, and
/// read to the same bytes.
#include "fuzz.hpp"

#include <mergus/mergus.hpp>

#include <algorithm>

namespace {

using namespace mergus;

template <class Read>
void check(std::span<const std::byte> data, const Read& read) {
    try {
        const auto bytes = serialize(read(data));
        fuzz::require(bytes.size() <= data.size(), "the object is larger than its data");
        fuzz::require(serialize(read(bytes)) == bytes, "the second trip changes the object");
    } catch (const Error& error) {
        // A user's type is not given; the last two: a backend has no room for so many rows.
        constexpr Code expected[] = {Code::parse_error, Code::null_pointer, Code::out_of_memory,
                                     Code::not_implemented};
        fuzz::require(std::ranges::find(expected, error.code()) != std::end(expected),
                      "another error than those of damaged data");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Context context("suitesparse");
    const auto bytes = std::as_bytes(std::span(data, size));
    check(bytes, [](std::span<const std::byte> from) { return deserialize_matrix(context, from); });
    check(bytes, [](std::span<const std::byte> from) { return deserialize_vector(context, from); });
    return 0;
}
