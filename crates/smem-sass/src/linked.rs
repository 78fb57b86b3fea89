//! The functions that a cubin has in sections of their own, as code for debugging has, and kernels with these after them.
//!
//! ```text
//! 0                  the kernel, and nothing up to the end of the longest one
//! longest kernel     each function, at the same address for every kernel, since variables hold addresses of functions
//! last function      the functions of the driver, if the cubin names one
//! ```

use super::decode::INSTRUCTION;
use super::elf::{Elf, Symbol};
use super::listing::{self, ListedFunction, ListedInstruction};
use super::system::SystemCode;
use smem_sim::ParseError;
use smem_sim::isa::sass::Patch;
use std::collections::HashMap;

const TEXT: &str = ".text.";
/// The instruction between a kernel and the functions, where nothing goes: a branch to itself.
const FILLER: &str = "NOP";

/// The code of a kernel with all that it calls.
#[derive(Debug)]
pub(super) struct LinkedCode<'t> {
    pub(super) function: ListedFunction<'t>,
    pub(super) bytes: Vec<u8>,
    /// By the address of an instruction, the value of the symbol in it.
    pub(super) links: HashMap<u64, Patch>,
}

/// Where the functions of a cubin are that have a section of their own.
#[derive(Debug, Default)]
pub(super) struct FunctionSections {
    /// Section and code address, in order.
    places: Vec<(usize, u64)>,
    /// Where the first one begins.
    start: u64,
    /// Name, code address and bytes of the driver's, in order.
    system: Vec<(&'static str, u64, u64)>,
}

impl FunctionSections {
    pub(super) fn of(elf: &Elf<'_>, system: Option<&SystemCode>) -> Self {
        let is_kernel = |section: usize| elf.symbols.iter().any(|one| one.kernel && one.section == Some(section));
        let texts = elf.sections.iter().enumerate().filter(|(_, section)| section.name.starts_with(TEXT));
        let (kernels, functions): (Vec<_>, Vec<_>) = texts.partition(|(section, _)| is_kernel(*section));
        let longest = kernels.iter().map(|(_, section)| section.data.len() as u64).max().unwrap_or(0);
        let start = longest.next_multiple_of(INSTRUCTION);
        let mut end = start;
        let places = functions.into_iter().map(|(section, code)| {
            let at = end;
            end += (code.data.len() as u64).next_multiple_of(INSTRUCTION);
            (section, at)
        });
        let places = places.collect();
        let system = system.into_iter().flat_map(SystemCode::places).map(|(name, bytes)| {
            let at = end;
            end += bytes;
            (name, at, bytes)
        });
        let system = system.collect();
        Self { places, start, system }
    }

    /// The code address that a section begins at: 0 for a kernel.
    fn base(&self, section: usize) -> u64 {
        self.places.iter().find(|(own, _)| *own == section).map_or(0, |(_, at)| *at)
    }

    /// The code address of a symbol plus bytes; `None` for what is not a function of this cubin.
    pub(super) fn address(&self, symbol: &Symbol<'_>, plus: u64) -> Option<u64> {
        if let Some(at) = self.system_address(symbol) {
            return Some(at.wrapping_add(plus));
        }
        let section = symbol.section.filter(|_| symbol.function)?;
        Some(self.base(section).wrapping_add(symbol.value).wrapping_add(plus))
    }

    /// The code address of a function that the driver adds.
    fn system_address(&self, symbol: &Symbol<'_>) -> Option<u64> {
        let named = |(name, ..): &&(&str, u64, u64)| symbol.section.is_none() && *name == symbol.name;
        self.system.iter().find(named).map(|(_, at, _)| *at)
    }

    /// A kernel's code, with the functions if it refers to any of them.
    ///
    /// # Errors
    /// If a relocation in the code is unknown or `patch` finds no value for it, or the listing lacks a function.
    pub(super) fn link<'t>(
        &self,
        elf: &Elf<'_>,
        (section, function): (usize, &ListedFunction<'t>),
        functions: &HashMap<&'t str, ListedFunction<'t>>,
        patch: &dyn Fn(&super::elf::Relocation) -> Result<Patch, ParseError>,
    ) -> Result<LinkedCode<'t>, ParseError> {
        let data_of = |section: usize| elf.sections.get(section).map_or(&[][..], |section| section.data);
        let mut linked =
            LinkedCode { function: function.clone(), bytes: data_of(section).to_vec(), links: HashMap::new() };
        linked.add_links(elf, section, 0, patch)?;
        let refers = |one: &&super::elf::Relocation| {
            elf.symbol(one).is_ok_and(|target| {
                self.system_address(target).is_some()
                    || self.places.iter().any(|(section, _)| target.section == Some(*section))
            })
        };
        if !elf.relocations(section)?.iter().any(refers) {
            return Ok(linked);
        }
        linked.fill_up_to(self.start);
        for &(section, at) in &self.places {
            let Some(code) = elf.sections.get(section) else { continue };
            let of_name =
                |(other, _): &&(usize, u64)| elf.sections.get(*other).is_some_and(|other| other.name == code.name);
            let number = self.places.iter().take_while(|(other, _)| *other != section).filter(of_name).count();
            let listed = code.name.strip_prefix(TEXT).and_then(|name| listing::function_of(functions, name, number));
            let Some(listed) =
                listed.filter(|listed| listed.lines.len() as u64 * INSTRUCTION == code.data.len() as u64)
            else {
                return Err(ParseError::cubin(format!("the listing does not have all of `{}`", code.name)));
            };
            linked.append(listed, code.data, at);
            linked.add_links(elf, section, at, patch)?;
        }
        for (name, at, bytes) in &self.system {
            let listed = functions.get(name).ok_or_else(|| ParseError::cubin(format!("the listing lacks `{name}`")))?;
            linked.append(listed, &vec![0; *bytes as usize], *at);
        }
        Ok(linked)
    }
}

impl<'t> LinkedCode<'t> {
    fn add_links(
        &mut self,
        elf: &Elf<'_>,
        section: usize,
        at: u64,
        patch: &dyn Fn(&super::elf::Relocation) -> Result<Patch, ParseError>,
    ) -> Result<(), ParseError> {
        for relocation in elf.relocations(section)? {
            // The place of a value is in the instruction, or in its upper half.
            let instruction = relocation.offset / INSTRUCTION * INSTRUCTION;
            self.links.insert(at.wrapping_add(instruction), patch(relocation)?);
        }
        Ok(())
    }

    fn fill_up_to(&mut self, start: u64) {
        let line = self.function.lines.last().map_or(0, |last| last.line);
        while (self.bytes.len() as u64) < start {
            let address = self.bytes.len() as u64;
            self.function.lines.push(ListedInstruction { line, address, text: FILLER, loc: None });
            self.bytes.extend([0; INSTRUCTION as usize]);
        }
    }

    fn append(&mut self, function: &ListedFunction<'t>, code: &[u8], at: u64) {
        let lines = function.lines.iter().cloned();
        self.function.lines.extend(lines.map(|line| ListedInstruction { address: at + line.address, ..line }));
        self.function.labels.extend(function.labels.iter().map(|(label, address)| (*label, at + address)));
        self.bytes.extend(code);
    }
}
