/// \file communities.cpp
/// The program of docs/GRAPHS.md: from a CSV file with names to communities, a file of them and a picture.
#include <mergus/graph.hpp>
#include <mergus/mergus.hpp>
#include <mergus/plot.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace {

/// The karate club of Zachary (1977) would do; this is smaller: two groups of friends, and who knows both.
constexpr const char* friends =
    "who,knows,since\n"
    "ann,bob,2001\nbob,cid,2003\ncid,ann,1999\ndan,ann,2010\ndan,bob,2011\n"
    "eve,fay,2005\nfay,gus,2007\ngus,eve,2006\n\"hal, jr.\",eve,2015\n\"hal, jr.\",gus,2016\n"
    "dan,eve,2020\n";

void run(const mergus::Context& context) {
    const auto graph = mergus::read_graph(context, "friends.csv", {.directed = false}, {.weight = "none"});
    const auto found = mergus::leiden(graph.adjacency());
    mergus::write_csv("communities.csv", found.labels, graph.names());
    mergus::write_text("friends.svg", mergus::plot_graph(graph, found.labels));
    for (const auto& [vertex, name, degree] : mergus::top(graph.out_degrees(), 3, graph.names()))
        std::cout << name << " has " << degree << " friends\n";
}

std::string content(const char* file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

int main() {
    const auto folder = std::filesystem::temp_directory_path() / "mergus-example-communities";
    std::filesystem::create_directories(folder);
    std::filesystem::current_path(folder);
    std::ofstream("friends.csv") << friends;
    run(mergus::Context());
    // Vertices are numbered in the order of the file: ann 0, bob 1, cid 2, dan 3, eve 4, …
    const bool right = content("communities.csv") == "vertex,value\nann,0\nbob,0\ncid,0\ndan,0\n"
                                                     "eve,4\nfay,4\ngus,4\n\"hal, jr.\",4\n" &&
                       content("friends.svg").find(">hal, jr.</text>") != std::string::npos;
    std::filesystem::current_path("/");
    std::filesystem::remove_all(folder);
    if (!right) std::cout << "communities.csv or friends.svg is not as expected\n";
    return right ? 0 : 1;
}
