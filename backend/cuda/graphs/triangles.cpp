/// \file triangles.cpp
/// The number of triangles: the table of methods, and the extension's entry.
#include "operations.hpp"

#include "objects/report.hpp"
#include "triangle_methods.hpp"

#include <array>
#include <charconv>
#include <cstring>

namespace mergus::cuda {

namespace triangle_methods {

// Each record stands at the end of its method's file.
extern const TriangleMethod hubs, lists;

namespace {
constexpr std::array in_order = {&hubs, &lists};
} // namespace
constexpr MethodTable<TriangleMethod> all(in_order);

} // namespace triangle_methods

namespace {

/// The number that the text begins with, which is removed; false if there is none.
bool take_number(std::string_view& text, std::uint32_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return error == std::errc{};
}

bool parse_sizes(std::string_view text, TriangleChoice& choice) {
    std::uint32_t bit_rows = 0;
    if (!take_number(text, choice.hubs) || !text.starts_with(',')) return false;
    text.remove_prefix(1);
    if (!take_number(text, bit_rows)) return false;
    choice.bit_rows = bit_rows;
    return text.empty() && choice.hubs < 65536 && bit_rows < 65536;
}

} // namespace

TriangleChoice TriangleChoice::parse(std::string_view text) {
    TriangleChoice choice;
    choice.read(variable, triangle_methods::all, text, "hubs:HUBS,BIT_ROWS (both below 65536), ",
                [&](const TriangleMethod& method, std::string_view sizes) {
                    return &method == &triangle_methods::hubs && parse_sizes(sizes, choice);
                });
    return choice;
}

namespace {

void count(Context& context, const mergus_call& call, std::uint32_t share, std::uint32_t shares) {
    std::uint64_t triangles = 0;
    if (call.A->nvals != 0) {
        const TriangleProblem problem{context, *call.A, share, shares};
        std::size_t next = 0;
        const auto method = start_next(triangle_methods::all, forced<TriangleChoice>(context), problem, next);
        compile_kernels(context, *method);
        triangles = method->run();
        report_method(call.report, triangle_methods::all[next - 1]->name);
    }
    std::memcpy(call.result, &triangles, sizeof triangles);
}

} // namespace

void count_triangles(Context& context, const mergus_call& call) {
    count(context, call, 0, 1);
}

void count_share_of_triangles(Context& context, const mergus_call& call) {
    if (call.nrows != 2 || call.rows[0] >= call.rows[1] || call.rows[1] > UINT32_MAX)
        throw Error(Code::invalid_value, "a share of the triangles needs its number and that of all shares");
    count(context, call, static_cast<std::uint32_t>(call.rows[0]), static_cast<std::uint32_t>(call.rows[1]));
}

} // namespace mergus::cuda
