//! Launches described in a TOML file or on a command line: buffers with their contents, variables, and launches in order.
//!
//! ```text
//! text  --LaunchFile::parse-->  what is asked, checked, with the line of every mistake     (file, value, buffer, arg)
//!       --LaunchFile::upload--> buffers on a device, launches that can be made             (uploaded)
//! ```

mod arg;
mod buffer;
mod buffer_pointer;
mod declared;
mod described;
mod file;
mod file_launch;
mod files;
mod fill;
mod launch_arg;
mod npy;
mod number;
mod other_contents;
mod random;
mod short;
mod struct_text;
mod synthetic_contents;
mod tensor_map;
mod texture;
mod uploaded;
mod value;
mod written_arg;

pub use described::{DescribedArg, DescribedBuffer, DescribedLaunch};
pub use file::LaunchFile;
pub use launch_arg::{ArgFields, LaunchArg};
pub use other_contents::OtherContents;
pub use uploaded::UploadedLaunches;
pub use written_arg::WrittenArg;
