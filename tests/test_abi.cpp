/// \file test_abi.cpp
/// The layout of plugin.h on 64-bit machines. A member that moves breaks every compiled plugin, so a change
/// here needs a new minor version (members appended at the end) or a new major one.
#include <mergus/plugin.h>
#include <mergus/plugin/mxm_plan.h>

#include <mergus/error.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <string_view>

namespace {

struct Row {
    const char* what;
    std::size_t found, frozen;
};

#define SIZE(STRUCT, BYTES)                                                                                  \
    { "sizeof " #STRUCT, sizeof(STRUCT), BYTES }
#define AT(STRUCT, MEMBER, BYTES)                                                                            \
    { #STRUCT "." #MEMBER, offsetof(STRUCT, MEMBER), BYTES }

#define LAST(STRUCT, MEMBER)                                                                                 \
    { #STRUCT, offsetof(STRUCT, MEMBER) + sizeof(STRUCT::MEMBER), sizeof(STRUCT) }

// clang-format off
const Row layout[] = {
    SIZE(mergus_status, 1032),
    AT(mergus_status, struct_size, 0),
    AT(mergus_status, code, 8),
    AT(mergus_status, message, 12),
    SIZE(mergus_type, 40),
    AT(mergus_type, struct_size, 0),
    AT(mergus_type, code, 8),
    AT(mergus_type, alignment, 12),
    AT(mergus_type, size, 16),
    AT(mergus_type, name, 24),
    AT(mergus_type, definition, 32),
    SIZE(mergus_op, 80),
    AT(mergus_op, struct_size, 0),
    AT(mergus_op, kind, 8),
    AT(mergus_op, code, 12),
    AT(mergus_op, name, 16),
    AT(mergus_op, z_type, 24),
    AT(mergus_op, x_type, 32),
    AT(mergus_op, y_type, 40),
    AT(mergus_op, function, 48),
    AT(mergus_op, text, 56),
    AT(mergus_op, callable, 64),
    AT(mergus_op, convention, 72),
    AT(mergus_op, properties, 76),
    SIZE(mergus_monoid, 32),
    AT(mergus_monoid, struct_size, 0),
    AT(mergus_monoid, op, 8),
    AT(mergus_monoid, identity, 16),
    AT(mergus_monoid, terminal, 24),
    SIZE(mergus_semiring, 32),
    AT(mergus_semiring, struct_size, 0),
    AT(mergus_semiring, name, 8),
    AT(mergus_semiring, add, 16),
    AT(mergus_semiring, mul, 24),
    SIZE(mergus_device_info, 416),
    AT(mergus_device_info, struct_size, 0),
    AT(mergus_device_info, score, 8),
    AT(mergus_device_info, compute_major, 12),
    AT(mergus_device_info, compute_minor, 16),
    AT(mergus_device_info, reserved, 20),
    AT(mergus_device_info, memory, 24),
    AT(mergus_device_info, name, 32),
    AT(mergus_device_info, reason, 160),
    SIZE(mergus_context_options, 56),
    AT(mergus_context_options, struct_size, 0),
    AT(mergus_context_options, device, 8),
    AT(mergus_context_options, deterministic, 12),
    AT(mergus_context_options, stream, 16),
    AT(mergus_context_options, allocate, 24),
    AT(mergus_context_options, deallocate, 32),
    AT(mergus_context_options, allocator_arg, 40),
    AT(mergus_context_options, threads, 48),
    AT(mergus_context_options, keep_nothing, 52),
    SIZE(mergus_counters, 104),
    AT(mergus_counters, struct_size, 0),
    AT(mergus_counters, bytes_to_host, 8),
    AT(mergus_counters, bytes_to_device, 16),
    AT(mergus_counters, largest_copy_to_host, 24),
    AT(mergus_counters, launches, 32),
    AT(mergus_counters, synchronizations, 40),
    AT(mergus_counters, allocated_bytes, 48),
    AT(mergus_counters, high_water_bytes, 56),
    AT(mergus_counters, compiled_kernels, 64),
    AT(mergus_counters, cached_kernels, 72),
    AT(mergus_counters, compile_seconds, 80),
    AT(mergus_counters, precompiled_kernels, 88),
    AT(mergus_counters, kept_bytes, 96),
    SIZE(mergus_matrix_info, 48),
    AT(mergus_matrix_info, struct_size, 0),
    AT(mergus_matrix_info, nrows, 8),
    AT(mergus_matrix_info, ncols, 16),
    AT(mergus_matrix_info, nvals, 24),
    AT(mergus_matrix_info, bytes, 32),
    AT(mergus_matrix_info, is_vector, 40),
    AT(mergus_matrix_info, reserved, 44),
    SIZE(mergus_csr, 120),
    AT(mergus_csr, struct_size, 0),
    AT(mergus_csr, type, 8),
    AT(mergus_csr, nrows, 16),
    AT(mergus_csr, ncols, 24),
    AT(mergus_csr, nvals, 32),
    AT(mergus_csr, row_ptr, 40),
    AT(mergus_csr, cols, 48),
    AT(mergus_csr, values, 56),
    AT(mergus_csr, pointer_bits, 64),
    AT(mergus_csr, index_bits, 68),
    AT(mergus_csr, iso, 72),
    AT(mergus_csr, memory, 76),
    AT(mergus_csr, capacity, 80),
    AT(mergus_csr, release, 88),
    AT(mergus_csr, release_arg, 96),
    AT(mergus_csr, stream, 104),
    AT(mergus_csr, flags, 112),
    AT(mergus_csr, reserved, 116),
    SIZE(mergus_matrix_new_args, 40),
    AT(mergus_matrix_new_args, struct_size, 0),
    AT(mergus_matrix_new_args, type, 8),
    AT(mergus_matrix_new_args, nrows, 16),
    AT(mergus_matrix_new_args, ncols, 24),
    AT(mergus_matrix_new_args, matrix, 32),
    SIZE(mergus_matrix_dup_args, 24),
    AT(mergus_matrix_dup_args, struct_size, 0),
    AT(mergus_matrix_dup_args, matrix, 8),
    AT(mergus_matrix_dup_args, copy, 16),
    SIZE(mergus_matrix_import_csr_args, 24),
    AT(mergus_matrix_import_csr_args, struct_size, 0),
    AT(mergus_matrix_import_csr_args, csr, 8),
    AT(mergus_matrix_import_csr_args, matrix, 16),
    SIZE(mergus_matrix_export_csr_args, 24),
    AT(mergus_matrix_export_csr_args, struct_size, 0),
    AT(mergus_matrix_export_csr_args, matrix, 8),
    AT(mergus_matrix_export_csr_args, csr, 16),
    SIZE(mergus_matrix_move_csr_args, 24),
    AT(mergus_matrix_move_csr_args, struct_size, 0),
    AT(mergus_matrix_move_csr_args, matrix, 8),
    AT(mergus_matrix_move_csr_args, csr, 16),
    SIZE(mergus_matrix_build_args, 64),
    AT(mergus_matrix_build_args, struct_size, 0),
    AT(mergus_matrix_build_args, matrix, 8),
    AT(mergus_matrix_build_args, rows, 16),
    AT(mergus_matrix_build_args, cols, 24),
    AT(mergus_matrix_build_args, values, 32),
    AT(mergus_matrix_build_args, value_type, 40),
    AT(mergus_matrix_build_args, nvals, 48),
    AT(mergus_matrix_build_args, dup, 56),
    SIZE(mergus_matrix_extract_tuples_args, 48),
    AT(mergus_matrix_extract_tuples_args, struct_size, 0),
    AT(mergus_matrix_extract_tuples_args, matrix, 8),
    AT(mergus_matrix_extract_tuples_args, rows, 16),
    AT(mergus_matrix_extract_tuples_args, cols, 24),
    AT(mergus_matrix_extract_tuples_args, values, 32),
    AT(mergus_matrix_extract_tuples_args, value_type, 40),
    SIZE(mergus_matrix_adopt_native_args, 32),
    AT(mergus_matrix_adopt_native_args, struct_size, 0),
    AT(mergus_matrix_adopt_native_args, native, 8),
    AT(mergus_matrix_adopt_native_args, type, 16),
    AT(mergus_matrix_adopt_native_args, matrix, 24),
    SIZE(mergus_matrix_release_native_args, 24),
    AT(mergus_matrix_release_native_args, struct_size, 0),
    AT(mergus_matrix_release_native_args, matrix, 8),
    AT(mergus_matrix_release_native_args, native, 16),
    SIZE(mergus_vector_arrays, 112),
    AT(mergus_vector_arrays, struct_size, 0),
    AT(mergus_vector_arrays, type, 8),
    AT(mergus_vector_arrays, size, 16),
    AT(mergus_vector_arrays, nvals, 24),
    AT(mergus_vector_arrays, format, 32),
    AT(mergus_vector_arrays, index_bits, 36),
    AT(mergus_vector_arrays, indices, 40),
    AT(mergus_vector_arrays, present, 48),
    AT(mergus_vector_arrays, values, 56),
    AT(mergus_vector_arrays, iso, 64),
    AT(mergus_vector_arrays, memory, 68),
    AT(mergus_vector_arrays, capacity, 72),
    AT(mergus_vector_arrays, release, 80),
    AT(mergus_vector_arrays, release_arg, 88),
    AT(mergus_vector_arrays, stream, 96),
    AT(mergus_vector_arrays, flags, 104),
    AT(mergus_vector_arrays, reserved, 108),
    SIZE(mergus_vector_new_args, 32),
    AT(mergus_vector_new_args, struct_size, 0),
    AT(mergus_vector_new_args, type, 8),
    AT(mergus_vector_new_args, size, 16),
    AT(mergus_vector_new_args, vector, 24),
    SIZE(mergus_vector_import_args, 24),
    AT(mergus_vector_import_args, struct_size, 0),
    AT(mergus_vector_import_args, arrays, 8),
    AT(mergus_vector_import_args, vector, 16),
    SIZE(mergus_vector_export_args, 24),
    AT(mergus_vector_export_args, struct_size, 0),
    AT(mergus_vector_export_args, vector, 8),
    AT(mergus_vector_export_args, arrays, 16),
    SIZE(mergus_vector_move_args, 24),
    AT(mergus_vector_move_args, struct_size, 0),
    AT(mergus_vector_move_args, vector, 8),
    AT(mergus_vector_move_args, arrays, 16),
    SIZE(mergus_matrix_resize_args, 32),
    AT(mergus_matrix_resize_args, struct_size, 0),
    AT(mergus_matrix_resize_args, matrix, 8),
    AT(mergus_matrix_resize_args, nrows, 16),
    AT(mergus_matrix_resize_args, ncols, 24),
    SIZE(mergus_report, 280),
    AT(mergus_report, struct_size, 0),
    AT(mergus_report, method, 8),
    AT(mergus_report, reason, 72),
    AT(mergus_report, bytes, 256),
    AT(mergus_report, work, 264),
    AT(mergus_report, compile_seconds, 272),
    SIZE(mergus_call, 152),
    AT(mergus_call, struct_size, 0),
    AT(mergus_call, C, 8),
    AT(mergus_call, mask, 16),
    AT(mergus_call, accum, 24),
    AT(mergus_call, descriptor, 32),
    AT(mergus_call, operation, 36),
    AT(mergus_call, semiring, 40),
    AT(mergus_call, monoid, 48),
    AT(mergus_call, op, 56),
    AT(mergus_call, A, 64),
    AT(mergus_call, B, 72),
    AT(mergus_call, scalar, 80),
    AT(mergus_call, scalar_type, 88),
    AT(mergus_call, rows, 96),
    AT(mergus_call, nrows, 104),
    AT(mergus_call, cols, 112),
    AT(mergus_call, ncols, 120),
    AT(mergus_call, result, 128),
    AT(mergus_call, report, 136),
    AT(mergus_call, diagonal, 144),
    SIZE(mergus_count_triangles, 16),
    AT(mergus_count_triangles, struct_size, 0),
    AT(mergus_count_triangles, count, 8),
    SIZE(mergus_bfs, 24),
    AT(mergus_bfs, struct_size, 0),
    AT(mergus_bfs, levels, 8),
    AT(mergus_bfs, parents, 16),
    SIZE(mergus_connected_components, 16),
    AT(mergus_connected_components, struct_size, 0),
    AT(mergus_connected_components, label, 8),
    SIZE(mergus_segmented_merge_args, 120),
    AT(mergus_segmented_merge_args, struct_size, 0),
    AT(mergus_segmented_merge_args, segments, 8),
    AT(mergus_segmented_merge_args, subsegments, 16),
    AT(mergus_segmented_merge_args, count, 24),
    AT(mergus_segmented_merge_args, segment_ptr, 32),
    AT(mergus_segmented_merge_args, subsegment_ptr, 40),
    AT(mergus_segmented_merge_args, keys, 48),
    AT(mergus_segmented_merge_args, values, 56),
    AT(mergus_segmented_merge_args, keys_out, 64),
    AT(mergus_segmented_merge_args, values_out, 72),
    AT(mergus_segmented_merge_args, value_size, 80),
    AT(mergus_segmented_merge_args, key_bits, 88),
    AT(mergus_segmented_merge_args, memory, 92),
    AT(mergus_segmented_merge_args, monoid, 96),
    AT(mergus_segmented_merge_args, segment_ptr_out, 104),
    AT(mergus_segmented_merge_args, report, 112),
    SIZE(mergus_plan_new_args, 24),
    AT(mergus_plan_new_args, struct_size, 0),
    AT(mergus_plan_new_args, call, 8),
    AT(mergus_plan_new_args, plan, 16),
    SIZE(mergus_set_values_args, 40),
    AT(mergus_set_values_args, struct_size, 0),
    AT(mergus_set_values_args, matrix, 8),
    AT(mergus_set_values_args, values, 16),
    AT(mergus_set_values_args, memory, 24),
    AT(mergus_set_values_args, reserved, 28),
    AT(mergus_set_values_args, stream, 32),
    SIZE(mergus_mxm_plan, 40),
    AT(mergus_mxm_plan, struct_size, 0),
    AT(mergus_mxm_plan, plan_new, 8),
    AT(mergus_mxm_plan, plan_run, 16),
    AT(mergus_mxm_plan, plan_free, 24),
    AT(mergus_mxm_plan, set_values, 32),
    SIZE(mergus_segmented_merge, 16),
    AT(mergus_segmented_merge, struct_size, 0),
    AT(mergus_segmented_merge, merge, 8),
    SIZE(mergus_backend, 376),
    AT(mergus_backend, struct_size, 0),
    AT(mergus_backend, abi_major, 8),
    AT(mergus_backend, abi_minor, 12),
    AT(mergus_backend, name, 16),
    AT(mergus_backend, description, 24),
    AT(mergus_backend, score, 32),
    AT(mergus_backend, device_count, 40),
    AT(mergus_backend, device_info, 48),
    AT(mergus_backend, context_new, 56),
    AT(mergus_backend, context_free, 64),
    AT(mergus_backend, context_wait, 72),
    AT(mergus_backend, context_counters, 80),
    AT(mergus_backend, matrix_new, 88),
    AT(mergus_backend, matrix_free, 96),
    AT(mergus_backend, matrix_info, 104),
    AT(mergus_backend, matrix_import_csr, 112),
    AT(mergus_backend, matrix_export_csr, 120),
    AT(mergus_backend, matrix_move_csr, 128),
    AT(mergus_backend, matrix_dup, 136),
    AT(mergus_backend, matrix_clear, 144),
    AT(mergus_backend, matrix_resize, 152),
    AT(mergus_backend, matrix_build, 160),
    AT(mergus_backend, matrix_extract_tuples, 168),
    AT(mergus_backend, matrix_adopt_native, 176),
    AT(mergus_backend, matrix_release_native, 184),
    AT(mergus_backend, vector_new, 192),
    AT(mergus_backend, vector_import, 200),
    AT(mergus_backend, vector_export, 208),
    AT(mergus_backend, vector_move, 216),
    AT(mergus_backend, supports, 224),
    AT(mergus_backend, mxm, 232),
    AT(mergus_backend, transpose, 240),
    AT(mergus_backend, select, 248),
    AT(mergus_backend, apply, 256),
    AT(mergus_backend, ewise_add, 264),
    AT(mergus_backend, ewise_mult, 272),
    AT(mergus_backend, mxv, 280),
    AT(mergus_backend, vxm, 288),
    AT(mergus_backend, reduce_rows, 296),
    AT(mergus_backend, reduce_scalar, 304),
    AT(mergus_backend, assign, 312),
    AT(mergus_backend, assign_scalar, 320),
    AT(mergus_backend, extract, 328),
    AT(mergus_backend, kronecker, 336),
    AT(mergus_backend, diag, 344),
    AT(mergus_backend, extract_diag, 352),
    AT(mergus_backend, extension, 360),
    AT(mergus_backend, context_release_kept, 368),
};

/// End offset of the last member of each struct.
const Row ends[] = {
    LAST(mergus_status, message),
    LAST(mergus_type, definition),
    LAST(mergus_op, properties),
    LAST(mergus_monoid, terminal),
    LAST(mergus_semiring, mul),
    LAST(mergus_device_info, reason),
    LAST(mergus_context_options, keep_nothing),
    LAST(mergus_counters, kept_bytes),
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
    LAST(mergus_count_triangles, count),
    LAST(mergus_bfs, parents),
    LAST(mergus_connected_components, label),
    LAST(mergus_segmented_merge_args, report),
    LAST(mergus_plan_new_args, plan),
    LAST(mergus_set_values_args, stream),
    LAST(mergus_mxm_plan, set_values),
    LAST(mergus_segmented_merge, merge),
    LAST(mergus_backend, context_release_kept),
};
// clang-format on

} // namespace

TEST_SUITE_BEGIN("abi");

TEST_CASE("every struct of plugin.h has its frozen layout") {
    CHECK(MERGUS_ABI_MAJOR == 0);
    CHECK(MERGUS_ABI_MINOR == 3);
    for (const Row& row : layout) {
        CAPTURE(row.what);
        CHECK(row.found == row.frozen);
    }
}

TEST_CASE("no struct has padding at its end: a member that is appended changes the size") {
    for (const Row& row : ends) {
        CAPTURE(row.what);
        CHECK(row.found == row.frozen);
        CHECK(row.frozen % sizeof(void*) == 0);
    }
}

TEST_CASE("every struct that crosses the boundary begins with its size") {
    for (const Row& row : layout)
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
