//! Compiles the kernels into a pack.

use std::path::Path;

use smem_examples::{Error, make_folder, read_file, write_file};
use smem_launch::{CudaSource, Device, LaunchFile};

use super::own::own_kernels;
use crate::published::{FetchFrom, Pack, PublishedFile, PublishedList, compile, fetch, launch_file};

/// Compiles the published files of a list into a pack. They are fetched into `fetched`, and changed as the list's folder says.
///
/// # Errors
/// Where a file cannot be fetched, read or written, or does not compile.
pub fn pack_published(
    list: &PublishedList,
    from: &FetchFrom,
    fetched: &Path,
    device: &Device,
    pack: &Pack,
) -> Result<(), Error> {
    fetch(list, from, fetched, &mut |_| ())?;
    let edits = edits(list.folder())?;
    for file in &list.files {
        let own: Vec<&Edit> = edits.iter().filter(|edit| edit.name == file.name).collect();
        let edited = fetched.join("edited").join(&file.name);
        let from = if own.is_empty() { fetched } else { apply(&own, file, fetched, &edited)? };
        let compiled = compile(file, &launch_file(list, file)?, device, from, &fetched.join("cut"))?;
        pack.add(&file.name, &compiled, &read_file(&list.launch_file(file))?)?;
    }
    Ok(())
}

/// Compiles the project's own kernels whose names contain `only` into a pack.
///
/// # Errors
/// Where a file cannot be read or written, or does not compile.
pub fn pack_own(folder: &Path, only: &str, device: &Device, pack: &Pack) -> Result<(), Error> {
    for own in own_kernels(folder)?.iter().filter(|own| own.name.contains(only)) {
        let launches = LaunchFile::parse(&own.launches, &own.name)?;
        let source = CudaSource::new(own.text.clone(), &own.name);
        let compiled = device.compile(&launches.kernels().fold(source, CudaSource::kernel))?;
        pack.add(&own.name, &compiled, &own.launches)?;
    }
    Ok(())
}

/// A change of a published file.
struct Edit {
    name: String,
    find: String,
    replace: String,
}

fn edits(folder: &Path) -> Result<Vec<Edit>, Error> {
    let path = folder.join("edits.tsv");
    let edit = |line: &str| match line.split('\t').collect::<Vec<_>>()[..] {
        [name, find, replace] => Ok(Edit { name: name.into(), find: find.into(), replace: replace.into() }),
        _ => Err(Error::Input(format!("`{}`: a line without three cells: {line}", path.display()))),
    };
    read_file(&path)?.lines().skip(1).map(edit).collect()
}

/// Copies a file and what it includes to `edited`, changed.
fn apply<'e>(edits: &[&Edit], file: &PublishedFile, fetched: &Path, edited: &'e Path) -> Result<&'e Path, Error> {
    for path in file.paths() {
        let target = file.folder(edited).join(path);
        let mut text = read_file(&file.folder(fetched).join(path))?;
        for Edit { name, find, replace } in edits.iter().filter(|_| path == file.path) {
            if !text.contains(find.as_str()) {
                return Err(Error::Input(format!("`{name}` has no `{find}`")));
            }
            text = text.replace(find.as_str(), replace);
        }
        if let Some(parent) = target.parent() {
            make_folder(parent)?;
        }
        write_file(&target, &text)?;
    }
    Ok(edited)
}
