/// \file in_place.cpp
/// Assigns of a few entries, written into the arrays of C.
#include "in_place.hpp"

#include "operations.hpp"

#include <cstring>
#include <vector>

namespace mergus::suitesparse {

namespace {

/// Elements of C for an entry of M, from which on a write costs less than a copy of C, which GraphBLAS makes
/// with several threads.
constexpr GrB_Index least_ratio = 8;

/// The arrays of a full or bitmap collection that owns them, taken out during the lifetime. Putting them back
/// allocates nothing, so it cannot fail.
class DenseArrays {
public:
    explicit DenseArrays(Collection C) : C_(C), full_(form_of(C) == GxB_FULL) {
        const GrB_Matrix matrix = C.matrix();
        const GrB_Vector vector = C.vector();
        GrB_Info info = GrB_SUCCESS;
        if (full_)
            info = C.is_vector() ? GxB_Vector_unpack_Full(vector, &values, &values_size_, &iso, nullptr)
                                 : GxB_Matrix_unpack_FullR(matrix, &values, &values_size_, &iso, nullptr);
        else
            info = C.is_vector() ? GxB_Vector_unpack_Bitmap(vector, &present, &values, &present_size_,
                                                            &values_size_, &iso, &nvals, nullptr)
                                 : GxB_Matrix_unpack_BitmapR(matrix, &present, &values, &present_size_,
                                                             &values_size_, &iso, &nvals, nullptr);
        complete = info == GrB_SUCCESS;
    }
    DenseArrays(const DenseArrays&) = delete;
    DenseArrays& operator=(const DenseArrays&) = delete;
    ~DenseArrays() {
        if (values == nullptr) return;
        const GrB_Matrix matrix = C_.matrix();
        const GrB_Vector vector = C_.vector();
        if (full_)
            (void)(C_.is_vector() ? GxB_Vector_pack_Full(vector, &values, values_size_, iso, nullptr)
                                  : GxB_Matrix_pack_FullR(matrix, &values, values_size_, iso, nullptr));
        else
            (void)(C_.is_vector() ? GxB_Vector_pack_Bitmap(vector, &present, &values, present_size_,
                                                           values_size_, iso, nvals, nullptr)
                                  : GxB_Matrix_pack_BitmapR(matrix, &present, &values, present_size_,
                                                            values_size_, iso, nvals, nullptr));
    }

    std::int8_t* present = nullptr; ///< null if full
    void* values = nullptr;
    bool iso = false;
    GrB_Index nvals = 0; ///< of a bitmap
    bool complete = false;

private:
    Collection C_;
    bool full_;
    GrB_Index present_size_ = 0, values_size_ = 0;
};

/// The entries of M, as elements of a dense array and values.
struct Entries {
    std::vector<GrB_Index> elements;
    std::vector<std::max_align_t> values;

    /// \param with_values of M's type
    Entries(const mergus_matrix& M, bool with_values) : elements(nvals_of(M.store.get())) {
        const Collection mask = M.store.get();
        std::vector<GrB_Index> columns(mask.is_vector() ? 0 : elements.size());
        if (with_values) values.resize(elements.size() * M.type->size / sizeof(std::max_align_t) + 1);
        matrix_extract_tuples(M, elements.data(), mask.is_vector() ? nullptr : columns.data(),
                              with_values ? values.data() : nullptr, nullptr);
        const GrB_Index ncols = ncols_of(mask);
        for (std::size_t e = 0; e < columns.size(); ++e) elements[e] = elements[e] * ncols + columns[e];
    }
};

/// Whether the call and the forms of C and M are such.
bool suits(const mergus_call& call, const void* x) {
    constexpr std::uint32_t others = MERGUS_DESC_COMPLEMENT | MERGUS_DESC_REPLACE | MERGUS_DESC_TRAN0;
    if (call.mask == nullptr || call.accum != nullptr || call.rows != nullptr || call.cols != nullptr)
        return false;
    if ((call.descriptor & MERGUS_DESC_STRUCTURE) == 0 || (call.descriptor & others) != 0) return false;
    if (call.mask == call.C || call.C->store.lent()) return false;
    if (x == nullptr && (call.A != call.mask || call.A->type != call.C->type)) return false;
    const Collection C = call.C->store.get(), M = call.mask->store.get();
    if (C.is_vector() != M.is_vector()) return false;
    const std::int32_t form = form_of(C), mask_form = form_of(M);
    if ((form != GxB_FULL && form != GxB_BITMAP) || (mask_form != GxB_SPARSE && mask_form != GxB_HYPERSPARSE))
        return false;
    if (x == nullptr && iso(C)) return false;
    return nvals_of(M) <= nrows_of(C) * ncols_of(C) / least_ratio;
}

} // namespace

bool write_in_place(const mergus_context& context, const mergus_call& call, const void* x,
                    const char* method) {
    if (!suits(call, x)) return false;
    const std::size_t size = call.C->type->size;
    const Entries entries(*call.mask, x == nullptr);
    fill_report(context, call, call.C->store.get(), method, entries.elements.size());

    DenseArrays C(call.C->store.get());
    if (!C.complete) return false;
    if (C.iso && std::memcmp(C.values, x, size) != 0) return false;
    const auto* from = reinterpret_cast<const unsigned char*>(entries.values.data());
    auto* to = static_cast<unsigned char*>(C.values);
    for (std::size_t e = 0; e < entries.elements.size(); ++e) {
        const GrB_Index element = entries.elements[e];
        if (!C.iso) std::memcpy(to + element * size, x != nullptr ? x : from + e * size, size);
        if (C.present == nullptr || C.present[element] != 0) continue;
        C.present[element] = 1;
        ++C.nvals;
    }
    call.C->store.remember(Values::unknown);
    return true;
}

} // namespace mergus::suitesparse
