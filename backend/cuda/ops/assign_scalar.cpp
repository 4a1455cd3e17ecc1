/// \file assign_scalar.cpp
/// assign_scalar: C<mask>(rows, cols) ⊙= a scalar. The result before the write is the scalar at the admitted
/// entries of the region if the mask is not complemented, otherwise the scalar in the whole region.
#include "operations.hpp"
#include "steps/compact.hpp"
#include "steps/fill.hpp"
#include "steps/identity.hpp"
#include "steps/index_list.hpp"
#include "steps/iso.hpp"
#include "steps/write_result.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace mergus::cuda {

namespace {

/// The scalar at the true entries of a mask that are in the region.
class ScalarUnderMask {
public:
    ScalarUnderMask(Context& context, const mergus_call& call, const IndexList& rows, const IndexList& cols,
                    const mergus_type* type, bool iso)
        : context_(context), mask_(*call.mask), scalar_(call.scalar), type_(type), iso_(iso),
          fill_(context, type), lists_{rows.sorted(), cols.sorted()} {
        const bool structure = (call.descriptor & MERGUS_DESC_STRUCTURE) != 0;
        if (rows.all() && cols.all() && structure) return; // the mask's pattern
        EntryTest test;
        test.bindings.line("namespace mergus { struct RegionLists; } typedef mergus::RegionLists Y_value;")
            .truth("truth", mask_.type, structure)
            .constant("has_row_list", !rows.all())
            .constant("has_col_list", !cols.all());
        test.in_region = true;
        test.needs_row = !rows.all();
        test.y = &lists_;
        test.y_size = sizeof lists_;
        select_.emplace(context, mask_, test, type, scalar_, iso);
    }
    ScalarUnderMask(const ScalarUnderMask&) = delete; // select_ refers to lists_
    ScalarUnderMask& operator=(const ScalarUnderMask&) = delete;

    void kernels(KernelRequests& requests) const {
        if (select_)
            select_->kernels(requests);
        else
            fill_.kernels(requests);
    }

    [[nodiscard]] Matrix run() const {
        if (select_) return select_->run(mask_);
        Matrix T = copy_of_pattern(context_, mask_, type_);
        if (iso_ && may_be_iso(T)) {
            set_one_value_of_host(context_, T, scalar_);
            return T;
        }
        T.val = Buffer(context_.device, mask_.nvals * type_->size);
        fill_.run(scalar_, T.val, T.nvals);
        return T;
    }

private:
    Context& context_;
    const Matrix& mask_;
    const void* scalar_;
    const mergus_type* type_;
    bool iso_; ///< the result may be stored as one value
    FillValues fill_;
    RegionLists lists_;
    std::optional<SelectEntries> select_; ///< unless the entries are those of the mask
};

KernelRequest block_kernel(const char* entry, const MatrixShape& C) {
    Bindings bindings;
    bindings.index("Index", C.wide());
    return {"ops/region.cuh", entry, std::move(bindings)};
}

/// The scalar in the whole region: a full block.
class ScalarBlock {
public:
    ScalarBlock(Context& context, const mergus_call& call, const IndexList& rows, const IndexList& cols,
                const mergus_type* type, bool iso)
        : context_(context), C_(*call.C), scalar_(call.scalar), type_(type), iso_(iso), rows_(rows),
          cols_(cols), height_(rows.size()), width_(cols.size()), offsets_(block_kernel("block_offsets", C_)),
          columns_(block_kernel("block_columns", C_)), fill_(context, type), identity_(context, C_.ncols) {
        if (width_ != 0 && height_ > (UINT64_MAX / 64) / width_)
            throw Error(Code::out_of_memory,
                        fmt::format("a full region of {} x {} entries", height_, width_));
    }

    void kernels(KernelRequests& requests) const {
        if (height_ * width_ == 0) return;
        fill_.kernels(requests);
        if (whole_vector()) return identity_.kernels(requests);
        requests.push_back(offsets_);
        requests.push_back(columns_);
    }

    [[nodiscard]] Matrix run() const {
        if (height_ * width_ == 0) return empty_matrix(context_, type_, C_.nrows, C_.ncols);
        Device& device = context_.device;
        if (whole_vector()) {
            Buffer values(device, width_ * type_->size);
            fill_.run(scalar_, values, width_);
            return identity_.vector(type_, std::move(values));
        }
        Matrix T = raw_pattern(context_, type_, C_.nrows, C_.ncols, height_ * width_,
                               Array<std::uint64_t>(device, C_.nrows + 1));
        const Dim3 block{block_threads};
        device.launch(context_.jit.kernel(offsets_), grid_for(context_, C_.nrows + 1, block_threads), block,
                      0, rows_.sorted(), C_.nrows, width_, T.ptr.data());
        device.launch(context_.jit.kernel(columns_), grid_for(context_, T.nvals, block_threads), block, 0,
                      cols_.sorted(), T.nvals, static_cast<const void*>(T.col.data()));
        if (iso_ && !C_.is_vector) {
            set_one_value_of_host(context_, T, scalar_);
            return T;
        }
        T.val = Buffer(device, T.nvals * type_->size);
        fill_.run(scalar_, T.val, T.nvals);
        return T;
    }

private:
    [[nodiscard]] bool whole_vector() const noexcept { return C_.is_vector && cols_.all(); }

    Context& context_;
    const Matrix& C_;
    const void* scalar_;
    const mergus_type* type_;
    bool iso_; ///< the result may be stored as one value
    const IndexList& rows_;
    const IndexList& cols_;
    std::uint64_t height_, width_;
    KernelRequest offsets_, columns_;
    FillValues fill_;
    IdentityColumns identity_;
};

} // namespace

void assign_scalar(Context& context, const mergus_call& call) {
    const CallLists lists(context, call, *call.C);
    const IndexList &rows = lists.rows, &cols = lists.cols;
    const mergus_type* type = context.intern(call.scalar_type);
    OutputSpec how = OutputSpec::of(call);
    how.region = region_of(rows, cols);
    how.t_is_masked = call.mask != nullptr && !how.complement;
    how.t_fills_mask = how.t_is_masked && rows.all() && cols.all();
    const WriteResult write(context, *call.C, type, how);
    if (how.t_is_masked) {
        const ScalarUnderMask scalar(context, call, rows, cols, type, write.takes_over());
        compile_kernels(context, scalar, write);
        write.run(scalar.run());
    } else {
        const ScalarBlock scalar(context, call, rows, cols, type, write.takes_over());
        compile_kernels(context, scalar, write);
        write.run(scalar.run());
    }
}

} // namespace mergus::cuda
