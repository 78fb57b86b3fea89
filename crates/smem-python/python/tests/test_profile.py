"""Tests of `smem_tile.profile` on NumPy arrays. They need the installed wheel and NumPy."""

import array
import ctypes
import enum
import json
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy
import pytest

import smem_tile
from smem_tile import _native
from smem_tile.report import Report

TRANSPOSE = (Path(__file__).parents[4] / "examples/kernels/first/transpose.cu").read_text()
RACE = """__global__ void k(int* a) {
    __shared__ int s[64];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[63 - threadIdx.x];
}"""
PROGRAM = Path(sysconfig.get_path("scripts")) / ("smem-tile.exe" if sys.platform == "win32" else "smem-tile")


@pytest.fixture
def matrices():
    given = numpy.arange(64 * 64, dtype=numpy.float32).reshape(64, 64)
    return numpy.zeros_like(given), given


class TwoLaunches:
    """What the native module gives of a run: two launches of a kernel, the cycles at stake of whose lines are chosen here."""

    def __init__(self, report):
        self.launch = report.to_dict()["launches"][0]

    def findings(self):
        return []

    def json(self):
        def launch(*lines):
            names = ("line", "cycles_at_stake", "wavefronts", "ideal")
            numbers = [dict(zip(names, line)) for line in lines]
            return {**self.launch, "lines": [{**self.launch["lines"][0], **one} for one in numbers]}

        # The first has more excess, and the second, which fills the GPU, more time at stake.
        launches = [launch((1, 10, 900, 100), (2, 0, 50, 50)), launch((3, 70, 300, 100), (4, 10, 950, 100), (5, None, 60, 60))]
        return json.dumps({"launches": launches})


def test_lines_of_all_launches_are_sorted_by_time_at_stake_then_excess_then_wavefronts(matrices):
    real = smem_tile.profile(TRANSPOSE, (2, 2), (32, 32), *matrices, 64)
    assert real.lines[0].cycles_at_stake > 0 and real.lines[1].cycles_at_stake == 0
    lines = Report(TwoLaunches(real)).lines
    assert [line.line for line in lines] == [3, 4, 1, 5, 2]


def test_arrays_hold_the_results_and_lines_have_their_counts(matrices):
    to, given = matrices
    report = smem_tile.profile(TRANSPOSE, (2, 2), (32, 32), to, given, 64)
    assert (to == given.T).all()
    assert (report.excess, report.wavefronts, report.ideal, report.requests) == (3968, 4224, 256, 256)
    assert report.exact and not report.findings and not report.races
    load, store = report.lines
    assert (load.file, load.line, load.op, load.wavefronts, load.ideal, load.excess, load.ways) == (
        "kernel.cu", 7, "load", 4096, 128, 3968, 32,
    )  # fmt: skip
    assert (store.line, store.op, store.excess) == (4, "store", 0)


def test_a_padded_tile_has_no_excess(matrices):
    assert smem_tile.profile(TRANSPOSE.replace("[32][32]", "[32][33]"), (2, 2), (32, 32), *matrices, 64).excess == 0


def test_arguments_come_one_by_one_or_as_a_list_or_by_name(matrices):
    to, given = matrices
    for args in [(to, given, 64), ([to, given, 64],), ({"n": 64, "from": given, "to": to},)]:
        to[:] = 0
        smem_tile.profile(TRANSPOSE, (2, 2), (32, 32), *args)
        assert (to == given.T).all()


def test_the_report_is_the_json_of_the_program(matrices, tmp_path):
    file = tmp_path / "transpose.cu"
    file.write_text(TRANSPOSE)
    options = ["--grid", "2,2", "--block", "32,32", "--arg", "to:f32[4096]", "--arg", "from:f32[4096]=iota", "--arg", "n=64", "--json"]
    answer = subprocess.run([PROGRAM, "profile", file, *options], capture_output=True, text=True, check=True)
    assert smem_tile.profile(file, (2, 2), (32, 32), *matrices, 64).to_dict() == json.loads(answer.stdout)


def test_an_error_is_the_sentence_of_the_program(matrices, tmp_path):
    file = tmp_path / "wrong.cu"
    for text, error in [("__global__ void k() { x; }", smem_tile.CompileError), ("int a;", smem_tile.InputError)]:
        file.write_text(text)
        answer = subprocess.run([PROGRAM, "profile", file, "--grid", "1", "--block", "32"], capture_output=True, text=True)
        assert answer.returncode == 2
        with pytest.raises(error) as raised:
            smem_tile.profile(file, 1, 32)
        # The program marks notes and help.
        first, *others = str(raised.value).splitlines()
        assert answer.stderr.startswith(f"error: {first}\n")
        assert all(line.strip() in answer.stderr for line in others)


def test_ptx_and_machine_code_are_kernels_too(tmp_path):
    ptx = """.version 8.0
.target sm_80
.address_size 64
.visible .entry put(.param .u64 to, .param .u32 value) {
    .reg .b64 %a; .reg .b32 %v;
    ld.param.u64 %a, [to]; ld.param.u32 %v, [value];
    st.global.u32 [%a], %v; ret; }
"""
    for kernel in [ptx, ptx.encode()]:
        to = numpy.zeros(1, numpy.int32)
        assert smem_tile.profile(kernel, 1, 1, to, 7).launches[0].kernel == "put"
        assert to[0] == 7


def test_a_race_is_a_finding_with_its_line():
    report = smem_tile.profile(RACE, 1, 64, numpy.zeros(64, numpy.int32))
    (race,) = report.races
    assert (race.kind, race.file) == ("shared-memory-race", "kernel.cu") and race.line in (3, 4)
    assert "read-after-write race" in race.message
    with pytest.raises(AssertionError, match="race"):
        report.check()


def test_a_fault_does_not_pass_as_a_kernel_without_conflicts():
    report = smem_tile.profile("__global__ void k(int* a) { a[threadIdx.x] = 1; }", 1, 32, numpy.zeros(8, numpy.int32))
    assert "outside global memory" in report.fault
    with pytest.raises(smem_tile.EndedEarly, match="outside global memory"):
        assert report.excess == 0


def test_views_of_one_array_are_one_buffer():
    whole = numpy.zeros(64, numpy.int32)
    text = "__global__ void k(int* a, int* b) { a[threadIdx.x] = 1; __syncthreads(); b[threadIdx.x] += 2; }"
    smem_tile.profile(text, 1, 32, whole[:32], whole[16:48])
    assert whole.tolist() == [1] * 16 + [3] * 16 + [2] * 16 + [0] * 16


def test_a_view_is_as_aligned_as_it_is_in_its_array():
    text = "__global__ void k(float4* a) { a[threadIdx.x] = make_float4(1, 1, 1, 1); }"
    whole = numpy.zeros(64, numpy.float32)
    assert smem_tile.profile(text, 1, 4, whole[4:]).fault is None
    assert "aligned" in smem_tile.profile(text, 1, 4, whole[1:]).fault


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int16", "float16", "int32", "float64", "int64", "complex64", "complex128"])
def test_arrays_of_every_type_are_read_and_written(dtype):
    given = numpy.arange(32).astype(dtype)
    to = numpy.zeros_like(given)
    text = "__global__ void copy(unsigned char* to, const unsigned char* from) { to[threadIdx.x] = from[threadIdx.x]; }"
    smem_tile.profile(text, 1, given.nbytes, to, given)
    assert (to == given).all()


def test_other_arrays_of_bytes_are_taken():
    text = "__global__ void k(int* a) { a[threadIdx.x] += 1; }"
    fortran = numpy.asfortranarray(numpy.arange(6, dtype=numpy.int32).reshape(2, 3))
    for buffer, read in [
        (bytearray(24), lambda held: list(memoryview(held).cast("i"))),
        (array.array("i", [0] * 6), list),
        ((ctypes.c_int * 6)(), list),
    ]:
        smem_tile.profile(text, 1, 6, buffer)
        assert read(buffer) == [1] * 6
    smem_tile.profile(text, 1, 6, fortran)
    assert fortran.tolist() == [[1, 2, 3], [4, 5, 6]]


def test_numbers_have_the_types_of_the_parameters_or_their_own():
    text = """__global__ void k(double* to, float f, double d, long long l, bool b, unsigned char c, short2 s) {
        to[0] = f; to[1] = d; to[2] = l; to[3] = b; to[4] = c; to[5] = s.y;
    }"""
    to = numpy.zeros(6)
    smem_tile.profile(text, 1, 1, to, 0.5, 1e-5, 2**40, True, 7, numpy.array([1, -2], numpy.int16).tobytes())
    assert to.tolist() == [0.5, 1e-5, 2.0**40, 1, 7, -2]
    numbers = (numpy.float32(2), numpy.float64(3), numpy.int64(-4), numpy.bool_(False), numpy.uint8(9), b"\0\0\5\0")
    smem_tile.profile(text, 1, 1, to, *numbers)
    assert to.tolist() == [2, 3, -4, 0, 9, 5]


def test_infinities_and_nan_have_the_type_of_the_parameter():
    to = numpy.zeros(2)
    smem_tile.profile("__global__ void k(double* to, double a, float b) { to[0] = a; to[1] = b; }", 1, 1, to, float("-inf"), float("nan"))
    assert to[0] == -numpy.inf and numpy.isnan(to[1])


def test_a_struct_is_a_dictionary_of_its_fields():
    text = """
struct Range { int first; float scale; };
struct View { const int* from; bool is_on; Range range; long long* to; };
__global__ void k(View v) { v.to[threadIdx.x] = v.is_on ? v.range.scale * v.from[v.range.first + threadIdx.x] : -1; }
"""
    given, to = numpy.arange(8, dtype=numpy.int32), numpy.zeros(4, numpy.int64)
    view = {"from": given, "is_on": True, "range": {"first": 4, "scale": 2.0}, "to": to}
    smem_tile.profile(text, 1, 4, [view])
    assert to.tolist() == [8, 10, 12, 14]
    with pytest.raises(smem_tile.InputError, match="no field `form`"):
        smem_tile.profile(text, 1, 4, [{"form": given}])


def test_numbers_of_subclasses_are_numbers():
    class Mode(enum.IntEnum):
        FAST = 3

    class Share(float):
        def __repr__(self):
            return "a share"

    to = numpy.zeros(2, numpy.float32)
    text = "__global__ void k(float* to, int mode, float share) { to[0] = mode; to[1] = share; }"
    smem_tile.profile(text, 1, 1, to, Mode.FAST, Share(0.5))
    assert to.tolist() == [3, 0.5]


def test_an_array_that_may_not_be_written_stays():
    given = numpy.zeros(4, numpy.int32)
    given.flags.writeable = False
    smem_tile.profile("__global__ void k(int* a) { a[threadIdx.x] = 1; }", 1, 4, given)
    assert given.tolist() == [0] * 4


@pytest.mark.parametrize(
    "args, sentence",
    [
        ((numpy.zeros((4, 4))[:, 1],), "not contiguous"),
        ((numpy.zeros(0),), "empty"),
        ((object(),), "`object` is not an array"),
        ((numpy.array([object()]),), "Python objects"),
        ((numpy.zeros(4, ">i4"),), "another byte order"),
        ((), "takes 1 argument"),
        ((numpy.zeros(4, numpy.int32), 7), "takes 1 arguments, not 2"),
        (({"b": numpy.zeros(4, numpy.int32)},), "has no parameter `b`"),
        ((numpy.zeros(4),), "elements of `i32`, and not of `f64`"),
    ],
)
def test_arguments_that_cannot_be_used_are_one_sentence(args, sentence):
    with pytest.raises(smem_tile.Error, match=sentence):
        smem_tile.profile("__global__ void k(int* a) { *a = 1; }", 1, 1, *args)


@pytest.mark.parametrize("text", ["", " \n", b""])
def test_an_empty_text_is_one_sentence(text):
    with pytest.raises(smem_tile.InputError, match="text is empty"):
        smem_tile.profile(text, 1, 1)


def test_the_text_of_a_report_has_its_fault():
    report = smem_tile.profile("__global__ void k(volatile int* a) { while (!*a); }", 1, 32, numpy.zeros(4, numpy.int32), max_instructions=100_000)
    assert report.fault and report.fault in str(report)


@pytest.mark.parametrize("grid, block", [((), 1), ((1, 2, 3, 4), 1), (0, 1), (1, -1), ("x", 1), ("1", 1), (1.5, 1)])
def test_a_shape_that_cannot_be_launched_is_one_sentence(grid, block):
    with pytest.raises(smem_tile.InputError, match="expected"):
        smem_tile.profile("__global__ void k() {}", grid, block)


def test_options_are_those_of_the_program(matrices):
    report = smem_tile.profile(TRANSPOSE, (2, 2), (32, 32), *matrices, 64, isa="ptx", arch="sm_80", define="X=1", blocks=1)
    assert report.launches[0].isa == "ptx" and report.arch == "sm_80" and not report.exact
    with pytest.raises(TypeError, match="`ias` is not an option"):
        smem_tile.profile(TRANSPOSE, 1, 1, ias="ptx")
    numbers = [{"shared": -1}, {"shared": "48K"}, {"blocks": "many"}, {"max_memory": "much"}, {"max_instructions": 1.5}]
    for option in [{"isa": "mips"}, {"arch": "sm_x"}, {"compiler": "gcc"}, {"include": 3}, {"define": {"N": 3}}, {"name": 3}, {"std": 17}, *numbers]:
        with pytest.raises(smem_tile.InputError, match=next(iter(option))):
            smem_tile.profile(TRANSPOSE, 1, 1, **option)


def test_every_option_of_a_job_is_a_keyword(tmp_path, monkeypatch):
    (tmp_path / "c.json").write_text("[]")
    values = {
        "allow_files": ".", "arch": "sm_80", "blocks": 1, "cache": False, "compile_commands": "c.json", "compiler": "nvrtc",
        "compiler_option": "--use_fast_math", "define": ["N=1"], "global_races": True, "include": ".", "isa": "ptx", "launch": "missing.toml",
        "max_instructions": "5M", "max_memory": 1 << 30, "merged": True, "offline": True, "overruns": True, "gpu": "l4", "race_check": True, "remedies": False, "schedule_seed": 7,
        "schedules": 3, "set": "n=1", "source": ".", "std": "c++20",
    }  # fmt: skip
    made_of_the_launch = {"kernel", "grid", "block", "cluster", "shared", "args"}
    assert set(values) == set(json.loads(_native.options())) - made_of_the_launch
    monkeypatch.chdir(tmp_path)
    text = "__global__ void k(float* a) { a[threadIdx.x] = 1; }"
    sentences = {"compile_commands": "it has no command for", "launch": "cannot read `missing.toml`", "set": "`--set` gives values"}
    for name, value in values.items():
        if name in sentences:
            launch = () if name == "launch" else (1, 32, numpy.zeros(32, numpy.float32))
            with pytest.raises(smem_tile.InputError, match=sentences[name]):
                smem_tile.profile(text, *launch, **{name: value})
        else:
            assert smem_tile.profile(text, 1, 32, numpy.zeros(32, numpy.float32), **{name: value}).launches, name


def test_launches_are_those_of_the_file_where_none_is_given():
    text = "__global__ void k(float* a) { a[threadIdx.x] = 1; } int main() { float* a; cudaMalloc(&a, 128); k<<<2, 32>>>(a); }"
    assert smem_tile.profile(text).launches[0].to_dict()["grid"] == [2, 1, 1]


def test_an_option_that_is_nearly_one_has_its_name_in_the_message():
    with pytest.raises(TypeError, match="did you mean `schedules`"):
        smem_tile.profile(TRANSPOSE, 1, 1, shedules=2)


def test_a_notebook_shows_tables_and_bank_maps(matrices):
    report = smem_tile.profile(TRANSPOSE, (2, 2), (32, 32), *matrices, 64)
    page = report._repr_html_()
    assert "<table>" in page and "kernel.cu:7" in page and "<svg" in page
    assert report.map._repr_svg_().startswith("<svg") and report.lines[0].map._repr_svg_().startswith("<svg")
    assert report.lines[1].map is None
    assert report.to_html().lower().startswith("<!doctype html")
    assert "kernel.cu:7" in str(report) and "3968 excess" in repr(report)


def test_calls_of_one_function_have_their_shares():
    text = """
__device__ void put(float* s, int stride) { s[stride * threadIdx.x] = 1; }
__global__ void k(float* a) {
    __shared__ float s[1024];
    put(s, 1);
    __syncthreads();
    put(s, 32);
    __syncthreads();
    a[threadIdx.x] = s[threadIdx.x];
}
"""
    report = smem_tile.profile(text, 1, 32, numpy.zeros(32, numpy.float32))
    assert [call["wavefronts"] for call in report.lines[0].by_call] == [1, 32]


def test_a_name_in_a_page_is_escaped():
    report = smem_tile.profile(TRANSPOSE, (2, 2), (32, 32), *[numpy.zeros(4096, numpy.float32)] * 2, 64, file="<b>.cu")
    assert "<b>" not in report._repr_html_().replace("<b>transpose</b>", "")


def test_a_signal_stops_a_kernel_that_does_not_end():
    def ring(*_):
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 3)
    try:
        with pytest.raises(TimeoutError):
            smem_tile.profile("__global__ void k(volatile unsigned* a) { for (;;) *a = *a * 3 + 1; }", 1, 32, numpy.zeros(1, numpy.int32))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class OfTorch:
    """A tensor with the methods that the module asks of PyTorch's."""

    class device:
        type = "cpu"

    def __init__(self, array):
        self.array = array

    def untyped_storage(self):
        raise NotImplementedError

    def is_contiguous(self):
        return self.array.flags.c_contiguous

    def numel(self):
        return self.array.size

    def element_size(self):
        return self.array.itemsize

    def data_ptr(self):
        return self.array.ctypes.data


def test_a_tensor_is_read_and_written_where_its_pointer_says():
    held = numpy.arange(4, dtype=numpy.int32)
    text = "__global__ void k(int* a) { a[threadIdx.x] *= 2; }"
    smem_tile.profile(text, 1, 4, OfTorch(held))
    assert held.tolist() == [0, 2, 4, 6]
    with pytest.raises(smem_tile.InputError, match="t.contiguous"):
        smem_tile.profile(text, 1, 4, OfTorch(held[::2]))
    gpu = OfTorch(held)
    gpu.device = type("device", (), {"type": "cuda"})
    with pytest.raises(smem_tile.InputError, match="on a GPU"):
        smem_tile.profile(text, 1, 4, gpu)


def test_a_profile_without_the_cache_has_the_same_counts(matrices):
    reports = [smem_tile.profile(TRANSPOSE, (2, 2), (32, 32), *matrices, 64, cache=cache) for cache in (True, False)]
    assert reports[0].to_dict() == reports[1].to_dict()
