/// \file out_of_core.cpp
/// The product A·A with blocks in host memory: time and bytes over the link, beside the time of the link
/// alone and of another backend. The variables MERGUS_BLOCKS_… choose the local backend, grid, devices and
/// memory.
#include <mergus/mergus.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

namespace {

double seconds_of(const auto& body) {
    const auto start = std::chrono::steady_clock::now();
    body();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The values of a vector, with zeros where it has none.
std::vector<double> values_of(const mergus::Vector<double>& vector) {
    std::vector<std::uint64_t> indices(vector.nvals());
    std::vector<double> found(vector.nvals()), full(vector.size());
    vector.extract_tuples(indices.data(), found.data(), mergus::type_of<double>());
    for (std::size_t e = 0; e < found.size(); ++e) full[indices[e]] = found[e];
    return full;
}

/// The largest relative difference.
double difference(const std::vector<double>& a, const std::vector<double>& b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        most = std::max(most, std::abs(a[i] - b[i]) / std::max(1.0, std::abs(b[i])));
    return most;
}

/// Whether the row sums of C are A·(A·1).
bool has_row_sums(const mergus::Context& context, const mergus::Matrix<double>& A,
                  const mergus::Matrix<double>& C) {
    using namespace mergus;
    Vector<double> ones(context, A.ncols());
    assign(ones, 1.0);
    const auto expected = mxv(plus_times<double>, A, mxv(plus_times<double>, A, ones));
    const double error = difference(values_of(mxv(plus_times<double>, C, ones)), values_of(expected));
    fmt::print("  largest relative difference of row sums: {:.2g}\n", error);
    return error < 1e-9;
}

/// Of one direction of the link in GB/s, and how often the product is made.
struct Settings {
    double link;
    int repetitions;
};

/// \return whether the product is right
bool measure(const std::string& backend, const mergus::Csr& csr, const Settings& settings) {
    using namespace mergus;
    const Context context(backend);
    Matrix<double> A;
    const double import = seconds_of([&] {
        A = Matrix<double>::from_csr(context, csr);
        context.wait();
    });
    fmt::print("{}: import of {} entries {:.3f} s\n", backend, A.nvals(), import);
    for (int n = 0; n < settings.repetitions; ++n) {
        Matrix<double> C(context, A.nrows(), A.ncols());
        const Counters before = context.counters();
        const double seconds = seconds_of([&] {
            mxm(C, plus_times<double>, A, A);
            context.wait();
        });
        const Counters after = context.counters();
        const auto in = static_cast<double>(after.bytes_to_device - before.bytes_to_device) / 1e9,
                   out = static_cast<double>(after.bytes_to_host - before.bytes_to_host) / 1e9;
        fmt::print(
            "  {} entries of C ({:.2f} GB), {:.4f} s: {:.3f} GB in, {:.3f} GB out, {:.1f} GB/s, {:.0f} % "
            "of the link\n",
            C.nvals(), 12e-9 * static_cast<double>(C.nvals()), seconds, in, out, std::max(in, out) / seconds,
            100 * std::max(in, out) / settings.link / seconds);
    }
    Matrix<double> C(context, A.nrows(), A.ncols());
    std::string reason; // a report may wait, so this product is not measured
    {
        const ExplainScope scope([&](const Explanation& call) { reason = call.reason; });
        mxm(C, plus_times<double>, A, A);
    }
    fmt::print("  {}\n", reason);
    return has_row_sums(context, A, C);
}

} // namespace

int main(int count, char** arguments) {
    CLI::App program{"The product A·A with blocks in host memory"};
    std::string spec = "er:rows=1000000,degree=4", backend = "blocks", compared;
    Settings settings{.link = 55, .repetitions = 3};
    program.add_option("matrix", spec, "a generator");
    program.add_option("--backend", backend, "the backend");
    program.add_option("--compare", compared, "another backend, which is measured before");
    program.add_option("--repetitions", settings.repetitions, "products")->check(CLI::PositiveNumber);
    program.add_option("--link", settings.link, "GB/s of the link in one direction")
        ->check(CLI::PositiveNumber);
    CLI11_PARSE(program, count, arguments);
    try {
        const mergus::Csr csr = mergus::generate::from_spec(spec);
        fmt::print("{}\n", spec);
        return (compared.empty() || measure(compared, csr, settings)) && measure(backend, csr, settings) ? 0
                                                                                                         : 1;
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 1;
    }
}
