# find_arrow.cmake: the C++ library of Apache Arrow with Parquet, as the target mergus_arrow, where MERGUS_PARQUET asks for it. It is
# found by its own packages for CMake, or in the wheel pyarrow, which has none: Arrow_ROOT is then the wheel's folder pyarrow.
set(MERGUS_PARQUET AUTO CACHE STRING "Read Parquet files: ON, OFF, or AUTO (if the C++ library of Apache Arrow is found)")
set_property(CACHE MERGUS_PARQUET PROPERTY STRINGS AUTO ON OFF)
set(MERGUS_WITH_PARQUET OFF)
# What was found in another place is looked for again.
set(root "${Arrow_ROOT};$ENV{Arrow_ROOT}")
if(NOT root STREQUAL "${MERGUS_ARROW_ROOT}")
    unset(MERGUS_ARROW_INCLUDE CACHE)
    unset(MERGUS_ARROW_COMPILES CACHE)
endif()
set(MERGUS_ARROW_ROOT "${root}" CACHE INTERNAL "Arrow_ROOT of the last run")
if(MERGUS_PARQUET)
    find_package(Arrow QUIET CONFIG)
    find_package(Parquet QUIET CONFIG)
    add_library(mergus_arrow INTERFACE IMPORTED)
    if(TARGET Arrow::arrow_shared AND TARGET Parquet::parquet_shared)
        target_link_libraries(mergus_arrow INTERFACE Parquet::parquet_shared Arrow::arrow_shared)
        set(found ON)
    else()
        find_path(MERGUS_ARROW_INCLUDE parquet/arrow/reader.h HINTS "${Arrow_ROOT}" "$ENV{Arrow_ROOT}" PATH_SUFFIXES include)
        set(found "${MERGUS_ARROW_INCLUDE}")
        cmake_path(GET MERGUS_ARROW_INCLUDE PARENT_PATH folder)
        foreach(library IN ITEMS parquet arrow)
            # The wheel's files have a version in their names, and no link without it.
            file(GLOB files "${folder}/lib${library}.so*" "${folder}/lib/lib${library}.so*")
            if(files)
                list(GET files 0 file)
                target_link_libraries(mergus_arrow INTERFACE "${file}")
            else()
                set(found OFF)
            endif()
        endforeach()
        target_include_directories(mergus_arrow SYSTEM INTERFACE "${MERGUS_ARROW_INCLUDE}")
    endif()
    if(found)
        # Older versions have another interface.
        include(CheckCXXSourceCompiles)
        set(CMAKE_REQUIRED_LIBRARIES mergus_arrow)
        set(CMAKE_REQUIRED_FLAGS "-std=c++20")
        check_cxx_source_compiles("#include <arrow/record_batch.h>
            #include <parquet/arrow/reader.h>
            std::unique_ptr<arrow::RecordBatchReader> batches(parquet::arrow::FileReader& file) {
                return file.GetRecordBatchReader({0}, {0}).ValueOrDie();
            }
            int main() { return parquet::arrow::FileReaderBuilder().Build().ok() ? 1 : 0; }" MERGUS_ARROW_COMPILES)
        unset(CMAKE_REQUIRED_LIBRARIES)
        unset(CMAKE_REQUIRED_FLAGS)
        set(MERGUS_WITH_PARQUET "${MERGUS_ARROW_COMPILES}")
        if(NOT MERGUS_ARROW_COMPILES)
            unset(MERGUS_ARROW_COMPILES CACHE) # another Arrow may be found next time
        endif()
    endif()
    if(NOT MERGUS_WITH_PARQUET AND NOT MERGUS_PARQUET STREQUAL "AUTO")
        message(FATAL_ERROR "MERGUS_PARQUET is ${MERGUS_PARQUET}, and no C++ library of Apache Arrow with Parquet was found that this "
                            "version can use. Set Arrow_DIR and Parquet_DIR, or Arrow_ROOT to the folder pyarrow of the Python "
                            "package of that name, or MERGUS_PARQUET to OFF.")
    endif()
endif()
