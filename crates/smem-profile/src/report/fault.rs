//! The error that ended the launches.

use smem_report::{Finding, PlaceNames};
use smem_sim::FaultSite;

use super::files::Files;
use crate::job::GuessedCommand;

/// The error that ended the launches: a kernel did something invalid, or a budget was used up.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ReportedFault {
    /// A sentence with its place in front; lines with the source, the thread and the instruction; lines of help.
    pub message: String,
    /// Whether a budget was used up, which is not a finding about the kernel.
    pub is_over_budget: bool,
    /// Whether the launch is a guess, of which it says more than of the kernel.
    pub is_of_guess: bool,
    /// The sentence, with the instruction and the thread if it has them.
    pub finding: Finding,
}

impl ReportedFault {
    /// Returns the report of a fault: `message` is a sentence that begins with the kernel, and lines of help.
    pub(crate) fn of(
        message: &str,
        site: Option<&FaultSite>,
        guess: Option<&GuessedCommand>,
        files: &Files,
    ) -> ReportedFault {
        let (sentence, helps) = message.split_once('\n').map_or((message, None), |(first, rest)| (first, Some(rest)));
        let at = site.map(|site| files.place(site.loc.as_deref(), site.line));
        let place = at.as_ref().map_or(String::new(), |at| format!("{at}: "));
        let sentence = match guess {
            Some(guess) => {
                let kernel = format!("`{}`: ", guess.kernel);
                let what = sentence.strip_prefix(&kernel).unwrap_or(sentence);
                format!("the guessed launch of `{}` does not fit: {what}", guess.kernel)
            }
            None => sentence.to_owned(),
        };
        let sentence = files.with_elements(&sentence, site);
        let finding = Finding::of_fault(&sentence[..], site, files);
        let mut lines = vec![place + &sentence];
        if let (Some(at), Some(site)) = (&at, site) {
            lines.extend(files.text(at).map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()));
            let ([bx, by, bz], [tx, ty, tz]) = (site.block, site.thread);
            let address = site.address.map_or(String::new(), |address| format!(", address {address:#x}"));
            lines.push(format!("thread ({tx}, {ty}, {tz}) of block ({bx}, {by}, {bz}){address}"));
            lines.push(format!("{} line {}: `{}`", site.isa, site.line, site.instruction));
        }
        lines.extend(helps.map(str::to_owned));
        lines.extend(guess.map(|guess| format!("help: with your own sizes, `{}`", guess.command)));
        ReportedFault { message: lines.join("\n"), is_over_budget: false, is_of_guess: guess.is_some(), finding }
    }
}
