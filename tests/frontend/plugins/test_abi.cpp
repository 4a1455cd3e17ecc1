/// \file test_abi.cpp
/// The layout of plugin.h on 64-bit machines (abi_objects.cpp, abi_calls.cpp). A member that moves breaks
/// every compiled plugin, so a change needs a new minor version (members appended at the end) or a new major
/// one.
#include "abi_layout.hpp"

#include <mergus/plugin.h>
#include <mergus/plugin/mxm_plan.h>

#include <mergus/error.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <string_view>

namespace {

using namespace mergus::tests;

#define LAST(STRUCT, MEMBER)                                                                                 \
    { #STRUCT, offsetof(STRUCT, MEMBER) + sizeof(STRUCT::MEMBER), sizeof(STRUCT) }

// clang-format off
/// End offset of the last member of each struct.
const LayoutRow ends[] = {
    LAST(mergus_status, message),
    LAST(mergus_type, definition),
    LAST(mergus_op, properties),
    LAST(mergus_monoid, terminal),
    LAST(mergus_semiring, mul),
    LAST(mergus_device_info, reason),
    LAST(mergus_context_options, caches_nothing),
    LAST(mergus_counters, derived_bytes),
    LAST(mergus_matrix_info, reserved),
    LAST(mergus_csr, reserved),
    LAST(mergus_matrix_new_args, matrix),
    LAST(mergus_matrix_dup_args, copy),
    LAST(mergus_matrix_import_csr_args, matrix),
    LAST(mergus_matrix_export_csr_args, csr),
    LAST(mergus_matrix_move_csr_args, csr),
    LAST(mergus_matrix_build_args, dup),
    LAST(mergus_matrix_extract_tuples_args, value_type),
    LAST(mergus_matrix_adopt_native_args, matrix),
    LAST(mergus_matrix_release_native_args, native),
    LAST(mergus_vector_arrays, reserved),
    LAST(mergus_vector_new_args, vector),
    LAST(mergus_vector_import_args, vector),
    LAST(mergus_vector_export_args, arrays),
    LAST(mergus_vector_move_args, arrays),
    LAST(mergus_matrix_resize_args, ncols),
    LAST(mergus_report, compile_seconds),
    LAST(mergus_call, diagonal),
    LAST(mergus_count_triangles, count_share),
    LAST(mergus_bfs, parents),
    LAST(mergus_connected_components, add_edges),
    LAST(mergus_segmented_merge_args, report),
    LAST(mergus_plan_new_args, plan),
    LAST(mergus_set_values_args, stream),
    LAST(mergus_mxm_plan, set_values),
    LAST(mergus_segmented_merge, merge),
    LAST(mergus_backend, context_release_derived),
};
// clang-format on

} // namespace

TEST_SUITE_BEGIN("abi");

TEST_CASE("every struct of plugin.h has its frozen layout") {
    CHECK(MERGUS_ABI_MAJOR == 0);
    CHECK(MERGUS_ABI_MINOR == 3);
    for (const auto rows : {layout_of_objects(), layout_of_calls()})
        for (const LayoutRow& row : rows) {
            CAPTURE(row.what);
            CHECK(row.found == row.frozen);
        }
}

TEST_CASE("no struct has padding at its end: a member that is appended changes the size") {
    for (const LayoutRow& row : ends) {
        CAPTURE(row.what);
        CHECK(row.found == row.frozen);
        CHECK(row.frozen % sizeof(void*) == 0);
    }
}

TEST_CASE("every struct that crosses the boundary begins with its size") {
    for (const auto rows : {layout_of_objects(), layout_of_calls()})
        for (const LayoutRow& row : rows)
            if (std::string_view(row.what).ends_with(".struct_size")) CHECK(row.found == 0);
    CHECK(sizeof(mergus_type::struct_size) == 8);
}

TEST_CASE("the codes of error.hpp and plugin.h are the same numbers") {
    using mergus::Code;
    CHECK(static_cast<int>(Code::success) == MERGUS_SUCCESS);
    CHECK(static_cast<int>(Code::uninitialized_object) == MERGUS_UNINITIALIZED_OBJECT);
    CHECK(static_cast<int>(Code::null_pointer) == MERGUS_NULL_POINTER);
    CHECK(static_cast<int>(Code::invalid_value) == MERGUS_INVALID_VALUE);
    CHECK(static_cast<int>(Code::invalid_index) == MERGUS_INVALID_INDEX);
    CHECK(static_cast<int>(Code::domain_mismatch) == MERGUS_DOMAIN_MISMATCH);
    CHECK(static_cast<int>(Code::dimension_mismatch) == MERGUS_DIMENSION_MISMATCH);
    CHECK(static_cast<int>(Code::output_not_empty) == MERGUS_OUTPUT_NOT_EMPTY);
    CHECK(static_cast<int>(Code::not_implemented) == MERGUS_NOT_IMPLEMENTED);
    CHECK(static_cast<int>(Code::panic) == MERGUS_PANIC);
    CHECK(static_cast<int>(Code::out_of_memory) == MERGUS_OUT_OF_MEMORY);
    CHECK(static_cast<int>(Code::insufficient_space) == MERGUS_INSUFFICIENT_SPACE);
    CHECK(static_cast<int>(Code::invalid_object) == MERGUS_INVALID_OBJECT);
    CHECK(static_cast<int>(Code::index_out_of_bounds) == MERGUS_INDEX_OUT_OF_BOUNDS);
    CHECK(static_cast<int>(Code::empty_object) == MERGUS_EMPTY_OBJECT);
    CHECK(static_cast<int>(Code::no_backend) == MERGUS_NO_BACKEND);
    CHECK(static_cast<int>(Code::bad_plugin) == MERGUS_BAD_PLUGIN);
    CHECK(static_cast<int>(Code::device_lost) == MERGUS_DEVICE_LOST);
    CHECK(static_cast<int>(Code::io_error) == MERGUS_IO_ERROR);
    CHECK(static_cast<int>(Code::parse_error) == MERGUS_PARSE_ERROR);
    CHECK(static_cast<int>(Code::compile_error) == MERGUS_COMPILE_ERROR);
    CHECK(static_cast<int>(Code::stopped) == MERGUS_STOPPED);
}

TEST_SUITE_END();
