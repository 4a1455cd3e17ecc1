/// \file checkpoint.cpp
/// The file: a signature, the fingerprint of the call, the numbers, the object, and a checksum of all that.
/// The fingerprint is the hash of the algorithm, its options, and digests of the graph. A digest is the sum
/// over all entries of the product of a hash of the row, a hash of the column and, for weights, a hash of
/// the value, modulo 2^64. So it has the same bits on every backend and grid, and the entries stay there.
#include "checkpoint.hpp"

#include "../files/output.hpp"
#include "../operations/ranks.hpp"
#include "hash128.hpp"
#include "partition.hpp"

#include <mergus/define.hpp>
#include <mergus/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace mergus::core {

namespace {

// clang-format takes the definition for arguments of a function.
// clang-format off

// Not the bits alone: those of small whole numbers end with zeros, of which products keep as many.
MERGUS_UNARY_OP(hash_of_value, static uint64_t apply(double x) {
    union { double value; uint64_t bits; } both = {x};
    uint64_t hash = both.bits + 0x9e3779b97f4a7c15u;
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
    return hash ^ (hash >> 31);
})

// clang-format on

constexpr std::string_view signature = "mergusK1";

void append(std::string& text, std::uint64_t number) {
    text.append(reinterpret_cast<const char*>(&number), sizeof number);
}

std::string_view bytes_of(const Hash128& hash) {
    return {reinterpret_cast<const char*>(&hash), sizeof hash};
}

/// \param products of each row's values and hashes of their columns
std::uint64_t digest_of(const Vector<std::uint64_t>& products) {
    const auto rows = hashes(products.context(), products.size(), 1);
    return reduce(plus_monoid<std::uint64_t>, ewise_mult(ops::times<std::uint64_t>, products, rows));
}

Hash128 fingerprint_of(std::string_view algorithm, const AnyMatrix& A, const Matrix<double>* weights,
                       std::initializer_list<std::uint64_t> options) {
    const auto columns = hashes(A.context(), A.ncols(), 0);
    std::string text(algorithm);
    append(text, A.nrows());
    append(text, A.nvals());
    append(text, digest_of(mxv(plus_second<std::uint64_t>, A, columns)));
    if (weights != nullptr)
        append(text, digest_of(mxv(plus_times<std::uint64_t>, apply<std::uint64_t>(hash_of_value, *weights),
                                   columns)));
    for (const std::uint64_t option : options) append(text, option);
    return siphash128(text);
}

[[noreturn]] void damaged(const std::string& file, const char* why) {
    throw Error(Code::parse_error, fmt::format("{}: the checkpoint is damaged: {}", file, why));
}

/// Empty if there is no such file.
std::string read(const std::string& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return {};
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    std::string text(error ? 0 : size, '\0');
    std::ifstream in(file, std::ios::binary);
    if (error || !in.read(text.data(), static_cast<std::streamsize>(size)))
        throw Error(Code::io_error, fmt::format("{}: cannot read the checkpoint", file));
    if (text.empty()) damaged(file, "it is empty");
    return text;
}

std::string text_of(const Progress& progress, std::string_view fingerprint) {
    std::string text(signature);
    text += fingerprint;
    append(text, progress.numbers.size());
    for (const std::uint64_t number : progress.numbers) append(text, number);
    text.append(reinterpret_cast<const char*>(progress.object.data()), progress.object.size());
    const Hash128 checksum = siphash128(text);
    text += bytes_of(checksum);
    return text;
}

Progress progress_in(const std::string& file, std::string_view text, std::string_view fingerprint) {
    const std::size_t head = signature.size() + fingerprint.size() + sizeof(std::uint64_t);
    if (text.size() < head + sizeof(Hash128)) damaged(file, "it is too short");
    const std::string_view body = text.substr(0, text.size() - sizeof(Hash128));
    const Hash128 checksum = siphash128(body);
    if (text.substr(body.size()) != bytes_of(checksum)) damaged(file, "it has another checksum");
    if (!body.starts_with(signature) || body.substr(signature.size(), fingerprint.size()) != fingerprint)
        damaged(file, "it is of another call");
    std::uint64_t count = 0;
    std::memcpy(&count, body.data() + head - sizeof count, sizeof count);
    if (count > (body.size() - head) / sizeof count) damaged(file, "it has too few numbers");
    Progress progress;
    progress.numbers.resize(count);
    if (count > 0) std::memcpy(progress.numbers.data(), body.data() + head, count * sizeof count);
    const std::string_view object = body.substr(head + count * sizeof count);
    progress.object.resize(object.size());
    std::copy(object.begin(), object.end(), reinterpret_cast<char*>(progress.object.data()));
    return progress;
}

} // namespace

Checkpoint::Checkpoint(const Checkpoints& where, std::string_view algorithm, const AnyMatrix& A,
                       const Matrix<double>* weights, std::initializer_list<std::uint64_t> options)
    : algorithm_(algorithm), context_(A.context()), seconds_(where.seconds) {
    if (!(seconds_ >= 0)) // NaN too
        throw Error(Code::invalid_value, fmt::format("{}: checkpoints are {} s apart", algorithm, seconds_));
    if (where.directory.empty()) return;
    std::error_code error;
    if (!std::filesystem::is_directory(where.directory, error))
        throw Error(Code::io_error,
                    fmt::format("{}: there is no directory {} for checkpoints", algorithm, where.directory));
    const Hash128 fingerprint = fingerprint_of(algorithm, A, weights, options);
    fingerprint_ = bytes_of(fingerprint);
    file_ = fmt::format("{}/{}-{}.checkpoint", where.directory, algorithm, fingerprint.hex());
}

std::optional<Progress> Checkpoint::load() const {
    if (file_.empty()) return std::nullopt;
    std::string text;
    const auto found = Ranks(*context_.state(), algorithm_).together([&] {
        text = read(file_);
        return text.empty() ? 0 : siphash128(text).low;
    });
    if (std::any_of(found.begin(), found.end(), [&](std::uint64_t one) { return one != found.front(); }))
        throw Error(Code::io_error,
                    fmt::format("{}: not all ranks find the same checkpoint {}", algorithm_, file_));
    if (text.empty()) return std::nullopt;
    return progress_in(file_, text, fingerprint_);
}

void Checkpoint::save(const std::function<Progress()>& progress) {
    if (file_.empty()) return;
    Ranks ranks(*context_.state(), algorithm_);
    const auto now = Clock::now();
    const bool early = saved_ && std::chrono::duration<double>(now - *saved_).count() < seconds_;
    // The clocks of ranks differ: the first one decides.
    if (seconds_ > 0 && ranks.together([&] { return std::uint64_t{early}; }).front() != 0) return;
    const Progress now_known = progress();
    ranks.together([&] {
        if (ranks.rank != 0) return std::uint64_t{0};
        OutputFile file(file_, Temporary::named);
        file.write(text_of(now_known, fingerprint_));
        file.commit();
        return std::uint64_t{0};
    });
    saved_ = now;
}

void Checkpoint::remove() const {
    if (file_.empty()) return;
    Ranks ranks(*context_.state(), algorithm_);
    std::error_code error; // one that stays is used by the next call, which has the same result
    if (ranks.rank == 0) std::filesystem::remove(file_, error);
}

} // namespace mergus::core
