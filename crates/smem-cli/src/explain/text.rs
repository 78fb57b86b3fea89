//! The explanation as text.

use anstyle::{AnsiColor, Style};

use smem_profile::render::{Side, TextTable};

use crate::explain::alternative::{JsonAlternative, JsonLayout};
use crate::explain::explanation::Explanation;
use crate::explain::figures::JsonAccess;

pub(super) const NAME: Style = Style::new().bold();
pub(super) const TITLE: Style = AnsiColor::Cyan.on_default();
pub(super) const CONFLICT: Style = AnsiColor::Red.on_default().bold();
const CHOSEN: Style = AnsiColor::Green.on_default().bold();
pub(super) const FAINT: Style = Style::new().dimmed();

/// Returns the text, which ends with a line break.
pub(crate) fn of(tile: &Explanation) -> String {
    let mut text = heading(tile);
    text += &accesses(tile);
    text += &index(tile);
    text += &alternatives(tile);
    for sentence in &tile.why {
        text += &format!("  {sentence}\n");
    }
    text
}

/// Returns the banks of a few rows and columns below their title; nothing for none.
pub(crate) fn of_banks(excerpt: &str) -> String {
    if excerpt.is_empty() {
        return String::new();
    }
    let lines: String = excerpt.lines().map(|line| format!("  {line}\n")).collect();
    format!("\n  {}\n{lines}", painted(TITLE, "banks"))
}

pub(super) fn painted(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

fn heading(tile: &Explanation) -> String {
    let Explanation { name, layout, element, bytes, align, stages, memory, arch, file, line, .. } = tile;
    let file = smem_launch::printable(file).replace('\n', "\\n");
    let place = painted(FAINT, &if file.starts_with('<') { String::new() } else { format!("  {file}:{line}") });
    let spelled = if element.rust == element.cuda { String::new() } else { format!(" (`{}` in CUDA)", element.cuda) };
    let stages = if *stages > 1 { format!(", {stages} stages") } else { String::new() };
    format!(
        "{}: {layout}, of `{}`{spelled}{place}\n  {bytes} bytes of {memory} shared memory{stages}, aligned to {align}, for {arch}\n\n",
        painted(NAME, name),
        element.rust
    )
}

fn accesses(tile: &Explanation) -> String {
    if tile.accesses.is_empty() {
        return "  no accesses are declared\n\n".to_string();
    }
    let mut table = TextTable::new(&["access", "wavefronts", "ideal", "ways"]);
    for JsonAccess { access, wavefronts, ideal, ways, .. } in &tile.accesses {
        table.row(vec![access.clone(), wavefronts.to_string(), ideal.to_string(), ways.to_string()]);
    }
    let lines = table.lines(&[Side::Left, Side::Right, Side::Right, Side::Right]);
    let mut text = format!("  {}\n", painted(TITLE, &lines[0]));
    for (line, access) in lines[1..].iter().zip(&tile.accesses) {
        let is_refused = access.ways > access.max_ways;
        let line = if is_refused { painted(CONFLICT, line) } else { line.clone() };
        text += &format!("  {line}\n");
        if let Some(conflict) = &access.conflict {
            text += &format!("    {conflict}\n");
        }
    }
    text + "\n"
}

fn index(tile: &Explanation) -> String {
    let at = match tile.planes {
        None if tile.rows == 1 => "element col is at".to_string(),
        None => "element (row, col) is at".to_string(),
        Some(_) => format!("element (plane, row, col) is at, with plane * {} + row for row,", tile.rows),
    };
    format!("  {}\n  Rust  {}\n  CUDA  {}\n\n", painted(TITLE, &at), tile.index.rust, tile.index.cuda)
}

fn alternatives(tile: &Explanation) -> String {
    let mut table = TextTable::new(&["", "layout", "option", "bytes", "wavefronts", "ideal", "ways", "index"]);
    let mut styles = Vec::new();
    let mut others = Vec::new();
    for alternative in &tile.alternatives {
        let Some(layout) = &alternative.layout else {
            others.push(without_layout(alternative));
            continue;
        };
        let sum = |of: fn(&JsonAccess) -> u32| layout.accesses.iter().map(of).sum::<u32>().to_string();
        table.row(vec![
            if alternative.chosen { "*" } else { "" }.to_string(),
            class_of(alternative, layout),
            layout.option.clone().unwrap_or_default(),
            alternative.bytes.unwrap_or_default().to_string(),
            sum(|access| access.wavefronts),
            sum(|access| access.ideal),
            layout.accesses.iter().map(|access| access.ways).max().unwrap_or(1).to_string(),
            format!("+{}", layout.index_cost),
        ]);
        styles.push(match (alternative.chosen, layout.accepted) {
            (_, false) => CONFLICT,
            (true, true) => CHOSEN,
            (false, true) => Style::new(),
        });
    }
    use Side::{Left, Right};
    let lines = table.lines(&[Left, Left, Left, Right, Right, Right, Right, Right]);
    let mut text = format!("  {}\n", painted(TITLE, &lines[0]));
    for (line, style) in lines[1..].iter().zip(styles) {
        text += &format!("  {}\n", painted(style, line));
    }
    text += &painted(
        FAINT,
        "  * this tile; wavefronts of all accesses together, each once; index: instructions more, an estimate\n",
    );
    text += &fewer_blocks(tile);
    for other in others {
        text += &format!("  {other}\n");
    }
    text + "\n"
}

/// Returns the line that says where the tile costs a block of a multiprocessor that the dense one leaves room for; nothing where it does not.
fn fewer_blocks(tile: &Explanation) -> String {
    let blocks = |is_it: &dyn Fn(&JsonAlternative) -> bool| {
        tile.alternatives.iter().find(|one| is_it(one)).and_then(|one| one.blocks_per_multiprocessor)
    };
    let (own, dense) = (blocks(&|one| one.chosen), blocks(&|one| one.class.as_deref() == Some("dense")));
    match (own, dense) {
        (Some(own), Some(dense)) if own < dense => format!(
            "  a multiprocessor has shared memory for {own} blocks with this tile, and for {dense} with the dense one\n"
        ),
        _ => String::new(),
    }
}

/// Returns the name of a layout in the table: its class, and more than the shape if there is more.
fn class_of(alternative: &JsonAlternative, layout: &JsonLayout) -> String {
    let class = layout.layout.split_once(", ").map(|(_, class)| class.to_string());
    match (&alternative.class, class) {
        (Some(name), Some(class)) if name != "dense" => format!("{name}: {class}"),
        (Some(name), _) => name.clone(),
        (None, Some(class)) => class,
        (None, None) => layout.layout.clone(),
    }
}

/// Returns the sentence about a class without a layout.
fn without_layout(alternative: &JsonAlternative) -> String {
    let class = alternative.class.as_deref().unwrap_or_default();
    match (alternative.outcome, alternative.bytes) {
        ("too large", Some(bytes)) => format!("{class}: {bytes} bytes, more than a block has"),
        ("none", _) if class == "padding inside rows" => {
            format!("{class}: none without conflicts that takes less than padding at their end")
        }
        ("none", _) => format!("{class}: none without conflicts"),
        ("no pitch", _) => format!("{class}: without a pitch, which `wmma` takes"),
        _ => format!("{class}: none found, and not all of the class was searched"),
    }
}
