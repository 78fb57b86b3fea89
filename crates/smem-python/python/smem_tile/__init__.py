"""Runs CUDA kernels on the CPU and reports bank conflicts, races and faults by source line.

`profile(kernel, grid, block, args)` runs a kernel on NumPy arrays: CUDA C++ text, PTX or a cubin. `smem_tile.triton`, `smem_tile.numba` and
`smem_tile.cupy` take kernels of those packages. `install()` puts a simulated CUDA driver into this process, for programs that launch kernels
themselves, and `observe()` returns what their launches found.
"""

from smem_tile._native import CompileError, Error, InputError, LaunchError
from smem_tile.driver import Observation, install, observe
from smem_tile._profile import profile
from smem_tile.report import BankMap, EndedEarly, Finding, Launch, Line, Report

__all__ = [
    "BankMap",
    "CompileError",
    "EndedEarly",
    "Error",
    "Finding",
    "InputError",
    "Launch",
    "LaunchError",
    "Line",
    "Observation",
    "Report",
    "install",
    "observe",
    "profile",
]
