/// \file test_cli_structure.cpp
/// The subcommands of subgraphs, sets of vertices and scores of pairs, on small graphs with names, and the
/// options of older ones that reach further algorithms.
#include "cli_files.hpp"

#include <cmath>

namespace {

using namespace cli;

/// A triangle with a tail of two edges, each edge once.
const std::string friends = "from,to\nann,bob\nbob,cid\ncid,ann\ncid,dan\ndan,eve\n";

double number(const Json& record, const std::string& key) {
    return record.at(key).get<double>();
}

} // namespace

TEST_CASE("cli: cliques, cover, coloring") {
    const Folder folder;
    const std::string graph = folder.write("friends.csv", friends);
    const std::string output = folder / "out.csv";
    const Json found = run_json({"cliques", graph, "--top", "1", "-o", output});
    CHECK((found.at("cliques") == 3 && found.at("complete") == true && found.at("largest_clique") == 3));
    CHECK(found.at("sizes") ==
          Json::parse(R"([{"vertices": 3, "cliques": 1}, {"vertices": 2, "cliques": 2}])"));
    CHECK(found.at("largest") == Json::parse(R"([{"vertices": 3, "members": ["ann", "bob", "cid"]}])"));
    const std::string lines = "\n" + content(output);
    for (const char* clique : {"\nann bob cid\n", "\ncid dan\n", "\ndan eve\n"})
        CHECK(lines.find(clique) != std::string::npos);
    CHECK(run({"cliques", graph}).out.find("3  ann, bob, cid\n") != std::string::npos);
    CHECK(run_json({"cliques", graph, "--least", "3"}).at("cliques") == 1);
    const Json some = run_json({"cliques", graph, "--limit", "1"});
    CHECK((some.at("cliques") == 1 && some.at("complete") == false));
    CHECK(run_json({"cliques", folder.write("n.txt", "0 1\n")}).at("largest").at(0).at("members") ==
          Json{0, 1});
    check_failure({"cliques", graph, "--limit", "-1"}, 2, "USAGE", "whole number");

    CHECK(run_json({"cover", graph}).at("members") == 3);
    const std::string star = folder.write("star.csv", "a,hub\nb,hub\nc,hub\nd,hub\n");
    for (const char* method : {"vertex", "dominating"}) {
        const Json cover = run_json({"cover", star, "--method", method, "-o", output});
        CHECK((cover.at("method") == method && cover.at("members") == 1));
        CHECK(cover.at("first").at(0).at("name") == "hub");
        CHECK(content(output) == "vertex\nhub\n");
    }
    check_failure({"cover", star, "--method", "set"}, 2, "USAGE", "--method");

    const Json colors = run_json({"coloring", graph, "--seed", "3", "-o", output});
    CHECK((colors.at("colors") >= 3 && colors.at("colors") <= 4));
    CHECK(colors.at("sizes").at(0).at("color") == 0);
    CHECK(content(output).starts_with("vertex,value\nann,"));
}

TEST_CASE("cli: graphlets, biconnected, mixing") {
    const Folder folder;
    const std::string graph = folder.write("friends.csv", friends);
    const std::string output = folder / "out.csv";
    const Json orbits = run_json({"graphlets", graph, "-o", output}).at("orbits");
    REQUIRE(orbits.size() == 15);
    CHECK(orbits.at(0).at("sum") == 10);
    CHECK(orbits.at(3).at("sum") == 3);
    CHECK(orbits.at(4) ==
          Json::parse(R"({"orbit": 4, "place": "path, end", "sum": 4, "most": 2, "at": "eve"})"));
    CHECK(orbits.at(9).at("at") == "dan"); // the tail of the triangle
    CHECK(orbits.at(14).at("at").is_null());
    CHECK(content(output).find("cid,0,3\n") != std::string::npos);

    const Json parts = run_json({"biconnected", graph, "-o", output});
    CHECK((parts.at("components") == 3 && parts.at("articulation_points") == 2 && parts.at("bridges") == 2));
    CHECK(parts.at("first_articulation_points").at(0).at("name") == "cid");
    CHECK(parts.at("first_bridges").at(1).at("its_name") == "eve");
    CHECK(content(output).find("dan,eve,2\n") != std::string::npos);

    const Json mixing = run_json({"mixing", graph});
    CHECK(number(mixing, "assortativity") == doctest::Approx(-1.0 / 9));
    CHECK(mixing.at("transitivity") == 0.5);
    REQUIRE(mixing.at("rich_club").size() == 2);
    CHECK(number(mixing.at("rich_club").at(1), "share_of_pairs") == doctest::Approx(4.0 / 6));
    check_failure({"mixing", graph, "-o", output}, 2, "USAGE", "-o");
}

TEST_CASE("cli: similarity") {
    const Folder folder;
    const std::string graph = folder.write("friends.csv", friends);
    const std::string output = folder / "out.csv";
    const Json links = run_json({"similarity", graph, "--links", "-o", output});
    CHECK(links.at("pairs") == 3); // ann-dan, bob-dan, cid-eve
    CHECK(links.at("most_similar").at(0).at("name") == "cid");
    CHECK(links.at("most_similar").at(0).at("its_name") == "eve");
    CHECK(number(links.at("most_similar").at(0), "score") == doctest::Approx(1 / std::log(2)));
    CHECK(content(output).find("ann,dan,0.91") != std::string::npos);
    const auto best = [&](const std::string& method) {
        const Json found = run_json({"similarity", graph, "--method", method, "--top", "1"});
        CHECK(found.at("pairs") == 5);
        return number(found.at("most_similar").at(0), "score");
    };
    CHECK(best("common-neighbours") == 1);
    CHECK(best("jaccard") == doctest::Approx(1.0 / 3));
    CHECK(best("overlap") == 0.5);
    CHECK(best("cosine") == 0.5);
    CHECK(best("resource-allocation") == 0.5);
    CHECK(best("preferential-attachment") == 6);
    const Json simrank = run_json({"similarity", graph, "--method", "simrank", "--links"});
    CHECK(simrank.at("converged") == true);
    CHECK(simrank.at("pairs") == 5); // all pairs without an edge
    // Of the same taste, of half of it, and of another one.
    const std::string ratings = folder.write(
        "ratings.csv",
        "source,target,weight\nann,tea,2\nann,rum,2\nbob,tea,4\nbob,rum,4\ncid,rum,1\ndan,milk,3\n");
    const Json nearest = run_json({"similarity", ratings, "--nearest", "1", "-o", output});
    CHECK(nearest.at("pairs") == 3);
    CHECK(nearest.at("most_similar").at(0).at("its_name") == "bob");
    CHECK(number(nearest.at("most_similar").at(0), "score") == doctest::Approx(1));
    CHECK(content(output).find("cid,ann,0.707") != std::string::npos);
    check_failure({"similarity", graph, "--nearest", "1", "--links"}, 2, "USAGE", "--links");
    check_failure({"similarity", graph, "--method", "best"}, 2, "USAGE", "--method");
}

TEST_CASE("cli: cores -k, clustering --squares, pagerank --source") {
    const Folder folder;
    const std::string graph = folder.write("friends.csv", friends);
    const std::string output = folder / "out.csv";
    const Json core = run_json({"cores", graph, "-k", "2", "-o", output});
    CHECK((core.at("core_vertices") == 3 && core.at("core_edges") == 3));
    CHECK(content(output).starts_with("source,target\nann,bob\nann,cid\nbob,ann\n"));
    check_failure({"cores", graph, "-k", "0"}, 2, "USAGE", "whole number");

    const std::string circle = folder.write("circle.csv", "a,b\nb,c\nc,d\nd,a\n");
    const Json squares = run_json({"clustering", circle, "--squares"});
    CHECK(squares.at("average_coefficient") == 1);
    CHECK(run_json({"clustering", circle}).at("average_coefficient") == 0);

    const Json rank =
        run_json({"pagerank", graph, "--source", "eve", "--source", "ann", "--damping", "0", "-o", output});
    CHECK(rank.at("highest").at(1) == Json::parse(R"({"vertex": 4, "name": "eve", "rank": 0.5})"));
    CHECK(content(output) == "vertex,value\nann,0.5\nbob,0\ncid,0\ndan,0\neve,0.5\n");
    CHECK(run_json({"pagerank", graph, "--symmetrize", "--source", "eve"}).at("highest").at(0).at("name") ==
          "dan");
    check_failure({"pagerank", graph, "--source", "zoe"}, 1, "INVALID_VALUE", "no vertex 'zoe'");
    check_failure({"pagerank", graph, "--source", "ann", "--checkpoints", folder / ""}, 2, "USAGE");
}

TEST_CASE("cli: conductance, centrality --weighted") {
    const Folder folder;
    // Two triangles with an edge between: it is one of the seven entries of each side.
    const std::string graph = folder.write("two.csv", "a,b\nb,c\nc,a\nc,d\nd,e\ne,f\nf,d\n");
    const Json found = run_json({"communities", graph, "--symmetrize"});
    REQUIRE(found.at("communities") == 2);
    CHECK(number(found.at("largest").at(0), "conductance") == doctest::Approx(1.0 / 7));
    const std::string roads = folder.write("roads.csv", "source,target,weight\na,b,4\n");
    const auto harmonic_of_b = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"centrality", roads, "--method", "harmonic"});
        return number(run_json(options).at("highest").at(0), "centrality");
    };
    CHECK(harmonic_of_b({}) == 1);
    CHECK(harmonic_of_b({"--weighted"}) == 0.25);
    check_failure({"centrality", roads, "--method", "katz", "--weighted"}, 2, "USAGE", "--weighted");
}

TEST_CASE("cli: betweenness of edges, along weights, from a sample") {
    const Folder folder;
    const std::string graph = folder.write("friends.csv", friends);
    const std::string output = folder / "out.csv";
    const Json edges = run_json({"betweenness", graph, "--undirected", "--edges", "-o", output});
    CHECK(edges.at("highest").at(0).at("name") == "cid"); // between {ann, bob, cid} and {dan, eve}
    CHECK(edges.at("highest").at(0).at("its_name") == "dan");
    CHECK(edges.at("highest").at(0).at("betweenness") == 6);
    CHECK(content(output).find("dan,cid,6\n") != std::string::npos);
    const std::string chain = folder.write("chain.csv", "a,b\nb,c\n");
    CHECK(run_json({"betweenness", chain, "--edges"}).at("highest").size() == 2);
    const std::string roads = folder.write("roads.csv", "source,target,weight\na,b,1\nb,c,1\na,c,5\n");
    CHECK(run_json({"betweenness", roads, "--weighted"}).at("highest").at(0) ==
          Json::parse(R"({"vertex": 1, "name": "b", "betweenness": 1.0})"));
    CHECK(run_json({"betweenness", roads}).at("highest").at(0).at("betweenness") == 0);
    const Json sample = run_json({"betweenness", graph, "--undirected", "--error", "0.5"});
    CHECK(sample.at("sources") == 5);
    CHECK(number(sample.at("highest").at(0), "betweenness") == doctest::Approx(4.0 / 6));
    check_failure({"betweenness", graph, "--error", "0.1", "--edges"}, 2, "USAGE", "--edges");
    check_failure({"betweenness", graph, "--error", "0"}, 2, "USAGE", "above 0");
}
