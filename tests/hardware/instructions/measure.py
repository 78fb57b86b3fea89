#!/usr/bin/env python3
"""Runs every kernel of the cubins in a folder on a GPU: `python3 measure.py FOLDER OUT [CUBIN ..]`. It needs CuPy.

OUT gets a file CUBIN.out with what each kernel left in its 4096 words, in the order of their names. FOLDER/CUBIN.kernels has the names, a
line each. The input is the same 8192 words that the simulator's test gives.
"""

import pathlib
import sys

import cupy
import numpy

def words(count):
    """SplitMix64 from 1, the low half of each number."""
    out, state, mask = [], 1, (1 << 64) - 1
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
        out.append((z ^ z >> 31) & 0xFFFFFFFF)
    return numpy.array(out, dtype=numpy.uint32)


folder, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
given = cupy.asarray(words(8192))
for names in sorted(folder.glob("*.kernels")):
    if len(sys.argv) > 3 and names.stem not in sys.argv[3:]:
        continue
    module = cupy.RawModule(path=str(names.with_suffix(".cubin")))
    left = []
    for name in names.read_text().split():
        result = cupy.zeros(4096, dtype=cupy.uint32)
        module.get_function(name)((1,), (128,), (given, result))
        cupy.cuda.runtime.deviceSynchronize()
        left.append(result.get())
    (out / f"{names.stem}.out").write_bytes(numpy.concatenate(left).astype("<u4").tobytes())
    print(names.stem, len(left), "kernels")
