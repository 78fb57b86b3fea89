//! Additions to a message: reasons, and what to write instead.

use alloc::{format, string::String, vec::Vec};

/// Additions to a message: reasons, and what to write instead.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Proposals {
    /// One line per reason.
    pub(crate) reasons: Vec<String>,
    /// One line per proposal, without `help:`.
    pub(crate) help: Vec<String>,
    /// The message proposes no other layout, because the bulk tensor copy prescribes this one.
    pub(crate) keep_layout: bool,
}

impl Proposals {
    /// Puts `help` first.
    pub(crate) fn after(mut self, mut help: Vec<String>) -> Proposals {
        help.append(&mut self.help);
        Proposals { help, ..self }
    }

    /// Returns the reasons, each after a line break.
    pub(crate) fn reasons(&self) -> String {
        self.reasons.iter().map(|reason| format!("\n{reason}")).collect()
    }

    /// Returns the lines of help, each after a line break.
    pub(crate) fn help(&self) -> String {
        self.help.iter().map(|help| format!("\nhelp: {help}")).collect()
    }
}
