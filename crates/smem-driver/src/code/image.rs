//! Images: PTX text, cubins and fatbins, as programs hand them to the driver.

use smem_sim::{Arch, GpuImage, GpuImageKind, Module, PtxHeader};
use smem_toolchain::Disassembler;

use super::LoadedCode;
use crate::error::DriverError;

/// Why an image cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LoadFailure {
    pub(crate) error: DriverError,
    /// A sentence for the log of the compilation and for people.
    pub(crate) message: String,
}

fn failure(error: DriverError, message: impl Into<String>) -> LoadFailure {
    LoadFailure { error, message: message.into() }
}

/// The first word of a fatbin.
const FATBIN: [u8; 4] = 0xba55_ed50_u32.to_le_bytes();

/// Reads an image for an architecture: machine code where it has some for it that can be disassembled, else PTX.
pub(crate) fn read_image(
    image: &[u8],
    arch: Arch,
    disassembler: Option<&Disassembler>,
) -> Result<LoadedCode, LoadFailure> {
    if image.starts_with(b"\x7fELF") || image.starts_with(&FATBIN) {
        return read_binary(image, arch, disassembler);
    }
    let text = image.split(|byte| *byte == 0).next().unwrap_or_default();
    let unknown = || failure(DriverError::InvalidImage, "the image is neither PTX nor a cubin nor a fatbin");
    let text = std::str::from_utf8(text).map_err(|_| unknown())?;
    let header = PtxHeader::read(text);
    if header.version.is_none() {
        return Err(unknown());
    }
    read_ptx(text, &header, arch)
}

fn read_ptx(text: &str, header: &PtxHeader, arch: Arch) -> Result<LoadedCode, LoadFailure> {
    if let Some(target) = header.capability().filter(|target| *target > arch.number()) {
        let message = format!("the PTX is for sm_{target}, and the simulated device is {arch}");
        return Err(failure(DriverError::InvalidPtx, message));
    }
    if let Some([version, _]) = header.version.filter(|[major, _]| *major > LATEST_VERSION) {
        let message = format!("the PTX is of version {version}.x, and the latest that is known is {LATEST_VERSION}.x");
        return Err(failure(DriverError::UnsupportedPtxVersion, message));
    }
    let module = Module::parse(text).map_err(|error| failure(DriverError::InvalidPtx, error.to_string()))?;
    Ok(LoadedCode::new(module))
}

/// The latest version of PTX, its major number.
const LATEST_VERSION: u32 = 9;

fn read_binary(image: &[u8], arch: Arch, disassembler: Option<&Disassembler>) -> Result<LoadedCode, LoadFailure> {
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
    if let (Some(code), Some(disassembler)) = (code, disassembler) {
        let cubin = code.bytes().map_err(damaged)?;
        let listing = disassembler.listing(&cubin);
        let listing = listing.map_err(|error| failure(DriverError::InvalidImage, error.to_string()))?;
        let module = Module::from_cubin(&cubin, &listing).map_err(damaged)?;
        return Ok(LoadedCode::new(module));
    }
    let ptx = images.iter().filter(|image| image.kind() == GpuImageKind::Ptx && image.capability() <= arch.number());
    if let Some(ptx) = ptx.max_by_key(|image| image.capability()) {
        let bytes = ptx.bytes().map_err(damaged)?;
        let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
        let text = String::from_utf8_lossy(text);
        return read_ptx(&text, &PtxHeader::read(&text), arch);
    }
    let message = match code {
        Some(_) => "the image is machine code, which needs NVIDIA's `nvdisasm` to run, and it has no PTX".to_owned(),
        None => {
            let there: Vec<String> = images.iter().map(ToString::to_string).collect();
            format!("the image has nothing for {arch}, but {}", there.join(", "))
        }
    };
    Err(failure(DriverError::NoBinaryForGpu, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_image_that_cannot_run_has_the_error_of_a_driver() {
        let error = |image: &[u8]| read_image(image, Arch::SM_90, None).map(|_| ()).unwrap_err().error;
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
            read_image(b"// .target sm_100\n.version 8.8 .target sm_90a .address_size 64\0", Arch::SM_90, None).is_ok()
        );
        assert!(read_image(b".version 8.8 .target sm_52 .address_size 64\0\xff", Arch::SM_90, None).is_ok());
    }
}
