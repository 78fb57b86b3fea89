//! The causes of what differs between the machines, a line each: `published/explained.tsv`.

use super::data::PublishedLaunch;

const EXPLAINED: &str = include_str!("../../published/explained.tsv");

/// A difference between the machines in one launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LaunchDifference {
    /// The simulator does not run the machine code.
    NoMachineCode,
    /// The simulator does not run the PTX.
    NoPtx,
    /// The GPU executed another number of instructions, in one of its measurements or all.
    Executed,
    /// The least of the GPU's counters are other wavefronts.
    Wavefronts,
    /// The GPU left other memory than machine code in the simulator.
    Memory,
    /// PTX left other memory than machine code, both in the simulator.
    PtxMemory,
}

/// A difference and its cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Explained {
    /// The published file's name here.
    pub file: &'static str,
    /// The number of the launch.
    pub launch: usize,
    /// The difference.
    pub what: LaunchDifference,
    /// Why.
    pub cause: &'static str,
}

impl LaunchDifference {
    const NAMES: [(&str, LaunchDifference); 6] = [
        ("machine code", LaunchDifference::NoMachineCode),
        ("PTX", LaunchDifference::NoPtx),
        ("executed", LaunchDifference::Executed),
        ("wavefronts", LaunchDifference::Wavefronts),
        ("memory", LaunchDifference::Memory),
        ("memory of PTX", LaunchDifference::PtxMemory),
    ];

    /// The disagreements of a launch.
    pub fn of(launch: &PublishedLaunch) -> Vec<LaunchDifference> {
        let differs = |memory: &Option<String>| memory.as_deref().is_some_and(|memory| memory != "equal");
        let all = [
            (launch.machine_code.is_none(), LaunchDifference::NoMachineCode),
            (launch.ptx.is_none(), LaunchDifference::NoPtx),
            (launch.executed_is_equal() == Some(false), LaunchDifference::Executed),
            (launch.wavefronts_are_equal() == Some(false), LaunchDifference::Wavefronts),
            (differs(&launch.memory), LaunchDifference::Memory),
            (differs(&launch.ptx_memory), LaunchDifference::PtxMemory),
        ];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, what)| what).collect()
    }
}

impl Explained {
    /// Every explanation. Lines that cannot be read are left out; a test finds them.
    pub fn all() -> Vec<Explained> {
        let line = |line: &'static str| {
            let mut cells = line.split('\t');
            let (file, launch) = (cells.next()?, cells.next()?.parse().ok()?);
            let what = cells.next()?;
            let (_, what) = LaunchDifference::NAMES.into_iter().find(|(name, _)| *name == what)?;
            Some(Explained { file, launch, what, cause: cells.next()? })
        };
        EXPLAINED.lines().skip(1).filter_map(line).collect()
    }

    /// Whether this explains a disagreement of a launch. The order of floating-point atomics differs between any two runs, those of
    /// the simulator as well.
    pub fn explains(&self, launch: &PublishedLaunch, what: LaunchDifference) -> bool {
        let orders = self.cause.contains("atomics") && what == LaunchDifference::PtxMemory;
        (self.file, self.launch) == (launch.file.as_str(), launch.launch) && (self.what == what || orders)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read() {
        assert_eq!(Explained::all().len(), EXPLAINED.lines().count() - 1);
    }
}
