//! `explain` and `map` of layouts in CuTe's notation.

use serde_json::Value;
use smem_exhaustive::part;

use crate::call::{Answer, call};

fn explained(text: &str) -> Value {
    let answer = call(&["explain", "--json", text]);
    serde_json::from_str(&answer.out).unwrap_or_else(|error| panic!("{text}: {error}\n{}", answer.err))
}

/// The wavefronts and the ways of each access.
fn costs(accesses: &Value) -> Vec<(u64, u64, u64)> {
    let number = |access: &Value, name: &str| access[name].as_u64().unwrap();
    let of_one = |access: &Value| (number(access, "wavefronts"), number(access, "ideal"), number(access, "ways"));
    accesses.as_array().unwrap().iter().map(of_one).collect()
}

#[test]
fn a_layout_of_cute_costs_what_the_same_tile_does() {
    let tiles = [("f32", "f32", [32, 32]), ("f16", "u16", [64, 64]), ("u8", "u8", [32, 128])];
    for (elem, of_tile, [rows, cols]) in part(tiles, 3) {
        for swizzle in [None, Some([3, 3, 3]), Some([2, 4, 3]), Some([5, 0, 5])] {
            let accesses = "row, col, row(vec = 2), block(4, 8), ldmatrix, window(2, 2)";
            let (behind, option) = match swizzle {
                Some([b, m, s]) => (format!(" o Swizzle<{b},{m},{s}>"), format!("swizzle = ({b}, {m}, {s})")),
                None => (String::new(), "layout = plain".to_owned()),
            };
            // A vector or a chunk of 16 bytes is not taken apart.
            let accesses = match swizzle {
                Some([_, 0, _]) => "row, col, block(4, 8)",
                Some([_, m, _]) if elem == "u8" && m < 4 => "row, col, block(4, 8)",
                _ => accesses,
            };
            let cute = explained(&format!("{elem} ({rows},{cols}):({cols},1){behind}, access({accesses})"));
            let tile =
                explained(&format!("T({of_tile}): {rows}, {cols}, {option}, conflicts = allow, access({accesses})"));
            assert_eq!(costs(&cute["cute"][0]["accesses"]), costs(&tile["tiles"][0]["accesses"]), "{elem} {behind}");
        }
    }
}

#[test]
fn threads_and_values_are_the_accesses_that_they_spell() {
    // Each thread has a row of 8 halves: `ldmatrix` reads such rows, a quarter of a warp at once.
    let of =
        |layout: &str, accesses: &str| costs(&explained(&format!("f16 {layout}, {accesses}"))["cute"][0]["accesses"]);
    assert_eq!(of("(32,64):(64,1)", "tv((32,8):(1,32))"), [(32, 4, 8)]);
    assert_eq!(of("(32,64):(64,1) o Swizzle<3,3,3>", "tv((32,8):(1,32))"), [(4, 4, 1)]);
    // Eight neighbours in a row read 128 bytes of it.
    assert_eq!(of("(32,64):(64,1)", "tv(((8,4),8):((256,1),32))"), [(4, 4, 1)]);
    // Four warps of a layout whose columns are contiguous: a value of one half each.
    assert_eq!(of("(128,8):(1,128)", "tv((128,8):(1,128))"), [(1, 1, 1); 1]);
}

#[test]
fn the_proposed_composition_has_no_conflicts_when_it_is_explained() {
    for text in [
        "f16 (128,64):(64,1), access(ldmatrix, row(vec = 8))",
        "f32 (32,32):(32,1)",
        "f64 (64,16):(16,1), tv((32,2):(1,64))",
    ] {
        let found = explained(text);
        let proposal = &found["cute"][0]["proposal"];
        assert!(proposal["cuda"].as_str().unwrap().starts_with("composition(Swizzle<"), "{proposal}");
        let options = text.split_once(", ").map_or(String::new(), |(_, options)| format!(", {options}"));
        let elem = text.split(' ').next().unwrap();
        let again = explained(&format!("{elem} {}{options}", proposal["layout"].as_str().unwrap()));
        assert_eq!(again["cute"][0]["excess"], proposal["excess"], "{text}");
        assert_eq!(again["cute"][0]["excess"], 0, "{text}");
    }
}

#[test]
fn the_banks_of_a_layout_are_drawn_with_its_worst_access() {
    let Answer { out, code, .. } = call(&["map", "--cols", "4", "f32 (8,32):(32,1), access(col)"]);
    assert_eq!(code, 1);
    assert!(out.starts_with("f32 (8,32):(32,1): 1024 bytes\ncol: 8 wavefronts, ideal 1\n"), "{out}");
    assert!(out.contains("\n0 < 0>< 1>< 2>< 3>\n1 < 0>"), "{out}");
    assert!(out.ends_with("\n[12] accessed   <12> accessed, in conflict\n"), "{out}");
    let Answer { out, code, .. } = call(&["map", "--cols", "4", "f32 (8,32):(32,1), access(row)"]);
    assert_eq!(code, 0);
    assert!(out.contains("row: 1 wavefront, ideal 1\n") && out.contains("\n0 [ 0][ 1][ 2][ 3]\n1   0"), "{out}");
    let json = call(&["map", "--json", "--access", "row", "f32 (8,32):(32,1)"]);
    let document: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((json.code, document["tiles"][0]["banks"][1][3].as_u64()), (0, Some(3)));
    assert_eq!(document["tiles"][0]["marks"][0][31], 1);
}

#[test]
fn a_swizzle_of_bits_that_no_offset_has_takes_no_bytes() {
    assert_eq!(explained("f32 8:1 o Sw<0,4,3>")["cute"][0]["bytes"], 32);
    assert_eq!(explained("f32 8:1 o Swizzle<1,0,30>")["cute"][0]["bytes"], 32);
}

#[test]
fn a_layout_without_a_swizzle_is_proposed_as_c_plus_plus() {
    let found = explained("f32 (32,33):(33,1) o Swizzle<5,0,5>, access(col)");
    assert_eq!(found["cute"][0]["proposal"]["cuda"], "layout");
}

#[test]
fn a_header_has_no_layout_of_cute() {
    let answer = call(&["header", "f16 (8,32):(32,1)"]);
    let refusal = answer.is_refusal();
    assert!(refusal.contains("`f16 (8,32):(32,1)` is a layout of CuTe, which `explain` and `map` take"), "{refusal}");
}

#[test]
fn a_bad_layout_is_one_sentence_and_the_code_2() {
    for (text, message) in [
        ("f16 (8,8", "`(8,8` is not a number or several in parentheses"),
        ("f16 (8,8):(8,1) o Swizzle<3,3,2>", "is not a bijection"),
        ("f16 (8,8):(8,1) o Swizzle<1,0,-30>", "beyond what shared memory holds"),
        ("f16 (8,8):(8,1), tv((32,2):(1,32),3)", "`(1,32),3` is not a number or several in parentheses"),
        ("f16 (8,8):(8,1), tv(32:1)", "has other modes than two"),
        ("f16 (8,8):(8,1), tv((32,8):(1,32))", "is outside of the 64 elements"),
        ("f16 (8,8):(8,1), acces(row)", "is not an option of a layout of CuTe"),
        ("f16 (8,8):(8,1), arch = sm_1", "is not an architecture"),
        ("f16 (8,8):(1,8), access(row(vec = 2))", "does not keep 2 elements of a lane together"),
        ("f16 (8,8):(8,1), access(diagonal)", "diagonal"),
    ] {
        for command in ["explain", "map"] {
            let answer = call(&[command, text]);
            let refusal = answer.is_refusal();
            assert!(refusal.contains(message), "{text}: {refusal}");
        }
    }
}
