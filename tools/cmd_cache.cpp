/// \file cmd_cache.cpp
/// mergus cache: lists and removes the compiled kernels on disk. Needs no backend.
#include "command.hpp"

#include "../backend/frontend/support/jit_cache.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace mergus::tools {

namespace {

using core::CacheEntry;
using core::JitCache;

struct Options {
    CommonOptions common;
    bool all = false;
};

std::string time_text(std::filesystem::file_time_type time) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(std::chrono::file_clock::to_sys(time));
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(seconds)));
}

Record summary_of(const JitCache& cache) {
    return {{"enabled", cache.enabled()},
            {"directory", cache.directory().string()},
            {"bound_bytes", cache.bound()}};
}

void list(const Options& options) {
    const JitCache cache = JitCache::from_environment();
    const std::vector<CacheEntry> entries = cache.list(); // least recently used first
    std::uint64_t total = 0;
    for (const CacheEntry& entry : entries) total += entry.bytes;
    Record record = summary_of(cache);
    record["total_bytes"] = total;
    record["count"] = entries.size();
    if (!entries.empty()) {
        record["oldest_use"] = time_text(entries.front().last_used);
        record["newest_use"] = time_text(entries.back().last_used);
    }
    if (options.all) {
        Record kept = Record::array();
        std::for_each(entries.rbegin(), entries.rend(), [&](const CacheEntry& entry) {
            kept.push_back(
                {{"last_used", time_text(entry.last_used)}, {"bytes", entry.bytes}, {"key", entry.key}});
        });
        record["entries"] = std::move(kept);
    }
    print_record(record, options.common.json);
}

void clear(const Options& options) {
    const JitCache cache = JitCache::from_environment();
    const std::vector<CacheEntry> before = cache.list();
    Record record = summary_of(cache);
    record["removed"] = cache.clear();
    // Other processes may store new entries meanwhile; only the old ones must be gone.
    const std::vector<CacheEntry> after = cache.list();
    const auto left = std::count_if(after.begin(), after.end(), [&](const CacheEntry& entry) {
        return std::any_of(before.begin(), before.end(), [&](const CacheEntry& old) {
            return old.key == entry.key && old.last_used == entry.last_used;
        });
    });
    if (left > 0)
        throw Error(Code::io_error, fmt::format("{} of {} entries of {} cannot be removed", left,
                                                before.size(), cache.directory().string()));
    print_record(record, options.common.json);
}

} // namespace

void add_cache(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command = program.add_subcommand("cache", "Show or clear the compiled kernels on disk");
    command.require_subcommand();
    const Command listing = command.add_subcommand("list", "Show the number of entries and their size");
    listing.add_flag("--all", options->all, "Also show each entry, the most recently used first");
    add_json_option(listing, options->common);
    listing.footer("Examples:\n"
                   "  mergus cache list\n"
                   "  mergus cache list --all | head\n"
                   "  mergus cache list --all --json\n");
    listing.callback([options] { list(*options); });
    const Command clearing = command.add_subcommand("clear", "Remove all entries");
    add_json_option(clearing, options->common);
    clearing.footer("Examples:\n"
                    "  mergus cache clear\n");
    clearing.callback([options] { clear(*options); });
    command.footer(
        "The directory is $MERGUS_CACHE_DIR (off: nothing is stored), else $XDG_CACHE_HOME/mergus, else\n"
        "~/.cache/mergus. If the size exceeds $MERGUS_CACHE_BYTES (default: 1 GiB), the least recently used\n"
        "entries are removed. The cache may be cleared at any time, also while programs run.\n"
        "\nExamples:\n"
        "  mergus cache list\n"
        "  mergus cache list --all\n"
        "  mergus cache clear\n");
}

} // namespace mergus::tools
