//! The text that `nvdisasm --print-code --print-line-info-inline` prints for a cubin.

use smem_sim::ParseError;
use smem_sim::source_loc::SourceLoc;
use std::collections::HashMap;
use std::sync::Arc;

/// An instruction as it is printed.
#[derive(Debug, Clone)]
pub(super) struct ListedInstruction<'t> {
    /// Line of the listing, counted from 1.
    pub(super) line: u32,
    /// Byte offset in the section.
    pub(super) address: u64,
    /// All of it, with its guard.
    pub(super) text: &'t str,
    pub(super) loc: Option<Arc<SourceLoc>>,
}

/// One section of code.
#[derive(Debug, Clone, Default)]
pub(super) struct ListedFunction<'t> {
    pub(super) lines: Vec<ListedInstruction<'t>>,
    /// Byte offset of each label.
    pub(super) labels: HashMap<&'t str, u64>,
    /// The name in the cubin, where several sections have it and the listing numbers them: `div` of `div__1`.
    pub(super) shared_name: Option<&'t str>,
}

/// Returns the function of a section, which is the `number`-th of its name.
pub(super) fn function_of<'f, 't>(
    functions: &'f HashMap<&'t str, ListedFunction<'t>>,
    name: &str,
    number: usize,
) -> Option<&'f ListedFunction<'t>> {
    let is_own = |(listed, function): &(&&str, &ListedFunction<'_>)| function.shared_name.unwrap_or(listed) == name;
    let mut own: Vec<_> = functions.iter().filter(is_own).map(|(_, function)| function).collect();
    own.sort_by_key(|function| function.lines.first().map(|first| first.line));
    own.get(number).copied()
}

/// The sections of a listing by their names, without `.text.`
pub(super) fn read(text: &str) -> Result<HashMap<&str, ListedFunction<'_>>, ParseError> {
    let mut functions: HashMap<&str, ListedFunction<'_>> = HashMap::new();
    let mut current: Option<(&str, ListedFunction<'_>)> = None;
    // Labels that wait for the next instruction.
    let mut labels: Vec<&str> = Vec::new();
    let mut chain: Vec<SourceLoc> = Vec::new();
    let mut loc: Option<Arc<SourceLoc>> = None;
    // A section's name in the listing, and in the cubin.
    let mut renamed: Option<(&str, &str)> = None;
    for (number, line) in (1u32..).zip(text.lines()) {
        if let Some(names) = line.trim_start().strip_prefix(".map_symbolname .text.") {
            renamed = names.split_once(" .text.").map(|(listed, name)| (listed.trim(), name.trim()));
        }
        if let Some(name) = line.strip_prefix(".text.").and_then(|rest| rest.strip_suffix(':')) {
            close(&mut functions, current.take(), &mut labels);
            let labels = HashMap::from([(name, 0)]);
            let shared_name = renamed.take().filter(|(listed, _)| *listed == name).map(|(_, name)| name);
            current = Some((name, ListedFunction { lines: Vec::new(), labels, shared_name }));
            (chain, loc) = (Vec::new(), None);
            continue;
        }
        if line.starts_with("//-----") {
            close(&mut functions, current.take(), &mut labels);
            continue;
        }
        let Some((_, function)) = &mut current else { continue };
        if let Some(place) = line.trim_start().strip_prefix("//## File ") {
            let (place, ends) = source_line(number, place)?;
            chain.push(place);
            if ends {
                loc = chain
                    .drain(..)
                    .rev()
                    .fold(None, |outer: Option<SourceLoc>, inner| {
                        Some(SourceLoc { inlined_at: outer.map(Box::new), ..inner })
                    })
                    .map(Arc::new);
            }
        } else if let Some((address, instruction)) = instruction(line) {
            let address = u64::from_str_radix(address, 16)
                .map_err(|_| ParseError::listing(number, format!("the address `{address}` is too large")))?;
            for label in labels.drain(..) {
                function.labels.insert(label, address);
            }
            function.lines.push(ListedInstruction { line: number, address, text: instruction, loc: loc.clone() });
        } else if let Some(label) = line.strip_suffix(':').filter(|label| is_label(label)) {
            labels.push(label);
        }
    }
    close(&mut functions, current, &mut labels);
    Ok(functions)
}

fn close<'t>(
    functions: &mut HashMap<&'t str, ListedFunction<'t>>,
    current: Option<(&'t str, ListedFunction<'t>)>,
    labels: &mut Vec<&'t str>,
) {
    labels.clear();
    if let Some((name, function)) = current {
        functions.insert(name, function);
    }
}

fn is_label(text: &str) -> bool {
    !text.is_empty() && !text.contains(char::is_whitespace) && !text.starts_with("/*")
}

/// Address and text of `        /*0010*/              @!P1 BRA `(.L_x_1) ;`.
fn instruction(line: &str) -> Option<(&str, &str)> {
    let (address, rest) = line.trim_start().strip_prefix("/*")?.split_once("*/")?;
    if address.len() < 4 || !address.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    // After it there may be a comment of the disassembler.
    let (instruction, _) = rest.rsplit_once(';')?;
    let instruction = instruction.split("(*").next().unwrap_or("");
    Some((address, instruction.trim()))
}

/// `"scan.cu", line 7 inlined at "scan.cu", line 9`, and whether nothing comes after it in its chain.
fn source_line(number: u32, text: &str) -> Result<(SourceLoc, bool), ParseError> {
    let place = || {
        let (file, rest) = text.strip_prefix('"')?.split_once("\", line ")?;
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
        let ends = !rest.strip_prefix(digits)?.trim_start().starts_with("inlined at");
        let line = digits.parse().ok()?;
        Some((SourceLoc { file: file.to_owned(), line, column: 0, function: None, inlined_at: None }, ends))
    };
    place().ok_or_else(|| ParseError::listing(number, "a source line is not written as `\"file\", line 1`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTING: &str = "
//--------------------- .text.k                   --------------------------
        .section        .text.k,\"ax\",@progbits
        .size           k,(.L_x_2 - k)
k:
.text.k:
\t//## File \"a.cu\", line 3 inlined at \"a.cu\", line 4
\t//## File \"a.cu\", line 4 inlined at \"b.cu\", line 5
\t//## File \"b.cu\", line 5
        /*0000*/                   S2R R9, SR_TID.X ;
        /*0010*/              @!P0 BRA `(.L_x_1) ;
.L_x_1:
$k$helper:
\t//## File \"b.cu\", line 6
        /*0020*/                   BRX R2 -0xf0                         (*\"BRANCH_TARGETS .L_x_87,.L_x_2\"*);
.L_x_2:


//--------------------- SYMBOLS --------------------------
";

    #[test]
    fn labels_source_lines_and_instructions_are_found() {
        let functions = read(LISTING).unwrap();
        let k = &functions["k"];
        let texts: Vec<_> = k.lines.iter().map(|line| (line.address, line.text)).collect();
        assert_eq!(texts[0], (0, "S2R R9, SR_TID.X"));
        assert_eq!(texts[1], (16, "@!P0 BRA `(.L_x_1)"));
        assert_eq!(texts[2], (32, "BRX R2 -0xf0"));
        assert_eq!((k.labels[".L_x_1"], k.labels["$k$helper"]), (32, 32));
        assert!(!k.labels.contains_key(".L_x_2"));
        let locs: Vec<_> = k.lines.iter().map(|line| line.loc.as_ref().unwrap().to_string()).collect();
        assert_eq!(locs[0], "a.cu:3, inlined at a.cu:4, inlined at b.cu:5");
        assert_eq!(locs[2], "b.cu:6");
    }
}
