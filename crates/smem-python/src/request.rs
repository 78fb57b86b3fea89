//! A job as the Python half asks for it: the kernel's code and buffers, and the options by their names.

use std::collections::HashMap;
use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use serde_json::{Map, Value};
use smem_launch::{Nvrtc, ToolLimits};
use smem_profile::{Job, JobSpec, read_options};

use crate::failure::input;

/// The command of the program that compiles for another process.
const COMPILE: &str = "compile-for-parent";

/// A job: its kernel, its buffers, and its options.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct JobRequest {
    /// The name of the file in reports; the file itself, where there is neither text nor bytes.
    file: PathBuf,
    text: Option<String>,
    binary: Option<PyBackedBytes>,
    /// The machine code of a text that is PTX.
    machine_code: Option<PyBackedBytes>,
    /// Buffers, to which arguments point by their names.
    buffers: Vec<(String, PyBackedBytes)>,
    /// The types of their elements, as far as they are known.
    elements: HashMap<String, String>,
    /// The options of the job as JSON: its names are those of the program, with underscores.
    options: String,
    /// The program beside the module, which compiles in a process of its own.
    program: Option<PathBuf>,
}

impl JobRequest {
    /// Returns the job.
    ///
    /// # Errors
    /// An option has a value that it cannot have.
    pub(crate) fn job(self) -> PyResult<Job> {
        if let Some(program) = &self.program {
            ToolLimits::default().set();
            Nvrtc::compile_in(program, [COMPILE]);
        }
        let job = self.of_file().spec(spec(&self.options)?);
        let job = self.elements.iter().fold(job, |job, (name, element)| job.elements(name, element));
        Ok(self.buffers.iter().fold(job, |job, (name, bytes)| job.buffer(name, &**bytes)))
    }

    fn of_file(&self) -> Job {
        let job = match (&self.text, &self.binary) {
            (Some(text), _) => Job::of_text(&self.file, &**text),
            (None, Some(bytes)) => Job::of_binary(&self.file, &**bytes),
            (None, None) => Job::new(&self.file),
        };
        self.machine_code.as_deref().into_iter().fold(job, Job::machine_code)
    }
}

/// Returns the options of a job and what each is where it is not given, as JSON: lists are empty.
///
/// # Errors
/// None: every option has a value of JSON.
pub(crate) fn defaults() -> PyResult<String> {
    let Ok(Value::Object(options)) = serde_json::to_value(JobSpec::default()) else {
        return Err(input("the options of a job have no names".to_owned()));
    };
    let named: Map<String, Value> = options.into_iter().map(|(name, value)| (of_python(&name), value)).collect();
    Ok(Value::Object(named).to_string())
}

fn spec(options: &str) -> PyResult<JobSpec> {
    let options: Map<String, Value> = serde_json::from_str(options)
        .map_err(|error| input(format!("the options are not text that UTF-8 can have: {error}")))?;
    let options = options.into_iter().map(|(name, value)| (name.replace('_', "-"), value));
    read_options(options).map_err(|error| input(format!("{}: {}", shown(&error.name), error.message)))
}

/// The name of an option in a message: the kernel's is `name` to users.
fn shown(name: &str) -> String {
    if name == "kernel" { "name".to_owned() } else { of_python(name) }
}

fn of_python(name: &str) -> String {
    name.replace('-', "_")
}
