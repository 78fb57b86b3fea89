//! Files whose arrays in shared memory have known uses.

use std::ops::Range;

use proptest::prelude::*;

/// A drawn file, with its arrays `tile`.
#[derive(Debug, Clone, Default)]
pub(crate) struct KnownArrays {
    /// The file.
    pub(crate) text: String,
    /// In the order of their declarations.
    pub(crate) arrays: Vec<KnownArray>,
}

/// An array `tile`, with the bytes of the file at which it is used.
#[derive(Debug, Clone, Default)]
pub(crate) struct KnownArray {
    /// The uses of an element, a row or the whole, in order.
    pub(crate) uses: Vec<Range<usize>>,
    /// The other places of its name: the value of a reference, and the operand of `sizeof`.
    pub(crate) names: Vec<usize>,
}

/// Declarations of an array of 4 x 8 elements; `@` is another number each time.
const DECLARATIONS: [&str; 7] = [
    "__shared__ float tile[4][8];",
    "__shared__ __align__(16) float other[3], tile[ROWS][8], *last; other[0] = 1; out[16] += other[y & 1]; last = other; out[17] += *last;",
    "typedef float Rows_@[4][8]; __shared__ Rows_@ tile;",
    "\n#if 0\n__shared__ float tile[9];\n#else\n__shared__ float tile[ROWS /* ] */][2 * ROWS];\n#endif\n",
    "alignas(16) __shared__ volatile_less tile[4][8]; // __shared__ float tile[2];\n",
    "static __shared__ T tile[N][8];",
    "constexpr int M = N * 2; __shared__ T tile[N]\n[M];",
];

/// Statements; a use is in guillemets, another place of the name after a bar.
const STATEMENTS: [&str; 24] = [
    "«tile[y][x]» = 1;",
    "out[0] += «tile /* [ */ [ y ] // ]\n [x]»;",
    "{ int tile = y; out[1] += tile; }",
    "for (int tile = 0; tile < y; ++tile) out[tile] += tile;",
    "auto f@ = [](int tile) { return tile + 1; }; out[2] += f@(x);",
    "auto g@ = [&](int i) { return «tile[i][x]»; }; out[3] += g@(y);",
    "auto& t@ = ¦tile; «t@[y][x]» += 1; auto &u@ = t@; out[3] += «u@[x][y]»;",
    "out[4] += sizeof(¦tile);",
    "\n#if 0\ntile[y][x] = 3;\n#endif\n",
    "// tile[y][x]\n/* tile[y][x] */",
    "const char* s@ = R\"(tile[y][x])\"; out[5] += s@[y];",
    "struct S@ { float tile[4][8]; }; S@ m@; m@.tile[y][x] = 2; out[6] += m@.tile[y][x];",
    "out[7] += «tile[y][(int)«tile[x][y]» & 7]»;",
    "float* p@ = «tile[y]»; out[8] += p@[x];",
    "float* q@ = &«tile[0][0]»; out[9] += q@[x];",
    "if (float tile = out[y]) { out[10] += tile; }",
    "switch (x) { case 0: «tile[y][x]» = 4; break; default: { float tile[2] = {1, 2}; out[11] += tile[y & 1]; } }",
    "fill(«tile», y);",
    "asm(\"mov.f32 %0, %1;\" : \"=f\"(out[12]) : \"f\"(«tile[y][x]»));",
    "out[13] = y < «tile[x][y]» ? «tile[y][x]» : -«tile[x][x]» * (y > x);",
    "out[14] += AREA(«tile[y][x]», 2) + sizeof(float[ROWS]);",
    "for (float tile : {1.0f, 2.0f}) { out[15] += tile; }",
    "while (float tile = out[x]) { out[x] = tile - 1; }",
    "do { «tile[y][x]» -= 1; } while («tile[y][x]» > 0);",
];

fn kernel() -> impl Strategy<Value = String> {
    let statements = proptest::collection::vec(proptest::sample::select(STATEMENTS.to_vec()), 1..8);
    (proptest::sample::select(DECLARATIONS.to_vec()), statements, 0_usize..3).prop_map(|(declaration, statements, head)| {
        let is_template = declaration.contains('N') && !declaration.contains("volatile_less") && declaration.contains("T tile");
        let template = if is_template { "template <class T, int N>\n" } else { "" };
        let head = ["__global__ void", "static __global__ __launch_bounds__(32) void", "namespace n@ { __global__ void"][head];
        let namespace = if head.starts_with("namespace") { "n@" } else { "" };
        let (head, end) = (head.strip_prefix("namespace n@ { ").unwrap_or(head), if namespace.is_empty() { "" } else { "}" });
        let open = if namespace.is_empty() { String::new() } else { format!("namespace {namespace} {{\n") };
        let instance = match (is_template, namespace) {
            (false, _) => String::new(),
            (true, "") => "template __global__ void k@<float, 4>(float*, int, int);\n".to_owned(),
            (true, _) => "template __global__ void n@::k@<float, 4>(float*, int, int);\n".to_owned(),
        };
        let body: String = statements.iter().enumerate().map(|(at, one)| one.replace('@', &format!("_{at}")) + "\n    ").collect();
        format!("{open}{template}{head} k@(float* out, int y, int x) {{\n    {declaration}\n    {body}}}\n{end}\n{instance}")
    })
}

/// Draws a file that a compiler takes.
pub(crate) fn file_with_arrays() -> impl Strategy<Value = KnownArrays> {
    proptest::collection::vec(kernel(), 1..4).prop_map(|kernels| {
        let mut known = KnownArrays {
            text: "#define ROWS 4\n#define AREA(a, b) ((a) * (b))\ntypedef float volatile_less;\n\
                   __device__ void fill(float (*tile)[8], int y) { tile[y][0] = 1; }\n"
                .to_owned(),
            arrays: Vec::new(),
        };
        for (number, kernel) in kernels.into_iter().enumerate() {
            add(&mut known, &kernel.replace('@', &format!("_{number}")));
        }
        known
    })
}

/// Appends a kernel without its marks.
fn add(known: &mut KnownArrays, marked: &str) {
    let (mut array, mut open) = (KnownArray::default(), Vec::new());
    for letter in marked.chars() {
        let at = known.text.len();
        match letter {
            '«' => open.push(at),
            '»' => array.uses.extend(open.pop().map(|start| start..at)),
            '¦' => array.names.push(at),
            letter => known.text.push(letter),
        }
    }
    array.uses.sort_by_key(|place| place.start);
    known.arrays.push(array);
}
