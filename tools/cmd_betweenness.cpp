/// \file cmd_betweenness.cpp
/// mergus betweenness: how many shortest paths pass through each vertex.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    std::uint64_t sources = 32;
    std::uint64_t top = 10;
};

void run(const Options& options) {
    GraphRun run(options.graph, Edges::directed);
    // Evenly spread over the vertices.
    const std::uint64_t n = run.graph().nrows(), count = std::min(options.sources, n);
    std::vector<std::uint64_t> sources(count);
    for (std::uint64_t s = 0; s < count; ++s) sources[s] = n / count * s;
    const auto found = run.timed("betweenness", [&](const AnyMatrix& A) { return betweenness(A, sources); });
    run.record()["sources"] = count;
    run.record()["highest"] = largest(VertexValues<double>(found), options.top, "betweenness");
    run.finish(found);
}

} // namespace

void add_betweenness(CLI::App& program) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        program.add_subcommand("betweenness", "Count the shortest paths that pass through each vertex");
    add_graph_options(*command, options->graph, Edges::directed, "the centralities, a vector");
    command
        ->add_option("--sources", options->sources,
                     "Use the paths from N vertices, spread evenly over the numbers (default: 32)")
        ->type_name("N")
        ->check(whole_number(1));
    command->add_option("--top", options->top, "Print the N vertices of highest centrality (default: 10)")
        ->type_name("N")
        ->check(whole_number(0));
    command->footer("With as many sources as vertices the result is exact.\n"
                    "\nExamples:\n"
                    "  mergus betweenness social.txt --symmetrize --sources 256\n"
                    "  mergus betweenness rmat:scale=10 --sources 1024 -o centrality.mtx\n");
    command->callback([options] { run(*options); });
}

} // namespace mergus::tools
