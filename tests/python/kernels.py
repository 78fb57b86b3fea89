"""Kernels of Triton as they are written today: softmax, matrix products, layer norm, attention, descriptors."""

import triton
import triton.language as tl


@triton.jit
def softmax(out, given, out_stride, given_stride, rows, columns, BLOCK: tl.constexpr, STAGES: tl.constexpr):
    first, step = tl.program_id(0), tl.num_programs(0)
    at = tl.arange(0, BLOCK)
    for row in tl.range(first, rows, step, num_stages=STAGES):
        values = tl.load(given + row * given_stride + at, mask=at < columns, other=-float("inf"))
        powers = tl.exp(values - tl.max(values, axis=0))
        tl.store(out + row * out_stride + at, powers / tl.sum(powers, axis=0), mask=at < columns)


@triton.autotune(
    configs=[
        triton.Config({"BM": 64, "BN": 64, "BK": 32, "GROUP": 4}, num_stages=3, num_warps=4),
        triton.Config({"BM": 128, "BN": 64, "BK": 32, "GROUP": 4}, num_stages=4, num_warps=4),
    ],
    key=["M", "N", "K"],
)
@triton.jit
def matmul(a, b, c, M, N, K, am, ak, bk, bn, cm, cn,
           BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr, RELU: tl.constexpr):  # fmt: skip
    program = tl.program_id(0)
    across, down = tl.cdiv(N, BN), tl.cdiv(M, BM)
    group = program // (GROUP * across)
    size = min(down - group * GROUP, GROUP)
    m = group * GROUP + program % (GROUP * across) % size
    n = program % (GROUP * across) // size
    rows, columns = (m * BM + tl.arange(0, BM)) % M, (n * BN + tl.arange(0, BN)) % N
    inner = tl.arange(0, BK)
    of_a = a + rows[:, None] * am + inner[None, :] * ak
    of_b = b + inner[:, None] * bk + columns[None, :] * bn
    sums = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        left = tl.load(of_a, mask=inner[None, :] < K - k * BK, other=0.0)
        right = tl.load(of_b, mask=inner[:, None] < K - k * BK, other=0.0)
        sums = tl.dot(left, right, sums)
        of_a += BK * ak
        of_b += BK * bk
    if RELU:
        sums = tl.where(sums >= 0, sums, 0.01 * sums)
    rows, columns = m * BM + tl.arange(0, BM), n * BN + tl.arange(0, BN)
    of_c = c + rows[:, None] * cm + columns[None, :] * cn
    tl.store(of_c, sums.to(c.dtype.element_ty), mask=(rows[:, None] < M) & (columns[None, :] < N))


@triton.jit
def layer_norm(x, y, weight, bias, means, rstds, stride, N, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    x += row * stride
    y += row * stride
    sums = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, N, BLOCK):
        at = start + tl.arange(0, BLOCK)
        sums += tl.load(x + at, mask=at < N, other=0.0).to(tl.float32)
    mean = tl.sum(sums, axis=0) / N
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, N, BLOCK):
        at = start + tl.arange(0, BLOCK)
        centred = tl.where(at < N, tl.load(x + at, mask=at < N, other=0.0).to(tl.float32) - mean, 0.0)
        squares += centred * centred
    rstd = 1 / tl.sqrt(tl.sum(squares, axis=0) / N + eps)
    tl.store(means + row, mean)
    tl.store(rstds + row, rstd)
    for start in range(0, N, BLOCK):
        at = start + tl.arange(0, BLOCK)
        value = (tl.load(x + at, mask=at < N, other=0.0).to(tl.float32) - mean) * rstd
        scaled = value * tl.load(weight + at, mask=at < N) + tl.load(bias + at, mask=at < N)
        tl.store(y + at, scaled, mask=at < N)


@triton.jit
def layer_norm_backward(dx, dy, partial_w, partial_b, x, weight, means, rstds, locks, stride, N,
                        GROUP: tl.constexpr, BLOCK: tl.constexpr):  # fmt: skip
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < N
    values = tl.load(x + row * stride + at, mask=mask, other=0).to(tl.float32)
    given = tl.load(dy + row * stride + at, mask=mask, other=0).to(tl.float32)
    w = tl.load(weight + at, mask=mask).to(tl.float32)
    mean, rstd = tl.load(means + row), tl.load(rstds + row)
    normal = tl.where(mask, (values - mean) * rstd, 0.0)
    product = tl.where(mask, w * given, 0.0)
    first, second = tl.sum(normal * product, axis=0) / N, tl.sum(product, axis=0) / N
    tl.store(dx + row * stride + at, (product - (normal * first + second)) * rstd, mask=mask)
    # Rows of one group add to one row, one after the other.
    lock = row % GROUP
    count = locks + GROUP + lock
    of_w, of_b = partial_w + lock * N + at, partial_b + lock * N + at
    while tl.atomic_cas(locks + lock, 0, 1) == 1:
        pass
    dw, db = (given * normal).to(w.dtype), given.to(w.dtype)
    if tl.load(count) == 0:
        tl.atomic_xchg(count, 1)
    else:
        dw += tl.load(of_w, mask=mask)
        db += tl.load(of_b, mask=mask)
    tl.store(of_w, dw, mask=mask)
    tl.store(of_b, db, mask=mask)
    tl.debug_barrier()
    tl.atomic_xchg(locks + lock, 0)


@triton.jit
def attention(q, k, v, out, scale, LENGTH, HEAD: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    base = tl.program_id(1) * LENGTH * HEAD
    across = tl.arange(0, HEAD)
    queries = tl.load(q + base + rows[:, None] * HEAD + across[None, :])
    most = tl.full([BM], -float("inf"), tl.float32)
    total = tl.full([BM], 0.0, tl.float32)
    sums = tl.zeros([BM, HEAD], dtype=tl.float32)
    for start in range(0, LENGTH, BN):
        keys = start + tl.arange(0, BN)
        of_k = tl.load(k + base + keys[None, :] * HEAD + across[:, None])
        scores = tl.dot(queries, of_k) * scale
        larger = tl.maximum(most, tl.max(scores, 1))
        powers = tl.math.exp2(scores - larger[:, None])
        shrunk = tl.math.exp2(most - larger)
        total = total * shrunk + tl.sum(powers, 1)
        of_v = tl.load(v + base + keys[:, None] * HEAD + across[None, :])
        sums = tl.dot(powers.to(tl.float16), of_v, sums * shrunk[:, None])
        most = larger
    tl.store(out + base + rows[:, None] * HEAD + across[None, :], (sums / total[:, None]).to(tl.float16))


@triton.jit
def described_matmul(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """The descriptors are arguments."""
    m, n = tl.program_id(0) * BM, tl.program_id(1) * BN
    sums = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        sums = tl.dot(a.load([m, k]), b.load([n, k]).T, sums)
    c.store([m, n], sums.to(tl.float16))


@triton.jit
def describing_matmul(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """The kernel makes its descriptors."""
    of_a = tl.make_tensor_descriptor(a, shape=[M, K], strides=[K, 1], block_shape=[BM, BK])
    of_b = tl.make_tensor_descriptor(b, shape=[N, K], strides=[K, 1], block_shape=[BN, BK])
    of_c = tl.make_tensor_descriptor(c, shape=[M, N], strides=[N, 1], block_shape=[BM, BN])
    m, n = tl.program_id(0) * BM, tl.program_id(1) * BN
    sums = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        sums = tl.dot(of_a.load([m, k]), of_b.load([n, k]).T, sums)
    of_c.store([m, n], sums.to(tl.float16))
