//! Lowers the syntax tree to decoded kernels: names become slots, opcodes become functions. Device functions are expanded at each
//! call, so a kernel is one flat list of instructions.

mod address;
#[expect(clippy::indexing_slicing, reason = "functions and labels are numbered by this lowering")]
mod callable;
mod derivation;
#[expect(clippy::indexing_slicing, reason = "registers are numbered by this lowering")]
mod derived;
mod frame;
#[expect(clippy::indexing_slicing, reason = "instructions and blocks are numbered by the code itself")]
mod joins;
mod local_arrays;
mod local_regions;
mod lowerer;
mod mentions;
mod modifiers;
mod names;
mod opcodes;
mod operands;
mod scope;
mod source_lines;
mod variables;

use crate::parse::syntax::{PtxFunction, Statement, VariableDeclaration};
use frame::Frame;
use lowerer::{ALWAYS, Lower, Lowerer, MOST_LOCAL, MOST_REGISTERS, UnplacedConstant};
use scope::{Binding, Scope};
use smem_sim::ParseError;
use smem_sim::isa::{Inst, Operation, PtxFlow, Slot, SpecialRegister};
use smem_sim::program::{DecodedKernel, InstInfo, KernelCode, Param, PtxCode, PtxConstant, SharedVariable};
use smem_sim::unawaited::unawaited;
use std::collections::HashMap;

pub(crate) use lowerer::Symbols;
pub(crate) use variables::{constant_bytes, lower_variables};

pub(crate) fn lower_kernel(symbols: &Symbols<'_>, kernel: &PtxFunction, body: &[Statement]) -> Lower<DecodedKernel> {
    let mut lowerer = Lowerer {
        symbols,
        code: Vec::new(),
        info: Vec::new(),
        // The first one is the address of a thread's frame.
        registers: 1,
        predicates: 2,
        constants: HashMap::new(),
        specials: HashMap::new(),
        scopes: vec![Scope::default()],
        labels: Vec::new(),
        shared: Vec::new(),
        local_bytes: 0,
        frames: vec![Frame::kernel(&kernel.name, body)],
        locs: HashMap::new(),
        callables: Vec::new(),
        derivations: Vec::new(),
        local: Default::default(),
        current: 0,
        stack: 0,
    };
    let mut params = Vec::new();
    let mut param_bytes = 0u64;
    for param in &kernel.params {
        let offset = param_bytes.next_multiple_of(param.align);
        param_bytes = offset + param.bytes;
        params.push(Param { offset, bytes: param.bytes });
        lowerer.bind(param.line, &param.name, Binding::Param(offset))?;
    }
    if param_bytes > 32_764 {
        return Err(ParseError::new(
            kernel.line,
            format!("`{}` has {param_bytes} bytes of parameters, more than 32764", kernel.name),
        ));
    }
    lowerer.scope(body)?;
    // The text may end in a label or in no `ret`.
    let line = lowerer.info.last().map_or(kernel.line, |i| i.line);
    lowerer.code.push(Inst { op: Operation::Flow(PtxFlow::Exit), guard: ALWAYS });
    lowerer.info.push(InstInfo { line, text: "ret;".into(), loc: None });
    let kernel_bytes = lowerer.local_bytes;
    lowerer.lower_callables()?;
    lowerer.local_bytes = kernel_bytes;
    lowerer.finish(kernel, params, param_bytes)
}

impl<'a> Lowerer<'a> {
    #[expect(
        clippy::indexing_slicing,
        reason = "labels are numbered by this lowering, and each variable was given a place"
    )]
    fn finish(mut self, kernel: &PtxFunction, params: Vec<Param>, param_bytes: u64) -> Lower<DecodedKernel> {
        for inst in &mut self.code {
            match &mut inst.op {
                Operation::Flow(PtxFlow::Branch { target, .. }) => *target = self.labels[*target as usize],
                Operation::Flow(PtxFlow::Table { targets, .. }) => {
                    for target in targets {
                        *target = self.labels[*target as usize];
                    }
                }
                _ => {}
            }
        }
        joins::place(&mut self.code);
        let functions = self.called_functions();
        // Shared variables in the order of declaration: those of this kernel alone, those of several, and at the end the unsized ones together.
        self.shared.sort_by_key(|v| (self.symbols.used_by_several.contains(&v.name), v.id));
        let mut places = HashMap::new();
        let mut shared_bytes = 0u64;
        for variable in self.shared.iter().filter(|v| !v.unsized_extern) {
            shared_bytes = shared_bytes.next_multiple_of(variable.align);
            places.insert(variable.id, shared_bytes);
            shared_bytes += variable.bytes;
        }
        for variable in self.shared.iter().filter(|v| v.unsized_extern) {
            shared_bytes = shared_bytes.next_multiple_of(variable.align);
        }
        for variable in self.shared.iter().filter(|v| v.unsized_extern) {
            places.insert(variable.id, shared_bytes);
        }
        let place = |v: &&VariableDeclaration| SharedVariable {
            name: v.name.clone(),
            offset: u32::try_from(places[&v.id]).unwrap_or(u32::MAX),
            bytes: (!v.unsized_extern).then(|| u32::try_from(v.bytes).unwrap_or(u32::MAX)),
        };
        let mut shared_variables: Vec<SharedVariable> = self.shared.iter().map(place).collect();
        shared_variables.sort_by_key(|v| v.offset);
        let numbers = self.shared.iter().filter_map(|declared| {
            let is_it = |v: &SharedVariable| v.name == declared.name && u64::from(v.offset) == places[&declared.id];
            Some((declared.id, shared_variables.iter().position(is_it)?))
        });
        let bases = self.constants.iter().filter_map(|(constant, slot)| match constant {
            UnplacedConstant::Shared(id, _) => Some((*slot, *id)),
            UnplacedConstant::Known(_) => None,
        });
        let (bases, numbers) = (bases.collect(), numbers.collect());
        let local_arrays = self.local.arrays();
        let [accesses, local_accesses] = self.array_accesses(&bases, &numbers, &local_arrays);
        let mut constants: Vec<(Slot, PtxConstant)> = self
            .constants
            .into_iter()
            .map(|(constant, slot)| match constant {
                UnplacedConstant::Shared(id, offset) => {
                    let place = places.get(&id).copied().unwrap_or(0);
                    (slot, PtxConstant::Bits(place.wrapping_add(offset)))
                }
                UnplacedConstant::Known(constant) => (slot, constant),
            })
            .collect();
        constants.sort_by_key(|c| c.0);
        let mut specials: Vec<(Slot, SpecialRegister)> = self.specials.into_iter().map(|(s, slot)| (slot, s)).collect();
        specials.sort_by_key(|s| s.0);
        let mut kernel = DecodedKernel {
            name: kernel.name.as_str().into(),
            code: KernelCode::Ptx(Box::new(PtxCode {
                code: self.code,
                registers: self.registers,
                predicates: self.predicates,
                constants,
                specials,
                functions,
                stack: self.stack,
                accesses,
                local_arrays,
                local_accesses,
                unawaited: Vec::new(),
            })),
            info: self.info,
            origins: Vec::new(),
            params,
            param_bytes,
            shared_bytes,
            allotted_shared: self.symbols.allotted_shared(shared_bytes),
            shared_variables,
            local_bytes: self.local_bytes,
            registers: None,
            required_block: kernel.required_block,
            required_cluster: kernel.required_cluster,
            max_threads: kernel.max_block.map(|block| block.iter().fold(1u64, |a, &n| a.saturating_mul(u64::from(n)))),
        };
        let unawaited = unawaited(&kernel);
        if let KernelCode::Ptx(code) = &mut kernel.code {
            code.unawaited = unawaited;
        }
        Ok(kernel)
    }

    /// Lowers the statements of a scope that the caller has opened.
    fn scope(&mut self, statements: &'a [Statement]) -> Lower<()> {
        // Labels may be used before they are placed.
        for statement in statements {
            match statement {
                Statement::Label { line, name } => {
                    let label = self.new_label();
                    self.bind(*line, name, Binding::Label(label))?;
                }
                Statement::Targets { line, name, labels } => self.bind(*line, name, Binding::Targets(labels))?,
                Statement::Prototype { line, name, returns, params } => {
                    self.bind(*line, name, Binding::Prototype(returns, params))?;
                }
                _ => {}
            }
        }
        for statement in statements {
            match statement {
                Statement::Registers { line, ty, name, count } => self.registers(*line, *ty, name, *count)?,
                Statement::Variable(variable) => self.local_variable(variable)?,
                Statement::Label { line, name } => {
                    let Some(Binding::Label(label)) = self.lookup(name) else {
                        return Err(ParseError::new(*line, format!("`{name}` is declared twice")));
                    };
                    self.place(label);
                }
                Statement::Targets { .. } | Statement::Prototype { .. } => {}
                Statement::Loc(loc) => self.source_line(loc),
                Statement::Scope(inner) => {
                    self.scopes.push(Scope::default());
                    self.scope(inner)?;
                    self.scopes.pop();
                }
                Statement::Instruction(instruction) => self.instruction(instruction)?,
            }
        }
        Ok(())
    }
}
