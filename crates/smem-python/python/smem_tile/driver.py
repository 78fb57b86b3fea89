"""Loads the driver library that the wheel carries, under the names by which CUDA programs load a driver."""

import ctypes
import json
import os
import sys
import tempfile
from pathlib import Path

_NAME = "libsmem_libcuda.so"
_SINK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
_library = None


class Observation:
    """The launches that one thread made between two points; `report` is there at the end, as `smem-tile run --report` writes it."""

    def __init__(self):
        self.report = None

    def __enter__(self):
        self._scope = _library.smem_tile_begin_scope()
        return self

    def __exit__(self, *_):
        received = []
        sink = _SINK(lambda _, at, length: received.append(ctypes.string_at(at, length)))
        _library.smem_tile_end_scope(self._scope, sink, None)
        self.report = json.loads(received[0])

    def findings(self):
        """The findings that make a run fail, each as its kernel and a sentence."""
        return [
            (kernel["kernel"], _placed(finding))
            for kernel in self.report["kernels"]
            for finding in kernel["findings"]
            if finding["severity"] == "error"
        ]


def _placed(finding):
    """The sentence of a finding after its line, where a file has it."""
    place = f"{finding['file']}:{finding['line']}: " if finding.get("file") else ""
    return place + finding["message"]


def install():
    """Makes the simulated driver the CUDA driver of this process, before a library loads one. Later calls do nothing.

    Raises OSError where the library is not there, and RuntimeError where another driver was loaded before.
    """
    global _library
    if _library is not None:
        return
    with tempfile.TemporaryDirectory(prefix="smem-tile-driver") as folder:
        for name in ("libcuda.so", "libcuda.so.1"):
            (Path(folder) / name).symlink_to(_find())
        # A process of `smem-tile run` has the driver of the run.
        path = "libcuda.so.1" if "SMEM_TILE_REPORTS" in os.environ else str(Path(folder) / "libcuda.so.1")
        library = ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
        library.smem_tile_begin_scope.restype = ctypes.c_uint64
        library.smem_tile_end_scope.argtypes = [ctypes.c_uint64, _SINK, ctypes.c_void_p]
        library.smem_tile_end_scope.restype = None
        if library.smem_tile_claim() != 0:
            raise RuntimeError("this process has loaded another CUDA driver before the simulated one: install it first")
    _library = library


def observe():
    """The launches of the calling thread: `with observe() as launches: ..`, then `launches.report`."""
    install()
    return Observation()


def _find():
    named = os.environ.get("SMEM_TILE_LIBRARY")
    places = [named] if named else [f"{prefix}/lib/smem-tile/{_NAME}" for prefix in (sys.prefix, sys.base_prefix)]
    for place in places:
        if os.path.isfile(place):
            return os.path.realpath(place)
    raise FileNotFoundError(f"the simulated driver is not there: {', '.join(places)}")
