/// \file test_abi_versions.cpp
/// Structs of other versions at the plugin boundary: every struct that a plugin or the library reads or
/// writes, cut after each of its members, and longer than in this version. The memory after a struct
/// is inaccessible.
#include "cuda/scratch.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <string>
#include <vector>

using namespace mergus;
using cuda::testing::Variable;

namespace {

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

const std::array<std::string, 2> backends_in_cpp{"suitesparse", "cuda-emulated"};

} // namespace

TEST_SUITE_BEGIN("abi");

TEST_CASE("versions: options of a context, and structs that a backend fills in") {
    for (const std::string& name : backends_in_cpp) {
        CAPTURE(name);
        Plugin plugin(name);
        auto options = made<mergus_context_options>();
        options.device = -1;
        options.threads = 1;
        for (const std::size_t bytes : sizes<mergus_context_options>()) {
            CAPTURE(bytes);
            const Cut cut(options, bytes);
            mergus_context* context = nullptr;
            CHECK(plugin.table->context_new(cut.get(), &context, &plugin.status) == MERGUS_SUCCESS);
            plugin.table->context_free(context);
        }
        mergus_matrix* A = plugin.matrix();
        const mergus_matrix_info info = plugin.info(A);
        CHECK(info.nvals == 3);
        for (const std::size_t bytes : sizes<mergus_matrix_info>()) {
            CAPTURE(bytes);
            const Cut cut(made<mergus_matrix_info>(), bytes);
            CHECK(plugin.table->matrix_info(plugin.context, A, cut.get(), &plugin.status) == MERGUS_SUCCESS);
            CHECK(cut.intact());
            const mergus_matrix_info read = cut.read(info);
            CHECK(std::memcmp(&read.nrows, &info.nrows, sizeof info - sizeof info.struct_size) == 0);
        }
        auto counters = made<mergus_counters>();
        plugin.table->context_counters(plugin.context, &counters, 0);
        for (const std::size_t bytes : sizes<mergus_counters>()) {
            CAPTURE(bytes);
            auto marked = made<mergus_counters>();
            std::memset(&marked.bytes_to_host, 0x77, sizeof marked - sizeof marked.struct_size);
            const Cut cut(marked, bytes);
            plugin.table->context_counters(plugin.context, cut.get(), 0);
            CHECK(cut.intact());
            const mergus_counters read = cut.read(counters);
            CHECK(std::memcmp(&read.bytes_to_host, &counters.bytes_to_host,
                              sizeof counters - sizeof counters.struct_size) == 0);
        }
        auto device = made<mergus_device_info>();
        CHECK(plugin.table->device_info(0, &device, &plugin.status) == MERGUS_SUCCESS);
        for (const std::size_t bytes : sizes<mergus_device_info>()) {
            const Cut cut(made<mergus_device_info>(), bytes);
            CHECK(plugin.table->device_info(0, cut.get(), &plugin.status) == MERGUS_SUCCESS);
            CHECK(cut.intact());
            if (bytes >= END(mergus_device_info, score)) CHECK(cut.read().score == device.score);
        }
    }
}

TEST_CASE("versions: options without a device let the backend choose one") {
    const Variable two("MERGUS_EMULATION_DEVICES", "2");
    const Variable first("MERGUS_EMULATION_UNUSABLE", "1");
    const Plugin plugin("cuda-emulated", -1);
    for (const bool has_device : {false, true}) {
        const Cut cut(made<mergus_context_options>(), // device 0 if it has one
                      has_device ? END(mergus_context_options, deterministic) : sizeof(std::size_t));
        mergus_context* context = nullptr;
        auto status = made<mergus_status>();
        const std::int32_t code = plugin.table->context_new(cut.get(), &context, &status);
        CHECK(code == (has_device ? MERGUS_NO_BACKEND : MERGUS_SUCCESS));
        if (code == MERGUS_SUCCESS) plugin.table->context_free(context);
    }
}

TEST_CASE("versions: the message of a status is cut, and ends with a NUL") {
    for (const std::string& name : backends_in_cpp) {
        CAPTURE(name);
        Plugin plugin(name);
        plugin.cols[1] = 7; // outside the matrix
        const mergus_csr csr = plugin.arrays();
        auto args = made<mergus_matrix_import_csr_args>();
        args.csr = &csr;
        CHECK(plugin.table->matrix_import_csr(plugin.context, &args, &plugin.status) == MERGUS_INVALID_INDEX);
        const std::string message = plugin.status.message;
        CHECK(message.size() > 16);
        CHECK(plugin.table->matrix_import_csr(plugin.context, &args, nullptr) == MERGUS_INVALID_INDEX);
        for (const std::size_t bytes : {std::size_t{8}, std::size_t{16}, std::size_t{24}, std::size_t{512},
                                        sizeof(mergus_status), sizeof(mergus_status) + 16}) {
            CAPTURE(bytes);
            const Cut cut(made<mergus_status>(), bytes);
            CHECK(plugin.table->matrix_import_csr(plugin.context, &args, cut.get()) == MERGUS_INVALID_INDEX);
            CHECK(cut.intact());
            if (bytes < END(mergus_status, code)) continue;
            CHECK(cut.read().code == MERGUS_INVALID_INDEX);
            const std::size_t room =
                std::min(bytes, sizeof(mergus_status)) - offsetof(mergus_status, message);
            const char* text = cut.get()->message;
            REQUIRE(strnlen(text, room) < room);
            CHECK(text == message.substr(0, room - 1));
        }
        CHECK(args.matrix == nullptr);
    }
}

TEST_CASE("versions: arrays in and out") {
    for (const std::string& name : backends_in_cpp) {
        CAPTURE(name);
        Plugin plugin(name);
        mergus_csr given = plugin.arrays();
        given.flags = MERGUS_CSR_TRUSTED;
        for (const std::size_t bytes : sizes<mergus_csr>(END(mergus_csr, memory))) {
            CAPTURE(bytes);
            const Cut cut(given, bytes);
            auto args = made<mergus_matrix_import_csr_args>();
            args.csr = cut.get();
            REQUIRE(plugin.table->matrix_import_csr(plugin.context, &args, &plugin.status) == MERGUS_SUCCESS);
            CHECK(plugin.info(plugin.keep(args.matrix)).nvals == 3);

            std::array<std::uint64_t, 3> row_ptr{}, cols{};
            std::array<double, 3> values{};
            mergus_csr taken = plugin.arrays();
            taken.nvals = 0;
            taken.row_ptr = row_ptr.data();
            taken.cols = cols.data();
            taken.values = values.data();
            const Cut out(taken, std::max(bytes, END(mergus_csr, capacity)));
            auto read = made<mergus_matrix_export_csr_args>();
            read.matrix = args.matrix;
            read.csr = out.get();
            CHECK(plugin.table->matrix_export_csr(plugin.context, &read, &plugin.status) == MERGUS_SUCCESS);
            CHECK(out.intact());
            CHECK(out.read().nvals == 3);
            CHECK(row_ptr == plugin.row_ptr);
            CHECK(cols == plugin.cols);
            CHECK(values == plugin.values);
        }
        // A trusted import does not check. A struct without `flags` is not trusted.
        plugin.cols[1] = 7;
        const Cut old(given, offsetof(mergus_csr, flags));
        auto args = made<mergus_matrix_import_csr_args>();
        args.csr = old.get();
        CHECK(plugin.table->matrix_import_csr(plugin.context, &args, &plugin.status) == MERGUS_INVALID_INDEX);
    }
    // The library reads the program's structs in the same way.
    const Context context("suitesparse");
    Plugin plugin("suitesparse");
    for (const std::size_t bytes : sizes<mergus_csr>(END(mergus_csr, capacity))) {
        CAPTURE(bytes);
        const Cut in(plugin.arrays(), bytes);
        const AnyMatrix A = AnyMatrix::import_csr(context, *in.get());
        std::array<double, 3> values{};
        mergus_csr wanted = plugin.arrays();
        wanted.values = values.data();
        wanted.nvals = 0;
        const Cut out(wanted, bytes);
        A.export_csr(*out.get());
        CHECK(out.intact());
        CHECK(out.read().nvals == 3);
        CHECK(values == plugin.values);
    }
    mergus_csr unset = plugin.arrays();
    unset.struct_size = 0;
    try {
        static_cast<void>(AnyMatrix::import_csr(context, unset));
        FAIL("no error");
    } catch (const Error& error) {
        CHECK(error.code() == Code::invalid_value);
        CHECK(std::string(error.what()).find("struct_size is 0") != std::string::npos);
    }
}

TEST_CASE("versions: arguments of matrix functions") {
    for (const std::string& name : backends_in_cpp) {
        CAPTURE(name);
        Plugin plugin(name);
        const mergus_backend& table = *plugin.table;
        auto shape = made<mergus_matrix_new_args>();
        shape.type = type_of<double>();
        shape.nrows = 2;
        shape.ncols = 3;
        auto entries = made<mergus_matrix_build_args>();
        entries.rows = plugin.cols.data(); // 1, 0: in range of the shape
        entries.cols = plugin.cols.data();
        entries.values = plugin.values.data();
        entries.value_type = type_of<double>();
        entries.nvals = 2;
        entries.dup = ops::plus<double>.get();
        for (const std::size_t longer : {0, 16}) {
            const Cut with_shape(shape, sizeof shape + longer);
            REQUIRE(table.matrix_new(plugin.context, with_shape.get(), &plugin.status) == MERGUS_SUCCESS);
            CHECK(with_shape.intact());
            mergus_matrix* A = plugin.keep(with_shape.read().matrix);

            entries.matrix = A;
            // Version 0.2 has `dup`; one without it would end before it.
            const Cut build(entries,
                            longer == 0 ? offsetof(mergus_matrix_build_args, dup) : sizeof entries + longer);
            REQUIRE(table.matrix_build(plugin.context, build.get(), &plugin.status) == MERGUS_SUCCESS);
            CHECK(plugin.info(A).nvals == 2);

            auto source = made<mergus_matrix_dup_args>();
            source.matrix = A;
            const Cut dup(source, sizeof source + longer);
            REQUIRE(table.matrix_dup(plugin.context, dup.get(), &plugin.status) == MERGUS_SUCCESS);
            CHECK(dup.intact());
            mergus_matrix* copy = plugin.keep(dup.read().copy);
            CHECK(plugin.info(copy).nvals == 2);

            std::array<std::uint64_t, 2> rows{};
            std::array<double, 2> values{};
            auto tuples = made<mergus_matrix_extract_tuples_args>();
            tuples.matrix = copy;
            tuples.rows = rows.data();
            tuples.values = values.data();
            tuples.value_type = type_of<double>();
            const Cut extract(tuples, sizeof tuples + longer);
            CHECK(table.matrix_extract_tuples(plugin.context, extract.get(), &plugin.status) ==
                  MERGUS_SUCCESS);
            CHECK(rows == std::array<std::uint64_t, 2>{0, 1});
            CHECK(values == std::array<double, 2>{3, 2});

            const Cut moved(made<mergus_csr>(), sizeof(mergus_csr) + longer);
            auto move = made<mergus_matrix_move_csr_args>();
            move.matrix = copy;
            move.csr = moved.get();
            const Cut move_args(move, sizeof move + longer);
            REQUIRE(table.matrix_move_csr(plugin.context, move_args.get(), &plugin.status) == MERGUS_SUCCESS);
            CHECK(moved.intact());
            CHECK(moved.read().nvals == 2);
            moved.read().release(moved.read().release_arg);
            CHECK(plugin.info(copy).nvals == 0);
        }
    }
}

TEST_CASE("versions: calls and reports") {
    for (const std::string& name : backends_in_cpp) {
        CAPTURE(name);
        Plugin plugin(name);
        mergus_matrix* A = plugin.matrix();
        auto call = made<mergus_call>();
        call.operation = MERGUS_OPERATION_TRANSPOSE;
        call.A = A;
        call.descriptor = MERGUS_DESC_TRAN0;
        for (const std::size_t bytes : sizes<mergus_call>(END(mergus_call, A))) {
            CAPTURE(bytes);
            call.C = plugin.matrix();
            const Cut cut(call, bytes);
            CHECK(plugin.table->transpose(plugin.context, cut.get(), &plugin.status) == MERGUS_SUCCESS);
            CHECK(plugin.info(call.C).nvals == 3);
        }
        double sum = 0;
        auto reduction = made<mergus_call>();
        reduction.operation = MERGUS_OPERATION_REDUCE_SCALAR;
        reduction.A = A;
        reduction.monoid = plus_monoid<double>.get();
        reduction.result = &sum;
        auto full = made<mergus_report>();
        reduction.report = &full;
        CHECK(plugin.table->reduce_scalar(plugin.context, &reduction, &plugin.status) == MERGUS_SUCCESS);
        CHECK(sum == 9);
        CHECK(full.method[0] != 0);
        for (const std::size_t bytes : sizes<mergus_report>()) {
            CAPTURE(bytes);
            const Cut report(made<mergus_report>(), bytes);
            reduction.report = report.get();
            CHECK(plugin.table->reduce_scalar(plugin.context, &reduction, &plugin.status) == MERGUS_SUCCESS);
            CHECK(report.intact());
            CHECK(report.read(full).work == full.work);
            if (bytes >= END(mergus_report, method)) CHECK(std::string(report.read().method) == full.method);
        }
    }
}

TEST_CASE("versions: names that are not extensions") {
    for (const std::string& name : backends_in_cpp) {
        const Plugin plugin(name);
        CHECK(plugin.table->extension("") == nullptr);
        CHECK(plugin.table->extension("count_triangles_and_squares") == nullptr);
        CHECK((plugin.table->extension(MERGUS_EXTENSION_COUNT_TRIANGLES) != nullptr) ==
              (name == "cuda-emulated"));
        CHECK((plugin.table->extension(MERGUS_EXTENSION_CONNECTED_COMPONENTS) != nullptr) ==
              (name == "cuda-emulated"));
    }
}

TEST_SUITE_END();
