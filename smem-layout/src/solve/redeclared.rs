//! Accesses that a proposal declares in place of others, and how it writes them.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use crate::{access::Access, list::listed};

/// Returns `accesses`, each as `change` has it. Of those that become the same access one is left, which accepts no more conflicts than
/// any of them: an access that is declared twice is a mistake.
pub(super) fn changed(accesses: &[Access], change: impl Fn(&Access) -> Access) -> Vec<Access> {
    let mut all: Vec<Access> = Vec::new();
    for access in accesses.iter().map(change) {
        match all.iter_mut().find(|other| is_same(other, &access)) {
            Some(other) => other.max_ways = other.max_ways.min(access.max_ways),
            None => all.push(access),
        }
    }
    all
}

fn is_same(one: &Access, other: &Access) -> bool {
    (&one.pattern, one.vec, one.transposed) == (&other.pattern, other.vec, other.transposed)
}

/// Returns true if an access has a closure, which messages do not write out.
pub(super) fn has_closure(accesses: &[Access]) -> bool {
    accesses.iter().any(|access| access.to_string().contains(".."))
}

/// Writes `` `access(row(wrap = false), col)` ``.
pub(super) fn written(accesses: &[Access]) -> String {
    let accesses: Vec<String> = accesses.iter().map(ToString::to_string).collect();
    format!("`access({})`", accesses.join(", "))
}

/// Writes all accesses that come of `change`; where one has a closure, those that take the place of others:
/// `` `block(8, 4)` in place of `col` and `row` ``.
pub(super) fn declared(accesses: &[Access], change: impl Fn(&Access) -> Access) -> String {
    let all = changed(accesses, &change);
    if !has_closure(&all) {
        return written(&all);
    }
    let in_place = |instead: &Access| {
        let before: Vec<&Access> = accesses.iter().filter(|access| is_same(&change(access), instead)).collect();
        let names: Vec<String> = before.iter().map(|access| format!("`{access}`")).collect();
        (before != [instead]).then(|| format!("`{instead}` in place of {}", listed(&names, "and")))
    };
    all.iter().filter_map(in_place).collect::<Vec<String>>().join(", ")
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::access::{LaneTable, Pattern};

    fn staying(access: &Access) -> Access {
        match access.pattern {
            Pattern::Row { .. } => Access { pattern: Pattern::Row { wrap: false }, ..access.clone() },
            _ => access.clone(),
        }
    }

    #[test]
    fn accesses_that_become_one_are_declared_once_with_the_fewest_ways() {
        let accesses = [Access::unwrapped_row().max_ways(2), Access::col(), Access::row(), Access::row().vec(2)];
        let wanted = vec![Access::unwrapped_row(), Access::col(), Access::unwrapped_row().vec(2)];
        assert_eq!(changed(&accesses, staying), wanted);
        let text = "`access(row(wrap = false), col, row(wrap = false, vec = 2))`";
        assert_eq!(declared(&accesses, staying), text);
    }

    #[test]
    fn beside_a_closure_the_accesses_that_change_are_named() {
        let diagonal = core::array::from_fn(|lane| (lane as u32, lane as u32));
        let diagonal = Access::lanes(LaneTable::new(vec![diagonal]).unwrap());
        let accesses = [Access::unwrapped_row(), diagonal.clone(), Access::row()];
        assert_eq!(declared(&accesses, staying), "`row(wrap = false)` in place of `row(wrap = false)` and `row`");
        assert_eq!(declared(&[diagonal, Access::row()], staying), "`row(wrap = false)` in place of `row`");
    }
}
