#!/usr/bin/env python3
"""Makes the copies of cases.tsv on a GPU: `python3 measure.py FOLDER OUT`, with copies.cubin and cases.tsv in FOLDER. It needs CuPy.

OUT gets measured.tsv: for each case the tensor map as the driver encodes it, without the tensor's address, and a hash (FNV-1a) of what
the copy left: 32 KiB of shared memory, or the tensor.
"""

import ctypes
import pathlib
import sys

import cupy
import numpy

SHARED, GLOBAL = 32768, 1 << 17
driver = ctypes.CDLL("libcuda.so.1")
folder, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
cupy.cuda.Device(0).use()
cupy.zeros(1)


def call(name, *arguments):
    error = getattr(driver, name)(*arguments)
    if error:
        raise RuntimeError(f"{name}: {error}")


module = ctypes.c_void_p()
call("cuModuleLoad", ctypes.byref(module), str(folder / "copies.cubin").encode())


def fnv(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return value


def numbers(text):
    return [] if text == "-" else [int(n) for n in text.split(",")]


class Map(ctypes.Structure):
    _fields_ = [("words", ctypes.c_uint64 * 24)]


index = numpy.arange(GLOBAL // 4, dtype=numpy.uint32)
filled = ((index + numpy.uint32(1)) * numpy.uint32(0x9E3779B1)) ^ (index >> numpy.uint32(3))
holder = Map()
lines = (folder / "cases.tsv").read_text().splitlines()
rows = ["case\tmap\thash"]
for case, line in enumerate(lines[1:]):
    kind, type_, dims, strides, box, steps, swizzle, nan, at, taken = line.split("\t")
    dims, strides, box, steps, at = map(numbers, (dims, strides, box, steps, at))
    rank = len(dims)
    tensor = cupy.asarray(filled)
    aligned = (ctypes.addressof(holder) + 63) // 64 * 64
    u64 = lambda list_: (ctypes.c_uint64 * 5)(*list_)
    u32 = lambda list_: (ctypes.c_uint32 * 5)(*list_)
    error = driver.cuTensorMapEncodeTiled(
        ctypes.c_void_p(aligned), int(type_), rank, ctypes.c_void_p(tensor.data.ptr), u64(dims), u64(strides), u32(box), u32(steps), 0,
        int(swizzle), 0, int(nan))
    if error:
        rows.append(f"{case}\terror {error}\t-")
        continue
    map_ = ctypes.string_at(aligned, 128)
    kernel = ctypes.c_void_p()
    call("cuModuleGetFunction", ctypes.byref(kernel), module, f"{kind}_{rank}".encode())
    left = cupy.zeros(SHARED // 4, dtype=cupy.uint32)
    place = (at + [0] * 5)[:5]
    values = [ctypes.c_uint64(left.data.ptr), *[ctypes.c_int32(c) for c in place], ctypes.c_uint32(int(taken))]
    pointers = (ctypes.c_void_p * 8)(aligned, *[ctypes.addressof(value) for value in values])
    call("cuLaunchKernel", kernel, 1, 1, 1, 128, 1, 1, SHARED, None, pointers, None)
    call("cuCtxSynchronize")
    words = left if kind == "load" else tensor
    shown = map_.replace(int(tensor.data.ptr).to_bytes(8, "little"), bytes(8))
    if kind == "load" and case < 40:
        (out / "raw.bin").open("ab").write(words.get().tobytes())
    rows.append(f"{case}\t{shown.hex()}\t{fnv(words.get().tobytes()):016x}")
(out / "measured.tsv").write_text("\n".join(rows) + "\n")
print(len(rows) - 1, "cases")
