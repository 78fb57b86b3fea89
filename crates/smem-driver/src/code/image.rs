//! Images: PTX text, cubins and fatbins, as programs hand them to the driver.

use smem_ptx::PtxText;
use smem_sass::{GpuImage, GpuImageKind};
use smem_sim::Arch;

use super::{CodeError, CodeTools, LoadableCode};
use crate::error::DriverError;

/// Why an image cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LoadFailure {
    pub(crate) error: DriverError,
    /// A sentence for the log of the compilation and for people.
    pub(crate) message: String,
    /// A GPU's driver would load it: what it would launch is not judged.
    pub(crate) is_of_simulator: bool,
}

fn failure(error: DriverError, message: impl Into<String>) -> LoadFailure {
    LoadFailure { error, message: message.into(), is_of_simulator: false }
}

fn failure_of_simulator(error: DriverError, message: impl Into<String>) -> LoadFailure {
    LoadFailure { is_of_simulator: true, ..failure(error, message) }
}

/// The first word of a fatbin.
const FATBIN: [u8; 4] = 0xba55_ed50_u32.to_le_bytes();

/// Reads an image for an architecture: machine code where it has some for it that can be disassembled, else PTX, as machine code where it
/// can be assembled.
pub(crate) fn read_image(image: &[u8], arch: Arch, tools: &CodeTools) -> Result<LoadableCode, LoadFailure> {
    if image.starts_with(b"\x7fELF") || image.starts_with(&FATBIN) {
        return read_binary(image, arch, tools);
    }
    let text = image.split(|byte| *byte == 0).next().unwrap_or_default();
    let unknown = || failure(DriverError::InvalidImage, "the image is neither PTX nor a cubin nor a fatbin");
    let ptx = PtxText::from(std::str::from_utf8(text).map_err(|_| unknown())?);
    if ptx.header().version.is_none() {
        return Err(unknown());
    }
    read_ptx(&ptx, arch, tools)
}

fn read_ptx(ptx: &PtxText, arch: Arch, tools: &CodeTools) -> Result<LoadableCode, LoadFailure> {
    let header = ptx.header();
    if let Some(target) = header.capability().filter(|target| *target > arch.number()) {
        let message = format!("the PTX is for sm_{target}, and the simulated device is {arch}");
        return Err(failure(DriverError::InvalidPtx, message));
    }
    if let Some([version, _]) = header.version.filter(|[major, _]| *major > LATEST_VERSION) {
        let message = format!("the PTX is of version {version}.x, and the latest that is known is {LATEST_VERSION}.x");
        return Err(failure(DriverError::UnsupportedPtxVersion, message));
    }
    let refusal = match tools.assembled(ptx, arch) {
        Ok(Some(code)) => return Ok(code),
        Ok(None) => None,
        Err(refusal) => Some(refusal),
    };
    // The assembler took it, so the text is not at fault.
    let is_taken = refusal.is_none() && tools.assembles();
    let code = LoadableCode::of_ptx(ptx).map_err(|error| {
        let refused = failure(DriverError::InvalidPtx, error.to_string());
        LoadFailure { is_of_simulator: is_taken, ..refused }
    })?;
    // PTX that the assembler is too old for may run all the same. Where a kernel cannot run, its sentence is the one that a driver has.
    if let Some(refusal) = refusal.filter(|_| !code.runs_all()) {
        return Err(failure(DriverError::InvalidPtx, refusal));
    }
    Ok(code)
}

/// The latest version of PTX, its major number.
const LATEST_VERSION: u32 = 9;

/// The largest PTX that is kept to judge machine code, in bytes.
const LARGEST_JUDGE: usize = 16 << 20;

/// Returns the PTX of a file that judges the machine code of these kernels: it has all of them, and is for the latest GPU up to this compute
/// capability. `None` where there is none, or it has more than 16 MiB.
///
/// ```
/// use smem_driver::judging_ptx;
///
/// assert!(judging_ptx(&[], 90, &["scan".to_owned()]).is_none());
/// ```
pub fn judging_ptx(images: &[GpuImage<'_>], capability: u32, kernels: &[String]) -> Option<PtxText> {
    let fits = |image: &&GpuImage<'_>| image.kind() == GpuImageKind::Ptx && image.capability() <= capability;
    let mut fitting: Vec<&GpuImage<'_>> = images.iter().filter(fits).collect();
    fitting.sort_by_key(|image| std::cmp::Reverse(image.capability()));
    let texts = fitting.into_iter().filter_map(|image| ptx_of(image).ok()).filter(|text| text.len() <= LARGEST_JUDGE);
    let has_all = |ptx: &PtxText| {
        let declared = &ptx.declarations().kernels;
        kernels.iter().all(|kernel| declared.iter().any(|own| own.name == *kernel))
    };
    texts.map(PtxText::from).find(has_all)
}

/// The text of an image of PTX, which ends at a zero.
fn ptx_of(image: &GpuImage<'_>) -> Result<String, smem_sim::ParseError> {
    let bytes = image.bytes()?;
    let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
    Ok(String::from_utf8_lossy(text).into_owned())
}

fn read_binary(image: &[u8], arch: Arch, tools: &CodeTools) -> Result<LoadableCode, LoadFailure> {
    let damaged = |error: smem_sim::ParseError| failure(DriverError::InvalidImage, error.message().to_owned());
    if image.starts_with(&FATBIN) && image.get(4..6) != Some(&[1, 0]) {
        return Err(failure(DriverError::InvalidImage, "the fatbin is damaged: it has no version"));
    }
    let images = GpuImage::all(image).map_err(damaged)?;
    let is_damaged = |image: &GpuImage<'_>| image.bytes().is_err();
    if images.iter().any(is_damaged) {
        return Err(failure(DriverError::InvalidImage, "the image is damaged"));
    }
    let fits = |image: &&GpuImage<'_>| image.kind() == GpuImageKind::MachineCode && image.capability() == arch.number();
    let code = images.iter().find(fits);
    let ptx = images.iter().filter(|image| image.kind() == GpuImageKind::Ptx && image.capability() <= arch.number());
    let ptx = ptx.max_by_key(|image| image.capability());
    let runs_code = ptx.is_none() || !tools.prefers_ptx;
    if let (Some(code), Some(disassembler)) = (code.filter(|_| runs_code), &tools.disassembler) {
        let cubin = code.bytes().map_err(damaged)?;
        let read = LoadableCode::of_cubin(&cubin, disassembler, None).map_err(|error| match error {
            CodeError::Tool(error) => failure(DriverError::InvalidImage, error.to_string()),
            // The disassembler took it.
            CodeError::Refused(error) => failure_of_simulator(DriverError::InvalidImage, error.message()),
        })?;
        let kernels: Vec<String> = read.module().kernels().map(str::to_owned).collect();
        return Ok(read.judged_by(judging_ptx(&images, arch.number(), &kernels)));
    }
    if let Some(ptx) = ptx {
        let text = ptx_of(ptx).map_err(damaged)?;
        return read_ptx(&text.into(), arch, tools);
    }
    Err(match code {
        Some(_) => failure_of_simulator(
            DriverError::NoBinaryForGpu,
            "the image is machine code, which needs NVIDIA's `nvdisasm` to run, and it has no PTX",
        ),
        None => {
            let there: Vec<String> = images.iter().map(ToString::to_string).collect();
            let message = format!("the image has nothing for {arch}, but {}", there.join(", "));
            failure(DriverError::NoBinaryForGpu, message)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use smem_sim::Isa;
    use smem_toolchain::{Assembler, Disassembler, Install};

    #[test]
    fn each_image_that_cannot_run_has_the_error_of_a_driver() {
        let error = |image: &[u8]| read_image(image, Arch::SM_90, &CodeTools::default()).map(|_| ()).unwrap_err().error;
        assert_eq!(error(b""), DriverError::InvalidImage);
        assert_eq!(error(b"hello\0"), DriverError::InvalidImage);
        assert_eq!(error(b"\x7fELF"), DriverError::InvalidImage);
        assert_eq!(error(&FATBIN), DriverError::InvalidImage);
        assert_eq!(error(b".version 8.8 .target sm_100 .address_size 64\0"), DriverError::InvalidPtx);
        assert_eq!(
            error(b".version 8.8 .target sm_90 .address_size 64 .visible .entry k( {\0"),
            DriverError::InvalidPtx
        );
        assert!(
            read_image(
                b"// .target sm_100\n.version 8.8 .target sm_90a .address_size 64\0",
                Arch::SM_90,
                &CodeTools::default()
            )
            .is_ok()
        );
        assert!(
            read_image(b".version 8.8 .target sm_52 .address_size 64\0\xff", Arch::SM_90, &CodeTools::default())
                .is_ok()
        );
    }

    #[test]
    fn an_image_that_a_gpu_would_load_is_the_simulator_s_failure() {
        let refusal = |image: &[u8]| read_image(image, Arch::SM_90, &CodeTools::default()).map(|_| ()).unwrap_err();
        let cubin = include_bytes!("../../../smem-sim/tests/fixtures/scan.sm_90.cubin");
        let of_code = refusal(cubin);
        assert!(of_code.is_of_simulator && of_code.message.contains("nvdisasm"), "{of_code:?}");
        for image in [&b"hello\0"[..], b"\x7fELF", b".version 8.8 .target sm_100 .address_size 64\0"] {
            assert!(!refusal(image).is_of_simulator, "{image:?}");
        }
    }

    #[test]
    fn ptx_becomes_machine_code_where_it_can_be_assembled_and_its_kernels_run() {
        let tools = CodeTools {
            assembler: Some(Assembler::find(Install::Allowed).unwrap()),
            disassembler: Some(Disassembler::find(Install::Allowed).unwrap()),
            prefers_ptx: false,
        };
        let isa = |image: &[u8], tools: &CodeTools| {
            let code = read_image(image, Arch::SM_90, tools).unwrap();
            code.module.kernel_info("k").unwrap().isa
        };
        let whole = b".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry k() { ret; }\0";
        assert_eq!(isa(whole, &tools), Isa::Sass);
        assert_eq!(isa(whole, &CodeTools { assembler: None, ..tools.clone() }), Isa::Ptx);
        assert_eq!(isa(whole, &CodeTools { disassembler: None, ..tools.clone() }), Isa::Ptx);
        assert_eq!(isa(whole, &CodeTools { prefers_ptx: true, ..tools.clone() }), Isa::Ptx);
        // Machine code without PTX runs in any case.
        let text = std::str::from_utf8(whole).unwrap().trim_end_matches('\0');
        let cubin = tools.assembler.as_ref().unwrap().assemble(text, "k.ptx", "sm_90").unwrap();
        assert_eq!(isa(&cubin, &CodeTools { prefers_ptx: true, ..tools.clone() }), Isa::Sass);
        // The assembler refuses it as well, and the error is that of PTX.
        let wrong = b".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry k( {\0";
        let error = read_image(wrong, Arch::SM_90, &tools).map(|_| ()).unwrap_err().error;
        assert_eq!(error, DriverError::InvalidPtx);
        // An instruction that the simulator does not know may be one of a later PTX, unless the assembler refuses it as well.
        let unknown = b".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry k() { frob.u32 1; ret; }\0";
        let refusal = read_image(unknown, Arch::SM_90, &tools).map(|_| ()).unwrap_err();
        assert!(refusal.error == DriverError::InvalidPtx && refusal.message.contains("frob"), "{refusal:?}");
        assert!(read_image(unknown, Arch::SM_90, &CodeTools { assembler: None, ..tools }).is_ok());
    }
}
