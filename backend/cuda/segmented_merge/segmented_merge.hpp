/// \file segmented_merge.hpp
/// The segmented merge: for the table, and for other operations.
#pragma once

#include "objects/context.hpp"

namespace mergus::cuda {

/// The entry of the table.
void segmented_merge(Context& context, const mergus_segmented_merge_args& args);

/// Merges keys alone, out of place and without a monoid, and writes the position in the input of each key to
/// values_out: numbers of 32 bits, for up to 2^32 keys. A step of other operations, for arrays on the device
/// and correct offsets.
class MergePositions {
public:
    MergePositions(Context& context, bool wide_keys) : context_(context), wide_keys_(wide_keys) {}
    void kernels(KernelRequests& list) const;
    /// Waits once.
    void run(const mergus_segmented_merge_args& args) const;

private:
    Context& context_;
    bool wide_keys_;
};

} // namespace mergus::cuda
