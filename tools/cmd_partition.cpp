/// \file cmd_partition.cpp
/// mergus partition: parts of equal size with few edges between them.
#include "graph_run.hpp"

#include <limits>
#include <map>
#include <memory>
#include <vector>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    std::uint64_t parts = 2;
    KWayPartitionOptions how;
};

/// Their number, and the sizes of the first ones.
void describe_parts(const std::vector<std::int64_t>& labels, Record& record) {
    constexpr std::size_t shown = 10;
    std::map<std::int64_t, std::uint64_t> sizes;
    for (const std::int64_t part : labels) ++sizes[part];
    record["parts"] = sizes.size();
    Record& table = record["sizes"] = Record::array();
    for (const auto& [part, vertices] : sizes)
        if (table.size() < shown) table.push_back({{"part", part}, {"vertices", vertices}});
}

void run(const Options& options) {
    GraphRun run(options.graph, Edges::similarities);
    const auto found = run.timed(
        "partition", [&](const AnyMatrix& A) { return k_way_partition(A, options.parts, options.how); });
    run.record()["cut"] = found.cut;
    run.record()["balance"] = found.balance;
    describe_parts(VertexValues<std::int64_t>(found.labels).values, run.record());
    run.finish(found.labels);
}

} // namespace

void add_partition(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command =
        program.add_subcommand("partition", "Divide the vertices into parts of equal size");
    command.add_option("--parts", options->parts, "Number of parts (default: 2)")
        .type_name("N")
        .check(whole_number(1));
    command
        .add_option("--imbalance", options->how.imbalance,
                    "How much larger than an equal share a part may be (default: 0.03)")
        .check(real_number(0, std::numeric_limits<double>::infinity(), Open::upper));
    command.add_option("--seed", options->how.seed, "Of all choices (default: 0)")
        .type_name("N")
        .check(whole_number(0));
    add_graph_options(command, options->graph, Edges::similarities,
                      "the part of each vertex, from 0 on, a vector");
    command.footer("Few edges are cut: cut is half of the sum of the matrix between parts, balance the "
                   "largest part over an\nequal share. Add --symmetrize if the file lists each undirected "
                   "edge once.\n"
                   "\nExamples:\n"
                   "  mergus partition mesh.mtx --parts 8\n"
                   "  mergus partition rmat:scale=14 --parts 4 --imbalance 0.1 --json -o parts.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
