"""From a request to a report: the defaults of options, and the native module."""

import operator
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
    "elements": {},
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
_TEXTS = ("kernel", "std", "arch", "isa", "compiler")
# What each is less than.
_COUNTS = {"shared": 2**32, "blocks": 2**64, "max_memory": 2**64, "max_instructions": 2**64}
# Options of a user; the rest of a request is made of the kernel and its arguments.
_OPTIONS = set(_DEFAULTS) - {"text", "binary", "machine_code", "args", "buffers", "elements", "kernel", "grid", "block", "cluster", "shared"}


def run(request, arguments, options):
    """Runs a request with the options of a user, puts the results into the arguments, and returns the report."""
    unknown = sorted(set(options) - _OPTIONS)
    if unknown:
        known = ", ".join(f"`{name}`" for name in sorted(_OPTIONS))
        raise TypeError(f"`{unknown[0]}` is not an option of `profile`: there are {known}")
    request = {**_DEFAULTS, "program": _program(), **request, **options}
    finished = _native.run({name: _checked(name, value) for name, value in request.items()})
    arguments.receive(finished.buffers())
    return Report(finished)


def extent(name, value):
    """The three numbers of a grid or a block, from one number or up to three."""
    try:
        numbers = list(value) if hasattr(value, "__len__") and not isinstance(value, str) else [value]
        numbers = [operator.index(number) for number in numbers]
    except TypeError:
        raise _native.InputError(f"{name}: expected a number or a tuple of up to three") from None
    if not 1 <= len(numbers) <= 3 or not all(0 < number < 2**32 for number in numbers):
        raise _native.InputError(f"{name}: expected one to three numbers from 1")
    return numbers + [1] * (3 - len(numbers))


def _checked(name, value):
    """A part of a request as the native module takes it; a list may be one value alone."""
    if name in _LISTS:
        value = [value] if isinstance(value, (str, os.PathLike)) else value
        is_known = isinstance(value, (tuple, list)) and all(isinstance(own, (str, os.PathLike)) for own in value)
        expected = "a text or a list of texts"
    elif name in _COUNTS:
        is_known, expected = value is None or _is_count(value, _COUNTS[name]), f"a whole number from 0 to {_COUNTS[name] - 1}"
    elif name in _TEXTS:
        is_known, expected = value is None or isinstance(value, str), "a text"
    elif isinstance(_DEFAULTS.get(name), bool):
        is_known, expected = value in (True, False), "`True` or `False`"
        value = bool(value) if is_known else value
    else:
        return value
    if not is_known:
        # The kernel's name is `name` to users.
        raise _native.InputError(f"{'name' if name == 'kernel' else name}: expected {expected}, not `{value!r}`")
    return [os.fspath(own) for own in value] if name in _LISTS else value


def _is_count(value, end):
    try:
        return not isinstance(value, bool) and 0 <= operator.index(value) < end
    except TypeError:
        return False


def _program():
    """The program beside the module, which compiles in a process of its own; None where it is not there."""
    name = "smem-tile" + (".exe" if os.name == "nt" else "")
    for folder in (sysconfig.get_path("scripts"), os.path.dirname(sys.executable)):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    return None
