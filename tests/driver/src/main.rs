//! Calls a CUDA driver as programs do, rightly and wrongly, and prints what it answers: a line a call with case, call and answer,
//! with tabs between. Each case runs in a process of its own, since a fault ends its context.
//!
//! ```text
//! driver-calls > codes.tsv       all cases
//! driver-calls CASE              one of them
//! ```

mod cases;
mod driver;
mod kernels;
mod setting;
mod steps;

use driver::LoadedDriver;
use std::error::Error;
use std::process::{Command, ExitCode};
use std::{env, fs};
use steps::Steps;

fn main() -> ExitCode {
    let result = match env::args().nth(1) {
        Some(name) => one(&name),
        None => all(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn all() -> Result<(), Box<dyn Error>> {
    // Found by its path, as the child finds the same driver by the same environment.
    let program = fs::canonicalize(env::current_exe()?)?;
    println!("case\tcall\tanswer");
    for (name, _) in cases::all() {
        let output = Command::new(&program).arg(name).output()?;
        print!("{}", String::from_utf8_lossy(&output.stdout));
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        if !output.status.success() {
            println!("{name}\tthe process\t{}", output.status);
        }
    }
    Ok(())
}

fn one(name: &str) -> Result<(), Box<dyn Error>> {
    let known = cases::all();
    let (_, case) =
        known.iter().find(|(known, _)| *known == name).ok_or_else(|| format!("there is no case `{name}`"))?;
    let driver = LoadedDriver::load()?;
    case(&mut Steps::new(&driver, name));
    Ok(())
}
