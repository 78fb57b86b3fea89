//! Places in source files, and the names that a report gives them.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smem_sim::{FaultSite, SharedVariable, SourceLoc, readable_name};

/// A line of a file, or of code without source lines.
///
/// ```
/// use smem_report::LinePlace;
///
/// assert_eq!(LinePlace::new("scan.cu", 7).to_string(), "scan.cu:7");
/// assert_eq!(LinePlace::of_code(12).to_string(), "line 12");
/// assert_eq!(serde_json::to_string(&LinePlace::of_code(12))?, r#"{"file":null,"line":12}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinePlace {
    /// As the user names it: relative to the working folder where it is below that. Empty, and null in JSON, for code without source lines that
    /// no file has: then the line is one of the PTX, or of the listing of machine code.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    #[serde(serialize_with = "null_if_empty", deserialize_with = "empty_if_null")]
    pub file: String,
    /// From 1; 0 where nothing says which line of a CUDA file it is: an assembler leaves the lines of some instances of a template on one line
    /// out. Of PTX and machine code without source lines that of the PTX, or of the listing.
    pub line: u32,
}

fn null_if_empty<S: Serializer>(file: &str, serializer: S) -> Result<S::Ok, S::Error> {
    Some(file).filter(|file| !file.is_empty()).serialize(serializer)
}

fn empty_if_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.unwrap_or_default())
}

impl LinePlace {
    /// A line of a file.
    pub fn new(file: impl Into<String>, line: u32) -> LinePlace {
        LinePlace { file: file.into(), line }
    }

    /// A line of PTX or of a listing that no file has.
    pub fn of_code(line: u32) -> LinePlace {
        LinePlace { file: String::new(), line }
    }

    /// Returns true if a file has it.
    pub fn is_in_file(&self) -> bool {
        !self.file.is_empty()
    }
}

impl fmt::Display for LinePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file[..], self.line) {
            ("", line) => write!(f, "line {line}"),
            (file, 0) => write!(f, "{file} (no line)"),
            (file, line) => write!(f, "{file}:{line}"),
        }
    }
}

/// A call in a file, which the compiler has inlined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CallPlace {
    /// As the user names it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// The function that the call is in, if it was inlined as well.
    pub function: Option<String>,
}

impl CallPlace {
    /// Returns its line.
    pub fn place(&self) -> LinePlace {
        LinePlace::new(&self.file[..], self.line)
    }
}

/// An element of an array.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ArrayElement {
    /// As the compiler names it: `k(float*)::tile`.
    pub array: String,
    /// `tile[3][7]`, or `tile + 220 bytes` where the source does not fix the extents.
    pub element: String,
}

/// Names the places of a report. Compilers write absolute paths, and the innermost line of a chain of calls may be a library's.
pub trait PlaceNames {
    /// Returns the line of a chain of calls that is reported: the innermost one of the user's own files.
    fn own<'l>(&self, innermost: &'l SourceLoc) -> &'l SourceLoc;

    /// Returns the place of an instruction without a source line, by its line in the PTX or in the listing.
    fn of_code(&self, line: u32) -> LinePlace {
        LinePlace::of_code(line)
    }

    /// Returns the name of a file for people.
    fn shown(&self, file: &str) -> String {
        file.to_owned()
    }

    /// Returns the line of a file as the report has it: another one where the file that was compiled is a changed one.
    fn shown_line(&self, _file: &str, line: u32) -> u32 {
        line
    }

    /// Returns the indices of the element that is `offset` bytes after the start of an array of a name and of so many bytes, `[3][7]`; `None` where the
    /// array's extents are not known.
    fn indices(&self, _array: &str, _bytes: Option<u32>, _offset: u32) -> Option<String> {
        None
    }

    /// Returns the line that an access is reported at. `line` is that of the instruction, for code without source lines.
    fn place(&self, loc: Option<&SourceLoc>, line: u32) -> LinePlace {
        let Some(innermost) = loc else { return self.of_code(line) };
        let own = self.own(innermost);
        LinePlace { file: self.shown(&own.file), line: self.shown_line(&own.file, own.line) }
    }

    /// Returns the places at which the function of a line that is reported was inlined, the innermost first.
    fn call_places(&self, loc: &SourceLoc) -> Vec<CallPlace> {
        let call = |loc: &SourceLoc| CallPlace {
            file: self.shown(&loc.file),
            line: self.shown_line(&loc.file, loc.line),
            function: loc.function.as_ref().map(|name| readable_name(name)),
        };
        self.own(loc).chain().skip(1).map(call).collect()
    }

    /// Returns the chain of calls from a line to the kernel, if it was inlined: `tile.cuh:5 in read(float const*), inlined at k.cu:12`.
    fn calls(&self, loc: &SourceLoc) -> Option<String> {
        loc.inlined_at.as_ref()?;
        let step = |loc: &SourceLoc| {
            let function = loc.function.as_ref().map(|name| format!(" in `{}`", readable_name(name)));
            let line = self.shown_line(&loc.file, loc.line);
            format!("{}:{line}{}", self.shown(&loc.file), function.unwrap_or_default())
        };
        Some(loc.chain().map(step).collect::<Vec<_>>().join(", inlined at "))
    }

    /// Returns the sentence of a fault with the elements of arrays that it names, where their extents are known.
    fn with_elements(&self, sentence: &str, site: Option<&FaultSite>) -> String {
        let named = site.iter().flat_map(|site| &site.named);
        named.fold(sentence.to_owned(), |sentence, byte| {
            let (Some(array), Some(written)) = (&byte.array, byte.written()) else { return sentence };
            let element = self.element(array, byte.address).element;
            sentence.replace(&format!("`{written}`"), &format!("`{element}`"))
        })
    }

    /// Returns the element of an array that holds the byte at `address` of shared memory.
    fn element(&self, array: &SharedVariable, address: u32) -> ArrayElement {
        let name = readable_name(&array.name);
        let short = name.rsplit("::").next().unwrap_or(&name).to_string();
        let offset = address.saturating_sub(array.offset);
        let element = match (self.indices(&short, array.bytes, offset), offset) {
            (Some(indices), _) => short + &indices,
            (None, 0) => short,
            (None, offset) => format!("{short} + {offset} bytes"),
        };
        ArrayElement { array: name, element }
    }
}

/// Names places as the compiler did. An instruction without a source line has that of the PTX or of the listing.
///
/// ```
/// use smem_report::{CompilersNames, LinePlace, PlaceNames};
///
/// assert_eq!(CompilersNames.place(None, 5), LinePlace::of_code(5));
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct CompilersNames;

impl PlaceNames for CompilersNames {
    fn own<'l>(&self, innermost: &'l SourceLoc) -> &'l SourceLoc {
        innermost.own_line(&[], |_| false)
    }
}
