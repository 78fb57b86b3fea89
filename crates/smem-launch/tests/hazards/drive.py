"""Runs the kernels of a cubin on a GPU, each as one block of 64 threads, for a tool that watches: drive.py FILE.cu FILE.cubin [KERNEL ..]

FILE.cubin is what NVRTC makes of FILE.cu with -arch=sm_90 -lineinfo.
"""

import ctypes
import re
import sys

cuda = ctypes.CDLL("libcuda.so.1")


def call(name, *arguments):
    error = getattr(cuda, name)(*arguments)
    if error != 0:
        print(f"   {name}: driver error {error}", flush=True)


source, cubin, *kernels = sys.argv[1:]
kernels = kernels or re.findall(r"^KERNEL (\w+)", open(source).read(), re.M)
call("cuInit", 0)
device, context, module, data = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_uint64()
call("cuDeviceGet", ctypes.byref(device), 0)
call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
call("cuCtxSetCurrent", context)
call("cuModuleLoad", ctypes.byref(module), cubin.encode())
call("cuMemAlloc_v2", ctypes.byref(data), 1024)
for kernel in kernels:
    call("cuMemcpyHtoD_v2", data, (ctypes.c_int * 256)(*range(256)), 1024)
    function = ctypes.c_void_p()
    call("cuModuleGetFunction", ctypes.byref(function), module, kernel.encode())
    arguments = (ctypes.c_void_p * 1)(ctypes.cast(ctypes.byref(data), ctypes.c_void_p))
    print("== " + kernel, flush=True)
    call("cuLaunchKernel", function, 1, 1, 1, 64, 1, 1, 0, None, arguments, None)
    call("cuCtxSynchronize")
