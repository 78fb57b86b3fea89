//! The pipe of a multiprocessor that executes an instruction of machine code.

use std::fmt;

/// A pipe of a multiprocessor, by the names of Nsight Compute's counters `sm__inst_executed_pipe_*`.
///
/// ```
/// assert_eq!(smem_sim::Pipe::Lsu.to_string(), "lsu");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Pipe {
    /// Barriers of the block, constants that registers receive, and most special registers.
    Adu,
    /// Integer additions, comparisons, logic, and moves.
    Alu,
    /// Barriers at which parted lanes meet, and exits.
    Cbu,
    /// Floating-point arithmetic of 16 and 32 bits, and integer products: `fmaheavy` and `fmalite` together. Which of the two executes an
    /// `FFMA` depends on timing.
    Fma,
    /// Floating-point arithmetic of 64 bits.
    Fp64,
    /// Loads, stores, atomics, shuffles, and a thread's index.
    Lsu,
    /// Matrix products.
    Tensor,
    /// Textures and surfaces.
    Tex,
    /// Arithmetic of uniform registers.
    Uniform,
    /// Conversions, reciprocals, roots, and transcendental functions.
    Xu,
}

impl Pipe {
    /// All pipes, in the order of their names.
    ///
    /// ```
    /// assert_eq!(smem_sim::Pipe::ALL.len(), 10);
    /// ```
    pub const ALL: [Pipe; 10] = [
        Self::Adu,
        Self::Alu,
        Self::Cbu,
        Self::Fma,
        Self::Fp64,
        Self::Lsu,
        Self::Tensor,
        Self::Tex,
        Self::Uniform,
        Self::Xu,
    ];
}

impl fmt::Display for Pipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Adu => "adu",
            Self::Alu => "alu",
            Self::Cbu => "cbu",
            Self::Fma => "fma",
            Self::Fp64 => "fp64",
            Self::Lsu => "lsu",
            Self::Tensor => "tensor",
            Self::Tex => "tex",
            Self::Uniform => "uniform",
            Self::Xu => "xu",
        })
    }
}

/// Opcodes whose pipe equals an H200's counters, in launches of the gallery and of published kernels and in kernels of single instructions; `None`: an
/// issue slot and no pipe that has a counter. `ERRBAR` and `CGAERRBAR` come together: one is of `tex` and one of `adu`, and which was not found.
const MEASURED: [(Option<Pipe>, &[&str]); 11] = [
    (Some(Pipe::Adu), &["B2R", "BAR", "CGAERRBAR", "LDC", "MATCH", "REDUX", "S2R", "S2UR"]),
    (
        Some(Pipe::Alu),
        &[
            "BMSK",
            "CS2R",
            "ELECT",
            "F2FP",
            "FMNMX",
            "FSEL",
            "FSET",
            "FSETP",
            "HSET2",
            "HSETP2",
            "I2FP",
            "IABS",
            "IADD3",
            "ISETP",
            "LEA",
            "LOP3",
            "MOV",
            "P2R",
            "PLOP3",
            "PRMT",
            "R2UR",
            "SEL",
            "SGXT",
            "SHF",
            "VABSDIFF",
            "VABSDIFF4",
            "VHMNMX",
            "VIADDMNMX",
            "VIMNMX",
            "VIMNMX3",
            "VOTE",
        ],
    ),
    (Some(Pipe::Cbu), &["BREAK", "BSSY", "BSYNC", "CALL", "ENDCOLLECTIVE", "EXIT", "NANOSLEEP", "RET", "WARPSYNC"]),
    (Some(Pipe::Fma), &["FADD", "FFMA", "FMUL", "HADD2", "HFMA2", "HMUL2", "IDP", "IMAD", "VIADD"]),
    (Some(Pipe::Fp64), &["DADD", "DFMA", "DMUL", "DSETP"]),
    (
        Some(Pipe::Lsu),
        &[
            "ARRIVES",
            "ATOMG",
            "ATOMS",
            "CCTL",
            "FENCE",
            "LD",
            "LDG",
            "LDGDEPBAR",
            "LDGSTS",
            "LDL",
            "LDS",
            "LDSM",
            "MEMBAR",
            "MOVM",
            "REDG",
            "SHFL",
            "ST",
            "STG",
            "STL",
            "STS",
            "STSM",
        ],
    ),
    (Some(Pipe::Tensor), &["DMMA", "HMMA", "IMMA"]),
    (Some(Pipe::Tex), &["ERRBAR"]),
    (Some(Pipe::Uniform), &["UIADD3", "UISETP", "ULEA", "ULOP3", "UPRMT", "USHF"]),
    (Some(Pipe::Xu), &["BREV", "F2F", "F2I", "FCHK", "FLO", "FRND", "I2F", "MUFU", "POPC"]),
    (None, &["BRA", "NOP", "ULDC", "UMOV", "VOTEU"]),
];

/// Opcodes placed by the descriptions of the pipes in Nsight Compute's documentation, not measured; of `SYNCS` it was measured that the LSU does
/// not execute it.
const DOCUMENTED: [(Option<Pipe>, &[&str]); 9] = [
    (Some(Pipe::Adu), &["BRX", "JMP", "LDCU", "R2B", "SYNCS", "UCGABAR_ARV", "UCGABAR_WAIT"]),
    (Some(Pipe::Alu), &["FMNMX3", "HMNMX2", "I2IP", "IADD", "IMNMX", "R2P"]),
    (Some(Pipe::Cbu), &["BMOV"]),
    (Some(Pipe::Fma), &["FADD2", "FFMA2", "FMUL2"]),
    (Some(Pipe::Fp64), &["DMNMX"]),
    (Some(Pipe::Lsu), &["ATOM", "RED", "STAS"]),
    (Some(Pipe::Tensor), &["BGMMA", "BMMA", "HGMMA", "IGMMA", "QGMMA", "QMMA"]),
    (Some(Pipe::Tex), &["SULD", "SURED", "SUST", "TEX", "TLD", "TLD4", "TXQ"]),
    (None, &["DEPBAR", "WARPGROUP", "YIELD"]),
];

/// Special registers that come through the LSU, by the beginnings of their names: the indices of a thread, a warp and a lane, and masks of lanes.
const FROM_LSU: [&str; 8] =
    ["SR_TID", "SR_VIRTID", "SR_LANEID", "SR_EQMASK", "SR_LTMASK", "SR_LEMASK", "SR_GTMASK", "SR_GEMASK"];

/// The pipe of an instruction, and whether that was measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PipeChoice {
    /// `None`: it takes an issue slot only, or its pipe is not known.
    pub(crate) pipe: Option<Pipe>,
    pub(crate) is_measured: bool,
}

impl PipeChoice {
    /// The pipe of an instruction as a listing of machine code has it: `@!P0 LDS.64 R2, [R4]`.
    pub(crate) fn of(text: &str) -> Self {
        let mut words = text.split_whitespace();
        let opcode = words.find(|word| !word.starts_with('@')).unwrap_or_default().trim_end_matches([',', ';']);
        let (pipe, is_measured) = choose(opcode, text);
        Self { pipe, is_measured }
    }
}

fn choose(opcode: &str, text: &str) -> (Option<Pipe>, bool) {
    let base = opcode.split('.').next().unwrap_or_default();
    match base {
        "S2R" if FROM_LSU.iter().any(|name| text.contains(name)) => (Some(Pipe::Lsu), true),
        // The form that the tensor pipe executes.
        "HFMA2" if opcode.starts_with("HFMA2.MMA") => (Some(Pipe::Tensor), true),
        _ => listed(&MEASURED, base).map(|pipe| (pipe, true)).unwrap_or_else(|| (documented(base), false)),
    }
}

fn documented(base: &str) -> Option<Pipe> {
    listed(&DOCUMENTED, base).unwrap_or_else(|| base.starts_with('U').then_some(Pipe::Uniform))
}

fn listed(table: &[(Option<Pipe>, &[&str])], base: &str) -> Option<Option<Pipe>> {
    table.iter().find(|(_, names)| names.contains(&base)).map(|(pipe, _)| *pipe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn pipe(text: &str) -> (Option<Pipe>, bool) {
        let PipeChoice { pipe, is_measured } = PipeChoice::of(text);
        (pipe, is_measured)
    }

    #[test]
    fn an_instruction_has_the_pipe_of_its_opcode_whatever_its_guard_and_modifiers() {
        assert_eq!(pipe("LDS.64 R2, [R4]"), (Some(Pipe::Lsu), true));
        assert_eq!(pipe("@!P2 LDS R2, [UR4+0x840]"), (Some(Pipe::Lsu), true));
        assert_eq!(pipe("IMAD.MOV.U32 R12, RZ, RZ, R0"), (Some(Pipe::Fma), true));
        assert_eq!(pipe("@P2 EXIT"), (Some(Pipe::Cbu), true));
        assert_eq!(pipe("NOP"), (None, true));
    }

    #[test]
    fn special_registers_and_half_precision_moves_have_pipes_of_their_own() {
        assert_eq!(pipe("S2R R3, SR_TID.X"), (Some(Pipe::Lsu), true));
        assert_eq!(pipe("S2R R3, SR_LANEID"), (Some(Pipe::Lsu), true));
        assert_eq!(pipe("S2R R3, SR_CTAID.X"), (Some(Pipe::Adu), true));
        assert_eq!(pipe("HFMA2.MMA R1, -RZ, RZ, 0, 0"), (Some(Pipe::Tensor), true));
        assert_eq!(pipe("HFMA2 R1, R2, R3, R4"), (Some(Pipe::Fma), true));
        assert_eq!(pipe("ELECT P0, URZ, PT"), (Some(Pipe::Alu), true));
        assert_eq!(pipe("TEX.LL R0, R2"), (Some(Pipe::Tex), false));
    }

    #[test]
    fn no_opcode_is_in_two_rows() {
        let mut seen = HashSet::new();
        for name in MEASURED.iter().chain(&DOCUMENTED).flat_map(|(_, names)| *names) {
            assert!(seen.insert(name), "{name}");
        }
    }
}
