//! A block as CUDA C++ source, written in const evaluation.

use crate::{
    codegen::{CudaBlock, StructForm},
    text::{Text, TextWriter, put},
    tile::shared_block::{
        block::SharedBlock,
        definition::{Definition, Member, equal, line_len},
    },
};

/// Returns the struct or union of a block, without the types of its fields.
pub const fn own<const N: usize, B: SharedBlock>() -> Text<N> {
    let mut text = Text::new();
    let t = &mut text.writer();
    let block = CudaBlock { name: B::CUDA_NAME, kind: B::KIND, bytes: B::BYTES, align: B::ALIGN };
    block.put_head(StructForm::Kernel, t);
    let mut at = 0;
    while at < B::MEMBERS.len() {
        field(&B::MEMBERS[at], t);
        at += 1;
    }
    block.put_functions(t);
    let mut at = 0;
    while at < B::MEMBERS.len() {
        block.put_check(B::MEMBERS[at].name, B::MEMBERS[at].offset, t);
        at += 1;
    }
    block.put_size_check(t);
    text
}

/// Writes the declaration of a field.
const fn field(member: &Member, t: &mut TextWriter<'_>) {
    let Member { name, offset, definition, mut lengths } = *member;
    if definition.name.is_empty() {
        put!(t; "#error the tile of the field ", name, " has no text for CUDA C++\n",);
        return;
    }
    CudaBlock::begin_field(definition.name, name, t);
    while let Some(outer) = lengths {
        CudaBlock::put_length(outer.len, t);
        lengths = outer.inner;
    }
    CudaBlock::end_field(offset, t);
}

/// Returns a block with the types of its fields, each once, after the headers that they include, each once.
pub const fn whole<const N: usize>(root: &Definition) -> Text<N> {
    let mut text = Text::new();
    includes(root, root, &mut 0, &mut text.writer());
    definitions(root, root, &mut 0, &mut text.writer());
    text
}

/// Writes the lines that include headers, where `root` has no earlier one that is equal. `count` is the number of lines before.
const fn includes(at: &Definition, root: &Definition, count: &mut usize, t: &mut TextWriter<'_>) {
    let mut member = 0;
    while member < at.members.len() {
        includes(&at.members[member].definition, root, count, t);
        member += 1;
    }
    let mut rest = at.includes;
    while !rest.is_empty() {
        let line;
        (line, rest) = rest.split_at(line_len(rest));
        let mut earlier = 0;
        find_line(root, line, &mut earlier);
        if earlier == *count {
            t.push(line);
        }
        *count += 1;
    }
}

/// Returns true if a type includes with `line`; `count` grows by the number of lines before the first.
const fn find_line(at: &Definition, line: &str, count: &mut usize) -> bool {
    let mut member = 0;
    while member < at.members.len() {
        if find_line(&at.members[member].definition, line, count) {
            return true;
        }
        member += 1;
    }
    let mut rest = at.includes;
    while !rest.is_empty() {
        let next;
        (next, rest) = rest.split_at(line_len(rest));
        if equal(next, line) {
            return true;
        }
        *count += 1;
    }
    false
}

/// Writes the types, those of fields first, where `root` has none of the same name before. `count` is the number of types before.
const fn definitions(at: &Definition, root: &Definition, count: &mut usize, t: &mut TextWriter<'_>) {
    let mut member = 0;
    while member < at.members.len() {
        definitions(&at.members[member].definition, root, count, t);
        member += 1;
    }
    let mut earlier = 0;
    find_name(root, at.name, &mut earlier);
    if earlier == *count {
        t.push(at.text);
    }
    *count += 1;
}

/// Returns true if a type has the name; `count` grows by the number of types before the first.
const fn find_name(at: &Definition, name: &str, count: &mut usize) -> bool {
    let mut member = 0;
    while member < at.members.len() {
        if find_name(&at.members[member].definition, name, count) {
            return true;
        }
        member += 1;
    }
    if equal(at.name, name) {
        return true;
    }
    *count += 1;
    false
}
