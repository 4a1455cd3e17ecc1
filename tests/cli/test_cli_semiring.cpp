/// \file test_cli_semiring.cpp
/// mergus semiring: expressions and definitions from the command line, their faults and their time.
#include "testing/cli_process.hpp"
#include "testing/scratch.hpp"

#include <functional>
#include <optional>

namespace {

using namespace cli;

constexpr const char* grid = "poisson2d5:n=4";

using mergus::cuda::testing::Variable;

/// A compiler wrapper that declares functions of the process, which operator texts cannot declare.
class HostFunctions {
public:
    HostFunctions() {
        folder_.write("host.h",
                      "extern \"C\" { void exit(int); void _exit(int); int raise(int); void abort(void);\n"
                      "int unlink(const char*); unsigned sleep(unsigned); }\n");
        const std::string compiler =
            folder_.write("compiler", "#!/bin/sh\nexec c++ -include " + folder_ / "host.h" + " \"$@\"\n");
        fs::permissions(compiler, fs::perms::owner_all);
        compiler_.emplace("MERGUS_CC", compiler.c_str());
    }

private:
    Folder folder_;
    std::optional<Variable> compiler_;
};

/// A directory for the program's temporary files, which has to be empty afterwards.
class Temporary {
public:
    Temporary() : variable_("TMPDIR", folder_.path().c_str()) {}
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;
    ~Temporary() { CHECK(names().empty()); }
    [[nodiscard]] std::string names() const {
        std::string all;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_.path()))
            all += entry.path().string() + " ";
        return all;
    }

private:
    Folder folder_;
    Variable variable_;
};

std::string binary(const std::string& name, const std::string& body) {
    return "void " + name + "(double *z, const double *x, const double *y) { " + body + " *z = *x + *y; }";
}

/// Waits until the condition is true, for at most two minutes.
bool eventually(const std::function<bool()>& condition) {
    for (int n = 0; n < 2400; ++n) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return false;
}

std::vector<std::string> with(std::vector<std::string> more, const std::string& matrix = grid) {
    more.insert(more.begin(), {"semiring", matrix});
    return more;
}

} // namespace

TEST_CASE("cli: semiring computes what the built-in one does, on every backend") {
    const Folder folder;
    const std::string own = folder / "own.mtx", built_in = folder / "built_in.mtx";
    const Json result =
        run_json(with({"--add", "fmin(x, y)", "--mul", "x + y", "--identity", "INFINITY", "--terminal",
                       "-INFINITY", "--backend", "suitesparse", "--backend", "cuda-emulated", "-o", own}));
    CHECK(result.at("agree") == true);
    CHECK(result.at("broken_laws").empty());
    REQUIRE(result.at("backends").size() == 2);
    CHECK(result.at("backends").at(0).at("agrees") == "reference");
    CHECK(result.at("backends").at(1).at("agrees") == "exactly");
    for (const Json& row : result.at("backends")) {
        CHECK(row.at("entries") == result.at("entries"));
        CHECK(row.at("mxm_seconds") > 0);
    }
    run_json({"mxm", grid, grid, "--semiring", "min_plus", "-o", built_in});
    CHECK(content(own) == content(built_in));

    // Names of built-in operators, a second matrix, and whole definitions, one of which uses indices.
    run_json(with({"rmat:scale=4", "--add", "min", "--mul", "plus", "--type", "int64", "-o", own},
                  "rmat:scale=4"));
    run_json(
        {"mxm", "rmat:scale=4", "rmat:scale=4", "--semiring", "min_plus", "--type", "int64", "-o", built_in});
    CHECK(content(own) == content(built_in));
    run_json(with({"--add",
                   "static int64_t less(int64_t a, int64_t b) { return a < b ? a : b; }\n"
                   "void least(int64_t *z, const int64_t *x, const int64_t *y) { *z = less(*x, *y); }",
                   "--identity", "INT64_MAX", "--mul", "k", "--type", "int64", "-o", own}));
    run_json({"mxm", grid, grid, "--semiring", "min_firstj", "--type", "int64", "-o", built_in});
    CHECK(content(own) == content(built_in));
    const Json indices =
        run_json(with({"--add", "plus", "--mul", "10 * i + j", "--type", "fp32", "--result-type", "int64"}));
    CHECK(indices.at("result_type") == "int64");

    const Outcome list = run({"semiring", "--list"});
    CHECK(list.exit_code == 0);
    CHECK(list.out.find("min_plus") != std::string::npos);
}

TEST_CASE("cli: semiring warns about broken laws") {
    const Outcome outcome =
        run(with({"--add", "x - y", "--mul", "x * y", "--identity", "0", "--backend", "suitesparse"}));
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.err.find("warning: --add is not associative: add(add(") != std::string::npos);
    CHECK(outcome.err.find("warning: --add is not commutative") != std::string::npos);
    CHECK(outcome.err.find("warning: the identity of --add is not one") != std::string::npos);
    // Once: the table of results does not repeat them.
    CHECK(outcome.out.find("broken laws") == std::string::npos);
    CHECK(outcome.out.find("add(add(") == std::string::npos);
    const Json json =
        run_json(with({"--add", "x + y", "--mul", "x * y", "--identity", "1", "--backend", "suitesparse"}));
    REQUIRE(json.at("broken_laws").size() == 1);
    CHECK(json.at("broken_laws").at(0).at("law") == "identity");
    // Backends that answer differently are a failure: one adds the identity, the other does not.
    const Outcome different = run(with({"--add", "x + y", "--mul", "x * y", "--identity", "1", "--type",
                                        "int64", "--backend", "suitesparse", "--backend", "cuda-emulated"}));
    CHECK(different.exit_code == 1);
    CHECK(different.err.find("mergus: DISAGREEMENT") != std::string::npos);
    CHECK(different.out.find("no: the values at (") != std::string::npos);
}

TEST_CASE(
    "cli: semiring takes the terms in order where --add is declared not to be associative or commutative") {
    const Folder folder;
    const std::string own = folder / "own.mtx", built_in = folder / "built_in.mtx";
    const std::vector<std::string> both{"--backend", "suitesparse", "--backend", "cuda-emulated"};
    const auto declared = [&](std::vector<std::string> more) {
        more.insert(more.end(), both.begin(), both.end());
        const Json result = run_json(with(std::move(more)));
        CHECK(result.at("agree") == true);
        CHECK(result.at("backends").at(0).at("agrees") == "reference");
        CHECK(result.at("backends").at(1).at("agrees") == "exactly");
        std::string laws;
        for (const Json& law : result.at("broken_laws")) laws += law.at("law").get<std::string>() + " ";
        return laws;
    };
    // The terms of an entry are its k in ascending order: `x` gives the first, `10 * x + y` all as digits.
    CHECK(declared({"--add", "x", "--identity", "0", "--mul", "k", "--type", "int64", "--not-commutative",
                    "-o", own}) == "identity ");
    run_json({"mxm", grid, grid, "--semiring", "min_firstj", "--type", "int64", "-o", built_in});
    CHECK(content(own) == content(built_in));
    const std::vector<std::string> digits{"--add", "10 * x + y", "--identity", "0",  "--mul",
                                          "k",     "--type",     "int64",      "-o", own};
    const auto with_flags = [&](std::vector<std::string> flags) {
        flags.insert(flags.begin(), digits.begin(), digits.end());
        return declared(flags);
    };
    CHECK(with_flags({"--not-associative", "--not-commutative"}) == "identity ");
    // (5, 5) of the grid's square: by way of 1, 4, 5, 6 and 9.
    CHECK(content(own).find("\n6 6 14569\n") != std::string::npos);
    CHECK(with_flags({"--not-associative"}) == "commutative identity ");
    CHECK(content(own).find("\n6 6 14569\n") != std::string::npos);
    CHECK(with_flags({"--not-commutative"}) == "associative identity ");
    CHECK(content(own).find("\n6 6 14569\n") != std::string::npos);

    // A built-in operator keeps its identity.
    CHECK(declared({"--add", "plus", "--mul", "times", "--not-associative", "-o", own}).empty());
    run_json({"mxm", grid, grid, "-o", built_in});
    CHECK(content(own) == content(built_in));

    const Outcome outcome =
        run(with({"--add", "x - y", "--mul", "x * y", "--identity", "0", "--not-commutative"}));
    CHECK(outcome.err.find("--add is not associative") != std::string::npos);
    CHECK(outcome.err.find("--add is not commutative") == std::string::npos);
}

TEST_CASE("cli: semiring survives its operators, and names the one at fault") {
    const HostFunctions host;
    const Temporary temporary;
    const std::string fault = "OPERATOR_FAULT";
    const auto mul = [&](const std::string& text, const std::string& type, const std::string& words) {
        check_failure(with({"--add", "plus", "--mul", text, "--type", type, "--threads", "1", "--backend",
                            "suitesparse"}),
                      3, fault, words);
    };
    mul("x / (y - 4)", "int64", "(SIGFPE), such as a division of an integer by zero, in operator 'mul'");
    mul("*(const volatile double*)8", "fp64",
        "(SIGSEGV), such as an index out of range or endless recursion, in "
        "operator 'mul', during the product on suitesparse; the operators are "
        "--add 'plus', --mul '*(const volatile double*)8'");
    mul("static double deep(volatile double *p) { volatile double a[64]; a[0] = *p; return deep(a) + a[0]; "
        "}\n"
        "void bottomless(double *z, const double *x, const double *y) { volatile double a = *x; *z = "
        "deep(&a) + *y; }",
        "fp64", "(SIGSEGV), such as an index out of range or endless recursion, in operator 'bottomless'");
    mul(binary("aborts", "if (*x == *x) abort();"), "fp64",
        "abort (SIGABRT), during the product on suitesparse");
    check_failure(
        with({"--add",
              "void divides(int64_t *z, const int64_t *x, const int64_t *y) { volatile int64_t zero = 0; "
              "*z = *x / zero + *y; }",
              "--identity", "0", "--mul", "times", "--type", "int64", "--backend", "suitesparse"}),
        3, fault,
        "(SIGFPE), such as a division of an integer by zero, in operator 'divides', during the test "
        "of the laws of --add");
    check_failure(with({"--add", "x + y", "--identity", "*(const volatile double*)8", "--mul", "times"}), 3,
                  fault, "during the compilation of the operators and the evaluation of --identity");
}

TEST_CASE("cli: semiring is no success when an operator ends the program") {
    const HostFunctions host;
    const Temporary temporary;
    const Folder folder;
    for (const char* const call : {"exit(0);", "_exit(0);", "exit(7);"})
        for (const char* const option : {"--add", "--mul"}) {
            CAPTURE(std::string(call));
            CAPTURE(std::string(option));
            std::vector<std::string> arguments{option, binary("leaves", call), "--backend", "suitesparse",
                                               "-o",   folder / "c.mtx"};
            if (std::string(option) == "--add")
                arguments.insert(arguments.end(), {"--identity", "0", "--mul", "times"});
            else
                arguments.insert(arguments.end(), {"--add", "plus"});
            check_failure(with(arguments), 3, "OPERATOR_FAULT",
                          std::string("exit code ") + (std::string(call) == "exit(7);" ? "7" : "0"));
            CHECK(fs::is_empty(folder.path()));
        }
}

TEST_CASE("cli: semiring's time limit holds whatever the operators do, and for the compiler") {
    const HostFunctions host;
    const Temporary temporary;
    const auto limited = [&](const std::string& text) {
        const auto start = std::chrono::steady_clock::now();
        check_failure(with({"--add", "plus", "--mul", text, "--time-limit", "1", "--backend", "suitesparse"}),
                      3, "OPERATOR_FAULT", "time limit of 1 s");
        CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
    };
    limited(binary("spins", "volatile int go = 1; while (go) {}"));
    limited(binary("stops", "raise(19);"));
    limited(binary("goes_on", "if (*x == *x) for (;;) { raise(19); }"));

    // A compiler that never returns.
    const Folder folder;
    const std::string pid_file = folder / "pid";
    const std::string slow =
        folder.write("slow", "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 1; exit; fi\n"
                             "sleep 1000 &\necho $! > " +
                                 pid_file + "\nwait\n");
    fs::permissions(slow, fs::perms::owner_all);
    const Variable compiler("MERGUS_CC", slow.c_str());
    const Outcome outcome = run(with({"--add", "plus", "--mul", "x + y + 0.625", "--time-limit", "5"}));
    CHECK(outcome.exit_code == 3);
    CHECK(outcome.err.find("time limit of 5 s was exceeded (--time-limit), during the compilation") !=
          std::string::npos);
    const int sleeper = std::atoi(content(pid_file).c_str());
    REQUIRE(sleeper > 0);
    CHECK(kill(sleeper, 0) != 0);
}

TEST_CASE("cli: semiring that is interrupted leaves nothing behind") {
    const HostFunctions host;
    const Temporary temporary;
    const Folder folder;
    // The operator removes a file to signal that it is running.
    for (const int signal : {SIGINT, SIGTERM}) {
        const std::string flag = folder.write("flag", "");
        RunningProgram program(
            with({"--add", "plus", "--mul", binary("spins", "unlink(\"" + flag + "\"); for (;;) sleep(1);"),
                  "--backend", "suitesparse"}));
        REQUIRE(eventually([&] { return !fs::exists(flag); }));
        kill(program.pid(), signal);
        const int status = program.wait();
        CHECK(WIFSIGNALED(status));
        CHECK(WTERMSIG(status) == signal);
        CHECK(kill(-program.pid(), 0) != 0);
    }
}

TEST_CASE("cli: semiring works where SIGCHLD is ignored") {
    const Temporary temporary;
    const auto before = std::signal(SIGCHLD, SIG_IGN); // a program that is started inherits it
    RunningProgram program(with({"--add", "fmin(x, y)", "--mul", "x + y + 0.75", "--identity", "inf",
                                 "--time-limit", "100", "--backend", "suitesparse"}));
    std::signal(SIGCHLD, before);
    const auto start = std::chrono::steady_clock::now();
    CHECK(program.wait() == 0);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(95));
    CHECK(content(program.err()).empty());
}

TEST_CASE("cli: semiring takes infinities and NaN by their names") {
    const Folder folder;
    const std::string usual = folder / "usual.mtx", named = folder / "named.mtx";
    const auto product = [&](const std::string& identity, const std::string& type, const std::string& file) {
        const Json result = run_json(with({"--add", identity[0] == '-' ? "fmax(x, y)" : "fmin(x, y)", "--mul",
                                           "x + y", "--identity", identity, "--type", type, "--backend",
                                           "suitesparse", "--backend", "cuda-emulated", "-o", file}));
        CHECK(result.at("broken_laws").empty());
        CHECK(result.at("agree") == true);
    };
    for (const char* const type : {"fp64", "fp32"}) {
        product("INFINITY", type, usual);
        for (const char* const name : {"inf", "Inf", "infinity", "+INF"}) {
            product(name, type, named);
            CHECK(content(named) == content(usual));
        }
        product("-INFINITY", type, usual);
        product("-inf", type, named);
        CHECK(content(named) == content(usual));
    }
    const Json nan = run_json(with({"--add", "fmin(x, y)", "--mul", "x + y", "--identity", "NaN",
                                    "--terminal", "-inf", "--backend", "suitesparse"}));
    CHECK(nan.at("broken_laws").empty());
    for (const char* const name : {"inf", "-Infinity", "nan", "INFINITY"})
        check_failure(with({"--add", "x + y", "--mul", "times", "--type", "int32", "--identity", name}), 2,
                      "USAGE",
                      std::string("--identity: ") + name +
                          " is not a value of int32, whose limits are INT32_MIN and INT32_MAX");
    check_failure(
        with({"--add", "x + y", "--mul", "times", "--type", "uint8", "--identity", "0", "--terminal", "inf"}),
        2, "USAGE", "--terminal: inf is not a value of uint8, whose limits are 0 and UINT8_MAX");
    check_failure(with({"--add", "x + y", "--mul", "times", "--identity", "0", "--time-limit", "nan"}), 2,
                  "USAGE", "--time-limit");
}

TEST_CASE("cli: semiring's error messages") {
    const Folder folder;
    const std::string output = folder / "c.mtx";
    const auto wrong = [&](std::vector<std::string> more, int exit_code, const std::string& code,
                           const std::string& text) {
        more.insert(more.end(), {"-o", output});
        check_failure(with(more), exit_code, code, text);
        CHECK_FALSE(fs::exists(output));
    };
    wrong({"--add", "x + z", "--mul", "times", "--identity", "0"}, 1, "COMPILE_ERROR", "add, line 1: 'z'");
    wrong({"--add", "plus", "--mul", "x *"}, 1, "COMPILE_ERROR", "'mul'");
    wrong({"--add", "plus", "--mul", "x * y; y"}, 1, "COMPILE_ERROR", "'mul'");
    wrong({"--add", "x + y", "--mul", "times", "--identity", "zero"}, 1, "COMPILE_ERROR", "zero");
    wrong({"--add", "x + y", "--mul", "times"}, 2, "USAGE", "--identity");
    wrong({"--add", "minus", "--mul", "times"}, 2, "USAGE", "--identity");
    wrong({"--add", "plus"}, 2, "USAGE", "--mul");
    wrong({"--add", "plus", "--mul", "times", "--type", "fp16"}, 2, "USAGE", "fp16");
    wrong({"--add", "plus", "--mul", "times", "--backend", "no-such"}, 1, "NO_BACKEND", "no-such");
    wrong({"--add", "plus", "--mul", "times", "--time-limit", "-1"}, 2, "USAGE", "time-limit");
    const std::string touched = folder / "touched";
    for (const std::string& text :
         {"$(touch " + touched + ")", "`touch " + touched + "`", "x; system(\"touch " + touched + "\")"})
        wrong({"--add", "plus", "--mul", text}, 1, "COMPILE_ERROR", "'mul'");
    CHECK_FALSE(fs::exists(touched));
    check_failure({"semiring"}, 2, "USAGE");
    check_failure(with({"--add", "plus", "--mul", "times"}, folder / "missing.mtx"), 1, "IO_ERROR",
                  "missing.mtx");
}
