//! The instructions that the simulator supports: tables with a row for each form of an opcode.
//!
//! A row holds the opcode's names, the modifiers that select this form, those without effect, its types, its numbers of operands,
//! and the function that computes or lowers it. The names occur nowhere else, so a new form is a new row. A file holds the rows of
//! one family and the functions that lower them.

mod atomic;
mod barrier;
mod carry;
mod cluster;
mod control;
mod convert;
mod convert_narrow;
mod coordinates;
mod float;
mod float_form;
mod form;
mod group_tensor;
mod half;
mod integer;
mod integer_form;
mod logic;
mod matrix;
mod mbarrier;
mod memory;
mod mov;
mod surface;
mod tensor;
mod tensor_copy;
mod texture;
mod warp;

use super::modifiers::Modifiers;
use super::{ALWAYS, Lower, Lowerer};
use crate::parse::syntax::PtxInstruction;
use form::{Form, Lowering};
use smem_sim::isa::{Pred, Type};
use std::collections::HashMap;
use std::sync::OnceLock;

static FAMILIES: [&[Form]; 21] = [
    integer::FORMS,
    float::FORMS,
    half::FORMS,
    carry::FORMS,
    cluster::FORMS,
    logic::FORMS,
    convert::FORMS,
    convert_narrow::FORMS,
    mov::FORMS,
    memory::FORMS,
    atomic::FORMS,
    matrix::FORMS,
    mbarrier::FORMS,
    tensor::FORMS,
    tensor_copy::FORMS,
    group_tensor::FORMS,
    texture::FORMS,
    surface::FORMS,
    control::FORMS,
    barrier::FORMS,
    warp::FORMS,
];

/// The forms of a name, those with most modifiers first.
fn forms_of(name: &str) -> &'static [&'static Form] {
    static INDEX: OnceLock<HashMap<&'static str, Vec<&'static Form>>> = OnceLock::new();
    let index = INDEX.get_or_init(|| {
        let mut index: HashMap<_, Vec<&'static Form>> = HashMap::new();
        for form in FAMILIES.iter().copied().flatten() {
            for name in form.names {
                index.entry(*name).or_default().push(form);
            }
        }
        for forms in index.values_mut() {
            forms.sort_by_key(|form| std::cmp::Reverse(form.when.len()));
        }
        index
    });
    index.get(name).map_or(&[], Vec::as_slice)
}

/// Chooses the form of an instruction and its type. Both are removed from the modifiers.
fn choose(m: &mut Modifiers<'_>) -> Lower<(&'static Form, Option<Type>)> {
    let forms = forms_of(m.base());
    let last = m.last_type(&[]);
    let mut untyped = last.is_none() && !forms.is_empty() && forms.iter().all(|form| form.accepts().is_some());
    for form in forms.iter().filter(|form| form.when.iter().all(|part| m.has(part))) {
        let ty = match form.accepts() {
            None => None,
            Some(accepts) => match last.or_else(|| m.last_type(form.when)) {
                Some(ty) if accepts(ty) => Some(ty),
                Some(_) => continue,
                None => {
                    untyped = true;
                    continue;
                }
            },
        };
        for part in form.when {
            m.take(part);
        }
        if let Lowering::Refused(error) = form.lowering {
            return Err(error(m));
        }
        // Modifiers that select other forms of this type cannot be combined with this one.
        let of_type = |other: &&&Form| other.accepts().zip(ty).is_none_or(|(accepts, ty)| accepts(ty));
        let others = m.len() > usize::from(ty.is_some());
        if others && forms.iter().filter(of_type).flat_map(|other| other.when).any(|part| m.has(part)) {
            return Err(m.unknown());
        }
        if ty.is_some() {
            m.drop_last();
        }
        return Ok((form, ty));
    }
    Err(if untyped { m.error("a type is missing") } else { m.unknown() })
}

impl<'a> Lowerer<'a> {
    /// Lowers an instruction of any family.
    pub(super) fn instruction(&mut self, i: &'a PtxInstruction) -> Lower<()> {
        let guard = match &i.guard {
            None => ALWAYS,
            Some((name, negated)) => {
                let pred = self.predicate_register(i.line, name)?;
                Pred { slot: pred, flip: if *negated { u32::MAX } else { 0 } }
            }
        };
        let mut m = Modifiers::new(&i.opcode, i.line);
        let (form, ty) = choose(&mut m)?;
        m.ignore(form.ignores);
        if !form.operands.is_empty() {
            self.count(i, form.operands)?;
        }
        let op = match (form.lowering, ty) {
            (Lowering::Call, _) => {
                m.finish()?;
                return self.call(i, guard);
            }
            (Lowering::Untyped(lower), _) => lower(self, i, &mut m)?,
            (Lowering::Typed(_, lower), Some(ty)) => lower(self, i, &mut m, ty)?,
            (Lowering::Registers(_, registers), Some(ty)) => self.registers_form(i, &m, registers, ty)?,
            (Lowering::Float(float), Some(ty)) => self.float_form(i, &mut m, float, ty)?,
            (Lowering::Typed(..) | Lowering::Registers(..) | Lowering::Float(_), None) | (Lowering::Refused(_), _) => {
                return Err(m.unknown());
            }
        };
        m.finish()?;
        self.derive(i);
        self.emit(i, guard, op)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::type_names::TYPE_NAMES;
    use std::collections::HashSet;

    /// If an instruction fitted two rows equally, one would hide the other.
    #[test]
    fn every_row_can_be_meant() {
        let refused = |form: &&Form| matches!(form.lowering, Lowering::Refused(_));
        for form in FAMILIES.iter().copied().flatten().filter(|form| !refused(form)) {
            for name in form.names {
                let mut opcode = (*name).to_owned();
                for part in form.when {
                    opcode = format!("{opcode}.{part}");
                }
                let types: Vec<String> = match form.accepts() {
                    None => vec![String::new()],
                    Some(accepts) => {
                        let all = TYPE_NAMES.iter().filter(|(_, ty)| accepts(*ty));
                        all.map(|(name, _)| format!(".{name}")).collect()
                    }
                };
                assert!(!types.is_empty(), "`{opcode}` accepts no type");
                for ty in types {
                    let opcode = format!("{opcode}{ty}");
                    let (chosen, _) = choose(&mut Modifiers::new(&opcode, 1)).expect(&opcode);
                    assert!(std::ptr::eq(chosen, form), "`{opcode}` means {:?}, not {:?}", chosen.when, form.when);
                }
            }
        }
    }

    #[test]
    fn no_row_is_there_twice() {
        let mut seen = HashSet::new();
        for form in FAMILIES.iter().copied().flatten() {
            for name in form.names {
                let mut when = form.when.to_vec();
                when.sort_unstable();
                let types: Vec<&str> = match form.accepts() {
                    None => vec![""],
                    Some(accepts) => TYPE_NAMES.iter().filter(|(_, ty)| accepts(*ty)).map(|(name, _)| *name).collect(),
                };
                for ty in types {
                    assert!(seen.insert((*name, when.clone(), ty)), "`{name}` with {when:?} and `{ty}` is there twice");
                }
            }
        }
    }
}
