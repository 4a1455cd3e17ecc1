"""The compiled modules, which pyproject.toml cannot name."""
import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent))
import binding  # noqa: E402

setup(
    cffi_modules=["binding.py:of_installed"],
    ext_modules=[binding.memory_module(binding.PACKAGE + "_memory", binding.FOLDER)],
    options={"bdist_wheel": {"py_limited_api": "cp310"}} if binding.LIMITED else {},
)
