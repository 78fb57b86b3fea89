//! The driver of this process, the wrapper of all functions, and the end of the process.

use std::any::Any;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::time::Duration;

use smem_driver::{Driver, DriverError, DriverOptions};

/// The longest time that the end of a process waits for streams.
const LAST_WAIT: Duration = Duration::from_secs(2);

static DRIVER: OnceLock<Option<Driver>> = OnceLock::new();

/// Options that this process has set itself, lines of `NAME=VALUE`.
static CONFIGURED: OnceLock<String> = OnceLock::new();

/// The driver, with the options that this process has set, and else those that the environment says.
pub(crate) fn driver() -> Result<&'static Driver, DriverError> {
    DRIVER.get_or_init(start).as_ref().ok_or(DriverError::NoDevice)
}

/// Sets options. Returns false where the driver has begun, or begins, with others.
pub(crate) fn configure(variables: &str) -> bool {
    let has_begun = DRIVER.get().is_some();
    match CONFIGURED.get() {
        Some(known) => known == variables,
        None => !has_begun && CONFIGURED.get_or_init(|| variables.to_owned()) == variables,
    }
}

fn start() -> Option<Driver> {
    smem_driver::note_places_of_panics();
    let configured = CONFIGURED.get_or_init(String::new);
    let own = |name: &str| {
        let of_line =
            |line: &str| line.split_once('=').filter(|(known, _)| *known == name).map(|(_, value)| value.to_owned());
        configured.lines().find_map(of_line)
    };
    let of_run = smem_driver::variables_of_run();
    let of_process = |name: &str| own(name).or_else(|| std::env::var(name).ok()).or_else(|| of_run.get(name).cloned());
    match DriverOptions::from_variables(of_process) {
        Ok(options) => {
            // `smem-tile run` has looked for them.
            let is_of_run = options.reports.is_some();
            let options = if is_of_run { options } else { options.with_tools_found() };
            let driver = Driver::new(options);
            driver.on_notice(say);
            driver.on_print(|text| {
                let mut out = std::io::stdout();
                let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            });
            Some(driver)
        }
        Err(sentence) => {
            say(&sentence);
            smem_driver::note_lost_report();
            None
        }
    }
}

/// Says a sentence on standard error.
pub(crate) fn say(sentence: &str) {
    let _ = writeln!(std::io::stderr(), "smem-tile: {sentence}");
}

/// Runs the body of a function. A panic is an error of it and never one of the program.
pub(crate) fn call(body: impl FnOnce() -> Result<(), DriverError>) -> i32 {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => 0,
        Ok(Err(error)) => error.code(),
        Err(panic) => {
            note_panic(&*panic);
            DriverError::Unknown.code()
        }
    }
}

/// Notes a panic in a function of this library, which fails the run.
pub(crate) fn note_panic(panic: &(dyn Any + Send)) {
    match DRIVER.get() {
        Some(Some(driver)) => driver.note_panic("a function of the driver", panic),
        // The driver itself could not begin.
        _ => smem_driver::note_lost_report(),
    }
}

/// Answers the call of a function that is not implemented.
pub(crate) fn missing(function: &str) -> i32 {
    call(|| Err(not_supported(function)))
}

/// The error of a function that is not implemented, or of a use of one, which is named the first time.
pub(crate) fn not_supported(what: &str) -> DriverError {
    match driver() {
        Ok(driver) => {
            if driver.note_missing(what) {
                say(&format!("{what} is not implemented: the program gets the error \"not supported\""));
            }
            DriverError::NotSupported
        }
        Err(error) => error,
    }
}

/// Is called when the process ends or the library is unloaded.
extern "C" fn finish() {
    if let Some(Some(driver)) = DRIVER.get()
        && let Err(panic) = catch_unwind(AssertUnwindSafe(|| driver.finish(LAST_WAIT)))
    {
        driver.note_panic("the end of the process", &*panic);
    }
}

#[cfg(target_os = "linux")]
#[used]
// SAFETY: the loader calls the functions of this section, which take nothing, once at the end.
#[unsafe(link_section = ".fini_array")]
static FINISH: extern "C" fn() = finish;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_of_the_function_and_a_defect_in_the_report() {
        driver().unwrap();
        assert_eq!(call(|| panic!("of a test")), DriverError::Unknown.code());
        let report = driver().unwrap().report();
        let defects: Vec<&String> = report.defects.iter().collect();
        assert!(defects[0].starts_with("a function of the driver panicked: of a test ("), "{defects:?}");
        assert!(defects[0].contains("process.rs:") && report.failures() == 1, "{defects:?}");
    }
}
