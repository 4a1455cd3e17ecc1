/// \file cmd_communities.cpp
/// mergus communities: communities by the methods of Leiden and Louvain, or by label propagation.
#include "graph_run.hpp"

#include <limits>
#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    CommunityOptions how;
    std::string method = "leiden";
    std::string quality = "modularity";
};

Vector<std::int64_t> find(const AnyMatrix& A, const Options& options, Record& record) {
    if (options.method == "labels") {
        LabelPropagation found = label_propagation(A, {.seed = options.how.seed});
        record["iterations"] = found.iterations;
        record["converged"] = found.converged;
        return std::move(found.labels);
    }
    CommunityOptions how = options.how;
    if (options.quality == "cpm") how.quality = CommunityQuality::cpm;
    Communities found = options.method == "louvain" ? louvain(A, how) : leiden(A, how);
    record["levels"] = found.levels;
    if (options.quality == "cpm") record["cpm"] = found.quality;
    return std::move(found.labels);
}

void run(const Options& options) {
    GraphRun run(options.graph, Edges::similarities);
    Record details;
    const auto labels =
        run.timed("communities", [&](const AnyMatrix& A) { return find(A, options, details); });
    run.record()["method"] = options.method;
    for (const auto& [name, value] : details.items()) run.record()[name] = value;
    run.record()["modularity"] = modularity(run.graph(), labels, {.resolution = options.how.resolution});
    describe_clusters(VertexValues<std::int64_t>(labels).values, "communities", "communities_of_one_vertex",
                      run.names(), run.record());
    const auto leaving = conductance(run.graph(), labels);
    for (Record& row : run.record()["largest"])
        row["conductance"] = leaving.extract_element(row["first_vertex"].get<std::uint64_t>()).value_or(0);
    run.finish(labels);
}

} // namespace

void add_communities(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command = program.add_subcommand("communities", "Find communities");
    command.add_option("--method", options->method, "(default: leiden)")
        .one_of({"leiden", "louvain", "labels"});
    command
        .add_option("--quality", options->quality,
                    "What leiden and louvain maximise; cpm: the constant Potts model (default: modularity)")
        .one_of({"modularity", "cpm"});
    command
        .add_option("--resolution", options->how.resolution,
                    "Larger: smaller communities; at least 0 (default: 1)")
        .check(real_number(0, std::numeric_limits<double>::infinity(), Open::upper));
    command.add_option("--seed", options->how.seed, "Of the order in which vertices move (default: 0)")
        .type_name("N")
        .check(whole_number(0));
    add_checkpoints(command, options->how.checkpoints, "pass of leiden or louvain");
    add_graph_options(command, options->graph, Edges::similarities,
                      "the least vertex of each community, a vector");
    command.footer(
        "Weights are the values of the file, which must not be negative; 1 in a file without values. A "
        "matrix "
        "that\nis not symmetric is a directed graph: add --symmetrize if the file lists each undirected edge "
        "once.\nThe conductance of a community is the weight of the edges that leave it, over the lesser of "
        "the sums of the\ndegrees in it and outside.\n"
        "\nExamples:\n"
        "  mergus communities friends.txt --symmetrize\n"
        "  mergus communities proteins.mtx --resolution 2 --json -o communities.mtx\n"
        "  mergus communities rmat:scale=16 --method louvain\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
