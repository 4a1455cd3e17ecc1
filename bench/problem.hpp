/// \file problem.hpp
/// Problems: an operation with its matrices, which are the same for all competitors.
#pragma once

#include "host_csr.hpp"
#include "matrix_list.hpp"

#include <mergus/plugin.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::bench {

enum class Op {
    mxm,
    mxm_masked,
    mxm_plan, ///< the values of a product whose pattern is kept
    transpose,
    tc,
    bfs,
    bfs64,
    bfs_algebra, ///< bfs by public operations alone
    pagerank,    ///< a fixed number of iterations
    components,
    scc, ///< of the matrix as it is, directed
    mst, ///< the weights of sssp
    leiden,
    sssp, ///< weights from 1 to 255
    betweenness,
    betweenness_all, ///< every vertex is a source
    truss,           ///< k = 4
    truss_numbers,
    clustering,
    cores,
    mis,
    jaccard,
    mcl, ///< the weights of sssp
    motifs,
    graphlets,
    cliques,   ///< maximal ones, at most most_cliques
    partition, ///< in partition_parts parts
    cover,
    dominating,
    a_star, ///< the weights of sssp, with bounds by a landmark
    walks,  ///< of walk_steps steps
    lfr,    ///< a generated graph of as many vertices, and its import
    rap_left,
    rap_right
};

inline constexpr unsigned pagerank_iterations = 20;
inline constexpr std::uint64_t most_cliques = 1'000'000;
inline constexpr std::uint64_t partition_parts = 16;
inline constexpr std::uint64_t walk_steps = 10;

/// "mxm", "mxm-masked", … parse_op("rap") returns both orders of the product.
std::string_view op_name(Op op);
std::vector<Op> parse_op(std::string_view name);

/// A semiring and the type of A and B.
struct Algebra {
    std::string name;
    const mergus_type* type = nullptr;
    const mergus_semiring* semiring = nullptr;

    /// Whether results depend on the order of summation. Other semirings have one correct result.
    [[nodiscard]] bool rounds() const { return name.ends_with("plus_times") || wide(); }
    /// Whether it is one of wide_values.hpp.
    [[nodiscard]] bool wide() const { return type->code == MERGUS_USER_TYPE; }
};

/// The semiring on `type`, or on bool or double if it is defined only there. \throws Error invalid_value if
/// it is unknown
Algebra parse_algebra(std::string_view semiring, std::string_view type);
std::vector<std::string> semiring_names();

struct Problem {
    Op op = Op::mxm;
    std::string matrix;
    Algebra algebra;
    std::vector<const HostCsr*> factors; ///< Of the product, left to right; else the one matrix.
    std::vector<std::uint64_t> sources;  ///< Of a search or walks; of a_star source, target and landmark.
    std::uint64_t products = 0;

    /// Of the whole first two factors.
    [[nodiscard]] bool is_plain_product() const { return op == Op::mxm || op == Op::mxm_plan; }
    [[nodiscard]] bool is_product() const {
        return is_plain_product() || op == Op::mxm_masked || op == Op::rap_left || op == Op::rap_right;
    }
    [[nodiscard]] bool is_graph() const { return !is_product() && op != Op::transpose; }
    /// Whether the graph has weights.
    [[nodiscard]] bool is_weighted() const {
        return op == Op::sssp || op == Op::mst || op == Op::mcl || op == Op::a_star;
    }
    [[nodiscard]] bool is_betweenness() const { return op == Op::betweenness || op == Op::betweenness_all; }
    /// Whether the result is a vector.
    [[nodiscard]] bool is_vector() const {
        return op == Op::pagerank || op == Op::components || op == Op::scc || op == Op::leiden ||
               op == Op::sssp || is_betweenness() || op == Op::clustering || op == Op::cores ||
               op == Op::mis || op == Op::mcl || op == Op::motifs || op == Op::partition || op == Op::cover ||
               op == Op::dominating || op == Op::a_star;
    }
    /// Whether each entry must be read at least once, and no other count of reads is known.
    [[nodiscard]] bool reads_graph_once() const {
        return op == Op::components || op == Op::scc || op == Op::mst || op == Op::sssp || op == Op::leiden ||
               is_betweenness() || op == Op::truss_numbers || op == Op::motifs || op == Op::graphlets ||
               op == Op::cliques || op == Op::partition || op == Op::cover || op == Op::dominating;
    }
    /// Whether correct results differ by rounding.
    [[nodiscard]] bool rounds() const {
        return op == Op::pagerank || is_betweenness() || (!is_graph() && algebra.rounds());
    }
    /// The number of searches or iterations in a call; a row reports their mean.
    [[nodiscard]] unsigned parts() const {
        if (op == Op::pagerank) return pagerank_iterations;
        return op == Op::bfs || op == Op::bfs_algebra ? static_cast<unsigned>(sources.size()) : 1;
    }
};

/// The different matrices of a problem, and the matrix of each factor. A·A has one matrix.
struct DistinctFactors {
    explicit DistinctFactors(const std::vector<const HostCsr*>& factors);
    std::vector<const HostCsr*> matrices;
    std::vector<std::size_t> indices; ///< Into `matrices`, for each factor.
};

/// A matrix of the list and the matrices derived from it. Each is computed once, on first use.
class Inputs {
public:
    /// \param as_float round values to fp32
    Inputs(MatrixEntry entry, bool as_float) : entry_(std::move(entry)), as_float_(as_float) {}

    /// The reason why the operation is undefined for this matrix, or empty. \throws Error if it cannot be
    /// read
    std::string refusal(Op op);
    Problem problem(Op op, const Algebra& algebra);

private:
    const HostCsr& matrix();
    const HostCsr& other_factor();
    const HostCsr& graph();
    const HostCsr& weighted_graph();
    void make_aggregation();

    MatrixEntry entry_;
    bool as_float_;
    std::unique_ptr<HostCsr> matrix_, transposed_, graph_, weighted_graph_, restriction_, prolongation_;
    std::map<Op, std::uint64_t> products_;
};

} // namespace mergus::bench
