/// \file dispatch.hpp
/// The boundary between operations on compressed rows and objects stored as bitmaps. Only here operands are
/// converted.
#pragma once

#include "bitmap/convert.hpp"

namespace mergus::cuda {

/// A call for an operation that reads and writes compressed rows alone. Operands get their rows, and C, if
/// the result depends on its entries; otherwise the operation writes an object in C's place.
class CallOnRows {
public:
    /// \param applies_mask the operation computes admitted entries only
    CallOnRows(Context& context, const mergus_call& call, bool applies_mask);
    CallOnRows(const CallOnRows&) = delete;
    CallOnRows& operator=(const CallOnRows&) = delete;

    [[nodiscard]] const mergus_call& call() const noexcept { return call_; }
    /// After success.
    void finish();

private:
    mergus_call call_;
    Conversions conversions_;
    Matrix* C_;
    std::optional<Matrix> result_; ///< in C's place
};

/// Describes the storage of a call's operands before it runs, if a report is asked for.
void report_storage(const mergus_call& call);

/// The operation, of a backend function's type, with operands as rows. \tparam applies_mask its result has
/// admitted entries only
template <void (*Operation)(Context&, const mergus_call&), bool applies_mask = false>
void on_rows(Context& context, const mergus_call& call) {
    CallOnRows rows(context, call, applies_mask);
    Operation(context, rows.call());
    rows.finish();
}

/// The operation on bitmaps where it can be, otherwise on rows.
template <bool (*OnBitmap)(Context&, const mergus_call&), void (*Operation)(Context&, const mergus_call&),
          bool applies_mask = false>
void on_bitmap_or_rows(Context& context, const mergus_call& call) {
    report_storage(call);
    if (!OnBitmap(context, call)) on_rows<Operation, applies_mask>(context, call);
}

} // namespace mergus::cuda
