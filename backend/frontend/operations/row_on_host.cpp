/// \file row_on_host.cpp
#include "row_on_host.hpp"

#include <mergus/cast.hpp>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace mergus::core {

namespace {

constexpr std::string_view method = "copy on the host";

void cast_values(VectorEntries& entries, const mergus_type* to, const mergus_type* from) {
    std::vector<unsigned char> cast(entries.indices.size() * to->size);
    for (std::size_t e = 0; e < entries.indices.size(); ++e)
        cast_value(cast.data() + e * to->size, to, entries.values.data() + e * from->size, from);
    entries.values = std::move(cast);
}

} // namespace

bool row_on_host(const Operands& operands, const mergus_call& call) {
    MatrixState& w = *operands.C;
    const MatrixState& A = *operands.A;
    if (!A.host_entries.row_reads()->extracted()) return false;
    ExplainedCall explained(*w.context, "extract");
    std::optional<VectorEntries> row = A.host_entries.row(A, call.cols[0]);
    if (!row) return false;
    if (w.type != A.type) cast_values(*row, w.type, A.type);
    if (w.updates.whole() == nullptr) clear(w);
    w.updates.replace(std::move(*row));
    w.changed();
    w.becomes_row_of(A);
    if (mergus_report* const report = explained.report()) method.copy(report->method, method.size());
    explained.done(operands, call);
    return true;
}

} // namespace mergus::core
