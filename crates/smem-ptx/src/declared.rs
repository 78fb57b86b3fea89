//! The declarations of PTX text: its kernels with their parameters, and the module's variables that each of them uses.

use std::collections::BTreeSet;

use super::parse::syntax::{PtxFunction, VariableDeclaration};
use super::parse::{KnownDeclaration, read_known};
use smem_sim::isa::Space;

/// The declarations of a module in PTX. A GPU may run what the simulator does not: a declaration with something unknown in it is left out,
/// but for the name of a kernel.
///
/// ```
/// let declared = smem_ptx::PtxDeclarations::read(
///     ".version 8.8 .target sm_90 .address_size 64
///      .global .align 4 .u32 counter;
///      .visible .entry k(.param .u64 a, .param .align 8 .b8 b[24]) { atom.global.add.u32 %r1, [counter], 1; ret; }",
/// );
/// let kernel = &declared.kernels[0];
/// let bytes: Vec<usize> = kernel.parameters.iter().flatten().map(|parameter| parameter.bytes).collect();
/// assert_eq!((&kernel.name[..], &bytes[..]), ("k", &[8, 24][..]));
/// assert!(kernel.variables.contains("counter"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PtxDeclarations {
    /// The kernels with a body, in order.
    pub kernels: Vec<PtxKernel>,
    /// The variables in global and constant memory, without those that the compiler made up.
    pub variables: BTreeSet<String>,
    /// The `.pragma`s of kernels and functions, in order: the function's name and the text.
    pub pragmas: Vec<(String, String)>,
    /// Whether there is dynamic shared memory: an `extern` array without a size.
    pub has_dynamic_shared: bool,
    /// Whether there are instructions of which machine code does not keep all: those that lanes of a warp execute together name the lanes that
    /// take part, and nothing is left of the end of an `mbarrier`. A text that cannot be read may have them.
    ///
    /// ```
    /// use smem_ptx::PtxDeclarations;
    ///
    /// let exceeds = |text: &str| PtxDeclarations::read(text).exceeds_code;
    /// assert!(exceeds(".entry k() { shfl.sync.bfly.b32 %r1, %r2, 16, 31, -1; }"));
    /// assert!(!exceeds(".entry k() { bar.sync 0; }"));
    /// ```
    pub exceeds_code: bool,
    /// Whether there are matrix products of four warps.
    pub has_group_products: bool,
}

/// The opcodes of which machine code does not keep all.
const BEYOND_CODE: [&str; 7] =
    ["bar.warp.sync", "shfl.sync", "vote.sync", "match.any.sync", "match.all.sync", "redux.sync", "mbarrier.inval"];
/// The opcode of a matrix product of four warps.
const GROUP_PRODUCT: &str = "wgmma.mma_async";

/// Whether a word is an opcode, with or without modifiers.
fn is_opcode(word: &str, opcode: &str) -> bool {
    word.strip_prefix(opcode).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// A kernel in PTX text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PtxKernel {
    /// As the text has it, mangled if the source's language mangles names.
    pub name: String,
    /// Its parameters in order; `None` where something in the declaration is unknown.
    pub parameters: Option<Vec<PtxParameter>>,
    /// Variables of the module, in global or constant memory, that its code may use.
    pub variables: BTreeSet<String>,
    /// The threads of a block along x, y and z that `.reqntid` or `.maxntid` names.
    pub block: Option<[u32; 3]>,
}

/// A parameter of a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PtxParameter {
    /// Bytes from the start of all parameters.
    pub offset: usize,
    /// Its bytes.
    pub bytes: usize,
}

impl PtxDeclarations {
    /// Reads the declarations of a text; none of a text that is not PTX.
    pub fn read(ptx: &str) -> PtxDeclarations {
        let Some(declarations) = read_known(ptx) else {
            return PtxDeclarations { exceeds_code: true, ..PtxDeclarations::default() };
        };
        let variables: BTreeSet<String> = declarations
            .iter()
            .flat_map(|one| &one.source.variables)
            .filter(|one| is_of_module(one))
            .map(|one| one.name.clone())
            .collect();
        let mut kernels: Vec<(PtxKernel, &[&str])> = Vec::new();
        // The words in the code of functions, which any kernel may call.
        let mut in_functions: Vec<&str> = Vec::new();
        for declaration in &declarations {
            let kernel = |name: &str, parameters, block| PtxKernel {
                name: name.to_owned(),
                parameters,
                variables: BTreeSet::new(),
                block,
            };
            let function = declaration.source.functions.first().filter(|function| function.body.is_some());
            match (function, declaration.unread_kernel) {
                (Some(function), _) if function.kernel => {
                    let block = function.required_block.or(function.max_block);
                    kernels.push((kernel(&function.name, Some(parameters(function)), block), &declaration.words));
                }
                (_, Some(name)) => kernels.push((kernel(name, None, None), &declaration.words)),
                // A variable alone uses others as initial values only.
                _ if declaration.source.variables.is_empty() => in_functions.extend(&declaration.words),
                _ => {}
            }
        }
        let of_variables = |words: &mut dyn Iterator<Item = &&str>| -> BTreeSet<String> {
            words.filter(|word| variables.contains(**word)).map(|word| (*word).to_owned()).collect()
        };
        let shared = of_variables(&mut in_functions.iter());
        let kernels = kernels.into_iter().map(|(kernel, words)| {
            let own = of_variables(&mut words.iter());
            PtxKernel { variables: own.union(&shared).cloned().collect(), ..kernel }
        });
        let mut all = declarations.iter().flat_map(|one| &one.source.variables);
        let has_dynamic_shared = all.any(|one| one.unsized_extern);
        let words = || declarations.iter().flat_map(|one| one.words.iter().copied());
        PtxDeclarations {
            kernels: kernels.collect(),
            exceeds_code: words().any(|word| BEYOND_CODE.iter().any(|opcode| is_opcode(word, opcode))),
            has_group_products: words().any(|word| is_opcode(word, GROUP_PRODUCT)),
            variables,
            pragmas: pragmas(&declarations),
            has_dynamic_shared,
        }
    }
}

/// The `.pragma`s of functions.
fn pragmas(declarations: &[KnownDeclaration<'_>]) -> Vec<(String, String)> {
    let of_function = |declaration: &KnownDeclaration<'_>| {
        let read = declaration.source.functions.first().map(|function| function.name.as_str());
        let name = read.or(declaration.unread_kernel).unwrap_or_default().to_owned();
        declaration.pragmas.iter().map(move |text| (name.clone(), (*text).to_owned())).collect::<Vec<_>>()
    };
    declarations.iter().flat_map(of_function).collect()
}

/// Returns true for a variable in global or constant memory, unless the compiler made it up, as for the text of a `printf`.
fn is_of_module(variable: &VariableDeclaration) -> bool {
    matches!(variable.space, Space::Global | Space::Const) && !variable.name.starts_with('$')
}

fn parameters(function: &PtxFunction) -> Vec<PtxParameter> {
    let mut end = 0_usize;
    let place = |parameter: &VariableDeclaration| {
        let offset = usize::try_from(parameter.align).map_or(end, |align| end.next_multiple_of(align.max(1)));
        let bytes = parameter.bytes as usize;
        end = offset + bytes;
        PtxParameter { offset, bytes }
    };
    function.params.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_are_read_with_their_parameters() {
        let ptx = "
            .version 8.8
            .target sm_90
            .address_size 64
            .file 1 \"a {.entry no(.cu\"
            // .entry no()
            /* .entry no() */
            .visible .entry one() { ret; }
            .weak .entry _Z3twoPiS_(
                .param .u64 .ptr .align 1 _Z3twoPiS__param_0,
                .param .align 8 .b8 _Z3twoPiS__param_1[24],
                .param .u8 c, .param .f32 d, .param .b16 e, .param .bf16 f, .param .f16x2 g)
            .maxntid 256, 1, 1
            .minnctapersm 2
            {
                { .reg .b32 %r; }
                ret;
            }
            .visible .entry odd(.param .texref t) { ret; }
            .visible .entry declared(.param .u32 n);
            .visible .entry bare { ret; }";
        let found = PtxDeclarations::read(ptx).kernels;
        let names: Vec<&str> = found.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["one", "_Z3twoPiS_", "odd", "bare"]);
        let places: Vec<Option<Vec<(usize, usize)>>> = found
            .iter()
            .map(|kernel| Some(kernel.parameters.as_ref()?.iter().map(|one| (one.offset, one.bytes)).collect()))
            .collect();
        let two = vec![(0, 8), (8, 24), (32, 1), (36, 4), (40, 2), (42, 2), (44, 4)];
        assert_eq!(places, [Some(vec![]), Some(two), None, Some(vec![])]);
    }

    #[test]
    fn a_kernel_uses_the_variables_that_its_code_or_a_function_names() {
        let ptx = "
            .global .align 4 .u32 counter;
            .visible .global .align 4 .b8 table[8] = {1, 0, 0, 0, 2};
            .const .align 4 .b8 taps[12];
            .global .align 1 .b8 $str[9] = {104, 101};
            .global .align 4 .u32 unused = 5;
            .func (.param .b32 r) helper(.param .b32 p) { ld.const.u32 %r1, [taps+4]; ret; }
            .extern .func vprintf;
            .section .debug_str { .b8 99 }
            .entry a() { atom.global.add.u32 %r1, [counter], 1; ret; }
            .entry b() { mov.u64 %rd1, table; mov.u64 %rd2, $str; ret; }
            .entry c() { .shared .b8 counter_of_mine[4]; ret; }";
        let found = PtxDeclarations::read(ptx);
        let used: Vec<Vec<&str>> =
            found.kernels.iter().map(|entry| entry.variables.iter().map(String::as_str).collect()).collect();
        assert_eq!(used, [vec!["counter", "taps"], vec!["table", "taps"], vec!["taps"]]);
        assert_eq!(found.variables.iter().collect::<Vec<_>>(), ["counter", "table", "taps", "unused"]);
    }

    #[test]
    fn pragmas_have_their_functions() {
        let ptx = ".func (.param .b32 x) f() { .pragma \"nounroll\"; ret; } // .pragma \"not\";
            .entry k(.param .texref t) { { .pragma \"a 1 2\"; } ret; }";
        let expected = [("f", "nounroll"), ("k", "a 1 2")];
        let expected = expected.map(|(function, text)| (function.to_owned(), text.to_owned()));
        assert_eq!(PtxDeclarations::read(ptx).pragmas, expected);
    }

    #[test]
    fn text_that_is_not_ptx_has_no_kernels() {
        assert!(PtxDeclarations::read("\"").exceeds_code, "nothing of it is known");
        for text in ["", "int main() {}", ".entry", ".entry f(", ".entry f() {", "\"", "/*", "é.entry", "}}}{"] {
            assert!(PtxDeclarations::read(text).kernels.len() <= 1, "{text}");
        }
        assert_eq!(PtxDeclarations::read("int main() {}"), PtxDeclarations::default());
    }
}
