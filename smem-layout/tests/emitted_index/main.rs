//! Random tiles judged by the emitted index alone: the expression is evaluated here, banks and lanes are counted here, and every layout
//! of every class that can be listed is searched. `SMEM_SEEDS=1000` tries more of them.

pub(crate) mod accesses;
mod banks;
mod classes;
mod expression;
mod ragged_paddings;
pub(crate) mod tile;

use std::{collections::BTreeMap, env};

use smem_layout::{Access, Arch, AutoOr, Dialect, LayoutChoice, Prefer, Solution, TileSpec, index_expression, solve};

use accesses::{Drawn, KINDS, Kind};
use banks::Phases;
use classes::Search;
use tile::{Numbers, Tile};

/// A tile, its accesses, and what a layout has to keep.
struct Case {
    tile: Tile,
    drawn: Vec<Drawn>,
    phases: Vec<Phases>,
    granule: u32,
    /// Elements that the storage is rounded up to.
    unit: u32,
    needs_pitch: bool,
}

impl Case {
    fn draw(numbers: &mut Numbers) -> Case {
        let tile = Tile::draw(numbers);
        Case::of(tile, (0..1 + numbers.below(3)).map(|_| Drawn::draw(numbers, tile)).collect())
    }

    fn of(tile: Tile, drawn: Vec<Drawn>) -> Case {
        let phases = drawn.iter().map(|drawn| Phases::of(drawn, tile)).collect();
        let needs_pitch = drawn.iter().any(Drawn::needs_pitch);
        let widest = drawn.iter().map(|drawn| drawn.wide).max().unwrap_or(1);
        // Rows of matrices start at a multiple of 16 bytes, and a matrix at one of 32.
        let granule = if needs_pitch { 16 / tile.elem } else { widest };
        let align = if needs_pitch { 32 } else { (granule * tile.elem).clamp(4, 16) };
        Case { tile, drawn, phases, granule, unit: align.div_ceil(tile.elem), needs_pitch }
    }

    /// Checks a solution by its index alone; returns its elements as stored.
    fn judged(&mut self, solution: &Solution, what: &str) -> u32 {
        let Tile { rows, cols, .. } = self.tile;
        let text = index_expression(solution.layout(), Dialect::Rust);
        let table: Vec<u32> = (0..rows * cols).map(|at| expression::value(&text, at / cols, at % cols)).collect();
        let mut sorted = table.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), table.len(), "{what}: two elements at one place, {text}");
        assert!((*sorted.last().unwrap() as usize) < solution.stage_len(), "{what}: outside the storage, {text}");
        let index = |row: u32, col: u32| table[(row * cols + col) as usize];
        for (Drawn { access, wide, .. }, phases) in self.drawn.iter().zip(&mut self.phases) {
            assert!(phases.accept(index), "{what}: `{access}` conflicts, {text}");
            let whole = |at: u32| {
                let lane = at % cols % wide;
                table[at as usize] % wide == lane && table[(at - lane) as usize] == table[at as usize] - lane
            };
            assert!(cols % wide != 0 || (0..rows * cols).all(whole), "{what}: a vector of `{access}` is torn, {text}");
        }
        solution.stage_len() as u32
    }

    /// Returns the fewest elements as stored of the classes that `choice` allows, where they are fewer than `limit`.
    fn fewest(&mut self, choice: LayoutChoice, limit: Option<u32>) -> Option<(u32, String)> {
        let mut search = Search {
            tile: self.tile,
            phases: &mut self.phases,
            granule: self.granule,
            unit: self.unit,
            fewest: limit.map(|limit| (limit, String::new())),
        };
        if choice != LayoutChoice::Swizzle(AutoOr::Auto) {
            search.padding(self.granule);
        }
        if choice != LayoutChoice::Swizzle(AutoOr::Auto) && !self.needs_pitch {
            search.padding_inside();
        }
        if choice != LayoutChoice::Pad(AutoOr::Auto) && !self.needs_pitch {
            search.swizzles();
        }
        search.fewest.filter(|fewest| !fewest.1.is_empty())
    }
}

const CHOICES: [LayoutChoice; 3] =
    [LayoutChoice::Pad(AutoOr::Auto), LayoutChoice::Auto, LayoutChoice::Swizzle(AutoOr::Auto)];

#[test]
fn the_emitted_index_is_free_and_no_layout_of_any_class_takes_less() {
    let seeds: u64 = env::var("SMEM_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(4);
    let (mut found, mut none, mut same) = (0, 0, 0);
    let mut drawn: BTreeMap<Kind, u32> = BTreeMap::new();
    let mut wrong = Vec::new();
    for seed in 0..seeds {
        let mut numbers = Numbers(seed);
        for number in 0..68 {
            let mut case = Case::draw(&mut numbers);
            let accesses: Vec<Access> = case.drawn.iter().map(|drawn| drawn.access.clone()).collect();
            case.drawn.iter().for_each(|one| *drawn.entry(one.kind).or_default() += 1);
            let Tile { rows, cols, elem } = case.tile;
            let names: Vec<String> = accesses.iter().map(Access::to_string).collect();
            for choice in CHOICES {
                let what = format!("seed {seed}, tile {number}: {}, {}, {choice}", case.tile, names.join(", "));
                let spec = TileSpec::builder(rows, cols, elem, &accesses).choice(choice).prefer(Prefer::Bytes);
                // A swizzle has no pitch, and says so.
                let Ok(spec) = spec.arch(Arch::SM_90).dynamic(true).build() else {
                    assert!(case.needs_pitch && choice == LayoutChoice::Swizzle(AutoOr::Auto), "{what} is refused");
                    continue;
                };
                match solve(&spec) {
                    Ok(solution) => {
                        let stored = case.judged(&solution, &what);
                        match case.fewest(choice, Some(stored + 1)) {
                            Some((elements, _)) if elements == stored => same += 1,
                            Some(fewer) => {
                                wrong.push(format!("{what}: {} ({stored} elements), and {fewer:?}", solution.layout()));
                            }
                            None => {}
                        }
                        found += 1;
                    }
                    Err(_) => {
                        if let Some(free) = case.fewest(choice, None) {
                            wrong.push(format!("{what}: none, and {free:?}"));
                        }
                        none += 1;
                    }
                }
            }
        }
    }
    assert_eq!(wrong.len(), 0, "of {} answers:\n{}", found + none, wrong.join("\n"));
    assert!(KINDS.iter().all(|kind| drawn.get(kind).is_some_and(|count| *count > 2)), "{drawn:?}");
    // The others are matrices that the search here does not list.
    assert!(found > 400 && none > 40 && same > found * 9 / 10, "{found} found, {same} here as well, and {none} not");
}
