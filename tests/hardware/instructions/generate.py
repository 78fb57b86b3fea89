#!/usr/bin/env python3
"""Writes random short programs into the current folder, a file for each family of instructions: `python3 generate.py [SEED]`.

Without a seed these are the files beside this script. With one, other programs, in files and kernels whose names end with the seed.
Each kernel holds four programs one after the other. A program has eight registers that begin with words of the input and with
numbers at the edges of their types, some thirty PTX instructions on them, and writes all eight. Programs of a seed are the same every
time.
"""

import random
import sys

SUFFIX = f"_{sys.argv[1]}" if len(sys.argv) > 1 else ""

EDGES = [0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x3F800000, 0xBF800000,
         0x7F800000, 0xFF800000, 0x7FC00000, 0x00000001, 0x807FFFFF, 0x00800000, 0x7F7FFFFF, 0x4B000000, 0x4F000000, 0xCF000000,
         0x3C003C00, 0x7C00FC00, 0x7BFF0400, 0x03FF8001, 0x3F803F80]
ROUND = ["rn", "rz", "rm", "rp"]


def integer(r, reg):
    d, a, b, c = reg(), reg(), reg(), reg()
    n = r.randrange(32)
    k = r.choice(EDGES)
    return r.choice([
        f"add.s32 {d}, {a}, {b};", f"sub.s32 {d}, {a}, {b};", f"add.s32 {d}, {a}, {k:#x};", f"mul.lo.s32 {d}, {a}, {b};",
        f"mul.hi.u32 {d}, {a}, {b};", f"mul.hi.s32 {d}, {a}, {b};", f"mad.lo.s32 {d}, {a}, {b}, {c};",
        f"mad.hi.s32 {d}, {a}, {b}, {c};", f"mad24.lo.u32 {d}, {a}, {b}, {c};", f"shl.b32 {d}, {a}, {n};", f"shr.u32 {d}, {a}, {b};",
        f"shr.s32 {d}, {a}, {n};", f"shl.b32 {d}, {a}, {b};", f"shf.l.wrap.b32 {d}, {a}, {b}, {c};",
        f"shf.r.clamp.b32 {d}, {a}, {b}, {c};", f"lop3.b32 {d}, {a}, {b}, {c}, {r.randrange(256):#x};", f"prmt.b32 {d}, {a}, {b}, {c};",
        f"prmt.b32 {d}, {a}, {b}, {r.randrange(65536):#x};", f"bfe.s32 {d}, {a}, {n}, {r.randrange(33)};", f"bfe.u32 {d}, {a}, {b}, {c};",
        f"bfi.b32 {d}, {a}, {b}, {n}, {r.randrange(33)};", f"popc.b32 {d}, {a};", f"clz.b32 {d}, {a};", f"brev.b32 {d}, {a};",
        f"bfind.s32 {d}, {a};", f"bfind.shiftamt.u32 {d}, {a};", f"min.s32 {d}, {a}, {b};", f"max.u32 {d}, {a}, {b};", f"abs.s32 {d}, {a};",
        f"neg.s32 {d}, {a};", f"sad.s32 {d}, {a}, {b}, {c};", f"dp4a.s32.u32 {d}, {a}, {b}, {c};", f"dp2a.hi.u32.s32 {d}, {a}, {b}, {c};",
        f"fns.b32 {d}, {a}, 0, 1;" if False else f"szext.clamp.s32 {d}, {a}, {n};", f"bmsk.wrap.b32 {d}, {n}, {b};",
        f"add.cc.u32 {d}, {a}, {b}; addc.u32 {c}, {c}, {a};", f"sub.cc.u32 {d}, {a}, {b}; subc.u32 {c}, {c}, {a};",
        f"{{ .reg .pred p, q; setp.lt.s32 p|q, {a}, {b}; selp.b32 {d}, {b}, {c}, p; @q add.s32 {c}, {c}, 1; }}",
        f"{{ .reg .pred p, q; setp.ge.u32 p, {a}, {b}; setp.ne.and.s32 q, {c}, {a}, p; selp.b32 {d}, {a}, {c}, q; }}",
        f"set.{r.choice(['lt', 'eq', 'hi', 'ge'])}.u32.u32 {d}, {a}, {b};",
        f"slct.s32.s32 {d}, {a}, {b}, {c};", f"vadd.s32.s32.s32 {d}, {a}, {b};" if False else f"not.b32 {d}, {a};",
        f"{{ .reg .b64 l; mul.wide.u32 l, {a}, {b}; add.u64 l, l, {k:#x}; mov.b64 {{{d}, {c}}}, l; }}",
        f"{{ .reg .b64 l, m; mov.b64 l, {{{a}, {b}}}; mad.wide.s32 m, {a}, {c}, l; shr.s64 m, m, {r.randrange(64)}; mov.b64 {{{d}, {c}}}, m; }}",
        f"{{ .reg .b64 l, m; .reg .pred p; mov.b64 l, {{{a}, {b}}}; mov.b64 m, {{{b}, {c}}}; setp.lt.s64 p, l, m; selp.b32 {d}, {a}, {c}, p; max.s64 l, l, m; mov.b64 {{{b}, {c}}}, l; }}",
        f"div.u32 {d}, {a}, {b};", f"rem.s32 {d}, {a}, {b};" if r.random() < 0.3 else f"xor.b32 {d}, {a}, {b};",
    ])


def single(r, reg):
    d, a, b, c = reg(), reg(), reg(), reg()
    round_ = r.choice(ROUND)
    ftz = r.choice(["", ".ftz"])
    sat = r.choice(["", "", ".sat"])
    compare = r.choice(["lt", "eq", "gtu", "neu", "num", "nan", "geu"])
    op = r.choice([
        f"add.{round_}{ftz}{sat}.f32 {d}, {a}, {b};", f"sub.{round_}{ftz}.f32 {d}, {a}, {b};", f"mul.{round_}{ftz}{sat}.f32 {d}, {a}, {b};",
        f"fma.{round_}{ftz}{sat}.f32 {d}, {a}, {b}, {c};", f"fma.{round_}{ftz}.f32 {d}, {a}, {b}, {c};", f"min{ftz}.f32 {d}, {a}, {b};",
        f"max{ftz}.NaN.f32 {d}, {a}, {b};", f"abs{ftz}.f32 {d}, {a};", f"neg{ftz}.f32 {d}, {a};", f"rcp.{round_}.f32 {d}, {a};",
        f"sqrt.{round_}.f32 {d}, {a};", f"div.{round_}.f32 {d}, {a}, {b};", f"copysign.f32 {d}, {a}, {b};",
        f"{{ .reg .pred p; setp.{compare}{ftz}.f32 p, {a}, {b}; selp.f32 {d}, {a}, {c}, p; }}",
        f"set.{compare}{ftz}.f32.f32 {d}, {a}, {b};", f"fma.{round_}.f32 {d}, {a}, 0f3FC00000, {c};", f"testp.subnormal.f32 P, {a};" if False else f"mov.f32 {d}, 0f{r.choice(EDGES):08X};",
    ])
    return op


def convert(r, reg):
    d, a, b, c = reg(), reg(), reg(), reg()
    i = r.choice(["rni", "rzi", "rmi", "rpi"])
    f = r.choice(ROUND)
    ftz = r.choice(["", ".ftz"])
    s = r.choice(["s", "u"])
    sat = r.choice(["", ".sat"])
    half = r.choice(["f16", "bf16"])
    return r.choice([
        f"{{ .reg .f32 x; mov.b32 x, {a}; cvt.{i}{ftz}.{s}32.f32 {d}, x; }}", f"{{ .reg .f32 x; cvt.{f}.f32.{s}32 x, {a}; mov.b32 {d}, x; }}",
        f"{{ .reg .f32 x; mov.b32 x, {a}; cvt.{i}{ftz}{sat}.f32.f32 x, x; mov.b32 {d}, x; }}",
        f"{{ .reg .f32 x; .reg .b16 h, z; mov.b32 x, {a}; cvt.{f if half == 'f16' and f in ('rn', 'rz') else 'rn'}.{half}.f32 h, x; mov.b16 z, 0; mov.b32 {d}, {{h, z}}; }}",
        f"{{ .reg .b16 h, z; .reg .f32 x; mov.b32 {{h, z}}, {a}; cvt.f32.{half} x, z; mov.b32 {d}, x; }}",
        f"{{ .reg .f32 x, y; mov.b32 x, {a}; mov.b32 y, {b}; cvt.rn.{half}x2.f32 {d}, x, y; }}",
        f"{{ .reg .f64 x; mov.b64 x, {{{a}, {b}}}; cvt.{i}.{s}32.f64 {d}, x; }}",
        f"{{ .reg .f64 x; .reg .b64 l; mov.b64 x, {{{a}, {b}}}; cvt.{i}.{s}64.f64 l, x; mov.b64 {{{d}, {c}}}, l; }}",
        f"{{ .reg .f64 x; .reg .b64 l; mov.b64 l, {{{a}, {b}}}; cvt.{f}.f64.{s}64 x, l; mov.b64 {{{d}, {c}}}, x; }}",
        f"{{ .reg .f32 x; .reg .b64 l; mov.b64 l, {{{a}, {b}}}; cvt.{f}.f32.{s}64 x, l; mov.b32 {d}, x; }}",
        f"{{ .reg .f32 x; .reg .b64 l; mov.b32 x, {a}; cvt.{i}{ftz}.{s}64.f32 l, x; mov.b64 {{{d}, {c}}}, l; }}",
        f"{{ .reg .f32 x; .reg .f64 y; mov.b64 y, {{{a}, {b}}}; cvt.{f}{ftz}.f32.f64 x, y; mov.b32 {d}, x; }}",
        f"{{ .reg .f32 x; .reg .f64 y; mov.b32 x, {a}; cvt{ftz}.f64.f32 y, x; mov.b64 {{{d}, {c}}}, y; }}",
        f"cvt.sat.s8.s32 {d}, {a};" if False else f"{{ .reg .b16 h; cvt.sat.{s}16.s32 h, {a}; cvt.s32.s16 {d}, h; }}",
        f"{{ .reg .b16 h; cvt.u16.u32 h, {a}; cvt.{s}32.{s}8 {d}, h; }}", f"lop3.b32 {d}, {a}, {b}, {c}, 0x96;", f"prmt.b32 {d}, {a}, {b}, {r.randrange(65536):#x};",
    ])


def double(r, reg):
    d, e, a, b, c, g = reg(), reg(), reg(), reg(), reg(), reg()
    round_ = r.choice(ROUND)
    compare = r.choice(["lt", "eq", "gtu", "neu", "num", "nan"])
    load = f".reg .f64 x, y, z; .reg .pred p; mov.b64 x, {{{a}, {b}}}; mov.b64 y, {{{c}, {g}}}; mov.b64 z, {{{b}, {c}}};"
    body = r.choice([
        f"add.{round_}.f64 z, x, y;", f"mul.{round_}.f64 z, x, y;", f"fma.{round_}.f64 z, x, y, z;", "min.f64 z, x, y;", "max.f64 z, x, y;",
        "abs.f64 z, x;", "neg.f64 z, y;", f"setp.{compare}.f64 p, x, y; selp.f64 z, x, y, p;", f"rcp.{round_}.f64 z, x;", f"sqrt.{round_}.f64 z, x;",
        f"div.{round_}.f64 z, x, y;",
    ])
    if d == e:
        return f"{{ {load} {body} .reg .b32 w; mov.b64 {{w, {d}}}, z; }}"
    return f"{{ {load} {body} mov.b64 {{{d}, {e}}}, z; }}"


def half(r, reg):
    d, a, b, c = reg(), reg(), reg(), reg()
    ftz, sat = r.choice(["", ".ftz"]), r.choice(["", "", ".sat"])
    compare = r.choice(["lt", "eq", "gtu", "neu", "num", "nan"])
    return r.choice([
        f"add.rn{ftz}{sat}.f16x2 {d}, {a}, {b};", f"sub.rn{ftz}.f16x2 {d}, {a}, {b};", f"mul.rn{ftz}{sat}.f16x2 {d}, {a}, {b};",
        f"fma.rn{ftz}{sat}.f16x2 {d}, {a}, {b}, {c};", f"fma.rn.relu.f16x2 {d}, {a}, {b}, {c};", f"min{ftz}.f16x2 {d}, {a}, {b};",
        f"max{ftz}.NaN.f16x2 {d}, {a}, {b};", f"abs.f16x2 {d}, {a};", f"neg.f16x2 {d}, {a};", f"fma.rn.bf16x2 {d}, {a}, {b}, {c};",
        f"add.rn.bf16x2 {d}, {a}, {b};", f"mul.rn.bf16x2 {d}, {a}, {b};", f"min.bf16x2 {d}, {a}, {b};", f"max.NaN.bf16x2 {d}, {a}, {b};", f"neg.bf16x2 {d}, {a};",
        f"{{ .reg .pred p, q; setp.{compare}.f16x2 p|q, {a}, {b}; selp.b32 {d}, {a}, {c}, p; @q xor.b32 {d}, {d}, 1; }}",
        f"{{ .reg .b16 h, i, z; mov.b32 {{h, z}}, {a}; mov.b32 {{z, i}}, {b}; fma.rn{ftz}{sat}.f16 h, h, i, z; mov.b32 {d}, {{h, i}}; }}",
        f"{{ .reg .b16 h, i, z; mov.b32 {{h, z}}, {a}; mov.b32 {{i, h}}, {b}; add.rn{ftz}.f16 z, h, i; mov.b32 {d}, {{z, h}}; }}",
        f"prmt.b32 {d}, {a}, {b}, {r.choice([0x5410, 0x7632, 0x1032, 0x3254]):#x};",
    ])


def warp(r, reg):
    d, a, b, c = reg(), reg(), reg(), reg()
    mode = r.choice(["up", "down", "bfly", "idx"])
    width = r.choice([2, 4, 8, 16, 32])
    clamp = (32 - width) << 8 | (0 if mode == "up" else 31)
    amount = r.choice([b, str(r.randrange(32))])
    return r.choice([
        f"{{ .reg .pred p; shfl.sync.{mode}.b32 {d}|p, {a}, {amount}, {clamp:#x}, 0xffffffff; selp.b32 {c}, {a}, {c}, p; }}",
        f"{{ .reg .pred p; setp.lt.s32 p, {a}, {b}; vote.sync.ballot.b32 {d}, p, 0xffffffff; }}",
        f"{{ .reg .pred p; setp.lt.u32 p, {a}, {b}; vote.sync.{r.choice(['any', 'all', 'uni'])}.pred p, p, 0xffffffff; selp.b32 {d}, {a}, {c}, p; }}",
        f"and.b32 {d}, {a}, 7; match.any.sync.b32 {d}, {d}, 0xffffffff;", f"{{ .reg .pred p; and.b32 {d}, {a}, {r.choice([0, 1])}; match.all.sync.b32 {d}|p, {d}, 0xffffffff; @p add.s32 {d}, {d}, 5; }}",
        f"{{ .reg .b64 l; and.b32 {d}, {a}, 3; mov.b64 l, {{{d}, {d}}}; match.any.sync.b64 {d}, l, 0xffffffff; }}",
        f"redux.sync.{r.choice(['add', 'min', 'max'])}.{r.choice(['s32', 'u32'])} {d}, {a}, 0xffffffff;", f"redux.sync.{r.choice(['and', 'or', 'xor'])}.b32 {d}, {a}, 0xffffffff;",
        f"mov.u32 {d}, %lanemask_{r.choice(['lt', 'le', 'gt', 'ge', 'eq'])};", f"add.s32 {d}, {a}, {b};", f"xor.b32 {d}, {a}, {c};", f"mov.u32 {d}, %laneid;",
        f"{{ .reg .pred p; setp.lt.s32 p, {a}, {b}; @p activemask.b32 {d}; }}" if False else f"shr.u32 {d}, {a}, 3;",
    ])


def statements(r, depth, loops):
    """Nested branches and loops in CUDA C++ on v[0] to v[7], which lanes go through apart."""
    out = []
    for _ in range(r.randrange(2, 4)):
        a, b, c = r.randrange(8), r.randrange(8), r.randrange(8)
        kind = r.choice(["if", "else", "loop", "set", "call", "switch"]) if depth < 3 else "set"
        if kind == "if":
            out += [f"if (v{a} & {1 << r.randrange(6)}) {{", *statements(r, depth + 1, loops), "}"]
        elif kind == "else":
            out += [f"if ((int)v{a} < (int)v{b}) {{", *statements(r, depth + 1, loops), "} else {", *statements(r, depth + 1, loops), "}"]
        elif kind == "loop" and loops < 2:
            out += [f"for (u32 i{depth} = v{a} % {r.randrange(2, 6)}; i{depth} < {r.randrange(3, 8)}; i{depth}++) {{", *statements(r, depth + 1, loops + 1),
                    f"if (v{b} % 7 == {r.randrange(7)}) {r.choice(['break', 'continue', 'break'])};", f"v{c} += i{depth} * {r.randrange(1, 99)}u;", "}"]
        elif kind == "call":
            out.append(f"v{a} = mix(v{b}, v{c});")
        elif kind == "switch":
            out += [f"switch (v{a} & 3) {{", f"case 0: v{b} ^= v{c}; break;", f"case 1: v{b} = v{b} * 3 + v{c}; if (v{c} & 16) return;", f"case 2: v{c} >>= 3; break;", f"default: v{a} -= 77; }}"]
            if depth > 0 or loops > 0:
                out[-3] = "case 1: v%d = v%d * 3 + v%d;" % (b, b, c)
        else:
            out.append(f"v{a} = v{b} * {r.randrange(3, 99)}u + (v{c} >> {r.randrange(1, 9)});")
    return out


def control_file():
    name = f"random_control{SUFFIX}"
    r = random.Random(name)
    text = ["// Random branches and loops, written by generate.py. One block of 128 threads; `in` has 8192 words and `out` 4096 zeros.", "typedef unsigned u32;", "",
            "__device__ __noinline__ u32 mix(u32 a, u32 b) {", "    while (a > 1000) { a = a / 3 + (b & 15); b >>= 1; }", "    return a ^ b * 2654435761u;", "}", ""]
    for kernel in range(16):
        text.append(f'extern "C" __global__ void {name}_{kernel:02}(const u32* in, u32* out) {{')
        text.append("    const u32 t = threadIdx.x;")
        for i in range(8):
            text.append(f"    u32 v{i} = in[t + {128 * r.randrange(63)}];")
        text += ["    " + line for _ in range(2) for line in statements(r, 0, 0)]
        text += [f"    out[t + {128 * i}] = v{i};" for i in range(8)]
        text.append("}")
    open(f"{name}.cu", "w").write("\n".join(text) + "\n")


# Products of tensor cores: PTX's name, the words of both factors, and what their words may hold: any bits, no infinities and NaNs, and no
# subnormal numbers either, as bits to clear and bits to set.
FINITE = {"half": (0x40004000, 0), "bfloat": (0x40004000, 0), "tf32": (0x40000000, 0), "byte": (0, 0)}
NORMAL = {"half": (0x40004000, 0x04000400), "bfloat": (0x40004000, 0x20002000), "tf32": (0x40000000, 0x20000000), "byte": (0, 0)}
PRODUCTS = [("m16n8k16.row.col.f32.f16.f16.f32", 4, 2, "half"), ("m16n8k8.row.col.f32.f16.f16.f32", 2, 1, "half"),
            ("m16n8k16.row.col.f16.f16.f16.f16", 4, 2, "half"), ("m16n8k16.row.col.f32.bf16.bf16.f32", 4, 2, "bfloat"),
            ("m16n8k8.row.col.f32.bf16.bf16.f32", 2, 1, "bfloat"), ("m16n8k8.row.col.f32.tf32.tf32.f32", 4, 2, "tf32"),
            ("m16n8k4.row.col.f32.tf32.tf32.f32", 2, 1, "tf32"), ("m16n8k32.row.col.s32.s8.s8.s32", 4, 2, "byte"),
            ("m16n8k32.row.col.satfinite.s32.u8.s8.s32", 4, 2, "byte"), ("m16n8k16.row.col.s32.s8.u8.s32", 2, 1, "byte")]


def tensor_file():
    name = f"random_tensor{SUFFIX}"
    r = random.Random(name)
    text = ["// Random products of tensor cores, written by generate.py. One block of 128 threads; `in` has 8192 words and `out` 4096 zeros.", "typedef unsigned u32;", ""]
    for limits, masks in (("any", None), ("finite", FINITE), ("normal", NORMAL)):
        for at, (product, left, right, element) in enumerate(PRODUCTS):
            clear, put = masks[element] if masks else (0, 0)
            sums = 2 if ".f16.f16.f16.f16" in product else 4
            text.append(f'extern "C" __global__ void {name}_{limits}_{at}(const u32* in, u32* out) {{')
            text.append("    const u32 t = threadIdx.x;")
            wide = 0x40000000 if masks and element != "byte" and sums == 4 else (0x40004000 if masks and sums == 2 else 0)
            text += [f"    u32 d{i} = in[t + {128 * r.randrange(63)}] & ~{wide:#x}u;" for i in range(sums)]
            for step in range(32 // sums):
                words = [f"in[t + {128 * r.randrange(63)}] & ~{clear:#x}u | {put:#x}u" for _ in range(left + right)]
                registers = lambda first, count: "{" + ", ".join(f"%{i}" for i in range(first, first + count)) + "}"
                # Every second one begins anew, the others add to what is there.
                if step % 2 == 0:
                    text += [f"    d{i} = in[t + {128 * r.randrange(63)}] & ~{wide:#x}u;" for i in range(sums)]
                kind = "r" if sums == 2 or element == "byte" else "f"
                value = (lambda i: f"d{i}") if kind == "r" else (lambda i: f"f{i}")
                if kind == "f":
                    text.append("    {" + "".join(f" float f{i} = __uint_as_float(d{i});" for i in range(sums)))
                text.append(f'    asm volatile("mma.sync.aligned.{product} {registers(0, sums)}, {registers(sums, left)}, {registers(sums + left, right)}, '
                            f'{registers(0, sums)};" : ' + ", ".join(f'"+{kind}"({value(i)})' for i in range(sums)) + " : " +
                            ", ".join(f'"r"({word})' for word in words) + ");")
                if kind == "f":
                    text.append("   " + "".join(f" d{i} = __float_as_uint(f{i});" for i in range(sums)) + " }")
                text += [f"    out[t + {128 * (sums * step + i)}] = d{i};" for i in range(sums)]
            text.append("}")
    for limits in ("any", "finite"):
        text.append(f'extern "C" __global__ void {name}_{limits}_double(const u32* in, u32* out) {{')
        text.append("    const u32 t = threadIdx.x;")
        text.append("    double d0 = 0, d1 = 0;")
        mask = 0x7fffffffffffffff if limits == "any" else 0x3fffffffffffffff
        for step in range(8):
            number = lambda: f"__longlong_as_double(((unsigned long long)in[t + {128 * r.randrange(63)}] << 32 | in[t + {128 * r.randrange(63)}]) & {mask:#x}ull)"
            if step % 2 == 0:
                text.append(f"    d0 = {number()}; d1 = {number()};")
            text.append(f'    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {{%0, %1}}, {{%2}}, {{%3}}, {{%0, %1}};" : "+d"(d0), "+d"(d1) : "d"({number()}), "d"({number()}));')
            for i in range(2):
                text.append(f"    out[t + {128 * (4 * step + 2 * i)}] = __double2loint(d{i}); out[t + {128 * (4 * step + 2 * i + 1)}] = __double2hiint(d{i});")
        text.append("}")
    open(f"{name}.cu", "w").write("\n".join(text) + "\n")


FAMILIES = {"random_integer": (integer, "r"), "random_single": (single, "f"), "random_convert": (convert, "r"), "random_double": (double, "r"),
            "random_half": (half, "r"), "random_warp": (warp, "r")}
KERNELS, PROGRAMS, LENGTH = 6, 4, 30

for family_name, (family, kind) in FAMILIES.items():
    name = family_name + SUFFIX
    r = random.Random(name)
    text = ["// Random programs, written by generate.py. One block of 128 threads; `in` has 8192 words and `out` 4096 zeros.", "typedef unsigned u32;", ""]
    for kernel in range(KERNELS):
        text.append(f'extern "C" __global__ void {name}_{kernel}(const u32* in, u32* out) {{')
        text.append("    const u32 t = threadIdx.x;")
        for program in range(PROGRAMS):
            text.append("    {")
            for i in range(8):
                text.append(f"        u32 v{i} = in[t + {128 * r.randrange(63)}];" if r.random() < 0.8 else
                            f"        u32 v{i} = t & {r.choice([1, 3, 8, 16])} ? {r.choice(EDGES):#x}u : {r.choice(EDGES):#x}u;")
            lines = []
            for _ in range(LENGTH):
                lines.append(family(r, lambda: f"{kind}{r.randrange(8)}"))
            width = ".b32" if kind == "r" else ".f32"
            body = "".join(f'            "{line}\\n"\n' for line in lines)
            move = "".join(f"mov.b32 {kind}{i}, %{i}; " for i in range(8))
            back = "".join(f"mov.b32 %{i}, {kind}{i}; " for i in range(8))
            text.append(f'        asm volatile("{{ .reg {width} {", ".join(f"{kind}{i}" for i in range(8))};\\n"')
            text.append(f'            "{move}\\n"')
            text.append(body.rstrip("\n"))
            text.append(f'            "{back}}}\\n"')
            text.append("            : " + ", ".join(f'"+r"(v{i})' for i in range(8)) + ");")
            for i in range(8):
                text.append(f"        out[t + {128 * (8 * program + i)}] = v{i};")
            text.append("    }")
        text.append("}")
    open(f"{name}.cu", "w").write("\n".join(text) + "\n")

control_file()
tensor_file()
