/// \file test_cli_process.cpp
/// The command line's environment: standard streams that are closed or full, plugins that end the process,
/// and the default backend.
#include "cli_files.hpp"
#include "testing/scratch.hpp"

namespace {

using namespace cli;
using mergus::cuda::testing::in_child;
using mergus::cuda::testing::Variable;

/// Runs the program with a shell's redirections; −1: ended by a signal.
int run_with(const std::string& arguments, const std::string& redirections) {
    const int status =
        std::system((std::string(MERGUS_CLI_PATH " ") + arguments + " " + redirections).c_str());
    return WIFEXITED(status) && WEXITSTATUS(status) < 128 ? WEXITSTATUS(status) : -1;
}

} // namespace

TEST_CASE("cli: standard error that is closed or full changes no result and no exit code") {
    const Folder folder;
    const std::string a = folder.write("a.mtx", two_by_two);
    const std::string c = folder / "c.mtx";
    for (const std::string to : {"2>&-", "2>/dev/full"}) {
        CAPTURE(to);
        CHECK(run_with("mxm " + a + " " + a + " --backend suitesparse --explain -o " + c,
                       ">/dev/null " + to) == 0);
        CHECK(entries(c) == "2 2 3\n1 1 4\n1 2 21\n2 2 25\n");
        fs::remove(c);
        CHECK(run_with("mxm " + a + " no_such_file.mtx", ">/dev/null " + to) == 1);
        CHECK(run_with("frobnicate", ">/dev/null " + to) == 2);
        const Variable threads("MERGUS_THREADS", "many");
        CHECK(run_with("info", ">/dev/null " + to) == 0);
    }
}

TEST_CASE("cli: threads that wait sleep, unless the user says otherwise") {
    const Variable display("OMP_DISPLAY_ENV", "verbose");
    const auto spins = [](const Outcome& outcome) { // as GCC's library of OpenMP says it
        const std::size_t at = outcome.err.find("GOMP_SPINCOUNT = '");
        return at == std::string::npos ? std::string("other") : outcome.err.substr(at + 18, 2);
    };
    const std::vector<std::string> count{"tc", "rmat:scale=5", "--backend", "suitesparse"};
    const std::string passive = spins(run(count));
    if (passive == "other") return;
    CHECK(passive == "0'");
    const Variable policy("OMP_WAIT_POLICY", "active");
    CHECK(spins(run(count)) != "0'");
}

TEST_CASE("cli: results for a closed standard output go nowhere else, and that is a failure") {
    const Folder folder;
    const std::string a = folder.write("a.mtx", two_by_two);
    const std::string c = folder / "c.mtx";
    // A file that is opened where standard output is closed would get its number.
    CHECK(run_with("mxm " + a + " " + a + " --backend suitesparse -o " + c, ">&- 2>/dev/null") == 1);
    if (fs::exists(c)) CHECK(content(c).find("backend") == std::string::npos);
}

TEST_CASE("cli: info lists a plugin that ends, crashes or stops the process, and goes on") {
    struct Row {
        const char *name, *reason;
    };
    for (const Row row :
         {Row{"deadly_exit", "ended its process with status "},
          Row{"deadly_quick_exit", "ended its process with status "},
          Row{"deadly_underscore_exit", "ended its process with status 0"},
          Row{"deadly_crash", "ended its process by signal 6"}, Row{"deadly_stop", "no result within 2 s"}}) {
        CAPTURE(row.name);
        const Variable path("MERGUS_BACKEND_PATH",
                            (std::string(MERGUS_TEST_PLUGIN_DIR "/") + row.name).c_str());
        const Outcome outcome = run({"info", "--json", "--time-limit", "2"});
        REQUIRE(outcome.exit_code == 0);
        bool listed = false, others = false;
        const Json info = Json::parse(outcome.out);
        for (const Json& backend : info.at("backends")) {
            others = others || (backend.at("backend") == "suitesparse" && backend.at("score") > 0);
            if (backend.at("backend") != row.name) continue;
            listed = true;
            CHECK(backend.at("score") == 0);
            CHECK(backend.at("reason").get<std::string>().find(row.reason) != std::string::npos);
        }
        CHECK(listed);
        CHECK(others);
    }
    for (const char* wrong : {"nan", "0", "-1"})
        check_failure({"info", "--time-limit", wrong}, 2, "USAGE",
                      "is not a number from 0.001 to 86400 (see mergus info --help)");
}

TEST_CASE("cli: a plugin that calls exit is no success without output") {
    for (const char* name : {"deadly_exit", "deadly_quick_exit"}) {
        CAPTURE(name);
        const Variable path("MERGUS_BACKEND_PATH", (std::string(MERGUS_TEST_PLUGIN_DIR "/") + name).c_str());
        const Variable none("MERGUS_BACKEND", nullptr);
        check_failure({"tc", "poisson2d9:n=4"}, 1, "PANIC", "by calling exit");
        CHECK(run_json({"tc", "poisson2d9:n=4", "--backend", "suitesparse"}).at("triangles") == 36);
    }
}

TEST_CASE("cli: a backend for tests only is not chosen by default") {
    // The library beside a plugin of the emulated device alone, as where GraphBLAS is not installed.
    const Folder folder;
    const fs::path library = fs::canonical(MERGUS_LIBRARY_PATH);
    const fs::path plugins = library.parent_path() / "mergus";
    fs::create_directory(folder.path() / "mergus");
    for (const fs::directory_entry& entry : fs::directory_iterator(library.parent_path()))
        if (entry.path().filename().string().starts_with("libmergus.so"))
            fs::copy_file(library, folder.path() / entry.path().filename());
    fs::copy_file(plugins / "libmergus_backend_cuda-emulated.so",
                  folder.path() / "mergus" / "libmergus_backend_cuda-emulated.so");
    const Variable path("LD_LIBRARY_PATH", folder.path().c_str());
    const Variable none("MERGUS_BACKEND", nullptr);
    const Variable other("MERGUS_BACKEND_PATH", nullptr);
    const Json info = run_json({"info"});
    REQUIRE(info.at("backends").size() == 1);
    CHECK(info.at("backends").at(0).at("score") == 1);
    check_failure({"tc", "poisson2d9:n=3"}, 1, "NO_BACKEND", "cuda-emulated: an emulation for tests");
    check_failure({"tc", "poisson2d9:n=3"}, 1, "NO_BACKEND", "is used only by name");
    CHECK(run_json({"tc", "poisson2d9:n=3", "--backend", "cuda-emulated"}).at("backend") == "cuda-emulated");
    const Variable asked("MERGUS_BACKEND", "cuda-emulated");
    CHECK(run_json({"tc", "poisson2d9:n=3"}).at("backend") == "cuda-emulated");
}
