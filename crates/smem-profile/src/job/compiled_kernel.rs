//! The kernels that a compiler made of a file, by their names in PTX: the instances of templates among them, which a text may not name.

use smem_cuda::Scalar;
use smem_launch::{parts_outside_brackets, readable_name};
use smem_ptx::PtxDeclarations;
use smem_sim::{without_parameters, without_template_arguments};

use super::guess::{GuessScale, GuessedLaunch};
use super::guessed_value::{GuessedSizes, largest, zeros};
use super::written::element;

/// Dynamic shared memory of a guessed launch: as much as any kernel may have without asking for it.
const DYNAMIC_BYTES: u32 = 48 << 10;

/// Blocks that a kernel may have whose text is not known, besides the first guess.
const OTHER_BLOCKS: [[u32; 3]; 5] = [[32, 1, 1], [128, 1, 1], [64, 1, 1], [512, 1, 1], [32, 8, 1]];

/// A kernel of a compiled file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct CompiledKernel {
    /// As C++ has it, with the types of its parameters: `ns::k<float, 256>(float*, int)`.
    pub(super) name: String,
    /// The bytes of each parameter; empty where they are not known.
    pub(super) bytes: Vec<u64>,
    /// The threads of a block, where the kernel has a bound of them.
    pub(super) block: Option<[u32; 3]>,
    /// Whether the file has dynamic shared memory.
    pub(super) is_dynamic: bool,
}

impl CompiledKernel {
    /// Returns the kernels of PTX, in order.
    pub(super) fn all(ptx: &str) -> Vec<CompiledKernel> {
        let declarations = PtxDeclarations::read(ptx);
        let is_block = |block: &[u32; 3]| (1..=1024).contains(&block.iter().product::<u32>());
        let compiled = declarations.kernels.into_iter().map(|kernel| CompiledKernel {
            name: readable_name(&kernel.name),
            bytes: kernel.parameters.iter().flatten().map(|parameter| parameter.bytes as u64).collect(),
            block: kernel.block.filter(is_block),
            is_dynamic: declarations.has_dynamic_shared,
        });
        compiled.collect()
    }

    /// The name with its namespaces, without arguments: `ns::k`.
    pub(super) fn path(&self) -> &str {
        without_template_arguments(&self.name)
    }

    /// The arguments of its template.
    pub(super) fn template_arguments(&self) -> Vec<&str> {
        let list = without_parameters(&self.name)[self.path().len()..].strip_prefix('<');
        list.and_then(|list| list.strip_suffix('>')).map_or(Vec::new(), parts)
    }

    /// The types of its parameters; empty where the name does not say them, as of `extern "C"`.
    pub(super) fn types(&self) -> Vec<&str> {
        let list = self.name[without_parameters(&self.name).len()..].strip_prefix('(');
        list.and_then(|list| list.strip_suffix(')')).map_or(Vec::new(), parts)
    }

    /// Whether a user or a launch may mean it by a name, `k` or `ns::k<float>`: by its path alone.
    pub(super) fn is_of(&self, name: &str) -> bool {
        let base = name.split(['<', '(']).next().unwrap_or(name).trim().trim_start_matches("::");
        let path = self.path();
        path == base || path.strip_suffix(base).is_some_and(|around| around.ends_with("::"))
    }

    /// How far the arguments of a template agree with those of a name: those that both spell as numbers or types, and differ, count against it.
    pub(super) fn agreement(&self, wanted: &[String]) -> i32 {
        let pairs = wanted.iter().zip(self.template_arguments());
        pairs.map(|(wanted, own)| agreement_of(&plain(wanted), &plain(own))).sum()
    }

    /// How far the types of its parameters agree with others, of which some are known: whether it is a pointer, and the type of the number.
    pub(super) fn agreement_of_types(&self, wanted: &[(bool, Option<Scalar>)]) -> i32 {
        let pairs = wanted.iter().zip(self.types());
        let of_pair = |((is_pointer, scalar), own): (&(bool, Option<Scalar>), &str)| {
            let pointee = own.strip_suffix('*');
            let own_scalar = Scalar::of_cuda(pointee.unwrap_or(own));
            match (*is_pointer == pointee.is_some(), scalar.zip(own_scalar)) {
                (false, _) => -4,
                (true, Some((wanted, own))) if wanted != own => -4,
                (true, Some(_)) => 1,
                (true, None) => 0,
            }
        };
        pairs.map(of_pair).sum()
    }

    /// Guesses a launch by the types of its parameters alone.
    pub(super) fn guessed(&self, scale: GuessScale) -> GuessedLaunch {
        let size = scale.size.unwrap_or(1024);
        let sizes = GuessedSizes { size, elements: scale.factor.saturating_mul(1024), rank: 2 };
        let args = self.guessed_arguments(size, sizes.elements);
        GuessedLaunch {
            grid: [4, 1, 1],
            block: scale.block.unwrap_or([256, 1, 1]),
            shared: scale.shared.unwrap_or(0),
            args,
            sizes,
            other_blocks: OTHER_BLOCKS.to_vec(),
        }
    }

    /// The launch with the block that the kernel is bound to, and with dynamic shared memory if there is some.
    pub(super) fn bounding(&self, launch: GuessedLaunch) -> GuessedLaunch {
        let shared = launch.shared.max(if self.is_dynamic { DYNAMIC_BYTES } else { 0 });
        // A bound is the block.
        let other_blocks = if self.block.is_some() { Vec::new() } else { launch.other_blocks };
        GuessedLaunch { block: self.block.unwrap_or(launch.block), shared, other_blocks, ..launch }
    }

    /// Arguments of a guessed launch, by the types of its parameters and their bytes.
    fn guessed_arguments(&self, size: u32, elements: u64) -> Vec<String> {
        let types = self.types();
        let argument = |at: usize| {
            let (of, bytes) = (types.get(at).copied(), self.bytes.get(at).copied());
            guessed(at, of, bytes, size, elements)
        };
        (0..types.len().max(self.bytes.len())).map(argument).collect()
    }
}

fn guessed(at: usize, of: Option<&str>, bytes: Option<u64>, size: u32, elements: u64) -> String {
    let name = format!("argument{}", at + 1);
    let of = of.unwrap_or(if bytes == Some(8) { "void*" } else { "" });
    if let Some(pointee) = of.strip_suffix('*') {
        let scalar = Scalar::of_cuda(pointee);
        let is_read = pointee.trim_end().ends_with("const") && scalar.is_some_and(Scalar::is_float);
        return match scalar {
            Some(scalar) => {
                let contents = if is_read { "=random" } else { "" };
                format!("{name}:{}[{elements}]{contents}", element(scalar))
            }
            None => format!("{name}:u8[{}]", 16 * elements),
        };
    }
    match Scalar::of_cuda(of) {
        Some(Scalar::Bool) => "bool:true".to_owned(),
        Some(scalar) if scalar.is_float() => format!("{}:1.0", element(scalar)),
        Some(scalar) => {
            format!("{}:{}", element(scalar), size.min(largest(scalar)))
        }
        None => match bytes {
            Some(4) if of.is_empty() => format!("i32:{size}"),
            _ => zeros(bytes.unwrap_or(16)),
        },
    }
}

fn agreement_of(wanted: &str, own: &str) -> i32 {
    let is_literal = |text: &str| text.starts_with(|mark: char| mark.is_ascii_digit() || mark == '-');
    let is_known = |text: &str| is_literal(text) || matches!(text, "true" | "false") || Scalar::of_cuda(text).is_some();
    match wanted == own {
        true => 2,
        false if is_known(wanted) && is_known(own) => -4,
        false => 0,
    }
}

/// An argument of a template without spaces, casts of numbers and suffixes.
fn plain(argument: &str) -> String {
    let argument = argument.trim();
    let value = match argument.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((_, value)) if value.starts_with(|mark: char| mark.is_ascii_digit() || mark == '-') => value,
        _ => argument,
    };
    match value.starts_with(|mark: char| mark.is_ascii_digit()) {
        true => value.trim_end_matches(|mark: char| "uUlL".contains(mark)).to_owned(),
        false => value.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// The parts of a list, between commas outside of brackets.
fn parts(list: &str) -> Vec<&str> {
    parts_outside_brackets(list).into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel(name: &str, bytes: &[u64]) -> CompiledKernel {
        CompiledKernel { name: name.to_owned(), bytes: bytes.to_vec(), ..CompiledKernel::default() }
    }

    #[test]
    fn a_name_has_a_path_arguments_and_types() {
        let own = kernel(
            "ns::k<float, 256u, ns::Pair<int, (ns::Kind)2> >(float const*, ns::Pair<int, (ns::Kind)2>, int)",
            &[],
        );
        assert_eq!(own.path(), "ns::k");
        assert_eq!(own.template_arguments(), ["float", "256u", "ns::Pair<int, (ns::Kind)2>"]);
        assert_eq!(own.types(), ["float const*", "ns::Pair<int, (ns::Kind)2>", "int"]);
        assert!(own.is_of("k") && own.is_of("ns::k<float>") && own.is_of("::ns::k") && !own.is_of("s::k"));
        let plain = kernel("plain", &[8, 4]);
        assert_eq!((plain.path(), plain.template_arguments().len(), plain.types().len()), ("plain", 0, 0));
    }

    #[test]
    fn numbers_and_types_of_a_template_tell_instances_apart() {
        let [wide, narrow] = [kernel("k<float, 256u>(float*)", &[]), kernel("k<float, 32u>(float*)", &[])];
        let wanted = ["T".to_owned(), "256".to_owned()];
        assert!(wide.agreement(&wanted) > narrow.agreement(&wanted));
        let float = [(true, Some(Scalar::F32))];
        assert!(wide.agreement_of_types(&float) > kernel("k<int, 256u>(int*)", &[]).agreement_of_types(&float));
        assert!(wide.agreement_of_types(&float) > kernel("k(float)", &[]).agreement_of_types(&float));
    }

    #[test]
    fn arguments_are_guessed_by_types_and_bytes() {
        let own = kernel("k(float const*, Pair*, Pair, int, bool, __half, Params)", &[8, 8, 8, 4, 1, 2, 1280]);
        let expected = [
            "argument1:f32[64]=random",
            "argument2:u8[1024]",
            "bytes:0000000000000000",
            "i32:16",
            "bool:true",
            "f16:1.0",
            "struct[1280,16]{}",
        ];
        assert_eq!(own.guessed_arguments(16, 64), expected);
        assert_eq!(kernel("plain", &[8, 4]).guessed_arguments(16, 64), ["argument1:u8[1024]", "i32:16"]);
    }

    #[test]
    fn kernels_of_ptx_have_their_bytes_and_bounds() {
        let ptx = ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry _Z1kIfLi4EEvPT_i(\n\t.param .u64 a,\n\t.param .u32 b\n)\n.maxntid 128, 2, 1\n{\nret;\n}\n.visible .entry plain()\n{\nret;\n}\n";
        let all = CompiledKernel::all(ptx);
        assert_eq!(all[0], CompiledKernel { block: Some([128, 2, 1]), ..kernel("k<float, 4>(float*, int)", &[8, 4]) });
        assert_eq!(all[1], kernel("plain", &[]));
    }
}
