//! CUDA's own headers, for sources that include one: `cuda_fp16.h` and its neighbours.
//!
//! NVRTC comes without them. They are of the same version as it, or the declarations in them need not be.

use std::fs;
use std::path::{Path, PathBuf};

use super::install::Wheel;
use super::{Install, locate};
use crate::Error;

/// How the names of CUDA's headers begin, those that device code may want.
const BEGINNINGS: [&str; 9] =
    ["cuda", "cuComplex", "cooperative_groups", "device_", "math_constants", "mma.h", "sm_", "texture_", "vector_"];

/// The header that NVRTC could not open, by its log, where it is one of CUDA's.
pub(super) fn missing(log: &str) -> Option<&str> {
    let (_, rest) = log.split_once("open source file \"")?;
    let (name, _) = rest.split_once('"')?;
    BEGINNINGS.iter().any(|beginning| name.starts_with(beginning)).then_some(name)
}

/// The folder of the headers of CUDA `version`, which may be installed into `target/cuda` if `install` says so. `nvrtc` is the
/// library they belong to, where its path is known.
///
/// # Errors
/// [`Error::Nvrtc`] where there are none and none may or could be installed.
pub(super) fn find(version: (u32, u32), nvrtc: Option<&Path>, install: Install) -> Result<PathBuf, Error> {
    let found = || locate::header_folders(nvrtc).into_iter().find(|folder| version_of(folder) == Some(version));
    match found() {
        Some(folder) => Ok(folder),
        None => wheel(version, |wheel| wheel.install(install, &found)),
    }
}

/// Passes the wheel that has the headers of CUDA `version` to `act`.
fn wheel<T>((major, minor): (u32, u32), act: impl FnOnce(&Wheel<'_>) -> T) -> T {
    let brings = format!("CUDA {major}.{minor} headers");
    // The last patch of this version; without a `*`, which a shell would expand.
    let requirement = match major {
        ..=12 => format!("nvidia-cuda-runtime-cu{major}~={major}.{minor}.0"),
        _ => format!("nvidia-cuda-runtime~={major}.{minor}.0"),
    };
    let payload = match major {
        ..=12 => "nvidia/cuda_runtime/include".to_owned(),
        _ => format!("nvidia/cu{major}/include"),
    };
    act(&Wheel { brings: &brings, requirement: &requirement, bytes: 3_500_000, payload: &payload })
}

/// Major and minor version of the headers in a folder, where it has those of half precision.
fn version_of(folder: &Path) -> Option<(u32, u32)> {
    if !folder.join("cuda_fp16.h").is_file() {
        return None;
    }
    let text = fs::read(folder.join("cuda_runtime_api.h")).ok()?;
    version(&String::from_utf8_lossy(&text))
}

/// Of `#define CUDART_VERSION  12090`: a thousand for the major version, ten for the minor.
fn version(header: &str) -> Option<(u32, u32)> {
    let number = header.lines().find_map(|line| line.trim().strip_prefix("#define CUDART_VERSION"))?;
    let number: u32 = number.trim().parse().ok()?;
    Some((number / 1000, number % 1000 / 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_that_cannot_be_opened_is_named_where_it_is_one_of_cudas() {
        let log = |name: &str| format!("half.cu(1): catastrophic error: could not open source file \"{name}\"\n");
        assert_eq!(missing(&log("cuda_fp16.h")), Some("cuda_fp16.h"));
        assert_eq!(missing(&log("mma.h")), Some("mma.h"));
        for other in ["cstdint", "my_types.h", "vector"] {
            assert_eq!(missing(&log(other)), None, "{other}");
        }
        assert_eq!(missing("half.cu(1): error: identifier \"cuda\" is undefined\n"), None);
    }

    #[test]
    fn the_version_is_that_of_the_runtime() {
        assert_eq!(version("// \n#define CUDART_VERSION  12090\n"), Some((12, 9)));
        assert_eq!(version("#define CUDART_VERSION 13050"), Some((13, 5)));
        assert_eq!(version("#define CUDA_VERSION 13050"), None);
    }

    #[test]
    fn the_wheel_has_the_version_of_the_compiler() {
        let of = |version| wheel(version, |wheel| (wheel.requirement.to_owned(), wheel.payload.to_owned()));
        let expected = ("nvidia-cuda-runtime-cu12~=12.8.0".to_owned(), "nvidia/cuda_runtime/include".to_owned());
        assert_eq!(of((12, 8)), expected);
        assert_eq!(of((13, 5)), ("nvidia-cuda-runtime~=13.5.0".to_owned(), "nvidia/cu13/include".to_owned()));
    }
}
