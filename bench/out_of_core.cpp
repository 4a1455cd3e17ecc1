/// \file out_of_core.cpp
/// The product A·A with blocks in host memory: time and bytes over the link, beside the time of the link
/// alone. The variables MERGUS_BLOCKS_… choose the local backend, grid, devices and memory.
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

/// The largest relative difference of the values of two full vectors.
double difference(const mergus::Vector<double>& u, const mergus::Vector<double>& v) {
    const auto values = [](const mergus::Vector<double>& vector) {
        std::vector<std::uint64_t> indices(vector.nvals());
        std::vector<double> found(vector.nvals()), full(vector.size());
        vector.extract_tuples(indices.data(), found.data(), mergus::type_of<double>());
        for (std::size_t e = 0; e < found.size(); ++e) full[indices[e]] = found[e];
        return full;
    };
    const std::vector<double> a = values(u), b = values(v);
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        most = std::max(most, std::abs(a[i] - b[i]) / std::max(1.0, std::abs(b[i])));
    return most;
}

int run(const std::string& spec, const std::string& backend, int repetitions, double link) {
    using namespace mergus;
    const Csr csr = generate::from_spec(spec);
    const Context context(backend);
    const auto A = Matrix<double>::from_csr(context, csr);
    for (int n = 0; n < repetitions; ++n) {
        Matrix<double> C(context, A.nrows(), A.ncols());
        const Counters before = context.counters();
        const double seconds = seconds_of([&] {
            mxm(C, plus_times<double>, A, A);
            context.wait();
        });
        const Counters after = context.counters();
        const auto in = static_cast<double>(after.bytes_to_device - before.bytes_to_device),
                   out = static_cast<double>(after.bytes_to_host - before.bytes_to_host);
        fmt::print("{}: {} entries, A·A {} entries, {:.3f} s, {:.3f} GB to the device, {:.3f} GB back, "
                   "{:.1f} GB/s; the link alone {:.3f} s\n",
                   spec, A.nvals(), C.nvals(), seconds, in / 1e9, out / 1e9, (in + out) / 1e9 / seconds,
                   std::max(in, out) / 1e9 / link);
        if (n + 1 < repetitions) continue;
        // Row sums of A·A are A·(A·1).
        Vector<double> ones(context, A.ncols());
        assign(ones, 1.0);
        const auto expected = mxv(plus_times<double>, A, mxv(plus_times<double>, A, ones));
        const double error = difference(mxv(plus_times<double>, C, ones), expected);
        fmt::print("largest relative difference of row sums: {:.2g}\n", error);
        if (!(error < 1e-9)) return 1;
    }
    return 0;
}

} // namespace

int main(int count, char** arguments) {
    CLI::App program{"The product A·A with blocks in host memory"};
    std::string spec = "er:rows=1000000,degree=4", backend = "blocks";
    int repetitions = 3;
    double link = 55;
    program.add_option("matrix", spec, "a generator");
    program.add_option("--backend", backend, "blocks, or another backend to compare with");
    program.add_option("--repetitions", repetitions, "products")->check(CLI::PositiveNumber);
    program.add_option("--link", link, "GB/s of the link in one direction")->check(CLI::PositiveNumber);
    CLI11_PARSE(program, count, arguments);
    try {
        return run(spec, backend, repetitions, link);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 1;
    }
}
