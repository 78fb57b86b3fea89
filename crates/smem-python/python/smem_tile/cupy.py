"""Kernels of CuPy's `RawKernel`: their text, compiled and run on the CPU. CuPy itself needs no GPU for that.

>>> smem_tile.cupy.profile(kernel, (16,), (256,), (x, y, z)).excess  # doctest: +SKIP
0
"""

from smem_tile._native import InputError
from smem_tile._profile import profile as _profile


def profile(kernel, grid, block, args=(), *, shared_mem=0, **options):
    """Runs a `cupy.RawKernel` on the CPU with arrays of NumPy, and returns a `Report`.

    `grid`, `block`, `args` and `shared_mem` are those of the call of the kernel; the kernel's own options go to the compiler, and `options` are
    those of `smem_tile.profile`.
    """
    if not all(hasattr(kernel, name) for name in ("code", "name", "options")):
        raise InputError("a kernel of CuPy is a `RawKernel`, which has its text")
    options.setdefault("file", f"{kernel.name.split('<')[0]}.cu")
    options["compiler_option"] = [*kernel.options, *options.get("compiler_option", [])]
    if kernel.backend == "nvcc":
        options.setdefault("compiler", "nvcc")
    return _profile(kernel.code, grid, block, list(args), name=kernel.name, shared=shared_mem, **options)


__all__ = ["profile"]
