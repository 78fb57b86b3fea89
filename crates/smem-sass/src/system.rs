//! The functions that the driver adds to machine code which was linked with CUDA's device runtime: the barrier of a grid.
//!
//! Separately compiled code calls `cudaCGSynchronize`, and that calls one of these, which no cubin has. They are machine code here as well,
//! so that whatever holds for barriers, atomic operations and polling holds for them.

use super::decode::INSTRUCTION;
use super::elf::Elf;
use smem_sim::isa::sass::LaunchHeader;

/// The workspace of the grid; 0 for a launch that has none.
const HANDLE: &str = "__cuda_syscall_CGS_get_intrinsic_handle";
/// Waits for all threads of the grid. Blocks add up in a word of the workspace, and the first block adds what turns the word's highest bit.
const SYNC: &str = "__cuda_syscall_CGS_sync";

/// The functions of a module.
pub(super) struct SystemCode {
    functions: [(&'static str, Vec<String>); 2],
}

impl SystemCode {
    /// The functions for a GPU whose constant bank begins with this header, if a cubin names one of them.
    pub(super) fn of(elf: &Elf<'_>, header: LaunchHeader) -> Option<Self> {
        let is_used =
            elf.symbols.iter().any(|symbol| symbol.section.is_none() && [HANDLE, SYNC].contains(&symbol.name));
        is_used.then(|| Self { functions: [(HANDLE, handle(header)), (SYNC, sync(header))] })
    }

    /// Their listing, as the disassembler prints one.
    pub(super) fn listing(&self) -> String {
        let mut text = String::new();
        for (name, code) in &self.functions {
            text += &format!(".text.{name}:\n");
            for (at, line) in code.iter().enumerate() {
                if let Some(label) = line.strip_suffix(':') {
                    text += &format!("{label}:\n");
                } else {
                    let labels = code.iter().take(at).filter(|line| line.ends_with(':')).count();
                    text += &format!("/*{:04x}*/ {line} ;\n", (at - labels) as u64 * INSTRUCTION);
                }
            }
        }
        text
    }

    /// Their names and the bytes of each, in order.
    pub(super) fn places(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.functions.iter().map(|(name, code)| {
            let instructions = code.iter().filter(|line| !line.ends_with(':')).count();
            (*name, instructions as u64 * INSTRUCTION)
        })
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(|line| line.trim().to_owned()).collect()
}

fn handle(LaunchHeader { workspace, .. }: LaunchHeader) -> Vec<String> {
    let low = workspace + 4;
    lines(&format!(
        "MOV R4, c[0x0][{low:#x}]
        MOV R5, c[0x0][{workspace:#x}]
        RET.ABS.NODEC R20 0x0"
    ))
}

fn sync(LaunchHeader { grid: x, .. }: LaunchHeader) -> Vec<String> {
    let (y, z) = (x + 4, x + 8);
    lines(&format!(
        "BAR.SYNC.DEFER_BLOCKING 0x0
        S2R R0, SR_TID.X
        S2R R3, SR_TID.Y
        S2R R6, SR_TID.Z
        LOP3.LUT P0, RZ, R6, R0, R3, 0xfe, !PT
        BSSY B0, `(.L_system_1)
        @P0 BRA `(.L_system_2)
        S2R R0, SR_CTAID.X
        S2R R3, SR_CTAID.Y
        S2R R6, SR_CTAID.Z
        LOP3.LUT P0, RZ, R6, R0, R3, 0xfe, !PT
        MOV R0, c[0x0][{x:#x}]
        IMAD R0, R0, c[0x0][{y:#x}], RZ
        IMAD R0, R0, c[0x0][{z:#x}], RZ
        IADD3 R0, RZ, -R0, RZ
        IADD3 R0, R0, -0x7fffffff, RZ
        SEL R3, R0, 0x1, !P0
        MEMBAR.ALL.GPU
        ATOMG.E.ADD.STRONG.GPU PT, R3, [R4.64+0x80], R3
        .L_system_3:
        LDG.E.STRONG.GPU R0, [R4.64+0x80]
        CCTL.IVALL
        LOP3.LUT R0, R0, R3, RZ, 0x3c, !PT
        ISETP.GE.AND P0, PT, R0, RZ, PT
        @P0 BRA `(.L_system_3)
        .L_system_2:
        BSYNC B0
        .L_system_1:
        BAR.SYNC.DEFER_BLOCKING 0x0
        MOV R4, RZ
        RET.ABS.NODEC R20 0x0"
    ))
}
