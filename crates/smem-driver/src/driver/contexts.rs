//! Contexts: the primary one of each device, those of a program's own, and the current one of a thread.

use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::{Driver, PrimaryContext};
use crate::context::{Context, LIMITS};
use crate::current;
use crate::error::DriverError;
use crate::handles::next_handle;

/// Flags that contexts may have: scheduling, mapped host memory, local memory that stays, and what tools set.
const FLAGS: u32 = 0x1ff;

/// A driver with a context that is current in the calling thread while this lives; the one before is current again after it.
#[derive(Debug)]
pub struct CurrentContext<'d> {
    driver: &'d Driver,
    /// It stays in its thread.
    thread: PhantomData<*const ()>,
}

impl Deref for CurrentContext<'_> {
    type Target = Driver;

    fn deref(&self) -> &Driver {
        self.driver
    }
}

impl Drop for CurrentContext<'_> {
    fn drop(&mut self) {
        current::pop();
    }
}

impl Driver {
    /// Makes a context current in the calling thread for as long as what this returns lives.
    ///
    /// # Errors
    /// Those of [`push_context`](Self::push_context).
    pub fn enter(&self, context: u64) -> Result<CurrentContext<'_>, DriverError> {
        self.push_context(context)?;
        Ok(CurrentContext { driver: self, thread: PhantomData })
    }

    /// The current context, where no error has ended it.
    pub(crate) fn context(&self) -> Result<Arc<Context>, DriverError> {
        let context = self.any_context()?;
        context.check()?;
        Ok(context)
    }

    /// The current context, in whichever state.
    pub(crate) fn any_context(&self) -> Result<Arc<Context>, DriverError> {
        self.check_initialized()?;
        match current::current() {
            0 => Err(DriverError::InvalidContext),
            handle => self.contexts.get(handle).map_err(|_| DriverError::ContextIsDestroyed),
        }
    }

    /// Fails where the current context was destroyed, which calls find out before they look at their handles.
    ///
    /// # Errors
    /// [`DriverError::ContextIsDestroyed`].
    pub fn check_current(&self) -> Result<(), DriverError> {
        match self.any_context() {
            Err(error @ DriverError::ContextIsDestroyed) => Err(error),
            _ => Ok(()),
        }
    }

    /// Retains the primary context of a device, and returns its handle.
    ///
    /// # Errors
    /// [`DriverError::InvalidDevice`]; or the error that a kernel left behind, which survives resets of the context.
    pub fn retain_primary(&self, device: i32) -> Result<u64, DriverError> {
        let device = self.device(device)?;
        // The handle is the same each time, so the next context begins when the last one is gone.
        let is_ending = |primaries: &mut Vec<PrimaryContext>| primaries[device as usize].is_ending;
        let mut primaries = self.primaries.lock();
        self.primary_ended.wait_while(&mut primaries, is_ending);
        let primary = &mut primaries[device as usize];
        if let Some(error) = primary.error {
            return Err(error);
        }
        if self.contexts.get(primary.handle).is_err() {
            let context = Context::new((&self.collector, &self.order), primary.handle, device, true, primary.flags);
            self.contexts.insert_as(primary.handle, Arc::new(context));
        }
        primary.retained += 1;
        Ok(primary.handle)
    }

    /// Releases the primary context of a device; the last release destroys it.
    ///
    /// # Errors
    /// [`DriverError::InvalidContext`] where it is not retained.
    pub fn release_primary(&self, device: i32) -> Result<(), DriverError> {
        let device = self.device(device)? as usize;
        {
            let primary = &mut self.primaries.lock()[device];
            primary.retained = primary.retained.checked_sub(1).ok_or(DriverError::InvalidContext)?;
            if primary.retained > 0 {
                return Ok(());
            }
            primary.flags = 0;
        }
        self.end_primary(device);
        Ok(())
    }

    /// Ends the primary context of a device, if it has one. The table is not locked while that waits for streams, whose work may be
    /// functions of the host that ask for a context.
    fn end_primary(&self, device: usize) {
        let ending = {
            let primary = &mut self.primaries.lock()[device];
            let context = self.contexts.remove(primary.handle).ok();
            primary.is_ending |= context.is_some();
            context
        };
        let Some(context) = ending else { return };
        let error = self.end(&context);
        let primary = &mut self.primaries.lock()[device];
        (primary.error, primary.is_ending) = (error, false);
        self.primary_ended.notify_all();
    }

    /// Destroys the primary context of a device with all that is in it, whoever retains it.
    ///
    /// # Errors
    /// [`DriverError::InvalidDevice`].
    pub fn reset_primary(&self, device: i32) -> Result<(), DriverError> {
        let device = self.device(device)? as usize;
        self.primaries.lock()[device].retained = 0;
        self.end_primary(device);
        Ok(())
    }

    /// Flags of a device's primary context, and whether it is active.
    ///
    /// # Errors
    /// [`DriverError::InvalidDevice`].
    pub fn primary_state(&self, device: i32) -> Result<(u32, bool), DriverError> {
        let device = self.device(device)? as usize;
        let primaries = self.primaries.lock();
        Ok((primaries[device].flags, primaries[device].retained > 0))
    }

    /// Sets the flags of a device's primary context.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for unknown flags, [`DriverError::InvalidDevice`].
    pub fn set_primary_flags(&self, device: i32, flags: u32) -> Result<(), DriverError> {
        let device = self.device(device)? as usize;
        if flags & !FLAGS != 0 {
            return Err(DriverError::InvalidValue);
        }
        self.primaries.lock()[device].flags = flags;
        Ok(())
    }

    /// Makes a context and makes it current.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for unknown flags, [`DriverError::InvalidDevice`].
    pub fn create_context(&self, flags: u32, device: i32) -> Result<u64, DriverError> {
        let device = self.device(device)?;
        if flags & !FLAGS != 0 {
            return Err(DriverError::InvalidValue);
        }
        let handle = next_handle();
        self.contexts
            .insert_as(handle, Arc::new(Context::new((&self.collector, &self.order), handle, device, false, flags)));
        current::push(handle);
        Ok(handle)
    }

    /// Destroys a context of the program's own.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for no context, [`DriverError::InvalidContext`] for a handle that is not a context's.
    pub fn destroy_context(&self, handle: u64) -> Result<(), DriverError> {
        self.check_initialized()?;
        if handle == 0 {
            return Err(DriverError::InvalidValue);
        }
        let context = self.contexts.get(handle).map_err(|_| DriverError::InvalidContext)?;
        if context.is_primary {
            return Err(DriverError::InvalidContext);
        }
        self.contexts.remove(handle).map_err(|_| DriverError::InvalidContext)?;
        self.end(&context);
        if current::current() == handle {
            current::pop();
        }
        Ok(())
    }

    /// Ends a context that has no handle any more: its streams, memory, arrays, modules and events. Returns the error that a kernel left in
    /// it.
    fn end(&self, context: &Context) -> Option<DriverError> {
        context.close();
        let own = context.handle;
        self.streams.retain(|stream| stream.context.handle != own);
        self.events.retain(|event| event.context != own);
        for (handle, module) in self.modules.all().iter().filter(|(_, module)| module.context == own) {
            self.map.lock().remove_variables(*handle);
            self.machine.unload(&module.module);
        }
        self.modules.retain(|module| module.context != own);
        self.functions.retain(|function| function.code.context != own);
        self.arrays.retain(|array| array.context != own);
        for (_, other) in self.contexts.all() {
            other.peers.lock().remove(&own);
        }
        let addresses = self.map.lock().remove_all(own);
        addresses.iter().for_each(|address| self.machine.free(*address));
        self.of_graphs.lock().retain(|address| !addresses.contains(address));
        context.answer().err()
    }

    /// The handle of the current context; 0 where there is none.
    ///
    /// # Errors
    /// [`DriverError::NotInitialized`].
    pub fn current_context(&self) -> Result<u64, DriverError> {
        self.check_initialized()?;
        Ok(current::current())
    }

    /// Makes a context current in the calling thread, in place of its current one; 0 leaves none.
    ///
    /// # Errors
    /// [`DriverError::InvalidContext`].
    pub fn set_current(&self, handle: u64) -> Result<(), DriverError> {
        self.check_initialized()?;
        if handle != 0 {
            self.known_context(handle)?;
        }
        current::set_current(handle);
        Ok(())
    }

    /// A context by its handle. That of a primary context which has ended is known, too.
    fn known_context(&self, handle: u64) -> Result<(), DriverError> {
        let is_primary = || self.primaries.lock().iter().any(|primary| primary.handle == handle);
        if self.contexts.get(handle).is_ok() || is_primary() { Ok(()) } else { Err(DriverError::InvalidContext) }
    }

    /// Pushes a context on the calling thread's stack: it is current until it is popped.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for no context, [`DriverError::InvalidContext`].
    pub fn push_context(&self, handle: u64) -> Result<(), DriverError> {
        self.check_initialized()?;
        if handle == 0 {
            return Err(DriverError::InvalidValue);
        }
        self.known_context(handle)?;
        current::push(handle);
        Ok(())
    }

    /// Pops the current context, and returns its handle.
    ///
    /// # Errors
    /// [`DriverError::InvalidContext`] where there is none.
    pub fn pop_context(&self) -> Result<u64, DriverError> {
        self.check_initialized()?;
        current::pop().ok_or(DriverError::InvalidContext)
    }

    /// The device of the current context.
    ///
    /// # Errors
    /// [`DriverError::InvalidContext`] where there is none.
    pub fn current_device(&self) -> Result<u32, DriverError> {
        Ok(self.any_context()?.device)
    }

    /// Waits for all work of the current context.
    ///
    /// # Errors
    /// The error that a kernel left behind.
    pub fn synchronize(&self) -> Result<(), DriverError> {
        self.context()?.wait()
    }

    /// Flags of the current context.
    ///
    /// # Errors
    /// [`DriverError::InvalidContext`] where there is none.
    pub fn context_flags(&self) -> Result<u32, DriverError> {
        Ok(self.context()?.flags.load(Relaxed))
    }

    /// Sets the flags of the current context.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for unknown flags.
    pub fn set_context_flags(&self, flags: u32) -> Result<(), DriverError> {
        let context = self.context()?;
        if flags & !FLAGS != 0 {
            return Err(DriverError::InvalidValue);
        }
        context.flags.store(flags, Relaxed);
        Ok(())
    }

    /// A limit of the current context, by its number in CUDA's header.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for a number that is unknown, [`DriverError::UnsupportedLimit`] for the depth of launches by kernels.
    pub fn limit(&self, number: i32) -> Result<u64, DriverError> {
        Ok(self.context()?.limits.lock()[limit_index(number)?])
    }

    /// Sets a limit of the current context. Kernels run with the simulator's own limits; [`limit`](Self::limit) returns the number.
    ///
    /// # Errors
    /// As [`limit`](Self::limit); [`DriverError::InvalidValue`] for more than a device has.
    pub fn set_limit(&self, number: i32, value: u64) -> Result<(), DriverError> {
        let context = self.context()?;
        let index = limit_index(number)?;
        // The stack of a thread has its bound in local memory.
        if (index == 0 && value > 512 << 10) || value > self.options.memory {
            return Err(DriverError::InvalidValue);
        }
        context.limits.lock()[index] = value;
        Ok(())
    }

    /// The preferred use of the L1 cache that the current context has.
    ///
    /// # Errors
    /// [`DriverError::InvalidContext`] where there is none.
    pub fn cache_config(&self) -> Result<u32, DriverError> {
        Ok(self.context()?.cache_config.load(Relaxed))
    }

    /// Sets the preferred use of the L1 cache, which changes nothing but what [`cache_config`](Self::cache_config) returns.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for a number other than 0 to 3.
    pub fn set_cache_config(&self, config: u32) -> Result<(), DriverError> {
        let context = self.context()?;
        if config > 3 {
            return Err(DriverError::InvalidValue);
        }
        context.cache_config.store(config, Relaxed);
        Ok(())
    }
}

/// The place of a limit in the table.
fn limit_index(number: i32) -> Result<usize, DriverError> {
    match usize::try_from(number) {
        Ok(3) => Err(DriverError::UnsupportedLimit),
        Ok(index) if index < LIMITS => Ok(index),
        _ => Err(DriverError::InvalidValue),
    }
}
