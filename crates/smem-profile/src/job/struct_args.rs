//! Structs by the names of their fields, `{n=128, p=&a, scale=0.5}`, as a launch takes them: by the bytes of their fields.

use smem_cuda::{StructType, ValueType};
use smem_launch::parts_outside_brackets;

use super::written::element;

/// Returns true for a struct or a buffer of structs: `{n=128}`, `[{x=1}, {x=2}]`, `[64]={x=1}`.
pub(super) fn is_written(value: &str) -> bool {
    let value = value.trim_start();
    let fills = |rest: &str| rest.split_once(']').is_some_and(|(_, rest)| has_body(rest));
    value.starts_with('{')
        || value.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('{') || fills(rest))
}

/// Returns a struct by value as `struct[24,8]{0=i32:128}`. Buffers that its fields declare without a name have that of the parameter in front of
/// theirs.
///
/// # Errors
/// A sentence about the field that does not fit.
pub(super) fn by_value(text: &str, own: &StructType, parameter: &str) -> Result<String, String> {
    let body = FieldWriter { parameter }.body(text, own)?;
    Ok(format!("struct[{},{}]{{{body}}}", own.bytes, own.align))
}

/// Returns a buffer of structs: `name:struct[8,4][2]{0=i32:1}{0=i32:2}`.
///
/// # Errors
/// As [`by_value`].
pub(super) fn buffer(text: &str, own: &StructType, name: &str) -> Result<String, String> {
    let (count, bodies) = elements(text)?;
    let writer = FieldWriter { parameter: name };
    let written = bodies.iter().map(|body| writer.body(body, own)).collect::<Result<Vec<_>, _>>()?;
    let structs: String = written.iter().map(|body| format!("{{{body}}}")).collect();
    Ok(format!("{name}:struct[{},{}][{count}]{structs}", own.bytes, own.align))
}

fn has_body(rest: &str) -> bool {
    rest.trim_start().strip_prefix('=').is_some_and(|rest| rest.trim_start().starts_with('{'))
}

/// The number of structs in `[{..}, {..}]` or `[64]={..}`, and those that are written.
fn elements(text: &str) -> Result<(String, Vec<&str>), String> {
    let wrong = || format!("`{}` is not a list of structs: `[{{x=1}}, {{x=2}}]`, or `[64]={{x=1}}`", text.trim());
    let inside = text.trim().strip_prefix('[').ok_or_else(wrong)?;
    if inside.trim_start().starts_with('{') {
        let list = parts_outside_brackets(inside.strip_suffix(']').ok_or_else(wrong)?);
        return Ok((list.len().to_string(), list));
    }
    let (count, rest) = inside.split_once(']').ok_or_else(wrong)?;
    let one = rest.trim_start().strip_prefix('=').ok_or_else(wrong)?;
    Ok((count.trim().to_owned(), vec![one]))
}

/// Writes the fields of a struct.
struct FieldWriter<'a> {
    parameter: &'a str,
}

impl FieldWriter<'_> {
    /// The fields of `{n=128, p=&a}`, by byte offset.
    fn body(&self, text: &str, own: &StructType) -> Result<String, String> {
        let mut fields = Vec::new();
        self.fields(text, own, (0, ""), &mut fields)?;
        Ok(fields.join(", "))
    }

    /// Those of a struct at a byte of the whole one; `path` is that of the struct, with a dot behind.
    fn fields(
        &self,
        text: &str,
        own: &StructType,
        (start, path): (u64, &str),
        to: &mut Vec<String>,
    ) -> Result<(), String> {
        let mut next = 0;
        for entry in entries(text)? {
            let (name, value) = name_and_value(entry);
            let at = match name {
                Some(name) => own.fields.iter().position(|field| field.name == name).ok_or_else(|| {
                    let known: Vec<String> = own.fields.iter().map(|field| format!("`{path}{}`", field.name)).collect();
                    format!("there is no field `{path}{name}`: there are {}", known.join(", "))
                })?,
                None => next,
            };
            let Some(field) = own.fields.get(at) else {
                return Err(format!("`{}` is one value more than the {} fields", value.trim(), own.fields.len()));
            };
            self.value(value, &field.value, start + field.offset, &format!("{path}{}", field.name), to)?;
            next = at + 1;
        }
        Ok(())
    }

    fn value(&self, text: &str, of: &ValueType, at: u64, path: &str, to: &mut Vec<String>) -> Result<(), String> {
        let text = text.trim();
        let not = |what: &str| format!("`{text}` is not {what}, which `{path}` is");
        match of {
            ValueType::Scalar(scalar) => {
                let is_bool = *scalar == smem_cuda::Scalar::Bool;
                let kind = if is_bool { "bool" } else { element(*scalar) };
                if text.is_empty() || text.contains([':', ',', '{', '[', '&']) {
                    return Err(not(&format!("a number (`{kind}`)")));
                }
                to.push(format!("{at}={kind}:{text}"));
            }
            ValueType::Pointer(pointee) => {
                let buffer = match text {
                    "0" | "nullptr" | "NULL" => "null".to_owned(),
                    _ if text.starts_with(['{', '-']) || text.starts_with(|mark: char| mark.is_ascii_digit()) => {
                        return Err(not("a pointer (`&a`, `a+64`, `null`, `[1024]=random`)"));
                    }
                    _ if text.starts_with('[') => {
                        let kind = pointee.map_or("u8", element);
                        format!("{}_{}:{kind}{text}", self.parameter, path.replace(['.', '[', ']'], "_"))
                    }
                    _ => text.trim_start_matches('&').trim().to_owned(),
                };
                to.push(format!("{at}={buffer}"));
            }
            ValueType::TensorMap if text.starts_with("map:") => to.push(format!("{at}={text}")),
            ValueType::TensorMap => return Err(not("a tensor map (`map:a[256,64].f16 box=64x64`)")),
            ValueType::Array(one, count) => {
                let list = entries(text).map_err(|_| not(&format!("a list of {count} values (`{{1, 2}}`)")))?;
                if list.len() as u64 > *count {
                    return Err(format!("`{path}` has {count} elements, and {} are given", list.len()));
                }
                for (number, value) in list.into_iter().enumerate() {
                    self.value(value, one, at + number as u64 * one.bytes(), &format!("{path}[{number}]"), to)?;
                }
            }
            ValueType::Struct(inner) if text.starts_with('{') => {
                self.fields(text, inner, (at, &format!("{path}.")), to)?;
            }
            ValueType::Struct(_) => return Err(not("a struct (`{x=1, y=2}`)")),
            _ => return Err(format!("`{path}` is of a type that cannot be given by its name")),
        }
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
            struct View { int n; float* data; Point at[2]; bool is; CUtensorMap map; void* next; };
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
            ("{data=[1_024]=random(0, 1), is=0}", "8=v_data:f32[1_024]=random(0, 1), 32=bool:0"),
            ("{data=b:f32[4], map=map:b[8,64].f16 box=8x64}", "8=b:f32[4], 64=map:b[8,64].f16 box=8x64"),
            ("{}", ""),
        ] {
            assert_eq!(by_value(text, &view(), "v"), Ok(format!("struct[256,64]{{{fields}}}")), "{text}");
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
        let written = |text| buffer(text, &point, "ps");
        assert_eq!(written("[{x=1}, {2, 3}]").unwrap(), "ps:struct[8,4][2]{0=f32:1}{0=f32:2, 4=f32:3}");
        assert_eq!(written("[64] = {y=1}").unwrap(), "ps:struct[8,4][64]{4=f32:1}");
        assert!(is_written("[{x=1}]") && is_written("[64]={}") && is_written("{}"));
        assert!(!is_written("[64]=random") && !is_written("64") && !is_written("a"));
    }

    #[test]
    fn a_value_that_does_not_fit_is_one_sentence() {
        for (text, message) in [
            ("{m=1}", "there is no field `m`: there are `n`, `data`, `at`"),
            ("{at={{z=1}}}", "there is no field `at[0].z`: there are `at[0].x`, `at[0].y`"),
            ("{n={1}}", "`{1}` is not a number (`i32`), which `n` is"),
            ("{data=5}", "`5` is not a pointer"),
            ("{data={5}}", "`{5}` is not a pointer"),
            ("{at=5}", "`5` is not a list of 2 values"),
            ("{at={{},{},{}}}", "`at` has 2 elements, and 3 are given"),
            ("{at={5}}", "`5` is not a struct"),
            ("{map=a}", "`a` is not a tensor map"),
            ("{1, a, {}, true, map:a[64].f16 box=8, null, 7}", "`7` is one value more than the 6 fields"),
            ("n=1", "`n=1` is not in braces"),
            ("{n=1", "is not in braces"),
        ] {
            let error = by_value(text, &view(), "v").unwrap_err();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
