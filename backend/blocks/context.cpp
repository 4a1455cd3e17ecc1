/// \file context.cpp
#include "context.hpp"

#include "device_links.hpp"

#include "../frontend/files/memory.hpp"
#include "../frontend/plugins/registry_impl.hpp"
#include "environment.hpp"
#include "struct_size.hpp"

#include <fmt/format.h>

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace {

/// The most threads of a CPU backend: a share of the processors, all of which each rank of a machine would
/// use otherwise, and wait for its own threads. 0: the backend chooses.
std::uint32_t threads_of_rank(int ranks) {
    if (ranks == 1 || mergus::core::value_of(mergus::core::Variable::omp_num_threads) != nullptr) return 0;
    const auto all = static_cast<std::uint32_t>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
    const std::uint32_t share = std::max(1U, all / static_cast<std::uint32_t>(ranks));
    cpu_set_t own; // a launcher may have bound this rank
    const bool known = sched_getaffinity(0, sizeof own, &own) == 0;
    return known ? std::min(share, static_cast<std::uint32_t>(CPU_COUNT(&own))) : share;
}

} // namespace

mergus_context::mergus_context(const mergus_context_options& given, mergus::blocks::Options of_blocks)
    : options(std::move(of_blocks)), deterministic(given.deterministic != 0), concurrent(false),
      peers(residency, options.timeout) {
    using namespace mergus;
    const core::Plugin& plugin = core::load_backend(options.local);
    // After what can fail without the others, which would wait for this rank.
    peers.join(blocks::open_transport(options.transport, options.timeout));
    try {
        open_devices(plugin, given);
        use_files();
    } catch (const std::exception& error) {
        if (peers.size() > 1)
            peers.leave(fmt::format("rank {} has no context: {}", peers.rank(), error.what()));
        throw;
    }
}

mergus_context::~mergus_context() = default;

void mergus_context::open_devices(const mergus::core::Plugin& plugin, const mergus_context_options& given) {
    using namespace mergus;
    if (peers.size() > 1) // the ranks of a machine take its devices in turn
        options.devices = {
            options.devices[static_cast<std::size_t>(peers.local_rank()) % options.devices.size()]};
    if (given.stream != nullptr && options.devices.size() > 1)
        throw Error(Code::invalid_value,
                    fmt::format("a stream of the caller's belongs to one device; {} names {}",
                                core::name_of(core::Variable::blocks_devices), options.devices.size()));
    concurrent = options.devices.size() > 1 && given.allocate == nullptr;
    const std::uint64_t count = core::device_count(plugin).value_or(1);
    caches.reserve(options.devices.size()); // blocks refer to them
    for (const std::int32_t ordinal : options.devices) {
        if (ordinal >= 0 && static_cast<std::uint64_t>(ordinal) >= count)
            throw Error(Code::invalid_value, fmt::format("{} names device {}; the backend {} has {}",
                                                         core::name_of(core::Variable::blocks_devices),
                                                         ordinal, options.local, count));
        mergus_context_options local = given;
        if (options.devices.size() > 1 || ordinal >= 0) local.device = ordinal;
        if (local.threads == 0) local.threads = threads_of_rank(peers.local_size());
        devices.push_back(std::make_unique<blocks::Device>(plugin, local));
        if (devices.size() == 1) host_memory.use(*devices.back());
        devices.back()->host_memory = &host_memory;
        blocks::Cache& cache =
            caches.emplace_back(*devices.back(), caches.size(), options.memory.value_or(0), residency);
        // Two contexts may be on one device, so other caches may have what this one needs.
        devices.back()->reclaim = [this, &cache] {
            return cache.drop_one() || std::any_of(caches.begin(), caches.end(),
                                                   [](blocks::Cache& other) { return other.drop_one(); });
        };
    }
    if (options.device_links && peers.size() > 1) links = std::make_unique<blocks::DeviceLinks>();
    if (!options.memory && given.allocate == nullptr) limit_memory();
}

/// Three quarters of what is free now are for blocks; operations need the rest. Contexts on one device share
/// it.
void mergus_context::limit_memory() {
    for (mergus::blocks::Cache& cache : caches) {
        mergus::blocks::Device& device = cache.device();
        if (device.transfers() == nullptr || device.transfers()->free_memory == nullptr) continue;
        std::uint64_t free = 0;
        device.call([&](mergus_status* status) {
            return device.transfers()->free_memory(device.handle(), &free, status);
        });
        const auto sharing =
            std::count(options.devices.begin(), options.devices.end(), options.devices[cache.ordinal()]);
        cache.limit(free / 4 * 3 / static_cast<std::uint64_t>(sharing));
    }
}

/// Half of the host memory that is available now, which the ranks of a machine share.
void mergus_context::use_files() {
    if (options.directory.empty()) return;
    const std::uint64_t limit = options.host_memory ? *options.host_memory
                                                    : mergus::core::available_memory() / 2 /
                                                          static_cast<std::uint64_t>(peers.local_size());
    host_blocks.use(options.directory, limit, host_memory);
}

std::uint64_t mergus_context::row_parts(bool is_vector, std::uint64_t bytes) const noexcept {
    if (options.p != 0) return is_vector ? std::max(options.p, options.q) : options.p;
    constexpr std::uint64_t most = 4096, on_a_device = 16;
    std::uint64_t parts = devices.size() * static_cast<std::uint64_t>(peers.size());
    // Two for each rank: cuts by entries do not make products equal. Devices of a process cut those anew.
    if (peers.size() > 1) parts *= 2;
    if (is_vector) return parts;
    const std::uint64_t limit = caches.front().limit();
    if (limit != 0 && peers.size() == 1) parts = std::max(parts, bytes / (limit / on_a_device + 1));
    return std::min(std::max<std::uint64_t>(parts, 1), most);
}

mergus::blocks::Cuts mergus_context::vector_cuts(std::uint64_t size) const {
    const auto known = cuts_by_size.find(size);
    return known != cuts_by_size.end() ? known->second
                                       : mergus::blocks::Cuts::by_count(size, row_parts(true));
}

void mergus_context::remember_cuts(const mergus::blocks::Cuts& rows) {
    constexpr std::size_t most = 64;
    if (cuts_by_size.size() >= most) cuts_by_size.clear(); // the same on all ranks
    cuts_by_size.insert_or_assign(rows.size(), vector_cuts(rows));
}

mergus::blocks::Cuts mergus_context::vector_cuts(const mergus::blocks::Cuts& rows) const {
    if (options.p != 0 || peers.size() > 1) return rows;
    const std::uint64_t each = (rows.parts() + devices.size() - 1) / devices.size(); // as home()
    return rows.coarsened(std::max<std::uint64_t>(each, 1));
}

std::uint64_t mergus_context::largest_block() const noexcept {
    const std::uint64_t on_a_device =
        devices.size() > 1 ? 2 : 6; // a product has one block on each of several
    return options.p != 0 || peers.size() > 1 ? 0 : caches.front().limit() / on_a_device;
}

namespace mergus::blocks {

void add_counters(mergus_context& context, mergus_counters& sum, bool reset) {
    for (Cache& cache : context.caches) {
        auto one = core::defaults<mergus_counters>();
        cache.device().counters(one, reset);
        if (one.bytes_to_device == 0 && one.bytes_to_host == 0) { // the local backend does not count them
            one.bytes_to_device = cache.traffic.in - cache.overlapped.in;
            one.bytes_to_host = cache.traffic.out - cache.overlapped.out;
        }
        one.bytes_to_device += cache.overlapped.in;
        one.bytes_to_host += cache.overlapped.out;
        sum.bytes_to_host += one.bytes_to_host;
        sum.bytes_to_device += one.bytes_to_device;
        sum.largest_copy_to_host = std::max(sum.largest_copy_to_host, one.largest_copy_to_host);
        sum.launches += one.launches;
        sum.synchronizations += one.synchronizations;
        sum.allocated_bytes += one.allocated_bytes;
        sum.high_water_bytes += one.high_water_bytes;
        sum.compiled_kernels += one.compiled_kernels;
        sum.cached_kernels += one.cached_kernels;
        sum.compile_seconds += one.compile_seconds;
        sum.precompiled_kernels += one.precompiled_kernels;
        sum.derived_bytes += one.derived_bytes;
    }
}

} // namespace mergus::blocks
