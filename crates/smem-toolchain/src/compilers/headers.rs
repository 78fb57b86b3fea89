//! CUDA's headers, for sources that include one. NVRTC comes without them.
//!
//! They come in four parts, and a part is looked for, or installed, once a source includes a header of it:
//!
//! ```text
//! runtime    cuda_fp16.h, mma.h, cooperative_groups.h, ..   of NVRTC's version, or the declarations in them may differ
//! compiler   crt/mma.h, ..: the headers that those of the runtime include; of NVRTC's version
//! cuRAND     curand_kernel.h: any release for the same major version
//! CCCL       cuda/std/array, cub/block/block_scan.cuh, thrust/tuple.h, ..: one release serves all NVRTCs of a major version
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use super::locate;
use crate::error::ToolError;
use crate::install::Wheel;
use crate::install_folder::Install;
use crate::wheels::{PinnedWheel, pinned};

/// How the names of the runtime's headers begin, those that device code may want.
const RUNTIME: [&str; 9] =
    ["cuda", "cuComplex", "cooperative_groups", "device_", "math_constants", "mma.h", "sm_", "texture_", "vector_"];

/// The folders of the C++ core libraries.
const CCCL: [&str; 4] = ["cuda/", "cub/", "thrust/", "nv/"];

/// A part of CUDA's headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Headers {
    Runtime,
    Compiler,
    Curand,
    Cccl,
}

/// The header that NVRTC could not open, by its log, and its part, where it is one of CUDA's.
pub(super) fn missing(log: &str) -> Option<(&str, Headers)> {
    let (_, rest) = log.split_once("open source file \"")?;
    let (name, _) = rest.split_once('"')?;
    let begins = |beginnings: &[&str]| beginnings.iter().any(|beginning| name.starts_with(beginning));
    let part = if begins(&CCCL) {
        Headers::Cccl
    } else if name.starts_with("crt/") {
        Headers::Compiler
    } else if name.starts_with("curand_") {
        Headers::Curand
    } else if begins(&RUNTIME) {
        Headers::Runtime
    } else {
        return None;
    };
    Some((name, part))
}

impl Headers {
    /// The part, with those that must be on the include path as well.
    pub(super) fn with_needed(self) -> &'static [Headers] {
        match self {
            Headers::Runtime => &[Headers::Runtime],
            Headers::Compiler => &[Headers::Compiler],
            // Its states and results are vectors and halves.
            Headers::Curand => &[Headers::Runtime, Headers::Curand],
            // The core libraries ask whether there is a `cuda_fp16.h` and leave things out where there is none.
            Headers::Cccl => &[Headers::Runtime, Headers::Cccl],
        }
    }

    /// The include folder of this part for NVRTC of `version`, installed if it is missing and `install` allows that. `nvrtc` is
    /// the library, where its path is known.
    ///
    /// # Errors
    /// [`ToolError::Unusable`] where there is none and none may or could be installed.
    pub(super) fn find(
        self,
        version: (u32, u32),
        nvrtc: Option<&Path>,
        install: &Install,
    ) -> Result<PathBuf, ToolError> {
        let installed = install.folder();
        let found = || locate::header_roots(nvrtc, installed.as_deref()).find_map(|root| self.below(&root, version));
        let folder = match found() {
            Some(folder) => folder,
            None => return self.wheel(version, |wheel| wheel.install(install, &found))?,
        };
        if installed.as_ref().is_some_and(|installed| folder.starts_with(installed)) {
            // A folder that was filled by hand may be of a version that is not in the table.
            self.wheel(version, |wheel| wheel.check(installed.as_deref())).unwrap_or(Ok(()))?;
        }
        Ok(folder)
    }

    /// The include folder of this part below `root`, a toolkit or a folder of Python packages, if it is of use for `version`.
    fn below(self, root: &Path, version: (u32, u32)) -> Option<PathBuf> {
        self.folders().iter().map(|folder| root.join(folder)).find(|folder| match self {
            Headers::Runtime => runtime_version(folder) == Some(version),
            Headers::Compiler => {
                folder.join("crt/mma.h").is_file()
                    && (runtime_version(folder) == Some(version)
                        || wheel_version(root, "nvidia_cuda_nvcc_cu12") == Some(version)
                        || wheel_version(root, "nvidia_cuda_crt") == Some(version))
            }
            // The folder of a wheel has its major version in no place: the one that is installed here is this NVRTC's.
            Headers::Curand => folder.join("curand_kernel.h").is_file(),
            Headers::Cccl => cccl_version(folder).is_some_and(|cccl| {
                let of_toolkit = [Some(folder.as_path()), folder.parent()]
                    .into_iter()
                    .flatten()
                    .any(|folder| runtime_version(folder) == Some(version));
                of_toolkit || serves(cccl, version)
            }),
        })
    }

    /// Where the include folder of this part may lie below a toolkit or a folder of Python packages.
    fn folders(self) -> &'static [&'static str] {
        match self {
            Headers::Runtime => &[
                "include",
                "targets/x86_64-linux/include",
                "targets/sbsa-linux/include",
                "nvidia/cuda_runtime/include",
                "nvidia/cu13/include",
            ],
            Headers::Compiler => &[
                "include",
                "targets/x86_64-linux/include",
                "targets/sbsa-linux/include",
                "nvidia/cuda_nvcc/include",
                "nvidia/cu13/include",
            ],
            Headers::Curand => &[
                "include",
                "targets/x86_64-linux/include",
                "targets/sbsa-linux/include",
                "nvidia/curand/include",
                "nvidia/cu13/include",
            ],
            Headers::Cccl => &[
                "include/cccl",
                "include",
                "targets/x86_64-linux/include/cccl",
                "targets/x86_64-linux/include",
                "targets/sbsa-linux/include/cccl",
                "targets/sbsa-linux/include",
                "nvidia/cuda_cccl/include",
                "nvidia/cu13/include/cccl",
            ],
        }
    }

    /// Passes the wheel that has this part for NVRTC of a version to `act`.
    ///
    /// # Errors
    /// [`ToolError::Unusable`] where the table of wheels has none for this version.
    fn wheel<T>(self, (major, minor): (u32, u32), act: impl FnOnce(&Wheel<'_>) -> T) -> Result<T, ToolError> {
        let of_cuda_12 = major <= 12;
        let of_version = format!("{major}.{minor}");
        let of_major = |folder: &str| format!("nvidia/cu{major}/{folder}");
        // Package, version or the beginning of one, the folder in it, what it brings, bytes of its file.
        let (package, version, payload, brings, bytes) = match (self, of_cuda_12) {
            (Headers::Runtime, true) => (
                "nvidia-cuda-runtime-cu12",
                &*of_version,
                "nvidia/cuda_runtime/include".to_owned(),
                "headers",
                3_500_000,
            ),
            (Headers::Runtime, false) => {
                ("nvidia-cuda-runtime", &*of_version, of_major("include"), "headers", 2_500_000)
            }
            (Headers::Compiler, true) => {
                let payload = "nvidia/cuda_nvcc/include".to_owned();
                ("nvidia-cuda-nvcc-cu12", &*of_version, payload, "compiler headers", 40_500_000)
            }
            (Headers::Compiler, false) => {
                ("nvidia-cuda-crt", &*of_version, of_major("include/crt"), "compiler headers", 170_000)
            }
            (Headers::Curand, true) => {
                ("nvidia-curand-cu12", "10.3.10.19", "nvidia/curand/include".to_owned(), "cuRAND headers", 68_300_000)
            }
            (Headers::Curand, false) => {
                ("nvidia-curand", "10.4.5.25", of_major("include"), "cuRAND headers", 77_100_000)
            }
            (Headers::Cccl, true) => {
                let payload = "nvidia/cuda_cccl/include".to_owned();
                ("nvidia-cuda-cccl-cu12", "12.9.27", payload, "C++ core libraries", 3_200_000)
            }
            (Headers::Cccl, false) => {
                ("nvidia-cuda-cccl", "13.3.5.0.6", of_major("include/cccl"), "C++ core libraries", 4_100_000)
            }
        };
        let brings = format!("CUDA {major}.{minor} {brings}");
        let Some(PinnedWheel { requirement, sha256 }) = pinned(package, version) else {
            return Err(ToolError::Unusable(format!(
                "no {brings} on this machine, and no wheel of that version is known here: point `CUDA_PATH` to its toolkit, or install \
                 the package `{package}` of that version for `python3`"
            )));
        };
        Ok(act(&Wheel::new(requirement, &payload, sha256).brings(&brings).bytes(bytes)))
    }
}

/// Whether this release of the core libraries is used with NVRTC of `version`, which it did not come with: those of CUDA 12.9
/// for all of CUDA 12, and later ones for CUDA 13.
fn serves(cccl: (u32, u32), version: (u32, u32)) -> bool {
    match version.0 {
        ..=12 => cccl.0 == 2 && cccl.1 >= 8,
        _ => cccl.0 == 3,
    }
}

/// Major and minor version of the runtime's headers in a folder, where it has those of half precision.
fn runtime_version(folder: &Path) -> Option<(u32, u32)> {
    if !folder.join("cuda_fp16.h").is_file() {
        return None;
    }
    // A thousand for the major version, ten for the minor.
    let number = definition(&folder.join("cuda_runtime_api.h"), "CUDART_VERSION")?;
    Some((number / 1000, number % 1000 / 10))
}

/// Major and minor version of the core libraries in a folder.
fn cccl_version(folder: &Path) -> Option<(u32, u32)> {
    // A million for the major version, a thousand for the minor.
    let number = definition(&folder.join("cuda/std/__cccl/version.h"), "CCCL_VERSION")?;
    Some((number / 1_000_000, number % 1_000_000 / 1000))
}

/// The number of `#define NAME  number` in a header.
fn definition(header: &Path, name: &str) -> Option<u32> {
    let text = fs::read(header).ok()?;
    String::from_utf8_lossy(&text).lines().find_map(|line| {
        let rest = line.trim().strip_prefix("#define")?.trim_start().strip_prefix(name)?;
        rest.starts_with(char::is_whitespace).then(|| rest.trim().parse().ok())?
    })
}

/// Major and minor version of a wheel that is installed in a folder of Python packages.
fn wheel_version(site: &Path, name: &str) -> Option<(u32, u32)> {
    fs::read_dir(site).ok()?.flatten().find_map(|entry| {
        let entry = entry.file_name();
        let version = entry.to_str()?.strip_prefix(name)?.strip_prefix('-')?.strip_suffix(".dist-info")?;
        let mut numbers = version.split('.').map_while(|number| number.parse().ok());
        Some((numbers.next()?, numbers.next()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_that_cannot_be_opened_is_named_where_it_is_one_of_cudas() {
        let log = |name: &str| format!("half.cu(1): catastrophic error: could not open source file \"{name}\"\n");
        for (name, part) in [
            ("cuda_fp16.h", Headers::Runtime),
            ("mma.h", Headers::Runtime),
            ("cooperative_groups/reduce.h", Headers::Runtime),
            ("crt/mma.h", Headers::Compiler),
            ("curand_kernel.h", Headers::Curand),
            ("cuda/std/array", Headers::Cccl),
            ("cub/block/block_scan.cuh", Headers::Cccl),
            ("thrust/tuple.h", Headers::Cccl),
            ("nv/target", Headers::Cccl),
        ] {
            assert_eq!(missing(&log(name)), Some((name, part)));
        }
        for other in ["cstdint", "my_types.h", "vector"] {
            assert_eq!(missing(&log(other)), None, "{other}");
        }
        assert_eq!(missing("half.cu(1): error: identifier \"cuda\" is undefined\n"), None);
    }

    #[test]
    fn the_wheels_have_the_version_of_the_compiler() {
        let of = |part: Headers, version| {
            part.wheel(version, |wheel| (wheel.requirement().to_owned(), wheel.payload.to_owned())).unwrap()
        };
        let is = |part, version, requirement: &str, payload: &str| {
            assert_eq!(of(part, version), (requirement.to_owned(), payload.to_owned()));
        };
        is(Headers::Runtime, (12, 8), "nvidia-cuda-runtime-cu12==12.8.90", "nvidia/cuda_runtime/include");
        is(Headers::Runtime, (13, 5), "nvidia-cuda-runtime==13.5.37", "nvidia/cu13/include");
        is(Headers::Compiler, (12, 8), "nvidia-cuda-nvcc-cu12==12.8.93", "nvidia/cuda_nvcc/include");
        is(Headers::Compiler, (13, 5), "nvidia-cuda-crt==13.5.37", "nvidia/cu13/include/crt");
        is(Headers::Curand, (12, 8), "nvidia-curand-cu12==10.3.10.19", "nvidia/curand/include");
        is(Headers::Curand, (13, 0), "nvidia-curand==10.4.5.25", "nvidia/cu13/include");
        is(Headers::Cccl, (12, 9), "nvidia-cuda-cccl-cu12==12.9.27", "nvidia/cuda_cccl/include");
        is(Headers::Cccl, (13, 5), "nvidia-cuda-cccl==13.3.5.0.6", "nvidia/cu13/include/cccl");
        let unknown = Headers::Runtime.wheel((14, 0), |_| ()).unwrap_err().to_string();
        assert!(unknown.starts_with("no CUDA 14.0 headers on this machine, and no wheel of that version"), "{unknown}");
    }

    /// Writes a header of one line below `root`.
    fn header(root: &Path, path: &str, text: &str) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("// a header\n{text}\n")).unwrap();
    }

    #[test]
    fn headers_of_another_version_are_passed_over() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        header(root, "include/cuda_fp16.h", "");
        header(root, "include/cuda_runtime_api.h", "#define CUDART_VERSION  12040");
        header(root, "include/crt/mma.h", "");
        header(root, "include/cuda/std/__cccl/version.h", "#define CCCL_VERSION_OF 1\n#define CCCL_VERSION 2003002");
        let include = Some(root.join("include"));
        for part in [Headers::Runtime, Headers::Compiler, Headers::Cccl] {
            assert_eq!(part.below(root, (12, 4)), include, "{part:?} of the toolkit");
            assert_eq!(part.below(root, (12, 9)), None, "{part:?} of an older toolkit");
        }
    }

    #[test]
    fn the_parts_of_a_folder_of_packages_are_found_by_their_versions() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        header(root, "nvidia/cuda_nvcc/include/crt/mma.h", "");
        header(root, "nvidia/cuda_cccl/include/cuda/std/__cccl/version.h", "#define CCCL_VERSION 2008002");
        assert_eq!(Headers::Compiler.below(root, (12, 9)), None, "its version is not known");
        fs::create_dir(root.join("nvidia_cuda_nvcc_cu12-12.9.86.dist-info")).unwrap();
        assert_eq!(Headers::Compiler.below(root, (12, 9)), Some(root.join("nvidia/cuda_nvcc/include")));
        assert_eq!(Headers::Compiler.below(root, (12, 8)), None);
        assert_eq!(Headers::Cccl.below(root, (12, 0)), Some(root.join("nvidia/cuda_cccl/include")));
        assert_eq!(Headers::Cccl.below(root, (13, 5)), None);

        header(root, "nvidia/cu13/include/cccl/cuda/std/__cccl/version.h", "#define CCCL_VERSION 3005000");
        assert_eq!(Headers::Cccl.below(root, (13, 5)), Some(root.join("nvidia/cu13/include/cccl")));
    }
}
