//! Installations on standard error: a line for each step, and a bar for the download.

use std::sync::Mutex;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use smem_launch::{InstallProgress, printable, watch_installs};

/// Shows every installation of this process.
pub(crate) fn show() {
    let shown: Mutex<Option<ProgressBar>> = Mutex::new(None);
    watch_installs(
        |step| eprintln!("{}", printable(&step.to_string())),
        move |progress| {
            let Ok(mut bar) = shown.lock() else { return };
            match progress {
                Some(progress) => draw(bar.get_or_insert_with(|| new_bar(progress.of)), progress),
                None => bar.take().iter().for_each(ProgressBar::finish_and_clear),
            }
        },
    );
}

fn draw(bar: &ProgressBar, progress: InstallProgress) {
    bar.set_position(progress.bytes);
    if progress.is_unpacking {
        bar.set_message("unpacking");
    }
}

/// Returns a bar for a download of this many bytes; 0 where that is unknown.
fn new_bar(bytes: u64) -> ProgressBar {
    if bytes == 0 {
        return ProgressBar::new_spinner().with_finish(ProgressFinish::AndClear);
    }
    let bar = ProgressBar::new(bytes).with_finish(ProgressFinish::AndClear).with_message("downloading");
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {bar:30} {bytes}/{total_bytes} {elapsed}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
