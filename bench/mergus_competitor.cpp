/// \file mergus_competitor.cpp
/// A backend of Mergus, used through the public interface. Each trial has a new context, so its first call
/// finds no memory and no kernels of other trials.
#include "../backend/frontend/support/environment.hpp"
#include "competitor.hpp"
#include "operations/operation.hpp"
#include "transfer.hpp"

#include <mergus/algorithms.hpp>
#include <mergus/graph.hpp>
#include <mergus/mergus.hpp>
#include <mergus/mxm_plan.hpp>
#include <mergus/semirings/all.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace mergus::bench {

namespace {

class MergusTrial final : public Trial {
public:
    MergusTrial(Context context, const Problem& problem)
        : context_(std::move(context)), problem_(problem), factors_(problem.factors) {
        const mergus_type* type = problem.is_weighted() ? type_of<double>()
                                  : problem.is_graph()  ? type_of<bool>()
                                                        : problem.algebra.type;
        for (const HostCsr* matrix : factors_.matrices) inputs_.push_back(upload(context_, *matrix, type));
        if (problem.op == Op::mxm_plan) make_plan();
        if (problem.op == Op::a_star) bounds_ = bounds();
        if (problem.op == Op::pagerank) graph_ = Graph(factor(0).dup());
        context_.wait();
    }

    void call() override {
        switch (problem_.op) {
        case Op::mxm_plan:
            plan_.run(factor(0), factor(1));
            break;
        case Op::mxm:
            output_.push_back(multiply(factor(0), factor(1), no_mask));
            break;
        case Op::mxm_masked:
            output_.push_back(multiply(factor(0), factor(1), structure(factor(0))));
            break;
        case Op::rap_left:
            output_.push_back(multiply(multiply(factor(0), factor(1), no_mask), factor(2), no_mask));
            break;
        case Op::rap_right:
            output_.push_back(multiply(factor(0), multiply(factor(1), factor(2), no_mask), no_mask));
            break;
        case Op::transpose: {
            AnyMatrix C(context_, factor(0).type(), factor(0).ncols(), factor(0).nrows());
            transpose(C, factor(0));
            output_.push_back(std::move(C));
            break;
        }
        case Op::tc:
            count_ = triangle_count(factor(0));
            break;
        case Op::bfs:
            for (const std::uint64_t& source : problem_.sources)
                output_.push_back(bfs_levels(factor(0), std::span(&source, 1)));
            break;
        case Op::bfs_algebra:
            for (const std::uint64_t source : problem_.sources) output_.push_back(search(source));
            break;
        case Op::bfs64:
            output_.push_back(bfs_levels(factor(0), problem_.sources));
            break;
        case Op::pagerank:
            vectors_.push_back(
                pagerank(graph_, {.tolerance = 0, .max_iterations = pagerank_iterations}).rank);
            break;
        case Op::components:
            vectors_.push_back(connected_components(factor(0)));
            break;
        case Op::scc:
            vectors_.push_back(strongly_connected_components(factor(0)));
            break;
        case Op::mst:
            output_.push_back(minimum_spanning_forest(factor(0)));
            break;
        case Op::leiden:
            vectors_.push_back(leiden(factor(0)).labels);
            break;
        case Op::sssp:
            vectors_.push_back(shortest_paths(factor(0), problem_.sources.front()));
            break;
        case Op::betweenness:
        case Op::betweenness_all:
            vectors_.push_back(betweenness(factor(0), problem_.sources));
            break;
        case Op::truss:
            output_.push_back(k_truss(factor(0), 4));
            break;
        case Op::truss_numbers:
            output_.push_back(truss_numbers(factor(0)));
            break;
        case Op::clustering:
            vectors_.push_back(clustering_coefficients(factor(0)));
            break;
        case Op::cores:
            vectors_.push_back(core_numbers(factor(0)));
            break;
        case Op::mis:
            vectors_.push_back(maximal_independent_set(factor(0)));
            break;
        case Op::jaccard:
            output_.push_back(jaccard(factor(0)));
            break;
        case Op::mcl:
            vectors_.push_back(markov_clustering(factor(0)).clusters);
            break;
        case Op::graphlets:
            output_.push_back(graphlet_degrees(factor(0)));
            break;
        case Op::cliques:
            output_.push_back(maximal_cliques(factor(0), {.limit = most_cliques}).members);
            break;
        case Op::partition:
            vectors_.push_back(
                k_way_partition(factor(0), std::min(partition_parts, factor(0).nrows())).labels);
            break;
        case Op::cover:
            vectors_.push_back(vertex_cover(factor(0)));
            break;
        case Op::dominating:
            vectors_.push_back(dominating_set(factor(0)));
            break;
        case Op::walks:
            output_.push_back(random_walks(factor(0), problem_.sources, walk_steps));
            break;
        case Op::motifs:
        case Op::a_star:
        case Op::lfr:
            call_of_few_values();
            break;
        }
    }
    void wait() override { context_.wait(); }
    void drop() override {
        output_.clear();
        vectors_.clear();
    }

    Answer answer() override {
        Answer answer;
        answer.count = count_;
        if (problem_.op == Op::mxm_plan) answer.matrices.push_back(download(plan_.result()));
        for (const AnyMatrix& matrix : output_) answer.matrices.push_back(download(matrix));
        for (const AnyVector& vector : vectors_) answer.matrices.push_back(download(vector));
        return answer;
    }
    std::uint64_t nvals() override {
        std::uint64_t sum = problem_.op == Op::mxm_plan ? plan_.result().nvals() : 0;
        for (const AnyMatrix& matrix : output_) sum += matrix.nvals();
        for (const AnyVector& vector : vectors_) sum += vector.nvals();
        return sum;
    }

    void reset_usage() override { before_ = context_.counters(true); }
    Usage usage() override { return usage_between(before_, context_.counters()); }

private:
    const AnyMatrix& factor(std::size_t f) const { return inputs_[factors_.indices[f]]; }

    AnyMatrix multiply(const AnyMatrix& A, const AnyMatrix& B, const Mask& mask) const {
        const AnySemiring semiring(problem_.algebra.semiring);
        AnyMatrix C(context_, problem_.algebra.semiring->add->op->z_type, A.nrows(), B.ncols());
        mxm(C, mask, no_accum, semiring, A, B);
        return C;
    }

    /// Algorithms whose result is no matrix or vector of the graph's.
    void call_of_few_values() {
        if (problem_.op == Op::motifs) {
            const Motifs m = motifs(factor(0));
            const std::vector<std::int64_t> counts = {signed_of(m.wedges),   signed_of(m.triangles),
                                                      signed_of(m.paths),    signed_of(m.stars),
                                                      signed_of(m.cycles),   signed_of(m.tailed_triangles),
                                                      signed_of(m.diamonds), signed_of(m.cliques)};
            vectors_.push_back(Vector<std::int64_t>::from_dense(context_, counts));
        } else if (problem_.op == Op::a_star) {
            const std::uint64_t source = problem_.sources.front();
            const std::uint64_t target = problem_.sources[problem_.sources.size() > 1 ? 1 : 0];
            const std::vector<double> distance = {a_star(factor(0), source, target, bounds_).distance};
            vectors_.push_back(Vector<double>::from_dense(context_, distance));
        } else {
            output_.push_back(Matrix<bool>::from_csr(context_, generate::lfr(lfr_of(factor(0).nrows()))));
        }
    }
    static std::int64_t signed_of(std::uint64_t count) { return static_cast<std::int64_t>(count); }
    /// The default parameters, less for few vertices.
    static generate::Lfr lfr_of(std::uint64_t n) {
        generate::Lfr parameters{.n = n};
        if (n < 200) {
            // At least what generate::lfr() takes, which needs three vertices.
            parameters.degree = std::max(1.5, static_cast<double>(n) / 10);
            parameters.max_degree = std::max<std::uint64_t>(2, n / 4);
            parameters.min_community = std::max<std::uint64_t>(2, n / 5);
            parameters.max_community = std::max<std::uint64_t>(2, n / 2);
        }
        return parameters;
    }
    /// For a_star: |distance to the target − distance| from the landmark.
    Vector<double> bounds() const {
        const std::vector<std::uint64_t>& s = problem_.sources;
        const std::uint64_t target = s[s.size() > 1 ? 1 : 0];
        constexpr double far = std::numeric_limits<double>::infinity();
        std::vector<double> values = shortest_paths(factor(0), s.back()).to_dense(far);
        const double of_target = values[target];
        for (double& value : values) value = value < far && of_target < far ? std::abs(value - of_target) : 0;
        return Vector<double>::from_dense(context_, values);
    }

    /// A plan of matrices with other values, so that only a run gives the right product.
    void make_plan() {
        std::vector<std::vector<unsigned char>> values;
        for (AnyMatrix& matrix : inputs_) {
            const std::uint64_t count = matrix.nvals(), bytes = count * matrix.type()->size;
            mergus_csr csr = describe(matrix.type(), matrix.nrows(), matrix.ncols());
            csr.capacity = count;
            csr.values = values.emplace_back(bytes + 1).data();
            matrix.export_csr(csr);
            set_values(matrix, std::vector<unsigned char>(bytes + 1).data(), count, matrix.type());
        }
        plan_ = mxm_plan(AnySemiring(problem_.algebra.semiring), factor(0), factor(1));
        for (std::size_t m = 0; m < inputs_.size(); ++m)
            set_values(inputs_[m], values[m].data(), inputs_[m].nvals(), inputs_[m].type());
    }
    /// The levels of a breadth-first search: L⟨F⟩ = d; F⟨¬L, replace⟩ = F any.pair A. F is counted in the
    /// first levels, and then in steps that grow by one.
    AnyMatrix search(std::uint64_t source) const {
        const std::uint64_t n = factor(0).ncols();
        Matrix<std::int32_t> levels(context_, 1, n);
        Matrix<bool> frontier(context_, 1, n);
        frontier.set_element(0, source, true);
        for (std::int32_t d = 0, next = 0, step = 5;; ++d) {
            if (d == next) {
                if (frontier.nvals() == 0) return levels;
                next += d < 15 ? 1 : ++step;
            }
            assign(levels, d, {.mask = structure(frontier)});
            mxm(frontier, any_pair<bool>, frontier, factor(0),
                {.mask = complement(structure(levels)), .replace = true});
        }
    }

    Context context_;
    const Problem& problem_;
    DistinctFactors factors_;
    std::vector<AnyMatrix> inputs_;
    MxmPlan plan_;          ///< mxm-plan
    Vector<double> bounds_; ///< a_star
    Graph graph_;           ///< pagerank: keeps its transpose, as a program with several calls does
    std::vector<AnyMatrix> output_;
    std::vector<AnyVector> vectors_;
    std::uint64_t count_ = 0;
    Counters before_;
};

/// Adds a part to the value of MERGUS_CUDA_MXM, for the contexts that are made before it is destroyed.
class ForcedMethods {
public:
    explicit ForcedMethods(const std::string& part) {
        if (const char* const before = std::getenv(variable)) before_ = before;
        setenv(variable, (before_.value_or("").empty() ? part : *before_ + "," + part).c_str(), 1);
    }
    ForcedMethods(const ForcedMethods&) = delete;
    ForcedMethods& operator=(const ForcedMethods&) = delete;
    ~ForcedMethods() {
        if (before_)
            setenv(variable, before_->c_str(), 1);
        else
            unsetenv(variable);
    }

private:
    static constexpr const char* variable = core::name_of(core::Variable::cuda_mxm);
    std::optional<std::string> before_;
};

class MergusCompetitor final : public Competitor {
public:
    MergusCompetitor(std::string backend, void* stream, std::string without)
        : backend_(std::move(backend)), without_(std::move(without)), stream_(stream) {}

    std::string name() const override { return without_.empty() ? backend_ : backend_ + "-" + without_; }
    bool on_gpu() const override { return stream_ != nullptr; }
    bool is_reference() const override { return false; }
    bool sorts_rows() const override { return true; }
    bool supports(const Problem&) const override { return true; }
    std::unique_ptr<Trial> prepare(const Problem& problem) override {
        return std::make_unique<MergusTrial>(make_context({}), problem);
    }
    std::unique_ptr<OperationTrials> operations(OperationInputs& inputs) override {
        return mergus_operations(make_context({}), inputs);
    }
    CallReport report(const Problem& problem, bool warm) override {
        CallReport report;
        MergusTrial trial(make_context([&report](const Explanation& call) {
                              report.steps.push_back({std::string(call.operation), std::string(call.method),
                                                      std::string(call.reason)});
                          }),
                          problem);
        if (warm) trial.call();
        trial.drop();
        report.steps.clear(); // what came before the call
        trial.reset_usage();
        trial.call();
        trial.wait();
        const Usage usage = trial.usage();
        report.launches = usage.launches;
        report.synchronizations = usage.synchronizations;
        return report;
    }

private:
    Context make_context(std::function<void(const Explanation&)> explain) const {
        ContextOptions options;
        options.backend = backend_;
        options.stream = stream_;
        options.explain = std::move(explain);
        if (without_.empty()) return Context(options);
        const ForcedMethods forced("-" + without_);
        return Context(options);
    }

    std::string backend_, without_;
    void* stream_;
};

} // namespace

std::unique_ptr<Competitor> make_mergus(const std::string& backend, void* stream,
                                        const std::string& without) {
    return std::make_unique<MergusCompetitor>(backend, stream, without);
}

} // namespace mergus::bench
