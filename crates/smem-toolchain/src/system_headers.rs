//! Headers of the system's compilers and libraries.

use std::path::{Component, Path};

/// Folders of the headers of the system's compilers and libraries.
const FOLDERS: [&str; 8] = [
    "/usr/include",
    "/usr/local/include",
    "/usr/lib/gcc",
    "/usr/lib/gcc-cross",
    "/usr/lib64/gcc",
    "/usr/libexec/gcc",
    "/usr/lib/clang",
    "/usr/lib64/clang",
];

/// Returns true if a path is that of a header of the system's compilers and libraries, by its text alone: no file is looked at.
///
/// ```
/// use std::path::Path;
/// use smem_toolchain::is_system_header;
///
/// assert!(is_system_header(Path::new("/usr/include/x86_64-linux-gnu/a.h")));
/// assert!(!is_system_header(Path::new("/usr/include/../lib/os-release")));
/// ```
pub fn is_system_header(path: &Path) -> bool {
    let is_plain = path.components().all(|part| part != Component::ParentDir);
    is_plain && (FOLDERS.iter().any(|folder| path.starts_with(folder)) || is_of_llvm(path))
}

/// `/usr/lib/llvm-18/lib/clang/18/include`, where Debian has clang's headers.
fn is_of_llvm(path: &Path) -> bool {
    let Ok(rest) = path.strip_prefix("/usr/lib") else { return false };
    let first = rest.components().next().map(|part| part.as_os_str().to_string_lossy().into_owned());
    first.is_some_and(|folder| folder == "llvm" || folder.starts_with("llvm-"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn folders_of_the_system_are_known_by_their_names() {
        assert!(is_system_header(Path::new("/usr/include/x86_64-linux-gnu/a.h")));
        assert!(is_system_header(Path::new("/usr/lib/llvm-18/lib/clang/18/include/stddef.h")));
        for other in ["/usr/lib/os-release", "/usr/include/../lib/a", "/usr/includes/a.h", "/etc/passwd", "a.h"] {
            assert!(!is_system_header(Path::new(other)), "{other}");
        }
    }
}
