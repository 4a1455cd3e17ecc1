/// \file abi_versions_testing.hpp
/// Structs of other versions, whose end is the end of their memory, and a backend that is called through its
/// table.
#pragma once

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace mergus::tests {

/// A struct of `bytes` bytes, whose end is the end of its memory. Bytes unknown to this version are
/// 0x5a.
template <class Struct>
class Cut {
public:
    Cut(const Struct& whole, std::size_t bytes) : bytes_(bytes) {
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        mapped_ = 2 * page;
        pages_ = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        REQUIRE(pages_ != MAP_FAILED);
        begin_ = static_cast<char*>(pages_) + page - bytes;
        REQUIRE(mprotect(begin_ + bytes, page, PROT_NONE) == 0);
        std::memset(begin_, 0x5a, bytes);
        std::memcpy(begin_, &whole, std::min(bytes, sizeof whole));
        std::memcpy(begin_, &bytes, sizeof bytes);
    }
    Cut(const Cut&) = delete;
    Cut& operator=(const Cut&) = delete;
    ~Cut() { munmap(pages_, mapped_); }

    [[nodiscard]] Struct* get() const noexcept { return reinterpret_cast<Struct*>(begin_); }

    /// The current contents; members beyond its size are taken from `otherwise`.
    [[nodiscard]] Struct read(Struct otherwise = {}) const {
        std::memcpy(&otherwise, begin_, std::min(bytes_, sizeof otherwise));
        return otherwise;
    }
    /// Whether struct_size and the bytes unknown to this version are unchanged.
    [[nodiscard]] bool intact() const {
        std::size_t size = 0;
        std::memcpy(&size, begin_, sizeof size);
        for (std::size_t b = sizeof(Struct); b < bytes_; ++b)
            if (begin_[b] != 0x5a) return false;
        return size == bytes_;
    }

private:
    std::size_t bytes_, mapped_ = 0;
    void* pages_ = nullptr;
    char* begin_ = nullptr;
};

/// Possible sizes of a struct: the end of each member, and two sizes of later versions.
template <class Struct>
std::vector<std::size_t> sizes(std::size_t from = sizeof(std::size_t)) {
    std::vector<std::size_t> all;
    for (std::size_t bytes = from; bytes <= sizeof(Struct) + 16; bytes += sizeof(void*)) all.push_back(bytes);
    return all;
}

template <class Struct>
Struct made() {
    Struct whole{};
    whole.struct_size = sizeof whole;
    return whole;
}

/// The end of a member.
#define END(STRUCT, MEMBER) (offsetof(STRUCT, MEMBER) + sizeof(STRUCT::MEMBER))

/// A backend called directly through its function table.
struct Plugin {
    explicit Plugin(const std::string& name, int device = 0) {
        void* library = dlopen(probe_backend(name).file.c_str(), RTLD_NOW | RTLD_LOCAL);
        REQUIRE(library != nullptr);
        const auto entry =
            reinterpret_cast<mergus_backend_entry_function>(dlsym(library, MERGUS_BACKEND_ENTRY));
        table = entry(MERGUS_ABI_MAJOR, MERGUS_ABI_MINOR);
        auto options = made<mergus_context_options>();
        options.device = device;
        REQUIRE(table->context_new(&options, &context, &status) == MERGUS_SUCCESS);
    }
    Plugin(const Plugin&) = delete;
    Plugin& operator=(const Plugin&) = delete;
    ~Plugin() {
        for (mergus_matrix* matrix : matrices) table->matrix_free(context, matrix);
        table->context_free(context);
    }
    mergus_matrix* keep(mergus_matrix* matrix) {
        REQUIRE(matrix != nullptr);
        matrices.push_back(matrix);
        return matrix;
    }
    mergus_matrix_info info(const mergus_matrix* matrix) {
        auto read = made<mergus_matrix_info>();
        CHECK(table->matrix_info(context, matrix, &read, &status) == MERGUS_SUCCESS);
        return read;
    }
    /// 2 x 3: (0,1) = 2, (1,0) = 3, (1,2) = 4.
    mergus_csr arrays() {
        auto csr = made<mergus_csr>();
        csr.type = type_of<double>();
        csr.nrows = 2;
        csr.ncols = 3;
        csr.nvals = csr.capacity = 3;
        csr.row_ptr = row_ptr.data();
        csr.cols = cols.data();
        csr.values = values.data();
        csr.pointer_bits = csr.index_bits = 64;
        return csr;
    }
    mergus_matrix* matrix() {
        const mergus_csr csr = arrays();
        auto args = made<mergus_matrix_import_csr_args>();
        args.csr = &csr;
        REQUIRE(table->matrix_import_csr(context, &args, &status) == MERGUS_SUCCESS);
        return keep(args.matrix);
    }

    std::array<std::uint64_t, 3> row_ptr{0, 1, 3}, cols{1, 0, 2};
    std::array<double, 3> values{2, 3, 4};
    const mergus_backend* table = nullptr;
    mergus_context* context = nullptr;
    mergus_status status = made<mergus_status>();
    std::vector<mergus_matrix*> matrices;
};

inline const std::array<std::string, 2> backends_in_cpp{"suitesparse", "cuda-emulated"};

} // namespace mergus::tests
