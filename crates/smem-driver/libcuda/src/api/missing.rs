//! Functions of the driver API that are not implemented. Each says so once on standard error.

/// Defines functions that only say that they are missing. They read no argument, so that their callers may hand in any.
macro_rules! missing {
    ($($name:ident)*) => {
        $(
            // SAFETY: the name is one of the driver API, and no other function of this library has it.
            #[unsafe(no_mangle)]
            #[allow(non_snake_case)]
            extern "C" fn $name() -> i32 {
                crate::process::missing(stringify!($name))
            }
        )*

        /// The address of a function of this file.
        pub(super) fn entry(name: &str) -> Option<usize> {
            $(
                if name == stringify!($name) {
                    let function: extern "C" fn() -> i32 = $name;
                    return Some(function as usize);
                }
            )*
            None
        }
    };
}

// The last lines are first forms, with pointers of 32 bits.
missing! {
    cuArrayGetMemoryRequirements cuArrayGetPlane cuArrayGetSparseProperties cuCoredumpDeregisterCompleteCallback
    cuCoredumpDeregisterStartCallback cuCoredumpGetAttribute cuCoredumpGetAttributeGlobal
    cuCoredumpRegisterCompleteCallback cuCoredumpRegisterStartCallback cuCoredumpSetAttribute
    cuCoredumpSetAttributeGlobal cuCtxAttach cuCtxDetach cuCtxFromGreenCtx cuCtxGetDevResource cuCtxGetExecAffinity
    cuCtxGetId cuCtxRecordEvent cuCtxWaitEvent cuDestroyExternalMemory cuDestroyExternalSemaphore
    cuDevResourceGenerateDesc cuDevSmResourceSplit cuDevSmResourceSplitByCount cuDeviceGetCliqueCount
    cuDeviceGetCliqueInfo cuDeviceGetDevResource cuDeviceGetExecAffinitySupport cuDeviceGetFabricClusterUuid
    cuDeviceGetGraphMemAttribute cuDeviceGetHostAtomicCapabilities cuDeviceGetLuid cuDeviceGetP2PAtomicCapabilities
    cuDeviceGetProperties cuDeviceGetTexture1DLinearMaxWidth cuDeviceGraphMemTrim cuDeviceRegisterAsyncNotification
    cuDeviceSetGraphMemAttribute cuDeviceUnregisterAsyncNotification cuExternalMemoryGetMappedBuffer
    cuExternalMemoryGetMappedMipmappedArray cuFlushGPUDirectRDMAWrites cuFuncSetBlockShape cuFuncSetSharedSize
    cuGraphAddBatchMemOpNode cuGraphAddDependencies_v2 cuGraphAddEventRecordNode cuGraphAddEventWaitNode
    cuGraphAddExternalSemaphoresSignalNode cuGraphAddExternalSemaphoresWaitNode cuGraphAddMemAllocNode
    cuGraphAddMemFreeNode cuGraphAddNode cuGraphAddNode_v2 cuGraphAddNode_v3 cuGraphBatchMemOpNodeGetParams
    cuGraphBatchMemOpNodeSetParams cuGraphChildGraphNodeGetGraph cuGraphConditionalHandleCreate cuGraphDebugDotPrint
    cuGraphEventRecordNodeGetEvent cuGraphEventRecordNodeSetEvent cuGraphEventWaitNodeGetEvent
    cuGraphEventWaitNodeSetEvent cuGraphExecBatchMemOpNodeSetParams cuGraphExecEventRecordNodeSetEvent
    cuGraphExecEventWaitNodeSetEvent cuGraphExecExternalSemaphoresSignalNodeSetParams
    cuGraphExecExternalSemaphoresWaitNodeSetParams cuGraphExecGetFlags cuGraphExecGetId cuGraphExecNodeSetParams
    cuGraphExternalSemaphoresSignalNodeGetParams cuGraphExternalSemaphoresSignalNodeSetParams
    cuGraphExternalSemaphoresWaitNodeGetParams cuGraphExternalSemaphoresWaitNodeSetParams cuGraphGetEdges_v2
    cuGraphGetId cuGraphHostNodeGetParams cuGraphKernelNodeCopyAttributes cuGraphKernelNodeGetAttribute
    cuGraphKernelNodeGetParams cuGraphKernelNodeGetParams_v2 cuGraphKernelNodeSetAttribute
    cuGraphMemAllocNodeGetParams cuGraphMemFreeNodeGetParams cuGraphMemcpyNodeGetParams cuGraphMemsetNodeGetParams
    cuGraphNodeGetContainingGraph cuGraphNodeGetDependencies_v2 cuGraphNodeGetDependentNodes_v2 cuGraphNodeGetEnabled
    cuGraphNodeGetLocalId cuGraphNodeGetParams cuGraphNodeGetToolsId cuGraphNodeSetEnabled cuGraphNodeSetParams
    cuGraphNodeSetParams_v2 cuGraphRemoveDependencies_v2 cuGraphicsMapResources
    cuGraphicsResourceGetMappedMipmappedArray cuGraphicsResourceGetMappedPointer_v2 cuGraphicsResourceSetMapFlags_v2
    cuGraphicsSubResourceGetMappedArray cuGraphicsUnmapResources cuGraphicsUnregisterResource cuGreenCtxCreate
    cuGreenCtxDestroy cuGreenCtxGetDevResource cuGreenCtxGetId cuGreenCtxRecordEvent cuGreenCtxStreamCreate
    cuGreenCtxWaitEvent cuImportExternalMemory cuImportExternalSemaphore cuIpcCloseMemHandle cuIpcGetEventHandle
    cuIpcGetMemHandle cuIpcOpenEventHandle cuIpcOpenMemHandle_v2 cuKernelGetLibrary cuKernelGetParamCount cuLaunch
    cuLaunchCooperativeKernelMultiDevice cuLaunchGrid cuLaunchGridAsync cuLaunchHostFunc_v2 cuLibraryGetManaged
    cuLibraryGetUnifiedFunction cuLogicalEndpointAddDevice cuLogicalEndpointBindAddr cuLogicalEndpointBindMem
    cuLogicalEndpointCreate cuLogicalEndpointDestroy cuLogicalEndpointExport cuLogicalEndpointGetLimits
    cuLogicalEndpointIdRelease cuLogicalEndpointIdReserve cuLogicalEndpointImport cuLogicalEndpointQuery
    cuLogicalEndpointUnbind cuLogsCurrent cuLogsDumpToFile cuLogsDumpToMemory cuLogsRegisterCallback
    cuLogsUnregisterCallback cuMemBatchDecompressAsync cuMemDiscardAndPrefetchBatchAsync cuMemDiscardBatchAsync
    cuMemExportToShareableHandle cuMemGetAccess cuMemGetAllocationPropertiesFromHandle cuMemGetDefaultMemPool
    cuMemGetHandleForAddressRange cuMemGetLocationInfo cuMemGetMemPool cuMemImportFromShareableHandle
    cuMemMapArrayAsync cuMemPoolExportPointer cuMemPoolExportToShareableHandle cuMemPoolImportFromShareableHandle
    cuMemPoolImportPointer cuMemPrefetchBatchAsync cuMemRangeGetAttribute cuMemRangeGetAttributes
    cuMemRetainAllocationHandle cuMemSetMemPool cuMemcpy3DBatchAsync cuMemcpy3DBatchAsync_v2 cuMemcpy3DPeer
    cuMemcpy3DPeerAsync cuMemcpy3DWithAttributesAsync cuMemcpyBatchAsync cuMemcpyBatchAsync_v2
    cuMemcpyWithAttributesAsync cuMipmappedArrayCreate cuMipmappedArrayDestroy cuMipmappedArrayGetLevel
    cuMipmappedArrayGetMemoryRequirements cuMipmappedArrayGetSparseProperties cuModuleGetSurfRef cuMulticastAddDevice
    cuMulticastBindAddr cuMulticastBindAddr_v2 cuMulticastBindMem cuMulticastBindMem_v2 cuMulticastCreate
    cuMulticastGetGranularity cuMulticastUnbind
    cuParamSetSize cuParamSetTexRef cuParamSetf cuParamSeti cuParamSetv cuProfilerInitialize
    cuSignalExternalSemaphoresAsync cuStreamBatchMemOp cuStreamBeginCaptureToCig
    cuStreamBeginRecaptureToGraph cuStreamCopyAttributes cuStreamEndCaptureToCig
    cuStreamGetAttribute cuStreamGetCaptureInfo cuStreamGetDevResource cuStreamGetDevice
    cuStreamGetGreenCtx cuStreamSetAttribute cuStreamWaitValue32 cuStreamWaitValue64 cuStreamWriteValue32
    cuStreamWriteValue64
    cuSurfRefGetArray cuSurfRefSetArray cuTensorMapEncodeIm2col
    cuTensorMapEncodeIm2colWide cuTensorMapReplaceAddress cuTexObjectGetResourceViewDesc cuTexRefCreate
    cuTexRefDestroy cuTexRefGetAddressMode cuTexRefGetAddress_v2 cuTexRefGetArray cuTexRefGetBorderColor
    cuTexRefGetFilterMode cuTexRefGetFlags cuTexRefGetFormat cuTexRefGetMaxAnisotropy cuTexRefGetMipmapFilterMode
    cuTexRefGetMipmapLevelBias cuTexRefGetMipmapLevelClamp cuTexRefGetMipmappedArray cuTexRefSetAddress2D_v3
    cuTexRefSetAddressMode cuTexRefSetAddress_v2 cuTexRefSetArray cuTexRefSetBorderColor cuTexRefSetFilterMode
    cuTexRefSetFlags cuTexRefSetFormat cuTexRefSetMaxAnisotropy cuTexRefSetMipmapFilterMode cuTexRefSetMipmapLevelBias
    cuTexRefSetMipmapLevelClamp cuTexRefSetMipmappedArray cuWaitExternalSemaphoresAsync
    cuArray3DCreate cuArray3DGetDescriptor cuArrayCreate cuArrayGetDescriptor cuDeviceTotalMem cuGraphInstantiate
    cuGraphicsResourceGetMappedPointer cuGraphicsResourceSetMapFlags cuIpcOpenMemHandle cuMemAlloc cuMemAllocHost
    cuMemAllocPitch cuMemFree cuMemGetAddressRange cuMemGetInfo cuMemHostGetDevicePointer cuMemcpy2D cuMemcpy2DAsync
    cuMemcpy2DUnaligned cuMemcpy3D cuMemcpy3DAsync cuMemcpyAtoA cuMemcpyAtoD cuMemcpyAtoH cuMemcpyAtoHAsync cuMemcpyDtoA
    cuMemcpyDtoD cuMemcpyDtoDAsync cuMemcpyDtoH cuMemcpyDtoHAsync cuMemcpyHtoA cuMemcpyHtoAAsync cuMemcpyHtoD
    cuMemcpyHtoDAsync cuMemsetD16 cuMemsetD2D16 cuMemsetD2D32 cuMemsetD2D8 cuMemsetD32 cuMemsetD8 cuModuleGetGlobal
    cuStreamBeginCapture cuTexRefGetAddress cuTexRefSetAddress
}
