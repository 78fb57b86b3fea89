//! Refusals in words: one lowercase sentence, then `help:` lines, as the attribute's own messages.

use crate::{
    access::{BorrowedTable, ConstAccess, ConstPattern, Shape},
    constant::{
        outcome::SimpleSolution,
        refusal::{Proposal, Refusal, TooLargeBy},
        spec::SimpleChoice,
        worst_position::WorstPosition,
    },
    text::{Text, TextWriter, put},
};

const LITERALS: &str =
    "\nhelp: write the shape as literals: then more layouts are searched, and the message shows the lanes that meet";
const BYTES: &str = "\nhelp: say what the element is, as in `elem(bytes = 4, cuda = \"float\")`: then more layouts are searched, and \
                     the message shows the lanes that meet";

impl SimpleSolution<'_> {
    /// Returns the message for the tile `name`; nothing if there is no refusal.
    pub const fn message<const N: usize>(&self, name: &str) -> Text<N> {
        let mut text = Text::new();
        if let Some(refusal) = &self.refusal {
            self.write(refusal, name, &mut text.writer());
        }
        text
    }

    /// Panics with the message for the tile `name`, of up to `N` bytes.
    #[track_caller]
    pub const fn refuse<const N: usize>(&self, name: &str) {
        panic!("{}", self.message::<N>(name).as_str())
    }

    const fn write(&self, refusal: &Refusal, name: &str, t: &mut TextWriter<'_>) {
        match *refusal {
            Refusal::NotPositive { value: 0, .. } => {
                t.push("a tile of size 0 has no elements: this constant is 0\nhelp: make it 1 or more");
            }
            Refusal::NotPositive { value, .. } => {
                t.push("this constant is ");
                t.signed(value as i64);
                t.push(", and a tile has no negative size\nhelp: make it 1 or more");
            }
            Refusal::BeyondU32 { value, .. } => {
                t.push("this constant is ");
                t.number(value as u64);
                t.push(", and rows and columns go up to 4294967295");
            }
            Refusal::ElementBytes { bytes } => {
                t.push("an element has 1, 2, 4, 8, 16 or 32 bytes, and that of ");
                quoted(name, t);
                t.push(" has ");
                t.number(bytes as u64);
            }
            Refusal::Alignment { needed } => {
                t.push("the storage of ");
                quoted(name, t);
                t.push(" needs an alignment of ");
                t.number(needed as u64);
                t.push(" bytes, and the attribute chose less: a mistake of smem-tile");
            }
            Refusal::TooLarge { bytes, by } => self.write_too_large(bytes, by, name, t),
            Refusal::Misaligned { pad, pitch, access } => {
                t.push("`pad = ");
                t.number(pad as u64);
                t.push("` misaligns the vectors of ");
                self.access(access, t);
                t.push(" on ");
                quoted(name, t);
                t.push(if self.layout.rows() == 1 { ": lines " } else { ": rows " });
                t.number(pitch as u64);
                t.push(" elements apart do not all start at a multiple of ");
                t.number(self.elements_of(access) as u64);
                t.push(" elements\nhelp: write `pad = auto`");
            }
            Refusal::Torn { access } => {
                self.write_choice(t);
                t.push(" tears the vectors of ");
                self.access(access, t);
                t.push(" on ");
                quoted(name, t);
                t.push(" apart, which have ");
                t.number(self.elements_of(access) as u64);
                t.push(" elements\nhelp: write `swizzle = auto`");
            }
            Refusal::NotABijection => {
                self.write_choice(t);
                t.push(" is not a bijection on ");
                quoted(name, t);
                t.push(": it moves an element outside the ");
                t.number(self.layout.len() as u64);
                t.push(" elements of the tile\nhelp: write `swizzle = auto`");
            }
            Refusal::Conflict { access, worst, padded, swizzled } => {
                self.write_conflict(access, worst, name, t);
                t.push(" with ");
                self.write_choice(t);
                write_wavefronts(worst, t);
                self.write_proposals(padded, swizzled, t);
            }
            Refusal::NoneFound { access, worst, unwrapped } => {
                t.push(match self.spec.choice {
                    SimpleChoice::PadAuto => "no padding frees ",
                    SimpleChoice::SwizzleAuto => "no swizzle of CuTe's family frees ",
                    _ => "neither padding nor a swizzle of CuTe's family frees ",
                });
                quoted(name, t);
                t.push(" of bank conflicts: ");
                self.write_conflict(access, worst, "", t);
                t.push(" on the dense layout");
                write_wavefronts(worst, t);
                if let Some(proposal) = unwrapped {
                    t.push("\nhelp: if warps stay in their row or column, write `wrap = false` in `row`");
                    t.push(if self.planes.is_some() { ", `col` and `depth`" } else { " and `col`" });
                    t.push(", as in `access(row(wrap = false), col(wrap = false))` (");
                    self.bytes(&proposal, t);
                    t.push(" bytes)");
                }
                t.push(self.literals());
                t.push("\nhelp: leave an access out, accept conflicts with `max_ways = N`, or name a layout and write `conflicts = allow`");
            }
            Refusal::Unfinished => {
                t.push("the search for a layout of ");
                quoted(name, t);
                t.push(" takes too long for const evaluation, and ended without an answer");
                t.push(self.literals());
                t.push("\nhelp: or name the layout, as in `pad = 1`");
            }
            Refusal::WideVector { access }
            | Refusal::RaggedVector { access }
            | Refusal::NoPlanes { access }
            | Refusal::TooDeep { access }
            | Refusal::TooHigh { access }
            | Refusal::TooWide { access }
            | Refusal::LdMatrix { access }
            | Refusal::FragmentElement { access }
            | Refusal::Fragment { access }
            | Refusal::TransposedLine { access }
            | Refusal::LaneOutside { access, .. } => self.write_misfit(refusal, access, name, t),
        }
    }

    /// Writes why an access does not fit the tile.
    const fn write_misfit(&self, refusal: &Refusal, access: usize, name: &str, t: &mut TextWriter<'_>) {
        let ConstAccess { pattern, vec, transposed, .. } = self.spec.accesses[access];
        let Shape { planes, rows, cols } = self.shape();
        let (depth, height, width) = match pattern {
            ConstPattern::Block3d { depth, height, width } => (depth, height, width),
            ConstPattern::Block { height, width } | ConstPattern::Window { height, width } => (1, height, width),
            _ => (1, 1, 1),
        };
        self.access(access, t);
        match *refusal {
            Refusal::WideVector { .. } => {
                put!(t; " makes ", #vec as u64 * self.spec.elem_bytes as u64, " bytes a lane, and the widest access has 16",);
            }
            Refusal::RaggedVector { .. } => {
                put!(t; " has vectors of ", #vec, " elements, which do not divide the ", #cols, " columns of ",);
                quoted(name, t);
            }
            Refusal::NoPlanes { .. } => {
                t.push(" walks along planes, and ");
                quoted(name, t);
                t.push(if rows == 1 { " has one dimension" } else { " has two dimensions" });
                t.push("\nhelp: give it planes, rows and columns");
            }
            Refusal::TooDeep { .. } => {
                let there = match planes {
                    Some(planes) => planes,
                    None => 1,
                };
                put!(t; " has ", #depth, " planes, which do not fit into the ", #there, " of ",);
                quoted(name, t);
            }
            Refusal::TooHigh { .. } => {
                let (of, there) = if transposed { (" columns", cols) } else { (" rows", rows) };
                put!(t; " has ", #height, of, ", which do not fit into the ", #there, " of ",);
                quoted(name, t);
            }
            Refusal::TooWide { .. } => {
                let (of, there) = if transposed { (" rows", rows) } else { (" columns", cols) };
                put!(t; " has ", #width as u64 * vec as u64, of, ", which do not fit into the ", #there, " of ",);
                quoted(name, t);
            }
            Refusal::TransposedLine { .. } => {
                t.push(" exchanges rows and columns, and ");
                quoted(name, t);
                t.push(" has one row\nhelp: leave `transposed` out");
            }
            Refusal::LaneOutside { warp, lane, .. } => {
                self.write_outside(&self.spec.accesses[access], (warp, lane), name, t);
            }
            Refusal::Fragment { .. } | Refusal::FragmentElement { .. } => {
                self.write_fragment(refusal, &self.spec.accesses[access], name, t);
            }
            _ => {
                t.push(" reads 8 rows of 16 bytes at a time, and ");
                quoted(name, t);
                put!(t; " has ", #rows, " rows of ", #cols as u64 * self.spec.elem_bytes as u64,);
                t.push(" bytes\nhelp: make the rows a multiple of 8, and their bytes a multiple of 16");
            }
        }
    }

    /// Writes why an operand of a tensor core does not fit the tile.
    const fn write_fragment(&self, refusal: &Refusal, access: &ConstAccess<'_>, name: &str, t: &mut TextWriter<'_>) {
        if let Refusal::FragmentElement { .. } = refusal {
            t.push(" does not take elements of ");
            put!(t; #self.spec.elem_bytes, " bytes on this architecture as it is written, and those of ",);
            quoted(name, t);
            t.push(" have as many\nhelp: write another shape, or leave `vec` out");
            return;
        }
        let ((height, width), Shape { rows, cols, .. }) = (access.extent(), self.shape());
        put!(t; " takes ", #height, " rows and ", #width, " columns at a time, and ",);
        quoted(name, t);
        put!(t; " has ", #rows, " x ", #cols, "\nhelp: make them multiples",);
    }

    /// Writes which lane of a table is outside the tile.
    const fn write_outside(
        &self,
        access: &ConstAccess<'_>,
        (warp, lane): (u32, u32),
        name: &str,
        t: &mut TextWriter<'_>,
    ) {
        let shape = self.shape();
        let Some((plane, row, col)) = access.listed(warp as usize, lane as usize, shape) else { return };
        let ConstPattern::Lanes(BorrowedTable { warps, .. }) = access.pattern else { return };
        put!(t; " has lane ", #lane,);
        if warps.len() > 1 {
            put!(t; " of warp ", #warp,);
        }
        let Shape { planes, rows, cols } = shape;
        if let Some(planes) = planes {
            put!(t; " at plane ", #plane, ", row ", #row, ", column ", #col, ", outside the ", #planes, " x ",);
            put!(t; #rows, " x ", #cols, " of ",);
        } else if rows == 1 {
            put!(t; " at element ", #col, ", outside the ", #cols, " elements of ",);
        } else {
            put!(t; " at row ", #row, ", column ", #col, ", outside the ", #rows, " x ", #cols, " of ",);
        }
        quoted(name, t);
    }

    const fn write_too_large(&self, bytes: u128, by: TooLargeBy, name: &str, t: &mut TextWriter<'_>) {
        quoted(name, t);
        t.push(" needs ");
        // Beyond 64 bits the number is of no use to anybody.
        t.number(if bytes > u64::MAX as u128 { u64::MAX } else { bytes as u64 });
        t.push(if bytes > u64::MAX as u128 { " bytes or more" } else { " bytes" });
        t.push(" of shared memory");
        match by {
            TooLargeBy::Elements => {}
            TooLargeBy::Stages => {
                t.push(" in ");
                t.number(self.spec.stages as u64);
                t.push(" stages");
            }
            TooLargeBy::Layout => {
                t.push(" with ");
                self.write_choice(t);
            }
        }
        t.push(", and a block has at most ");
        t.number(self.spec.limit() as u64);
        t.push(if self.spec.is_dynamic {
            " of dynamic shared memory"
        } else {
            " of static shared memory\nhelp: make it smaller, or write `memory = dynamic` and an `arch` that has more"
        });
    }

    /// Writes `` `col` has 32-way bank conflicts on `Tile` ``.
    const fn write_conflict(&self, access: usize, worst: WorstPosition, name: &str, t: &mut TextWriter<'_>) {
        self.access(access, t);
        t.push(" has ");
        t.number(worst.ways as u64);
        t.push("-way bank conflicts");
        if !name.is_empty() {
            t.push(" on ");
            quoted(name, t);
        }
    }

    /// Writes the layouts without conflicts that were found.
    const fn write_proposals(&self, padded: Option<Proposal>, swizzled: Option<Proposal>, t: &mut TextWriter<'_>) {
        t.push("\nhelp: ");
        let swizzled = match swizzled {
            Some(proposal) if proposal.is_swizzled => Some(proposal),
            _ => None,
        };
        match (padded, swizzled) {
            (None, None) => {
                t.push("neither padding nor a swizzle of CuTe's family has none: leave an access out, or accept ");
                t.push("conflicts with `max_ways = N` or `conflicts = allow`");
                t.push(self.literals());
            }
            (Some(padded), swizzled) => {
                t.push("use `pad = ");
                t.number(padded.pad as u64);
                t.push("` (");
                self.bytes(&padded, t);
                t.push(" bytes)");
                if let Some(swizzled) = swizzled {
                    t.push(" or `swizzle = auto` (");
                    self.bytes(&swizzled, t);
                    t.push(" bytes): neither has conflicts");
                } else {
                    t.push(", which has no conflicts");
                }
            }
            (None, Some(swizzled)) => {
                t.push("use `swizzle = auto` (");
                self.bytes(&swizzled, t);
                t.push(" bytes), which has no conflicts");
            }
        }
    }

    const fn bytes(&self, proposal: &Proposal, t: &mut TextWriter<'_>) {
        let unit = self.spec.align.div_ceil(self.spec.elem_bytes as u32) as usize;
        let len = proposal.len.next_multiple_of(unit) * self.spec.stages as usize;
        t.number(len as u64 * self.spec.elem_bytes as u64);
    }

    /// Returns the help to let the attribute solve the tile itself.
    const fn literals(&self) -> &'static str {
        if self.spec.is_shape_literal { BYTES } else { LITERALS }
    }

    /// Returns the planes, rows and columns; of a refused size, those of the plain layout.
    const fn shape(&self) -> Shape {
        Shape::of_all_rows(self.planes, self.layout.rows(), self.layout.cols())
    }

    const fn elements_of(&self, access: usize) -> u32 {
        self.spec.accesses[access].granule(self.spec.elem_bytes as u32)
    }

    const fn access(&self, access: usize, t: &mut TextWriter<'_>) {
        t.push("`");
        self.spec.accesses[access].write(t);
        t.push("`");
    }

    /// Writes the option that chose the layout.
    const fn write_choice(&self, t: &mut TextWriter<'_>) {
        match self.spec.choice {
            SimpleChoice::Plain => t.push("`layout = plain`"),
            SimpleChoice::Auto => t.push("`layout = auto`"),
            SimpleChoice::PadAuto => t.push("`pad = auto`"),
            SimpleChoice::SwizzleAuto => t.push("`swizzle = auto`"),
            SimpleChoice::Pad(pad) => {
                t.push("`pad = ");
                t.number(pad as u64);
                t.push("`");
            }
            SimpleChoice::Cute(cute) => {
                t.push("`swizzle = (");
                t.number(cute.bits() as u64);
                t.push(", ");
                t.number(cute.base() as u64);
                t.push(", ");
                t.signed(cute.shift() as i64);
                t.push(")`");
            }
        }
    }
}

const fn write_wavefronts(worst: WorstPosition, t: &mut TextWriter<'_>) {
    t.push(": ");
    t.number(worst.wavefronts as u64);
    t.push(" wavefronts where ");
    t.number(worst.ideal as u64);
    t.push(" would do");
}

const fn quoted(name: &str, t: &mut TextWriter<'_>) {
    t.push("`");
    t.push(name);
    t.push("`");
}
