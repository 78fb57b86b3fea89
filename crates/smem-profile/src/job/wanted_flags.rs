//! Flags that a compiler's errors ask for: the file is compiled once more with them, and a note says so.

use std::sync::{Arc, Mutex, PoisonError};

use smem_launch::CudaSource;

use super::job::Job;

/// Separate compilation, of which kernels launch kernels.
const SEPARATE: &str = "-rdc=true";

/// Flags for what C++ does not have, and the words of the errors of `nvcc` and NVRTC where one is missing.
const FLAGS: [(&str, &[&str]); 3] = [
    ("--expt-relaxed-constexpr", &["--expt-relaxed-constexpr"]),
    ("--extended-lambda", &["-extended-lambda", "--expt-extended-lambda"]),
    (SEPARATE, &["requires separate compilation mode", "the required runtime APIs are not declared"]),
];

/// The flags that were added last.
#[derive(Debug, Clone, Default)]
pub(super) struct WantedFlags(Arc<Mutex<Vec<&'static str>>>);

impl WantedFlags {
    /// Compiles a source once more that was refused for want of flags, which the errors name, and says so once. Where that fails too, the errors
    /// are those that are left, which nothing is known to mend.
    pub(super) fn retried<T, E>(
        &self,
        job: &Job,
        source: &CudaSource,
        mut refused: E,
        log_of: impl Fn(&E) -> Option<&str>,
        compile: impl Fn(&CudaSource) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut added = Vec::new();
        let mut log = log_of(&refused).unwrap_or_default().to_owned();
        // The second flag may be wanted only once the first one is there.
        loop {
            let with = added.iter().fold(source.clone(), |source, flag| source.option(*flag));
            let wanted = wanted_flags(&log, &with);
            if wanted.is_empty() {
                return Err(refused);
            }
            added.extend(&wanted);
            let with = wanted.into_iter().fold(with, CudaSource::option);
            match compile(&with) {
                Ok(made) => {
                    self.say(job, source, added);
                    return Ok(made);
                }
                Err(error) => {
                    log = log_of(&error).unwrap_or_default().to_owned();
                    if !log.is_empty() {
                        refused = error;
                    }
                }
            }
        }
    }

    fn say(&self, job: &Job, source: &CudaSource, added: Vec<&'static str>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(watcher) = job.watcher.as_ref().filter(|_| *known != added) {
            let words: Vec<String> = added.iter().map(|flag| format!("`{flag}`")).collect();
            let why = if added.contains(&SEPARATE) { ": its kernels launch kernels" } else { "" };
            watcher.remark(&format!(
                "`{}` is compiled with {}, which the compiler asks for{why}",
                source.name(),
                words.join(" and ")
            ));
        }
        *known = added;
    }
}

/// The flags that a log of errors names, but for those that a source has already.
fn wanted_flags(log: &str, source: &CudaSource) -> Vec<&'static str> {
    let is_wanted = |words: &[&str]| words.iter().any(|word| log.contains(word));
    let is_missing = |flag: &str| !source.options().iter().any(|option| option == flag);
    FLAGS.into_iter().filter(|(flag, words)| is_wanted(words) && is_missing(flag)).map(|(flag, _)| flag).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_flags_that_are_missing() {
        let log = "k.cu(3): error: calling a constexpr __host__ function(\"f\") from a __device__ function(\"g\") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.\nk.cu(9): error: __host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag\n";
        let source = CudaSource::new("", "k.cu");
        assert_eq!(wanted_flags(log, &source), ["--expt-relaxed-constexpr", "--extended-lambda"]);
        assert_eq!(wanted_flags(log, &source.option("--extended-lambda")), ["--expt-relaxed-constexpr"]);
        assert!(wanted_flags("k.cu(3): error: expected a \";\"", &CudaSource::new("", "k.cu")).is_empty());
    }

    #[test]
    fn the_second_flag_may_be_wanted_once_the_first_is_there() {
        let (flags, job, source) = (WantedFlags::default(), Job::new("k.cu"), CudaSource::new("", "k.cu"));
        let launches =
            "k.cu(3): error: kernel launch from __device__ or __global__ functions requires separate compilation mode";
        let lambda = "k.cu(9): error: this lambda requires --extended-lambda";
        let retried = |last: Result<usize, &'static str>| {
            flags.retried(
                &job,
                &source,
                launches,
                |log| Some(log),
                |with| match with.options() {
                    [_] => Err(lambda),
                    options => last.map(|_| options.len()),
                },
            )
        };
        assert_eq!(retried(Ok(0)), Ok(2));
        let other = "k.cu(1): error: expected a \";\"";
        assert_eq!(retried(Err(other)), Err(other));
    }
}
