//! Files of strangers: what they name is not read, what they take is limited, and what they say is not obeyed by a terminal.

mod budgets;
mod compiler;
mod elsewhere;
mod growth;
mod included;
mod launch_files;
#[cfg(target_os = "linux")]
mod loader;
mod many_findings;
mod names;
mod outputs;
#[cfg(target_os = "linux")]
mod places;
#[cfg(target_os = "linux")]
mod sandbox;
#[cfg(unix)]
mod shell;
mod sources;
mod spelling;
mod terminal;
mod whole;

use crate::call::{Answer, Folder};

/// PTX whose one access to shared memory has conflicts, and which says that it is from `file`, line 1.
fn ptx_of(file: &str) -> String {
    format!(
        ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k() {{\n.shared .align 4 .b8 tile[4096];\n\
         .reg .b32 %r<3>;\n.loc 1 1 0\nmov.u32 %r0, tile;\nmov.u32 %r1, %tid.x;\nmad.lo.u32 %r2, %r1, 128, %r0;\n\
         st.shared.u32 [%r2], %r1;\nret;\n}}\n.file 1 \"{file}\"\n"
    )
}

fn profile(folder: &Folder, file: &str, options: &[&str]) -> Answer {
    folder.call(&[&["profile", file, "--grid", "1", "--block", "32"], options].concat())
}
