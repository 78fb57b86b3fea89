#!/usr/bin/env python3
"""Makes the copies of cases.tsv on a GPU: `python3 measure.py FOLDER OUT`, with copies.cubin and cases.tsv in FOLDER.

OUT gets measured.tsv: for each case the tensor map as the driver encodes it, with zeros for the tensor's address, and a hash (FNV-1a) of
what the copy left: 32 KiB of shared memory, or the tensor. A copy that the GPU refuses ends the process that makes it, and another one goes on
with the next case.
"""

import ctypes
import pathlib
import subprocess
import sys

SHARED, GLOBAL = 32768, 1 << 17
folder, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
lines = (folder / "cases.tsv").read_text().splitlines()[1:]


def fnv(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return value


def numbers(text):
    return [] if text == "-" else [int(n) for n in text.split(",")]


class Failed(Exception):
    pass


def work(first):
    driver = ctypes.CDLL("libcuda.so.1")

    def call(name, *arguments):
        error = getattr(driver, name)(*arguments)
        if error:
            raise Failed(f"{name} {error}")

    call("cuInit", 0)
    context, module = ctypes.c_void_p(), ctypes.c_void_p()
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
    call("cuCtxSetCurrent", context)
    call("cuModuleLoad", ctypes.byref(module), str(folder / "copies.cubin").encode())
    tensor, left = ctypes.c_uint64(), ctypes.c_uint64()
    call("cuMemAlloc_v2", ctypes.byref(tensor), GLOBAL)
    call("cuMemAlloc_v2", ctypes.byref(left), SHARED)
    filled = b"".join(((((i + 1) * 0x9E3779B1) & 0xFFFFFFFF) ^ i >> 3).to_bytes(4, "little") for i in range(GLOBAL // 4))
    room = ctypes.create_string_buffer(256)
    aligned = (ctypes.addressof(room) + 63) // 64 * 64
    u64 = lambda list_: (ctypes.c_uint64 * 5)(*list_)
    u32 = lambda list_: (ctypes.c_uint32 * 5)(*list_)
    for case in range(first, len(lines)):
        kind, type_, dims, strides, box, steps, swizzle, nan, at, taken = lines[case].split("\t")
        dims, strides, box, steps, at = map(numbers, (dims, strides, box, steps, at))
        shown = "-"
        try:
            call("cuTensorMapEncodeTiled", ctypes.c_void_p(aligned), int(type_), len(dims), tensor, u64(dims), u64(strides), u32(box), u32(steps),
                 0, int(swizzle), 0, int(nan))
            shown = ctypes.string_at(aligned, 128).replace(tensor.value.to_bytes(8, "little"), bytes(8)).hex()
            kernel = ctypes.c_void_p()
            call("cuModuleGetFunction", ctypes.byref(kernel), module, f"{kind}_{len(dims)}".encode())
            call("cuMemcpyHtoD_v2", tensor, filled, GLOBAL)
            values = [left, *[ctypes.c_int32(c) for c in (at + [0] * 5)[:5]], ctypes.c_uint32(int(taken))]
            pointers = (ctypes.c_void_p * 8)(aligned, *[ctypes.addressof(value) for value in values])
            call("cuLaunchKernel", kernel, 1, 1, 1, 128, 1, 1, SHARED, None, pointers, None)
            call("cuCtxSynchronize")
            taken_from, bytes_ = (left, SHARED) if kind == "load" else (tensor, GLOBAL)
            result = ctypes.create_string_buffer(bytes_)
            call("cuMemcpyDtoH_v2", result, taken_from, bytes_)
            print(case, shown, f"{fnv(result.raw):016x}", sep="\t", flush=True)
        except Failed as failed:
            print(case, shown, failed, sep="\t", flush=True)
            if "EncodeTiled" not in str(failed):
                return


if len(sys.argv) > 3:
    work(int(sys.argv[3]))
else:
    rows = []
    while len(rows) < len(lines):
        told = subprocess.run([sys.executable, __file__, *sys.argv[1:], str(len(rows))], capture_output=True, text=True, timeout=60)
        if not told.stdout:
            sys.exit(told.stderr)
        rows += told.stdout.splitlines()
    (out / "measured.tsv").write_text("case\tmap\tleft\n" + "\n".join(rows) + "\n")
    print(len(rows), "cases,", sum("cu" in row for row in rows), "refused")
