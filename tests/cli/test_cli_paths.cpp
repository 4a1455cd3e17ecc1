/// \file test_cli_paths.cpp
/// The subcommands of flows, walks, widest paths, neighbourhoods and orders, on small graphs with names.
#include "cli_files.hpp"

namespace {

using namespace cli;

/// {well, a} and {b, town} are the sides of the only minimum cut, of 2 + 1 + 2.
const std::string pipes = "source,target,weight\nwell,a,4\nwell,b,2\na,b,1\na,town,2\nb,town,4\n";

/// A triangle with a tail of two edges, each edge once.
const std::string friends = "from,to\nann,bob\nbob,cid\ncid,ann\ncid,dan\ndan,eve\n";

Json named(std::uint64_t vertex, const std::string& name) {
    return {{"vertex", vertex}, {"name", name}};
}

} // namespace

TEST_CASE("cli: flow") {
    const Folder folder;
    const std::string graph = folder.write("pipes.csv", pipes);
    const std::string output = folder / "out.csv";
    const Json found = run_json({"flow", graph, "--source", "well", "--target", "town", "-o", output});
    CHECK(found.at("flow") == 5);
    CHECK(found.at("cut_edges") == 3);
    CHECK(found.at("minimum_cut").at(0) ==
          Json::parse(R"({"vertex": 0, "name": "well", "neighbour": 2, "its_name": "b", "capacity": 2.0})"));
    CHECK(found.at("minimum_cut").at(2).at("capacity") == 1);
    CHECK(found.at("source_side") == Json{named(0, "well"), named(1, "a")});
    CHECK(found.at("target_side") == Json{named(2, "b"), named(3, "town")});
    CHECK(content(output) == "source,target,value\nwell,a,3\nwell,b,2\na,b,1\na,town,2\nb,town,3\n");
    CHECK(run({"flow", graph, "--source", "well", "--target", "town"}).out.find("minimum cut") !=
          std::string::npos);
    // The pipes lead in one direction only.
    CHECK(run_json({"flow", graph, "--source", "town", "--target", "well"}).at("flow") == 0);
    const Json both =
        run_json({"flow", graph, "--source", "town", "--target", "well", "--symmetrize", "--top", "1"});
    CHECK((both.at("flow") == 5 && both.at("minimum_cut").size() == 1));
    check_failure({"flow", graph, "--source", "well", "--target", "moon"}, 1, "INVALID_VALUE",
                  "--target: the graph has no vertex 'moon'");
    check_failure({"flow", graph, "--source", "well", "--target", "well"}, 1, "INVALID_VALUE", "both 0");
    check_failure({"flow", graph, "--source", "well"}, 2, "USAGE", "--target");

    const Json tree = run_json({"flow", graph, "--tree", "-o", output});
    CHECK(tree.at("minimum_cut") == 5);
    REQUIRE(tree.at("weakest").size() == 3);
    CHECK(tree.at("weakest").at(1).at("capacity") == 6);
    CHECK(tree.at("weakest").at(2).at("capacity") == 6);
    CHECK(content(output).find("town,b,6") != std::string::npos);
    CHECK(content(output).find("b,town,6") != std::string::npos);
    check_failure({"flow", graph, "--tree", "--source", "well"}, 2, "USAGE", "--tree");
}

TEST_CASE("cli: walks") {
    const Folder folder;
    const std::string graph = folder.write("chain.csv", "from,to\nann,\"bob b\"\n\"bob b\",cid\n");
    const std::string output = folder / "walks.txt";
    const Json found = run_json({"walks", graph, "--walks", "1", "-o", output});
    CHECK((found.at("walks") == 3 && found.at("steps") == 3));
    CHECK(found.at("first").at(0) == Json::parse(R"({"walk": ["ann", "bob b", "cid"]})"));
    CHECK(content(output) == "ann \"bob b\" cid\n\"bob b\" cid\ncid\n");
    CHECK(run({"walks", graph, "--source", "bob b", "--walks", "2", "--length", "1", "-o", "-"}).out ==
          "\"bob b\" cid\n\"bob b\" cid\n");
    const std::string numbers = folder.write("chain.txt", "0 1\n1 2\n");
    CHECK(run_json({"walks", numbers, "--walks", "1"}).at("first").at(1).at("walk") == Json{1, 2});
    // From ann to bob; then nearly always back to ann, or nearly never.
    const auto walk_of = [&](const std::string& p) {
        run_json({"walks", graph, "--symmetrize", "--source", "ann", "--walks", "1", "--length", "3", "-p", p,
                  "-o", output});
        return content(output);
    };
    CHECK(walk_of("1e-12") == "ann \"bob b\" ann \"bob b\"\n");
    CHECK(walk_of("1e12") == "ann \"bob b\" cid \"bob b\"\n");

    const std::string pairs = folder / "pairs.csv";
    const Json near = run_json({"walks", graph, "--walks", "1", "--pairs", "1", "-o", pairs});
    CHECK(near.at("pairs") == 4);
    CHECK(near.at("most_frequent").at(0).at("its_name") == "cid");
    CHECK(near.at("most_frequent").at(0).at("times") == 2);
    CHECK(content(pairs) == "source,target,value\nann,bob b,1\nbob b,ann,1\nbob b,cid,2\ncid,bob b,2\n");
    check_failure({"walks", graph, "--source", "zoe"}, 1, "INVALID_VALUE", "no vertex 'zoe'");
    check_failure({"walks", graph, "-p", "0"}, 2, "USAGE", "is not a number above 0");
    check_failure({"walks", graph, "--pairs", "0"}, 2, "USAGE", "whole number");
    check_failure({"walks", graph, "--to", "mtx", "-o", output}, 2, "USAGE", "--pairs");
    check_failure({"walks", graph, "-o", folder / "none/w.txt"}, 1, "IO_ERROR");
}

TEST_CASE("cli: khop") {
    const Folder folder;
    const std::string graph = folder.write("friends.csv", friends);
    const std::string output = folder / "out.csv";
    const Json near = run_json({"khop", graph, "--symmetrize", "--source", "dan", "-o", output});
    CHECK(near.at("reached") == 3);
    CHECK(near.at("nearest").at(0) == Json::parse(R"({"vertex": 3, "name": "dan", "distance": 0})"));
    CHECK(near.at("levels") == Json::parse(R"([{"level": 0, "vertices": 1}, {"level": 1, "vertices": 2}])"));
    CHECK(content(output) == "vertex,value\ncid,1\ndan,0\neve,1\n");
    CHECK(run_json({"khop", graph, "--symmetrize", "--source", "dan", "-k", "2"}).at("reached") == 5);
    CHECK(run_json({"khop", graph, "--source", "dan", "--k", "2"}).at("reached") == 2);
    run_json({"khop", graph, "--symmetrize", "--source", "ann", "--source", "eve", "-k", "2", "-o", output});
    CHECK(content(output) == "vertex,value\nann,0\nbob,1\ncid,1\ndan,1\neve,0\n");
    const Json around =
        run_json({"khop", folder.write("pipes.csv", pipes), "--source", "well", "--subgraph", "-o", output});
    CHECK(around.at("subgraph_entries") == 3);
    CHECK(content(output) == "source,target,value\nwell,a,4\nwell,b,2\na,b,1\n");
    check_failure({"khop", graph}, 2, "USAGE", "--source");
    check_failure({"khop", graph, "--source", "zoe"}, 1, "INVALID_VALUE", "no vertex 'zoe'");
    check_failure({"khop", graph, "--source", "ann", "-k", "-1"}, 2, "USAGE", "whole number");
}

TEST_CASE("cli: sssp --widest") {
    const Folder folder;
    const std::string graph = folder.write("pipes.csv", pipes);
    const std::string output = folder / "out.csv";
    const Json found =
        run_json({"sssp", graph, "--widest", "--source", "well", "--target", "town", "-o", output});
    CHECK(found.at("least_width") == 2);
    CHECK(found.at("narrowest_name") == "b");
    REQUIRE(found.at("path").size() == 3);
    CHECK(found.at("path").at(1) == Json::parse(R"({"vertex": 1, "name": "a", "width": 4.0})"));
    CHECK(found.at("path").at(2).at("width") == 2);
    CHECK(content(output).find("a,4\n") != std::string::npos);
    CHECK(run_json({"sssp", graph, "--widest", "--source", "town", "--target", "a"}).at("path").empty());
    const std::string text = run({"sssp", graph, "--widest", "--source", "well", "--target", "town"}).out;
    CHECK(text.find("well    inf\n") != std::string::npos);
    const Json itself = run_json({"sssp", graph, "--widest", "--source", "a", "--target", "a"});
    CHECK(itself.at("path").size() == 1);
    // Of well -> b (2) and b -> well (3) the wider one counts.
    const std::string two = folder.write("two.csv", "source,target,weight\nwell,b,2\nb,well,3\n");
    CHECK(run_json({"sssp", two, "--widest", "--source", "well", "--symmetrize"}).at("least_width") == 3);
}

TEST_CASE("cli: sssp from several sources") {
    const Folder folder;
    const std::string graph = folder.write("pipes.csv", pipes);
    const std::string output = folder / "out.csv";
    const Json found = run_json({"sssp", graph, "--source", "well", "--source", "b", "-o", output});
    CHECK(found.at("reached") == 6);
    CHECK(found.at("searches").at(0) ==
          Json::parse(R"({"source": 0, "name": "well", "reached": 4, "greatest_distance": 6.0})"));
    CHECK(found.at("searches").at(1).at("greatest_distance") == 4);
    CHECK(content(output) ==
          "source,target,value\nwell,well,0\nwell,a,4\nwell,b,2\nwell,town,6\nb,b,0\nb,town,4\n");
    // As many sources as vertices, in another order.
    run_json({"bfs", graph, "--source", "town", "--source", "b", "--source", "a", "--source", "well", "-o",
              output});
    CHECK(content(output).rfind("source,target,value\ntown,town,0\nb,b,0\n", 0) == 0);
    check_failure({"sssp", graph, "--source", "well", "--source", "b", "--widest"}, 2, "USAGE", "--widest");
    check_failure({"sssp", graph, "--source", "well", "--source", "zoe"}, 1, "INVALID_VALUE", "'zoe'");
}

TEST_CASE("cli: order, eccentricity, bipartite") {
    const Folder folder;
    const std::string tasks = folder.write("tasks.csv", "dig,lay\nlay,paint\ndig,paint\nplan,dig\n");
    const std::string cycle = folder.write("friends.csv", friends);
    const std::string output = folder / "out.csv";
    const Json order = run_json({"order", tasks, "-o", output});
    CHECK(order.at("levels") == 4);
    CHECK(order.at("first").at(1) == Json::parse(R"({"vertex": 0, "name": "dig", "level": 1})"));
    CHECK(content(output) == "plan\ndig\nlay\npaint\n");
    check_failure({"order", cycle}, 1, "INVALID_VALUE", "cycle");
    check_failure({"order", tasks, "--to", "mtx"}, 2, "USAGE", "--to");

    const Json far = run_json({"eccentricity", cycle, "-o", output});
    CHECK((far.at("diameter") == 3 && far.at("least_eccentricity") == 2));
    CHECK(far.at("lowest") == Json{named(2, "cid"), named(3, "dan")});
    CHECK(content(output) == "vertex,value\nann,3\nbob,3\ncid,2\ndan,2\neve,3\n");

    const Json wide = run_json({"eccentricity", cycle, "--diameter"});
    CHECK((wide.at("diameter") == 3 && !wide.contains("lowest")));
    check_failure({"eccentricity", cycle, "--diameter", "-o", output}, 2, "USAGE", "--diameter");

    const std::string jobs = folder.write("jobs.csv", "ann,cook\nann,bake\nbob,cook\ncid,cook\n");
    const Json sides = run_json({"bipartite", jobs, "-o", output});
    CHECK(sides.at("bipartite") == true);
    CHECK(sides.at("vertices_on_first_side") == 3);
    CHECK(sides.at("second_side") == Json{named(1, "cook"), named(2, "bake")});
    CHECK(content(output) == "vertex,value\nann,0\ncook,1\nbake,1\nbob,0\ncid,0\n");
    const Json matched = run_json({"bipartite", jobs, "--matching", "-o", output});
    CHECK(matched.at("matched_pairs") == 2);
    CHECK(matched.at("matching").at(0).at("its_name") == "bake"); // or bob and cid have no job
    CHECK(content(output).starts_with("source,target\nann,bake\n"));
    CHECK(run_json({"bipartite", cycle}).at("bipartite") == false);
    check_failure({"bipartite", cycle, "--matching"}, 1, "INVALID_VALUE", "odd length");
}
