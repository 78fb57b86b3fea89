//! Checks of a job: parts that contradict one another, and names that are more than names.

use smem_cuda::check_definition;
use smem_launch::check_kernel_name;

use super::extent::Extent;
use super::job::Job;
use crate::error::Error;

impl Job {
    /// Refuses parts that contradict one another.
    pub(super) fn check(&self) -> Result<(), Error> {
        if self.spec.launch.launch.is_some() && (self.spec.launch.is_shaped() || self.spec.launch.kernel.is_some()) {
            let message = "a launch file describes its launches: a kernel, a shape or arguments beside it mean others";
            return Err(Error::Input(message.to_string()));
        }
        self.check_names()?;
        let checks = self.spec.checks;
        if !checks.looks_for_races() && (checks.looks_for_global_races() || checks.looks_for_overruns()) {
            let message = "races on global memory and overruns are looked for by the race check, which is off";
            return Err(Error::Input(message.to_string()));
        }
        if !self.spec.launch.set.is_empty() && (self.spec.launch.is_shaped() || self.spec.launch.launch.is_some()) {
            let message = "`--set` gives values to the launches that the file makes itself, and here the launch is described\n\
                           help: give the kernel's own arguments with `--arg`";
            return Err(Error::Input(message.to_string()));
        }
        for set in &self.spec.launch.set {
            let is_one =
                set.split_once('=').is_some_and(|(name, value)| is_name(name) && value.trim().parse::<f64>().is_ok());
            if !is_one {
                return Err(Error::Input(format!("`{set}` does not give a variable a number, as `n=1024` does")));
            }
        }
        let parts =
            [("grid", self.spec.launch.grid), ("block", self.spec.launch.block), ("cluster", self.spec.launch.cluster)];
        match parts.into_iter().find(|(_, extent)| extent.is_some_and(|Extent(extent)| extent.contains(&0))) {
            Some((name, _)) => Err(Error::Input(format!("the {name} of the launch is empty along one of its axes"))),
            None => Ok(()),
        }
    }

    /// Refuses names that compilers would read as more than names: parts of a job may be a stranger's.
    pub(super) fn check_names(&self) -> Result<(), Error> {
        if let Some(kernel) = &self.spec.launch.kernel {
            check_kernel_name(kernel)?;
        }
        self.spec.source.define.iter().try_for_each(|definition| check_definition(definition))?;
        let is_standard = |text: &String| text.chars().all(|mark| mark.is_ascii_alphanumeric() || mark == '+');
        match self.spec.source.std.as_ref().filter(|standard| !is_standard(standard)) {
            Some(other) => Err(Error::Input(format!("`{}` is not a language, as `c++17` is", other.escape_debug()))),
            None => Ok(()),
        }
    }
}

fn is_name(text: &str) -> bool {
    !text.trim().is_empty() && text.trim().chars().all(|mark| mark.is_alphanumeric() || mark == '_')
}
