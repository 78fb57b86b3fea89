//! Patterns that requests are drawn from: each tries one way in which a model could be wrong.

use std::fmt;

use smem_layout::Arch;

use crate::random::Random;

/// A family of address patterns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PatternClass {
    /// Anywhere within a random power of two of elements.
    Uniform,
    /// Lane `i` at `i * k`, forwards or backwards, some wrapping.
    Stride,
    /// Consecutive elements in random order, or XORed.
    Permutation,
    /// Groups of lanes on one element: any size, any position, one or many.
    Broadcast,
    /// Several words of one bank, each read by any number of lanes.
    OneBank,
    /// Several words of a few banks.
    FewBanks,
    /// Rows or columns of a block with any pitch.
    Block,
    /// Lane `i` and lane `i ^ m` on one element: what could merge two phases.
    Pairs,
    /// Half- or quarter-warps that repeat one pattern, shifted or not.
    Mirror,
    /// All lanes within a few words: parts of words, and words of parts.
    SubWord,
    /// Any of the above with few active lanes: phases that could share a wavefront.
    Sparse,
    /// Not drawn: listed by another program, whose counts were taken over.
    Listed,
}

impl PatternClass {
    /// Those that requests are drawn from.
    pub const DRAWN: [PatternClass; 11] = [
        PatternClass::Uniform,
        PatternClass::Stride,
        PatternClass::Permutation,
        PatternClass::Broadcast,
        PatternClass::OneBank,
        PatternClass::FewBanks,
        PatternClass::Block,
        PatternClass::Pairs,
        PatternClass::Mirror,
        PatternClass::SubWord,
        PatternClass::Sparse,
    ];

    /// Returns all of them, in the order of tables.
    pub fn all() -> impl Iterator<Item = PatternClass> {
        PatternClass::DRAWN.into_iter().chain([PatternClass::Listed])
    }

    /// Returns its name in tables and data files.
    ///
    /// ```
    /// use smem_hardware::calibrate::PatternClass;
    ///
    /// assert_eq!(PatternClass::from_name(PatternClass::OneBank.name()), Some(PatternClass::OneBank));
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            PatternClass::Uniform => "uniform",
            PatternClass::Stride => "stride",
            PatternClass::Permutation => "permutation",
            PatternClass::Broadcast => "broadcast",
            PatternClass::OneBank => "one-bank",
            PatternClass::FewBanks => "few-banks",
            PatternClass::Block => "block",
            PatternClass::Pairs => "pairs",
            PatternClass::Mirror => "mirror",
            PatternClass::SubWord => "sub-word",
            PatternClass::Sparse => "sparse",
            PatternClass::Listed => "listed",
        }
    }

    /// Returns the class of that [`name`](Self::name).
    pub fn from_name(name: &str) -> Option<PatternClass> {
        PatternClass::all().find(|class| class.name() == name)
    }

    /// Returns the element of each lane, of `bytes` bytes, counted from where the request starts: at most `most`.
    pub(super) fn elements(self, random: &mut Random, bytes: u32, most: u32) -> [u32; 32] {
        // Elements from one word of a bank to its next.
        let span = Arch::DEFAULT.bank_model().span() / bytes;
        match self {
            PatternClass::Uniform => {
                let within = (2 << random.below(12)).min(most);
                lanes(|_| random.below(within))
            }
            PatternClass::Stride => {
                let step = match random.below(3) {
                    0 => random.pick(&[0, 16, 31, 32, 33, 48, 63, 64, 65, 96, 127, 128]),
                    _ => random.below(41),
                };
                let step = step.min(most / 32);
                let wrap = if random.one_in(4) { 1 + random.below(31 * step + 1) } else { u32::MAX };
                let backwards = random.one_in(3);
                lanes(|lane| if backwards { (31 - lane) * step % wrap } else { lane * step % wrap })
            }
            PatternClass::Permutation => {
                if random.one_in(3) {
                    let (mask, rows) = (random.below(32), random.pick(&[1, 2, 4, 8, 16, 32]));
                    let across = 32 / rows;
                    return lanes(|lane| lane / across * span.min(most / 32) + (lane ^ mask) % across);
                }
                let mut order: Vec<u32> = (0..32).collect();
                random.shuffle(&mut order);
                lanes(|lane| order[lane as usize])
            }
            PatternClass::Broadcast => broadcast(random, most),
            PatternClass::OneBank => {
                let (words, column) = (1 + random.below(32), random.below(span));
                let elsewhere = random.pick(&[0, 0, 4, 16]);
                lanes(|_| {
                    let row = random.below(words) * span;
                    if random.below(32) < elsewhere { row + random.below(span) } else { row + column }
                })
            }
            PatternClass::FewBanks => {
                let (words, banks) = (1 + random.below(32), 1 + random.below(8));
                let columns: Vec<u32> = (0..banks).map(|_| random.below(span)).collect();
                lanes(|_| random.below(words) * span + random.pick(&columns))
            }
            PatternClass::Block => {
                let (across, pitch) = (random.pick(&[1, 2, 4, 8, 16, 32]), random.below((most / 32).min(100)));
                match random.one_in(2) {
                    true => lanes(|lane| lane / across * pitch + lane % across),
                    false => lanes(|lane| lane % across * pitch + lane / across),
                }
            }
            PatternClass::Pairs => {
                let of = random.pick(&[
                    PatternClass::Uniform,
                    PatternClass::Stride,
                    PatternClass::OneBank,
                    PatternClass::Block,
                    PatternClass::Permutation,
                ]);
                let base = of.elements(random, bytes, most);
                let bit = random.pick(&[1, 1, 2, 2, 4, 8, 16, 3, 5, 31]);
                let mut paired = lanes(|lane| base[(lane & !bit) as usize]);
                if random.one_in(3) {
                    let broken = random.below(32) as usize;
                    paired[broken] = base[broken ^ 1];
                }
                paired
            }
            PatternClass::Mirror => {
                let of = random.pick(&[
                    PatternClass::Uniform,
                    PatternClass::Stride,
                    PatternClass::OneBank,
                    PatternClass::Permutation,
                ]);
                let base = of.elements(random, bytes, most / 2);
                let period = random.pick(&[4, 8, 16]);
                let shift = random.pick(&[0, 1, 2, 4, period, span, span / 2, span + 1]).min(most / 16);
                lanes(|lane| base[(lane % period) as usize] + lane / period * shift)
            }
            PatternClass::SubWord => {
                let words = 1 + random.below(4);
                let within = (4 * words / bytes).max(1 + random.below(4));
                lanes(|_| random.below(within))
            }
            PatternClass::Sparse => {
                let of = random.pick(&[
                    PatternClass::Uniform,
                    PatternClass::Stride,
                    PatternClass::OneBank,
                    PatternClass::FewBanks,
                    PatternClass::Mirror,
                    PatternClass::Permutation,
                ]);
                of.elements(random, bytes, most)
            }
            // Nobody draws from it.
            PatternClass::Listed => lanes(|lane| lane),
        }
    }

    /// Returns the active lanes: any number of them, in any place.
    pub(super) fn mask(self, random: &mut Random) -> u32 {
        if self == PatternClass::Sparse {
            let active = 1 + random.below(8);
            return (0..active).fold(0, |mask, _| mask | 1 << random.below(32));
        }
        let mask = match random.below(12) {
            0 => random.bits(),
            1 => random.bits() & random.bits(),
            2 => random.bits() | random.bits(),
            // From a lane on, and up to a lane.
            3 => u32::MAX << random.below(32),
            4 => u32::MAX >> random.below(32),
            // One quarter, one half, every second or fourth lane, all but one.
            5 => 0xff << (8 * random.below(4)),
            6 => 0xffff << (16 * random.below(2)),
            7 => random.pick(&[0x5555_5555, 0xaaaa_aaaa, 0x1111_1111, 0x3333_3333, 0x0f0f_0f0f, 0x00ff_00ff]),
            8 => !(1 << random.below(32)),
            _ => u32::MAX,
        };
        if mask == 0 { 1 << random.below(32) } else { mask }
    }
}

impl fmt::Display for PatternClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

fn broadcast(random: &mut Random, most: u32) -> [u32; 32] {
    match random.below(4) {
        // One group somewhere, the others on elements of their own.
        0 => {
            let (size, at) = (1 + random.below(32), random.below(32));
            lanes(|lane| if (lane + 32 - at) % 32 < size { at } else { lane })
        }
        // Neighbours share, at any distance.
        1 => {
            let (size, step) = (1 + random.below(32), 1 + random.below(most / 32));
            lanes(|lane| lane / size * step)
        }
        // Every so many lanes share.
        2 => {
            let (groups, step) = (1 + random.below(32), 1 + random.below(most / 32));
            lanes(|lane| lane % groups * step)
        }
        // Anyone with anyone.
        _ => {
            let groups = 1 + random.below(16);
            let places: Vec<u32> = (0..groups).map(|_| random.below(most)).collect();
            lanes(|_| random.pick(&places))
        }
    }
}

fn lanes(mut element: impl FnMut(u32) -> u32) -> [u32; 32] {
    let mut elements = [0; 32];
    for (lane, place) in (0..).zip(&mut elements) {
        *place = element(lane);
    }
    elements
}
