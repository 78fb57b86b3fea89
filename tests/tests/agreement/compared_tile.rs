//! A tile's index in Rust, and the kernel that computes it in CUDA.

use smem_launch::{Device, DeviceChoice, Install, Launch};
use smem_layout::{SmemTile, TileSpec, solve};

/// A tile as the comparison needs it.
pub(crate) struct ComparedTile {
    name: String,
    /// The planes and the rows of one; nothing where the tile has two dimensions.
    planes: Option<(u32, u32)>,
    /// Rows of all planes.
    rows: u32,
    cols: u32,
    cuda: String,
    /// Row-major: the index of every element.
    index: Vec<u32>,
}

impl ComparedTile {
    pub(crate) fn of<T: SmemTile>(name: &str) -> ComparedTile {
        let index = (0..T::ROWS).flat_map(|row| (0..T::COLS).map(move |col| T::index(row, col))).collect();
        for row in 0..T::ROWS {
            for col in 0..T::COLS {
                assert_eq!(T::index(row, col), T::LAYOUT.index(row, col), "{name} at ({row}, {col})");
            }
        }
        ComparedTile {
            name: name.to_string(),
            planes: None,
            rows: T::ROWS,
            cols: T::COLS,
            cuda: T::CUDA.to_string(),
            index,
        }
    }

    /// A tile of planes, by the index of the type itself.
    pub(crate) fn of_planes<T: SmemTile>(name: &str, rows: u32, index: fn(u32, u32, u32) -> u32) -> ComparedTile {
        let tile = ComparedTile::of::<T>(name);
        assert_eq!(T::ROWS, T::PLANES * rows, "{name}");
        for (i, &expected) in (0u32..).zip(&tile.index) {
            let (plane, row, col) = (i / T::COLS / rows, i / T::COLS % rows, i % T::COLS);
            assert_eq!(index(plane, row, col), expected, "{name} at ({plane}, {row}, {col})");
            assert_eq!(T::index_in_plane(plane, row, col), expected, "{name} at ({plane}, {row}, {col})");
        }
        ComparedTile { planes: Some((T::PLANES, rows)), ..tile }
    }

    pub(crate) fn solved(name: String, spec: &TileSpec<'_>) -> Option<ComparedTile> {
        let solution = solve(spec).ok()?;
        let elem = ["unsigned char", "unsigned short", "float", "double", "float4"];
        let elem = elem[spec.elem_bytes().ilog2() as usize];
        let cuda = solution.cuda(&name, elem).unwrap();
        let layout = *solution.layout();
        let (rows, cols) = (layout.rows(), layout.cols());
        let index = (0..rows).flat_map(|row| (0..cols).map(move |col| layout.index(row, col))).collect();
        let planes = solution.planes().map(|planes| (planes, rows / planes));
        Some(ComparedTile { name, planes, rows, cols, cuda, index })
    }

    /// A kernel that writes the index of every element, and where `tile(row, col)` lies in the storage; nowhere if `tile[row][col]`,
    /// `tile[plane][row][col]`, or that of a const tile or of a stage, lies elsewhere.
    fn kernel(&self) -> String {
        let ComparedTile { name, planes, rows, cols, cuda, .. } = self;
        let place = match planes {
            None => vec![format!("i / {cols}u"), format!("i % {cols}u")],
            Some((_, plane_rows)) => vec![
                format!("i / {cols}u / {plane_rows}u"),
                format!("i / {cols}u % {plane_rows}u"),
                format!("i % {cols}u"),
            ],
        };
        let subscripts = match (planes, rows) {
            (None, 1) => "[i]".to_string(),
            _ => place.iter().map(|one| format!("[{one}]")).collect(),
        };
        let place = place.join(", ");
        let mut same = vec![
            format!("&tile{subscripts} != &tile({place})"),
            format!("&same{subscripts} != &same({place})"),
            format!("&same({place}) != &tile({place})"),
            format!("&tile.template vec<{name}::Elem>({place}) != &tile({place})"),
        ];
        if planes.is_some() {
            same.push(format!("{name}::PLANES * {name}::ROWS * {name}::COLS != {rows}u * {cols}u"));
        }
        if cuda.contains("stage(unsigned number)") {
            let last = format!("{name}::STAGES - 1u");
            same.extend([
                format!("&tile(0u, {place}) != &tile({place})"),
                format!("&tile({last}, {place}) != &tile({place}) + ({last}) * {name}::STAGE_LEN"),
                format!("&tile.stage({last})({place}) != &tile({last}, {place})"),
                format!("&tile.stage({last}){subscripts} != &tile({last}, {place})"),
                format!("&same.stage({last})({place}) != &tile({last}, {place})"),
                format!("&same.stage({last}){subscripts} != &same({last}, {place})"),
                format!("&tile.stage({last}).template vec<{name}::Elem>({place}) != &tile({last}, {place})"),
            ]);
        }
        let again: String = same.iter().map(|other| format!("        if ({other}) place[i] = ~0u;\n")).collect();
        format!(
            "extern \"C\" __global__ void index_of_{name}(unsigned* index, unsigned* place) {{
    __shared__ {name} tile;
    const char* start = reinterpret_cast<const char*>(&tile);
    const {name}& same = tile;
    for (unsigned i = threadIdx.x; i < {rows}u * {cols}u; i += blockDim.x) {{
        index[i] = {name}::index({place});
        const char* element = reinterpret_cast<const char*>(&tile({place}));
        place[i] = static_cast<unsigned>(element - start) / sizeof({name}::Elem);
{again}    }}
}}
"
        )
    }
}

fn compare(tiles: &[Tile]) {
    let device = Device::open(DeviceChoice::Auto, Install::Allowed).unwrap();
    let source: String = tiles.iter().map(|tile| format!("{}{}", tile.cuda, tile.kernel())).collect();
    let program = device.load(&source, "agreement.cu").unwrap_or_else(|error| panic!("{error}"));
    for tile in tiles {
        let kernel = program.kernel(&format!("index_of_{}", tile.name)).unwrap();
        let elements = tile.index.len();
        let (index, place) = (device.zeros::<u32>(elements).unwrap(), device.zeros::<u32>(elements).unwrap());
        device.launch(&kernel, Launch::new([1, 1, 1], [128, 1, 1]), &[index.arg(), place.arg()]).unwrap();
        let index = device.download(&index).unwrap();
        let place = device.download(&place).unwrap();
        for (i, &expected) in tile.index.iter().enumerate() {
            let (row, col) = (i as u32 / tile.cols, i as u32 % tile.cols);
            assert_eq!(index[i], expected, "index of {} at ({row}, {col})\n{}", tile.name, tile.cuda);
            assert_eq!(place[i], expected, "place of {} at ({row}, {col})\n{}", tile.name, tile.cuda);
        }
        let mut places = place;
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), elements, "{} stores two elements at one place", tile.name);
    }
}

#[test]
fn every_annotated_tile_has_the_same_index_in_rust_and_in_cuda() {
    compare(&[
        Tile::of::<Plain>("Plain"),
        Tile::of::<Padded>("Padded"),
        Tile::of::<Swizzled>("Swizzled"),
        Tile::of::<Cutes>("Cutes"),
        Tile::of::<BitReversed>("BitReversed"),
        Tile::of::<Diagonals>("Diagonals"),
        Tile::of::<WithinRow>("WithinRow"),
        Tile::of::<Ragged>("Ragged"),
        Tile::of::<Operand>("Operand"),
        Tile::of::<Tma>("Tma"),
        Tile::of::<Quads>("Quads"),
        Tile::of::<Bytes>("Bytes"),
        Tile::of::<Line>("Line"),
        Tile::of::<Stages>("Stages"),
        Tile::of::<LineStages>("LineStages"),
        Tile::of::<Halo>("Halo"),
        Tile::of::<Inside>("Inside"),
        Tile::of::<Turned>("Turned"),
        Tile::of::<TurnedQuads>("TurnedQuads"),
        Tile::of::<ByMatrix>("ByMatrix"),
        Tile::of::<Swapped>("Swapped"),
        Tile::of::<ConstantPadded>("ConstantPadded"),
        Tile::of::<ConstantSwizzled>("ConstantSwizzled"),
        Tile::of::<ConstantVectors>("ConstantVectors"),
        Tile::of::<ConstantOffset>("ConstantOffset"),
        Tile::of::<ConstantLine>("ConstantLine"),
        Tile::of::<ConstantStages>("ConstantStages"),
    ]);
}

/// Layouts of the classes whose index has several forms: lines that rows divide, that divide rows, or neither; matrices that move
/// columns alone or rows too; rotations by powers of two and others; and swizzles of padded rows and lines.
fn combined() -> Vec<Layout> {
    let padded = [
        (32, 64, 1, 32),
        (32, 64, 3, 24),
        (32, 16, 2, 32),
        (18, 34, 6, 32),
        (18, 34, 6, 51),
        (1, 281, 1, 128),
        (7, 9, 1, 5),
        (16, 16, 0, 24),
    ];
    let mut all: Vec<Layout> = Vec::new();
    for (rows, cols, pad, every) in padded {
        let layout = Layout::padded_every(rows, cols, pad, every).unwrap();
        let cute = Swizzle::Cute(Cute::new(1, 0, 2).unwrap());
        let matrix = Swizzle::Matrix(Matrix::new(&[1, 2, 3], 0).unwrap());
        let offset = Swizzle::Offset(OffsetMatrix::new(&[0b1001, 0b110]).unwrap());
        all.push(layout);
        all.extend([cute, matrix, offset].into_iter().filter_map(|swizzle| layout.with_swizzle(swizzle).ok()));
    }
    for rows in [
        &[0b10_0001, 0b10][..],
        &[0b10_0000_0001],
        &[4, 2, 1],
        &[0b11, 0b110, 0b1100, 0b11000],
        &[1, 0b1_0000_0000_0010],
    ] {
        let swizzle = Swizzle::Offset(OffsetMatrix::new(rows).unwrap());
        for layout in [Layout::plain(64, 64), Layout::padded(64, 50, 14), Layout::plain(1, 4096), Layout::plain(16, 48)]
        {
            all.extend(layout.unwrap().with_swizzle(swizzle));
        }
    }
    for (step, every) in [(1, 1), (5, 1), (3, 2), (2, 3), (7, 5)] {
        let swizzle = Swizzle::Rotate(Rotation::new(step, every).unwrap());
        for layout in [Layout::plain(12, 32), Layout::plain(9, 20), Layout::padded(9, 20, 3)] {
            all.extend(layout.unwrap().with_swizzle(swizzle));
        }
    }
    assert!(all.len() > 40, "only {} layouts", all.len());
    all
}

#[test]
fn every_tile_of_planes_has_the_same_index_in_rust_and_in_cuda() {
    compare(&[
        Tile::of_planes::<Planes>("Planes", Planes::ROWS, Planes::index),
        Tile::of_planes::<PaddedPlanes>("PaddedPlanes", PaddedPlanes::ROWS, PaddedPlanes::index),
        Tile::of_planes::<PaddedInside>("PaddedInside", PaddedInside::ROWS, PaddedInside::index),
        Tile::of_planes::<PlaneStages>("PlaneStages", PlaneStages::ROWS, PlaneStages::index),
        Tile::of_planes::<PlainPlanes>("PlainPlanes", PlainPlanes::ROWS, PlainPlanes::index),
        Tile::of_planes::<OneRow>("OneRow", OneRow::ROWS, OneRow::index),
        Tile::of_planes::<RotatedPlanes>("RotatedPlanes", RotatedPlanes::ROWS, RotatedPlanes::index),
        Tile::of_planes::<StagedPlanes>("StagedPlanes", StagedPlanes::ROWS, StagedPlanes::index),
    ]);
    assert_eq!((Planes::PLANES, Planes::ROWS, Planes::COLS), (4, 8, 32));
    assert_eq!((<Planes as SmemTile>::ROWS, Planes::LAYOUT.rows()), (32, 32));
}

#[test]
fn layouts_of_planes_of_every_class_have_the_same_index_in_cuda() {
    let accesses = [
        [Access::row(), Access::depth()],
        [Access::unwrapped_col(), Access::unwrapped_depth()],
        [Access::block_3d(2, 2, 2), Access::window(2, 2)],
    ];
    let mut tiles = Vec::new();
    for elem_bytes in [1, 4, 16] {
        for (planes, rows, cols) in [(4, 8, 32), (8, 8, 8), (3, 5, 7), (2, 31, 33), (16, 2, 12)] {
            for accesses in &accesses {
                for choice in
                    [LayoutChoice::Plain, LayoutChoice::Pad(AutoOr::Auto), LayoutChoice::Swizzle(AutoOr::Auto)]
                {
                    let spec = TileSpec::builder(rows, cols, elem_bytes, accesses).planes(planes).choice(choice);
                    let spec = spec.conflicts(ConflictPolicy::Allow).build().unwrap();
                    let name = format!("Tile{}", tiles.len());
                    tiles.extend(Tile::solved(name, &spec));
                }
            }
        }
    }
    assert!(tiles.len() > 120, "only {} layouts to compare", tiles.len());
    compare(&tiles);
}

#[test]
fn stages_of_planes_lie_one_after_the_other() {
    let device = Device::open(DeviceChoice::Auto, Install::Allowed).unwrap();
    let kernel = "extern \"C\" __global__ void stages(unsigned* place) {
    __shared__ StagedPlanes tile;
    const char* start = reinterpret_cast<const char*>(&tile);
    for (unsigned i = threadIdx.x; i < 2u * 384u; i += blockDim.x) {
        const unsigned stage = i / 384u, plane = i % 384u / 64u, row = i % 64u / 16u, col = i % 16u;
        const char* element = reinterpret_cast<const char*>(&tile(stage, plane, row, col));
        place[i] = static_cast<unsigned>(element - start) / sizeof(float);
        if (col % 4u == 0u) {
            const char* vector = reinterpret_cast<const char*>(&tile.vec<float4>(stage, plane, row, col));
            if (vector != element) place[i] = ~0u;
        }
    }
}
";
    let program = device.load(&format!("{}{kernel}", StagedPlanes::CUDA), "stages.cu").unwrap();
    let place = device.zeros::<u32>(2 * 384).unwrap();
    let arguments: [Arg<'_>; 1] = [place.arg()];
    device.launch(&program.kernel("stages").unwrap(), Launch::new([1, 1, 1], [64, 1, 1]), &arguments).unwrap();
    for (i, place) in (0u32..).zip(device.download(&place).unwrap()) {
        assert_eq!(place, StagedPlanes::stage_index(i / 384, i % 384 / 64, i % 64 / 16, i % 16));
    }
}

#[test]
fn layouts_of_every_class_shape_and_element_size_have_the_same_index_in_cuda() {
    let both = [Access::row(), Access::col()];
    let line = [Access::row(), Access::stride(32), Access::stride(8)];
    let mut tiles = Vec::new();
    let mut add = |spec: TileSpecBuilder<'_>| {
        let number = tiles.len();
        tiles.extend(Tile::solved(format!("Tile{number}"), &spec.conflicts(ConflictPolicy::Allow).build().unwrap()));
    };
    for elem_bytes in [1, 2, 4, 8, 16] {
        for (rows, cols) in [(32, 32), (32, 33), (8, 48), (40, 24), (5, 7), (64, 16)] {
            for choice in [
                LayoutChoice::Plain,
                LayoutChoice::Pad(AutoOr::Auto),
                LayoutChoice::Swizzle(AutoOr::Auto),
                LayoutChoice::Auto,
            ] {
                add(TileSpec::builder(rows, cols, elem_bytes, &both).choice(choice));
            }
        }
        for cols in [100, 512, 1000] {
            for choice in [LayoutChoice::Pad(AutoOr::Auto), LayoutChoice::Pad(AutoOr::Exactly(1)), LayoutChoice::Auto] {
                add(TileSpec::builder(1, cols, elem_bytes, &line).choice(choice));
            }
        }
    }
    for (bits, base, shift) in [(1, 0, 1), (3, 2, 4), (2, 1, -2), (4, 0, 6), (0, 0, 0)] {
        let cute = Cute::new(bits, base, shift).unwrap();
        add(TileSpec::builder(32, 32, 4, &[]).choice(LayoutChoice::Swizzle(AutoOr::Exactly(cute))));
        add(TileSpec::builder(1, 256, 4, &[]).choice(LayoutChoice::Swizzle(AutoOr::Exactly(cute))));
    }
    for mode in [TmaSwizzle::B32, TmaSwizzle::B64, TmaSwizzle::B128] {
        for elem_bytes in [1, 2, 4, 8, 16] {
            let spec = TileSpec::builder(12, mode.row_bytes() / elem_bytes, elem_bytes, &[]);
            add(spec.choice(LayoutChoice::Tma(mode)));
        }
    }
    for layout in combined() {
        add(TileSpec::builder(layout.rows(), layout.cols(), 4, &[]).choice(LayoutChoice::Layout(layout)));
    }
    assert!(tiles.len() > 150, "only {} layouts to compare", tiles.len());
    compare(&tiles);
}

#[test]
fn stages_lie_one_after_the_other() {
    let device = Device::open(DeviceChoice::Auto, Install::Allowed).unwrap();
    let kernel = "extern \"C\" __global__ void stages(unsigned* place) {
    __shared__ Stages tile;
    const char* start = reinterpret_cast<const char*>(&tile);
    for (unsigned i = threadIdx.x; i < 3u * 256u; i += blockDim.x) {
        const unsigned stage = i / 256u, row = i % 256u / 16u, col = i % 16u;
        const char* element = reinterpret_cast<const char*>(&tile(stage, row, col));
        place[i] = static_cast<unsigned>(element - start) / sizeof(double);
    }
}
";
    let program = device.load(&format!("{}{kernel}", Stages::CUDA), "stages.cu").unwrap();
    let place = device.zeros::<u32>(3 * 256).unwrap();
    let arguments: [Arg<'_>; 1] = [place.arg()];
    device.launch(&program.kernel("stages").unwrap(), Launch::new([1, 1, 1], [64, 1, 1]), &arguments).unwrap();
    for (i, place) in (0u32..).zip(device.download(&place).unwrap()) {
        assert_eq!(place, Stages::stage_index(i / 256, i % 256 / 16, i % 16));
    }
}
/// Compares the index of every element, and its place in the storage, in Rust and in CUDA.
pub(crate) fn compare(tiles: &[ComparedTile]) {
    let device = Device::open(DeviceChoice::Auto, Install::Allowed).unwrap();
    let source: String = tiles.iter().map(|tile| format!("{}{}", tile.cuda, tile.kernel())).collect();
    let program = device.load(&source, "agreement.cu").unwrap_or_else(|error| panic!("{error}"));
    for tile in tiles {
        let kernel = program.kernel(&format!("index_of_{}", tile.name)).unwrap();
        let elements = tile.index.len();
        let (index, place) = (device.zeros::<u32>(elements).unwrap(), device.zeros::<u32>(elements).unwrap());
        device.launch(&kernel, Launch::new([1, 1, 1], [128, 1, 1]), &[index.arg(), place.arg()]).unwrap();
        let index = device.download(&index).unwrap();
        let place = device.download(&place).unwrap();
        for (i, &expected) in tile.index.iter().enumerate() {
            let (row, col) = (i as u32 / tile.cols, i as u32 % tile.cols);
            assert_eq!(index[i], expected, "index of {} at ({row}, {col})\n{}", tile.name, tile.cuda);
            assert_eq!(place[i], expected, "place of {} at ({row}, {col})\n{}", tile.name, tile.cuda);
        }
        let mut places = place;
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), elements, "{} stores two elements at one place", tile.name);
    }
}
