//! A kernel of a module.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use smem_sim::{Isa, PtxParameter};

use super::LoadedCode;
use crate::error::DriverError;

/// What is known about a kernel before it runs.
#[derive(Debug, Clone, Default)]
pub(crate) struct KernelFacts {
    pub(crate) parameters: Vec<PtxParameter>,
    /// Bytes of shared memory that it declares.
    pub(crate) static_shared: u32,
}

/// A kernel that a program asked for.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) code: Arc<LoadedCode>,
    pub(crate) module: u64,
    pub(crate) name: String,
    pub(crate) facts: KernelFacts,
    /// Bytes of dynamic shared memory that launches may ask for; negative where no one has set them.
    dynamic_limit: AtomicI32,
    carveout: AtomicI32,
}

/// Registers of a thread that are assumed for PTX, which has as many as its assembler will choose.
const ASSUMED_REGISTERS: i32 = 32;

impl Function {
    pub(crate) fn new(code: &Arc<LoadedCode>, module: u64, name: &str, facts: KernelFacts) -> Function {
        Function {
            code: Arc::clone(code),
            module,
            name: name.to_owned(),
            facts,
            dynamic_limit: AtomicI32::new(-1),
            carveout: AtomicI32::new(-1),
        }
    }

    /// The most dynamic shared memory of a launch, in bytes: what is left of `static_limit`, unless the program has opted in to more.
    pub(crate) fn dynamic_limit(&self, static_limit: u32) -> u32 {
        let set = self.dynamic_limit.load(Relaxed);
        u32::try_from(set).unwrap_or_else(|_| static_limit.saturating_sub(self.facts.static_shared))
    }

    /// An attribute by its number in CUDA's header.
    pub(crate) fn attribute(&self, number: i32, static_limit: u32, arch: u32) -> Result<i32, DriverError> {
        let small = |value: u32| i32::try_from(value).unwrap_or(i32::MAX);
        Ok(match number {
            0 => 1024,
            1 => small(self.facts.static_shared),
            2 | 3 => 0,
            4 => ASSUMED_REGISTERS,
            5 | 6 => small(arch),
            7 => 0,
            8 => small(self.dynamic_limit(static_limit)),
            9 => self.carveout.load(Relaxed),
            10..=15 => 0,
            _ => return Err(DriverError::InvalidValue),
        })
    }

    /// Sets an attribute that programs may set.
    pub(crate) fn set_attribute(&self, number: i32, value: i32, opt_in_limit: u32) -> Result<(), DriverError> {
        match number {
            8 => {
                let most = i64::from(opt_in_limit) - i64::from(self.facts.static_shared);
                if value < 0 || i64::from(value) > most {
                    return Err(DriverError::InvalidValue);
                }
                self.dynamic_limit.store(value, Relaxed);
            }
            9 if (-1..=100).contains(&value) => self.carveout.store(value, Relaxed),
            // Sizes of clusters and their scheduling: launches say them.
            10..=15 => {}
            _ => return Err(DriverError::InvalidValue),
        }
        Ok(())
    }

    /// Whether it runs as machine code or as PTX.
    pub(crate) fn isa(&self) -> Isa {
        self.code.isa
    }
}
