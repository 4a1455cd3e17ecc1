/// \file test_block_files.cpp
/// Blocks that exceed host memory are in files: the same results, and faults of files are errors that change
/// nothing.
#include "blocks_testing.hpp"
#include "frontend/files/child_testing.hpp"
#include "testing/csr.hpp"
#include "testing/matrices.hpp"
#include "testing/refuses.hpp"
#include "testing/scratch_directory.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>
#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>

using namespace mergus;
using namespace mergus::tests;

namespace fs = std::filesystem;

namespace {

/// A directory for files of blocks, which must leave nothing there.
class Directory : public ScratchDirectory {
public:
    Directory() = default;
    Directory(const Directory&) = delete;
    Directory& operator=(const Directory&) = delete;
    ~Directory() { CHECK(fs::is_empty(path())); }
};

/// A context whose blocks go to files there. By default none stays in memory after its use.
Context with_files(const Directory& directory, Blocks blocks, const std::string& host_memory = "1") {
    const Variable place("MERGUS_BLOCKS_DIRECTORY", directory.name()),
        limit("MERGUS_BLOCKS_HOST_MEMORY", host_memory);
    if (blocks.memory.empty()) blocks.memory = "1";
    return on_blocks(blocks);
}

Csr matrix() {
    return with_integers(
        csr_where(60, 60, [](std::uint64_t i, std::uint64_t j) { return (i * 7 + j * 5) % 4 == 0; }));
}

/// Results of calls that use each other's results.
std::vector<Entries<double>> results(const Context& context) {
    const auto A = Matrix<double>::from_csr(context, matrix());
    auto C = mxm(plus_times<double>, A, A);
    const auto copy = C.dup();
    mxm(C, plus_times<double>, A, A, {.mask = structure(A), .accum = ops::plus<double>});
    const auto u = reduce_rows(plus_monoid<double>, C);
    return {read<double>(C), read<double>(ewise_add(ops::plus<double>, C, copy)),
            read<double>(mxm(plus_times<double>, copy, A)), read<double>(transpose(A)),
            read<double>(diag(u, 0))};
}

struct FileTraffic {
    unsigned long long written = 0, read = 0;
};
template <class Body>
FileTraffic traffic_of(const Body& body) {
    FileTraffic sum;
    const ExplainScope scope([&](const Explanation& call) {
        const std::string reason(call.reason);
        const std::size_t end = reason.find(" bytes to files, ");
        if (end == std::string::npos) return;
        FileTraffic one;
        REQUIRE(std::sscanf(reason.c_str() + reason.rfind("; ", end), "; %llu bytes to files, %llu from",
                            &one.written, &one.read) == 2);
        sum.written += one.written;
        sum.read += one.read;
    });
    body();
    return sum;
}

void flip(const fs::path& file) {
    std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
    char byte = 0;
    bytes.seekg(40);
    bytes.get(byte);
    bytes.seekp(40);
    bytes.put(static_cast<char>(byte ^ 16));
    REQUIRE(bytes.good());
}

/// Files of this process end at that size, for a scope.
class FileLimit {
public:
    explicit FileLimit(rlim_t bytes) : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
        REQUIRE(::getrlimit(RLIMIT_FSIZE, &before_) == 0);
        const rlimit limit{bytes, before_.rlim_max};
        REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
    }
    FileLimit(const FileLimit&) = delete;
    FileLimit& operator=(const FileLimit&) = delete;
    ~FileLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, signal_);
    }

private:
    void (*signal_)(int);
    rlimit before_{};
};

} // namespace

TEST_CASE("block files: results with host memory for few blocks") {
    const auto expected = results(Context("suitesparse"));
    const Variable emulated("MERGUS_EMULATION_DEVICES", "2");
    for (const Blocks& blocks :
         {Blocks{.grid = "4x1"}, Blocks{.grid = "2x2"}, Blocks{.grid = "3x1", .local = "cuda-emulated"},
          Blocks{.grid = "2x2", .local = "cuda-emulated", .devices = "0,1"}})
        for (const std::string host_memory : {"1", "6000"}) {
            CAPTURE(blocks.grid);
            CAPTURE(blocks.local);
            CAPTURE(host_memory);
            const Directory directory;
            const Context context = with_files(directory, blocks, host_memory);
            std::vector<Entries<double>> found;
            const FileTraffic traffic = traffic_of([&] { found = results(context); });
            CHECK(found == expected);
            CHECK(traffic.written > 0);
            CHECK(traffic.read > 0);
        }
}

TEST_CASE("block files: a block is written once, and nothing is written while memory is enough") {
    const Directory directory;
    const Context context = with_files(directory, {.grid = "4x1"});
    const auto A = Matrix<double>::from_csr(context, matrix());
    const auto product = [&] { static_cast<void>(mxm(plus_times<double>, A, A)); };
    product();
    const std::size_t files = directory.all_files().size();
    CHECK(files == 4);
    const FileTraffic again = traffic_of(product);
    CHECK(again.read > 0);
    CHECK(directory.all_files().size() == files);

    const Directory unused;
    CHECK(results(with_files(unused, {.grid = "4x1"}, "100000000")) == results(Context("suitesparse")));
    const Context wide = with_files(unused, {.grid = "4x1"}, "100000000");
    CHECK(traffic_of([&] { results(wide); }).written == 0);
}

TEST_CASE("block files: a damaged, truncated or missing file is an error that names it") {
    const Directory directory;
    const Context context = with_files(directory, {.grid = "4x1"});
    const auto A = Matrix<double>::from_csr(context, matrix());
    const std::vector<fs::path> files = directory.all_files(); // of A
    REQUIRE(!files.empty());
    auto C = Matrix<double>::from_csr(context, matrix());
    const auto before = read<double>(C);
    const auto fails = [&](const std::string& what) {
        refuses(Code::io_error, {directory.name(), what}, [&] {
            mxm(C, plus_times<double>, A, A, {.mask = structure(C), .accum = ops::plus<double>});
        });
        CHECK(read<double>(C) == before);
    };
    for (const fs::path& file : files) flip(file);
    fails("damaged");
    for (const fs::path& file : files) flip(file);
    const auto bytes = fs::file_size(files.front());
    const fs::path kept = directory.name() + "/kept";
    fs::copy_file(files.front(), kept);
    fs::resize_file(files.front(), bytes - 1);
    fails("truncated");
    fs::remove(files.front());
    fails("cannot read");
    fs::rename(kept, files.front());
    mxm(C, plus_times<double>, A, A);
    const auto a = Matrix<double>::from_csr(Context("suitesparse"), matrix());
    CHECK(read<double>(C) == read<double>(mxm(plus_times<double>, a, a)));
}

TEST_CASE("block files: a forked child that frees its copies leaves the files to its parent") {
    const Directory directory;
    const Context context = with_files(directory, {.grid = "4x1"});
    std::optional<Matrix<double>> A = Matrix<double>::from_csr(context, matrix());
    const std::size_t files = directory.all_files().size();
    REQUIRE(files > 0);
    Child child([&] {
        A.reset();
        return 0;
    });
    CHECK(child.wait() == 0);
    CHECK(directory.all_files().size() == files);
    CHECK(read<double>(*A) == read<double>(Matrix<double>::from_csr(Context("suitesparse"), matrix())));
}

TEST_CASE("block files: those of a process that was killed are removed, those of others stay") {
    const ScratchDirectory place;
    const auto age = [&] { // a directory that was made just now may not be locked yet
        for (const auto& entry : fs::directory_iterator(place.path()))
            fs::last_write_time(entry, fs::file_time_type::clock::now() - std::chrono::hours(1));
    };
    const auto directories = [&] { return place.files(); };
    const Variable directory("MERGUS_BLOCKS_DIRECTORY", place.name()),
        limit("MERGUS_BLOCKS_HOST_MEMORY", "1");
    const auto on_files = [] { return on_blocks({.grid = "4x1", .memory = "1"}); };
    Child killed([&] {
        const auto A = Matrix<double>::from_csr(on_files(), matrix());
        std::raise(SIGKILL);
        return 0;
    });
    killed.wait();
    CHECK(directories() == 1);
    CHECK(!place.all_files().empty());
    {
        const auto A = Matrix<double>::from_csr(on_files(), matrix());
        CHECK(directories() == 2); // the one that was left may be about to be locked
    }
    age();
    const auto A = Matrix<double>::from_csr(on_files(), matrix());
    CHECK(directories() == 1);
    age();
    const auto B = Matrix<double>::from_csr(on_files(), matrix());
    CHECK(directories() == 2);
    CHECK(read<double>(A) == read<double>(B));
}

TEST_CASE("block files: a full disk is an error that changes nothing") {
    const Directory directory;
    const Context context = with_files(directory, {.grid = "4x1"});
    const auto A = Matrix<double>::from_csr(context, matrix());
    auto C = Matrix<double>::from_csr(context, matrix());
    const auto before = read<double>(C);
    const std::size_t files = directory.all_files().size();
    const auto product = [&] { mxm(C, plus_times<double>, A, A, {.accum = ops::plus<double>}); };
    {
        const FileLimit limit(100);
        refuses(Code::io_error, {directory.name(), "cannot write"}, product);
        refuses(Code::io_error, {directory.name(), "cannot write"},
                [&] { Matrix<double>::from_csr(context, matrix()); });
    }
    CHECK(directory.all_files().size() <= files + 1); // the last block of C may have gone to one
    CHECK(read<double>(C) == before);
    product();
    CHECK(read<double>(C) != before);
}

TEST_CASE("block files: wrong options name the variable or the directory") {
    refuses(Code::io_error, {"/no/such/directory"}, [] {
        const Variable place("MERGUS_BLOCKS_DIRECTORY", "/no/such/directory");
        on_blocks({});
    });
    refuses(Code::no_backend, {"MERGUS_BLOCKS_HOST_MEMORY", "MERGUS_BLOCKS_DIRECTORY"}, [] {
        const Variable limit("MERGUS_BLOCKS_HOST_MEMORY", "1000");
        on_blocks({});
    });
    const Directory directory;
    refuses(Code::no_backend, {"MERGUS_BLOCKS_HOST_MEMORY", "much"},
            [&] { with_files(directory, {}, "much"); });
}
