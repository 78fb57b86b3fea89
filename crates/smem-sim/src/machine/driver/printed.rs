//! Output of the kernels of a launch.

use std::sync::Mutex;

/// Bytes that are kept of the output of a launch. A GPU keeps 1 MiB unless the program asks for more.
const MOST: usize = 64 << 20;

/// The output of a launch, with the number of the block that printed each part.
#[derive(Debug, Default)]
pub(crate) struct Printed(Mutex<PrintedParts>);

#[derive(Debug, Default)]
struct PrintedParts {
    list: Vec<(u64, Vec<u8>)>,
    bytes: usize,
    /// Bytes that were left out.
    lost: usize,
}

impl Printed {
    /// Adds what a thread of this block prints.
    pub(in crate::machine) fn add(&self, block: u64, text: Vec<u8>) {
        let Ok(mut parts) = self.0.lock() else { return };
        if parts.bytes + text.len() > MOST {
            parts.lost += text.len();
            return;
        }
        parts.bytes += text.len();
        match parts.list.last_mut() {
            Some((last, before)) if *last == block => before.extend(text),
            _ => parts.list.push((block, text)),
        }
    }

    /// All of it, block after block.
    pub(crate) fn into_text(self) -> String {
        let Ok(mut parts) = self.0.into_inner() else { return String::new() };
        parts.list.sort_by_key(|(block, _)| *block);
        let bytes: Vec<u8> = parts.list.into_iter().flat_map(|(_, text)| text).collect();
        let mut text = String::from_utf8_lossy(&bytes).into_owned();
        if parts.lost > 0 {
            text += &format!("\n(and {} bytes more, which were not kept)\n", parts.lost);
        }
        text
    }
}
