//! The counts of shared memory by source line.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize, Serializer};
use smem_banks::BankModel;
use smem_sim::{SharedCount, SharedOp};

use crate::counts::Counts;
use crate::exactness::{Exactness, estimate};
use crate::place::{LinePlace, PlaceNames};
#[cfg(feature = "schema")]
use crate::schema;
use crate::worst::{MeetingLanes, WorstSeen};

/// The shared accesses of one kind on a source line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Line {
    /// The line.
    #[serde(flatten)]
    pub place: LinePlace,
    /// The kind of the accesses.
    #[serde(with = "crate::named")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "schema::named::<SharedOp>"))]
    pub op: SharedOp,
    /// Their counts.
    #[serde(flatten)]
    pub counts: Counts,
    /// N of the worst N-way conflict; 1 without one.
    pub ways: u32,
    /// Whether a GPU counts the same.
    #[serde(flatten)]
    pub exactness: Exactness,
    /// The instructions without their operands, each once: `LDS.128`.
    #[serde(rename = "instructions")]
    pub code: BTreeSet<String>,
    /// Chains of calls that the line was inlined through, each with its share of the counts.
    #[serde(rename = "by_call", serialize_with = "calls::serialize", deserialize_with = "calls::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<calls::CountedChain>"))]
    pub calls: BTreeMap<String, Counts>,
    /// Predicted cycles of the launch that its excess wavefronts cost, or of a larger grid where the launch does not fill the GPU; `None` where
    /// no time is predicted.
    #[serde(serialize_with = "serialize_rounded")]
    pub cycles_at_stake: Option<f64>,
    /// The conflict of the worst request; `None` without a conflict, and where requests were not looked at.
    #[serde(rename = "worst")]
    pub meeting: Option<MeetingLanes>,
    /// The worst request itself.
    #[serde(rename = "worst_request")]
    pub worst: Option<WorstSeen>,
}

impl Line {
    /// Returns the lines of some counts, in the order of the files. `estimate` says why all of them are estimates, if they are.
    pub fn all(counts: &[SharedCount], estimate_of_all: Option<&str>, places: &dyn PlaceNames) -> Vec<Line> {
        let mut lines: BTreeMap<(LinePlace, SharedOp), Line> = BTreeMap::new();
        for count in counts.iter().filter(|count| count.requests > 0) {
            let place = places.place(count.loc.as_deref(), count.line);
            let line = lines.entry((place.clone(), count.op)).or_insert_with(|| Line {
                place,
                op: count.op,
                counts: Counts::default(),
                ways: 1,
                exactness: Exactness { estimate: estimate_of_all.map(str::to_owned) },
                code: BTreeSet::new(),
                calls: BTreeMap::new(),
                cycles_at_stake: None,
                meeting: None,
                worst: None,
            });
            line.counts.add(count);
            line.ways = line.ways.max(count.ways);
            line.code.insert(opcode(&count.text));
            if line.exactness.is_exact() {
                line.exactness.estimate = estimate(count).map(str::to_owned);
            }
            if let Some(chain) = count.loc.as_deref().and_then(|loc| places.calls(loc)) {
                line.calls.entry(chain).or_default().add(count);
            }
        }
        lines.into_values().collect()
    }

    /// Gives lines the worst requests of their instructions.
    pub fn take_worst(lines: &mut [Line], worst: &[WorstSeen], banks: &BankModel, places: &dyn PlaceNames) {
        let keys = lines.iter().enumerate().map(|(at, line)| ((line.place.clone(), line.op), at));
        let at: HashMap<(LinePlace, SharedOp), usize> = keys.collect();
        let mut worst: Vec<&WorstSeen> = worst.iter().collect();
        // The worst of a line's instructions comes first and stays.
        worst.sort_by_key(|worst| worst.rank());
        for worst in worst {
            let place = places.place(worst.loc.as_ref(), worst.line);
            let line = at.get(&(place, worst.op)).and_then(|at| lines.get_mut(*at));
            if let Some(line) = line.filter(|line| line.meeting.is_none()) {
                line.meeting = worst.meeting(banks);
                line.worst = Some(worst.clone());
            }
        }
    }

    /// Returns the wavefronts that conflicts cause.
    pub fn excess(&self) -> u64 {
        self.counts.excess()
    }

    /// Returns the order of lines, those with the most time at stake first; then, and where no time is predicted, those with the most excess and
    /// the most wavefronts.
    pub fn worst_first(&self, other: &Line) -> Ordering {
        let [cycles, others] = [self, other].map(|line| line.cycles_at_stake.unwrap_or_default());
        let by_counts = || {
            let [counts, others] = [self, other].map(|line| (line.excess(), line.counts.wavefronts));
            others.cmp(&counts)
        };
        others.total_cmp(&cycles).then_with(by_counts)
    }

    /// Adds the lines of other launches to those of a kernel. The cycles at stake are those of the longest launch: of the others where one of them is.
    pub fn join(all: &mut Vec<Line>, others: &[Line], has_longest: bool) {
        if has_longest {
            all.iter_mut().for_each(|line| line.cycles_at_stake = None);
        }
        for line in others {
            let cycles = line.cycles_at_stake.filter(|_| has_longest);
            match all.iter_mut().find(|known| known.place == line.place && known.op == line.op) {
                Some(known) => {
                    known.add(line);
                    known.cycles_at_stake = cycles.or(known.cycles_at_stake);
                }
                None => all.push(Line { cycles_at_stake: cycles, ..line.clone() }),
            }
        }
    }

    fn add(&mut self, other: &Line) {
        self.counts = self.counts.plus(other.counts);
        self.code.extend(other.code.iter().cloned());
        for (chain, counts) in &other.calls {
            let known = self.calls.entry(chain.clone()).or_default();
            *known = known.plus(*counts);
        }
        if self.exactness.is_exact() {
            self.exactness.estimate.clone_from(&other.exactness.estimate);
        }
        if self.meeting.is_none() || other.ways > self.ways && other.meeting.is_some() {
            (self.meeting, self.worst) = (other.meeting.clone(), other.worst.clone());
        }
        self.ways = self.ways.max(other.ways);
    }
}

/// Returns the instruction without its predicate and operands.
///
/// ```
/// assert_eq!(smem_report::opcode("@!P0 LDS.128 R4, [R2] ;"), "LDS.128");
/// ```
pub fn opcode(text: &str) -> String {
    let mut words = text.split_whitespace().filter(|word| !word.starts_with('@') && *word != "{");
    words.next().unwrap_or_default().trim_end_matches(';').to_string()
}

/// Returns a predicted number with two decimals: a prediction has no more.
///
/// ```
/// assert_eq!(smem_report::rounded(1.0 / 3.0), 0.33);
/// ```
pub fn rounded(number: f64) -> f64 {
    (100.0 * number).round() / 100.0
}

/// Writes a predicted number, or null, with two decimals, for `serialize_with`.
///
/// ```
/// use serde::Serialize;
///
/// #[derive(Serialize)]
/// struct Row {
///     #[serde(serialize_with = "smem_report::serialize_rounded")]
///     cycles: Option<f64>,
/// }
/// assert_eq!(serde_json::to_string(&Row { cycles: Some(1.0 / 3.0) })?, r#"{"cycles":0.33}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// Those of the serializer.
pub fn serialize_rounded<S, N>(number: &N, serializer: S) -> Result<S::Ok, S::Error>
where
    S: Serializer,
    N: Copy + Into<Option<f64>>,
{
    let number: Option<f64> = (*number).into();
    number.map(rounded).serialize(serializer)
}

/// The counts of each chain of calls, in JSON a list.
mod calls {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::counts::Counts;

    /// The counts of one chain of calls.
    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub(super) struct CountedChain {
        /// The chain: `tile.cuh:5 in read(float const*), inlined at k.cu:12`.
        calls: String,
        #[serde(flatten)]
        counts: Counts,
    }

    pub(super) fn serialize<S: Serializer>(calls: &BTreeMap<String, Counts>, serializer: S) -> Result<S::Ok, S::Error> {
        let chain = |(calls, counts): (&String, &Counts)| CountedChain { calls: calls.clone(), counts: *counts };
        serializer.collect_seq(calls.iter().map(chain))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<String, Counts>, D::Error> {
        let chains = Vec::<CountedChain>::deserialize(deserializer)?;
        Ok(chains.into_iter().map(|CountedChain { calls, counts }| (calls, counts)).collect())
    }
}
