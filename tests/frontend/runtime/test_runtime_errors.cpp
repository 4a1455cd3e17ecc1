/// \file test_runtime_errors.cpp
/// Texts of run-time definitions that are refused, and the messages.
#include "runtime_testing.hpp"
#include "testing/scratch.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

using namespace mergus;
using namespace mergus::tests;
using mergus::cuda::testing::ScratchDirectory;
namespace fs = std::filesystem;

namespace {

void check_refused(const std::string& text, const std::string& words) {
    const Error error = binary_failure("f", text);
    INFO(text << "\n-> " << std::string(error.what()));
    CHECK(error.code() == Code::compile_error);
    CHECK(says(error, "'f'"));
    CHECK(says(error, words));
}

std::string with_body(const std::string& body) {
    return "void f(double *z, const double *x, const double *y) {\n" + body + "\n}";
}

} // namespace

TEST_SUITE_BEGIN("runtime");

TEST_CASE("runtime: a compile error names the operator and the line of its text, and quotes the compiler") {
    const Error error = binary_failure(
        "wrong", "void wrong(double *z, const double *x, const double *y)\n{\n    *z = *x + undeclared;\n}");
    INFO(std::string(error.what()));
    CHECK(error.code() == Code::compile_error);
    CHECK(says(error, "operator 'wrong'"));
    CHECK(says(error, "wrong, line 3: "));
    CHECK(says(error, "undeclared"));
    CHECK_FALSE(says(error, "prelude"));
    CHECK_FALSE(says(error, "/tmp"));
    const Error expression = binary_failure("longer", "x +\n y +\n w");
    INFO(std::string(expression.what()));
    CHECK(says(expression, "longer, line 3: "));
    const Error type =
        failure([] { define_type("broken", "typedef struct {\n  double re;\n  flaot im; } broken;"); });
    INFO(std::string(type.what()));
    CHECK(type.code() == Code::compile_error);
    CHECK(says(type, "type 'broken'"));
    CHECK(says(type, "broken, line 3: "));
    CHECK(says(type, "flaot"));
    // The call names the signature that the text should have had.
    const Error call =
        binary_failure("f", "void f(float *z, const float *x, const float *y) { *z = *x + *y; }");
    INFO(std::string(call.what()));
    CHECK(says(call, "f(double* z, const double* x, const double* y)"));
}

TEST_CASE("runtime: a text that is not valid in both C11 and C++20 is refused before it reaches a backend") {
    check_refused(with_body("*z = ((double[]){1, 2})[0];"), "line 2"); // compound literal
    check_refused(with_body("_Complex double c = *x;"), "line 2");     // complex
    check_refused(with_body("const void *p = x; const double *q = p; *z = *q;"), "line 2"); // implicit void*
    check_refused(with_body("double a[(int)*x]; *z = a[0];"), "line 2");                    // variable length
    check_refused(with_body("*z = ({ double t = *x; t; });"), "line 2"); // statement expression
    check_refused(with_body("__extension__ double t = 1; *z = t;"), "__extension__");
    check_refused(with_body("__asm__(\"nop\"); *z = 0;"), "__asm__");
    check_refused(with_body("long double q = *x; *z = q;"), "long double");
    check_refused(with_body("*z = drem(*x, *y);"), "drem"); // GNU's
    check_refused(with_body("*z = nexttoward(*x, 1);"), "line 2");
    check_refused(with_body("*z = isless(*x, *y);"), "isless");
    check_refused(with_body("asm(\"nop\"); *z = 0;"), "assembler");
    check_refused(with_body("_Bool b = 1; *z = b;"), "write bool");
    check_refused(with_body("*z = printf(\"x\");"), "printf"); // not there on a device
    check_refused(with_body("double *p = (double *)malloc(8); *z = *p;"), "malloc");
    check_refused("#include <stdlib.h>\n" + with_body("*z = 0;"), "line 1: preprocessor");
    check_refused(with_body("*z = 0;\n#define T int"), "line 3: preprocessor");
    check_refused(with_body("*z = 0;\n  %: define T int"), "line 3: preprocessor");
    check_refused(with_body("*z = sizeof(R\"(x)\");"), "raw");
    check_refused(with_body("*z = 0; } // \\\nvoid g() {"), "backslash");
    check_refused("void f(double *z, const double *x, const double *y) { *z = 0; } }", "closes nothing");
    check_refused("void f(double *z, const double *x, const double *y) { *z = (0; }", "closes nothing");
    check_refused("void f(double *z, const double *x, const double *y) { *z = 0;", "not closed");
    check_refused(with_body("*z = 0; /* for ever"), "comment is not closed");
    check_refused(with_body("const char *s = \"open;\n*z = 0;"), "not closed");
    check_refused("void g(double *z, const double *x, const double *y) { *z = 0; }",
                  "no function of that name");
    check_refused("double f(double x, double y) { return x + y; }", "the call of f");
    check_refused("", "empty");
    check_refused("x); } void g() { (", "closes nothing");
}

TEST_CASE("runtime: a static variable is refused unless it is const") {
    const auto body = [](const std::string& text) { return binary_failure("f", with_body(text)); };
    for (const char* const text :
         {"\nstatic double sum; sum += *x; *z = sum;", "\nstatic double sum = 0; *z = sum += *x;",
          "if (*x > 0) {\nstatic int calls; ++calls; } *z = 0;",
          "for (int i = 0; i < 2; ++i)\n{ static int n = 0; ++n; } *z = 0;",
          "\nint static calls = 0; *z = ++calls;", "\nstatic double t[2] = { 1, 2 }; *z = t[0]++;",
          "\nstatic const double *last = 0; last = x; *z = *last;",
          "\nstatic struct { int n; } s; *z = ++s.n;", "do {\n{ static int n(0); ++n; } } while (0); *z = 0;",
          "/* static const */ const char *s = \"}\"; (void)s;\nstatic int n; *z = ++n;",
          "\nstatic const double *const *p = 0; p = 0; *z = p != 0;",
          "\nstatic double (*f)(const double *) = 0; f = 0; *z = f != 0;",
          "\nstatic const int a = 1, *b = &a; b = 0; *z = a;",
          "\nstatic const double *const p = 0, *r; r = x; *z = *r + (p != 0);",
          "\nstatic const double *r = 0, *const p = 0; r = x; *z = *r + (p != 0);",
          "\nthread_local int n; *z = ++n;"}) {
        const Error error = body(text);
        INFO(std::string(text) << "\n-> " << std::string(error.what()));
        CHECK(error.code() == Code::invalid_value);
        CHECK(says(error, "operator 'f', line 3: a static variable that is not const"));
    }
    const Error helper = binary_failure("f", "static double count(void) { static int n; return ++n; }\n" +
                                                 with_body("*z = count();"));
    CHECK(helper.code() == Code::invalid_value);
    CHECK(says(helper, "line 1"));

    for (const char* const text :
         {"static const double t[2] = { 4, 2 }; *z = t[0];", "static double const four = 4; *z = four;",
          "const static int four = 4; *z = four;", "[[maybe_unused]] static const int four = 4; *z = four;",
          "static constexpr int four = 4; *z = four;",
          "static const double four = 4; static const double *const p = &four; *z = *p;",
          "static void (*const nothing)(double *) = 0; *z = nothing ? 0 : 4;",
          "static const double two = 2, t[2] = { 1, 2 }, three = 3; *z = t[0] + three; (void)two;",
          "const char *s = \"static int n;\"; /* static int n; */ *z = s[0] == 's' ? 4 : 0; // static int n;",
          "static_assert(sizeof(double) == 8, \"\"); int statics = 4; *z = statics;"}) {
        INFO(std::string(text));
        CHECK(call(define_binary_op("f", with_body(text), fp64, fp64, fp64), 1, 2) == 4);
    }
    CHECK(call(define_binary_op(
                   "f",
                   "static const double table[1] = { 1 };\nstatic double one(void) { return table[0]; }\n"
                   "static inline double two(void) { return one() + one(); }\n" +
                       with_body("*z = two() + two();"),
                   fp64, fp64, fp64),
               1, 2) == 4);
}

TEST_CASE("runtime: a global variable is refused unless it is const") {
    const std::string f = with_body("*z = 4;");
    for (const std::string& text : std::vector<std::string>{
             "\n\nint calls;", "\n\nstatic int calls = 0;", "\n\nstatic double sums[2] = { 1, 2 };",
             "\n\nstatic double sums[2] { 1, 2 };", "\n\nstatic struct { int n; } s;",
             "struct pair { int n; };\n\nstruct pair s;", "struct pair { int n; };\n\npair s = { 1 };",
             "static int g(int n) { return n; }\n\nstatic int n;", "\n\nstatic const double *last = 0;",
             "\n\nstatic double (*g)(double);", "\n\nthread_local int n;",
             "\n\n[[maybe_unused]] static int n;", "\n\ninline int n;",
             "enum e { a, b };\n\nenum e now = a;"}) {
        const Error error = binary_failure("f", text + "\n" + f);
        INFO(text << "\n-> " << std::string(error.what()));
        CHECK(error.code() == Code::invalid_value);
        CHECK(says(error, "operator 'f', line 3: a global variable that is not const"));
    }
    // The scanner does not find these; they are found in the compiler's output.
    for (const std::string& text : std::vector<std::string>{
             "int n(5);\n" + with_body("*z = ++n;"),
             "struct s { static inline int n = 0; };\n" + with_body("*z = ++s::n;"),
             "static double g(const double *x) { return *x; }\n" +
                 with_body("static const double first = g(x); *z = first;"),
             "struct s { int n; s() { volatile int m = 1; n = m; } };\nstatic const s one;\n" +
                 with_body("*z = one.n;"),
             "static double g(double x) { return sin(x); }\nconst volatile double start = g(1.5);\n" +
                 with_body("*z = start;")}) {
        const Error error = binary_failure("f", text);
        INFO(text << "\n-> " << std::string(error.what()));
        CHECK(error.code() == Code::invalid_value);
        CHECK(says(error, "operator 'f': a "));
    }
    for (const std::string& text : std::vector<std::string>{
             "static const double t[2] = { 4, 2 };", "const double t = 4;", "constexpr double t = 4;",
             "enum { a, b };", "enum color { red, green };", "struct pair { double a, b; };",
             "typedef struct { double a, b; } pair;", "struct pair;", "union both { double a; int64_t b; };",
             "using number = double;", "typedef double (*function)(double);",
             "static inline double g(double x) { return x; }",
             "static double g(double x);\nstatic double g(double x) { return x; }",
             "template <class T> T twice(T x) { return x + x; }", "static_assert(sizeof(double) == 8, \"\");",
             "static const char *const names[] = { \"a\", \"b\" };",
             "[[maybe_unused]] static const int n = 4;", "static void (*const nothing)(double *) = 0;",
             "struct alignas(16) vector { double a, b; };"}) {
        INFO(text);
        CHECK(call(define_binary_op("f", text + "\n" + f, fp64, fp64, fp64), 1, 2) == 4);
    }
}

TEST_CASE("runtime: a text that only a device's compiler would refuse is refused with its line") {
    check_refused(with_body("*z = std::fmin(*x, *y);"), "line 2: std:: is not there on a GPU");
    check_refused("namespace s = std;\n" + with_body("*z = s::fmin(*x, *y);"), "line 3");
    check_refused("extern \"C\" void exit(int);\n" + with_body("exit(0); *z = 1;"), "line 1: extern");
    check_refused(with_body("extern int errno; *z = errno;"), "line 2: extern");
    check_refused("[[gnu::constructor]] static void g() {}\n" + with_body("*z = 1;"), "line 1: an attribute");
    check_refused("[[using gnu: constructor]] static void g() {}\n" + with_body("*z = 1;"),
                  "line 1: an attribute");
    check_refused(with_body("double *p = new double(1); *z = *p;"), "line 2: new");
    check_refused(with_body("*z = signgam;"), "line 2");
    check_refused(with_body("*z = (double)sqrtl(*x);"), "line 2");
    check_refused("int raise(int);\n" + with_body("*z = raise(9);"), "raise");
    const auto four = [](const std::string& body) {
        return call(define_binary_op("f", with_body(body), fp64, fp64, fp64), 1, 2);
    };
    CHECK(four("const double std = 4; *z = std;") == 4);
    CHECK(four("const int a[2] = { 4, 0 }; *z = a[*x > 3 ? 1 : 0];") == 4);
    CHECK(four("[[maybe_unused]] int n = 1; switch (n) { [[fallthrough]]; default: *z = 4; }") == 4);
}

TEST_CASE("runtime: lines and brackets are read in the order of the phases of translation") {
    // For the compiler a line continuation joins a '*' and a '/' to the end of a comment.
    check_refused(with_body("/* *\\\n/ static int n; *z = ++n; /* */ *z = 1;"),
                  "line 2: a backslash at the end of a line");
    check_refused(with_body("/* *\\ \t\r\n/ *z = 1;"), "line 2: a backslash at the end");
    check_refused(with_body("/* *?\?/\n/ *z = 1;"), "line 2: a backslash at the end");
    check_refused(with_body("*z = 1; // more \\\n"), "line 2: a backslash at the end");
    check_refused(with_body("*z = \"a\\\nb\"[0];"), "line 2: a backslash at the end");
    check_refused(with_body("*z = *x\\\n+ *y;"), "line 2: a backslash at the end");
    check_refused("x + y \\", "line 1: a backslash at the end");
    check_refused(with_body("*z = 1; // comment \r *z = 2;"), "line 2: a carriage return");
    check_refused(with_body("\n*z = 1; ?\?=define T int"), "line 3: the trigraph ?\?=");
    check_refused("x ?\?< y", "line 1: the trigraph");
    check_refused(with_body("if (*x > 0) <% static int n; *z = ++n; %>"), "line 2: the digraph <%");
    check_refused(with_body("*z = x<:0:>;"), "line 2: the digraph <:");
    check_refused("x %> void g() <% (", "line 1: the digraph %>");
    check_refused(with_body("*z = sizeof(u8R\"(\")\");"), "line 2: no raw string literals");
    check_refused(with_body("double \xc3\xa4 = 1; *z = \xc3\xa4;"), "line 2: a character that is not ASCII");
    const auto four = [](const std::string& body) {
        return call(define_binary_op("f", with_body(body), fp64, fp64, fp64), 1, 2);
    };
    CHECK(four("*z = 4; /* \xc3\xa4 \\ n * / ?\?) <% */ // \\ x") == 4);
    CHECK(four("const char *s = \"<% \xc3\xa4 \\\\ %:\"; *z = s[0] == '<' ? 4 : 1;\r") == 4);
    CHECK(call(define_binary_op("f", "void f(double *z, const double *x, const double *y)\r\n{ *z = 4; }\r\n",
                                fp64, fp64, fp64),
               1, 2) == 4);
}

TEST_CASE("runtime: a text has at most 64 KiB") {
    const auto of_size = [](std::size_t bytes) {
        std::string text = "x + y /* ";
        text.append(bytes - text.size() - 2, '*');
        return text + "*/";
    };
    CHECK(call(define_binary_op("f", of_size(65536), fp64, fp64, fp64), 1, 2) == 3);
    const Error error = binary_failure("f", of_size(65537));
    INFO(std::string(error.what()));
    CHECK(error.code() == Code::invalid_value);
    CHECK(says(error, "operator 'f': its text has 65537 bytes, more than 65536"));
    const Error type = failure([] {
        define_type("large", "typedef struct { double a; /*" + std::string(70000, ' ') + "*/ } large;");
    });
    CHECK(type.code() == Code::invalid_value);
    CHECK(says(type, "type 'large'"));
}

TEST_CASE("runtime: names and texts with shell commands are never run") {
    const ScratchDirectory scratch;
    const std::string touched = scratch.path() / "touched";
    const std::string shell = "$(touch " + touched + ")";
    const std::string sum = "x + y";
    const auto invalid = [&](const std::string& name) {
        const Error error = binary_failure(name, sum);
        INFO(std::string(error.what()));
        CHECK(error.code() == Code::invalid_value);
        CHECK(std::string(error.what()).size() < 200);
        CHECK(std::string(error.what()).find('\n') == std::string::npos);
    };
    for (const std::string& name :
         {shell, "`touch " + touched + "`", std::string("f;touch"), std::string("f\"g"), std::string("f'g"),
          std::string("f\ng"), std::string("f g"), std::string("f\0g", 3), std::string("../f"),
          std::string("-o"), std::string("1f"), std::string("f\x1b[31m"), std::string("f\xc3\xa4"),
          std::string("a") + std::string(10000, 'b'), std::string(128, 'a'), std::string("__f"),
          std::string("_F"), std::string("mergus_f"), std::string("double")})
        invalid(name);
    CHECK(call(define_binary_op(std::string(127, 'a'), sum, fp64, fp64, fp64), 1, 2) == 3);

    for (const std::string& text :
         {shell, "`touch " + touched + "`", "x + y; \"; touch " + touched + " #",
          "x + \"`touch " + touched + "`\" + y", "system(\"touch " + touched + "\")"}) {
        const Error error = binary_failure("f", text);
        INFO(std::string(error.what()));
        CHECK(error.code() == Code::compile_error);
    }
    CHECK_FALSE(fs::exists(touched));
    const Error nul = binary_failure("f", std::string("x + \0 y", 7));
    CHECK(nul.code() == Code::invalid_value);
    CHECK(says(nul, "NUL after 4"));
    // Quotes and backslashes are part of the text.
    CHECK(call(define_binary_op("f", "x + (\"'`$(%s)\\\\\\n\"[0] == '\\'') + y", fp64, fp64, fp64), 1, 2) ==
          4);
    CHECK(call(define_binary_op("", with_body("*z = *x - *y; // '\"{ $(touch x)"), fp64, fp64, fp64), 1, 2) ==
          -1);
    // A text of 3000 lines is valid.
    std::string longer = "x";
    for (int i = 0; i < 3000; ++i) longer += "\n + y";
    CHECK(call(define_binary_op("f", longer, fp64, fp64, fp64), 1, 2) == 6001);
}

TEST_SUITE_END();
