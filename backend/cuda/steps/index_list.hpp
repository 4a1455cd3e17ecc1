/// \file index_list.hpp
/// An index list of assign or extract on the device.
#pragma once

#include "combine.hpp"
#include "objects/matrix.hpp"

namespace mergus::cuda {

class IndexList {
public:
    /// \param list `count` indices on the host; null stands for all indices.
    IndexList(Context& context, const std::uint64_t* list, std::uint64_t count);

    /// Whether the list stands for all indices. The arrays are then empty, as they are for an empty list.
    [[nodiscard]] bool all() const noexcept { return all_; }
    [[nodiscard]] std::uint64_t size() const noexcept { return count_; }
    /// The indices in the order given. Copied to the device at the first use.
    [[nodiscard]] const std::uint64_t* given() const;
    /// Whether both are the same array of the caller.
    [[nodiscard]] bool same(const IndexList& other) const noexcept {
        return list_ == other.list_ && count_ == other.count_;
    }
    /// The indices in increasing order. Sorts at the first use.
    [[nodiscard]] const Array<std::uint64_t>& sorted() const;
    /// The position in the given list of each sorted index.
    [[nodiscard]] const std::uint64_t* positions() const;

private:
    void sort() const;

    Context& context_;
    const std::uint64_t* list_; ///< the caller's
    std::uint64_t count_;       ///< of the list; 0 for all indices
    bool all_;
    mutable Array<std::uint64_t> given_, sorted_, positions_;
};

/// The lists of a call, for rows and columns as they are stored: the call's `rows` are columns of a vector C.
struct CallLists {
    CallLists(Context& context, const mergus_call& call)
        : rows(context, call.C->is_vector ? nullptr : call.rows, call.nrows),
          cols(context, call.C->is_vector ? call.rows : call.cols,
               call.C->is_vector ? call.nrows : call.ncols) {}
    IndexList rows, cols;
};

/// The region of two lists, which must outlive it.
[[nodiscard]] Region region_of(const IndexList& rows, const IndexList& cols);

} // namespace mergus::cuda
