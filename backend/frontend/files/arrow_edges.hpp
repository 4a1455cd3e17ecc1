/// \file arrow_edges.hpp
/// What readers of streams of Arrow share.
#pragma once

#include <mergus/arrow.hpp>

#include <string>
#include <vector>

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

/// The names of the columns of a stream, which stays open. \param where begins messages. \throws Error as
/// read_arrow
std::vector<std::string> arrow_columns(ArrowArrayStream& stream, const std::string& where);

/// As read_arrow, with messages that begin with `where`.
NamedEdges read_arrow_edges(ArrowArrayStream& stream, const ArrowOptions& options, const std::string& where);

} // namespace mergus::core
