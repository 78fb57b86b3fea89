//! What a request must satisfy before anything is searched, and the layouts that it names itself.

use alloc::format;

use crate::{
    access::{Access, AccessError, Part, Pattern, check_element},
    layout::{Cute, Layout, Swizzle, TmaSwizzle},
    solve::{
        failure::{Culprit, Failure, SolveError, TooLarge},
        problem::Problem,
        request::{Choice, Pick, Request},
    },
};

impl Request<'_> {
    pub(crate) fn error(&self, culprit: Culprit, failure: Failure) -> SolveError {
        SolveError::new(culprit, self.choice, failure)
    }

    pub(crate) fn check_shape(&self) -> Result<(), SolveError> {
        let empty = |culprit| Err(self.error(culprit, Failure::Empty));
        if let Err(message) = check_element(self.elem_bytes) {
            return Err(self.error(Culprit::Element, Failure::Element(message)));
        }
        if self.rows == 0 {
            return empty(Culprit::Rows);
        }
        if self.cols == 0 {
            return empty(Culprit::Cols);
        }
        if self.stages == 0 {
            return empty(Culprit::Stages);
        }
        // Four factors of 32 bits need more than 64.
        let one = [self.rows, self.cols, self.elem_bytes].map(u128::from).iter().product::<u128>();
        self.check_size(one, Culprit::Size)?;
        self.check_size(one * u128::from(self.stages), Culprit::Stages)
    }

    /// Checks the bytes of the whole storage; `culprit` is what made them too many.
    pub(crate) fn check_size(&self, bytes: u128, culprit: Culprit) -> Result<(), SolveError> {
        if bytes <= u128::from(self.limit()) {
            return Ok(());
        }
        Err(self.error(culprit, Failure::TooLarge(TooLarge::of(self, bytes))))
    }

    pub(crate) fn check_accesses(&self) -> Result<(), SolveError> {
        for (number, access) in self.accesses.iter().enumerate() {
            let fail = |error: AccessError| {
                let culprit = Culprit::Access(number, error.part);
                Err(self.error(culprit, Failure::Access(error)))
            };
            if let Err(error) = access.check(self.rows, self.cols, self.elem_bytes) {
                return fail(error);
            }
            if access.pattern == Pattern::LdMatrix && !self.arch.has_ldmatrix() {
                let message = format!("`{}` has no `ldmatrix`, which came with sm_75", self.arch);
                return fail(AccessError { part: Part::Pattern, message });
            }
        }
        Ok(())
    }

    fn padded(&self, problem: &Problem<'_>, pad: u32) -> Result<Layout, SolveError> {
        let pitch = u128::from(problem.line()) + u128::from(pad);
        let bytes = pitch * u128::from(problem.lines()) * u128::from(self.stages) * u128::from(self.elem_bytes);
        self.check_size(bytes, Culprit::Option)?;
        let granule = problem.granule();
        if (pitch as u32).is_multiple_of(granule) || problem.lines() == 1 {
            return Ok(problem.pitched(pitch as u32));
        }
        let widest = self.widest_access();
        let name = format!("{}", self.accesses[widest]);
        Err(self.error(
            Culprit::Option,
            Failure::Misaligned { rows: self.rows, pad, pitch: pitch as u32, granule, access: name },
        ))
    }

    fn swizzled(&self, problem: &Problem<'_>, cute: Cute) -> Result<Layout, SolveError> {
        let layout = problem.pitched(problem.line()).swizzled_by(Swizzle::Cute(cute));
        let granule = problem.granule();
        if 1 << cute.base() < granule && cute.bits() > 0 {
            let name = format!("{}", self.accesses[self.widest_access()]);
            return Err(self.error(Culprit::Option, Failure::TornVector { cute, granule, access: name }));
        }
        let len = self.rows * self.cols;
        if cute.permutes(len) {
            return Ok(layout);
        }
        match (0..len).find(|offset| cute.apply(*offset) >= len) {
            None => Ok(layout),
            Some(offset) => Err(self.error(
                Culprit::Option,
                Failure::NotABijection {
                    rows: self.rows,
                    cute,
                    row: offset / self.cols,
                    col: offset % self.cols,
                    to: cute.apply(offset),
                    len,
                },
            )),
        }
    }

    fn tma(&self, problem: &Problem<'_>, mode: TmaSwizzle) -> Result<Layout, SolveError> {
        if !self.arch.has_bulk_tensor_copy() {
            return Err(self.error(Culprit::Option, Failure::TmaArch(self.arch)));
        }
        let row_bytes = self.cols * self.elem_bytes;
        match mode.cute(self.elem_bytes) {
            Some(cute) if row_bytes == mode.row_bytes() && self.rows > 1 => {
                Ok(problem.pitched(problem.line()).swizzled_by(Swizzle::Cute(cute)))
            }
            _ => {
                let (rows, elem_bytes) = (self.rows, self.elem_bytes);
                Err(self.error(Culprit::Option, Failure::TmaRow { mode, rows, row_bytes, elem_bytes }))
            }
        }
    }

    /// The access with the widest vectors.
    fn widest_access(&self) -> usize {
        let width = |access: &Access| access.lane_elements(self.elem_bytes);
        (0..self.accesses.len()).rev().max_by_key(|&number| width(&self.accesses[number])).unwrap_or(0)
    }

    /// The layout that the choice names, where it leaves nothing to search.
    pub(crate) fn chosen(&self, problem: &Problem<'_>) -> Result<Option<Layout>, SolveError> {
        Ok(Some(match self.choice {
            Choice::Plain => problem.pitched(problem.line()),
            Choice::Pad(Pick::Exactly(pad)) => self.padded(problem, pad)?,
            Choice::Swizzle(Pick::Exactly(cute)) => self.swizzled(problem, cute)?,
            Choice::Tma(mode) => self.tma(problem, mode)?,
            Choice::Auto | Choice::Pad(Pick::Auto) | Choice::Swizzle(Pick::Auto) => return Ok(None),
        }))
    }
}
