//! Functions of the runtime API that are not implemented. Each says so once on standard error.

/// Defines functions that only say that they are missing. They read no argument, so that their callers may hand in any.
macro_rules! missing {
    ($($name:ident)*) => {
        $(
            // SAFETY: the name is one of the runtime API, and no other function of this library has it.
            #[unsafe(no_mangle)]
            #[allow(non_snake_case)]
            extern "C" fn $name() -> i32 {
                crate::runtime::error::missing(stringify!($name))
            }
        )*
    };
}

missing! {
    __cudaGetProcAddress cudaArrayGetMemoryRequirements cudaArrayGetPlane cudaArrayGetSparseProperties
    cudaDestroyExternalMemory cudaDestroyExternalSemaphore
    cudaDeviceGetHostAtomicCapabilities cudaDeviceGetNvSciSyncAttributes cudaDeviceGetP2PAtomicCapabilities
    cudaDeviceGetTexture1DLinearMaxWidth cudaDeviceRegisterAsyncNotification cudaDeviceSetGraphMemAttribute
    cudaDeviceUnregisterAsyncNotification cudaEGLStreamConsumerAcquireFrame cudaEGLStreamConsumerConnect
    cudaEGLStreamConsumerConnectWithFlags cudaEGLStreamConsumerDisconnect cudaEGLStreamConsumerReleaseFrame
    cudaEGLStreamProducerConnect cudaEGLStreamProducerDisconnect cudaEGLStreamProducerPresentFrame
    cudaEGLStreamProducerReturnFrame cudaEventCreateFromEGLSync cudaExternalMemoryGetMappedBuffer
    cudaExternalMemoryGetMappedMipmappedArray cudaFreeMipmappedArray cudaGLGetDevices cudaGLMapBufferObject
    cudaGLMapBufferObjectAsync cudaGLRegisterBufferObject cudaGLSetBufferObjectMapFlags cudaGLSetGLDevice
    cudaGLUnmapBufferObject cudaGLUnmapBufferObjectAsync cudaGLUnregisterBufferObject cudaGetExportTable
    cudaGetMipmappedArrayLevel cudaGetSurfaceObjectResourceDesc
    cudaGetTextureObjectResourceViewDesc cudaGraphAddDependencies_v2 cudaGraphAddEventRecordNode
    cudaGraphAddEventWaitNode cudaGraphAddExternalSemaphoresSignalNode cudaGraphAddExternalSemaphoresWaitNode
    cudaGraphChildGraphNodeGetGraph cudaGraphConditionalHandleCreate cudaGraphDebugDotPrint
    cudaGraphEventRecordNodeGetEvent cudaGraphEventRecordNodeSetEvent cudaGraphEventWaitNodeGetEvent
    cudaGraphEventWaitNodeSetEvent cudaGraphExecEventRecordNodeSetEvent cudaGraphExecEventWaitNodeSetEvent
    cudaGraphExecExternalSemaphoresSignalNodeSetParams cudaGraphExecExternalSemaphoresWaitNodeSetParams
    cudaGraphExecGetFlags cudaGraphExecMemcpyNodeSetParamsFromSymbol cudaGraphExecMemcpyNodeSetParamsToSymbol
    cudaGraphExternalSemaphoresSignalNodeGetParams cudaGraphExternalSemaphoresSignalNodeSetParams
    cudaGraphExternalSemaphoresWaitNodeGetParams cudaGraphExternalSemaphoresWaitNodeSetParams cudaGraphGetEdges_v2
    cudaGraphHostNodeGetParams cudaGraphInstantiateWithParams_ptsz cudaGraphKernelNodeCopyAttributes
    cudaGraphKernelNodeGetAttribute cudaGraphKernelNodeGetParams cudaGraphKernelNodeSetAttribute
    cudaGraphMemAllocNodeGetParams cudaGraphMemFreeNodeGetParams cudaGraphMemcpyNodeGetParams
    cudaGraphMemcpyNodeSetParamsFromSymbol cudaGraphMemcpyNodeSetParamsToSymbol cudaGraphMemsetNodeGetParams
    cudaGraphNodeGetDependencies_v2 cudaGraphNodeGetDependentNodes_v2 cudaGraphNodeGetEnabled cudaGraphNodeSetEnabled
    cudaGraphRemoveDependencies_v2 cudaGraphicsEGLRegisterImage cudaGraphicsGLRegisterBuffer
    cudaGraphicsGLRegisterImage cudaGraphicsMapResources cudaGraphicsResourceGetMappedEglFrame
    cudaGraphicsResourceGetMappedMipmappedArray cudaGraphicsResourceGetMappedPointer cudaGraphicsResourceSetMapFlags
    cudaGraphicsSubResourceGetMappedArray cudaGraphicsUnmapResources cudaGraphicsUnregisterResource
    cudaGraphicsVDPAURegisterOutputSurface cudaGraphicsVDPAURegisterVideoSurface cudaImportExternalMemory
    cudaImportExternalSemaphore cudaIpcCloseMemHandle cudaIpcGetEventHandle cudaIpcGetMemHandle cudaIpcOpenEventHandle
    cudaIpcOpenMemHandle cudaLaunchCooperativeKernelMultiDevice cudaLibraryEnumerateKernels cudaLibraryGetGlobal
    cudaLibraryGetKernel cudaLibraryGetKernelCount cudaLibraryGetManaged cudaLibraryGetUnifiedFunction
    cudaLibraryLoadData cudaLibraryLoadFromFile cudaLibraryUnload cudaLogsCurrent cudaLogsDumpToFile
    cudaLogsDumpToMemory cudaLogsRegisterCallback cudaLogsUnregisterCallback cudaMallocMipmappedArray
    cudaMemDiscardAndPrefetchBatchAsync cudaMemDiscardAndPrefetchBatchAsync_ptsz cudaMemDiscardBatchAsync
    cudaMemDiscardBatchAsync_ptsz cudaMemGetDefaultMemPool cudaMemGetMemPool cudaMemPoolExportPointer
    cudaMemPoolExportToShareableHandle cudaMemPoolImportFromShareableHandle cudaMemPoolImportPointer
    cudaMemPrefetchBatchAsync cudaMemPrefetchBatchAsync_ptsz cudaMemRangeGetAttribute cudaMemRangeGetAttributes
    cudaMemSetMemPool cudaMemcpy3DBatchAsync cudaMemcpy3DBatchAsync_ptsz cudaMemcpy3DPeer cudaMemcpy3DPeerAsync
    cudaMemcpy3DPeerAsync_ptsz cudaMemcpy3DPeer_ptds cudaMemcpyBatchAsync cudaMemcpyBatchAsync_ptsz
    cudaMipmappedArrayGetMemoryRequirements cudaMipmappedArrayGetSparseProperties
    cudaSetDoubleForDevice cudaSetDoubleForHost cudaSignalExternalSemaphoresAsync
    cudaSignalExternalSemaphoresAsync_ptsz cudaSignalExternalSemaphoresAsync_v2
    cudaSignalExternalSemaphoresAsync_v2_ptsz     cudaStreamGetAttribute cudaStreamGetAttribute_ptsz                 cudaVDPAUGetDevice cudaVDPAUSetVDPAUDevice cudaWaitExternalSemaphoresAsync
    cudaWaitExternalSemaphoresAsync_ptsz cudaWaitExternalSemaphoresAsync_v2 cudaWaitExternalSemaphoresAsync_v2_ptsz
}
