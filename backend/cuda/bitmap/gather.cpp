/// \file gather.cpp
#include "gather.hpp"

#include "bitmap/bitmap_forms.hpp"
#include "bitmap/convert.hpp"
#include "bitmap/counted_launch.hpp"
#include "objects/report.hpp"
#include "steps/index_list.hpp"

#include <utility>

namespace mergus::cuda {

namespace {

KernelRequest gather_kernel(const mergus_type* type) {
    return {"bitmap/gather.cuh", "gather_bitmap", KernelKey{type, 0u}, [type] {
                Bindings bindings;
                bindings.type("Value", type);
                return bindings;
            }};
}

/// u(list), as bitmaps.
Bitmap gathered(Context& context, Conversions& conversions, const Matrix& u, const IndexList& list,
                const MatrixShape& shape) {
    const Kernel& kernel = context.jit.kernel(gather_kernel(u.type));
    const Bitmap& from = conversions.bitmap(u);
    Bitmap made = raw_bitmap(context, shape);
    const CountedLaunch counted(context, made);
    launch_counted(context.device, counted, made, kernel,
                   grid_for(context, Bitmap::words_of(shape.ncols) * 32, block_threads), {block_threads},
                   static_cast<const std::uint32_t*>(from.bits.data()),
                   static_cast<const void*>(from.val.data()), list.array(), shape.ncols, made.bits.data(),
                   static_cast<const void*>(made.val.data()));
    return made;
}

} // namespace

bool extract_bitmap(Context& context, const mergus_call& call) {
    if (call.rows == nullptr && call.cols == nullptr) return copy_bitmap(context, call);
    Matrix& C = *call.C;
    const Matrix& u = *call.A;
    if (!C.is_vector || !u.is_vector || call.rows == nullptr || call.nrows == 0 || u.ncols == 0 ||
        !may_be_bitmap(context, C) || !may_be_bitmap(context, u) ||
        (call.mask != nullptr && !may_be_bitmap(context, *call.mask)))
        return false;
    const MatrixShape shape{u.type, C.nrows, C.ncols};
    if (!may_be_bitmap(context, shape)) return false;
    const IndexList list(context, call.rows, call.nrows, u.ncols);
    if (call.mask == nullptr && call.accum == nullptr && C.type == u.type) {
        report_method(call.report, "gather_on_bitmaps");
        Conversions conversions(context);
        Bitmap made = gathered(context, conversions, u, list, shape);
        conversions.keep();
        C.set_bitmap(std::move(made));
        return true;
    }
    Matrix T;
    T.type = u.type;
    T.nrows = C.nrows;
    T.ncols = C.ncols;
    T.is_vector = true;
    {
        Conversions conversions(context);
        T.set_bitmap(gathered(context, conversions, u, list, shape));
        conversions.keep();
    }
    mergus_call copy = call;
    mergus_matrix source(std::move(T));
    copy.A = &source;
    copy.rows = nullptr;
    copy.nrows = 0;
    return copy_bitmap(context, copy);
}

} // namespace mergus::cuda
