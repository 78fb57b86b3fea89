//! Launches.

use smem_driver::{Driver, DriverError, LaunchRequest, LaunchShape};

use crate::foreign::{CallerAddress, In};
use crate::process::{driver, say};

/// Keys of parameters that are handed in as one piece: its address, its bytes, the end.
const PIECE: u64 = 1;
const PIECE_BYTES: u64 = 2;

/// Numbers of launch attributes.
const COOPERATIVE: u32 = 2;
const CLUSTER: u32 = 4;
/// The last one that there is.
const LAST_ATTRIBUTE: u32 = 17;

/// A launch as `cuLaunchKernelEx` takes it, in CUDA's header.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct LaunchConfiguration {
    grid: [u32; 3],
    block: [u32; 3],
    shared_bytes: u32,
    stream: u64,
    attributes: In<LaunchAttribute>,
    count: u32,
}

impl LaunchConfiguration {
    pub(crate) fn request(self, function: u64) -> Result<LaunchRequest, DriverError> {
        let shape = LaunchShape::of(self.grid, self.block).shared_bytes(self.shared_bytes);
        let request = LaunchRequest::new(function, shape).stream(self.stream);
        with_attributes(request, self.attributes, self.count)
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct LaunchAttribute {
    number: u32,
    padding: u32,
    value: [u32; 16],
}

/// The bytes of a kernel's parameters, from a list of addresses or from one piece.
pub(crate) fn parameters(
    driver: &Driver,
    function: u64,
    list: In<CallerAddress>,
    extra: In<CallerAddress>,
) -> Result<Vec<u8>, DriverError> {
    let (places, all) = driver.parameters(function)?;
    let mut bytes = vec![0; all];
    if !extra.is_null() {
        if !list.is_null() {
            return Err(DriverError::InvalidValue);
        }
        let (mut piece, mut length) = (None, 0);
        for at in (0..).step_by(2) {
            match extra.at(at)?.number() {
                0 => break,
                PIECE => piece = Some(extra.at(at + 1)?),
                PIECE_BYTES => length = extra.at(at + 1)?.value::<usize>().get()?,
                _ => return Err(DriverError::InvalidValue),
            }
        }
        if length > all {
            return Err(DriverError::LaunchOutOfResources);
        }
        let piece = piece.ok_or(DriverError::InvalidValue)?.bytes(length)?;
        bytes[..length].copy_from_slice(&piece);
        return Ok(bytes);
    }
    for (at, [offset, length]) in places.iter().enumerate() {
        let argument = list.at_if_there(at).and_then(|place| place.bytes_if_there(*length));
        let argument = argument.ok_or_else(|| unreadable(driver, function, at, places.len()))?;
        bytes[*offset..offset + length].copy_from_slice(&argument);
    }
    Ok(bytes)
}

/// Says that an argument of a launch is not there: a list of too few is the usual reason.
fn unreadable(driver: &Driver, function: u64, at: usize, count: usize) -> DriverError {
    let kernel = driver.function_name(function).map(|(_, name)| name).unwrap_or_default();
    let takes = if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") };
    say(&format!("`{kernel}` takes {takes}, and the list of this launch has no memory to read number {} from", at + 1));
    DriverError::InvalidValue
}

fn launch(request: &LaunchRequest, list: In<CallerAddress>, extra: In<CallerAddress>) -> Result<(), DriverError> {
    let driver = driver()?;
    driver.check_current()?;
    driver.launch(request, &parameters(driver, request.function, list, extra)?)
}

/// Adds the attributes of a launch.
pub(crate) fn with_attributes(
    mut request: LaunchRequest,
    attributes: In<LaunchAttribute>,
    count: u32,
) -> Result<LaunchRequest, DriverError> {
    for at in 0..count as usize {
        let LaunchAttribute { number, value, .. } = attributes.at(at)?;
        match number {
            CLUSTER => request = request.cluster([value[0], value[1], value[2]]),
            COOPERATIVE => request = request.cooperative(value[0] != 0),
            // Hints, which change no result.
            0..=LAST_ATTRIBUTE => {}
            _ => return Err(DriverError::InvalidValue),
        }
    }
    Ok(request)
}

functions! {
    fn cuLaunchKernel(
        function: u64,
        grid_x: u32,
        grid_y: u32,
        grid_z: u32,
        block_x: u32,
        block_y: u32,
        block_z: u32,
        shared_bytes: u32,
        stream: u64,
        list: In<CallerAddress>,
        extra: In<CallerAddress>,
    ) {
        let shape = LaunchShape::of([grid_x, grid_y, grid_z], [block_x, block_y, block_z]).shared_bytes(shared_bytes);
        launch(&LaunchRequest::new(function, shape).stream(stream), list, extra)
    }

    fn cuLaunchCooperativeKernel(
        function: u64,
        grid_x: u32,
        grid_y: u32,
        grid_z: u32,
        block_x: u32,
        block_y: u32,
        block_z: u32,
        shared_bytes: u32,
        stream: u64,
        list: In<CallerAddress>,
    ) {
        let shape = LaunchShape::of([grid_x, grid_y, grid_z], [block_x, block_y, block_z]).shared_bytes(shared_bytes);
        launch(&LaunchRequest::new(function, shape).stream(stream).cooperative(true), list, In::none())
    }

    fn cuLaunchKernelEx(configuration: In<LaunchConfiguration>, function: u64, list: In<CallerAddress>, extra: In<CallerAddress>) {
        launch(&configuration.get()?.request(function)?, list, extra)
    }
}
