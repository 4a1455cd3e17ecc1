/// \file operands.hpp
/// Operands of the set `operations` on a context, and helpers for its records. Each operand is made once.
#pragma once

#include "inputs.hpp"
#include "operation.hpp"
#include "problem.hpp"

#include <mergus/mergus.hpp>

#include <map>
#include <utility>

namespace mergus::bench {

/// Bytes of the arrays: the smallest of a list, a bitmap and a full vector.
double bytes(const AnyMatrix& matrix);
double bytes(const AnyVector& vector);
/// Without the values.
double pattern_bytes(const AnyMatrix& matrix);

class Operands {
public:
    Operands(Context own, OperationInputs& host_inputs) : context(std::move(own)), host(host_inputs) {}

    /// The matrix of the row, with values in `type`.
    const AnyMatrix& A(const mergus_type* type = type_of<double>());
    /// A'.
    const AnyMatrix& At(const mergus_type* type = type_of<double>());
    /// The pattern of A, half its values.
    const AnyMatrix& twin();
    /// Its pattern, with all values equal.
    const AnyMatrix& iso();
    /// diag(u).
    const AnyMatrix& diagonal();
    /// A full vector.
    const AnyVector& u(const mergus_type* type = type_of<double>());
    /// 1 % of the entries, and 10 %.
    const AnyVector& sparse();
    const AnyVector& mask();
    /// The vectors of the row.
    const AnyVector& first();
    const AnyVector& second();

    std::uint64_t n() { return host.size(); }
    AnyMatrix new_matrix(const mergus_type* type = type_of<double>()) { return {context, type, n(), n()}; }
    AnyVector new_vector(const mergus_type* type = type_of<double>()) { return {context, type, n()}; }

    Context context; // NOLINT: an aggregate with operands that are made on demand
    OperationInputs& host;

private:
    std::map<std::pair<int, const mergus_type*>, AnyMatrix> matrices_;
    std::map<std::pair<int, const mergus_type*>, AnyVector> vectors_;
};

/// The indices from `begin`, by `step`, `count` of them.
std::vector<std::uint64_t> stride(std::uint64_t begin, std::uint64_t step, std::uint64_t count);

/// A call whose output is C, without reset.
template <class Object, class Run>
Call call_into(Object C, double read, Run run) {
    using Any = std::conditional_t<std::is_base_of_v<AnyMatrix, Object>, AnyMatrix, AnyVector>;
    Call call;
    call.result = static_cast<Any&&>(C);
    call.read = read;
    call.run = [run = std::move(run)](Call::Result& result) { run(std::get<Any>(result)); };
    return call;
}

/// A call that changes its output, which is a copy of `start` before each call.
template <class Run>
Call call_on_copy(const AnyMatrix& start, double read, Run run) {
    Call call = call_into(start.dup(), read, std::move(run));
    call.reset = [&start](Call::Result& result) {
        result = AnyMatrix(); // its memory is free before the copy is made
        result = start.dup();
    };
    return call;
}

/// A call with a number as its result.
template <class Run>
Call call_for_number(double read, Run run) {
    Call call;
    call.result = 0.0;
    call.read = read;
    call.run = [run = std::move(run)](Call::Result& result) { result = run(); };
    return call;
}

/// The result is a part of an operand.
inline Call copying(Call call) {
    call.moves = 2;
    return call;
}

} // namespace mergus::bench
