/// \file arrow_edges.hpp
/// What readers of streams of Arrow share.
#pragma once

#include "edge_columns.hpp"

#include <mergus/arrow.hpp>
#include <mergus/error.hpp>

#include <cerrno>
#include <optional>
#include <string>

namespace mergus::core {

/// Calls `release` of the C interface, which sets itself to null.
template <class Resource>
class Released {
public:
    explicit Released(Resource& resource) : resource_(resource) {}
    Released(const Released&) = delete;
    Released& operator=(const Released&) = delete;
    ~Released() {
        if (resource_.release != nullptr) resource_.release(&resource_);
    }

private:
    Resource& resource_;
};

/// For an error of a stream, a value of errno.
inline Code code_of(int error) {
    return error == ENOMEM ? Code::out_of_memory : Code::io_error;
}

/// The names of the columns of a stream, which stays open. \param where begins messages. \throws Error as
/// read_arrow
ColumnNames arrow_columns(ArrowArrayStream& stream, const std::string& where);

/// The columns that the options ask for. \throws Error invalid_value
inline EdgeColumns arrow_edge_columns(const ColumnNames& names, const ArrowOptions& options,
                                      const std::string& where) {
    return edge_columns(where, {names, true, options.source, options.target, options.weight});
}

/// As read_arrow, with messages that begin with `where`. \param chosen the columns, instead of those of the
/// options
NamedEdges read_arrow_edges(ArrowArrayStream& stream, const ArrowOptions& options, const std::string& where,
                            const std::optional<EdgeColumns>& chosen = {});

} // namespace mergus::core
