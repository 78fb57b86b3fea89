//! Which line of a chain of calls is the user's own: that of a project, not of a library that it includes.

use std::path::{Component, Path, PathBuf};

use crate::SourceLoc;

/// Folders whose `include` belongs to the system, whatever else is below them.
const OF_SYSTEM: [&str; 3] = ["/", "/usr", "/usr/local"];

/// Folders below `include` of libraries that examples are written beside: a user of CuTe in a clone of CUTLASS asks for the line of the example.
const LIBRARIES: [&str; 8] = ["cccl", "cooperative_groups", "cub", "cuda", "cute", "cutlass", "nv", "thrust"];

impl SourceLoc {
    /// Returns the innermost line outside of libraries. A header in a folder `include` is a library's, unless the file that is compiled lies in
    /// the folder that `include` is in: that is the project's, but for the headers of CUTLASS and CCCL. `main` has the file's possible names; without any it is that of the kernel, and if
    /// that is CUTLASS's or CCCL's, the innermost file in no `include`. Of files in other folders `is_library` decides.
    ///
    /// ```
    /// # use smem_sim::*;
    /// let module = smem_ptx::module(
    ///     ".version 8.8 .target sm_90 .address_size 64
    ///      .file 1 \"/p/src/k.cu\"
    ///      .file 2 \"/p/include/tile.cuh\"
    ///      .file 3 \"/c/include/cuda_fp16.hpp\"
    ///      .visible .entry k() {
    ///        .shared .align 4 .b8 s[4];
    ///        .loc 1 5 1
    ///        .loc 2 8 1, function_name $f, inlined_at 1 5 1
    ///        .loc 3 9 1, function_name $f, inlined_at 2 8 1
    ///        st.shared.u32 [s], 1; ret;
    ///      }",
    /// )?;
    /// let profile = Simulator::new(Arch::SM_90).launch(&module, "k", &LaunchShape::new(1, 1), &[])?;
    /// let loc = profile.shared[0].loc.as_ref().unwrap();
    /// let own = loc.own_line(&[], |_| false);
    /// assert_eq!((loc.line, &own.file[..], own.line), (9, "/p/include/tile.cuh", 8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn own_line(&self, main: &[&str], is_library: impl Fn(&str) -> bool) -> &SourceLoc {
        let own = main.iter().find_map(|main| {
            let is_own = |file: &str| in_project(file, main).unwrap_or_else(|| !is_library(file));
            self.chain().find(|loc| is_own(&loc.file))
        });
        let kernel = self.chain().last().unwrap_or(self);
        // A kernel of CUTLASS or CUB runs what a project hands in.
        let handed_in = || {
            let is_outside = |loc: &&SourceLoc| include_folder(&plain(&loc.file)).is_none();
            is_of_library(&plain(&kernel.file)).then(|| self.chain().find(is_outside))?
        };
        let of_kernel = || self.chain().find(|loc| in_project(&loc.file, &kernel.file).unwrap_or(true));
        own.or_else(handed_in).or_else(of_kernel).unwrap_or(self)
    }
}

/// Returns whether a header in a folder `include` is of the project that a file is in; `None` for a file in no such folder.
fn in_project(header: &str, main: &str) -> Option<bool> {
    let header = plain(header);
    let include = include_folder(&header)?;
    let folder = include.parent()?;
    let of_system = OF_SYSTEM.iter().any(|system| folder == Path::new(system));
    let main = plain(main);
    let is_beside = is_of_library(&header) && !main.starts_with(include);
    Some(!of_system && !is_beside && main.starts_with(folder))
}

/// The folder `include` that a file is in.
fn include_folder(file: &Path) -> Option<&Path> {
    file.parent()?.ancestors().find(|folder| folder.ends_with("include"))
}

fn is_of_library(header: &Path) -> bool {
    let in_library = |include: &Path| LIBRARIES.iter().any(|library| header.starts_with(include.join(library)));
    include_folder(header).is_some_and(in_library)
}

/// A path without `.` and `..`, as far as its text says where it is.
fn plain(path: &str) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in Path::new(path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of the own line in a chain of calls, the innermost first.
    fn own(files: &[&str], main: &[&str], is_library: fn(&str) -> bool) -> u32 {
        let chain = files.iter().enumerate().rev().fold(None, |outer: Option<SourceLoc>, (line, file)| {
            let (file, line) = ((*file).to_owned(), line as u32);
            Some(SourceLoc { file, line, column: 0, function: None, inlined_at: outer.map(Box::new) })
        });
        chain.unwrap().own_line(main, is_library).line
    }

    #[test]
    fn lines_of_libraries_are_those_that_call_them() {
        let own = |files: &[&str]| own(files, &[], |_| false);
        assert_eq!(own(&["k.cu"]), 0);
        let called = ["/c/include/cute/arch/copy.hpp", "/c/include/cute/copy.hpp", "/p/tile.cuh", "/p/k.cu"];
        assert_eq!(own(&called), 2);
        assert_eq!(own(&["/c/include/cute/copy.hpp", "/c/include/cutlass/kernel.h"]), 0, "a library's kernel");
        assert_eq!(own(&["/usr/include/a.h", "/c/include/cutlass/kernel.h"]), 1);
        assert_eq!(own(&["/usr/include/a.h", "/usr/src/k.cu"]), 1);
        assert_eq!(own(&["/usr/local/cuda/targets/x86_64-linux/include/cuda_fp16.hpp", "/p/k.cu"]), 1);
        assert_eq!(own(&["/p/third_party/cutlass/include/cute/copy.hpp", "/p/src/k.cu"]), 1);
        assert_eq!(own(&["/cutlass/include/cute/copy.hpp", "/cutlass/examples/cute/tutorial/sgemm_sm80.cu"]), 1);
    }

    #[test]
    fn a_kernel_of_a_library_runs_lines_of_the_project_that_hands_them_in() {
        let own = |files: &[&str]| own(files, &[], |_| false);
        let kernel = "/c/include/cutlass/device_kernel.h";
        assert_eq!(own(&["/c/include/cute/copy.hpp", "/p/hopper/mainloop.hpp", "/p/hopper/kernel.h", kernel]), 1);
        assert_eq!(own(&["/t/include/cuda_fp16.hpp", "/p/k.cu", "/t/include/cub/agent.cuh"]), 1);
        assert_eq!(own(&["/c/include/cute/copy.hpp", "/p/include/mainloop.hpp", kernel]), 0, "which of two libraries?");
    }

    #[test]
    fn headers_of_the_project_are_its_own() {
        let kernel = "/p/src/gpu/k.cu";
        for header in ["/p/include/tile.cuh", "/p/src/gpu/../../include/p/tile.cuh", "/p/src/./gpu/include/tile.cuh"] {
            assert_eq!(own(&[header, kernel], &[], |_| false), 0, "{header}");
            assert_eq!(own(&[header, kernel], &[kernel], |_| true), 0, "a folder of `-I` as well: {header}");
        }
        assert_eq!(own(&["include/tile.cuh", "src/k.cu"], &[], |_| false), 0);
        assert_eq!(own(&["/p/includes/tile.cuh", kernel], &[kernel], |file| file != "/p/src/gpu/k.cu"), 1);
    }

    #[test]
    fn the_file_that_is_compiled_may_have_several_names_and_only_include_a_kernel() {
        let called = ["/c/include/cute/copy.hpp", "/l/p/include/tile.cuh", "/l/p/src/k.cu"];
        assert_eq!(own(&called, &["/r/p/src/k.cu", "/l/p/src/k.cu"], |file| file == "/l/p/src/k.cu"), 1);
        let kernel_of_library = ["/usr/include/a.h", "/c/include/cute/copy.hpp", "/c/include/cutlass/kernel.h"];
        assert_eq!(own(&kernel_of_library, &["/p/k.cu"], |_| false), 1);
        assert_eq!(own(&["/c/tiles/a.cuh"], &["/p/k.cu"], |_| true), 0);
    }
}
