//! Structs by the names of their fields, `{n=128, p=&a, scale=0.5}`, read as a launch takes them: by the bytes of their fields.

use smem_cuda::{StructType, ValueType};
use smem_launch::{ArgFields, Error, LaunchArg, WrittenArg, parts_outside_brackets};

use super::written::element;

/// Returns true for a struct or a buffer of structs: `{n=128}`, `[{x=1}, {x=2}]`, `[64]={x=1}`.
pub(super) fn is_written(value: &str) -> bool {
    let value = value.trim_start();
    let fills = |rest: &str| rest.split_once(']').is_some_and(|(_, rest)| has_body(rest));
    value.starts_with('{')
        || value.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('{') || fills(rest))
}

/// Reads a struct by value. Buffers that its fields declare without a name have that of the parameter in front of theirs.
///
/// # Errors
/// A sentence about the field that does not fit.
pub(super) fn by_value(
    arg: &WrittenArg<'_>,
    text: &str,
    own: &StructType,
    parameter: &str,
) -> Result<LaunchArg, Error> {
    arg.structure((own.bytes, own.align), FieldReader { arg, parameter }.body(text, own)?)
}

/// Reads a buffer of structs.
///
/// # Errors
/// As [`by_value`].
pub(super) fn buffer(arg: &WrittenArg<'_>, text: &str, own: &StructType, name: &str) -> Result<LaunchArg, Error> {
    let (count, bodies) = elements(text).map_err(|why| arg.error(why))?;
    let reader = FieldReader { arg, parameter: name };
    let read = bodies.iter().map(|body| reader.body(body, own)).collect::<Result<Vec<_>, _>>()?;
    arg.structures(name, (own.bytes, own.align), count, read)
}

fn has_body(rest: &str) -> bool {
    rest.trim_start().strip_prefix('=').is_some_and(|rest| rest.trim_start().starts_with('{'))
}

/// The structs of `[{..}, {..}]`, or of `[64]={..}`, which also says how many there are.
fn elements(text: &str) -> Result<(Option<&str>, Vec<&str>), String> {
    let wrong = || format!("`{}` is not a list of structs: `[{{x=1}}, {{x=2}}]`, or `[64]={{x=1}}`", text.trim());
    let inside = text.trim().strip_prefix('[').ok_or_else(wrong)?;
    if inside.trim_start().starts_with('{') {
        return Ok((None, parts_outside_brackets(inside.strip_suffix(']').ok_or_else(wrong)?)));
    }
    let (count, rest) = inside.split_once(']').ok_or_else(wrong)?;
    let one = rest.trim_start().strip_prefix('=').ok_or_else(wrong)?;
    Ok((Some(count), vec![one]))
}

/// Reads the fields of a struct.
struct FieldReader<'a> {
    arg: &'a WrittenArg<'a>,
    parameter: &'a str,
}

impl FieldReader<'_> {
    /// The fields of `{n=128, p=&a}`, by byte offset.
    fn body(&self, text: &str, own: &StructType) -> Result<ArgFields, Error> {
        let mut fields = Vec::new();
        self.fields(text, own, (0, ""), &mut fields)?;
        Ok(fields)
    }

    /// Those of a struct at a byte of the whole one; `path` is that of the struct, with a dot after.
    fn fields(
        &self,
        text: &str,
        own: &StructType,
        (start, path): (u64, &str),
        to: &mut ArgFields,
    ) -> Result<(), Error> {
        let mut next = 0;
        for entry in entries(text).map_err(|why| self.arg.error(why))? {
            let (name, value) = name_and_value(entry);
            let at = match name {
                Some(name) => own.fields.iter().position(|field| field.name == name).ok_or_else(|| {
                    let known: Vec<String> = own.fields.iter().map(|field| format!("`{path}{}`", field.name)).collect();
                    self.arg.error(format!("there is no field `{path}{name}`: there are {}", known.join(", ")))
                })?,
                None => next,
            };
            let Some(field) = own.fields.get(at) else {
                let count = own.fields.len();
                return Err(self.arg.error(format!("`{}` is one value more than the {count} fields", value.trim())));
            };
            self.value(value, &field.value, start + field.offset, &format!("{path}{}", field.name), to)?;
            next = at + 1;
        }
        Ok(())
    }

    /// A pointer to elements: the type of each and how many of it there are in one, or a struct.
    fn pointer(&self, text: &str, path: &str, own: Option<&StructType>, one: (&str, u64)) -> Result<LaunchArg, Error> {
        let not = |what: &str| Err(self.arg.error(format!("`{text}` is not {what}, which `{path}` is")));
        let name = format!("{}_{}", self.parameter, path.replace(['.', '[', ']'], "_"));
        match (text, own) {
            ("0" | "nullptr" | "NULL", _) => self.arg.read("null"),
            _ if text.starts_with(['{', '-']) || text.starts_with(|mark: char| mark.is_ascii_digit()) => {
                not("a pointer (`&a`, `a+64`, `null`, `[1024]=random`)")
            }
            (_, Some(own)) if is_written(text) => buffer(self.arg, text, own, &name),
            _ if is_written(text) => not("a pointer to a struct whose fields are known"),
            _ if text.starts_with('[') => self.arg.buffer(&name, one, text),
            _ => self.arg.read(text.trim_start_matches('&').trim()),
        }
    }

    fn value(&self, text: &str, of: &ValueType, at: u64, path: &str, to: &mut ArgFields) -> Result<(), Error> {
        let text = text.trim();
        let not = |what: &str| self.arg.error(format!("`{text}` is not {what}, which `{path}` is"));
        let value = match of {
            ValueType::Scalar(scalar) => {
                let is_bool = *scalar == smem_cuda::Scalar::Bool;
                let kind = if is_bool { "bool" } else { element(*scalar) };
                if text.is_empty() || text.contains([':', ',', '{', '[', '&']) {
                    return Err(not(&format!("a number (`{kind}`)")));
                }
                self.arg.number(kind, text)?
            }
            ValueType::Pointer(pointee) => self.pointer(text, path, None, (pointee.map_or("u8", element), 1))?,
            ValueType::PointerTo(own) => self.pointer(text, path, Some(own), ("u8", own.bytes))?,
            ValueType::TensorMap if text.starts_with("map:") => self.arg.read(text)?,
            ValueType::TensorMap => return Err(not("a tensor map (`map:a[256,64].f16 box=64x64`)")),
            ValueType::Array(one, count) => {
                let list = entries(text).map_err(|_| not(&format!("a list of {count} values (`{{1, 2}}`)")))?;
                if list.len() as u64 > *count {
                    let given = list.len();
                    return Err(self.arg.error(format!("`{path}` has {count} elements, and {given} are given")));
                }
                for (number, value) in list.into_iter().enumerate() {
                    self.value(value, one, at + number as u64 * one.bytes(), &format!("{path}[{number}]"), to)?;
                }
                return Ok(());
            }
            ValueType::Struct(inner) if text.starts_with('{') => {
                return self.fields(text, inner, (at, &format!("{path}.")), to);
            }
            ValueType::Struct(_) => return Err(not("a struct (`{x=1, y=2}`)")),
            _ => return Err(self.arg.error(format!("`{path}` is of a type that cannot be given by its name"))),
        };
        to.push((at, value));
        Ok(())
    }
}

/// The parts of `{a, b}`.
fn entries(text: &str) -> Result<Vec<&str>, String> {
    let inside = text.trim().strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let inside = inside.ok_or_else(|| format!("`{}` is not in braces, as `{{n=128, p=&a}}` is", text.trim()))?;
    let parts = parts_outside_brackets(inside);
    Ok(if inside.trim().is_empty() { Vec::new() } else { parts })
}

/// The name in front of `=`, and the value: `n=128`, `.n = 128`, `128`.
fn name_and_value(entry: &str) -> (Option<&str>, &str) {
    let named = entry.split_once('=').map(|(name, value)| (name.trim().trim_start_matches('.').trim(), value));
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|mark| mark.is_alphanumeric() || mark == '_');
    match named.filter(|(name, _)| is_name(name)) {
        Some((name, value)) => (Some(name), value),
        None => (None, entry),
    }
}

#[cfg(test)]
mod tests {
    use smem_cuda::CudaText;

    use super::*;

    fn view() -> StructType {
        let text = CudaText::parse(
            "struct Point { float x, y; };
            struct View { int n; float* data; Point at[2]; bool is; CUtensorMap map; void* next; Point* to; };
            __global__ void k(const __grid_constant__ View v) {}",
        );
        let kernel = &text.kernels()[0];
        match text.parameter_type(kernel, "k", &kernel.parameters()[0]) {
            Some(ValueType::Struct(view)) => view,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn fields_are_written_at_their_bytes() {
        for (text, fields) in [
            ("{n=128, data=&a, is=true}", "0=i32:128, 8=a, 32=bool:true"),
            ("{ 128, a+64 }", "0=i32:128, 8=a+64"),
            ("{.n = -1, .at = {{x=1, y=.5}, {y=2}}, true}", "0=i32:-1, 16=f32:1, 20=f32:.5, 28=f32:2, 32=bool:true"),
            ("{at={{1, 2}}, next=null}", "16=f32:1, 20=f32:2, 192=null"),
            ("{data=[1024]=random(0, 1), is=0}", "8=v_data:f32[1024]=random(0, 1), 32=bool:0"),
            ("{data=b:f32[4], map=map:b[8,64].f16 box=8x64}", "8=b:f32[4], 64=map:b[8,64].f16 box=8x64"),
            ("{to=[3]=random}", "200=v_to:u8[24]=random"),
            ("{}", ""),
        ] {
            let expected = format!("struct[256,64]{{{fields}}}").parse();
            assert_eq!(by_value(&WrittenArg::new(text), text, &view(), "v"), expected, "{text}");
        }
    }

    #[test]
    fn buffers_hold_structs_of_their_own_or_one_for_all() {
        let Some(point) = view().fields.into_iter().find_map(|field| match field.value {
            ValueType::Array(one, _) => Some(*one),
            _ => None,
        }) else {
            panic!()
        };
        let ValueType::Struct(point) = point else { panic!() };
        let read = |text| buffer(&WrittenArg::new(text), text, &point, "ps");
        assert_eq!(read("[{x=1}, {2, 3}]"), "ps:struct[8,4][2]{0=f32:1}{0=f32:2, 4=f32:3}".parse());
        assert_eq!(read("[64] = {y=1}"), "ps:struct[8,4][64]{4=f32:1}".parse());
        assert!(is_written("[{x=1}]") && is_written("[64]={}") && is_written("{}"));
        assert!(!is_written("[64]=random") && !is_written("64") && !is_written("a"));
    }

    #[test]
    fn a_field_points_to_a_buffer_of_structs() {
        let text = "{to=[{x=1}, {y=2}]}";
        let read = format!("{:?}", by_value(&WrittenArg::new(text), text, &view(), "v").unwrap());
        let bytes = [1.0_f32, 0.0, 0.0, 2.0].map(f32::to_le_bytes).concat();
        assert!(read.contains("\"v_to\"") && read.contains(&format!("{bytes:?}")), "{read}");
    }

    #[test]
    fn a_value_that_does_not_fit_is_one_sentence() {
        for (text, message) in [
            ("{m=1}", "there is no field `m`: there are `n`, `data`, `at`"),
            ("{at={{z=1}}}", "there is no field `at[0].z`: there are `at[0].x`, `at[0].y`"),
            ("{n={1}}", "`{1}` is not a number (`i32`), which `n` is"),
            ("{data=5}", "`5` is not a pointer"),
            ("{data={5}}", "`{5}` is not a pointer"),
            ("{data=[2]={x=1}}", "`[2]={x=1}` is not a pointer to a struct whose fields are known, which `data` is"),
            ("{to=[2]={z=1}}", "there is no field `z`: there are `x`, `y`"),
            ("{at=5}", "`5` is not a list of 2 values"),
            ("{at={{},{},{}}}", "`at` has 2 elements, and 3 are given"),
            ("{at={5}}", "`5` is not a struct"),
            ("{map=a}", "`a` is not a tensor map"),
            ("{1, a, {}, true, map:a[64].f16 box=8, null, p, 7}", "`7` is one value more than the 7 fields"),
            ("n=1", "`n=1` is not in braces"),
            ("{n=1", "is not in braces"),
        ] {
            let error = by_value(&WrittenArg::new(text), text, &view(), "v").unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
