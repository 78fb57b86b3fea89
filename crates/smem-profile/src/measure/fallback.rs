//! The instruction set of a run: machine code, or PTX where that cannot run.

use smem_launch::{Error as LaunchError, Isa, ToolError};
use smem_report::Exactness;

use crate::error::Error;
use crate::job::{Input, PreparedJob};

impl PreparedJob {
    /// Makes an attempt with the instruction set that is asked for, or with machine code and then with PTX. Each attempt is told why all of
    /// its counts are estimates, if they are.
    ///
    /// # Errors
    /// Those of the last attempt, or the file cannot run on the instruction set that is asked for.
    pub(crate) fn on_isa<T>(
        &self,
        attempt: impl Fn(Isa, Option<String>) -> Result<T, LaunchError>,
    ) -> Result<T, Error> {
        // A count that was not measured is not called exact.
        let elsewhere = Exactness::of_code(Isa::Sass, self.target.arch(), &self.target.to_string()).estimate;
        let of_ptx = |why: &str| Some(format!("{why}, of which the assembler makes machine code"));
        let made = match (self.job.spec.source.isa.map(Isa::from), &self.input) {
            (Some(Isa::Ptx), Input::Binary { name, .. }) => {
                return Err(Error::Input(format!("`{name}` is machine code, which only `--isa sass` can run")));
            }
            (_, Input::Binary { .. }) => attempt(Isa::Sass, elsewhere),
            (Some(Isa::Ptx), _) => attempt(Isa::Ptx, of_ptx("PTX was asked for")),
            (Some(_), Input::Cuda(_) | Input::Ptx { .. }) => attempt(Isa::Sass, elsewhere),
            (None, Input::Cuda(_) | Input::Ptx { .. }) => match attempt(Isa::Sass, elsewhere) {
                // A tool or a target is missing, PTX that the assembler refuses, or machine code that the simulator does not know. PTX may do.
                Err(
                    LaunchError::Tool(ToolError::Unusable(why) | ToolError::RefusedOption(why))
                    | LaunchError::Simulator(why),
                ) => attempt(Isa::Ptx, Some(why)),
                other => other,
            },
        };
        Ok(made?)
    }
}
