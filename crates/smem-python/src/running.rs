//! A job on a thread of its own, so that Python may see Ctrl-C meanwhile.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use smem_profile::{Job, LaunchControl, Watcher};

use crate::failure::{ended, exception};
use crate::finished::FinishedJob;

/// Between two looks for a signal.
const TICK: Duration = Duration::from_millis(50);

/// Stops the launches of a job.
#[derive(Debug)]
struct Stopper(LaunchControl);

impl Watcher for Stopper {
    fn control(&self) -> LaunchControl {
        self.0.clone()
    }
}

/// Runs a job to its end, or until Python's handler of a signal raises an exception, which is returned then.
pub(crate) fn run(python: Python<'_>, job: Job) -> PyResult<FinishedJob> {
    let control = LaunchControl::new();
    let job = job.watched_by(Arc::new(Stopper(control.clone())));
    let (sender, receiver) = mpsc::channel();
    thread::Builder::new().spawn(move || {
        let _ = sender.send(job.run());
    })?;
    // Python may wait in any thread that has let go of the interpreter.
    let receiver = Mutex::new(receiver);
    let mut interrupted = None;
    let outcome = loop {
        match python.detach(|| receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(TICK)) {
            Ok(outcome) => break outcome,
            Err(RecvTimeoutError::Disconnected) => return Err(ended()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(signal) = python.check_signals() {
            control.stop();
            interrupted = Some(signal);
        }
    };
    match (interrupted, outcome) {
        (Some(signal), _) => Err(signal),
        (None, Ok(report)) => Ok(FinishedJob::of(report)),
        (None, Err(error)) => Err(exception(&error)),
    }
}
