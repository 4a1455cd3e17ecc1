/// \file test_abi.cpp
/// The layout of plugin.h on 64-bit machines, written out: a member that moves breaks every compiled plugin,
/// so a change here needs a new minor version (appended at the end) or a new major one.
#include <mergus/plugin.h>

#include <mergus/error.hpp>

#include <doctest/doctest.h>

#include <cstddef>

namespace {

struct Row {
    const char* what;
    std::size_t found, frozen;
};

#define SIZE(STRUCT, BYTES)                                                                                  \
    { "sizeof " #STRUCT, sizeof(STRUCT), BYTES }
#define AT(STRUCT, MEMBER, BYTES)                                                                            \
    { #STRUCT "." #MEMBER, offsetof(STRUCT, MEMBER), BYTES }

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
    SIZE(mergus_context_options, 56),
    AT(mergus_context_options, struct_size, 0),
    AT(mergus_context_options, device, 8),
    AT(mergus_context_options, deterministic, 12),
    AT(mergus_context_options, stream, 16),
    AT(mergus_context_options, allocate, 24),
    AT(mergus_context_options, deallocate, 32),
    AT(mergus_context_options, allocator_arg, 40),
    AT(mergus_context_options, threads, 48),
    SIZE(mergus_counters, 88),
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
    SIZE(mergus_matrix_info, 40),
    AT(mergus_matrix_info, struct_size, 0),
    AT(mergus_matrix_info, nrows, 8),
    AT(mergus_matrix_info, ncols, 16),
    AT(mergus_matrix_info, nvals, 24),
    AT(mergus_matrix_info, bytes, 32),
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
    SIZE(mergus_report, 288),
    AT(mergus_report, struct_size, 0),
    AT(mergus_report, method, 8),
    AT(mergus_report, reason, 72),
    AT(mergus_report, bytes, 264),
    AT(mergus_report, work, 272),
    AT(mergus_report, compile_seconds, 280),
    SIZE(mergus_call, 144),
    AT(mergus_call, struct_size, 0),
    AT(mergus_call, C, 8),
    AT(mergus_call, mask, 16),
    AT(mergus_call, accum, 24),
    AT(mergus_call, descriptor, 32),
    AT(mergus_call, flags, 36),
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
    SIZE(mergus_backend, 272),
    AT(mergus_backend, struct_size, 0),
    AT(mergus_backend, abi_major, 8),
    AT(mergus_backend, abi_minor, 12),
    AT(mergus_backend, name, 16),
    AT(mergus_backend, description, 24),
    AT(mergus_backend, score, 32),
    AT(mergus_backend, context_new, 40),
    AT(mergus_backend, context_free, 48),
    AT(mergus_backend, context_wait, 56),
    AT(mergus_backend, context_counters, 64),
    AT(mergus_backend, matrix_new, 72),
    AT(mergus_backend, matrix_free, 80),
    AT(mergus_backend, matrix_dup, 88),
    AT(mergus_backend, matrix_clear, 96),
    AT(mergus_backend, matrix_info, 104),
    AT(mergus_backend, matrix_import_csr, 112),
    AT(mergus_backend, matrix_export_csr, 120),
    AT(mergus_backend, matrix_move_csr, 128),
    AT(mergus_backend, matrix_build, 136),
    AT(mergus_backend, matrix_extract_tuples, 144),
    AT(mergus_backend, matrix_adopt_native, 152),
    AT(mergus_backend, matrix_release_native, 160),
    AT(mergus_backend, mxm, 168),
    AT(mergus_backend, transpose, 176),
    AT(mergus_backend, select, 184),
    AT(mergus_backend, apply, 192),
    AT(mergus_backend, ewise_add, 200),
    AT(mergus_backend, ewise_mult, 208),
    AT(mergus_backend, reduce_rows, 216),
    AT(mergus_backend, reduce_scalar, 224),
    AT(mergus_backend, assign, 232),
    AT(mergus_backend, assign_scalar, 240),
    AT(mergus_backend, extract, 248),
    AT(mergus_backend, count_triangles, 256),
    AT(mergus_backend, segmented_merge, 264),
};
// clang-format on

} // namespace

TEST_SUITE_BEGIN("abi");

TEST_CASE("every struct of plugin.h has its frozen layout") {
    CHECK(MERGUS_ABI_MAJOR == 0);
    CHECK(MERGUS_ABI_MINOR == 1);
    for (const Row& row : layout) {
        CAPTURE(row.what);
        CHECK(row.found == row.frozen);
    }
}

TEST_CASE("every struct that crosses the boundary begins with its size") {
    CHECK(offsetof(mergus_type, struct_size) == 0);
    CHECK(offsetof(mergus_op, struct_size) == 0);
    CHECK(offsetof(mergus_call, struct_size) == 0);
    CHECK(offsetof(mergus_backend, struct_size) == 0);
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
}

TEST_SUITE_END();
