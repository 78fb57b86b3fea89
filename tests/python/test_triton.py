"""Tests of `smem_tile.triton.profile` with Triton itself. They need the installed wheel, NumPy and Triton: `.ci/python-packages` runs them."""

from pathlib import Path

import kernels
import ml_dtypes
import numpy
import pytest
import triton
from triton.tools.tensor_descriptor import TensorDescriptor

import smem_tile
import smem_tile.triton as on_cpu

SOURCE = Path(kernels.__file__).read_text().splitlines()
RANDOM = numpy.random.default_rng(1)


def line_of(text):
    (at,) = [at for at, line in enumerate(SOURCE, 1) if text in line]
    return at


def is_good(report):
    """Whether machine code ran to its end without a finding, and its lines are those of the file."""
    assert report.fault is None and not report.findings, (report.fault, report.findings)
    (launch,) = report.launches
    assert launch.isa == "sass"
    assert all(line.file.endswith("kernels.py") for line in launch.lines), launch.lines
    return True


def halves(*shape):
    return RANDOM.standard_normal(shape).astype(numpy.float16)


@pytest.mark.parametrize("stages", [1, 2])
def test_softmax(stages):
    given = RANDOM.standard_normal((40, 781)).astype(numpy.float32)
    out = numpy.zeros_like(given)
    report = on_cpu.profile(kernels.softmax[(8,)], out, given, 781, 781, 40, 781, BLOCK=1024, STAGES=stages)
    powers = numpy.exp(given - given.max(axis=1, keepdims=True))
    numpy.testing.assert_allclose(out, powers / powers.sum(axis=1, keepdims=True), rtol=1e-5)
    # A maximum and a sum of four warps, of forty rows; loads of a pipeline are asynchronous copies, which are estimates.
    assert is_good(report) and report.exact == (stages == 1)
    of_maximum = [line for line in report.lines if line.line == line_of("powers = tl.exp(values")]
    assert {(line.op, line.requests) for line in of_maximum} >= {("store", 160)}


@pytest.mark.parametrize("dtype", [numpy.float16, ml_dtypes.bfloat16])
def test_matmul(dtype):
    a, b = halves(192, 96).astype(dtype), halves(96, 160).astype(dtype)
    c = numpy.zeros((192, 160), dtype)
    grid = lambda meta: (triton.cdiv(192, meta["BM"]) * triton.cdiv(160, meta["BN"]),)  # noqa: E731
    strides = (96, 1, 160, 1, 160, 1)
    report = on_cpu.profile(kernels.matmul[grid], a, b, c, 192, 160, 96, *strides, RELU=True)
    sums = a.astype(numpy.float32) @ b.astype(numpy.float32)
    expected = numpy.where(sums >= 0, sums, 0.01 * sums)
    numpy.testing.assert_allclose(c.astype(numpy.float32), expected, rtol=2e-2, atol=2e-2)
    assert is_good(report)
    assert not kernels.matmul.cache, "what nothing has timed is not kept as the best configuration"


def test_matmul_of_eight_bits():
    a, b = (halves(64, 64) / 4).astype(ml_dtypes.float8_e4m3fn), (halves(64, 64) / 4).astype(ml_dtypes.float8_e4m3fn)
    c = numpy.zeros((64, 64), numpy.float16)
    report = on_cpu.profile(
        kernels.matmul.fn[(1,)], a, b, c, 64, 64, 64, 64, 1, 1, 64, 64, 1, BM=64, BN=64, BK=64, GROUP=1, RELU=False
    )
    expected = a.astype(numpy.float32) @ b.astype(numpy.float32).T
    numpy.testing.assert_allclose(c.astype(numpy.float32), expected, rtol=2e-2, atol=2e-2)
    assert is_good(report)


def test_layer_norm():
    x, weight, bias = halves(6, 1000), halves(1000), halves(1000)
    y, mean, rstd = numpy.zeros_like(x), numpy.zeros(6, numpy.float32), numpy.zeros(6, numpy.float32)
    report = on_cpu.profile(kernels.layer_norm[(6,)], x, y, weight, bias, mean, rstd, 1000, 1000, 1e-5, BLOCK=512)
    wide = x.astype(numpy.float32)
    normal = (wide - wide.mean(1, keepdims=True)) / numpy.sqrt(wide.var(1, keepdims=True) + 1e-5)
    numpy.testing.assert_allclose(y.astype(numpy.float32), normal * weight + bias, rtol=1e-2, atol=1e-2)
    assert is_good(report) and report.exact


def test_layer_norm_backward():
    x, dy, weight = halves(8, 256), halves(8, 256), halves(256)
    wide = x.astype(numpy.float32)
    mean, rstd = wide.mean(1), 1 / numpy.sqrt(wide.var(1) + 1e-5)
    dx, locks = numpy.zeros_like(x), numpy.zeros(4, numpy.int32)
    partial_w, partial_b = numpy.zeros((2, 256), numpy.float32), numpy.zeros((2, 256), numpy.float32)
    report = on_cpu.profile(
        kernels.layer_norm_backward[(8,)], dx, dy, partial_w, partial_b, x, weight, mean, rstd, locks, 256, 256,
        GROUP=2, BLOCK=256,
    )  # fmt: skip
    numpy.testing.assert_allclose(partial_b.sum(0), dy.astype(numpy.float32).sum(0), rtol=1e-2, atol=1e-2)
    assert is_good(report)


def test_attention():
    q, k, v = halves(2, 128, 64), halves(2, 128, 64), halves(2, 128, 64)
    out = numpy.zeros_like(q)
    scale = 0.125 * 1.44269504
    report = on_cpu.profile(kernels.attention[(2, 2)], q, k, v, out, scale, 128, HEAD=64, BM=64, BN=64)
    wide = [array.astype(numpy.float32) for array in (q, k, v)]
    scores = 0.125 * wide[0] @ wide[1].transpose(0, 2, 1)
    powers = numpy.exp(scores - scores.max(-1, keepdims=True))
    expected = powers / powers.sum(-1, keepdims=True) @ wide[2]
    numpy.testing.assert_allclose(out.astype(numpy.float32), expected, rtol=2e-2, atol=2e-2)
    assert is_good(report)


def test_a_kernel_that_makes_its_descriptors():
    a, b, c = halves(128, 128), halves(128, 128), numpy.zeros((128, 128), numpy.float16)
    report = on_cpu.profile(kernels.describing_matmul[(2, 2)], a, b, c, 128, 128, 128, BM=64, BN=64, BK=64)
    expected = a.astype(numpy.float32) @ b.astype(numpy.float32).T
    numpy.testing.assert_allclose(c.astype(numpy.float32), expected, rtol=2e-2, atol=2e-2)
    assert is_good(report) and report.exact


def test_descriptors_as_arguments():
    a, b, c = halves(128, 128), halves(128, 128), numpy.zeros((128, 128), numpy.float16)
    maps = [TensorDescriptor.from_tensor(on_cpu.tensor(array), [64, 64]) for array in (a, b, c)]
    report = on_cpu.profile(kernels.described_matmul[(2, 2)], *maps, 128, 128, 128, BM=64, BN=64, BK=64)
    expected = a.astype(numpy.float32) @ b.astype(numpy.float32).T
    numpy.testing.assert_allclose(c.astype(numpy.float32), expected, rtol=2e-2, atol=2e-2)
    assert is_good(report) and report.exact


def test_what_is_not_a_launch_is_one_sentence():
    with pytest.raises(smem_tile.InputError, match="has launched no kernel"):
        on_cpu.profile(lambda *_: None, numpy.zeros(4))
    with pytest.raises(smem_tile.InputError, match="the grid is missing"):
        on_cpu.profile(kernels.softmax, numpy.zeros(4))
    with pytest.raises(smem_tile.InputError, match="`complex64` has no type in Triton"):
        on_cpu.profile(kernels.softmax[(1,)], numpy.zeros(4, numpy.complex64))


def test_views_are_read_and_written_by_their_strides():
    wide, base = RANDOM.standard_normal((4, 1024)).astype(numpy.float32), numpy.full((8, 781), 5, numpy.float32)
    given, out = wide[:, :781], base[::2]
    report = on_cpu.profile(kernels.softmax[(4,)], out, given, 2 * 781, 1024, 4, 781, BLOCK=1024, STAGES=1)
    powers = numpy.exp(given - given.max(axis=1, keepdims=True))
    numpy.testing.assert_allclose(out, powers / powers.sum(axis=1, keepdims=True), rtol=1e-5)
    assert is_good(report) and (base[1::2] == 5).all()
    empty = numpy.zeros((0, 781), numpy.float32)
    assert on_cpu.profile(kernels.softmax[(1,)], empty, empty, 781, 781, 0, 781, BLOCK=1024, STAGES=1).fault is None
