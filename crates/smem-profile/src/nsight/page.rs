//! A page of Nsight Compute as comma-separated values.
//!
//! ```text
//! "ID",..,"Kernel Name",..,"smsp__inst_executed.sum",..                    wide: `--page raw --csv`, with a line of units below
//! "ID",..,"Kernel Name",..,"Metric Name","Metric Unit","Metric Value"      long: `--csv`, a line for each counter of a launch
//! ```

use std::collections::BTreeMap;

use csv::StringRecord;

/// The launches on a page that `ncu --csv` printed or exported, in their order.
///
/// ```
/// use smem_profile::nsight::NsightPage;
///
/// let long = "==PROF== Connected to process 7\n\
///     \"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n\
///     \"0\",\"scan(float *, int)\",\"(32, 1, 1)\",\"(4, 1, 1)\",\"smsp__inst_executed.sum\",\"inst\",\"1,234\"\n";
/// let wide = "\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"smsp__inst_executed.sum\"\n\
///     \"\",\"\",\"\",\"\",\"inst\"\n\"0\",\"scan(float *, int)\",\"(32, 1, 1)\",\"(4, 1, 1)\",\"1,234\"\n";
/// let (long, wide): (NsightPage, NsightPage) = (long.parse()?, wide.parse()?);
/// assert_eq!(long, wide);
/// assert_eq!((&wide.launches[0].kernel[..], wide.launches[0].grid), ("scan(float *, int)", Some([4, 1, 1])));
/// assert_eq!(wide.launches[0].count("smsp__inst_executed.sum"), Some(1234));
/// # Ok::<(), smem_profile::nsight::NsightPageError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NsightPage {
    /// The launches, by their numbers.
    pub launches: Vec<NsightLaunch>,
}

/// A launch as Nsight Compute counted it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NsightLaunch {
    /// The kernel, as the page has it: with its parameters or without.
    pub kernel: String,
    /// Blocks of the grid, where the page has them.
    pub grid: Option<[u32; 3]>,
    /// Threads of a block, where the page has them.
    pub block: Option<[u32; 3]>,
    counts: BTreeMap<String, u64>,
}

/// The reason why a text is not a page of Nsight Compute with counts. Its [`Display`](std::fmt::Display) is a lowercase sentence.
#[derive(thiserror::Error, Debug, Clone, PartialEq, Eq)]
#[error("{0}")]
pub struct NsightPageError(String);

impl NsightLaunch {
    /// Returns a whole count by the name of its counter.
    pub fn count(&self, counter: &str) -> Option<u64> {
        self.counts.get(counter).copied()
    }
}

impl std::str::FromStr for NsightPage {
    type Err = NsightPageError;

    /// Reads a page, with the lines that `ncu` prints around it.
    fn from_str(text: &str) -> Result<NsightPage, NsightPageError> {
        let wrong = |what: String| NsightPageError(format!("it is not a page of `ncu --csv`: {what}"));
        let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
        let mut columns: Option<PageColumns> = None;
        let mut launches: BTreeMap<u64, NsightLaunch> = BTreeMap::new();
        for row in reader.records() {
            let row = row.map_err(|error| wrong(error.to_string()))?;
            match (PageColumns::of(&row), &columns) {
                (Some(head), _) => columns = Some(head),
                (None, Some(columns)) => columns.add(&row, &mut launches),
                // Lines of `ncu` itself, as of the program that it ran.
                (None, None) => {}
            }
        }
        if columns.is_none() {
            return Err(wrong("no line has the columns `ID` and `Kernel Name`".to_owned()));
        }
        if launches.values().all(|launch| launch.counts.is_empty()) {
            return Err(wrong("it has no counter with a whole number".to_owned()));
        }
        Ok(NsightPage { launches: launches.into_values().collect() })
    }
}

/// The columns of a page, counted from 0.
struct PageColumns {
    names: Vec<String>,
    id: usize,
    kernel: usize,
    /// Those of a counter's name and its value, on a long page.
    metric: Option<(usize, usize)>,
}

impl PageColumns {
    /// Returns the columns that a line names, if it is the head of a page.
    fn of(row: &StringRecord) -> Option<PageColumns> {
        let column = |name: &str| row.iter().position(|cell| cell.trim() == name);
        Some(PageColumns {
            id: column("ID")?,
            kernel: column("Kernel Name")?,
            metric: column("Metric Name").zip(column("Metric Value")),
            names: row.iter().map(|cell| cell.trim().to_owned()).collect(),
        })
    }

    /// Adds a line to its launch. The line of units has no number.
    fn add(&self, row: &StringRecord, launches: &mut BTreeMap<u64, NsightLaunch>) {
        let Some(id) = row.get(self.id).and_then(whole) else { return };
        let cell = |name: &str| row.get(self.names.iter().position(|own| own == name)?);
        let launch = launches.entry(id).or_insert_with(|| NsightLaunch {
            kernel: row.get(self.kernel).unwrap_or_default().trim().to_owned(),
            grid: cell("Grid Size").and_then(extent),
            block: cell("Block Size").and_then(extent),
            counts: BTreeMap::new(),
        });
        let mut keep = |name: &str, value: Option<&str>| {
            if let Some(count) = value.and_then(whole) {
                launch.counts.insert(name.trim().to_owned(), count);
            }
        };
        match self.metric {
            Some((name, value)) => keep(row.get(name).unwrap_or_default(), row.get(value)),
            // Names of counters have two underscores; those of columns about the launch do not.
            None => {
                let counters = self.names.iter().enumerate().filter(|(_, name)| name.contains("__"));
                counters.for_each(|(at, name)| keep(name, row.get(at)));
            }
        }
    }
}

/// Reads a whole number as Nsight Compute writes it: `1,234`, `12`, `12.000000`.
fn whole(cell: &str) -> Option<u64> {
    let digits: String = cell.trim().chars().filter(|mark| *mark != ',').collect();
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    if fraction.bytes().all(|digit| digit == b'0') { whole.parse().ok() } else { None }
}

/// Reads `(32, 8, 1)`, or `32, 8, 1`.
fn extent(cell: &str) -> Option<[u32; 3]> {
    let numbers = cell.trim().trim_start_matches('(').trim_end_matches(')').split(',').map(|part| part.trim().parse());
    let numbers: Vec<u32> = numbers.collect::<Result<_, _>>().ok()?;
    numbers.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launches_come_by_their_numbers_with_names_that_have_commas_and_lines_of_ncu_around_them() {
        let page = "==PROF== Profiling \"k\" - 0: 0%\r\nx,y\r\n\"ID\",\"Kernel Name\",\"sm__a.sum\",\"sm__b.avg\"\r\n\"\",\"\",\"inst\",\"\"\r\n\
            \"10\",\"void k<int, 4>(int *, float)\",\"1,234,567\",\"0.5\"\r\n\"9\",\"j\",\"5.000\",\"n/a\"\r\n==PROF== Disconnected";
        let page: NsightPage = page.parse().unwrap();
        let names: Vec<&str> = page.launches.iter().map(|launch| &launch.kernel[..]).collect();
        assert_eq!(names, ["j", "void k<int, 4>(int *, float)"]);
        assert_eq!(
            [page.launches[0].count("sm__a.sum"), page.launches[1].count("sm__a.sum")],
            [Some(5), Some(1_234_567)]
        );
        assert_eq!(
            [page.launches[0].count("sm__b.avg"), page.launches[1].count("sm__b.avg"), page.launches[1].count("c")],
            [None; 3]
        );
    }

    #[test]
    fn what_is_not_a_page_is_refused() {
        for (text, why) in [
            ("", "no line has the columns"),
            ("ID,Name\n1,k\n", "no line has the columns"),
            ("ID,Kernel Name,sm__a.sum\n0,k,n/a\n", "no counter with a whole number"),
        ] {
            let error = text.parse::<NsightPage>().unwrap_err().to_string();
            assert!(error.starts_with("it is not a page of `ncu --csv`: ") && error.contains(why), "{text:?}: {error}");
        }
    }
}
