/// \file write_matrix.cpp
/// A matrix to a file. The ranks of a context write a part each, at its place in one file.
#include <mergus/write.hpp>

#include "../files/output.hpp"
#include "../objects/host_data.hpp"
#include "../objects/matrix_state.hpp"
#include "ranks.hpp"

#include <mergus/error.hpp>
#include <mergus/io.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <optional>
#include <system_error>
#include <vector>

namespace mergus {

namespace {

[[noreturn]] void fail(const std::filesystem::path& file) {
    throw Error(Code::io_error,
                fmt::format("cannot write '{}': {}", file.string(), std::generic_category().message(errno)));
}

/// A file that is open for writing.
class Descriptor {
public:
    Descriptor(const std::filesystem::path& file, int flags)
        : file_(file), number_(::open(file.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666)) {
        if (number_ < 0) fail(file_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { ::close(number_); }

    void write(std::string_view text, std::uint64_t offset) const {
        while (!text.empty()) {
            const ssize_t count = ::pwrite(number_, text.data(), text.size(), static_cast<off_t>(offset));
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) fail(file_);
            text.remove_prefix(static_cast<std::size_t>(count));
            offset += static_cast<std::uint64_t>(count);
        }
        if (::fsync(number_) != 0) fail(file_);
    }

private:
    std::filesystem::path file_;
    int number_;
};

std::uint64_t sum_of(const std::vector<std::uint64_t>& numbers, std::uint64_t count) {
    std::uint64_t sum = 0;
    for (std::uint64_t n = 0; n < count; ++n) sum += numbers[n];
    return sum;
}

void write_parts(core::Ranks& ranks, const std::filesystem::path& file, const AnyMatrix& A) {
    Tuples tuples;
    const auto counts = ranks.together([&] {
        tuples = core::own_tuples(A);
        return tuples.nvals();
    });
    // Truth values are a pattern if all are true.
    const bool may_be_pattern = A.type()->code == MERGUS_BOOL;
    const auto falses = ranks.together([&] {
        return static_cast<std::uint64_t>(
            may_be_pattern ? std::count(tuples.integers.begin(), tuples.integers.end(), 0) : 1);
    });
    if (sum_of(falses, ranks.count) == 0) {
        tuples.integers.clear();
        tuples.field = Field::pattern;
    }
    std::string text;
    const auto sizes = ranks.together([&] {
        const bool packed = file.extension() == ".gz";
        std::optional<std::uint64_t> entries;
        if (ranks.rank == 0) entries = sum_of(counts, ranks.count);
        text = core::matrix_market_text(tuples, packed, entries);
        return text.size();
    });
    std::filesystem::path unfinished = file;
    unfinished += ".unfinished";
    try {
        ranks.together([&] {
            if (ranks.rank == 0) Descriptor(unfinished, O_CREAT | O_TRUNC);
            return 0;
        });
        ranks.together([&] {
            Descriptor(unfinished, 0).write(text, sum_of(sizes, ranks.rank));
            return 0;
        });
        ranks.together([&] {
            if (ranks.rank == 0) std::filesystem::rename(unfinished, file);
            return 0;
        });
    } catch (...) {
        std::error_code ignored;
        if (ranks.rank == 0) std::filesystem::remove(unfinished, ignored);
        throw;
    }
}

} // namespace

void write_matrix(const std::filesystem::path& file, const AnyMatrix& A) {
    const detail::MatrixState& state = core::state_of(A, "write_matrix", "A");
    core::Ranks ranks(*state.context, "write_matrix");
    if (ranks.count == 1) return write_matrix_market(file, A.to_tuples());
    write_parts(ranks, file, A);
}

} // namespace mergus
