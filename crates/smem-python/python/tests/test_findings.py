"""Two tests for `pytest --smem-tile`: `.ci/wheel` expects the first to pass and the second to fail with the race of its kernel."""

import ctypes

# The sum keeps the load: ptxas leaves out one whose value nothing uses, and its race with it.
PTX = b""".version 8.0
.target sm_70
.address_size 64
.file 1 "kernels.cu"
.visible .global .align 4 .u32 sum;
.visible .entry races() {
    .shared .align 4 .b8 tile[256]; .reg .b32 %t, %n, %a, %x;
    mov.u32 %t, %tid.x; mov.u32 %a, tile; mad.lo.u32 %x, %t, 4, %a;
    .loc 1 20 5
    st.shared.u32 [%x], %t;
    mov.u32 %n, %ntid.x; sub.u32 %n, %n, 1; sub.u32 %t, %n, %t; mad.lo.u32 %x, %t, 4, %a;
    .loc 1 21 5
    ld.shared.u32 %x, [%x];
    red.global.add.u32 [sum], %x; ret; }
"""


def launch(threads):
    cuda = ctypes.CDLL("libcuda.so.1")
    context, module, kernel = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
    assert cuda.cuInit(0) == 0
    assert cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0) == 0
    assert cuda.cuCtxSetCurrent(context) == 0
    assert cuda.cuModuleLoadData(ctypes.byref(module), PTX) == 0
    assert cuda.cuModuleGetFunction(ctypes.byref(kernel), module, b"races") == 0
    assert cuda.cuLaunchKernel(kernel, 1, 1, 1, threads, 1, 1, 0, None, None, None) == 0


def test_one_warp_is_ordered():
    launch(1)


def test_two_warps_race():
    launch(64)
