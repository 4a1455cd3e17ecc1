# The backend on top of the seam, once for each device that this build has: "cuda" and "cuda-emulated".
# From the bottom layer to the top.
set(MERGUS_CUDA_BACKEND_SOURCES
    jit/bindings.cpp jit/bindings_text.cpp jit/jit.cpp
    objects/cells.cpp objects/context.cpp objects/copy_arrays.cpp objects/derived.cpp objects/matrix.cpp
    steps/accumulate.cpp steps/caller_arrays.cpp steps/cast.cpp steps/check_csr.cpp steps/combine.cpp steps/compact.cpp
    steps/coordinates.cpp steps/fill.cpp steps/identity.cpp steps/index_arrays.cpp steps/index_list.cpp steps/iso.cpp
    steps/map.cpp steps/neutral.cpp steps/pick.cpp steps/row_parts.cpp steps/row_profile.cpp steps/row_slice.cpp
    steps/symmetry.cpp steps/write_result.cpp
    transpose/transpose.cpp transpose/transpose_banded.cpp transpose/transpose_partition.cpp transpose/transpose_plan.cpp
    transpose/transpose_sorted.cpp
    segmented_merge/merge_segments.cpp segmented_merge/segmented_merge.cpp segmented_merge/segmented_reduce.cpp
    cells/cellwise.cpp cells/convert.cpp cells/dispatch.cpp cells/fold_cells.cpp cells/gather.cpp
    ops/apply.cpp ops/assign.cpp ops/assign_scalar.cpp ops/ewise.cpp ops/extract.cpp ops/host_test.cpp ops/import_export.cpp
    ops/kronecker.cpp ops/resize.cpp ops/select.cpp
    mxm/bin_phase.cpp mxm/column_blocks.cpp mxm/masked_dot.cpp mxm/masked_rows.cpp mxm/mxm.cpp mxm/pattern_blocks.cpp
    mxm/plan.cpp mxm/problem.cpp mxm/repeated_rows.cpp mxm/result.cpp mxm/row_analysis.cpp mxm/row_groups.cpp
    mxm/row_ranges.cpp mxm/row_tiles.cpp mxm/short_rows.cpp mxm/accumulators/bitmap_rank.cpp mxm/accumulators/block_rank.cpp
    mxm/accumulators/column_tile.cpp mxm/accumulators/esc.cpp mxm/accumulators/global_dense.cpp mxm/accumulators/hash.cpp
    mxm/accumulators/merge.cpp mxm/accumulators/narrow.cpp mxm/accumulators/optimistic.cpp mxm/accumulators/rows.cpp
    mxm/accumulators/table.cpp mxm/kept/fill_by_positions.cpp mxm/kept/fill_groups.cpp mxm/kept/fill_segments.cpp
    mxm/kept/fill_tiles.cpp mxm/kept/mxm_plan.cpp
    graphs/bfs.cpp graphs/bfs_plan.cpp graphs/bfs_search.cpp graphs/bfs_sweep.cpp graphs/components.cpp
    graphs/triangle_plan.cpp graphs/triangles.cpp graphs/triangles_by_hubs.cpp graphs/triangles_by_lists.cpp
    vectors/check_indices.cpp vectors/degrees.cpp vectors/dense_form.cpp vectors/diag.cpp vectors/direction.cpp
    vectors/mxv.cpp vectors/pull.cpp vectors/pull_cells.cpp vectors/push.cpp vectors/push_workspace.cpp vectors/reduce.cpp
    vectors/vector_arrays.cpp
    plugin/explained.cpp)
list(TRANSFORM MERGUS_CUDA_BACKEND_SOURCES PREPEND "${CMAKE_CURRENT_LIST_DIR}/")

# Compiled once for all plugins: only plugin.cpp knows the name, and only the seam's library the device.
add_library(mergus_cuda_backend OBJECT EXCLUDE_FROM_ALL ${MERGUS_CUDA_BACKEND_SOURCES})
target_link_libraries(mergus_cuda_backend PUBLIC mergus_headers mergus_core mergus_device_common fmt::fmt)
mergus_precompile_headers(mergus_cuda_backend <algorithm> <fmt/format.h> "${CMAKE_CURRENT_LIST_DIR}/objects/context.hpp"
    "${CMAKE_CURRENT_LIST_DIR}/device/primitives.hpp")

function(mergus_cuda_backend name device)
    add_library(mergus_backend_${name} MODULE "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/plugin/plugin.cpp")
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
