/// \file index_list.hpp
/// An index list of assign or extract on the device.
#pragma once

#include "combine.hpp"
#include "objects/matrix.hpp"

namespace mergus::cuda {

enum class IndexOrder {
    consecutive, ///< first, first + 1, …
    sorted,      ///< increasing, possibly with repetitions
    none,
};

class IndexList {
public:
    /// \param list `count` indices on the host; null stands for all indices. \throws Error
    /// index_out_of_bounds if one is not below the limit
    IndexList(Context& context, const std::uint64_t* list, std::uint64_t count, std::uint64_t limit);

    /// Whether the list stands for all indices.
    [[nodiscard]] bool all() const noexcept { return list_ == nullptr; }
    [[nodiscard]] std::uint64_t size() const noexcept { return count_; }
    [[nodiscard]] IndexOrder order() const noexcept { return order_; }
    /// The indices in the order given. Copied to the device at the first use, unless they are consecutive.
    [[nodiscard]] IndexSet given() const;
    /// The same as an array, for all lists but the one of all indices.
    [[nodiscard]] const std::uint64_t* array() const;
    /// The indices in increasing order. Sorts at the first use.
    [[nodiscard]] IndexSet sorted() const;
    /// The position in the given list of each sorted index; null if the list is sorted.
    [[nodiscard]] const std::uint64_t* positions() const;

private:
    void sort() const;
    [[nodiscard]] bool is_consecutive() const;
    [[nodiscard]] bool may_be_packed() const noexcept;
    void pack();

    Context& context_;
    const std::uint64_t* list_; ///< the caller's
    std::uint64_t count_, limit_;
    IndexOrder order_ = IndexOrder::consecutive;
    mutable Array<std::uint32_t> packed_; ///< the list, until given_ is asked for
    mutable Array<std::uint64_t> given_, sorted_, positions_;
};

/// The lists of a call, for rows and columns as they are stored: the call's `rows` are columns of a vector.
struct CallLists {
    /// \param whole the rows and columns that the lists are of: those of A for extract, of C for assign.
    CallLists(Context& context, const mergus_call& call, const MatrixShape& whole)
        : rows(context, call.C->is_vector ? nullptr : call.rows, call.nrows, whole.nrows),
          own_cols(context,
                   is_one_list(call, whole) ? nullptr
                   : call.C->is_vector      ? call.rows
                                            : call.cols,
                   call.C->is_vector ? call.nrows : call.ncols, whole.ncols),
          cols(is_one_list(call, whole) ? rows : own_cols) {}
    CallLists(const CallLists&) = delete; // cols refers to a member
    CallLists& operator=(const CallLists&) = delete;

    IndexList rows;

private:
    /// Whether rows and columns have the same array of the caller.
    static bool is_one_list(const mergus_call& call, const MatrixShape& whole) noexcept {
        return !call.C->is_vector && call.rows == call.cols && call.nrows == call.ncols &&
               whole.nrows == whole.ncols;
    }
    IndexList own_cols; ///< unused if there is one list

public:
    const IndexList& cols; ///< the same object as `rows` for one list
};

/// The region of two lists, which must outlive it.
[[nodiscard]] Region region_of(const IndexList& rows, const IndexList& cols);

} // namespace mergus::cuda
