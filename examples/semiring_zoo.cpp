/// \file semiring_zoo.cpp
/// Checks the laws of every semiring of semirings/zoo.hpp, compares A·A between all backends of this machine,
/// and measures its time relative to plus_times<double>.
#include "semirings/zoo.hpp"

#include <mergus/mergus.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using Bytes = std::vector<unsigned char>;

struct Settings {
    std::string graph = "rmat:scale=6,ef=4";
    std::vector<std::string> backends;
    std::vector<std::string> only;
    unsigned repeat = 1;
    bool check = false;
    std::string csv;
};

/// With more products of A·A results are compared only with --check.
constexpr std::uint64_t compared_products = 1'000'000;

/// All entries of a matrix of any type.
struct Entries {
    std::vector<std::uint64_t> rows, cols;
    Bytes values;

    explicit Entries(const mergus::AnyMatrix& C)
        : rows(C.nvals()), cols(C.nvals()), values(C.nvals() * C.type()->size) {
        C.extract_tuples(rows.data(), cols.data(), values.data(), C.type());
    }
    /// Describes the first difference; empty if there is none.
    [[nodiscard]] std::string difference(const Entries& other, zoo::Same same) const {
        if (rows != other.rows || cols != other.cols)
            return fmt::format("{} and {} entries, at other places", other.rows.size(), rows.size());
        const std::size_t size = rows.empty() ? 0 : values.size() / rows.size();
        for (std::size_t e = 0; e < rows.size(); ++e)
            if (!same(values.data() + e * size, other.values.data() + e * size))
                return fmt::format("another value at ({}, {})", rows[e], cols[e]);
        return {};
    }
};

struct Outcome {
    mergus::AnyMatrix C;
    double seconds; ///< fastest repetition; the first, which compiles kernels, does not count
};

Outcome multiply(const mergus::Context& context, const mergus::Csr& graph, const zoo::Exhibit& exhibit,
                 unsigned repeat) {
    const mergus_op& mul = *exhibit.semiring.get()->mul;
    const mergus::AnyMatrix A = zoo::filled(context, graph, mul.x_type, exhibit.a);
    const mergus::AnyMatrix other =
        exhibit.same_fills ? mergus::AnyMatrix() : zoo::filled(context, graph, mul.y_type, exhibit.b);
    const mergus::AnyMatrix& B = exhibit.same_fills ? A : other;
    Outcome outcome{mergus::AnyMatrix(context, mul.z_type, graph.nrows, graph.ncols), 1e300};
    for (unsigned time = 0; time <= repeat; ++time) {
        outcome.C.clear();
        context.wait();
        const auto start = std::chrono::steady_clock::now();
        mergus::mxm(outcome.C, exhibit.semiring, A, B);
        context.wait();
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        if (time > 0) outcome.seconds = std::min(outcome.seconds, took.count());
    }
    return outcome;
}

/// The laws of ⊕ at the identity, the terminal value, and sums of one to three products.
std::vector<mergus::BrokenLaw> broken_laws(const zoo::Exhibit& exhibit) {
    const mergus_semiring& semiring = *exhibit.semiring.get();
    const mergus_op &add = *semiring.add->op, &mul = *semiring.mul;
    const std::size_t size = add.z_type->size;
    // Aligned for all types. Values have at most 64 bytes.
    using Value = std::array<std::max_align_t, 8>;
    Value a{}, b{}, z{};
    Bytes samples;
    const auto keep = [&](const void* value) {
        const auto* const bytes = static_cast<const unsigned char*>(value);
        samples.insert(samples.end(), bytes, bytes + size);
    };
    keep(semiring.add->identity);
    if (semiring.add->terminal != nullptr) keep(semiring.add->terminal);
    for (std::uint64_t n = 0; n < 24; ++n) {
        Value sum{}, next{};
        for (std::uint64_t term = 0; term <= n % 3; ++term) {
            exhibit.a(a.data(), zoo::Edge(n, term));
            exhibit.b(b.data(), zoo::Edge(term, n));
            if (mul.kind == MERGUS_INDEX_BINARY)
                mul.function.index_binary(z.data(), a.data(), b.data(), static_cast<std::int64_t>(n),
                                          static_cast<std::int64_t>(term), 0);
            else
                mul.function.binary(z.data(), a.data(), b.data());
            // Sums without the identity, which is under test.
            if (term > 0) add.function.binary(next.data(), sum.data(), z.data());
            sum = term > 0 ? next : z;
        }
        keep(sum.data());
    }
    return mergus::check_laws(
        exhibit.semiring,
        {.samples = samples.data(), .sample_count = samples.size() / size, .equal = exhibit.same});
}

std::uint64_t count_products(const mergus::Csr& graph) {
    std::uint64_t count = 0;
    for (const std::uint64_t k : graph.cols) count += graph.row_ptr[k + 1] - graph.row_ptr[k];
    return count;
}

mergus::Csr read_graph(const std::string& name) {
    if (mergus::generate::is_spec(name)) return mergus::generate::from_spec(name);
    return mergus::to_csr(mergus::read_matrix_market(name, {.duplicates = mergus::Duplicates::keep_one}));
}

/// The CPU, and the GPU or, without one, the emulated device.
std::vector<std::string> backends_here(bool with_cpu) {
    std::vector<std::string> names, emulated;
    for (const mergus::BackendInfo& info : mergus::backends()) {
        if (info.name == "cuda" && info.score > 0) names.push_back(info.name);
        if (info.name == "cuda-emulated") emulated.push_back(info.name);
    }
    if (names.empty() && with_cpu) names = emulated;
    if (with_cpu || names.empty()) names.insert(names.begin(), "suitesparse");
    return names;
}

/// The results of one semiring on all backends.
struct Line {
    std::string csv;              ///< a line for each backend, without the columns that are common to all
    std::optional<Entries> first; ///< the result that the others were compared with
    bool compared = false;
    std::string different; ///< the last difference found
};

/// \param unit seconds of the yardstick on each backend. \param line with a first result if there is one
/// already.
void show(const zoo::Exhibit& exhibit, const std::vector<mergus::Context>& contexts, const mergus::Csr& graph,
          unsigned repeat, const std::vector<double>& unit, bool compares, Line& line) {
    for (std::size_t c = 0; c < contexts.size(); ++c) {
        const Outcome outcome = multiply(contexts[c], graph, exhibit, repeat);
        const double ratio = outcome.seconds / unit[c];
        fmt::print("  {:>17.3f} {:>6.2f}", outcome.seconds * 1e3, ratio);
        std::fflush(stdout);
        const char* result = "not compared";
        if (compares) {
            Entries entries(outcome.C);
            if (line.first) {
                line.compared = true;
                const std::string found = entries.difference(*line.first, exhibit.same);
                if (!found.empty()) line.different = fmt::format("{}: {}", contexts[c].backend(), found);
                result = found.empty() ? "equal" : "DIFFERENT";
            } else {
                line.first = std::move(entries);
                result = "first";
            }
        }
        line.csv += fmt::format("{},{},{},{},{}\n", contexts[c].backend(), outcome.seconds, ratio,
                                outcome.C.nvals(), result);
    }
    fmt::print("  {}\n", !line.compared ? "not compared" : line.different.empty() ? "equal" : "DIFFERENT");
    if (!line.different.empty()) fmt::print("    {}\n", line.different);
}

/// The semirings that `settings` selects. \throws Error invalid_value for an unknown name.
std::vector<zoo::Exhibit> chosen(const Settings& settings) {
    std::vector<zoo::Exhibit> all = zoo::exhibits(), some;
    if (settings.only.empty()) return all;
    for (const std::string& name : settings.only) {
        const auto found =
            std::find_if(all.begin(), all.end(), [&](const zoo::Exhibit& e) { return e.name == name; });
        if (found == all.end()) throw mergus::Error(mergus::Code::invalid_value, "no semiring " + name);
        some.push_back(*found);
    }
    return some;
}

int run(Settings settings) {
    const mergus::Csr graph = read_graph(settings.graph);
    if (graph.nrows != graph.ncols)
        throw mergus::Error(mergus::Code::dimension_mismatch, "A·A needs a square matrix");
    const std::uint64_t products = count_products(graph);
    const bool compares = settings.check || products <= compared_products;
    if (settings.backends.empty()) settings.backends = backends_here(compares);
    std::vector<mergus::Context> contexts;
    for (const std::string& name : settings.backends) contexts.emplace_back(name);
    const std::vector<zoo::Exhibit> exhibits = chosen(settings);
    fmt::print("{}: {} × {}, {} entries, A·A has {} products{}\n\n{:<23} {:>5}  {:<6}", settings.graph,
               graph.nrows, graph.ncols, graph.nvals(), products,
               compares ? "" : "; results are not compared (--check)", "semiring", "bytes", "laws");
    std::vector<double> unit;
    for (const mergus::Context& context : contexts) {
        unit.push_back(multiply(context, graph, zoo::yardstick(), settings.repeat).seconds);
        fmt::print("  {:>14} ms  ratio", context.backend());
    }
    fmt::print("  results\n");

    std::string csv = "semiring,value_bytes,laws,products,backend,seconds,ratio,entries,results\n";
    std::map<std::string, Entries> twins; // results that are compared with those of other semirings
    bool right = true;
    for (const zoo::Exhibit& exhibit : exhibits) {
        const std::size_t bytes = exhibit.semiring.get()->add->op->z_type->size;
        const std::vector<mergus::BrokenLaw> broken = broken_laws(exhibit);
        const char* const laws = broken.empty() ? "hold" : "BROKEN";
        fmt::print("{:<23} {:>5}  {:<6}", exhibit.name, bytes, laws);
        Line line;
        if (const auto twin = twins.find(exhibit.twin); twin != twins.end())
            line.first = std::move(twin->second);
        show(exhibit, contexts, graph, settings.repeat, unit, compares, line);
        for (const mergus::BrokenLaw& law : broken)
            fmt::print("    {}: {}\n", mergus::law_name(law.law), law.counter_example);
        right = right && broken.empty() && line.different.empty();
        std::istringstream lines(line.csv);
        for (std::string rest; std::getline(lines, rest);)
            csv += fmt::format("{},{},{},{},{}\n", exhibit.name, bytes, laws, products, rest);
        const auto wants = [&](const zoo::Exhibit& other) { return other.twin == exhibit.name; };
        if (line.first && std::any_of(exhibits.begin(), exhibits.end(), wants))
            twins.emplace(exhibit.name, std::move(*line.first));
    }
    if (!settings.csv.empty() && !(std::ofstream(settings.csv) << csv).flush())
        throw mergus::Error(mergus::Code::io_error, "cannot write " + settings.csv);
    return right ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    Settings settings;
    CLI::App program("User semirings: their laws, A·A on every backend, compared and timed.", "semiring_zoo");
    program.add_option("graph", settings.graph,
                       "MatrixMarket file (also gzipped), of which the pattern is taken, or a generator "
                       "(default: rmat:scale=6,ef=4)");
    program.add_option("--backend", settings.backends,
                       "Backend, also several times (default: the CPU, and the GPU or the emulated device)");
    program.add_option("--only", settings.only, "This semiring, also several times (default: all)");
    program.add_option("--repeat", settings.repeat, "Timed products, of which the fastest counts")
        ->check(CLI::Range(1, 1000));
    program.add_flag("--check", settings.check,
                     "Compare with the CPU also where A·A has more than 10^6 products");
    program.add_option("--csv", settings.csv, "Write a line for each semiring and backend");
    try {
        program.parse(argc, argv);
        return run(settings);
    } catch (const CLI::ParseError& error) {
        return program.exit(error) == 0 ? 0 : 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "semiring_zoo: %s\n", error.what()); // unlike fmt::print, throws nothing
        return 1;
    }
}
