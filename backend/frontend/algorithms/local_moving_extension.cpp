/// \file local_moving_extension.cpp
#include "local_moving_extension.hpp"

#include "../objects/context_state.hpp"
#include "../objects/matrix_state.hpp"
#include "../operations/call_scopes.hpp"
#include "extension_call.hpp"
#include "host_moving.hpp"
#include "partition.hpp"

#include <mergus/algorithms/components.hpp>

#include <utility>

namespace mergus::core {

namespace {

using Step = mergus_local_moving_step mergus_local_moving::*;

const mergus_matrix* handle_of(const AnyVector& vector) {
    return state_of(vector, "local_moving", "a vector").handle;
}

/// \return whether the backend has done the step
bool run(Step step, const Context& context, mergus_local_moving_args& args) {
    detail::ContextState& state = *context.state();
    const mergus_local_moving_step entry = state.plugin().local_moving.*step;
    if (entry == nullptr || args.labels == nullptr) return false;
    args.struct_size = sizeof args;
    args.descriptor = flags_of_thread().bits;
    try {
        state.call("local_moving", entry, static_cast<const mergus_local_moving_args*>(&args));
        return true;
    } catch (const Error& error) {
        if (error.code() != Code::not_implemented && !detail::is_of_device_memory(error)) throw;
        return false;
    }
}

/// Without labels if an object is of another context than these: it has run out of memory.
mergus_local_moving_args arguments_of(const Level& level, const Vector<std::int64_t>& labels,
                                      std::uint64_t label_count) {
    mergus_local_moving_args args{};
    const Context context = labels.context();
    bool together = level.S.context() == context;
    for (const NullTerm& term : level.null)
        together = together && term.x.context() == context && term.y.context() == context;
    if (!together) return args;
    args.S = state_of(level.S, "local_moving", "S").handle;
    args.terms = level.null.size();
    for (std::size_t t = 0; t < level.null.size(); ++t) {
        args.x[t] = handle_of(level.null[t].x);
        args.y[t] = handle_of(level.null[t].y);
    }
    args.labels = handle_of(labels);
    args.label_count = label_count;
    return args;
}

void set(mergus_local_moving_args& args, const SweepOptions& options) {
    args.groups = options.groups;
    args.seed = options.seed;
    args.least_gain = options.least_gain;
}

} // namespace

std::optional<double> sweep_by_backend(const Level& level, Vector<std::int64_t>& labels, Vector<bool>& open,
                                       const SweepOptions& options) {
    const Context context = labels.context();
    if (HostMoving* const host = host_moving(level)) {
        std::vector<std::int64_t> of_vertices = labels.to_dense();
        const std::vector<bool> may_move = open.to_dense();
        std::vector<std::uint8_t> next(may_move.begin(), may_move.end());
        const double quality = host->sweep(of_vertices, next, options);
        labels = Vector<std::int64_t>::from_dense(context, of_vertices);
        open = Vector<bool>::from_dense(context, std::vector<bool>(next.begin(), next.end()));
        return quality;
    }
    Vector<std::int64_t> moved(context, labels.size());
    Vector<bool> next(context, labels.size());
    double quality = 0;
    mergus_local_moving_args args = arguments_of(level, labels, options.label_count);
    set(args, options);
    args.open = handle_of(open);
    if (!(open.context() == context)) args.labels = nullptr;
    args.labels_out = moved.state()->handle;
    args.open_out = next.state()->handle;
    args.quality = &quality;
    if (!run(&mergus_local_moving::sweep, context, args)) return std::nullopt;
    moved.state()->changed();
    next.state()->changed();
    labels = std::move(moved);
    open = std::move(next);
    return quality;
}

std::optional<Vector<std::int64_t>>
refined_by_backend(const Level& level, const Vector<std::int64_t>& communities, const SweepOptions& options) {
    const Context context = communities.context();
    if (HostMoving* const host = host_moving(level))
        return Vector<std::int64_t>::from_dense(context, host->refine(communities.to_dense(), options));
    Vector<std::int64_t> parts(context, communities.size());
    mergus_local_moving_args args = arguments_of(level, communities, options.label_count);
    set(args, options);
    args.labels_out = parts.state()->handle;
    if (!run(&mergus_local_moving::refine, context, args)) return std::nullopt;
    parts.state()->changed();
    return parts;
}

std::optional<double> quality_by_backend(const Level& level, const Vector<std::int64_t>& labels,
                                         std::uint64_t label_count) {
    if (HostMoving* const host = host_moving(level)) return host->measure(labels.to_dense(), label_count);
    double quality = 0;
    mergus_local_moving_args args = arguments_of(level, labels, label_count);
    args.quality = &quality;
    if (!run(&mergus_local_moving::measure, labels.context(), args)) return std::nullopt;
    return quality;
}

std::optional<std::uint64_t> renumbered_by_backend(Vector<std::int64_t>& labels, std::uint64_t label_count) {
    const Context context = labels.context();
    Vector<std::int64_t> numbers(context, labels.size());
    std::uint64_t count = 0;
    mergus_local_moving_args args{};
    args.labels = handle_of(labels);
    args.label_count = label_count;
    args.labels_out = numbers.state()->handle;
    args.count = &count;
    if (!run(&mergus_local_moving::renumber, context, args)) return std::nullopt;
    numbers.state()->changed();
    labels = std::move(numbers);
    return count;
}

std::optional<Matrix<double>> contracted_by_backend(const Level& level, const Vector<std::int64_t>& parts,
                                                    std::uint64_t count) {
    if (const HostMoving* const host = host_moving(level)) return host->contracted(parts.to_dense(), count);
    Matrix<double> C(level.S.context(), count, count);
    if (run_extension("contract", level.S.state()->context->plugin().local_moving.contract, C.state(),
                      level.S, make_call(no_accum, {}), &state_of(parts, "contract", "labels")))
        return C;
    return std::nullopt;
}

Vector<std::int64_t> components_within(const AnyMatrix& A, const Vector<std::int64_t>& labels) {
    Vector<std::int64_t> found(A.context(), A.nrows());
    if (run_extension("components_within", A.state()->context->plugin().local_moving.connect, found.state(),
                      A, make_call(no_accum, {}), &state_of(labels, "components_within", "labels")))
        return found;
    return connected_components(inner_edges(A, labels));
}

} // namespace mergus::core
