//! Arguments without a type, which take that of the kernel's parameter: `128`, `n=128`, `in=[1024]=random`, `view={n=128, data=&in}`.

use smem_cuda::{CudaKernel, CudaText, KernelParameter, Scalar, ValueType};

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
}

impl<'a> TypedKernel<'a> {
    /// The arguments in the order of the parameters, with types.
    ///
    /// # Errors
    /// A sentence where an argument names a parameter that another has, or where one that is named leaves others without a value.
    pub(super) fn typed(&self, args: &[String]) -> Result<Vec<String>, Error> {
        let parameters = self.kernel.parameters();
        let mut slots: Vec<Option<String>> = vec![None; parameters.len()];
        let mut others = Vec::new();
        for arg in args {
            let Some((at, value)) = self.named(arg) else {
                others.push(arg);
                continue;
            };
            if slots[at].replace(self.with_type(at, value)?).is_some() {
                return Err(Error::Input(format!("`{}` has two arguments", parameters[at].name())));
            }
        }
        let has_names = others.len() < args.len();
        let mut others = others.into_iter();
        for (at, slot) in slots.iter_mut().enumerate().filter(|(_, slot)| slot.is_none()) {
            *slot = others.next().map(|arg| self.with_type(at, arg)).transpose()?;
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
        // Too many, or too few in their order, is said by the launch, which knows what the compiler made of them.
        Ok(slots.into_iter().flatten().chain(others.cloned()).collect())
    }

    /// The parameter that an argument names, and the rest of it: `n=128`.
    fn named<'t>(&self, arg: &'t str) -> Option<(usize, &'t str)> {
        let (name, value) = arg.split_once('=')?;
        let name = name.trim();
        let at = self.kernel.parameters().iter().position(|own| !name.is_empty() && own.name() == name)?;
        Some((at, value.trim()))
    }

    /// An argument with the type of a parameter; one that has a type of its own stays.
    fn with_type(&self, at: usize, value: &str) -> Result<String, Error> {
        if struct_args::is_written(value) {
            return self.of_struct(at, value).map_err(|why| Error::Input(format!("argument `{value}`: {why}")));
        }
        Ok(self.of_number(at, value))
    }

    /// A struct or a buffer of structs, written by the names of their fields, by the bytes of them.
    pub(super) fn of_struct(&self, at: usize, value: &str) -> Result<String, String> {
        let Some(parameter) = self.kernel.parameters().get(at) else {
            return Err(format!("`{}` takes {} arguments", self.instance, self.kernel.parameters().len()));
        };
        let name = parameter.type_name().trim_end_matches('*').trim_start_matches("const ").trim();
        let is_buffer = value.trim_start().starts_with('[');
        match self.text.parameter_type(self.kernel, self.instance, parameter) {
            Some(ValueType::Struct(own)) if is_buffer && parameter.is_pointer() => {
                struct_args::buffer(value, &own, &self.buffer_name(at))
            }
            Some(ValueType::Struct(own)) if !is_buffer && !parameter.is_pointer() => {
                struct_args::by_value(value, &own, &self.buffer_name(at))
            }
            Some(ValueType::Struct(_)) if is_buffer => {
                Err(format!("{} takes one struct by value: `{{..}}`", shown(parameter)))
            }
            Some(ValueType::Struct(_)) => {
                Err(format!("{} is a pointer: `[{{..}}, {{..}}]` is a buffer of structs", shown(parameter)))
            }
            Some(_) => Err(format!("{} is not a struct", shown(parameter))),
            None => Err(format!(
                "the fields of `{name}` are not known: its text is not in the file or in its own headers, or it has a base class or bit fields\n\
                 help: give them by byte offset, `struct[8,4]{{0=i32:1, 4=f32:2}}` of 8 bytes aligned to 4"
            )),
        }
    }

    fn of_number(&self, at: usize, value: &str) -> String {
        let parameter = &self.kernel.parameters()[at];
        let scalar = self.text.parameter_scalar(self.kernel, self.instance, parameter);
        let value = value.trim();
        match scalar {
            _ if parameter.is_pointer() => self.buffer(at, value),
            Some(Scalar::Bool) if matches!(value, "true" | "false" | "0" | "1") => format!("bool:{value}"),
            Some(scalar) if is_number(value) => format!("{}:{value}", element(scalar)),
            _ => value.to_owned(),
        }
    }

    /// A buffer with the parameter's name and type: `[1024]=random`, `f32[1024]` or `1024`.
    fn buffer(&self, at: usize, value: &str) -> String {
        let parameter = &self.kernel.parameters()[at];
        let digits = value.bytes().take_while(u8::is_ascii_digit).count();
        let value = match &value[digits..] {
            "" if digits > 0 => format!("[{value}]"),
            _ => value.to_owned(),
        };
        let Some((kind, rest)) = value.split_once('[').filter(|(kind, _)| kind.chars().all(char::is_alphanumeric))
        else {
            return value;
        };
        let name = self.buffer_name(at);
        if !kind.is_empty() {
            return format!("{name}:{value}");
        }
        if let Some(scalar) = self.text.parameter_scalar(self.kernel, self.instance, parameter) {
            return format!("{name}:{}[{rest}", element(scalar));
        }
        // Of another type the bytes: those of so many elements.
        let bytes = self.text.parameter_bytes(self.kernel, self.instance, parameter);
        let counted = rest.split_once(']').and_then(|(count, init)| Some((count.trim().parse::<u64>().ok()?, init)));
        match (bytes, counted) {
            (Some(bytes), Some((count, init))) => format!("{name}:u8[{}]{init}", count.saturating_mul(bytes)),
            _ => value,
        }
    }

    /// The name of a parameter's buffer; one without a name has its number.
    pub(super) fn buffer_name(&self, at: usize) -> String {
        match self.kernel.parameters()[at].name() {
            "" => format!("argument{}", at + 1),
            name => name.to_owned(),
        }
    }
}

/// A parameter as it is declared: `` `float* out` ``.
pub(super) fn shown(parameter: &KernelParameter) -> String {
    format!("`{}`", [parameter.type_name(), parameter.name()].join(" ").trim_end())
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

    fn typed(args: &[&str]) -> Result<Vec<String>, String> {
        let text = CudaText::parse(TEXT);
        let kernel = &text.kernels()[0];
        let args: Vec<String> = args.iter().map(ToString::to_string).collect();
        TypedKernel { text: &text, kernel, instance: "k<double, 4>" }.typed(&args).map_err(|error| error.to_string())
    }

    #[test]
    fn numbers_and_buffers_take_the_types_of_the_parameters() {
        let typed = typed(&["64", "[8]=iota", "1_000", "-.5", "true", "bytes:0000000000000000"]);
        let expected =
            ["out:f64[64]", "pairs:u8[64]=iota", "u64:1_000", "f32:-.5", "bool:true", "bytes:0000000000000000"];
        assert_eq!(typed.unwrap(), expected);
    }

    #[test]
    fn arguments_by_name_are_put_in_their_order_and_others_fill_the_rest() {
        let args = ["by=2", "n=3", "pairs=null", "out=f32[16]=random", "1", "bytes:00"];
        let expected = ["out:f32[16]=random", "null", "u64:3", "f32:2", "bool:1", "bytes:00"];
        assert_eq!(typed(&args).unwrap(), expected);
        assert_eq!(typed(&["n=3", "n=4"]).unwrap_err(), "`n` has two arguments");
        let missing =
            "no argument is given for `const Pair* pairs`, `float by`, `bool is`, `Pair one` of `k<double, 4>`";
        assert_eq!(typed(&["n=3", "out=4"]).unwrap_err(), missing);
    }

    #[test]
    fn what_has_a_type_stays_as_it_is() {
        let args =
            ["in:f32[1024]=random", "in+64", "u32:7", "f32:1.0,2.0", "image:tex2D:u8x4[64x48]=random", "null", "more"];
        assert_eq!(typed(&args).unwrap(), args);
    }
}
