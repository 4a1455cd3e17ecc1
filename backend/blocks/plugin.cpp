/// \file plugin.cpp
/// The functions of this backend, for the table (plugin_adapter.hpp).
#include "collective.hpp"
#include "operations.hpp"
#include "plugin_adapter.hpp"

#include "../frontend/plugins/registry_impl.hpp"

#include <mergus/plugin/composite.h>
#include <mergus/plugin/ranks.h>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace {

namespace blocks = mergus::blocks;

struct Backend {
    static const char* name() { return "blocks"; }
    static const char* description() { return "grids of blocks, which are matrices of another backend"; }

    static std::string grid(const blocks::Options& options) {
        return options.p == 0 ? "blocks" : fmt::format("{}x{} blocks", options.p, options.q);
    }

    /// Used by name only: what it adds is memory, and a program that needs none is faster without it.
    static std::int32_t score(std::string& reason) {
        const blocks::Options options = blocks::options_of_environment();
        const mergus::core::Plugin& plugin = mergus::core::load_backend(options.local);
        const mergus::core::Score local = mergus::core::score_of(plugin);
        reason = fmt::format("{} of {}: {}", grid(options), options.local, local.reason);
        return local.value > 0 ? 1 : local.value;
    }

    static std::uint64_t device_count() { return 1; }

    static void device_info(std::uint64_t, mergus_device_info& info) {
        std::string reason;
        info.score = score(reason);
        mergus::core::write_text(info.name, "blocks");
        mergus::core::write_text(info.reason, reason);
    }

    static mergus_context* context_new(const mergus_context_options& options) {
        return new mergus_context(options);
    }
    static void context_wait(mergus_context& context) {
        for (const auto& device : context.devices)
            if (const auto wait = device->table().context_wait; wait != nullptr)
                device->call([&](mergus_status* status) { return wait(device->handle(), status); });
        for (blocks::Cache& cache : context.caches) cache.wait_for_copies();
    }
    static void context_counters(mergus_context& context, mergus_counters& counters, bool reset) {
        blocks::add_counters(context, counters, reset);
    }
    static std::uint64_t context_release_derived(mergus_context& context) {
        std::uint64_t sum = 0;
        for (const auto& device : context.devices) sum += device->release_derived();
        return sum;
    }

    /// The report of a call is the sum over those of the local backend.
    class Call {
    public:
        Call(mergus_context& context, std::uint32_t) : context_(context), before_(work_of(context)) {
            context.method.clear();
            context.bytes = context.work = 0;
            context.compile_seconds = 0;
        }
        void report(mergus_report& report) const {
            const blocks::Options& options = context_.options;
            const blocks::Peers& peers = context_.peers;
            std::string reason = fmt::format("{} of {}", grid(options), options.local);
            if (peers.size() > 1)
                reason += fmt::format("; rank {} of {} has sent {} messages, {} bytes so far", peers.rank(),
                                      peers.size(), peers.messages.load(), peers.bytes_sent.load());
            const Work now = work_of(context_);
            if (now.received > before_.received)
                reason += fmt::format("; {} blocks of others, {} ahead, {:.2g} s of waiting",
                                      now.received - before_.received, now.ahead - before_.ahead,
                                      now.waited - before_.waited);
            if (now.to_devices + now.to_host + now.between >
                before_.to_devices + before_.to_host + before_.between)
                reason += fmt::format("; {} bytes to devices, {} to the host, {} between devices",
                                      now.to_devices - before_.to_devices, now.to_host - before_.to_host,
                                      now.between - before_.between);
            if (now.written + now.read > before_.written + before_.read)
                reason += fmt::format("; {} bytes to files, {} from files", now.written - before_.written,
                                      now.read - before_.read);
            if (now.seconds > before_.seconds)
                reason += fmt::format("; {:.2g} s in local calls", now.seconds - before_.seconds);
            mergus::core::write_text(report.method, context_.method.empty() ? "blocks" : context_.method);
            mergus::core::write_text(report.reason, reason);
            report.bytes = context_.bytes;
            report.work = context_.work;
            report.compile_seconds = context_.compile_seconds;
        }

    private:
        /// Of all devices since the context was made.
        struct Work {
            std::uint64_t to_devices = 0, to_host = 0, between = 0, written = 0, read = 0;
            std::uint64_t received = 0, ahead = 0; ///< blocks of other ranks
            double seconds = 0, waited = 0;
        };
        static Work work_of(mergus_context& context) {
            const std::lock_guard lock(context.residency); // a last answer may be under way
            Work sum;
            sum.waited = context.peers.waited;
            sum.received = context.peers.received;
            sum.ahead = context.peers.received_ahead;
            sum.written = context.host_blocks.written;
            sum.read = context.host_blocks.read;
            for (const blocks::Cache& cache : context.caches) {
                sum.to_devices += cache.traffic.in;
                sum.to_host += cache.traffic.out;
                sum.between += cache.traffic.between_devices;
                sum.seconds += cache.seconds;
            }
            return sum;
        }
        mergus_context& context_;
        Work before_;
    };

    static mergus_matrix* matrix_new(mergus_context& context, const mergus_type* type, std::uint64_t nrows,
                                     std::uint64_t ncols) {
        return blocks::matrix_new(context, type, {nrows, ncols, false});
    }
    static mergus_matrix* vector_new(mergus_context& context, const mergus_type* type, std::uint64_t size) {
        return blocks::matrix_new(context, type, {size, 1, true});
    }
    /// Blocks do not change, so copies share them.
    static mergus_matrix* matrix_dup(mergus_context&, const mergus_matrix& matrix) {
        return new mergus_matrix(matrix);
    }
    static void matrix_clear(mergus_context&, mergus_matrix& matrix) { blocks::matrix_clear(matrix); }
    static void matrix_info(const mergus_matrix& matrix, mergus_matrix_info& info) {
        blocks::matrix_info(matrix, info);
    }
    static constexpr auto matrix_import_csr = blocks::matrix_import_csr;
    static constexpr auto matrix_export_csr = blocks::matrix_export_csr;
    static constexpr auto matrix_move_csr = blocks::matrix_move_csr;
    static constexpr auto matrix_resize = blocks::matrix_resize;
    static constexpr auto matrix_build = blocks::matrix_build;
    static constexpr auto matrix_extract_tuples = blocks::matrix_extract_tuples;
    static constexpr auto vector_import = blocks::vector_import;
    static constexpr auto vector_export = blocks::vector_export;

    static constexpr auto mxm = blocks::product;
    static constexpr auto mxv = blocks::product;
    static constexpr auto vxm = blocks::product;
    static constexpr auto transpose = blocks::transpose;
    static constexpr auto select = blocks::select;
    static constexpr auto apply = blocks::apply;
    static constexpr auto ewise_add = blocks::ewise_add;
    static constexpr auto ewise_mult = blocks::ewise_mult;
    static constexpr auto reduce_rows = blocks::reduce_rows;
    static constexpr auto reduce_scalar = blocks::reduce_scalar;
    static constexpr auto assign = blocks::assign;
    static constexpr auto assign_scalar = blocks::assign_scalar;
    static constexpr auto extract = blocks::extract;
    static constexpr auto kronecker = blocks::kronecker;
    static constexpr auto diag = blocks::diag;
    static constexpr auto extract_diag = blocks::extract_diag;

    static const void* extension(std::string_view name);
};

void position(mergus_context* context, std::uint64_t* rank, std::uint64_t* count) {
    *rank = static_cast<std::uint64_t>(context->peers.rank());
    *count = static_cast<std::uint64_t>(context->peers.size());
}

std::int32_t gather(mergus_context* context, const void* own, std::uint64_t bytes, void* all,
                    mergus_status* status) {
    return mergus::core::guarded(status, [&] {
        const auto* const from = static_cast<const std::byte*>(own);
        auto* to = static_cast<std::byte*>(all);
        for (const blocks::Bytes& one : blocks::exchange(*context, fmt::format("gather of {} bytes", bytes),
                                                         [&] { return blocks::Bytes(from, from + bytes); }))
            to = std::copy(one.begin(), one.end(), to);
    });
}

std::int32_t build_parts(mergus_context* context, const mergus_matrix_build_args* args,
                         mergus_status* status) {
    return mergus::core::guarded(status,
                                 [&] { blocks::matrix_build_parts(*context, mergus::core::whole(args)); });
}

std::int32_t extract_own(mergus_context* context, const mergus_matrix_extract_tuples_args* args,
                         std::uint64_t* count, mergus_status* status) {
    return mergus::core::guarded(
        status, [&] { *count = blocks::matrix_extract_own(*context, mergus::core::whole(args)); });
}

std::int32_t context_on(const char* backend, std::uint64_t memory, const mergus_context_options* given,
                        mergus_context** context, mergus_status* status) {
    return mergus::core::guarded(status, [&] {
        blocks::Options options = blocks::options_of_environment();
        options.local = backend;
        options.transport.clear();
        options.device_links = false;
        options.devices = {-1}; // that of the given options, not those that the environment names
        if (!options.memory && memory != 0) options.memory = memory;
        *context = new mergus_context(mergus::core::whole(given), std::move(options));
    });
}

std::int32_t raise_memory(mergus_context* context, std::uint64_t memory, mergus_status* status) {
    return mergus::core::guarded(status, [&] {
        if (blocks::options_of_environment().memory) return;
        for (blocks::Cache& cache : context->caches) // 0 is no limit
            if (cache.limit() != 0 && cache.limit() < memory) cache.limit(memory);
    });
}

const void* Backend::extension(std::string_view name) {
    static constexpr mergus_composite composite{sizeof composite, context_on, raise_memory};
    static constexpr mergus_ranks ranks{sizeof ranks, position, gather, build_parts, extract_own};
    using Adapter = mergus::core::PluginAdapter<Backend>;
    static constexpr mergus_count_triangles triangles{sizeof triangles,
                                                      Adapter::operation<blocks::count_triangles>, nullptr};
    static constexpr mergus_connected_components components{
        sizeof components, Adapter::operation<blocks::connected_components>, nullptr};
    static constexpr mergus_bfs bfs{sizeof bfs, Adapter::operation<blocks::bfs_levels>,
                                    Adapter::operation<blocks::bfs_parents>};
    if (name == MERGUS_EXTENSION_BFS) return &bfs;
    if (name == MERGUS_EXTENSION_COMPOSITE) return &composite;
    if (name == MERGUS_EXTENSION_RANKS) return &ranks;
    if (name == MERGUS_EXTENSION_COUNT_TRIANGLES) return &triangles;
    if (name == MERGUS_EXTENSION_CONNECTED_COMPONENTS) return &components;
    return nullptr;
}

} // namespace

MERGUS_EXPORT_BACKEND(Backend)
