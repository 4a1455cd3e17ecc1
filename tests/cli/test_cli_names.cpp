/// \file test_cli_names.cpp
/// Graphs with names on the command line: CSV, GraphML and GML, vertices by name, names in tables and
/// results.
#include "cli_files.hpp"

#include <cstdlib>
#include <filesystem>

namespace {

using namespace cli;

const std::string messages =
    "from,to,messages\nann,bob,3\nbob,cid,4\ncid,ann,1\nbob,ann,2\ndan,\"eve, 2\",7\n"
    "ann,bob,5\n";

} // namespace

TEST_CASE("cli: a CSV file with names, and results with names") {
    const Folder folder;
    const std::string graph = folder.write("m.csv", messages);
    const std::string output = folder / "out.csv";
    const Json rank = run_json({"pagerank", graph, "--top", "1", "-o", output});
    CHECK((rank.at("vertices") == 5 && rank.at("directed_edges") == 5));
    CHECK(rank.at("highest").at(0).at("name") == "ann");
    CHECK(content(output).starts_with("vertex,value\nann,0."));
    CHECK(run({"pagerank", graph}).out.find("eve, 2") != std::string::npos);
    const Json components = run_json({"components", graph, "-o", output});
    CHECK(components.at("largest").at(1).at("name") == "dan");
    CHECK(content(output) == "vertex,value\nann,0\nbob,0\ncid,0\ndan,3\n\"eve, 2\",3\n");
    const Json paths = run_json({"sssp", graph, "--source", "bob", "--columns", "from,to,messages"});
    CHECK((paths.at("farthest_name") == "cid" && paths.at("greatest_distance") == 4));
    CHECK(run_json({"bfs", graph, "--source", "dan"}).at("searches").at(0).at("name") == "dan");
    CHECK(run_json({"cores", graph}).at("highest").at(0).at("name") == "ann");
    const Json similar = run_json({"jaccard", graph}).at("most_similar");
    REQUIRE(similar.size() == 3);
    CHECK((similar.at(0).at("name") == "ann" && similar.at(0).at("its_name") == "bob"));
    CHECK(similar.at(0).at("similarity").get<double>() == doctest::Approx(1.0 / 3));
    CHECK(run_json({"truss", graph}).at("most_triangles").size() == 3);
    check_failure({"bfs", graph, "--source", "zoe"}, 1, "INVALID_VALUE", "no vertex 'zoe'");
    check_failure({"pagerank", graph, "--columns", "1"}, 2, "USAGE", "SOURCE,TARGET");
    check_failure({"pagerank", graph, "--columns", "x,to"}, 1, "INVALID_VALUE", "no column 'x'");
    check_failure({"pagerank", graph, "--separator", "ab"}, 2, "USAGE", "tab or blanks");
}

TEST_CASE("cli: duplicates of a CSV file are added by default") {
    const Folder folder;
    const std::string graph = folder.write("m.csv", messages);
    const auto converted = [&](std::vector<std::string> options) {
        const std::string output = folder / "c.csv";
        options.insert(options.begin(), {"convert", graph, output, "--columns", "1,2,3"});
        run_json(options);
        return content(output);
    };
    const std::string rest = "bob,ann,2\nbob,cid,4\ncid,ann,1\ndan,\"eve, 2\",7\n";
    CHECK(converted({}) == "source,target,value\nann,bob,8\n" + rest);
    CHECK(converted({"--duplicates", "max"}) == "source,target,value\nann,bob,5\n" + rest);
    CHECK(converted({"--duplicates", "first"}) == "source,target,value\nann,bob,3\n" + rest);
    CHECK(converted({"--duplicates", "keep"}) == "source,target,value\nann,bob,5\n" + rest);
    CHECK(converted({"--duplicates", "count"}).starts_with("source,target,value\nann,bob,2\nbob,ann,1\n"));
    check_failure({"convert", graph, folder / "c.csv", "--duplicates", "fail"}, 1, "PARSE_ERROR");
}

TEST_CASE("cli: names survive a conversion to GML and back") {
    const Folder folder;
    const std::string graph = folder.write("log", messages);
    const std::string gml = folder / "g.gml";
    run_json({"convert", graph, gml, "--from", "csv", "--separator", ",", "--header", "yes"});
    const Json components = run_json({"components", gml});
    CHECK(components.at("largest").at(1).at("name") == "dan");
    // Each edge of an undirected graph is in both directions.
    const std::string undirected =
        folder.write("u.gml", "graph [ node [ id 4 ] node [ id 9 ] edge [ source 4 target 9 weight 3 ] ]");
    CHECK(run_json({"sssp", undirected, "--source", "9"}).at("reached") == 2);
}

TEST_CASE("cli: plot") {
    const Folder folder;
    const std::string graph = folder.write("m.csv", messages);
    const std::string svg = folder / "m.svg";
    const Json drawn = run_json({"plot", graph, "-o", svg, "--iterations", "5"});
    CHECK((drawn.at("vertices") == 5 && drawn.at("undirected_edges") == 4 && drawn.at("communities") == 2));
    CHECK(content(svg).find(">eve, 2</text>") != std::string::npos);
    run_json({"plot", graph, "-o", svg, "--color", "mcl", "--labels", "0", "--iterations", "1"});
    CHECK(content(svg).find(">ann</text>") == std::string::npos);
    const std::string labels = folder.write("c.csv", "vertex,value\nann,7\nbob,7\ncid,x\n\"eve, 2\",y\n");
    run_json({"plot", graph, "-o", svg, "--communities", labels, "--iterations", "1"});
    for (const char* const colour : {"#1f77b4", "#ff7f0e", "#2ca02c", "#d62728"}) // of 7, x, y, and the rest
        CHECK(content(svg).find(colour) != std::string::npos);
    check_failure({"plot", graph, "-o", svg, "--communities", folder.write("w.csv", "zoe,1\n")}, 1,
                  "INVALID_VALUE", "no vertex 'zoe'");
    CHECK(run_json({"plot", graph, "-o", svg, "--spy", "--degrees"}).at("entries") == 5);
    CHECK(content(svg).find("fill-opacity") != std::string::npos);
    CHECK(content(svg).find("rows by number of entries") != std::string::npos);
    check_failure({"plot", graph, "-o", folder / "none/m.svg"}, 1, "IO_ERROR");
    check_failure({"plot", graph}, 2, "USAGE");
}

TEST_CASE("cli: the lines of the page of graphs") {
    const std::filesystem::path here = std::filesystem::path(__FILE__).parent_path();
    const std::string page = content((here / "../../docs/GRAPHS.md").string());
    const auto block = [&](const std::string& language) { // the first one
        const std::size_t fence = page.find("```" + language + "\n");
        REQUIRE(fence != std::string::npos);
        const std::size_t begin = page.find('\n', fence) + 1;
        return page.substr(begin, page.find("```", begin) - begin);
    };
    const Folder folder;
    folder.write("friends.csv", block("text"));
    folder.write("lines.sh", block("sh"));
    const std::string programs = std::filesystem::path(MERGUS_CLI_PATH).parent_path().string();
    const std::string command =
        "cd '" + (folder / "") + "' && PATH='" + programs + "':\"$PATH\" sh -e lines.sh > out.txt";
    REQUIRE(std::system(command.c_str()) == 0);
    CHECK(content(folder / "communities.csv") == "vertex,value\nann,0\nbob,0\n\"hal, jr.\",2\neve,2\n");
    CHECK(content(folder / "out.txt").find("\"hal, jr.\"") != std::string::npos);
    CHECK(content(folder / "friends.graphml").find("hal, jr.") != std::string::npos);
    CHECK(content(folder / "friends.svg").find(">eve</text>") != std::string::npos);
}
