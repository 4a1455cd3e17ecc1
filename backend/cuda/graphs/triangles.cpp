/// \file triangles.cpp
/// The number of triangles: the choice of a method (triangle_plan.hpp), and the extension's entry.
#include "operations.hpp"

#include "triangles_by_hubs.hpp"
#include "triangles_by_lists.hpp"

#include "steps/row_profile.hpp"

#include <cstring>
#include <string_view>

namespace mergus::cuda {

namespace {

template <class Method>
std::uint64_t triangles_by(Context& context, Method method) {
    compile_kernels(context, method);
    return method.run();
}

/// The method for A, which has entries. The profile of a matrix is found once; that waits for the device.
plan::Triangles method_for(Context& context, const Matrix& A) {
    const plan::GraphSize size{A.nrows, A.nvals, A.wide()};
    if (!plan::allows_hubs(size)) return plan::Triangles::lists;
    if (const auto method = forced<plan::TriangleChoice>(context).method; method != plan::Triangles::best)
        return method;
    if (!plan::may_have_hubs(size)) return plan::Triangles::lists;
    return plan::has_hubs(size, row_profile(context, A).longest) ? plan::Triangles::hubs
                                                                 : plan::Triangles::lists;
}

} // namespace

void count_triangles(Context& context, const mergus_call& call) {
    const Matrix& A = *call.A;
    std::uint64_t triangles = 0;
    if (A.nvals != 0) {
        const plan::Triangles method = method_for(context, A);
        triangles =
            method == plan::Triangles::hubs
                ? triangles_by(context, TrianglesByHubs(context, A, forced<plan::TriangleChoice>(context)))
                : triangles_by(context, TrianglesByLists(context, A));
        if (call.report != nullptr) {
            const std::string_view name = plan::triangle_names[static_cast<std::size_t>(method)];
            call.report->method[name.copy(call.report->method, sizeof call.report->method - 1)] = '\0';
        }
    }
    std::memcpy(call.result, &triangles, sizeof triangles);
}

} // namespace mergus::cuda
