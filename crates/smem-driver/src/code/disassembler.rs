//! NVIDIA's disassembler, which machine code is read by.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Returns the listing of a cubin.
pub(super) fn listing(program: &Path, cubin: &[u8]) -> Result<String, String> {
    let shown = program.display();
    let failed = |error: std::io::Error| format!("`{shown}` cannot run: {error}");
    let mut file = tempfile::NamedTempFile::new().map_err(failed)?;
    file.write_all(cubin).and_then(|()| file.flush()).map_err(failed)?;
    let output = Command::new(program)
        .args(["--print-code", "--print-line-info-inline"])
        .arg(file.path())
        .stdin(Stdio::null())
        .output()
        .map_err(failed)?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`{shown}` refuses the machine code: {}", said.lines().next().unwrap_or("without a word")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
