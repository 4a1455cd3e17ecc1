/// \file test_definitions.cpp
/// The macros of define.hpp: the compiler's errors for invalid definitions, and the source locations that a
/// device compiler reports.
#include "../../examples/semirings/zoo.hpp"
#include "testing/scratch.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <type_traits>
#include <vector>

// Precedes the using-directives for mergus, whose operators conj, abs and others hide the functions.
// clang-format off
namespace mergus_tests {
MERGUS_UNARY_OP(all_of_complex,
    static mergus::complex<double> apply(mergus::complex<double> z) {
        mergus::complex<double> w(abs(z), arg(z));
        w += z;
        w -= mergus::complex<float>(1, 1);
        w *= mergus::complex<double>(real(z), imag(z));
        w /= 2.0;
        if (w == z || z != conj(conj(z))) return -w;
        return 3.0 * w - z + w / mergus::complex<double>(norm(z), z.real() + z.imag());
    })
} // namespace mergus_tests
// clang-format on

using namespace mergus;
using mergus::cuda::testing::in_child;
using mergus::cuda::testing::ScratchDirectory;
using mergus_tests::all_of_complex;

namespace {

double of_the_program = 2;

/// \return the errors of this test's compiler for a program with these lines; empty if it compiles.
std::string errors_of(const std::string& lines) {
    const ScratchDirectory scratch;
    const std::string file = scratch.path() / "program.cpp";
    std::ofstream(file) << "#include <mergus/define.hpp>\n" << lines << "\n";
    const auto outcome = in_child([&] {
        std::vector<std::string> arguments{MERGUS_TEST_CXX,
                                           "-std=c++20",
                                           "-fsyntax-only",
                                           "-I" MERGUS_TEST_INCLUDE,
                                           "-I" MERGUS_TEST_BUILT_INCLUDE,
                                           file};
        std::vector<char*> argv;
        for (std::string& argument : arguments) argv.push_back(argument.data());
        argv.push_back(nullptr);
        setenv("LC_ALL", "C", 1);
        execvp(argv[0], argv.data());
        throw std::runtime_error("error: the compiler cannot be run");
    });
    if (outcome.status == 0) return "";
    return outcome.output.empty() ? "error: without words" : outcome.output;
}

std::string first_error(const std::string& log) {
    const std::size_t at = log.find("error: ");
    return at == log.npos ? log : log.substr(at, log.find('\n', at) - at);
}

struct Wrong {
    const char* lines;
    const char* words; ///< expected in the first error
};

void check_all(const std::vector<Wrong>& all) {
    for (const Wrong& wrong : all) {
        const std::string log = errors_of(wrong.lines);
        INFO(std::string(wrong.lines) << "\n" << log);
        CHECK(first_error(log).find(wrong.words) != std::string::npos);
        CHECK(log.find("program.cpp:2:") != std::string::npos); // the definition's own line
    }
}

} // namespace

// clang-format off
MERGUS_BINARY_OP(scaled_by_the_program, static double apply(double x, double y) { return x * of_the_program + y; })
MERGUS_SEMIRING(in_newer_words,
    struct pair { double a, b; };
    static double identity() noexcept { return 0; }
    static double add(const double x, double y) noexcept { return x + y; }
    static double mul(double x, double y) noexcept {
        static constexpr double table[2] = {0, 1};
        const pair p{.a = x, .b = y}; // "std::" and 'static int n;' in a comment
        return p.a * p.b * table[1];
    })
MERGUS_TYPE(neighbour, double distance; int64_t vertex;);
MERGUS_MONOID(nearest,
    static neighbour identity() { return neighbour{INFINITY, INT64_MAX}; }
    static neighbour add(neighbour x, neighbour y) { return x.distance < y.distance ? x : y; })
// clang-format on
static_assert(std::is_same_v<decltype(in_newer_words), const Semiring<double>>);

TEST_SUITE_BEGIN("definitions");

TEST_CASE("definitions: an invalid function of a semiring gives a readable error at its line") {
    check_all({
        {"MERGUS_SEMIRING(s, double identity() { return 0; } static double add(double x, double y) { return "
         "x + y; } "
         "static double mul(double a, double b) { return a * b; })",
         "identity is not static: write static T identity()"},
        {"MERGUS_SEMIRING(s, static double identity() { return 0; } double add(double x, double y) { return "
         "x + y; } "
         "static double mul(double a, double b) { return a * b; })",
         "add is not static: write static T add(T x, T y)"},
        {"MERGUS_SEMIRING(s, static double identity() { return 0; } static double add(double x, double y) { "
         "return x + "
         "y; } double mul(double a, double b) { return a * b; })",
         "mul is not static: write static T mul(A a, B b)"},
        {"MERGUS_SEMIRING(s, static double identity() { return 0; } static int add(double x, double y) { "
         "return x < y; "
         "} static double mul(double a, double b) { return a * b; })",
         "add does not return the type of identity()"},
        {"MERGUS_SEMIRING(s, static double identity() { return 0; } static double add(double x, float y) { "
         "return x + "
         "y; } static double mul(double a, double b) { return a * b; })",
         "add does not take two values of the type of identity()"},
        {"MERGUS_SEMIRING(s, static double identity() { return 0; } static double add(const double& x, "
         "double y) { "
         "return x + y; } static double mul(double a, double b) { return a * b; })",
         "add has a reference or a pointer among its types"},
        {"MERGUS_SEMIRING(s, static double identity() { return 0; } static double add(double x, double y) { "
         "return x + "
         "y; } static double mul(const double& a, double b) { return a * b; })",
         "mul has a reference or a pointer among its types"},
        {"MERGUS_SEMIRING(s, static double identity() { return 0; } static double add(double x, double y) { "
         "return x + "
         "y; } static float mul(double a, double b) { return 0; })",
         "mul does not return the type that identity() and add return"},
        {"MERGUS_SEMIRING(s, static double identity() { return 0; } static double add(double x, double y) { "
         "return x + "
         "y; } static double mul(double a) { return a; })",
         "mul takes other arguments"},
        {"MERGUS_SEMIRING(s, static double identity() { return 0; } static double mul(double a, double b) { "
         "return a * "
         "b; })",
         "no function add, or several"},
        {"MERGUS_SEMIRING(s, static double identity() { return 0; } static double add(double x, double y) { "
         "return x; "
         "} static float add(float x, float y) { return x; } static double mul(double a, double b) { return "
         "a; })",
         "no function add, or several"},
        {"MERGUS_MONOID(m, static double identity() { return 0; } static float terminal() { return 0; } "
         "static double "
         "add(double x, double y) { return x; })",
         "terminal does not return the type of identity()"},
        {"MERGUS_UNARY_OP(u, static double apply(double x, double y) { return x; })",
         "apply takes one value"},
        {"MERGUS_UNARY_OP(u, static void apply(double x) {})", "apply has a type that no matrix can have"},
        {"MERGUS_BINARY_OP(b, static double apply(double x) { return x; })", "apply takes two values"},
        {"MERGUS_INDEX_UNARY_OP(b, static double apply(double x, double y) { return x; })",
         "apply takes a value, two indices and a value"},
    });
}

TEST_CASE("definitions: the host compiler rejects what a device compiler would reject") {
    check_all({
        {"MERGUS_BINARY_OP(b, static double apply(double x, double y) { return std::fmin(x, y); })",
         "uses std::"},
        {"MERGUS_UNARY_OP(u, static std :: int64_t apply(double x) { return 0; })", "uses std::"},
        {"MERGUS_UNARY_OP(u, static double apply(double x) { static int calls = 0; return ++calls; })",
         "a static variable that is not const"},
        {"MERGUS_UNARY_OP(u, static inline int calls; static double apply(double x) { return ++calls; })",
         "a static variable that is not const"},
        {"MERGUS_UNARY_OP(u, static double apply(double x) { thread_local int calls = 0; return ++calls; })",
         "a static variable that is not const"},
        {"MERGUS_UNARY_OP(u, static double apply(double x) { long double y = x; return (double)y; })",
         "long double"},
        {"MERGUS_UNARY_OP(u, static double apply(double x) { if (x < 0) throw 1; return x; })", "exceptions"},
        {"MERGUS_UNARY_OP(u, static double apply(double x) { extern int n; return n; })", "extern"},
        {"MERGUS_UNARY_OP(u, static double apply(double x) { return *new double(x); })", "allocates"},
        {"MERGUS_TYPE(t, std::int64_t n;);", "uses std::"},
        {"MERGUS_TYPE(t, double n; ~t() { n = 0; });", "copied byte by byte"},
        {"MERGUS_TYPE(t, double n[513];);", "at most 4096 bytes"},
    });
    const std::string long_text = "MERGUS_UNARY_OP(u, static double apply(double x) { return x" + [] {
        std::string terms;
        for (int n = 0; n < 8200; ++n) terms += " + 0.125";
        return terms;
    }() + "; })";
    CHECK(first_error(errors_of(long_text)).find("more than 65536 characters") != std::string::npos);
}

TEST_CASE("definitions: valid ones compile, and run on every backend" *
          doctest::test_suite("definitions-emulated")) {
    CHECK(errors_of(
              "MERGUS_TYPE(t, double n; int64_t m;);\n"
              "MERGUS_MONOID(m, static t identity() { return t{0, 0}; }\n"
              "  static t helper(const t& x) { static const double zero = 0; return t{x.n + zero, x.m}; }\n"
              "  static t add(t x, t y) noexcept { return x.m < y.m ? helper(x) : y; })")
              .empty());
    for (const char* const backend : {"suitesparse", "cuda-emulated"}) {
        const Context context(backend);
        Matrix<double> A(context, 1, 1), C(context, 1, 1);
        A.build(std::vector<std::uint64_t>{0}, std::vector<std::uint64_t>{0}, std::vector<double>{3});
        mxm(C, no_mask, no_accum, in_newer_words, A, A);
        double product = 0;
        reduce(&product, type_of<double>(), no_accum, plus_monoid<double>, C);
        CHECK(product == 9);
    }
}

TEST_CASE("definitions: check_text finds uses of the program's names without a device") {
    const auto failure_of = [](const auto& op) {
        try {
            check_text(op);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const std::string message = failure_of(scaled_by_the_program);
    INFO(message);
    CHECK(message.find("definition of 'scaled_by_the_program'") != std::string::npos);
    CHECK(message.find("definition of scaled_by_the_program, line 1: ") != std::string::npos);
    CHECK(message.find("of_the_program") != std::string::npos);
    CHECK(failure_of(in_newer_words).empty());
    CHECK(failure_of(all_of_complex).empty());
    CHECK(failure_of(nearest).empty());
    CHECK(failure_of(plus_times<double>).empty());
    CHECK(failure_of(AnySemiring()).find("empty") != std::string::npos);
    for (const zoo::Exhibit& exhibit : zoo::exhibits()) {
        INFO(exhibit.name);
        CHECK(failure_of(exhibit.semiring).empty());
    }
}

TEST_CASE("definitions: a device's compile error names the definition, not a line of the kernel" *
          doctest::test_suite("definitions-emulated")) {
    const Context context("cuda-emulated");
    Matrix<double> A(context, 1, 1), C(context, 1, 1);
    A.build(std::vector<std::uint64_t>{0}, std::vector<std::uint64_t>{0}, std::vector<double>{3});
    std::string message;
    try {
        ewise_add(C, no_mask, no_accum, scaled_by_the_program, A, A);
    } catch (const Error& error) {
        CHECK(error.code() == Code::compile_error);
        message = error.what();
    }
    INFO(message);
    CHECK(message.find("definition of scaled_by_the_program:1:") != std::string::npos);
    CHECK(message.find("of_the_program") != std::string::npos);
}

TEST_SUITE_END();
