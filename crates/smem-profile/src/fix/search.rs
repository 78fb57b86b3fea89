//! The search for the layout of an array: smem-layout's solver proposes, and the recorded requests decide.

use smem_layout::{
    Access, Arch, BankModel, ConflictPolicy, Cute, LaneTable, Layout, LayoutChoice, Outcome, Rotation, Swizzle,
    TileSpec, TileSpecBuilder, alternatives, index_cost, solve,
};

use super::arrays::SharedArray;
use super::judge::{ArrayRequest, ArrayRequests};
use super::shape::{ArrayShape, ShapeOrigin};
use super::spelling::spelling;

/// A layout for an array.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FoundLayout {
    pub(crate) shape: ArrayShape,
    pub(crate) layout: Layout,
    /// Excess wavefronts of the recorded requests on it.
    pub(crate) excess: u64,
    /// Bytes of its storage.
    pub(crate) bytes: u32,
    /// The option of the attribute that gives exactly this layout; `None` where the search did not look for one.
    pub(crate) option: Option<LayoutChoice>,
    /// Instructions of its index beyond `row * pitch + col`, an estimate.
    index_cost: f32,
}

/// The most requests that the solver is told of at first, and the times that those are added which its answers conflict with.
const FIRST_REQUESTS: usize = 256;
const ROUNDS: usize = 3;

/// The most requests by which layouts are compared before all are looked at.
const QUICK_REQUESTS: usize = 128;

/// The most bytes of padding after a row.
const MOST_PADDING: u32 = 128;

/// The layouts that were found for an array.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FoundLayouts {
    /// The one with the least excess, of these the one of fewest bytes, then with the cheapest index, then the one that changes the least.
    /// `None` where no layout has less excess than the array has now.
    pub(crate) best: Option<FoundLayout>,
    /// The best of those that keep neighbours where a compiler sees that they are some: without an XOR or a rotation.
    pub(crate) padded: Option<FoundLayout>,
    /// The best of those of one row, whose elements have one index.
    pub(crate) line: Option<FoundLayout>,
}

/// Searches for the layouts of an array.
pub(crate) fn best_layouts(array: &SharedArray, requests: &ArrayRequests, arch: Arch, most_bytes: u32) -> FoundLayouts {
    let banks = arch.bank_model();
    let now = requests.excess(&banks);
    let mut found = FoundLayouts::default();
    for shape in ArrayShape::candidates(array, requests) {
        // Layouts without some columns are looked at where nothing else frees all requests.
        if shape.cols < shape.cols_now && found.best.is_some_and(|best| best.excess == 0) {
            continue;
        }
        let Some(requests) = shape.requests(requests) else { continue };
        let mut search = ShapeSearch { shape, requests: &requests, arch, banks, most_bytes, found };
        search.run(now);
        found = search.found;
    }
    let is_better = |layout: &FoundLayout| layout.excess < now;
    FoundLayouts {
        best: found.best.filter(is_better),
        padded: found.padded.filter(is_better),
        line: found.line.filter(is_better),
    }
}

/// Returns the best of some layouts that were found for other arrays, for an array of the same extents; `None` where none has less excess than
/// `now`.
pub(crate) fn best_of(
    others: &[FoundLayout],
    array: &SharedArray,
    requests: &ArrayRequests,
    banks: &BankModel,
    now: u64,
) -> Option<FoundLayout> {
    let shapes = ArrayShape::candidates(array, requests);
    let judged = |other: &FoundLayout| {
        let shape = *shapes.iter().find(|shape| **shape == other.shape)?;
        let requests = shape.requests(requests)?;
        let excess = requests.excess_on(&other.layout, shape.elem_bytes, banks, now.checked_sub(1)?)?;
        Some(other.with(other.shape, excess))
    };
    others.iter().filter_map(judged).min_by_key(FoundLayout::rank)
}

/// The search for one shape.
struct ShapeSearch<'a> {
    shape: ArrayShape,
    requests: &'a ArrayRequests,
    arch: Arch,
    banks: BankModel,
    most_bytes: u32,
    found: FoundLayouts,
}

impl ShapeSearch<'_> {
    fn run(&mut self, now: u64) {
        let mut told: Vec<&ArrayRequest> = self.requests.requests.iter().take(FIRST_REQUESTS).collect();
        for _ in 0..ROUNDS {
            let proposed = self.proposals(&told);
            let mut is_free = false;
            for layout in &proposed {
                self.consider(layout, now);
                is_free |= self.excess(layout, 0).is_some();
            }
            // The layouts may conflict with an access that was not recorded.
            let wrong = |request: &&ArrayRequest| proposed.iter().any(|layout| self.has_excess(request, layout));
            let new: Vec<&ArrayRequest> =
                self.requests.requests.iter().skip(FIRST_REQUESTS).filter(wrong).take(64).collect();
            if is_free || new.is_empty() || told.len() > 2 * FIRST_REQUESTS {
                break;
            }
            told.extend(new);
        }
        if self.found.best.is_none_or(|best| best.excess > 0) {
            for layout in self.listed() {
                self.consider(&layout, now);
            }
        }
    }

    fn has_excess(&self, request: &ArrayRequest, layout: &Layout) -> bool {
        let laid_out = layout.relaid(&request.request, self.shape.elem_bytes);
        laid_out.is_none_or(|laid_out| request.rule.cost(&self.banks, &laid_out).excess() > 0)
    }

    fn excess(&self, layout: &Layout, most: u64) -> Option<u64> {
        self.requests.excess_on(layout, self.shape.elem_bytes, &self.banks, most)
    }

    /// Keeps a layout if it is better than the best.
    fn consider(&mut self, layout: &Layout, now: u64) {
        let elem_bytes = self.shape.elem_bytes;
        let bytes = declared_bytes(layout, elem_bytes);
        if bytes > self.most_bytes {
            return;
        }
        // A layout that is worse than the best may be the best of its kind.
        let before = self.places(layout).into_iter().map(|place| place.map_or(now, |before| before.excess));
        let most = before.max().unwrap_or(now);
        let quick = &self.requests.requests[..self.requests.requests.len().min(QUICK_REQUESTS)];
        let mut sum = 0;
        for request in quick {
            let Some(laid_out) = layout.relaid(&request.request, elem_bytes) else { return };
            sum += request.times * u64::from(request.rule.cost(&self.banks, &laid_out).excess());
            if sum > most {
                return;
            }
        }
        let Some(excess) = self.excess(layout, most) else { return };
        let found = FoundLayout::of(self.shape, *layout, excess, bytes);
        let is_better = |before: &&mut Option<FoundLayout>| before.is_none_or(|before| found.rank() < before.rank());
        let shape = self.shape;
        let mut better = self.places(layout).into_iter().filter(is_better).peekable();
        // Skip layouts that no option can express.
        let option = better.peek().and_then(|_| spelling(&shape, layout));
        if option.is_some() {
            better.for_each(|place| *place = Some(FoundLayout { option, ..found }));
        }
    }

    /// The best of all layouts, and those of the kinds that a layout is.
    fn places(&mut self, layout: &Layout) -> Vec<&mut Option<FoundLayout>> {
        let mut places = vec![&mut self.found.best];
        if layout.swizzle() == Swizzle::None {
            places.push(&mut self.found.padded);
        }
        if layout.rows() == 1 {
            places.push(&mut self.found.line);
        }
        places
    }

    fn spec<'s>(&self, accesses: &'s [Access]) -> TileSpecBuilder<'s> {
        let ArrayShape { planes, rows, cols, elem_bytes, .. } = self.shape;
        let builder = TileSpec::builder(rows, cols, elem_bytes, accesses).arch(self.arch).dynamic(true);
        planes.map_or(builder, |planes| builder.planes(planes))
    }

    /// The layouts that the solver finds for some of the requests.
    fn proposals(&self, told: &[&ArrayRequest]) -> Vec<Layout> {
        let accesses = self.accesses(told);
        let Ok(spec) = self.spec(&accesses).build() else { return Vec::new() };
        let mut layouts: Vec<Layout> = Vec::new();
        for alternative in alternatives(&spec) {
            if let Outcome::Found { solution, .. } = alternative.outcome {
                layouts.push(*solution.layout());
            }
        }
        if layouts.len() <= 1
            && let Ok(least) = spec.to_builder().conflicts(ConflictPolicy::Least).build()
            && let Ok(solution) = solve(&least)
        {
            layouts.push(*solution.layout());
        }
        layouts
    }

    /// Requests as accesses of the solver, one for each width. Lanes that are inactive do what an active one does.
    fn accesses(&self, told: &[&ArrayRequest]) -> Vec<Access> {
        let ArrayShape { cols, elem_bytes, .. } = self.shape;
        let mut widths: Vec<u32> = told.iter().map(|request| vector(request, elem_bytes)).collect();
        widths.sort_unstable();
        widths.dedup();
        let access = |vec: u32| {
            let of_width = told.iter().filter(|request| vector(request, elem_bytes) == vec);
            let mut warps: Vec<[(u32, u32); 32]> = of_width
                .filter_map(|request| {
                    let first = (0..32).find_map(|lane| request.request.address(lane))?;
                    let element = |lane| request.request.address(lane).unwrap_or(first) / elem_bytes;
                    Some(std::array::from_fn(|lane| (element(lane as u32) / cols, element(lane as u32) % cols)))
                })
                .collect();
            warps.sort_unstable();
            warps.dedup();
            Some(Access::lanes(LaneTable::new(warps).ok()?).vec(vec))
        };
        widths.into_iter().filter_map(access).collect()
    }

    /// Layouts that can be listed: paddings, CuTe's swizzles, rotations.
    fn listed(&self) -> Vec<Layout> {
        let ArrayShape { cols, elem_bytes, .. } = self.shape;
        let rows = self.shape.all_rows();
        let unit = (self.requests.widest() / elem_bytes).max(1);
        let pads = || (1..).map(move |pad| pad * unit).take_while(move |pad| pad * elem_bytes <= MOST_PADDING);
        let mut layouts: Vec<Layout> = pads().filter_map(|pad| Layout::padded(rows, cols, pad).ok()).collect();
        for every in [8, 16, 32, 64, 128, 256].into_iter().filter(|every| every % unit == 0 && *every < rows * cols) {
            let inside = pads().take_while(|pad| *pad <= every).take(8);
            layouts.extend(inside.filter_map(|pad| Layout::padded_every(rows, cols, pad, every).ok()));
        }
        let Ok(dense) = Layout::plain(rows, cols) else { return layouts };
        for bits in 1..=5 {
            for base in unit.trailing_zeros()..=6 {
                let cutes = (1..=8).filter_map(|shift| Cute::new(bits, base, shift));
                layouts.extend(cutes.filter_map(|cute| dense.with_swizzle(Swizzle::Cute(cute)).ok()));
            }
        }
        for step in (1..=32).map(|step| step * unit) {
            let rotations = [1, 2, 4, 8].into_iter().filter_map(|every| Rotation::new(step, every));
            layouts.extend(rotations.filter_map(|rotation| dense.with_swizzle(Swizzle::Rotate(rotation)).ok()));
        }
        layouts
    }
}

/// The bytes of an array with this layout, whose declaration has whole rows.
fn declared_bytes(layout: &Layout, elem_bytes: u32) -> u32 {
    match layout.is_in_rows() {
        true => layout.rows() * layout.pitch() * elem_bytes,
        false => layout.bytes(elem_bytes) as u32,
    }
}

/// The elements that a lane accesses at once.
fn vector(request: &ArrayRequest, elem_bytes: u32) -> u32 {
    (request.request.bytes() / elem_bytes).max(1)
}

impl FoundLayout {
    /// A layout of so many bytes whose requests have this excess.
    pub(crate) fn of(shape: ArrayShape, layout: Layout, excess: u64, bytes: u32) -> FoundLayout {
        FoundLayout { shape, layout, excess, bytes, option: None, index_cost: index_cost(&layout) }
    }

    /// The same layout of an array of this shape, whose requests have this excess.
    pub(crate) fn with(&self, shape: ArrayShape, excess: u64) -> FoundLayout {
        FoundLayout { shape, excess, ..*self }
    }

    /// The least is the best.
    fn rank(&self) -> (u64, bool, u32, bool, u32, ShapeOrigin) {
        // Another input may access the columns that this one did not.
        let leaves_out = self.shape.cols < self.shape.cols_now;
        // Rows that were not declared are index arithmetic in each access.
        let is_inferred = self.shape.origin == ShapeOrigin::Inferred;
        (self.excess, leaves_out, self.bytes, is_inferred, (self.index_cost * 2.0) as u32, self.shape.origin)
    }
}
