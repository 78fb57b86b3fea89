//! The explanation of a block as text.

use smem_profile::render::{Side, TextTable};

use crate::explain::block::JsonBlock;
use crate::explain::text::{CONFLICT, FAINT, NAME, TITLE, painted};

/// Returns the text, which ends with a line break.
pub(crate) fn of(block: &JsonBlock) -> String {
    heading(block) + &members(block) + &sentences(block)
}

fn heading(block: &JsonBlock) -> String {
    let JsonBlock { name, file, line, kind, arch, memory, bytes, align, limit, .. } = block;
    let file = smem_launch::printable(file).replace('\n', "\\n");
    let place = painted(FAINT, &if file.starts_with('<') { String::new() } else { format!("  {file}:{line}") });
    let size = match (bytes, align) {
        (Some(bytes), Some(align)) => {
            let text = format!("{bytes} of {limit} bytes of {memory} shared memory, aligned to {align}");
            if bytes > limit { painted(CONFLICT, &text) } else { text }
        }
        _ => format!("an unknown number of bytes, of {limit} of {memory} shared memory"),
    };
    let fields = match block.members.len() {
        1 => "a field".to_string(),
        count => format!("{count} fields"),
    };
    format!("{}: {kind} of {fields}{place}\n  {size}, for {arch}\n\n", painted(NAME, name))
}

fn members(block: &JsonBlock) -> String {
    let mut table = TextTable::new(&["field", "type", "offset", "bytes", "aligned to"]);
    let number = |number: Option<usize>| number.map_or("?".to_string(), |number| number.to_string());
    for member in &block.members {
        let (name, ty) = (member.name.clone(), member.ty.clone());
        table.row(vec![name, ty, number(member.offset), number(member.bytes), number(member.align)]);
    }
    use Side::{Left, Right};
    let lines = table.lines(&[Left, Left, Right, Right, Right]);
    let mut text = format!("  {}\n", painted(TITLE, &lines[0]));
    for line in &lines[1..] {
        text += &format!("  {line}\n");
    }
    text + "\n"
}

fn sentences(block: &JsonBlock) -> String {
    let mut text = String::new();
    for member in &block.members {
        if let Some(unknown) = &member.unknown {
            text += &format!("  `{}`: {unknown}.\n", member.name);
        }
    }
    text += &match (block.kind, block.unused) {
        ("union", _) => "  All fields begin at byte 0: a barrier goes between the last load of one and the first store to another.\n".to_string(),
        (_, Some(0)) => "  No byte is lost to alignment.\n".to_string(),
        (_, Some(unused)) => format!("  {unused} bytes are lost to alignment.\n"),
        (_, None) => String::new(),
    };
    text
}
