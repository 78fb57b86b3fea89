//! Structs of callers, held against those that cudarc has of CUDA's headers. Those here have their fields in groups, and addresses that only
//! `foreign` follows.

use std::mem::{align_of, size_of};

use cudarc::driver::sys;
use smem_driver::DriverError;

use super::arrays::{PlaneDescription, VolumeDescription};
use super::graph_nodes::{CallOfNode, FillOfNode, KernelOfNode};
use super::graphs::InstantiateParameters;
use super::launches::{LaunchAttribute, LaunchConfiguration};
use super::pools::{PlaceAccess, PoolProperties};
use super::rows::{RowsCopy, VolumeCopy};
use super::stream_words::WordOperation;
use super::textures::{TextureReading, TextureResource};
use super::virtual_memory::MemoryKind;

macro_rules! same_layout {
    ($($own:ty = $cuda:ident;)*) => {
        [$((
            stringify!($cuda),
            (size_of::<$own>(), align_of::<$own>()),
            (size_of::<sys::$cuda>(), align_of::<sys::$cuda>()),
        )),*]
    };
}

#[test]
fn structs_of_callers_have_the_bytes_of_cuda_s() {
    let structs = same_layout! {
        LaunchConfiguration = CUlaunchConfig_st;
        LaunchAttribute = CUlaunchAttribute_st;
        PoolProperties = CUmemPoolProps_st;
        PlaceAccess = CUmemAccessDesc_st;
        InstantiateParameters = CUDA_GRAPH_INSTANTIATE_PARAMS_st;
        WordOperation = CUstreamBatchMemOpParams_union;
        PlaneDescription = CUDA_ARRAY_DESCRIPTOR_st;
        VolumeDescription = CUDA_ARRAY3D_DESCRIPTOR_st;
        RowsCopy = CUDA_MEMCPY2D_st;
        VolumeCopy = CUDA_MEMCPY3D_st;
        FillOfNode = CUDA_MEMSET_NODE_PARAMS_st;
        CallOfNode = CUDA_HOST_NODE_PARAMS_st;
        TextureResource = CUDA_RESOURCE_DESC_st;
        TextureReading = CUDA_TEXTURE_DESC_st;
    };
    for (name, own, cuda) in structs {
        assert_eq!(own, cuda, "{name}");
    }
}

#[test]
fn structs_that_are_the_beginning_of_cuda_s_are_no_longer_than_they() {
    assert!(size_of::<KernelOfNode>() <= size_of::<sys::CUDA_KERNEL_NODE_PARAMS_st>());
    assert!(size_of::<MemoryKind>() <= size_of::<sys::CUmemAllocationProp_st>());
}

macro_rules! codes {
    ($($name:ident),* $(,)?) => {
        [$((stringify!($name), sys::cudaError_enum::$name as i32)),*]
    };
}

#[test]
fn errors_have_the_names_and_the_numbers_of_cuda_s() {
    let known = codes![
        CUDA_ERROR_ILLEGAL_ADDRESS,
        CUDA_ERROR_INVALID_VALUE,
        CUDA_ERROR_OUT_OF_MEMORY,
        CUDA_ERROR_NOT_INITIALIZED,
        CUDA_ERROR_DEINITIALIZED,
        CUDA_ERROR_PROFILER_DISABLED,
        CUDA_ERROR_STUB_LIBRARY,
        CUDA_ERROR_NO_DEVICE,
        CUDA_ERROR_INVALID_DEVICE,
        CUDA_ERROR_INVALID_IMAGE,
        CUDA_ERROR_INVALID_CONTEXT,
        CUDA_ERROR_NO_BINARY_FOR_GPU,
        CUDA_ERROR_UNSUPPORTED_LIMIT,
        CUDA_ERROR_PEER_ACCESS_UNSUPPORTED,
        CUDA_ERROR_INVALID_PTX,
        CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
        CUDA_ERROR_INVALID_SOURCE,
        CUDA_ERROR_FILE_NOT_FOUND,
        CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND,
        CUDA_ERROR_OPERATING_SYSTEM,
        CUDA_ERROR_INVALID_HANDLE,
        CUDA_ERROR_ILLEGAL_STATE,
        CUDA_ERROR_NOT_FOUND,
        CUDA_ERROR_NOT_READY,
        CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
        CUDA_ERROR_LAUNCH_TIMEOUT,
        CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED,
        CUDA_ERROR_PEER_ACCESS_NOT_ENABLED,
        CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE,
        CUDA_ERROR_CONTEXT_IS_DESTROYED,
        CUDA_ERROR_ASSERT,
        CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
        CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED,
        CUDA_ERROR_ILLEGAL_INSTRUCTION,
        CUDA_ERROR_MISALIGNED_ADDRESS,
        CUDA_ERROR_LAUNCH_FAILED,
        CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
        CUDA_ERROR_NOT_PERMITTED,
        CUDA_ERROR_NOT_SUPPORTED,
        CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
        CUDA_ERROR_STREAM_CAPTURE_INVALIDATED,
        CUDA_ERROR_STREAM_CAPTURE_MERGE,
        CUDA_ERROR_STREAM_CAPTURE_UNMATCHED,
        CUDA_ERROR_STREAM_CAPTURE_UNJOINED,
        CUDA_ERROR_STREAM_CAPTURE_ISOLATION,
        CUDA_ERROR_STREAM_CAPTURE_IMPLICIT,
        CUDA_ERROR_CAPTURED_EVENT,
        CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD,
        CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE,
        CUDA_ERROR_INVALID_CLUSTER_SIZE,
        CUDA_ERROR_UNKNOWN
    ];
    let own = DriverError::ALL.iter().map(|error| (error.name(), error.code()));
    assert_eq!(own.collect::<Vec<_>>(), known);
}
