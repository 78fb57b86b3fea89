//! NVRTC for processes that look for it and find none: it is installed when the first of them asks, since few programs do.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use smem_toolchain::{Install, Wheel};

/// The folder in that of a run, a question in it and its answer.
const FOLDER: &str = "wanted";
const QUESTION: &str = "nvrtc";
const ANSWER: &str = "nvrtc.is";

const STEP: Duration = Duration::from_millis(20);

/// The name of the library in its wheel.
const LIBRARY: &str = "lib/libnvrtc.so.12";

/// Does something while the processes of a run get NVRTC, which is installed if that is allowed.
pub(super) fn with_nvrtc<T>(run: &Path, install: Option<&Install>, act: impl FnOnce() -> T) -> T {
    let wanted = run.join(FOLDER);
    // Without the folder no process asks.
    let Some(install) = install.filter(|_| fs::create_dir(&wanted).is_ok()) else { return act() };
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Relaxed) {
                if wanted.join(QUESTION).exists() {
                    answer(&wanted, install);
                    return;
                }
                thread::sleep(STEP);
            }
        });
        let done = act();
        is_over.store(true, Relaxed);
        done
    })
}

/// Answers with the path of the library, or with nothing where there is none.
fn answer(wanted: &Path, install: &Install) {
    let found = Wheel::NVRTC.file(LIBRARY, install.clone());
    let path = found.map(|path| std::path::absolute(&path).unwrap_or(path)).unwrap_or_default();
    let beside = wanted.join("nvrtc.part");
    let text = path.as_os_str().as_encoded_bytes();
    // A process that gets no answer goes on without the library when the run ends.
    let _ = fs::write(&beside, text).and_then(|()| fs::rename(&beside, wanted.join(ANSWER)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_answered_once_and_with_nothing_where_nothing_may_be_installed() {
        let (run, empty) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let install = Install::LookIn(empty.path().to_owned());
        let answered = with_nvrtc(run.path(), Some(&install), || {
            fs::write(run.path().join("wanted/nvrtc"), "").unwrap();
            let mut answers = (0..1000).map(|_| {
                thread::sleep(STEP);
                fs::read(run.path().join("wanted/nvrtc.is")).ok()
            });
            answers.find_map(|answer| answer)
        });
        assert_eq!(answered, Some(Vec::new()));
        assert!(!with_nvrtc(&run.path().join("none"), None, || run.path().join("none/wanted").exists()));
    }
}
