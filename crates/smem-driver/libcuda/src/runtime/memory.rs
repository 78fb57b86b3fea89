//! Memory: of devices, in the order of streams, page-locked, managed.

use super::default_stream::stream;
use super::device_choice::ready;
use super::error::{RuntimeError, answer};
use crate::api::memory as driver_api;
use crate::foreign::{CallerAddress, Out};

/// The flag of memory that kernels reach.
const MAPPED: u32 = 2;

/// Rows of memory, `cudaPitchedPtr` in CUDA's header.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct PitchedRows {
    pub(super) start: CallerAddress,
    pub(super) pitch: usize,
    pub(super) width: usize,
    pub(super) height: usize,
}

/// Extents in three dimensions, `cudaExtent`: bytes or elements along x, then rows and layers of rows.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct Volume {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) depth: usize,
}

/// An address's kind of memory, `cudaPointerAttributes` as far as CUDA 12 has it: that of CUDA 13 ends with reserved words.
#[repr(C)]
#[derive(Clone, Copy)]
struct PointerAnswer {
    kind: u32,
    device: i32,
    device_address: u64,
    host_address: u64,
}

/// Kinds of memory of an address.
const UNREGISTERED: u32 = 0;
const HOST: u32 = 1;
const DEVICE: u32 = 2;
const MANAGED: u32 = 3;

/// Elements of 16 bytes, for which rows begin as far apart as for any.
const ELEMENT: u32 = 16;

fn rows(width: usize, height: usize) -> Result<[u64; 2], RuntimeError> {
    Ok(ready()?.alloc_rows(width as u64, height as u64, ELEMENT)?)
}

runtime_functions! {
    fn cudaMalloc(address: Out<u64>, bytes: usize) in context {
        address.check()?;
        Ok(address.set(if bytes == 0 { 0 } else { ready()?.alloc(bytes as u64)? })?)
    }

    fn cudaFree(address: u64) in context {
        let driver = ready()?;
        if address != 0 && !driver.is_device(address) {
            driver.context_flags()?;
            return Err(RuntimeError::INVALID_VALUE);
        }
        Ok(driver.free(address)?)
    }

    fn cudaMallocPitch(address: Out<u64>, pitch: Out<usize>, width: usize, height: usize) in context {
        address.check()?;
        pitch.check()?;
        let [at, step] = if width == 0 || height == 0 { [0; 2] } else { rows(width, height)? };
        pitch.set(step as usize)?;
        Ok(address.set(at)?)
    }

    fn cudaMalloc3D(pitched: Out<PitchedRows>, extent: Volume) in context {
        pitched.check()?;
        let Volume { width, height, depth } = extent;
        let count = height.checked_mul(depth).ok_or(RuntimeError::INVALID_VALUE)?;
        let [at, step] = if width == 0 || count == 0 { [0; 2] } else { rows(width, count)? };
        Ok(pitched.set(PitchedRows { start: CallerAddress::at(at), pitch: step as usize, width, height })?)
    }

    fn cudaMallocAsync(address: Out<u64>, bytes: usize, of_stream: u64) in context, per thread cudaMallocAsync_ptsz {
        answer(driver_api::cuMemAllocAsync(address, bytes, stream(of_stream)))
    }

    fn cudaFreeAsync(address: u64, of_stream: u64) in context, per thread cudaFreeAsync_ptsz {
        answer(driver_api::cuMemFreeAsync(address, stream(of_stream)))
    }

    fn cudaMallocHost(address: Out<u64>, bytes: usize) in context {
        answer(driver_api::cuMemHostAlloc(address, bytes, 0))
    }

    fn cudaHostAlloc(address: Out<u64>, bytes: usize, flags: u32) in context {
        answer(driver_api::cuMemHostAlloc(address, bytes, flags))
    }

    fn cudaFreeHost(address: CallerAddress) in context {
        answer(driver_api::cuMemFreeHost(address))
    }

    fn cudaHostRegister(address: CallerAddress, bytes: usize, flags: u32) in context {
        // The runtime registers memory for kernels, too.
        answer(driver_api::cuMemHostRegister_v2(address, bytes, flags | MAPPED))
    }

    fn cudaHostUnregister(address: CallerAddress) in context {
        answer(driver_api::cuMemHostUnregister(address))
    }

    fn cudaHostGetDevicePointer(pointer: Out<u64>, address: CallerAddress, flags: u32) in context {
        answer(driver_api::cuMemHostGetDevicePointer_v2(pointer, address, flags))
    }

    fn cudaHostGetFlags(flags: Out<u32>, address: CallerAddress) in context {
        answer(driver_api::cuMemHostGetFlags(flags, address))
    }

    fn cudaMallocManaged(address: Out<u64>, bytes: usize, flags: u32) in context {
        if bytes == 0 {
            return Ok(address.set(0)?);
        }
        answer(driver_api::cuMemAllocManaged(address, bytes, flags))
    }

    // Hints change no result; CUDA 12 and 13 hand in the place in different forms.
    fn cudaMemAdvise(address: u64, bytes: usize, advice: u32, place: u64) in context {
        answer(driver_api::cuMemAdvise_v2(address, bytes, advice, place))
    }

    fn cudaMemAdvise_v2(address: u64, bytes: usize, advice: u32, place: u64) in context {
        answer(driver_api::cuMemAdvise_v2(address, bytes, advice, place))
    }

    fn cudaMemPrefetchAsync(address: u64, bytes: usize, place: u64) in context, per thread cudaMemPrefetchAsync_ptsz {
        answer(driver_api::cuMemAdvise_v2(address, bytes, 0, place))
    }

    fn cudaMemPrefetchAsync_v2(address: u64, bytes: usize, place: u64) in context, per thread cudaMemPrefetchAsync_v2_ptsz {
        answer(driver_api::cuMemAdvise_v2(address, bytes, 0, place))
    }

    fn cudaStreamAttachMemAsync(of_stream: u64, address: u64, bytes: usize, flags: u32) in context, per thread cudaStreamAttachMemAsync_ptsz {
        answer(driver_api::cuStreamAttachMemAsync(stream(of_stream), address, bytes, flags))
    }

    fn cudaMemGetInfo(free: Out<usize>, total: Out<usize>) in context {
        answer(driver_api::cuMemGetInfo_v2(free, total))
    }

    fn cudaPointerGetAttributes(attributes: Out<PointerAnswer>, address: u64) in context {
        attributes.check()?;
        let driver = ready()?;
        let of = |kind, device: u32, device_address, host_address| PointerAnswer {
            kind,
            device: device as i32,
            device_address,
            host_address,
        };
        let found = match driver.pointer_owner(address) {
            Ok((_, device, _)) if driver.is_managed(address) => of(MANAGED, device, address, address),
            Ok((_, device, 2)) => of(DEVICE, device, address, 0),
            Ok((_, device, _)) => of(HOST, device, address, address),
            Err(_) => PointerAnswer { device: -2, ..of(UNREGISTERED, 0, 0, address) },
        };
        Ok(attributes.set(found)?)
    }
}
