/// \file kernel_archive.cpp
/// The file: a header, the list of targets (a line each: number of kernels, blank, name), padding to 8 bytes,
/// the entries in the order of their keys, the images, each compressed by zlib (to about a quarter; 0.15 ms
/// for 40 KB when it is loaded). The header's checksum covers the list and the entries, an entry's checksum
/// its compressed image, under the key of the entry. Images are checked when they are loaded.
#include "kernel_archive.hpp"

#include "environment.hpp"

#include <mergus/error.hpp>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <mutex>
#include <set>
#include <system_error>

namespace mergus::cuda {
namespace fs = std::filesystem;

namespace {

constexpr char magic[8] = {'M', 'E', 'R', 'G', 'U', 'S', 'A', '2'};

constexpr std::size_t padded(std::size_t bytes) {
    return (bytes + 7) / 8 * 8;
}

std::string compressed(const std::string& image) {
    uLongf bytes = compressBound(image.size());
    std::string out(bytes, '\0');
    if (compress2(reinterpret_cast<Bytef*>(out.data()), &bytes, reinterpret_cast<const Bytef*>(image.data()),
                  image.size(), Z_DEFAULT_COMPRESSION) != Z_OK)
        throw Error(Code::out_of_memory, "cannot compress a kernel");
    out.resize(bytes);
    return out;
}

bool less(const Hash128& a, const Hash128& b) {
    return a.low != b.low ? a.low < b.low : a.high < b.high;
}

} // namespace

struct KernelArchive::Header {
    char magic[8];
    std::uint64_t file_bytes, list_bytes, count;
    std::uint64_t sum_low, sum_high;
};

struct KernelArchive::Entry {
    std::uint64_t key_low, key_high;
    std::uint64_t offset, bytes; ///< of the compressed image in the file
    std::uint64_t image_bytes;
    std::uint64_t sum_low, sum_high;
    [[nodiscard]] Hash128 key() const { return {key_low, key_high}; }
};

fs::path KernelArchive::default_file() {
    if (const char* const set = core::value_of(core::Variable::precompiled))
        return std::string_view(set) == "off" ? fs::path() : fs::path(set);
    Dl_info here{};
    if (dladdr(reinterpret_cast<const void*>(&KernelArchive::default_file), &here) == 0 ||
        here.dli_fname == nullptr)
        return {};
    std::error_code ignored;
    return fs::weakly_canonical(here.dli_fname, ignored).replace_extension(".kernels");
}

void KernelArchive::write(const fs::path& file, const std::vector<Target>& targets,
                          std::vector<Image> images) {
    std::sort(images.begin(), images.end(),
              [](const Image& a, const Image& b) { return less(a.key, b.key); });
    std::string list;
    for (const Target& t : targets) list += std::to_string(t.kernels) + " " + t.name + "\n";
    std::string body = list;
    body.resize(padded(list.size()));
    std::uint64_t offset = sizeof(Header) + body.size() + images.size() * sizeof(Entry);
    for (Image& image : images) {
        const std::size_t image_bytes = image.bytes.size();
        image.bytes = compressed(image.bytes);
        const Hash128 sum = core::siphash128(image.bytes, image.key.low, image.key.high);
        const Entry entry{image.key.low, image.key.high, offset,  image.bytes.size(),
                          image_bytes,   sum.low,        sum.high};
        body.append(reinterpret_cast<const char*>(&entry), sizeof entry);
        offset += padded(image.bytes.size());
    }
    const Hash128 sum = core::siphash128(body, offset, images.size());
    Header header{{}, offset, list.size(), images.size(), sum.low, sum.high};
    std::memcpy(header.magic, magic, sizeof magic);

    const fs::path temporary = file.string() + ".tmp";
    std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(&header), sizeof header);
    out << body;
    for (Image& image : images) {
        image.bytes.resize(padded(image.bytes.size()));
        out << image.bytes;
    }
    out.close();
    std::error_code failed;
    if (out) fs::rename(temporary, file, failed);
    if (!out || failed) throw Error(Code::io_error, "cannot write " + file.string());
}

KernelArchive::KernelArchive(const fs::path& file) : file_(file) {
    if (file.empty()) return;
    const int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return;
    struct stat status {};
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        damage_ = "it is not a regular file";
    } else if (const auto bytes = static_cast<std::size_t>(status.st_size); bytes < sizeof(Header)) {
        damage_ = "it is too short";
    } else if (void* const at = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, fd, 0); at == MAP_FAILED) {
        damage_ = "it cannot be mapped";
    } else {
        mapped_ = {static_cast<const char*>(at), bytes};
        damage_ = read();
    }
    close(fd);
    if (damage_.empty()) return;
    count_ = 0;
    targets_.clear();
    report_damage(damage_);
}

KernelArchive::~KernelArchive() {
    if (!mapped_.empty()) munmap(const_cast<char*>(mapped_.data()), mapped_.size());
}

const KernelArchive::Entry* KernelArchive::entries() const noexcept {
    return reinterpret_cast<const Entry*>(mapped_.data() + entries_at_);
}

std::string KernelArchive::read() {
    Header header{};
    std::memcpy(&header, mapped_.data(), sizeof header);
    if (std::memcmp(header.magic, magic, sizeof magic) != 0) return "it is not an archive of kernels";
    if (header.file_bytes != mapped_.size())
        return "it has " + std::to_string(mapped_.size()) + " bytes instead of " +
               std::to_string(header.file_bytes);
    const std::size_t rest = mapped_.size() - sizeof header;
    if (header.list_bytes > rest || header.count > (rest - header.list_bytes) / sizeof(Entry))
        return "its header is wrong";
    entries_at_ = sizeof header + padded(header.list_bytes);
    count_ = header.count;
    if (entries_at_ + count_ * sizeof(Entry) > mapped_.size()) return "its header is wrong";
    const std::string_view body =
        mapped_.substr(sizeof header, entries_at_ - sizeof header + count_ * sizeof(Entry));
    if (core::siphash128(body, header.file_bytes, header.count) != Hash128{header.sum_low, header.sum_high})
        return "the checksum of its index is wrong";
    std::string_view list = body.substr(0, header.list_bytes);
    while (!list.empty()) {
        const std::string_view line = list.substr(0, list.find('\n'));
        list.remove_prefix(std::min(line.size() + 1, list.size()));
        Target target;
        const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), target.kernels);
        if (error != std::errc() || end == line.data() + line.size()) return "its list of targets is wrong";
        target.name = line.substr(static_cast<std::size_t>(end - line.data()) + 1);
        targets_.push_back(std::move(target));
    }
    return {};
}

std::optional<std::string> KernelArchive::load(const Hash128& key) const {
    const Entry* const end = entries() + count_;
    const Entry* const found = std::lower_bound(
        entries(), end, key, [](const Entry& entry, const Hash128& k) { return less(entry.key(), k); });
    if (found == end || found->key() != key) return std::nullopt;
    if (found->offset > mapped_.size() || found->bytes > mapped_.size() - found->offset) return std::nullopt;
    const std::string_view stored = mapped_.substr(found->offset, found->bytes);
    if (core::siphash128(stored, key.low, key.high) != Hash128{found->sum_low, found->sum_high}) {
        report_damage("the checksum of kernel " + key.hex() + " is wrong");
        return std::nullopt;
    }
    std::string image(found->image_bytes, '\0');
    uLongf bytes = image.size();
    if (uncompress(reinterpret_cast<Bytef*>(image.data()), &bytes,
                   reinterpret_cast<const Bytef*>(stored.data()), stored.size()) != Z_OK ||
        bytes != image.size()) {
        report_damage("kernel " + key.hex() + " cannot be decompressed");
        return std::nullopt;
    }
    return image;
}

/// Once for each file in a process, because every context opens the file.
void KernelArchive::report_damage(const std::string& what) const {
    static std::mutex lock;
    static std::set<fs::path> reported;
    const std::lock_guard guard(lock);
    if (!reported.insert(file_).second) return;
    const std::string text = "mergus: warning: the precompiled kernels in " + file_.string() +
                             " are damaged (" + what + "); kernels are compiled at run time instead\n";
    std::fputs(text.c_str(), stderr);
}

std::string describe(const KernelArchive& archive, std::string_view target) {
    if (!archive.damage().empty()) return "precompiled kernels damaged: " + archive.damage();
    if (archive.targets().empty()) return "no precompiled kernels";
    std::string others;
    for (const KernelArchive::Target& t : archive.targets()) {
        if (t.name == target) return std::to_string(t.kernels) + " precompiled kernels";
        others += (others.empty() ? "" : ", ") + t.name;
    }
    return "no precompiled kernels for " + std::string(target) + " (there are kernels for " + others + ")";
}

} // namespace mergus::cuda
