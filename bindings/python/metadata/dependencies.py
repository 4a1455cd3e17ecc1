"""The packages that `mergus` needs, for pyproject.toml: what they are depends on the Python that builds the wheel.

A wheel of the stable ABI has nanobind's part that is made for one version of Python in the package nanobind-backend. A
free-threaded Python has no stable ABI before 3.15, and a module for one version alone: that part is in it.
"""

import sysconfig
from typing import Any

DEPENDENCIES = ["numpy>=1.24"]
STABLE_ABI = ["nanobind-backend>=1,<2"]


def dynamic_metadata(field: str, settings: Any = None, project: Any = None) -> list[str]:
    """What scikit-build-core asks for a field of [project]."""
    assert field == "dependencies", field
    return DEPENDENCIES + ([] if sysconfig.get_config_var("Py_GIL_DISABLED") else STABLE_ABI)
