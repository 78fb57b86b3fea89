//! Programs that compilers made of earlier sources.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::compiled_parts::{parts, put, result_bytes, result_of};
use super::headers;
use super::read_files::ReadFiles;
use super::source::{Compiled, CudaSource};
use crate::error::ToolError;
use crate::kept::{KeptKey, KeptResults, identity};

/// The results of one compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KeptPrograms(KeptResults);

impl KeptPrograms {
    /// Those of a tool with these files, in `folder`. `None` where one of them cannot be told from another one at the same path.
    pub(super) fn of(tool: &[PathBuf], folder: &Path, writes: bool) -> Option<KeptPrograms> {
        KeptResults::of(tool, &folder.join("programs"), writes).map(KeptPrograms)
    }

    /// The result of compiling a source with the headers of CUDA in `folders`: of an earlier compilation, or of `compile`. What does not compile
    /// is compiled again, but where it lacks a header of CUDA's, which is looked for then.
    pub(super) fn compiled(
        &self,
        source: &CudaSource,
        folders: &[PathBuf],
        compile: impl FnOnce() -> Result<Compiled, ToolError>,
    ) -> Result<Compiled, ToolError> {
        self.result(
            source,
            || Some(self.key_of("program", source)?.with_all(headers_identities(folders)?.iter())),
            compile,
        )
    }

    /// The result of compiling a source as it is, with these headers.
    pub(super) fn whole(
        &self,
        source: &CudaSource,
        capability: &str,
        headers: &BTreeSet<PathBuf>,
        compile: impl FnOnce() -> Result<Compiled, ToolError>,
    ) -> Result<Compiled, ToolError> {
        let key =
            || Some(self.key_of("whole with its log", source)?.with(capability).with_all(identities(headers)?.iter()));
        self.result(source, key, compile)
    }

    /// The files that a source includes for a capability: those of an earlier call, where each of them is still the same, or those of `list`.
    pub(super) fn headers(
        &self,
        source: &CudaSource,
        capability: &str,
        list: impl FnOnce() -> Result<BTreeSet<PathBuf>, ToolError>,
    ) -> Result<BTreeSet<PathBuf>, ToolError> {
        let Some(key) = self.key_of("headers", source) else { return list() };
        // Conditions on the architecture include one file or another.
        let key = key.with(capability);
        if let Some(headers) = self.0.find(&key).and_then(|bytes| unchanged(&bytes)) {
            return Ok(headers);
        }
        let headers = list()?;
        if let Some(identities) = identities(&headers) {
            let mut bytes = Vec::new();
            put(&mut bytes, headers.iter().map(|file| file.display().to_string()));
            put(&mut bytes, identities);
            self.0.keep(&key, &bytes);
        }
        Ok(headers)
    }

    fn result(
        &self,
        source: &CudaSource,
        key: impl Fn() -> Option<KeptKey>,
        compile: impl FnOnce() -> Result<Compiled, ToolError>,
    ) -> Result<Compiled, ToolError> {
        let Some(before) = key() else { return compile() };
        if let Some(result) = self.0.find(&before).and_then(|bytes| result_of(&bytes)) {
            return result;
        }
        let result = compile();
        let bytes = source.reads().and_then(|reads| kept_bytes(&result, reads));
        // A file that was changed meanwhile may have been read before or after.
        if let Some(bytes) = bytes.filter(|_| key().is_some_and(|after| after.name() == before.name())) {
            self.0.keep(&before, &bytes);
        }
        result
    }

    /// The key of a source; `None` where it is not known what its result depends on.
    fn key_of(&self, kind: &str, source: &CudaSource) -> Option<KeptKey> {
        let reads = source.reads()?;
        let plain = |text: &String| reads.without_temporary(text);
        // Debug information has the working folder in front of names without one.
        let current = env::current_dir().ok()?;
        let key = self.0.key(kind).with(current.display().to_string()).with(source.name());
        let key = key.with(reads.without_temporary(source.text())).with_all(source.options().iter().map(plain));
        let key = key.with_all(source.kernels().iter());
        let folders = source.folders().unwrap_or_default().iter().map(|folder| folder.display().to_string());
        let key = key.with_all(folders.map(|folder| reads.without_temporary(&folder)));
        Some(reads.added_to(key))
    }
}

fn identities(files: &BTreeSet<PathBuf>) -> Option<Vec<String>> {
    files.iter().map(|file| identity(file)).collect()
}

fn headers_identities(folders: &[PathBuf]) -> Option<Vec<String>> {
    folders.iter().map(|folder| headers_identity(folder)).collect()
}

/// The files of a kept list, if each is the same as then.
fn unchanged(bytes: &[u8]) -> Option<BTreeSet<PathBuf>> {
    let parts = parts(bytes)?;
    let (files, then) = parts.split_at(parts.len() / 2);
    let headers: BTreeSet<PathBuf> = files.iter().map(PathBuf::from).collect();
    (identities(&headers)? == then).then_some(headers)
}

/// The version of a folder of CUDA's headers: the manifest of what was installed, or a file that each version of a toolkit has another one of.
fn headers_identity(folder: &Path) -> Option<String> {
    const OF_VERSIONS: [&str; 3] = ["cuda_runtime_api.h", "cuda/std/__cccl/version.h", "curand_kernel.h"];
    let known = OF_VERSIONS.iter().filter_map(|file| identity(&folder.join(file)));
    let manifests = folder.ancestors().skip(1).take(2).map(|above| above.with_extension("manifest"));
    let contents = manifests.filter_map(|manifest| fs::read_to_string(manifest).ok());
    let parts: Vec<String> = known.chain(contents).collect();
    (!parts.is_empty()).then(|| format!("{}\n{}", folder.display(), parts.join("\n")))
}

/// The bytes of a result that is that of the source wherever its temporary files lie; `None` for another one, and for a source that does not compile.
fn kept_bytes(result: &Result<Compiled, ToolError>, reads: &ReadFiles) -> Option<Vec<u8>> {
    match result {
        Ok(compiled) if reads.names_temporary(compiled.ptx()) => None,
        Ok(compiled) => {
            let log = reads.without_temporary(compiled.log());
            Some(result_bytes(&Ok(Compiled { log, ..compiled.clone() })))
        }
        Err(ToolError::Compile { log, .. }) => headers::missing(log).map(|_| result_bytes(result)),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn programs(folder: &Path) -> KeptPrograms {
        fs::write(folder.join("tool"), "a compiler").unwrap();
        KeptPrograms::of(&[folder.join("tool")], folder, true).unwrap()
    }

    fn compiled(ptx: &str) -> Result<Compiled, ToolError> {
        Ok(Compiled::from_parts(ptx, Some(b"cubin"), &[("k<1>".to_owned(), "_Z1k".to_owned())]))
    }

    fn never() -> Result<Compiled, ToolError> {
        panic!("it was compiled again")
    }

    #[test]
    fn a_source_is_compiled_once_and_again_where_anything_of_it_is_another() {
        let folder = tempfile::tempdir().unwrap();
        let (programs, header) = (programs(folder.path()), folder.path().join("a.h"));
        let source =
            || CudaSource::new("text", "k.cu").option("-O3").kernel("k<1>").reading(vec![header.clone()], None);
        assert_eq!(programs.compiled(&source(), &[], || compiled("one")), compiled("one"));
        assert_eq!(programs.compiled(&source(), &[], never), compiled("one"));
        let others = [
            CudaSource::new("texts", "k.cu").option("-O3").kernel("k<1>").reading(vec![header.clone()], None),
            CudaSource::new("text", "l.cu").option("-O3").kernel("k<1>").reading(vec![header.clone()], None),
            source().option("-G"),
            source().kernel("k<2>"),
        ];
        for other in others {
            assert_eq!(programs.compiled(&other, &[], || compiled("other")), compiled("other"), "{other:?}");
        }
        fs::write(&header, "").unwrap();
        assert_eq!(programs.compiled(&source(), &[], || compiled("with header")), compiled("with header"));
        fs::write(&header, "int a;").unwrap();
        assert_eq!(programs.compiled(&source(), &[], || compiled("another header")), compiled("another header"));
        fs::remove_file(&header).unwrap();
        assert_eq!(programs.compiled(&source(), &[], never), compiled("one"));
        fs::write(folder.path().join("tool"), "another compiler").unwrap();
        let newer = KeptPrograms::of(&[folder.path().join("tool")], folder.path(), true).unwrap();
        assert_eq!(newer.compiled(&source(), &[], || compiled("two")), compiled("two"));
    }

    #[test]
    fn files_of_one_run_may_lie_elsewhere_the_next_time() {
        let (folder, first, second) =
            (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let programs = programs(folder.path());
        let source = |at: &Path| {
            let copy = at.join("0_a.h");
            fs::write(&copy, format!("#include \"{}/1_b.h\"", at.display())).unwrap();
            let text = format!("#include \"{}\"", copy.display());
            CudaSource::new(text, "k.cu").reading(vec![copy], Some(at.to_owned())).within(vec![at.to_owned()])
        };
        let names_it = compiled(&format!(".file 1 \"{}\"", first.path().display()));
        assert_eq!(programs.compiled(&source(first.path()), &[], || names_it.clone()), names_it);
        assert_eq!(programs.compiled(&source(second.path()), &[], || compiled("ptx")), compiled("ptx"));
        assert_eq!(programs.compiled(&source(first.path()), &[], never), compiled("ptx"));
    }

    #[test]
    fn what_does_not_compile_is_compiled_again_and_so_is_a_source_of_unknown_files() {
        let folder = tempfile::tempdir().unwrap();
        let programs = programs(folder.path());
        let source = CudaSource::new("text", "k.cu");
        let refused =
            |log: &str| Err(ToolError::Compile { name: "k.cu".into(), log: log.into(), listing: String::new() });
        let known = source.clone().reading(Vec::new(), None);
        assert_eq!(programs.compiled(&known, &[], || refused("error: x")), refused("error: x"));
        assert_eq!(programs.compiled(&known, &[], || compiled("ptx")), compiled("ptx"));
        assert_eq!(programs.compiled(&source, &[], || compiled("a")), compiled("a"));
        assert_eq!(programs.compiled(&source, &[], || compiled("b")), compiled("b"));
        // It names the part of CUDA's headers that is wanted.
        let missing = "cannot open source file \"cuda_fp16.h\"";
        let known = known.option("-O3");
        assert_eq!(programs.compiled(&known, &[], || refused(missing)), refused(missing));
        assert_eq!(programs.compiled(&known, &[], never), refused(missing));
    }

    #[test]
    fn a_list_of_headers_holds_as_long_as_each_of_them_is_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let (programs, header) = (programs(folder.path()), folder.path().join("a.h"));
        fs::write(&header, "").unwrap();
        let list = BTreeSet::from([header.clone()]);
        let source = CudaSource::new("text", "k.cu").reading(Vec::new(), None);
        assert_eq!(programs.headers(&source, "90", || Ok(list.clone())), Ok(list.clone()));
        assert_eq!(programs.headers(&source, "90", || Ok(BTreeSet::new())), Ok(list));
        let of_older = BTreeSet::from([folder.path().join("older.h")]);
        assert_eq!(programs.headers(&source, "80", || Ok(of_older.clone())), Ok(of_older));
        fs::write(&header, "int a;").unwrap();
        assert_eq!(programs.headers(&source, "90", || Ok(BTreeSet::new())), Ok(BTreeSet::new()));
    }
}
