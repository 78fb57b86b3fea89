//! Checks of a block: too many bytes, tiles for different architectures, two types of one name. Const evaluation reports
//! it, since sizes and types are known then.

use smem_banks::Arch;

use crate::{
    text::{Text, TextWriter, put},
    tile::shared_block::{
        block::SharedBlock,
        definition::{Definition, Lengths, Member, equal},
    },
};

/// Room for a message: names in Rust are shorter.
const MESSAGE_BYTES: usize = 8192;

type Message = Text<MESSAGE_BYTES>;

/// Returns the architecture of a block of these fields that names none itself.
pub const fn arch(members: &[Member]) -> Arch {
    let mut at = 0;
    while at < members.len() {
        match members[at].definition.arch {
            Some(arch) if arch.number() > 0 => return arch,
            _ => at += 1,
        }
    }
    Arch::DEFAULT
}

/// Fails to compile where a block has more bytes than it can.
#[track_caller]
pub const fn check_bytes<B: SharedBlock>(name: &str, is_dynamic: bool) {
    let can_unite = B::MEMBERS.len() > 1 && equal(B::KIND, "struct");
    if let Some(message) = bytes_message(name, B::BYTES, B::ARCH, is_dynamic, can_unite) {
        panic!("{}", message.as_str());
    }
}

/// Returns the message where a block of `bytes` bytes has more than it can; `can_unite` where its fields may go into a union.
pub const fn bytes_message(
    name: &str,
    bytes: usize,
    arch: Arch,
    is_dynamic: bool,
    can_unite: bool,
) -> Option<Text<MESSAGE_BYTES>> {
    let limit = if is_dynamic { arch.opt_in_limit() } else { arch.static_limit() };
    if bytes <= limit as usize {
        return None;
    }
    let mut message = Message::new();
    let t = &mut message.writer();
    put!(t; "`", name, "` needs ", #bytes, " bytes of shared memory, and a thread block on ",);
    put_arch(arch, t);
    put!(t; " has at most ", #limit, " bytes",);
    t.push(if is_dynamic { "" } else { " of static shared memory" });
    t.push("\nhelp: ");
    let named = arch.number() > 0;
    if !is_dynamic && bytes <= arch.opt_in_limit() as usize {
        put!(t; "write `memory = dynamic`, which allows ", #arch.opt_in_limit(), " bytes on ",);
        put_arch(arch, t);
    } else if let Some(other) = roomier(bytes) {
        put!(t; "write `arch = ",);
        put_arch(other, t);
        put!(t; if is_dynamic { "`" } else { ", memory = dynamic`" }, ", which allows ", #other.opt_in_limit(), " bytes",);
        if named {
            t.push(" and is another GPU");
        }
    } else {
        put!(t; "no architecture has more than ", #Arch::SM_90.opt_in_limit(), " bytes: make the fields smaller",);
    }
    if can_unite {
        t.push("\nhelp: or put fields whose lives do not overlap into a union with `#[shared_block]`");
    }
    Some(message)
}

/// Returns the common architecture with the least shared memory among those that have enough.
const fn roomier(bytes: usize) -> Option<Arch> {
    const COMMON: [Arch; 3] = [Arch::SM_86, Arch::SM_80, Arch::SM_90];
    let mut at = 0;
    while at < COMMON.len() {
        if bytes <= COMMON[at].opt_in_limit() as usize {
            return Some(COMMON[at]);
        }
        at += 1;
    }
    None
}

/// Fails to compile where the field `field` of a block does not fit in with the others.
#[track_caller]
pub const fn check_field<B: SharedBlock>(name: &str, field: &str) {
    let mut at = 0;
    while !equal(B::MEMBERS[at].name, field) {
        at += 1;
    }
    let Member { definition, lengths, .. } = &B::MEMBERS[at];
    let mut message = Message::new();
    let t = &mut message.writer();
    put!(t; "`", field, "` ",);
    if has_no_element(*lengths) {
        put!(t; "is an array of no elements, which C++ does not have\nhelp: leave the field out",);
    } else if let Some(arch) = definition.arch
        && let Some(message) = arch_message(name, B::ARCH, field, arch)
    {
        panic!("{}", message.as_str());
    } else if equal(definition.name, field) {
        put!(t; "is also the name of its type in C++\nhelp: rename the field",);
    } else if equal(B::CUDA_NAME, field) {
        put!(t; "is also the name of the block in C++\nhelp: rename the field",);
    } else if let Some(other) = field_of_type(B::MEMBERS, field) {
        put!(t; "is also the name of the type of `", other, "` in C++\nhelp: rename the field",);
    } else if definition.first(B::CUDA_NAME).is_some() {
        put!(t; "is of a type that is called `", B::CUDA_NAME, "` in CUDA C++, as the block is",);
        put_rename(B::CUDA_NAME, t);
    } else if let Some((other, clashing)) = clashing_field(B::MEMBERS, at) {
        put!(t; "and `", other, "` are of different types that are both called `", clashing, "` in CUDA C++",);
        put_rename(clashing, t);
    } else {
        return;
    }
    panic!("{}", message.as_str());
}

/// Returns the message where a field laid out for `arch` does not go into a block for `of_block`.
pub const fn arch_message(name: &str, of_block: Arch, field: &str, arch: Arch) -> Option<Text<MESSAGE_BYTES>> {
    if fits(arch, of_block) {
        return None;
    }
    let mut message = Message::new();
    let t = &mut message.writer();
    put!(t; "`", field, "` is laid out for ",);
    put_arch(arch, t);
    put!(t; ", and `", name, "` for ",);
    put_arch(of_block, t);
    t.push(": a thread block runs on one GPU\nhelp: write the same `arch` for all of them");
    Some(message)
}

/// Returns the first field whose type is called `name` in CUDA C++.
const fn field_of_type(members: &[Member], name: &str) -> Option<&'static str> {
    let mut at = 0;
    while at < members.len() {
        if equal(members[at].definition.name, name) {
            return Some(members[at].name);
        }
        at += 1;
    }
    None
}

/// Returns true if an array of these lengths has no element.
const fn has_no_element(lengths: Option<&Lengths>) -> bool {
    match lengths {
        Some(lengths) => lengths.len == 0 || has_no_element(lengths.inner),
        None => false,
    }
}

/// Returns the first field before the one at `at` with a type that has the name of another type there, and the name.
const fn clashing_field(members: &[Member], at: usize) -> Option<(&'static str, &'static str)> {
    let mut before = 0;
    while before < at {
        if let Some(name) = clash(&members[at].definition, &members[before].definition) {
            return Some((members[before].name, name));
        }
        before += 1;
    }
    None
}

/// Returns true if a tile for `arch` is as good in a block for `block`: the same architecture and banks, or a tile for any
/// architecture that has the block's banks.
const fn fits(arch: Arch, block: Arch) -> bool {
    let same_banks = arch.bank_model().bank_bytes() == block.bank_model().bank_bytes();
    let is_modern = block.number() == 0 || block.number() >= 50;
    same_banks && (arch.number() == block.number() || arch.number() == 0 && is_modern)
}

/// Returns the name that a type in `one` and another type in `other` have.
const fn clash(one: &Definition, other: &Definition) -> Option<&'static str> {
    if let Some(found) = other.first(one.name)
        && !equal(found.text, one.text)
    {
        return Some(one.name);
    }
    let mut at = 0;
    while at < one.members.len() {
        if let Some(name) = clash(&one.members[at].definition, other) {
            return Some(name);
        }
        at += 1;
    }
    None
}

/// Writes what to do about a name that two types have.
const fn put_rename(name: &str, t: &mut TextWriter<'_>) {
    put!(t; "\nhelp: give one of them another name, as in `cuda = \"", name, "2\"`",);
}

/// Writes the name of an architecture.
const fn put_arch(arch: Arch, t: &mut TextWriter<'_>) {
    if arch.number() == 0 {
        t.push("compute capability 5.0 and later");
        return;
    }
    put!(t; "sm_", #arch.number(),);
    if arch.bank_model().bank_bytes() == 8 {
        t.push("(bank_bytes = 8)");
    }
}
