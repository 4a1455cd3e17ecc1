/// \file problem.hpp
/// What is timed: an operation on matrices that all contestants get alike, and where those come from.
#pragma once

#include "host_csr.hpp"
#include "matrix_list.hpp"

#include <mergus/plugin.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::bench {

enum class Op { mxm, mxm_masked, transpose, tc, bfs, bfs64, rap_left, rap_right };

/// "mxm", "mxm-masked", …; rap stands for both of its orders.
std::string_view op_name(Op op);
std::vector<Op> parse_op(std::string_view name);

/// A semiring and the type of A and B.
struct Algebra {
    std::string name;
    const mergus_type* type = nullptr;
    const mergus_semiring* semiring = nullptr;

    /// Sums of products, which round differently in different orders; the others have one right result.
    [[nodiscard]] bool rounds() const { return name.ends_with("plus_times"); }
};

/// On bool or double where the semiring is defined there only. \throws Error invalid_value for an unknown
/// one.
Algebra parse_algebra(std::string_view semiring, std::string_view type);
std::vector<std::string> semiring_names();

struct Problem {
    Op op = Op::mxm;
    std::string matrix;
    Algebra algebra;
    std::vector<const HostCsr*> factors; ///< of the product, left to right; else the one matrix
    std::vector<std::uint64_t> sources;  ///< of a search
    std::uint64_t products = 0;

    [[nodiscard]] bool is_product() const {
        return op == Op::mxm || op == Op::mxm_masked || op == Op::rap_left || op == Op::rap_right;
    }
    [[nodiscard]] bool is_graph() const { return op == Op::tc || op == Op::bfs || op == Op::bfs64; }
    /// Things done in one call, of which a row tells the mean.
    [[nodiscard]] unsigned parts() const { return op == Op::bfs ? static_cast<unsigned>(sources.size()) : 1; }
};

/// The matrices of a problem, each once, and which of them each factor is: A·A is one matrix given twice.
struct DistinctFactors {
    explicit DistinctFactors(const std::vector<const HostCsr*>& factors);
    std::vector<const HostCsr*> matrices;
    std::vector<std::size_t> places; ///< in matrices, of every factor
};

/// One matrix of the list with all that is derived from it, each made when first needed and once.
class Inputs {
public:
    /// \param as_float values are rounded to fp32
    Inputs(MatrixEntry entry, bool as_float) : entry_(std::move(entry)), as_float_(as_float) {}

    /// Why the operation cannot be done with this matrix, or nothing. \throws Error if it cannot be read.
    std::string refusal(Op op);
    Problem problem(Op op, const Algebra& algebra);

private:
    const HostCsr& matrix();
    const HostCsr& other_factor();
    const HostCsr& graph();
    void make_aggregation();

    MatrixEntry entry_;
    bool as_float_;
    std::unique_ptr<HostCsr> matrix_, transposed_, graph_, restriction_, prolongation_;
    std::map<Op, std::uint64_t> products_;
};

} // namespace mergus::bench
