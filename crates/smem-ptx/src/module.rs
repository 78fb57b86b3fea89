//! A PTX text becomes a module.

use crate::lower::{Symbols, constant_bytes, lower_kernel, lower_variables};
use crate::parse::read;
use smem_sim::kernel_info::ModuleFacts;
use smem_sim::module::{KernelEntry, ModuleParts};
use smem_sim::{Module, ParseError};

/// The most instructions of a module's kernels together, after calls are expanded.
const MOST_INSTRUCTIONS: usize = 4_000_000;

/// Parses PTX text and decodes all of its kernels.
///
/// ```
/// let error = smem_ptx::module(
///     ".version 8.8 .target sm_90 .address_size 64
///      .visible .entry f( {
///        ret;
///      }",
/// )
/// .unwrap_err();
/// assert_eq!(error.line(), 2);
/// ```
///
/// # Errors
/// If the text is not PTX, or has an unknown directive or an unsupported variable: [`ParseError`] has the line. An unknown
/// instruction is not an error here, see [`refused`](Module::refused).
pub fn module(ptx: &str) -> Result<Module, ParseError> {
    let source = read(ptx)?;
    let mut symbols = Symbols::of(&source);
    let variables = lower_variables(&source, &symbols)?;
    let mut kernels: Vec<KernelEntry> = Vec::new();
    let mut instructions = 0;
    for function in &source.functions {
        if let Some(body) = function.body.as_ref().filter(|_| function.kernel) {
            if kernels.iter().any(|k| k.name() == function.name) {
                return Err(ParseError::new(function.line, format!("the kernel `{}` is defined twice", function.name)));
            }
            let lowered = lower_kernel(&symbols, function, body).and_then(|kernel| {
                instructions += kernel.info.len();
                let message = "the kernels of this module have too many instructions together";
                if instructions > MOST_INSTRUCTIONS { Err(ParseError::new(function.line, message)) } else { Ok(kernel) }
            });
            kernels.push(match lowered {
                Ok(kernel) => KernelEntry::Runnable(Box::new(kernel)),
                Err(error) => KernelEntry::Refused { name: function.name.clone(), errors: vec![error] },
            });
        }
    }
    // Which variables several kernels use is known when all are lowered.
    if symbols.place_behind(kernels.iter().map(KernelEntry::shared_variables)) {
        for function in source.functions.iter().filter(|function| function.kernel) {
            let known = kernels.iter_mut().find(|kernel| kernel.name() == function.name);
            let (Some(known), Some(body)) = (known, &function.body) else { continue };
            if known.shared_variables().len() > 1
                && let Ok(kernel) = lower_kernel(&symbols, function, body)
            {
                *known = KernelEntry::Runnable(Box::new(kernel));
            }
        }
    }
    let (ptx_version, capability) = (source.version, source.capability);
    let facts = ModuleFacts { constant_bytes: constant_bytes(&source), ptx_version, capability };
    Ok(Module::of(ModuleParts { kernels, variables, constants: Vec::new(), facts }))
}
