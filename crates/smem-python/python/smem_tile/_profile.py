"""`profile`: a kernel, a launch and its arguments to a report."""

from smem_tile import _job
from smem_tile._arguments import Arguments
from smem_tile._kernel import KernelCode


def profile(kernel, grid=None, block=None, *args, name=None, file=None, shared=0, cluster=None, **options):
    """Runs a kernel on the CPU, and returns a `Report` of its bank conflicts, races and faults.

    `kernel` is CUDA C++ or PTX as text, a cubin, fatbin or PTX as bytes, or the path of a file of these. `name` is the kernel as C++ names it,
    `'reduce<int, 256>'`; it is not needed where there is one alone. `file` is the file's name in the report.

    `grid` and `block` are numbers of blocks and threads, or tuples of up to three. Without them the launches are those that the file makes itself,
    with `set=['n=1024']` for variables of its host code, or those of a launch file, `launch='gemm.toml'`. `shared` is the bytes of dynamic shared memory.

    The arguments of the kernel follow, or one list of them, or a dictionary from names of parameters to values (of CUDA C++):
    arrays of NumPy, and whatever else gives its bytes by the buffer protocol, hold the results afterwards; read-only ones stay as they are. Numbers
    of Python take the type of the parameter in CUDA C++, and elsewhere are an `int` or a `float` of 32 bits, or an integer of 64 where it needs
    them; `numpy.float64(1)` is one of its own type. `None` is a null pointer, `bytes` and structured scalars of NumPy are structs by value.

    Options are those of the program `smem-tile profile`, with underscores in their names, and those of its `smem-tile.toml`: `arch='sm_90'`, `gpu='l4'`,
    `isa='sass'` or `'ptx'`, `compiler='nvcc'` or `'nvrtc'`, `std`, `include`, `define`, `source` and `compiler_option` (lists),
    `compile_commands`, `blocks` (a sample of so many), `global_races`, `overruns`, `merged`, `schedules` and `schedule_seed` (other orders of
    warps and blocks), `max_memory` and `max_instructions` (numbers, or `'2G'`), `offline`. What the program leaves out by `--no-race-check` and
    `--no-cache`, `race_check=False` and `cache=False` leave out.

    Raises `InputError`, `CompileError` or `LaunchError` with the program's sentence. A fault of the kernel is part of the report.

    >>> import numpy, smem_tile
    >>> text = "__global__ void twice(float* a, int n) { if (threadIdx.x < n) a[threadIdx.x] *= 2; }"
    >>> a = numpy.arange(4, dtype=numpy.float32)
    >>> smem_tile.profile(text, 1, 32, a, 4).excess
    0
    >>> a
    array([0., 2., 4., 6.], dtype=float32)
    """
    code = KernelCode.of(kernel, file)
    arguments = Arguments(is_typed=code.is_cuda, values=_one_list(args))
    request = {**code.request(), **arguments.request(), "kernel": name, "shared": shared}
    for axis, value in (("grid", grid), ("block", block), ("cluster", cluster)):
        request[axis] = None if value is None else _job.extent(axis, value)
    return _job.run(request, arguments, options)


def _one_list(args):
    if len(args) == 1 and isinstance(args[0], (list, tuple, dict)):
        return args[0]
    return args


__all__ = ["profile"]
