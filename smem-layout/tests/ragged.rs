//! Square tiles of every size with the accesses that the attribute declares by default: each builds, or what the first line of
//! help says builds.

use smem_exhaustive::{count, part};
use smem_layout::{Access, Arch, AutoOr, ConflictPolicy, LayoutChoice, TileSpec, solve};

/// The changes that a line of help asks for.
struct Change {
    accesses: Vec<Access>,
    arch: Option<Arch>,
    dynamic: bool,
    rows: Option<u32>,
}

/// Reads a line of help. Every word in backticks has to be understood.
fn change(help: &str, before: &[Access]) -> Change {
    let mut change = Change { accesses: before.to_vec(), arch: None, dynamic: false, rows: None };
    for word in help.split('`').skip(1).step_by(2) {
        if word == "memory = dynamic" {
            change.dynamic = true;
        } else if let Some(name) = word.strip_prefix("arch = ") {
            // Of several, the first.
            change.arch = change.arch.or(Arch::from_name(name));
        } else if let Some(list) = word.strip_prefix("access(").and_then(|rest| rest.strip_suffix(')')) {
            change.accesses = list.split(", ").map(access).collect();
        } else {
            panic!("`{word}` in: {help}");
        }
    }
    change.rows = help.strip_prefix("take at most ").map(|rest| rest.split(' ').next().unwrap().parse().unwrap());
    change
}

fn access(name: &str) -> Access {
    match name {
        "row" => Access::row(),
        "col" => Access::col(),
        "row(wrap = false)" => Access::unwrapped_row(),
        "col(wrap = false)" => Access::unwrapped_col(),
        _ => panic!("{name}"),
    }
}

#[test]
fn every_square_tile_of_every_element_builds_or_its_first_help_line_does() {
    let accesses = [Access::row(), Access::col()];
    let (mut builds, mut by_help) = ([0; 5], [0; 5]);
    for side in part(2..=96, 6) {
        for log in 0..5 {
            let elem = 1 << log;
            let spec = TileSpec::builder(side, side, elem, &accesses).build().unwrap();
            let Err(error) = solve(&spec) else {
                builds[log] += 1;
                continue;
            };
            let message = error.message("T");
            let help = message.lines().find_map(|line| line.strip_prefix("help: ")).expect("no help");
            let change = change(help, &accesses);
            let arch = change.arch.unwrap_or(spec.arch());
            let tile = spec.to_builder().accesses(&change.accesses).arch(arch).dynamic(change.dynamic);
            let solved = solve(&tile.rows(change.rows.unwrap_or(side)).build().unwrap());
            let solution = solved.unwrap_or_else(|error| panic!("{side} of {elem} bytes\n{message}\nand then {error}"));
            assert!(solution.report().is_conflict_free(), "{side} of {elem} bytes\n{message}");
            // The line names the layout, where it is about one.
            if !change.dynamic {
                let named = format!("{} ({} bytes) has no conflicts", solution.layout(), solution.bytes());
                assert!(help.ends_with(&named), "{help}\n{named}");
            }
            by_help[log] += 1;
        }
    }
    println!("of 95 sizes, by bytes of an element: {builds:?} build, {by_help:?} by their first line of help");
    assert!(by_help[2] > count(20, 3), "the help is hardly needed: {by_help:?}");
}

#[test]
fn the_first_help_line_for_a_ragged_tile_is_warps_that_stay_in_their_row() {
    let accesses = [Access::row(), Access::col()];
    let first = |rows, cols, choice| {
        let spec = TileSpec::builder(rows, cols, 4, &accesses).choice(choice).build().unwrap();
        let message = solve(&spec).unwrap_err().message("T");
        message.lines().find_map(|line| line.strip_prefix("help: ")).unwrap().to_string()
    };
    let help = first(20, 20, LayoutChoice::Auto);
    let declared =
        "declare `access(row(wrap = false), col(wrap = false))` where each warp stays in its row or column: 20 x 20, ";
    assert!(help.starts_with(declared) && help.ends_with(" (1600 bytes) has no conflicts"), "{help}");
    let dense = first(40, 40, LayoutChoice::Plain);
    let declared = "declare `access(row(wrap = false), col(wrap = false))` and `layout = auto` where each warp";
    assert!(dense.starts_with(declared), "{dense}");
    // Rows of 32 columns are whole warps.
    let columns = first(20, 32, LayoutChoice::Pad(AutoOr::Auto));
    assert!(columns.starts_with("declare `access(row, col(wrap = false))` where each warp"), "{columns}");
}

/// Another option keeps the accesses as they are.
#[test]
fn accesses_are_not_to_be_changed_where_an_option_helps() {
    let accesses = [Access::row(), Access::col()];
    let spec = TileSpec::builder(64, 20, 4, &accesses).choice(LayoutChoice::Plain).build().unwrap();
    let message = solve(&spec).unwrap_err().message("T");
    assert!(message.contains("help: use `") && !message.contains("wrap"), "{message}");
}

#[test]
fn what_does_not_help_is_not_proposed() {
    // Whole warps do not wrap in their midst, and 16-byte vectors do not go with single columns.
    let accesses = [Access::row().vec(4), Access::col()];
    let spec = TileSpec::builder(64, 128, 4, &accesses).build().unwrap();
    let message = solve(&spec).unwrap_err().message("T");
    assert!(!message.contains("wrap = false"), "{message}");
    let accesses = [Access::row(), Access::col()];
    let kept = TileSpec::builder(20, 20, 4, &accesses).conflicts(ConflictPolicy::Allow).build().unwrap();
    assert!(solve(&kept).is_ok());
}
