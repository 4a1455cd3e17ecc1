/// \file files.cpp
/// Files, generators, merges and operators: the code of docs/reference/files.md, generate.md,
/// segmented_merge.md and operators.md.
#include "expect.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

// clang-format off
MERGUS_TYPE(Interval, double low; double high;);

MERGUS_MONOID(hull,
    static Interval identity() { return Interval{INFINITY, -INFINITY}; }
    static Interval add(Interval x, Interval y) { return Interval{fmin(x.low, y.low), fmax(x.high, y.high)}; })

MERGUS_UNARY_OP(around, static Interval apply(double x) { return Interval{x, x}; })
// clang-format on

namespace {

using mergus::Matrix;

void files(const mergus::Context& context, const std::filesystem::path& folder) {
    const auto file = folder / "graph.txt";
    std::ofstream(file) << "# from to\n0 1\n1 2\n1 2\n";
    const mergus::AnyMatrix A = mergus::read_matrix(context, file); // the format is found in the content
    expect(A.nrows() == 3 && A.nvals() == 2 && A.type() == mergus::type_of<bool>()); // (1, 2) once

    const auto counts = mergus::read_matrix<int>(context, file, mergus::ops::plus<int>);
    expect(counts.extract_element(1, 2) == 2);

    mergus::write_matrix_market(folder / "graph.mtx.gz", A.to_tuples());
    expect(isequal(A, mergus::read_matrix(context, folder / "graph.mtx.gz")));

    const auto ten =
        mergus::read_matrix(context, file, mergus::no_accum, {.vertices = 10}); // isolated ones too
    expect(ten.nrows() == 10 && ten.nvals() == 2);
    expect(throws(mergus::Code::io_error, [&] { mergus::read_file(folder / "missing.mtx"); }));
}

void generators(const mergus::Context& context) {
    const auto graph = Matrix<bool>::from_csr(context, mergus::generate::rmat({.scale = 8, .seed = 7}));
    const auto same = Matrix<bool>::from_csr(context, mergus::generate::from_spec("rmat:scale=8,seed=7"));
    expect(isequal(graph, same)); // on every machine, with any number of threads
    const auto grid = Matrix<double>::from_csr(context, mergus::generate::poisson3d7(4)); // 64 x 64
    expect(grid.nrows() == 64 && grid.extract_element(0, 0) == 6.0);
}

void merges(const mergus::Context& context) {
    const std::vector<std::uint64_t> segment_ptr{0, 2, 3}, subsegment_ptr{0, 3, 5, 7};
    std::vector<std::uint32_t> keys{1, 4, 9, 2, 4, 0, 8}; // segments {1, 4, 9} {2, 4} and {0, 8}
    mergus::segmented_merge(context, {segment_ptr, subsegment_ptr}, keys.size(), keys.data(), keys.data());
    expect(keys == std::vector<std::uint32_t>{1, 2, 4, 4, 9, 0, 8});

    // Equal keys of a segment become one; their values are added.
    std::vector<std::uint32_t> reduced(7);
    std::vector<double> values(7, 1.0), sums(7);
    std::vector<std::uint64_t> ends(3);
    keys = {1, 4, 9, 2, 4, 0, 8};
    mergus::segmented_merge(context, {segment_ptr, subsegment_ptr}, keys.size(), mergus::plus_monoid<double>,
                            keys.data(), values.data(), ends.data(), reduced.data(), sums.data());
    expect(ends == std::vector<std::uint64_t>{0, 4, 6} && reduced[2] == 4 && sums[2] == 2.0);
}

void operators(const mergus::Context& context) {
    const auto A = Matrix<double>::from_csr(context, mergus::generate::poisson2d5(3));
    const auto intervals = mergus::apply<Interval>(around, A);
    const Interval all = mergus::reduce(hull, intervals);
    expect(all.low == -1 && all.high == 4);

    // From strings, when the program runs.
    const mergus_type* fp64 = mergus::type_of<double>();
    const mergus::BinaryOp longer = mergus::define_binary_op("longer", "fmax(x, y)", fp64, fp64, fp64);
    const mergus::AnyMonoid monoid = mergus::make_monoid(longer, 0.0);
    expect(mergus::reduce<double>(monoid, A) == 4);
    const mergus::AnySemiring semiring = mergus::make_semiring(monoid, mergus::ops::times<double>);
    const auto C = mergus::mxm<double>(semiring, A, A);
    expect(C.extract_element(0, 0) == 16);

    // From a lambda, for the CPU: a device has no text of it.
    const double limit = 3;
    const auto capped =
        mergus::make_unary_op<double>("capped", [=](double x) { return x < limit ? x : limit; });
    if (context.backend() == "suitesparse") {
        const Matrix<double> B = mergus::apply(capped, A);
        expect(B.extract_element(0, 0) == 3);
    }

    // The identity 0 is wrong for numbers below 0; check_laws finds that.
    expect(!mergus::check_laws(monoid).empty());
}

} // namespace

int main() {
    const mergus::Context context;
    const auto folder = std::filesystem::temp_directory_path() / ("mergus_files_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    files(context, folder);
    std::filesystem::remove_all(folder);
    generators(context);
    merges(context);
    operators(context);
}
