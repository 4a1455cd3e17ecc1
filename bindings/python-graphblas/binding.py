"""The compiled parts of suitesparse_graphblas: cffi's module of GraphBLAS.h, and the arrays of NumPy that own foreign memory.

MERGUS_ROOT is an installed tree of Mergus (include/, lib/); otherwise the package mergus is one. Run as a program, this file
compiles both modules into a folder: binding.py INCLUDE CDEF LIBRARY-FOLDER OUTPUT-FOLDER
"""
import importlib.util
import os
import sys
import sysconfig
from pathlib import Path

import numpy
from cffi import FFI
from setuptools import Distribution, Extension

# A free-threaded Python has no stable ABI before 3.15.
LIMITED = not sysconfig.get_config_var("Py_GIL_DISABLED")
PACKAGE = "mergus_graphblas.provider.suitesparse_graphblas."
FOLDER = Path("mergus_graphblas/provider/suitesparse_graphblas")
STABLE_ABI = "0x030a0000"  # that of Python 3.10
# The module of cffi has thousands of functions of a few instructions: nothing is gained by optimising them.
FLAGS = ["-O1", "-g0"]


def installed_root():
    if given := os.environ.get("MERGUS_ROOT"):
        return Path(given), [str(Path(given, "lib"))]
    found = importlib.util.find_spec("mergus")
    if found is None or not found.submodule_search_locations:
        raise SystemExit("mergus-graphblas is built with the package mergus, or with MERGUS_ROOT, an installed tree")
    # From mergus_graphblas/provider/suitesparse_graphblas/ in the folder of packages.
    return Path(found.submodule_search_locations[0]), ["$ORIGIN/../../../mergus/lib"]


def graphblas_module(name, include, cdef, library, rpath):
    """cffi's builder of the module."""
    builder = FFI()
    builder.cdef(Path(cdef).read_text())
    builder.set_source(
        name,
        "#include <GraphBLAS.h>\n",
        include_dirs=[str(include)],
        library_dirs=[str(library)],
        libraries=["mergus_graphblas"],
        runtime_library_dirs=rpath,
        extra_compile_args=FLAGS,
        py_limited_api=LIMITED,
    )
    return builder


def memory_module(name, folder):
    return Extension(
        name,
        [str(Path(folder) / "_memory.c")],
        include_dirs=[numpy.get_include()],
        define_macros=[
            ("NPY_TARGET_VERSION", "NPY_1_22_API_VERSION"),
            ("NPY_NO_DEPRECATED_API", "NPY_1_22_API_VERSION"),
            *([("Py_LIMITED_API", STABLE_ABI)] if LIMITED else []),
        ],
        extra_compile_args=FLAGS,
        py_limited_api=LIMITED,
    )


def of_installed():
    """What setup.py calls."""
    root, rpath = installed_root()
    include = root / "include/mergus_graphblas"
    return graphblas_module(PACKAGE + "_graphblas", include, include / "GraphBLAS.cdef", root / "lib", rpath)


def main(include, cdef, library, output):
    folder = Path(__file__).resolve().parent / FOLDER
    Path(output).mkdir(parents=True, exist_ok=True)
    graphblas_module("_graphblas", include, cdef, library, [library]).compile(tmpdir=output)
    command = Distribution({"ext_modules": [memory_module("_memory", folder)]}).get_command_obj("build_ext")
    command.build_lib = output
    command.build_temp = output
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
