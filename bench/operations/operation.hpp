/// \file operation.hpp
/// The rows of the set `operations`: a list of public operations on operands that exist, into an output that
/// exists. A row is a record of a table (elementwise.cpp, products.cpp, structure.cpp, movement.cpp,
/// vectors.cpp).
#pragma once

#include "competitor.hpp"
#include "inputs.hpp"

#include <mergus/context.hpp>
#include <mergus/matrix.hpp>
#include <mergus/vector.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mergus::bench {

class Operands;

/// A prepared call with its output. The operands belong to Operands.
struct Call {
    using Result = std::variant<AnyMatrix, AnyVector, double, HostTuples>;

    Result result;
    /// Bytes of operands that every algorithm must read, without those that are copied to the result.
    double read = 0;
    std::function<void(Result&)> run; ///< the timed part
    /// Before each call, not timed: gives the output its old content back, where the call changes it.
    std::function<void(Result&)> reset = {};
    /// After the last call, before its result is read and its bytes are counted.
    std::function<void(Result&)> finish = {};
    /// Times that the bytes of the result move: 2 where the call copies them from an operand.
    double moves = 1;
    /// Bytes to write, where they are not those of the whole result.
    std::optional<double> written = {};
};

struct OperationTraits {
    std::string type = "fp64"; ///< of the values
    std::string semiring = "plus_times";
    bool rounds = false;     ///< Correct results may differ by rounding.
    bool over_link = false;  ///< The bytes move between host and device.
    bool on_vectors = false; ///< The operands are two vectors in place of a matrix.
    unsigned factors = 1;    ///< As for narrowed() of wide_values.hpp, for structs.
};

struct Operation : OperationTraits {
    /// \param algebra of `type` and `semiring`
    using Prepare = Call (*)(Operands& x, const Algebra& algebra);
    std::string name;
    Prepare prepare;
};

class OperationTable {
public:
    void add(std::string name, OperationTraits traits, Operation::Prepare prepare) {
        rows_.push_back({std::move(traits), std::move(name), prepare});
    }
    void add(std::string name, Operation::Prepare prepare) { add(std::move(name), {}, prepare); }
    [[nodiscard]] const std::vector<Operation>& rows() const { return rows_; }

private:
    std::vector<Operation> rows_;
};

/// All rows. Names are unique.
const std::vector<Operation>& operations();
/// The named row, or null.
const Operation* find_operation(std::string_view name);

/// Each file of the table adds its rows.
void add_elementwise(OperationTable& rows);
void add_products(OperationTable& rows);
void add_structure(OperationTable& rows);
void add_movement(OperationTable& rows);
void add_vectors(OperationTable& rows);

/// Bytes that a call reads and writes at least. Matrices have 64-bit offsets and 32-bit columns.
struct CallBytes {
    double read = 0, written = 0;
};

/// A trial that knows these bytes. drop() is Call::reset.
class OperationTrial : public Trial {
public:
    /// After nvals().
    [[nodiscard]] virtual CallBytes bytes() const = 0;
};

/// The rows on one competitor and one matrix, or one pair of vectors.
class OperationTrials {
public:
    virtual ~OperationTrials() = default;
    /// Null if the competitor lacks the operation. The object outlives the trial. \throws Error
    virtual std::unique_ptr<OperationTrial> prepare(const Operation& operation) = 0;
};

/// A backend of Mergus. All trials use one context; what its matrices keep is given back before each.
std::unique_ptr<OperationTrials> mergus_operations(Context context, OperationInputs& inputs);

/// The first difference of two results, or empty. \param tolerance 0: none; otherwise of values, relative to
/// 1 + |value|
std::string fault_of_result(const Answer& got, const Answer& expected, double tolerance);

} // namespace mergus::bench
