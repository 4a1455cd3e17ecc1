/// \file arrow_column.cpp
/// Each format is read by a function object that returns the value at a place in the buffers; dictionaries
/// are read in two steps, places and then values.
#include "arrow_column.hpp"

#include <fmt/format.h>

#include <cstring>
#include <type_traits>

namespace mergus::core {

namespace {

/// The value in a buffer, which may not be aligned.
template <class T>
T element(const void* buffer, std::uint64_t at) {
    T value;
    std::memcpy(&value, static_cast<const char*>(buffer) + at * sizeof(T), sizeof value);
    return value;
}

template <class T>
struct Numbers {
    const void* buffer;
    auto operator()(std::uint64_t at) const {
        using Result = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;
        return static_cast<Result>(element<T>(buffer, at));
    }
};

bool bit(const void* buffer, std::uint64_t at) {
    return (static_cast<const unsigned char*>(buffer)[at / 8] >> at % 8 & 1U) != 0;
}

struct Bits {
    const void* buffer;
    std::int64_t operator()(std::uint64_t at) const { return bit(buffer, at) ? 1 : 0; }
};

template <class Offset>
struct Strings {
    const void* offsets;
    const void* text;
    std::string_view operator()(std::uint64_t at) const {
        const Offset begin = element<Offset>(offsets, at), end = element<Offset>(offsets, at + 1);
        return {static_cast<const char*>(text) + begin, static_cast<std::size_t>(end - begin)};
    }
};

/// 16 bytes for each string: its length, and then the string itself, or four bytes of it, the number of a
/// buffer and the place there.
struct Views {
    const void* views;
    const void** texts;
    std::string_view operator()(std::uint64_t at) const {
        constexpr std::uint64_t view_bytes = 16;
        constexpr std::int32_t most_inside = 12;
        const char* const view = static_cast<const char*>(views) + at * view_bytes;
        const auto length = element<std::int32_t>(view, 0);
        const char* const text = length <= most_inside
                                     ? view + sizeof length
                                     : static_cast<const char*>(texts[element<std::int32_t>(view, 2)]) +
                                           element<std::int32_t>(view, 3);
        return {text, static_cast<std::size_t>(length)};
    }
};

/// Calls use(reader) for the format, without an offset. \return false for another format
template <class Use>
bool with_reader(std::string_view format, const ArrowArray& array, const Use& use) {
    const auto buffer = [&array](int number) { return array.buffers[number]; };
    if (format == "vu" || format == "vz")
        use(Views{buffer(1), array.buffers + 2});
    else if (format.size() != 1)
        return false;
    else
        switch (format[0]) {
        case 'b':
            use(Bits{buffer(1)});
            break;
        case 'c':
            use(Numbers<std::int8_t>{buffer(1)});
            break;
        case 'C':
            use(Numbers<std::uint8_t>{buffer(1)});
            break;
        case 's':
            use(Numbers<std::int16_t>{buffer(1)});
            break;
        case 'S':
            use(Numbers<std::uint16_t>{buffer(1)});
            break;
        case 'i':
            use(Numbers<std::int32_t>{buffer(1)});
            break;
        case 'I':
            use(Numbers<std::uint32_t>{buffer(1)});
            break;
        case 'l':
            use(Numbers<std::int64_t>{buffer(1)});
            break;
        case 'L':
            use(Numbers<std::uint64_t>{buffer(1)});
            break;
        case 'f':
            use(Numbers<float>{buffer(1)});
            break;
        case 'g':
            use(Numbers<double>{buffer(1)});
            break;
        case 'u':
        case 'z':
            use(Strings<std::int32_t>{buffer(1), buffer(2)});
            break;
        case 'U':
        case 'Z':
            use(Strings<std::int64_t>{buffer(1), buffer(2)});
            break;
        default:
            return false;
        }
    return true;
}

auto& list_of(ArrowValues& values, std::int64_t) {
    values.kind = ArrowKind::integers;
    return values.integers;
}
auto& list_of(ArrowValues& values, double) {
    values.kind = ArrowKind::reals;
    return values.reals;
}
auto& list_of(ArrowValues& values, std::string_view) {
    values.kind = ArrowKind::strings;
    return values.strings;
}

} // namespace

bool has_nulls(const ArrowArray& array) {
    return array.null_count != 0 && array.buffers[0] != nullptr;
}

bool is_null(const ArrowArray& array, std::uint64_t at) {
    return !bit(array.buffers[0], at);
}

std::optional<ArrowKind> arrow_kind(const ArrowSchema& type) {
    if (type.dictionary != nullptr && type.dictionary->dictionary != nullptr) return {};
    const std::string_view format = type.dictionary != nullptr ? type.dictionary->format : type.format;
    constexpr std::string_view integers = "bcCsSiIlL", reals = "fg", strings = "uUzZ";
    if (format == "vu" || format == "vz") return ArrowKind::strings;
    if (format.size() != 1) return {};
    if (integers.find(format) != integers.npos) return ArrowKind::integers;
    if (reals.find(format) != reals.npos) return ArrowKind::reals;
    if (strings.find(format) != strings.npos) return ArrowKind::strings;
    return {};
}

void read_arrow_values(const ArrowSchema& type, const ArrowArray& array, std::uint64_t begin,
                       std::uint64_t count, ArrowValues& values) {
    const std::uint64_t first = static_cast<std::uint64_t>(array.offset) + begin;
    std::vector<bool>& nulls = values.nulls;
    nulls.assign(count, false);
    if (has_nulls(array))
        for (std::uint64_t k = 0; k < count; ++k) nulls[k] = is_null(array, first + k);

    values.fault.reset();
    const bool indirect = type.dictionary != nullptr;
    const ArrowArray& from = indirect ? *array.dictionary : array;
    const std::string_view format = indirect ? type.dictionary->format : type.format;
    std::vector<std::uint64_t> places(indirect ? count : 0); // in the dictionary
    if (indirect) {
        with_reader(type.format, array, [&](const auto& index) {
            if constexpr (std::is_same_v<decltype(index(0)), std::int64_t>)
                for (std::uint64_t k = 0; k < count; ++k) {
                    if (nulls[k]) continue; // what stands there is not defined
                    const std::int64_t place = index(first + k);
                    if (place >= 0 && place < from.length) {
                        places[k] = static_cast<std::uint64_t>(from.offset + place);
                        continue;
                    }
                    // Arrow does not compare the places of a Parquet file with its dictionary.
                    nulls[k] = true;
                    if (!values.fault)
                        values.fault = {k, fmt::format("a place in the dictionary of {}", from.length),
                                        fmt::to_string(place)};
                }
        });
        if (has_nulls(from))
            for (std::uint64_t k = 0; k < count; ++k)
                if (!nulls[k]) nulls[k] = is_null(from, places[k]);
    }
    with_reader(format, from, [&](const auto& value) {
        auto& list = list_of(values, decltype(value(0)){});
        list.resize(count);
        for (std::uint64_t k = 0; k < count; ++k)
            if (!nulls[k]) list[k] = value(indirect ? places[k] : first + k);
    });
    for (std::uint64_t k = 0; format == "L" && k < count && !values.fault; ++k)
        if (!nulls[k] && values.integers[k] < 0)
            values.fault = {k, "an integer below 2^63",
                            fmt::to_string(static_cast<std::uint64_t>(values.integers[k]))};
}

} // namespace mergus::core
