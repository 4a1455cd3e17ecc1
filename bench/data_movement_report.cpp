/// \file data_movement_report.cpp
/// mergus_bench --report data-movement.
#include "data_movement.hpp"

#include "../backend/frontend/support/diagnostics.hpp"
#include "load.hpp"
#include "matrix_list.hpp"
#include "runner.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <fstream>

namespace mergus::bench {

namespace {

constexpr const char* header =
    "matrix,order,bandwidth,products,lower_bytes,blocks_bytes,hypergraph_bytes,kernels_bytes,uncached_bytes";

class Table {
public:
    explicit Table(const std::string& csv) {
        if (!csv.empty()) {
            csv_.open(csv);
            if (!csv_) throw Error(Code::io_error, "cannot write " + csv);
            csv_ << header << '\n';
        }
        fmt::print("{:<32} {:<7} {:>9} {:>8} {:>9} {:>8} {:>10} {:>8} {:>8}\n", "matrix", "order",
                   "bandwidth", "prod M", "lower MB", "x blocks", "hypergraph", "kernels", "uncached");
    }

    void add(const std::string& matrix, const char* order, const DataMovement& moved) {
        const auto times = [&](double bytes) { return fmt::format("{:.2f}", bytes / moved.lower); };
        fmt::print("{:<32} {:<7} {:>9} {:>8.2f} {:>9.2f} {:>8} {:>10} {:>8} {:>8}\n", matrix, order,
                   moved.bandwidth, static_cast<double>(moved.products) / 1e6, moved.lower / 1e6,
                   times(moved.blocks), moved.hypergraph ? times(*moved.hypergraph) : "-",
                   times(moved.kernels), times(moved.uncached));
        std::fflush(stdout);
        if (csv_.is_open())
            csv_ << fmt::format("\"{}\",{},{},{},{:.0f},{:.0f},{},{:.0f},{:.0f}", matrix, order,
                                moved.bandwidth, moved.products, moved.lower, moved.blocks,
                                moved.hypergraph ? fmt::format("{:.0f}", *moved.hypergraph) : "",
                                moved.kernels, moved.uncached)
                 << std::endl;
    }

private:
    std::ofstream csv_;
};

} // namespace

int report_data_movement(const Options& options) {
    constexpr std::uint64_t seed = 1;
    const std::uint64_t entry = sizeof(std::uint32_t) + (options.type == "fp32" ? 4 : 8);
    Table table(options.files.csv);
    bool failed = false;
    for (const MatrixEntry& chosen :
         choose_matrices(known_matrices(options.data), options.sets, options.matrices)) {
        try {
            const HostCsr matrix = load(chosen.source);
            if (!matrix.square()) {
                core::print_stderr("mergus_bench: {}: data-movement needs a square matrix\n", chosen.name);
                continue;
            }
            const HostCsr shuffled = permuted(matrix, random_order(matrix.nrows, seed));
            table.add(chosen.name, "given", data_movement(matrix, entry, options.cache_bytes));
            table.add(chosen.name, "random", data_movement(shuffled, entry, options.cache_bytes));
            if (const std::optional<Order> rcm = rcm_order(shuffled))
                table.add(chosen.name, "rcm",
                          data_movement(permuted(shuffled, *rcm), entry, options.cache_bytes));
        } catch (const Error& error) {
            core::print_stderr("mergus_bench: {}: {}\n", chosen.name, error.what());
            failed = true;
        }
    }
    return failed ? 1 : 0;
}

} // namespace mergus::bench
