/// \file cmd_cache.cpp
/// mergus cache: what the library has compiled and kept on disk, and how to be rid of it. Needs no backend.
#include "command.hpp"

#include "jit_cache.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace mergus::tools {

namespace {

using core::CacheEntry;
using core::JitCache;

std::string time_text(std::filesystem::file_time_type time) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(std::chrono::file_clock::to_sys(time));
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(seconds)));
}

Record summary_of(const JitCache& cache) {
    return {{"enabled", cache.enabled()},
            {"directory", cache.directory().string()},
            {"bound_bytes", cache.bound()}};
}

void list(const CommonOptions& options) {
    const JitCache cache = JitCache::from_environment();
    Record kept = Record::array();
    std::uint64_t total = 0;
    for (const CacheEntry& entry : cache.list()) {
        kept.push_back(
            {{"key", entry.key}, {"bytes", entry.bytes}, {"last_used", time_text(entry.last_used)}});
        total += entry.bytes;
    }
    Record record = summary_of(cache);
    record["total_bytes"] = total;
    record["count"] = kept.size();
    record["entries"] = std::move(kept);
    print_record(record, options.json);
}

void clear(const CommonOptions& options) {
    const JitCache cache = JitCache::from_environment();
    const std::vector<CacheEntry> before = cache.list();
    Record record = summary_of(cache);
    record["removed"] = cache.clear();
    // Another process may store meanwhile; what was there before must be gone.
    const std::vector<CacheEntry> after = cache.list();
    const auto left = std::count_if(after.begin(), after.end(), [&](const CacheEntry& entry) {
        return std::any_of(before.begin(), before.end(), [&](const CacheEntry& old) {
            return old.key == entry.key && old.last_used == entry.last_used;
        });
    });
    if (left > 0)
        throw Error(Code::io_error, fmt::format("{} of {} entries of {} cannot be removed", left,
                                                before.size(), cache.directory().string()));
    print_record(record, options.json);
}

} // namespace

void add_cache(CLI::App& program) {
    auto options = std::make_shared<CommonOptions>();
    CLI::App* command = program.add_subcommand("cache", "Show or clear what was compiled and kept on disk");
    command->require_subcommand(1);
    const auto add = [&](const char* name, const char* what, void (*run)(const CommonOptions&)) {
        CLI::App* action = command->add_subcommand(name, what);
        add_json_option(*action, *options);
        action->callback([options, run] { run(*options); });
    };
    add("list", "Show the entries, least recently used first", list);
    add("clear", "Remove all entries", clear);
    command->footer(
        "The directory is $MERGUS_CACHE_DIR (off: nothing is kept), else $XDG_CACHE_HOME/mergus, else\n"
        "~/.cache/mergus. Beyond the bound, $MERGUS_CACHE_BYTES (default: 1 GiB), the entries that were\n"
        "not used for the longest time go. It may be cleared at any time, also while programs run.\n"
        "\nExamples:\n"
        "  mergus cache list\n"
        "  mergus cache list --json\n"
        "  mergus cache clear\n");
}

} // namespace mergus::tools
