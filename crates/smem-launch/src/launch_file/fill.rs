//! The first values of a buffer's elements, by name: `zeros`, `iota`, `random(0, 255)`, `normal`, `sorted`, `one-hot(10)`.

use super::number::{ElementType, WrittenNumber};
use super::random::{checked, full_range, normal, one_hot, random, seed_of, sorted};
use super::value::{TomlTable, Value, WrittenAt};
use crate::Error;

/// The names that [`Fill`] has, for messages.
pub(super) const NAMES: &str = "`zeros`, `iota`, `random`, `normal`, `sorted`, `one-hot`";

/// The elements of a buffer at the start.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Fill {
    Zeros,
    Iota,
    /// Uniform between two bounds.
    Random {
        seed: u64,
        min: WrittenNumber,
        max: WrittenNumber,
    },
    /// The same in ascending order.
    Sorted {
        seed: u64,
        min: WrittenNumber,
        max: WrittenNumber,
    },
    /// Around a mean.
    Normal {
        seed: u64,
        mean: f64,
        deviation: f64,
    },
    /// A one in each row of so many elements, at a random place; zeros else.
    OneHot {
        seed: u64,
        row: Option<u64>,
    },
    Values(Vec<u8>),
    File(String),
}

/// Numbers that a fill is given, each of which it may have or not.
#[derive(Default)]
struct FillNumbers {
    seed: Option<u64>,
    bounds: Option<(WrittenNumber, WrittenNumber)>,
    mean: Option<f64>,
    deviation: Option<f64>,
    row: Option<u64>,
}

impl Fill {
    /// Takes the entries of a table that belong to `init`, whose default seed is that of a name.
    pub(super) fn parse(
        init: Option<Value>,
        table: &mut TomlTable,
        element: ElementType,
        name: &str,
    ) -> Result<Fill, Error> {
        let is = |names: &[&str]| init.as_ref().is_some_and(|init| names.iter().any(|name| init.is_str(name)));
        let mut take = |key: &'static str, names: &[&str]| match (table.optional(key), is(names)) {
            (Some(value), false) => {
                let quoted: Vec<String> = names.iter().map(|name| format!("`init = \"{name}\"`")).collect();
                Err(value.error(format!("`{key}` is for {}", quoted.join(", "))))
            }
            (value, _) => Ok(value),
        };
        let seed = take("seed", &["random", "sorted", "normal", "one-hot"])?;
        let (min, max) = (take("min", &["random", "sorted"])?, take("max", &["random", "sorted"])?);
        let (mean, deviation) = (take("mean", &["normal"])?, take("deviation", &["normal"])?);
        let row = take("row", &["one-hot"])?;
        let Some(init) = init else { return Ok(Fill::Zeros) };
        let number = |value: Value| value.into_number("a number").map(WrittenNumber::as_f64);
        let given = FillNumbers {
            seed: seed.map(|seed| seed.into_u64("a seed")).transpose()?,
            bounds: Some(super::random::bounds(element, min, max)?),
            mean: mean.map(number).transpose()?,
            deviation: deviation.map(number).transpose()?,
            row: row.map(|row| row.into_u64("a number of elements")).transpose()?,
        };
        let place = init.place().clone();
        let kind = init.into_string(NAMES)?;
        Fill::named(&kind, given, element, name, &place)?
            .ok_or_else(|| place.error(format!("`{kind}` is not one of {NAMES}")))
    }

    /// Reads a fill of a command line: `random(0, 255)`. `None` where its name is another one.
    pub(super) fn parse_short(
        init: &str,
        element: ElementType,
        name: &str,
        place: &WrittenAt,
    ) -> Result<Option<Fill>, Error> {
        let (kind, inside) = match init.split_once('(') {
            Some((kind, rest)) => match rest.trim_end().strip_suffix(')') {
                Some(inside) => (kind.trim(), inside.trim()),
                None => return Err(place.error(format!("`)` is missing after `{init}`"))),
            },
            None => (init, ""),
        };
        let mut numbers = Vec::new();
        for part in inside.split(',').map(str::trim).filter(|_| !inside.is_empty()) {
            let wrong = || place.error(format!("`{part}` is not a number"));
            numbers.push(WrittenNumber::parse(part).ok_or_else(wrong)?);
        }
        let whole = |number: WrittenNumber, what: &str| {
            let value = number.as_integer().and_then(|value| u64::try_from(value).ok());
            value.ok_or_else(|| place.error(format!("`{inside}` is not {what}: a number from 0")))
        };
        let mut given = FillNumbers::default();
        match (kind, numbers[..].len()) {
            (_, 0) => {}
            ("random" | "sorted", 1) => given.seed = Some(whole(numbers[0], "a seed")?),
            ("random" | "sorted", 2 | 3) => {
                given.bounds = Some(checked(element, numbers[0], numbers[1], place)?);
                given.seed = numbers.get(2).map(|seed| whole(*seed, "a seed")).transpose()?;
            }
            ("normal", 2 | 3) => {
                (given.mean, given.deviation) = (Some(numbers[0].as_f64()), Some(numbers[1].as_f64()));
                given.seed = numbers.get(2).map(|seed| whole(*seed, "a seed")).transpose()?;
            }
            ("one-hot", 1) => given.row = Some(whole(numbers[0], "a length of rows")?),
            ("zeros" | "iota" | "random" | "sorted" | "normal" | "one-hot", _) => {
                return Err(place.error(format!(
                    "`{init}` has other numbers than `random(MIN, MAX)`, `random(SEED)`, `normal(MEAN, DEVIATION)`, `sorted(MIN, MAX)` and `one-hot(ROW)`"
                )));
            }
            _ => return Ok(None),
        }
        Fill::named(kind, given, element, name, place)
    }

    fn named(
        kind: &str,
        given: FillNumbers,
        element: ElementType,
        name: &str,
        place: &WrittenAt,
    ) -> Result<Option<Fill>, Error> {
        let seed = given.seed.unwrap_or(seed_of(name));
        let (min, max) = given.bounds.unwrap_or(full_range(element));
        let deviation = given.deviation.unwrap_or(1.0);
        if !deviation.is_finite() || deviation < 0.0 || !given.mean.unwrap_or(0.0).is_finite() {
            return Err(place.error("a normal distribution has a finite mean and a deviation from 0"));
        }
        if given.row == Some(0) {
            return Err(place.error("a row has one element at least"));
        }
        Ok(Some(match kind {
            "zeros" => Fill::Zeros,
            "iota" => Fill::Iota,
            "random" => Fill::Random { seed, min, max },
            "sorted" => Fill::Sorted { seed, min, max },
            "normal" => Fill::Normal { seed, mean: given.mean.unwrap_or(0.0), deviation },
            "one-hot" => Fill::OneHot { seed, row: given.row },
            _ => return Ok(None),
        }))
    }

    /// Random elements over the full range, of the seed of a name.
    pub(super) fn random_of(element: ElementType, name: &str) -> Fill {
        let (min, max) = full_range(element);
        Fill::Random { seed: seed_of(name), min, max }
    }

    /// Other random elements in place of zeros and of random ones.
    pub(super) fn randomise(&mut self, element: ElementType, with: u64) {
        match self {
            Fill::Random { seed, .. }
            | Fill::Sorted { seed, .. }
            | Fill::Normal { seed, .. }
            | Fill::OneHot { seed, .. } => {
                *seed ^= with;
            }
            Fill::Zeros => {
                let (min, max) = full_range(element);
                *self = Fill::Random { seed: with, min, max };
            }
            Fill::Iota | Fill::Values(_) | Fill::File(_) => {}
        }
    }

    /// As an argument writes it.
    pub(super) fn name(&self, element: ElementType) -> String {
        let bounded = |kind: &str, min: &WrittenNumber, max: &WrittenNumber| match (*min, *max) == full_range(element) {
            true => kind.to_owned(),
            false => match (min.as_integer(), max.as_integer()) {
                (Some(min), Some(max)) => format!("{kind}({min}, {max})"),
                _ => format!("{kind}({}, {})", min.as_f64(), max.as_f64()),
            },
        };
        match self {
            Fill::Zeros => "zeros".to_owned(),
            Fill::Iota => "iota".to_owned(),
            Fill::Random { min, max, .. } => bounded("random", min, max),
            Fill::Sorted { min, max, .. } => bounded("sorted", min, max),
            Fill::Normal { .. } => "normal".to_owned(),
            Fill::OneHot { .. } => "one-hot".to_owned(),
            Fill::Values(_) => "values".to_owned(),
            Fill::File(_) => "file".to_owned(),
        }
    }

    /// The bytes of `len` elements, but for those of a file.
    pub(super) fn bytes(&self, element: ElementType, len: usize) -> Vec<u8> {
        match self {
            Fill::Zeros | Fill::File(_) => vec![0; len * element.size],
            Fill::Iota => (0..len).flat_map(|at| element.iota(at)).collect(),
            Fill::Random { seed, min, max } => random(element, len, *seed, *min, *max),
            Fill::Sorted { seed, min, max } => sorted(element, len, *seed, *min, *max),
            Fill::Normal { seed, mean, deviation } => normal(element, len, *seed, *mean, *deviation),
            Fill::OneHot { seed, row } => {
                let row = row.and_then(|row| usize::try_from(row).ok()).unwrap_or(len);
                one_hot(element, len, *seed, row.max(1))
            }
            Fill::Values(bytes) => bytes.clone(),
        }
    }
}
