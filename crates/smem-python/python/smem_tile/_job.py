"""From a request to a report: the options of a job, and the native module."""

import difflib
import json
import operator
import os
import sys
import sysconfig

from smem_tile import _native
from smem_tile.report import Report

# The options of a job with their defaults, which the program `smem-tile` has as well.
_DEFAULTS = json.loads(_native.options())
# Those that are made of the kernel, its launch and its arguments.
_OF_LAUNCH = {"kernel", "grid", "block", "cluster", "shared", "args"}
_OF_USER = sorted(set(_DEFAULTS) - _OF_LAUNCH)
_CODE = {"text": None, "binary": None, "machine_code": None, "buffers": [], "elements": {}}


def run(request, arguments, options):
    """Runs a request with the options of a user, puts the results into the arguments, and returns the report."""
    for name in options:
        if name not in _OF_USER:
            near = difflib.get_close_matches(name, _OF_USER, n=1)
            known = f"did you mean `{near[0]}`?" if near else "there are " + ", ".join(f"`{known}`" for known in _OF_USER)
            raise TypeError(f"`{name}` is not an option of `profile`: {known}")
    code = {**_CODE, **{name: value for name, value in request.items() if name not in _OF_LAUNCH}}
    launch = {name: value for name, value in request.items() if name in _OF_LAUNCH}
    given = {name: _plain(name, value) for name, value in {**launch, **options}.items()}
    finished = _native.run({**code, "program": _program(), "options": json.dumps(given)})
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


def _plain(name, value):
    """An option as JSON has it; a list may be one value alone."""
    if isinstance(_DEFAULTS[name], list) and isinstance(value, (str, os.PathLike)):
        value = [value]
    if isinstance(value, (tuple, list)):
        return [_plain_one(name, own) for own in value]
    # The default is that of the program.
    return _DEFAULTS[name] if value is None else _plain_one(name, value)


def _plain_one(name, value):
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if hasattr(value, "dtype") and hasattr(value, "item"):
        # A scalar of NumPy.
        value = value.item()
    if isinstance(value, (bool, str, float)):
        return value
    try:
        return operator.index(value)
    except TypeError:
        # The kernel's name is `name` to users.
        shown = "name" if name == "kernel" else name
        raise _native.InputError(f"{shown}: expected a text, a number, `True` or `False`, or a list of texts, not `{value!r}`") from None


def _program():
    """The program beside the module, which compiles in a process of its own; None where it is not there."""
    name = "smem-tile" + (".exe" if os.name == "nt" else "")
    for folder in (sysconfig.get_path("scripts"), os.path.dirname(sys.executable)):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    return None
