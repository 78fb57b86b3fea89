//! Launches by guesses, of kernels whose launches nothing fixes.

use std::collections::{BTreeMap, BTreeSet};

use smem_cuda::{CudaKernel, CudaText, LaunchSite};
use smem_launch::{LaunchFile, LaunchShape};
use smem_sim::without_parameters;

use super::chosen_instance::ChosenInstance;
use super::guess::{GuessScale, GuessedLaunch, MOST_SHARED, has_arrays};
use super::job::Job;
use super::typed_args::{TypedKernel, untyped};
use super::written::LeftOutLaunch;
use crate::error::Error;
use crate::shell_word::quoted;

/// The most kernels of a file that are launched by guesses.
const MOST_KERNELS: usize = 8;
/// Values of sizes that are tried in turn.
const SIZES: [u32; 6] = [16, 256, 1024, 32, 8, 1];
/// Bytes of dynamic shared memory that are tried in turn: the most that a block of each architecture can have.
const SHARED_BYTES: [u32; 5] = [48 << 10, 64 << 10, 96 << 10, 160 << 10, MOST_SHARED];
/// How much larger buffers become, and the most that they do.
const GROWTH: u64 = 16;
const MOST_GROWTH: u64 = 1 << 16;

/// The launches of a file that are guesses, beside those that it makes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Guesses {
    /// The launches that the file fixes.
    pub(super) made: Option<LaunchFile>,
    /// Remarks on these.
    pub(super) notes: Vec<String>,
    pub(crate) kernels: Vec<GuessedKernel>,
}

/// A launch of a kernel by a guess.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GuessedKernel {
    /// With the arguments of its template.
    kernel: String,
    /// Why the launch that the file makes is not the one.
    why: Option<String>,
    scale: GuessScale,
    /// Sizes that were tried.
    tried: usize,
    /// The instance of it that `nvcc` makes, where the text does not name one.
    instance: Option<ChosenInstance>,
    /// The bytes of parameters whose type the text does not define, as the compiler has them.
    compiled_bytes: BTreeMap<usize, u64>,
}

/// Launches, remarks on them, and the command of each guess among them.
type PlannedGuesses = (LaunchFile, Vec<String>, Vec<GuessedCommand>);

/// A guessed launch as a user types it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GuessedCommand {
    pub(crate) kernel: String,
    /// `smem-tile profile ..`
    pub(crate) command: String,
    /// The remark that it is a guess, with the command.
    pub(crate) note: String,
    /// Its block, and others that fit the kernel as well.
    pub(crate) block: [u32; 3],
    pub(crate) other_blocks: Vec<[u32; 3]>,
    /// The value of its sizes.
    size: u32,
}

impl GuessedCommand {
    /// Other guesses of the same kernel that fit it as well: of other blocks, and one of larger sizes.
    pub(crate) fn others<'a>(&'a self, own: &'a GuessedKernel) -> impl Iterator<Item = GuessedKernel> + 'a {
        let of_block = |block: &[u32; 3]| GuessScale { block: Some(*block), ..own.scale };
        let larger = GuessScale {
            size: Some(self.size.saturating_mul(2)),
            factor: own.scale.factor.saturating_mul(4),
            ..own.scale
        };
        let scales = self.other_blocks.iter().map(of_block).chain([larger]);
        scales.map(|scale| GuessedKernel { scale, ..own.clone() })
    }
}

impl GuessedKernel {
    /// The kernel, with the arguments of its template.
    pub(crate) fn kernel(&self) -> &str {
        &self.kernel
    }

    fn of(kernel: String, why: Option<String>) -> GuessedKernel {
        GuessedKernel {
            kernel,
            why,
            scale: GuessScale::default(),
            tried: 0,
            instance: None,
            compiled_bytes: BTreeMap::new(),
        }
    }

    /// A kernel that `nvcc` makes of a file, and that no launch in its text names.
    pub(super) fn of_instance(instance: ChosenInstance, why: String) -> GuessedKernel {
        let kernel = without_parameters(&instance.kernel.name).to_owned();
        GuessedKernel { instance: Some(instance), ..GuessedKernel::of(kernel, Some(why)) }
    }

    /// The same with longer buffers; `None` where they are as long as they can be.
    pub(crate) fn longer(&self) -> Option<GuessedKernel> {
        let factor = Some(self.scale.factor * GROWTH).filter(|factor| *factor <= MOST_GROWTH)?;
        Some(GuessedKernel { scale: GuessScale { factor, ..self.scale }, ..self.clone() })
    }

    /// The same with more dynamic shared memory; `None` where it has as much as a block can have.
    pub(crate) fn with_more_shared(&self) -> Option<GuessedKernel> {
        let own = self.scale.shared.unwrap_or_default();
        let shared = Some(SHARED_BYTES.into_iter().find(|more| *more > own)?);
        Some(GuessedKernel { scale: GuessScale { shared, ..self.scale }, ..self.clone() })
    }

    /// The same with sizes that were not tried; `None` after the last ones.
    pub(crate) fn with_other_sizes(&self) -> Option<GuessedKernel> {
        let size = Some(*SIZES.get(self.tried)?);
        Some(GuessedKernel {
            scale: GuessScale { size, ..GuessScale::default() },
            tried: self.tried + 1,
            ..self.clone()
        })
    }

    /// The same where a parameter has so many bytes; `None` where that was known.
    pub(crate) fn with_compiled_bytes(&self, at: usize, bytes: u64) -> Option<GuessedKernel> {
        let mut known = self.clone();
        (known.compiled_bytes.insert(at, bytes) != Some(bytes)).then_some(known)
    }

    /// Returns true for one of the kernel that is launched there, or of another instance of its template.
    pub(super) fn is_like(&self, site: &LaunchSite<'_>) -> bool {
        site.is_of(self.kernel.split('<').next().unwrap_or(&self.kernel))
    }

    /// The launch, with its command. Its buffers get names that are not in `used`.
    fn launch(
        &self,
        job: &Job,
        text: &CudaText,
        used: &mut BTreeSet<String>,
    ) -> Result<(LaunchFile, GuessedCommand), Error> {
        let sites = text.launches();
        let site = sites.iter().find(|site| self.is_of(site));
        let called = text.known_kernels_called(&self.kernel);
        let compiled = self.instance.as_ref().map(|instance| &instance.kernel);
        // One with other parameters is another kernel.
        let fits = |kernel: &CudaKernel| compiled.is_none_or(|own| own.bytes.len() == kernel.parameters().len());
        let kernel = match site.map(LaunchSite::kernel) {
            Some(Ok(kernel)) if fits(&kernel) => Some(kernel),
            _ => called.into_iter().find(fits),
        };
        let (guessed, args, name) = match (&kernel, compiled) {
            (Some(kernel), _) => {
                let instance = compiled.map_or(&*self.kernel, |compiled| without_parameters(&compiled.name));
                let of_instance = compiled.map_or(&[][..], |compiled| &compiled.bytes).iter().copied().enumerate();
                let compiled_bytes = &self.compiled_bytes.clone().into_iter().chain(of_instance).collect();
                let typed = TypedKernel { taken: used, compiled_bytes, ..TypedKernel::new(text, kernel, instance) };
                let guessed = GuessedLaunch::of(&typed, site, self.scale);
                let args = typed.typed(&guessed.args)?;
                (guessed, args, text.launch_name(kernel, &self.kernel))
            }
            (None, Some(compiled)) => {
                let guessed = compiled.guessed(self.scale);
                let args = untyped(&guessed.args)?;
                (guessed, args, String::new())
            }
            (None, None) => return Err(Error::Input(format!("`{}` is not a kernel of the file", self.kernel))),
        };
        let guessed = match compiled.filter(|_| site.is_none()) {
            Some(compiled) => compiled.bounding(guessed),
            None => guessed,
        };
        let shape = LaunchShape::of(guessed.grid, guessed.block).shared_bytes(guessed.shared);
        let name = compiled.map_or(name, |compiled| compiled.name.clone());
        let launch =
            LaunchFile::of_launch_args(&name, shape, args, BTreeMap::new()).map_err(|error| error.to_string())?;
        used.extend(launch.buffers().map(str::to_owned));
        let why = self.why.as_ref().map_or("no launch of it is in the file".to_owned(), Clone::clone);
        let shown = compiled.map_or(&self.kernel, |compiled| &compiled.name);
        let file = job.file.display().to_string();
        let others = self.instance.as_ref().map_or(String::new(), |instance| instance.note(&file));
        let command = format!("smem-tile profile {} {}", quoted(&file), guessed.options(shown));
        let longer = match self.scale.factor {
            1 => String::new(),
            factor => format!(
                "; its buffers are up to {factor} times as long as first guessed, since it reaches past their ends"
            ),
        };
        let note = format!(
            "the launch of `{shown}` is a guess, {why}{longer}{others}\nhelp: with your own sizes, `{command}`"
        );
        let kernel = shown.clone();
        let GuessedLaunch { block, other_blocks, sizes, .. } = guessed;
        Ok((launch, GuessedCommand { kernel, command, note, block, other_blocks, size: sizes.size }))
    }

    fn is_of(&self, site: &LaunchSite<'_>) -> bool {
        site.kernel_name() == self.kernel
    }
}

impl Guesses {
    /// Returns the launches with these guesses in place of those so far.
    pub(crate) fn with_kernels(&self, kernels: Vec<GuessedKernel>) -> Guesses {
        Guesses { kernels, ..self.clone() }
    }

    /// Returns guesses of a kernel alone.
    pub(crate) fn of_one(kernel: GuessedKernel) -> Guesses {
        Guesses { kernels: vec![kernel], ..Guesses::default() }
    }

    /// Returns the launches that the file fixes, without the guesses; `None` where there are none.
    pub(crate) fn made_alone(&self) -> Option<Guesses> {
        self.has_made().then(|| self.with_kernels(Vec::new()))
    }

    /// Adds a remark.
    pub(crate) fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// Returns true where the file fixes launches itself.
    pub(crate) fn has_made(&self) -> bool {
        self.made.is_some()
    }

    /// Returns true where nothing is launched.
    pub(crate) fn is_empty(&self) -> bool {
        self.made.is_none() && self.kernels.is_empty()
    }

    /// Returns the same launches of the instances that `nvcc` makes, as far as `find` has them.
    pub(super) fn of_instances(mut self, file: &str, find: impl Fn(&str) -> Option<ChosenInstance>) -> Guesses {
        for guess in &mut self.kernels {
            guess.instance = find(&guess.kernel);
        }
        if let Some(made) = self.made.take() {
            let several = made.kernels().filter_map(|name| Some((name, find(name)?.note(file))));
            let several = several.filter(|(_, note)| !note.is_empty());
            let notes: Vec<String> =
                several.map(|(name, note)| format!("an instance of `{name}` is launched{note}")).collect();
            self.notes.extend(notes);
            self.made = Some(made.renamed(|name| find(name).map(|found| found.kernel.name)));
        }
        self
    }

    /// Returns all launches, the guesses last, with remarks on them and the command of each guess.
    pub(super) fn launches(&self, job: &Job, text: &CudaText) -> Result<PlannedGuesses, Error> {
        let (mut launches, mut notes, mut commands) = (self.made.clone(), self.notes.clone(), Vec::new());
        let mut used: BTreeSet<String> = launches.iter().flat_map(LaunchFile::buffers).map(str::to_owned).collect();
        for guess in &self.kernels {
            let (launch, command) = guess.launch(job, text, &mut used)?;
            notes.push(command.note.clone());
            commands.push(command);
            launches = Some(match launches {
                Some(earlier) => earlier.followed_by(launch).map_err(|error| error.to_string())?,
                None => launch,
            });
        }
        let launches = launches.ok_or_else(|| "there is nothing to launch".to_owned())?;
        Ok((launches, notes, commands))
    }
}

/// The kernels to launch by guesses: of those that the file launches, and leaves open how, the ones with shared memory; otherwise those that it
/// does not launch.
pub(super) fn kernels(
    text: &CudaText,
    asked: Option<&str>,
    made: &[&str],
    left_out: &[LeftOutLaunch<'_>],
) -> Vec<GuessedKernel> {
    let mut found: Vec<GuessedKernel> = Vec::new();
    let add = |found: &mut Vec<GuessedKernel>, guess: GuessedKernel| {
        // One instance of a template is enough to see its code.
        let base = |name: &str| name.split('<').next().unwrap_or(name).trim().to_owned();
        let own = base(guess.kernel());
        let mut known = made.iter().copied().chain(found.iter().map(GuessedKernel::kernel));
        let is_known = known.any(|known| base(known) == own);
        if !is_known && found.len() < MOST_KERNELS {
            found.push(guess);
        }
    };
    let of_site = |left_out: &LeftOutLaunch<'_>| {
        GuessedKernel::of(left_out.site.kernel_name(), Some(format!("since the file's own is open, {left_out}")))
    };
    let has_kernel = |left_out: &&LeftOutLaunch<'_>| left_out.site.kernel().is_ok();
    let with_arrays =
        |left_out: &&LeftOutLaunch<'_>| left_out.site.kernel().is_ok_and(|kernel| has_arrays(text, &kernel));
    left_out.iter().filter(with_arrays).for_each(|left_out| add(&mut found, of_site(left_out)));
    if made.is_empty() && !left_out.iter().any(|left_out| with_arrays(&left_out)) {
        left_out.iter().filter(has_kernel).take(1).for_each(|left_out| add(&mut found, of_site(left_out)));
    }
    if !made.is_empty() || !found.is_empty() {
        return found;
    }
    // Kernels without a launch: those with shared memory, if there are any; of a template, the instance that is asked for.
    let named = |kernel: &CudaKernel| asked.map_or(kernel.path().to_owned(), str::to_owned);
    let is_whole = |kernel: &CudaKernel| !kernel.is_template() || asked.is_some_and(|asked| asked.contains('<'));
    let mut kernels = asked.map_or_else(|| text.kernels(), |asked| text.kernels_called(asked));
    kernels.retain(is_whole);
    let are_arrays = kernels.iter().any(|own| has_arrays(text, own));
    for kernel in kernels.iter().filter(|own| !are_arrays || has_arrays(text, own)) {
        add(&mut found, GuessedKernel::of(named(kernel), None));
    }
    found
}
