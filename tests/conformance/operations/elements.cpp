/// \file elements.cpp
/// Changes of C itself: elements that are set, removed and read one by one, and another shape.
#include "conformance/operations/data.hpp"
#include "conformance/operations/list.hpp"

#include <algorithm>

namespace mergus::conformance {

Extent resized(const Dimensions& d, bool vector) {
    return {d.k, vector ? 1 : (d.k + d.m) / 2};
}

const Operation elements_row = {
    .name = "elements",
    .operands = roles(role_C),
    .accumulates = false,
    .keeps_type = true,
    .tuples = true,
    .call =
        [](const BackendCall& call) {
            const Instance& given = call.instance;
            std::vector<std::max_align_t> value(16);
            const auto &i = given.tuple_rows, &j = given.tuple_cols;
            update_elements(
                given, [&](std::size_t e, const Scalar& x) { call.C.set_element(i[e], j[e], x); },
                [&](std::size_t e) { call.C.remove_element(i[e], j[e]); },
                [&](std::size_t e) {
                    return call.C.extract_element(i[e], j[e], value.data(), call.C.type());
                });
        },
    .reference =
        [](const ReferenceCall& call) {
            const Instance& given = call.instance;
            reference::Matrix C = call.C;
            for (std::size_t e = 0; e < given.tuple_values.size(); ++e) {
                C.entries.erase({given.tuple_rows[e], given.tuple_cols[e]});
                if (!removes_element(e))
                    C.set(given.tuple_rows[e], given.tuple_cols[e],
                          reference::cast(given.tuple_values[e], C.type));
            }
            return C;
        },
};

const Operation vector_elements_row =
    of_vectors(elements_row, "vector_elements", [](const BackendCall& call) {
        const Instance& given = call.instance;
        std::vector<std::max_align_t> value(16);
        const auto& i = given.tuple_rows;
        update_elements(
            given, [&](std::size_t e, const Scalar& x) { call.w.set_element(i[e], x); },
            [&](std::size_t e) { call.w.remove_element(i[e]); },
            [&](std::size_t e) { return call.w.extract_element(i[e], value.data(), call.w.type()); });
    });

const Operation resize_row = {
    .name = "resize",
    .operands = roles(role_C),
    .accumulates = false,
    .inner = true,
    .keeps_type = true,
    .call =
        [](const BackendCall& call) {
            const Extent extent = resized(call.instance.layout.dimensions, false);
            call.C.resize(extent.nrows, extent.ncols);
        },
    .reference =
        [](const ReferenceCall& call) {
            const Extent extent =
                resized(call.instance.layout.dimensions, call.instance.words.operation->vectors != 0);
            return reference::resize(call.C, extent.nrows, extent.ncols);
        },
};

const Operation vector_resize_row = of_vectors(resize_row, "vector_resize", [](const BackendCall& call) {
    call.w.resize(resized(call.instance.layout.dimensions, true).nrows);
});

} // namespace mergus::conformance
