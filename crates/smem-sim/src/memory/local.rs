//! Local memory of the 32 threads of a warp.

#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct LocalMemory {
    bytes: Vec<u8>,
    each: usize,
}

impl LocalMemory {
    pub(crate) fn reset(&mut self, bytes_a_thread: usize) {
        self.each = bytes_a_thread;
        self.bytes.clear();
        self.bytes.resize(bytes_a_thread * 32, 0);
    }

    /// The bytes of all threads that [`grow`](Self::grow) would add.
    pub(crate) fn growth(&self, bytes_a_thread: usize) -> u64 {
        32 * (self.grown(bytes_a_thread) - self.each) as u64
    }

    /// The bytes of a thread after growing to at least so many.
    fn grown(&self, bytes_a_thread: usize) -> usize {
        if bytes_a_thread <= self.each { self.each } else { bytes_a_thread.max(2 * self.each) }
    }

    /// Gives each thread at least so many bytes; what it has stays.
    pub(crate) fn grow(&mut self, bytes_a_thread: usize) {
        let each = self.grown(bytes_a_thread);
        if each == self.each {
            return;
        }
        let mut bytes = vec![0; each * 32];
        for (lane, old) in self.bytes.chunks_exact(self.each.max(1)).enumerate() {
            bytes[lane * each..lane * each + old.len()].copy_from_slice(old);
        }
        (self.bytes, self.each) = (bytes, each);
    }

    fn at(&self, lane: usize, address: u64, bytes: u32) -> Option<usize> {
        let each = self.each as u64;
        let inside = address < each && each - address >= u64::from(bytes);
        inside.then(|| lane * self.each + address as usize)
    }

    /// `None` outside the thread's memory.
    pub(crate) fn load(&self, lane: usize, address: u64, bytes: u32) -> Option<u64> {
        let at = self.at(lane, address, bytes)?;
        let mut word = [0; 8];
        word[..bytes as usize].copy_from_slice(&self.bytes[at..at + bytes as usize]);
        Some(u64::from_le_bytes(word))
    }

    pub(crate) fn store(&mut self, lane: usize, address: u64, bytes: u32, value: u64) -> Option<()> {
        let at = self.at(lane, address, bytes)?;
        self.bytes[at..at + bytes as usize].copy_from_slice(&value.to_le_bytes()[..bytes as usize]);
        Some(())
    }
}
