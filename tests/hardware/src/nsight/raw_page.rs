//! Nsight Compute's raw page: the counters of each launch.
//!
//! ```text
//! "ID",..,"Kernel Name",..,"smsp__inst_executed.sum",..      names
//! "","","","inst",..                                         units
//! "0",..,"scan_tiles",..,"24,576",..                         a line a launch
//! ```

use super::csv::{cells, column, count};

/// A launch on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Launched {
    /// The kernel's name, without its parameters.
    pub(crate) kernel: String,
    /// The counters that were asked for, in that order.
    pub(crate) counts: Vec<u64>,
}

/// Returns the launches on a page in their order, each with the counters that are called `counters`. The error is a sentence.
pub(crate) fn launches(page: &str, counters: &[&str]) -> Result<Vec<Launched>, String> {
    let mut head: Option<HeadColumns> = None;
    let mut launches: Vec<(u64, Launched)> = Vec::new();
    for line in page.lines() {
        let row = cells(line);
        if let (Some(id), Some(kernel)) = (column(&row, &["ID"]), column(&row, &["Kernel Name"])) {
            let place =
                |name: &&str| column(&row, &[*name]).ok_or_else(|| format!("the raw page has no column `{name}`"));
            head = Some(HeadColumns { id, kernel, counters: counters.iter().map(place).collect::<Result<_, _>>()? });
        } else if let Some(head) = &head {
            // The line below the head gives units and has no number.
            let Some(id) = row.get(head.id).and_then(|cell| count(cell)) else { continue };
            let counts = head.counters.iter().map(|at| row.get(*at).and_then(|cell| count(cell)));
            let counts =
                counts.collect::<Option<_>>().ok_or_else(|| format!("launch {id} has a counter without a count"))?;
            let kernel = row.get(head.kernel).map(|name| name.split('(').next().unwrap_or_default().trim().to_owned());
            launches.push((id, Launched { kernel: kernel.unwrap_or_default(), counts }));
        }
    }
    if head.is_none() {
        return Err("the raw page has no column `ID` beside one `Kernel Name`".to_owned());
    }
    launches.sort_by_key(|(id, _)| *id);
    Ok(launches.into_iter().map(|(_, launch)| launch).collect())
}

/// The columns of the page that are read, counted from 0.
struct HeadColumns {
    id: usize,
    kernel: usize,
    counters: Vec<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "==PROF== Connected\n\"ID\",\"Kernel Name\",\"a.sum\",\"b.sum\"\n\"\",\"\",\"inst\",\"\"\n\
                        \"10\",\"second\",\"1,234\",\"0\"\n\"9\",\"first(const unsigned *, int)\",\"5\",\"6\"\n";

    #[test]
    fn launches_come_in_their_order_with_the_counters_that_were_asked_for() {
        let found = launches(PAGE, &["b.sum", "a.sum"]).unwrap();
        assert_eq!(found[0], Launched { kernel: "first".to_owned(), counts: vec![6, 5] });
        assert_eq!(found[1], Launched { kernel: "second".to_owned(), counts: vec![0, 1234] });
    }

    #[test]
    fn a_page_that_lacks_something_is_refused() {
        assert!(launches("", &[]).unwrap_err().contains("no column `ID`"));
        assert!(launches(PAGE, &["c.sum"]).unwrap_err().contains("no column `c.sum`"));
        assert!(launches(&PAGE.replace("\"6\"", "\"n/a\""), &["b.sum"]).unwrap_err().contains("launch 9"));
        assert!(launches(&PAGE.replace(",\"6\"", ""), &["b.sum"]).unwrap_err().contains("launch 9"));
    }
}
