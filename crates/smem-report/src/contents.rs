//! Synthetic contents of buffers that decide about counts and findings, and the counts with other ones.

use serde::{Deserialize, Serialize};

use crate::counted::counted;
use crate::counts::Counts;
use crate::place::LinePlace;

/// The buffers whose synthetic contents decide about the counts of a launch, and its counts with each of the contents that were tried.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DependentContents {
    /// The buffers that decide.
    pub buffers: Vec<DecidingBuffer>,
    /// The counts with each, those of the report first.
    pub tried: Vec<TriedContents>,
    /// The blocks that the counts with each are of; `None` for all of them.
    pub blocks: Option<u64>,
    /// Contents with which the launch has a fault, which says nothing: they may be no input of the kernel.
    pub faulted: Vec<String>,
    /// The lines whose counts of shared memory differ.
    pub lines: Vec<LinePlace>,
}

/// A buffer whose contents nothing gives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DecidingBuffer {
    /// Its name.
    pub name: String,
    /// Its type and length: `i32[256]`.
    pub elements: String,
}

/// The counts with some contents of the buffers that decide.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TriedContents {
    /// As an argument names them: `zeros`.
    pub contents: String,
    /// The counts of shared memory.
    #[serde(flatten)]
    pub counts: Counts,
    /// The sectors of global memory.
    pub sectors: u64,
}

/// The least and the most of a count.
type Range = [u64; 2];

impl DependentContents {
    fn range(&self, of: impl Fn(&TriedContents) -> u64) -> Range {
        let all = || self.tried.iter().map(&of);
        [all().min().unwrap_or_default(), all().max().unwrap_or_default()]
    }

    /// Returns the least and the most excess wavefronts.
    pub fn excess(&self) -> Range {
        self.range(|tried| tried.counts.excess())
    }

    /// Returns true if contents were tried, and the excess wavefronts with all of them are the same.
    pub fn has_known_excess(&self) -> bool {
        let [least, most] = self.excess();
        self.tried.len() > 1 && least == most
    }

    /// Returns true if the counts with all contents that were tried are the same.
    pub fn is_known(&self) -> bool {
        let is_one = |[least, most]: Range| least == most;
        self.tried.len() > 1
            && is_one(self.range(|tried| tried.counts.wavefronts))
            && is_one(self.range(|tried| tried.counts.requests))
            && is_one(self.excess())
            && is_one(self.range(|tried| tried.sectors))
    }

    /// Returns the options that give the contents: `--arg 'a:i32[256]=random|iota|file(PATH)'`.
    pub fn options(&self) -> String {
        let option = |own: &DecidingBuffer| format!("`--arg '{}:{}=random|iota|file(PATH)'`", own.name, own.elements);
        self.buffers.iter().map(option).collect::<Vec<_>>().join(" and ")
    }

    /// Returns the names of the buffers, for a sentence.
    pub fn names(&self) -> String {
        self.buffers.iter().map(|own| format!("`{}`", own.name)).collect::<Vec<_>>().join(" and ")
    }

    /// Returns the sentence that says that the counts are not known.
    pub fn sentence(&self) -> String {
        let is_are = if self.buffers.len() == 1 { "its" } else { "their" };
        let contents: Vec<&str> = self.tried.iter().map(|tried| &tried.contents[..]).collect();
        let shown = |[least, most]: Range, what: &str| {
            let from = if least == most { String::new() } else { format!("{least} to ") };
            from + &counted(most, what)
        };
        let range = match self.tried.len() {
            0 | 1 => "no other contents could be tried".to_owned(),
            _ => {
                let wavefronts = self.range(|tried| tried.counts.wavefronts);
                let mut parts = Vec::new();
                if wavefronts[1] > 0 {
                    parts.push(shown(wavefronts, "wavefront"));
                    parts.push(format!("{} in excess", shown(self.excess(), "wavefront")));
                }
                let sectors = self.range(|tried| tried.sectors);
                if sectors[0] != sectors[1] {
                    parts.push(shown(sectors, "sector") + " of global memory");
                }
                let sample =
                    self.blocks.map_or(String::new(), |blocks| format!(" in a sample of {}", counted(blocks, "block")));
                format!("{} with {}{sample}", parts.join(", "), contents.join(", "))
            }
        };
        format!(
            "the counts are unknown: they depend on {}, and {is_are} contents are synthetic ({range}); give them with {}",
            self.names(),
            self.options()
        )
    }
}
