//! The words that each bank has to serve in a phase, as a bar for each bank.

use alloc::string::String;
use core::fmt::Write;

use smem_banks::BankModel;

use crate::map::{phases::Phase, sheet::put};

/// Pixels of the highest bar, and of the numbers above and below.
const HIGHEST: usize = 30;
const NUMBERS: usize = 12;
/// Pixels of a bank in which a number of two digits has room.
const ROOM: usize = 15;
/// Pixels after a strip.
const GAP: usize = 6;

/// A strip of bars: where it is, and how wide a bank is.
#[derive(Clone, Copy)]
pub(super) struct BarStrip<'a> {
    pub(super) model: &'a BankModel,
    /// Pixels of the labels in front.
    pub(super) left: usize,
    /// Pixels of a bank.
    pub(super) bank: usize,
    /// The name of what a bank serves: `words`, or `lanes` that take turns.
    pub(super) served: &'static str,
}

impl BarStrip<'_> {
    /// Pixels of a strip.
    const HEIGHT: usize = NUMBERS + HIGHEST + NUMBERS + GAP;

    /// Draws a phase below `y`, its labels from `x` on; returns the end.
    pub(super) fn draw(&self, phase: &Phase, x: usize, y: usize, to: &mut String) -> usize {
        let base = y + NUMBERS + HIGHEST;
        let (start, width) = (x + self.left, self.model.banks() as usize * self.bank);
        let most = phase.passes().max(1) as usize;
        let (mut paths, mut numbers) = (String::new(), String::new());
        for (bank, &served) in phase.served.iter().enumerate() {
            let (at, middle) = (start + bank * self.bank, start + bank * self.bank + self.bank / 2);
            if self.bank >= ROOM || bank % 8 == 0 {
                put!(numbers, "<text x=\"{middle}\" y=\"{}\">{bank}</text>", base + NUMBERS - 2);
            }
            if served == 0 {
                continue;
            }
            let height = (HIGHEST * served as usize / most).clamp(3, if most == 1 { HIGHEST / 3 } else { HIGHEST });
            let class = if served > 1 { "lane clash" } else { "bar" };
            put!(
                paths,
                "<rect class=\"{class}\" x=\"{at}.5\" y=\"{}.5\" width=\"{}\" height=\"{height}\">",
                base - height,
                self.bank.saturating_sub(2).max(1)
            );
            put!(paths, "<title>bank {bank}: {served}</title></rect>");
            if self.bank >= ROOM {
                put!(numbers, "<text x=\"{middle}\" y=\"{}\">{served}</text>", base - height - 3);
            }
        }
        put!(to, "{paths}<path class=\"axis\" d=\"M{start} {base}.5h{width}\"/>\n");
        put!(to, "<g class=\"label\" text-anchor=\"middle\">{numbers}</g>");
        put!(to, "<g class=\"label\" text-anchor=\"end\">");
        for (name, y) in [(self.served, base - HIGHEST / 2), ("bank", base + NUMBERS - 2)] {
            put!(to, "<text x=\"{}\" y=\"{y}\">{name}</text>", start - 4);
        }
        to.push_str("</g>\n");
        y + Self::HEIGHT
    }
}
