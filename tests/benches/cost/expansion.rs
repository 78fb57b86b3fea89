//! One expansion, tokens to tokens.

use crate::{clock, expand};
use proc_macro2::TokenStream;
use std::time::Duration;

struct Case {
    what: &'static str,
    args: &'static str,
    elem: &'static str,
    limit: Duration,
}

/// The limits for a tile that has a layout, and for one that has none.
const FEASIBLE: Duration = Duration::from_millis(1);
const INFEASIBLE: Duration = Duration::from_millis(5);

const SAMPLES: u32 = 41;

const CASES: [Case; 7] = [
    Case { what: "32 x 32, row and col", args: "32, 32, pad = auto", elem: "f32", limit: FEASIBLE },
    Case {
        what: "128 x 128, eight accesses, layout = auto",
        args: "128, 128, arch = sm_90, memory = dynamic, access(row, col, block(2, 16), block(4, 8), block(8, 4), \
               block(16, 2), lanes(|lane| (lane, lane)), lanes(|lane| (lane, 31 - lane)))",
        elem: "f32",
        limit: FEASIBLE,
    },
    Case {
        what: "128 x 128, eight accesses, pad = auto",
        args: "128, 128, pad = auto, arch = sm_90, memory = dynamic, access(row, col, window(1, 32), window(32, 1), \
               lanes(|lane| (lane, 5)), lanes(|lane| (7, lane)), lanes(|lane, warp| (lane + 32 * warp, 0), warps = 4), \
               lanes(|lane, warp| (warp, lane), warps = 8))",
        elem: "f32",
        limit: FEASIBLE,
    },
    Case {
        what: "none: row(vec = 4) with col",
        args: "32, 32, access(row(vec = 4), col)",
        elem: "f32",
        limit: INFEASIBLE,
    },
    Case {
        what: "none: ldmatrix with col of half precision",
        args: "64, 64, access(ldmatrix, col), elem(bytes = 2, cuda = \"__half\")",
        elem: "u16",
        limit: INFEASIBLE,
    },
    Case {
        what: "none: padding for row, col and a diagonal",
        args: "32, 32, pad = auto, access(row, col, lanes(|lane| (lane, 31 - lane)), lanes(|lane| (lane, lane)))",
        elem: "f32",
        limit: INFEASIBLE,
    },
    Case { what: "none: col of 26 rows", args: "26, 32, access(row, col)", elem: "f32", limit: INFEASIBLE },
];

/// Prints the table; true where every limit holds.
pub(crate) fn run() -> bool {
    println!("one expansion, unoptimised                          CPU time     limit");
    CASES.iter().fold(true, |all, case| {
        let args: TokenStream = case.args.parse().expect("the arguments are tokens");
        let item: TokenStream = format!("struct Tile({});", case.elem).parse().expect("the item is tokens");
        let refused = expand(args.clone(), item.clone()).to_string().contains("compile_error");
        assert_eq!(refused, case.limit == INFEASIBLE, "{}", case.what);
        let took = clock::mean(SAMPLES, || {
            std::hint::black_box(expand(args.clone(), item.clone()));
        });
        let verdict = if took <= case.limit { "" } else { "   over" };
        println!("  {:<50} {:>8.2?} {:>9.2?}{verdict}", case.what, took, case.limit);
        all && took <= case.limit
    })
}
