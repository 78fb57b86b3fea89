//! The command line.

use std::ffi::OsString;

use anstream::ColorChoice;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use smem_layout::Position;
use std::path::PathBuf;

use crate::failure::{GOOD, UNREAD};
use crate::limits::WholeLimits;

const ABOUT: &str = "Shared-memory tiles for CUDA without bank conflicts";

const TILES: &str = "A TILE is a Rust file, whose structs with #[smem_tile] are the tiles; `-` for Rust source on the standard input; or \
one tile as text, the name, the element, and what the attribute takes; `explain` and `map` also take a layout of CuTe, with accesses or with a layout of \
threads and values:

    smem-tile explain tiles.rs
    smem-tile explain 'ScanTile(f32): 32, 32, pad = auto, access(row, col)'
    smem-tile explain 'f16 (128,64):(64,1) o Swizzle<3,3,3>, access(ldmatrix, row(vec = 8))'
    smem-tile map 'f32 (32,32):(32,1), tv((32,(8,4)):(1,(32,256)))'

Exit codes: 0 success, 1 a conflict or a failed check, 2 bad input, 3 the end of a limit of time or memory.";

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

impl Arguments {
    /// Reads the words of a command line. Those between a CUDA file that `run` compiles and `--` are options of `run`.
    pub(crate) fn read(words: &[OsString]) -> Result<Arguments, clap::Error> {
        let read = Arguments::try_parse_from(words)?;
        let Command::Run(options) = &read.command else { return Ok(read) };
        let (Some(file), [first, rest @ ..]) = (options.cuda_file(), options.words()) else { return Ok(read) };
        let before = &words[..words.len() - options.words().len()];
        if before.last().is_some_and(|word| word == "--") || rest.is_empty() {
            return Ok(read);
        }
        let end = rest.iter().position(|word| word == "--").unwrap_or(rest.len());
        let marked = [OsString::from("--"), first.clone()];
        let again = [before, &rest[..end], &marked, rest.get(end + 1..).unwrap_or_default()].concat();
        let again = Arguments::try_parse_from(again)?;
        match &again.command {
            Command::Run(options) if options.cuda_file() == Some(file) => Ok(again),
            Command::Run(options) => {
                let (file, word) = (file.display(), options.words().first().map(|word| word.to_string_lossy()));
                let why = format!(
                    "`{}` is not an option of `run`, and arguments of the program come after `--`: smem-tile run {file} -- ARGUMENTS",
                    word.unwrap_or_default()
                );
                Err(Arguments::command().error(ErrorKind::UnknownArgument, why))
            }
            _ => Ok(again),
        }
    }
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Shows layout, bytes, the wavefronts of each access, the index, and what other layouts would cost
    #[command(after_help = TILES)]
    Explain(Explain),
    /// Draws the banks of each element, and the access of a warp with its conflicts
    #[command(after_help = TILES)]
    Map(MapArguments),
    /// Writes the tiles as one header for CUDA C++, which needs neither Rust nor this program
    #[command(after_help = TILES)]
    Header(HeaderArguments),
    /// Runs a CUDA kernel without a GPU, and counts wavefronts of shared memory by source line
    #[command(after_help = crate::profile::EXAMPLES)]
    Profile(Box<crate::profile::ProfileOptions>),
    /// Finds the layout of each array in shared memory that removes its bank conflicts, and runs the kernel with it
    #[command(after_help = crate::fix::EXAMPLES)]
    Fix(Box<crate::fix::FixOptions>),
    /// Runs any command that uses CUDA without a GPU, and checks every launch of a kernel
    #[command(after_help = crate::run::EXAMPLES)]
    Run(Box<crate::run::RunOptions>),
    /// Runs the kernels of a project with all checks, those of smem-tile.toml or of files, and prints a line for each: for CI
    #[command(after_help = crate::check::options::EXAMPLES)]
    Check(Box<crate::check::options::CheckOptions>),
    /// Compiles the text that another process of this program gives it on the standard input
    #[command(hide = true, name = crate::limits::COMPILE)]
    CompileForParent,
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

impl Command {
    /// The exit code where the reader of the output leaves before its end: a command that runs kernels may not have judged all of them.
    pub(crate) fn unread(&self) -> u8 {
        match self {
            Self::Profile(_) | Self::Fix(_) | Self::Run(_) | Self::Check(_) | Self::CompileForParent => UNREAD,
            Self::Explain(_) | Self::Map(_) | Self::Header(_) | Self::Completions { .. } | Self::Man { .. } => GOOD,
        }
    }
}

/// The tiles that a command is about.
#[derive(Args, Debug)]
pub(crate) struct TileArguments {
    /// Rust files, `-` for standard input, or tiles as text: 'Name(f32): 32, 32'
    #[arg(value_name = "TILE", required = true)]
    pub(crate) tiles: Vec<String>,
    /// Only the tiles of this name, that of the struct; may be given several times
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Vec<String>,
    #[command(flatten)]
    pub(crate) limits: WholeLimits,
}

#[derive(Args, Debug)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) tiles: TileArguments,
    /// Prints JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Prints the tiles with conflicts alone
    #[arg(short, long, conflicts_with_all = ["json", "verbose"])]
    pub(crate) quiet: bool,
    /// Prints the banks of the first rows and columns of each tile as well
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) verbose: bool,
    /// Fails, with the code 1, if the accesses of a tile have more excess wavefronts than N together
    #[arg(long, value_name = "N")]
    pub(crate) max_excess: Option<u32>,
}

#[derive(Args, Debug)]
pub(crate) struct MapArguments {
    #[command(flatten)]
    pub(crate) tiles: TileArguments,
    /// The access that is marked, as the attribute spells it: 'col', 'row(vec = 4)', 'block(4, 8)'; by default the one of the tile's
    /// own that conflicts most, of several the last
    #[arg(long, value_name = "ACCESS")]
    pub(crate) access: Option<String>,
    /// The warp whose access is marked, from 0
    #[arg(long, value_name = "N", conflicts_with = "position")]
    pub(crate) warp: Option<u32>,
    /// The position of the access: its number from 0, or `worst`, the one that conflicts most
    #[arg(long, value_name = "POSITION", default_value = "worst", value_parser = position)]
    pub(crate) position: Position,
    /// Draws the dense layout before each tile
    #[arg(long)]
    pub(crate) before: bool,
    /// Draws the first N rows, of each plane; by default no more than 128 rows in all, and in a picture of a tile with more than 64 rows or
    /// columns those around the access
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rows: Option<u32>,
    /// Draws the first N columns; by default no more than 256, and 4096 elements of a tile of one row
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) cols: Option<u32>,
    /// Draws an SVG document into a file, the tiles side by side
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Prints no map: errors alone, as where a picture is written
    #[arg(short, long, conflicts_with_all = ["json", "verbose"])]
    pub(crate) quiet: bool,
    /// Draws all rows and columns
    #[arg(short, long, conflicts_with_all = ["rows", "cols"])]
    pub(crate) verbose: bool,
    /// Columns of text; by default those of the terminal, and as many as are needed where the output is not a terminal
    #[arg(long, value_name = "N")]
    pub(crate) width: Option<usize>,
    /// Prints JSON: the bank of each element, and which are accessed and in conflict
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads a position.
fn position(text: &str) -> Result<Position, String> {
    match text {
        "worst" => Ok(Position::Worst),
        number => number.parse().map(Position::Number).map_err(|_| "expected `worst` or a number from 0".to_string()),
    }
}

#[derive(Args, Debug)]
pub(crate) struct HeaderArguments {
    #[command(flatten)]
    pub(crate) tiles: TileArguments,
    /// Writes the header to a file instead of the standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Puts the tiles into a namespace, as in my::tiles
    #[arg(long, value_name = "NAME")]
    pub(crate) namespace: Option<String>,
    /// The include guard; by default made of the namespace and the name of the file, or those of the tiles
    #[arg(long, value_name = "MACRO")]
    pub(crate) guard: Option<String>,
    /// A condition of `cfg(..)` that holds, as rustc takes it: 'feature = "wide"'; may be given several times. No other holds then;
    /// without it, those of tests do not, and a tile under any other is an error
    #[arg(long, value_name = "SPEC")]
    pub(crate) cfg: Vec<String>,
    /// Prints JSON, with the header in it
    #[arg(long)]
    pub(crate) json: bool,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Result<Vec<String>, String> {
        let words: Vec<OsString> = ["smem-tile", "run"].into_iter().chain(words.split(' ')).map(Into::into).collect();
        let read = Arguments::read(&words).map_err(|error| error.to_string())?;
        let Command::Run(options) = read.command else { return Err("not a run".to_owned()) };
        let json = options.json.then(|| "with --json".to_owned());
        Ok(options.words().iter().map(|word| word.to_string_lossy().into_owned()).chain(json).collect())
    }

    #[test]
    fn options_come_before_or_after_a_cuda_file_and_its_arguments_after_two_dashes() {
        for words in ["a.cu --json -I b -D N=4 -- 5 --json", "--json -I b a.cu -- 5 --json", "--json -- a.cu 5 --json"]
        {
            assert_eq!(read(words).unwrap(), ["a.cu", "5", "--json", "with --json"], "{words}");
        }
        assert_eq!(read("a.cu").unwrap(), ["a.cu"]);
        assert_eq!(read("a.cu --").unwrap(), ["a.cu"]);
        assert_eq!(read("a.cu -- a -- b").unwrap(), ["a.cu", "a", "--", "b"]);
        assert_eq!(read("a.sh --json -- 5").unwrap(), ["a.sh", "--json", "--", "5"]);
    }

    #[test]
    fn words_after_a_cuda_file_that_are_no_options_are_refused() {
        for words in ["a.cu 5", "a.cu 5 -- 6", "a.cu b.cu"] {
            let refused = read(words).unwrap_err();
            assert!(refused.contains("come after `--`: smem-tile run a.cu -- ARGUMENTS"), "{words}: {refused}");
        }
        let refused = read("a.cu --jsn").unwrap_err();
        assert!(refused.contains("`--jsn` is not an option of `run`, and arguments"), "{refused}");
    }
}
