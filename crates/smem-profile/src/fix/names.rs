//! The linker's names of kernels and variables: functions, arguments of templates.

use smem_cuda::{SharedDeclaration, template_arguments};
use smem_launch::readable_name;
use smem_sim::Module;

/// `k` of `_ZN2ns1kIfEvPT_`.
pub(crate) fn function_of(entry: &str) -> String {
    last_of_path(&readable_name(entry))
}

/// Returns the name of a kernel in another compilation of its source: in a namespace without a name it has a number of the text.
pub(crate) fn entry_of<'m>(module: &'m Module, entry: &str) -> Option<&'m str> {
    let same =
        |other: &&str| *other == entry || other.contains(NAMELESS) && readable_name(other) == readable_name(entry);
    let found: Vec<&str> = module.kernels().filter(same).collect();
    found.iter().find(|other| **other == entry).or(found.first()).copied()
}

/// The beginning of the compiler's names for namespaces without one.
const NAMELESS: &str = "_GLOBAL__N_";

/// `transpose` of `void (anonymous namespace)::transpose<1>(float*)`.
fn last_of_path(function: &str) -> String {
    let path = function.replace("(anonymous namespace)", "");
    let path = path.split(['(', '<']).next().unwrap_or_default();
    path.rsplit([':', ' ']).next().unwrap_or_default().to_owned()
}

/// The type of an element: of a parameter of the template what the linker name has for it.
pub(crate) fn element(declaration: &SharedDeclaration, symbol: &str) -> String {
    let written = &declaration.element;
    let given = || {
        let number = declaration.parameters.iter().position(|parameter| parameter == written)?;
        given_arguments(declaration, symbol)?.get(number).cloned()
    };
    given().unwrap_or_else(|| written.clone())
}

/// Returns the arguments of the template that declares a variable, of the variable's linker name or of the kernel's; none where it is not a
/// template, or no name says them.
pub(crate) fn arguments(declaration: &SharedDeclaration, symbol: &str, entry: &str) -> Vec<String> {
    let given = || given_arguments(declaration, symbol).or_else(|| given_arguments(declaration, entry));
    if declaration.parameters.is_empty() { Vec::new() } else { given().unwrap_or_default() }
}

/// `float` and `32` of `many<float, 32>(float const*)::tile`.
fn given_arguments(declaration: &SharedDeclaration, symbol: &str) -> Option<Vec<String>> {
    let readable = readable_name(symbol);
    let function = declaration.function.as_deref()?;
    let open = readable.find(&format!("{function}<"))? + function.len();
    // Of a variable without what follows `::`.
    let scope = if symbol.starts_with("_ZZ") { &readable[..readable.rfind("::")?] } else { &readable[..] };
    let close = scope.rfind(">(")?;
    Some(template_arguments(&format!("{function}{}", readable.get(open..=close)?)))
}

/// The name of a variable in the source, of its linker name.
pub(crate) struct LocalName {
    pub(crate) name: String,
    /// The function that it is declared in.
    pub(crate) function: Option<String>,
    /// Of several of this name in the function, from 0.
    pub(crate) number: usize,
}

impl LocalName {
    /// `tile` in `transpose`, of `_ZZ9transposeILi1EEvPfPKfiE4tile`.
    pub(crate) fn of(symbol: &str) -> LocalName {
        // The compiler numbers those of one name in a function: `_ZZ3twoPiE5small_0`.
        let readable = readable_name(symbol);
        let suffix = symbol.rsplit_once('_').and_then(|(_, number)| number.parse::<usize>().ok());
        let is_of_name = |number: &usize| readable.ends_with(&format!("_{number}"));
        let number = suffix.filter(|number| !is_of_name(number)).map_or(0, |number| number + 1);
        let Some((function, name)) = readable.rsplit_once("::") else {
            return LocalName { name: readable, function: None, number };
        };
        // In a namespace it is not a function.
        let function = Some(last_of_path(function)).filter(|_| symbol.starts_with("_ZZ"));
        let name = name.split([' ', '(']).next().unwrap_or(name).to_string();
        LocalName { name, function, number }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smem_cuda::CudaText;

    #[test]
    fn elements_of_a_template_are_those_of_its_instance() {
        let text = "template <typename T, int N> __global__ void many(const T* in) { __shared__ T a[N]; __shared__ int b[N]; }";
        let declared = CudaText::parse(text).shared_declarations();
        assert_eq!(element(&declared[0], "_ZZ4manyIfLi32EEvPKT_E1a"), "float");
        assert_eq!(element(&declared[1], "_ZZ4manyIfLi32EEvPKT_E1b"), "int");
        assert_eq!(element(&declared[0], "a"), "T");
        assert_eq!(element(&declared[0], "_Z4manyIdLi32EEvPKT_"), "double");
    }

    #[test]
    fn linker_names_say_which_function_a_variable_is_in() {
        let local = |symbol: &str| {
            let LocalName { name, function, number } = LocalName::of(symbol);
            (name, function.unwrap_or_default(), number)
        };
        let expected = |name: &str, function: &str, number| (name.to_string(), function.to_string(), number);
        assert_eq!(local("_ZZ9transposeILi1EEvPfPKfiE4tile"), expected("tile", "transpose", 0));
        assert_eq!(local("_ZZ3twoPiE5small_0"), expected("small", "two", 1));
        assert_eq!(local("_ZZ3twoPiE5small"), expected("small", "two", 0));
        assert_eq!(local("_ZZN2ns3runEvE1s"), expected("s", "run", 0));
        assert_eq!(local("global_tile"), expected("global_tile", "", 0));
        assert_eq!(local("_ZN2ns5tilesE"), expected("tiles", "", 0));
        assert_eq!(local("_ZZN12_GLOBAL__N_11kILi8EEEvPfE4tile"), expected("tile", "k", 0));
        // `extern "C"` and a name that ends in a number.
        assert_eq!(local("_ZZ1kE3a_0"), expected("a_0", "k", 0));
    }
}
