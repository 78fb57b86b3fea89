"""Tests of `smem_tile.cupy.profile` with CuPy itself. They need the installed wheel: `.ci/python-packages` runs them."""

import cupy
import numpy
import pytest

import smem_tile
import smem_tile.cupy

TEXT = """template <class T> __global__ void reversed(T* a, int n) {
    extern __shared__ unsigned char bytes[];
    T* tile = reinterpret_cast<T*>(bytes);
    tile[STEP * threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = tile[STEP * (n - 1 - threadIdx.x)];
}"""


def test_a_raw_kernel_runs_with_its_name_its_options_and_its_shared_memory():
    kernel = cupy.RawKernel(TEXT, "reversed<float>", options=("-DSTEP=2",))
    given = numpy.arange(64, dtype=numpy.float32)
    report = smem_tile.cupy.profile(kernel, (1,), (64,), (given, 64), shared_mem=512)
    assert given.tolist() == list(range(63, -1, -1))
    assert [(line.file, line.line, line.ways) for line in report.lines] == [("reversed.cu", 4, 2), ("reversed.cu", 6, 2)]
    assert report.excess == 4


def test_what_is_not_a_raw_kernel_is_one_sentence():
    with pytest.raises(smem_tile.InputError, match="`RawKernel`"):
        smem_tile.cupy.profile(lambda: None, 1, 1)
