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
        # The bytes of each array and the place of its first element among them, by its number.
        self._arrays = []
        # The types of their elements, as the program names them; None of others.
        self._elements = []
        named = values.items() if isinstance(values, dict) else ((None, value) for value in values)
        self._values = [(name, self._read(value)) for name, value in named]
        self._buffers = _Buffers(self._arrays)
        # Views do not hold the arrays that they show.
        self._held = values

    def request(self):
        args = [self._text(name, value) for name, value in self._values]
        return {"args": args, "buffers": self._buffers.bytes(), "elements": self._buffers.elements(self._elements)}

    def receive(self, buffers):
        """Puts the bytes that buffers hold after the launch into the arrays."""
        self._buffers.receive(dict(buffers))

    def _text(self, name, value):
        if not isinstance(value, str):
            value = value.written(self._buffers)
        return value if name is None else f"{name}={value}"

    def _read(self, value):
        """The text of an argument, or how it points to an array."""
        if value is None or isinstance(value, Strided) and value.is_empty():
            return "null"
        if isinstance(value, Spelled):
            return value.text
        if isinstance(value, Scratch):
            return self._array(memoryview(bytearray(value.bytes)))
        if isinstance(value, TensorMap):
            return self._array(_bytes_of(value.array), f"map:{{}}{value.text}", _first(value.array))
        if isinstance(value, dict):
            return self._struct(value)
        if isinstance(value, bool):
            return f"bool:{str(value).lower()}"
        if isinstance(value, int):
            # An `IntEnum` has a text of its own.
            return self._integer(int(value))
        scalar = _numpy_scalar(value)
        if scalar is not None:
            return scalar
        if isinstance(value, float):
            return repr(float(value)) if self._is_typed else f"f32:{float(value)!r}"
        if isinstance(value, (bytes, ctypes.Structure, ctypes.Union)):
            return f"bytes:{bytes(value).hex()}"
        return self._array(_bytes_of(value), first=_first(value), element=_element(value))

    def _struct(self, fields):
        """A struct by the names of its fields."""
        if not self._is_typed:
            raise InputError("a struct of PTX or machine code is `bytes` or a structured scalar of NumPy: the names of its fields are not known")
        if not fields:
            raise InputError("a struct has no fields")
        return _Struct({name: self._read_field(value) for name, value in fields.items()})

    def _read_field(self, value):
        """A field, whose numbers have no type in front."""
        if _numpy_scalar(value) is not None and not value.dtype.names:
            value = value.item()
        if isinstance(value, bool):
            return str(value).lower()
        return self._read(value)

    def _integer(self, value):
        if self._is_typed:
            return str(value)
        wide = "i64" if value < 2**63 else "u64"
        return f"i32:{value}" if -(2**31) <= value < 2**31 else f"{wide}:{value}"

    def _array(self, view, text="{}", first=0, element=None):
        self._arrays.append((view, first))
        self._elements.append(element)
        return _Pointing(len(self._arrays) - 1, text)


class _Pointing:
    """An argument that points to an array, by the array's number; the text has the pointer's name in place of `{}`."""

    def __init__(self, array, text):
        self._array, self._text = array, text

    def written(self, buffers):
        return self._text.format(buffers.pointer(self._array))


class _Struct:
    """A struct whose fields are texts, pointers or structs."""

    def __init__(self, fields):
        self._fields = fields

    def written(self, buffers):
        fields = (f"{name}={self._field(value, buffers)}" for name, value in self._fields.items())
        return "{" + ", ".join(fields) + "}"

    def _field(self, value, buffers):
        if isinstance(value, str):
            return value
        written = value.written(buffers)
        return f"&{written}" if isinstance(value, _Pointing) else written


class Spelled:
    """An argument as the program spells it: `Spelled('f16:0.5')`."""

    def __init__(self, text):
        self.text = text


class Scratch:
    """A buffer of so many zero bytes, which only the kernel sees."""

    def __init__(self, count):
        self.bytes = count


class Strided:
    """An array of NumPy or a tensor of PyTorch to a kernel that also gets its strides: the memory from its first byte to its last."""

    def __init__(self, array):
        self.array = array
        if hasattr(array, "untyped_storage"):
            self._itemsize, self._address = array.element_size(), array.data_ptr()
            self._shape, self._strides = list(array.shape), [stride * self._itemsize for stride in array.stride()]
            self._is_writable = True
        else:
            self._itemsize, self._address = array.itemsize, array.__array_interface__["data"][0]
            self._shape, self._strides = array.shape, array.strides
            # A record is a place in its array, whose flags count.
            holder = array.base if type(array).__name__ == "void" and array.base is not None else array
            self._is_writable = holder.flags.writeable

    def is_empty(self):
        return 0 in self._shape

    def first(self):
        """The place of the first element: strides may be negative."""
        return -sum(min(0, span) for span in self._spans())

    def bytes(self):
        count = self.first() + sum(max(0, span) for span in self._spans()) + self._itemsize
        view = _memory(self._address - self.first(), count)
        return view if self._is_writable else view.toreadonly()

    def _spans(self):
        return [(count - 1) * stride for count, stride in zip(self._shape, self._strides)]


class TensorMap:
    """A tensor map over an array, as the program spells it after the buffer: `[256,64].f16 box=64x64 swizzle=128B`."""

    def __init__(self, array, text):
        self.array, self.text = array, text


class _Buffers:
    """The buffers of arrays: one for each set of arrays whose bytes overlap."""

    def __init__(self, arrays):
        views = [view for view, _ in arrays]
        self._views = views
        self._firsts = [first for _, first in arrays]
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
        """The text of a pointer to an array's first element."""
        offset = self._starts[at] + self._firsts[at] - self._spans[self._buffer[at]][0]
        name = f"array{self._buffer[at]}"
        return f"{name}+{offset}" if offset else name

    def elements(self, elements):
        """The types of elements of the buffers whose arrays all have one."""
        of_buffers = {}
        for at, element in enumerate(elements):
            of_buffers.setdefault(f"array{self._buffer[at]}", set()).add(element)
        return {name: own.pop() for name, own in of_buffers.items() if len(own) == 1 and None not in own}

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
    array = value.array if isinstance(value, Strided) else value
    if getattr(getattr(array, "device", None), "type", "cpu") != "cpu" or hasattr(array, "__cuda_array_interface__"):
        raise InputError("an argument is on a GPU: the simulator takes arrays of NumPy")
    if isinstance(value, Strided):
        view = value.bytes()
    elif hasattr(value, "untyped_storage"):
        view = _of_torch(value)
    elif hasattr(value, "__array_interface__") or hasattr(value, "__array__"):
        view = _of_numpy(value)
    else:
        view = _of_buffer(value)
    if view.nbytes == 0:
        raise InputError("an array is empty: pass `None` for a null pointer")
    return view


def _element(value):
    """The type of an array's elements, `f64`; None of arrays of bytes, and of types that are not numbers of the program's."""
    dtype = getattr(value, "dtype", None)
    is_number = getattr(dtype, "kind", None) in ("i", "u", "f") and dtype.itemsize > 1
    return f"{dtype.kind}{8 * dtype.itemsize}" if is_number and dtype.itemsize <= 8 else None


def _first(value):
    """The place of an array's first element among its bytes."""
    return value.first() if isinstance(value, Strided) else 0


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
    if not array.dtype.isnative:
        raise InputError("the numbers of an array are in another byte order than a GPU's: pass `a.astype(a.dtype.newbyteorder('='))`")
    # In the order in which they lie.
    return memoryview(array.ravel(order="K").view(numpy.uint8))


def _of_torch(tensor):
    if not tensor.is_contiguous():
        raise InputError("a tensor is not contiguous: pass `t.contiguous()`")
    count = tensor.numel() * tensor.element_size()
    if count == 0:
        return memoryview(b"")
    return _memory(tensor.data_ptr(), count)


def _memory(address, count):
    """Bytes of this process, which somebody else holds."""
    import numpy

    held = (ctypes.c_ubyte * count).from_address(address)
    return memoryview(numpy.frombuffer(held, numpy.uint8))


def _address(view):
    if view.readonly:
        import numpy

        return numpy.frombuffer(view, numpy.uint8).__array_interface__["data"][0]
    return ctypes.addressof(ctypes.c_ubyte.from_buffer(view))
