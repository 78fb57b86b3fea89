//! Elements of 32 bytes, such as `[f64; 4]`, which conflict because a lane reads only 16 bytes at once.

use crate::message::suggest;
use smem_layout::{Access, Pattern, Request, SolveError, WIDEST_BYTES};

/// Returns the message for accesses that conflict: the reason, and alternatives that the solver accepts. `ty` is the source
/// text of the element, `name` that of the struct, and `alone` is true if the attribute has no options.
pub(crate) fn message(request: &Request<'_>, error: &SolveError, ty: &str, name: &str, alone: bool) -> String {
    let reports = error.report().map_or(&[][..], |report| &report.accesses);
    let unaccepted: Vec<_> = reports.iter().filter(|report| !report.is_accepted()).collect();
    let ways = unaccepted.iter().map(|report| report.ways).max().unwrap_or_default();
    let names: Vec<String> = unaccepted.iter().map(|report| format!("`{}`", report.name)).collect();
    let bytes = request.elem_bytes;
    let mut message = format!(
        "`{ty}` has {bytes} bytes, and a lane reads at most {WIDEST_BYTES} at once\n\
         each half of the element is a request of its own, whose lanes are {bytes} bytes apart: {} {} {ways}-way \
         bank conflicts",
        suggest::all(&names),
        if names.len() == 1 { "has" } else { "have" }
    );
    for help in [halves(request, ty, name, alone), accepting(request, error)].into_iter().flatten() {
        message.push_str("\nhelp: ");
        message.push_str(&help);
    }
    message
}

/// Proposes twice the columns of half the element, if the accesses mean the same for them and are then free of conflict.
fn halves(request: &Request<'_>, ty: &str, name: &str, alone: bool) -> Option<String> {
    let whole =
        request.accesses.iter().all(|access| matches!(access.pattern, Pattern::Row { .. } | Pattern::Col { .. }));
    let cols = request.cols.checked_mul(2)?;
    let found = Request { cols, elem_bytes: WIDEST_BYTES, ..*request }.find();
    if !whole || !matches!(found, Ok(Some(_))) {
        return None;
    }
    let half = ty.strip_suffix("; 4]")?;
    let rows = if request.rows == 1 { String::new() } else { format!("{}, ", request.rows) };
    let rest = if alone { "" } else { ", .." };
    Some(format!(
        "write `#[smem_tile({rows}{cols}{rest})]` and `struct {name}({half}; 2]);`, two elements in place of each"
    ))
}

/// Proposes the same accesses with a `max_ways` that accepts the conflicts.
fn accepting(request: &Request<'_>, error: &SolveError) -> Option<String> {
    let reports = &error.report()?.accesses;
    let ways = |(access, ways): (&Access, u32)| access.clone().max_ways(ways.max(access.max_ways));
    let accesses: Vec<Access> =
        request.accesses.iter().zip(reports.iter().map(|report| report.ways)).map(ways).collect();
    if !matches!((Request { accesses: &accesses, ..*request }).find(), Ok(Some(_))) {
        return None;
    }
    if accesses.iter().any(|access| matches!(access.pattern, Pattern::Lanes(_))) {
        return Some("accept the conflicts with `max_ways` in each access".into());
    }
    let accesses: Vec<String> = accesses.iter().map(Access::to_string).collect();
    Some(format!("accept the conflicts with `access({})`", accesses.join(", ")))
}
