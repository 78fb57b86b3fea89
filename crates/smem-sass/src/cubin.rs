//! A cubin's kernels and variables.

use super::attributes::KernelAttributes;
use super::decode::{self, INSTRUCTION, MOST_REGISTERS, Surroundings};
use super::elf::{Elf, Relocation, Symbol};
use super::linked::FunctionSections;
use super::listing::{self, ListedFunction};
use super::shared_layout::SharedLayout;
use super::system::SystemCode;
use smem_banks::Arch;
use smem_sim::ParseError;
use smem_sim::isa::sass::{LaunchHeader, Patch, SassAccess, SassCode, SassOp};
use smem_sim::isa::{DriverFunction, Space, kernel_handle};
use smem_sim::memory::RESERVED_SHARED;
use smem_sim::parse_error::Refusals;
use smem_sim::program::{DecodedKernel, KernelCode, ModuleVariable};
use std::collections::HashMap;

/// Sections that variables are in. Those of `__constant__` variables are constant bank 3 as well.
const CONSTANTS: &str = ".nv.constant3";
const VARIABLES: [&str; 3] = [".nv.global.init", ".nv.global", CONSTANTS];

/// Bytes of the stack that a kernel has for calls whose targets or whose depth are unknown beforehand: eight times what a GPU gives a
/// thread unless the program asks for more.
const UNKNOWN_CALLS: u32 = 8 << 10;
/// Bytes of local memory of a thread that hardware allows.
const MOST_LOCAL: u32 = 512 << 10;
const MOST_VARIABLE: u64 = 1 << 31;

/// Bytes at the beginning of a variable without bytes of its own in the file, in which there may be relocations.
const MOST_RELOCATED: usize = 1 << 20;
/// More than any bank has.
const MOST_BANK: u64 = 64 << 10;

/// The contents of a cubin: each kernel or why it cannot run, and the variables.
#[derive(Debug)]
pub(crate) struct Loaded {
    /// With each the kernel, or all that is unknown in it.
    pub(crate) kernels: Vec<(String, Result<DecodedKernel, Refusals>)>,
    pub(crate) variables: Vec<ModuleVariable>,
    /// Constant bank 3, which holds the `__constant__` variables.
    pub(crate) constants: Vec<u8>,
    pub(crate) arch: Arch,
}

pub(crate) fn load(cubin: &[u8], text: &str) -> Result<Loaded, ParseError> {
    let elf = Elf::read(cubin)?;
    let system = SystemCode::of(&elf, LaunchHeader::of(elf.arch.number()));
    let system_listing = system.as_ref().map(SystemCode::listing).unwrap_or_default();
    let mut functions = listing::read(text)?;
    functions.extend(listing::read(&system_listing)?);
    let variables = Variables::of(&elf, system.as_ref())?;
    let mut kernels = Vec::new();
    for (number, symbol) in elf.symbols.iter().enumerate().filter(|(_, symbol)| symbol.kernel) {
        let Some(function) = functions.get(symbol.name) else {
            return Err(ParseError::cubin(format!("the listing does not have the kernel `{}`", symbol.name)));
        };
        let kernel = kernel(&elf, &variables, number, (symbol, function), &functions);
        kernels.push((symbol.name.to_owned(), kernel));
    }
    let constants = bank3(&elf)?;
    Ok(Loaded { kernels, variables: variables.list, constants, arch: elf.arch })
}

/// The names of a cubin's kernels, and of its variables.
pub(crate) fn names(cubin: &[u8]) -> Result<[Vec<String>; 2], ParseError> {
    let elf = Elf::read(cubin)?;
    let variables = Variables::of(&elf, None)?.list.into_iter().map(|variable| variable.name).collect();
    let kernels = elf.symbols.iter().filter(|symbol| symbol.kernel).map(|symbol| symbol.name.to_owned()).collect();
    Ok([kernels, variables])
}

/// The variables of a module, and the symbols that they come from.
struct Variables {
    list: Vec<ModuleVariable>,
    /// Section, start and bytes of each.
    places: Vec<(usize, u64, u64)>,
    functions: FunctionSections,
}

impl Variables {
    fn of(elf: &Elf<'_>, system: Option<&SystemCode>) -> Result<Self, ParseError> {
        let functions = FunctionSections::of(elf, system);
        let mut variables = Self { list: Vec::new(), places: Vec::new(), functions };
        // Symbols may lie over one another: all together they take no more than twice what is there.
        let mut left = elf
            .sections
            .iter()
            .map(|section| section.data.len())
            .fold(1 << 16, usize::saturating_add)
            .saturating_mul(2);
        let sections: Vec<usize> = VARIABLES.iter().filter_map(|name| Some(elf.section(name)?.0)).collect();
        for symbol in elf.symbols.iter().filter(|symbol| !symbol.is_section && !symbol.function && symbol.bytes > 0) {
            let Some(section) = symbol.section.filter(|section| sections.contains(section)) else { continue };
            let Some(data) = elf.sections.get(section) else { continue };
            let end = symbol.value.checked_add(symbol.bytes);
            if end.is_none_or(|end| end > data.bytes) {
                let name = symbol.name;
                return Err(ParseError::cubin(format!("the variable `{name}` is outside its section")));
            }
            if symbol.bytes > MOST_VARIABLE {
                let message = format!("the variable `{}` has {} bytes, more than 2 GiB", symbol.name, symbol.bytes);
                return Err(ParseError::cubin(message));
            }
            let range = symbol.value as usize..(symbol.value + symbol.bytes) as usize;
            let init = data.data.get(range).unwrap_or(&[]);
            left = left.checked_sub(init.len()).ok_or_else(|| {
                ParseError::cubin("the ELF file is corrupt: its variables lie over one another again and again")
            })?;
            variables.list.push(ModuleVariable {
                name: symbol.name.to_owned(),
                bytes: symbol.bytes,
                constant_at: (data.name == CONSTANTS).then_some(symbol.value),
                init: init.to_vec(),
                addresses: Vec::new(),
            });
            variables.places.push((section, symbol.value, symbol.bytes));
        }
        for &section in &sections {
            for relocation in elf.relocations(section)? {
                variables.relocate(elf, section, relocation)?;
            }
        }
        Ok(variables)
    }

    /// The variable that holds a byte, and the byte's place in it.
    fn at(&self, section: usize, offset: u64) -> Option<(usize, u64)> {
        let inside =
            |&(other, start, bytes): &(usize, u64, u64)| other == section && offset >= start && offset - start < bytes;
        let (found, (_, start, _)) = self.places.iter().enumerate().find(|(_, place)| inside(place))?;
        Some((found, offset - start))
    }

    fn relocate(&mut self, elf: &Elf<'_>, section: usize, relocation: &Relocation) -> Result<(), ParseError> {
        let patch = self.patch(elf, relocation)?;
        let last = relocation.offset.saturating_add(u64::from(relocation.bytes) - 1);
        let place = self.at(section, relocation.offset).zip(self.at(section, last));
        let Some(((variable, offset), (other, _))) = place else {
            return Err(ParseError::cubin("the ELF file is corrupt: a relocation is in no variable"));
        };
        if variable != other {
            return Err(ParseError::cubin("the ELF file is corrupt: a relocation is in two variables"));
        }
        let Some(variable) = self.list.get_mut(variable) else { return Ok(()) };
        match patch.variable {
            Some(target) if patch.bytes == 8 => variable.addresses.push((offset, target, patch.plus)),
            Some(_) => return Err(ParseError::cubin("half of an address in a variable is unknown")),
            None => {
                let (init, bytes) = (&mut variable.init, patch.plus.to_le_bytes());
                let end = offset as usize + patch.bytes as usize;
                // A few bytes of a file would take gigabytes of memory.
                if end > MOST_RELOCATED.max(init.len()) {
                    let message = format!("a relocation in the variable `{}` is far outside its bytes", variable.name);
                    return Err(ParseError::cubin(message));
                }
                if init.len() < end {
                    init.resize(end, 0);
                }
                let to = init.get_mut(offset as usize..end).into_iter().flatten();
                to.zip(bytes).for_each(|(to, byte)| *to = byte);
            }
        }
        Ok(())
    }

    /// Returns the value that a relocation puts at its place.
    fn patch(&self, elf: &Elf<'_>, relocation: &Relocation) -> Result<Patch, ParseError> {
        let symbol = elf.symbol(relocation)?;
        let (offset, bytes) = (relocation.offset, relocation.bytes);
        let value = symbol.value.wrapping_add(relocation.plus);
        if symbol.kernel && relocation.is_handle {
            let number = elf.symbols.iter().take(relocation.symbol).filter(|symbol| symbol.kernel).count();
            return Ok(Patch {
                offset,
                bytes,
                variable: None,
                plus: kernel_handle(number).wrapping_add(relocation.plus),
            });
        }
        if let Some(address) = self.functions.address(symbol, relocation.plus) {
            return Ok(Patch { offset, bytes, variable: None, plus: address });
        }
        // The start of the variable decides: an address may be just past its end.
        let base = if symbol.is_section { value } else { symbol.value };
        match symbol.section.and_then(|section| self.at(section, base)) {
            Some((variable, inside)) => {
                let plus = inside.wrapping_add(value.wrapping_sub(base));
                Ok(Patch { offset, bytes, variable: Some(variable), plus })
            }
            None => match DriverFunction::named(symbol.name) {
                Some(function) => Ok(Patch { offset, bytes, variable: None, plus: function.code_address() }),
                None => Err(ParseError::cubin(format!("the symbol `{}` is not in this cubin", symbol.name))),
            },
        }
    }
}

fn kernel(
    elf: &Elf<'_>,
    variables: &Variables,
    number: usize,
    (symbol, function): (&Symbol<'_>, &ListedFunction<'_>),
    functions: &HashMap<&str, ListedFunction<'_>>,
) -> Result<DecodedKernel, Refusals> {
    let name = symbol.name;
    let section = |kind: &str| elf.section(&format!("{kind}{name}"));
    let Some((text, code)) = section(".text.") else {
        return Err(ParseError::cubin(format!("the kernel `{name}` has no code")).into());
    };
    if code.data.len() as u64 != INSTRUCTION * function.lines.len() as u64 {
        let (there, listed) = (code.data.len() as u64 / INSTRUCTION, function.lines.len());
        return Err(ParseError::cubin(format!(
            "the kernel `{name}` has {there} instructions, and its listing {listed}"
        ))
        .into());
    }
    let layout = SharedLayout::of(elf, symbol)?;
    let patch = |relocation: &Relocation| {
        let array = layout.as_ref().and_then(|layout| layout.offset(relocation.symbol));
        if let Some(at) = array {
            let Relocation { offset, bytes, plus, .. } = *relocation;
            return Ok(Patch { offset, bytes, variable: None, plus: at.wrapping_add(plus) });
        }
        variables.patch(elf, relocation).map_err(|error| {
            let message = format!("the code of `{name}` is to be linked with other code first: {}", error.message());
            ParseError::cubin(message)
        })
    };
    let linked = variables.functions.link(elf, (text, function), functions, &patch)?;
    let own = section(".nv.info.").map_or(&[][..], |(_, own)| own.data);
    let common = elf.section(".nv.info").map_or(&[][..], |(_, common)| common.data);
    let attributes = KernelAttributes::read(own, common, number)?;
    let Some((params_at, param_bytes)) = attributes.params_at.or(attributes.params.is_empty().then_some((0, 0))) else {
        return Err(
            ParseError::cubin(format!("where the parameters of `{name}` are, its attributes do not say")).into()
        );
    };
    let fits = |param: &smem_sim::program::Param| param.offset + param.bytes <= param_bytes.into();
    if !attributes.params.iter().all(fits) {
        return Err(ParseError::cubin(format!("a parameter of `{name}` is outside its place")).into());
    }
    // Without parameters the attributes do not say where they begin, and the bank ends there.
    let bank0 = section(".nv.constant0.").map_or(0, |(_, bank)| bank.bytes);
    let params_at = if attributes.params_at.is_some() { params_at } else { bank0.min(MOST_BANK) as u32 };
    let registers = attributes.registers.unwrap_or(MOST_REGISTERS).min(MOST_REGISTERS);
    let header = LaunchHeader::of(elf.arch.number());
    let Bank4 { bytes: bank4_bytes, patches: bank4, missing } = Bank4::of(elf, variables)?;
    let surroundings =
        Surroundings { bytes: &linked.bytes, links: &linked.links, registers, params_at, header, missing: &missing };
    let decoded = decode::decode(&linked.function, &surroundings)?;
    let stack = attributes.stack.unwrap_or(0).checked_next_multiple_of(16).unwrap_or(u32::MAX);
    // Whoever calls more than once saves where to return to.
    let saves = decoded
        .code
        .iter()
        .any(|inst| matches!(&inst.op, SassOp::Access(SassAccess::Store(store)) if store.space == Space::Local));
    let local_bytes = stack.saturating_add(if decoded.calls && saves { UNKNOWN_CALLS } else { 0 });
    if local_bytes > MOST_LOCAL {
        return Err(ParseError::cubin(format!(
            "`{name}` takes {local_bytes} bytes of local memory, more than there is"
        ))
        .into());
    }
    // A linker leaves a symbol in place of the section.
    let marker = if elf.is_relocatable { ".nv.reservedSmem.offset0" } else { ".nv.reservedSmem.cap" };
    let is_marked = elf.symbols.iter().any(|symbol| symbol.name == marker);
    let has_reserved = is_marked || elf.section(".nv.shared.reserved.0").is_some();
    let reserved_shared = if has_reserved { RESERVED_SHARED } else { 0 };
    let linked_bytes = || section(".nv.shared.").map_or(0, |(_, shared)| shared.bytes);
    let linked_bytes = || linked_bytes().saturating_sub(reserved_shared.into());
    let shared_bytes = layout.as_ref().map_or_else(linked_bytes, |layout| layout.bytes);
    let bank3_bytes = bank3(elf)?.len() as u64;
    let bank2 = match section(".nv.constant2.") {
        Some((at, bank)) if elf.relocations(at)?.is_empty() => bank.data.to_vec(),
        Some(_) => return Err(ParseError::cubin(format!("constants of `{name}` are to be linked first")).into()),
        None => Vec::new(),
    };
    Ok(DecodedKernel {
        name: name.into(),
        code: KernelCode::Sass(Box::new(SassCode {
            code: decoded.code,
            registers: decoded.registers,
            constants: decoded.constants,
            params_at,
            local_bytes,
            bank2,
            bank3_bytes,
            bank4_bytes,
            bank4,
            needs: decoded.needs,
            reserved_shared,
            header,
            arch: elf.arch,
        })),
        info: decoded.info,
        origins: Vec::new(),
        params: attributes.params,
        param_bytes: param_bytes.into(),
        shared_bytes,
        allotted_shared: shared_bytes,
        // A linker leaves their symbols out, unless it was asked for debugging.
        shared_variables: layout.map_or_else(Vec::new, |layout| layout.variables),
        local_bytes: local_bytes.into(),
        registers: attributes.registers,
        required_block: attributes.required_block,
        required_cluster: attributes.required_cluster,
        max_threads: attributes.max_threads,
    })
}

/// Bank 3 as it is before a variable is written.
fn bank3(elf: &Elf<'_>) -> Result<Vec<u8>, ParseError> {
    let Some((_, bank)) = elf.section(CONSTANTS) else { return Ok(Vec::new()) };
    if bank.bytes > MOST_BANK {
        return Err(ParseError::cubin(format!("there are {} bytes of constants, more than a bank holds", bank.bytes)));
    }
    let mut image = bank.data.to_vec();
    image.resize(bank.bytes as usize, 0);
    Ok(image)
}

/// Bank 4: addresses of variables.
struct Bank4 {
    bytes: u64,
    patches: Vec<Patch>,
    /// The addresses that are not in the cubin, and why: only a kernel that uses one cannot run.
    missing: HashMap<u64, String>,
}

impl Bank4 {
    fn of(elf: &Elf<'_>, variables: &Variables) -> Result<Self, ParseError> {
        let mut bank4 = Self { bytes: 0, patches: Vec::new(), missing: HashMap::new() };
        let Some((section, bank)) = elf.section(".nv.constant4") else { return Ok(bank4) };
        if bank.bytes > MOST_BANK {
            let message = format!("there are {} bytes of addresses, more than a bank holds", bank.bytes);
            return Err(ParseError::cubin(message));
        }
        bank4.bytes = bank.bytes;
        for offset in (0..bank.bytes).step_by(4) {
            bank4.missing.insert(offset, "nothing in the cubin says which address this is".to_owned());
        }
        for relocation in elf.relocations(section)? {
            match variables.patch(elf, relocation) {
                Ok(patch) => {
                    for offset in (patch.offset..patch.offset.saturating_add(patch.bytes.into())).step_by(4) {
                        bank4.missing.remove(&offset);
                    }
                    bank4.patches.push(patch);
                }
                Err(error) => {
                    bank4.missing.insert(relocation.offset & !7, error.message().to_owned());
                    bank4.missing.insert(relocation.offset & !7 | 4, error.message().to_owned());
                }
            }
        }
        Ok(bank4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elf::Section;

    fn symbol(value: u64, bytes: u64) -> Symbol<'static> {
        Symbol {
            name: "v",
            section: Some(0),
            value,
            bytes,
            function: false,
            kernel: false,
            shared: false,
            is_section: false,
        }
    }

    fn refusal(bytes: u64, data: &[u8], symbols: Vec<Symbol<'_>>, relocations: Vec<Relocation>) -> Option<String> {
        let sections = vec![Section { name: ".nv.global", bytes, data }];
        let elf = Elf::of_parts(sections, symbols, relocations.into_iter().map(|one| (0, Ok(one))).collect());
        Variables::of(&elf, None).err().map(|error| error.to_string())
    }

    #[test]
    fn a_few_bytes_of_a_file_do_not_take_gigabytes_of_memory() {
        let relocation = |offset| Relocation { offset, bytes: 8, symbol: 1, plus: 0, is_handle: false };
        let print = Symbol { name: "vprintf", section: None, ..symbol(0, 0) };
        let huge = || vec![symbol(0, 1 << 31), print.clone()];
        assert_eq!(refusal(1 << 31, &[], huge(), vec![relocation(64)]), None);
        let far = refusal(1 << 31, &[], huge(), vec![relocation((1 << 31) - 8)]).unwrap();
        assert!(far.contains("far outside its bytes"), "{far}");
        let data = [0; 1 << 16];
        let over_one_another = |count| refusal(1 << 16, &data, vec![symbol(0, 1 << 16); count], vec![]);
        assert_eq!(over_one_another(2), None);
        let many = over_one_another(100).unwrap();
        assert!(many.contains("lie over one another"), "{many}");
    }
}
