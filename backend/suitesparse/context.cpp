/// \file context.cpp
/// Initialisation of GraphBLAS, thread limits of contexts, and matrices with arrays of the caller.
#include "context.hpp"

#include <mutex>

namespace mergus::suitesparse {

void initialise() {
    static std::once_flag once;
    std::call_once(once, [] {
        // INVALID_VALUE means that the program has already initialised GraphBLAS.
        const GrB_Info info = GrB_init(GrB_BLOCKING);
        if (info != GrB_INVALID_VALUE) check(info, "GrB_init");
    });
}

// ---- matrices with arrays of the caller

Store::Store(MatrixHandle empty, const Lender& lender) : matrix_(std::move(empty)) {
    GrB_Index* row_ptr = lender.row_ptr;
    GrB_Index* cols = lender.cols;
    void* values = lender.values;
    const GrB_Index nrows = nrows_of(matrix_.get());
    const GrB_Type type = [this] {
        GrB_Type found = nullptr;
        check(GxB_Matrix_type(&found, matrix_.get()), "GxB_Matrix_type");
        return found;
    }();
    std::size_t size = 0;
    check(GxB_Type_size(&size, type), "GxB_Type_size");
    check(GxB_Matrix_pack_CSR(matrix_.get(), &row_ptr, &cols, &values, (nrows + 1) * sizeof(GrB_Index),
                              lender.nvals * sizeof(GrB_Index), (lender.iso ? 1 : lender.nvals) * size,
                              lender.iso, false, nullptr),
          "GxB_Matrix_pack_CSR", matrix_.get());
    lender_ = lender;
    // Packing selects the sparse format. This setting keeps it, so that GraphBLAS does not convert the
    // arrays.
    const GrB_Info info = GxB_Matrix_Option_set_INT32(matrix_.get(), GxB_SPARSITY_CONTROL, GxB_SPARSE);
    if (info != GrB_SUCCESS) {
        (void)give_back();
        check(info, "GxB_Matrix_Option_set");
    }
}

Lender Store::give_back() noexcept {
    // Unlike other ways of extracting the arrays, this one allocates nothing, so it cannot fail.
    GrB_Matrix matrix = matrix_.release();
    GrB_Type type = nullptr;
    GrB_Index nrows = 0, ncols = 0, row_ptr_size = 0, cols_size = 0, values_size = 0;
    GrB_Index *row_ptr = nullptr, *cols = nullptr;
    void* values = nullptr;
    bool iso = false;
    (void)GxB_Matrix_export_CSR(&matrix, &type, &nrows, &ncols, &row_ptr, &cols, &values, &row_ptr_size,
                                &cols_size, &values_size, &iso, nullptr, nullptr);
    return std::exchange(lender_, {});
}

namespace {

void set_option(GrB_Matrix matrix, GxB_Option_Field field, std::int32_t value) {
    check(GxB_Matrix_Option_set_INT32(matrix, field, value), "GxB_Matrix_Option_set", matrix);
}

/// Full and bitmap formats are fast for dense vectors. But GrB_mxm of version 7.4.0 does not terminate for
/// full matrices without rows or without columns.
std::int32_t forms_for(GrB_Index nrows, GrB_Index ncols) {
    return nrows == 0 || ncols == 0 ? GxB_SPARSE | GxB_HYPERSPARSE : GxB_AUTO_SPARSITY;
}

} // namespace

MatrixHandle new_matrix(const Type& type, GrB_Index nrows, GrB_Index ncols) {
    MatrixHandle matrix;
    check(GrB_Matrix_new(matrix.put(), type.grb, nrows, ncols), "GrB_Matrix_new");
    set_option(matrix.get(), GxB_FORMAT, GxB_BY_ROW); // the program may have set another default
    set_option(matrix.get(), GxB_SPARSITY_CONTROL, forms_for(nrows, ncols));
    return matrix;
}

MatrixHandle duplicate(GrB_Matrix matrix) {
    MatrixHandle copy;
    check(GrB_Matrix_dup(copy.put(), matrix), "GrB_Matrix_dup");
    set_option(copy.get(), GxB_SPARSITY_CONTROL, forms_for(nrows_of(matrix), ncols_of(matrix)));
    return copy;
}

void finish(GrB_Matrix matrix) {
    check(GrB_Matrix_wait(matrix, GrB_MATERIALIZE), "GrB_wait", matrix);
}

GrB_Index nrows_of(GrB_Matrix matrix) {
    GrB_Index n = 0;
    check(GrB_Matrix_nrows(&n, matrix), "GrB_Matrix_nrows");
    return n;
}
GrB_Index ncols_of(GrB_Matrix matrix) {
    GrB_Index n = 0;
    check(GrB_Matrix_ncols(&n, matrix), "GrB_Matrix_ncols");
    return n;
}
GrB_Index nvals_of(GrB_Matrix matrix) {
    GrB_Index n = 0;
    check(GrB_Matrix_nvals(&n, matrix), "GrB_Matrix_nvals");
    return n;
}
std::uint64_t bytes_of(GrB_Matrix matrix) {
    std::size_t n = 0;
    check(GxB_Matrix_memoryUsage(&n, matrix), "GxB_Matrix_memoryUsage");
    return n;
}

// ---- threads

ThreadLimit::ThreadLimit(mergus_context& context, std::uint32_t descriptor) : context_(context) {
    context.one_thread = context.deterministic || (descriptor & MERGUS_DESC_DETERMINISTIC) != 0;
#if GxB_IMPLEMENTATION >= GxB_VERSION(8, 0, 0)
    if (engaged() != nullptr) check(GxB_Context_engage(engaged()), "GxB_Context_engage");
#endif
}

ThreadLimit::~ThreadLimit() {
#if GxB_IMPLEMENTATION >= GxB_VERSION(8, 0, 0)
    if (engaged() != nullptr) (void)GxB_Context_disengage(engaged());
#endif
    context_.one_thread = false;
}

} // namespace mergus::suitesparse

mergus_context::mergus_context(const mergus_context_options& options)
    // Floating-point sums depend on their distribution over GraphBLAS's threads.
    : threads(options.deterministic != 0 ? 1 : static_cast<int>(options.threads)),
      deterministic(options.deterministic != 0) {
    using mergus::suitesparse::check;
    for (std::uint32_t bits = 0; bits < descriptors.size(); ++bits) {
        check(GrB_Descriptor_new(descriptors[bits].put()), "GrB_Descriptor_new");
        const auto set = [&](std::uint32_t flag, auto field, auto value) {
            if ((bits & flag) != 0)
                check(GrB_Descriptor_set(descriptors[bits].get(), field, value), "GrB_Descriptor_set");
        };
        set(MERGUS_DESC_REPLACE, GrB_OUTP, GrB_REPLACE);
        set(MERGUS_DESC_STRUCTURE, GrB_MASK, GrB_STRUCTURE);
        set(MERGUS_DESC_COMPLEMENT, GrB_MASK, GrB_COMP); // combines with GrB_STRUCTURE
        set(MERGUS_DESC_TRAN0, GrB_INP0, GrB_TRAN);
        set(MERGUS_DESC_TRAN1, GrB_INP1, GrB_TRAN);
        set(64, GxB_AxB_METHOD, GxB_AxB_SAXPY);
#if GxB_IMPLEMENTATION < GxB_VERSION(8, 0, 0)
        if (const int limit = (bits & MERGUS_DESC_DETERMINISTIC) != 0 ? 1 : threads; limit > 0)
            check(GxB_Desc_set_INT32(descriptors[bits].get(), GxB_DESCRIPTOR_NTHREADS, limit),
                  "GxB_Desc_set");
#endif
    }
#if GxB_IMPLEMENTATION >= GxB_VERSION(8, 0, 0)
    const auto make = [](auto& made, int limit) {
        check(GxB_Context_new(made.put()), "GxB_Context_new");
        // The type of the option is an enumeration in some versions and int in others.
        const auto set = [&]<class Field>(GrB_Info (*set_int)(GxB_Context, Field, std::int32_t)) {
            return set_int(made.get(), static_cast<Field>(GxB_NTHREADS), limit);
        };
        check(set(&GxB_Context_set_INT32), "GxB_Context_set");
    };
    if (threads > 0) make(grb_context, threads);
    make(one_thread_context, 1);
#endif
}
