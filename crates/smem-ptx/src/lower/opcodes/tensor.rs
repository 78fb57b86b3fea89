//! Products of small matrices by a whole warp: `mma` and `wmma`.

use super::form::Form;
use super::memory::space_of;
use crate::lower::modifiers::Modifiers;
use crate::lower::{Lower, Lowerer};
use crate::parse::syntax::{PtxInstruction, PtxOperand};
use smem_sim::isa::{
    Factor, FragmentAccess, MatrixSum, Operation, ProductShape, ProductTile, PtxMatrix, Slot, Space, TiledProduct, Type,
};

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    Form::untyped(&["mma"], &["sync", "aligned"], &[4], |l, i, m| l.mma(i, m)),
    Form::untyped(&["mma"], &["sp", "sync", "aligned"], &[6], |l, i, m| l.sparse_mma(i, m)),
    Form::untyped(&["mma"], &["sp::ordered_metadata", "sync", "aligned"], &[6], |l, i, m| l.sparse_mma(i, m)),
    Form::untyped(&["wmma"], &["mma", "sync", "aligned"], &[4], |l, i, m| l.wmma(i, m)),
    Form::untyped(&["wmma"], &["load", "sync", "aligned"], &[2, 3], |l, i, m| l.load_fragment(i, m)),
    Form::untyped(&["wmma"], &["store", "d", "sync", "aligned"], &[2, 3], |l, i, m| l.store_fragment(i, m)),
];

/// Rows, columns and depth of a product, such as `m16n8k16`.
type Extents = [u32; 3];

/// The shapes of `mma` by their factors.
const MMA: [(FactorKind, &[Extents]); 7] = [
    (FactorKind::F16, &[[16, 8, 8], [16, 8, 16]]),
    (FactorKind::Bf16, &[[16, 8, 8], [16, 8, 16]]),
    (FactorKind::Tf32, &[[16, 8, 4], [16, 8, 8]]),
    (FactorKind::F64, &[[8, 8, 4], [16, 8, 4], [16, 8, 8], [16, 8, 16]]),
    (FactorKind::Bytes, &[[8, 8, 16], [16, 8, 16], [16, 8, 32]]),
    (FactorKind::Nibbles, &[[8, 8, 32], [16, 8, 32], [16, 8, 64]]),
    (FactorKind::Bits, &[[8, 8, 128], [16, 8, 128], [16, 8, 256]]),
];

/// The shapes of `wmma` by their factors.
const WMMA: [(FactorKind, &[Extents]); 7] = [
    (FactorKind::F16, &[[16, 16, 16], [32, 8, 16], [8, 32, 16]]),
    (FactorKind::Bf16, &[[16, 16, 16], [32, 8, 16], [8, 32, 16]]),
    (FactorKind::Tf32, &[[16, 16, 8]]),
    (FactorKind::F64, &[[8, 8, 4]]),
    (FactorKind::Bytes, &[[16, 16, 16], [32, 8, 16], [8, 32, 16]]),
    (FactorKind::Nibbles, &[[8, 8, 32]]),
    (FactorKind::Bits, &[[8, 8, 128]]),
];

/// The elements of factors, whatever their signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FactorKind {
    F16,
    Bf16,
    Tf32,
    F64,
    Bytes,
    Nibbles,
    Bits,
}

impl FactorKind {
    /// `None` for numbers of 8 bits, whose products no assembler has made a test of.
    fn of(factor: Factor) -> Option<Self> {
        Some(match factor {
            Factor::F16 => Self::F16,
            Factor::Bf16 => Self::Bf16,
            Factor::Tf32 => Self::Tf32,
            Factor::F64 => Self::F64,
            Factor::Bytes { .. } => Self::Bytes,
            Factor::Nibbles { .. } => Self::Nibbles,
            Factor::Bits { .. } => Self::Bits,
            Factor::F8 { .. } => return None,
        })
    }
}

/// The factors of these types.
fn factor(left: &str, right: &str, differ: bool) -> Option<Factor> {
    let signed = |name: &str| name.starts_with('s');
    Some(match (left, right) {
        ("f16", "f16") => Factor::F16,
        ("bf16", "bf16") => Factor::Bf16,
        ("tf32", "tf32") => Factor::Tf32,
        ("f64", "f64") => Factor::F64,
        ("b1", "b1") => Factor::Bits { differ },
        ("s8" | "u8", "s8" | "u8") => Factor::Bytes { left_signed: signed(left), right_signed: signed(right) },
        ("s4" | "u4", "s4" | "u4") => Factor::Nibbles { left_signed: signed(left), right_signed: signed(right) },
        _ => return None,
    })
}

/// Reads `m16n8k16`.
fn extents(part: &str) -> Option<Extents> {
    let (rows, rest) = part.strip_prefix('m')?.split_once('n')?;
    let (columns, depth) = rest.split_once('k')?;
    Some([rows.parse().ok()?, columns.parse().ok()?, depth.parse().ok()?])
}

/// The modifiers of a product.
struct ProductModifiers {
    extents: Extents,
    factor: Factor,
    sum: MatrixSum,
}

/// Reads the modifiers of a product that remain: its shape and its types.
fn product_modifiers(m: &mut Modifiers<'_>, short: bool) -> Lower<ProductModifiers> {
    let (saturates, differ, and) = (m.take("satfinite"), m.take("xor"), m.take("and"));
    let (counts, nearest) = (m.take("popc"), m.take("rn"));
    let parts = m.take_all();
    let shapes: Vec<Extents> = parts.iter().filter_map(|part| extents(part)).collect();
    let orders: Vec<&str> = parts.iter().copied().filter(|part| matches!(*part, "row" | "col")).collect();
    let types: Vec<&str> =
        parts.iter().copied().filter(|part| extents(part).is_none() && !matches!(*part, "row" | "col")).collect();
    let ([extents], 2) = (&shapes[..], orders.len()) else { return Err(m.unknown()) };
    // The fragments of `wmma` hide the order that they were loaded in; `mma` has but one.
    if !short && orders != ["row", "col"] {
        return Err(m.unknown());
    }
    let [d, a, b, c] = match types[..] {
        [d, a, b, c] => [d, a, b, c],
        [d, c] if short => [d, "f16", "f16", c],
        _ => return Err(m.unknown()),
    };
    let Some(factor) = factor(a, b, differ) else { return Err(m.unknown()) };
    let integer = matches!(factor, Factor::Bytes { .. } | Factor::Nibbles { .. });
    let sum = match (d, c, factor) {
        ("f32", "f32", Factor::F16 | Factor::Bf16 | Factor::Tf32) => MatrixSum::F32,
        ("f16", "f16", Factor::F16) => MatrixSum::F16,
        ("f64", "f64", Factor::F64) => MatrixSum::F64,
        ("s32", "s32", _) if integer && saturates => MatrixSum::S32Saturating,
        ("s32", "s32", Factor::Bits { .. }) => MatrixSum::S32,
        ("s32", "s32", _) if integer => MatrixSum::S32,
        _ => return Err(m.unknown()),
    };
    let bits = matches!(factor, Factor::Bits { .. });
    if saturates && !integer || nearest && factor != Factor::F64 || bits != counts || bits != (differ ^ and) {
        return Err(m.unknown());
    }
    Ok(ProductModifiers { extents: *extents, factor, sum })
}

/// A fragment's cores, and how its elements are in registers.
struct Cores {
    list: Vec<[u32; 2]>,
    each: u32,
    bits: u32,
    register_bits: u32,
}

/// The three matrices of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WmmaMatrix {
    Left,
    Right,
    Sum,
}

/// Whether a product is computed as the transposed one of its transposed factors: it has 8 rows, and the hardware's have 16.
fn is_transposed([rows, columns, _]: Extents) -> bool {
    rows == 8 && columns == 32
}

/// Lines in strips of 16, then along the depth, then the halves of a strip.
fn strips(lines: u32, depth: u32, chunk: usize) -> Vec<[u32; 2]> {
    let halves = if lines < 16 { 1 } else { 2 };
    let strips = (0..lines).step_by(16);
    let along = move |strip| (0..depth).step_by(chunk).map(move |at| (strip, at));
    let core = move |(strip, at)| (0..halves).map(move |half| [strip + 8 * half, at]);
    strips.flat_map(along).flat_map(core).collect()
}

/// Lines in blocks of 8, then along the depth.
fn blocks(lines: u32, depth: u32, chunk: usize) -> Vec<[u32; 2]> {
    (0..lines).step_by(8).flat_map(|block| (0..depth).step_by(chunk).map(move |at| [block, at])).collect()
}

/// The cores of an operand, in the order of its registers, as NVIDIA's assembler has them for compute capability 8.0 and later.
fn cores(operand: WmmaMatrix, extents: Extents, factor: Option<Factor>, sum_bits: u32) -> Cores {
    let [rows, columns, depth] = extents;
    let transposed = is_transposed(extents);
    let Some(factor) = factor.filter(|_| operand != WmmaMatrix::Sum) else {
        let (lines, along) = if transposed { (columns, rows) } else { (rows, columns) };
        let register_bits = sum_bits.max(32);
        return Cores { list: strips(lines, along, 8), each: 2, bits: sum_bits, register_bits };
    };
    let wide = factor == Factor::F64;
    let each = factor.elements_of_a_register();
    let lines = if operand == WmmaMatrix::Left { rows } else { columns };
    let list = if (operand == WmmaMatrix::Left) != transposed {
        strips(lines, depth, 4 * each)
    } else {
        blocks(lines, depth, 4 * each)
    };
    let bits = if wide { 64 } else { 32 };
    Cores { list, each: each as u32, bits: bits / each as u32, register_bits: bits }
}

/// The registers of a fragment: those of f16 factors are always eight.
fn registers(operand: WmmaMatrix, factor: Option<Factor>, cores: &Cores) -> usize {
    match factor {
        Some(Factor::F16) if operand != WmmaMatrix::Sum => 8,
        _ => cores.list.len() * (cores.each * cores.bits / cores.register_bits) as usize,
    }
}

impl Lowerer<'_> {
    fn sources(&mut self, i: &PtxInstruction, operand: &PtxOperand, count: usize, ty: Type) -> Lower<Vec<Slot>> {
        let parts = self.elements(i, operand, count)?;
        parts.iter().map(|part| self.source(i.line, part, ty)).collect()
    }

    fn targets(&mut self, i: &PtxInstruction, operand: &PtxOperand, count: usize, bits: u32) -> Lower<Vec<Slot>> {
        let parts = self.elements(i, operand, count)?;
        parts.iter().map(|part| self.target(i.line, part, bits)).collect()
    }

    fn mma(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        let ProductModifiers { extents, factor, sum } = product_modifiers(m, false)?;
        if !MMA.iter().any(|(kind, shapes)| FactorKind::of(factor) == Some(*kind) && shapes.contains(&extents)) {
            return Err(m.unknown());
        }
        let shape = ProductShape { rows: extents[0] as usize, depth: extents[2] as usize, factor, sum, selector: None };
        let wide = factor == Factor::F64;
        let [left, right, sums] = shape.registers().map(|count| if wide { count / 2 } else { count });
        let ty = if wide { Type::F64 } else { Type::B(32) };
        let a = self.sources(i, &i.operands[1], left, ty)?;
        let b = self.sources(i, &i.operands[2], right, ty)?;
        let tile = ProductTile {
            factors: vec![[a, b]],
            metadata: None,
            c: self.sources(i, &i.operands[3], sums, ty)?,
            d: self.targets(i, &i.operands[0], sums, ty.bits())?,
        };
        Ok(Operation::Matrix(PtxMatrix::Product(TiledProduct { shape, tiles: vec![tile] })))
    }

    /// `mma.sp d, a, b, c, metadata, selector`
    fn sparse_mma(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        let ProductModifiers { extents: [rows, columns, depth], factor, sum } = product_modifiers(m, false)?;
        let (rows, depth) = (rows as usize, depth as usize);
        let mut shape = ProductShape { rows, depth, factor, sum, selector: Some(0) };
        let Some(selectors) = shape.selectors().filter(|_| (rows, columns) == (16, 8)) else { return Err(m.unknown()) };
        let [left, right, sums] = shape.registers();
        let a = self.sources(i, &i.operands[1], left, Type::B(32))?;
        let b = self.sources(i, &i.operands[2], right, Type::B(32))?;
        let tile = ProductTile {
            factors: vec![[a, b]],
            c: self.sources(i, &i.operands[3], sums, Type::B(32))?,
            d: self.targets(i, &i.operands[0], sums, 32)?,
            metadata: Some(self.source(i.line, &i.operands[4], Type::B(32))?),
        };
        let PtxOperand::Int(selector) = i.operands[5] else { return Err(m.error("its selector is not a number")) };
        shape.selector = u32::try_from(selector).ok().filter(|selector| *selector < selectors);
        if shape.selector.is_none() {
            return Err(m.error(&format!("its selector is {selector}, and it has to be below {selectors}")));
        }
        Ok(Operation::Matrix(PtxMatrix::Product(TiledProduct { shape, tiles: vec![tile] })))
    }

    fn wmma(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        let ProductModifiers { extents, factor, sum } = product_modifiers(m, true)?;
        if !WMMA.iter().any(|(kind, shapes)| FactorKind::of(factor) == Some(*kind) && shapes.contains(&extents)) {
            return Err(m.unknown());
        }
        let wide = factor == Factor::F64;
        let ty = if wide { Type::F64 } else { Type::B(32) };
        let sum_bits = if sum == MatrixSum::F16 { 16 } else { ty.bits() };
        let count = |operand| registers(operand, Some(factor), &cores(operand, extents, Some(factor), sum_bits));
        let d = self.targets(i, &i.operands[0], count(WmmaMatrix::Sum), ty.bits())?;
        let mut a = self.sources(i, &i.operands[1], count(WmmaMatrix::Left), ty)?;
        let mut b = self.sources(i, &i.operands[2], count(WmmaMatrix::Right), ty)?;
        let c = self.sources(i, &i.operands[3], count(WmmaMatrix::Sum), ty)?;
        let [mut rows, mut columns, depth] = extents;
        if is_transposed(extents) {
            std::mem::swap(&mut a, &mut b);
            std::mem::swap(&mut rows, &mut columns);
        }
        // The assembler makes two products of this one.
        let steps = if factor == Factor::Tf32 { 2 } else { 1 };
        let shape =
            ProductShape { rows: rows.min(16) as usize, depth: depth as usize / steps, factor, sum, selector: None };
        let [left, right, sums] = shape.registers().map(|count| if wide { count / 2 } else { count });
        let mut tiles = Vec::new();
        for strip in 0..(rows as usize).div_ceil(16) {
            for block in 0..columns as usize / 8 {
                let at = sums * (strip * columns as usize / 8 + block);
                let part = |of: &[Slot], length: usize, i: usize| {
                    of.iter().skip(length * i).take(length).copied().collect::<Vec<Slot>>()
                };
                let step = |n| [part(&a, left, steps * strip + n), part(&b, right, steps * block + n)];
                tiles.push(ProductTile {
                    factors: (0..steps).map(step).collect(),
                    metadata: None,
                    c: c.iter().skip(at).take(sums).copied().collect(),
                    d: d.iter().skip(at).take(sums).copied().collect(),
                });
            }
        }
        Ok(Operation::Matrix(PtxMatrix::Product(TiledProduct { shape, tiles })))
    }

    fn load_fragment(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        let operands = [("a", WmmaMatrix::Left), ("b", WmmaMatrix::Right), ("c", WmmaMatrix::Sum)];
        let Some(operand) = m.take_named(&operands) else { return Err(m.unknown()) };
        let mut access = self.fragment(i, m, operand, 1, 0)?;
        access.slots = self.targets(i, &i.operands[0], access.slots.len(), access.register_bits)?;
        Ok(Operation::Matrix(PtxMatrix::LoadFragment(access)))
    }

    fn store_fragment(&mut self, i: &PtxInstruction, m: &mut Modifiers<'_>) -> Lower<Operation> {
        let mut access = self.fragment(i, m, WmmaMatrix::Sum, 0, 1)?;
        let ty = Type::B(access.register_bits);
        access.slots = self.sources(i, &i.operands[1], access.slots.len(), ty)?;
        Ok(Operation::Matrix(PtxMatrix::StoreFragment(access)))
    }

    /// The access, whose registers are operand `at_registers` and are only counted here.
    fn fragment(
        &mut self,
        i: &PtxInstruction,
        m: &mut Modifiers<'_>,
        operand: WmmaMatrix,
        at_address: usize,
        at_registers: usize,
    ) -> Lower<FragmentAccess> {
        let space = space_of(m);
        if !matches!(space, Space::Generic | Space::Global | Space::Shared) {
            return Err(m.unknown());
        }
        let Some(by_rows) = m.take_named(&[("row", true), ("col", false)]) else { return Err(m.unknown()) };
        let parts = m.take_all();
        let [shape, ty] = parts[..] else { return Err(m.unknown()) };
        let Some(shape) = extents(shape) else { return Err(m.unknown()) };
        let factor = match operand {
            WmmaMatrix::Sum => None,
            _ => Some(factor(ty, ty, false).ok_or_else(|| m.unknown())?),
        };
        let of_factor = factor.and_then(FactorKind::of);
        // The factors that a sum of this type may have.
        let kinds: &[FactorKind] = match (factor, ty) {
            (Some(_), _) => of_factor.as_slice(),
            (None, "f16") => &[FactorKind::F16],
            (None, "f32") => &[FactorKind::F16, FactorKind::Bf16, FactorKind::Tf32],
            (None, "s32") => &[FactorKind::Bytes, FactorKind::Nibbles, FactorKind::Bits],
            (None, "f64") => &[FactorKind::F64],
            _ => return Err(m.unknown()),
        };
        if !WMMA.iter().any(|(kind, shapes)| kinds.contains(kind) && shapes.contains(&shape)) {
            return Err(m.unknown());
        }
        let sum_bits = match ty {
            "f16" => 16,
            "f64" => 64,
            _ => 32,
        };
        let found = cores(operand, shape, factor, sum_bits);
        // Lines of a left factor are rows, of a right one columns, and those of a sum are rows unless it is transposed.
        let lines_are_rows = match operand {
            WmmaMatrix::Left => true,
            WmmaMatrix::Right => false,
            WmmaMatrix::Sum => !is_transposed(shape),
        };
        let contiguous = by_rows == lines_are_rows;
        if !contiguous && found.bits < 8 {
            return Err(m.unknown());
        }
        let [rows, columns, depth] = shape;
        let stride = match i.operands.optional(2) {
            Some(stride) => self.source(i.line, stride, Type::U(32))?,
            None => {
                let (height, width) = match operand {
                    WmmaMatrix::Left => (rows, depth),
                    WmmaMatrix::Right => (depth, columns),
                    WmmaMatrix::Sum => (rows, columns),
                };
                self.bits(u64::from(if by_rows { width } else { height }))
            }
        };
        let (address, space) = self.address(i, &i.operands[at_address], space)?;
        let scratch = self.registers;
        self.registers += found.each;
        let count = registers(operand, factor, &found);
        self.elements(i, &i.operands[at_registers], count)?;
        let Cores { list, each, bits, register_bits } = found;
        Ok(FragmentAccess {
            space,
            address,
            stride,
            bits,
            each,
            cores: list,
            slots: vec![scratch; count],
            register_bits,
            contiguous,
            scratch,
        })
    }
}
