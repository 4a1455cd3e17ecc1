# The backend on top of the seam, once for each device that this build has: "cuda" and "cuda-emulated".
# From the bottom layer to the top.
set(MERGUS_CUDA_BACKEND_SOURCES
    jit/bindings.cpp jit/bindings_text.cpp jit/jit.cpp
    objects/bitmap.cpp objects/context.cpp objects/copy_arrays.cpp objects/derived.cpp objects/matrix.cpp
    steps/accumulate.cpp steps/caller_arrays.cpp steps/cast.cpp steps/check_csr.cpp steps/combine.cpp steps/compact.cpp steps/entry.cpp
    steps/coordinates.cpp steps/fill.cpp steps/identity.cpp steps/index_arrays.cpp steps/index_list.cpp steps/iso.cpp
    steps/map.cpp steps/neutral.cpp steps/pick.cpp steps/region_rows.cpp steps/row_parts.cpp steps/row_profile.cpp
    steps/row_slice.cpp steps/row_tiles.cpp steps/sort_rows.cpp steps/symmetry.cpp steps/tuple_positions.cpp steps/write_result.cpp
    transpose/transpose.cpp transpose/transpose_banded.cpp transpose/transpose_partition.cpp transpose/transpose_tuning.cpp
    transpose/transpose_sorted.cpp
    segmented_merge/merge_segments.cpp segmented_merge/segmented_merge.cpp segmented_merge/segmented_reduce.cpp
    bitmap/bitmap_forms.cpp bitmap/convert.cpp bitmap/dispatch.cpp bitmap/fold_bitmap.cpp bitmap/gather.cpp
    ops/apply.cpp ops/assign.cpp ops/assign_scalar.cpp ops/concatenate_vectors.cpp ops/ewise.cpp ops/extract.cpp ops/host_test.cpp ops/import_export.cpp
    ops/isequal.cpp ops/join_columns.cpp ops/kronecker.cpp ops/product_work.cpp ops/resize.cpp ops/select.cpp ops/transfers.cpp
    graphs/betweenness.cpp graphs/bfs.cpp graphs/bfs_parts.cpp graphs/bfs_tuning.cpp graphs/bfs_search.cpp graphs/bfs_sweep.cpp graphs/components.cpp
    graphs/spanning_forest.cpp graphs/strong_components.cpp graphs/shortest_paths.cpp graphs/truss_numbers.cpp
    graphs/contract.cpp graphs/local_moving.cpp
    graphs/triangle_tuning.cpp graphs/triangles.cpp graphs/triangles_by_hubs.cpp graphs/triangles_by_lists.cpp
    vectors/check_indices.cpp vectors/degrees.cpp vectors/dense_form.cpp vectors/diag.cpp vectors/direction.cpp
    vectors/fold_rows.cpp vectors/mxv.cpp vectors/pull.cpp vectors/pull_bitmap.cpp vectors/push.cpp
    vectors/push_workspace.cpp vectors/reduce.cpp vectors/tiled_product.cpp vectors/vector_arrays.cpp
    hypersparse/call_on_ids.cpp hypersparse/ids.cpp hypersparse/matrix_operations.cpp hypersparse/objects.cpp
    hypersparse/positions.cpp hypersparse/regions.cpp hypersparse/renumber.cpp hypersparse/spaces.cpp
    hypersparse/vector_operations.cpp
    plugin/bfs_parts.cpp plugin/device_group.cpp plugin/explained.cpp plugin/transfers.cpp)
list(TRANSFORM MERGUS_CUDA_BACKEND_SOURCES PREPEND "${CMAKE_CURRENT_LIST_DIR}/")
# A method or an accumulator of mxm is a file and a row of its table.
file(GLOB_RECURSE mxm_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/mxm/*.cpp")
list(APPEND MERGUS_CUDA_BACKEND_SOURCES ${mxm_sources})

# Compiled once for all plugins: only plugin.cpp knows the name, and only the seam's library the device.
add_library(mergus_cuda_backend OBJECT EXCLUDE_FROM_ALL ${MERGUS_CUDA_BACKEND_SOURCES})
target_link_libraries(mergus_cuda_backend PUBLIC mergus_headers mergus_core mergus_device_common fmt::fmt)
mergus_precompile_headers(mergus_cuda_backend <algorithm> <fmt/format.h> "${CMAKE_CURRENT_LIST_DIR}/objects/context.hpp"
    "${CMAKE_CURRENT_LIST_DIR}/device/primitives.hpp")

function(mergus_cuda_backend name device)
    add_library(mergus_backend_${name} MODULE "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/plugin/plugin.cpp")
    target_link_libraries(mergus_backend_${name} PRIVATE mergus_cuda_backend ${device})
    target_compile_definitions(mergus_backend_${name} PRIVATE MERGUS_BACKEND_NAME="${name}")
    mergus_plugin(mergus_backend_${name} ${name})
endfunction()

if(TARGET mergus_device_emulated)
    mergus_cuda_backend(cuda-emulated mergus_device_emulated)
endif()
if(TARGET mergus_device_cuda)
    mergus_cuda_backend(cuda mergus_device_cuda)
endif()
