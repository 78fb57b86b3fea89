//! The requests and wavefronts of a kind of access, summed over a run.

use std::fmt;
use std::path::Path;

use smem_sim::SharedCount;

/// The requests of one kind of access and their wavefronts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AccessCount {
    /// Warp-wide loads and stores.
    pub requests: u64,
    /// Wavefronts of all of them.
    pub wavefronts: u64,
    /// Ideal wavefronts of all of them: without a conflict.
    pub ideal: u64,
    /// Wavefronts of the request that took the most.
    pub worst: u32,
}

impl AccessCount {
    /// Adds what an instruction took.
    pub(crate) fn add(&mut self, access: &SharedCount) {
        self.requests += access.requests;
        self.wavefronts += access.wavefronts;
        self.ideal += access.ideal;
        self.worst = self.worst.max(access.worst);
    }
}

/// Wavefronts per request: `2` where every request took 2, else a mean such as `1.94`, and `-` without requests.
impl fmt::Display for AccessCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.requests == 0 {
            f.write_str("-")
        } else if self.wavefronts == self.requests * u64::from(self.worst) {
            write!(f, "{}", self.worst)
        } else {
            write!(f, "{:.2}", self.wavefronts as f64 / self.requests as f64)
        }
    }
}

/// Returns the line of the source `name` that the access comes from. A tile's own functions are inlined there.
pub(crate) fn source_line(access: &SharedCount, name: &str) -> Option<u32> {
    let mut place = access.loc.as_deref();
    while let Some(at) = place {
        // NVRTC puts the current folder in front of the name.
        if Path::new(&at.file).file_name().is_some_and(|file| file == name) {
            return Some(at.line);
        }
        place = at.inlined_at.as_deref();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_shows_a_whole_number_only_where_all_requests_agree() {
        let count = |requests, wavefronts, worst| AccessCount { requests, wavefronts, ideal: 0, worst }.to_string();
        assert_eq!(count(4, 8, 2), "2");
        assert_eq!(count(4, 7, 2), "1.75");
        assert_eq!(count(0, 0, 0), "-");
    }
}
