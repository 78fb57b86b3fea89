//! Launches that a CUDA file makes itself, `kernel<<<grid, block>>>(..)`, where all of them is constant.

use std::collections::BTreeMap;

use super::constants::{definition, element, value};

/// A launch as it is written.
#[derive(Debug, PartialEq, Eq)]
struct Written {
    /// `reduce<256>`
    kernel: String,
    config: Vec<String>,
    args: Vec<String>,
    line: usize,
}

/// The launches of a file: as the text of a launch file, and the reasons why others cannot be made.
#[derive(Debug, Default)]
pub(crate) struct WrittenLaunches {
    /// Empty without launches.
    pub(crate) toml: String,
    /// Sentences that begin with the line.
    pub(crate) left_out: Vec<String>,
}

/// Reads the launches of a text, those of `kernel` alone if one is named.
pub(crate) fn launches(text: &str, kernel: Option<&str>) -> WrittenLaunches {
    let text = &without_comments(text);
    // Names mean other things in device code.
    let host = &without_device_code(text);
    let (mut buffers, mut made, mut result) = (BTreeMap::new(), String::new(), WrittenLaunches::default());
    let base = |name: &str| name.split('<').next().unwrap_or_default().trim().to_string();
    for written in found(host) {
        if kernel.is_some_and(|kernel| {
            squeezed(kernel) != squeezed(&written.kernel) && kernel.trim() != base(&written.kernel)
        }) {
            continue;
        }
        match launch(&written, text, host) {
            // A launch that is made again, to warm up or in turn, counts the same.
            Ok((_, launch)) if made.contains(&launch) => {}
            Ok((own, launch)) => {
                buffers.extend(own);
                made += &launch;
            }
            Err(why) => result.left_out.push(format!("line {}: {why}", written.line)),
        }
    }
    if !made.is_empty() {
        let buffers: String = buffers.iter().map(|(name, buffer)| format!("{name} = {buffer}\n")).collect();
        result.toml = format!("[buffers]\n{buffers}{made}");
    }
    result
}

fn squeezed(name: &str) -> String {
    name.split_whitespace().collect()
}

/// Returns buffers by name, and the launch, as TOML.
fn launch(written: &Written, text: &str, host: &str) -> Result<(BTreeMap<String, String>, String), String> {
    let [grid, block, rest @ ..] = &written.config[..] else {
        return Err("a launch needs a grid and a block".to_string());
    };
    let extent =
        |what: &str, given: &str| extent(given, host).ok_or_else(|| format!("the {what} `{given}` is not a constant"));
    let (grid, block) = (extent("grid", grid)?, extent("block", block)?);
    let shared = match rest.first() {
        Some(bytes) => value(bytes, host).ok_or_else(|| format!("the shared memory `{bytes}` is not a constant"))?,
        None => 0,
    };
    let base = written.kernel.split('<').next().unwrap_or_default();
    // `k` of `ns::k`.
    let base = base.rsplit("::").next().unwrap_or(base);
    let parameters = parameters(base, text).ok_or_else(|| format!("`{base}` is not declared in this file"))?;
    if parameters.len() != written.args.len() {
        return Err(format!("`{base}` takes {} arguments, not {}", parameters.len(), written.args.len()));
    }
    let (mut buffers, mut args) = (BTreeMap::new(), Vec::new());
    for (parameter, arg) in parameters.iter().zip(&written.args) {
        args.push(match parameter.rsplit_once('*') {
            Some((pointee, _)) => pointer(pointee, arg, host, &mut buffers)?,
            None => number(parameter, arg, host)?,
        });
    }
    let args = args.join(", ");
    let kernel = &written.kernel;
    Ok((
        buffers,
        format!(
            "[[launch]]\nkernel = '{kernel}'\ngrid = {grid:?}\nblock = {block:?}\nshared = {shared}\nargs = [{args}]\n"
        ),
    ))
}

/// A pointer to a buffer whose length `cudaMalloc` fixes.
fn pointer(pointee: &str, arg: &str, text: &str, buffers: &mut BTreeMap<String, String>) -> Result<String, String> {
    if matches!(arg, "nullptr" | "NULL" | "0") {
        return Ok("\"null\"".to_string());
    }
    let bytes = allocated(arg, text)
        .ok_or_else(|| format!("the bytes that `{arg}` points to are not fixed by a `cudaMalloc`"))?;
    // Any numbers do where nothing depends on them; integers may be indices, of which 0 is one.
    let element = element(pointee);
    let (name, size, init) = match element {
        Some(name @ ("f16" | "bf16")) => (name, 2, "random"),
        Some(name @ "f32") => (name, 4, "random"),
        Some(name @ "f64") => (name, 8, "random"),
        _ => ("u8", 1, "zeros"),
    };
    let entry = format!("{{ type = \"{name}\", len = {}, init = \"{init}\" }}", bytes / size);
    buffers.entry(arg.to_string()).or_insert(entry);
    Ok(format!("\"{arg}\""))
}

/// The bytes of `cudaMalloc(&name, bytes)`, in any of its forms.
fn allocated(name: &str, text: &str) -> Option<i64> {
    let is_name = !name.is_empty() && name.chars().all(|character| character.is_alphanumeric() || character == '_');
    if !is_name {
        return None;
    }
    for (at, _) in text.match_indices("cudaMalloc") {
        let open = at + text[at..].find('(')?;
        let inside = split(&text[open + 1..open + closed(&text[open..])?]);
        let [to, bytes, ..] = &inside[..] else { continue };
        let target = to.rsplit('&').next().unwrap_or_default().trim();
        if to.contains('&') && target == name {
            return value(bytes, text).filter(|bytes| *bytes > 0);
        }
    }
    None
}

fn number(parameter: &str, arg: &str, text: &str) -> Result<String, String> {
    let kind =
        parameter.trim().rsplit_once(|character: char| character.is_whitespace()).map_or(parameter, |(kind, _)| kind);
    let unknown = || format!("the argument `{arg}` of type `{}` is not a number that can be read", kind.trim());
    if kind.trim() == "bool" && matches!(arg, "true" | "false") {
        return Ok(format!("{{ bool = {arg} }}"));
    }
    let element = element(kind).ok_or_else(unknown)?;
    let constant = value(arg, text).map(|value| value.to_string());
    let constant = constant.or_else(|| {
        let literal = definition(arg, text).unwrap_or(arg).trim_end_matches(['f', 'F']);
        let number: f64 = literal.parse().ok().filter(|number: &f64| element.contains('f') && number.is_finite())?;
        Some(format!("{number:?}"))
    });
    constant
        .map(|constant| format!("{{ {element} = {constant} }}"))
        .ok_or_else(|| format!("the argument `{arg}` is not a constant"))
}

/// A number, `dim3(..)`, or a variable that is one.
fn extent(given: &str, text: &str) -> Option<[i64; 3]> {
    let inside = given.trim().strip_prefix("dim3").map(str::trim_start).and_then(|rest| {
        rest.strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'))
            .or(rest.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')))
    });
    // A variable that is changed member by member, as in `grid.x = 4`.
    if text.contains(&format!("{}.x =", given.trim())) || text.contains(&format!("{}.y =", given.trim())) {
        return None;
    }
    let parts = match inside {
        Some(inside) => split(inside),
        None => match value(given, text) {
            Some(number) => vec![number.to_string()],
            None => split(declared(given.trim(), text)?),
        },
    };
    let mut extent = [1; 3];
    if parts.is_empty() || parts.len() > 3 {
        return None;
    }
    for (place, part) in extent.iter_mut().zip(&parts) {
        *place = value(part, text).filter(|number| *number > 0)?;
    }
    Some(extent)
}

/// The inside of `dim3 name(..)`, `dim3 other, name{..}` or `dim3 name = dim3(..)`, if there is one such declaration.
fn declared<'a>(name: &str, text: &'a str) -> Option<&'a str> {
    let mut found = None;
    for (at, _) in text.match_indices(name) {
        let statement = text[..at].rfind([';', '{', '}']).map_or(0, |end| end + 1);
        let head = text[statement..at].trim_start();
        let head = head.strip_prefix("const").map_or(head, str::trim_start);
        if !head.starts_with("dim3") || head.ends_with(|last: char| last.is_alphanumeric() || last == '_') {
            continue;
        }
        let rest = text[at + name.len()..].trim_start();
        let rest = rest.strip_prefix('=').map_or(rest, str::trim_start);
        let rest = rest.strip_prefix("dim3").map_or(rest, str::trim_start);
        if !rest.starts_with(['(', '{']) {
            continue;
        }
        let inside = &rest[1..closed(rest)?];
        if found.is_some_and(|known| known != inside) {
            return None;
        }
        found = Some(inside);
    }
    found
}

/// The parameters of a kernel, as they are written.
fn parameters(kernel: &str, text: &str) -> Option<Vec<String>> {
    text.match_indices("__global__").find_map(|(at, _)| {
        let head = &text[at..at + text[at..].find(['{', ';'])?];
        let (before, _) = head.match_indices(kernel).find_map(|(at, _)| {
            let rest = head[at + kernel.len()..].trim_start();
            let alone = !head[..at].ends_with(|character: char| character.is_alphanumeric() || character == '_');
            (alone && rest.starts_with('(')).then(|| (head.len() - rest.len(), rest))
        })?;
        let inside = &head[before + 1..before + closed(&head[before..])?];
        Some(
            split(inside)
                .into_iter()
                .map(|parameter| {
                    parameter.replace("__restrict__", "").split('=').next().unwrap_or_default().to_string()
                })
                .collect(),
        )
    })
}

/// The launches of a text without comments.
fn found(text: &str) -> Vec<Written> {
    let launches = text.match_indices("<<<").filter_map(|(at, _)| {
        let kernel = kernel_before(&text[..at])?;
        let end = at + text[at..].find(">>>")?;
        let rest = text[end + 3..].trim_start();
        let args = rest.starts_with('(').then(|| closed(rest)).flatten().map(|close| split(&rest[1..close]))?;
        let line = 1 + text[..at].matches('\n').count();
        Some(Written { kernel, config: split(&text[at + 3..end]), args, line })
    });
    launches.collect()
}

/// The name that a text ends in, with the arguments of a template.
fn kernel_before(text: &str) -> Option<String> {
    let text = text.trim_end();
    let name_end = if text.ends_with('>') {
        let mut depth = 0_usize;
        text.char_indices().rev().find_map(|(at, mark)| {
            match mark {
                '>' => depth += 1,
                '<' => depth -= 1,
                _ => {}
            }
            (depth == 0).then_some(at)
        })?
    } else {
        text.len()
    };
    let name = text[..name_end].trim_end();
    let start = name
        .rfind(|character: char| !(character.is_alphanumeric() || matches!(character, '_' | ':')))
        .map_or(0, |at| at + 1);
    (start < name.len()).then(|| text[start..].to_string())
}

/// The parts between commas that are in no parentheses.
fn split(text: &str) -> Vec<String> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0_i32, 0);
    for (at, mark) in text.char_indices() {
        match mark {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[from..at].trim().to_string());
                from = at + 1;
            }
            _ => {}
        }
    }
    let last = text[from..].trim();
    if !last.is_empty() || !parts.is_empty() {
        parts.push(last.to_string());
    }
    parts
}

/// The place of the bracket that closes the first one.
fn closed(text: &str) -> Option<usize> {
    let mut depth = 0_i32;
    text.char_indices().find_map(|(at, mark)| {
        match mark {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })
}

/// The text with blanks for functions and variables of the device.
fn without_device_code(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for word in ["__global__", "__device__"] {
        for (at, _) in text.match_indices(word) {
            let Some(end) = text[at..].find(['{', ';']).map(|end| at + end) else { continue };
            let end = if text[end..].starts_with('{') {
                closed(&text[end..]).map_or(text.len(), |close| end + close + 1)
            } else {
                end
            };
            bytes[at..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        }
    }
    // Whole characters were blanked: both ends are marks of one byte.
    String::from_utf8(bytes).unwrap_or_default()
}

/// The text with blanks for comments and for what is in quotes; lines keep their numbers.
fn without_comments(text: &str) -> String {
    let (mut result, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(first) = rest.chars().next() {
        let len = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |at| at + 2)
        } else if first == '"' {
            rest[1..].find(['"', '\n']).map_or(rest.len(), |at| at + 2)
        } else {
            result.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        result.extend(rest[..len].chars().map(|character| if character == '\n' { '\n' } else { ' ' }));
        rest = &rest[len..];
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "#define N 1024
__global__ void plus(float* __restrict__ out, const float *in, int n, float by) { const int N = n; }
template <int T> __global__ void twice(int* a, const unsigned* b) {}
int main() {
    float *d_in, *d_out; int* list;
    cudaMalloc(&d_in, N * sizeof(float));
    CHECK(cudaMalloc((void **)&d_out, N * sizeof(float)));
    dim3 unused, block(32, 8); // dim3 block(1, 1);
    plus<<<N / 256, block, 16 * sizeof(int)>>>(d_out, d_in, N, 0.5f);
    twice<4><<<dim3(2, 2), 64>>>(list, nullptr);
    /* plus<<<1, 1>>>(d_out, d_in, 1, 1); */
}";

    #[test]
    fn constant_launches_are_read_and_others_have_a_reason() {
        let read = launches(TEXT, None);
        assert!(read.toml.contains("d_in = { type = \"f32\", len = 1024, init = \"random\" }"), "{}", read.toml);
        let launch = "[[launch]]\nkernel = 'plus'\ngrid = [4, 1, 1]\nblock = [32, 8, 1]\nshared = 64\nargs = [\"d_out\", \"d_in\", { i32 = 1024 }, { f32 = 0.5 }]\n";
        assert!(read.toml.ends_with(launch), "{}", read.toml);
        assert_eq!(read.left_out, ["line 10: the bytes that `list` points to are not fixed by a `cudaMalloc`"]);
        smem_launch::LaunchFile::parse(&read.toml, "launches").unwrap();
    }

    #[test]
    fn the_launches_of_one_kernel_can_be_chosen() {
        assert_eq!(launches(TEXT, Some("plus")).left_out.len(), 0);
        let twice = launches(TEXT, Some("twice< 4 >"));
        assert_eq!((twice.toml.as_str(), twice.left_out.len()), ("", 1));
    }

    #[test]
    fn any_text_is_read_without_a_panic() {
        for text in [
            "<<<",
            "k<<<",
            "k<<<>>>",
            "k<<<1>>>()",
            "><<<1,1>>>(",
            ">><<<1,1>>>()",
            "k<<<1,1>>>(é)",
            "\"",
            "\"é",
            "/*",
            "cudaMalloc",
            "__global__ k{",
        ] {
            launches(text, None);
        }
    }
}
