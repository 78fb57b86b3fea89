"""Kernels of Triton, compiled as for a GPU and run on the CPU: no GPU is needed, and lines are those of the Python file.

>>> smem_tile.triton.profile(softmax_kernel[(64,)], out, x, 1024, BLOCK=1024).excess  # doctest: +SKIP
0
"""

import contextlib
import os
import struct

from smem_tile import _job
from smem_tile._arguments import Arguments, Scratch, Spelled, Strided, TensorMap
from smem_tile._native import InputError

# Number formats of `struct`, by Triton's names of types.
_FORMATS = {
    "i1": "<b", "i8": "<b", "i16": "<h", "i32": "<i", "i64": "<q",
    "u1": "<B", "u8": "<B", "u16": "<H", "u32": "<I", "u64": "<Q",
    "fp16": "<e", "fp32": "<f", "f32": "<f", "fp64": "<d",
}  # fmt: skip

# Element types of tensor maps, by the numbers in Triton's metadata, and swizzles by the driver's.
_OF_MAPS = dict(enumerate(["u8", "u16", "u32", "i32", "u64", "i64", "f16", "f32", "f32", "f64", "bf16"]))
_SWIZZLES = ["none", "32B", "64B", "128B"]


def profile(launch, *args, capability=90, options=None, **kwargs):
    """Compiles and runs a launch of a Triton kernel on the CPU, and returns a `Report`.

    `launch` is `kernel[grid]`; arguments and keywords are those of the launch. Arrays of NumPy and tensors of PyTorch on the CPU hold the results
    afterwards; `smem_tile.triton.tensor` wraps an array as a tensor for `TensorDescriptor`, or of a type that NumPy lacks. The kernel is compiled
    by Triton for `GPUTarget("cuda", capability, 32)`, and its own machine code is run: warps, shared memory, clusters and scratch buffers are
    those of Triton's metadata.

    An autotuned kernel takes the first configuration that is not pruned, since nothing is timed; `kernel.fn[grid]` with the meta-parameters as
    keywords takes another one. `options` is a dictionary of the options of `smem_tile.profile`.

    Raises `InputError` or `LaunchError` with a sentence, and what Triton raises where it does not compile the kernel.
    """
    if hasattr(launch, "run") and hasattr(launch, "__getitem__"):
        raise InputError("the grid is missing: pass `kernel[grid]`, then the arguments of the launch")
    with _capturing(launch, capability) as captured:
        compiled = launch(*map(_wrapped, args), **{name: _wrapped(value) for name, value in kwargs.items()})
    if not captured or not hasattr(compiled, "asm"):
        raise InputError("the call has launched no kernel: pass `kernel[grid]`, then the arguments of the launch")
    grid, values = captured[-1]
    return _CompiledLaunch(compiled, grid, values).run(dict(options or {}))


def tensor(array, dtype=None):
    """Returns an array of NumPy with the methods of a tensor that Triton calls.

    `dtype` names the type of its elements for Triton, `'bf16'` or `'fp8e4nv'`, where the array holds their bytes as another type of that size.
    """
    return Tensor(array, dtype)


class Tensor:
    """An array of NumPy as Triton sees a tensor."""

    def __init__(self, array, dtype=None):
        self.array = array
        self.dtype = array.dtype if dtype is None else _Type(dtype, array.dtype.itemsize)
        self.shape = list(array.shape)

    def data_ptr(self):
        return self.array.__array_interface__["data"][0]

    def stride(self, axis=None):
        strides = [bytes_ // self.array.itemsize for bytes_ in self.array.strides]
        return strides if axis is None else strides[axis]

    def size(self, axis=None):
        return self.shape if axis is None else self.shape[axis]

    def numel(self):
        return self.array.size

    def element_size(self):
        return self.array.itemsize


class _Type:
    """A type of Triton's by its name."""

    def __init__(self, name, itemsize):
        self._name, self.itemsize = name, itemsize
        self.is_floating_point = name.startswith(("fp", "bf"))

    def __str__(self):
        return self._name

    def __hash__(self):
        return hash(self._name)

    def __eq__(self, other):
        return str(self) == str(other)


class _CompiledLaunch:
    """A launch that Triton has made, of a kernel that it has compiled."""

    def __init__(self, compiled, grid, args):
        self._source, self._metadata, self._code = compiled.src, compiled.metadata, compiled.asm
        self._grid, self._args = grid, args

    def run(self, options):
        metadata = self._metadata
        arguments = Arguments(self._values())
        clusters = getattr(metadata, "num_ctas", 1)
        request = {
            "file": f"{metadata.name}.ptx",
            "text": self._code["ptx"],
            "machine_code": self._code["cubin"],
            "kernel": metadata.name,
            "grid": _job.extent("grid", [self._grid[0] * clusters, *self._grid[1:]]),
            "block": [32 * metadata.num_warps, 1, 1],
            "cluster": [clusters, 1, 1] if clusters > 1 else None,
            "shared": metadata.shared,
            **arguments.request(),
        }
        # Functions of Triton's language are a library: what they do counts at the user's line.
        folders = {"source": os.path.dirname(self._source.fn.fn.__code__.co_filename), "include": _folder()}
        for name, folder in folders.items():
            options[name] = [*options.get(name, []), folder]
        return _job.run(request, arguments, options)

    def _values(self):
        """The kernel's parameters: the arguments that are not constants, and the scratch buffers after them."""
        maps = iter(getattr(self._metadata, "tensordesc_meta", None) or [])
        values = list(_flat(self._source.signature.values(), self._args, maps))
        blocks = self._grid[0] * self._grid[1] * self._grid[2] * getattr(self._metadata, "num_ctas", 1)
        for name in ("global_scratch_size", "profile_scratch_size"):
            size = getattr(self._metadata, name, None)
            if size is not None:
                values.append(Scratch(size * blocks) if size else None)
        return values


def _folder():
    import triton

    return os.path.dirname(triton.__file__)


def _flat(types, values, maps):
    """Each parameter of the kernel: tuples and descriptors are several, constants none."""
    for kind, value in zip(types, values):
        if isinstance(kind, tuple):
            yield from _flat(kind, value, maps)
        elif kind.startswith("tensordesc"):
            yield from _descriptor(value, next(maps, None))
        elif kind != "constexpr":
            yield _value(kind, value)


def _value(kind, value):
    """An argument of a type of Triton's."""
    if kind.startswith("*"):
        value = value.array if isinstance(value, Tensor) else value
        # A kernel gets strides as numbers of their own.
        return Strided(value) if hasattr(value, "__array_interface__") or hasattr(value, "untyped_storage") else value
    if kind == "bf16":
        # The upper half, rounded to the nearest even one.
        bits = struct.unpack("<I", struct.pack("<f", value))[0]
        return Spelled(f"bytes:{struct.pack('<H', (bits + 0x7FFF + (bits >> 16 & 1)) >> 16 & 0xFFFF).hex()}")
    if kind not in _FORMATS:
        raise InputError(f"an argument of Triton's type `{kind}` is not known here")
    return Spelled(f"bytes:{struct.pack(_FORMATS[kind], value).hex()}")


def _descriptor(value, described):
    """A tensor descriptor: a map, or its parts where Triton has taken it apart; then the extents and strides."""
    base = _value("*", value.base)
    extents = [_value("i32", extent) for extent in value.shape]
    strides = [_value("i64", stride) for stride in value.strides]
    if described is not None:
        return [TensorMap(base, _map_text(value, described)), *extents, *strides]
    wide = [_value("i64", extent) for extent in value.shape]
    flags = [_value("i1", value.padding == "nan"), _value("i1", _is_rounded(value))]
    return [base, *wide, *strides, *flags, *extents, *strides]


def _is_rounded(value):
    """Whether loads of a descriptor round to TF32, which descriptors of Triton 3.6 cannot say."""
    return getattr(value, "round_f32_to_tf32", False)


def _map_text(value, described):
    """A map of Triton's metadata as the program spells it."""
    kind = described["elem_type"]
    if described.get("is_im2col") or described.get("fp4_padded") or _is_rounded(value) or kind not in _OF_MAPS:
        raise InputError("a tensor descriptor of this kind (im2col, four bits or TF32) is not known here")
    extents = ",".join(map(str, value.shape))
    options = ["box=" + "x".join(map(str, described["block_size"])), "swizzle=" + _SWIZZLES[described["swizzle"]]]
    strides = [stride * described["elem_size"] for stride in value.strides[:-1]]
    if strides:
        options.append("strides=" + "x".join(map(str, strides)))
    if value.padding == "nan":
        options.append("fill=nan")
    return f"[{extents}].{_OF_MAPS[kind]} {' '.join(options)}"


def _wrapped(value):
    """An argument as Triton takes it: arrays of NumPy as tensors, also in tuples."""
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(map(_wrapped, value))
    if type(value).__name__ != "ndarray":
        return value
    if value.dtype.kind in "cmMOSU" or value.dtype.names or not value.dtype.isnative:
        raise InputError(f"an array of `{value.dtype}` has no type in Triton")
    return Tensor(value)


@contextlib.contextmanager
def _capturing(launch, capability):
    """Gives Triton a driver that keeps launches instead of making them, and afterwards what it had."""
    from triton.runtime import driver

    captured, before = [], driver._active
    kept = [(tuned, dict(tuned.cache)) for tuned in _tuned(launch)]
    driver.set_active(_driver(captured, capability))
    try:
        yield captured
    finally:
        driver._active = before
        # What nothing has timed is not the best configuration on a GPU.
        for tuned, cache in kept:
            tuned.cache = cache


def _tuned(launch):
    """The autotuned kernels that a call of `kernel[grid]` leads to."""
    cells = [cell.cell_contents for cell in getattr(launch, "__closure__", None) or ()]
    while cells:
        kernel = cells.pop()
        if hasattr(kernel, "configs") and isinstance(getattr(kernel, "cache", None), dict):
            yield kernel
        if type(kernel).__module__.startswith("triton.") and hasattr(kernel, "fn"):
            cells.append(kernel.fn)


def _driver(captured, capability):
    from triton.backends.compiler import GPUTarget

    class Utils:
        """Loads no code: a kernel without a module has nothing to unload."""

        def load_binary(self, name, code, shared, device):
            return None, name, 0, 0, 1024

        def get_device_properties(self, device):
            return {"max_shared_mem": 232448, "multiprocessor_count": 132, "warpSize": 32, "max_num_regs": 65536,
                    "sm_clock_rate": 1980000, "mem_clock_rate": 2619000, "mem_bus_width": 5120}  # fmt: skip

    class Driver:
        """A driver of Triton's for a GPU that is not there."""

        utils = Utils()
        binary_ext = "cubin"

        def launcher_cls(self, source, metadata):
            def launcher(x, y, z, stream, function, packed, about, enter, leave, *args):
                captured.append(((x, y, z), args))

            return launcher

        def get_current_device(self):
            # Kernels compiled here are kept apart from those of a GPU in this process.
            return f"smem-tile:{capability}"

        def set_current_device(self, device):
            pass

        def get_current_stream(self, device):
            return 0

        def get_device_capability(self, device=None):
            return divmod(capability, 10)

        def get_current_target(self):
            return GPUTarget("cuda", capability, 32)

        def get_active_torch_device(self):
            import torch

            return torch.device("cpu")

        def get_benchmarker(self):
            # All take as long, and the first of them is taken.
            return lambda call, quantiles=None, **_: [0.0] * len(quantiles or [0])

        def map_python_to_cpp_type(self, kind):
            return kind

        @staticmethod
        def is_active():
            return True

    return Driver()


__all__ = ["Tensor", "profile", "tensor"]
