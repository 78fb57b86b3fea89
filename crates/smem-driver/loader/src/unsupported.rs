//! The same interface on systems whose loader does not know libraries by the names that they give themselves.

use std::path::Path;

/// A driver library in this process, of which there is none on this system.
#[derive(Debug)]
#[allow(missing_docs, reason = "no value of the type exists")]
pub enum LoadedDriver {}

#[allow(missing_docs, reason = "each function fails, or has no value to be called with")]
impl LoadedDriver {
    pub fn open(_library: &Path) -> Result<LoadedDriver, String> {
        Err("the simulated driver can be loaded into a process on Linux only".to_owned())
    }

    pub fn configure(&self, _variables: &str) -> bool {
        match *self {}
    }

    pub fn report(&self) -> Vec<u8> {
        match *self {}
    }

    pub fn begin_scope(&self) -> u64 {
        match *self {}
    }

    pub fn end_scope(&self, _scope: u64) -> Vec<u8> {
        match *self {}
    }
}
