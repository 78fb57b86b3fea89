//! Random tiles judged by the emitted index alone: the expression is evaluated here, banks and lanes are counted here, and paddings are
//! searched one by one. `SMEM_SEEDS=1000` tries more of them.

use std::env;

use smem_layout::{Access, AutoOr, Dialect, LayoutChoice, Prefer, Solution, TileSpec, index_expression, solve};

/// The accesses that are drawn from: each with its lanes, at every position, written anew.
const WALKS: [(&str, Walk); 8] = [
    ("row", Walk { by_rows: true, wraps: true }),
    ("col", Walk { by_rows: false, wraps: true }),
    ("row(wrap = false)", Walk { by_rows: true, wraps: false }),
    ("col(wrap = false)", Walk { by_rows: false, wraps: false }),
    ("row", Walk { by_rows: true, wraps: true }),
    ("col", Walk { by_rows: false, wraps: true }),
    ("row(wrap = false)", Walk { by_rows: true, wraps: false }),
    ("col(wrap = false)", Walk { by_rows: false, wraps: false }),
];

/// Lanes in rows and columns, at aligned positions or at all.
const GRIDS: [(u32, u32, bool); 14] = [
    (1, 32, false),
    (2, 16, false),
    (4, 8, false),
    (8, 4, false),
    (16, 2, false),
    (32, 1, false),
    (3, 5, false),
    (1, 32, true),
    (2, 8, true),
    (4, 4, true),
    (3, 3, true),
    (8, 2, true),
    (5, 1, true),
    (32, 1, true),
];

#[derive(Clone, Copy)]
struct Walk {
    by_rows: bool,
    wraps: bool,
}

type Lanes = Vec<(u32, u32)>;

/// An access and the elements of its lanes at each position.
struct Drawn {
    access: Access,
    positions: Vec<Lanes>,
}

impl Walk {
    fn positions(self, rows: u32, cols: u32) -> Vec<Lanes> {
        let (slow, fast) = if self.by_rows { (rows, cols) } else { (cols, rows) };
        let at = |slow, fast| if self.by_rows { (slow, fast) } else { (fast, slow) };
        let lines: Vec<Lanes> = (0..slow).map(|slow| (0..fast).map(|fast| at(slow, fast)).collect()).collect();
        match self.wraps {
            true => lines.concat().chunks(32).map(Lanes::from).collect(),
            false => lines.iter().flat_map(|line| line.chunks(32)).map(Lanes::from).collect(),
        }
    }
}

/// Returns the lanes of a block or a window at each of its positions; `None` where it does not fit.
fn grid((height, width, anywhere): (u32, u32, bool), rows: u32, cols: u32) -> Option<Vec<Lanes>> {
    if height > rows || width > cols {
        return None;
    }
    let starts = |side: u32, step: u32| match anywhere {
        true => (0..=side - step).collect::<Vec<u32>>(),
        false => (0..side).step_by(step as usize).collect(),
    };
    let lanes = |row: u32, col: u32| {
        let all = (row..row + height).flat_map(|row| (col..col + width).map(move |col| (row, col)));
        all.map(|(row, col)| if row < rows && col < cols { (row, col) } else { (u32::MAX, 0) }).collect::<Lanes>()
    };
    let (down, across) = (starts(rows, height), starts(cols, width));
    Some(down.into_iter().flat_map(|row| across.iter().map(move |col| lanes(row, *col))).collect())
}

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(end)) as u32
    }

    fn access(&mut self, rows: u32, cols: u32) -> Drawn {
        let number = self.below(22) as usize;
        if let Some(&(height, width, anywhere)) = number.checked_sub(8).map(|number| &GRIDS[number])
            && let Some(positions) = grid((height, width, anywhere), rows, cols)
        {
            let access = if anywhere { Access::window(height, width) } else { Access::block(height, width) };
            return Drawn { access, positions };
        }
        let (name, walk) = WALKS[number % 8];
        let access = match name {
            "row" => Access::row(),
            "col" => Access::col(),
            "row(wrap = false)" => Access::unwrapped_row(),
            _ => Access::unwrapped_col(),
        };
        assert_eq!(access.to_string(), name);
        Drawn { access, positions: walk.positions(rows, cols) }
    }
}

/// Returns true if no phase of a request needs two words of a bank.
fn is_free(positions: &[Lanes], elem_bytes: u32, index: &dyn Fn(u32, u32) -> u32) -> bool {
    let phase = (128 / elem_bytes).min(32) as usize;
    let word = elem_bytes.max(4);
    positions.iter().all(|lanes| {
        lanes.chunks(phase).all(|lanes| {
            let units: Vec<u32> = lanes
                .iter()
                .filter(|at| at.0 != u32::MAX)
                .map(|&(row, col)| index(row, col) * elem_bytes / word)
                .collect();
            let banks = 128 / word;
            units.iter().all(|one| units.iter().all(|other| one == other || one % banks != other % banks))
        })
    })
}

/// Evaluates an expression of `row`, `col`, numbers and operators.
struct Evaluator<'a> {
    rest: &'a str,
    row: u32,
    col: u32,
}

/// The operators of each precedence, those that bind least first.
const OPERATORS: [&[&str]; 6] = [&["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

impl Evaluator<'_> {
    fn value(text: &str, row: u32, col: u32) -> u32 {
        let mut evaluator = Evaluator { rest: text, row, col };
        let value = evaluator.level(0);
        assert_eq!(evaluator.rest.trim(), "", "{text}");
        value
    }

    fn level(&mut self, level: usize) -> u32 {
        let Some(operators) = OPERATORS.get(level) else { return self.atom() };
        let mut left = self.level(level + 1);
        while let Some(operator) = operators.iter().find(|operator| self.rest.trim_start().starts_with(**operator)) {
            self.rest = &self.rest.trim_start()[operator.len()..];
            let right = self.level(level + 1);
            left = match *operator {
                "|" => left | right,
                "^" => left ^ right,
                "&" => left & right,
                "<<" => left << right,
                ">>" => left >> right,
                "+" => left + right,
                "-" => left - right,
                "*" => left * right,
                "/" => left / right,
                _ => left % right,
            };
        }
        left
    }

    /// A value, and the one method that an index calls.
    fn atom(&mut self) -> u32 {
        let value = self.value_alone();
        match self.rest.strip_prefix(".reverse_bits()") {
            Some(rest) => {
                self.rest = rest;
                value.reverse_bits()
            }
            None => value,
        }
    }

    fn value_alone(&mut self) -> u32 {
        self.rest = self.rest.trim_start();
        if let Some(rest) = self.rest.strip_prefix('(') {
            self.rest = rest;
            let value = self.level(0);
            self.rest = self.rest.trim_start().strip_prefix(')').expect("a closing parenthesis");
            return value;
        }
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        match word {
            "row" => self.row,
            "col" => self.col,
            number => number.parse().unwrap_or_else(|_| panic!("`{number}` in an index")),
        }
    }
}

/// Checks a solution by its index alone; returns its bytes.
fn judged(solution: &Solution, rows: u32, cols: u32, elem_bytes: u32, drawn: &[Drawn], what: &str) -> usize {
    let text = index_expression(solution.layout(), Dialect::Rust);
    let table: Vec<u32> = (0..rows * cols).map(|at| Evaluator::value(&text, at / cols, at % cols)).collect();
    let mut sorted = table.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), table.len(), "{what}: two elements at one place, {text}");
    assert!((*sorted.last().unwrap() as usize) < solution.stage_len(), "{what}: outside the storage, {text}");
    for Drawn { access, positions } in drawn {
        let index = |row: u32, col: u32| table[(row * cols + col) as usize];
        assert!(is_free(positions, elem_bytes, &index), "{what}: `{access}` conflicts, {text}");
    }
    solution.bytes()
}

/// Returns the fewest bytes of a padding at the end of rows.
fn fewest_bytes(rows: u32, cols: u32, elem_bytes: u32, drawn: &[Drawn]) -> Option<usize> {
    // Pitches repeat after the words of all banks; twice as far shows that none is missed.
    let pads = 0..=256 / elem_bytes;
    let free = |pad: &u32| {
        let index = |row: u32, col: u32| row * (cols + pad) + col;
        drawn.iter().all(|Drawn { positions, .. }| is_free(positions, elem_bytes, &index))
    };
    let align = elem_bytes.clamp(4, 16) as usize;
    let bytes = |pad: u32| (((rows - 1) * (cols + pad) + cols) * elem_bytes) as usize;
    pads.into_iter().find(free).map(|pad| bytes(pad).next_multiple_of(align))
}

#[test]
fn the_emitted_index_is_free_and_no_padding_takes_less() {
    let seeds: u64 = env::var("SMEM_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(4);
    let (mut found, mut none) = (0, 0);
    for seed in 0..seeds {
        let mut numbers = Numbers(seed);
        for tile in 0..68 {
            let (rows, cols) = (2 + numbers.below(34), 2 + numbers.below(34));
            let elem_bytes = 1 << numbers.below(5);
            let drawn: Vec<Drawn> = (0..1 + numbers.below(3)).map(|_| numbers.access(rows, cols)).collect();
            let accesses: Vec<Access> = drawn.iter().map(|drawn| drawn.access.clone()).collect();
            let fewest = fewest_bytes(rows, cols, elem_bytes, &drawn);
            for choice in [LayoutChoice::Pad(AutoOr::Auto), LayoutChoice::Auto] {
                let what =
                    format!("seed {seed}, tile {tile}: {rows} x {cols} of {elem_bytes} bytes, {accesses:?}, {choice}");
                let spec = TileSpec::builder(rows, cols, elem_bytes, &accesses).choice(choice).prefer(Prefer::Bytes);
                match solve(&spec.build().unwrap()) {
                    Ok(solution) => {
                        let bytes = judged(&solution, rows, cols, elem_bytes, &drawn, &what);
                        let is_least = fewest.is_none_or(|fewest| bytes <= fewest);
                        assert!(is_least, "{what}: {bytes} bytes, and a padding takes {fewest:?}");
                        found += 1;
                    }
                    Err(_) => {
                        assert_eq!(fewest, None, "{what}: a padding is free");
                        none += 1;
                    }
                }
            }
        }
    }
    assert!(found > 10 * none / 4 && none > 0, "{found} found and {none} not");
}
