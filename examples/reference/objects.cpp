/// \file objects.cpp
/// Objects: the code of docs/reference/build.md, extract_tuples.md, elements.md, resize.md, import-export.md,
/// contexts.md and conventions.md.
#include "expect.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace {

using mergus::Matrix;
using mergus::Vector;

void build(const mergus::Context& context) {
    const std::vector rows{2, 0, 0}, cols{1, 3, 3}; // in any order; (0, 3) twice
    const std::vector values{1.5, 2.0, 0.5};
    Matrix<double> A(context, 3, 4);
    A.build(rows, cols, values, mergus::ops::plus<double>);
    expect(A.nvals() == 2 && A.extract_element(0, 3) == 2.5);

    // The same in one call; without an operator the duplicate is an error.
    expect(throws(mergus::Code::invalid_value,
                  [&] { Matrix<double>::from_tuples(context, 3, 4, rows, cols, values); }));
    expect(throws(mergus::Code::output_not_empty, [&] { A.build(rows, cols, values); }));

    // Short lists may be written in braces.
    const auto B = Matrix<double>::from_tuples(context, 3, 4, {2, 0}, {1, 3}, {1.5, 2.5});
    expect(isequal(A, B));

    const auto u = Vector<double>::from_dense(context, std::vector{1.0, 0.0}); // an entry at every index
    expect(u.nvals() == 2);                                                    // zeros too
}

void tuples(const mergus::Context& context) {
    const auto A = Matrix<double>::from_csr(context, mergus::generate::poisson2d5(2));
    std::vector<std::uint64_t> rows, cols;
    std::vector<double> values;
    A.extract_tuples(rows, cols, values); // row by row, columns ascending
    expect(rows.size() == A.nvals() && rows[0] == 0 && cols[0] == 0 && values[0] == 4.0);
    const auto B = Matrix<double>::from_tuples(context, A.nrows(), A.ncols(), rows, cols, values);
    expect(isequal(A, B));

    double diagonal = 0;
    for (const auto& [row, col, value] : mergus::entries(A))
        if (row == col) diagonal += value;
    expect(diagonal == 16);

    std::cout << mergus::to_string(A, 3); // shape, type, number of entries, three entries
}

void elements(const mergus::Context& context) {
    Matrix<double> A(context, 2, 2);
    A.set_element(0, 1, 3);                 // 3 is a value of fp64
    expect(A.extract_element(0, 1) == 3.0); // a std::optional
    expect(!A.extract_element(1, 0));       // no entry
    A.remove_element(0, 1);
    A.remove_element(1, 0); // nothing to delete: no error
    expect(A.nvals() == 0);
    expect(throws(mergus::Code::invalid_index, [&] { A.set_element(2, 0, 1.0); }));
}

void resize(const mergus::Context& context) {
    auto A = Matrix<double>::from_csr(context, mergus::generate::poisson2d5(3)); // 9 x 9
    A.resize(4, 4);
    expect(A.nrows() == 4 && A.extract_element(3, 3) == 4.0); // entries outside are gone
    A.resize(100, 4);                                         // room for more
    A.clear();                                                // no entries, the same shape
    expect(A.nrows() == 100 && A.nvals() == 0);
}

void arrays(const mergus::Context& context) {
    std::vector<std::uint64_t> row_ptr{0, 2, 3}, cols{0, 1, 1};
    std::vector<double> values{1, 2, 3};
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = mergus::type_of<double>();
    csr.nrows = csr.ncols = 2;
    csr.nvals = csr.capacity = 3;
    csr.row_ptr = row_ptr.data();
    csr.cols = cols.data();
    csr.values = values.data();
    csr.pointer_bits = csr.index_bits = 64;
    auto A = mergus::AnyMatrix::import_csr(context, csr); // copies and checks
    values = {0, 0, 0};
    A.export_csr(csr); // copies into the same arrays
    expect(values == std::vector{1.0, 2.0, 3.0});

    mergus::CsrArrays moved = A.release_csr(); // the arrays leave the matrix
    expect(A.nvals() == 0 && moved.nvals() == 3);
    const auto B = mergus::AnyMatrix::import_csr(context, std::move(moved)); // and enter another one
    expect(B.nvals() == 3);
}

void bytes(const mergus::Context& context) {
    const auto A = Matrix<double>::from_csr(context, mergus::generate::poisson2d5(3));
    const std::vector<std::byte> data = mergus::serialize(A);
    const auto B = mergus::deserialize_matrix<double>(context, data);
    expect(isequal(A, B) && data.size() == mergus::serialized_size(A));
    expect(throws(mergus::Code::parse_error,
                  [&] { static_cast<void>(mergus::deserialize_vector<double>(context, data)); }));
}

void contexts() {
    const mergus::Context best; // the backend with the highest score
    const mergus::Context cpu(mergus::ContextOptions{.backend = "suitesparse", .threads = 2});
    const auto A = Matrix<double>::from_csr(cpu, mergus::generate::poisson2d5(4));
    const auto B = A.to(best); // operands of a call belong to one context
    expect(isequal(A, B));     // isequal may compare across contexts

    std::string report;
    mergus::ContextOptions options{.backend = "suitesparse"};
    options.explain = [&](const mergus::Explanation& call) { report = to_string(call); };
    const mergus::Context explained(options);
    const auto C = A.to(explained);
    mergus::mxm(mergus::plus_times<double>, C, C);
    expect(report.starts_with("mxm on suitesparse"));
    expect(throws(mergus::Code::no_backend, [] { mergus::Context("no-such-backend"); }));
}

void conventions(const mergus::Context& context) {
    const auto A = Matrix<double>::from_csr(context, mergus::generate::poisson2d5(2));
    const auto M = mergus::select(mergus::ops::diag, A, 0);
    Matrix<double> C(context, 4, 4);
    C.set_element(0, 3, 1.0);                     // outside of the mask
    mergus::assign(C, A, {.mask = structure(M)}); // C keeps (0, 3)
    expect(C.nvals() == 5);
    mergus::assign(C, A, {.mask = structure(M), .replace = true}); // and loses it
    expect(C.nvals() == 4);
    mergus::assign(C, A, {.mask = complement(structure(M)), .accum = mergus::ops::plus<double>});
    expect(isequal(C, A));
}

} // namespace

int main() {
    const mergus::Context context;
    build(context);
    tuples(context);
    elements(context);
    resize(context);
    arrays(context);
    bytes(context);
    contexts();
    conventions(context);
}
