//! The command line.

use anstream::ColorChoice;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::path::PathBuf;

const ABOUT: &str = "Shared-memory tiles for CUDA without bank conflicts";

const TILES: &str = "A TILE is a Rust file, whose structs with #[smem_tile] are the tiles; `-` for Rust source on the standard input; or \
one tile as text, the name, the element, and what the attribute takes:

    smem-tile explain tiles.rs
    smem-tile explain 'ScanTile(f32): 32, 32, pad = auto, access(row, col)'

Exit codes: 0 good, 1 a conflict or a failed check, 2 bad input.";

/// The whole command line.
#[derive(Parser, Debug)]
#[command(name = "smem-tile", version, about = ABOUT, after_help = TILES, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Colours in the output: `auto` is for a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    pub(crate) color: Color,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Shows layout, bytes, the wavefronts of each access, the index, and what other layouts would cost
    #[command(after_help = TILES)]
    Explain(Explain),
    /// Prints the completions for a shell
    #[command(hide = true)]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Prints the manual page, or writes one for each command into a folder
    #[command(hide = true)]
    Man {
        /// The folder, which has to exist
        folder: Option<PathBuf>,
    },
}

/// The tiles that a command is about.
#[derive(Args, Debug)]
pub(crate) struct Tiles {
    /// Rust files, `-` for standard input, or tiles as text: 'Name(f32): 32, 32'
    #[arg(value_name = "TILE", required = true)]
    pub(crate) tiles: Vec<String>,
    /// Only the tiles of this name, that of the struct; may be given several times
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) tiles: Tiles,
    /// Prints JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Fails, with the code 1, if the accesses of a tile have more excess wavefronts than N together
    #[arg(long, value_name = "N")]
    pub(crate) max_excess: Option<u32>,
}

#[derive(ValueEnum, Clone, Copy, Default, Debug)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

impl Color {
    /// Makes it the choice of everything that is printed.
    pub(crate) fn apply(self) {
        let choice = match self {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        choice.write_global();
    }
}
