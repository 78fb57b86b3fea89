//! The simulated driver in the process of a test: loaded before the first call of CUDA, with its report as a value.
//!
//! ```text
//! find        where the driver library is
//! ```

mod find;

use parking_lot::Mutex;
use std::path::Path;
use std::sync::OnceLock;

use smem_driver_loader::ProcessDriver;

use crate::options::DriverOptions;
use crate::report::RunReport;
use crate::run::linked_names;

static LOADED: OnceLock<ProcessDriver> = OnceLock::new();
static LOADING: Mutex<()> = Mutex::new(());

/// The name under which a run of `smem-tile run` has its library.
const NAME_OF_RUN: &str = "libcuda.so.1";

/// Makes the simulated driver the CUDA driver of this process. Call it first in every test; calls after the first do nothing.
///
/// Crates that load the driver when they first need it, as cudarc does with its feature `dynamic-loading`, find the simulated one then, on
/// machines with a GPU as well. The driver library is the one that Cargo builds for the development dependency `smem-libcuda`, or the
/// file that the variable `SMEM_TILE_LIBRARY` names. Devices and checks are those of the environment, `SMEM_TILE_ARCH=sm_80` or
/// `SMEM_TILE_RACES=deny`, else the [defaults](DriverOptions). PTX is assembled where NVIDIA's tools are
/// [found](DriverOptions::with_tools_found), or named by `SMEM_TILE_PTXAS` and `SMEM_TILE_NVDISASM`; `SMEM_TILE_ISA=ptx` runs it as it is. In a test that `smem-tile run` has started, its driver is used.
///
/// ```no_run
/// # fn scan_with_cudarc() {}
/// #[test]
/// fn a_scan_has_no_bank_conflicts() {
///     smem_driver::install().unwrap();
///     scan_with_cudarc();
///     assert_eq!(smem_driver::report().kernel("scan").excess(), 0);
/// }
/// ```
///
/// # Errors
/// A sentence where the library is not found, or where the process has loaded another CUDA driver before. Linux only.
pub fn install() -> Result<(), String> {
    loaded().map(|_| ())
}

/// [`install`], with devices and checks of one's own. They come before those of the environment.
///
/// ```no_run
/// use smem_driver::{CheckMode, DriverOptions};
///
/// // A race is an error of the launch.
/// smem_driver::install_with(&DriverOptions { races: CheckMode::Deny, ..DriverOptions::default() })?;
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// As [`install`]; and where the driver of this process has begun with other options, since there is one for all tests of a program.
pub fn install_with(options: &DriverOptions) -> Result<(), String> {
    let variables: Vec<String> = options.variables().iter().map(|(name, value)| format!("{name}={value}")).collect();
    if loaded()?.configure(&variables.join("\n")) {
        return Ok(());
    }
    Err("the driver of this process has begun with other options: install it with them before the first call of CUDA"
        .to_owned())
}

/// Everything that launches of this process counted and found so far. It waits for those that are running, as `cuCtxSynchronize` does.
///
/// Tests of one program share it, since they share the driver: take the kernel that is yours, or [`observe`] your own launches.
///
/// ```no_run
/// let report = smem_driver::report();
/// assert_eq!(report.kernel("scan").excess(), 0);
/// assert_eq!(report.failures(), 0);
/// ```
///
/// # Panics
/// Where [`install`] was not called: a report without a driver would be empty and would pass every test.
#[track_caller]
pub fn report() -> RunReport {
    read(&installed().report())
}

/// Runs `body` and returns the report of the launches that it made in the calling thread, with its value. Other tests of the program do not
/// show in it, nor do threads that `body` starts.
///
/// ```no_run
/// # fn scan_with_cudarc() -> Vec<f32> { vec![] }
/// let (sums, report) = smem_driver::observe(|| scan_with_cudarc());
/// assert_eq!((sums.len(), report.launches(), report.failures()), (1024, 1, 0));
/// ```
///
/// # Panics
/// Where [`install`] was not called, and where `body` panics.
#[track_caller]
pub fn observe<T>(body: impl FnOnce() -> T) -> (T, RunReport) {
    let scope = ReportScope::begin(*installed());
    let value = body();
    let report = scope.end();
    (value, report)
}

/// A scope that ends where its body panics as well.
struct ReportScope {
    driver: ProcessDriver,
    number: Option<u64>,
}

impl ReportScope {
    fn begin(driver: ProcessDriver) -> ReportScope {
        ReportScope { driver, number: Some(driver.begin_scope()) }
    }

    fn end(mut self) -> RunReport {
        self.number.take().map(|number| read(&self.driver.end_scope(number))).unwrap_or_default()
    }
}

impl Drop for ReportScope {
    fn drop(&mut self) {
        if let Some(number) = self.number.take() {
            self.driver.end_scope(number);
        }
    }
}

/// The driver of this process.
#[track_caller]
#[expect(
    clippy::expect_used,
    reason = "a report without a driver would pass every test, and the functions that call this say so"
)]
fn installed() -> &'static ProcessDriver {
    LOADED.get().expect("there is no simulated driver in this process: call `smem_driver::install()` first")
}

/// The report that the library has written.
#[track_caller]
#[expect(clippy::expect_used, reason = "a report that cannot be read would pass every test")]
fn read(json: &[u8]) -> RunReport {
    RunReport::from_json(json)
        .expect("the driver library of this process is of another version than the crate `smem-driver`")
}

/// Loads the driver, once.
fn loaded() -> Result<&'static ProcessDriver, String> {
    let _one_at_a_time = LOADING.lock();
    if let Some(loaded) = LOADED.get() {
        return Ok(loaded);
    }
    let loaded = match of_run() {
        Some(loaded) => loaded,
        None => load(&find::library()?)?,
    };
    Ok(LOADED.get_or_init(|| loaded))
}

/// The driver that `smem-tile run` has put on the library path of this process.
fn of_run() -> Option<ProcessDriver> {
    std::env::var_os(crate::options::REPORTS)?;
    ProcessDriver::open(Path::new(NAME_OF_RUN)).ok()
}

/// Loads a library by links that have a driver's names. The links are needed while it is loaded.
fn load(library: &Path) -> Result<ProcessDriver, String> {
    let folder = tempfile::Builder::new().prefix("smem-tile-driver").tempdir();
    let folder = folder.map_err(|error| format!("cannot make a temporary folder: {error}"))?;
    let linked = linked_names(folder.path(), library);
    linked.map_err(|error| format!("cannot use the library `{}`: {error}", library.display()))?;
    ProcessDriver::open(&folder.path().join(NAME_OF_RUN))
}
