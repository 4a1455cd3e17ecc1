/// \file generate.hpp
/// Graph and matrix generators. Seeded and parallel; the same parameters give the same matrix on every
/// machine and with every number of threads (counter-based random numbers, integer thresholds). All throw
/// Error invalid_value for parameters out of range and out_of_memory. The environment variable MERGUS_THREADS
/// limits the threads.
#pragma once

#include <mergus/export.hpp>
#include <mergus/host_data.hpp>
#include <mergus/indices.hpp>
#include <mergus/natural.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::generate {

/// Graph500-like R-MAT graph of 2^scale vertices (Chakrabarti et al. 2004): edge_factor·2^scale edges are
/// drawn with quadrant probabilities a, b, c, 1−a−b−c; duplicates are dropped. If symmetric: loops are
/// dropped and both directions are kept. The result is a pattern. scale is at most 36.
struct Rmat {
    unsigned scale = 16;     ///< log2 of the number of vertices
    double edge_factor = 16; ///< edges drawn for each vertex
    double a = 0.57;         ///< probability of the quadrant of low rows and low columns
    double b = 0.19;         ///< of low rows and high columns
    double c = 0.19;         ///< of high rows and low columns
    bool symmetric = true;   ///< an undirected graph without loops
    bool permute = true;     ///< shuffle the vertex labels
    std::uint64_t seed = 1;  ///< of the random numbers
};
/// The graph of these parameters.
MERGUS_API Csr rmat(const Rmat& parameters);

/// Uniform random: each row draws `degree` columns with replacement (at most `cols`; a fractional part is
/// the probability of one more); duplicates are dropped. Real values in (0, 1].
MERGUS_API Csr er(Natural rows, Natural cols, double degree, Natural seed = 1);

/// The Poisson stencil of 5 points on an n×n grid (Dirichlet boundary): centre 4, neighbours −1; real.
MERGUS_API Csr poisson2d5(Natural n);
/// Of 9 points on an n×n grid: centre 8, neighbours −1; real.
MERGUS_API Csr poisson2d9(Natural n);
/// Of 7 points on an n×n×n grid: centre 6, neighbours −1; real.
MERGUS_API Csr poisson3d7(Natural n);
/// Of 27 points on an n×n×n grid: centre 26, neighbours −1; real.
MERGUS_API Csr poisson3d27(Natural n);

/// n×n with all entries |i−j| ≤ half_band; real values in (0, 1].
MERGUS_API Csr banded(Natural n, Natural half_band, Natural seed = 1);
/// banded(), with rows and columns shuffled by one random permutation; an entry keeps its value.
MERGUS_API Csr banded_permuted(Natural n, Natural half_band, Natural seed = 1);

/// Row lengths follow a power law with the given exponent (1.5 to 8) and mean `degree` (capped at cols);
/// columns are skewed in the same way. The r-th longest row has C·r^(−1/(exponent−1)) entries, rounded at
/// random, where C is chosen for the mean. The columns of a row are distinct, drawn with the same weights
/// by their rank. Real values in (0, 1].
MERGUS_API Csr powerlaw(Natural rows, Natural cols, double degree, double exponent = 2.1, Natural seed = 1);

// Undirected graphs: patterns with both directions of each edge, without loops. Edges that are drawn twice
// are one, so degrees are a little less than asked for.

/// Preferential attachment (Barabási, Albert 1999): vertex after vertex, each with `edges` edges to vertices
/// that are chosen by their degree so far. 1 ≤ edges ≤ n.
MERGUS_API Csr barabasi_albert(Natural n, Natural edges, Natural seed = 1);

/// Small world (Watts, Strogatz 1998): a ring of n vertices, each joined to the `degree` nearest ones (even,
/// below n); an edge leads to a random vertex instead with the probability `rewired`.
MERGUS_API Csr watts_strogatz(Natural n, Natural degree, double rewired, Natural seed = 1);

/// Planted partition: n vertices in `groups` groups of consecutive vertices, equal in size up to one. A
/// vertex has about `inside` neighbours in its group and `outside` in the others.
MERGUS_API Csr planted_partition(Natural n, Natural groups, double inside, double outside, Natural seed = 1);

/// Random geometric graph: n points in the unit square, joined if their distance is at most √(degree / (π
/// n)); so a vertex far from the border has about `degree` neighbours.
MERGUS_API Csr random_geometric(Natural n, double degree, Natural seed = 1);

/// The parameters of lfr().
struct Lfr {
    std::uint64_t n = 1000; ///< vertices
    double mixing = 0.1;    ///< μ: the share of the edges of a vertex that leave its community
    double degree = 20;     ///< mean degree: at least that of the power law from 1 on, at most max_degree
    std::uint64_t max_degree = 50;     ///< below n
    double degree_exponent = 2;        ///< of the density of the degrees, from 1 to 8
    std::uint64_t min_community = 20;  ///< least size of a community
    std::uint64_t max_community = 100; ///< greatest size, at most n
    double community_exponent = 1;     ///< of the density of the sizes, from 1 to 8
    std::uint64_t seed = 1;            ///< of the random numbers
};

/// The benchmark for communities of Lancichinetti, Fortunato and Radicchi (2008), with these parameters:
/// degrees and sizes of communities follow power laws. A vertex of a degree too large for every community has
/// more edges that leave its own. What is left of n after the last community that fits is shared among the
/// others.
MERGUS_API Csr lfr(const Lfr& parameters);

/// The community of each vertex of the graph with these parameters, from 0 on.
MERGUS_API std::vector<std::uint64_t> lfr_communities(const Lfr& parameters);

/// A grid of any number of dimensions: points of neighbouring coordinates along one axis are joined, and if
/// `periodic` the first and the last one too. The point (x, y, z, …) is the vertex x + sides[0] (y + sides[1]
/// (z + …)). At least one side, each at least 1, and at most 2^60 points.
MERGUS_API Csr grid(const IndexList& sides, bool periodic = false);

/// Runs the generator that a spec names, as on the command line and in the benchmarks:
/// "rmat:scale=16,ef=16,seed=1" ("rmat" alone: all parameters as by default),
/// "er:rows=1000000,degree=4", "poisson2d5:n=256", "banded:n=20000,half=8", "banded-permuted:…",
/// "powerlaw:rows=400000,cols=100000,degree=6" (cols: as rows if left out), "barabasi-albert:n=1000,edges=4",
/// … Unknown names, keys or values: Error invalid_value that lists the valid ones.
MERGUS_API Csr from_spec(std::string_view spec);

/// Whether a text is a generator spec rather than a file name: a generator's name, alone or before ':'.
MERGUS_API bool is_spec(std::string_view text) noexcept;

/// The generators' names.
MERGUS_API std::vector<std::string_view> names();

/// One line for each generator, for --help.
MERGUS_API std::string spec_help();

} // namespace mergus::generate
