//! How many blocks and clusters of a kernel fit.

use smem_driver::DriverError;

use super::launches::LaunchConfiguration;
use crate::foreign::{In, Out};
use crate::process::driver;

/// A function of the caller's: the bytes of dynamic shared memory of a block by its threads.
type SharedByThreads = Option<extern "C" fn(i32) -> usize>;

/// Fails for flags other than 1, by which caching in L1 takes nothing away.
fn check(flags: u32) -> Result<(), DriverError> {
    if flags > 1 { Err(DriverError::InvalidValue) } else { Ok(()) }
}

fn resident(count: Out<i32>, function: u64, threads: i32, dynamic_bytes: usize) -> Result<(), DriverError> {
    count.check()?;
    let threads = u32::try_from(threads).map_err(|_| DriverError::InvalidValue)?;
    count.set(driver()?.resident_blocks(function, threads, dynamic_bytes as u64)? as i32)
}

fn best(
    grid: Out<i32>,
    block: Out<i32>,
    function: u64,
    shared: SharedByThreads,
    dynamic_bytes: usize,
    most: i32,
) -> Result<(), DriverError> {
    let most = u32::try_from(most).map_err(|_| DriverError::InvalidValue)?;
    let bytes = |threads: u32| shared.map_or(dynamic_bytes, |shared| shared(threads as i32)) as u64;
    let [blocks, threads] = driver()?.best_block(function, bytes, most)?;
    grid.set(blocks as i32)?;
    block.set(threads as i32)
}

functions! {
    fn cuOccupancyMaxActiveBlocksPerMultiprocessor(count: Out<i32>, function: u64, threads: i32, dynamic_bytes: usize) {
        resident(count, function, threads, dynamic_bytes)
    }

    fn cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        count: Out<i32>,
        function: u64,
        threads: i32,
        dynamic_bytes: usize,
        flags: u32,
    ) {
        check(flags)?;
        resident(count, function, threads, dynamic_bytes)
    }

    fn cuOccupancyMaxPotentialBlockSize(
        grid: Out<i32>,
        block: Out<i32>,
        function: u64,
        shared: SharedByThreads,
        dynamic_bytes: usize,
        most: i32,
    ) {
        best(grid, block, function, shared, dynamic_bytes, most)
    }

    fn cuOccupancyMaxPotentialBlockSizeWithFlags(
        grid: Out<i32>,
        block: Out<i32>,
        function: u64,
        shared: SharedByThreads,
        dynamic_bytes: usize,
        most: i32,
        flags: u32,
    ) {
        check(flags)?;
        best(grid, block, function, shared, dynamic_bytes, most)
    }

    fn cuOccupancyAvailableDynamicSMemPerBlock(bytes: Out<usize>, function: u64, blocks: i32, threads: i32) {
        let number = |value: i32| u32::try_from(value).map_err(|_| DriverError::InvalidValue);
        bytes.set(driver()?.dynamic_bytes_for(function, number(blocks)?, number(threads)?)? as usize)
    }

    fn cuOccupancyMaxActiveClusters(count: Out<i32>, function: u64, configuration: In<LaunchConfiguration>) {
        count.check()?;
        count.set(driver()?.clusters_at_once(&configuration.get()?.request(function)?)? as i32)
    }

    fn cuOccupancyMaxPotentialClusterSize(blocks: Out<i32>, function: u64, configuration: In<LaunchConfiguration>) {
        blocks.check()?;
        blocks.set(driver()?.largest_cluster(&configuration.get()?.request(function)?)? as i32)
    }
}
