//! Arguments without a type, which take that of the kernel's parameter: `128`, `n=128`, `in=[1024]=random`, `view={n=128, data=&in}`.

use std::collections::{BTreeMap, BTreeSet};

use smem_cuda::{CudaKernel, CudaText, KernelParameter, Scalar, ValueType};
use smem_launch::{Error as LaunchError, LaunchArg, WrittenArg};

use super::struct_args;
use super::written::element;
use crate::error::Error;

/// A kernel whose parameters are known, in an instance of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct TypedKernel<'a> {
    pub(super) text: &'a CudaText,
    pub(super) kernel: &'a CudaKernel,
    /// The name with the arguments of its template.
    pub(super) instance: &'a str,
    /// Names that buffers of other launches have.
    pub(super) taken: &'a BTreeSet<String>,
    /// The bytes of parameters by their numbers, as far as the compiler has laid them out.
    pub(super) compiled_bytes: &'a BTreeMap<usize, u64>,
    /// The types of elements of buffers that the caller holds.
    pub(super) elements: &'a BTreeMap<String, String>,
}

/// For a kernel whose buffers may have any name.
const NONE_TAKEN: &BTreeSet<String> = &BTreeSet::new();
/// For a kernel that is not compiled yet.
const NONE_COMPILED: &BTreeMap<usize, u64> = &BTreeMap::new();
/// For a kernel without buffers of the caller's.
const NONE_HELD: &BTreeMap<String, String> = &BTreeMap::new();

impl<'a> TypedKernel<'a> {
    /// A kernel that is launched by itself.
    pub(super) fn new(text: &'a CudaText, kernel: &'a CudaKernel, instance: &'a str) -> TypedKernel<'a> {
        TypedKernel { text, kernel, instance, taken: NONE_TAKEN, compiled_bytes: NONE_COMPILED, elements: NONE_HELD }
    }

    /// The arguments in the order of the parameters, read as their types.
    ///
    /// # Errors
    /// A sentence where an argument is not of its parameter's type, names a parameter that another has, or leaves others without a value.
    pub(super) fn typed(&self, args: &[String]) -> Result<Vec<LaunchArg>, Error> {
        let parameters = self.kernel.parameters();
        let mut slots: Vec<Option<LaunchArg>> = vec![None; parameters.len()];
        let mut others = Vec::new();
        for arg in args {
            let Some((at, value)) = self.named(arg) else {
                others.push(arg);
                continue;
            };
            if slots[at].replace(self.argument(at, arg, value)?).is_some() {
                return Err(Error::Input(format!("`{}` has two arguments", parameters[at].name())));
            }
        }
        let has_names = others.len() < args.len();
        let mut others = others.into_iter();
        for (at, slot) in slots.iter_mut().enumerate().filter(|(_, slot)| slot.is_none()) {
            let read =
                |arg: &String| self.argument(at, arg, arg).map_err(|error| self.unknown_name(arg).unwrap_or(error));
            *slot = others.next().map(read).transpose()?;
        }
        let missing: Vec<String> =
            parameters.iter().zip(&slots).filter(|(_, slot)| slot.is_none()).map(|(own, _)| shown(own)).collect();
        if has_names && !missing.is_empty() {
            return Err(Error::Input(format!(
                "no argument is given for {} of `{}`",
                missing.join(", "),
                self.instance
            )));
        }
        // Too few in their order is said by the launch, which knows what the compiler made of them; so is too many with types, which a pack may take.
        let further = untyped(others.clone())
            .ok()
            .filter(|_| !others.clone().any(|arg| is_number(arg)))
            .map_or_else(|| Err(self.too_many(args)), Ok)?;
        Ok(slots.into_iter().flatten().chain(further).collect())
    }

    /// The mistake of an argument with a name that no parameter has.
    fn unknown_name(&self, arg: &str) -> Option<Error> {
        let (name, _) = arg.split_once('=')?;
        let is_name = name.trim().chars().all(|mark| mark.is_alphanumeric() || mark == '_');
        let error =
            || format!("`{}` has no parameter `{}`: it has {}", self.instance, name.trim(), self.all_parameters());
        is_name.then(|| Error::Input(error()))
    }

    /// The mistake of too many arguments, the last of which have no type.
    fn too_many(&self, args: &[String]) -> Error {
        let (takes, given) = (self.kernel.parameters().len(), args.len());
        Error::Input(format!(
            "`{}` takes {takes} arguments, not {given}: it has {}",
            self.instance,
            self.all_parameters()
        ))
    }

    fn all_parameters(&self) -> String {
        let all: Vec<String> = self.kernel.parameters().iter().map(shown).collect();
        if all.is_empty() { "none".to_owned() } else { all.join(", ") }
    }

    /// Reads an argument, all of it or what is after its name, as the type of a parameter.
    fn argument(&self, at: usize, arg: &str, value: &str) -> Result<LaunchArg, Error> {
        self.value(at, &WrittenArg::new(arg), value).map_err(|error| Error::Input(error.to_string()))
    }

    /// The parameter that an argument names, and the rest of it: `n=128`.
    fn named<'t>(&self, arg: &'t str) -> Option<(usize, &'t str)> {
        let (name, value) = arg.split_once('=')?;
        let name = name.trim();
        let at = self.kernel.parameters().iter().position(|own| !name.is_empty() && own.name() == name)?;
        Some((at, value.trim()))
    }

    /// Reads the value of a parameter as its type; one that has a type of its own is read as that.
    fn value(&self, at: usize, arg: &WrittenArg<'_>, value: &str) -> Result<LaunchArg, LaunchError> {
        if struct_args::is_written(value) {
            return self.structure(at, arg, value);
        }
        let (parameter, value) = (&self.kernel.parameters()[at], value.trim());
        match self.text.parameter_scalar(self.kernel, self.instance, parameter) {
            scalar if parameter.is_pointer() => {
                self.check_elements(scalar, parameter, value).map_err(|why| arg.error(why))?;
                self.buffer(at, arg, value)
            }
            Some(Scalar::Bool) if matches!(value, "true" | "false" | "0" | "1") => arg.number("bool", value),
            Some(scalar) if is_number(value) || scalar.is_float() && is_not_finite(value) => {
                arg.number(element(scalar), value)
            }
            _ => arg.read(value),
        }
    }

    /// Reads a struct or a buffer of structs, written by the names of their fields.
    pub(super) fn structure(&self, at: usize, arg: &WrittenArg<'_>, value: &str) -> Result<LaunchArg, LaunchError> {
        let Some(parameter) = self.kernel.parameters().get(at) else {
            let count = self.kernel.parameters().len();
            return Err(arg.error(format!("`{}` takes {count} arguments", self.instance)));
        };
        let is_buffer = value.trim_start().starts_with('[');
        Err(arg.error(match self.text.parameter_type(self.kernel, self.instance, parameter) {
            Some(ValueType::Struct(own)) if is_buffer && parameter.is_pointer() => {
                return struct_args::buffer(arg, value, &own, &self.buffer_name(at));
            }
            Some(ValueType::Struct(own)) if !is_buffer && !parameter.is_pointer() => {
                return struct_args::by_value(arg, value, &own, &self.buffer_name(at));
            }
            Some(ValueType::Struct(_)) if is_buffer => {
                format!("{} takes one struct by value: `{{..}}`", shown(parameter))
            }
            Some(ValueType::Struct(_)) => {
                format!("{} is a pointer: `[{{..}}, {{..}}]` is a buffer of structs", shown(parameter))
            }
            Some(_) => format!("{} is not a struct", shown(parameter)),
            None => format!(
                "the fields of `{}` are not known: its text is not in the file or in its own headers, or it has a base class or bit fields\n\
                 help: give them by byte offset, `struct[8,4]{{0=i32:1, 4=f32:2}}` of 8 bytes aligned to 4",
                parameter.type_name().trim_end_matches('*').trim_start_matches("const ").trim()
            ),
        }))
    }

    /// Refuses a buffer of the caller's whose elements are of another type; bytes are of any.
    fn check_elements(&self, scalar: Option<Scalar>, parameter: &KernelParameter, value: &str) -> Result<(), String> {
        let held = value.split('+').next().and_then(|name| self.elements.get(name.trim()));
        let (Some(scalar), Some(held)) = (scalar, held) else { return Ok(()) };
        let (own, bytes) = (element(scalar), scalar.bytes());
        // Integers of 16 bits may hold a type that the caller lacks.
        let is_alike = scalar.is_float() == held.starts_with('f') || bytes == 2;
        if bytes == 1 || is_alike && held.ends_with(&(8 * bytes).to_string()) {
            return Ok(());
        }
        Err(format!(
            "{} points to elements of `{own}`, and not of `{held}`: convert them, or pass their bytes as `u8`",
            shown(parameter)
        ))
    }

    /// Reads a buffer with the parameter's name and type: `[1024]=random`, `f32[1024]` or `1024`.
    fn buffer(&self, at: usize, arg: &WrittenArg<'_>, value: &str) -> Result<LaunchArg, LaunchError> {
        let parameter = &self.kernel.parameters()[at];
        let is_length = !value.is_empty() && value.bytes().all(|mark| mark.is_ascii_digit());
        let (kind, contents) = match value.find('[') {
            None if is_length => ("", value),
            Some(end) if value[..end].chars().all(char::is_alphanumeric) => value.split_at(end),
            _ => return arg.read(value),
        };
        let scalar = self.text.parameter_scalar(self.kernel, self.instance, parameter).map(element);
        // Of another type the bytes: those of so many elements.
        let bytes = || Some(("u8", self.text.parameter_bytes(self.kernel, self.instance, parameter)?));
        let own = if kind.is_empty() { scalar.map(|name| (name, 1)).or_else(bytes) } else { Some((kind, 1)) };
        match own {
            Some(own) => arg.buffer(&self.buffer_name(at), own, contents),
            None => Err(arg.error(format!(
                "the size of what {} points to is not known: give bytes, `u8[4096]`",
                shown(parameter)
            ))),
        }
    }

    /// The name of a parameter's buffer, which no other launch has; one without a name has its number.
    pub(super) fn buffer_name(&self, at: usize) -> String {
        let name = match self.kernel.parameters()[at].name() {
            "" => format!("argument{}", at + 1),
            name => name.to_owned(),
        };
        own_name(name, self.taken)
    }
}

/// Reads arguments that say their types.
///
/// # Errors
/// A sentence about the argument that is wrong.
pub(super) fn untyped<'t>(args: impl IntoIterator<Item = &'t String>) -> Result<Vec<LaunchArg>, Error> {
    let read = |arg: &String| arg.parse().map_err(|error: LaunchError| Error::Input(error.to_string()));
    args.into_iter().map(read).collect()
}

/// A name that is not taken: the one that is asked for, or that with a number.
pub(super) fn own_name(wanted: String, taken: &BTreeSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{wanted}_{number}"));
    std::iter::once(wanted.clone()).chain(numbered).find(|name| is_free(name, taken)).unwrap_or(wanted)
}

/// Returns true for a name that no buffer has. A texture has texels of its own.
pub(super) fn is_free(name: &str, taken: &BTreeSet<String>) -> bool {
    !taken.contains(name) && !taken.contains(&format!("texels of {name}"))
}

/// A parameter as it is declared: `` `float* out` ``.
pub(super) fn shown(parameter: &KernelParameter) -> String {
    format!("`{}`", [parameter.type_name(), parameter.name()].join(" ").trim_end())
}

/// Whether a text is an infinity or NaN, as Python and Rust write them.
fn is_not_finite(text: &str) -> bool {
    matches!(text.trim_start_matches(['-', '+']), "inf" | "nan")
}

fn is_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['-', '+']);
    digits.starts_with(|mark: char| mark.is_ascii_digit() || mark == '.') && !digits.contains([':', '[', ','])
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "struct Pair { int a; float b; };
template <class T, int N> __global__ void k(T* out, const Pair* pairs, unsigned long long n, float by, bool is, Pair one) {}";

    fn typed(args: &[&str]) -> Result<Vec<LaunchArg>, String> {
        typed_beside(args, NONE_TAKEN)
    }

    fn typed_beside(args: &[&str], taken: &BTreeSet<String>) -> Result<Vec<LaunchArg>, String> {
        let text = CudaText::parse(TEXT);
        let kernel = &text.kernels()[0];
        let args: Vec<String> = args.iter().map(ToString::to_string).collect();
        let kernel = TypedKernel { taken, ..TypedKernel::new(&text, kernel, "k<double, 4>") };
        kernel.typed(&args).map_err(|error| error.to_string())
    }

    fn read(args: &[&str]) -> Result<Vec<LaunchArg>, String> {
        args.iter().map(|arg| arg.parse().map_err(|error: LaunchError| error.to_string())).collect()
    }

    #[test]
    fn numbers_and_buffers_take_the_types_of_the_parameters() {
        let args = ["64", "[8]=iota", "1_000", "-.5", "true", "bytes:0000000000000000"];
        let expected =
            ["out:f64[64]", "pairs:u8[64]=iota", "u64:1_000", "f32:-.5", "bool:true", "bytes:0000000000000000"];
        assert_eq!(typed(&args), read(&expected));
    }

    #[test]
    fn arguments_by_name_are_put_in_their_order_and_others_fill_the_rest() {
        let args = ["by=2", "n=3", "pairs=null", "out=f32[16]=random", "1", "bytes:00"];
        let expected = ["out:f32[16]=random", "null", "u64:3", "f32:2", "bool:1", "bytes:00"];
        assert_eq!(typed(&args), read(&expected));
        assert_eq!(typed(&["n=3", "n=4"]).unwrap_err(), "`n` has two arguments");
        let missing =
            "no argument is given for `const Pair* pairs`, `float by`, `bool is`, `Pair one` of `k<double, 4>`";
        assert_eq!(typed(&["n=3", "out=4"]).unwrap_err(), missing);
    }

    #[test]
    fn what_has_a_type_stays_as_it_is() {
        let args =
            ["in:f32[1024]=random", "in+64", "u32:7", "f32:1.0,2.0", "image:tex2D:u8x4[64x48]=random", "null", "more"];
        assert_eq!(typed(&args), read(&args));
    }

    #[test]
    fn a_mistake_quotes_the_argument_as_it_is_written() {
        for (arg, message) in [
            ("n=-1", "argument `n=-1`: this is not a value of `u64`"),
            ("one={a=1, c=2}", "argument `one={a=1, c=2}`: there is no field `c`: there are `a`, `b`"),
            ("out=[x]", "argument `out=[x]`: `x` is not a number of elements"),
            ("out=[4]=2,3", "argument `out=[4]=2,3`: there are 2 values, and the length is 4"),
            ("pairs={a=1}", "argument `pairs={a=1}`: `const Pair* pairs` is a pointer"),
            ("m=3", "`k<double, 4>` has no parameter `m`: it has `T* out`, `const Pair* pairs`"),
        ] {
            let error = typed(&[arg]).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
        let many = typed(&["4", "4", "1", "inf", "true", "{}", "7"]).unwrap_err();
        assert!(many.starts_with("`k<double, 4>` takes 6 arguments, not 7: it has `T* out`"), "{many}");
    }

    #[test]
    fn elements_of_another_type_are_refused_and_bytes_are_of_any() {
        let text = CudaText::parse("__global__ void k(float* a, __half* h, unsigned* n, char* c, float4* v) {}");
        let kernel = &text.kernels()[0];
        let check = |arg: &str, held: &str| {
            let elements = [("b".to_owned(), held.to_owned())].into();
            let kernel = TypedKernel { elements: &elements, ..TypedKernel::new(&text, kernel, "k") };
            let args =
                ["a", "h", "n", "c", "v"].map(|name| format!("{name}={}", if name == arg { "b+4" } else { "null" }));
            kernel.typed(&args).map(drop).map_err(|error| error.to_string())
        };
        for (arg, held) in [("a", "f32"), ("h", "f16"), ("h", "u16"), ("n", "i32"), ("c", "f64"), ("v", "f64")] {
            assert_eq!(check(arg, held), Ok(()), "{arg} {held}");
        }
        for (arg, held) in [("a", "f64"), ("a", "i32"), ("h", "f32"), ("n", "i64"), ("n", "f32")] {
            let error = check(arg, held).unwrap_err();
            assert!(error.contains("points to elements of") && error.contains(held), "{error}");
        }
    }

    #[test]
    fn a_buffer_has_a_name_that_no_other_launch_has() {
        let taken = ["out", "pairs", "pairs_2"].map(str::to_owned).into();
        let expected = ["out_2:f64[4]", "pairs_3:struct[8,4][2]{0=i32:1}{}"];
        assert_eq!(typed_beside(&["4", "[{1}, {}]"], &taken), read(&expected));
    }
}
