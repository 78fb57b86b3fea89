//! Module variables in global and constant memory, with their initial bytes.

use super::{Lower, Symbols};
use crate::parse::syntax::{InitialValue, PtxModule};
use smem_sim::ParseError;
use smem_sim::isa::Space;
use smem_sim::program::ModuleVariable;

pub(crate) fn lower_variables(source: &PtxModule, symbols: &Symbols<'_>) -> Lower<Vec<ModuleVariable>> {
    let mut out = Vec::with_capacity(source.variables.len());
    for variable in &source.variables {
        let stored = matches!(variable.space, Space::Global | Space::Const) && !variable.declared_only;
        if !stored && !matches!(variable.space, Space::Shared) && !variable.declared_only {
            let message = format!("a module variable in {} memory is not supported", variable.space.name());
            return Err(ParseError::new(variable.line, message));
        }
        // Shared memory begins at 0, which is a multiple of every alignment.
        if stored && variable.align > 256 {
            let message = format!("an alignment above 256 bytes is not supported in {} memory", variable.space.name());
            return Err(ParseError::new(variable.line, message));
        }
        let mut lowered = ModuleVariable {
            name: variable.name.clone(),
            bytes: 0,
            constant_at: None,
            init: Vec::new(),
            addresses: Vec::new(),
        };
        if stored {
            lowered.bytes = variable.bytes;
            for initial in &variable.init {
                match &initial.value {
                    InitialValue::Bits(bits) => {
                        let at = initial.offset as usize;
                        lowered.init.resize(at, 0);
                        lowered.init.extend(bits.to_le_bytes().iter().take(initial.bytes as usize));
                    }
                    InitialValue::Address(name, 0) if symbols.functions.contains_key(name.as_str()) => {
                        let address = symbols.code_address(name).unwrap_or(0);
                        lowered.init.resize(initial.offset as usize, 0);
                        lowered.init.extend_from_slice(&address.to_le_bytes());
                    }
                    InitialValue::Address(name, plus) => {
                        let target = symbols.variables.get(name.as_str()).copied();
                        let known = target.filter(|&target| {
                            source.variables.get(target).is_some_and(|target| {
                                matches!(target.space, Space::Global | Space::Const) && !target.declared_only
                            })
                        });
                        let Some(target) = known else {
                            let message = format!("`{name}` has no address in global memory");
                            return Err(ParseError::new(variable.line, message));
                        };
                        lowered.addresses.push((initial.offset, target, *plus));
                    }
                }
            }
        }
        out.push(lowered);
    }
    Ok(out)
}

/// Bytes of the module's `__constant__` variables, placed one after the other.
pub(crate) fn constant_bytes(source: &PtxModule) -> u64 {
    let constants = source.variables.iter().filter(|one| one.space == Space::Const && !one.declared_only);
    constants.fold(0_u64, |end, one| end.next_multiple_of(one.align.max(1)).saturating_add(one.bytes))
}
