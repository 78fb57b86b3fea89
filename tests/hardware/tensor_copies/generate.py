#!/usr/bin/env python3
"""Prints random tensors and boxes, a line each: `python3 generate.py SEED COUNT [TYPE,..] > cases.tsv`. Without types, those below 10."""

import random
import sys

# Bytes of an element by its number in cuda.h.
TYPES = {0: 1, 1: 2, 2: 4, 3: 4, 4: 8, 5: 8, 6: 2, 7: 4, 8: 8, 9: 2, 10: 4, 11: 4, 12: 4}
FLOATS = range(6, 13)
SHARED = 32768
GLOBAL = 1 << 17

types = list(map(int, sys.argv[3].split(","))) if len(sys.argv) > 3 else list(range(10))

r = random.Random(sys.argv[1])
print("kind\ttype\tdims\tstrides\tbox\tsteps\tswizzle\tnan\tat\tbytes")
made = 0
while made < int(sys.argv[2]):
    rank, kind, swizzle = r.randint(1, 5), r.choice(["load", "load", "store"]), r.randrange(4)
    type_ = r.choice(types)
    size = TYPES[type_]
    most = 16 << swizzle if swizzle else 256 * size
    inner = r.choice([n for n in (16, 32, 48, 64, 96, 128, 256, 512) if n <= most and n // size <= 256 and n % size == 0])
    box = [inner // size] + [r.randint(1, 9) for _ in range(rank - 1)]
    steps = [1] + [r.choice([1, 1, 1, 2, 3]) for _ in range(rank - 1)]
    dims = [r.randint(1, 3 * box[0])] + [r.randint(1, 12) for _ in range(rank - 1)]
    strides, span = [], dims[0] * size
    for n in dims[1:]:
        span = (span + 15) // 16 * 16 + r.choice([0, 0, 16, 48])
        strides.append(span)
        span *= n
    taken = size
    for b, s in zip(box, steps):
        taken *= -(-b // s)
    if span > GLOBAL or taken > SHARED:
        continue
    at = [r.randint(-b, d + 1) for b, d in zip(box, dims)]
    if r.random() < 0.4:
        at = [r.randrange(d) for d in dims]
    nan = int(type_ in FLOATS and kind == "load" and r.random() < 0.3)
    show = lambda numbers: ",".join(map(str, numbers)) or "-"
    print(kind, type_, show(dims), show(strides), show(box), show(steps), swizzle, nan, show(at), taken, sep="\t")
    made += 1
