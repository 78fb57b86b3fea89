//! Public types cannot be made to hold what makes no sense.

use smem_layout::{Access, Arch, Choice, CudaError, LaneTable, Layout, Part, Pick, Request, Solution};

fn padded(stages: u32) -> Solution {
    let accesses = [Access::row(), Access::col()];
    let request = Request { choice: Choice::Pad(Pick::Auto), stages, ..Request::new(32, 32, 8, &accesses) };
    request.solve().unwrap()
}

#[test]
fn a_table_without_a_warp_is_no_access() {
    let error = LaneTable::new(Vec::new()).unwrap_err();
    assert_eq!((error.part, error.to_string().as_str()), (Part::Pattern, "`lanes` needs at least one warp"));
    assert_eq!(LaneTable::new(vec![[(0, 0); 32]; 3]).unwrap().warps().len(), 3);
}

#[test]
fn the_cuda_text_has_the_stages_and_the_bytes_that_were_solved_for() {
    for stages in [1, 2, 3, 5] {
        let text = padded(stages).cuda("Tile", "double").unwrap();
        let constants = format!("STAGES = {stages}u, STAGE_LEN = 1056u, LEN = {}u", 1056 * stages);
        assert!(text.contains(&constants), "{text}");
        assert!(text.contains(&format!("ELEM_BYTES = 8u, BYTES = {}u", 8448 * stages)), "{text}");
        assert_eq!(text.contains("operator()(unsigned stage,"), stages > 1);
    }
    // A stage that is padded to its alignment, and the same where the elements are wider than an instruction.
    let accesses = [Access::row()];
    for elem_bytes in [1, 2, 4, 8, 16, 32] {
        let request = Request { stages: 3, allow_conflicts: true, ..Request::new(3, 5, elem_bytes, &accesses) };
        let solution = request.solve().unwrap();
        let text = solution.cuda("Tile", "Elem16").unwrap();
        assert!(text.contains(&format!("STAGES = 3u, STAGE_LEN = {}u", solution.stage_len)), "{text}");
        assert!(text.contains(&format!("ELEM_BYTES = {elem_bytes}u")), "{text}");
    }
}

#[test]
fn names_and_types_that_would_break_the_text_are_refused() {
    let solution = padded(1);
    for name in ["", "1", "a b", "a;", "x{", "class", "float4", "__tile", "_Tile", "T\u{e4}", "tile\n", "a::b", "//"] {
        let error = solution.cuda(name, "double").unwrap_err();
        assert_eq!(error, CudaError::Name { name: name.to_string() });
        assert_eq!(error.to_string(), format!("`{name}` cannot be the name of a struct in CUDA C++"));
    }
    for elem in ["", " ", "1", "double;", "double\n", "double {", "int*/", "/* */ int", "#define", "a(b)", "\"x\""] {
        assert_eq!(solution.cuda("Tile", elem), Err(CudaError::Element { elem: elem.to_string() }));
    }
    for elem in ["double", "unsigned long long", "::ns::Pair<float, 2>", "__half", "float4"] {
        assert!(solution.cuda("Tile", elem).is_ok(), "{elem}");
    }
}

#[test]
fn a_solution_that_was_changed_by_hand_has_no_text() {
    let solution = padded(2);
    let changes: [fn(&mut Solution); 8] = [
        |solution| solution.stage_len = 0,
        |solution| solution.stage_len -= 1,
        |solution| solution.len = 0,
        |solution| solution.len += 1,
        |solution| solution.bytes = 0,
        |solution| solution.bytes -= 1,
        |solution| solution.align = 3,
        |solution| solution.layout = Layout::padded(32, 32, 7).unwrap(),
    ];
    for change in changes {
        let mut changed = solution.clone();
        change(&mut changed);
        assert_eq!(changed.cuda("Tile", "double"), Err(CudaError::Solution), "{changed:?}");
    }
}

#[test]
fn banks_come_from_an_architecture_alone() {
    let banks = |arch: Arch| (arch.bank_model().banks(), arch.bank_model().bank_bytes());
    assert_eq!(banks(Arch::SM_13), (16, 4));
    assert_eq!(banks(Arch::SM_35.with_eight_byte_banks().unwrap()), (32, 8));
    assert_eq!(banks(Arch::DEFAULT), (32, 4));
}
