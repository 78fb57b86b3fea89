//! Long runs: progress with an estimate on a terminal, and Ctrl-C, which ends them with the counts so far.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use smem_launch::printable;
use smem_profile::{LaunchControl, Watcher};

use crate::diagnostic;
use crate::limits;

/// Before this nothing is drawn: most launches are over by then.
const SHORT: Duration = Duration::from_millis(700);
const TICK: Duration = Duration::from_millis(100);
/// Between two lines where there is no terminal.
const LINES: Duration = Duration::from_secs(5);

/// Draws the progress of launches, and stops them at Ctrl-C.
#[derive(Debug, Default)]
pub(crate) struct ProgramWatcher {
    progress: Mutex<Option<LaunchProgress>>,
}

impl Watcher for ProgramWatcher {
    fn control(&self) -> LaunchControl {
        limits::control()
    }

    fn remark(&self, remark: &str) {
        diagnostic::note(remark);
    }

    fn begins(&self, kernel: &str, control: &LaunchControl) {
        self.show(Some(LaunchProgress::begin(kernel, control)));
    }

    fn ends(&self) {
        self.show(None);
    }
}

impl ProgramWatcher {
    fn show(&self, progress: Option<LaunchProgress>) {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = progress;
    }
}

/// The progress of a launch on the standard error until it is dropped: a bar on a terminal, and elsewhere a line every few seconds.
#[derive(Debug)]
struct LaunchProgress {
    is_over: Arc<AtomicBool>,
    drawing: Option<JoinHandle<()>>,
}

impl LaunchProgress {
    /// Begins to draw how far the launch of `kernel` is.
    fn begin(kernel: &str, control: &LaunchControl) -> LaunchProgress {
        let is_over = Arc::new(AtomicBool::new(false));
        let (over, control, kernel) = (Arc::clone(&is_over), control.clone(), kernel.to_string());
        let drawing = thread::Builder::new().spawn(move || draw(&kernel, &control, &over)).ok();
        LaunchProgress { is_over, drawing }
    }
}

impl Drop for LaunchProgress {
    fn drop(&mut self) {
        self.is_over.store(true, Relaxed);
        if let Some(drawing) = self.drawing.take() {
            drawing.thread().unpark();
            let drawn = drawing.join();
            // While this thread panics already, that is the one to report.
            if let Some(panic) = drawn.err().filter(|_| !thread::panicking()) {
                std::panic::resume_unwind(panic);
            }
        }
    }
}

fn draw(kernel: &str, control: &LaunchControl, is_over: &AtomicBool) {
    if !io::stderr().is_terminal() {
        return tell(kernel, control, is_over);
    }
    let started = Instant::now();
    while started.elapsed() < SHORT {
        if is_over.load(Relaxed) {
            return;
        }
        thread::park_timeout(SHORT - started.elapsed().min(SHORT));
    }
    let bar = ProgressBar::with_draw_target(Some(control.blocks()), ProgressDrawTarget::stderr())
        .with_elapsed(started.elapsed());
    bar.set_prefix(printable(kernel).into_owned());
    let mut shown = None;
    while !is_over.load(Relaxed) {
        let template = template(control.blocks_done());
        if shown.replace(template) != Some(template)
            && let Ok(style) = ProgressStyle::with_template(template)
        {
            bar.set_style(style);
        }
        bar.set_position(control.blocks_done());
        let millions = control.thread_instructions() as f64 / 1e6;
        bar.set_message(format!("{millions:.0} million thread instructions"));
        bar.tick();
        thread::park_timeout(TICK);
    }
    bar.finish_and_clear();
}

/// Writes lines, for a log.
fn tell(kernel: &str, control: &LaunchControl, is_over: &AtomicBool) {
    let started = Instant::now();
    let mut next = LINES;
    while !is_over.load(Relaxed) {
        if started.elapsed() < next {
            thread::park_timeout(next - started.elapsed().min(next));
            continue;
        }
        next += LINES;
        let (blocks, all) = (control.blocks_done(), control.blocks());
        let millions = control.thread_instructions() as f64 / 1e6;
        let seconds = started.elapsed().as_secs();
        // Where the messages are not read, nothing is lost.
        let _ = writeln!(
            io::stderr(),
            "{}: {blocks} of {all} blocks, {millions:.0} million thread instructions after {seconds} s",
            printable(kernel)
        );
    }
}

/// The line of progress. What is left can be estimated when a block is done.
fn template(blocks_done: u64) -> &'static str {
    match blocks_done {
        0 => "{spinner} {prefix} {bar:20} {pos} of {len} blocks, {msg} ({elapsed}; Ctrl-C shows the counts so far)",
        _ => {
            "{spinner} {prefix} {bar:20} {pos} of {len} blocks, {msg} ({elapsed}; {eta} left, Ctrl-C shows the counts so far)"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_is_left_before_the_first_block_is_done() {
        assert!(!template(0).contains("left"));
        assert!(template(1).contains("{eta} left"));
        for done in 0..2 {
            assert!(ProgressStyle::with_template(template(done)).is_ok());
        }
    }
}
