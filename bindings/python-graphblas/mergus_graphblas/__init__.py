"""python-graphblas on Mergus.

`import mergus_graphblas` before `import graphblas` makes the module `suitesparse_graphblas` that of Mergus, in this process only:
the package suitesparse-graphblas, which python-graphblas installs, stays as it is. Programs that must not change run by
`python -m mergus_graphblas PROGRAM ARGUMENTS…`, or with `PYTHONPATH=$(python -m mergus_graphblas)`.
"""
import os
import sys

#: The folder that has the module `suitesparse_graphblas`.
PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "provider")


def _activate():
    present = sys.modules.get("suitesparse_graphblas")
    if present is not None and not str(present.__file__).startswith(PATH):
        raise ImportError("suitesparse_graphblas has been imported: import mergus_graphblas before it and before graphblas")
    if PATH not in sys.path:
        sys.path.insert(0, PATH)


_activate()
