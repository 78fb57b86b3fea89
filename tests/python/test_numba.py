"""Tests of `smem_tile.numba.profile` with numba-cuda itself. They need the installed wheel: `.ci/python-packages` runs them."""

from pathlib import Path

import numba
import numpy
import pytest
from numba import cuda
from numba.core.types import float16

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


@cuda.jit(device=True)
def squared(value):
    return value * value


@cuda.jit
def sum_of_squares(to):
    value = squared(to[cuda.threadIdx.x])
    for step in (16, 8, 4, 2, 1):
        value += cuda.shfl_down_sync(0xFFFFFFFF, value, step)
    if cuda.threadIdx.x == 0:
        to[0] = value


@cuda.jit
def folded(to):
    tile = cuda.shared.array(32, float16)
    tile[cuda.threadIdx.x] = to[cuda.threadIdx.x]
    cuda.syncthreads()
    to[cuda.threadIdx.x] = tile[31 - cuda.threadIdx.x] + tile[cuda.threadIdx.x]


@cuda.jit
def across_blocks(to):
    to[cuda.grid(1)] = 1
    cuda.cg.this_grid().sync()
    if cuda.grid(1) == 0:
        to[0] = to[63] + 4


@cuda.jit
def of_parts(to, number, record, time):
    to[0], to[1], to[2], to[3] = number.real, number.imag, record.x + record.y, numpy.int64(time)
    record.y = 7


@cuda.jit
def numbered(to, given):
    to[cuda.grid(1)] = cuda.grid(1) + given.size


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


def test_functions_of_a_kernel_are_compiled_without_a_gpu():
    to = numpy.full(32, 2, numpy.float32)
    smem_tile.numba.profile(sum_of_squares[1, 32], to)
    assert to[0] == 128


@pytest.mark.parametrize("options", [{}, {"lto": False}, {"max_registers": 24}])
def test_what_numba_links_is_linked(options):
    to = numpy.arange(32, dtype=numpy.float16)
    report = smem_tile.numba.profile(cuda.jit(**options)(folded.py_func)[1, 32], to)
    assert to.tolist() == [31] * 32 and {Path(line.file).name for line in report.lines} == {Path(__file__).name}
    to = numpy.zeros(64)
    smem_tile.numba.profile(cuda.jit(**options)(across_blocks.py_func)[2, 32], to)
    assert to[:2].tolist() == [5, 1]


def test_views_are_read_and_written_by_their_strides():
    base = numpy.zeros((64, 8))
    smem_tile.numba.profile(numbered[1, 16], base[::-4, 3], numpy.zeros(0))
    assert base[::-4, 3].tolist() == list(range(16)) and numpy.count_nonzero(base) == 15
    to, given = numpy.zeros((32, 32), numpy.float32), numpy.arange(32 * 64, dtype=numpy.float32).reshape(32, 64)
    smem_tile.numba.profile(transpose[1, (32, 32)], to, given[:, ::2], 1.0)
    assert (to == given[:, ::2].T).all()


def test_complex_numbers_records_and_times_are_arguments():
    records = numpy.zeros(3, numpy.dtype([("x", numpy.float32), ("y", numpy.int32)], align=True))
    records["x"], records["y"] = 2, [1, 2, 3]
    to = numpy.zeros(4)
    smem_tile.numba.profile(of_parts[1, 1], to, 3 + 4j, records[1], numpy.timedelta64(9, "s"))
    assert to.tolist() == [3, 4, 4, 9] and records["y"].tolist() == [1, 7, 3]


def test_what_is_not_a_launch_is_one_sentence():
    with pytest.raises(smem_tile.InputError, match="a launch of Numba is"):
        smem_tile.numba.profile(transpose, numpy.zeros(4))
