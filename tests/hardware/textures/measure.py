#!/usr/bin/env python3
"""Reads the textures of cases.tsv on a GPU: `python3 measure.py FOLDER OUT [RAW]`, with reads.cubin and cases.tsv in FOLDER. It needs NumPy.

OUT gets measured.tsv: for each case a hash (FNV-1a) of the words that were read, or the error of the driver that made no texture. With RAW
also raw.xz, all the words of FOLDER's cases in order.
"""

import ctypes
import lzma
import os
import pathlib
import pickle
import sys

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import inputs

folder, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
rows = (folder / "cases.tsv").read_text().splitlines()
columns = rows[0].split("\t")
cases = [dict(zip(columns, row.split("\t"))) for row in rows[1:]]
driver = ctypes.CDLL("libcuda.so.1")
u64, u32, i32, f32, size_t, pointer = ctypes.c_uint64, ctypes.c_uint32, ctypes.c_int32, ctypes.c_float, ctypes.c_size_t, ctypes.c_void_p


class Failed(Exception):
    pass


def call(name, *arguments):
    error = getattr(driver, name)(*arguments)
    if error:
        raise Failed(f"{name} {error}")


class ArrayDescriptor(ctypes.Structure):
    _fields_ = [("width", size_t), ("height", size_t), ("depth", size_t), ("format", i32), ("channels", u32), ("flags", u32)]


class Copy(ctypes.Structure):
    _fields_ = [("src_x", size_t), ("src_y", size_t), ("src_z", size_t), ("src_lod", size_t), ("src_type", i32), ("src_host", pointer),
                ("src_device", u64), ("src_array", pointer), ("reserved0", pointer), ("src_pitch", size_t), ("src_height", size_t),
                ("dst_x", size_t), ("dst_y", size_t), ("dst_z", size_t), ("dst_lod", size_t), ("dst_type", i32), ("dst_host", pointer),
                ("dst_device", u64), ("dst_array", pointer), ("reserved1", pointer), ("dst_pitch", size_t), ("dst_height", size_t),
                ("width", size_t), ("height", size_t), ("depth", size_t)]


class Linear(ctypes.Structure):
    _fields_ = [("device", u64), ("format", i32), ("channels", u32), ("bytes", size_t)]


class Pitch(ctypes.Structure):
    _fields_ = [("device", u64), ("format", i32), ("channels", u32), ("width", size_t), ("height", size_t), ("pitch", size_t)]


class Resource(ctypes.Union):
    _fields_ = [("array", pointer), ("linear", Linear), ("pitch", Pitch), ("reserved", i32 * 32)]


class ResourceDescriptor(ctypes.Structure):
    _fields_ = [("type", i32), ("resource", Resource), ("flags", u32)]


class TextureDescriptor(ctypes.Structure):
    _fields_ = [("address", i32 * 3), ("filter", i32), ("flags", u32), ("anisotropy", u32), ("mipmap_filter", i32), ("bias", f32), ("least", f32),
                ("most", f32), ("border", f32 * 4), ("reserved", i32 * 12)]


def fnv(data):
    """FNV-1a of the words, not of the bytes."""
    value = 0xCBF29CE484222325
    for word in data.tolist():
        value = (value ^ word) * 0x100000001B3 & (1 << 64) - 1
    return value


MOST = 1 << 21
module, points_at, words_at, memory = pointer(), u64(), u64(), u64()


def start():
    call("cuInit", 0)
    context = pointer()
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
    call("cuCtxSetCurrent", context)
    call("cuModuleLoad", ctypes.byref(module), str(folder / "reads.cubin").encode())
    for at in (points_at, words_at, memory):
        call("cuMemAlloc_v2", ctypes.byref(at), size_t(MOST))


def read(case):
    width, height, depth, format_, channels = (int(case[c]) for c in "width height depth format channels".split())
    texels, points, resource = inputs.texels(case), inputs.points(case), case["resource"]
    given, array = ResourceDescriptor(), pointer()
    texel = inputs.BYTES[format_] * channels
    if resource == "linear":
        call("cuMemcpyHtoD_v2", memory, texels, len(texels))
        given.type, given.resource.linear = 2, Linear(memory, format_, channels, len(texels))
    elif resource == "pitch":
        pitch = (width * texel + 511) // 512 * 512
        padded = b"".join(texels[y * width * texel:(y + 1) * width * texel].ljust(pitch, b"\xa5") for y in range(height))
        call("cuMemcpyHtoD_v2", memory, padded, len(padded))
        given.type, given.resource.pitch = 3, Pitch(memory, format_, channels, width, height, pitch)
    else:
        flags = (1 if resource in ("a1d", "a2d") else 0) | (8 if case["kernel"].startswith("gather") else 0)
        shape = ArrayDescriptor(width, height, depth, format_, channels, flags)
        call("cuArray3DCreate_v2", ctypes.byref(array), ctypes.byref(shape))
        copy = Copy(src_type=1, src_host=ctypes.cast(ctypes.c_char_p(texels), pointer), src_pitch=width * texel, src_height=max(1, height), dst_type=3,
                    dst_array=array, width=width * texel, height=max(1, height), depth=max(1, depth))
        call("cuMemcpy3D_v2", ctypes.byref(copy))
        given.type, given.resource.array = 0, array.value
    how = TextureDescriptor((i32 * 3)(*map(int, case["address"].split(","))), int(case["filter"]), int(case["flags"]))
    how.border = (f32 * 4)(*numpy.frombuffer(bytes.fromhex(case["border"].replace(",", "")), ">f4").tolist())
    texture = u64()
    try:
        call("cuTexObjectCreate", ctypes.byref(texture), ctypes.byref(given), ctypes.byref(how), None)
        kernel = pointer()
        call("cuModuleGetFunction", ctypes.byref(kernel), module, case["kernel"].encode())
        call("cuMemcpyHtoD_v2", points_at, points.tobytes(), points.nbytes)
        arguments = (pointer * 3)(*[ctypes.addressof(v) for v in (texture, points_at, words_at)])
        threads = min(256, len(points))
        call("cuLaunchKernel", kernel, len(points) // threads, 1, 1, threads, 1, 1, 0, None, arguments, None)
        call("cuCtxSynchronize")
        result = numpy.zeros(4 * len(points), dtype="<u4")
        call("cuMemcpyDtoH_v2", result.ctypes.data_as(pointer), words_at, result.nbytes)
        call("cuTexObjectDestroy", texture)
    finally:
        if array:
            driver.cuArrayDestroy(array)
    return result


def work(first, to):
    """Reads the cases from FIRST on, to the first one that breaks the context."""
    start()
    with open(to, "wb") as file:
        for case in cases[first:]:
            try:
                pickle.dump(read(case), file)
            except Failed as failed:
                pickle.dump(str(failed), file)
                if "Synchronize" in str(failed) or "LaunchKernel" in str(failed):
                    return


results, part = [], out / "part.pickle"
while len(results) < len(cases):
    child = os.fork()
    if child == 0:
        work(len(results), part)
        os._exit(0)
    os.waitpid(child, 0)
    before = len(results)
    with open(part, "rb") as file:
        try:
            while True:
                results.append(pickle.load(file))
        except EOFError:
            pass
    if len(results) == before:
        sys.exit(f"case {before} left nothing")
part.unlink()
measured = [result if isinstance(result, str) else f"{fnv(result):016x}" for result in results]
(out / "measured.tsv").write_text("".join(f"{m}\n" for m in measured))
if len(sys.argv) > 3:
    raw = [result.tobytes() for result in results if not isinstance(result, str)]
    (out / "raw.xz").write_bytes(lzma.compress(b"".join(raw), preset=1))
refused = [m for m in measured if "cu" in m]
print(len(measured), "cases,", len(refused), "refused:", sorted(set(refused)))
