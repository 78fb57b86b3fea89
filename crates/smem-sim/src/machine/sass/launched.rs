//! The code of a launch: the constant banks that the driver would fill, and the values of the slots that read them.

use super::pace::PacedStep;
use super::run_lengths::run_lengths;
use crate::isa::sass::{Patch, SassCode, SassConstant};
use crate::isa::{Slot, SpecialRegister};
use crate::machine::LaunchContext;
use crate::machine::access::SharedNames;
use crate::memory::{CONST_WINDOW, LOCAL_WINDOW, PARAM_WINDOW, SHARED_WINDOW};
use std::sync::OnceLock;

/// Machine code with what one launch adds to it.
#[derive(Debug)]
pub(in crate::machine) struct LaunchedSass<'k> {
    pub(super) code: &'k SassCode,
    /// Banks 0 to 4. Nothing uses bank 1.
    banks: [Vec<u8>; 5],
    /// The slots that hold the same in every lane and every warp.
    pub(super) values: Vec<(Slot, u32)>,
    pub(super) specials: Vec<(Slot, SpecialRegister)>,
    /// By instruction.
    pub(super) runs: Vec<u32>,
    paced: OnceLock<Vec<PacedStep>>,
}

impl<'k> LaunchedSass<'k> {
    pub(in crate::machine) fn new(context: &LaunchContext<'_>, code: &'k SassCode) -> Self {
        let banks = [bank0(context, code), Vec::new(), code.bank2.clone(), bank3(context, code), bank4(context, code)];
        let runs = run_lengths(&code.code);
        let mut launched = Self { code, banks, values: Vec::new(), specials: Vec::new(), runs, paced: OnceLock::new() };
        for &(slot, constant) in &code.constants {
            let value = match constant {
                SassConstant::Bits(bits) => bits,
                SassConstant::Word { bank, offset } => launched.constant(bank, offset.into(), 4, false) as u32,
                SassConstant::Narrow { bank, offset, bytes, signed } => {
                    launched.constant(bank, offset.into(), bytes, signed) as u32
                }
                SassConstant::AddressHalf { variable, plus, upper } => {
                    let address = context.variables[variable].wrapping_add(plus);
                    (if upper { address >> 32 } else { address }) as u32
                }
                SassConstant::Special(special) => {
                    launched.specials.push((slot, special));
                    continue;
                }
            };
            launched.values.push((slot, value));
        }
        launched
    }

    /// The instructions as the clock of a warp sees them.
    pub(super) fn paced(&self) -> &[PacedStep] {
        self.paced.get_or_init(|| self.code.code.iter().map(PacedStep::of).collect())
    }

    /// How the code names shared memory.
    pub(super) fn shared_names(&self) -> SharedNames {
        SharedNames::InCluster { reserved: self.code.reserved_shared }
    }

    /// Up to 8 bytes of a constant bank. What is beyond its end is zero.
    pub(super) fn constant(&self, bank: u8, offset: u64, bytes: u32, signed: bool) -> u64 {
        let mut word = [0; 8];
        if let (Some(bank), Ok(offset)) = (self.banks.get(usize::from(bank)), usize::try_from(offset)) {
            let there = bank.get(offset..).unwrap_or(&[]);
            let take = there.len().min(bytes as usize).min(8);
            word[..take].copy_from_slice(&there[..take]);
        }
        let value = u64::from_le_bytes(word);
        let unused = 64 - 8 * bytes.clamp(1, 8);
        if signed { ((value << unused) as i64 >> unused) as u64 } else { value }
    }
}

fn put(bank: &mut [u8], offset: usize, bytes: &[u8]) {
    if let Some(place) = bank.get_mut(offset..).and_then(|rest| rest.get_mut(..bytes.len())) {
        place.copy_from_slice(bytes);
    }
}

/// The least f32 from 1 / n on: times a multiple of `n` it is not below the quotient, which kernels cut off.
fn reciprocal(n: u32) -> f32 {
    let nearest = 1.0 / n as f32;
    if f64::from(nearest) * f64::from(n) < 1.0 { f32::from_bits(nearest.to_bits() + 1) } else { nearest }
}

fn bank0(context: &LaunchContext<'_>, code: &SassCode) -> Vec<u8> {
    let (at, header) = (code.params_at as usize, code.header);
    let mut bank = vec![0; at + context.params.len()];
    for axis in 0..3 {
        put(&mut bank, header.block as usize + 4 * axis, &context.block[axis].to_le_bytes());
        put(&mut bank, header.grid as usize + 4 * axis, &context.grid[axis].to_le_bytes());
    }
    if let Some(at) = header.shared_window {
        put(&mut bank, at as usize, &SHARED_WINDOW.to_le_bytes());
    }
    put(&mut bank, header.local_window as usize, &LOCAL_WINDOW.to_le_bytes());
    put(&mut bank, header.const_window as usize, &context.constants.unwrap_or(CONST_WINDOW).to_le_bytes());
    // The upper half comes first.
    put(&mut bank, header.workspace as usize, &context.cooperative.workspace.rotate_left(32).to_le_bytes());
    let reserved = context.cooperative.reserved_shared.start + code.reserved_shared;
    put(&mut bank, header.reserved as usize, &reserved.to_le_bytes());
    put(&mut bank, header.multiprocessors as usize, &context.multiprocessors.to_le_bytes());
    if let Some(at) = header.params {
        put(&mut bank, at as usize, &PARAM_WINDOW.to_le_bytes());
    }
    if let Some(at) = header.cluster {
        put(&mut bank, at.clustered as usize, &u32::from(context.clustered).to_le_bytes());
        put(&mut bank, at.blocks as usize, &context.cluster.iter().product::<u32>().to_le_bytes());
        for axis in 0..3 {
            let size = context.cluster[axis];
            let mut put_at = |start: u32, bytes: [u8; 4]| put(&mut bank, start as usize + 4 * axis, &bytes);
            put_at(at.size, size.to_le_bytes());
            put_at(at.reciprocals, reciprocal(size).to_le_bytes());
            put_at(at.clusters, (context.grid[axis] / size).to_le_bytes());
        }
    }
    put(&mut bank, header.dynamic_shared as usize, &context.dynamic_shared.to_le_bytes());
    if let Some(at) = header.reserved_shared {
        put(&mut bank, at as usize, &code.reserved_shared.to_le_bytes());
    }
    put(&mut bank, header.stack_top as usize, &code.local_bytes.to_le_bytes());
    put(&mut bank, at, context.params);
    bank
}

/// The `__constant__` variables as they are now: the host may have written them.
fn bank3(context: &LaunchContext<'_>, code: &SassCode) -> Vec<u8> {
    let mut bank = vec![0; code.bank3_bytes as usize];
    let is_there = context.constants.is_some_and(|at| context.global.read(at, &mut bank));
    debug_assert!(is_there || bank.is_empty(), "the module's constants are in memory");
    bank
}

fn bank4(context: &LaunchContext<'_>, code: &SassCode) -> Vec<u8> {
    let mut bank = vec![0; code.bank4_bytes as usize];
    for &Patch { offset, bytes, variable, plus } in &code.bank4 {
        let base = variable.map_or(0, |variable| context.variables[variable]);
        let value = base.wrapping_add(plus).to_le_bytes();
        put(&mut bank, offset as usize, &value[..(bytes as usize).min(8)]);
    }
    bank
}
