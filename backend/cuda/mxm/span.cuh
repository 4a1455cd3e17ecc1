// span.cuh: the columns that a row of a product can have, from the first to the last.

namespace mergus {

struct Span {
    unsigned low, width; // width: all ones if it is not known, or more than that
};

} // namespace mergus
