//! The table of cases, `cases.tsv`.

use std::fs;

/// A way into the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Door {
    Profile,
    Run,
    Check,
    Fix,
    Explain,
}

const DOORS: [(Door, &str); 5] = [
    (Door::Profile, "profile"),
    (Door::Run, "run"),
    (Door::Check, "check"),
    (Door::Fix, "fix"),
    (Door::Explain, "explain"),
];

impl Door {
    /// The command of the program.
    pub(crate) fn word(self) -> &'static str {
        DOORS.iter().find(|(door, _)| *door == self).map_or("", |(_, word)| word)
    }
}

/// A row of the table.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    /// The corpus, in front of the first `/` of the name.
    pub(crate) corpus: String,
    /// The name within the corpus.
    pub(crate) name: String,
    pub(crate) door: Door,
    /// Whether a plain run has it.
    pub(crate) is_small: bool,
    /// The files that it needs: see `inputs.rs`.
    pub(crate) inputs: Vec<String>,
    /// Options of the command after those that all calls of the door have.
    pub(crate) options: Vec<String>,
}

const COLUMNS: &str = "case\tdoor\tpart\tinputs\toptions";

/// Reads the table. Fails with the line that is not a case.
pub(crate) fn cases() -> Vec<Case> {
    let path = super::folder().join("cases.tsv");
    let text = fs::read_to_string(&path).unwrap();
    let mut lines = (1..).zip(text.lines());
    assert_eq!(lines.next().unwrap().1, COLUMNS, "{}", path.display());
    let cases: Vec<Case> =
        lines.map(|(at, line)| Case::read(line).unwrap_or_else(|why| panic!("cases.tsv:{at}: {why}"))).collect();
    for (at, case) in cases.iter().enumerate() {
        let is_same = |other: &Case| (other.file(), other.heading()) == (case.file(), case.heading());
        assert!(!cases[..at].iter().any(is_same), "{case:?} is there twice");
    }
    cases
}

impl Case {
    pub(crate) fn read(line: &str) -> Result<Case, String> {
        let cells: Vec<&str> = line.split('\t').collect();
        let [name, door, part, inputs, options] = cells[..] else { return Err(format!("{} cells", cells.len())) };
        let (corpus, name) = name.split_once('/').ok_or("the name has no corpus")?;
        let (door, _) =
            DOORS.into_iter().find(|(_, word)| *word == door).ok_or_else(|| format!("`{door}` is not a door"))?;
        if !["small", "all"].contains(&part) {
            return Err(format!("`{part}` is neither `small` nor `all`"));
        }
        Ok(Case {
            corpus: corpus.to_owned(),
            name: name.to_owned(),
            door,
            is_small: part == "small",
            inputs: words(inputs)?,
            options: words(options)?,
        })
    }

    /// Whether a run that was asked for this has the case.
    pub(crate) fn is_asked(&self, asked: Option<&str>) -> bool {
        match asked {
            None => self.is_small,
            Some("all") => true,
            Some(text) => format!("{}/{}", self.file(), self.name).contains(text),
        }
    }

    /// The file of its answer, without the ending.
    pub(crate) fn file(&self) -> String {
        format!("{}.{}", self.corpus, self.door.word())
    }

    /// The name of its section there.
    pub(crate) fn heading(&self) -> String {
        self.name.clone()
    }
}

/// The words of a cell, which is `-` where there are none. A word with spaces is between single quotes.
fn words(cell: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    for (at, part) in cell.split('\'').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().filter(|word| *word != "-").map(str::to_owned));
        }
    }
    if cell.matches('\'').count() % 2 == 1 { Err(format!("an open quote in `{cell}`")) } else { Ok(words) }
}

#[test]
fn words_with_spaces_are_between_quotes() {
    assert_eq!(words("--kernel 'k<1, 2>' --x").unwrap(), ["--kernel", "k<1, 2>", "--x"]);
    assert_eq!(words("-").unwrap(), [""; 0]);
    assert!(words("'open").is_err() && Case::read("a/b\tprofile\tmost\t-\t-").is_err());
}
