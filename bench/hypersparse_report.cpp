/// \file hypersparse_report.cpp
/// Both matrices have the same entries in the same order; ids of the large one are random and increase.
#include "hypersparse_report.hpp"

#include "../backend/frontend/support/diagnostics.hpp"
#include "load.hpp"
#include "matrix_list.hpp"
#include "statistics.hpp"

#include <mergus/mergus.hpp>

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace mergus::bench {

namespace {

using List = std::vector<std::uint64_t>;

struct Tuples {
    std::uint64_t size = 0;
    List rows, cols;
    std::vector<double> values;
};

Tuples tuples_of(const HostCsr& matrix) {
    Tuples tuples{matrix.nrows,
                  List(matrix.nvals()),
                  List(matrix.cols.begin(), matrix.cols.end()),
                  {matrix.values.begin(), matrix.values.end()}};
    for (std::uint64_t i = 0; i < matrix.nrows; ++i)
        for (std::uint64_t e = matrix.ptr[i]; e < matrix.ptr[i + 1]; ++e) tuples.rows[e] = i;
    std::mt19937_64 random(1);
    for (std::uint64_t e = tuples.rows.size(); e > 1; --e) { // a build sorts them
        const std::uint64_t other = random() % e;
        std::swap(tuples.rows[e - 1], tuples.rows[other]);
        std::swap(tuples.cols[e - 1], tuples.cols[other]);
        std::swap(tuples.values[e - 1], tuples.values[other]);
    }
    return tuples;
}

Tuples spread(Tuples tuples) {
    const std::uint64_t stride = max_dimension / tuples.size;
    List ids(tuples.size);
    std::mt19937_64 random(2);
    for (std::uint64_t i = 0; i < tuples.size; ++i) ids[i] = i * stride + random() % stride;
    for (std::uint64_t& row : tuples.rows) row = ids[row];
    for (std::uint64_t& col : tuples.cols) col = ids[col];
    tuples.size = max_dimension;
    return tuples;
}

struct Time {
    std::string operation;
    double first_ms = 0, median_ms = 0;
    double result = 0; ///< the sum of the result's entries
};

class Operations {
public:
    Operations(const Context& context, const Tuples& tuples, const MeasureOptions& options)
        : context_(context), tuples_(tuples), options_(options), A_(context, tuples.size, tuples.size),
          C_(context, tuples.size, tuples.size), w_(context, tuples.size) {
        build(A_);
        T_ = transpose(A_);
    }

    std::vector<Time> run() {
        const auto sum = [](const AnyObject& object) { return reduce(plus_monoid<double>, object); };
        const auto matrix = [&](const char* name, const std::function<void()>& call) {
            measure(name, call);
            times_.back().result = sum(C_);
        };
        measure("build", [&] {
            Matrix<double> made(context_, tuples_.size, tuples_.size);
            build(made);
        });
        matrix("mxm A*A", [&] { mxm(C_, plus_times<double>, A_, A_); });
        matrix("mxm A*T", [&] { mxm(C_, plus_times<double>, A_, T_); });
        matrix("ewise_add A, T", [&] { ewise_add(C_, ops::plus<double>, A_, T_); });
        matrix("ewise_mult A, T", [&] { ewise_mult(C_, ops::times<double>, A_, T_); });
        matrix("transpose", [&] { transpose(C_, A_); });
        matrix("select tril", [&] { select(C_, ops::tril, A_, 0); });
        measure("reduce rows", [&] { reduce(w_, plus_monoid<double>, A_); });
        times_.back().result = sum(w_);
        measure("reduce to a scalar", [&] { times_.back().result = sum(A_); });
        measure("extract_tuples", [&] { A_.extract_tuples(rows_, cols_, values_); });
        return times_;
    }

private:
    void build(Matrix<double>& to) {
        to.build(tuples_.rows, tuples_.cols, tuples_.values.data(), type_of<double>());
    }
    void measure(const char* name, const std::function<void()>& call) {
        times_.push_back({name, 0, 0, 0});
        std::vector<double> all;
        for (unsigned n = 0; n <= options_.warmup + options_.repeat; ++n) {
            const auto start = std::chrono::steady_clock::now();
            call();
            context_.wait();
            const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - start;
            if (n == 0)
                times_.back().first_ms = ms.count();
            else if (n > options_.warmup)
                all.push_back(ms.count());
        }
        times_.back().median_ms = median(all);
    }

    Context context_;
    const Tuples& tuples_;
    MeasureOptions options_;
    Matrix<double> A_, T_, C_;
    Vector<double> w_;
    List rows_, cols_;
    std::vector<double> values_;
    std::vector<Time> times_;
};

/// \return whether the results are equal
bool compare(const Context& context, const std::string& name, const Tuples& small,
             const MeasureOptions& options) {
    const Tuples large = spread(small);
    const std::vector<Time> rows = Operations(context, small, options).run(),
                            ids = Operations(context, large, options).run();
    fmt::print("{}: {} rows, {} entries, backend {}\n\n", name, small.size, small.rows.size(),
               context.backend());
    fmt::print(
        "| operation | rows, ms (first call) | 2^60 rows, ms (first call) | ratio |\n|---|---|---|---|\n");
    bool equal = true;
    for (std::size_t t = 0; t < rows.size(); ++t) {
        const bool same = std::abs(rows[t].result - ids[t].result) <= 1e-9 * (1 + std::abs(rows[t].result));
        equal = equal && same;
        fmt::print("| {} | {:.3f} ({:.1f}) | {:.3f} ({:.1f}) | {:.2f}{} |\n", rows[t].operation,
                   rows[t].median_ms, rows[t].first_ms, ids[t].median_ms, ids[t].first_ms,
                   ids[t].median_ms / rows[t].median_ms, same ? "" : ", WRONG");
    }
    return equal;
}

} // namespace

int report_hypersparse(const Options& options) {
    std::vector<std::string> names = options.backends;
    if (names.empty()) names.emplace_back(); // the best one
    bool failed = false;
    for (const MatrixEntry& entry :
         choose_matrices(known_matrices(options.data), options.sets, options.matrices))
        for (const std::string& name : names) try {
                failed = !compare(name.empty() ? Context() : Context(name), entry.name,
                                  tuples_of(load(entry.source)), options.measure) ||
                         failed;
            } catch (const Error& error) {
                core::print_stderr("mergus_bench: {}: {}\n", entry.name, error.what());
                failed = true;
            }
    return failed ? 1 : 0;
}

} // namespace mergus::bench
