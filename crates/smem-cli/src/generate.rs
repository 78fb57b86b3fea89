//! Shell completions and the manual, from the command line's description.

use std::io::{self, Write};
use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;
use smem_profile::program::describe;

use crate::arguments::Arguments;
use crate::failure::{EarlyEnd, GOOD};

/// Prints the completions.
pub(crate) fn completions(shell: Shell) -> Result<u8, EarlyEnd> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "smem-tile", &mut text);
    io::stdout().write_all(&text)?;
    Ok(GOOD)
}

/// Prints the manual page of the program, or writes a page for each command into a folder.
pub(crate) fn manual(folder: Option<&Path>) -> Result<u8, EarlyEnd> {
    let Some(folder) = folder else {
        let mut text = Vec::new();
        clap_mangen::Man::new(Arguments::command()).render(&mut text)?;
        io::stdout().write_all(&text)?;
        return Ok(GOOD);
    };
    clap_mangen::generate_to(Arguments::command(), folder).map_err(|error| {
        let folder = folder.display().to_string();
        format!("cannot write manual pages into `{}`: {}", folder.escape_debug(), describe(&error))
    })?;
    Ok(GOOD)
}
