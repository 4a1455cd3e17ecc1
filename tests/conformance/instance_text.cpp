/// \file instance_text.cpp
/// An instance as one line of text, so that a shrunk failure can be reported and run again:
///
///     op=mxm algebra=plus_times … dims=2,1,2 C=fp64[] A=fp64[0,0:1;1,0:-2] B=fp64[0,1:4] csr=0
#include "conformance/instance.hpp"

#include "conformance/operation.hpp"
#include "conformance/space.hpp"
#include "conformance/user_algebra.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <type_traits>

namespace mergus::conformance {

namespace {

using reference::Value;

constexpr std::array<std::string_view, role_count> role_names = {"C", "M", "A", "B"};

[[noreturn]] void bad(std::string_view what, std::string_view text) {
    throw std::invalid_argument(fmt::format("case: {} expected, found \"{}\"", what, text));
}

/// User types as the hexadecimal digits of their bytes.
std::string written(const Value& value) {
    if (!value.is_user()) return value_text(value);
    std::string text;
    for (std::size_t b = 0; b < value.type->size; ++b) text += fmt::format("{:02x}", value.bytes[b]);
    return text;
}

template <class T>
T parse_number(std::string_view text, int base = 10) {
    T number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    if (error != std::errc{} || end != text.data() + text.size()) bad("a number", text);
    return number;
}

Value parse_value(std::string_view text, const mergus_type* type) {
    if (type->code == MERGUS_USER_TYPE) {
        Value value = reference::zero(type);
        if (text.size() != 2 * type->size) bad(fmt::format("{} hexadecimal digits", 2 * type->size), text);
        for (std::size_t b = 0; b < type->size; ++b)
            value.bytes[b] = parse_number<unsigned char>(text.substr(2 * b, 2), 16);
        return value;
    }
    return reference::with_type(type->code, [&]<class T>(T) {
        if constexpr (std::is_floating_point_v<T>) {
            const std::string copy(text);
            char* end = nullptr;
            const double x = std::strtod(copy.c_str(), &end);
            if (copy.empty() || *end != '\0') bad("a number", text);
            return reference::make(type, static_cast<T>(x));
        } else if constexpr (reference::is_complex_type<T>) {
            const std::string copy(text);
            char* middle = nullptr;
            char* end = nullptr;
            const double re = std::strtod(copy.c_str(), &middle);
            const double im = std::strtod(middle, &end);
            if (end == middle || std::string_view(end) != "i") bad("a complex number as 1-2i", text);
            using Part = typename T::value_type;
            return reference::make(type, T(static_cast<Part>(re), static_cast<Part>(im)));
        } else if constexpr (std::is_same_v<T, bool>) {
            return reference::make(type, parse_number<int>(text) != 0);
        } else {
            return reference::make(type, parse_number<T>(text));
        }
    });
}

/// Calls each(part) for every part between separators.
template <class Each>
void split(std::string_view text, char separator, Each each) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        if (end > 0) each(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

std::string written(const std::vector<std::uint64_t>& list) {
    return fmt::format("{}", fmt::join(list, ","));
}

std::vector<std::uint64_t> parse_list(std::string_view text) {
    std::vector<std::uint64_t> list;
    split(text, ',', [&](std::string_view part) { list.push_back(parse_number<std::uint64_t>(part)); });
    return list;
}

struct Entries {
    const mergus_type* type = nullptr;
    std::vector<std::uint64_t> rows, cols;
    std::vector<Value> values;
};

/// "TYPE[i,j:value;i,j:value]"
Entries parse_entries(std::string_view text) {
    const std::size_t open = text.find('[');
    if (open == std::string_view::npos || text.back() != ']') bad("TYPE[i,j:value;…]", text);
    Entries entries;
    entries.type = find_type(text.substr(0, open));
    if (entries.type == nullptr) bad("a type's name", text.substr(0, open));
    split(text.substr(open + 1, text.size() - open - 2), ';', [&](std::string_view part) {
        const std::size_t comma = part.find(','), colon = part.find(':');
        if (comma == std::string_view::npos || colon == std::string_view::npos || colon < comma)
            bad("i,j:value", part);
        entries.rows.push_back(parse_number<std::uint64_t>(part.substr(0, comma)));
        entries.cols.push_back(parse_number<std::uint64_t>(part.substr(comma + 1, colon - comma - 1)));
        entries.values.push_back(parse_value(part.substr(colon + 1), entries.type));
    });
    return entries;
}

template <class Each>
std::string written_entries(const mergus_type* type, Each each_entry) {
    std::string text;
    each_entry([&](std::uint64_t i, std::uint64_t j, const Value& value) {
        text += fmt::format("{}{},{}:{}", text.empty() ? "" : ";", i, j, written(value));
    });
    return fmt::format("{}[{}]", type_name(type), text);
}

void set_matrix(Instance& instance, Role role, std::string_view text) {
    if (!instance.has(role) || instance.holder[role] != role)
        throw std::invalid_argument(fmt::format("case: there is no matrix {} of its own", role_names[role]));
    const Entries entries = parse_entries(text);
    const Extent extent = *instance.layout.extents[role];
    reference::Matrix& matrix = instance.matrices[role];
    matrix = {entries.type, extent.nrows, extent.ncols, {}};
    for (std::size_t e = 0; e < entries.rows.size(); ++e) {
        if (entries.rows[e] >= extent.nrows || entries.cols[e] >= extent.ncols) bad("an entry inside", text);
        matrix.set(entries.rows[e], entries.cols[e], entries.values[e]);
    }
}

/// Data tokens; returns whether the name is one.
bool set_data(Instance& instance, std::string_view name, std::string_view text) {
    for (const Role role : {role_C, role_M, role_A, role_B}) {
        if (name != role_names[role]) continue;
        set_matrix(instance, role, text);
        return true;
    }
    if (name == "scalar") {
        const Entries entry = parse_entries(text);
        if (entry.values.size() != 1) bad("one value", text);
        instance.scalar = entry.values.front();
    } else if (name == "rows") {
        instance.rows = parse_list(text);
    } else if (name == "cols") {
        instance.cols = parse_list(text);
    } else if (name == "tuples") {
        Entries entries = parse_entries(text);
        instance.tuple_rows = std::move(entries.rows);
        instance.tuple_cols = std::move(entries.cols);
        instance.tuple_values = std::move(entries.values);
    } else if (name == "csr") {
        instance.by_csr = text == "1";
    } else {
        return false;
    }
    return true;
}

/// Other dimensions than the words and the seed give. The data that were made for those are dropped.
void resize(Instance& instance, const Dimensions& dimensions) {
    instance.layout = make_layout(instance.words, dimensions);
    for (const Role role : {role_C, role_M, role_A, role_B})
        if (instance.has(role))
            instance.matrices[role] = {instance.matrices[role].type,
                                       instance.layout.extents[role]->nrows,
                                       instance.layout.extents[role]->ncols,
                                       {}};
    for (auto* list : {&instance.rows, &instance.cols, &instance.tuple_rows, &instance.tuple_cols})
        list->clear();
    instance.tuple_values.clear();
}

/// Checks that index lists have the length of the region, and that the indices are in range.
void check_lists(const Instance& instance) {
    const ListUse use = instance.words.operation->lists;
    if (use == ListUse::none) return;
    const bool from_A = use == ListUse::from_A;
    Extent whole = *instance.layout.extents[from_A ? role_A : role_C];
    if (from_A && instance.words.is_set(Axis::tran_a)) std::swap(whole.nrows, whole.ncols);
    const auto check = [](bool all, const std::vector<std::uint64_t>& list, std::uint64_t count,
                          std::uint64_t limit) {
        if (all) return;
        if (list.size() != count) bad(fmt::format("a list of {} indices", count), written(list));
        for (const std::uint64_t index : list)
            if (index >= limit) bad(fmt::format("indices below {}", limit), written(list));
    };
    check(instance.layout.all_rows, instance.rows, instance.layout.row_count, whole.nrows);
    check(instance.layout.all_cols, instance.cols, instance.layout.col_count, whole.ncols);
}

/// The words that a line may leave out.
Case default_words(std::string_view operation) {
    Case words;
    words.operation = &find_operation(operation);
    for (const Axis axis : all_axes())
        words[axis] = levels(*words.operation)[static_cast<std::size_t>(axis)].front();
    words[Axis::shape] = find_word(Axis::shape, "rectangular");
    return words;
}

} // namespace

std::string to_text(const Instance& instance) {
    const Dimensions& d = instance.layout.dimensions;
    std::string text = fmt::format("{} dims={},{},{}", to_text(instance.words), d.m, d.k, d.n);
    for (const Role role : {role_C, role_M, role_A, role_B}) {
        if (!instance.has(role) || instance.holder[role] != role) continue;
        const reference::Matrix& matrix = instance.matrices[role];
        text += fmt::format(" {}={}", role_names[role], written_entries(matrix.type, [&](auto put) {
                                for (const auto& [place, entry] : matrix.entries)
                                    put(place.first, place.second, entry.value);
                            }));
    }
    if (instance.scalar.type != nullptr)
        text += fmt::format(" scalar={}", written_entries(instance.scalar.type,
                                                          [&](auto put) { put(0, 0, instance.scalar); }));
    if (!instance.layout.all_rows) text += " rows=" + written(instance.rows);
    if (!instance.layout.all_cols) text += " cols=" + written(instance.cols);
    if (instance.words.operation->tuples) {
        const mergus_type* type = operand_types(instance.words, instance.algebra).A;
        text +=
            fmt::format(" tuples={}", written_entries(type, [&](auto put) {
                            for (std::size_t e = 0; e < instance.tuple_values.size(); ++e)
                                put(instance.tuple_rows[e], instance.tuple_cols[e], instance.tuple_values[e]);
                        }));
    }
    return text + (instance.by_csr ? " csr=1" : " csr=0");
}

Instance parse_instance(std::string_view line, Size size) {
    std::vector<std::pair<std::string_view, std::string_view>> tokens, data;
    split(line, ' ', [&](std::string_view token) {
        const std::size_t equals = token.find('=');
        if (equals == std::string_view::npos) bad("name=word", token);
        tokens.emplace_back(token.substr(0, equals), token.substr(equals + 1));
    });
    if (tokens.empty() || tokens.front().first != "op") bad("op=OPERATION", line.substr(0, 20));
    Case words = default_words(tokens.front().second);
    std::vector<std::uint64_t> dims;
    constexpr std::array<std::string_view, 9> data_names = {"C",    "M",    "A",      "B",  "scalar",
                                                            "rows", "cols", "tuples", "csr"};
    for (const auto& [name, text] : tokens) {
        if (name == "dims")
            dims = parse_list(text);
        else if (std::find(data_names.begin(), data_names.end(), name) != data_names.end())
            data.emplace_back(name, text);
        else
            set_word(words, name, text);
    }
    Instance instance = make_instance(words, size);
    if (dims.size() == 3) resize(instance, {dims[0], dims[1], dims[2]});
    for (const auto& [name, text] : data)
        if (!set_data(instance, name, text)) bad("a known name", name);
    check_lists(instance);
    return instance;
}

} // namespace mergus::conformance
