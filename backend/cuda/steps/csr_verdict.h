// csr_verdict.h: faults, and the first faults of compressed rows, as one text for the host and the kernels.
// The host includes <cstdint> first.
#ifndef MERGUS_OPS_CSR_VERDICT_H
#define MERGUS_OPS_CSR_VERDICT_H

namespace mergus {

constexpr uint64_t no_fault = ~uint64_t(0);

// The positions of the first faults, no_fault where there is none, and the numbers of the first bad offset or
// column: the number, the one before it, its row.
struct CsrVerdict {
    uint64_t offset; // position in ptr
    uint64_t entry;  // of the column
    uint64_t value;  // of the truth value
    uint64_t found, before, row;
};
static_assert(sizeof(CsrVerdict) == 48, "CsrVerdict: size");
static_assert(__builtin_offsetof(CsrVerdict, found) == 24, "CsrVerdict: found");

// Zero between launches.
struct CsrFaults {
    uint64_t found;       // 1 if an offset, a column or a truth value is out of its range
    uint64_t unexplained; // columns not above the one before, less those where rows begin, modulo 2^64
    uint64_t blocks;      // that have ended
};

} // namespace mergus

#endif
