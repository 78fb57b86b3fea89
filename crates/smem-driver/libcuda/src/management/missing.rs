//! Functions of the management library that programs call and that are not implemented. Each says so once on standard error.

/// Defines functions that only say that they are missing. They read no argument, so that their callers may hand in any.
macro_rules! missing {
    ($($name:ident)*) => {
        $(
            // SAFETY: the name is one of the management library, and no other function of this library has it.
            #[unsafe(no_mangle)]
            #[allow(non_snake_case)]
            extern "C" fn $name() -> u32 {
                crate::management::error::missing(stringify!($name))
            }
        )*
    };
}

missing! {
    nvmlDeviceGetApplicationsClock nvmlDeviceGetArchitecture nvmlDeviceGetBoardPartNumber nvmlDeviceGetBrand
    nvmlDeviceGetClock nvmlDeviceGetClockInfo nvmlDeviceGetComputeRunningProcesses nvmlDeviceGetComputeRunningProcesses_v2
    nvmlDeviceGetComputeRunningProcesses_v3 nvmlDeviceGetCpuAffinity nvmlDeviceGetCurrPcieLinkGeneration
    nvmlDeviceGetCurrPcieLinkWidth nvmlDeviceGetEccMode nvmlDeviceGetEnforcedPowerLimit nvmlDeviceGetFanSpeed
    nvmlDeviceGetGraphicsRunningProcesses_v3 nvmlDeviceGetMaxClockInfo nvmlDeviceGetMaxPcieLinkGeneration
    nvmlDeviceGetMaxPcieLinkWidth nvmlDeviceGetMemoryBusWidth nvmlDeviceGetMigMode nvmlDeviceGetNumGpuCores
    nvmlDeviceGetNvLinkRemotePciInfo_v2 nvmlDeviceGetNvLinkState nvmlDeviceGetP2PStatus nvmlDeviceGetPerformanceState
    nvmlDeviceGetPowerManagementLimit nvmlDeviceGetPowerUsage nvmlDeviceGetSerial nvmlDeviceGetTemperature
    nvmlDeviceGetTopologyCommonAncestor nvmlDeviceGetTotalEnergyConsumption nvmlDeviceSetPersistenceMode
    nvmlSystemGetProcessName
}
