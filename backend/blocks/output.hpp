/// \file output.hpp
/// The blocks of a result: each is computed by calls of the local backend with the same mask, accumulator and
/// descriptor, and all replace the old blocks together.
#pragma once

#include "gather.hpp"

#include <exception>
#include <functional>
#include <vector>

namespace mergus::blocks {

/// How C is cut while a call runs.
struct OutputCuts {
    Cuts rows, cols;
    bool recut = false;        ///< cut the result again by its entries, as it was computed in one piece
    bool in_turn = false;      ///< any device computes any block
    std::uint64_t largest = 0; ///< bytes of a block, beyond which BlockTooLarge is thrown; 0: any
    /// Of a vector from the rows of a matrix: a part is computed by these, and put together, so that blocks
    /// of the matrix need not be.
    Cuts finer{};
};

/// A block of the result would be `factor` times as large as the memory for it. C is unchanged.
struct BlockTooLarge : std::exception {
    explicit BlockTooLarge(std::uint64_t f) : factor(f) {}
    std::uint64_t factor;
};

/// The cuts of one of the matrices, that of the most entries. Those marked are read transposed.
struct Candidate {
    const mergus_matrix* matrix;
    bool transposed = false;
};
OutputCuts cuts_like(std::initializer_list<Candidate> candidates);
/// In one piece.
OutputCuts uncut(const mergus_matrix& C);

/// A block of C while it is computed.
class Region {
public:
    Region(mergus_context& context, Cache& cache, const mergus_call& given, const Range& rows,
           const Range& cols)
        : context(context), cache(cache), rows(rows), cols(cols), given_(given) {}

    mergus_context& context;
    Cache& cache; ///< of the device that computes it
    Range rows, cols;

    [[nodiscard]] Shape shape() const { return {rows.count, cols.count, given_.C->is_vector}; }
    /// The entries of an operand at rows × cols of C, or cols × rows if it is transposed.
    [[nodiscard]] LocalPtr operand(const mergus_matrix& M, bool transposed = false) const {
        return gather(context, cache, M, transposed ? cols : rows, transposed ? rows : cols);
    }
    /// Runs the operation on this block of C, with the call's mask, accumulator and descriptor. `inputs` has
    /// the operation's other members; its descriptor has bits of transposes.
    void run(mergus_operation mergus_backend::*operation, const char* name, mergus_call inputs);
    /// C<mask> ⊙= T, or T' if it is transposed. T is of this shape.
    void write(const LocalPtr& T, bool transposed = false);

    /// The operation on a matrix of this device, with the mask and accumulator of `inputs`.
    void run_into(const LocalPtr& T, mergus_operation mergus_backend::*operation, const char* name,
                  mergus_call inputs);
    /// Leaves the block as it is.
    void keep() {
        if (needs_old) C = operand(*given_.C);
    }
    /// The mask at this block, or null.
    LocalPtr mask();
    /// Called before the first operation: starts the copies of what the next block needs, which overlap it.
    std::function<void()> ahead;

    LocalPtr C;             ///< null: without entries, and not written yet
    bool needs_old = false; ///< the block starts with its old entries

private:
    LocalPtr target();
    void report_and_run(mergus_operation mergus_backend::*operation, const char* name, mergus_call& call);

    const mergus_call& given_;
    LocalPtr mask_;
};

/// The parts of operands that a block of C needs: first, or all.
using PartsOf = std::function<std::vector<Part>(const Region&, bool all)>;

/// Drops at its end the parts that a call has kept.
class KeptParts {
public:
    explicit KeptParts(mergus_context& context) : context_(context) {}
    KeptParts(const KeptParts&) = delete;
    KeptParts& operator=(const KeptParts&) = delete;
    ~KeptParts() {
        for (Cache& cache : context_.caches) cache.drop_kept();
    }

private:
    mergus_context& context_;
};

/// Computes each block of C by `body` and replaces C's blocks.
/// \param keeps_old C's old entries are read where there is neither mask nor accumulator, too
/// \param parts_of for copies ahead; null: the parts at the place of the block, of operands of C's shape
void compute(mergus_context& context, const mergus_call& call, const OutputCuts& cuts, bool keeps_old,
             const std::function<void(Region&)>& body, const PartsOf& parts_of = nullptr);

/// The members of a call that are neither objects nor part of the write to C.
mergus_call inputs_of(const mergus_call& call);

inline bool has(const mergus_call& call, std::uint32_t bit) {
    return (call.descriptor & bit) != 0;
}

} // namespace mergus::blocks
