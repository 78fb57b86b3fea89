#!/usr/bin/env python3
"""Launches `remote` of remote.cubin for each kind of access, stride and block: `ncu .. python3 measure.py FOLDER`. It needs CuPy.

It prints a line for each launch: kind (0 load, 1 store, 2 atomic, 3 none), stride, block, and the sum of what was left.
"""

import pathlib
import sys

import cupy
import numpy

module = cupy.RawModule(path=str(pathlib.Path(sys.argv[1]) / "remote.cubin"))
kernel = module.get_function("remote")
for what in range(4):
    for stride in (0, 1, 2, 4, 32, 33):
        for block in range(2):
            left = cupy.zeros(64, dtype=cupy.uint32)
            kernel((2,), (32,), (left, numpy.uint32(stride), numpy.uint32(what), numpy.uint32(block)))
            print(what, stride, block, int(left.sum()))
