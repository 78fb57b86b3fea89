//! The codes of the Indigo suite that use shared memory, as HiRace's artifact has them.

use std::path::{Path, PathBuf};

use smem_examples::Error;

use super::case::{Expected, SuiteCase};
use super::finding::SuiteFinding;

/// Threads of a block; the artifact's own.
const THREADS: u32 = 256;
/// Blocks: fewer than vertices, so that the codes that iterate do. The codes that do not take as many as there are vertices.
const FEW_BLOCKS: u32 = 8;
/// The graph with hubs, whose vertices keep whole blocks busy.
const GRAPH: &str = "indigo/input/power_law_200n_1000e.egr";

/// Returns the codes with shared memory of a checkout of the artifact.
///
/// `syncBug` in a name is a missing barrier, on shared memory. The other bugs are races of global memory: a code that has only those
/// is expected to be clean unless `global` says that they are looked for.
///
/// # Errors
/// [`Error::Input`] where the checkout lacks a folder or file.
pub fn indigo_cases(checkout: &Path, global: bool) -> Result<Vec<SuiteCase>, Error> {
    let graph = IndigoGraph::read(&checkout.join(GRAPH))?;
    let mut cases = Vec::new();
    for path in sources(&checkout.join("indigo/indigo_sources"))? {
        let text = source_text(&path)?;
        if text.contains("__shared__") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            cases.push(case(name, &text, &graph, global));
        }
    }
    Ok(cases)
}

fn case(name: String, text: &str, graph: &IndigoGraph, global: bool) -> SuiteCase {
    let bugs = ["guardBug", "atomicBug"].iter().any(|bug| name.contains(bug));
    let expected = match (name.contains("syncBug"), global && bugs) {
        (true, _) => Expected::Any(vec![SuiteFinding::Race]),
        (false, true) => Expected::Any(vec![SuiteFinding::GlobalRace]),
        (false, false) => Expected::Clean,
    };
    let blocks = if name.contains("persistent") { FEW_BLOCKS } else { graph.nodes };
    let size = graph.nodes.max(graph.edges);
    let launches = format!(
        "[buffers]\nnindex = {{ type = \"i32\", file = \"nindex.bin\" }}\nnlist = {{ type = \"i32\", file = \"nlist.bin\" }}\n\
         data1 = {{ type = \"i32\", len = {size}, init = \"random\", min = 0, max = {} }}\n\
         data2 = {{ type = \"i32\", len = {size}, init = \"random\", min = 0, max = {} }}\n\n\
         [[launch]]\nkernel = \"test_kernel\"\ngrid = {blocks}\nblock = {THREADS}\n\
         args = [\"nindex\", \"nlist\", \"data1\", \"data2\", {{ i32 = {} }}]\n",
        graph.nodes - 1,
        graph.edges - 1,
        graph.nodes
    );
    SuiteCase {
        suite: "indigo",
        name,
        expected,
        source: Ok(kernel_only(text)),
        launches,
        files: vec![("nindex.bin".into(), graph.nindex.clone()), ("nlist.bin".into(), graph.nlist.clone())],
        include: Vec::new(),
        options: if global { vec!["--global-races".to_owned()] } else { Vec::new() },
        is_guessed: false,
    }
}

/// The file without its header, which is host code, and without the functions that check the result. Lines keep their numbers.
fn kernel_only(text: &str) -> String {
    let text = text.replace("#include \"indigo_cuda.h\"", "");
    match text.find("void serial_code") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// The `.cu` files below a folder, in order.
pub(super) fn sources(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let cannot = |error: std::io::Error| Error::Input(format!("cannot read `{}`: {error}", folder.display()));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.is_dir() {
            found.extend(sources(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "cu" || extension == "cl") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The text of a source of another house, which may be in another encoding or have other ends of lines.
pub(super) fn source_text(path: &Path) -> Result<String, Error> {
    let bytes =
        std::fs::read(path).map_err(|error| Error::Input(format!("cannot read `{}`: {error}", path.display())))?;
    Ok(String::from_utf8_lossy(&bytes).replace('\r', ""))
}

/// A graph in the artifact's format: the numbers of nodes and edges, where each node's edges begin, and where they lead.
struct IndigoGraph {
    nodes: u32,
    edges: u32,
    nindex: Vec<u8>,
    nlist: Vec<u8>,
}

impl IndigoGraph {
    fn read(path: &Path) -> Result<IndigoGraph, Error> {
        let wrong = |what: &str| Error::Input(format!("`{}`: {what}", path.display()));
        let bytes = std::fs::read(path).map_err(|error| wrong(&error.to_string()))?;
        let number = |at: usize| bytes.get(at..at + 4)?.try_into().ok().map(u32::from_le_bytes);
        let (Some(nodes), Some(edges)) = (number(0), number(4)) else { return Err(wrong("not a graph")) };
        let split = 8 + 4 * (nodes as usize + 1);
        if nodes == 0 || edges == 0 || bytes.len() != split + 4 * edges as usize {
            return Err(wrong("not a graph of as many nodes and edges as it says"));
        }
        Ok(IndigoGraph { nodes, edges, nindex: bytes[8..split].to_vec(), nlist: bytes[split..].to_vec() })
    }
}
