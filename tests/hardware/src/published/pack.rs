//! A pack: the machine code of published files and their launches in a folder, for a machine that has a GPU and neither sources nor
//! this compiler.

use std::fs;
use std::path::{Path, PathBuf};

use smem_examples::{Error, make_folder, read_file, write_file};
use smem_launch::{Compiled, LaunchFile};

/// A folder of packed files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pack {
    folder: PathBuf,
}

/// A file of a pack.
#[derive(Debug)]
pub struct PackedFile {
    /// Its name.
    pub name: String,
    /// Its compiled code.
    pub compiled: Compiled,
    /// Its launches.
    pub launches: LaunchFile,
}

impl Pack {
    /// The pack in `folder`, which need not be there yet.
    pub fn new(folder: &Path) -> Pack {
        Pack { folder: folder.to_owned() }
    }

    fn file(&self, name: &str, extension: &str) -> PathBuf {
        self.folder.join(format!("{name}.{extension}"))
    }

    /// Adds a file; `launches` is the text of its launch file.
    ///
    /// # Errors
    /// [`Error::Input`] where the folder cannot be written.
    pub fn add(&self, name: &str, compiled: &Compiled, launches: &str) -> Result<(), Error> {
        make_folder(&self.folder)?;
        write_file(&self.file(name, "ptx"), compiled.ptx())?;
        if let Some(cubin) = compiled.cubin() {
            let path = self.file(name, "cubin");
            fs::write(&path, cubin).map_err(|error| Error::cannot_write(&path, &error))?;
        }
        let names: Vec<String> = compiled.names().iter().map(|(asked, entry)| format!("{asked}\t{entry}\n")).collect();
        write_file(&self.file(name, "names"), &names.concat())?;
        write_file(&self.file(name, "toml"), launches)
    }

    /// Notes which compiler made the pack's code.
    ///
    /// # Errors
    /// [`Error::Input`] where the folder cannot be written.
    pub fn set_compiler(&self, compiler: &str) -> Result<(), Error> {
        make_folder(&self.folder)?;
        write_file(&self.folder.join("compiler.txt"), compiler)
    }

    /// The compiler that made the pack's code, or `unknown`.
    pub fn compiler(&self) -> String {
        fs::read_to_string(self.folder.join("compiler.txt")).unwrap_or_else(|_| "unknown".to_owned())
    }

    /// Reads the files whose names contain `only`, in alphabetical order.
    ///
    /// # Errors
    /// [`Error::Input`] where the folder has none or a file cannot be read.
    pub fn files(&self, only: &str) -> Result<Vec<PackedFile>, Error> {
        let unreadable = |error| Error::Input(format!("cannot read `{}`: {error}", self.folder.display()));
        let mut names: Vec<String> = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?.file_name();
            if let Some(name) = entry.to_str().and_then(|entry| entry.strip_suffix(".toml"))
                && name.contains(only)
            {
                names.push(name.to_owned());
            }
        }
        if names.is_empty() {
            return Err(Error::Input(format!(
                "`{}` has no packed file with `{only}` in its name",
                self.folder.display()
            )));
        }
        names.sort();
        names.iter().map(|name| self.read(name)).collect()
    }

    fn read(&self, name: &str) -> Result<PackedFile, Error> {
        let launches = LaunchFile::parse(&read_file(&self.file(name, "toml"))?, &format!("{name}.toml"))?;
        let names: Vec<(String, String)> = read_file(&self.file(name, "names"))?
            .lines()
            .filter_map(|line| line.split_once('\t'))
            .map(|(asked, entry)| (asked.to_owned(), entry.to_owned()))
            .collect();
        let path = self.file(name, "cubin");
        let cubin =
            fs::read(&path).map_err(|error| Error::Input(format!("cannot read `{}`: {error}", path.display())))?;
        let compiled = Compiled::from_parts(read_file(&self.file(name, "ptx"))?, Some(&cubin), &names);
        Ok(PackedFile { name: name.to_owned(), compiled, launches })
    }
}
