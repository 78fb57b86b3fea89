//! A caller that follows a job while it runs.

use std::fmt::Debug;

use smem_sim::LaunchControl;

/// Follows a [`Job`](crate::Job) while it runs, to draw progress or to stop it. Each method has a default that does nothing.
///
/// ```
/// use std::sync::{Arc, Mutex};
///
/// use smem_profile::{Job, LaunchControl, Watcher};
///
/// #[derive(Debug, Default)]
/// struct Log(Mutex<Vec<String>>);
///
/// impl Watcher for Log {
///     fn begins(&self, kernel: &str, _: &LaunchControl) {
///         self.0.lock().unwrap().push(kernel.to_string());
///     }
/// }
///
/// let log = Arc::new(Log::default());
/// let job = Job::of_text("scale.cu", "__global__ void scale(float* a) { a[threadIdx.x] *= 2; }");
/// job.grid(1).block(32).arg("a:f32[32]").watched_by(log.clone()).run()?;
/// assert!(log.0.lock().unwrap().contains(&"scale".to_string()));
/// # Ok::<(), smem_profile::Error>(())
/// ```
pub trait Watcher: Debug + Send + Sync {
    /// Returns the control of the launches, which is asked for before each run of them. [`LaunchControl::stop`] ends the job with the counts
    /// so far.
    fn control(&self) -> LaunchControl {
        LaunchControl::new()
    }

    /// Takes a sentence about the input that is known before anything runs, such as a header that was not read.
    fn remark(&self, _remark: &str) {}

    /// A launch of `kernel` begins. A job may make a launch several times: of machine code, of PTX, and with other inputs.
    fn begins(&self, _kernel: &str, _control: &LaunchControl) {}

    /// The launch that began last is over.
    fn ends(&self) {}
}
