//! `explain` and `map` of the program `smem-tile` for a browser: the page `page.html` calls these functions as WebAssembly. `.ci/web` builds
//! it, puts it into the page, and tries the page in a browser.
//!
//! A request is the text of a tile as the program takes it, and in lines after it the access to draw and whether the dense tile is drawn too.
//! The page writes it where [`input`] says, calls [`answer`], and reads the JSON of a [`TileAnswer`].
//!
//! ```
//! let answer = smem_web::TileAnswer::of("Tile(f32): 32, 32, pad = auto\ncol\nbefore");
//! assert_eq!((&answer.layout[..], answer.bytes), ("32 x 32, pitch 33", 4220));
//! assert!(answer.mistakes.is_empty() && answer.svg.contains("dense: col takes 32 wavefronts where 1 would do"));
//! let wrong = smem_web::TileAnswer::of("Tile(f32): 32, 32, pad = 0");
//! assert!(wrong.mistakes[0].message.starts_with("`col` has 32-way bank conflicts"));
//! ```

mod tile_answer;

pub use tile_answer::{AccessRow, LayoutRow, TextMistake, TileAnswer};

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The request and the answer that the page and these functions exchange.
struct PageBuffers {
    request: Vec<u8>,
    answer: Vec<u8>,
}

static EXCHANGE: Mutex<PageBuffers> = Mutex::new(PageBuffers { request: Vec::new(), answer: Vec::new() });

fn exchange() -> MutexGuard<'static, PageBuffers> {
    EXCHANGE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the address at which the page writes a request of so many bytes.
// SAFETY: no other function of this module or of its libraries has the name.
#[unsafe(no_mangle)]
pub extern "C" fn input(bytes: usize) -> *const u8 {
    let mut exchange = exchange();
    exchange.request = vec![0; bytes];
    exchange.request.as_ptr()
}

/// Answers the request, and returns the bytes of the answer.
// SAFETY: as for `input`.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let mut exchange = exchange();
    let answer = TileAnswer::of(&String::from_utf8_lossy(&exchange.request));
    // A value of JSON can always be written.
    exchange.answer = serde_json::to_vec(&answer).unwrap_or_default();
    exchange.answer.len()
}

/// Returns the address of the answer.
// SAFETY: as for `input`.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    exchange().answer.as_ptr()
}
