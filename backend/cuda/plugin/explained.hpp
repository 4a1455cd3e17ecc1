/// \file explained.hpp
/// How the operands of a call are stored, for its report: which are iso, and whose kept transpose or row
/// degrees were used.
#pragma once

#include "objects/matrix.hpp"

#include <mergus/plugin.h>

#include <string>

namespace mergus::cuda {

/// How the operands of the running call are stored, for its report.
struct StorageNote : State {
    std::string text;
};

/// Reads the operands before the call, whose result may replace them.
class OperandStorage {
public:
    explicit OperandStorage(const mergus_call& call);
    /// After the call. "A iso, transpose of B kept, C iso", or empty.
    [[nodiscard]] std::string text(const Context& context) const;

private:
    struct Operand {
        char name = 0;
        const Matrix* matrix = nullptr;
        bool iso = false;
        bool had_transpose = false;
        bool had_degrees = false;
        std::shared_ptr<DerivedCache> cache;
    };
    Operand operands_[2];
    const Matrix* C_;
};

/// An operation of the table. What was derived from operands that a captured graph may have changed is given
/// up first. If the call has a report, the storage of the operands is noted for it.
template <void (*Operation)(Context&, const mergus_call&)>
void explained(Context& context, const mergus_call& call) {
    invalidate_captured(call);
    if (call.report == nullptr) return Operation(context, call);
    const OperandStorage storage(call);
    Operation(context, call);
    context.state<StorageNote>().text = storage.text(context);
}

} // namespace mergus::cuda
