//! The GPU of a build without the feature `gpu`: there is none, and no value of its types.

use std::convert::Infallible;
use std::marker::PhantomData;

use smem_banks::Arch;
use smem_sim::LaunchShape;
use smem_toolchain::{Compiled, Nvrtc, ToolError};

use super::arg::Arg;
use super::element::Element;
use super::launch::LaunchOf;
use crate::Error;

/// A GPU, and what is loaded on one.
#[derive(Debug)]
pub(super) enum NoGpu {}

pub(super) use NoGpu as Gpu;
pub(super) use NoGpu as GpuKernel;
pub(super) use NoGpu as GpuModule;
pub(super) use NoGpu as GpuVariable;
pub(super) use NoMemory as GpuMemory;

/// Elements in the memory of a GPU.
#[derive(Debug)]
pub(super) struct NoMemory<T>(Infallible, PhantomData<T>);

impl<T> NoMemory<T> {
    pub(super) fn address(&self) -> u64 {
        match self.0 {}
    }
}

impl NoGpu {
    pub(super) fn open() -> Result<NoGpu, String> {
        Err("this program was built without the feature `gpu` of smem-launch".to_owned())
    }

    pub(super) fn describe(&self) -> String {
        match *self {}
    }

    pub(super) fn is_simulated(&self) -> bool {
        match *self {}
    }

    pub(super) fn arch(&self) -> Arch {
        match *self {}
    }

    pub(super) fn target(&self, _: &Nvrtc) -> Result<String, ToolError> {
        match *self {}
    }

    pub(super) fn load(&self, _: &Compiled, _: &str) -> Result<NoGpu, Error> {
        match *self {}
    }

    pub(super) fn load_ptx(&self, _: &str, _: &str) -> Result<NoGpu, Error> {
        match *self {}
    }

    pub(super) fn load_cubin(&self, _: &[u8], _: &str) -> Result<NoGpu, Error> {
        match *self {}
    }

    pub(super) fn zeros<T: Element>(&self, _: usize) -> Result<NoMemory<T>, Error> {
        match *self {}
    }

    pub(super) fn upload<T: Element>(&self, _: &[T]) -> Result<NoMemory<T>, Error> {
        match *self {}
    }

    pub(super) fn clear<T: Element>(&self, _: &mut NoMemory<T>) -> Result<(), Error> {
        match *self {}
    }

    pub(super) fn download<T: Element>(&self, _: &NoMemory<T>, _: usize) -> Result<Vec<T>, Error> {
        match *self {}
    }

    pub(super) fn variable(&self, _: &NoGpu, _: &str) -> Result<NoGpu, Error> {
        match *self {}
    }

    pub(super) fn write_variable(&self, _: &NoGpu, _: &[u8]) -> Result<(), Error> {
        match *self {}
    }

    pub(super) fn read_variable(&self, _: &NoGpu, _: &mut [u8]) -> Result<(), Error> {
        match *self {}
    }

    /// As the one of a GPU.
    ///
    /// # Safety
    /// There is no value to call it on.
    pub(super) unsafe fn enqueue(&self, _: &str, _: &NoGpu, _: LaunchShape, _: &[Arg<'_>]) -> Result<(), Error> {
        match *self {}
    }

    pub(super) fn finish(&self, _: &str) -> Result<(), Error> {
        match *self {}
    }

    /// As the one of a GPU.
    ///
    /// # Safety
    /// There is no value to call it on.
    pub(super) unsafe fn time_in_turn(
        &self,
        _: &Nvrtc,
        _: &[Vec<LaunchOf<'_, NoGpu>>],
        _: Option<LaunchOf<'_, NoGpu>>,
        _: u32,
    ) -> Result<Vec<Vec<f64>>, Error> {
        match *self {}
    }

    pub(super) fn kernel(&self, _: &str, _: &str, _: &str) -> Result<NoGpu, Error> {
        match *self {}
    }

    pub(super) fn size(&self) -> usize {
        match *self {}
    }

    pub(super) fn static_shared_bytes(&self) -> u32 {
        match *self {}
    }
}
