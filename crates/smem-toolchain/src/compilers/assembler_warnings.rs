//! Warnings of the assembler in a compiler's log: it adds instructions to a kernel, or orders them otherwise than they were written.
//!
//! ```text
//! ptxas info    : (C7517) warpgroup.wait is injected in around line 74 by compiler to allow use of registers .. in function '_Z1kPf'
//! ```
//!
//! The line is one of the PTX, whose `.loc` have the lines of the source.

use super::source::Compiled;

/// A warning of the assembler about a kernel.
///
/// ```
/// use smem_toolchain::{CudaSource, Install, Nvrtc};
///
/// let source = CudaSource::new("__global__ void k(float* to) { *to = 1; }", "k.cu").option("-arch=sm_90");
/// let compiled = Nvrtc::find(Install::Allowed)?.compile(&source)?;
/// assert!(compiled.assembler_warnings().is_empty());
/// # Ok::<(), smem_toolchain::ToolError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AssemblerWarning {
    /// The sentence, with its number, and without the line and the function that it names: `(C7517) warpgroup.wait is injected`.
    pub message: String,
    /// The function that it is about, as in the PTX or as C++ writes it.
    pub function: Option<String>,
    /// The file and the line of the source that it names.
    pub place: Option<(String, u32)>,
}

impl Compiled {
    /// The warnings of the assembler that made the machine code, each once.
    pub fn assembler_warnings(&self) -> Vec<AssemblerWarning> {
        let mut warnings: Vec<AssemblerWarning> = Vec::new();
        for line in self.log().lines() {
            if let Some(warning) = warning_of(line, self.ptx())
                && !warnings.contains(&warning)
            {
                warnings.push(warning);
            }
        }
        warnings
    }
}

/// The warning in a line of a log. What the assembler only informs about has no number.
fn warning_of(line: &str, ptx: &str) -> Option<AssemblerWarning> {
    let said = line.strip_prefix("ptxas")?;
    let (head, sentence) = said.split_once(':')?;
    let sentence = sentence.trim();
    let is_numbered = sentence.strip_prefix("(C").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if !(head.contains("warning") || head.contains("info") && is_numbered) {
        return None;
    }
    let function = sentence.split_once("function '").and_then(|(_, rest)| rest.split_once('\''));
    let function = function.map(|(name, _)| name.to_owned());
    // `ptxas k.ptx, line 12; warning : ..`, or in the sentence.
    let number = number_behind(sentence, "line ").or_else(|| number_behind(head, "line "));
    let place = number.and_then(|line| place_of(ptx, line));
    Some(AssemblerWarning { message: without_places(sentence), function, place })
}

fn number_behind(text: &str, word: &str) -> Option<usize> {
    let (_, rest) = text.split_once(word)?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest.get(..end)?.parse().ok()
}

/// The sentence without lines of the PTX and without the function, which are said in front of it.
fn without_places(sentence: &str) -> String {
    let mut text = sentence.to_owned();
    for word in [" in around line ", " in line ", " at line "] {
        if let Some((before, after)) = text.split_once(word) {
            let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
            text = format!("{before}{rest}");
        }
    }
    for word in [" in the function '", " in function '", " for function '"] {
        if let Some((before, after)) = text.split_once(word)
            && let Some((_, rest)) = after.split_once('\'')
        {
            text = format!("{before}{rest}");
        }
    }
    text.trim().to_owned()
}

/// The file and the line of the source of a line of PTX, counted from 1: those of the last `.loc` in front of it, of the same function.
fn place_of(ptx: &str, line: usize) -> Option<(String, u32)> {
    let mut last = None;
    for text in ptx.lines().take(line).map(str::trim) {
        if let Some(loc) = text.strip_prefix(".loc") {
            last = Some(loc);
        } else if text.contains(".entry ") || text.contains(".func ") {
            last = None;
        }
    }
    let mut numbers = last?.split_whitespace();
    let (file, line) = (numbers.next()?, numbers.next()?.parse().ok()?);
    let named = |text: &str| {
        let (number, name) = text.trim().strip_prefix(".file")?.trim_start().split_once(char::is_whitespace)?;
        (number == file).then_some(name)?.trim().strip_prefix('"')?.split_once('"').map(|(name, _)| name.to_owned())
    };
    Some((ptx.lines().find_map(named)?, line))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PTX: &str = ".version 8.8\n.entry a()\n{\n.loc 2 9 1\nret;\n}\n.entry k()\n{\n.loc 1 21 5\nmov;\n.loc 1 23 5\nadd;\n}\n.file 1 \"/x/k.cu\"\n.file 2 \"b.h\"";

    #[test]
    fn a_warning_has_the_line_of_the_source() {
        let line = "ptxas info    : (C7517) wgmma.wait_group is injected in around line 12 by compiler to allow use of registers defined by GMMA in \
                    function 'k(float*)'";
        let warning = warning_of(line, PTX).unwrap();
        assert_eq!(
            warning.message,
            "(C7517) wgmma.wait_group is injected by compiler to allow use of registers defined by GMMA"
        );
        assert_eq!((warning.function.as_deref(), warning.place), (Some("k(float*)"), Some(("/x/k.cu".to_owned(), 23))));
        // In front of the first line of its function.
        assert_eq!(place_of(PTX, 8), None);
        assert_eq!(place_of(PTX, 5), Some(("b.h".to_owned(), 9)));
    }

    #[test]
    fn a_loss_of_performance_is_one_without_a_line() {
        let line = "ptxas info    : (C7515) Potential Performance Loss: wgmma.mma_async instructions are serialized due to non wgmma instructions \
                    in the function '_Z1kPf'";
        let warning = warning_of(line, PTX).unwrap();
        assert_eq!((warning.function.as_deref(), warning.place), (Some("_Z1kPf"), None));
        assert!(warning.message.ends_with("due to non wgmma instructions"), "{}", warning.message);
    }

    #[test]
    fn what_it_only_informs_about_is_none() {
        for line in
            ["ptxas info    : 0 bytes gmem", "ptxas info    : Used 8 registers", "k.cu(3): warning #177-D: unused", ""]
        {
            assert_eq!(warning_of(line, PTX), None, "{line}");
        }
        let line = "ptxas warning : Value of threads per SM for entry k is out of range. .minnctapersm will be ignored";
        assert!(warning_of(line, PTX).is_some());
    }
}
