/// \file tutorial.cpp
/// The steps of docs/TUTORIAL.md, in one program.
#include <mergus/mergus.hpp>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

// Step 3: the widest path. A path is as wide as its narrowest edge; of two paths the wider one counts.
// clang-format off
MERGUS_SEMIRING(widest_path,
    static double identity() { return 0; }
    static double add(double x, double y) { return fmax(x, y); }
    static double mul(double a, double b) { return fmin(a, b); })
// clang-format on

namespace {

void expect(bool is_true) {
    if (!is_true) std::exit(1);
}

/// Step 7: distances from a source, by Bellman and Ford.
mergus::Vector<double> distances(const mergus::Matrix<double>& A, std::uint64_t source) {
    mergus::Vector<double> d(A.context(), A.nrows());
    d.set_element(source, 0.0);
    for (std::uint64_t round = 0; round < A.nrows(); ++round) {
        const auto before = d.dup();
        // d min= d min.plus A: a path to a neighbour, if it is shorter than the one that is known.
        mergus::vxm(d, mergus::min_plus<double>, before, A, {.accum = mergus::ops::min<double>});
        if (isequal(d, before)) break;
    }
    return d;
}

} // namespace

int main() {
    // Step 2: a graph of four vertices, and its product with itself.
    const mergus::Context context;
    const std::vector from{0, 0, 1, 2};
    const std::vector to{1, 2, 3, 3};
    const std::vector width{5.0, 2.0, 1.0, 4.0};
    const auto A = mergus::Matrix<double>::from_tuples(context, 4, 4, from, to, width);
    const auto C = mergus::mxm(mergus::plus_times<double>, A, A);
    std::cout << C << '\n';
    expect(C.extract_element(0, 3) == 5.0 * 1.0 + 2.0 * 4.0);

    // Step 3
    const auto W = mergus::mxm(widest_path, A, A);
    expect(W.extract_element(0, 3) == 2.0); // over vertex 2: min(2, 4); over vertex 1: min(5, 1)

    // Step 4: a mask. Which pairs of neighbours have a common neighbour?
    const auto G = mergus::Matrix<bool>::from_csr(context, mergus::generate::rmat({.scale = 10}));
    const auto common = mergus::mxm(mergus::plus_pair<std::int64_t>, G, G, {.mask = structure(G)});
    expect(common.nvals() <= G.nvals());

    // Step 5: an accumulator. All vertices within two steps: those of one step, and those of two.
    auto reach = G.dup();
    mergus::mxm(reach, mergus::any_pair<bool>, G, G, {.accum = mergus::ops::lor<bool>});
    expect(reach.nvals() >= G.nvals());

    // Step 6: files
    const std::filesystem::path file = "tutorial.mtx.gz";
    mergus::write_matrix_market(file, A.to_tuples());
    const auto again = mergus::read_matrix<double>(context, file);
    expect(isequal(A, again));
    std::filesystem::remove(file);

    // Step 7
    const auto d = distances(A, 0);
    expect(d.extract_element(3) == 6.0 && isequal(d, mergus::shortest_paths(A, 0)));

    // Step 8: backends
    for (const mergus::BackendInfo& backend : mergus::backends())
        std::cout << backend.name << ": score " << backend.score << ", " << backend.reason << '\n';
    if (mergus::probe_backend("suitesparse").score > 0) {
        const mergus::Context cpu("suitesparse");
        expect(isequal(mergus::mxm(widest_path, A.to(cpu), A.to(cpu)), W));
    }
}
