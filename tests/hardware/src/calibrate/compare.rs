//! Compares counts with predictions: a table of agreements, and the first differences in full.

use std::collections::BTreeMap;
use std::fmt;

use super::PatternClass;
use super::op::Op;
use super::request::Request;

/// Disagreements that are shown with all their addresses.
const SHOWN: usize = 8;

/// Counts of one kind against predictions.
#[derive(Debug, Clone)]
pub struct Comparison {
    title: String,
    /// By class, operation and bytes a lane.
    cells: BTreeMap<(PatternClass, Op, u32), AgreementCount>,
    all: AgreementCount,
    first: Vec<Disagreement>,
}

#[derive(Debug, Clone, Copy, Default)]
struct AgreementCount {
    /// Requests that have a count.
    counted: usize,
    /// Those of them where it is the prediction.
    agreeing: usize,
}

#[derive(Debug, Clone)]
struct Disagreement {
    /// Place among the requests.
    at: usize,
    request: Request,
    predicted: u32,
    count: u32,
}

impl Comparison {
    /// Compares `counts`, a count a request where there is one, with `predicted`. `title` says what counted.
    ///
    /// ```
    /// use smem_hardware::calibrate::{Comparison, requests};
    /// use smem_layout::Arch;
    ///
    /// let all = requests(50, 1);
    /// let model = Arch::SM_90.bank_model();
    /// let predicted: Vec<u32> = all.iter().map(|request| request.predicted(&model)).collect();
    /// let mut counts: Vec<Option<u32>> = predicted.iter().copied().map(Some).collect();
    /// assert!(Comparison::new("the same", &all, &predicted, &counts).is_exact());
    /// counts[7] = Some(60);
    /// let comparison = Comparison::new("one less", &all, &predicted, &counts);
    /// assert_eq!((comparison.counted(), comparison.disagreeing()), (50, 1));
    /// ```
    pub fn new(title: &str, requests: &[Request], predicted: &[u32], counts: &[Option<u32>]) -> Comparison {
        let (cells, all, first) = (BTreeMap::new(), AgreementCount::default(), Vec::new());
        let mut comparison = Comparison { title: title.to_owned(), cells, all, first };
        for (at, ((request, &predicted), count)) in requests.iter().zip(predicted).zip(counts).enumerate() {
            let Some(count) = *count else { continue };
            let agrees = count == predicted;
            let cell = comparison.cells.entry((request.class, request.op, request.warp.bytes())).or_default();
            for cell in [cell, &mut comparison.all] {
                cell.counted += 1;
                cell.agreeing += usize::from(agrees);
            }
            if !agrees && comparison.first.len() < SHOWN {
                comparison.first.push(Disagreement { at, request: request.clone(), predicted, count });
            }
        }
        comparison
    }

    /// Returns the number of requests that have a count.
    pub fn counted(&self) -> usize {
        self.all.counted
    }

    /// Returns the number of requests whose count is not the prediction.
    pub fn disagreeing(&self) -> usize {
        self.all.counted - self.all.agreeing
    }

    /// Returns whether there are counts, and all of them are as predicted.
    pub fn is_exact(&self) -> bool {
        self.all.counted > 0 && self.disagreeing() == 0
    }
}

const WIDTHS: [u32; 5] = [1, 2, 4, 8, 16];

/// Agreements of requests by class and operation (rows) and bytes a lane (columns), then the first disagreements.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Comparison { title, all: AgreementCount { counted, agreeing }, .. } = self;
        writeln!(f, "{title}: {agreeing} of {counted} requests take the wavefronts that BankModel predicts")?;
        write!(f, "\n{:<12} {:<17}", "class", "op")?;
        for bytes in WIDTHS {
            write!(f, "{:>11}", if bytes == 1 { "1 byte".to_owned() } else { format!("{bytes} bytes") })?;
        }
        writeln!(f, "\n{}", "-".repeat(30 + 11 * WIDTHS.len()))?;
        for class in PatternClass::all() {
            for op in Op::ALL {
                if !self.cells.keys().any(|(a, b, _)| (*a, *b) == (class, op)) {
                    continue;
                }
                write!(f, "{class:<12} {:<17}", op.to_string())?;
                for bytes in WIDTHS {
                    let cell = self.cells.get(&(class, op, bytes));
                    let told = cell.map(|AgreementCount { counted, agreeing }| format!("{agreeing}/{counted}"));
                    write!(f, "{:>11}", told.as_deref().unwrap_or("-"))?;
                }
                writeln!(f)?;
            }
        }
        if !self.first.is_empty() {
            let (shown, all) = (self.first.len(), self.disagreeing());
            writeln!(f, "\nThe first {shown} of {all} disagreements:")?;
        }
        for Disagreement { at, request, predicted, count } in &self.first {
            writeln!(f, "request {at}: predicted {predicted}, counted {count} wavefronts")?;
            writeln!(f, "  {request}")?;
        }
        Ok(())
    }
}
