//! The files of a checkout as NVRTC compiles them: without host code, at the same places below another folder.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use smem_cuda::{CudaText, check_nesting, included_headers, is_device_header, is_host_header, without_host_code};
use smem_examples::{Error, make_folder, write_file};

/// A file without host code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CutSource {
    /// Its path in the checkout.
    pub path: String,
    /// The source that is compiled.
    pub text: String,
    /// The instances of templates that its host code launches, as it writes them.
    pub instances: Vec<String>,
    /// Folders of headers.
    pub folders: Vec<PathBuf>,
}

/// Returns the paths of the `.cu` files of a checkout that hold a kernel, in order.
///
/// # Errors
/// [`Error::Input`] where a folder cannot be read.
pub fn census_sources(checkout: &Path) -> Result<Vec<String>, Error> {
    let mut found = Vec::new();
    gather(checkout, &mut found)?;
    let mut paths: Vec<String> = Vec::new();
    for path in found {
        if read(&path)?.contains("__global__") {
            paths.push(path.strip_prefix(checkout).unwrap_or(&path).display().to_string());
        }
    }
    paths.sort();
    Ok(paths)
}

fn gather(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Error> {
    let cannot = |error: std::io::Error| Error::Input(format!("cannot read `{}`: {error}", folder.display()));
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.is_dir() {
            gather(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "cu") {
            found.push(path);
        }
    }
    Ok(())
}

/// Cuts the host code out of the file at `path` of a checkout, and out of the headers of the checkout that it includes. The headers are
/// left below `copies`, at the same places.
///
/// # Errors
/// [`Error::Input`] where a file cannot be read, written or lexed.
pub fn cut_source(checkout: &Path, path: &str, copies: &Path) -> Result<CutSource, Error> {
    let file = checkout.join(path);
    let originals = header_folders(checkout, &file);
    let original = read(&file)?;
    check_nesting(&original).map_err(|why| Error::Input(format!("`{path}`: {why}")))?;
    let launched = CudaText::parse(&original);
    let names: BTreeSet<String> =
        launched.launches().iter().map(|launch| launch.kernel_name()).filter(|name| name.contains('<')).collect();
    let mut done = BTreeSet::from([file.clone()]);
    let text = device_code(&original, &file, &originals, checkout, copies, &mut done)?;
    let folders = originals.iter().map(|folder| copies.join(folder.strip_prefix(checkout).unwrap_or(folder))).collect();
    Ok(CutSource { path: path.to_owned(), text, instances: names.into_iter().collect(), folders })
}

/// The folders where builds of such repositories look for headers.
fn header_folders(checkout: &Path, file: &Path) -> Vec<PathBuf> {
    let own = file.parent().unwrap_or(checkout);
    let above = own.parent().filter(|above| above.starts_with(checkout)).unwrap_or(checkout);
    let folders = [own.to_owned(), own.join("inc"), own.join("include"), above.to_owned(), above.join("inc")];
    let mut result: Vec<PathBuf> = Vec::new();
    for folder in folders.into_iter().chain([above.join("include"), checkout.join("Common"), checkout.join("include")])
    {
        if folder.is_dir() && !result.contains(&folder) {
            result.push(folder);
        }
    }
    result
}

/// The device code of a text, and copies of its headers.
fn device_code(
    text: &str,
    file: &Path,
    folders: &[PathBuf],
    checkout: &Path,
    copies: &Path,
    done: &mut BTreeSet<PathBuf>,
) -> Result<String, Error> {
    let own = file.parent().map(Path::to_owned);
    let find = |name: &str| {
        let places = own.iter().chain(folders).map(|folder| folder.join(name));
        places.filter_map(|path| path.canonicalize().ok()).find(|path| path.is_file() && path.starts_with(checkout))
    };
    for header in included_headers(text).iter().filter_map(|header| find(&header.name)).collect::<Vec<_>>() {
        if !done.insert(header.clone()) {
            continue;
        }
        let copy = copies.join(header.strip_prefix(checkout).unwrap_or(&header));
        let original = read(&header)?;
        check_nesting(&original).map_err(|why| Error::Input(format!("`{}`: {why}", header.display())))?;
        let device = device_code(&original, &header, folders, checkout, copies, done)?;
        if let Some(parent) = copy.parent() {
            make_folder(parent)?;
        }
        write_file(&copy, &device)?;
    }
    let keeps = |name: &str| find(name).is_some() || is_device_header(name) && !is_host_header(name);
    Ok(without_host_code(text, keeps))
}

fn read(path: &Path) -> Result<String, Error> {
    let bytes = fs::read(path).map_err(|error| Error::Input(format!("cannot read `{}`: {error}", path.display())))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_keeps_its_kernels_its_headers_and_the_instances_that_it_launches() {
        let folder = tempfile::tempdir().unwrap();
        let (checkout, copies) = (folder.path().join("checkout"), folder.path().join("copies"));
        let checkout = {
            make_folder(&checkout.join("a/inc")).unwrap();
            checkout.canonicalize().unwrap()
        };
        fs::write(checkout.join("a/inc/own.h"), "#include <vector>\n__device__ int one() { return 1; }\n").unwrap();
        fs::write(checkout.join("a/host.cu"), "int main() {}\n").unwrap();
        let text = "#include <cstdio>\n#include \"own.h\"\ntemplate <int N> __global__ void k(int* d) { *d = N + one(); }\n\
                    int main() { k<32><<<1, 1>>>(nullptr); }\n";
        fs::write(checkout.join("a/k.cu"), text).unwrap();
        assert_eq!(census_sources(&checkout).unwrap(), ["a/k.cu"]);
        let cut = cut_source(&checkout, "a/k.cu", &copies).unwrap();
        assert_eq!(cut.instances, ["k<32>"]);
        assert!(cut.text.contains("#include \"own.h\"") && !cut.text.contains("cstdio") && !cut.text.contains("main"));
        assert_eq!(
            fs::read_to_string(copies.join("a/inc/own.h")).unwrap().trim(),
            "__device__ int one() { return 1; }"
        );
        assert!(cut.folders.contains(&copies.join("a/inc")));
    }
}
