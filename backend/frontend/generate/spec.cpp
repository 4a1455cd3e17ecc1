/// \file spec.cpp
/// Generators from text: "NAME:KEY=VALUE,KEY=VALUE".
#include <mergus/error.hpp>
#include <mergus/generate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <system_error>
#include <vector>

namespace mergus::generate {

namespace {

struct Parameter {
    std::string_view key;
    std::string_view fallback; ///< Empty: required.
};

class Values;

struct Generator {
    std::string_view name;
    std::span<const Parameter> parameters;
    std::string_view description;
    Csr (*make)(const Values& values);
};

/// The syntax of a spec with its default values: "er:rows=…,cols=rows,…".
std::string form(const Generator& generator) {
    std::string text = fmt::format("{}:", generator.name);
    for (const Parameter& parameter : generator.parameters) {
        text += fmt::format("{}{}={}", text.ends_with(':') ? "" : ",", parameter.key,
                            parameter.fallback.empty() ? "…" : parameter.fallback);
    }
    return text;
}

/// The values of a spec, by key.
class Values {
public:
    Values(const Generator& generator, std::string_view text) : generator_(generator) {
        for (const Parameter& parameter : generator.parameters) texts_.push_back(parameter.fallback);
        std::vector<bool> given(texts_.size());
        while (!text.empty()) {
            const std::string_view item = text.substr(0, text.find(','));
            text.remove_prefix(std::min(text.size(), item.size() + 1));
            const std::size_t equals = item.find('=');
            const std::string_view key = item.substr(0, equals);
            const std::size_t number = index(key);
            if (number == texts_.size()) fail(fmt::format("unknown key '{}'", key));
            if (equals == std::string_view::npos || equals + 1 == item.size()) {
                fail(fmt::format("'{}' has no value", key));
            }
            if (given[number]) fail(fmt::format("'{}' is given twice", key));
            given[number] = true;
            texts_[number] = item.substr(equals + 1);
        }
        for (std::size_t number = 0; number < texts_.size(); ++number) {
            if (texts_[number].empty())
                fail(fmt::format("'{}' is missing", generator.parameters[number].key));
        }
    }

    [[nodiscard]] std::uint64_t integer(std::string_view key) const {
        return number<std::uint64_t>(key, "an integer from 0 to 2^64 - 1");
    }
    /// Integers with an x between them.
    [[nodiscard]] std::vector<std::uint64_t> integers(std::string_view key) const {
        std::vector<std::uint64_t> list;
        std::string_view text = texts_[index(key)];
        for (bool more = true; more;) {
            const std::size_t end = text.find('x');
            more = end != std::string_view::npos;
            list.push_back(
                number<std::uint64_t>(key, "integers with an x between them", text.substr(0, end)));
            text.remove_prefix(more ? end + 1 : text.size());
        }
        return list;
    }
    [[nodiscard]] double real(std::string_view key) const { return number<double>(key, "a number"); }
    [[nodiscard]] bool flag(std::string_view key) const {
        const std::string_view text = texts_[index(key)];
        if (text == "1" || text == "true") return true;
        if (text != "0" && text != "false")
            fail(fmt::format("{} is '{}', not 0, 1, false or true", key, text));
        return false;
    }
    /// An integer, or the value of the key `other` if the text is its name.
    [[nodiscard]] std::uint64_t integer_or_key(std::string_view key, std::string_view other) const {
        return texts_[index(key)] == other ? integer(other) : integer(key);
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw Error(Code::invalid_value,
                    fmt::format("generate: {}: {}; expected {}", generator_.name, what, form(generator_)));
    }

private:
    [[nodiscard]] std::size_t index(std::string_view key) const {
        const auto found = std::find_if(generator_.parameters.begin(), generator_.parameters.end(),
                                        [key](const Parameter& parameter) { return parameter.key == key; });
        return static_cast<std::size_t>(found - generator_.parameters.begin());
    }

    template <class T>
    [[nodiscard]] T number(std::string_view key, std::string_view kind) const {
        return number<T>(key, kind, texts_[index(key)]);
    }
    /// \param text a part of the value
    template <class T>
    [[nodiscard]] T number(std::string_view key, std::string_view kind, std::string_view text) const {
        T value{};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || end != text.data() + text.size()) {
            fail(fmt::format("{} is '{}', not {}", key, texts_[index(key)], kind));
        }
        return value;
    }

    const Generator& generator_;
    std::vector<std::string_view> texts_; ///< In the order of the generator's parameters.
};

Csr make_rmat(const Values& values) {
    Rmat parameters;
    const std::uint64_t scale = values.integer("scale");
    parameters.scale =
        static_cast<unsigned>(std::min<std::uint64_t>(scale, ~0U)); // rmat() rejects large values
    parameters.edge_factor = values.real("ef");
    parameters.a = values.real("a");
    parameters.b = values.real("b");
    parameters.c = values.real("c");
    parameters.symmetric = values.flag("symmetric");
    parameters.permute = values.flag("permute");
    parameters.seed = values.integer("seed");
    return rmat(parameters);
}

Csr make_er(const Values& values) {
    return er(values.integer("rows"), values.integer_or_key("cols", "rows"), values.real("degree"),
              values.integer("seed"));
}

Csr make_powerlaw(const Values& values) {
    return powerlaw(values.integer("rows"), values.integer_or_key("cols", "rows"), values.real("degree"),
                    values.real("exponent"), values.integer("seed"));
}

Csr make_lfr(const Values& values) {
    return lfr({.n = values.integer("n"),
                .mixing = values.real("mu"),
                .degree = values.real("degree"),
                .max_degree = values.integer("max-degree"),
                .degree_exponent = values.real("degree-exponent"),
                .min_community = values.integer("min-community"),
                .max_community = values.integer("max-community"),
                .community_exponent = values.real("community-exponent"),
                .seed = values.integer("seed")});
}

Csr make_grid(const Values& values) {
    return grid(values.integers("sides"), values.flag("periodic"));
}

template <Csr (*make)(Natural)>
Csr make_stencil(const Values& values) {
    return make(values.integer("n"));
}

template <Csr (*make)(Natural, Natural, Natural)>
Csr make_band(const Values& values) {
    return make(values.integer("n"), values.integer("half"), values.integer("seed"));
}

Csr make_barabasi_albert(const Values& values) {
    return barabasi_albert(values.integer("n"), values.integer("edges"), values.integer("seed"));
}

Csr make_watts_strogatz(const Values& values) {
    return watts_strogatz(values.integer("n"), values.integer("degree"), values.real("rewired"),
                          values.integer("seed"));
}

Csr make_planted_partition(const Values& values) {
    return planted_partition(values.integer("n"), values.integer("groups"), values.real("inside"),
                             values.real("outside"), values.integer("seed"));
}

Csr make_random_geometric(const Values& values) {
    return random_geometric(values.integer("n"), values.real("degree"), values.integer("seed"));
}

constexpr std::array<Parameter, 8> rmat_keys = {{{"scale", "16"},
                                                 {"ef", "16"},
                                                 {"a", "0.57"},
                                                 {"b", "0.19"},
                                                 {"c", "0.19"},
                                                 {"symmetric", "1"},
                                                 {"permute", "1"},
                                                 {"seed", "1"}}};
constexpr std::array<Parameter, 4> er_keys = {
    {{"rows", ""}, {"cols", "rows"}, {"degree", ""}, {"seed", "1"}}};
constexpr std::array<Parameter, 1> stencil_keys = {{{"n", ""}}};
constexpr std::array<Parameter, 3> band_keys = {{{"n", ""}, {"half", ""}, {"seed", "1"}}};
constexpr std::array<Parameter, 5> powerlaw_keys = {
    {{"rows", ""}, {"cols", "rows"}, {"degree", ""}, {"exponent", "2.1"}, {"seed", "1"}}};

constexpr std::array<Parameter, 3> barabasi_albert_keys = {{{"n", ""}, {"edges", ""}, {"seed", "1"}}};
constexpr std::array<Parameter, 4> watts_strogatz_keys = {
    {{"n", ""}, {"degree", ""}, {"rewired", "0.1"}, {"seed", "1"}}};
constexpr std::array<Parameter, 5> planted_partition_keys = {
    {{"n", ""}, {"groups", ""}, {"inside", ""}, {"outside", ""}, {"seed", "1"}}};
constexpr std::array<Parameter, 3> random_geometric_keys = {{{"n", ""}, {"degree", ""}, {"seed", "1"}}};
constexpr std::array<Parameter, 9> lfr_keys = {{{"n", "1000"},
                                                {"mu", "0.1"},
                                                {"degree", "20"},
                                                {"max-degree", "50"},
                                                {"degree-exponent", "2"},
                                                {"min-community", "20"},
                                                {"max-community", "100"},
                                                {"community-exponent", "1"},
                                                {"seed", "1"}}};
constexpr std::array<Parameter, 2> grid_keys = {{{"sides", ""}, {"periodic", "0"}}};

constexpr std::array<Generator, 15> generators = {{
    {"rmat", rmat_keys, "R-MAT graph of 2^scale vertices, about ef edges each", make_rmat},
    {"er", er_keys, "uniform random, degree draws a row", make_er},
    {"poisson2d5", stencil_keys, "5-point stencil on an n by n grid", make_stencil<poisson2d5>},
    {"poisson2d9", stencil_keys, "9-point stencil on an n by n grid", make_stencil<poisson2d9>},
    {"poisson3d7", stencil_keys, "7-point stencil on an n by n by n grid", make_stencil<poisson3d7>},
    {"poisson3d27", stencil_keys, "27-point stencil on an n by n by n grid", make_stencil<poisson3d27>},
    {"banded", band_keys, "band of half entries on each side of the diagonal", make_band<banded>},
    {"banded-permuted", band_keys, "the same, rows and columns shuffled", make_band<banded_permuted>},
    {"powerlaw", powerlaw_keys, "row lengths and columns by a power law, mean degree", make_powerlaw},
    {"barabasi-albert", barabasi_albert_keys, "preferential attachment, edges for each new vertex",
     make_barabasi_albert},
    {"watts-strogatz", watts_strogatz_keys, "small world, a share of the edges of a ring rewired",
     make_watts_strogatz},
    {"planted-partition", planted_partition_keys, "groups, with inside neighbours in them and outside others",
     make_planted_partition},
    {"random-geometric", random_geometric_keys, "near points of the unit square, mean degree",
     make_random_geometric},
    {"lfr", lfr_keys, "benchmark of communities, a share mu of the edges of a vertex outside", make_lfr},
    {"grid", grid_keys, "points of a grid, joined along the axes; sides such as 30x40x5", make_grid},
}};

const Generator* find(std::string_view name) noexcept {
    const auto* found = std::find_if(generators.begin(), generators.end(),
                                     [name](const Generator& generator) { return generator.name == name; });
    return found == generators.end() ? nullptr : found;
}

} // namespace

Csr from_spec(std::string_view spec) {
    const std::size_t colon = spec.find(':');
    const std::string_view name = spec.substr(0, colon);
    const Generator* generator = find(name);
    if (generator == nullptr)
        throw Error(Code::invalid_value, fmt::format("generate: unknown generator '{}'; known: {}", name,
                                                     fmt::join(names(), ", ")));
    return generator->make(Values(*generator, colon == std::string_view::npos ? "" : spec.substr(colon + 1)));
}

bool is_spec(std::string_view text) noexcept {
    return find(text.substr(0, text.find(':'))) != nullptr;
}

std::vector<std::string_view> names() {
    std::vector<std::string_view> names;
    for (const Generator& generator : generators) names.push_back(generator.name);
    return names;
}

std::string spec_help() {
    std::string text;
    for (const Generator& generator : generators) {
        text += fmt::format("{}  {}\n", form(generator), generator.description);
    }
    return text;
}

} // namespace mergus::generate
