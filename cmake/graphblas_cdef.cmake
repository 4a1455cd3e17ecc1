# Writes the declarations of GraphBLAS.h for parsers of C, such as cffi's: preprocessed, without attributes and other headers.
# A macro that is a number becomes `#define NAME ...`, whose value the binding's compiler fills in.
#   cmake -DCOMPILER=c++ -DINCLUDE=include/mergus_graphblas -DOUTPUT=GraphBLAS.cdef -P graphblas_cdef.cmake
set(preprocess "${COMPILER}" -x c -std=c11 -E -DGB_DECLARATIONS_ONLY "-I${INCLUDE}" "${INCLUDE}/GraphBLAS.h")
execute_process(COMMAND ${preprocess} -P OUTPUT_VARIABLE declarations COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${preprocess} -dM OUTPUT_VARIABLE macros COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "#define (GrB|GxB|GRB)_[A-Za-z_0-9]+ [^\n]+" macros "${macros}")
list(FILTER macros EXCLUDE REGEX " NULL$")
list(TRANSFORM macros REPLACE "^(#define [A-Za-z_0-9]+) .*$" "\\1 ...")
list(SORT macros)
list(JOIN macros "\n" macros)
# One declaration a line: the lists of the header are macros, which are expanded into one line.
string(REPLACE "; " ";\n" declarations "${declarations}")
file(WRITE "${OUTPUT}" "/* Made from GraphBLAS.h by cmake/graphblas_cdef.cmake */\n${macros}\n${declarations}")
