//! How many blocks and clusters of a kernel fit.

use super::Driver;
use super::launches::LaunchRequest;
use crate::code::LoadedKernel;
use crate::error::DriverError;

impl Driver {
    /// Blocks of a kernel that a multiprocessor holds at once, of so many threads and bytes of dynamic shared memory. Registers of PTX
    /// are not known, and do not count.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for no threads, [`DriverError::InvalidHandle`].
    pub fn resident_blocks(&self, function: u64, threads: u32, dynamic_bytes: u64) -> Result<u32, DriverError> {
        let function = self.kernel(function)?;
        if threads == 0 {
            return Err(DriverError::InvalidValue);
        }
        let allowed = u64::from(function.dynamic_limit(self.options.arch.static_limit()));
        if dynamic_bytes > allowed {
            return Ok(0);
        }
        Ok(self.blocks_of(&function, threads, dynamic_bytes as u32))
    }

    pub(super) fn blocks_of(&self, function: &LoadedKernel, threads: u32, dynamic_bytes: u32) -> u32 {
        let shared = function.static_shared().saturating_add(dynamic_bytes);
        self.product.resident_blocks(threads, shared, function.registers())
    }

    /// The threads of a block with which a multiprocessor holds the most threads, of several the most, and the blocks that then fill the
    /// device. `dynamic_bytes` says the dynamic shared memory of a block by its threads; `most` is the largest block, or 0.
    ///
    /// # Errors
    /// [`DriverError::InvalidHandle`].
    pub fn best_block(
        &self,
        function: u64,
        dynamic_bytes: impl Fn(u32) -> u64,
        most: u32,
    ) -> Result<[u32; 2], DriverError> {
        let kernel = self.kernel(function)?;
        let most = if most == 0 { kernel.most_threads() } else { most.min(kernel.most_threads()) };
        let mut best = [0, 0, 0];
        for threads in (1..=most / 32).rev().map(|warps| 32 * warps) {
            let blocks = self.resident_blocks(function, threads, dynamic_bytes(threads))?;
            if blocks * threads > best[0] {
                best = [blocks * threads, blocks * self.product.gpu.multiprocessors, threads];
            }
        }
        Ok([best[1], best[2]])
    }

    /// Bytes of dynamic shared memory that a block may have, for so many blocks to be held at once.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] where so many never fit, [`DriverError::InvalidHandle`].
    pub fn dynamic_bytes_for(&self, function: u64, blocks: u32, threads: u32) -> Result<u64, DriverError> {
        let most = self.resident_blocks(function, threads, 0)?;
        if blocks == 0 || blocks > most {
            return Err(DriverError::InvalidValue);
        }
        let mut low = 0;
        let mut high = u64::from(self.kernel(function)?.dynamic_limit(self.options.arch.static_limit()));
        while low < high {
            let middle = (low + high).div_ceil(2);
            if self.resident_blocks(function, threads, middle)? >= blocks { low = middle } else { high = middle - 1 }
        }
        Ok(low)
    }

    /// Clusters of a launch that the device holds at once: of the request's cluster, or of the one that the kernel says. 0 where there
    /// is neither, and where not even a block fits.
    ///
    /// # Errors
    /// [`DriverError::InvalidClusterSize`] for a cluster that is too large, does not divide the grid or is not the kernel's,
    /// [`DriverError::InvalidValue`] for no blocks, no threads and no kernel, [`DriverError::InvalidHandle`].
    pub fn clusters_at_once(&self, request: &LaunchRequest) -> Result<u32, DriverError> {
        let blocks = self.fitting_blocks(request)?;
        let required = self.kernel(request.function)?.info.as_ref().and_then(|info| info.required_cluster);
        let size = request.shape.cluster.filter(|cluster| *cluster != [0; 3]).or(required);
        let size = size.map_or(0, |cluster| cluster.iter().product());
        Ok(self.product.clusters_at_once(size, blocks))
    }

    /// The most blocks of a cluster in a launch: 8, or 16 of a kernel that allows more than is portable, and 0 where not even a block fits.
    ///
    /// # Errors
    /// Those of [`clusters_at_once`](Self::clusters_at_once).
    pub fn largest_cluster(&self, request: &LaunchRequest) -> Result<u32, DriverError> {
        let blocks = self.fitting_blocks(request)?;
        let most = self.kernel(request.function)?.most_of_cluster();
        let fits = |size: &u32| self.product.clusters_at_once(*size, blocks) > 0;
        Ok((1..=most).rev().find(fits).unwrap_or(0))
    }

    /// Checks the shape of a launch of clusters, and returns the blocks of it that a multiprocessor holds.
    fn fitting_blocks(&self, request: &LaunchRequest) -> Result<u32, DriverError> {
        let shape = &request.shape;
        if request.function == 0 || shape.blocks() == 0 || shape.threads() == 0 {
            return Err(DriverError::InvalidValue);
        }
        let kernel = self.kernel(request.function)?;
        if shape.cluster.is_some_and(|cluster| cluster != [0; 3]) {
            kernel.check_cluster(shape)?;
        }
        let threads = u32::try_from(shape.threads()).unwrap_or(u32::MAX);
        self.resident_blocks(request.function, threads, shape.shared_bytes.into())
    }
}
