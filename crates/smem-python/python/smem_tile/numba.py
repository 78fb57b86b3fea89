"""Kernels of numba-cuda, compiled as for a GPU and run on the CPU: no GPU is needed, and lines are those of the Python file.

>>> smem_tile.numba.profile(transpose[(4, 4), (32, 32)], to, given).excess  # doctest: +SKIP
0
"""

import contextlib
import os
import types

from smem_tile import _job
from smem_tile._arguments import Arguments, Spelled, Strided
from smem_tile._native import InputError


def profile(launch, *args, capability=(9, 0), options=None):
    """Compiles and runs a launch of a kernel of `@cuda.jit` on the CPU, and returns a `Report`.

    `launch` is `kernel[grid, block]`, with stream and bytes of dynamic shared memory as numba has them; the arguments are those of the launch. Arrays
    of NumPy hold the results afterwards. Numba compiles the kernel for the compute capability, with line information. `options` is a dictionary of
    the options of `smem_tile.profile`.

    Raises `InputError` or `LaunchError` with a sentence, and what Numba raises where it does not compile the kernel.
    """
    from numba import typeof

    if not all(hasattr(launch, name) for name in ("dispatcher", "griddim", "blockdim")):
        raise InputError("a launch of Numba is `kernel[grid, block]`, of a kernel with `@cuda.jit`")
    kernel = launch.dispatcher
    signature = tuple(typeof(value) for value in args)
    if getattr(kernel, "specialized", False):
        signature = _declared(kernel, signature)
    with _device(tuple(capability)):
        code = _code(kernel, signature)
    arguments = Arguments([part for value, kind in zip(args, signature) for part in _parts(value, kind)])
    request = {
        **code,
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


def _declared(kernel, given):
    """The types of a kernel that was declared with them: numbers are converted, arrays are not."""
    declared = next(iter(kernel.overloads))
    if len(declared) != len(given):
        raise InputError(f"the kernel takes {len(declared)} arguments, not {len(given)}")
    for own, other in zip(declared, given):
        if hasattr(own, "ndim") and (own.dtype, own.ndim) != (getattr(other, "dtype", None), getattr(other, "ndim", None)):
            raise InputError(f"an argument is of Numba's type `{other}`, and the kernel is declared for `{own}`")
    return declared


@contextlib.contextmanager
def _device(capability):
    """Gives Numba a device to compile for, which kernels with functions of their own ask for, and afterwards what it had."""
    from numba.cuda import api
    from numba.cuda.cudadrv import devices

    from smem_tile import _numba_link

    context = types.SimpleNamespace(device=types.SimpleNamespace(compute_capability=capability))
    before = api.current_context, devices.get_context
    api.current_context = devices.get_context = lambda *_: context
    try:
        with _numba_link.without_driver():
            yield
    finally:
        api.current_context, devices.get_context = before


def _code(kernel, signature):
    """The machine code that Numba links as for a launch, and the PTX of a kernel that needs nothing else."""
    from numba.cuda.dispatcher import _Kernel

    options = {**kernel.targetoptions, "lineinfo": not kernel.targetoptions.get("debug")}
    compiled = _Kernel(kernel.py_func, signature, **options)
    library = compiled._codelibrary
    if library._linking_files and options.get("lto"):
        # Line information of files in CUDA C++ cannot be linked with that of Numba in this form.
        compiled = _Kernel(kernel.py_func, signature, **{**options, "lto": False})
        library = compiled._codelibrary
    linked = library.get_cubin()
    code = {"kernel": compiled.entry_name, "file": f"{kernel.py_func.__name__}.ptx"}
    machine_code = bytes(getattr(linked, "code", linked))
    texts = library.get_asm_strs()
    if len(texts) > 1 or library._linking_files or getattr(library, "needs_cudadevrt", False):
        return {**code, "binary": machine_code}
    return {**code, "text": texts[0], "machine_code": machine_code}


def _parts(value, kind):
    """The parameters that Numba passes an argument as: an array is its owner, its counts, its pointer, its shape and its strides."""
    import numpy
    from numba import types as kinds

    if isinstance(kind, kinds.Array):
        value = numpy.asarray(value)
        words = [_word(number) for number in (value.size, value.itemsize)]
        return [None, None, *words, Strided(value), *map(_word, value.shape), *map(_word, value.strides)]
    if isinstance(kind, kinds.BaseTuple):
        return [part for own, of in zip(value, kind) for part in _parts(own, of)]
    if isinstance(kind, kinds.Record):
        # A pointer to it.
        return [Strided(value)]
    if isinstance(kind, kinds.EnumMember):
        return _parts(value.value, kind.dtype)
    if isinstance(kind, (kinds.NPDatetime, kinds.NPTimedelta)):
        return [_word(value.view(numpy.int64))]
    if isinstance(kind, kinds.Boolean):
        return [Spelled(f"u8:{int(value)}")]
    if isinstance(kind, kinds.Complex):
        return [part for own in (value.real, value.imag) for part in _parts(own, kind.underlying_float)]
    if isinstance(kind, (kinds.Integer, kinds.Float)):
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
