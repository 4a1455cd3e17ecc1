/// \file test_cli_graphs.cpp
/// The subcommands of graph algorithms, and `show`: output, files and exit codes. What they compute is tested
/// in test_graph_algorithms.cpp, test_graph_centralities.cpp and test_graph_subgraphs.cpp.
#include "cli_files.hpp"

#include <cmath>

namespace {

using namespace cli;

const std::string real_head = "%%MatrixMarket matrix coordinate real general\n";

/// A triangle with a tail, and two vertices with an edge, each edge once: 0-1, 1-2, 2-0, 2-3 and 4-5.
const std::string tail = pattern_head + "6 6 5\n1 2\n2 3\n3 1\n3 4\n5 6\n";

/// 0 → 1 → 2 is shorter than 0 → 2; 3 is not reachable.
const std::string roads = real_head + "4 4 4\n1 2 1.5\n2 3 2\n1 3 4\n4 1 1\n";

} // namespace

TEST_CASE("cli: sssp") {
    const Folder folder;
    const std::string graph = folder.write("roads.mtx", roads);
    const std::string output = folder / "lengths.mtx";
    const Json result = run_json({"sssp", graph, "-o", output});
    CHECK(result.at("reached") == 3);
    CHECK(result.at("farthest_vertex") == 2);
    CHECK(result.at("greatest_distance") == 3.5);
    CHECK(result.at("directed_edges") == 4);
    CHECK(entries(output) == "4 1 3\n1 1 0\n2 1 1.5\n3 1 3.5\n");
    CHECK(run_json({"sssp", graph, "--source", "3"}).at("reached") == 4);
    CHECK_FALSE(result.contains("path"));
    const Json route = run_json({"sssp", graph, "--source", "3", "--target", "2"});
    CHECK(route.at("path") == Json::parse(R"([{"vertex": 3, "distance": 0.0}, {"vertex": 0, "distance": 1.0},
                                              {"vertex": 1, "distance": 2.5}, {"vertex": 2, "distance": 4.5}])"));
    CHECK(run_json({"sssp", graph, "--target", "3"}).at("path").empty());
    check_failure({"sssp", graph, "--target", "4"}, 1, "INVALID_INDEX", "target 4");
    CHECK(run({"sssp", graph}).out.find("greatest distance") != std::string::npos);
    // In both directions 3 is reached from 0; of 2 -> 3 (2) and 3 -> 2 (0.5) the shorter one counts.
    const std::string two_way =
        folder.write("two.mtx", real_head + "4 4 5\n1 2 1.5\n2 3 2\n3 2 0.5\n1 3 4\n4 1 1\n");
    const Json both = run_json({"sssp", two_way, "--symmetrize", "-o", output});
    CHECK(both.at("undirected_edges") == 4);
    CHECK_FALSE(both.contains("directed_edges"));
    CHECK(entries(output) == "4 1 4\n1 1 0\n2 1 1.5\n3 1 2\n4 1 1\n");
    const std::string loop = folder.write("loop.mtx", real_head + "2 2 3\n1 1 1\n1 2 1\n2 1 1\n");
    CHECK(run_json({"sssp", loop, "--symmetrize"}).at("undirected_edges") == 2);
    CHECK(run_json({"sssp", loop}).at("directed_edges") == 3);
    const std::string complex = folder.write("c.mtx", "%%MatrixMarket matrix coordinate complex general\n"
                                                      "2 2 1\n1 2 1 5\n");
    check_failure({"sssp", complex}, 1, "DOMAIN_MISMATCH", "complex");
    check_failure({"sssp", graph, "--source", "4"}, 1, "INVALID_INDEX");
    check_failure({"sssp", graph, "--source", "-1"}, 2, "USAGE", "whole number");
    const std::string loss = folder.write("loss.mtx", real_head + "2 2 2\n1 2 1\n2 1 -2\n");
    check_failure({"sssp", loss}, 1, "INVALID_VALUE", "negative");
    check_failure({"sssp", folder.write("wide.mtx", real_head + "1 2 1\n1 2 1\n")}, 1, "DIMENSION_MISMATCH");
}

TEST_CASE("cli: communities, scc, mst") {
    const Folder folder;
    const std::string graph = folder.write("tail.mtx", tail), output = folder / "out.mtx";
    for (const char* method : {"leiden", "louvain", "labels"}) {
        const Json found = run_json({"communities", graph, "--symmetrize", "--method", method, "-o", output});
        CHECK(found.at("communities") == 2);
        CHECK(found.at("method") == method);
        // 8 of 10 entries in the community of 4; m = 10: (8/10 − 64/100) + (2/10 − 4/100)
        CHECK(found.at("modularity").get<double>() == doctest::Approx(0.32));
        CHECK(found.at("largest").at(0) ==
              Json::parse(R"({"first_vertex": 0, "vertices": 4, "conductance": 0.0})"));
    }
    CHECK(entries(output) == "6 1 6\n1 1 0\n2 1 0\n3 1 0\n4 1 0\n5 1 4\n6 1 4\n");
    const Json potts =
        run_json({"communities", graph, "--symmetrize", "--quality", "cpm", "--resolution", "2"});
    CHECK(potts.at("communities_of_one_vertex") == 6);
    CHECK(potts.at("cpm") == 0);
    check_failure({"communities", graph, "--method", "best"}, 2, "USAGE", "louvain");
    check_failure({"communities", graph, "--resolution", "-1"}, 2, "USAGE", "number");

    const Json strong = run_json({"scc", graph, "-o", output});
    CHECK(strong.at("components") == 4);
    CHECK(strong.at("components_of_one_vertex") == 3);
    CHECK(entries(output) == "6 1 6\n1 1 0\n2 1 0\n3 1 0\n4 1 3\n5 1 4\n6 1 5\n");
    CHECK(run_json({"scc", graph, "--symmetrize"}).at("components") == 2);

    const Json forest = run_json({"mst", folder.write("roads.mtx", roads), "-o", output});
    CHECK(forest.at("edges") == 3);
    CHECK(forest.at("trees") == 1);
    CHECK(forest.at("total_weight") == 4.5);
    CHECK(entries(output) == "4 4 6\n1 2 1.5\n1 4 1\n2 1 1.5\n2 3 2\n3 2 2\n4 1 1\n");
}

TEST_CASE("cli: centralities") {
    const Folder folder;
    // A star around vertex 0.
    const std::string star = folder.write(
        "star.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n5 5 4\n2 1\n3 1\n4 1\n5 1\n");
    const auto highest = [&](const std::string& method) {
        const Json found = run_json({"centrality", star, "--method", method, "--top", "1"});
        CHECK(found.at("method") == method);
        REQUIRE(found.at("highest").size() == 1);
        CHECK(found.at("highest").at(0).at("vertex") == 0);
        return found.at("highest").at(0).at("centrality").get<double>();
    };
    CHECK(highest("closeness") == doctest::Approx(1));
    CHECK(highest("harmonic") == doctest::Approx(4));
    CHECK(highest("eigenvector") == doctest::Approx(std::sqrt(0.5)).epsilon(1e-4));
    CHECK(highest("katz") > 0);
    CHECK(highest("k-path") > 4);
    // Edges to vertex 2: it is the authority, and the others are hubs.
    const std::string links =
        folder.write("links.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 3\n2 3\n");
    const std::string output = folder / "hubs.mtx";
    const Json found = run_json({"centrality", links, "--method", "authorities", "--top", "1"});
    CHECK(found.at("highest").at(0).at("vertex") == 2);
    CHECK(found.at("converged") == true);
    run_json({"centrality", links, "--method", "hubs", "-o", output});
    CHECK(content(output).find("1 1 0.5\n2 1 0.5\n") != std::string::npos);
    check_failure({"centrality", star, "--method", "fame"}, 2, "USAGE", "--method");
    check_failure({"centrality", star, "--method", "k-path", "--k", "0"}, 2, "USAGE", "--k");
}

TEST_CASE("cli: pagerank and betweenness") {
    const Folder folder;
    const std::string graph = folder.write("tail.mtx", tail);
    const Json rank = run_json({"pagerank", graph, "--symmetrize", "--top", "2", "--tolerance", "1e-9"});
    CHECK(rank.at("converged") == true);
    CHECK(rank.at("highest").size() == 2);
    CHECK(rank.at("highest").at(0).at("vertex") == 2);
    CHECK(run_json({"pagerank", graph, "--iterations", "1"}).at("iterations") == 1);
    CHECK(rank.at("undirected_edges") == 5);
    CHECK(run_json({"pagerank", graph}).at("directed_edges") == 5);
    for (const char* damping : {"0", "0.9999999", "0.9999999999999999"})
        CHECK(run_json({"pagerank", graph, "--damping", damping, "--tolerance", "2"}).at("iterations") == 1);
    for (const char* damping : {"1", "1.5", "-0.1"})
        check_failure({"pagerank", graph, "--damping", damping}, 2, "USAGE",
                      "is not a number from 0 to 1, without 1");
    check_failure({"pagerank", graph, "--damping", "nan"}, 2, "USAGE", "number");

    // Paths from 0 and 1 to 3 and back pass through 2: 4 of 20 ordered pairs of other vertices.
    const Json centrality = run_json({"betweenness", graph, "--symmetrize", "--sources", "6"});
    CHECK(centrality.at("sources") == 6);
    CHECK(centrality.at("exact") == true);
    CHECK(centrality.at("pairs") == "ordered");
    CHECK(centrality.at("normalized") == false);
    CHECK(centrality.at("highest").at(0) == Json::parse(R"({"vertex": 2, "betweenness": 4.0})"));
    CHECK(run_json({"betweenness", graph, "--sources", "100"}).at("sources") == 6);
    const Json pairs = run_json({"betweenness", graph, "--undirected"});
    CHECK(pairs.at("undirected_edges") == 5);
    CHECK(pairs.at("pairs") == "unordered");
    CHECK(pairs.at("highest").at(0).at("betweenness") == 2);
    const Json shares = run_json({"betweenness", graph, "--undirected", "--normalized"});
    CHECK(shares.at("normalized") == true);
    CHECK(shares.at("highest").at(0).at("betweenness").get<double>() == doctest::Approx(0.2));
    // Three of the four paths begin at the vertices 0 and 3; times 6 / 2.
    const Json estimate = run_json({"betweenness", graph, "--symmetrize", "--sources", "2"});
    CHECK(estimate.at("exact") == false);
    CHECK(estimate.at("highest").at(0) == Json::parse(R"({"vertex": 2, "betweenness": 9.0})"));
    check_failure({"betweenness", graph, "--sources", "0"}, 2, "USAGE", "whole number");
}

TEST_CASE("cli: components and mcl") {
    const Folder folder;
    const std::string graph = folder.write("tail.mtx", tail);
    const std::string output = folder / "labels.mtx";
    const Json found = run_json({"components", graph, "-o", output});
    CHECK(found.at("components") == 2);
    CHECK(found.at("isolated_vertices") == 0);
    CHECK(found.at("undirected_edges") == 5);
    const std::string alone = folder.write("alone.txt", "# Nodes: 9\n0 1\n1 0\n");
    CHECK(run_json({"components", alone}).at("isolated_vertices") == 7);
    CHECK(run_json({"components", alone}).at("undirected_edges") == 1);
    CHECK(run({"components", alone}).out.find("isolated vertices  7\n") != std::string::npos);
    CHECK(found.at("largest") ==
          Json::parse(R"([{"first_vertex": 0, "vertices": 4}, {"first_vertex": 4, "vertices": 2}])"));
    CHECK(entries(output) == "6 1 6\n1 1 0\n2 1 0\n3 1 0\n4 1 0\n5 1 4\n6 1 4\n");
    CHECK(run_json({"components", "poisson2d5:n=5"}).at("components") == 1);

    check_failure({"mcl", "poisson2d5:n=2"}, 1, "INVALID_VALUE", "positive"); // the values of a Laplacian
    // The triangle and its tail are no symmetric matrix: a warning, and clusters by direction.
    CHECK(run_json({"mcl", graph}).at("symmetric") == false);
    const Json both = run_json({"mcl", graph, "--symmetrize"});
    CHECK(both.at("symmetric") == true);
    CHECK(both.at("undirected_edges") == 5);
    CHECK(both.at("clusters") == 2);
    CHECK(both.at("clusters_of_one_vertex") == 0);
    const Outcome warned = run({"mcl", graph});
    CHECK(warned.exit_code == 0);
    CHECK(warned.err.find("warning: " + graph + ": the matrix is not symmetric") != std::string::npos);
    CHECK(warned.err.find("--symmetrize") != std::string::npos);
    CHECK(run({"mcl", graph, "--symmetrize"}).err.empty());
    check_failure({"mcl", graph, "--inflation", "1"}, 2, "USAGE", "is not a number above 1");
    CHECK(run_json({"mcl", graph, "--inflation", "1.0000001", "--iterations", "1"}).at("iterations") == 1);
    CHECK(run_json({"mcl", graph, "--threshold", "0.9999999", "--iterations", "1"}).at("iterations") == 1);
    check_failure({"mcl", graph, "--threshold", "1"}, 2, "USAGE", "is not a number from 0 to 1, without 1");
}

TEST_CASE("cli: clustering, motifs, partition, truss, cores, mis, jaccard") {
    const Folder folder;
    const std::string graph = folder.write("tail.mtx", tail);
    const Json clustering = run_json({"clustering", graph, "--top", "3"});
    CHECK(clustering.at("triangles") == 1);
    CHECK(clustering.at("undirected_edges") == 5);
    CHECK(clustering.at("most_triangles").size() == 3);
    // 1 at the vertices 0 and 1, a third at 2, which has three neighbours.
    CHECK(clustering.at("average_coefficient").get<double>() == doctest::Approx((1 + 1 + 1.0 / 3) / 6));

    const Json parts = run_json({"partition", graph, "--symmetrize", "-o", folder / "parts.mtx"});
    CHECK(parts.at("cut") == 1);
    CHECK(parts.at("balance") == 1);
    CHECK(parts.at("parts") == 2);
    CHECK(entries(folder / "parts.mtx").starts_with("6 1 6\n"));
    check_failure({"partition", graph, "--parts", "0"}, 2, "USAGE", "whole number");
    check_failure({"partition", graph, "--parts", "7"}, 1, "INVALID_VALUE", "7 parts");

    // A triangle with a tail, and an edge of its own.
    const Json motifs = run_json({"motifs", graph});
    CHECK(motifs.at("wedges") == 2);
    CHECK(motifs.at("triangles") == 1);
    CHECK(motifs.at("tailed_triangles") == 1);
    CHECK(motifs.at("paths") == 0);

    const Json truss = run_json({"truss", graph, "-o", folder / "truss.mtx"});
    CHECK(truss.at("truss_edges") == 3);
    CHECK(truss.at("truss_vertices") == 3);
    CHECK(entries(folder / "truss.mtx").starts_with("6 6 6\n1 2 1\n"));
    CHECK(run_json({"truss", graph, "-k", "4"}).at("truss_edges") == 0);
    check_failure({"truss", graph, "-k", "2"}, 2, "USAGE", "whole number");
    const Json numbers = run_json({"truss", graph, "--numbers", "-o", folder / "numbers.mtx"});
    CHECK(numbers.at("largest_k") == 3);
    CHECK(numbers.at("edges_of_number") == Json::parse(R"([{"k": 2, "edges": 2}, {"k": 3, "edges": 3}])"));
    CHECK(numbers.at("highest").at(0) == Json::parse(R"({"vertex": 0, "neighbour": 1, "truss_number": 3})"));
    CHECK(entries(folder / "numbers.mtx").starts_with("6 6 10\n1 2 3\n"));
    check_failure({"truss", graph, "--numbers", "-k", "4"}, 2, "USAGE", "--numbers");

    const Json cores = run_json({"cores", graph});
    CHECK(cores.at("highest_core") == 2);
    CHECK(cores.at("cores") == Json::parse(R"([{"core": 1, "vertices": 3}, {"core": 2, "vertices": 3}])"));

    const std::uint64_t members = run_json({"mis", graph, "--seed", "9"}).at("members");
    CHECK((members == 2 || members == 3));

    // The edges of the triangle: 0-1 has one common of three neighbours, the others one of four.
    const Json jaccard = run_json({"jaccard", graph});
    CHECK(jaccard.at("similar_pairs") == 3);
    CHECK(jaccard.at("highest_similarity").get<double>() == doctest::Approx(1.0 / 3));
}

TEST_CASE("cli: show") {
    const Folder folder;
    const std::string matrix = folder.write("m.mtx", real_head + "3 3 4\n1 1 5\n1 3 1\n2 1 1\n3 1 2\n");
    const Json shown = run_json({"show", matrix});
    CHECK(shown.at("entries") == 4);
    CHECK(shown.at("values") == "real");
    CHECK(shown.at("diagonal_entries") == 1);
    CHECK(shown.at("lower_bandwidth") == 2);
    CHECK(shown.at("upper_bandwidth") == 2);
    CHECK(shown.at("symmetry").get<double>() == doctest::Approx(2.0 / 3));
    CHECK(shown.at("components") == 1);
    CHECK(shown.at("entries_per_row_and_column").at(0) ==
          Json::parse(R"({"of": "rows", "least": 1, "mean": 1.3333333333333333, "most": 2, "empty": 0})"));
    CHECK(
        shown.at("rows_by_entries") ==
        Json::parse(
            R"([{"entries": "0", "rows": 0}, {"entries": "1", "rows": 2}, {"entries": "2-3", "rows": 1}])"));

    const Outcome text = run({"show", matrix, "--svg", folder / "m.svg"});
    CHECK(text.exit_code == 0);
    // Row 2 of the matrix: one entry, in the first column.
    CHECK(text.out.find("│██    │") != std::string::npos);
    CHECK(text.out.find("2-3  1") != std::string::npos);
    CHECK(run({"show", matrix, "--no-pictures"}).out.find("│") == std::string::npos);
    const std::string svg = content(folder / "m.svg");
    CHECK(svg.starts_with("<svg "));
    CHECK(svg.ends_with("</svg>\n"));

    // Not square, more rows than cells, and empty.
    const Json wide = run_json({"show", folder.write("w.mtx", pattern_head + "2 5 1\n2 5\n")});
    CHECK_FALSE(wide.contains("symmetry"));
    CHECK(wide.at("upper_bandwidth") == 3);
    CHECK(run({"show", "poisson2d5:n=10", "--cells", "7"}).exit_code == 0);
    CHECK(run({"show", folder.write("none.mtx", pattern_head + "0 0 0\n")}).exit_code == 0);
    check_failure({"show", matrix, "--svg", folder / "no/m.svg"}, 1, "IO_ERROR");
    check_failure({"show", matrix, "--cells", "0"}, 2, "USAGE", "whole number");
}
