/// \file method_rows.hpp
/// Operands that suit each method of mxm's table, and each accumulator of its last method, for the tests that
/// run over all of them.
#pragma once

#include "product_testing.hpp"

#include <vector>

namespace mergus::tests {

/// By structure and by value, and their complements.
inline const std::vector<Descriptor> every_mask = {DESC_S, {}, DESC_S | DESC_C, DESC_C};

struct MethodRow {
    /// The first word of `said` is the method's name, or the accumulator's.
    Method method;
    Operands (*make)(const mergus_type* a, const mergus_type* b);
    std::vector<Descriptor> masks{}; ///< whose products it makes: among those of every_mask
    bool any_order = false;          ///< refuses sums in the order of k
    bool widest = false;             ///< takes values of 72 bytes
    bool slots = false;              ///< other code for sums in any order, by the width of the value
    bool by_column = false;          ///< takes time or memory for each column of B
    bool only_these = false;         ///< other operands of the same kind may be for another method

    /// With a mask for methods that make products under a normal mask alone.
    [[nodiscard]] Operands operands(const mergus_type* type = type_of<double>()) const {
        return make(type, type);
    }
    /// The same pattern with numbers from 1 to 9, whose sums are exact in any order.
    [[nodiscard]] Operands small_numbers(const mergus_type* type = type_of<double>()) const;
    [[nodiscard]] bool needs_mask() const { return operands().M.has_value(); }
    [[nodiscard]] Descriptor how() const { return needs_mask() ? DESC_S : Descriptor{}; }
    /// A semiring whose sums show a term that is lost, and the order of the terms if the method keeps it; and
    /// operands for it.
    [[nodiscard]] const AnySemiring& probe() const;
    [[nodiscard]] Operands probed() const { return any_order ? small_numbers() : operands(); }
};

/// At least one for each record of product_methods::all and of accumulators::all.
const std::vector<MethodRow>& method_rows();

/// A product by the method of the row.
inline void check(const MethodRow& row, const AnySemiring& semiring, const Operands& operands,
                  Descriptor how = {}, Used used = Used::yes) {
    check(row.method, semiring, operands, how | row.how(), used);
}

} // namespace mergus::tests
