//! Elements of 32 bytes, such as `[f64; 4]`, which conflict because a lane reads only 16 bytes at once.

use smem_layout::{Access, Pattern, SolveError, TileSpec, TileSpecBuilder, WIDEST_BYTES, find, listed};

/// Returns the message for accesses that conflict: the reason, and alternatives that the solver accepts. `ty` is the source
/// text of the element, `name` that of the struct, and `alone` is true if the attribute has no options.
pub(crate) fn message(spec: &TileSpec<'_>, error: &SolveError, ty: &str, name: &str, alone: bool) -> String {
    let reports = error.report().map_or(&[][..], |report| &report.accesses);
    let unaccepted: Vec<_> = reports.iter().filter(|report| !report.is_accepted()).collect();
    let ways = unaccepted.iter().map(|report| report.ways).max().unwrap_or_default();
    let names: Vec<String> = unaccepted.iter().map(|report| format!("`{}`", report.name)).collect();
    let bytes = spec.elem_bytes();
    let mut message = format!(
        "`{ty}` has {bytes} bytes, and a lane reads at most {WIDEST_BYTES} at once\n\
         each half of the element is a request of its own, whose lanes are {bytes} bytes apart: {} {} {ways}-way \
         bank conflicts",
        listed(&names, "and"),
        if names.len() == 1 { "has" } else { "have" }
    );
    for help in [halves(spec, ty, name, alone), accepting(spec, error)].into_iter().flatten() {
        message.push_str("\nhelp: ");
        message.push_str(&help);
    }
    message
}

/// Proposes twice the columns of half the element, if the accesses mean the same for them and are then free of conflict.
fn halves(spec: &TileSpec<'_>, ty: &str, name: &str, alone: bool) -> Option<String> {
    let whole = spec.accesses().iter().all(|access| {
        !access.transposed
            && matches!(access.pattern, Pattern::Row { .. } | Pattern::Col { .. } | Pattern::Depth { .. })
    });
    let cols = spec.cols().checked_mul(2)?;
    if !whole || !is_free(spec.to_builder().cols(cols).elem_bytes(WIDEST_BYTES)) {
        return None;
    }
    let half = ty.strip_suffix("; 4]")?;
    let rows = match spec.planes() {
        Some(planes) => format!("{planes}, {}, ", spec.rows()),
        None if spec.rows() == 1 => String::new(),
        None => format!("{}, ", spec.rows()),
    };
    let rest = if alone { "" } else { ", .." };
    Some(format!(
        "write `#[smem_tile({rows}{cols}{rest})]` and `struct {name}({half}; 2]);`, two elements in place of each"
    ))
}

/// Returns true if there is a layout on which the accesses have no conflicts that they do not accept.
fn is_free(builder: TileSpecBuilder<'_>) -> bool {
    builder.build().is_ok_and(|spec| matches!(find(&spec), Ok(Some(_))))
}

/// Proposes the same accesses with a `max_ways` that accepts the conflicts.
fn accepting(spec: &TileSpec<'_>, error: &SolveError) -> Option<String> {
    let reports = &error.report()?.accesses;
    let ways = |(access, ways): (&Access, u32)| access.clone().max_ways(ways.max(access.max_ways));
    let accesses: Vec<Access> =
        spec.accesses().iter().zip(reports.iter().map(|report| report.ways)).map(ways).collect();
    if !is_free(spec.to_builder().accesses(&accesses)) {
        return None;
    }
    if accesses.iter().any(|access| matches!(access.pattern, Pattern::Lanes(_))) {
        return Some("accept the conflicts with `max_ways` in each access".into());
    }
    let accesses: Vec<String> = accesses.iter().map(Access::to_string).collect();
    Some(format!("accept the conflicts with `access({})`", accesses.join(", ")))
}
