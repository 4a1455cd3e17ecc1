/// \file write_matrix.cpp
/// A matrix to a file. The ranks of a context write a part each, at its place in one file.
#include <mergus/write.hpp>

#include "../files/output.hpp"
#include "../objects/host_data.hpp"
#include "../objects/matrix_state.hpp"

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

/// Steps that all ranks make together.
class Ranks {
public:
    explicit Ranks(detail::ContextState& context) : context_(context) {
        if (functions().extract_own == nullptr) return;
        context_.locked([&] { functions().position(context_.handle(), &rank, &count); });
    }

    std::uint64_t rank = 0, count = 1;

    /// step() of this rank and the numbers that it and the other ranks return. \throws Error of the first
    /// rank on which it throws
    std::vector<std::uint64_t> together(const std::function<std::uint64_t()>& step) {
        struct Report {
            std::int64_t code = 0;
            std::uint64_t number = 0;
            char message[512] = "";
        } own;
        try {
            own.number = step();
        } catch (const Error& error) {
            own.code = static_cast<std::int64_t>(error.code());
            std::strncpy(own.message, error.what(), sizeof own.message - 1);
        } catch (const std::bad_alloc&) {
            own.code = static_cast<std::int64_t>(Code::out_of_memory);
        } catch (const std::exception& error) { // of the file system
            own.code = static_cast<std::int64_t>(Code::io_error);
            std::strncpy(own.message, error.what(), sizeof own.message - 1);
        }
        std::vector<Report> all(count);
        context_.call("write_matrix", functions().gather, static_cast<const void*>(&own), sizeof own,
                      static_cast<void*>(all.data()));
        std::vector<std::uint64_t> numbers;
        for (const Report& one : all) {
            if (one.code != 0)
                throw Error(static_cast<Code>(one.code),
                            fmt::format("write_matrix: rank {}: {}", numbers.size(), one.message));
            numbers.push_back(one.number);
        }
        return numbers;
    }

private:
    [[nodiscard]] const mergus_ranks& functions() const noexcept { return context_.plugin().ranks; }
    detail::ContextState& context_;
};

std::uint64_t sum_of(const std::vector<std::uint64_t>& numbers, std::uint64_t count) {
    std::uint64_t sum = 0;
    for (std::uint64_t n = 0; n < count; ++n) sum += numbers[n];
    return sum;
}

void write_parts(Ranks& ranks, const std::filesystem::path& file, const AnyMatrix& A) {
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
    Ranks ranks(*state.context);
    if (ranks.count == 1) return write_matrix_market(file, A.to_tuples());
    write_parts(ranks, file, A);
}

} // namespace mergus
