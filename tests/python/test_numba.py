"""Tests of `smem_tile.numba.profile` with numba-cuda itself. They need the installed wheel: `.ci/python-packages` runs them."""

from pathlib import Path

import numba
import numpy
import pytest
from numba import cuda

import smem_tile
import smem_tile.numba


@cuda.jit
def transpose(to, given, factor):
    tile = cuda.shared.array((32, 32), numba.float32)
    x, y = cuda.grid(2)
    tile[cuda.threadIdx.y, cuda.threadIdx.x] = given[y, x]
    cuda.syncthreads()
    x = cuda.blockIdx.y * 32 + cuda.threadIdx.x
    y = cuda.blockIdx.x * 32 + cuda.threadIdx.y
    to[y, x] = tile[cuda.threadIdx.x, cuda.threadIdx.y] * factor  # columns


@cuda.jit
def dynamic(to, counts, is_negative, flag):
    tile = cuda.shared.array(0, numba.int64)
    tile[cuda.threadIdx.x] = counts[0] - counts[1]
    cuda.syncthreads()
    value = tile[31 - cuda.threadIdx.x]
    to[cuda.threadIdx.x] = -value if is_negative and flag > 0.5 else value


def line_of(text):
    (at,) = [at for at, line in enumerate(Path(__file__).read_text().splitlines(), 1) if line.endswith(text)]
    return at


@pytest.mark.parametrize("order", ["C", "F"])
def test_arrays_hold_the_results_and_lines_are_those_of_the_file(order):
    given = numpy.asarray(numpy.arange(64 * 64, dtype=numpy.float32).reshape(64, 64), order=order)
    to = numpy.zeros((64, 64), numpy.float32)
    report = smem_tile.numba.profile(transpose[(2, 2), (32, 32)], to, given, 2.0)
    assert (to == 2 * given.T).all() and report.exact and not report.findings
    worst = report.lines[0]
    assert (Path(worst.file).name, worst.line, worst.ways) == (Path(__file__).name, line_of("# columns"), 32)
    assert (worst.wavefronts, worst.ideal) == (4096, 128)


def test_tuples_truths_and_dynamic_shared_memory():
    to = numpy.zeros(32, numpy.int64)
    report = smem_tile.numba.profile(dynamic[1, 32, 0, 256], to, (50, 8), True, numpy.float64(0.75))
    assert to.tolist() == [-42] * 32 and report.excess == 0 and report.fault is None


def test_what_is_not_a_launch_is_one_sentence():
    with pytest.raises(smem_tile.InputError, match="a launch of Numba is"):
        smem_tile.numba.profile(transpose, numpy.zeros(4))
