/// \file test_jit_cache.cpp
/// The disk cache gives back what was stored or nothing, whatever has happened to its directory.
#include "../../../backend/frontend/support/hash128.hpp"
#include "../../../backend/frontend/support/jit_cache.hpp"
#include "testing/scratch.hpp"

#include <doctest/doctest.h>

#include <sys/resource.h>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <fstream>

using namespace mergus::core;
using namespace mergus::cuda;
using testing::in_child;
using testing::ScratchDirectory;
using testing::Variable;
namespace fs = std::filesystem;

namespace {

Hash128 key_of(int i) {
    return siphash128("entry " + std::to_string(i));
}

std::string payload_of(int i, std::size_t bytes) {
    std::string payload;
    for (std::size_t k = 0; k < bytes; ++k)
        payload += static_cast<char>(k * static_cast<std::size_t>(i + 3) >> 2);
    return payload;
}

fs::path file_of(const JitCache& cache, const Hash128& key) {
    return cache.directory() / (key.hex() + ".kernel");
}

std::string read_all(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void write_all(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::size_t files_in(const fs::path& directory) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(directory), fs::directory_iterator()));
}

} // namespace

TEST_CASE("SipHash-2-4-128 gives the published values") {
    CHECK(siphash128("").hex() == "a3817f04ba25a8e66df67214c7550293");
    CHECK(siphash128(std::string(1, '\0')).hex() == "da87c1d86b99af44347659119b22fc45");
    CHECK(siphash128("12345678").hex() != siphash128("1234567").hex());
}

TEST_CASE("what is stored is loaded, in the same process and with a second cache object") {
    const ScratchDirectory scratch;
    const JitCache cache(scratch.path() / "deep" / "cache");
    CHECK_FALSE(cache.load(key_of(1)).has_value());
    for (const std::size_t bytes : {0u, 1u, 47u, 100000u}) {
        CHECK(cache.store(key_of(1), payload_of(1, bytes)));
        CHECK(JitCache(cache.directory()).load(key_of(1)) == payload_of(1, bytes));
    }
    CHECK_FALSE(cache.load(key_of(2)).has_value());
    CHECK(files_in(cache.directory()) == 1);
}

TEST_CASE("a damaged, truncated, lengthened, foreign or stale file is ignored and can be replaced") {
    const ScratchDirectory scratch;
    const JitCache cache(scratch.path() / "cache");
    const std::string payload = payload_of(5, 300);
    REQUIRE(cache.store(key_of(5), payload));
    const fs::path file = file_of(cache, key_of(5));
    const std::string whole = read_all(file);
    REQUIRE(whole.size() == payload.size() + 48);

    for (std::size_t at = 0; at < whole.size(); ++at) { // one bit anywhere
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
        write_all(file, damaged);
        CHECK_FALSE(cache.load(key_of(5)).has_value());
    }
    for (std::size_t size = 0; size < whole.size(); size += 7) {
        write_all(file, whole.substr(0, size));
        CHECK_FALSE(cache.load(key_of(5)).has_value());
    }
    write_all(file, whole + "x");
    CHECK_FALSE(cache.load(key_of(5)).has_value());
    write_all(file, "this is somebody else's file");
    CHECK_FALSE(cache.load(key_of(5)).has_value());

    // A whole file of another key under this one's name.
    REQUIRE(cache.store(key_of(6), payload_of(6, 300)));
    fs::copy_file(file_of(cache, key_of(6)), file, fs::copy_options::overwrite_existing);
    CHECK_FALSE(cache.load(key_of(5)).has_value());

    CHECK(cache.store(key_of(5), payload));
    CHECK(cache.load(key_of(5)) == payload);
}

TEST_CASE("the payload of another entry under this key's header is refused") {
    const ScratchDirectory scratch;
    const JitCache cache(scratch.path() / "cache");
    REQUIRE(cache.store(key_of(5), payload_of(5, 300)));
    REQUIRE(cache.store(key_of(6), payload_of(6, 300)));
    const fs::path file = file_of(cache, key_of(5));
    const std::string own = read_all(file);
    // Both key fields (bytes 8 to 23) are this entry's; size, checksum and payload are whole, but the other
    // entry's.
    std::string forged = read_all(file_of(cache, key_of(6)));
    forged.replace(8, 16, own, 8, 16);
    write_all(file, forged);
    CHECK_FALSE(cache.load(key_of(5)).has_value());
    CHECK(cache.store(key_of(5), payload_of(5, 300)));
    CHECK(cache.load(key_of(5)) == payload_of(5, 300));
}

TEST_CASE("a FIFO in the place of an entry is no entry, and is not waited for") {
    const ScratchDirectory scratch;
    const JitCache cache(scratch.path() / "cache");
    REQUIRE(cache.store(key_of(1), "payload"));
    const fs::path file = file_of(cache, key_of(1));
    fs::remove(file);
    REQUIRE(mkfifo(file.c_str(), 0600) == 0);
    const auto outcome = in_child([&] {
        alarm(10); // ends the child where it would wait for a writer
        if (cache.load(key_of(1))) throw std::runtime_error("it loads a FIFO");
        if (!cache.list().empty()) throw std::runtime_error("it lists a FIFO");
        if (!cache.store(key_of(1), "again")) throw std::runtime_error("it does not replace a FIFO");
        if (cache.load(key_of(1)) != "again") throw std::runtime_error("it does not load what it stored");
    });
    CHECK(outcome.status == 0);
    CHECK(outcome.output == "");
}

TEST_CASE("a file that others can write to, a link and a directory are not trusted") {
    const ScratchDirectory scratch;
    const JitCache cache(scratch.path() / "cache");
    REQUIRE(cache.store(key_of(1), "payload"));
    const fs::path file = file_of(cache, key_of(1));
    fs::permissions(file, fs::perms::others_write, fs::perm_options::add);
    CHECK_FALSE(cache.load(key_of(1)).has_value());
    fs::permissions(file, fs::perms::others_write, fs::perm_options::remove);
    CHECK(cache.load(key_of(1)) == "payload");
    fs::rename(file, scratch.path() / "elsewhere");
    fs::create_symlink(scratch.path() / "elsewhere", file);
    CHECK_FALSE(cache.load(key_of(1)).has_value());
    fs::remove(file);
    fs::create_directory(file);
    CHECK_FALSE(cache.load(key_of(1)).has_value());
    CHECK_FALSE(cache.store(key_of(1), "payload"));
    CHECK(files_in(cache.directory()) == 1);
}

TEST_CASE("a directory that cannot be used is no error") {
    const ScratchDirectory scratch;
    write_all(scratch.path() / "file", "not a directory");
    const JitCache in_file(scratch.path() / "file" / "cache");
    CHECK_FALSE(in_file.store(key_of(1), "payload"));
    CHECK_FALSE(in_file.load(key_of(1)).has_value());
    CHECK(in_file.list().empty());
    CHECK(in_file.clear() == 0);

    const JitCache none;
    CHECK_FALSE(none.enabled());
    CHECK_FALSE(none.store(key_of(1), "payload"));
    CHECK_FALSE(none.load(key_of(1)).has_value());
}

TEST_CASE("a read-only directory still serves what is in it") {
    const ScratchDirectory scratch;
    const JitCache cache(scratch.path() / "cache");
    REQUIRE(cache.store(key_of(1), "payload"));
    fs::permissions(cache.directory(), fs::perms::owner_read | fs::perms::owner_exec);
    // Root writes anywhere, so the check is made as somebody else when the tests run as root.
    const auto outcome = in_child([&] {
        if (geteuid() == 0) {
            fs::permissions(scratch.path(), fs::perms::all);
            fs::permissions(cache.directory(), fs::perms(0555));
            fs::permissions(file_of(cache, key_of(1)), fs::perms(0644));
            if (setgid(65534) != 0 || setuid(65534) != 0) throw std::runtime_error("cannot stop being root");
        }
        if (cache.load(key_of(1)) != "payload") throw std::runtime_error("it is not loaded");
        if (cache.store(key_of(2), "other")) throw std::runtime_error("it says that it stored");
        if (cache.load(key_of(2))) throw std::runtime_error("it loads what it cannot have stored");
    });
    CHECK(outcome.status == 0);
    CHECK(outcome.output == "");
    fs::permissions(cache.directory(), fs::perms::owner_all);
}

TEST_CASE("a full disk loses nothing that was stored and leaves nothing half-written") {
    const ScratchDirectory scratch;
    const JitCache cache(scratch.path() / "cache");
    REQUIRE(cache.store(key_of(1), "payload"));
    // A file that may not grow ends a write as a full disk does: after some bytes, with an error.
    const auto outcome = in_child([&] {
        signal(SIGXFSZ, SIG_IGN);
        const rlimit most{2000, 2000};
        if (setrlimit(RLIMIT_FSIZE, &most) != 0) throw std::runtime_error("no limit");
        if (cache.store(key_of(2), payload_of(2, 3000))) throw std::runtime_error("it says that it stored");
        if (cache.load(key_of(2))) throw std::runtime_error("it loads what it cannot have stored");
        if (cache.store(key_of(1), payload_of(1, 3000))) throw std::runtime_error("it says that it replaced");
        if (cache.load(key_of(1)) != "payload") throw std::runtime_error("an old entry is lost");
        if (!cache.store(key_of(3), payload_of(3, 1000))) throw std::runtime_error("what fits is not stored");
    });
    CHECK(outcome.status == 0);
    CHECK(outcome.output == "");
    CHECK(cache.load(key_of(3)) == payload_of(3, 1000));
    CHECK(files_in(cache.directory()) == 2);
}

TEST_CASE("a process that dies while it stores leaves no entry") {
    const ScratchDirectory scratch;
    const JitCache cache(scratch.path() / "cache");
    const auto outcome = in_child([&] {
        const rlimit most{2000, 2000}; // SIGXFSZ ends the process in the middle of the file
        const rlimit no_core{0, 0};
        if (setrlimit(RLIMIT_FSIZE, &most) != 0 || setrlimit(RLIMIT_CORE, &no_core) != 0)
            throw std::runtime_error("no limit");
        signal(SIGXFSZ, SIG_DFL);
        cache.store(key_of(2), payload_of(2, 3000));
    });
    CHECK(WIFSIGNALED(outcome.status));
    CHECK_FALSE(cache.load(key_of(2)).has_value());
    CHECK(cache.list().empty());
    CHECK(files_in(cache.directory()) == 1); // the temporary file, which clear takes along
    CHECK(cache.store(key_of(2), payload_of(2, 3000)));
    CHECK(cache.load(key_of(2)) == payload_of(2, 3000));
    CHECK(cache.clear() == 2);
    CHECK(files_in(cache.directory()) == 0);
}

TEST_CASE("the least recently used entries go when the bound is passed") {
    const ScratchDirectory scratch;
    const std::size_t bytes = 1000;
    const JitCache cache(scratch.path() / "cache", 4 * (bytes + 48));
    const auto age = [&](int i, int seconds) {
        fs::last_write_time(file_of(cache, key_of(i)),
                            fs::file_time_type::clock::now() - std::chrono::seconds(seconds));
    };
    for (int i = 0; i < 4; ++i) {
        REQUIRE(cache.store(key_of(i), payload_of(i, bytes)));
        age(i, 1000 - i);
    }
    CHECK(cache.list().size() == 4);
    CHECK(cache.load(key_of(0)).has_value()); // used now, so that 1 is the oldest
    CHECK(cache.list().back().key == key_of(0).hex());
    REQUIRE(cache.store(key_of(4), payload_of(4, bytes)));
    CHECK_FALSE(cache.load(key_of(1)).has_value());
    for (const int i : {0, 2, 3, 4}) CHECK(cache.load(key_of(i)) == payload_of(i, bytes));
    CHECK_FALSE(cache.store(key_of(5), payload_of(5, 10 * bytes))); // larger than all of it
    CHECK(cache.list().size() == 4);
}

TEST_CASE("entries that are small beside the bound pass it by a 32nd of it at most") {
    const ScratchDirectory scratch;
    const std::size_t bytes = 1000;
    const std::uint64_t bound = 100 * (bytes + 48);
    const JitCache cache(scratch.path() / "cache", bound);
    std::size_t most = 0;
    for (int i = 0; i < 250; ++i) {
        REQUIRE(cache.store(key_of(i), payload_of(i, bytes)));
        most = std::max(most, files_in(cache.directory()));
    }
    CHECK(most >= 100);
    CHECK(most * (bytes + 48) <= bound + bound / 32);
}

TEST_CASE("the bound of each directory is checked, whatever is stored in others") {
    const ScratchDirectory scratch;
    const std::size_t bytes = 1000;
    const JitCache first(scratch.path() / "first", 100 * (bytes + 48)),
        second(scratch.path() / "second", 100 * (bytes + 48));
    std::size_t most = 0;
    for (int i = 0; i < 250; ++i) {
        for (int k = 0; k < 3; ++k) REQUIRE(first.store(key_of(3 * i + k), payload_of(i, bytes)));
        REQUIRE(second.store(key_of(i), payload_of(i, bytes)));
        most = std::max(most, files_in(second.directory()));
    }
    CHECK(most <= 103);
}

TEST_CASE("abandoned temporary files go, and only the cache's own files are touched") {
    const ScratchDirectory scratch;
    const JitCache cache(scratch.path() / "cache", 200); // each entry is a large part of the bound
    REQUIRE(cache.store(key_of(1), "payload"));
    const fs::path old = cache.directory() / "mergus-1-0-abandoned.tmp";
    const fs::path fresh = cache.directory() / "mergus-1-1-underway.tmp";
    const fs::path foreign = cache.directory() / "notes.txt";
    for (const fs::path& path : {old, fresh, foreign}) write_all(path, "text");
    fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(3));
    REQUIRE(cache.store(key_of(2), "payload"));
    CHECK_FALSE(fs::exists(old));
    CHECK(fs::exists(fresh));
    CHECK(cache.clear() == 3);
    CHECK(cache.list().empty());
    CHECK(fs::exists(foreign));
}

TEST_CASE("many processes store, load, evict and clear at once") {
    const ScratchDirectory scratch;
    const JitCache cache(scratch.path() / "cache", 30000);
    constexpr int processes = 8;
    pid_t children[processes];
    for (int p = 0; p < processes; ++p) {
        children[p] = fork();
        if (children[p] != 0) continue;
        for (int round = 0; round < 60; ++round) {
            const int i = (round * 7 + p) % 12;
            const std::string expected = payload_of(i, 3000);
            cache.store(key_of(i), expected);
            for (int j = 0; j < 12; ++j) {
                const auto found = cache.load(key_of(j));
                if (found && *found != payload_of(j, 3000)) _exit(1);
            }
            if (p == 0 && round % 20 == 19) cache.clear();
        }
        _exit(0);
    }
    for (const pid_t child : children) {
        int status = 1;
        waitpid(child, &status, 0);
        CHECK(status == 0);
    }
    REQUIRE(cache.store(key_of(3), payload_of(3, 3000)));
    CHECK(cache.load(key_of(3)) == payload_of(3, 3000));
    std::uint64_t total = 0;
    for (const CacheEntry& e : cache.list()) total += e.bytes;
    CHECK(total <= 30000);
    CHECK(files_in(cache.directory()) == cache.list().size()); // nothing half-written is left
}

TEST_CASE("the directory and the bound come from the environment") {
    const Variable home("HOME", "/somewhere/home");
    const Variable bound("MERGUS_CACHE_BYTES", nullptr);
    {
        const Variable xdg("XDG_CACHE_HOME", nullptr);
        const Variable own("MERGUS_CACHE_DIR", nullptr);
        CHECK(JitCache::from_environment().directory() == "/somewhere/home/.cache/mergus");
        CHECK(JitCache::from_environment().bound() == std::uint64_t{1} << 30);
    }
    const Variable xdg("XDG_CACHE_HOME", "/xdg");
    {
        const Variable own("MERGUS_CACHE_DIR", nullptr);
        CHECK(JitCache::from_environment().directory() == "/xdg/mergus");
        const Variable relative("XDG_CACHE_HOME", "relative");
        CHECK(JitCache::from_environment().directory() == "/somewhere/home/.cache/mergus");
    }
    const Variable own("MERGUS_CACHE_DIR", "/own");
    CHECK(JitCache::from_environment().directory() == "/own");
    const Variable off("MERGUS_CACHE_DIR", "off");
    CHECK_FALSE(JitCache::from_environment().enabled());
    const Variable small("MERGUS_CACHE_BYTES", "12345");
    const Variable again("MERGUS_CACHE_DIR", "/own");
    CHECK(JitCache::from_environment().bound() == 12345);
}
