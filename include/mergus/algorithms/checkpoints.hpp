/// \file checkpoints.hpp
/// Algorithms that repeat a step go on from their last completed one after a crash.
#pragma once

#include <string>

namespace mergus {

/// Where pagerank(), markov_clustering(), louvain() and leiden() keep what they have after a step. A later
/// call with the same graph and the same options begins with it; tolerance and max_iterations of pagerank()
/// and markov_clustering(), and max_passes of the others, may differ. Graphs are compared by their size and a
/// digest of their entries.
///
/// Each call has a file of its own, named by algorithm, graph and options. It is replaced as a whole, so a
/// crash leaves the last one, and removed when the algorithm has reached its end. With several ranks all must
/// reach the directory; the first one writes. Cost: the digest takes two products with a vector, and a file a
/// copy of the state to the host: of a vector, or for markov_clustering() of a matrix.
///
/// Algorithms then also throw Error io_error for a file that cannot be written or read, and parse_error for
/// one that is damaged.
struct Checkpoints {
    std::string directory{}; ///< an existing directory; empty: none are kept
    double seconds = 0;      ///< between two files, at least; 0: a file after each step
};

} // namespace mergus
