/// \file cmd_similarity.cpp
/// mergus similarity: scores of pairs of vertices, which also predict edges.
#include "graph_run.hpp"

#include <map>
#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    std::string method = "adamic-adar";
    bool links = false;
    std::uint64_t nearest = 0; ///< vertices for each; 0: scores of pairs
    std::uint64_t top = 10;
};

Similarity score_named(const std::string& name) {
    static const std::map<std::string, Similarity> scores = {
        {"common-neighbours", Similarity::common_neighbours},
        {"jaccard", Similarity::jaccard},
        {"overlap", Similarity::overlap},
        {"cosine", Similarity::cosine},
        {"adamic-adar", Similarity::adamic_adar},
        {"resource-allocation", Similarity::resource_allocation},
        {"preferential-attachment", Similarity::preferential_attachment}};
    return scores.at(name);
}

/// Pairs without an edge that have a common neighbour.
Matrix<bool> pairs_without_edge(const AnyMatrix& A) {
    const auto pairs = mxm(any_pair<bool>, A, A, {.mask = complement(structure(A))});
    return select(ops::offdiag, pairs, 0);
}

Matrix<double> find(const AnyMatrix& A, const Options& options, Record& details) {
    if (options.method == "simrank") {
        SimRank found = simrank(A);
        details = {{"iterations", found.iterations}, {"converged", found.converged}};
        auto others = select(ops::offdiag, found.scores, 0);
        if (options.links) assign(others, others, {.mask = complement(structure(A)), .replace = true});
        return others;
    }
    const Similarity score = score_named(options.method);
    return options.links ? similarity(A, pairs_without_edge(A), score) : similarity(A, A, score);
}

/// The scores of the most similar vertices of each.
void run_nearest(const Options& options) {
    GraphRun run(options.graph, Edges::similarities);
    const MostSimilar found =
        run.timed("similarity", [&](const AnyMatrix& A) { return most_similar(A, options.nearest); });
    std::vector<std::uint64_t> rows, places;
    std::vector<std::int64_t> others;
    std::vector<double> scores;
    found.row.extract_tuples(rows, places, others);
    found.score.extract_tuples(rows, places, scores);
    const std::uint64_t n = run.graph().nrows();
    const auto nearest = Matrix<double>::from_tuples(
        run.context(), n, n, rows, std::vector<std::uint64_t>(others.begin(), others.end()), scores);
    run.record()["pairs"] = nearest.nvals();
    run.record()["most_similar"] = largest_entries(nearest, options.top, "score", run.names());
    run.finish(nearest);
}

void run(const Options& options) {
    if (options.nearest != 0) return run_nearest(options);
    GraphRun run(options.graph, Edges::undirected);
    Record details = Record::object();
    const auto found = run.timed("similarity", [&](const AnyMatrix& A) { return find(A, options, details); });
    run.record()["method"] = options.method;
    for (const auto& [name, value] : details.items()) run.record()[name] = value;
    run.record()["pairs"] = found.nvals() / 2;
    run.record()["most_similar"] = largest_pairs(found, options.top, "score", run.names());
    run.finish(found);
}

} // namespace

void add_similarity(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command =
        program.add_subcommand("similarity", "Score pairs of vertices by their neighbours; predict edges");
    const Argument method = command.add_option("--method", options->method, "(default: adamic-adar)")
                                .one_of({"common-neighbours", "jaccard", "overlap", "cosine", "adamic-adar",
                                         "resource-allocation", "preferential-attachment", "simrank"});
    const Argument links =
        command.add_flag("--links", options->links,
                         "Score the pairs without an edge that have a common neighbour, in place of edges");
    add_number(command, "--nearest", options->nearest,
               "Find the N vertices most similar to each, by the cosine of the weights of outgoing edges", 1)
        .excludes(method)
        .excludes(links);
    add_number(command, "--top", options->top, "Print the N pairs of highest score (default: 10)");
    add_graph_options(command, options->graph, Edges::undirected, "the scores, a matrix");
    command.footer(
        "Without --links the ends of each edge are scored. The pairs of --links may be as many as the pairs\n"
        "of neighbours of all vertices. simrank scores all pairs, with --links those without an edge: for "
        "small\ngraphs. Edges are taken as undirected, and loops are dropped; --nearest takes the matrix as "
        "it "
        "is.\n"
        "\nExamples:\n"
        "  mergus similarity friends.csv --links --top 20\n"
        "  mergus similarity ratings.csv --nearest 5 -o nearest.csv\n"
        "  mergus similarity friends.csv --method cosine --json -o scores.csv\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
