/// \file suitesparse_faults.cpp
/// A program of its own, because it starts GraphBLAS itself, with memory functions that can fail: every
/// allocation of an operation, GraphBLAS's and the backend's, fails in turn. Each failure must
/// report an error, leave the output unchanged, and leak nothing.
#include <mergus/graphblas.hpp>
#include <mergus/mergus.hpp>

// GraphBLAS.h includes these, and newer versions do so between extern "C" braces.
#include <cmath>
#include <complex.h>
#include <complex>
extern "C" {
#include <GraphBLAS.h>
}
#undef I

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

std::atomic<long> countdown{-1}; ///< allocations until the one that fails; negative: none fails
std::atomic<bool> failed{false};
std::atomic<long> live{0}; ///< allocations of GraphBLAS that were not freed

bool fails_now() {
    if (countdown.load() < 0) return false;
    if (countdown.fetch_sub(1) != 0) return false;
    failed = true;
    return true;
}

void* grb_malloc(std::size_t size) {
    if (fails_now()) return nullptr;
    void* const p = std::malloc(size);
    if (p != nullptr) ++live;
    return p;
}
void* grb_calloc(std::size_t count, std::size_t size) {
    if (fails_now()) return nullptr;
    void* const p = std::calloc(count, size);
    if (p != nullptr) ++live;
    return p;
}
void* grb_realloc(void* old, std::size_t size) {
    return fails_now() ? nullptr : std::realloc(old, size);
}
void grb_free(void* p) {
    if (p != nullptr) --live;
    std::free(p);
}

} // namespace

// The backend's own allocations. GraphBLAS calls malloc through the functions above.
void* operator new(std::size_t size) {
    void* const p = fails_now() ? nullptr : std::malloc(size == 0 ? 1 : size);
    if (p == nullptr) throw std::bad_alloc();
    return p;
}
void operator delete(void* p) noexcept {
    std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
    std::free(p);
}

namespace {

using namespace mergus;

MERGUS_SEMIRING(
    with_places, static double identity() { return 0; } static double add(double x, double y) {
        return x + y;
    } static double mul(double a, double b, int64_t i, int64_t k, int64_t j) {
        return a * b + static_cast<double>(i + k + j);
    })

MERGUS_TYPE(Pair, double x; double y;);

int lent = 0, given_back = 0;

/// A matrix that borrows the program's arrays.
Matrix<double> borrowing(const Context& context) {
    static std::vector<std::uint64_t> row_ptr(31, 30), cols;
    static std::vector<double> values(30, 2.0);
    row_ptr[0] = 0;
    for (std::uint64_t j = cols.size(); j < 30; ++j) cols.push_back(j);
    mergus_csr csr{};
    csr.struct_size = sizeof csr;
    csr.type = type_of<double>();
    csr.nrows = csr.ncols = csr.nvals = csr.capacity = 30;
    csr.row_ptr = row_ptr.data();
    csr.cols = cols.data();
    csr.values = values.data();
    csr.pointer_bits = csr.index_bits = 64;
    csr.release = [](void*) { ++given_back; };
    ++lent;
    return Matrix<double>(AnyMatrix::import_csr(context, csr));
}

/// A full vector that borrows the program's array.
Vector<double> borrowing_vector(const Context& context) {
    static std::vector<double> values(30, 3.0);
    mergus_vector_arrays arrays{};
    arrays.struct_size = sizeof arrays;
    arrays.type = type_of<double>();
    arrays.size = arrays.nvals = 30;
    arrays.format = MERGUS_VECTOR_FULL;
    arrays.values = values.data();
    arrays.release = [](void*) { ++given_back; };
    ++lent;
    return Vector<double>(AnyVector::import_arrays(context, arrays));
}

struct Setting {
    Context context{"suitesparse"};
    Matrix<double> A = filled(7), B = filled(5), M = filled(3), C = filled(4), empty{context, 30, 30},
                   L = borrowing(context), column{context, 30, 1};
    Vector<double> u = filled_vector(2), m = filled_vector(3), w = filled_vector(4),
                   lent_vector = borrowing_vector(context);
    double scalar = 1;

    [[nodiscard]] Vector<double> filled_vector(std::uint64_t step) const {
        Vector<double> made(context, 30);
        std::vector<std::uint64_t> indices;
        std::vector<double> values;
        for (std::uint64_t i = 0; i < 30; i += step) {
            indices.push_back(i);
            values.push_back(static_cast<double>(i));
        }
        made.build(indices, values);
        return made;
    }
    [[nodiscard]] Matrix<double> filled(std::uint64_t step) const {
        Matrix<double> made(context, 30, 30);
        std::vector<std::uint64_t> rows, cols;
        std::vector<double> values;
        for (std::uint64_t e = 0; e < 900; e += step) {
            rows.push_back(e / 30);
            cols.push_back(e % 30);
            values.push_back(static_cast<double>(e));
        }
        made.build(rows, cols, values);
        return made;
    }
};

struct Content {
    std::vector<std::uint64_t> rows, cols;
    std::vector<double> values;
    explicit Content(const Matrix<double>& from) { from.extract_tuples(rows, cols, values); }
    explicit Content(const Vector<double>& from) { from.extract_tuples(rows, values); }
    bool operator==(const Content&) const = default;
};

/// The output and the inputs. An input changes only if it is the output.
struct State {
    Content output, A, B, u, w, lent_vector;
    double scalar;
    State(const Setting& setting, Matrix<double> Setting::*which)
        : output(setting.*which), A(setting.A), B(setting.B), u(setting.u), w(setting.w),
          lent_vector(setting.lent_vector), scalar(setting.scalar) {}
    bool operator==(const State&) const = default;
};

struct Case {
    const char* name;
    Matrix<double> Setting::*output;
    std::function<void(Setting&)> run;
};

[[noreturn]] void give_up(const std::string& message) {
    throw std::runtime_error(message);
}

/// Runs the case with its nth allocation failing; false if it has fewer. \param expected result of a run
/// without faults
bool run_with_fault(const Case& one, long n, const State& expected) {
    Setting setting;
    const State before(setting, one.output);
    failed = false;
    countdown = n;
    bool threw = false;
    try {
        one.run(setting);
    } catch (const Error& error) {
        countdown = -1;
        threw = true;
        if (error.code() != Code::out_of_memory) give_up(std::string(one.name) + " reported " + error.what());
    } catch (const std::bad_alloc&) { // from the front end
        countdown = -1;
        threw = true;
    }
    countdown = -1;
    if (failed && threw && State(setting, one.output) != before)
        give_up(std::string(one.name) + ": something changed when allocation " + std::to_string(n) +
                " failed");
    if (!failed && threw) give_up(std::string(one.name) + " failed without a fault");
    if (threw) one.run(setting); // the context is still usable
    if (State(setting, one.output) != expected)
        give_up(std::string(one.name) + ": a wrong result after allocation " + std::to_string(n) + " failed");
    return failed;
}

/// A GrB_Matrix by column of a user type or fp64. Pending entries are assembled, because GraphBLAS may lose
/// them when memory runs out.
GrB_Matrix column_matrix(GrB_Type type) {
    GrB_Matrix made = nullptr;
    const Pair one{1.5, 2.5};
    const auto set = [&](GrB_Index i, GrB_Index j) {
        return type == GrB_FP64 ? GrB_Matrix_setElement_FP64(made, one.x, i, j)
                                : GrB_Matrix_setElement_UDT(made, const_cast<Pair*>(&one), i, j);
    };
    if (GrB_Matrix_new(&made, type, 30, 30) != GrB_SUCCESS ||
        GxB_Matrix_Option_set_INT32(made, GxB_FORMAT, GxB_BY_COL) != GrB_SUCCESS ||
        set(3, 4) != GrB_SUCCESS || set(2, 5) != GrB_SUCCESS ||
        GrB_Matrix_wait(made, GrB_MATERIALIZE) != GrB_SUCCESS)
        give_up("the GrB_Matrix cannot be made");
    return made;
}

/// Adopts a GrB_Matrix by column. After an error it must have its entries, and is freed here.
AnyMatrix adopt(const Setting& s, GrB_Type native_type, const mergus_type* type) {
    const long faults_from_here = countdown.exchange(-1);
    GB_Matrix_opaque* native = column_matrix(native_type);
    countdown = faults_from_here;
    try {
        return adopt_grb_matrix(s.context, native, type);
    } catch (...) {
        countdown = -1;
        GrB_Index entries = 0;
        if (native == nullptr || GrB_Matrix_nvals(&entries, native) != GrB_SUCCESS || entries != 2)
            give_up("adopt_grb_matrix did not leave the GrB_Matrix with its owner");
        GrB_Matrix_free(&native);
        throw;
    }
}

GrB_Type pair_type() {
    static GrB_Type type = [] {
        GrB_Type made = nullptr;
        if (GrB_Type_new(&made, sizeof(Pair)) != GrB_SUCCESS) give_up("the GrB_Type cannot be made");
        return made;
    }();
    return type;
}

/// With vectors; a matrix output is C.
std::vector<Case> vector_cases() {
    static const std::vector<std::uint64_t> some{1, 3, 5}, zeros(30, 0);
    const auto on_C = [](const char* name, std::function<void(Setting&)> run) {
        return Case{name, &Setting::C, std::move(run)};
    };
    return {
        on_C("mxv",
             [](Setting& s) { mxv(s.w, s.m, ops::plus<double>, plus_times<double>, s.A, s.u, DESC_T0); }),
        on_C("vxm", [](Setting& s) { vxm(s.w, no_mask, no_accum, min_plus<double>, s.lent_vector, s.A); }),
        on_C("mxv of the program's own operators",
             [](Setting& s) { mxv(s.w, s.m, no_accum, with_places, s.A, s.u); }),
        on_C("vxm of the program's own operators",
             [](Setting& s) { vxm(s.w, no_mask, no_accum, with_places, s.u, s.A, DESC_T1); }),
        on_C("ewise_add of vectors",
             [](Setting& s) {
                 ewise_add(s.lent_vector, s.m, ops::plus<double>, ops::plus<double>, s.u, s.lent_vector);
             }),
        on_C("ewise_mult of vectors",
             [](Setting& s) { ewise_mult(s.w, s.m, no_accum, ops::times<double>, s.u, s.w, DESC_RC); }),
        on_C("apply to a vector, with indices",
             [](Setting& s) {
                 apply(s.w, no_mask, no_accum, ops::rowindex<std::int64_t>, s.u, std::int64_t{1});
             }),
        on_C("apply to an iso vector",
             [](Setting& s) { // GraphBLAS stores one value
                 Vector<double> same(s.context, 30);
                 assign(same, s.m, no_accum, Scalar(3.0));
                 apply(s.w, no_mask, no_accum, ops::valueeq<double>, same, 3.0);
             }),
        on_C("select of a vector",
             [](Setting& s) { select(s.w, s.m, ops::plus<double>, ops::valuegt<double>, s.u, 2.0); }),
        on_C("reduce to a vector", [](Setting& s) { reduce(s.w, s.m, no_accum, plus_monoid<double>, s.A); }),
        on_C("reduce of a vector",
             [](Setting& s) { reduce(&s.scalar, type_of<double>(), no_accum, min_monoid<double>, s.u); }),
        on_C("assign to a part of a vector",
             [](Setting& s) { assign(s.w, s.m, no_accum, Scalar(3.0), Indices(some)); }),
        on_C("extract of a part of a vector",
             [](Setting& s) { extract(s.w, no_mask, ops::plus<double>, s.u, Indices(zeros)); }),
        on_C("assign to a row",
             [](Setting& s) { assign(s.C, s.m, ops::plus<double>, s.u, Natural(4), all); }),
        on_C("extract of a column", [](Setting& s) { extract(s.w, s.m, no_accum, s.A, all, Natural(4)); }),
        on_C("diag", [](Setting& s) { diag(s.C, s.M, ops::plus<double>, s.u); }),
        on_C("extract_diag", [](Setting& s) { diag(s.w, s.m, no_accum, s.A); }),
        on_C("kronecker",
             [](Setting& s) {
                 Matrix<double> part = extract(s.A, Indices(some), Indices(some)), C(s.context, 9, 9);
                 kronecker(C, no_mask, no_accum, ops::times<double>, part, part);
             }),
        on_C("resize", [](Setting& s) { s.C.resize(20, 40); }),
        on_C("resize of a vector", [](Setting& s) { s.lent_vector.resize(20); }),
        on_C("dup of a vector", [](Setting& s) { s.w = s.u.dup(); }),
        on_C("import and export of a vector", [](Setting& s) { s.w = s.u.to(s.context); }),
        on_C("release_arrays, a list", [](Setting& s) { (void)s.w.release_arrays(MERGUS_VECTOR_LIST); }),
        on_C("release_arrays, a bitmap of the program's array",
             [](Setting& s) { (void)s.lent_vector.release_arrays(MERGUS_VECTOR_BITMAP); }),
    };
}

std::vector<Case> cases() {
    static const std::vector<std::uint64_t> some{1, 3, 5}, twice{2, 2};
    static const std::vector<double> values{1, 2}, three{1, 2, 3};
    return {
        {"mxm", &Setting::C, [](Setting& s) { mxm(s.C, no_mask, no_accum, plus_times<double>, s.A, s.B); }},
        {"mxm with mask and accumulator", &Setting::C,
         [](Setting& s) { mxm(s.C, s.M, ops::plus<double>, min_plus<double>, s.A, s.B, DESC_T1); }},
        {"mxm, complement and replace", &Setting::C,
         [](Setting& s) { mxm(s.C, s.C, no_accum, plus_times<double>, s.A, s.C, DESC_RSC); }},
        {"mxm of the program's own operators", &Setting::C,
         [](Setting& s) { mxm(s.C, s.M, no_accum, with_places, s.A, s.B, DESC_T0); }},
        {"transpose", &Setting::C, [](Setting& s) { transpose(s.C, no_mask, no_accum, s.A); }},
        {"transpose of itself", &Setting::C, [](Setting& s) { transpose(s.C, s.M, ops::plus<double>, s.C); }},
        {"ewise_add", &Setting::C,
         [](Setting& s) { ewise_add(s.C, s.M, no_accum, ops::plus<double>, s.A, s.C, DESC_C); }},
        {"ewise_mult", &Setting::C,
         [](Setting& s) { ewise_mult(s.C, no_mask, ops::plus<double>, ops::times<double>, s.A, s.B); }},
        {"assign", &Setting::C,
         [](Setting& s) { assign(s.C, s.M, no_accum, Scalar(3.0), Indices(some), Indices(some)); }},
        {"assign of a matrix", &Setting::C, [](Setting& s) { assign(s.C, s.M, ops::plus<double>, s.A); }},
        {"select", &Setting::C,
         [](Setting& s) { select(s.C, s.M, no_accum, ops::tril, s.A, std::int64_t{0}); }},
        {"apply", &Setting::C,
         [](Setting& s) { apply(s.C, s.M, no_accum, ops::minus<double>, Scalar(1.0), s.A); }},
        {"apply, a scalar last", &Setting::C,
         [](Setting& s) { apply(s.C, no_mask, no_accum, ops::minus<double>, s.A, Scalar(1.0)); }},
        {"apply of a unary operator", &Setting::C,
         [](Setting& s) { apply(s.C, no_mask, ops::plus<double>, ops::ainv<double>, s.A, DESC_T0); }},
        {"apply with indices", &Setting::C,
         [](Setting& s) {
             apply(s.C, no_mask, no_accum, ops::diagindex<std::int64_t>, s.A, Scalar(std::int64_t{1}));
         }},
        {"select by value", &Setting::C,
         [](Setting& s) { select(s.C, no_mask, ops::plus<double>, ops::valuegt<double>, s.A, Scalar(2.0)); }},
        {"reduce to rows", &Setting::column,
         [](Setting& s) { reduce(s.column, no_mask, no_accum, plus_monoid<double>, s.A); }},
        {"reduce to columns", &Setting::column,
         [](Setting& s) { reduce(s.column, no_mask, no_accum, max_monoid<double>, s.A, DESC_T0); }},
        {"reduce to a scalar", &Setting::C,
         [](Setting& s) { reduce(&s.scalar, type_of<double>(), no_accum, min_monoid<double>, s.A); }},
        {"assign of a scalar everywhere", &Setting::C,
         [](Setting& s) { assign(s.C, no_mask, ops::plus<double>, Scalar(2.0)); }},
        {"extract", &Setting::C, [](Setting& s) { extract(s.C, no_mask, ops::plus<double>, s.A); }},
        {"extract of rows and columns", &Setting::L,
         [](Setting& s) {
             static const std::vector<std::uint64_t> zeros(30, 0);
             extract(s.L, no_mask, no_accum, s.A, Indices(zeros), all);
         }},
        {"dup", &Setting::C, [](Setting& s) { s.C = s.A.dup(); }},
        {"clear", &Setting::C, [](Setting& s) { s.C.clear(); }},
        {"new", &Setting::C, [](Setting& s) { s.C = Matrix<double>(s.context, 30, 30); }},
        {"extract_tuples", &Setting::C,
         [](Setting& s) {
             std::vector<std::uint64_t> rows, cols;
             std::vector<double> read;
             s.A.extract_tuples(rows, cols, read);
         }},
        {"import and export", &Setting::C, [](Setting& s) { s.C = Matrix<double>(s.A.to(s.context)); }},
        {"build without an operator", &Setting::empty,
         [](Setting& s) {
             s.empty.clear();
             s.empty.build(some, some, three);
         }},
        {"build", &Setting::empty,
         [](Setting& s) {
             s.empty.clear();
             s.empty.build(twice, twice, values, ops::plus<double>);
         }},
        {"an output around the program's arrays", &Setting::L,
         [](Setting& s) { ewise_add(s.L, no_mask, ops::plus<double>, ops::plus<double>, s.L, s.A); }},
        {"an input around the program's arrays", &Setting::M,
         [](Setting& s) {
             mxm(s.C, no_mask, no_accum, plus_times<double>, s.L, s.A);
             s.L = Matrix<double>(s.context, 30, 30);
             mxm(s.M, no_mask, no_accum, plus_times<double>, s.L, s.A);
         }},
        {"release_csr", &Setting::A, [](Setting& s) { const CsrArrays arrays = s.A.release_csr(); }},
        {"release_grb_matrix around the program's arrays", &Setting::L,
         [](Setting& s) {
             GB_Matrix_opaque* native = release_grb_matrix(std::move(s.L));
             countdown = -1; // no more injected failures
             s.L = Matrix<double>(adopt_grb_matrix(s.context, native, type_of<double>()));
         }},
        {"adopt_grb_matrix by column", &Setting::L,
         [](Setting& s) { s.L = Matrix<double>(adopt(s, GrB_FP64, type_of<double>())); }},
        {"adopt_grb_matrix of the program's own type", &Setting::L,
         [](Setting& s) { (void)adopt(s, pair_type(), type_of<Pair>()); }},
    };
}

} // namespace

int main() {
    if (GxB_init(GrB_NONBLOCKING, grb_malloc, grb_calloc, grb_realloc, grb_free) != GrB_SUCCESS) {
        std::puts("GxB_init failed");
        return 1;
    }
    // GraphBLAS keeps small blocks for reuse, which would hide allocations. Versions without the pool refuse.
    std::int64_t no_pool[64] = {};
    (void)GxB_Global_Option_set_INT64_ARRAY(GxB_MEMORY_POOL, no_pool);
    long total = 0;
    try {
        std::vector<Case> all_cases = cases(), with_vectors = vector_cases();
        std::move(with_vectors.begin(), with_vectors.end(), std::back_inserter(all_cases));
        for (const Case& one : all_cases) {
            const State expected = [&] { // also creates per-process objects
                Setting undisturbed;
                one.run(undisturbed);
                return State(undisturbed, one.output);
            }();
            run_with_fault(one, 1L << 40, expected);
            const long before = live;
            long n = 0;
            while (run_with_fault(one, n, expected)) ++n;
            total += n;
            std::printf("%-40s %4ld faults\n", one.name, n);
            if (n == 0) give_up(std::string(one.name) + " allocated nothing");
            if (given_back != lent) give_up(std::string(one.name) + " did not give every array back once");
            if (live != before)
                give_up(std::string(one.name) + " left " + std::to_string(live - before) +
                        " allocations behind");
        }
    } catch (const std::exception& error) {
        std::puts(error.what());
        return 1;
    }
    std::printf("%ld faults\n", total);
    return 0;
}
