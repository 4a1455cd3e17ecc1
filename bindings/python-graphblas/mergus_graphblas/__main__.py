"""python -m mergus_graphblas [-m MODULE | PROGRAM] ARGUMENTS…: runs it with the module suitesparse_graphblas of Mergus. Without
arguments: prints the folder of that module."""
import os
import runpy
import sys

from . import PATH


def main():
    arguments = sys.argv[1:]
    if not arguments:
        print(PATH)
        return
    # Child processes take the same module.
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (PATH, os.environ.get("PYTHONPATH"))))
    if arguments[0] == "-m" and len(arguments) > 1:
        sys.argv = arguments[1:]
        sys.path.insert(1, os.getcwd())
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        sys.path.insert(1, os.path.dirname(os.path.abspath(sys.argv[0])))
        runpy.run_path(sys.argv[0], run_name="__main__")


main()
