//! Arrays in shared memory as the source declares them.

use std::ops::Range;

/// A variable that the source declares `__shared__`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Declaration {
    pub(crate) name: String,
    /// The type of an element as it is written: `float`, `T`.
    pub(crate) element: String,
    /// What is between the brackets: `32`, `N + 1`. Empty in `extern __shared__ float all[]`.
    pub(crate) dims: Vec<String>,
    /// In dynamic shared memory.
    pub(crate) is_extern: bool,
    /// The function it is in: `transpose`.
    pub(crate) function: Option<String>,
    /// The parameters of the template that the function is: `T`, `N`.
    pub(crate) parameters: Vec<String>,
    /// From 1.
    pub(crate) line: u32,
    /// The bytes of the text from the first word to behind the semicolon, with the other variables of the same declaration.
    pub(crate) statement: Range<usize>,
    /// The number of variables in the statement.
    pub(crate) siblings: usize,
}

/// Returns the declarations of a text, in its order.
pub(crate) fn declarations(text: &str) -> Vec<Declaration> {
    let code = without_comments(text);
    let mut found = Vec::new();
    let mut end = 0;
    for (at, word) in code.match_indices("__shared__") {
        if at < end || !is_alone(&code, at, word.len()) || is_directive(&code, at) {
            continue;
        }
        let Some(close) = end_of_statement(&code, at) else { continue };
        let start = start_of_statement(&code, at);
        end = close + 1;
        let (head, is_extern) = type_and_declarators(&code[start..close]);
        let declarators = split(&head);
        let Some((element, _)) = declarators.first().and_then(|first| element_and_name(first)) else { continue };
        let line = 1 + code[..start].bytes().filter(|byte| *byte == b'\n').count() as u32;
        let (function, parameters) = enclosing_function(&code, start).unzip();
        let parameters = parameters.unwrap_or_default();
        for (number, declarator) in declarators.iter().enumerate() {
            let own =
                if number == 0 { element_and_name(declarator).map(|(_, rest)| rest) } else { Some(declarator.trim()) };
            let Some((name, dims)) = own.and_then(name_and_dims) else { continue };
            found.push(Declaration {
                name,
                element: element.clone(),
                dims,
                is_extern,
                function: function.clone(),
                parameters: parameters.clone(),
                line,
                statement: start..end,
                siblings: declarators.len(),
            });
        }
    }
    found
}

/// Returns the text with blanks in place of comments and of what is in quotes, byte for byte.
pub(crate) fn without_comments(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    let blank = |bytes: &mut Vec<u8>, range: Range<usize>| {
        bytes[range].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    };
    while at < bytes.len() {
        let rest = &text.as_bytes()[at..];
        let length = if rest.starts_with(b"//") {
            rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
        } else if rest.starts_with(b"/*") {
            rest.windows(2).skip(2).position(|end| end == b"*/").map_or(rest.len(), |end| end + 4)
        } else if rest[0] == b'"' || rest[0] == b'\'' && !(at > 0 && text.as_bytes()[at - 1].is_ascii_alphanumeric()) {
            quoted(rest)
        } else {
            at += 1;
            continue;
        };
        blank(&mut bytes, at..at + length);
        at += length;
    }
    // Only whole characters were blanked.
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_string())
}

/// The bytes of a literal that ends on its line.
fn quoted(rest: &[u8]) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != rest[0] && rest[at] != b'\n' {
        at += if rest[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(rest.len())
}

pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Whether the word at a place is not part of a longer one.
pub(crate) fn is_alone(code: &str, at: usize, length: usize) -> bool {
    let bytes = code.as_bytes();
    (at == 0 || !is_word(bytes[at - 1])) && bytes.get(at + length).is_none_or(|byte| !is_word(*byte))
}

/// Whether a place is in a line such as `#define TILE __shared__ float tile[32][32]`, whose variables are where it is used.
fn is_directive(code: &str, at: usize) -> bool {
    let line = code[..at].rfind('\n').map_or(0, |newline| newline + 1);
    code[line..].trim_start().starts_with('#')
}

/// The place of the semicolon.
fn end_of_statement(code: &str, at: usize) -> Option<usize> {
    let end = at + code[at..].find([';', '{', '}'])?;
    code[end..].starts_with(';').then_some(end)
}

/// The place of the first word.
fn start_of_statement(code: &str, at: usize) -> usize {
    let mut start = code[..at].rfind([';', '{', '}']).map_or(0, |before| before + 1);
    // A directive ends with its line.
    while let Some(directive) = code[start..at].find('#') {
        match code[start + directive..at].find('\n') {
            Some(newline) => start += directive + newline + 1,
            None => break,
        }
    }
    at - code[start..at].trim_start().len()
}

/// Returns a declaration without the words that do not belong to the type, and whether one of them is `extern`.
fn type_and_declarators(statement: &str) -> (String, bool) {
    let mut text = statement.to_string();
    // What has parentheses behind it.
    for word in ["__align__", "alignas", "__attribute__"] {
        while let Some(at) = text.find(word) {
            let open = at + text[at..].find('(').unwrap_or(0);
            let close = closing(&text, open).unwrap_or(at + word.len() - 1);
            text.replace_range(at..=close, " ");
        }
    }
    let mut is_extern = false;
    for word in ["__shared__", "extern", "static", "volatile", "const"] {
        while let Some((at, _)) = text.match_indices(word).find(|(at, _)| is_alone(&text, *at, word.len())) {
            is_extern |= word == "extern";
            text.replace_range(at..at + word.len(), " ");
        }
    }
    (text.split_whitespace().collect::<Vec<_>>().join(" "), is_extern)
}

/// The place of the bracket that closes the one at `open`.
pub(crate) fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate().skip(open) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 1 => return Some(at),
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// Splits at the commas between declarators.
pub(crate) fn split(text: &str) -> Vec<String> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0_i32, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'<' | b'{' => depth += 1,
            b')' | b']' | b'>' | b'}' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(text[start..at].to_string());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].to_string());
    parts
}

/// `float`, `tile[32][32]` of `float tile[32][32]`.
fn element_and_name(declarator: &str) -> Option<(String, &str)> {
    let mut depth = 0_i32;
    let is_dims = |byte: u8, depth: i32| byte == b'[' && depth == 0 || byte == b'=' && depth == 0;
    let mut dims = declarator.len();
    for (at, byte) in declarator.bytes().enumerate() {
        if is_dims(byte, depth) {
            dims = at;
            break;
        }
        depth += i32::from(b"<(".contains(&byte)) - i32::from(b">)".contains(&byte));
    }
    let head = declarator[..dims].trim_end();
    let name = head.bytes().rposition(|byte| !is_word(byte))? + 1;
    let element = head[..name].trim();
    (!element.is_empty() && name < head.len()).then(|| (element.to_string(), &declarator[name..]))
}

/// `tile` and `32`, `32` of `tile[32][32]`.
fn name_and_dims(declarator: &str) -> Option<(String, Vec<String>)> {
    let name = declarator.bytes().position(|byte| !is_word(byte)).unwrap_or(declarator.len());
    if name == 0 || declarator.as_bytes()[0].is_ascii_digit() {
        return None;
    }
    let (mut dims, mut at) = (Vec::new(), name);
    loop {
        at += declarator[at..].len() - declarator[at..].trim_start().len();
        if !declarator[at..].starts_with('[') {
            break;
        }
        let close = closing(declarator, at)?;
        dims.push(declarator[at + 1..close].trim().to_string());
        at = close + 1;
    }
    Some((declarator[..name].to_string(), dims))
}

/// The function whose body a place is in, the last one for the device that begins in front of it, and the parameters of its template.
fn enclosing_function(code: &str, at: usize) -> Option<(String, Vec<String>)> {
    let begins = ["__global__", "__device__"].iter().filter_map(|word| code[..at].rfind(word)).max()?;
    let open = begins + code[begins..at].find('{')?;
    // Behind its closing brace nothing is in it.
    if closing(code, open).is_some_and(|close| close < at) {
        return None;
    }
    let mut head = &code[begins..open];
    while let Some(attribute) =
        ["__launch_bounds__", "__cluster_dims__", "__attribute__"].iter().find_map(|word| head.find(word))
    {
        let open = attribute + head[attribute..].find('(')?;
        head = &head[closing(head, open)? + 1..];
    }
    let name = head[..head.find('(')?].trim_end();
    let start = name.bytes().rposition(|byte| !is_word(byte)).map_or(0, |before| before + 1);
    let name = Some(name[start..].to_string()).filter(|name| !name.is_empty())?;
    Some((name, template_parameters(&code[..begins])))
}

/// The names of the parameters of a template whose head ends a text: `T` and `N` of `template <typename T, int N = 8>`.
fn template_parameters(code: &str) -> Vec<String> {
    let head = &code[code.rfind([';', '}', '#']).map_or(0, |end| end + 1)..];
    let list = head.rfind("template").and_then(|at| {
        let open = at + head[at..].find('<')?;
        let close = head.rfind('>').filter(|close| *close > open)?;
        Some(&head[open + 1..close])
    });
    let name = |parameter: &String| {
        let written = parameter.split('=').next().unwrap_or_default().trim_end();
        written[written.bytes().rposition(|byte| !is_word(byte)).map_or(0, |before| before + 1)..].to_string()
    };
    list.map(|list| split(list).iter().map(name).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let show = |declared: &Declaration| {
            let Declaration { name, element, dims, is_extern, function, line, .. } = declared;
            let place = function.as_deref().unwrap_or("-");
            format!("{line} {place} {}{element} {name} {}", if *is_extern { "extern " } else { "" }, dims.join("|"))
        };
        declarations(text).iter().map(show).collect()
    }

    #[test]
    fn declarations_are_read_as_they_are_written() {
        let text = "#define N 8
            // __shared__ float not_this[3];
            __shared__ double whole[4][5];
            template <int PAD> __global__ void __launch_bounds__(N * (2)) transpose(float* to) {
                __shared__ float tile[N][N + PAD]; const char* s = \"__shared__ int no[1];\";
                __shared__ __align__(16) half As[2][N * 4], Bs[sizeof(float) * N];
                extern __shared__ unsigned char all[];
                volatile __shared__ int sum;
                alignas(128) __shared__ cuda::std::array<int, 4> a[3];
            }
            #define TILE __shared__ float macro[3]
            __device__ int helper(int i) { static __shared__ unsigned long long inner [64]; return inner[i]; }
            __shared__ int last[2];";
        assert_eq!(
            shown(text),
            [
                "3 - double whole 4|5",
                "5 transpose float tile N|N + PAD",
                "6 transpose half As 2|N * 4",
                "6 transpose half Bs sizeof(float) * N",
                "7 transpose extern unsigned char all ",
                "8 transpose int sum ",
                "9 transpose cuda::std::array<int, 4> a 3",
                "12 helper unsigned long long inner 64",
                "13 - int last 2",
            ]
        );
        let tile = &declarations(text)[1];
        assert_eq!(tile.parameters, ["PAD"]);
        let templates = "template <typename T, int N = 8, class... U>\n__global__ void k() { __shared__ T a[N]; }";
        assert_eq!(declarations(templates)[0].parameters, ["T", "N", "U"]);
        assert_eq!(&text[tile.statement.clone()], "__shared__ float tile[N][N + PAD];");
    }

    #[test]
    fn broken_texts_declare_nothing() {
        for text in [
            "__shared__",
            "__shared__ ;",
            "__shared__ float {",
            "__shared__ float x[",
            "__shared__ [3];",
            "__shared__ 3;",
        ] {
            assert_eq!(shown(text), [""; 0], "{text}");
        }
    }
}
