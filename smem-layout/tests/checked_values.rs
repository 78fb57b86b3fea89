//! Public types cannot be made to hold what makes no sense.

use smem_layout::{
    Access, AccessArgument, Arch, AutoOr, ConflictPolicy, CudaError, Culprit, LaneTable, Layout, LayoutChoice, Matrix,
    Solution, SolveError, Swizzle, TileSpec, TileSpecBuilder, solve,
};

/// Solves what the accesses fit.
fn solved(spec: TileSpecBuilder<'_>) -> Result<Solution, SolveError> {
    solve(&spec.build().unwrap())
}

fn padded(stages: u32) -> Solution {
    let accesses = [Access::row(), Access::col()];
    let spec = TileSpec::builder(32, 32, 8, &accesses).choice(LayoutChoice::Pad(AutoOr::Auto)).stages(stages);
    solved(spec).unwrap()
}

#[test]
fn a_table_without_a_warp_is_no_access() {
    let error = LaneTable::new(Vec::new()).unwrap_err();
    assert_eq!(
        (error.argument(), error.to_string().as_str()),
        (AccessArgument::Pattern, "`lanes` needs at least one warp")
    );
    assert_eq!(LaneTable::new(vec![[(0, 0); 32]; 3]).unwrap().warps().len(), 3);
}

#[test]
fn the_cuda_text_has_the_stages_and_the_bytes_that_were_solved_for() {
    for stages in [1, 2, 3, 5] {
        let text = padded(stages).cuda("Tile", "double").unwrap();
        let constants = format!("STAGES = {stages}u, STAGE_LEN = 1055u, LEN = {}u", 1055 * stages);
        assert!(text.contains(&constants), "{text}");
        assert!(text.contains(&format!("ELEM_BYTES = 8u, BYTES = {}u", 8440 * stages)), "{text}");
        assert_eq!(text.contains("operator()(unsigned stage_,"), stages > 1);
    }
    // A stage that is padded to its alignment, and the same where the elements are wider than an instruction.
    let accesses = [Access::row()];
    for elem_bytes in [1, 2, 4, 8, 16, 32] {
        let spec = TileSpec::builder(3, 5, elem_bytes, &accesses).stages(3).conflicts(ConflictPolicy::Allow);
        let solution = solved(spec).unwrap();
        let text = solution.cuda("Tile", "Elem16").unwrap();
        assert!(text.contains(&format!("STAGES = 3u, STAGE_LEN = {}u", solution.stage_len())), "{text}");
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
fn a_specification_of_a_tile_that_cannot_be_is_not_built() {
    use smem_layout::Culprit::{Choice, Cols, Element, Rows, Stages};
    let accesses = [Access::row()];
    let tile = TileSpec::builder(32, 32, 4, &accesses);
    let fault = |tile: TileSpecBuilder<'_>| tile.build().unwrap_err().culprit();
    assert_eq!(fault(tile.rows(0)), Rows);
    assert_eq!(fault(tile.cols(0)), Cols);
    assert_eq!(fault(tile.stages(0)), Stages);
    assert_eq!([0, 3, 12, 64].map(|bytes| fault(tile.elem_bytes(bytes))), [Element; 4]);
    let other = Layout::padded(32, 31, 1).unwrap();
    assert_eq!(fault(tile.choice(LayoutChoice::Layout(other))), Choice);
    for (access, argument) in [
        (Access::row().vec(3), AccessArgument::Vec),
        (Access::row().max_ways(0), AccessArgument::MaxWays),
        (Access::stride(2), AccessArgument::Pattern),
        (Access::block(33, 1), AccessArgument::Pattern),
        (Access::window(1, 0), AccessArgument::Width),
    ] {
        assert_eq!(fault(tile.accesses(&[Access::col(), access])), Culprit::Access(1, argument));
    }
    let ldmatrix = [Access::ldmatrix()];
    let error = tile.accesses(&ldmatrix).arch(Arch::SM_35).build().unwrap_err();
    assert_eq!(error.culprit(), Culprit::Access(0, AccessArgument::Pattern));
    assert_eq!(error.to_string(), "`sm_35` has no `ldmatrix`, which came with sm_75");
    assert!(tile.build().unwrap().to_builder().accesses(&ldmatrix).arch(Arch::SM_75).build().is_ok());
}

#[test]
fn an_exact_layout_is_verified_and_kept() {
    let accesses = [Access::row(), Access::col()];
    let tile = |layout| TileSpec::builder(32, 32, 4, &accesses).choice(LayoutChoice::Layout(layout));
    let matrix = Matrix::new(&[2, 4, 8, 16, 5], 0).unwrap();
    let swizzled = Layout::plain(32, 32).unwrap().with_swizzle(Swizzle::Matrix(matrix)).unwrap();
    assert_eq!(*solved(tile(swizzled)).unwrap().layout(), swizzled);
    let padded = Layout::padded(32, 32, 3).unwrap();
    assert_eq!(solved(tile(padded).stages(2)).unwrap().bytes(), 2 * (31 * 35 + 32) * 4);

    let dense = Layout::plain(32, 32).unwrap();
    let message = solved(tile(dense)).unwrap_err().message("A");
    let found = "`col` has 32-way bank conflicts on `A` with `32 x 32, plain`: 32 wavefronts where 1 would do";
    assert_eq!(message.lines().next().unwrap(), found);
    assert_eq!(*solved(tile(dense).conflicts(ConflictPolicy::Allow)).unwrap().layout(), dense);

    let vectors = [Access::row().vec(4)];
    let error = solved(tile(padded).accesses(&vectors)).unwrap_err();
    assert_eq!(error.culprit(), Culprit::Choice);
    let torn = "`32 x 32, pitch 35` tears or misaligns the vectors of `row(vec = 4)` on `A`, which have 4 elements\n\
                help: write `pad = auto` or `swizzle = auto`";
    assert_eq!(error.message("A"), torn);
}

#[test]
fn banks_come_from_an_architecture_alone() {
    let banks = |arch: Arch| (arch.bank_model().banks(), arch.bank_model().bank_bytes());
    assert_eq!(banks(Arch::SM_13), (16, 4));
    assert_eq!(banks(Arch::SM_35.with_eight_byte_banks().unwrap()), (32, 8));
    assert_eq!(banks(Arch::DEFAULT), (32, 4));
}
