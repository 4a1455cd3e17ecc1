// column_span.h: the columns that a row of a product can have, as one text for the host and the kernels.
#ifndef MERGUS_MXM_COLUMN_SPAN_H
#define MERGUS_MXM_COLUMN_SPAN_H

namespace mergus {

struct ColumnSpan {
    uint32_t low;
    uint32_t width; // from the first to the last column; all ones if it is unknown or larger
};
static_assert(sizeof(ColumnSpan) == 8, "");

} // namespace mergus

#endif
