"""NPP, torch and CuPy on the squared integral image of random pixels, one after the other in each round.

peers.py ROUNDS SIDE..

A line a peer and size: its name, the side, and the times of all rounds in microseconds. A peer that is not here, or whose
result is wrong, gets a line `absent NAME REASON`.
"""

import ctypes
import sys

rounds, sides = int(sys.argv[1]), [int(side) for side in sys.argv[2:]]

try:
    import torch
except ImportError as error:
    for peer in ("npp", "torch", "cupy"):
        print(f"absent {peer} no torch to measure with: {error}")
    sys.exit()


class Size(ctypes.Structure):
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int)]


class Context(ctypes.Structure):
    _fields_ = [
        ("stream", ctypes.c_void_p),
        ("device", ctypes.c_int),
        ("multiprocessors", ctypes.c_int),
        ("threads_per_multiprocessor", ctypes.c_int),
        ("threads_per_block", ctypes.c_int),
        ("shared_per_block", ctypes.c_size_t),
        ("major", ctypes.c_int),
        ("minor", ctypes.c_int),
        ("flags", ctypes.c_uint),
        ("reserved", ctypes.c_int),
    ]


def load_npp():
    for version in (".13", ".12", ""):
        for folder in ("", "/usr/local/cuda/lib64/"):
            try:
                ctypes.CDLL(f"{folder}libnppc.so{version}", mode=ctypes.RTLD_GLOBAL)
                return ctypes.CDLL(f"{folder}libnppist.so{version}").nppiSqrIntegral_8u32s64f_C1R_Ctx
            except OSError as error:
                reason = error
    raise OSError(reason)


def npp():
    function = load_npp()
    device = torch.cuda.get_device_properties(0)
    context = Context(
        torch.cuda.current_stream().cuda_stream, 0, device.multi_processor_count,
        device.max_threads_per_multi_processor, 1024, 48 * 1024, device.major, device.minor, 0, 0)

    def prepare(pixels):
        side = pixels.shape[0]
        plain = torch.empty((side + 1, side + 1), dtype=torch.int32, device="cuda")
        squares = torch.empty((side + 1, side + 1), dtype=torch.float64, device="cuda")

        def run():
            status = function(
                ctypes.c_void_p(pixels.data_ptr()), side, ctypes.c_void_p(plain.data_ptr()), 4 * (side + 1),
                ctypes.c_void_p(squares.data_ptr()), 8 * (side + 1), Size(side, side), ctypes.c_int(0),
                ctypes.c_double(0), context)
            if status != 0:
                raise RuntimeError(f"status {status}")
            return squares[1:, 1:]

        return run

    return prepare


def with_torch():
    return lambda pixels: lambda: torch.cumsum(torch.cumsum(pixels.to(torch.int64).square(), 0), 1)


def with_cupy():
    import cupy

    def prepare(pixels):
        array = cupy.from_dlpack(pixels)
        stream = cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream)

        def run():
            with stream:
                wide = array.astype(cupy.uint64)
                return (wide * wide).cumsum(axis=0).cumsum(axis=1)

        return run

    return prepare


peers = {}
for name, load in (("npp", npp), ("torch", with_torch), ("cupy", with_cupy)):
    try:
        peers[name] = load()
    except Exception as error:
        print(f"absent {name} {str(error).splitlines()[0] if str(error) else type(error).__name__}")

for side in sides:
    torch.manual_seed(1)
    pixels = torch.randint(0, 256, (side, side), dtype=torch.uint8, device="cuda")
    last = int(pixels.to(torch.int64).square().sum())
    runs = {}
    for name, prepare in list(peers.items()):
        try:
            run = prepare(pixels)
            for _ in range(3):
                found = run()
            if int(found[-1, -1]) != last:
                raise RuntimeError(f"its last sum at {side} is {int(found[-1, -1])} instead of {last}")
            del found
            runs[name] = run
        except Exception as error:
            print(f"absent {name} at {side}: {str(error).splitlines()[0] if str(error) else type(error).__name__}")
        torch.cuda.synchronize()
    times = {name: [] for name in runs}
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    for _ in range(rounds):
        for name, run in runs.items():
            # Holds the GPU while the launches behind it are queued.
            torch.cuda._sleep(1_000_000)
            start.record()
            run()
            end.record()
            end.synchronize()
            times[name].append(start.elapsed_time(end) * 1000)
    for name, list_of_times in times.items():
        print(name, side, *(f"{time:.3f}" for time in list_of_times))
