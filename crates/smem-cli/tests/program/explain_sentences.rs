//! The sentences of `explain` on random tiles, in text and JSON: none contradicts the solver, the table of alternatives, or the other form.
//! `SMEM_SEEDS=20` tries more tiles.

use std::{collections::BTreeMap, env};

use serde_json::Value;
use smem_derive_impl::read::{self, Tile};
use smem_layout::{
    AutoOr, ConflictPolicy, LayoutChoice, LayoutClass, Outcome, Prefer, Solution, Swizzle, alternatives, solve,
};

use crate::call::Folder;

/// Tiles of a seed.
const TILES: usize = 120;

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

/// Returns the arguments of the attribute of a tile, which may be refused.
fn drawn(numbers: &mut Numbers) -> String {
    let size = |numbers: &mut Numbers| match numbers.below(3) {
        0 => 1 << numbers.below(7),
        1 => 4 * (1 + numbers.below(16)),
        _ => 2 + numbers.below(48),
    };
    let shape = match numbers.below(6) {
        0 => (2 + numbers.below(600)).to_string(),
        1 => format!("{}, {}, {}", 2 + numbers.below(3), size(numbers).min(16), size(numbers).min(32)),
        _ => format!("{}, {}", size(numbers), size(numbers)),
    };
    let kinds = [
        "row",
        "col",
        "col",
        "row(wrap = false)",
        "col(wrap = false)",
        "row(vec = 2)",
        "row(vec = 4)",
        "col(max_ways = 2)",
        "block(4, 8)",
        "block(8, 4)",
        "block(2, 4, vec = 4)",
        "window(2, 4)",
        "stride(3)",
        "stride(2)",
        "ldmatrix",
        "transposed(row)",
        "lanes(|lane| (lane % 2, lane / 2))",
    ];
    let accesses: Vec<&str> = (0..1 + numbers.below(3)).map(|_| numbers.of(&kinds)).collect();
    let layout = ["", "", "", ", pad = auto", ", pad = auto", ", swizzle = auto", ", pad = 1", ", layout = plain"];
    let policy = ["", "", ", conflicts = least", ", conflicts = allow"];
    let prefer = ["", "", ", prefer = bytes", ", prefer = index"];
    let arch = ["", "", "", ", arch = sm_90, memory = dynamic", ", arch = sm_35", ", arch = sm_13", ", stages = 2"];
    let options: String = [numbers.of(&layout), numbers.of(&policy), numbers.of(&prefer), numbers.of(&arch)].concat();
    format!("{shape}, access({}){options}", accesses.join(", "))
}

/// Returns the bytes as stored and the halves of an instruction, in the order of the preference.
fn rank(bytes: u64, halves: u64, prefer: Prefer) -> (u64, u64) {
    match prefer {
        Prefer::Bytes => (bytes, halves),
        Prefer::Index => (halves, bytes),
        _ => (bytes * (400 + halves), halves),
    }
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is not a number"))
}

/// Returns true if `choice` takes a layout of the class.
fn allows(choice: LayoutChoice, class: &str) -> bool {
    match choice {
        LayoutChoice::Auto => true,
        LayoutChoice::Pad(AutoOr::Auto) => matches!(class, "dense" | "padding" | "padding inside rows"),
        LayoutChoice::Swizzle(AutoOr::Auto) => matches!(class, "dense" | "XOR of the column" | "XOR of the offset"),
        _ => false,
    }
}

/// The answer of `explain` about a tile, beside the tile as the library reads it.
struct Explained<'a> {
    tile: &'a Tile,
    json: &'a Value,
    text: &'a str,
    what: &'a str,
}

impl Explained<'_> {
    fn solution(&self) -> &Solution {
        self.tile.solution()
    }

    fn rank_of(&self, row: &Value) -> (u64, u64) {
        let halves = (2.0 * row["index_cost"].as_f64().unwrap()) as u64;
        rank(number(&row["bytes"]), halves, self.tile.prefer())
    }

    /// The rows of the table with a layout whose conflicts are accepted.
    fn accepted(&self) -> impl Iterator<Item = &Value> {
        let rows = self.json["alternatives"].as_array().unwrap().iter();
        rows.filter(|row| row["accepted"] == Value::Bool(true))
    }

    fn own(&self) -> &Value {
        let rows = self.json["alternatives"].as_array().unwrap();
        let own: Vec<&Value> = rows.iter().filter(|row| row["chosen"] == Value::Bool(true)).collect();
        assert_eq!(own.len(), 1, "{}: chosen rows", self.what);
        own[0]
    }

    /// The accepted rows of the classes that the option takes, dense ones included.
    fn allowed(&self) -> impl Iterator<Item = &Value> {
        let choice = self.tile.choice();
        self.accepted().filter(move |row| row["class"].as_str().is_some_and(|class| allows(choice, class)))
    }

    fn check(&self) {
        self.check_figures();
        self.check_table();
        for sentence in self.json["why"].as_array().unwrap() {
            let sentence = sentence.as_str().unwrap();
            assert!(self.text.contains(&format!("  {sentence}\n")), "{}: the text lacks `{sentence}`", self.what);
            assert!(self.is_true(sentence), "{}: `{sentence}`\n{}", self.what, self.text);
        }
    }

    /// Bytes, wavefronts, ways, index and proof are the solution's in both forms.
    fn check_figures(&self) {
        let (solution, json, what) = (self.solution(), self.json, self.what);
        assert_eq!(number(&json["bytes"]), solution.bytes() as u64, "{what}");
        assert_eq!(json["proven"], Value::Bool(solution.is_proven()), "{what}");
        assert!(self.text.contains(&format!("  {} bytes of ", solution.bytes())), "{what}: {}", self.text);
        let accesses = json["accesses"].as_array().unwrap();
        assert_eq!(accesses.len(), solution.report().accesses.len(), "{what}");
        for (said, is) in accesses.iter().zip(&solution.report().accesses) {
            let figures = ["wavefronts", "ideal", "ways", "excess"].map(|name| number(&said[name]));
            let expected = [is.cost.wavefronts, is.cost.ideal, is.ways, is.excess].map(u64::from);
            assert_eq!(figures, expected, "{what}, {}", is.name);
            let words = |line: &str| line.split_whitespace().map(String::from).collect::<Vec<_>>();
            let row = words(&format!("{} {} {} {}", is.name, figures[0], figures[1], figures[2]));
            assert!(self.text.lines().any(|line| words(line) == row), "{what}: no line {row:?}\n{}", self.text);
        }
        let dialects = [("Rust", "rust"), ("CUDA", "cuda")];
        for (name, field) in dialects {
            let line = format!("  {name}  {}\n", json["index"][field].as_str().unwrap());
            assert!(self.text.contains(&line), "{what}: {line}");
        }
    }

    /// The rows are those of `alternatives`, in the order of the preference, with a sentence for each class without a layout.
    fn check_table(&self) {
        let (spec, what) = (self.tile.spec().prefer(self.tile.prefer()).build().unwrap(), self.what);
        let found = alternatives(&spec);
        let rows = self.json["alternatives"].as_array().unwrap();
        let row_of = |class: LayoutClass| rows.iter().find(|row| row["class"] == class.to_string());
        for alternative in &found {
            let row = row_of(alternative.class).unwrap_or_else(|| panic!("{what}: no row of {}", alternative.class));
            let outcome = row["outcome"].as_str().unwrap();
            let sentence = match &alternative.outcome {
                Outcome::Found { solution, .. } => {
                    assert_eq!((outcome, number(&row["bytes"])), ("found", solution.bytes() as u64), "{what}");
                    continue;
                }
                Outcome::TooLarge { bytes } => format!("{bytes} bytes, more than a block has"),
                Outcome::None { proven: true } if alternative.class == LayoutClass::PaddingInside => {
                    "none without conflicts that takes less than padding at their end".to_string()
                }
                Outcome::None { proven: true } => "none without conflicts".to_string(),
                _ => "none found, and not all of the class was searched".to_string(),
            };
            assert_ne!(outcome, "found", "{what}");
            let line = format!("  {}: {sentence}\n", alternative.class);
            assert!(self.text.contains(&line), "{what}: no `{line}`\n{}", self.text);
            // A class that is denied is not that of the tile, nor does its own option find one.
            let option = match alternative.class {
                LayoutClass::Padding => LayoutChoice::Pad(AutoOr::Auto),
                LayoutClass::XorOfColumn => LayoutChoice::Swizzle(AutoOr::Auto),
                _ => continue,
            };
            let searched = spec.to_builder().choice(option).conflicts(ConflictPolicy::Deny).prefer(Prefer::Bytes);
            if let (Outcome::None { .. }, Ok(solution)) = (&alternative.outcome, solve(&searched.build().unwrap())) {
                let is_padding = solution.layout().is_in_rows() && solution.layout().pad() > 0;
                let is_of_class = match alternative.class {
                    LayoutClass::Padding => is_padding,
                    _ => matches!(solution.layout().swizzle(), Swizzle::Matrix(_)),
                };
                assert!(!is_of_class, "{what}: {} is denied, and {}", alternative.class, solution.layout());
            }
        }
        let places: Vec<(u64, u64)> = self.accepted().map(|row| self.rank_of(row)).collect();
        assert!(places.is_sorted(), "{what}: {places:?}");
        let own = self.own();
        assert_eq!(number(&own["bytes"]), self.solution().bytes() as u64, "{what}");
        assert_eq!(own["accepted"], Value::Bool(self.solution().report().is_accepted()), "{what}");
    }

    /// Returns true if the library agrees with the sentence.
    fn is_true(&self, sentence: &str) -> bool {
        let (solution, choice) = (self.solution(), self.tile.choice());
        let (is_accepted, is_plain) = (solution.report().is_accepted(), solution.layout().is_plain());
        let own = self.rank_of(self.own());
        let is_first = || self.allowed().all(|row| own <= self.rank_of(row));
        let option = format!("`{choice}` ");
        let rest = sentence.strip_prefix(option.as_str()).unwrap_or(sentence);
        if sentence.starts_with("`layout = auto` has ") && choice != LayoutChoice::Auto {
            return self.is_better(sentence);
        }
        match rest {
            "The dense layout has no conflicts, and none has fewer bytes or a cheaper index."
            | "No padding is needed: the dense layout has no conflicts."
            | "No swizzle is needed: the dense layout has no conflicts." => is_accepted && is_plain && is_first(),
            "found no layout without conflicts; this is the best that its search found." => {
                !is_accepted && self.allowed().next().is_none()
            }
            "names this layout, which has conflicts." => !is_accepted,
            "names this layout, and it has no conflicts that the accesses do not accept." => is_accepted,
            "The search gave up before it had seen every layout that may be better: this is the best that it found." => {
                !solution.is_proven()
            }
            _ if rest.starts_with("takes the ") => is_accepted && !is_plain && is_first(),
            _ if rest.contains(" left, proved to be the fewest: ") => {
                let left = solution.left().unwrap();
                let fewer = self.allowed().next();
                !is_accepted && left.is_proven() && fewer.is_none() && says_number(sentence, left.excess())
            }
            _ if rest.contains(" left, the fewest found: ") => {
                let left = solution.left().unwrap();
                !left.is_proven() && self.allowed().next().is_none() && says_number(sentence, left.excess())
            }
            _ => panic!("{}: an unknown sentence `{sentence}`", self.what),
        }
    }

    /// Returns true if `layout = auto` is what the sentence says of it.
    fn is_better(&self, sentence: &str) -> bool {
        let spec =
            self.tile.spec().prefer(self.tile.prefer()).choice(LayoutChoice::Auto).conflicts(ConflictPolicy::Deny);
        let Ok(auto) = solve(&spec.build().unwrap()) else { return false };
        let (own, bytes) = (self.solution().bytes(), auto.bytes());
        if sentence.contains(" has no conflicts: ") {
            return !self.solution().report().is_accepted() && sentence.ends_with(&format!(", {bytes} bytes."));
        }
        match () {
            () if bytes < own => sentence.contains(&format!(" has {} bytes less: ", own - bytes)),
            () if bytes > own => sentence.contains(&format!(" has a cheaper index for {} bytes more: ", bytes - own)),
            () => sentence.contains(" has a cheaper index: "),
        }
    }
}

fn says_number(sentence: &str, excess: u32) -> bool {
    sentence.starts_with(&format!("{excess} excess wavefront"))
}

#[test]
fn no_sentence_contradicts_the_solver_or_the_table() {
    let seeds: u64 = env::var("SMEM_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(2);
    let mut sentences: BTreeMap<String, u32> = BTreeMap::new();
    let mut explained = 0;
    for seed in 0..seeds {
        let mut numbers = Numbers(seed + 23);
        let elements = ["u8", "u16", "f32", "f32", "f64", "[f32; 4]"];
        let mut source = String::new();
        // Those that the attribute refuses for their shape are not explained.
        let mut tiles = Vec::new();
        while tiles.len() < TILES {
            let item =
                format!("#[smem_tile({})]\nstruct T{}({});\n", drawn(&mut numbers), tiles.len(), numbers.of(&elements));
            let Ok(Ok(tile)) = read::source(&item).map(|mut all| all.remove(0)) else { continue };
            source += &item;
            tiles.push((item, tile));
        }
        let folder = Folder::with(&[("tiles.rs", &source)]);
        let (text, json) = (folder.call(&["explain", "tiles.rs"]), folder.call(&["explain", "--json", "tiles.rs"]));
        let document: Value = serde_json::from_str(&json.out).unwrap();
        let documents = document["tiles"].as_array().unwrap();
        assert_eq!((documents.len(), text.code), (tiles.len(), json.code));
        let place = |number: usize| text.out.find(&format!("T{number}: ")).unwrap();
        for (number, (item, tile)) in tiles.iter().enumerate() {
            let end = if number + 1 < tiles.len() { place(number + 1) } else { text.out.len() };
            let what = format!("seed {seed}: {item}");
            Explained { tile, json: &documents[number], text: &text.out[place(number)..end], what: &what }.check();
            explained += 1;
            for sentence in documents[number]["why"].as_array().unwrap() {
                let kind =
                    sentence.as_str().unwrap().split_whitespace().filter(|word| !word.contains(char::is_numeric));
                *sentences.entry(kind.take(6).collect::<Vec<_>>().join(" ")).or_default() += 1;
            }
        }
    }
    assert!(explained >= TILES && sentences.len() > 8, "{explained} tiles, {sentences:#?}");
}
