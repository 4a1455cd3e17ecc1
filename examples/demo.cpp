/// \file demo.cpp
/// Counts the triangles of a Graph500-like graph and runs a breadth-first search from 64 vertices at once, on
/// the best backend of this machine. Results are compared with plain sequential code and, if the backend is
/// another one, with SuiteSparse.
#include "plain_graph.hpp"

#include <mergus/mergus.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace {

using Levels = std::vector<std::vector<std::int32_t>>; ///< a row for each source, as plain::bfs returns it

/// The results of one implementation, and its times for a first and a second run of each task.
struct Findings {
    std::string backend;
    std::uint64_t triangles = 0;
    Levels levels{};
    double count_seconds[2] = {0, 0};
    double bfs_seconds[2] = {0, 0};
};

template <class Work>
auto timed(Work work, double& seconds) {
    const auto start = std::chrono::steady_clock::now();
    auto result = work();
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

/// `count` vertices with edges, at equal distances in the list of all such vertices.
std::vector<std::uint64_t> choose_sources(const mergus::Csr& graph, std::size_t count) {
    std::vector<std::uint64_t> candidates;
    for (std::uint64_t v = 0; v < graph.nrows; ++v)
        if (graph.row_ptr[v + 1] > graph.row_ptr[v]) candidates.push_back(v);
    count = std::min(count, candidates.size());
    std::vector<std::uint64_t> sources;
    for (std::size_t s = 0; s < count; ++s) sources.push_back(candidates[s * candidates.size() / count]);
    return sources;
}

Findings run_plain(const mergus::Csr& graph, const std::vector<std::uint64_t>& sources) {
    Findings found{.backend = "plain"};
    found.triangles = timed([&] { return plain::triangles(graph); }, found.count_seconds[0]);
    found.levels = timed(
        [&] {
            Levels levels;
            for (const std::uint64_t source : sources) levels.push_back(plain::bfs(graph, source));
            return levels;
        },
        found.bfs_seconds[0]);
    return found;
}

Findings run_backend(const mergus::Context& context, const mergus::Csr& graph,
                     const std::vector<std::uint64_t>& sources) {
    Findings found{.backend = std::string(context.backend())};
    const auto A = mergus::Matrix<bool>::from_csr(context, graph);
    mergus::Matrix<std::int32_t> levels;
    for (int round = 0; round < 2; ++round) {
        context.wait();
        found.triangles = timed([&] { return mergus::triangle_count(A); }, found.count_seconds[round]);
        levels = timed(
            [&] {
                auto result = mergus::bfs_levels(A, sources);
                context.wait();
                return result;
            },
            found.bfs_seconds[round]);
    }
    std::vector<std::uint64_t> rows;
    std::vector<std::uint64_t> cols;
    std::vector<std::int32_t> values;
    levels.extract_tuples(rows, cols, values);
    found.levels.assign(sources.size(), std::vector<std::int32_t>(graph.nrows, plain::unreached));
    for (std::size_t e = 0; e < rows.size(); ++e) found.levels[rows[e]][cols[e]] = values[e];
    return found;
}

std::string describe(const Levels& levels) {
    std::uint64_t reached = 0;
    std::int32_t deepest = 0;
    for (const auto& search : levels)
        for (const std::int32_t level : search) {
            reached += level != plain::unreached ? 1 : 0;
            deepest = std::max(deepest, level);
        }
    return fmt::format("{} reached, {} steps", reached, deepest);
}

std::string milliseconds(double seconds) {
    return seconds > 0 ? fmt::format("{:.1f} ms", seconds * 1e3) : "";
}

void print_line(const std::string& task, const std::string& backend, const std::string& result,
                const std::string& first, const std::string& again, const std::string& checked) {
    std::string line = fmt::format("{:<10}  {:<13}  {:>24}  {:>12}  {:>12}  {}", task, backend, result, first,
                                   again, checked);
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print("{}\n", line);
}

/// Prints the table. Returns whether all results agree.
bool compare(const std::vector<Findings>& all, std::size_t sources) {
    bool right = true;
    // "plain: equal, suitesparse: equal": compared with the rows above.
    const auto verdict = [&](std::size_t which, auto member) {
        std::string text;
        for (std::size_t other = 0; other < which; ++other) {
            const bool equal = all[which].*member == all[other].*member;
            right = right && equal;
            text += fmt::format("{}{}: {}", other > 0 ? ", " : "", all[other].backend,
                                equal ? "equal" : "DIFFERENT");
        }
        return text;
    };
    print_line("task", "backend", "result", "first time", "next time", "checked against");
    for (std::size_t i = 0; i < all.size(); ++i)
        print_line("triangles", all[i].backend, fmt::format("{}", all[i].triangles),
                   milliseconds(all[i].count_seconds[0]), milliseconds(all[i].count_seconds[1]),
                   verdict(i, &Findings::triangles));
    for (std::size_t i = 0; i < all.size(); ++i)
        print_line(fmt::format("bfs x {}", sources), all[i].backend, describe(all[i].levels),
                   milliseconds(all[i].bfs_seconds[0]), milliseconds(all[i].bfs_seconds[1]),
                   verdict(i, &Findings::levels));
    return right;
}

int run(const mergus::generate::Rmat& parameters, std::size_t source_count, const std::string& wanted) {
    const mergus::Context context(wanted);
    fmt::print("backend {}: {}\n", context.backend(), context.description());
    for (const mergus::BackendInfo& info : mergus::backends())
        fmt::print("  {} {} (score {}): {}\n", info.name == context.backend() ? "*" : " ", info.name,
                   info.score, info.reason);
    std::fflush(stdout);

    const mergus::Csr graph = mergus::generate::rmat(parameters);
    const std::vector<std::uint64_t> sources = choose_sources(graph, source_count);
    fmt::print("graph: R-MAT, scale {}, edge factor {}, seed {}: {} vertices, {} edges\n\n", parameters.scale,
               parameters.edge_factor, parameters.seed, graph.nrows, graph.nvals() / 2);
    std::fflush(stdout);

    std::vector<Findings> all = {run_plain(graph, sources)};
    if (context.backend() != "suitesparse")
        all.push_back(run_backend(mergus::Context("suitesparse"), graph, sources));
    all.push_back(run_backend(context, graph, sources));
    const bool right = compare(all, sources.size());
    fmt::print("\n{}\n", right ? "All results agree." : "The results differ!");
    return right ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    mergus::generate::Rmat parameters;
    std::size_t sources = 64;
    std::string backend;
    CLI::App program("Triangles and breadth-first search on a Graph500-like graph, checked.", "demo");
    program.add_option("--scale", parameters.scale, "2^scale vertices (default: 16)")
        ->check(CLI::Range(1, 30));
    program.add_option("--edge-factor", parameters.edge_factor, "Edges drawn for each vertex (default: 16)")
        ->check(CLI::PositiveNumber);
    program.add_option("--seed", parameters.seed, "Seed of the graph (default: 1)");
    program.add_option("--sources", sources, "Searches at once (default: 64)")->check(CLI::PositiveNumber);
    program.add_option("--backend", backend, "Backend (default: the best one that can run here)");
    try {
        program.parse(argc, argv);
        return run(parameters, sources, backend);
    } catch (const CLI::ParseError& error) {
        return program.exit(error) == 0 ? 0 : 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "demo: %s\n", error.what()); // unlike fmt::print, throws nothing
        return 1;
    }
}
