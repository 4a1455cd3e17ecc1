/// \file test_io_output.cpp
/// Interrupted outputs, outputs that replace a file, and outputs to devices and pipes.
#include "child_testing.hpp"
#include "io_testing.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <chrono>
#include <thread>
#include <vector>

using namespace mergus::tests;

namespace {

const Tuples one_entry{1, 1, Field::pattern, {0}, {0}, {}, {}};

mode_t mode_of(const fs::path& path) {
    struct stat status {};
    REQUIRE(stat(path.c_str(), &status) == 0);
    return status.st_mode & 07777U;
}

/// A matrix whose file is some 100 MB.
Tuples large() {
    Tuples tuples;
    tuples.nrows = tuples.ncols = std::uint64_t{1} << 59;
    for (std::uint64_t e = 0; e < 3'000'000; ++e) {
        tuples.rows.push_back((std::uint64_t{1} << 58) + e);
        tuples.cols.push_back((std::uint64_t{1} << 58) + 7 * e);
    }
    return tuples;
}

bool has_nameless_files(const fs::path& directory) {
    const int file = open(directory.c_str(), O_TMPFILE | O_WRONLY, 0600);
    if (file >= 0) close(file);
    return file >= 0;
}

/// Sends the signal to a child while it writes a file. \return its status from waitpid().
int end_while_writing(const fs::path& file, const Tuples& tuples, int number) {
    Child child([&] {
        struct sigaction action {};
        action.sa_handler = [](int signal) {
            mergus::remove_unfinished_files();
            raise(signal);
        };
        action.sa_flags = static_cast<int>(SA_RESETHAND);
        sigaction(SIGTERM, &action, nullptr);
        mergus::write_matrix_market(file, tuples);
        return 0;
    });
    for (int wait = 0; wait < 60000 && child.bytes_written() < 5'000'000; ++wait)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    CHECK(child.bytes_written() >= 5'000'000);
    child.signal(number);
    return child.wait();
}

} // namespace

TEST_SUITE_BEGIN("io");

TEST_CASE("an interrupted output leaves no file, and does not change an old one") {
    const Scratch scratch;
    const Tuples tuples = large();
    const fs::path fresh = scratch.file("fresh.mtx"), old = scratch.write("old", "old.mtx");
    std::vector<int> signals = {SIGTERM};
    if (has_nameless_files(scratch.path()))
        signals.push_back(SIGKILL);
    else
        MESSAGE("this file system has no O_TMPFILE: SIGKILL leaves a file");
    for (const int number : signals) {
        for (const fs::path& file : {fresh, old}) {
            const int status = end_while_writing(file, tuples, number);
            REQUIRE(WIFSIGNALED(status)); // it was still writing
            CHECK(WTERMSIG(status) == number);
            CHECK_FALSE(fs::exists(fresh));
            CHECK(slurp(old) == "old");
            CHECK(scratch.files() == 1);
        }
    }
}

TEST_CASE("a file that is replaced keeps its mode, its owner and its group; a new one takes the umask") {
    const Scratch scratch;
    for (const mode_t mode : {0600U, 0640U, 0664U, 0755U}) {
        const fs::path path = scratch.write("old", "f");
        REQUIRE(chmod(path.c_str(), mode) == 0);
        const bool given = chown(path.c_str(), 12345, 54321) == 0; // needs the superuser
        mergus::write_matrix_market(path, one_entry);
        CHECK(mode_of(path) == mode);
        struct stat status {};
        REQUIRE(stat(path.c_str(), &status) == 0);
        CHECK((status.st_uid == 12345 && status.st_gid == 54321) == given);
        CHECK(slurp(path).ends_with("1 1 1\n1 1\n"));
        fs::remove(path);
    }
    const mode_t before = umask(027);
    mergus::write_matrix_market(scratch.file("new"), one_entry);
    umask(before);
    CHECK(mode_of(scratch.file("new")) == 0640);
    CHECK(scratch.files() == 1);
}

TEST_CASE("a name of the greatest length can be written and replaced") {
    const Scratch scratch;
    const fs::path path = scratch.file(std::string(255, 'x'));
    for (int time = 0; time < 2; ++time) mergus::write_matrix_market(path, one_entry);
    CHECK(scratch.files() == 1);
}

TEST_CASE("devices and pipes are written to directly, not through a temporary file") {
    const Scratch scratch;
    mergus::write_matrix_market("/dev/null", one_entry);
    CHECK(fs::is_character_file("/dev/null"));
    const fs::path pipe = scratch.file("pipe");
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    std::string text;
    std::thread reader([&] { text = slurp(pipe); });
    mergus::write_matrix_market(pipe, one_entry);
    reader.join();
    CHECK(text.ends_with("1 1 1\n1 1\n"));
    CHECK(fs::is_fifo(pipe));
    CHECK(scratch.files() == 1);
}

TEST_SUITE_END();
