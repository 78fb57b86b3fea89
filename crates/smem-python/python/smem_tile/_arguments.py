"""Arguments of a launch: values of Python as the program spells them, and the bytes of buffers."""

import ctypes
import sys

from smem_tile._native import InputError


# Bytes that the widest access of a thread is aligned to.
_VECTOR = 16


class Arguments:
    """The arguments of one launch.

    Arrays whose bytes overlap are one buffer, so that a kernel sees what a GPU shows it. With `is_typed`, numbers of Python take the types of
    the kernel's parameters.
    """

    def __init__(self, values, is_typed=False):
        self._is_typed = is_typed
        # The bytes of each array, by its number.
        self._arrays = []
        named = values.items() if isinstance(values, dict) else ((None, value) for value in values)
        self._values = [(name, self._read(value)) for name, value in named]
        self._buffers = _Buffers(self._arrays)

    def request(self):
        args = [self._text(name, value) for name, value in self._values]
        return {"args": args, "buffers": self._buffers.bytes()}

    def receive(self, buffers):
        """Puts the bytes that buffers hold after the launch into the arrays."""
        self._buffers.receive(dict(buffers))

    def _text(self, name, value):
        if isinstance(value, _Pointing):
            value = value.written(self._buffers.pointer(value.array))
        return value if name is None else f"{name}={value}"

    def _read(self, value):
        """The text of an argument, or how it points to an array."""
        if value is None:
            return "null"
        if isinstance(value, Spelled):
            return value.text
        if isinstance(value, Scratch):
            return self._array(memoryview(bytearray(value.bytes)))
        if isinstance(value, TensorMap):
            return self._array(_bytes_of(value.array), f"map:{{}}{value.text}")
        if isinstance(value, bool):
            return f"bool:{str(value).lower()}"
        if isinstance(value, int):
            # An `IntEnum` has a text of its own.
            return self._integer(int(value))
        scalar = _numpy_scalar(value)
        if scalar is not None:
            return scalar
        if isinstance(value, float):
            # Infinities and NaN have no spelling that every type shares.
            value = float(value)
            is_plain = self._is_typed and value - value == 0
            return repr(value) if is_plain else f"f32:{value!r}"
        if isinstance(value, (bytes, ctypes.Structure, ctypes.Union)):
            return f"bytes:{bytes(value).hex()}"
        return self._array(_bytes_of(value))

    def _integer(self, value):
        if self._is_typed:
            return str(value)
        wide = "i64" if value < 2**63 else "u64"
        return f"i32:{value}" if -(2**31) <= value < 2**31 else f"{wide}:{value}"

    def _array(self, view, text="{}"):
        self._arrays.append(view)
        return _Pointing(len(self._arrays) - 1, text)


class _Pointing:
    """An argument that points to an array, by the array's number; the text has the pointer's name in place of `{}`."""

    def __init__(self, array, text):
        self.array, self._text = array, text

    def written(self, pointer):
        return self._text.format(pointer)


class Spelled:
    """An argument as the program spells it: `Spelled('f16:0.5')`."""

    def __init__(self, text):
        self.text = text


class Scratch:
    """A buffer of so many zero bytes, which only the kernel sees."""

    def __init__(self, count):
        self.bytes = count


class TensorMap:
    """A tensor map over an array, as the program spells it after the buffer: `[256,64].f16 box=64x64 swizzle=128B`."""

    def __init__(self, array, text):
        self.array, self.text = array, text


class _Buffers:
    """The buffers of arrays: one for each set of arrays whose bytes overlap."""

    def __init__(self, views):
        self._views = views
        self._starts = [_address(view) for view in views]
        self._buffer = {}
        self._spans = []
        for at in sorted(range(len(views)), key=self._starts.__getitem__):
            start, end = self._starts[at], self._starts[at] + views[at].nbytes
            if self._spans and start < self._spans[-1][1]:
                self._spans[-1][1] = max(end, self._spans[-1][1])
            else:
                # As far from a vector's alignment as it is in this process.
                self._spans.append([start - start % _VECTOR, end])
            self._buffer[at] = len(self._spans) - 1

    def pointer(self, at):
        """The text of a pointer to an array."""
        offset = self._starts[at] - self._spans[self._buffer[at]][0]
        name = f"array{self._buffer[at]}"
        return f"{name}+{offset}" if offset else name

    def bytes(self):
        whole = [bytearray(end - start) for start, end in self._spans]
        for at, view in enumerate(self._views):
            first = self._starts[at] - self._spans[self._buffer[at]][0]
            whole[self._buffer[at]][first : first + view.nbytes] = view
        return [(f"array{at}", bytes(own)) for at, own in enumerate(whole)]

    def receive(self, buffers):
        for at, view in enumerate(self._views):
            buffer = self._buffer[at]
            held = buffers.get(f"array{buffer}")
            if held is not None and not view.readonly:
                first = self._starts[at] - self._spans[buffer][0]
                view[:] = held[first : first + view.nbytes]


def _numpy_scalar(value):
    """A scalar of NumPy as text; None for anything else."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(value, numpy.generic):
        return None
    return f"bytes:{value.tobytes().hex()}"


def _bytes_of(value):
    """The bytes of an array, to read and to write."""
    if getattr(getattr(value, "device", None), "type", "cpu") != "cpu" or hasattr(value, "__cuda_array_interface__"):
        raise InputError("an argument is on a GPU: the simulator takes arrays of NumPy")
    if hasattr(value, "untyped_storage"):
        view = _of_torch(value)
    elif hasattr(value, "__array_interface__") or hasattr(value, "__array__"):
        view = _of_numpy(value)
    else:
        view = _of_buffer(value)
    if view.nbytes == 0:
        raise InputError("an array is empty: pass `None` for a null pointer")
    return view


def _of_buffer(value):
    try:
        view = memoryview(value)
    except TypeError:
        kind = type(value).__name__
        raise InputError(f"an argument of the type `{kind}` is not an array, a number, `bytes` or `None`") from None
    if not view.c_contiguous:
        raise InputError("a buffer is not contiguous")
    return view.cast("B")


def _of_numpy(value):
    import numpy

    array = numpy.asarray(value)
    if not array.flags.c_contiguous and not array.flags.f_contiguous:
        raise InputError("an array is not contiguous: pass a copy, `numpy.ascontiguousarray(a)`")
    if array.dtype.hasobject:
        raise InputError("an array of Python objects has no bytes that a kernel can read")
    # In the order in which they lie.
    return memoryview(array.ravel(order="K").view(numpy.uint8))


def _of_torch(tensor):
    import numpy

    if not tensor.is_contiguous():
        raise InputError("a tensor is not contiguous: pass `t.contiguous()`")
    count = tensor.numel() * tensor.element_size()
    if count == 0:
        return memoryview(b"")
    held = (ctypes.c_ubyte * count).from_address(tensor.data_ptr())
    return memoryview(numpy.frombuffer(held, numpy.uint8))


def _address(view):
    if view.readonly:
        import numpy

        return numpy.frombuffer(view, numpy.uint8).__array_interface__["data"][0]
    return ctypes.addressof(ctypes.c_ubyte.from_buffer(view))
