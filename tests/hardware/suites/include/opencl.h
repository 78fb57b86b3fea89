// OpenCL C's functions by those of CUDA, for kernels whose qualifiers were converted.
#pragma once
#include "annotations.h"
typedef unsigned int uint;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned long ulong;
typedef int event_t;

#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
#define barrier(flags) __syncthreads()
#define mem_fence(flags) __threadfence_block()
#define read_mem_fence(flags) __threadfence_block()
#define write_mem_fence(flags) __threadfence_block()

#define BY_DIMENSION(d, of) ((d) == 0 ? of.x : (d) == 1 ? of.y : of.z)
#define get_local_id(d) ((size_t)BY_DIMENSION(d, threadIdx))
#define get_group_id(d) ((size_t)BY_DIMENSION(d, blockIdx))
#define get_local_size(d) ((size_t)BY_DIMENSION(d, blockDim))
#define get_num_groups(d) ((size_t)BY_DIMENSION(d, gridDim))
#define get_global_id(d) (get_group_id(d) * get_local_size(d) + get_local_id(d))
#define get_global_size(d) (get_num_groups(d) * get_local_size(d))
#define get_global_offset(d) ((size_t)0)
#define get_work_dim() 1u

#define atomic_add(p, v) atomicAdd(p, v)
#define atomic_sub(p, v) atomicSub(p, v)
#define atomic_inc(p) atomicAdd(p, 1)
#define atomic_dec(p) atomicSub(p, 1)
#define atomic_xchg(p, v) atomicExch(p, v)
#define atomic_cmpxchg(p, c, v) atomicCAS(p, c, v)
#define atomic_min(p, v) atomicMin(p, v)
#define atomic_max(p, v) atomicMax(p, v)
#define atomic_and(p, v) atomicAnd(p, v)
#define atomic_or(p, v) atomicOr(p, v)
#define atomic_xor(p, v) atomicXor(p, v)
#define atom_add(p, v) atomicAdd(p, v)
#define atom_sub(p, v) atomicSub(p, v)
#define atom_inc(p) atomicAdd(p, 1)
#define atom_dec(p) atomicSub(p, 1)
#define atom_xchg(p, v) atomicExch(p, v)
#define atom_cmpxchg(p, c, v) atomicCAS(p, c, v)
#define atom_min(p, v) atomicMin(p, v)
#define atom_max(p, v) atomicMax(p, v)
#define atom_and(p, v) atomicAnd(p, v)
#define atom_or(p, v) atomicOr(p, v)
#define atom_xor(p, v) atomicXor(p, v)
#define mul24(a, b) ((a) * (b))
#define mad24(a, b, c) ((a) * (b) + (c))
#define native_exp(x) __expf(x)
#define native_sin(x) __sinf(x)
#define native_cos(x) __cosf(x)
#define native_sqrt(x) sqrtf(x)
