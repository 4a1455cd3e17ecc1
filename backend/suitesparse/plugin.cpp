/// \file plugin.cpp
/// The functions of the SuiteSparse backend, for the table (plugin_adapter.hpp).
#include "operations.hpp"
#include "plugin_adapter.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <thread>

namespace {

namespace suitesparse = mergus::suitesparse;

#define MERGUS_STRING_OF(X) #X
#define MERGUS_STRING(X) MERGUS_STRING_OF(X)
#define MERGUS_GRB_VERSION                                                                                   \
    MERGUS_STRING(GxB_IMPLEMENTATION_MAJOR)                                                                  \
    "." MERGUS_STRING(GxB_IMPLEMENTATION_MINOR) "." MERGUS_STRING(GxB_IMPLEMENTATION_SUB)

struct Backend {
    static const char* name() { return "suitesparse"; }
    static const char* description() { return "SuiteSparse:GraphBLAS " MERGUS_GRB_VERSION " on the CPU"; }

    /// Does not start GraphBLAS, because the program may still start it with an allocator of its own.
    static std::int32_t score(std::string& reason) {
        reason = fmt::format("SuiteSparse:GraphBLAS {} on the CPU, up to {} threads", MERGUS_GRB_VERSION,
                             std::max(1U, std::thread::hardware_concurrency()));
        return MERGUS_SCORE_DEFAULT;
    }

    static std::uint64_t device_count() { return 1; }

    static void device_info(std::uint64_t ordinal, mergus_device_info& info) {
        if (ordinal != 0)
            throw suitesparse::Failure{MERGUS_INVALID_VALUE,
                                       fmt::format("no device {}: there is one, the CPU", ordinal)};
        std::string reason;
        info.score = score(reason);
        info.memory = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES))) *
                      static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PAGESIZE)));
        mergus::core::write_text(info.name, "CPU");
        mergus::core::write_text(info.reason, reason);
    }

    static mergus_context* context_new(const mergus_context_options& options) {
        suitesparse::initialise();
        return new mergus_context(options);
    }
    static void context_wait(mergus_context&) {} // every function completes its work
    static void context_counters(mergus_context&, mergus_counters&, bool) {}

    /// Limits the threads of a call.
    class Call : suitesparse::ThreadLimit {
    public:
        using ThreadLimit::ThreadLimit;
        void report(mergus_report&) const {} // Output::commit has filled it in
    };

    static mergus_matrix* matrix_new(mergus_context&, const mergus_type* type, std::uint64_t nrows,
                                     std::uint64_t ncols) {
        return suitesparse::matrix_new(type, nrows, ncols);
    }
    static mergus_matrix* matrix_dup(mergus_context&, const mergus_matrix& matrix) {
        return suitesparse::matrix_dup(matrix);
    }
    static void matrix_clear(mergus_context&, mergus_matrix& matrix) { suitesparse::matrix_clear(matrix); }
    static void matrix_info(const mergus_matrix& matrix, mergus_matrix_info& info) {
        suitesparse::matrix_info(matrix, info);
    }
    static mergus_matrix* matrix_import_csr(mergus_context&, const mergus_csr& csr) {
        return suitesparse::matrix_import_csr(csr);
    }
    static void matrix_export_csr(mergus_context&, const mergus_matrix& matrix, mergus_csr& csr) {
        suitesparse::matrix_export_csr(matrix, csr);
    }
    static void matrix_move_csr(mergus_context&, mergus_matrix& matrix, mergus_csr& csr) {
        suitesparse::matrix_move_csr(matrix, csr);
    }
    static void matrix_resize(mergus_context&, mergus_matrix& matrix, std::uint64_t nrows,
                              std::uint64_t ncols) {
        suitesparse::matrix_resize(matrix, nrows, ncols);
    }
    static mergus_matrix* vector_new(mergus_context&, const mergus_type* type, std::uint64_t size) {
        return suitesparse::vector_new(type, size);
    }
    static mergus_matrix* vector_import(mergus_context&, const mergus_vector_arrays& arrays) {
        return suitesparse::vector_import(arrays);
    }
    static void vector_export(mergus_context&, const mergus_matrix& vector, mergus_vector_arrays& arrays) {
        suitesparse::vector_export(vector, arrays);
    }
    static void vector_move(mergus_context&, mergus_matrix& vector, mergus_vector_arrays& arrays) {
        suitesparse::vector_move(vector, arrays);
    }
    static void matrix_build(mergus_context& context, const mergus_matrix_build_args& a) {
        suitesparse::matrix_build(context, *a.matrix, a.rows, a.cols, a.values, a.value_type, a.nvals, a.dup);
    }
    static void matrix_extract_tuples(mergus_context&, const mergus_matrix_extract_tuples_args& a) {
        suitesparse::matrix_extract_tuples(*a.matrix, a.rows, a.cols, a.values, a.value_type);
    }
    static mergus_matrix* matrix_adopt_native(mergus_context& context, void* native,
                                              const mergus_type* type) {
        return suitesparse::matrix_adopt_native(context, native, type);
    }
    static void* matrix_release_native(mergus_context&, mergus_matrix& matrix) {
        return suitesparse::matrix_release_native(matrix);
    }

    static constexpr auto mxm = suitesparse::product;
    static constexpr auto mxv = suitesparse::product;
    static constexpr auto vxm = suitesparse::product;
    static constexpr auto transpose = suitesparse::transpose;
    static constexpr auto select = suitesparse::select;
    static constexpr auto apply = suitesparse::apply;
    static constexpr auto ewise_add = suitesparse::ewise_add;
    static constexpr auto ewise_mult = suitesparse::ewise_mult;
    static constexpr auto reduce_rows = suitesparse::reduce_rows;
    static constexpr auto reduce_scalar = suitesparse::reduce_scalar;
    static constexpr auto assign = suitesparse::assign;
    static constexpr auto assign_scalar = suitesparse::assign_scalar;
    static constexpr auto extract = suitesparse::extract;
    static constexpr auto kronecker = suitesparse::kronecker;
    static constexpr auto diag = suitesparse::diag;
    static constexpr auto extract_diag = suitesparse::extract_diag;

    static const void* extension(std::string_view) { return nullptr; }
};

} // namespace

MERGUS_EXPORT_BACKEND(Backend)
