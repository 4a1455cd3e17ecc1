/// \file problem.cpp
#include "problem.hpp"

#include "load.hpp"
#include "symbolic.hpp"
#include "wide_values.hpp"

#include <mergus/define.hpp>
#include <mergus/error.hpp>
#include <mergus/semirings/all.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace mergus::bench {

namespace {

// clang-format off
/// plus_times without the optimisations for built-in operators: the library has only its text.
MERGUS_SEMIRING(user_plus_times,
    static double identity() { return 0; }
    static double add(double x, double y) { return x + y; }
    static double mul(double a, double b) { return a * b; })
// clang-format on

constexpr std::array<std::pair<Op, std::string_view>, 34> op_names = {
    {{Op::mxm, "mxm"},
     {Op::mxm_masked, "mxm-masked"},
     {Op::mxm_plan, "mxm-plan"},
     {Op::transpose, "transpose"},
     {Op::tc, "tc"},
     {Op::bfs, "bfs"},
     {Op::bfs64, "bfs64"},
     {Op::bfs_algebra, "bfs-algebra"},
     {Op::pagerank, "pagerank"},
     {Op::components, "components"},
     {Op::scc, "scc"},
     {Op::mst, "mst"},
     {Op::leiden, "leiden"},
     {Op::sssp, "sssp"},
     {Op::betweenness, "betweenness"},
     {Op::betweenness_all, "betweenness-all"},
     {Op::truss, "truss"},
     {Op::truss_numbers, "truss-numbers"},
     {Op::clustering, "clustering"},
     {Op::cores, "cores"},
     {Op::mis, "mis"},
     {Op::jaccard, "jaccard"},
     {Op::mcl, "mcl"},
     {Op::motifs, "motifs"},
     {Op::graphlets, "graphlets"},
     {Op::cliques, "cliques"},
     {Op::partition, "partition"},
     {Op::cover, "cover"},
     {Op::dominating, "dominating"},
     {Op::a_star, "a-star"},
     {Op::walks, "walks"},
     {Op::lfr, "lfr"},
     {Op::rap_left, "rap-left"},
     {Op::rap_right, "rap-right"}}};

/// For these, `any` has only one possible value, so the correct result is unique.
constexpr std::array<const char*, 6> semirings = {"plus_times", "min_plus", "plus_pair",
                                                  "lor_land",   "any_pair", "user_plus_times"};

} // namespace

std::string_view op_name(Op op) {
    for (const auto& [known, name] : op_names)
        if (known == op) return name;
    return "?";
}

std::vector<Op> parse_op(std::string_view name) {
    if (name == "rap") return {Op::rap_left, Op::rap_right};
    for (const auto& [op, known] : op_names)
        if (known == name) return {op};
    throw Error(Code::invalid_value, fmt::format("unknown operation '{}'", name));
}

std::vector<std::string> semiring_names() {
    std::vector<std::string> names(semirings.begin(), semirings.end());
    for (const WideSemiring& wide : wide_semirings()) names.emplace_back(wide.name);
    return names;
}

Algebra parse_algebra(std::string_view semiring, std::string_view type) {
    if (semiring == "user_plus_times")
        return {std::string(semiring), type_of<double>(), user_plus_times.get()};
    for (const WideSemiring& wide : wide_semirings())
        if (semiring == wide.name) return {std::string(semiring), wide.type, wide.semiring};
    for (const mergus_type* candidate : {type_from_name(type), type_of<bool>()})
        if (const NamedSemiring found = find_semiring(semiring, candidate); found.handle != nullptr)
            return {std::string(semiring), candidate, found.handle};
    throw Error(Code::invalid_value,
                fmt::format("unknown semiring '{}'; known: {}", semiring, fmt::join(semiring_names(), ", ")));
}

DistinctFactors::DistinctFactors(const std::vector<const HostCsr*>& factors) {
    for (const HostCsr* factor : factors) {
        const auto found = std::find(matrices.begin(), matrices.end(), factor);
        indices.push_back(static_cast<std::size_t>(found - matrices.begin()));
        if (found == matrices.end()) matrices.push_back(factor);
    }
}

const HostCsr& Inputs::matrix() {
    if (matrix_ == nullptr) {
        HostCsr loaded = load(entry_.source);
        if (as_float_) round_to_float(loaded);
        matrix_ = std::make_unique<HostCsr>(std::move(loaded));
    }
    return *matrix_;
}

const HostCsr& Inputs::other_factor() {
    if (matrix().square()) return matrix();
    if (transposed_ == nullptr) transposed_ = std::make_unique<HostCsr>(transposed(matrix()));
    return *transposed_;
}

const HostCsr& Inputs::graph() {
    if (graph_ == nullptr) graph_ = std::make_unique<HostCsr>(undirected(matrix()));
    return *graph_;
}

const HostCsr& Inputs::weighted_graph() {
    if (weighted_graph_ == nullptr) {
        weighted_graph_ = std::make_unique<HostCsr>(graph());
        HostCsr& weighted = *weighted_graph_;
        weighted.values.resize(weighted.nvals());
        for (std::uint64_t i = 0; i < weighted.nrows; ++i)
            for (std::uint64_t e = weighted.ptr[i]; e < weighted.ptr[i + 1]; ++e) {
                // The same weight in both directions.
                const std::uint64_t low = std::min<std::uint64_t>(i, weighted.cols[e]);
                const std::uint64_t high = std::max<std::uint64_t>(i, weighted.cols[e]);
                const std::uint64_t mixed = (low * 0x9e3779b97f4a7c15U + high) * 0xbf58476d1ce4e5b9U;
                weighted.values[e] = static_cast<double>((mixed >> 32U) % 255 + 1);
            }
    }
    return *weighted_graph_;
}

void Inputs::make_aggregation() {
    if (restriction_ != nullptr) return;
    HostCsr P = aggregation(entry_.source, matrix().nrows);
    if (as_float_) round_to_float(P);
    restriction_ = std::make_unique<HostCsr>(transposed(P));
    prolongation_ = std::make_unique<HostCsr>(std::move(P));
}

std::string Inputs::refusal(Op op) {
    if (op == Op::mxm || op == Op::mxm_plan || op == Op::transpose || matrix().square()) return {};
    return fmt::format("{} needs a square matrix; this one is {} x {}", op_name(op), matrix().nrows,
                       matrix().ncols);
}

Problem Inputs::problem(Op op, const Algebra& algebra) {
    Problem problem;
    problem.op = op;
    problem.matrix = entry_.name;
    problem.algebra = algebra;
    if (problem.is_plain_product() || op == Op::mxm_masked) {
        problem.factors = {&matrix(), &other_factor()};
    } else if (op == Op::rap_left || op == Op::rap_right) {
        make_aggregation();
        problem.factors = {restriction_.get(), &matrix(), prolongation_.get()};
    } else {
        problem.factors = {problem.is_weighted()                 ? &weighted_graph()
                           : problem.is_graph() && op != Op::scc ? &graph()
                                                                 : &matrix()};
    }
    if (op == Op::bfs || op == Op::bfs_algebra) {
        problem.sources = highest_degrees(graph(), 4);
        problem.sources.push_back(0);
    }
    if (op == Op::bfs64) problem.sources = highest_degrees(graph(), 64);
    if (op == Op::sssp) problem.sources = highest_degrees(graph(), 1);
    if (op == Op::betweenness) problem.sources = highest_degrees(graph(), 4);
    if (op == Op::a_star) problem.sources = highest_degrees(graph(), 3);
    if (op == Op::walks) problem.sources = highest_degrees(graph(), 4096);
    if (op == Op::betweenness_all) {
        problem.sources.resize(graph().nrows);
        std::iota(problem.sources.begin(), problem.sources.end(), std::uint64_t{0});
    }
    if (problem.is_product()) {
        const auto [known, is_new] = products_.emplace(op, 0);
        if (is_new) known->second = chain_products(problem.factors, op == Op::rap_right);
        problem.products = known->second;
    }
    return problem;
}

} // namespace mergus::bench
