//! Lowers the syntax tree to decoded kernels: names become slots, opcodes become functions. Device functions are expanded at each
//! call, so a kernel is one flat list of instructions.

mod address;
mod callable;
mod derived;
mod frame;
mod joins;
mod mentions;
mod modifiers;
mod names;
mod opcodes;
mod operands;
mod variables;

use crate::ParseError;
use crate::isa::{Inst, Operation, Pred, PtxFlow, Slot, Space, SpecialRegister, TRUE};
use crate::memory::FUNCTION_WINDOW;
use crate::program::{DecodedKernel, InstInfo, KernelCode, Param, PtxCode, PtxConstant, SharedVariable};
use crate::ptx::parse::syntax::{PtxFunction, PtxInstruction, PtxModule, Statement, VariableDeclaration};
use crate::source_loc::SourceLoc;
use callable::Callable;
use derived::Derivation;
use frame::Frame;
use names::{Binding, Scope};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

pub(crate) use variables::{constant_bytes, lower_variables};

/// The largest number of instructions of a kernel after its calls are expanded.
const LONGEST: usize = 1_000_000;
/// The largest number of registers of a kernel; predicates have a limit of the same size.
const MOST_REGISTERS: u32 = 1 << 21;
/// The hardware's limit of local memory, in bytes a thread.
const MOST_LOCAL: u64 = 512 << 10;

type Lower<T> = Result<T, ParseError>;

/// The functions and variables of a module, by name.
pub(crate) struct Symbols<'a> {
    source: &'a PtxModule,
    functions: HashMap<&'a str, &'a PtxFunction>,
    /// Index in `PtxModule::variables`.
    variables: HashMap<&'a str, usize>,
    /// The shared variables that several kernels use, which the assembler places behind those that one kernel uses.
    used_by_several: HashSet<String>,
}

impl<'a> Symbols<'a> {
    pub(crate) fn of(source: &'a PtxModule) -> Self {
        let mut functions: HashMap<&'a str, &'a PtxFunction> = HashMap::new();
        for function in &source.functions {
            // A declaration may come before or after its definition.
            let known = functions.get(function.name.as_str()).is_some_and(|f| f.body.is_some());
            if !known {
                functions.insert(&function.name, function);
            }
        }
        let mut variables: HashMap<&'a str, usize> = HashMap::new();
        for (i, variable) in source.variables.iter().enumerate() {
            let known = variables.get(variable.name.as_str()).is_some_and(|&v| !source.variables[v].declared_only);
            if !known {
                variables.insert(&variable.name, i);
            }
        }
        Self { source, functions, variables, used_by_several: HashSet::new() }
    }

    /// Returns the bytes that the assembler allots a kernel with so many bytes of static shared memory. Behind them lies the dynamic array of
    /// the module, on a multiple of its alignment and of 16 bytes, whether the kernel uses it or not: so it was measured on an H100
    /// (`tests/driver/sm_90_h100.tsv`, `static_shared_bytes`).
    fn allotted_shared(&self, bytes: u64) -> u64 {
        let is_dynamic = |v: &&VariableDeclaration| v.unsized_extern && v.space == Space::Shared;
        let dynamic = self.source.variables.iter().filter(is_dynamic);
        match dynamic.map(|variable| variable.align).max() {
            Some(align) if bytes > 0 => bytes.next_multiple_of(align.max(16)),
            _ => bytes,
        }
    }

    /// Takes note of the shared variables that several of the kernels use. Returns whether one of these has another place then.
    pub(crate) fn place_behind<'k>(&mut self, kernels: impl Iterator<Item = &'k [SharedVariable]>) -> bool {
        let mut used = HashSet::new();
        let mut is_moved = false;
        for variables in kernels {
            for variable in variables.iter().filter(|variable| variable.bytes.is_some()) {
                if !used.insert(variable.name.clone()) {
                    is_moved |= self.used_by_several.insert(variable.name.clone());
                }
            }
        }
        is_moved
    }

    /// The address of a function, which other functions find in registers and in memory.
    fn code_address(&self, name: &str) -> Option<u64> {
        let at = self.source.functions.iter().position(|function| function.name == name && !function.kernel)?;
        Some(FUNCTION_WINDOW + 16 * at as u64)
    }
}

/// A constant of a kernel whose shared variables have no addresses yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum UnplacedConstant {
    Known(PtxConstant),
    /// Byte offset of a shared variable, by its id, plus bytes.
    Shared(usize, u64),
}

struct Lowerer<'a> {
    symbols: &'a Symbols<'a>,
    code: Vec<Inst>,
    info: Vec<InstInfo>,
    registers: u32,
    predicates: u32,
    constants: HashMap<UnplacedConstant, Slot>,
    specials: HashMap<SpecialRegister, Slot>,
    scopes: Vec<Scope<'a>>,
    /// The instruction index of each label. Branches hold a label's number until the kernel is finished.
    labels: Vec<u32>,
    shared: Vec<&'a VariableDeclaration>,
    local_bytes: u64,
    /// The kernel, and the functions that are being expanded, each called by the one before.
    frames: Vec<Frame<'a>>,
    locs: HashMap<SourceLoc, Arc<SourceLoc>>,
    /// The functions that are called and not expanded.
    callables: Vec<Callable<'a>>,
    /// How registers are assigned, for the arrays that addresses come from.
    derivations: Vec<Derivation>,
    /// The number of the function that is being lowered: 0 for the kernel, and then that of a callable plus one.
    current: usize,
    /// The register with the address of a thread's frame.
    stack: Slot,
}

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

const ALWAYS: Pred = Pred { slot: TRUE, flip: 0 };

impl<'a> Lowerer<'a> {
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
        let accesses = self.array_accesses(&bases.collect(), &numbers.collect());
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
        Ok(DecodedKernel {
            name: kernel.name.as_str().into(),
            code: KernelCode::Ptx(PtxCode {
                code: self.code,
                registers: self.registers,
                predicates: self.predicates,
                constants,
                specials,
                functions,
                stack: self.stack,
                accesses,
            }),
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
            max_threads: kernel.max_threads,
        })
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

    fn new_label(&mut self) -> u32 {
        self.labels.push(u32::MAX);
        self.labels.len() as u32 - 1
    }

    fn place(&mut self, label: u32) {
        self.labels[label as usize] = self.code.len() as u32;
    }

    fn emit(&mut self, instruction: &PtxInstruction, guard: Pred, op: Operation) -> Lower<()> {
        if self.code.len() >= LONGEST {
            return Err(ParseError::new(instruction.line, format!("the kernel has more than {LONGEST} instructions")));
        }
        self.code.push(Inst { op, guard });
        let loc = self.frame().loc.clone();
        self.info.push(InstInfo { line: instruction.line, text: instruction.text.as_str().into(), loc });
        Ok(())
    }
}
