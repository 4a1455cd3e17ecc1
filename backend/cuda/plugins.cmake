# The backend on top of the seam, once for each device that this build has: "cuda" and "cuda-emulated".
set(MERGUS_CUDA_BACKEND_SOURCES
    context.cpp kept.cpp matrix.cpp
    jit/bindings.cpp jit/bindings_text.cpp jit/jit.cpp
    cells/cells.cpp cells/cellwise.cpp cells/convert.cpp cells/dispatch.cpp cells/fold_cells.cpp cells/gather.cpp
    mxm/bin_phase.cpp mxm/mxm.cpp mxm/plan.cpp mxm/problem.cpp mxm/result.cpp mxm/row_analysis.cpp mxm/row_profile.cpp mxm/column_blocks.cpp
    mxm/masked_dot.cpp mxm/masked_rows.cpp mxm/pattern_blocks.cpp mxm/repeated_rows.cpp mxm/row_groups.cpp mxm/row_ranges.cpp
    mxm/row_tiles.cpp mxm/short_rows.cpp mxm/kept/fill_by_positions.cpp mxm/kept/fill_groups.cpp mxm/kept/fill_segments.cpp mxm/kept/fill_tiles.cpp mxm/kept/mxm_plan.cpp
    mxm/accumulators/bitmap_rank.cpp mxm/accumulators/block_rank.cpp mxm/accumulators/column_tile.cpp mxm/accumulators/esc.cpp mxm/accumulators/global_dense.cpp
    mxm/accumulators/hash.cpp mxm/accumulators/merge.cpp mxm/accumulators/narrow.cpp mxm/accumulators/optimistic.cpp
    mxm/accumulators/rows.cpp mxm/accumulators/table.cpp
    transpose/transpose.cpp transpose/transpose_banded.cpp transpose/transpose_partition.cpp transpose/transpose_plan.cpp
    transpose/transpose_sorted.cpp
    segmented_merge/merge_segments.cpp segmented_merge/segmented_merge.cpp segmented_merge/segmented_reduce.cpp
    graphs/bfs.cpp graphs/bfs_plan.cpp graphs/bfs_search.cpp graphs/bfs_sweep.cpp graphs/components.cpp graphs/symmetry.cpp graphs/triangle_plan.cpp graphs/triangles.cpp graphs/triangles_by_hubs.cpp graphs/triangles_by_lists.cpp
    vectors/check_indices.cpp vectors/degrees.cpp vectors/dense_form.cpp vectors/diag.cpp vectors/direction.cpp vectors/identity.cpp vectors/mxv.cpp vectors/pick.cpp
    vectors/pull.cpp vectors/pull_cells.cpp vectors/push.cpp vectors/push_workspace.cpp vectors/vector_arrays.cpp
    ops/accumulate.cpp ops/apply.cpp ops/assign.cpp ops/assign_scalar.cpp ops/caller_arrays.cpp ops/cast.cpp ops/check_csr.cpp ops/combine.cpp
    ops/compact.cpp ops/coordinates.cpp ops/copy_arrays.cpp ops/ewise.cpp ops/explained.cpp ops/extract.cpp ops/fill.cpp ops/import_export.cpp ops/index_arrays.cpp
    ops/host_test.cpp ops/index_list.cpp ops/iso.cpp ops/kronecker.cpp ops/map.cpp ops/neutral.cpp ops/reduce.cpp ops/resize.cpp ops/row_parts.cpp ops/row_slice.cpp ops/select.cpp ops/write_result.cpp)
list(TRANSFORM MERGUS_CUDA_BACKEND_SOURCES PREPEND "${CMAKE_CURRENT_LIST_DIR}/")

# Compiled once for all plugins: only plugin.cpp knows the name, and only the seam's library the device.
add_library(mergus_cuda_backend OBJECT EXCLUDE_FROM_ALL ${MERGUS_CUDA_BACKEND_SOURCES})
target_link_libraries(mergus_cuda_backend PUBLIC mergus_headers mergus_core mergus_device_common fmt::fmt)
mergus_precompile_headers(mergus_cuda_backend <algorithm> <fmt/format.h> "${CMAKE_CURRENT_LIST_DIR}/context.hpp"
    "${CMAKE_CURRENT_LIST_DIR}/device/primitives.hpp")

function(mergus_cuda_backend name device)
    add_library(mergus_backend_${name} MODULE "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/plugin.cpp")
    target_link_libraries(mergus_backend_${name} PRIVATE mergus_cuda_backend ${device})
    target_compile_definitions(mergus_backend_${name} PRIVATE MERGUS_BACKEND_NAME="${name}")
    set_target_properties(mergus_backend_${name} PROPERTIES
        PREFIX lib
        LIBRARY_OUTPUT_DIRECTORY "${MERGUS_PLUGIN_OUTPUT_DIR}"
        INSTALL_RPATH_USE_LINK_PATH ON)
    if(MERGUS_INSTALL)
        install(TARGETS mergus_backend_${name} LIBRARY DESTINATION "${MERGUS_PLUGIN_INSTALL_DIR}" COMPONENT ${name})
    endif()
endfunction()

if(TARGET mergus_device_emulated)
    mergus_cuda_backend(cuda-emulated mergus_device_emulated)
endif()
if(TARGET mergus_device_cuda)
    mergus_cuda_backend(cuda mergus_device_cuda)
endif()
