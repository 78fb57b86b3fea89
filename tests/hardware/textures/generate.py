#!/usr/bin/env python3
"""Prints random textures and how they are read, a line each: `python3 generate.py SEED COUNT > cases.tsv`; `generate.py sweeps 0` and `widths 0` print
the ones that cover a range of coordinates, values or extents densely.

Texels and points are made from the line by `inputs.py`, and by `tests/textures.rs` the same.
"""

import random
import struct
import sys

# Numbers of cuda.h: formats of channels, flags and modes of texture descriptors.
U8, U16, U32, S8, S16, S32, HALF, FLOAT = 1, 2, 3, 8, 9, 10, 16, 32
FORMATS = (U8, U16, U32, S8, S16, S32, HALF, FLOAT)
AS_INTEGER, NORMALIZED = 1, 2
WRAP, CLAMP, MIRROR, BORDER = range(4)
# Kernels of reads.cu, and the resources that they read.
KERNELS = {
    "fetch_1d": ("linear", "linear", "linear", "1d"), "fetch_2d": ("2d", "pitch"), "fetch_3d": ("3d",), "fetch_a1d": ("a1d",),
    "fetch_a2d": ("a2d",), "read_1d": ("1d",), "read_2d": ("2d", "pitch"), "read_3d": ("3d",), "read_a1d": ("a1d",), "read_a2d": ("a2d",),
    "zero_2d": ("2d",), "level_2d": ("2d",), "offset_2d": ("2d",), "gather_r": ("2d",), "gather_g": ("2d",), "gather_b": ("2d",),
    "gather_a": ("2d",), "query": ("1d", "2d", "3d", "a1d", "a2d", "linear", "pitch"),
}
COLUMNS = "kernel resource width height depth format channels flags filter address border texels points reads seed".split()


def line(kernel, resource, width, height, depth, format_, channels, flags=0, filter_=0, address=(1, 1, 1), border=(0.0,) * 4, texels="raw",
         points="random", reads=256, seed=1):
    address = ",".join(map(str, address))
    border = ",".join(struct.pack(">f", b).hex() for b in border)
    print(kernel, resource, width, height, depth, format_, channels, flags, filter_, address, border, texels, points, reads, seed, sep="\t")


def some(r, seed):
    kernel = r.choice([k for k in KERNELS for _ in range(4 if k.startswith("read_") else 1)])
    resource = r.choice(KERNELS[kernel])
    size = lambda: r.choice([1, 2, 3, 4, 5, 7, 8, 13, 16, 31, 32, 33, 64, 100])
    width, height, depth = size(), 0, 0
    if resource in ("2d", "pitch", "3d", "a2d"):
        height = size()
    if resource in ("3d", "a1d", "a2d"):
        depth = r.choice([1, 2, 3, 5, 8])
    format_ = r.choice(FORMATS)
    channels = r.choice([1, 2, 4])
    as_integer = format_ in (U8, U16, S8, S16) and r.random() < 0.4 or format_ in (U32, S32)
    floats = not as_integer
    linear = floats and not kernel.startswith("fetch") and r.random() < 0.6
    flags = AS_INTEGER * as_integer | NORMALIZED * (r.random() < 0.5)
    if r.random() < 0.5:
        address = (r.randrange(4),) * 3
    else:
        address = tuple(r.randrange(4) for _ in range(3))
    border = r.choice([(0.0,) * 4, (1.0, -0.5, 0.25, 7.0), (0.3, 0.7, 200.0, 1e-9)])
    texels = r.choice(["tame", "tame", "raw", "wide"]) if format_ in (FLOAT, HALF) else "raw"
    line(kernel, resource, width, height, depth, format_, channels, flags, int(linear), address, border, texels, "random", 256, seed)


def sweeps():
    full = 65536
    # Every value of the small formats.
    for format_ in (U8, S8, U16, S16, HALF):
        line("fetch_1d", "linear", full, 0, 0, format_, 1, 0, texels="count", points="whole", reads=full)
        line("read_1d", "1d", full, 0, 0, format_, 1, 0, 1, texels="count", points="line:0.5:1:0:0", reads=full)
    line("fetch_1d", "linear", full, 0, 0, FLOAT, 1, texels="raw", points="whole", reads=4096)
    # The fraction: texels 0, 1, 0, 1 ..; weights of the corners: texel c of a square or cube has a one in channel c.
    for start in (0.0, 1000.0, 30000.0, 60000.0):
        line("read_1d", "1d", full, 0, 0, FLOAT, 1, 0, 1, texels="alternate", points=f"line:{start}:0.000244140625:0:0", reads=16384)
    line("read_1d", "1d", 4, 0, 0, FLOAT, 1, 0, 1, texels="alternate", points="line:0.4:0.0000152587890625:0:0", reads=full)
    line("read_1d", "1d", 4, 0, 0, FLOAT, 1, 0, 1, texels="alternate", points="line:-0.1:0.0001:0:0", reads=full)
    for texels in ("hot0",):
        line("read_2d", "2d", 2, 2, 0, FLOAT, 4, 0, 1, texels=texels, points="grid:0.5:0.5:0", reads=full)
        line("read_2d", "2d", 2, 2, 0, FLOAT, 4, 0, 1, texels=texels, points="random", reads=8192)
    for texels in ("hot0", "hot4"):
        for z in (0.5, 0.50390625, 0.75, 0.8046875, 1.375):
            line("read_3d", "3d", 2, 2, 2, FLOAT, 4, 0, 1, texels=texels, points=f"grid:0.5:0.5:{z}", reads=full)
        line("read_3d", "3d", 2, 2, 2, FLOAT, 4, 0, 1, texels=texels, points="random", reads=8192)
    # Sums of two, four and eight texels.
    for seed in range(40):
        for format_ in (FLOAT, HALF, U8, S8, U16, S16):
            for texels in ("tame", "wide") if format_ in (FLOAT, HALF) else ("raw",):
                line("read_1d", "1d", 64, 0, 0, format_, 4, 0, 1, texels=texels, points="inside", reads=256, seed=seed)
                line("read_2d", "2d", 16, 16, 0, format_, 4, 0, 1, texels=texels, points="inside", reads=256, seed=seed)
                line("read_3d", "3d", 8, 8, 8, format_, 4, 0, 1, texels=texels, points="inside", reads=256, seed=seed)
    # Rounding of coordinates: sizes and address modes.
    for width in (1, 2, 3, 5, 7, 100, 1000, 1023, 16384, 60000):
        for mode in range(4):
            for filter_ in (0, 1):
                texels = "alternate" if filter_ else "index"
                line("read_1d", "1d", width, 0, 0, FLOAT, 1, NORMALIZED, filter_, (mode,) * 3, (-1.0,) * 4, texels, "line:-2.5:0.0011:0:0", 4608)
                line("read_1d", "1d", width, 0, 0, FLOAT, 1, NORMALIZED, filter_, (mode,) * 3, (-1.0,) * 4, texels, "random", 2048, width)
                line("read_1d", "1d", width, 0, 0, FLOAT, 1, 0, filter_, (mode,) * 3, (-1.0,) * 4, texels, "random", 2048, width)
    # Borders: the colour in each format.
    for format_ in FORMATS:
        for channels in (1, 2, 4):
            for as_integer in (0, 1):
                for border in ((1.0, -0.5, 0.25, 7.0), (100.0, 2.5, -300.0, 1e6), (0.1, 0.9, 1e-3, -1e-3)):
                    flags = as_integer
                    line("read_2d", "2d", 4, 4, 0, format_, channels, flags, 0, (3, 3, 3), border, "tame", "random", 64)
                    if not as_integer and format_ not in (U32, S32):
                        line("read_2d", "2d", 4, 4, 0, format_, channels, flags, 1, (3, 3, 3), border, "tame", "random", 256)


def widths():
    # Digits of normalized coordinates, by the extent along an axis.
    for width in (1025, 2047, 2048, 2049, 3001, 4095, 4096, 4097, 8191, 8192, 8193, 12001, 16383, 16385, 32768, 40001, 65537, 131072):
        for filter_ in (0, 1):
            texels = "alternate" if filter_ else "index"
            line("read_1d", "1d", width, 0, 0, FLOAT, 1, NORMALIZED, filter_, texels=texels, points="random", reads=4096, seed=width)
            line("read_2d", "2d", width, 1, 0, FLOAT, 1, NORMALIZED, filter_, texels=texels, points="random", reads=4096, seed=width)
            if width <= 65536:
                line("read_2d", "2d", 1, width, 0, FLOAT, 1, NORMALIZED, filter_, texels=texels, points="random", reads=4096, seed=width)
            if width <= 16384:
                line("read_3d", "3d", 1, 1, width, FLOAT, 1, NORMALIZED, filter_, texels=texels, points="random", reads=4096, seed=width)
                line("read_3d", "3d", 1, width, 1, FLOAT, 1, NORMALIZED, filter_, texels=texels, points="random", reads=4096, seed=width)
                line("read_a1d", "a1d", width, 0, 2, FLOAT, 1, NORMALIZED, filter_, texels=texels, points="random", reads=4096, seed=width)
    # Sums of one texel each of two slices.
    for seed in range(6):
        for format_ in (FLOAT, HALF):
            for texels in ("tame", "wide"):
                for z in (1.0, 0.6875, 1.390625):
                    line("read_3d", "3d", 4096, 1, 2, format_, 4, 0, 1, texels=texels, points=f"line:0.5:1:0.5:{z}", reads=4096, seed=seed)


print(*COLUMNS, sep="\t")
if sys.argv[1] == "widths":
    widths()
elif sys.argv[1] == "sweeps":
    sweeps()
else:
    r = random.Random(sys.argv[1])
    for seed in range(int(sys.argv[2])):
        some(r, seed)
