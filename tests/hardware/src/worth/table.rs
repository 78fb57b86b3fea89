//! The table of launches: what a GPU counted and what the simulator counts.

use std::collections::BTreeMap;
use std::fmt;

/// A launch with its numbers: the counters of a GPU, whose names have two underscores, `time_us` by events, and those of the simulator.
#[derive(Debug, Clone, PartialEq)]
pub struct WorthRow {
    /// The name of the file.
    pub file: String,
    /// The number of the launch in its file, from 0.
    pub launch: usize,
    /// The kernel.
    pub kernel: String,
    /// The numbers by name.
    pub numbers: BTreeMap<String, f64>,
}

/// The launches that were measured.
#[derive(Debug, Clone, PartialEq)]
pub struct WorthTable {
    /// Lines about the machine and the commands, without `# `.
    pub about: Vec<String>,
    /// The names of the numbers, in their order.
    pub names: Vec<String>,
    /// The launches.
    pub rows: Vec<WorthRow>,
}

impl WorthRow {
    /// Returns a number of the launch; 0 where there is none of the name.
    pub fn of(&self, name: &str) -> f64 {
        self.numbers.get(name).copied().unwrap_or_default()
    }

    /// Returns a sum of the simulator for the whole grid: that of the blocks that ran, times the blocks of the grid for each of them.
    pub fn of_grid(&self, name: &str) -> f64 {
        self.of(name) * self.of("grid") / self.of("blocks")
    }
}

impl WorthTable {
    /// Reads a table.
    ///
    /// # Errors
    /// A sentence with the line that is wrong.
    pub fn parse(text: &str) -> Result<WorthTable, String> {
        let about = text.lines().filter_map(|line| line.strip_prefix("# ")).map(str::to_owned).collect();
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
        let (_, head) = lines.next().ok_or("the table has no line of names")?;
        let names: Vec<String> = head.split('\t').skip(3).map(str::to_owned).collect();
        let row = |(at, line): (usize, &str)| {
            let cells: Vec<&str> = line.split('\t').collect();
            let wrong = || format!("line {} of the table has not {} cells with numbers", at + 1, names.len() + 3);
            let [file, launch, kernel, numbers @ ..] = &cells[..] else { return Err(wrong()) };
            let values: Vec<f64> =
                numbers.iter().map(|cell| cell.parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
            let launch = launch.parse().map_err(|_| wrong())?;
            if values.len() != names.len() {
                return Err(wrong());
            }
            let numbers = names.iter().cloned().zip(values).collect();
            Ok(WorthRow { file: (*file).to_owned(), launch, kernel: (*kernel).to_owned(), numbers })
        };
        let rows = lines.map(row).collect::<Result<_, _>>()?;
        Ok(WorthTable { about, names, rows })
    }
}

impl fmt::Display for WorthTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.about {
            writeln!(f, "# {line}")?;
        }
        writeln!(f, "file\tlaunch\tkernel\t{}", self.names.join("\t"))?;
        for row in &self.rows {
            write!(f, "{}\t{}\t{}", row.file, row.launch, row.kernel)?;
            for name in &self.names {
                write!(f, "\t{}", row.of(name))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# a GPU\nfile\tlaunch\tkernel\ttime_us\tgrid\tblocks\talu\none\t0\tk<1, 2>\t1.5\t100\t10\t7\n";

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let table = WorthTable::parse(TEXT).unwrap();
        assert_eq!((table.rows[0].of("time_us"), table.rows[0].of_grid("alu")), (1.5, 70.0));
        assert_eq!(table.to_string(), TEXT);
    }

    #[test]
    fn a_line_with_a_cell_too_few_is_named() {
        assert!(WorthTable::parse(TEXT.trim_end_matches("\t7\n")).unwrap_err().starts_with("line 3 "));
    }
}
