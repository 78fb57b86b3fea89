"""Kernels of numba-cuda, compiled as for a GPU and run on the CPU: no GPU is needed, and lines are those of the Python file.

>>> smem_tile.numba.profile(transpose[(4, 4), (32, 32)], to, given).excess  # doctest: +SKIP
0
"""

import os

from smem_tile import _job
from smem_tile._arguments import Arguments, Spelled
from smem_tile._native import InputError


def profile(launch, *args, capability=(9, 0), options=None):
    """Compiles and runs a launch of a kernel of `@cuda.jit` on the CPU, and returns a `Report`.

    `launch` is `kernel[grid, block]`, with stream and bytes of dynamic shared memory as numba has them; the arguments are those of the launch. Arrays
    of NumPy hold the results afterwards. Numba compiles the kernel for the compute capability, with line information. `options` is a dictionary of
    the options of `smem_tile.profile`.

    Raises `InputError` or `LaunchError` with a sentence, and what Numba raises where it does not compile the kernel.
    """
    from numba import cuda, typeof

    if not all(hasattr(launch, name) for name in ("dispatcher", "griddim", "blockdim")):
        raise InputError("a launch of Numba is `kernel[grid, block]`, of a kernel with `@cuda.jit`")
    kernel = launch.dispatcher
    signature = tuple(typeof(value) for value in args)
    given = {name: kernel.targetoptions[name] for name in ("fastmath", "max_registers") if kernel.targetoptions.get(name)}
    ptx, _ = cuda.compile(kernel.py_func, signature, device=False, cc=capability, lineinfo=True, output="ptx", abi="numba", **given)
    arguments = Arguments([part for value, kind in zip(args, signature) for part in _parts(value, kind)])
    request = {
        "file": f"{kernel.py_func.__name__}.ptx",
        "text": ptx.decode() if isinstance(ptx, bytes) else ptx,
        "grid": _job.extent("grid", launch.griddim),
        "block": _job.extent("block", launch.blockdim),
        "shared": getattr(launch, "sharedmem", 0) or 0,
        **arguments.request(),
    }
    options = dict(options or {})
    folders = {"source": [os.path.dirname(kernel.py_func.__code__.co_filename)], "include": _folders()}
    for name, own in folders.items():
        options[name] = [*options.get(name, []), *own]
    return _job.run(request, arguments, options)


def _parts(value, kind):
    """The parameters that Numba passes an argument as: an array is its owner, its counts, its pointer, its shape and its strides."""
    from numba import types

    if isinstance(kind, types.Array):
        words = [_word(number) for number in (value.size, value.itemsize)]
        return [None, None, *words, value, *map(_word, value.shape), *map(_word, value.strides)]
    if isinstance(kind, types.BaseTuple):
        return [part for own, of in zip(value, kind) for part in _parts(own, of)]
    if isinstance(kind, types.Boolean):
        return [Spelled(f"u8:{int(value)}")]
    if isinstance(kind, (types.Integer, types.Float, types.Complex)):
        import numpy

        return [Spelled(f"bytes:{numpy.dtype(str(kind)).type(value).tobytes().hex()}")]
    raise InputError(f"an argument of Numba's type `{kind}` is not known here")


def _word(number):
    return Spelled(f"i64:{number}")


def _folders():
    """The folders of Numba's own code, whose lines are a library's."""
    import numba
    from numba import cuda

    return sorted({os.path.dirname(module.__file__) for module in (numba, cuda)})


__all__ = ["profile"]
