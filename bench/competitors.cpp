/// \file competitors.cpp
#include "competitors.hpp"

#include "without.hpp"

#include <mergus/error.hpp>
#include <mergus/registry.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace mergus::bench {

namespace {

constexpr std::string_view gpu_backend = "cuda";

template <class T>
void add_once(std::vector<T>& list, T item) {
    if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

} // namespace

std::vector<std::unique_ptr<Competitor>> choose_competitors(const Options& options, Gpu* gpu) {
    const std::vector<std::string>& wanted = options.backends;
    const auto stream_of = [&](const std::string& backend) {
        return gpu != nullptr && backend == gpu_backend ? gpu->stream() : nullptr;
    };
    std::vector<std::unique_ptr<Competitor>> all;
    if (gpu != nullptr) all = gpu->cusparse();
    const std::vector<BackendInfo> known = backends();
    for (const BackendInfo& backend : known) {
        if (wanted.empty() && (backend.score <= 0 || backend.name == "cuda-emulated")) continue;
        all.push_back(make_mergus(backend.name, stream_of(backend.name)));
    }
    std::vector<std::string> names = {"cusparse"};
    for (const auto& competitor : all) names.push_back(competitor->name());
    for (const std::string& name : wanted)
        if (std::find(names.begin(), names.end(), name) == names.end())
            throw Error(Code::invalid_value,
                        fmt::format("unknown backend '{}'; known: {}", name, fmt::join(names, ", ")));
    std::erase_if(all, [&](const std::unique_ptr<Competitor>& competitor) {
        const std::string name = competitor->name();
        return !wanted.empty() && std::none_of(wanted.begin(), wanted.end(), [&](const std::string& one) {
            return one == name || (one == "cusparse" && name.starts_with("cusparse-"));
        });
    });
    std::stable_partition(all.begin(), all.end(), [](const std::unique_ptr<Competitor>& competitor) {
        return competitor->is_reference() || competitor->name() == cpu_backend;
    });
    if (all.empty()) throw Error(Code::no_backend, "no backend can run on this machine");
    if (options.without.empty()) return all;
    std::vector<std::unique_ptr<Competitor>> reduced;
    for (const BackendInfo& backend : known) {
        const bool chosen = std::any_of(all.begin(), all.end(), [&](const auto& competitor) {
            return competitor->name() == backend.name;
        });
        if (chosen && !product_methods(backend).empty())
            std::ranges::move(make_without(backend, stream_of(backend.name), options.without),
                              std::back_inserter(reduced));
    }
    if (reduced.empty())
        throw Error(Code::invalid_value, "--without needs a backend that lists methods of products");
    std::ranges::move(reduced, std::back_inserter(all));
    return all;
}

ChosenOps choose_ops(const Options& options) {
    std::vector<std::string> names = options.ops;
    if (names.empty()) {
        for (const std::string& set : options.sets) {
            if (set == "mxm" || set == "transpose" || set == "tc" || set == "bfs" || set == "rap" ||
                set == operations_set)
                names.push_back(set);
            if (set == "bfs") names.emplace_back("bfs64");
        }
        if (names.empty()) names = {"mxm"};
    }
    ChosenOps chosen;
    for (const std::string& name : names)
        if (name == operations_set)
            for (const Operation& operation : operations()) add_once(chosen.operations, &operation);
        else if (const Operation* operation = find_operation(name))
            add_once(chosen.operations, operation);
        else
            for (const Op op : parse_op(name)) add_once(chosen.ops, op);
    if (chosen.ops.empty() && (!options.without.empty() || options.report == "methods"))
        throw Error(
            Code::invalid_value,
            "--without and --report methods are of products and algorithms, not of the set operations");
    return chosen;
}

} // namespace mergus::bench
