/// \file checker.cpp
#include "checker.hpp"

#include "plain.hpp"
#include "symbolic.hpp"

#include <mergus/error.hpp>
#include <mergus/types.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace mergus::bench {

namespace {

constexpr const char* oracle_name = "suitesparse";

Answer compute_oracle(const Problem& problem) {
    const std::unique_ptr<Trial> trial = make_mergus(oracle_name, nullptr)->prepare(problem);
    trial->call();
    trial->wait();
    return trial->answer();
}

bool any_negative(const std::vector<const HostCsr*>& factors) {
    return std::any_of(factors.begin(), factors.end(), [](const HostCsr* factor) {
        return std::any_of(factor->values.begin(), factor->values.end(),
                           [](double value) { return value < 0; });
    });
}

Verdict right(std::string detail) {
    return {Verdict::Kind::right, std::move(detail)};
}
Verdict wrong(std::string fault) {
    return {Verdict::Kind::wrong, std::move(fault)};
}

} // namespace

double Checker::epsilon() const {
    return problem_.algebra.type->code == MERGUS_FP32 ? double{std::numeric_limits<float>::epsilon()}
                                                      : std::numeric_limits<double>::epsilon();
}

bool Checker::uses_oracle(const Competitor& competitor) const {
    if (problem_.op == Op::transpose || competitor.name() == oracle_name) return false;
    return problem_.is_graph() || options_.mode == CheckMode::oracle ||
           problem_.products <= options_.oracle_products;
}

const Answer* Checker::oracle() {
    if (!oracle_ && oracle_failure_.empty()) {
        try {
            oracle_ = compute_oracle(problem_);
        } catch (const Error& error) {
            oracle_failure_ = error.what();
        }
    }
    return oracle_ ? &*oracle_ : nullptr;
}

const HostCsr& Checker::scale() {
    if (!any_negative(problem_.factors)) return oracle_->matrices.front();
    if (!scale_) {
        std::vector<HostCsr> sizes;
        Problem absolute = problem_;
        sizes.reserve(problem_.factors.size());
        for (const HostCsr*& factor : absolute.factors) {
            HostCsr& size = sizes.emplace_back(*factor);
            for (double& value : size.values) value = std::abs(value);
            factor = &size;
        }
        scale_ = std::move(compute_oracle(absolute).matrices.front());
    }
    return *scale_;
}

std::string Checker::fault_of_form(const Answer& answer) const {
    const HostCsr& first = *problem_.factors.front();
    for (const HostCsr& matrix : answer.matrices) {
        std::uint64_t rows = first.nrows;
        std::uint64_t cols = problem_.factors.back()->ncols;
        if (problem_.op == Op::transpose) std::swap(rows, cols);
        if (problem_.op == Op::bfs || problem_.op == Op::bfs_algebra) rows = 1;
        if (problem_.op == Op::bfs64) rows = problem_.sources.size();
        if (problem_.op == Op::walks) rows = problem_.sources.size();
        if (problem_.op == Op::walks) cols = walk_steps + 1;
        if (problem_.op == Op::cliques) rows = matrix.nrows;
        if (problem_.op == Op::graphlets) cols = 15;
        if (problem_.op == Op::motifs) rows = 8;
        if (problem_.op == Op::a_star) rows = 1;
        if (problem_.is_vector()) cols = 1;
        if (std::string fault = bench::fault_of_form(matrix, rows, cols); !fault.empty()) return fault;
    }
    return {};
}

Verdict Checker::against_oracle(const Answer& answer, const Answer& oracle) {
    if (answer.count != oracle.count)
        return wrong(fmt::format("counted {}, expected {}", answer.count, oracle.count));
    for (std::size_t m = 0; m < answer.matrices.size(); ++m) {
        const HostCsr& got = answer.matrices[m];
        const HostCsr& wanted = oracle.matrices[m];
        std::string fault;
        if (!problem_.rounds()) {
            fault = fault_of_equality(got, wanted);
        } else if (problem_.is_graph()) {
            constexpr double relative = 1e-9;
            fault = fault_of_values(got, wanted, wanted, Array<double>(wanted.nrows, relative));
        } else {
            Array<double> bounds = terms_of_rows(problem_.factors);
            for (double& bound : bounds) bound = 2 * epsilon() * (bound + 2);
            fault = fault_of_values(got, wanted, scale(), bounds);
        }
        if (!fault.empty()) return wrong(fault);
    }
    return right("as suitesparse");
}

bool Checker::has_plain() const {
    switch (problem_.op) {
    case Op::tc:
    case Op::bfs:
    case Op::bfs64:
    case Op::bfs_algebra:
    case Op::components:
    case Op::scc:
    case Op::mst:
    case Op::leiden:
    case Op::sssp:
    case Op::betweenness:
    case Op::betweenness_all:
    case Op::truss_numbers:
    case Op::partition:
        return true;
    default:
        return false;
    }
}

Verdict Checker::searches_against_plain(const Answer& answer) {
    // Of many searches of a large graph three are checked: a plain search takes about 10 ns an edge.
    constexpr std::uint64_t all_edges = 200'000'000;
    const HostCsr& graph = *problem_.factors.front();
    const std::size_t count = problem_.sources.size();
    std::set<std::size_t> searches = {0, count / 2, count - 1};
    if (graph.nvals() <= all_edges / count)
        for (std::size_t s = 0; s < count; ++s) searches.insert(s);
    for (const std::size_t s : searches) {
        const std::uint64_t source = problem_.sources[s];
        const auto [known, is_new] = plain_.try_emplace(source);
        if (is_new) known->second = plain::levels(graph, source);
        const bool one_matrix = answer.matrices.size() == 1;
        const std::string fault =
            plain::fault_of_row(answer.matrices[one_matrix ? 0 : s], one_matrix ? s : 0, known->second);
        if (!fault.empty()) return wrong(fmt::format("search from {}: {}", source, fault));
    }
    if (searches.size() == count) return right("as plain code");
    return right(fmt::format("as plain code, {} of {} searches", searches.size(), count));
}

Verdict Checker::against_plain(const Answer& answer) {
    const HostCsr& graph = *problem_.factors.front();
    if (problem_.op == Op::tc) {
        if (!plain_count_) plain_count_ = plain::triangles(graph);
        if (answer.count == *plain_count_) return right("as plain code");
        return wrong(fmt::format("counted {}, expected {}", answer.count, *plain_count_));
    }
    if (graph.nrows == 0) return right("no vertices");
    if (problem_.op == Op::mst || problem_.op == Op::truss_numbers) {
        if (!edges_)
            edges_ = problem_.op == Op::mst ? plain::spanning_forest(graph) : plain::truss_numbers(graph);
        std::string fault = fault_of_equality(answer.matrices.front(), *edges_);
        return fault.empty() ? right("as plain code") : wrong(std::move(fault));
    }
    if (problem_.op == Op::leiden) {
        const std::optional<double> found = plain::modularity(graph, answer.matrices.front());
        if (!found) return wrong("a label is not the least vertex of its community");
        const std::string text = fmt::format("modularity {:.5f}", *found);
        return *found >= -1e-12 ? right(text) : wrong(text); // one community has 0
    }
    if (problem_.op == Op::partition) {
        const std::optional<std::uint64_t> cut =
            plain::cut_of_parts(graph, answer.matrices.front(), partition_parts, 0.03);
        return cut ? right(fmt::format("cut {} edges", *cut)) : wrong("a label, or the size of a part");
    }
    if (!problem_.is_vector()) return searches_against_plain(answer);
    const auto [known, is_new] = plain_.try_emplace(0);
    if (is_new)
        known->second = problem_.op == Op::sssp     ? plain::distances(graph, problem_.sources.front())
                        : problem_.op == Op::scc    ? plain::strong_components(graph)
                        : problem_.is_betweenness() ? plain::betweenness(graph, problem_.sources)
                                                    : plain::components(graph);
    const double relative = problem_.is_betweenness() ? 1e-9 : 0;
    std::string fault = plain::fault_of_column(answer.matrices.front(), known->second, relative);
    return fault.empty() ? right("as plain code") : wrong(std::move(fault));
}

Verdict Checker::product_without_oracle(const HostCsr& C) {
    const bool masked = problem_.op == Op::mxm_masked;
    const HostCsr& A = *problem_.factors.front();
    std::string how;
    if (masked)
        if (std::string fault = fault_of_subset(C, A); !fault.empty()) return wrong(fault);
    if ((masked || problem_.is_plain_product()) && problem_.products <= options_.pattern_products) {
        if (!lengths_) lengths_ = row_lengths(A, *problem_.factors[1], masked ? &A : nullptr);
        if (std::string fault = fault_of_lengths(C, *lengths_); !fault.empty()) return wrong(fault);
        how = "row lengths";
    }
    if (!problem_.algebra.rounds() || masked) {
        if (how.empty()) return {Verdict::Kind::unchecked, masked ? "inside the mask" : "form only"};
        return right("row lengths only, no values");
    }
    if (freivalds_ == nullptr) freivalds_ = std::make_unique<Freivalds>(problem_.factors, epsilon());
    if (std::string fault = freivalds_->fault_of(C); !fault.empty()) return wrong(fault);
    return right(how.empty() ? "Freivalds" : "Freivalds, " + how);
}

Verdict Checker::check(Answer answer, const Competitor& competitor) {
    if (options_.mode == CheckMode::none) return {Verdict::Kind::unchecked, "not requested"};
    if (!competitor.sorts_rows())
        for (HostCsr& matrix : answer.matrices) sort_rows(matrix);
    if (std::string fault = fault_of_form(answer); !fault.empty()) return wrong(fault);
    if (problem_.op == Op::transpose) {
        if (!transposed_) transposed_ = transposed(*problem_.factors.front());
        std::string fault = fault_of_equality(answer.matrices.front(), *transposed_);
        return fault.empty() ? right("as on the host") : wrong(fault);
    }
    if (has_plain() && options_.mode != CheckMode::oracle) return against_plain(answer);
    if (problem_.is_graph() && competitor.name() == oracle_name) { // compared with the others
        oracle_ = std::move(answer);
        return {Verdict::Kind::unchecked, "is the oracle"};
    }
    if (uses_oracle(competitor))
        if (const Answer* known = oracle()) return against_oracle(answer, *known);
    if (problem_.is_product()) return product_without_oracle(answer.matrices.front());
    if (competitor.name() == oracle_name) return {Verdict::Kind::unchecked, "is the oracle"};
    return {Verdict::Kind::unchecked, "no oracle: " + oracle_failure_};
}

} // namespace mergus::bench
