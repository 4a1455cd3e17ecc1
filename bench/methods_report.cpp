/// \file methods_report.cpp
#include "methods_report.hpp"

#include "../backend/frontend/support/diagnostics.hpp"
#include "competitors.hpp"
#include "without.hpp"

#include <mergus/error.hpp>
#include <mergus/plugin.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <new>
#include <set>
#include <sstream>
#include <string_view>

namespace mergus::bench {

namespace {

/// Of the products of one backend.
struct Counts {
    std::map<std::string, unsigned> methods, symbolic, numeric;
};

/// Counts "esc:0" and "esc:1" of "esc:0,1 hash:2", each once, and adds the accumulators to `used`.
void count_bins(const std::string& bins, std::map<std::string, unsigned>& counts,
                std::set<std::string>& used) {
    std::set<std::string> found;
    std::istringstream words(bins);
    for (std::string word; words >> word;) {
        const std::string name = word.substr(0, word.find(':'));
        used.insert(name);
        std::istringstream variants(word.substr(std::min(name.size() + 1, word.size())));
        for (std::string variant; std::getline(variants, variant, ',');) found.insert(name + ":" + variant);
    }
    for (const std::string& bin : found) ++counts[bin];
}

class MethodsTable {
public:
    explicit MethodsTable(const std::string& csv) {
        if (!csv.empty()) {
            csv_.open(csv, std::ios::trunc);
            if (!csv_) throw Error(Code::io_error, "cannot write " + csv);
            csv_ << "op,matrix,backend,semiring,products,method,symbolic,numeric,blocks,truncated,text,"
                    "reason\n";
        }
        fmt::print("{:<10} {:<32} {:<16} {:>9}  {:<18} symbolic, then numeric\n", "op", "matrix", "backend",
                   "prod M", "method");
    }

    void add(const Problem& problem, const BackendInfo& backend, const CallReport::Step& step) {
        const ProductChoice choice = read_choice(backend, step);
        Counts& counts = counts_[backend.name];
        const std::string method = choice.method.empty() ? step.method : choice.method;
        ++counts.methods[method];
        std::set<std::string>& used = used_[backend.name];
        used.insert(method);
        count_bins(choice.symbolic, counts.symbolic, used);
        count_bins(choice.numeric, counts.numeric, used);
        fmt::print("{:<10} {:<32} {:<16} {:>9.2f}  {:<18} {}{}{}{}{}\n", op_name(problem.op), problem.matrix,
                   backend.name, static_cast<double>(problem.products) / 1e6, method, choice.symbolic,
                   choice.numeric.empty() ? "" : ", then ", choice.numeric, choice.blocks ? ", blocks" : "",
                   choice.truncated ? " …" : "");
        std::fflush(stdout);
        if (csv_.is_open())
            csv_ << fmt::format("{},\"{}\",{},{},{},{},\"{}\",\"{}\",{},{},\"{}\",\"{}\"",
                                op_name(problem.op), problem.matrix, backend.name, problem.algebra.name,
                                problem.products, choice.method, choice.symbolic, choice.numeric,
                                choice.blocks ? 1 : 0, choice.truncated ? 1 : 0, step.method, step.reason)
                 << std::endl;
    }

    /// Numbers of products, and the names that no product used.
    void print_counts(const std::vector<BackendInfo>& backends) const {
        const auto line = [](const char* title, const std::map<std::string, unsigned>& counts) {
            std::vector<std::string> words;
            for (const auto& [name, count] : counts) words.push_back(fmt::format("{} {}", name, count));
            fmt::print("  {}: {}\n", title, fmt::join(words, ", "));
        };
        for (const BackendInfo& backend : backends) {
            const auto counts = counts_.find(backend.name);
            if (counts == counts_.end()) continue;
            fmt::print("\n{}, products by each:\n", backend.name);
            line("methods", counts->second.methods);
            line("bins, symbolic", counts->second.symbolic);
            line("bins, numeric", counts->second.numeric);
            std::vector<std::string> unused;
            for (const std::string& name : product_methods(backend))
                if (!used_.at(backend.name).contains(name)) unused.push_back(name);
            fmt::print("  never: {}\n", fmt::join(unused, ", "));
        }
    }

private:
    std::ofstream csv_;
    std::map<std::string, Counts> counts_;
    std::map<std::string, std::set<std::string>> used_;
};

} // namespace

ProductChoice read_choice(const BackendInfo& backend, const CallReport::Step& step) {
    constexpr std::string_view rows_in = "rows in ", then = ", then ";
    ProductChoice choice;
    choice.truncated = step.reason.size() + 1 >= sizeof(mergus_report::reason);
    const std::string name = step.method.substr(0, step.method.find(',')); // facts follow
    if (std::ranges::any_of(backend.methods,
                            [&](const MethodInfo& m) { return m.operation == "mxm" && m.name == name; }))
        choice.method = name;
    choice.blocks = step.method.find(", B in blocks of columns,") != std::string::npos;
    if (!step.reason.starts_with(rows_in)) return choice;
    std::string bins = step.reason.substr(rows_in.size());
    bins.resize(std::min(bins.find(';'), bins.size()));
    // After memory ended, the phases of the last attempt count.
    if (const std::size_t last = bins.rfind(then); last != std::string::npos) {
        choice.numeric = bins.substr(last + then.size());
        bins.resize(last);
        const std::size_t before = bins.rfind(then);
        if (before != std::string::npos) bins.erase(0, before + then.size());
    }
    choice.symbolic = bins;
    return choice;
}

int report_methods(const Options& options) {
    std::string no_gpu;
    const std::unique_ptr<Gpu> gpu = open_gpu(no_gpu);
    const auto competitors = choose_competitors(options, gpu.get());
    const std::vector<BackendInfo> known = backends();
    const ChosenOps chosen = choose_ops(options);
    MethodsTable table(options.files.csv);
    bool failed = false;
    for (const MatrixEntry& entry :
         choose_matrices(known_matrices(options.data), options.sets, options.matrices)) {
        if (is_vector(entry.source) && !chosen.operations.empty()) continue; // it has no products
        Inputs inputs(entry, options.type == "fp32");
        const auto report = [&](const Problem& problem) {
            for (const auto& competitor : competitors) {
                const auto backend = std::ranges::find(known, competitor->name(), &BackendInfo::name);
                if (backend == known.end() || product_methods(*backend).empty()) continue;
                for (const CallReport::Step& step : competitor->report(problem, false).steps)
                    if (step.operation == "mxm") table.add(problem, *backend, step);
            }
        };
        try {
            for (const Op op : chosen.ops) {
                if (const std::string refusal = inputs.refusal(op); !refusal.empty()) {
                    core::print_stderr("mergus_bench: {}: {}\n", entry.name, refusal);
                    continue;
                }
                for (const std::string& semiring : options.semirings)
                    report(inputs.problem(op, parse_algebra(semiring, options.type)));
            }
        } catch (const Error& error) {
            core::print_stderr("mergus_bench: {}: {}\n", entry.name, error.what());
            failed = true;
        } catch (const std::bad_alloc&) {
            core::print_stderr("mergus_bench: {}: not enough memory on this machine\n", entry.name);
            failed = true;
        }
    }
    table.print_counts(known);
    return failed ? 1 : 0;
}

} // namespace mergus::bench
