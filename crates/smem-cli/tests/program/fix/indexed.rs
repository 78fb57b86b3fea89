//! Indices in many forms, drawn: the source with the changes leaves the same memory, and takes the wavefronts that were promised.
//! `SMEM_SEEDS=20` draws so many kernels of each form.

use smem_exhaustive::part;

use super::{Launched, holds, sums};

/// A generator of small numbers.
struct Random(u32);

impl Random {
    fn below(&mut self, most: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 10) % most
    }

    fn one_of<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len() as u32) as usize]
    }
}

/// How an array of 32 rows of 32 elements is declared, and how `ROW` and `COLUMN` of it are accessed: what is in front of the statement,
/// and the element.
const FORMS: [[&str; 3]; 14] = [
    ["tile[32][32]", "", "tile[ROW][COLUMN]"],
    ["tile[1024]", "", "tile[(ROW) * 32 + (COLUMN)]"],
    ["tile[1024]", "", "tile[((ROW) << 5) + (COLUMN)]"],
    ["tile[1024]", "", "tile[(ROW) << 5 | (COLUMN)]"],
    ["tile[1024]", "int at = (ROW) * 32 + (COLUMN);", "tile[at]"],
    ["tile[1024]", "int row = (ROW) * 32;", "tile[row + (COLUMN)]"],
    ["tile[1024]", "", "tile[AT(ROW, COLUMN)]"],
    ["tile[32][32]", "", "CELL(ROW, COLUMN)"],
    ["tile[32][32]", "int row = ROW, column = COLUMN;", "tile[row][column]"],
    ["tile[32][32]", "auto& line = tile[ROW];", "line[COLUMN]"],
    ["tile[1024]", "", "*(tile + (ROW) * 32 + (COLUMN))"],
    ["tile[1024]", "", "LINE(ROW, COLUMN)"],
    ["tile[1024]", "", "element(tile, ROW, COLUMN)"],
    ["tile[32 /* rows */ * 32]", "", "tile /* by hand */ [(COLUMN) + 32 * (ROW)]"],
];

/// A kernel that fills an array by rows and reads it by columns. It keeps a copy in global memory, and traps where the two differ.
fn kernel(random: &mut Random, form: usize) -> String {
    let [declared, in_front, element] = FORMS[form];
    let access = |statement: &str, row: &str, column: &str| {
        let text = format!("{in_front} {}", statement.replace("ELEMENT", element));
        text.replace("ROW", row).replace("COLUMN", column)
    };
    let kind = random.one_of(&["int", "unsigned", "float"]);
    let store = access(
        "ELEMENT = r * 37 + x * 11; copy[(ROW) * 32 + (COLUMN)] = r * 37 + x * 11;",
        "r",
        random.one_of(&["x", "31 - x", "x ^ 5", "(x + r) % 32"]),
    );
    let load = access(
        "unsigned found = (unsigned)ELEMENT; if (found != copy[(ROW) * 32 + (COLUMN)]) __trap(); sum = sum * 5 + found;",
        random.one_of(&["x", "31 - x", "x ^ 3"]),
        random.one_of(&["r", "r >> 1", "r ^ 1"]),
    );
    let of_array = match element {
        _ if element.contains("CELL") => "#define CELL(r, c) tile[r][c]",
        _ if element.contains("LINE") => "#define LINE(r, c) tile[(r) * 32 + (c)]",
        _ => "template <class T> __device__ T& element(T* t, int r, int c) { return t[r * 32 + c]; }",
    };
    format!(
        "#define AT(r, c) ((r) * 32 + (c))
{of_array}
__global__ void k(unsigned* out, unsigned* copy) {{
    __shared__ {kind} {declared};
    int t = threadIdx.x, x = t % 32, y = t / 32;
    for (int r = y; r < 32; r += 8) {{
        {store}
    }}
    __syncthreads();
    unsigned sum = 0;
    for (int r = y; r < 32; r += 8) {{
        {load}
    }}
    out[t] = sum;
}}
"
    )
}

const LAUNCH: [&str; 8] = ["--grid", "1", "--block", "256", "--arg", "out:u32[256]", "--arg", "copy:u32[1024]"];

#[test]
fn an_index_in_any_form_leaves_the_same_memory_and_takes_what_was_promised() {
    let kernels: usize = std::env::var("SMEM_SEEDS").map_or(1, |seeds| seeds.parse().unwrap());
    let mut random = Random(20_261_123);
    for (form, of) in part(FORMS.iter().enumerate(), 5) {
        let mut better = 0;
        for _ in 0..kernels {
            let text = kernel(&mut random, form);
            let document = holds(&Launched { text: &text, launch: &LAUNCH });
            if !document["changed_source"].is_null() {
                assert!(
                    sums(&document, "after").wavefronts < sums(&document, "before").wavefronts,
                    "{text}\n{document}"
                );
                better += 1;
            }
        }
        assert!(better > 0, "no change for the form {of:?}");
    }
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn longer_rows_take_no_header_however_an_index_is_written() {
    let mut random = Random(20_261_128);
    for (form, of) in part(FORMS.iter().enumerate(), 5) {
        let text = kernel(&mut random, form);
        let document = holds(&Launched { text: &text, launch: &LAUNCH });
        let is_by_reference = of[1].contains("auto&") || of[2].contains("CELL");
        assert!(is_by_reference || document["header"].is_null(), "{of:?}: {document}");
    }
}
