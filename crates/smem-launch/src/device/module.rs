//! A module that a device has loaded.

use std::rc::Rc;

use super::backend::{CodeToLoad, DeviceCore};
use crate::Error;

/// A module of a device, for as long as its program, its kernels or its variables are there.
#[derive(Debug)]
pub(super) struct ModuleOnDevice {
    pub(super) core: Rc<DeviceCore>,
    pub(super) handle: u64,
}

impl ModuleOnDevice {
    /// Loads code, called `name` in messages.
    pub(super) fn load(core: &Rc<DeviceCore>, code: CodeToLoad<'_>, name: &str) -> Result<Rc<ModuleOnDevice>, Error> {
        let handle = core.backend.load(code, name, core.has_cache.get())?;
        Ok(Rc::new(ModuleOnDevice { core: Rc::clone(core), handle }))
    }
}

impl Drop for ModuleOnDevice {
    fn drop(&mut self) {
        self.core.backend.unload(self.handle);
    }
}
