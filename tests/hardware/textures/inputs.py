"""The texels and the points of a line of cases.tsv, as NumPy arrays. `tests/textures.rs` makes the same ones."""

import numpy

SPECIAL = numpy.array(
    [0x7FC00000, 0x7F800000, 0xFF800000, 0x80000000, 0x000116C2, 0x800116C2, 0x7F61B1E6, 0xFF61B1E6, 0x4F000000, 0xCF000000, 0x4B800000, 0x47800000,
     0xBF000000, 0x3F000000, 0x501502F9, 0xFFFFFFFF], dtype=numpy.uint32)
BYTES = {1: 1, 2: 2, 3: 4, 8: 1, 9: 2, 10: 4, 16: 2, 32: 4}


def words(count, seed):
    """SplitMix64: COUNT numbers of 64 bits."""
    mask = numpy.uint64
    with numpy.errstate(over="ignore"):
        z = mask(seed) * mask(0xD1342543DE82EF95) + mask(0x9E3779B97F4A7C15) * numpy.arange(1, count + 1, dtype=numpy.uint64)
        z = (z ^ z >> mask(30)) * mask(0xBF58476D1CE4E5B9)
        z = (z ^ z >> mask(27)) * mask(0x94D049BB133111EB)
    return z ^ z >> mask(31)


def texels(case):
    """Bytes of all texels, x fastest, then y, then z or the layer."""
    format_, channels, kind = int(case["format"]), int(case["channels"]), case["texels"]
    count = max(1, int(case["width"])) * max(1, int(case["height"])) * max(1, int(case["depth"])) * channels
    texel, channel = numpy.divmod(numpy.arange(count), channels)
    if kind == "count":
        return texel.astype({1: "<u1", 2: "<u2"}[BYTES[format_]]).tobytes()
    if kind == "alternate":
        return (texel & 1).astype("<f4").tobytes()
    if kind == "index":
        return texel.astype("<f4").tobytes()
    if kind.startswith("hot"):
        return (texel == channel + int(kind[3:])).astype("<f4").tobytes()
    size = BYTES[format_]
    raw = words((count * size + 7) // 8, int(case["seed"])).astype("<u8").tobytes()[:count * size]
    if kind == "raw" or format_ not in (16, 32):
        return raw
    if format_ == 32:
        w = numpy.frombuffer(raw, "<u4")
        tame = (w & 0x807FFFFF) | ((w >> 23 & 15) + 120) << 23
        wide = numpy.where((w >> 23 & 255) == 255, w & ~numpy.uint32(1 << 30), w)
    else:
        w = numpy.frombuffer(raw, "<u2")
        tame = (w & 0x83FF) | ((w >> 10 & 15) + 8) << 10
        wide = numpy.where((w >> 10 & 31) == 31, w & ~numpy.uint16(1 << 14), w)
    return (tame if kind == "tame" else wide).astype(w.dtype).tobytes()


def axis(numbers, extent, kernel, normalized, inside):
    """A coordinate of each point, from a random number each."""
    n = max(1, extent)
    kind, r = (numbers & numpy.uint64(15)).astype(numpy.int64), (numbers >> numpy.uint64(32)).astype(numpy.int64)
    signed = r.astype(numpy.uint32).astype(numpy.int32).astype(numpy.int64)
    q = (numbers >> numpy.uint64(4) & numpy.uint64(0xFFF)).astype(numpy.int64)
    if inside:
        return (q % max(1, n - 1) + 0.5 + (r % 256) / 256).astype(numpy.float32).view(numpy.uint32)
    q = q % (n + 4) - 2
    if kernel.startswith("fetch"):
        return numpy.where(kind < 11, q, numpy.where(kind < 13, signed >> 20, signed)).astype(numpy.int32).view(numpy.uint32)
    x = q + r / 2.0**32
    for some, value in ((kind == 6) | (kind == 7) | (kind == 9) | (kind == 10), q + (r % 512) / 512), (kind == 8, q + (r % 2) / 2), \
            (kind == 11, signed * n / 2.0**29), (kind == 12, signed / 1024):
        x = numpy.where(some, value, x)
    if normalized:
        x = x / n
    bits = x.astype(numpy.float32).view(numpy.uint32)
    bits = numpy.where(kind == 9, bits + numpy.uint32(1), bits)
    bits = numpy.where((kind == 10) & (bits << numpy.uint32(1) != 0), bits - numpy.uint32(1), bits)
    return numpy.where(kind == 13, SPECIAL[r % 16], bits).astype(numpy.uint32)


def points(case):
    """Four words a point: x, y, z (floats, or integers for `fetch`) and the layer."""
    reads, kind, kernel = int(case["reads"]), case["points"], case["kernel"]
    i = numpy.arange(reads)
    out = numpy.zeros((reads, 4), dtype=numpy.uint32)
    if kind == "whole":
        out[:, 0] = i
    elif kind.startswith(("line", "grid")):
        f = [float(v) for v in kind.split(":")[1:]]
        if kind.startswith("line"):
            xyz = f[0] + f[1] * i, f[2] + 0 * i, f[3] + 0 * i
        else:
            xyz = f[0] + (i & 255) / 256, f[1] + (i >> 8) / 256, f[2] + 0 * i
        for a in range(3):
            out[:, a] = xyz[a].astype(numpy.float32).view(numpy.uint32)
    else:
        numbers = words(4 * reads, int(case["seed"]) + 1000000).reshape(reads, 4)
        layered = case["resource"] in ("a1d", "a2d")
        for a, extent in enumerate(("width", "height", "depth")):
            out[:, a] = axis(numbers[:, a], int(case[extent]), kernel, int(case["flags"]) & 2, kind == "inside")
        if layered:
            out[:, 3] = axis(numbers[:, 3], int(case["depth"]), "fetch", 0, False)
    return out
