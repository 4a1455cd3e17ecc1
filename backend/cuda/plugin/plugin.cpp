/// \file plugin.cpp
/// The functions of the CUDA backend, for the table (plugin_adapter.hpp). Built twice: as "cuda" and, on the
/// emulated device, as "cuda-emulated".
#include "bfs_parts.hpp"
#include "bitmap/dispatch.hpp"
#include "device/driver.hpp"
#include "device_group.hpp"
#include "explained.hpp"
#include "graphs/bfs.hpp"
#include "graphs/operations.hpp"
#include "graphs/triangle_methods.hpp"
#include "hypersparse/objects.hpp"
#include "hypersparse/operations.hpp"
#include "mxm/accumulators/accumulator.hpp"
#include "mxm/binned/binning.hpp"
#include "mxm/method.hpp"
#include "mxm/numeric_reuse/mxm_plan.hpp"
#include "mxm/numeric_reuse/plan_method.hpp"
#include "objects/context.hpp"
#include "objects/copy_arrays.hpp"
#include "ops/import_export.hpp"
#include "ops/operations.hpp"
#include "ops/resize.hpp"
#include "plugin_adapter.hpp"
#include "segmented_merge/segmented_merge.hpp"
#include "steps/check_csr.hpp"
#include "table_operations.hpp"
#include "transfers.hpp"
#include "transpose/transpose.hpp"
#include "transpose/transpose_methods.hpp"
#include "vectors/vector_arrays.hpp"
#include "vectors/vector_method.hpp"

#include <mergus/plugin/build.h>
#include <mergus/plugin/deterministic.h>
#include <mergus/plugin/extract.h>
#include <mergus/plugin/graph_methods.h>
#include <mergus/plugin/isequal.h>

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#ifndef MERGUS_BACKEND_NAME
#error "MERGUS_BACKEND_NAME is set by the build"
#endif

namespace {

using namespace mergus;

/// A device that can be used has no reason of its own, except an emulated one.
std::string reason_of(const cuda::Probe& probe, bool with_name) {
    if (probe.score == 0 || !probe.reason.empty()) return probe.reason;
    return fmt::format("{}{}compute capability {}.{}, {}", with_name ? probe.name : "", with_name ? ", " : "",
                       probe.compute_major, probe.compute_minor,
                       describe(cuda::KernelArchive(cuda::KernelArchive::default_file()), probe.target));
}

/// Reads the variables of the environment that force choices. \throws Error invalid_value
template <class... Choices>
void read_choices(mergus_context& context) {
    (static_cast<void>(cuda::forced<Choices>(context)), ...);
}

struct Backend : cuda::TableOperations {
    static const char* name() { return MERGUS_BACKEND_NAME; }

    static const char* description() {
        static const std::string& text = *new std::string([] {
            try {
                const cuda::Probe probe = cuda::probe();
                return probe.score == 0 ? std::string("no device") : probe.name;
            } catch (...) { // out of memory: score() reports it
                return std::string("unknown device");
            }
        }());
        return text.c_str();
    }

    static std::int32_t score(std::string& reason) {
        const cuda::Probe probe = cuda::probe();
        reason = reason_of(probe, true);
        return probe.score;
    }

    static std::uint64_t device_count() { return static_cast<std::uint64_t>(cuda::device_count()); }

    static void device_info(std::uint64_t ordinal, mergus_device_info& info) {
        const cuda::Probe probe = cuda::probe(static_cast<int>(ordinal));
        info.score = probe.score;
        info.compute_major = probe.compute_major;
        info.compute_minor = probe.compute_minor;
        info.memory = probe.memory;
        core::write_text(info.name, probe.name);
        core::write_text(info.reason, reason_of(probe, false));
    }

    static mergus_context* context_new(const mergus_context_options& options) {
        auto context = std::make_unique<mergus_context>(options);
        read_choices<cuda::tuning::Choice, cuda::TransposeChoice, cuda::TriangleChoice, cuda::BfsChoice,
                     cuda::StorageChoice>(*context);
        return context.release();
    }
    static void context_wait(mergus_context& context) { context.device.synchronize(); }

    static std::uint64_t context_release_derived(mergus_context& context) {
        return context.release_derived();
    }

    static void context_counters(mergus_context& context, mergus_counters& to, bool reset_high_water) {
        const cuda::Counters& from = context.device.counters();
        to.bytes_to_host = from.bytes_to_host;
        to.bytes_to_device = from.bytes_to_device;
        to.largest_copy_to_host = from.largest_to_host;
        to.launches = from.launches;
        to.synchronizations = from.synchronizations;
        to.allocated_bytes = context.device.memory_use().current;
        to.derived_bytes = context.derived_bytes();
        to.high_water_bytes = context.device.memory_use().peak;
        to.compiled_kernels = from.compilations;
        to.cached_kernels = from.disk_hits;
        to.precompiled_kernels = from.precompiled;
        to.compile_seconds = from.compile_seconds;
        if (reset_high_water) context.device.reset_peak();
    }

    /// A call is deterministic if its descriptor or its context says so. A report waits for the device.
    class Call {
    public:
        Call(mergus_context& context, std::uint32_t descriptor)
            : context_(context), before_(context.device.counters()), mode_(context, descriptor) {
            context.state<cuda::StorageNote>().text.clear();
        }

        void report(mergus_report& report) const {
            context_.device.synchronize();
            const cuda::Counters& after = context_.device.counters();
            report.compile_seconds = after.compile_seconds - before_.compile_seconds;
            if (report.method[0] == '\0') core::write_text(report.method, "device kernels");
            const std::string given = report.reason;
            if (given.empty() || given.starts_with(cuda::facts::storage))
                core::write_text(report.reason,
                                 fmt::format("{}{}{} launches, {} waits, {} kernels compiled", given,
                                             given.empty() ? "" : "; ", after.launches - before_.launches,
                                             after.synchronizations - before_.synchronizations,
                                             after.compilations - before_.compilations));
            const std::string reason = report.reason;
            const std::string& note = context_.state<cuda::StorageNote>().text;
            if (!note.empty() && reason.size() + 2 + note.size() < sizeof report.reason)
                core::write_text(report.reason, fmt::format("{}; {}", reason, note));
        }

    private:
        mergus_context& context_;
        cuda::Counters before_;
        cuda::CallMode mode_;
    };

    static void begin_operation(const mergus_call& call) {
        for (const cuda::Matrix* const operand :
             {static_cast<const cuda::Matrix*>(call.C), call.mask, call.A, call.B})
            if (operand != nullptr) cuda::settle_check(*operand);
    }

    static mergus_matrix* matrix_new(mergus_context& context, const mergus_type* type, std::uint64_t nrows,
                                     std::uint64_t ncols) {
        return new mergus_matrix(cuda::blank_matrix(context, type, nrows, ncols));
    }
    /// A new object of the same shape and type.
    static std::unique_ptr<mergus_matrix> blank_copy(mergus_context& context, const mergus_matrix& matrix) {
        auto copy = std::make_unique<mergus_matrix>(
            cuda::blank_matrix(context, matrix.type, cuda::nrows_of(matrix), cuda::ncols_of(matrix)));
        copy->is_vector = matrix.is_vector;
        return copy;
    }
    static mergus_matrix* matrix_dup(mergus_context& context, const mergus_matrix& matrix) {
        cuda::settle_check(matrix);
        cuda::invalidate_captured(matrix);
        cuda::compile_kernels(context, cuda::ArrayCopies(context));
        if (matrix.is_blank()) return blank_copy(context, matrix).release();
        auto copy = std::make_unique<mergus_matrix>(matrix.is_bitmap() ? cuda::copy_of_bitmap(context, matrix)
                                                                       : cuda::copy_of(context, matrix));
        copy->hypersparse = matrix.hypersparse;
        return copy.release();
    }
    static void matrix_clear(mergus_context& context, mergus_matrix& matrix) {
        if (matrix.is_bitmap()) return cuda::clear_bitmap(context, matrix);
        matrix = std::move(*blank_copy(context, matrix));
    }
    static void matrix_resize(mergus_context& context, mergus_matrix& matrix, std::uint64_t nrows,
                              std::uint64_t ncols) {
        cuda::settle_check(matrix);
        if (!cuda::resize_hypersparse(context, matrix, nrows, ncols))
            cuda::resize(context, cuda::only_csr(context, matrix), nrows, ncols);
    }
    static void matrix_info(const mergus_matrix& matrix, mergus_matrix_info& info) {
        info.nrows = matrix.is_vector ? matrix.ncols : cuda::nrows_of(matrix);
        info.ncols = matrix.is_vector ? 1 : cuda::ncols_of(matrix);
        info.is_vector = matrix.is_vector ? 1 : 0;
        info.nvals = cuda::nvals_of(matrix);
        info.bytes = cuda::bytes_of(matrix) + cuda::derived_bytes(matrix) +
                     (matrix.hypersparse != nullptr ? matrix.hypersparse->bytes() : 0);
    }
    static mergus_matrix* matrix_import_csr(mergus_context& context, const mergus_csr& csr) {
        return new mergus_matrix(cuda::import_csr(context, csr));
    }
    static void matrix_export_csr(mergus_context& context, const mergus_matrix& matrix, mergus_csr& csr) {
        cuda::export_csr(context, cuda::csr(context, cuda::make_ordinary(context, matrix)), csr);
    }
    static void matrix_move_csr(mergus_context& context, mergus_matrix& matrix, mergus_csr& csr) {
        cuda::make_ordinary(context, matrix);
        cuda::move_csr(context, cuda::only_csr(context, matrix), csr);
    }
    static void matrix_build(mergus_context& context, const mergus_matrix_build_args& a) {
        if (cuda::builds_hypersparse(context, *a.matrix, a.nvals))
            return cuda::build_hypersparse(context, *a.matrix, a.rows, a.cols, a.values, a.value_type,
                                           a.nvals, a.dup);
        cuda::build(context, *a.matrix, a.rows, a.cols, a.values, a.value_type, a.nvals, a.dup);
    }
    static void matrix_extract_tuples(mergus_context& context, const mergus_matrix_extract_tuples_args& a) {
        if (a.matrix->is_blank()) return; // which may have more rows than offsets fit for
        if (a.matrix->hypersparse != nullptr)
            return cuda::extract_hypersparse(context, *a.matrix, a.rows, a.cols, a.values, a.value_type);
        cuda::extract_tuples(context, *a.matrix, a.rows, a.cols, a.values, a.value_type);
    }

    static mergus_matrix* vector_new(mergus_context& context, const mergus_type* type, std::uint64_t size) {
        auto vector = std::make_unique<mergus_matrix>(cuda::blank_matrix(context, type, 1, size));
        vector->is_vector = true;
        return vector.release();
    }
    static mergus_matrix* vector_import(mergus_context& context, const mergus_vector_arrays& arrays) {
        return new mergus_matrix(cuda::import_vector(context, arrays));
    }
    static void vector_export(mergus_context& context, const mergus_matrix& vector,
                              mergus_vector_arrays& arrays) {
        cuda::export_vector(context, cuda::csr(context, vector), arrays);
    }
    static void vector_move(mergus_context& context, mergus_matrix& vector, mergus_vector_arrays& arrays) {
        cuda::move_vector(context, cuda::only_csr(context, vector), arrays);
    }

    static const void* extension(std::string_view name);
};

using Adapter = core::PluginAdapter<Backend>;

/// Products of hypersparse matrices are made anew: another call may renumber an operand.
mergus_plan* plan_of_rows(mergus_context& context, const mergus_call& call) {
    for (const mergus_matrix* const operand : {call.mask, call.A, call.B})
        if (operand != nullptr &&
            (operand->hypersparse != nullptr || (operand->is_blank() && cuda::is_large(*operand))))
            throw Error(mergus::Code::not_implemented, "a plan of hypersparse matrices");
    return cuda::plan_new(context, call);
}

/// The tables of methods, one after the other, each in the order in which its methods are tried.
const std::vector<mergus_method>& all_methods() {
    static const auto& methods = *new std::vector<mergus_method>([] {
        std::vector<mergus_method> list;
        const auto add = [&](const char* operation, const auto& table) {
            for (const auto* method : table) {
                const char* evidence = nullptr;
                if constexpr (requires { method->evidence; }) evidence = method->evidence;
                list.push_back({operation, method->name, method->summary, evidence});
            }
        };
        add("mxm", cuda::product_methods::all);
        add("mxm, rows in bins", cuda::accumulators::all);
        add("mxm_plan", cuda::plan_methods::all);
        add("transpose", cuda::transpose_methods::all);
        add("triangle_count", cuda::triangle_methods::all);
        add("bfs", cuda::bfs_methods::all);
        add("mxv, vxm", cuda::vector_methods::all);
        return list;
    }());
    return methods;
}

const void* Backend::extension(std::string_view name) {
    static constexpr mergus_count_triangles triangles{
        sizeof triangles, Adapter::operation<cuda::on_all_rows<cuda::on_rows<cuda::count_triangles>>>,
        Adapter::operation<cuda::on_all_rows<cuda::on_rows<cuda::count_share_of_triangles>>>};
    static constexpr mergus_build build{sizeof build, 1};
    static constexpr mergus_bfs bfs{sizeof bfs,
                                    Adapter::operation<cuda::on_all_rows<cuda::on_rows<cuda::bfs_levels>>>,
                                    Adapter::operation<cuda::on_all_rows<cuda::on_rows<cuda::bfs_parents>>>};
    static constexpr mergus_connected_components components{
        sizeof components, Adapter::operation<cuda::on_all_rows<cuda::on_rows<cuda::connected_components>>>,
        Adapter::operation<cuda::on_all_rows<cuda::on_rows<cuda::add_edges_to_components>>>};
    static constexpr mergus_strong_components strong{
        sizeof strong, Adapter::operation<cuda::on_all_rows<cuda::on_rows<cuda::strong_components>>>};
    static constexpr mergus_spanning_forest forest{
        sizeof forest, Adapter::operation<cuda::on_all_rows<cuda::on_rows<cuda::spanning_forest>>>};
    static constexpr mergus_shortest_paths paths{
        sizeof paths, Adapter::operation<cuda::on_all_rows<cuda::on_rows<cuda::shortest_paths>>>};
    static constexpr mergus_betweenness betweenness{
        sizeof betweenness, Adapter::operation<cuda::on_all_rows<cuda::on_rows<cuda::betweenness>>>};
    static constexpr mergus_truss_numbers truss{
        sizeof truss, Adapter::operation<cuda::on_all_rows<cuda::on_rows<cuda::truss_numbers>>>};
    static constexpr mergus_local_moving moving{
        sizeof moving,
        Adapter::local_moving<cuda::move_sweep>,
        Adapter::local_moving<cuda::refine_communities>,
        Adapter::local_moving<cuda::measure_communities>,
        Adapter::local_moving<cuda::renumber_communities>,
        Adapter::operation<cuda::on_all_rows<cuda::on_rows<cuda::connect_communities>>>,
        Adapter::operation<cuda::on_all_rows<cuda::on_rows<cuda::contract_communities>>>};
    static constexpr mergus_deterministic deterministic{sizeof deterministic, 1};
    static constexpr mergus_extract extract_checks{sizeof extract_checks, 1};
    static constexpr mergus_isequal isequal{
        sizeof isequal, Adapter::operation<cuda::on_ids<cuda::isequal_on_ids, cuda::on_rows<cuda::isequal>>>};
    static constexpr mergus_segmented_merge merge{sizeof merge,
                                                  Adapter::segmented_merge<cuda::segmented_merge>};
    static constexpr mergus_mxm_plan plan{
        sizeof plan, Adapter::plan_new<plan_of_rows, cuda::plan_free>, Adapter::plan_run<cuda::plan_run>,
        [](mergus_context*, mergus_plan* p) { cuda::plan_free(p); }, Adapter::set_values<cuda::set_values>};
    static const mergus_methods methods{sizeof methods, all_methods().size(),
                                        [](std::uint64_t n, mergus_method* to) { *to = all_methods()[n]; }};
    if (name == MERGUS_EXTENSION_METHODS) return &methods;
    if (name == MERGUS_EXTENSION_MXM_PLAN) return &plan;
    if (name == MERGUS_EXTENSION_COUNT_TRIANGLES) return &triangles;
    if (name == MERGUS_EXTENSION_BUILD) return &build;
    if (name == MERGUS_EXTENSION_BFS) return &bfs;
    if (name == MERGUS_EXTENSION_BFS_PARTS) return &cuda::bfs_parts();
    if (name == MERGUS_EXTENSION_CONNECTED_COMPONENTS) return &components;
    if (name == MERGUS_EXTENSION_STRONG_COMPONENTS) return &strong;
    if (name == MERGUS_EXTENSION_SPANNING_FOREST) return &forest;
    if (name == MERGUS_EXTENSION_SHORTEST_PATHS) return &paths;
    if (name == MERGUS_EXTENSION_BETWEENNESS) return &betweenness;
    if (name == MERGUS_EXTENSION_TRUSS_NUMBERS) return &truss;
    if (name == MERGUS_EXTENSION_LOCAL_MOVING) return &moving;
    if (name == MERGUS_EXTENSION_DETERMINISTIC) return &deterministic;
    if (name == MERGUS_EXTENSION_EXTRACT) return &extract_checks;
    if (name == MERGUS_EXTENSION_ISEQUAL) return &isequal;
    if (name == MERGUS_EXTENSION_SEGMENTED_MERGE) return &merge;
    if (name == MERGUS_EXTENSION_DEVICE_GROUP) return &cuda::device_groups();
    if (name == MERGUS_EXTENSION_TRANSFERS) return &cuda::transfers();
    return nullptr;
}

} // namespace

MERGUS_EXPORT_BACKEND(Backend)
