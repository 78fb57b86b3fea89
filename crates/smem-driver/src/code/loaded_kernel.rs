//! A kernel of a module.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering::Relaxed};

use smem_sim::{KernelInfo, LaunchArguments, LaunchShape};

use super::LoadableCode;
use crate::error::DriverError;
use crate::verdict::JudgedLaunch;

/// A kernel that a program asked for.
#[derive(Debug)]
pub(crate) struct LoadedKernel {
    pub(crate) code: Arc<LoadableCode>,
    pub(crate) module: u64,
    pub(crate) name: String,
    /// `None` for a kernel that the simulator refuses.
    pub(crate) info: Option<KernelInfo>,
    /// Bytes of dynamic shared memory that launches may ask for; negative where the program has not set them.
    dynamic_limit: AtomicI32,
    carveout: AtomicI32,
    /// Whether the program allows clusters that other devices may not have.
    allows_large_clusters: AtomicBool,
}

/// The most blocks of a cluster on every device that has clusters, and where the program allows more.
const PORTABLE_CLUSTER: u32 = 8;
const LARGE_CLUSTER: u32 = 16;

/// Registers of a thread that are assumed for PTX, which has as many as its assembler will choose.
const ASSUMED_REGISTERS: u32 = 32;

fn small(value: u32) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}

impl LoadedKernel {
    pub(crate) fn new(code: &Arc<LoadableCode>, module: u64, name: &str) -> LoadedKernel {
        LoadedKernel {
            code: Arc::clone(code),
            module,
            name: name.to_owned(),
            info: code.module.kernel_info(name),
            dynamic_limit: AtomicI32::new(-1),
            carveout: AtomicI32::new(-1),
            allows_large_clusters: AtomicBool::new(false),
        }
    }

    /// A launch of it, for a verdict.
    pub(crate) fn launched<'a>(&'a self, shape: &'a LaunchShape, args: LaunchArguments<'a>) -> JudgedLaunch<'a> {
        JudgedLaunch { code: &self.code.module, ptx: self.code.ptx.as_ref(), kernel: &self.name, shape, args }
    }

    /// Bytes of static shared memory of a block.
    pub(crate) fn static_shared(&self) -> u32 {
        self.info.as_ref().map_or(0, |info| info.static_shared_bytes)
    }

    /// The most threads of a block.
    pub(crate) fn most_threads(&self) -> u32 {
        self.info.as_ref().map_or(1024, |info| if info.required_block.is_some() { 1024 } else { info.max_threads })
    }

    /// Registers of a thread, where they are known.
    pub(crate) fn registers(&self) -> Option<u32> {
        self.info.as_ref().and_then(|info| info.registers)
    }

    /// The most blocks of a cluster.
    pub(crate) fn most_of_cluster(&self) -> u32 {
        if self.allows_large_clusters.load(Relaxed) { LARGE_CLUSTER } else { PORTABLE_CLUSTER }
    }

    /// Fails for a cluster that does not divide the grid, has more blocks than the program allows, or is not the one that the kernel says.
    pub(crate) fn check_cluster(&self, shape: &LaunchShape) -> Result<(), DriverError> {
        let required = self.info.as_ref().and_then(|info| info.required_cluster);
        shape.check_cluster(required, self.most_of_cluster()).map(|_| ()).map_err(|_| DriverError::InvalidClusterSize)
    }

    /// The most dynamic shared memory of a launch, in bytes: what is left of `static_limit`, unless the program has opted in to more.
    pub(crate) fn dynamic_limit(&self, static_limit: u32) -> u32 {
        let set = self.dynamic_limit.load(Relaxed);
        u32::try_from(set).unwrap_or_else(|_| static_limit.saturating_sub(self.static_shared()))
    }

    /// An attribute by its number in CUDA's header, on a device of `arch`.
    pub(crate) fn attribute(&self, number: i32, static_limit: u32, arch: u32) -> Result<i32, DriverError> {
        let info = self.info.as_ref();
        let version = self
            .code
            .ptx_version()
            .or_else(|| info.and_then(|info| info.ptx_version))
            .map(|[major, minor]| 10 * major + minor);
        Ok(match number {
            0 => small(self.most_threads()),
            1 => small(self.static_shared()),
            2 => small(info.map_or(0, |info| info.constant_bytes)),
            3 => small(info.map_or(0, |info| info.local_bytes)),
            4 => small(self.registers().unwrap_or(ASSUMED_REGISTERS)),
            5 => small(version.unwrap_or(arch)),
            6 => small(arch),
            8 => small(self.dynamic_limit(static_limit)),
            9 => self.carveout.load(Relaxed),
            11..=13 => {
                let at = usize::try_from(number - 11).unwrap_or(0);
                small(
                    info.and_then(|info| info.required_cluster)
                        .and_then(|cluster| cluster.get(at).copied())
                        .unwrap_or(0),
                )
            }
            14 => i32::from(self.allows_large_clusters.load(Relaxed)),
            7 | 10 | 15 => 0,
            _ => return Err(DriverError::InvalidValue),
        })
    }

    /// Sets an attribute that programs may set.
    pub(crate) fn set_attribute(&self, number: i32, value: i32, opt_in_limit: u32) -> Result<(), DriverError> {
        match number {
            8 => {
                let most = i64::from(opt_in_limit) - i64::from(self.static_shared());
                if value < 0 || i64::from(value) > most {
                    return Err(DriverError::InvalidValue);
                }
                self.dynamic_limit.store(value, Relaxed);
            }
            9 if (-1..=100).contains(&value) => self.carveout.store(value, Relaxed),
            14 if matches!(value, 0 | 1) => self.allows_large_clusters.store(value == 1, Relaxed),
            // Sizes of clusters and their scheduling: launches say them.
            10..=13 | 15 => {}
            _ => return Err(DriverError::InvalidValue),
        }
        Ok(())
    }
}
