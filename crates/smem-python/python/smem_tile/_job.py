"""From a request to a report: the defaults of options, and the native module."""

import os
import sys
import sysconfig

from smem_tile import _native
from smem_tile.report import Report

_DEFAULTS = {
    "text": None,
    "binary": None,
    "machine_code": None,
    "kernel": None,
    "grid": None,
    "block": None,
    "cluster": None,
    "shared": 0,
    "args": [],
    "buffers": [],
    "include": [],
    "source": [],
    "define": [],
    "options": [],
    "std": None,
    "arch": None,
    "isa": None,
    "compiler": None,
    "blocks": 0,
    "max_memory": None,
    "max_instructions": None,
    "race_check": True,
    "global_races": False,
    "overruns": False,
    "merged": False,
    "offline": False,
    "cache": True,
}
_LISTS = ("include", "source", "define", "options")
# Options of a user; the rest of a request is made of the kernel and its arguments.
_OPTIONS = set(_DEFAULTS) - {"text", "binary", "machine_code", "args", "buffers", "kernel", "grid", "block", "cluster", "shared"}


def run(request, arguments, options):
    """Runs a request with the options of a user, puts the results into the arguments, and returns the report."""
    unknown = sorted(set(options) - _OPTIONS)
    if unknown:
        known = ", ".join(f"`{name}`" for name in sorted(_OPTIONS))
        raise TypeError(f"`{unknown[0]}` is not an option of `profile`: there are {known}")
    options = {name: _listed(name, value) for name, value in options.items()}
    finished = _native.run({**_DEFAULTS, "program": _program(), **request, **options})
    arguments.receive(finished.buffers())
    return Report(finished)


def extent(name, value):
    """The three numbers of a grid or a block, from one number or up to three."""
    numbers = list(value) if isinstance(value, (tuple, list)) else [value]
    try:
        numbers = [int(number) for number in numbers]
    except (TypeError, ValueError):
        raise _native.InputError(f"{name}: expected a number or a tuple of up to three") from None
    if not 1 <= len(numbers) <= 3 or not all(0 < number < 2**32 for number in numbers):
        raise _native.InputError(f"{name}: expected one to three numbers from 1")
    return numbers + [1] * (3 - len(numbers))


def _listed(name, value):
    """An option that may be given several times: alone or as a list."""
    if name in _LISTS and isinstance(value, (str, os.PathLike)):
        return [value]
    return value


def _program():
    """The program beside the module, which compiles in a process of its own; None where it is not there."""
    name = "smem-tile" + (".exe" if os.name == "nt" else "")
    for folder in (sysconfig.get_path("scripts"), os.path.dirname(sys.executable)):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    return None
