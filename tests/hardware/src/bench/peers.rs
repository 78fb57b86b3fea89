//! Libraries that do the same work, where they are installed.

use std::path::Path;
use std::process::{Command, Stdio};

use super::{ProgramKind, ProgramTiming};
use smem_examples::{Error, write_file};
use smem_launch::Timing;

const CUB: &str = include_str!("peers/cub.cu");
const OTHERS: &str = include_str!("peers/peers.py");

/// The times of the peers, and the reasons why some are absent.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Peers {
    /// Times.
    pub entries: Vec<ProgramTiming>,
    /// A sentence for each that is absent.
    pub absent: Vec<String>,
}

/// Times the peers that are here: CUB, which `nvcc` builds in `folder`, and NPP, torch and CuPy from `python3`.
///
/// # Errors
/// [`Error::Input`] where `folder` cannot be written.
pub fn peers(folder: &Path, arch: &str, sides: &[u32], rounds: u32) -> Result<Peers, Error> {
    let mut peers = Peers::default();
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        write_file(&path, text).map(|()| path)
    };
    let (cub, others, program) = (write("cub.cu", CUB)?, write("peers.py", OTHERS)?, folder.join("cub"));
    let numbers: Vec<String> = [rounds].iter().chain(sides).map(u32::to_string).collect();

    let mut build = Command::new("nvcc");
    build.args(["-O3", "-std=c++17", &format!("-arch={arch}"), "-o"]).arg(&program).arg(&cub);
    match output(&mut build).and_then(|_| output(Command::new(&program).args(&numbers))) {
        Ok(text) => peers.read(&text),
        Err(why) => peers.absent.push(format!("cub: {why}")),
    }
    match output(Command::new("python3").arg(&others).args(&numbers)) {
        Ok(text) => peers.read(&text),
        Err(why) => peers.absent.push(format!("npp, torch, cupy: {why}")),
    }
    Ok(peers)
}

/// Returns what a command prints. The error is the last line of what it says.
fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("cannot run `{name}`: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(format!("`{name}` failed: {}", told.trim().lines().last().unwrap_or("it does not say why")))
}

impl Peers {
    /// Reads lines `NAME SIDE TIME..` and `absent NAME REASON`; others say nothing.
    fn read(&mut self, text: &str) {
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let (Some(name), Some(second)) = (words.next(), words.next()) else { continue };
            if name == "absent" {
                self.absent.push(line.trim_start_matches("absent ").to_owned());
                continue;
            }
            let (Ok(side), Ok(times)) = (second.parse(), words.map(str::parse).collect::<Result<Vec<f64>, _>>()) else {
                continue;
            };
            let Some(timing) = Timing::of(times) else { continue };
            let name = match name {
                "cub" => "CUB, one-dimensional scan",
                "npp" => "NPP, SqrIntegral",
                "torch" => "torch, cumsum twice",
                "cupy" => "CuPy, cumsum twice",
                other => other,
            };
            self.entries.push(ProgramTiming { name: name.to_owned(), kind: ProgramKind::Peer, side, timing });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_absences_are_read() {
        let mut peers = Peers::default();
        peers.read("cub 1024 3.0 1.0 2.0\nabsent npp no library\nnoise\ntorch x 1\nCuPy 5 words here\n");
        assert_eq!(peers.absent, ["npp no library"]);
        assert_eq!(peers.entries.len(), 1);
        assert_eq!((peers.entries[0].side, peers.entries[0].timing.median), (1024, 2.0));
    }

    #[test]
    fn what_cannot_be_run_is_absent_with_its_reason() {
        let why = output(&mut Command::new("no-such-program-at-all")).unwrap_err();
        assert!(why.starts_with("cannot run `no-such-program-at-all`: "), "{why}");
    }
}
