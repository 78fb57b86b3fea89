//! Shell completions and the manual, from the command line's description.

use std::io::{self, Write};
use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::failure::{EarlyEnd, GOOD};
use crate::output::Checkout;

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
    let mut command = Arguments::command().disable_help_subcommand(true);
    command.build();
    pages(&command, folder, &Checkout::of([]))?;
    Ok(GOOD)
}

/// Writes the pages of a command and those of its own commands.
fn pages(command: &clap::Command, folder: &Path, checkout: &Checkout) -> Result<(), EarlyEnd> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        pages(below, folder, checkout)?;
    }
    let page = clap_mangen::Man::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text)?;
    checkout.write(&folder.join(page.get_filename()), &String::from_utf8_lossy(&text))
}
