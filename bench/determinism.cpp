/// \file determinism.cpp
/// mergus_bench_determinism: computes one product or reduction many times in the default and in the
/// deterministic mode, and counts the results that differ in at least one bit. Exit status: 0 if the
/// deterministic mode had one result, 1 if it had several or a call failed, 2 for wrong usage.
#include "../backend/frontend/support/diagnostics.hpp"
#include "load.hpp"
#include "statistics.hpp"

#include <mergus/mergus.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <complex>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

using mergus::AnyMatrix;
using mergus::bench::HostCsr;

struct Options {
    std::string matrix = "rmat:scale=14,ef=16";
    std::string backend;
    std::string type = "fp64";
    std::string op = "mxm";
    unsigned runs = 20;
    unsigned contexts = 2;
    bool csv = false;
};

/// A hash of n.
std::uint64_t hash_of_number(std::uint64_t n) {
    std::uint64_t x = (n + 1) * 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9U;
    return x ^ (x >> 32);
}

/// The value of entry e with a random sign and a magnitude from 1e-4 to 1e4, so that the rounding error of
/// sums depends on their order.
double uneven(const HostCsr& matrix, std::uint64_t e) {
    const std::uint64_t x = hash_of_number(e);
    return (x % 2 == 0 ? 1 : -1) * matrix.values[e] * std::pow(10.0, static_cast<double>(x / 2 % 9) - 4);
}

template <class T>
std::vector<unsigned char> packed(const HostCsr& matrix) {
    std::vector<unsigned char> bytes(matrix.nvals() * sizeof(T));
    for (std::uint64_t e = 0; e < matrix.nvals(); ++e) {
        T value;
        if constexpr (mergus::ComplexType<T>) {
            using Part = typename T::value_type;
            value = T(static_cast<Part>(uneven(matrix, e)), static_cast<Part>(uneven(matrix, e ^ 1) * 0.7));
        } else {
            value = static_cast<T>(uneven(matrix, e));
        }
        std::memcpy(bytes.data() + e * sizeof(T), &value, sizeof(T));
    }
    return bytes;
}

/// The operators of one type.
struct Arithmetic {
    const mergus_type* type;
    mergus::AnySemiring semiring;
    mergus::AnyMonoid monoid;
    std::vector<unsigned char> (*pack)(const HostCsr&);
};

template <class T>
Arithmetic arithmetic() {
    return {mergus::type_of<T>(), mergus::plus_times<T>, mergus::plus_monoid<T>, &packed<T>};
}

Arithmetic parse_type(const std::string& name) {
    if (name == "fp32") return arithmetic<float>();
    if (name == "fc32") return arithmetic<mergus::complex<float>>();
    if (name == "fc64") return arithmetic<mergus::complex<double>>();
    return arithmetic<double>();
}

mergus_csr describe(const AnyMatrix& matrix) {
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = matrix.type();
    csr.nrows = matrix.nrows();
    csr.ncols = matrix.ncols();
    csr.pointer_bits = csr.index_bits = 64;
    csr.memory = MERGUS_MEMORY_HOST;
    return csr;
}

AnyMatrix upload(const mergus::Context& context, const HostCsr& host, const Arithmetic& arithmetic) {
    const std::vector<unsigned char> values = arithmetic.pack(host);
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = arithmetic.type;
    csr.nrows = host.nrows;
    csr.ncols = host.ncols;
    csr.nvals = host.nvals();
    csr.pointer_bits = 64;
    csr.index_bits = 32;
    csr.memory = MERGUS_MEMORY_HOST;
    // The import copies (release is null), so the arrays are only read.
    csr.row_ptr = const_cast<std::uint64_t*>(host.ptr.data());
    csr.cols = const_cast<std::uint32_t*>(host.cols.data());
    csr.values = const_cast<unsigned char*>(values.data());
    return AnyMatrix::import_csr(context, csr);
}

std::uint64_t hash_of(const void* data, std::size_t bytes) {
    return std::hash<std::string_view>()({static_cast<const char*>(data), bytes});
}

/// A hash of pattern and values.
std::uint64_t hash_of(const AnyMatrix& matrix) {
    const std::uint64_t count = matrix.nvals();
    std::vector<std::uint64_t> ptr(matrix.nrows() + 1), cols(count);
    std::vector<unsigned char> values(count * matrix.type()->size);
    mergus_csr csr = describe(matrix);
    csr.row_ptr = ptr.data();
    csr.cols = cols.data();
    csr.values = values.data();
    csr.capacity = count;
    matrix.export_csr(csr);
    const std::uint64_t parts[] = {hash_of(ptr.data(), ptr.size() * 8), hash_of(cols.data(), cols.size() * 8),
                                   hash_of(values.data(), values.size())};
    return hash_of(parts, sizeof parts);
}

/// A context with the inputs.
class Workspace {
public:
    Workspace(const Options& options, const HostCsr& host, const Arithmetic& arithmetic)
        : context_([&] {
              mergus::ContextOptions context_options;
              context_options.backend = options.backend;
              return mergus::Context(context_options);
          }()),
          arithmetic_(arithmetic), A_(upload(context_, host, arithmetic)), square_(host.square()),
          reduces_(options.op == "reduce") {
        context_.wait();
    }

    /// One run. \return milliseconds and the hash of the result
    std::pair<double, std::uint64_t> run(mergus::Descriptor how) {
        using Clock = std::chrono::steady_clock;
        const auto start = Clock::now();
        const auto since = [&] {
            context_.wait();
            return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
        };
        if (reduces_) {
            unsigned char result[16];
            mergus::reduce(result, arithmetic_.type, mergus::no_accum, arithmetic_.monoid, A_, how);
            const double ms = since();
            return {ms, hash_of(result, arithmetic_.type->size)};
        }
        AnyMatrix C(context_, arithmetic_.type, A_.nrows(), A_.nrows());
        mergus::mxm(C, mergus::no_mask, mergus::no_accum, arithmetic_.semiring, A_, A_,
                    square_ ? how : how | mergus::DESC_T1);
        const double ms = since();
        return {ms, hash_of(C)};
    }

    [[nodiscard]] std::string backend() const { return std::string(context_.backend()); }
    [[nodiscard]] std::string description() const { return std::string(context_.description()); }

private:
    mergus::Context context_;
    const Arithmetic& arithmetic_;
    AnyMatrix A_;
    bool square_, reduces_;
};

void print_header(const Options& options, const HostCsr& host, const Workspace& workspace) {
    if (options.csv) {
        fmt::print("op,matrix,type,backend,contexts,mode,runs,distinct,median_ms,first_hash\n");
        return;
    }
    fmt::print("{} of {} ({} x {}, {} entries) in {} on {} ({}), {} contexts\n", options.op, options.matrix,
               host.nrows, host.ncols, host.nvals(), options.type, workspace.backend(),
               workspace.description(), options.contexts);
    fmt::print("{:<14} {:>6} {:>9} {:>12}  {}\n", "mode", "runs", "distinct", "median_ms", "first hash");
}

void print_row(const Options& options, const std::string& backend, const char* mode, std::size_t distinct,
               double median_ms, std::uint64_t first_hash) {
    if (options.csv)
        fmt::print("{},\"{}\",{},{},{},{},{},{},{:.4f},{:016x}\n", options.op, options.matrix, options.type,
                   backend, options.contexts, mode, options.runs, distinct, median_ms, first_hash);
    else
        fmt::print("{:<14} {:>6} {:>9} {:>12.3f}  {:016x}\n", mode, options.runs, distinct, median_ms,
                   first_hash);
}

/// \return whether the deterministic mode had one result
bool compare_modes(const Options& options) {
    const HostCsr host = mergus::bench::load(options.matrix);
    const Arithmetic arithmetic = parse_type(options.type);
    std::vector<Workspace> workspaces;
    for (unsigned c = 0; c < options.contexts; ++c) workspaces.emplace_back(options, host, arithmetic);
    print_header(options, host, workspaces.front());
    bool one_result = false;
    for (const bool is_deterministic : {false, true}) {
        const mergus::Descriptor mode = is_deterministic ? mergus::DESC_DETERMINISTIC : mergus::Descriptor{};
        for (Workspace& workspace : workspaces)
            (void)workspace.run(mode); // compiles kernels, fills memory pools
        std::set<std::uint64_t> distinct;
        std::vector<double> times;
        std::uint64_t first = 0;
        for (unsigned r = 0; r < options.runs; ++r) {
            const auto [ms, hash] = workspaces[r % workspaces.size()].run(mode);
            if (r == 0) first = hash;
            distinct.insert(hash);
            times.push_back(ms);
        }
        print_row(options, workspaces.front().backend(), is_deterministic ? "deterministic" : "default",
                  distinct.size(), mergus::bench::median(times), first);
        one_result = distinct.size() == 1;
    }
    return one_result;
}

int fail(const std::string& message, int status) {
    mergus::core::print_stderr("mergus_bench_determinism: {}\n", message);
    return status;
}

} // namespace

int main(int argc, char** argv) {
    CLI::App program(
        "Computes one product or reduction many times, and counts the different results, bit for bit, of "
        "the default and the deterministic mode.",
        "mergus_bench_determinism");
    Options options;
    program.add_option("MATRIX", options.matrix, "A file or a generator (default: rmat:scale=14,ef=16)");
    program.add_option("--backend", options.backend,
                       "A backend of Mergus (default: the best one on this machine)");
    program.add_option("--type", options.type, "fp32, fp64, fc32 or fc64 (default: fp64)")
        ->check(CLI::IsMember({"fp32", "fp64", "fc32", "fc64"}));
    program
        .add_option("--op", options.op,
                    "mxm (A·A, A·A' if A is not square) or reduce (the sum of A's entries)")
        ->check(CLI::IsMember({"mxm", "reduce"}));
    program.add_option("--runs", options.runs, "Runs of each mode (default: 20)")
        ->check(CLI::Range(1U, 1000000U));
    program
        .add_option("--contexts", options.contexts,
                    "Number of contexts, each with its own stream, that take turns (default: 2)")
        ->check(CLI::Range(1U, 64U));
    program.add_flag("--csv", options.csv, "Print CSV");
    try {
        program.parse(argc, argv);
        return compare_modes(options) ? 0 : fail("the deterministic mode had more than one result", 1);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return program.exit(error);
        return fail(fmt::format("USAGE: {} (see --help)", error.what()), 2);
    } catch (const mergus::Error& error) {
        return fail(error.what(), error.code() == mergus::Code::invalid_value ? 2 : 1);
    } catch (const std::exception& error) {
        return fail(error.what(), 1);
    }
}
