//! A tile's index in Rust, and the kernel that computes it in CUDA.

use smem_launch::{Device, DeviceChoice, Install, LaunchShape};
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

/// Compares the index of every element, and its place in the storage, in Rust and in CUDA.
pub(crate) fn compare(tiles: &[ComparedTile]) {
    let device = Device::open(DeviceChoice::Auto, Install::Allowed).unwrap();
    let source: String = tiles.iter().map(|tile| format!("{}{}", tile.cuda, tile.kernel())).collect();
    let program = device.load(&source, "agreement.cu").unwrap_or_else(|error| panic!("{error}"));
    for tile in tiles {
        let kernel = program.kernel(&format!("index_of_{}", tile.name)).unwrap();
        let elements = tile.index.len();
        let (index, place) = (device.zeros::<u32>(elements).unwrap(), device.zeros::<u32>(elements).unwrap());
        let (launch, args) = (LaunchShape::of([1, 1, 1], [128, 1, 1]), [index.arg(), place.arg()]);
        // SAFETY: the kernel writes a number for each element of the tile, as many as the buffers have.
        unsafe { device.launch(&kernel, launch, &args) }.unwrap();
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
