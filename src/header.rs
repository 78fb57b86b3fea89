//! Headers for CUDA C++ from a build script.

use std::borrow::ToOwned;
use std::format;
use std::path::{Path, PathBuf};
use std::string::{String, ToString};
use std::vec::Vec;
use std::{env, fmt, fs, println};

use smem_derive_impl::read::{self, Configuration, Mistake};
use smem_layout::Header;

/// Starts a header for CUDA C++ with the tiles of a Rust file: every struct with the attribute, as [`smem_tile`](macro@crate::smem_tile)
/// lays it out.
///
/// In `build.rs`, with `smem-tile` and its feature `header` under `[build-dependencies]`:
///
/// ```no_run
/// fn main() -> Result<(), smem_tile::BuildError> {
///     smem_tile::header("src/tiles.rs").namespace("my::tiles").write_to_out_dir("tiles.cuh")?;
///     Ok(())
/// }
/// ```
///
/// The file is read and not compiled: a constant in a shape has to be defined in the same file, with integers. Items are there as `cfg` says
/// with the features and the target that Cargo passes to the build script, and those of tests are not; a tile under any other condition is
/// an error. Blocks, under [`shared_block`](macro@crate::shared_block), are in the header after the tiles; their fields are tiles and blocks of the
/// same file.
pub fn header(file: impl AsRef<Path>) -> HeaderBuilder {
    HeaderBuilder { files: [file.as_ref().to_owned()].into(), namespace: None, guard: None, conditions: None }
}

/// Writes the tiles of Rust files as one header; [`header()`] starts one.
#[derive(Clone, Debug)]
#[must_use]
pub struct HeaderBuilder {
    files: Vec<PathBuf>,
    namespace: Option<String>,
    guard: Option<String>,
    conditions: Option<Vec<String>>,
}

/// The reason why there is no header: a line for each mistake, with its place. [`header()`] shows how a build script returns it.
///
/// `Debug` writes the same text as `Display`, since that is what Cargo shows of a build script's error.
pub struct BuildError {
    message: String,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for BuildError {}

impl From<String> for BuildError {
    fn from(message: String) -> BuildError {
        BuildError { message }
    }
}

impl HeaderBuilder {
    /// Adds the tiles of another file.
    pub fn file(mut self, file: impl AsRef<Path>) -> HeaderBuilder {
        self.files.push(file.as_ref().to_owned());
        self
    }

    /// Puts the tiles into a namespace, as in `my::tiles`.
    pub fn namespace(self, name: &str) -> HeaderBuilder {
        HeaderBuilder { namespace: Some(name.to_string()), ..self }
    }

    /// Sets the include guard; by default it is made of the names of the tiles.
    pub fn guard(self, name: &str) -> HeaderBuilder {
        HeaderBuilder { guard: Some(name.to_string()), ..self }
    }

    /// Sets the conditions of `cfg(..)` that hold, in place of what Cargo passes: `name` or `name = "value"`, as `rustc --cfg` takes
    /// them. No other condition holds then.
    ///
    /// ```no_run
    /// let wide = smem_tile::header("src/tiles.rs").conditions(&["feature = \"wide\""]).text()?;
    /// # Ok::<(), smem_tile::BuildError>(())
    /// ```
    pub fn conditions(self, conditions: &[&str]) -> HeaderBuilder {
        HeaderBuilder { conditions: Some(conditions.iter().map(ToString::to_string).collect()), ..self }
    }

    /// Returns the text of the header.
    ///
    /// ```no_run
    /// let text = smem_tile::header("src/tiles.rs").file("src/more_tiles.rs").text()?;
    /// assert!(text.contains("#include \"cuda_fp16.h\""));
    /// # Ok::<(), smem_tile::BuildError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A file that cannot be read or has no tiles, a tile or a block with a mistake or a conflict, one of which it is not known whether it
    /// is there, two of one name in CUDA C++, a namespace or a guard that C++ does not take.
    pub fn text(&self) -> Result<String, BuildError> {
        let configuration = self.configuration()?;
        let (mut tiles, mut blocks) = (Vec::new(), Vec::new());
        let mut mistakes = Vec::new();
        for file in &self.files {
            let name = file.display();
            let text = fs::read_to_string(file).map_err(|error| format!("cannot read `{name}`: {error}"))?;
            let place = |mistake: &Mistake| placed(file, &text, mistake);
            let found = read::file_under(&text, &configuration).map_err(|mistake| place(&mistake))?;
            if found.tiles.is_empty() && found.blocks.is_empty() {
                return Err(format!("`{name}` has no struct with `#[smem_tile]`").into());
            }
            for block in found.blocks {
                match block {
                    Ok(block) => {
                        mistakes.extend(block.refusals().iter().map(place));
                        match block.header_block() {
                            Ok(part) => blocks.push((block.cuda_name().to_string(), part)),
                            Err(mistake) => mistakes.push(place(&mistake)),
                        }
                    }
                    Err(all) => mistakes.extend(all.iter().map(place)),
                }
            }
            for tile in found.tiles {
                match tile {
                    Ok(tile) => {
                        mistakes.extend(tile.refusal().map(place));
                        tiles.push(tile);
                    }
                    Err(all) => mistakes.extend(all.iter().map(place)),
                }
            }
        }
        if !mistakes.is_empty() {
            return Err(mistakes.join("\n").into());
        }
        let names = tiles.iter().map(|tile| tile.cuda_name()).chain(blocks.iter().map(|(name, _)| name.as_str()));
        let names: Vec<&str> = names.collect();
        let guard = self.guard.clone().unwrap_or_else(|| format!("SMEM_TILE_{}_CUH", names.join("_").to_uppercase()));
        let mut header = Header::new(&guard).map_err(|error| error.to_string())?;
        if let Some(namespace) = &self.namespace {
            header = header.namespace(namespace).map_err(|error| error.to_string())?;
        }
        for tile in &tiles {
            let part = tile.header_tile().map_err(|error| error.to_string())?;
            header = header.tile(part).map_err(|error| error.to_string())?;
        }
        let blocks = blocks.into_iter().map(|(_, block)| block).collect();
        Ok(header.blocks(blocks).map_err(|error| error.to_string())?.to_string())
    }

    /// Returns what is known of the conditions in `cfg(..)`.
    fn configuration(&self) -> Result<Configuration, BuildError> {
        let Some(conditions) = &self.conditions else { return Ok(Configuration::of_build_script()) };
        let conditions: Vec<&str> = conditions.iter().map(String::as_str).collect();
        Configuration::of(&conditions).map_err(|wrong| format!("`{wrong}` is not a condition of `cfg`").into())
    }

    /// Writes the header to a file, unless it has this text already.
    ///
    /// # Errors
    ///
    /// As for [`text`](Self::text); a file that cannot be written.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), BuildError> {
        let (path, text) = (path.as_ref(), self.text()?);
        // Compilers that watch the time of a file do nothing where nothing changed.
        if fs::read_to_string(path).is_ok_and(|old| old == text) {
            return Ok(());
        }
        let beside = path.with_extension("cuh.new");
        let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, path));
        written.map_err(|error| {
            let _ = fs::remove_file(&beside);
            format!("cannot write `{}`: {error}", path.display()).into()
        })
    }

    /// Writes the header to a file of this name in the folder that Cargo gives a build script, asks Cargo to run the script again when
    /// a file with tiles changes, and returns the path. The folder is what an `-I` of the compiler needs.
    ///
    /// # Errors
    ///
    /// As for [`write`](Self::write); without `OUT_DIR` in the environment, which a build script has.
    pub fn write_to_out_dir(&self, name: &str) -> Result<PathBuf, BuildError> {
        for file in &self.files {
            println!("cargo::rerun-if-changed={}", file.display());
        }
        let folder =
            env::var_os("OUT_DIR").ok_or_else(|| "OUT_DIR is not set: this is not a build script".to_string())?;
        let path = Path::new(&folder).join(name);
        self.write(&path)?;
        Ok(path)
    }
}

/// Returns a mistake with its place: `src/tiles.rs:3:17: message`.
fn placed(file: &Path, text: &str, mistake: &Mistake) -> String {
    let before = &text[..mistake.range.start];
    let line = 1 + before.bytes().filter(|byte| *byte == b'\n').count();
    let column = 1 + before.chars().rev().take_while(|c| *c != '\n').count();
    format!("{}:{line}:{column}: {}", file.display(), mistake.message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    /// Writes a file with this text.
    fn file(folder: &TempDir, name: &str, text: &str) -> PathBuf {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    #[test]
    fn tiles_of_several_files_are_one_header() {
        let folder = TempDir::new().unwrap();
        let one = file(&folder, "one.rs", "#[smem_tile(32, 32)]\nstruct A(f32);\n");
        let two = file(&folder, "two.rs", "const N: u32 = 8;\n#[smem_tile(N, N)]\nstruct B(u64);\n");
        let text = header(&one).file(&two).namespace("a::b").text().unwrap();
        assert!(text.contains("#ifndef SMEM_TILE_A_B_CUH") && text.contains("struct alignas(8) B"), "{text}");
        let path = one.with_file_name("tiles.cuh");
        header(&one).guard("A_CUH").write(&path).unwrap();
        let written = fs::metadata(&path).unwrap().modified().unwrap();
        header(&one).guard("A_CUH").write(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), written, "the same text is not written again");
        let error = header(&one).write(one.join("tiles.cuh")).unwrap_err().to_string();
        assert!(error.starts_with("cannot write `"), "{error}");
    }

    #[test]
    fn all_mistakes_have_their_places() {
        let folder = TempDir::new().unwrap();
        let path = file(
            &folder,
            "wrong.rs",
            "#[smem_tile(32, oops = 1)]\nstruct A(f32);\n#[smem_tile(32, 32, pad = 0)] struct B(f32);\n",
        );
        let error = std::format!("{:?}", header(&path).text().unwrap_err());
        let lines: Vec<&str> = error.lines().filter(|line| line.contains("wrong.rs:")).collect();
        assert!(lines.len() == 2 && lines[0].contains(":1:17: `smem_tile` has no option `oops`"), "{error}");
        assert!(lines[1].contains(":3:21: `col` has 32-way bank conflicts"), "{error}");
    }

    #[test]
    fn tiles_are_there_as_cfg_says_and_blocks_follow_them() {
        let folder = TempDir::new().unwrap();
        let path = file(
            &folder,
            "tiles.rs",
            "#[cfg(feature = \"wide\")] const N: usize = 64;\n#[cfg(not(feature = \"wide\"))] const N: usize = 32;\n\
             #[shared_block] struct Smem { lives: Lives, #[cfg(feature = \"wide\")] sums: [[u16; 3]; N], last: f64 }\n\
             #[shared_block] union Lives { a: A, rows: [A; 2] }\n\
             #[smem_tile(N, N)] struct A(f32);\n\
             #[cfg(test)] mod tests { #[smem_tile(8, 8)] struct A(u8); #[shared_block] struct Smem { a: A } }\n",
        );
        let wide = header(&path).conditions(&["feature = \"wide\""]).text().unwrap();
        let at = |part: &str| wide.find(part).unwrap_or_else(|| panic!("{part} in {wide}"));
        assert!(at("struct alignas(4) A {") < at("union alignas(4) Lives {"), "{wide}");
        assert!(at("union alignas(4) Lives {") < at("struct alignas(8) Smem {"), "{wide}");
        assert!(at("    A rows[2];  // at byte 0") < at("    unsigned short sums[64][3];  // at byte 32768"), "{wide}");
        at("    double last;  // at byte 33152");
        let narrow = header(&path).text().unwrap();
        assert!(narrow.contains("COLS = 32u") && !narrow.contains("sums"), "{narrow}");
        assert_eq!(
            header(&path).conditions(&["a b"]).text().unwrap_err().to_string(),
            "`a b` is not a condition of `cfg`"
        );
    }

    #[test]
    fn what_only_the_compiler_knows_is_refused_by_name() {
        let folder = TempDir::new().unwrap();
        for (text, expected) in [
            (
                "#[cfg(my_flag)] #[smem_tile(8, 8)] struct A(f32);",
                "whether `A` is there depends on `cfg(my_flag)`, of which it is not known whether it holds",
            ),
            (
                "#[shared_block] struct S { a: Other }",
                "the block `S` is not known without the compiler: its field `a`: this file has no tile",
            ),
            (
                "#[shared_block] struct S { #[cfg(my_flag)] a: u8, b: u8 }",
                "the block `S` is not known without the compiler: its field `a`: only the compiler knows whether",
            ),
        ] {
            let error = header(file(&folder, "tiles.rs", text)).text().unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn what_is_no_source_of_tiles_is_a_sentence() {
        let folder = TempDir::new().unwrap();
        for (name, text) in [
            ("none.rs", "fn f() {}"),
            ("open.rs", "fn f( {"),
            ("same.rs", "#[smem_tile(8)] struct A(f32); mod m { #[smem_tile(8)] struct A(u8); }"),
        ] {
            let error = header(file(&folder, name, text)).text().unwrap_err().to_string();
            let [sentence, help @ ..] = &error.lines().collect::<Vec<_>>()[..] else { panic!("{error}") };
            assert!(!sentence.starts_with("help: "), "{error}");
            assert!(help.iter().all(|line| line.starts_with("help: ")), "{error}");
        }
        assert!(header("missing.rs").text().unwrap_err().to_string().starts_with("cannot read `missing.rs`"));
        let tile = file(&folder, "tile.rs", "#[smem_tile(8)] struct A(f32);");
        assert!(header(&tile).namespace("std").text().is_err() && header(&tile).guard("1").text().is_err());
    }
}
