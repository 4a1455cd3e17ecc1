/// \file only_transpose.cpp
/// An incomplete backend made by PluginAdapter: matrices of doubles in maps, and the transpose alone.
#include "plugin_adapter.hpp"

#include <map>
#include <string>
#include <utility>

struct mergus_context {};
struct mergus_matrix {
    const mergus_type* type;
    std::uint64_t nrows, ncols;
    std::map<std::pair<std::uint64_t, std::uint64_t>, double> entries{};
};

namespace {

using mergus::Code;
using mergus::Error;

void need_double(const mergus_type* type) {
    if (type->code != MERGUS_FP64) throw Error(Code::not_implemented, "matrices of fp64 only");
}

struct Backend {
    static const char* name() { return "only_transpose"; }
    static const char* description() { return "maps"; }
    static std::int32_t score(std::string& reason) {
        reason = "runs everywhere";
        return 1;
    }
    static std::uint64_t device_count() { return 1; }
    static void device_info(std::uint64_t, mergus_device_info& info) { info.score = 1; }
    static mergus_context* context_new(const mergus_context_options&) { return new mergus_context(); }
    static void context_wait(mergus_context&) {}
    static void context_counters(mergus_context&, mergus_counters&, bool) {}
    struct Call {
        Call(mergus_context&, std::uint32_t) {}
        void report(mergus_report&) const {}
    };
    static mergus_matrix* matrix_new(mergus_context&, const mergus_type* type, std::uint64_t nrows,
                                     std::uint64_t ncols) {
        need_double(type);
        return new mergus_matrix{type, nrows, ncols};
    }
    static mergus_matrix* matrix_dup(mergus_context&, const mergus_matrix& m) { return new mergus_matrix(m); }
    static void matrix_clear(mergus_context&, mergus_matrix& m) { m.entries.clear(); }
    static void matrix_info(const mergus_matrix& m, mergus_matrix_info& info) {
        info.nrows = m.nrows;
        info.ncols = m.ncols;
        info.nvals = m.entries.size();
        info.bytes = info.nvals * 24;
    }
    static mergus_matrix* matrix_import_csr(mergus_context&, const mergus_csr& csr) {
        need_double(csr.type);
        if (csr.pointer_bits != 64 || csr.index_bits != 64 || csr.memory != MERGUS_MEMORY_HOST)
            throw Error(Code::not_implemented, "indices of 64 bits on the host only");
        auto* m = new mergus_matrix{csr.type, csr.nrows, csr.ncols};
        const auto* ptr = static_cast<const std::uint64_t*>(csr.row_ptr);
        const auto* cols = static_cast<const std::uint64_t*>(csr.cols);
        const auto* values = static_cast<const double*>(csr.values);
        for (std::uint64_t i = 0; i < csr.nrows; ++i)
            for (std::uint64_t e = ptr[i]; e < ptr[i + 1]; ++e)
                m->entries[{i, cols[e]}] = values[csr.iso != 0 ? 0 : e];
        if (csr.release != nullptr) csr.release(csr.release_arg);
        return m;
    }
    static void matrix_export_csr(mergus_context&, const mergus_matrix&, mergus_csr&) {
        throw Error(Code::not_implemented, "export");
    }
    static void matrix_move_csr(mergus_context&, mergus_matrix&, mergus_csr&) {
        throw Error(Code::not_implemented, "move");
    }
    static void matrix_build(mergus_context&, const mergus_matrix_build_args& a) {
        need_double(a.value_type);
        for (std::uint64_t e = 0; e < a.nvals; ++e)
            a.matrix->entries[{a.rows[e], a.cols[e]}] = static_cast<const double*>(a.values)[e];
    }
    static void matrix_extract_tuples(mergus_context&, const mergus_matrix_extract_tuples_args& a) {
        std::uint64_t e = 0;
        for (const auto& [place, value] : a.matrix->entries) {
            if (a.rows != nullptr) a.rows[e] = place.first;
            if (a.cols != nullptr) a.cols[e] = place.second;
            if (a.values != nullptr) static_cast<double*>(a.values)[e] = value;
            ++e;
        }
    }
    static void transpose(mergus_context&, const mergus_call& call) {
        if (call.mask != nullptr || call.accum != nullptr || call.descriptor != 0)
            throw Error(Code::not_implemented, "no mask, accumulator or descriptor");
        mergus_matrix T{call.C->type, call.C->nrows, call.C->ncols};
        for (const auto& [place, value] : call.A->entries) T.entries[{place.second, place.first}] = value;
        *call.C = std::move(T);
    }
    static const void* extension(std::string_view) { return nullptr; }
};

} // namespace

MERGUS_EXPORT_BACKEND(Backend)
